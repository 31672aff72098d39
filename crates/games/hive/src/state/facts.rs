//! The small facts of a state in one word.
//!
//! Playing saves and restores them together. Single bytes written and then read back as
//! a word would stall the processor, so they live in a word and are changed in a register.

use crate::bug::Piece;
use schwarm_core::Side;

/// Eight bytes: shape, passes, frame, stunned piece, side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts(u64);

/// Where each byte begins.
mod at {
    pub const CHI: u32 = 0;
    pub const STACKS: u32 = 8;
    pub const PASSES: u32 = 16;
    pub const ROW: u32 = 24;
    pub const COLUMN: u32 = 32;
    pub const STUNNED: u32 = 40;
    pub const SIDE: u32 = 48;
    pub const WIDE: u32 = 56;
}

impl Facts {
    /// An empty board.
    pub(crate) fn new(side: Side) -> Facts {
        Facts(0).with_stunned(Piece::NONE).with_side(side)
    }

    #[inline(always)]
    const fn byte(self, at: u32) -> u8 {
        (self.0 >> at) as u8
    }

    #[inline(always)]
    const fn with(self, at: u32, byte: u8) -> Facts {
        Facts(self.0 & !(0xff << at) | (byte as u64) << at)
    }

    /// Occupied cells minus edges plus triangles.
    #[inline(always)]
    pub(crate) const fn chi(self) -> i8 {
        self.byte(at::CHI) as i8
    }

    #[inline(always)]
    pub(crate) const fn with_chi(self, chi: i8) -> Facts {
        self.with(at::CHI, chi as u8)
    }

    /// Cells with two pieces or more.
    #[inline(always)]
    pub(crate) const fn stacks(self) -> u8 {
        self.byte(at::STACKS)
    }

    #[inline(always)]
    pub(crate) const fn with_stacks(self, stacks: u8) -> Facts {
        self.with(at::STACKS, stacks)
    }

    /// 1: the last ply was a pass and the side to move is stuck too; 2: that side has passed.
    #[inline(always)]
    pub(crate) const fn passes(self) -> u8 {
        self.byte(at::PASSES)
    }

    #[inline(always)]
    pub(crate) const fn with_passes(self, passes: u8) -> Facts {
        self.with(at::PASSES, passes)
    }

    /// First true row and column of the narrow frame.
    #[inline(always)]
    pub(crate) const fn base(self) -> (u8, u8) {
        (self.byte(at::ROW), self.byte(at::COLUMN))
    }

    #[inline(always)]
    pub(crate) const fn with_base(self, base: (u8, u8)) -> Facts {
        self.with(at::ROW, base.0).with(at::COLUMN, base.1)
    }

    /// The piece that moved in the last ply, where that matters.
    #[inline(always)]
    pub(crate) const fn stunned(self) -> Piece {
        Piece(self.byte(at::STUNNED))
    }

    #[inline(always)]
    pub(crate) const fn with_stunned(self, piece: Piece) -> Facts {
        self.with(at::STUNNED, piece.0)
    }

    /// Who moves.
    #[inline(always)]
    pub(crate) const fn side(self) -> Side {
        Side::from_parity(self.byte(at::SIDE) as u32)
    }

    #[inline(always)]
    pub(crate) const fn with_side(self, side: Side) -> Facts {
        self.with(at::SIDE, side as u8)
    }

    /// The other side moves.
    #[inline(always)]
    pub(crate) const fn with_other_side(self) -> Facts {
        Facts(self.0 ^ 1 << at::SIDE)
    }

    /// Whether the hive is too long for the narrow frame.
    #[inline(always)]
    pub(crate) const fn is_wide(self) -> bool {
        self.byte(at::WIDE) != 0
    }

    #[inline(always)]
    pub(crate) const fn with_wide(self, wide: bool) -> Facts {
        self.with(at::WIDE, wide as u8)
    }
}
