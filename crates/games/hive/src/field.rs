//! The board a generator works on: sets of cells and what stands on them.
//!
//! A field is a view of a state in one frame. In the narrow frame it borrows the state's
//! own 16x16 sets; for hives too long for that it is built afresh on 32x32.

use crate::board::{Board, CellIndex};
use crate::bug::Piece;

/// Everything the bugs need to know about the board.
pub(crate) struct Field<'a, B: Board> {
    /// Cells with a piece.
    pub occupied: &'a B,
    /// Cells by the colour of their top piece.
    pub tops: [&'a B; 2],
    /// Cells with two pieces or more.
    pub high: &'a B,
    /// Blackberries.
    pub berries: &'a B,
    /// Blackberries and everything off the board: nothing may stand there.
    pub closed: &'a B,
    /// Top piece of each cell.
    pub grid: &'a [Piece],
    /// Cell of each piece on the board.
    pub cells: &'a [CellIndex; 32],
    /// The piece below each piece.
    pub under: &'a [Piece; 32],
    /// Whether two stacks stand so that a way between them, above the ground, may be barred.
    pub high_gates: bool,
    /// Holes in the hive: empty regions enclosed by it.
    pub holes: i32,
}

impl<B: Board> Field<'_, B> {
    /// Pieces on a cell.
    #[inline(always)]
    pub fn height(&self, cell: CellIndex) -> u32 {
        let mut piece = self.grid[usize::from(cell)];
        let mut height = 0;
        while piece.is_some() {
            height += 1;
            piece = self.under[piece.index()];
        }
        height
    }

    /// Top piece of a cell.
    #[inline(always)]
    pub fn top(&self, cell: CellIndex) -> Piece {
        self.grid[usize::from(cell)]
    }

    /// The cell of a piece on the board, if it is on top there.
    #[inline(always)]
    pub fn cell_of(&self, piece: Piece) -> Option<CellIndex> {
        let cell = self.cells[piece.index()];
        (self.top(cell) == piece).then_some(cell)
    }
}
