//! An illegal move is refused with the rule it breaks, in words, and with the squares to mark.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::view::Cell;
use schwarm_core::{GameId, MoveError};
use schwarm_ostseeschach::FAMILY;

/// Red to move.
const BOARD: &str = "
    5 . . . h . . . .
    4 . M H S . R M2 .
      a b c d e f g h";

fn check(text: &str, id: &str, message: &str, cells: &[(i32, i32)]) {
    let book = FAMILY.open(&GameId::parse("ostseeschach-2022")).unwrap().unwrap();
    let mut session = book.from_position(&position(BOARD, "r 10 0:0")).unwrap();
    let before = session.position();
    match session.play(text).unwrap_err() {
        MoveError::Illegal { rule, .. } => {
            assert_eq!((rule.id, rule.message.as_str()), (id, message));
            assert_eq!(rule.cells, cells.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>());
        }
        error => panic!("{text}: {error}"),
    }
    assert_eq!(session.position(), before);
}

#[test]
fn an_empty_square_has_no_piece() {
    check("a1-a2", "no-piece", "there is no piece on a1", &[(0, 0)]);
}

#[test]
fn the_piece_must_be_own() {
    check("d5-c4", "not-yours", "the cockle on d5 is blue, and red is to move", &[(3, 4)]);
}

#[test]
fn each_kind_has_its_movement() {
    let check = |text, message, to| check(text, "movement", message, to);
    check("b4-c5", "a gull moves one step straight, not from b4 to c5", &[(1, 3), (2, 4)]);
    check("c4-c5", "a cockle moves one step diagonally forward, not from c4 to c5", &[(2, 3), (2, 4)]);
    check("d4-d3", "a starfish moves one step forward or diagonally, not from d4 to d3", &[(3, 3), (3, 2)]);
    check("f4-f5", "a seal jumps two steps straight and one to the side, not from f4 to f5", &[(5, 3), (5, 4)]);
    let message = "a gull moves one step straight, and so does a tower with one on top, not from g4 to h5";
    check("g4-h5", message, &[(6, 3), (7, 4)]);
    check("b4-b4", "a gull moves one step straight, not from b4 to b4", &[(1, 3), (1, 3)]);
}

#[test]
fn no_move_ends_on_an_own_piece() {
    let message = "an own cockle is on c4; a move ends on an empty square or an enemy";
    check("b4-c4", "own-piece", message, &[(2, 3)]);
}

#[test]
fn after_the_end_every_move_comes_too_late() {
    let book = FAMILY.open(&GameId::parse("ostseeschach-2022")).unwrap().unwrap();
    let mut session = book.from_position(&position(BOARD, "r 10 2:0")).unwrap();
    assert_eq!(session.play("b4-b5").unwrap_err().kind(), "game-over");
}
