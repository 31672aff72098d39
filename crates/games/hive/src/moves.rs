//! A move in two bytes.
//!
//! The target cell is meant in the frame of the state the move belongs to: a move says
//! nothing without its state.

use crate::board::CellIndex;
use crate::bug::Piece;

/// A placement, a movement (throws included) or the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// No placement and no movement is possible.
    pub const PASS: Move = Move(0xffff);

    /// `piece` goes to `cell`.
    #[inline(always)]
    pub(crate) const fn new(piece: Piece, cell: CellIndex) -> Move {
        Move((piece.0 as u16) << 10 | cell)
    }

    /// The bits of a move that name its piece.
    #[inline(always)]
    pub(crate) const fn tag(piece: Piece) -> u16 {
        (piece.0 as u16) << 10
    }

    /// Whether this is the pass.
    #[inline(always)]
    pub const fn is_pass(self) -> bool {
        self.0 == 0xffff
    }

    /// The piece that is placed, moved or thrown.
    #[inline(always)]
    pub const fn piece(self) -> Piece {
        Piece((self.0 >> 10 & 31) as u8)
    }

    /// Where it goes, in the frame of its state.
    #[inline(always)]
    pub const fn cell(self) -> CellIndex {
        self.0 & 1023
    }

    /// The move as a number; different moves of a state have different ones.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_pass() { f.write_str("pass") } else { write!(f, "{:?}@{}", self.piece(), self.cell()) }
    }
}
