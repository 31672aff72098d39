//! Texts of positions, setups and moves: what is read, and what a refusal says.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::{GameId, MoveError, PositionError, Rulebook, Session, Setup};
use schwarm_ostseeschach::FAMILY;

const START: &str = "rshrmsmh/......../......../......../......../......../......../HMSMRHSR r 0 0:0";

fn open(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

fn start(setup: &str) -> Result<Box<dyn Session>, PositionError> {
    open("ostseeschach-2022").start(Setup::parse(setup).unwrap())
}

fn at(text: &str) -> Result<Box<dyn Session>, PositionError> {
    open("ostseeschach-2022").from_position(text)
}

fn refusal<T>(result: Result<T, PositionError>) -> String {
    match result {
        Ok(_) => panic!("was accepted"),
        Err(error) => format!("{}: {error}", error.kind()),
    }
}

#[test]
fn ids_are_found_and_take_no_options() {
    let ids: Vec<_> = FAMILY.games().iter().map(|info| info.id).collect();
    assert_eq!(ids, ["ostseeschach-2022", "ostseeschach-2022-server"]);
    for id in ids {
        assert_eq!(open(id).id(), id);
        assert_eq!(open(id).info().sides, ["red", "blue"]);
    }
    assert!(FAMILY.open(&GameId::parse("ostseeschach")).is_none());
    assert!(FAMILY.open(&GameId::parse("ostseeschach-2022,fast")).unwrap().is_err());
}

#[test]
fn the_order_of_the_first_rank_is_a_setup_in_any_case() {
    for setup in ["HMSMRHSR", "hmsmrhsr", " HmSmRhSr ", START] {
        assert_eq!(start(setup).unwrap().position(), START, "{setup}");
    }
    assert_eq!(start(START).unwrap().setup(), START);
}

#[test]
fn a_position_of_turn_0_is_a_setup_whatever_it_holds() {
    let odd = position("5 R2 R R R R . . .", "r 0 0:3");
    assert_eq!(start(&odd).unwrap().position(), odd);
    let message = refusal(start(&START.replace("r 0", "r 4")));
    assert!(message.contains("a setup is a position of turn 0, not 4"), "{message}");
}

#[test]
fn the_default_setup_is_that_of_seed_0() {
    let default = open("ostseeschach-2022-server").start(Setup::Default).unwrap().position();
    assert_eq!(start("seed:0").unwrap().position(), default);
    assert_ne!(start("seed:1").unwrap().position(), default);
}

#[test]
fn a_bad_setup_says_what_is_wrong() {
    for (setup, part) in [
        ("", "0 letters, not the 8 pieces of row 1"),
        ("HMSMRHS", "7 letters"),
        ("HMSMRHSRR", "9 letters"),
        ("HMSMRHSX", "'X' is none of H, M, S and R"),
        ("HMSMRHS2", "'2' is none of H, M, S and R"),
        ("HMSMRHSÖ", "'Ö' is none of H, M, S and R"),
        ("HMSMRHSH", "3 times H; each side has two pieces of each kind"),
        ("RRRRRRRR", "0 times H"),
    ] {
        let message = refusal(start(setup));
        assert!(message.starts_with("setup: ") && message.contains(part), "{setup:?}: {message}");
    }
}

#[test]
fn a_bad_position_says_what_is_wrong_and_where() {
    let row_5 = |row: &str| START.replacen("/......../......../......../", &format!("/......../......../{row}/"), 1);
    for (text, part) in [
        (String::new(), "0 fields separated by blanks, not 4 (rows, side to move, turn, ambers)"),
        (START.replace(" 0:0", ""), "3 fields"),
        (format!("{START} -"), "5 fields"),
        ("........ r 0 0:0".to_string(), "at the rows: 1 rows, the board has 8"),
        (START.replacen('/', "/......../", 1), "9 rows"),
        (row_5("......."), "at row 5: 7 cells, the board has 8"),
        (row_5("........."), "at row 5: 9 cells"),
        (row_5("...x...."), "at d5 (row 5, column d): unknown character 'x', expected H M S R (red)"),
        (row_5("...🦭...."), "at d5 (row 5, column d): unknown character '🦭'"),
        (row_5("2........"), "at row 5: the height 2 follows no piece"),
        (row_5("...H0...."), "at d5 (row 5, column d): a tower of height 0"),
        (row_5("...H3...."), "at d5 (row 5, column d): a tower of height 3; from height 3 on a tower leaves"),
        (row_5("...h9...."), "a tower of height 9"),
        (row_5("...H22...."), "at d5 (row 5, column d): a height of more than one digit"),
        (row_5(".2......."), "at a5 (row 5, column a): an empty cell has no height"),
        (START.replace(" r 0", " w 0"), "at the side to move: \"w\", not r or b"),
        (START.replace(" r 0", " r +2"), "at the turn: \"+2\" is no number"),
        (START.replace(" r 0", " b 61"), "turn 61, and the game ends after 60 plies"),
        (START.replace(" r 0", " b 0"), "blue to move at turn 0"),
        (START.replace(" r 0", " r 1"), "red to move at turn 1; red moves at even turns"),
        (START.replace("0:0", "0"), "at the ambers: \"0\", not red:blue"),
        (START.replace("0:0", "0:-1"), "at the ambers: \"0:-1\""),
        (START.replace("0:0", "0:1:2"), "at the ambers"),
        (START.replace("0:0", "100:0"), "two numbers up to 99"),
        ("/".repeat(100_000), "100000 bytes are no position"),
    ] {
        let message = refusal(at(&text));
        assert!(message.starts_with("position-") && message.contains(part), "{text:.200}: {message}");
        assert!(message.len() < 300, "a message stays short: {message}");
    }
}

#[test]
fn unreachable_positions_are_read() {
    for (drawing, rest) in [
        ("", "b 59 0:0"),
        ("5 R R R R R . . .", "r 8 0:0"),
        ("8 H M S R H2 M2 S2 R2\n7 H H H H H H H H", "b 9 3:3"),
        ("1 h . . . . . . .", "r 60 99:0"),
    ] {
        let text = position(drawing, rest);
        assert_eq!(at(&text).unwrap().position(), text);
    }
    let one = position("5 H1 . . . . . . .", "r 8 0:0");
    assert_eq!(at(&one).unwrap().position(), position("5 H . . . . . . .", "r 8 0:0"), "height 1 is not written");
}

#[test]
fn moves_are_read_in_both_cases_and_written_in_lower_case() {
    let mut session = start("HMSMRHSR").unwrap();
    assert_eq!(session.play(" A1-B2 ").unwrap(), "a1-b2");
    assert_eq!(session.moves(), ["a1-b2"]);
}

#[test]
fn a_bad_move_text_says_what_is_wrong() {
    let mut session = start("HMSMRHSR").unwrap();
    for text in ["", "a1", "a1b2", "a1-", "-b2", "a1-b2-c3", "11-b2", "a1-bb", "ä1-b2", "a1–b2"] {
        let error = session.play(text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }), "{text}: {error}");
    }
    for text in ["a1-i2", "a0-b1", "a1-a9", "a1-a10", "z9-a1"] {
        match session.play(text).unwrap_err() {
            MoveError::Illegal { rule, .. } => assert_eq!(rule.id, "off-board", "{text}"),
            error => panic!("{text}: {error}"),
        }
    }
    assert_eq!(session.turn(), 0);
}
