//! Which moves there are.
//!
//! A piece goes where its kind steps, onto an empty square or an enemy, never onto an own
//! piece. A tower moves as its top piece.
//! Invariant: nothing here asks whether the game is over; `state` does.
//! Not here: what happens on the target (`state`), why a move is not legal (`explain`).

use schwarm_core::Side;

use crate::board::Board;
use crate::piece::{Kind, offsets, targets};
use crate::square::{Square, Squares};

/// A move: a piece, or the tower it is on top of, goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// Moves found before they are handed on; more than the 38 candidates of a game's eight pieces.
const BATCH: usize = 64;

/// Appends the moves of a side: cockles, gulls, starfish, seals.
pub(crate) fn list(board: &Board, side: Side, moves: &mut Vec<Move>) {
    // Every step of a piece is written and only the legal ones are counted: whether a step is
    // legal is a coin toss no processor predicts.
    let mut found = [Move { from: Square::FIRST, to: Square::FIRST }; BATCH];
    let mut count = 0;
    for kind in Kind::ALL {
        for from in Squares::of(board.set_of(side, kind)) {
            let allowed = targets(side, kind, from) & !board.set(side);
            for &offset in offsets(side, kind) {
                let to = from.offset_wrapping(offset);
                found[count % BATCH] = Move { from, to };
                count += (allowed >> to.index() & 1) as usize;
            }
            if count > BATCH - 8 {
                moves.extend_from_slice(&found[..count]);
                count = 0;
            }
        }
    }
    moves.extend_from_slice(&found[..count]);
}

/// The number of moves of a side.
pub(crate) fn count(board: &Board, side: Side) -> u64 {
    let own = board.set(side);
    let mut count = 0;
    for kind in Kind::ALL {
        for from in Squares::of(board.set_of(side, kind)) {
            count += u64::from((targets(side, kind, from) & !own).count_ones());
        }
    }
    count
}

/// Whether a move is one of a side's.
#[inline]
pub(crate) fn is_one(board: &Board, side: Side, mv: Move) -> bool {
    let own = board.set(side);
    own & mv.from.bit() != 0 && targets(side, board.kind_at(mv.from), mv.from) & !own & mv.to.bit() != 0
}

/// Whether a side has any move.
#[inline]
pub(crate) fn any(board: &Board, side: Side) -> bool {
    board.pieces(side).any(|from| targets(side, board.kind_at(from), from) & !board.set(side) != 0)
}

#[cfg(test)]
mod tests {
    use schwarm_core::Game;

    use super::*;
    use crate::drawing::{position, take_marks};
    use crate::notation::read_position;

    /// The piece on `from` can go to the cells marked `x` (empty) and `!` (an enemy).
    fn check_targets(drawing: &str, rest: &str, from: &str) {
        let (drawing, marked) = take_marks(drawing);
        let state = read_position(&position(&drawing, rest)).unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        assert_eq!(moves.len() as u64, state.count_legal_moves());
        let mut found: Vec<String> =
            moves.iter().filter(|mv| mv.from.to_string() == from).map(|mv| mv.to.to_string()).collect();
        found.sort_unstable();
        assert_eq!(found, marked);
    }

    #[test]
    fn a_cockle_steps_diagonally_forward() {
        let red = "
            5 . . x . x . . .
            4 . . . H . . . .
              a b c d e f g h";
        check_targets(red, "r 10 0:0", "d4");
        let blue = "
            4 . . . h . . . .
            3 . . x . x . . .
              a b c d e f g h";
        check_targets(blue, "b 11 0:0", "d4");
    }

    #[test]
    fn a_gull_steps_straight() {
        let drawing = "
            5 . . . x . . . .
            4 . . x m x . . .
            3 . . . x . . . .
              a b c d e f g h";
        check_targets(drawing, "b 11 0:0", "d4");
    }

    #[test]
    fn a_starfish_steps_forward_or_diagonally() {
        let red = "
            5 . . x x x . . .
            4 . . . S . . . .
            3 . . x . x . . .
              a b c d e f g h";
        check_targets(red, "r 10 0:0", "d4");
        let blue = "
            5 . . x . x . . .
            4 . . . s . . . .
            3 . . x x x . . .
              a b c d e f g h";
        check_targets(blue, "b 11 0:0", "d4");
    }

    #[test]
    fn a_seal_jumps_like_a_knight_over_everything() {
        let drawing = "
            6 . . x . x . . .
            5 . x h H h x . .
            4 . . H R H . . .
            3 . x h H h x . .
            2 . . x . x . . .
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "d4");
    }

    #[test]
    fn the_edge_stops_every_piece() {
        let drawing = "
            3 . x . . . . . .
            2 . . x . . . . .
            1 R . . . . . . .
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "a1");
        let drawing = "
            4 . . . . . . . x
            3 . . . . . . x M
            2 . . . . . . . x
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "h3");
        let drawing = "
            4 . x . . . . . .
            3 H . . . . . . .
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "a3");
    }

    #[test]
    fn a_move_ends_on_an_empty_square_or_an_enemy_never_on_an_own_piece() {
        let drawing = "
            5 . . . r! . . . .
            4 . . x M H . . .
            3 . . . m2! . . . .
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "d4");
    }

    #[test]
    fn a_tower_moves_as_its_top_piece() {
        let drawing = "
            5 . . . x . . . .
            4 . . x M2 x . . .
            3 . . . x . . . .
              a b c d e f g h";
        check_targets(drawing, "r 10 0:0", "d4");
    }

    #[test]
    fn steps_and_targets_tell_the_same() {
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for from in Square::all() {
                    let stepped = offsets(side, kind).iter().map(|&offset| from.offset_wrapping(offset).bit());
                    let stepped = stepped.fold(0, |set, bit| set | bit);
                    assert_eq!(targets(side, kind, from) & !stepped, 0, "{side:?} {kind:?} {from}");
                }
                // In the middle of the board no step is lost.
                let middle = Square::new(3, 3).unwrap();
                assert_eq!(targets(side, kind, middle).count_ones() as usize, offsets(side, kind).len());
            }
        }
    }

    #[test]
    fn a_single_move_is_judged_as_the_list_says() {
        let drawing = "
            5 . . . r . H . .
            4 . . S M H . R2 .
            3 . h . m2 . . s .
              a b c d e f g h";
        for rest in ["r 10 0:0", "b 11 0:0", "r 60 0:0", "r 10 2:0"] {
            let state = read_position(&position(drawing, rest)).unwrap();
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            for from in Square::all() {
                for to in Square::all() {
                    let mv = Move { from, to };
                    assert_eq!(state.is_legal(mv), moves.contains(&mv), "{from}-{to} {rest}");
                }
            }
        }
    }

    #[test]
    fn more_moves_than_a_batch_are_all_listed() {
        let row = "5 R . R . R . R .\n4 . R . R . R . R\n3 R . R . R . R .\n2 . R . R . R . R";
        let state = read_position(&position(row, "r 10 0:0")).unwrap();
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        assert!(moves.len() > BATCH);
        assert_eq!(moves.len() as u64, state.count_legal_moves());
    }
}
