//! Cells, stacks and the hive as a whole.
//!
//! The unbounded books use axial `(q, r)`, the board of 2020 uses cube `(x, y)`. In both the six neighbours
//! are the same six offsets, so the rules need no conversion; only a drawing does (`axial_from_xy`).
//! Invariant: nothing here asks whose turn it is, nor which bug wants to move.

use super::{Book, Cell, Piece, Plain};
use std::collections::{BTreeSet, HashSet};

/// Distance from the middle of the board of 2020 to its edge.
const SC2020_RADIUS: i32 = 5;

/// Axial: E, SE, SW, W, NW, NE. Cube `(x, y)` of 2020: up right, up left, left, down left, down right, right.
pub const DIRECTIONS: [Cell; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

pub fn plus(cell: Cell, direction: Cell) -> Cell {
    (cell.0 + direction.0, cell.1 + direction.1)
}

pub fn neighbours(cell: Cell) -> [Cell; 6] {
    DIRECTIONS.map(|direction| plus(cell, direction))
}

/// The two cells that touch both of two neighbouring cells.
pub fn common_neighbours(a: Cell, b: Cell) -> Vec<Cell> {
    neighbours(a).into_iter().filter(|cell| neighbours(b).contains(cell)).collect()
}

/// A cell of 2020 as axial `(q, r)`, with RIGHT = E, UPRIGHT = NE and so on: q = x, r = z = -x-y.
pub fn axial_from_xy((x, y): Cell) -> Cell {
    (x, -x - y)
}

/// The inverse of `axial_from_xy`.
pub fn xy_from_axial((q, r): Cell) -> Cell {
    (q, -q - r)
}

/// "Das Spielfeld hat die Kantenlänge n=6, der Durchmesser beträgt 11."
pub fn is_on_sc2020_board((x, y): Cell) -> bool {
    let z = -x - y;
    [x, y, z].into_iter().all(|coordinate| coordinate.abs() <= SC2020_RADIUS)
}

pub fn sc2020_cells() -> BTreeSet<Cell> {
    let span = -SC2020_RADIUS..=SC2020_RADIUS;
    let square = span.clone().flat_map(|x| span.clone().map(move |y| (x, y)));
    square.filter(|&cell| is_on_sc2020_board(cell)).collect()
}

impl Plain {
    pub fn is_on_board(&self, cell: Cell) -> bool {
        match self.book {
            Book::Sc2020 { .. } => is_on_sc2020_board(cell),
            Book::Official { .. } | Book::Classic { .. } => true,
        }
    }

    /// On the board and not a blackberry: a piece may be there.
    pub fn is_usable(&self, cell: Cell) -> bool {
        self.is_on_board(cell) && !self.berries.contains(&cell)
    }

    /// Usable, and no piece is there.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.is_usable(cell) && !self.is_occupied(cell)
    }

    /// Whether a piece is there. A blackberry is no piece.
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.height(cell) > 0
    }

    pub fn height(&self, cell: Cell) -> usize {
        self.stacks.get(&cell).map_or(0, Vec::len)
    }

    pub fn top(&self, cell: Cell) -> Option<Piece> {
        self.stacks.get(&cell).and_then(|stack| stack.last()).copied()
    }

    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.stacks.values().flatten()
    }

    /// Covered pieces count.
    pub fn has_piece_on_board(&self, side: u8) -> bool {
        self.pieces().any(|piece| piece.side == side)
    }

    /// Where the queen of a side is, covered or not.
    pub fn queen_cell(&self, side: u8) -> Option<Cell> {
        let is_queen = |piece: &Piece| piece.side == side && piece.bug == super::Bug::Queen;
        self.stacks.iter().find(|(_, stack)| stack.iter().any(is_queen)).map(|(&cell, _)| cell)
    }

    /// Whether a neighbour of the cell shows a piece of the side on top.
    pub fn touches_top_of(&self, cell: Cell, side: u8) -> bool {
        neighbours(cell).into_iter().filter_map(|near| self.top(near)).any(|piece| piece.side == side)
    }

    pub fn free_cells_touching_hive(&self) -> BTreeSet<Cell> {
        let around = self.stacks.keys().flat_map(|&cell| neighbours(cell));
        around.filter(|&cell| self.is_free(cell)).collect()
    }

    /// One hive: every piece can be reached from every other. Blackberries do not connect.
    pub fn is_connected(&self) -> bool {
        let Some(&first) = self.stacks.keys().next() else {
            return true;
        };
        let mut seen = HashSet::from([first]);
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            for near in neighbours(cell) {
                if self.is_occupied(near) && seen.insert(near) {
                    waiting.push(near);
                }
            }
        }
        seen.len() == self.stacks.len()
    }

    /// The same position with the top piece of a cell in the air.
    pub fn without_top(&self, cell: Cell) -> Plain {
        let mut rest = self.clone();
        rest.lift(cell);
        rest
    }

    pub fn lift(&mut self, cell: Cell) -> Piece {
        let stack = self.stacks.get_mut(&cell).expect("a piece to lift");
        let piece = stack.pop().expect("no stack is empty");
        if stack.is_empty() {
            self.stacks.remove(&cell);
        }
        piece
    }

    pub fn put(&mut self, cell: Cell, piece: Piece) {
        self.stacks.entry(cell).or_default().push(piece);
    }
}
