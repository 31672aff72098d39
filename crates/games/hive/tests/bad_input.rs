//! Texts that are refused, with the kind of error and what it says; and odd ones that are accepted.
//!
//! A refused move leaves the session untouched: `common::refusal` checks that every time.

mod common;

use common::{at, position_error, refusal, setup_error, verdict};
use schwarm_core::MoveError;
use std::collections::BTreeSet;

/// `(id, position, kind, part of the message)`.
type BadPosition = (&'static str, &'static str, &'static str, &'static str);

const SYNTAX: &str = "position-syntax";
const IMPOSSIBLE: &str = "position-impossible";

fn check_positions(table: &[BadPosition]) {
    for (id, text, kind, part) in table {
        let error = position_error(id, text);
        assert_eq!(error.kind(), *kind, "{id} {text:?}: {error}");
        assert!(error.to_string().contains(part), "{id} {text:?}: {error:?} does not say {part:?}");
    }
}

#[test]
fn impossible_boards() {
    check_positions(&[
        ("hive", "0,0=wQ 1,0=wQ | w 2", IMPOSSIBLE, "twice"),
        ("hive", "0,0=bQ 1,0=wQ 2,0=bQ | w 2", IMPOSSIBLE, "twice"),
        ("hive", "0,0=wA1 1,0=bQ 2,0=wA1 | w 2", IMPOSSIBLE, "twice"),
        ("hive", "0,0=wB1+wB1 | w 2", IMPOSSIBLE, "twice"),
        ("hive", "0,0=wQ 0,0=bQ | w 2", IMPOSSIBLE, "listed twice"),
        ("hive", "0,0=wQ 1,0=bQ 0,0=wA1 | w 2", IMPOSSIBLE, "listed twice"),
        ("hive", "0,0=wQ+wA1 | w 2", IMPOSSIBLE, "cannot stand on"),
        ("hive", "0,0=bA1+bB1+wG1 | w 2", IMPOSSIBLE, "a grasshopper cannot stand on another piece"),
        ("hive+mlp", "0,0=wQ+wL | w 2", IMPOSSIBLE, "a ladybug cannot stand"),
        ("hive+mlp", "0,0=wQ+wP | w 2", IMPOSSIBLE, "a pillbug cannot stand"),
        ("hive", "0,0=wS1 1,0=wS2 2,0=wS3 | w 2", IMPOSSIBLE, "more than 2 spiders"),
        ("hive", "0,0=wM | w 2", IMPOSSIBLE, "no mosquito"),
        ("hive+m", "0,0=wL | w 2", IMPOSSIBLE, "no ladybug"),
        ("hive+ml", "0,0=wM 1,0=wP | w 2", IMPOSSIBLE, "no pillbug"),
        ("hive-classic", "0,0=wM | w 2", IMPOSSIBLE, "no mosquito"),
        ("hive", "0,0=wQ 1,0=bQ | w 3", IMPOSSIBLE, "black's turn"),
        ("hive", "0,0=wQ 1,0=bQ | b 4", IMPOSSIBLE, "white's turn"),
    ]);
}

#[test]
fn split_hives() {
    check_positions(&[
        ("hive", "0,0=wQ 2,0=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 1,1=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 1,0=bQ 5,5=bA1 6,5=bA2 | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 100,0=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ -9999,9999=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive-2020", "0,0=Q 0,2=q | r 2", IMPOSSIBLE, "split"),
    ]);
}

/// Cells far apart are far apart, whatever the size of the boards inside.
#[test]
fn hives_split_by_almost_the_size_of_a_torus() {
    check_positions(&[
        ("hive", "0,0=wQ 31,0=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 0,-31=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 31,-31=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 15,0=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 16,0=bQ | w 2", IMPOSSIBLE, "split"),
        ("hive", "0,0=wQ 1,0=wA1 2,0=wA2 3,0=wA3 -28,0=bQ | w 8", IMPOSSIBLE, "split"),
    ]);
}

#[test]
fn board_texts_that_cannot_be_read() {
    check_positions(&[
        ("hive", "", SYNTAX, "game type"),
        ("hive", "0,0=wQ", SYNTAX, ""),
        ("hive", "nonsense", SYNTAX, "nonsense"),
        ("hive", "0,0 | w 2", SYNTAX, "0,0"),
        ("hive", "0,0= | w 2", SYNTAX, "no piece"),
        ("hive", "=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "0,0,0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "a,b=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "0.5,0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "+1,0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "--1,0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "99999,0=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "0,18446744073709551616=wQ | w 2", SYNTAX, "q,r"),
        ("hive", "0,0=wX1 | w 2", SYNTAX, "Q S B G A M L P"),
        ("hive", "0,0=xQ | w 2", SYNTAX, "must begin with w or b"),
        ("hive", "0,0=wA | w 2", SYNTAX, "needs its number"),
        ("hive", "0,0=wA0 | w 2", SYNTAX, "no number from 1 to 3"),
        ("hive", "0,0=wA4 | w 2", SYNTAX, "no number from 1 to 3"),
        ("hive", "0,0=wB3 | w 2", SYNTAX, "beetle number 3"),
        ("hive", "0,0=wQ2 | w 2", SYNTAX, "queen number 2"),
        ("hive", "0,0=wA11 | w 2", SYNTAX, "too long"),
        ("hive", "0,0=wQ++bB1 | w 2", SYNTAX, "no piece"),
        ("hive", "0,0=🐝 | w 2", SYNTAX, "no piece"),
        ("hive", "0,0=wQ |", SYNTAX, "side to move"),
        ("hive", "0,0=wQ | w", SYNTAX, "side to move"),
        ("hive", "0,0=wQ | w 2 3", SYNTAX, "side to move"),
        ("hive", "0,0=wQ | r 2", SYNTAX, "neither w nor b"),
        ("hive", "0,0=wQ | white 2", SYNTAX, "neither w nor b"),
        ("hive", "0,0=wQ | w two", SYNTAX, "number of plies"),
        ("hive", "0,0=wQ | w -2", SYNTAX, "number of plies"),
        ("hive", "0,0=wQ | w 1000002", SYNTAX, "number of plies"),
        ("hive", "0,0=wQ | w 99999999999999999999", SYNTAX, "number of plies"),
        ("hive", "0,0=wQ | w 2 | stun wQ | more", SYNTAX, "at most three fields"),
    ]);
}

#[test]
fn stuns_that_cannot_be() {
    check_positions(&[
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 | stun bA1", SYNTAX, "not on the board"),
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 | stun xA1", SYNTAX, "not on the board"),
        ("hive+p", "0,0=wQ 1,0=bQ+wB1 | w 2 | stun bQ", IMPOSSIBLE, "covered"),
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 | stun", SYNTAX, "stun"),
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 | stun wQ bQ", SYNTAX, "stun"),
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 | asleep wQ", SYNTAX, "stun"),
        ("hive+p", "0,0=wQ 1,0=bQ | w 2 |", SYNTAX, "stun"),
    ]);
}

#[test]
fn impossible_boards_of_2020() {
    check_positions(&[
        ("hive-2020", "0,0=# 1,0=# 2,0=# 3,0=# | r 0", IMPOSSIBLE, "4 blackberries"),
        ("hive-2020", "0,0=# 0,0=# | r 0", IMPOSSIBLE, "listed twice"),
        ("hive-2020", "0,0=Q 0,0=# | b 1", IMPOSSIBLE, "a blackberry and pieces"),
        ("hive-2020", "0,0=Q 0,0=q | r 2", IMPOSSIBLE, "listed twice"),
        ("hive-2020", "6,0=Q | b 1", IMPOSSIBLE, "off the board"),
        ("hive-2020", "3,3=# | r 0", IMPOSSIBLE, "off the board"),
        ("hive-2020", "0,0=Q 1,0=Q | r 2", IMPOSSIBLE, "red has more than 1"),
        ("hive-2020", "0,0=q 1,0=q | r 2", IMPOSSIBLE, "blue has more than 1"),
        ("hive-2020", "0,0=S 1,0=S 2,0=S | r 2", IMPOSSIBLE, "red has more than 2"),
        ("hive-2020-server", "0,0=G 1,0=G 2,0=G | r 2", IMPOSSIBLE, "red has more than 2"),
        ("hive-2020", "0,0=BBB | r 2", IMPOSSIBLE, "red has more than 2"),
        ("hive-2020", "0,0=M | r 2", IMPOSSIBLE, "mosquito"),
        ("hive-2020", "0,0=QA | r 2", IMPOSSIBLE, "cannot stand on"),
        ("hive-2020", "0,0=Q | r 62", IMPOSSIBLE, "60 plies"),
        ("hive-2020", "0,0=Q | b 61", IMPOSSIBLE, "60 plies"),
        ("hive-2020", "0,0=Q | r 1", IMPOSSIBLE, "blue's turn"),
        ("hive-2020", "0,0=Q | b 2", IMPOSSIBLE, "red's turn"),
    ]);
}

#[test]
fn texts_of_2020_that_cannot_be_read() {
    check_positions(&[
        ("hive-2020", "", SYNTAX, "side to move"),
        ("hive-2020", "0,0=Q", SYNTAX, "side to move"),
        ("hive-2020", "0,0=Q | w 2", SYNTAX, "neither r nor b"),
        ("hive-2020", "0,0=Q | r 1000002", SYNTAX, "number of plies"),
        ("hive-2020", "0,0=Q | r -1", SYNTAX, "number of plies"),
        ("hive-2020", "0,0=Q | r 2 | stun Q", SYNTAX, "side to move"),
        ("hive-2020", "0,0 | r 2", SYNTAX, "0,0"),
        ("hive-2020", "0,0= | r 2", SYNTAX, "nothing stands behind"),
        ("hive-2020", "0;0=Q | r 2", SYNTAX, "x,y"),
        ("hive-2020", "0,0=X | r 2", SYNTAX, "'X' is no piece"),
        ("hive-2020", "0,0=wQ | r 2", SYNTAX, "'w' is no piece"),
        ("hive-2020", "0,0=Q1 | r 2", SYNTAX, "'1' is no piece"),
        ("hive-2020", "0,0=## | r 2", SYNTAX, "'#' is no piece"),
        ("hive-2020", "Base;;;wA1", SYNTAX, "side to move"),
    ]);
}

#[test]
fn absurdly_long_texts_are_refused_shortly() {
    let cells = "0,0=wQ ".repeat(10_000);
    let long_board = format!("{cells}| w 2");
    let long_stack = format!("0,0=wQ{} | w 2", "+wB1".repeat(900));
    let long_game = format!("Base;;;{}", "wA1;".repeat(30_000));
    let long_type = "Base+".to_string() + &"M".repeat(100_000);
    for (id, text) in [
        ("hive", &long_board),
        ("hive", &long_stack),
        ("hive", &long_game),
        ("hive", &long_type),
        ("hive-2020", &long_board),
    ] {
        let error = position_error(id, text).to_string();
        assert!(error.len() < 400, "{} bytes: {error}", error.len());
    }
}

#[test]
fn bad_setups() {
    for (id, text, part) in [
        ("hive", "anything", "no setup"),
        ("hive", "first:white", "no setup"),
        ("hive", "Base;;;wA1", "moves have been played"),
        ("hive", "seed:", "whole number"),
        ("hive", "seed:-1", "whole number"),
        ("hive", "seed:18446744073709551616", "whole number"),
        ("hive-classic", "first:black", "first:white or first:blue"),
        ("hive-classic", "first:", "first:white or first:blue"),
        ("hive-classic", "white", "first:white or first:blue"),
        ("hive-2020", "", "three blocked cells"),
        ("hive-2020", "0,0 1,0", "three blocked cells"),
        ("hive-2020", "0,0 1,0 2,0 3,0", "three blocked cells"),
        ("hive-2020", "0,0 1,0 nowhere", "three blocked cells"),
        ("hive-2020", "0,0 1,0 6,0", "off the board"),
        ("hive-2020", "0,0 1,0 0,0", "listed twice"),
        ("hive-2020", "0,0=Q 1,0=# 2,0=# 3,0=# | b 1", "turn 0"),
    ] {
        let error = setup_error(id, text);
        assert!(error.to_string().contains(part), "{id} {text:?}: {error}");
    }
}

/// Positions no game reaches, but rules can go on from.
#[test]
fn odd_positions_are_accepted() {
    for (id, text) in [
        ("hive", "0,0=wA1 1,0=bA1 | w 2"),
        ("hive", "0,0=wQ 1,0=bQ 2,0=bA1 3,0=bA2 4,0=bA3 | w 0"),
        ("hive", "0,0=wA3 1,0=bQ 2,0=bG2 | w 12"),
        ("hive", "0,0=wQ | w 1000000"),
        ("hive", "| w 12"),
        ("hive", "0,0=wB1+wB2+bB1+bB2 | b 7"),
        ("hive+mlp", "0,0=wM+bM 1,0=wQ 2,0=wP | w 30 | stun wP"),
        ("hive-classic", "0,0=wQ | b 0"),
        ("hive-2020", "0,0=Q 1,0=q | r 2"),
        ("hive-2020", "0,0=# 0,1=Q 1,0=a | r 0"),
        ("hive-2020", "| r 58"),
    ] {
        let session = at(id, text);
        let written = session.board().unwrap_or_else(|| session.position());
        assert_eq!(written, text, "{id}");
        assert!(!session.legal_moves().is_empty());
        assert_eq!(verdict(&*session), "open");
    }
}

/// Other spellings of a position that are read, and how they are written.
#[test]
fn odd_spellings_are_accepted() {
    for (id, text, written) in [
        ("hive", "  1,0=bQ\t0,0=wQ  |  w   2  ", "0,0=wQ 1,0=bQ | w 2"),
        ("hive", "0,0=wQ1 1,0=bQ1 | w 2", "0,0=wQ 1,0=bQ | w 2"),
        ("hive", "0,0=Wq 1,0=Bq | w 2", "0,0=wQ 1,0=bQ | w 2"),
        ("hive", "-0,0=wQ 01,0=bQ | w 2", "0,0=wQ 1,0=bQ | w 2"),
        ("hive", "0,0=wQ 1,0=bQ | w 2 | stun bQ", "0,0=wQ 1,0=bQ | w 2"),
        ("hive-2020", "1,0=q 0,0=Q | r 2", "0,0=Q 1,0=q | r 2"),
    ] {
        let session = at(id, text);
        assert_eq!(session.board().unwrap_or_else(|| session.position()), written, "{id} {text:?}");
    }
}

/// Without lower numbers on the board the next piece gets the lowest free one.
#[test]
fn missing_numbers_are_filled() {
    let mut session = at("hive", "0,0=wA3 1,0=bQ -1,0=wQ | w 12");
    assert_eq!(session.play("wA1 -wQ").unwrap(), "wA1 -wQ");
    common::play_all(&mut *session, "bG1 bQ-; wA2 -wA1; bG2 bG1-");
    assert!(session.legal_moves().iter().all(|text| !text.starts_with("wA4")));
}

/// `(id, position, move, rule, part of the message)`.
type BadMove = (&'static str, &'static str, &'static str, &'static str, &'static str);

const PAIR: &str = "0,0=wQ 1,0=bQ | w 12";
const ROW: &str = "-1,0=wA1 0,0=wQ 1,0=bQ 2,0=bA1 | w 12";

const BAD_MOVES: &[BadMove] = &[
    // Pieces.
    ("hive", PAIR, "wM -wQ", "not-in-set", "no mosquito"),
    ("hive", PAIR, "wA2 -wQ", "not-in-hand", "next ant"),
    ("hive", PAIR, "wS3 -wQ", "not-in-hand", "spider"),
    ("hive", PAIR, "wA1 wA3-", "no-reference", "wA3 is not on the board"),
    ("hive", ROW, "bA1 bQ/", "not-yours", "white's turn"),
    ("hive", PAIR, "bA1 bQ-", "not-yours", "white's turn"),
    // Placing.
    ("hive", "| w 0", "wQ", "queen-first", "first piece"),
    ("hive", "0,0=wA1 | b 1", "bQ wA1-", "queen-first", "first piece"),
    ("hive", "0,0=wA1 1,0=bA1 | w 6", "wA2 -wA1", "queen-due", "fourth turn"),
    ("hive", "0,0=wA1 1,0=bA1 | w 6", "wA1 bA1/", "queen-due", "fourth turn"),
    ("hive", "0,0=wA1 1,0=bA1 | w 4", "wA1 bA1/", "queen-unplaced", "own queen"),
    ("hive", PAIR, "wA1 bQ-", "touches-enemy", "may not touch bQ"),
    ("hive", PAIR, "wA1 wQ/", "touches-enemy", "may not touch bQ"),
    ("hive", PAIR, "wA1 bQ", "occupied", "1,0 is occupied"),
    ("hive", "0,0=wQ+bB1 1,0=wA1 | w 12", "wA2 -wQ", "touches-enemy", "may not touch bB1"),
    ("hive-2020", "0,0=Q 1,0=q | r 2", "A@-3,0", "touches-own", "must touch an own piece"),
    ("hive-2020", "0,0=Q | b 1", "q@2,0", "first-touch", "must touch the piece"),
    ("hive-2020", "0,0=Q 1,0=q -1,0=# | r 2", "A@-1,0", "blackberry", "-1,0"),
    ("hive-2020", "| r 0", "A@6,-1", "off-board", "6,-1 is off the board"),
    ("hive-2020", "0,0=Q 1,0=q 2,0=A -1,0=A -2,0=A | r 8", "A@-3,0", "not-in-hand", "no ant is left"),
    ("hive-2020", "0,0=Q 1,0=q | r 2", "M@-1,0", "not-in-set", "no mosquito"),
    // Lifting.
    ("hive", ROW, "wQ wA1/", "one-hive", "without wQ the hive would fall apart"),
    ("hive", "-1,0=wQ 0,0=wA1+bB1 1,0=bQ | w 12", r"wA1 \wQ", "covered", "wA1 is covered by bB1"),
    ("hive+p", "-1,0=bA1 0,0=wP 1,0=wQ | w 12 | stun bA1", r"bA1 wP\", "just-moved", "bA1 moved in the last ply"),
    ("hive-2020", "0,0=Q 1,0=q | r 2", "2,0>2,1", "no-piece", "no piece on 2,0"),
    ("hive-2020", "0,0=Q 1,0=q 2,0=a | r 2", "2,0>2,1", "not-yours", "red's turn"),
    // Moving.
    ("hive", PAIR, "wQ -bQ", "no-move", "already stands there"),
    ("hive", ROW, "wA1 wQ", "occupied", "ant cannot climb"),
    ("hive", "0,0=wQ 1,0=wA1 2,0=bQ | w 12", "wQ bQ/", "distance", "a queen moves one cell"),
    ("hive", "0,0=wB1 1,0=wQ 2,0=bQ | w 12", "wB1 bQ", "distance", "a beetle moves one cell"),
    ("hive", "0,0=wS1 1,0=wQ 2,0=bQ | w 12", r"wS1 \wQ", "distance", "exactly three cells"),
    ("hive", "0,0=wG1 1,0=wQ 2,0=bQ | w 12", "wG1 wQ/", "jump", "over at least one piece"),
    ("hive", PAIR, "wQ -wQ", "contact", "lose contact"),
    ("hive", "0,0=wQ 0,-1=bA1 1,-1=bG1 -1,0=bS1 -1,1=bA2 0,1=bQ -2,1=wA1 | w 12", "wQ wQ-", "gate", "gate between"),
    (
        "hive",
        "0,0=wA1 0,-1=bA1 1,-1=bG1 -1,0=bS1 -1,1=wQ 0,1=bQ -2,1=wA2 | w 12",
        "wA1 wA1-",
        "unreachable",
        "a gate or a gap",
    ),
    ("hive+l", "0,0=wL 1,0=wQ 2,0=bQ | w 12", r"wL \wQ", "ladybug", "two cells on top"),
    ("hive+m", "0,0=wM 1,0=bM 2,0=wQ | w 12", r"wM \bM", "mosquito", "none of the bugs wM touches"),
    ("hive-2020", "0,0=Q 1,0=q 0,1=# | r 2", "0,0>0,1", "blackberry", "0,1"),
    ("hive-2020", "0,5=Q 1,4=q | r 2", "0,5>0,6", "off-board", "0,6 is off the board"),
    // Passing.
    ("hive", PAIR, "pass", "pass", "may not pass"),
    ("hive-2020", "| r 0", "pass", "pass", "may not pass"),
    ("hive", "0,0=bQ+wB1 1,0=wQ | b 21", "bA1 -bQ", "pass", "`pass` is the only move"),
];

#[test]
fn bad_moves_name_the_rule_they_break() {
    for (id, position, text, rule, part) in BAD_MOVES {
        let error = refusal(&mut *at(id, position), text);
        let MoveError::Illegal { rule: broken, .. } = &error else { panic!("{id} {position} {text}: {error}") };
        assert_eq!(broken.id, *rule, "{id} {position} {text}: {error}");
        assert!(error.to_string().contains(part), "{id} {position} {text}: {error:?} does not say {part:?}");
    }
}

/// The table above has every rule id there is.
#[test]
fn every_rule_is_in_the_table() {
    let ids: BTreeSet<&str> = BAD_MOVES.iter().map(|case| case.3).collect();
    let all = "blackberry contact covered distance first-touch gate jump just-moved ladybug mosquito no-move no-piece \
               no-reference not-in-hand not-in-set not-yours occupied off-board one-hive pass queen-due queen-first \
               queen-unplaced touches-enemy touches-own unreachable";
    assert_eq!(ids, all.split_whitespace().collect());
}

/// Where no pillbug can throw it, a piece of the opponent is refused for its colour, pinned or covered as it may be.
#[test]
fn enemy_piece_is_not_yours_whatever_else_is_wrong() {
    for (id, position, text) in [
        ("hive", "0,0=wQ 1,0=bQ 2,0=bA1 | w 12", "bQ bA1/"),
        ("hive-classic", "0,0=wQ 1,0=bQ 2,0=bA1 | w 12", "bQ bA1/"),
        ("hive", "0,0=wQ 1,0=bQ+wB1 2,0=bA1 | w 12", "bQ bA1/"),
        ("hive-2020", "0,0=Q 1,0=q 2,0=a | r 2", "1,0>0,1"),
    ] {
        let error = refusal(&mut *at(id, position), text);
        let MoveError::Illegal { rule, .. } = &error else { panic!("{error}") };
        assert_eq!(rule.id, "not-yours", "{id} {position} {text}: {error}");
    }
}

/// What breaks a rule is marked on the board.
#[test]
fn broken_rules_mark_cells() {
    for (id, position, text, cells) in [
        ("hive", PAIR, "wA1 bQ-", vec![(1, 0)]),
        ("hive", ROW, "wQ wA1/", vec![(0, 0)]),
        ("hive", "-1,0=wQ 0,0=wA1+bB1 1,0=bQ | w 12", r"wA1 \wQ", vec![(0, 0)]),
        ("hive", "0,0=wQ 0,-1=bA1 1,-1=bG1 -1,0=bS1 -1,1=bA2 0,1=bQ -2,1=wA1 | w 12", "wQ wQ-", vec![(0, 1), (1, -1)]),
    ] {
        let MoveError::Illegal { rule, .. } = refusal(&mut *at(id, position), text) else { panic!("{text}") };
        let marked: BTreeSet<(i32, i32)> = rule.cells.iter().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(marked, cells.into_iter().collect(), "{text}");
    }
}

#[test]
fn texts_that_are_no_moves_of_2020() {
    let mut session = at("hive-2020", "0,0=Q 1,0=q | r 2");
    for text in [
        "",
        "Q",
        "Q@",
        "@0,0",
        "X@0,1",
        "QQ@0,1",
        "Q@0",
        "Q@0,1,2",
        "Q@a,b",
        "0,0",
        "0,0>",
        ">0,1",
        "0,0>0,1>0,2",
        "0,0-0,1",
        "0,0 0,1",
        "wQ",
        "wA1 -wQ",
        "wQ1*|bQ1",
        "passs",
        "A@99999,0",
        "🐝@0,1",
    ] {
        assert_eq!(refusal(&mut *session, text).kind(), "syntax", "{text:?}");
    }
    for text in ["A@-1,0", " A@-1,0 ", "a@-1,0", "A @ -1,0", "0,0 > 0,1", "0,0>0,1"] {
        assert!(common::allows(&*session, text), "{text:?}");
    }
}
