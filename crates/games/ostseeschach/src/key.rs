//! The hash of a position: one random number per piece, per amber count and for the side to move.
//!
//! The turn is left out, so that the same board with the same side to move has the same key
//! at any time of the game.

use schwarm_core::Side;

use crate::board::Board;
use crate::piece::Piece;
use crate::square::Square;

/// Toggled with every ply.
pub(crate) const BLUE_TO_MOVE: u64 = random(1);

/// The number of a piece on a square.
#[inline(always)]
pub(crate) fn piece(square: Square, piece: Piece) -> u64 {
    PIECES[piece.side.index()][piece.is_tower as usize][piece.kind as usize][square.index()]
}

/// The number of a side's ambers.
pub(crate) const fn ambers(side: Side, ambers: u8) -> u64 {
    random(1 << 8 | (side as u64) << 16 | ambers as u64)
}

/// The hash of a board.
pub(crate) fn board(board: &Board) -> u64 {
    Square::all()
        .filter_map(|square| board.at(square).map(|on_it| piece(square, on_it)))
        .fold(0, |key, number| key ^ number)
}

static PIECES: [[[[u64; 64]; 4]; 2]; 2] = {
    let mut table = [[[[0; 64]; 4]; 2]; 2];
    let mut n = 0;
    while n < 2 * 2 * 4 * 64 {
        table[n / 512][n / 256 % 2][n / 64 % 4][n % 64] = random((1 << 20) + n as u64);
        n += 1;
    }
    table
};

/// The n-th number of a SplitMix64 sequence.
const fn random(n: u64) -> u64 {
    let mut z = (n + 0x4F53_5453).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
