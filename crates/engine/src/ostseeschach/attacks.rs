//! What the pieces of a side attack, as sets of squares.
//!
//! Here a piece attacks every square it could step to, whoever stands there: an own piece there is
//! guarded. Invariant: nothing here knows whose turn it is.
//! Not here: what an attack is worth (`exchange`, `evaluation`).

use schwarm_core::Side;
use schwarm_ostseeschach::{Board, Kind, Squares, home_line, targets};

/// The squares one side attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attacks {
    /// By any piece.
    pub any: u64,
    /// By at least two pieces.
    pub twice: u64,
    /// By single pieces.
    pub by_single: u64,
    /// By towers.
    pub by_tower: u64,
    /// Enemies whose capture wins an amber, because they or who captures them is a tower.
    pub prey: u64,
    /// Light pieces that can step onto the far line.
    pub finishers: u64,
    /// Whether one move can win two ambers: a light piece makes a high tower on the far line.
    pub has_double: bool,
}

impl Attacks {
    /// The attacks of a side.
    #[inline]
    pub fn of(board: &Board, side: Side) -> Attacks {
        let mut attacks = Attacks::default();
        let (towers, own, enemies) = (board.tower_set(), board.set(side), board.set(!side));
        let far = home_line(!side);
        let mut doubles = 0;
        for kind in Kind::ALL {
            for from in Squares::of(board.set_of(side, kind)) {
                let reached = targets(side, kind, from);
                attacks.twice |= attacks.any & reached;
                attacks.any |= reached;
                let is_tower = towers & from.bit() != 0;
                let set = if is_tower { &mut attacks.by_tower } else { &mut attacks.by_single };
                *set |= reached;
                let finish = reached & far & !own;
                if kind.is_light() && finish != 0 {
                    attacks.finishers |= from.bit();
                    doubles |= finish & if is_tower { enemies } else { enemies & towers };
                }
            }
        }
        attacks.prey = attacks.any & enemies & towers | attacks.by_tower & enemies;
        attacks.has_double = doubles != 0;
        attacks
    }

    /// The number of pieces that could win an amber with one move, or be the prey of one.
    #[inline]
    pub fn amber_threats(&self) -> u32 {
        self.prey.count_ones() + self.finishers.count_ones()
    }

    /// The most ambers one move can win.
    #[inline]
    pub fn best_ambers(&self) -> u8 {
        if self.has_double { 2 } else { u8::from(self.prey | self.finishers != 0) }
    }
}

/// The squares of a side's pieces that attack a square, as a set.
#[inline]
pub(crate) fn attackers(board: &Board, side: Side, square: schwarm_ostseeschach::Square) -> u64 {
    // Blue steps as red does, upside down: who reaches a square stands where the other side's
    // piece of that kind would step to from there.
    Kind::ALL.into_iter().fold(0, |set, kind| set | targets(!side, kind, square) & board.set_of(side, kind))
}

/// Where pieces of a kind on any of these squares could step.
#[inline(always)]
pub(crate) fn steps(side: Side, kind: Kind, set: u64) -> u64 {
    let (west, east) = ((set & !FILE_A) >> 1, (set & !FILE_H) << 1);
    let sides = west | east;
    match kind {
        Kind::Cockle => forward(side, sides),
        Kind::Gull => sides | set << 8 | set >> 8,
        Kind::Starfish => sides << 8 | sides >> 8 | forward(side, set),
        Kind::Seal => {
            let far_sides = (west & !FILE_A) >> 1 | (east & !FILE_H) << 1;
            sides << 16 | sides >> 16 | far_sides << 8 | far_sides >> 8
        }
    }
}

/// Where light pieces of a kind on any of these squares could step towards the far line.
#[inline(always)]
pub(crate) fn advances(side: Side, kind: Kind, set: u64) -> u64 {
    let sides = (set & !FILE_A) >> 1 | (set & !FILE_H) << 1;
    match kind {
        Kind::Cockle => forward(side, sides),
        Kind::Gull => forward(side, set),
        Kind::Starfish => forward(side, set | sides),
        Kind::Seal => 0,
    }
}

#[inline(always)]
fn forward(side: Side, set: u64) -> u64 {
    match side {
        Side::One => set << 8,
        Side::Two => set >> 8,
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

#[cfg(test)]
mod tests {
    use schwarm_ostseeschach::Square;

    use super::*;
    use crate::ostseeschach::tests::state;

    #[test]
    fn steps_of_sets_are_the_targets_of_their_pieces() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for from in Square::all() {
                    assert_eq!(steps(side, kind, from.bit()), targets(side, kind, from), "{side:?} {kind:?} {from}");
                    let ahead = Squares::of(targets(side, kind, from))
                        .filter(|to| kind.is_light() && to.distance_from_home(side) > from.distance_from_home(side))
                        .fold(0, |set, to| set | to.bit());
                    assert_eq!(advances(side, kind, from.bit()), ahead, "{side:?} {kind:?} {from}");
                }
            }
        }
    }

    #[test]
    fn attackers_are_those_who_reach_the_square() {
        let state = state(
            "
            6 . r . . . M . .
            5 . . h . s . . .
            4 . . . S . m2 . .
            3 H . R . H . . .
              a b c d e f g h",
            "r 10 0:0",
        );
        for side in Side::BOTH {
            for square in Square::all() {
                let wanted = state
                    .board()
                    .pieces(side)
                    .filter(|&from| targets(side, state.board().kind_at(from), from) & square.bit() != 0)
                    .fold(0, |set, from| set | from.bit());
                assert_eq!(attackers(state.board(), side, square), wanted, "{side:?} {square}");
            }
        }
    }

    #[test]
    fn towers_are_prey_and_make_prey() {
        // The gull attacks the tower on d5, the red tower attacks the cockle on g4; the seal on d8 is not attacked.
        let state = state(
            "
            8 . . . r . . . .
            7 . H . . . . . .
            5 . . . s2 . . . .
            4 . . . M . S2 h .
            3 . . . . . . . h
              a b c d e f g h",
            "r 10 0:0",
        );
        let red = Attacks::of(state.board(), Side::One);
        let named = |set: u64| Squares::of(set).map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(named(red.prey), "d5");
        assert_eq!(named(red.finishers), "b7");
        assert_eq!((red.amber_threats(), red.best_ambers()), (2, 1));
    }

    #[test]
    fn a_tower_on_the_far_line_is_worth_two_ambers_to_a_light_piece() {
        let of = |drawing: &str| Attacks::of(state(drawing, "r 10 0:0").board(), Side::One).best_ambers();
        assert_eq!(of("8 . . . h2 . . . .\n7 . . . M . . . ."), 2);
        assert_eq!(of("8 . . . h . . . .\n7 . . . M2 . . . ."), 2);
        assert_eq!(of("8 . . . h . . . .\n7 . . . M . . . ."), 1);
        assert_eq!(of("8 . . . . h2 . . .\n6 . . . R . . . ."), 1);
        assert_eq!(of("8 . . . . h . . .\n6 . . . R . . . ."), 0);
    }
}
