//! README: "`threefold` by default (third occurrence of the same cells, bugs by kind and colour not number, side to move,
//! and the piece that may not move now; every cycle length is found), `repetition=off` for engines without it."

use crate::common::{at, play_all, played, refusal, start, verdict};
use crate::{BASE, MLP};
use schwarm_core::Session;

/// Two ants that run about, on a row of four.
const OPENING: &str = "wS1; bS1 wS1-; wQ -wS1; bQ bS1-; wA1 -wQ; bA1 bQ-";

/// Cells for the white ant on the western side, for the black one on the eastern side; the first is where it stands.
const WEST: [&str; 6] = ["-wQ", r"\wQ", "/wQ", r"\wS1", "/wS1", r"wS1\"];
const EAST: [&str; 6] = ["bQ-", "bQ/", r"bQ\", "bS1/", "/bQ", r"\bS1"];

/// Plays rounds of both ants running through their cells until the game is over or `most` plies were played; gives the
/// plies played since the opening.
fn run_about(session: &mut dyn Session, white: usize, black: usize, most: usize) -> usize {
    for ply in 0..most {
        let round = ply / 2 + 1;
        let text = match ply % 2 {
            0 => format!("wA1 {}", WEST[round % white]),
            _ => format!("bA1 {}", EAST[round % black]),
        };
        if session.outcome().is_some() {
            return ply;
        }
        play_all(session, &text);
    }
    most
}

/// Third occurrence after two cycles: the position after the opening was the first.
#[test]
fn cycles_of_every_length_are_found() {
    for (white, black, cycle) in
        [(2, 2, 4), (3, 3, 6), (4, 4, 8), (5, 5, 10), (2, 3, 12), (3, 4, 24), (4, 5, 40), (5, 6, 60)]
    {
        let mut session = played(BASE, OPENING);
        let plies = run_about(&mut *session, white, black, 200);
        assert_eq!(plies, 2 * cycle, "a cycle of {cycle} plies");
        assert_eq!(verdict(&*session), "draw: repetition");
        assert_eq!(session.legal_moves(), Vec::<String>::new());
        assert_eq!(refusal(&mut *session, "wA1 -wQ").kind(), "game-over");
        assert!(session.position().starts_with("Base;Draw;White["), "{}", session.position());
    }
}

/// The second occurrence ends nothing.
#[test]
fn second_occurrence_is_no_draw() {
    let mut session = played(BASE, OPENING);
    assert_eq!(run_about(&mut *session, 2, 2, 7), 7);
    assert_eq!(verdict(&*session), "open");
}

/// The same cells with the other side to move are another position.
#[test]
fn side_to_move_is_part_of_the_position() {
    let mut session = played(BASE, OPENING);
    let five_plies_by_white_first = r"wA1 \wQ; bA1 bQ/; wA1 /wQ; bA1 bQ-; wA1 -wQ";
    let five_plies_by_black_first = r"bA1 bQ/; wA1 \wQ; bA1 bQ\; wA1 -wQ; bA1 bQ-";
    let (cells, key) = (session.board().unwrap(), session.key());
    play_all(&mut *session, five_plies_by_white_first);
    assert_eq!(session.board().unwrap(), cells.replace("w 6", "b 11"), "the same cells, the other side to move");
    assert_ne!(session.key(), key);
    play_all(&mut *session, five_plies_by_black_first);
    assert_eq!(session.key(), key);
    assert_eq!(verdict(&*session), "open", "the second occurrence, not the third");
    play_all(&mut *session, five_plies_by_white_first);
    assert_eq!(verdict(&*session), "open");
    play_all(&mut *session, five_plies_by_black_first);
    assert_eq!(verdict(&*session), "draw: repetition");
}

/// "Bugs by kind and colour not number": two ants that change places give the same position.
#[test]
fn equal_bugs_that_change_places_repeat_the_position() {
    let mut session = played(BASE, r"wS1; bS1 wS1-; wQ -wS1; bQ bS1-; wA1 -wQ; bA1 bQ-; wA2 \wQ; bA1 bQ/");
    let key = session.key();
    play_all(&mut *session, r"wA2 /wQ; bA1 bQ\; wA1 \wQ; bA1 bQ-; wA2 -wQ; bA1 bQ/");
    assert_eq!((session.key(), verdict(&*session).as_str()), (key, "open"));
    play_all(&mut *session, r"wA1 /wQ; bA1 bQ\; wA2 \wQ; bA1 bQ-");
    assert_eq!(verdict(&*session), "open");
    play_all(&mut *session, "wA1 -wQ");
    assert_eq!(verdict(&*session), "draw: repetition", "as after the second ant was placed");
}

/// "The piece that may not move now" is part of the position: with a pillbug in the set the position after a placement
/// is not the one after a move.
#[test]
fn stun_is_part_of_the_position() {
    let mut without = played(BASE, OPENING);
    assert_eq!(run_about(&mut *without, 2, 2, 100), 8);
    let mut with = played("hive+p", OPENING);
    assert_eq!(run_about(&mut *with, 2, 2, 100), 9, "one ply later: the first position counted has a moved ant");
    let stunned = at(MLP, "0,0=wQ 1,0=bQ 2,0=bA1 | w 8 | stun bA1");
    let rested = at(MLP, "0,0=wQ 1,0=bQ 2,0=bA1 | w 8");
    assert_ne!(stunned.key(), rested.key());
    let base = [at(BASE, "0,0=wQ 1,0=bQ 2,0=bA1 | w 8 | stun bA1"), at(BASE, "0,0=wQ 1,0=bQ 2,0=bA1 | w 8")];
    assert_eq!(base[0].key(), base[1].key(), "without a pillbug nobody can tell");
}

/// "`repetition=off` for engines without it."
#[test]
fn repetition_off_goes_on() {
    let mut session = start("hive,repetition=off");
    play_all(&mut *session, OPENING);
    assert_eq!(run_about(&mut *session, 2, 2, 100), 100);
    assert_eq!(verdict(&*session), "open");
    assert_eq!(session.id(), "hive,repetition=off");
    assert_eq!(start("hive,repetition=threefold").id(), "hive");
}

/// The pieces in hand are part of the position by way of those on the board, and a game that goes on placing never
/// repeats.
#[test]
fn position_after_a_placement_is_new() {
    let mut session = played(BASE, OPENING);
    assert_eq!(run_about(&mut *session, 2, 2, 7), 7);
    play_all(&mut *session, "bG1 bA1-");
    assert_eq!(verdict(&*session), "open");
}

/// Taking back a repetition and going on elsewhere counts anew.
#[test]
fn taken_back_moves_do_not_count() {
    let mut session = played(BASE, OPENING);
    assert_eq!(run_about(&mut *session, 2, 2, 100), 8);
    assert!(session.undo());
    assert_eq!(verdict(&*session), "open");
    play_all(&mut *session, r"bA1 bQ\");
    assert_eq!(verdict(&*session), "open");
    assert!(session.undo());
    play_all(&mut *session, "bA1 bQ-");
    assert_eq!(verdict(&*session), "draw: repetition");
}

/// A text with its moves is judged like the game itself; a set-up position has no past.
#[test]
fn game_text_keeps_the_repetition_and_a_board_text_does_not() {
    let mut session = played(BASE, OPENING);
    run_about(&mut *session, 2, 2, 100);
    let game = session.position();
    assert_eq!(verdict(&*at(BASE, &game)), "draw: repetition");
    assert_eq!(verdict(&*at("hive,repetition=off", &game)), "open");
    assert_eq!(verdict(&*at(BASE, &session.board().unwrap())), "open");
    let beyond = format!(r"{game};wA1 \wQ");
    match crate::common::rules(BASE).from_position(&beyond) {
        Err(error) => assert_eq!(error.kind(), "game-over"),
        Ok(session) => panic!("a move after the draw was read: {}", session.position()),
    }
}

/// A hive too long for the small boards inside is judged like any other.
#[test]
fn repetition_is_found_in_long_hives() {
    let row = (1..=3).map(|n| format!("{}=wA{n} {}=wG{n}", cell(n), cell(n + 3))).collect::<Vec<_>>().join(" ");
    let east = (1..=3).map(|n| format!("{}=bA{n} {}=bG{n}", cell(n + 7), cell(n + 10))).collect::<Vec<_>>().join(" ");
    let text = format!("-1,0=wB1 0,0=wS1 {row} 7,0=wQ {east} 14,0=bQ 15,0=bS1 16,0=bB1 | w 40");
    let mut session = at(BASE, &text);
    for _ in 0..2 {
        assert_eq!(verdict(&*session), "open");
        play_all(&mut *session, r"wB1 \wS1; bB1 bS1/; wB1 -wS1; bB1 bS1-");
    }
    assert_eq!(verdict(&*session), "draw: repetition");
}

fn cell(column: i32) -> String {
    format!("{column},0")
}

/// "Same cells": the same shape elsewhere is another position.
#[test]
fn same_shape_elsewhere_is_another_position() {
    let key = |column: i32, row: i32| at(BASE, &format!("{column},{row}=wQ {},{row}=bQ | w 8", column + 1)).key();
    for shift in [1, 8, 15, 16, 17] {
        for (column, row) in [(shift, 0), (0, shift), (shift, shift), (-shift, shift)] {
            assert_ne!(key(column, row), key(0, 0), "{column},{row}");
        }
    }
}
