//! The two sides of a game.
//!
//! A side is a colour, not an order of play: `One` is white or red, `Two` is
//! black or blue. In `hive-classic` with blue beginning, `Two` moves first.

use std::ops::Not;

use serde::{Deserialize, Serialize};

/// One of the two colours of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// White or red: the side that usually begins.
    One = 0,
    /// Black or blue.
    Two = 1,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::One, Side::Two];

    /// 0 for `One`, 1 for `Two`: the place of this side in a pair.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with index 0 or 1; any other even or odd number by parity.
    #[inline(always)]
    pub const fn from_parity(n: u32) -> Side {
        if n & 1 == 0 { Side::One } else { Side::Two }
    }

    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        self.other()
    }
}
