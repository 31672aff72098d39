//! The hash of what repetition compares: cells, kinds and colours, heights, the side to
//! move, and the piece that may not move now.

use super::Hive;
use crate::board::{Board, CellIndex};
use crate::book::Law;
use crate::bug::Piece;
use schwarm_core::Side;

/// Mixes 64 bits (finaliser of SplitMix64).
#[inline(always)]
const fn mix(n: u64) -> u64 {
    let n = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let n = (n ^ (n >> 32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    n ^ (n >> 29)
}

/// The part of the key that says: this kind of piece stands there, so high.
#[inline(always)]
pub(crate) fn piece_key(piece: Piece, cell: CellIndex, level: u32) -> u64 {
    let kind = piece.bug() as u64 | (piece.side().index() as u64) << 3;
    mix(1 + (kind | u64::from(cell) << 4 | u64::from(level) << 14))
}

/// The part of the key that says: blue or black moves.
pub(crate) const SIDE_KEY: u64 = mix(1 << 40);

/// The part of the key that says: the top piece of this cell may not move now.
#[inline(always)]
fn stun_key(cell: CellIndex) -> u64 {
    mix(1 << 41 | cell as u64)
}

impl<B: Board, L: Law> Hive<B, L> {
    /// The kept part of the key, with what is cheaper to add when it is asked for.
    #[inline(always)]
    pub(crate) fn full_key(&self) -> u64 {
        let mut key = self.key ^ self.frame_key();
        if self.side() == Side::Two {
            key ^= SIDE_KEY;
        }
        let stunned = self.stunned();
        if L::EXPANSIONS && stunned.is_some() {
            key ^= stun_key(self.cells[stunned.index()]);
        }
        key
    }

    /// The kept part computed from nothing but the pieces.
    pub(crate) fn computed_pieces_key(&self) -> u64 {
        self.placed_pieces().fold(0, |key, piece| key ^ piece_key(piece, self.cells[piece.index()], self.level(piece)))
    }

    /// Pieces below a piece.
    pub(crate) fn level(&self, piece: Piece) -> u32 {
        std::iter::successors(Some(self.under[piece.index()]).filter(|p| p.is_some()), |below| {
            Some(self.under[below.index()]).filter(|p| p.is_some())
        })
        .count() as u32
    }

    /// Frames repeat every sixteen cells; a queen's true cell tells the repeats apart. (No
    /// hive travels without a queen on the board.)
    #[inline(always)]
    fn frame_key(&self) -> u64 {
        if L::BOUNDED || self.placed & (1 | 1 << 16) == 0 {
            return 0;
        }
        let queen = Piece::queen(if self.placed & 1 != 0 { Side::One } else { Side::Two });
        let cell = self.unfold(self.cells[queen.index()]);
        mix(1 << 42 | u64::from(cell >> 9 & 1 | cell >> 3 & 2) | u64::from(self.is_wide()) << 2)
    }

    /// Whether it makes a difference which piece moved last: only pillbugs and what copies
    /// them can tell.
    #[inline(always)]
    pub(crate) fn stun_matters(&self) -> bool {
        L::EXPANSIONS && self.book.set >> 14 & 1 != 0
    }
}
