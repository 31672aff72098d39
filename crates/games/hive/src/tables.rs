//! What a ring of neighbours says, for all 64 rings.

use crate::board::{Ring, dir};

/// Number of runs of occupied neighbours round a cell; a full ring has none.
pub(crate) static ARCS: [u8; 64] = TABLES.0;
/// Directions into which a piece on the ground can slide: the cell is empty and exactly
/// one of the two cells beside it is occupied (none: contact is lost; both: a gate).
pub(crate) static SLIDES: [u8; 64] = TABLES.1;
/// Directions a piece free of gates can step to and keep contact: the cell or one beside
/// it is occupied.
pub(crate) static TOUCHES: [u8; 64] = TABLES.2;

/// The directions of a ring in ascending order; what is left over repeats direction 0.
pub(crate) static DIRECTIONS: [[u8; 6]; 64] = directions();

const fn directions() -> [[u8; 6]; 64] {
    let mut lists = [[0; 6]; 64];
    let mut ring = 0;
    while ring < 64 {
        let (mut d, mut len) = (0, 0);
        while d < 6 {
            if has(ring, d) {
                lists[ring][len] = d as u8;
                len += 1;
            }
            d += 1;
        }
        ring += 1;
    }
    lists
}

/// Rings that are alike up to turning and mirroring have the same number, 0 to 12.
#[inline(always)]
pub fn ring_class(ring: Ring) -> u8 {
    CLASSES[usize::from(ring & 63)]
}

static CLASSES: [u8; 64] = classes();

const fn classes() -> [u8; 64] {
    let (mut classes, mut count) = ([u8::MAX; 64], 0);
    let mut ring = 0;
    while ring < 64 {
        if classes[ring] == u8::MAX {
            let mut turn = 0;
            while turn < 12 {
                classes[turned(ring, turn)] = count;
                turn += 1;
            }
            count += 1;
        }
        ring += 1;
    }
    classes
}

/// A ring after one of twelve turns, the last six mirrored.
const fn turned(ring: usize, turn: usize) -> usize {
    let (mut found, mut i) = (0, 0);
    while i < 6 {
        let to = if turn < 6 { (i + turn) % 6 } else { (turn - i) % 6 };
        found |= (has(ring, dir::CIRCLE[i]) as usize) << dir::CIRCLE[to];
        i += 1;
    }
    found
}

const TABLES: ([u8; 64], [u8; 64], [u8; 64]) = tables();

const fn tables() -> ([u8; 64], [u8; 64], [u8; 64]) {
    let (mut arcs, mut slides, mut touches) = ([0; 64], [0; 64], [0; 64]);
    let mut ring = 0;
    while ring < 64 {
        let mut i = 0;
        while i < 6 {
            let d = dir::CIRCLE[i];
            let (here, next) = (has(ring, d), has(ring, dir::CIRCLE[(i + 1) % 6]));
            let (a, b) = (has(ring, dir::BESIDE[d].0), has(ring, dir::BESIDE[d].1));
            arcs[ring] += (here && !next) as u8;
            slides[ring] |= ((!here && a != b) as Ring) << d;
            touches[ring] |= ((here || a || b) as Ring) << d;
            i += 1;
        }
        ring += 1;
    }
    (arcs, slides, touches)
}

const fn has(ring: usize, direction: usize) -> bool {
    ring >> direction & 1 != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_neighbours_side_by_side_are_one_arc_and_apart_two() {
        assert_eq!(ARCS[1 << dir::E | 1 << dir::SE], 1);
        assert_eq!(ARCS[1 << dir::E | 1 << dir::W], 2);
        assert_eq!(ARCS[63], 0);
        assert_eq!(ARCS[1 << dir::E | 1 << dir::SW | 1 << dir::NW], 3);
    }

    #[test]
    fn a_single_neighbour_lets_a_piece_roll_round_it_both_ways() {
        assert_eq!(SLIDES[1 << dir::E], 1 << dir::NE | 1 << dir::SE);
    }

    #[test]
    fn directions_are_those_of_the_ring() {
        for ring in 0..64u8 {
            let listed = &DIRECTIONS[usize::from(ring)][..ring.count_ones() as usize];
            assert!(listed.iter().map(|&d| usize::from(d)).eq(crate::board::Directions(ring)), "ring {ring:06b}");
        }
    }

    #[test]
    fn a_gate_cannot_be_passed() {
        let gate = 1usize << dir::NE | 1 << dir::SE;
        assert_eq!(SLIDES[gate] >> dir::E & 1, 0);
        assert_eq!(TOUCHES[gate] >> dir::E & 1, 1);
    }
}
