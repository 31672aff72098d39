//! An illegal move is refused with the rule it breaks, in words, and with the cells to mark.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::view::Cell;
use schwarm_core::{GameId, MoveError};
use schwarm_piranhas::FAMILY;

/// Blue to move; the board holds one case of each kind.
const BOARD: &str = "
    9 ..........
    8 ..........
    7 ..b.......
    6 ..........
    5 ..........
    4 b..r...b..
    3 .O........
    2 ..b.......
    1 ..........
    0 r.........
      abcdefghij";

fn refusal(text: &str) -> (&'static str, String, Vec<Cell>) {
    let book = FAMILY.open(&GameId::parse("piranhas-2019")).unwrap().unwrap();
    let mut session = book.from_position(&position(BOARD, "b 11")).unwrap();
    let before = session.position();
    let error = session.play(text).unwrap_err();
    assert_eq!(session.position(), before);
    match error {
        MoveError::Illegal { rule, .. } => (rule.id, rule.message.clone(), rule.cells.clone()),
        error => panic!("{text}: {error}"),
    }
}

fn check(text: &str, id: &str, message: &str, cells: &[(i32, i32)]) {
    let cells = cells.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    assert_eq!(refusal(text), (id, message.to_string(), cells) as (&str, String, Vec<Cell>));
}

#[test]
fn an_empty_cell_or_an_octopus_is_no_fish() {
    check("f5-f6", "no-fish", "there is no fish on f5", &[(5, 5)]);
    check("b3-b4", "no-fish", "on b3 is an octopus, not a fish", &[(1, 3)]);
}

#[test]
fn the_fish_must_be_own() {
    check("d4-d5", "not-yours", "the fish on d4 is red, and blue is to move", &[(3, 4)]);
}

#[test]
fn a_move_follows_a_line() {
    let message = "a fish moves along a row, a column or a diagonal, and a4 and b6 share none";
    check("a4-b6", "direction", message, &[(0, 4), (1, 6)]);
    check("a4-a4", "direction", "a fish must move, and a4 is where it is", &[(0, 4), (0, 4)]);
}

#[test]
fn the_distance_is_the_number_of_fish_on_the_line() {
    let message = "on row 4 there are 3 fish, so a4 moves exactly 3 cells, not 2";
    check("a4-c4", "distance", message, &[(0, 4), (2, 4)]);
    let message = "on column h there is 1 fish, so h4 moves exactly 1 cell, not 4";
    check("h4-h8", "distance", message, &[(7, 4), (7, 8)]);
    let message = "on the diagonal e0-a4 there are 2 fish, so a4 moves exactly 2 cells, not 1";
    check("a4-b3", "distance", message, &[(0, 4), (1, 3)]);
    let message = "on the diagonal d0-j6 there is 1 fish, so h4 moves exactly 1 cell, not 2";
    check("h4-j6", "distance", message, &[(7, 4), (9, 6)]);
}

#[test]
fn an_enemy_in_the_way_is_named() {
    let book = FAMILY.open(&GameId::parse("piranhas-2019")).unwrap().unwrap();
    let text = position("4 b.rr...b..", "b 11");
    let mut session = book.from_position(&text).unwrap();
    match session.play("a4-e4").unwrap_err() {
        MoveError::Illegal { rule, .. } => {
            assert_eq!(rule.id, "blocked");
            assert_eq!(rule.message, "the red fish on c4 is in the way from a4 to e4");
            assert_eq!(rule.cells, [Cell::new(2, 4)]);
        }
        error => panic!("{error}"),
    }
}

#[test]
fn the_target_must_be_free_of_own_fish_and_octopuses() {
    let message = "an own fish is on c2; a move ends on an empty cell or an enemy";
    check("a4-c2", "own-fish", message, &[(2, 2)]);
    let book = FAMILY.open(&GameId::parse("piranhas-2019")).unwrap().unwrap();
    let mut session = book.from_position(&position("4 b.........\n3 .O........", "b 11")).unwrap();
    match session.play("a4-b3").unwrap_err() {
        MoveError::Illegal { rule, .. } => {
            assert_eq!((rule.id, rule.message.as_str()), ("octopus", "no move may end on the octopus on b3"));
        }
        error => panic!("{error}"),
    }
}

#[test]
fn after_the_end_every_move_comes_too_late() {
    let book = FAMILY.open(&GameId::parse("piranhas-2019")).unwrap().unwrap();
    let mut session = book.from_position(&position("4 r.......b.", "r 60")).unwrap();
    assert_eq!(session.play("a4-c4").unwrap_err().kind(), "game-over");
}
