//! Cells and pieces as lessons name them.

use schwarm_core::view::{BoardView, Cell, Grid, Held, PieceView};

/// A cell by the name it has in the game's notation. A board without an edge has every cell `q,r`.
pub fn cell_at(view: &BoardView, name: &str) -> Option<Cell> {
    if let Some(cell) = view.cells.iter().find(|cell| cell.label == name) {
        return Some(cell.at);
    }
    let is_endless = matches!(view.grid, Grid::Hex { bounded: false });
    let (x, y) = name.split_once(',').filter(|_| is_endless)?;
    Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
}

/// What is taken up: a piece on the board by its name or its cell, else one in the hand of the side to move.
pub fn held_at(view: &BoardView, name: &str) -> Option<Held> {
    // Pieces of square boards and of Hive 2020 have names of their kind: there the cell or the hand is meant.
    let is_named = matches!(view.grid, Grid::Hex { bounded: false });
    let stands = |stack: &[PieceView]| is_named && stack.iter().any(|piece| piece.name == name);
    if let Some(cell) = view.cells.iter().find(|cell| stands(&cell.stack)) {
        return Some(Held::Cell(cell.at));
    }
    if view.reserves.iter().flatten().any(|reserve| reserve.piece.name == name) {
        return Some(Held::Hand(name.to_string()));
    }
    cell_at(view, name).map(Held::Cell)
}
