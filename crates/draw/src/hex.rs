//! Hexagonal neighbourhoods.
//!
//! Axial cells, pointy top, as [`Cell`] defines them. Coordinates at the very end of the
//! number range simply have fewer neighbours; nothing here overflows.
//! Not here: pixels and characters.

use std::collections::BTreeSet;

use schwarm_core::view::{BoardView, Cell};

/// East, south-east, south-west, west, north-west, north-east.
const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The up to six cells around `at`.
pub(crate) fn neighbours(at: Cell) -> impl Iterator<Item = Cell> {
    STEPS.into_iter().filter_map(move |(dx, dy)| Some(Cell::new(at.x.checked_add(dx)?, at.y.checked_add(dy)?)))
}

/// The cells around the listed ones that are not listed themselves; the origin of an empty board.
pub(crate) fn rim(view: &BoardView) -> BTreeSet<Cell> {
    let listed: BTreeSet<Cell> = view.cells.iter().map(|cell| cell.at).collect();
    if listed.is_empty() {
        return BTreeSet::from([Cell::new(0, 0)]);
    }
    listed.iter().flat_map(|&at| neighbours(at)).filter(|at| !listed.contains(at)).collect()
}
