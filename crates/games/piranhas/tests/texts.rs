//! Texts of positions, setups and moves: what is read, and what a refusal says.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::{GameId, MoveError, PositionError, Rulebook, Session, Setup};
use schwarm_piranhas::FAMILY;

const START: &str = ".bbbbbbbb./r........r/r........r/r......O.r/r........r/r..O.....r/r........r/r........r/r........r/\
                     .bbbbbbbb. r 0";

fn open(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

fn start(id: &str, setup: &str) -> Result<Box<dyn Session>, PositionError> {
    open(id).start(Setup::parse(setup).unwrap())
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
    assert_eq!(ids, ["piranhas-2019", "piranhas-2019-server", "piranhas-2026"]);
    for id in ids {
        assert_eq!(open(id).id(), id);
        assert_eq!(open(id).info().sides, ["red", "blue"]);
    }
    assert!(FAMILY.open(&GameId::parse("piranhas-2020")).is_none());
    assert!(FAMILY.open(&GameId::parse("piranhas-2019,fast")).unwrap().is_err());
}

#[test]
fn octopus_cells_are_a_setup_in_any_order_case_and_with_a_comma() {
    for setup in ["d4 h6", "h6 d4", "H6,D4", " d4 , h6 ", START] {
        assert_eq!(start("piranhas-2019", setup).unwrap().position(), START, "{setup}");
    }
}

#[test]
fn weights_and_octopus_cells_are_a_setup_of_2026() {
    let session = start("piranhas-2026", "1231231211122233 d4 h6").unwrap();
    assert_eq!(
        session.position(),
        position(
            "
            9 .aaabbbcc.
            8 2........3
            7 1........3
            6 3......O.2
            5 2........2
            4 1..O.....2
            3 3........1
            2 2........1
            1 1........1
            0 .abcabcab.
              abcdefghij",
            "r 0 -"
        )
    );
    assert_eq!(session.setup(), session.position());
    assert_eq!(start("piranhas-2026", &session.setup()).unwrap().position(), session.position());
}

#[test]
fn a_position_of_turn_0_is_a_setup_whatever_it_holds() {
    let odd = position("5 r........b", "r 0");
    assert_eq!(start("piranhas-2019-server", &odd).unwrap().position(), odd);
    let late = position("5 r........b", "r 2");
    let message = refusal(start("piranhas-2019", &late));
    assert!(message.contains("a setup is a position of turn 0, not 2"), "{message}");
}

#[test]
fn the_default_setup_is_that_of_seed_0() {
    for id in ["piranhas-2019", "piranhas-2019-server", "piranhas-2026"] {
        let default = open(id).start(Setup::Default).unwrap().position();
        assert_eq!(start(id, "seed:0").unwrap().position(), default);
        assert_ne!(start(id, "seed:1").unwrap().position(), default);
    }
}

#[test]
fn a_bad_setup_says_what_is_wrong() {
    for (id, setup, part) in [
        ("piranhas-2019", "", "expected two octopus cells"),
        ("piranhas-2019", "d4", "expected two octopus cells"),
        ("piranhas-2019", "d4 h6 e7", "expected two octopus cells"),
        ("piranhas-2019", "d4 b6", "b6 is not one of the inner cells c2-h7"),
        ("piranhas-2019", "d4 k6", "k6 is not one of the inner cells c2-h7"),
        ("piranhas-2019", "d4 66", "\"66\" is no cell"),
        ("piranhas-2019", "d4 d4", "both octopuses are on d4"),
        ("piranhas-2019", "d4 h4", "d4 and h4 are both on row 4"),
        ("piranhas-2019", "d4 d7", "d4 and d7 are both on column d"),
        ("piranhas-2019", "d4 f6", "d4 and f6 are both on the diagonal a1-i9"),
        ("piranhas-2019", "d4 c5", "d4 and c5 are both on the diagonal h0-a7"),
        ("piranhas-2026", "d4 h6", "expected the weights"),
        ("piranhas-2026", "123123121112223 d4 h6", "15 weights, and red has 16 fish"),
        ("piranhas-2026", "1231231211122234 d4 h6", "weight 16 is '4'; weights are 1, 2 and 3"),
    ] {
        let message = refusal(start(id, setup));
        assert!(message.starts_with("setup: ") && message.contains(part), "{setup:?}: {message}");
    }
}

#[test]
fn a_bad_position_says_what_is_wrong_and_where() {
    let rows = |rows: &str| format!("{rows} r 0");
    let seventeen = position("5 .rrrrrrrr.\n4 .rrrrrrrrr", "r 0");
    let seventeen_blue = position("5 .bbbbbbbb.\n4 .bbbbbbbbb", "r 0");
    let three = position("5 ..O..O..O.", "r 0");
    for (text, part) in [
        (String::new(), "0 fields separated by blanks, not 3 fields"),
        ("r 0".to_string(), "2 fields"),
        (format!("{START} -"), "4 fields"),
        (rows(".........."), "at the rows: 1 rows, the board has 10"),
        (START.replacen('/', "/........../", 1), "11 rows"),
        (START.replacen("r........r", "r.......r", 1), "at row 8: 9 cells, the board has 10"),
        (START.replacen("O", "OO", 1), "at row 6: 11 cells"),
        (START.replacen("O", "Q", 1), "at h6 (row 6, column h): unknown character 'Q'"),
        (START.replacen("O", "🐟", 1), "at h6 (row 6, column h): unknown character '🐟'"),
        (START.replacen("O", "R", 1), "expected r, b, O (octopus) or ."),
        (START.replacen("O", "1", 1), "at h6 (row 6, column h): unknown character '1'"),
        (seventeen, "16 red fish at most, and j4 is one more"),
        (seventeen_blue, "16 blue fish at most, and j4 is one more"),
        (three, "2 octopuses at most, and i5 is one more"),
        (START.replace(" r 0", " w 0"), "at the side to move: \"w\", not r or b"),
        (START.replace(" r 0", " r x"), "at the turn: \"x\" is no number"),
        (START.replace(" r 0", " r -2"), "\"-2\" is no number"),
        (START.replace(" r 0", " r 62"), "turn 62, and the game ends after 60 plies"),
        (START.replace(" r 0", " b 99999999999999999999"), "the game ends after 60 plies"),
        (START.replace(" r 0", " r 1"), "red to move at turn 1; red moves at even turns"),
        (START.replace(" r 0", " b 0"), "blue to move at turn 0"),
        ("/".repeat(100_000), "100000 bytes are no position"),
    ] {
        let message = refusal(open("piranhas-2019").from_position(&text));
        assert!(message.starts_with("position-") && message.contains(part), "{text:.200}: {message}");
        assert!(message.len() < 300, "a message stays short: {message}");
    }
}

#[test]
fn a_position_of_2026_says_who_first_completed_a_swarm() {
    let text = |last: &str| format!("{}{last}", position("5 1........c", "b 3"));
    for last in [" -", " r", " b"] {
        assert_eq!(open("piranhas-2026").from_position(&text(last)).unwrap().position(), text(last));
    }
    let message = refusal(open("piranhas-2026").from_position(&text(" w")));
    assert!(message.contains("at the first union: \"w\", not -, r or b"), "{message}");
    let message = refusal(open("piranhas-2026").from_position(&text("")));
    assert!(message.contains("3 fields separated by blanks, not 4 fields"), "{message}");
    let message = refusal(open("piranhas-2026").from_position(&format!("{START} -")));
    assert!(message.contains("expected 1 2 3 (red), a b c (blue)"), "{message}");
}

#[test]
fn unreachable_positions_are_read() {
    for drawing in ["", "0 r.........", "9 bbbbbbbbbb", "5 O.........", "0 O........O"] {
        let text = position(drawing, "b 59");
        assert_eq!(open("piranhas-2019").from_position(&text).unwrap().position(), text);
    }
}

#[test]
fn moves_are_read_in_both_cases_and_written_in_lower_case() {
    let mut session = start("piranhas-2019", "d4 h6").unwrap();
    assert_eq!(session.play(" A4-C4 ").unwrap(), "a4-c4");
    assert_eq!(session.moves(), ["a4-c4"]);
}

#[test]
fn a_bad_move_text_says_what_is_wrong() {
    let mut session = start("piranhas-2019", "d5 h6").unwrap();
    for text in ["", "a4", "a4c4", "a4-", "-c4", "a4-c4-e4", "44-c4", "a4-cc", "ä4-c4", "a4 - c4", "a-4c", "a4–c4"] {
        let error = session.play(text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }), "{text}: {error}");
    }
    for text in ["a4-k4", "a4-a10", "z9-a1", "a4-c999"] {
        match session.play(text).unwrap_err() {
            MoveError::Illegal { rule, .. } => assert_eq!(rule.id, "off-board", "{text}"),
            error => panic!("{text}: {error}"),
        }
    }
    assert_eq!(session.turn(), 0);
}
