//! The hash of a position: one random number per fish, octopus, side to move and first union.
//!
//! The turn is left out, so that the same board with the same side to move has the same key
//! at any time of the game.

use schwarm_core::Side;

use crate::board::{Board, Content, Weight};
use crate::square::Square;

/// Toggled with every ply.
pub(crate) const BLUE_TO_MOVE: u64 = random(1);

/// The number of a fish on a square.
#[inline(always)]
pub(crate) fn fish(square: Square, side: Side, weight: Weight) -> u64 {
    FISH[weight.index()][side.index()][square.index()]
}

/// The number of who first completed a swarm; none for nobody.
#[inline(always)]
pub(crate) const fn first_union(side: Option<Side>) -> u64 {
    match side {
        None => 0,
        Some(Side::One) => random(2),
        Some(Side::Two) => random(3),
    }
}

/// The hash of a board.
pub(crate) fn board(board: &Board) -> u64 {
    Square::all().fold(0, |key, square| {
        key ^ match board.at(square) {
            Content::Empty => 0,
            Content::Octopus => random(OCTOPUS + square.index() as u64),
            Content::Fish(side, weight) => fish(square, side, weight),
        }
    })
}

const OCTOPUS: u64 = 1 << 10;

static FISH: [[[u64; 128]; 2]; 3] = {
    let mut table = [[[0; 128]; 2]; 3];
    let mut n = 0;
    while n < 3 * 2 * 128 {
        table[n / 256][n / 128 % 2][n % 128] = random((1 << 12) + n as u64);
        n += 1;
    }
    table
};

/// The n-th number of a SplitMix64 sequence.
const fn random(n: u64) -> u64 {
    let mut z = (n + 0x5049_5241).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
