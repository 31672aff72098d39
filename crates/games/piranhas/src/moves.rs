//! Which moves there are.
//!
//! A fish moves along a line exactly as far as there are fish on it, jumps own fish and
//! octopuses, is stopped by enemies in between, and ends on an empty cell or an enemy.
//! Invariant: nothing here asks whether the game is over; `state` does.
//! Not here: why a move is not legal (`explain`).

use schwarm_core::Side;

use crate::board::{Board, Reach};
use crate::line::Axis;
use crate::square::Square;

/// The most moves a side can have: sixteen fish in eight directions.
pub const MOST_MOVES: usize = 128;

/// A move: a fish swims from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the fish is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// Appends the moves of a side, fish by fish in the order of squares.
pub(crate) fn list(board: &Board, side: Side, moves: &mut Vec<Move>) {
    // Every candidate is written and only the legal ones are counted: whether a move is legal
    // is a coin toss no processor predicts. Before the n-th candidate at most n - 1 are
    // counted, so with at most 128 candidates the place is below 128.
    let mut found = [Move { from: Square::FIRST, to: Square::FIRST }; MOST_MOVES];
    let mut count = 0;
    for from in board.fish(side) {
        for axis in Axis::ALL {
            let Reach { distance, forward, backward } = board.reach(side, from, axis);
            let offset = distance * axis.step();
            found[count % MOST_MOVES] = Move { from, to: from.offset_unchecked(offset) };
            count += usize::from(forward);
            found[count % MOST_MOVES] = Move { from, to: from.offset_unchecked(-offset) };
            count += usize::from(backward);
        }
    }
    moves.extend_from_slice(&found[..count]);
}

/// The number of moves of a side.
pub(crate) fn count(board: &Board, side: Side) -> u64 {
    let mut count = 0;
    for from in board.fish(side) {
        for axis in Axis::ALL {
            let Reach { forward, backward, .. } = board.reach(side, from, axis);
            count += u64::from(forward) + u64::from(backward);
        }
    }
    count
}

/// Whether a move is one of a side's.
#[inline]
pub(crate) fn is_one(board: &Board, side: Side, mv: Move) -> bool {
    board.fish_set(side) & mv.from.bit() != 0 && board.targets(side, mv.from).0 & mv.to.bit() != 0
}

/// Whether a side has any move.
#[inline]
pub(crate) fn any(board: &Board, side: Side) -> bool {
    board.fish(side).any(|from| {
        Axis::ALL.into_iter().any(|axis| {
            let Reach { forward, backward, .. } = board.reach(side, from, axis);
            forward | backward
        })
    })
}

#[cfg(test)]
mod tests {
    use schwarm_core::Game;

    use super::Move;
    use crate::drawing::{position, take_marks};
    use crate::notation::read_position;
    use crate::{Edition, Square};

    /// The blue fish on `from` can go to the cells marked `x` (empty) and `R` (a red fish).
    fn check_targets(drawing: &str, from: &str) {
        let (drawing, marked) = take_marks(drawing, &[('x', '.'), ('R', 'r')]);
        let state = read_position(Edition::Sheet2019, &position(&drawing, "b 11")).unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut found: Vec<String> =
            moves.iter().filter(|mv| mv.from.to_string() == from).map(|mv| mv.to.to_string()).collect();
        found.sort_unstable();
        assert_eq!(found, marked);
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let mv = Move { from, to };
            assert_eq!(state.is_legal(mv), moves.contains(&mv), "{from}-{to}");
        }
    }

    #[test]
    fn a_lonely_fish_moves_one_cell_in_eight_directions() {
        check_targets(
            "
            6 ...xxx....
            5 ...xbx....
            4 ...xxx....
              abcdefghij",
            "e5",
        );
    }

    #[test]
    fn the_board_ends_the_move_in_a_corner() {
        check_targets(
            "
            1 xx........
            0 bx........
              abcdefghij",
            "a0",
        );
    }

    #[test]
    fn fish_of_both_colours_count_on_the_whole_line() {
        check_targets(
            "
            6 ..xxx.....
            5 .x.b.x...r
            4 ..xxx.....
              abcdefghij",
            "d5",
        );
    }

    #[test]
    fn every_line_has_its_own_count() {
        check_targets(
            "
            9 .......r..
            8 ...x......
            7 .....x....
            6 ..x.......
            5 ..xbx.....
            4 ....x.....
            3 .x........
            2 ...x......
            1 ...r......
            0 ...b......
              abcdefghij",
            "d5",
        );
    }

    #[test]
    fn own_fish_and_octopuses_are_jumped_and_count_as_cells() {
        check_targets(
            "
            6 xxx.......
            5 .bbOx....b
            4 xxx.......
              abcdefghij",
            "b5",
        );
    }

    #[test]
    fn an_enemy_in_between_stops_the_move_and_one_on_the_target_is_caught() {
        check_targets(
            "
            6 ..xxx.....
            5 x..b.rr...
            4 ..xxx.....
              abcdefghij",
            "d5",
        );
        check_targets(
            "
            6 ..xxx.....
            5 .x.b.R....
            4 ..xxx.....
              abcdefghij",
            "d5",
        );
    }

    #[test]
    fn no_move_ends_on_an_octopus_or_an_own_fish() {
        check_targets(
            "
            6 ..xOx.....
            5 .x.b.b....
            4 ..xxO.....
              abcdefghij",
            "d5",
        );
    }

    #[test]
    fn a_full_line_lets_nobody_move_along_it() {
        check_targets(
            "
            1 xxx.......
            0 bbbbbbbbbb
              abcdefghij",
            "b0",
        );
    }
}
