//! What stands where, kept twice: as sets of squares and line by line.
//!
//! Sets answer questions about swarms, lines those about moves: how many fish are on a line
//! and who is in the way are a table look-up and a mask.
//! Invariant: sets and lines say the same; a fish has one colour and one weight; no fish
//! stands on an octopus.
//! Not here: whose turn it is, legality of moves (`moves`).

use schwarm_core::Side;

use crate::along::Along;
use crate::line::{Axis, LENGTH, LINES, spot};
use crate::square::{Square, Squares};

/// The weight of a fish. In 2019 every fish has weight 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Weight {
    /// Weight 1 (S).
    Small = 1,
    /// Weight 2 (M).
    Medium = 2,
    /// Weight 3 (L).
    Large = 3,
}

impl Weight {
    /// All weights, lightest first.
    pub const ALL: [Weight; 3] = [Weight::Small, Weight::Medium, Weight::Large];

    /// 0 for the lightest, 2 for the heaviest.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self as usize - 1
    }
}

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// An octopus: may be passed, not entered.
    Octopus,
    /// A fish.
    Fish(Side, Weight),
}

/// A board with fish and octopuses on it, at most sixteen fish a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    fish: [u128; 2],
    medium: u128,
    large: u128,
    octopuses: u128,
    /// Each line as each side sees it, one bit per place. The lower half says where a move of
    /// the side cannot end: own fish, octopuses, places that do not exist. The upper half
    /// says what it cannot pass: enemies.
    lines: [[u32; 2]; LINES],
    /// The fish of both sides on each line.
    counts: [u8; LINES],
}

/// How far the upper half of a line is shifted.
const ENEMIES: u32 = 16;

impl Board {
    /// A board with nothing on it.
    pub fn empty() -> Board {
        Board {
            fish: [0; 2],
            medium: 0,
            large: 0,
            octopuses: 0,
            lines: LENGTH.map(|length| [0xFFFF & u32::MAX << length; 2]),
            counts: [0; LINES],
        }
    }

    /// What stands on a square.
    pub fn at(&self, square: Square) -> Content {
        let bit = square.bit();
        if self.octopuses & bit != 0 {
            Content::Octopus
        } else if self.fish[0] & bit != 0 {
            Content::Fish(Side::One, self.weight_at(square))
        } else if self.fish[1] & bit != 0 {
            Content::Fish(Side::Two, self.weight_at(square))
        } else {
            Content::Empty
        }
    }

    /// The squares of a side's fish.
    pub fn fish(&self, side: Side) -> Squares {
        Squares::of(self.fish[side.index()])
    }

    /// The same as a set, bit [`Square::index`] for each.
    #[inline(always)]
    pub fn fish_set(&self, side: Side) -> u128 {
        self.fish[side.index()]
    }

    /// The number of a side's fish.
    pub fn fish_count(&self, side: Side) -> u32 {
        self.fish[side.index()].count_ones()
    }

    /// The squares of the octopuses.
    pub fn octopuses(&self) -> Squares {
        Squares::of(self.octopuses)
    }

    /// The squares of octopuses, as a set.
    #[inline(always)]
    pub fn octopus_set(&self) -> u128 {
        self.octopuses
    }

    /// The squares of medium and of large fish of both colours, as sets.
    #[inline(always)]
    pub fn heavy_sets(&self) -> [u128; 2] {
        [self.medium, self.large]
    }

    /// The weight of the fish on a square.
    #[inline(always)]
    pub fn weight_at(&self, square: Square) -> Weight {
        let bit = square.bit();
        if self.large & bit != 0 {
            Weight::Large
        } else if self.medium & bit != 0 {
            Weight::Medium
        } else {
            Weight::Small
        }
    }

    /// Puts something on an empty square.
    pub(crate) fn put(&mut self, square: Square, content: Content) {
        match content {
            Content::Empty => {}
            Content::Octopus => {
                self.octopuses |= square.bit();
                for axis in Axis::ALL {
                    let spot = spot(square, axis);
                    for view in &mut self.lines[spot.line as usize] {
                        *view |= 1 << spot.place();
                    }
                }
            }
            Content::Fish(side, weight) => self.put_fish(square, side, weight),
        }
    }

    /// Puts a fish on a square that holds nothing.
    #[inline(always)]
    pub(crate) fn put_fish(&mut self, square: Square, side: Side, weight: Weight) {
        self.toggle(square, side, weight, 1);
    }

    /// Takes a fish off its square.
    #[inline(always)]
    pub(crate) fn take_fish(&mut self, square: Square, side: Side, weight: Weight) {
        self.toggle(square, side, weight, -1);
    }

    #[inline(always)]
    fn toggle(&mut self, square: Square, side: Side, weight: Weight, change: i8) {
        let bit = square.bit();
        self.fish[side.index()] ^= bit;
        match weight {
            Weight::Small => {}
            Weight::Medium => self.medium ^= bit,
            Weight::Large => self.large ^= bit,
        }
        for axis in Axis::ALL {
            let spot = spot(square, axis);
            let line = &mut self.lines[spot.line as usize];
            line[side.index()] ^= 1 << spot.place();
            line[side.other().index()] ^= 1 << (spot.place() + ENEMIES);
            let count = &mut self.counts[spot.line as usize];
            *count = count.wrapping_add_signed(change);
        }
    }

    /// The fish of both sides on the line through a square.
    pub fn fish_on_line(&self, through: Square, axis: Axis) -> u8 {
        self.counts[spot(through, axis).line as usize]
    }

    /// Where a fish of `side` on `from` can go, as a set, and how many squares these are.
    #[inline]
    pub fn targets(&self, side: Side, from: Square) -> (u128, u32) {
        let (mut set, mut count) = (0, 0);
        for axis in Axis::ALL {
            let Reach { distance, forward, backward } = self.reach(side, from, axis);
            let offset = distance * axis.step();
            // Without a branch, for the reason given in `moves`.
            set |= u128::from(forward) << (from.offset_unchecked(offset).index() % 128);
            set |= u128::from(backward) << (from.offset_unchecked(-offset).index() % 128);
            count += u32::from(forward) + u32::from(backward);
        }
        (set, count)
    }

    /// Whether a fish of `side` on `from` can go anywhere, and whether to a square of a set.
    #[inline(always)]
    pub fn can_go(&self, side: Side, from: Square, set: u128) -> (bool, bool) {
        let words = [set as u64, (set >> 64) as u64];
        let has = |square: Square| words[square.index() / 64 % 2] >> (square.index() % 64) & 1 == 1;
        let (mut anywhere, mut there) = (false, false);
        for axis in Axis::ALL {
            let Reach { distance, forward, backward } = self.reach(side, from, axis);
            let offset = distance * axis.step();
            anywhere |= forward | backward;
            there |= forward & has(from.offset_unchecked(offset)) | backward & has(from.offset_unchecked(-offset));
        }
        (anywhere, there)
    }

    /// What both sides can do along a line; lines are numbered as [`lines_through`](crate::lines_through) does.
    #[inline(always)]
    pub fn along(&self, line: usize) -> Along {
        let line = line % LINES;
        let [red, blue] = self.lines[line];
        Along::of([red & 0xFFFF, blue & 0xFFFF], [red >> ENEMIES, blue >> ENEMIES], self.counts[line])
    }

    /// Where a fish of `side` on `from` can go along an axis.
    #[inline(always)]
    pub(crate) fn reach(&self, side: Side, from: Square, axis: Axis) -> Reach {
        let spot = spot(from, axis);
        let distance = self.counts[spot.line as usize];
        let line = self.lines[spot.line as usize][side.index()];
        let way = &WAYS[spot.row_of_ways.wrapping_add(distance) as usize];
        Reach { distance: distance as i8, forward: line & way.forward == 0, backward: line & way.backward == 0 }
    }
}

/// Where a fish can go along one axis.
pub(crate) struct Reach {
    /// How many cells it moves: the fish on the line.
    pub distance: i8,
    /// Whether it can go that far along the axis.
    pub forward: bool,
    /// Whether it can go that far against the axis.
    pub backward: bool,
}

/// What must be clear in a line for a move from one place over one distance.
#[derive(Clone, Copy)]
struct Way {
    forward: u32,
    backward: u32,
}

/// The ways by [`Spot::row_of_ways`](crate::line::Spot) plus distance.
static WAYS: [Way; 256] = {
    // A place that no line has: a move that would end there is never possible.
    const NOWHERE: u32 = 1 << 15;
    let mut ways = [Way { forward: NOWHERE, backward: NOWHERE }; 256];
    let mut place = 0;
    while place < 10 {
        let mut distance = 1;
        while distance <= 10 {
            let passed = (1 << (distance - 1)) - 1;
            let way = &mut ways[place * 16 + distance];
            if place + distance < 10 {
                way.forward = 1 << (place + distance) | passed << (place + 1) << ENEMIES;
            }
            if distance <= place {
                way.backward = 1 << (place - distance) | passed << (place - distance + 1) << ENEMIES;
            }
            distance += 1;
        }
        place += 1;
    }
    ways
};
