//! Swarms: fish of one colour connected over the eight neighbours of a square.
//!
//! Sets of squares are grown in all directions at once; the missing eleventh column keeps
//! the edges apart.
//! Not here: what a swarm is worth at the end of a game (`end`).

use schwarm_core::Side;

use crate::board::Board;
use crate::square::STRIDE;

/// The size of a swarm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swarm {
    /// Its fish.
    pub fish: u32,
    /// The sum of their weights.
    pub weight: u32,
}

/// Whether all fish of a set are one swarm. No fish are none.
#[inline]
pub fn is_united(fish: u128) -> bool {
    fish != 0 && swarm_of(fish, fish & fish.wrapping_neg()) == fish
}

/// The sizes of the swarms of a side, by the order of their lowest squares.
pub(crate) fn swarms(board: &Board, side: Side) -> impl Iterator<Item = Swarm> {
    let [medium, large] = board.heavy_sets();
    let mut left = board.fish_set(side);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let swarm = swarm_of(left, left & left.wrapping_neg());
        left &= !swarm;
        let fish = swarm.count_ones();
        Some(Swarm { fish, weight: fish + (swarm & medium).count_ones() + 2 * (swarm & large).count_ones() })
    })
}

/// A set and all neighbours of its squares. Some may lie beside the board, where no fish is.
#[inline(always)]
pub const fn grown(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << STRIDE | row >> STRIDE
}

/// The fish connected to a seed.
#[inline]
pub fn swarm_of(fish: u128, seed: u128) -> u128 {
    let mut swarm = grown(seed) & fish;
    if swarm == seed {
        return seed;
    }
    // Two steps at a time: whether one more is needed is hard to foresee.
    loop {
        let further = grown(grown(swarm) & fish) & fish;
        if further == swarm {
            return swarm;
        }
        swarm = further;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn set(squares: &[(u8, u8)]) -> u128 {
        squares.iter().map(|&(x, y)| Square::new(x, y).unwrap().bit()).sum()
    }

    #[test]
    fn all_eight_neighbours_connect() {
        for y in 3..6 {
            for x in 3..6 {
                assert!(is_united(set(&[(4, 4)]) | set(&[(x, y)])), "{x} {y}");
            }
        }
        assert!(!is_united(set(&[(4, 4), (6, 4)])));
        assert!(!is_united(set(&[(4, 4), (5, 6)])));
    }

    #[test]
    fn opposite_edges_do_not_touch() {
        assert!(!is_united(set(&[(9, 4), (0, 4)])));
        assert!(!is_united(set(&[(9, 4), (0, 5)])));
        assert!(!is_united(set(&[(9, 4), (0, 6)])));
        assert!(!is_united(set(&[(4, 0), (4, 9)])));
        assert!(!is_united(set(&[(0, 0), (9, 9)])));
    }

    #[test]
    fn no_fish_are_no_swarm() {
        assert!(!is_united(0));
        assert_eq!(swarms(&Board::empty(), Side::One).next(), None);
    }
}
