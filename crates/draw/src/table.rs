//! A table with room for a whole game, so that the board stays where it is from ply to ply.

use std::collections::BTreeMap;

use schwarm_core::view::{BoardView, Cell, CellView, Grid};

/// Every cell that a game ever lists, without what stands on it.
pub struct Table(BTreeMap<Cell, CellView>);

impl Table {
    /// The table of these positions.
    pub fn of<'a>(views: impl IntoIterator<Item = &'a BoardView>) -> Table {
        let mut table = BTreeMap::new();
        for cell in views.into_iter().flat_map(|view| &view.cells) {
            table.entry(cell.at).or_insert_with(|| CellView { stack: Vec::new(), ..cell.clone() });
        }
        Table(table)
    }

    /// The position with all cells of the table, where the table has no edge.
    pub fn set(&self, view: &BoardView) -> BoardView {
        let mut view = view.clone();
        if matches!(view.grid, Grid::Hex { bounded: false }) {
            let missing: Vec<CellView> = self.0.values().filter(|cell| view.cell(cell.at).is_none()).cloned().collect();
            view.cells.extend(missing);
        }
        view
    }
}
