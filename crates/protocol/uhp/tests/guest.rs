//! Conversations with a guest: every command, every refusal, odd spellings, hostile lines.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{TYPES, games, guest, random_session};
use proptest::prelude::*;
use schwarm_core::{Rng, Session};
use schwarm_play::{Analysis, AnalysisError, Analyst, Finding, Limits, Stop};
use schwarm_uhp::Guest;

/// Plays a conversation: lines that begin with `> ` are said, the others are the exact answer.
fn converse(mut guest: Guest, talk: &str) {
    let mut lines = talk.lines().map(str::trim_start).filter(|line| !line.is_empty()).peekable();
    while let Some(said) = lines.next() {
        let said = said.strip_prefix("> ").unwrap_or_else(|| panic!("no command: {said:?}"));
        let mut expected = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("> ")) {
            expected.push_str(line);
            expected.push('\n');
        }
        assert_eq!(guest.answer(said), expected, "answer to {said:?}");
    }
}

#[test]
fn a_game_is_begun_played_and_taken_back() {
    converse(
        guest(),
        r#"
        > info
        id tester 1.0
        Mosquito;Ladybug;Pillbug
        ok
        > newgame
        Base;NotStarted;White[1]
        ok
        > validmoves
        wA1;wB1;wG1;wS1
        ok
        > play wS1
        Base;InProgress;Black[1];wS1
        ok
        > play bG1 wS1/
        Base;InProgress;White[2];wS1;bG1 wS1/
        ok
        > play wQ -wS1
        Base;InProgress;Black[2];wS1;bG1 wS1/;wQ -wS1
        ok
        > undo
        Base;InProgress;White[2];wS1;bG1 wS1/
        ok
        > undo 2
        Base;NotStarted;White[1]
        ok
        > undo
        err cannot take back 1 moves: 0 have been played
        ok
        > play wA1
        Base;InProgress;Black[1];wA1
        ok
        > undo 7
        err cannot take back 7 moves: 1 have been played
        ok
        > undo 0
        err cannot read "undo 0": write undo or undo N (1 or more)
        ok
        > exit
        ok
        "#,
    );
}

#[test]
fn every_game_type_begins_in_any_order_of_its_letters() {
    for kind in TYPES {
        let answer = format!("{kind};NotStarted;White[1]\nok\n");
        assert_eq!(guest().answer(&format!("newgame {kind}")), answer);
    }
    converse(
        guest(),
        r#"
        > newgame Base+PLM
        Base+MLP;NotStarted;White[1]
        ok
        > NewGame base+lm
        Base+ML;NotStarted;White[1]
        ok
        > newgame Base+PM;NotStarted;White[1]
        Base+MP;NotStarted;White[1]
        ok
        > newgame Base+PM;;;wS1;bM wS1-
        Base+MP;InProgress;White[2];wS1;bM wS1-
        ok
        "#,
    );
}

#[test]
fn a_refused_newgame_leaves_the_old_game() {
    converse(
        guest(),
        r#"
        > newgame Base+M
        Base+M;NotStarted;White[1]
        ok
        > play wM
        Base+M;InProgress;Black[1];wM
        ok
        > newgame Base+X
        err cannot play game type "Base+X": write Base, or Base+ and letters of MLP
        ok
        > newgame hive-classic
        err cannot play game type "hive-classic": write Base, or Base+ and letters of MLP
        ok
        > newgame Base;InProgress;White[2];wS1;bM wS1-
        err move 2 of the position: move "bM wS1-" is not legal: bM: this game has no mosquito
        ok
        > newgame 0,0=wQ | b 1
        err cannot play game type "0,0=wQ | b 1": write Base, or Base+ and letters of MLP
        ok
        > pass
        invalidmove move "pass" is not legal: a player who can move may not pass
        ok
        > play bM wM-
        Base+M;InProgress;White[2];wM;bM wM-
        ok
        "#,
    );
}

#[test]
fn nothing_can_be_done_before_a_game_begins() {
    let mut guest = guest();
    for line in ["play wS1", "pass", "validmoves", "bestmove depth 1", "bestmove", "undo", "perft 1"] {
        assert_eq!(guest.answer(line), "err no game in progress: begin one with 'newgame'\nok\n", "{line}");
    }
    let answer = "err the board has changed since the last search: ask for the bestmove first\nok\n";
    assert_eq!(guest.answer("pv"), answer);
}

#[test]
fn bad_moves_are_invalid_and_change_nothing() {
    converse(
        guest(),
        r#"
        > newgame Base
        Base;NotStarted;White[1]
        ok
        > play wQ
        invalidmove move "wQ" is not legal: the queen may not be a player's first piece
        ok
        > play nonsense
        invalidmove cannot read move "nonsense": "nonsense" is no piece: it must begin with w or b
        ok
        > play
        err cannot read "play": write play MoveString
        ok
        > validmoves
        wA1;wB1;wG1;wS1
        ok
        "#,
    );
}

#[test]
fn after_the_end_moves_are_invalid_and_questions_an_error() {
    let mut guest = guest();
    // The last move is looked for, so that the test does not hang on one line of play.
    let mut rng = Rng::new(3);
    let over = loop {
        let session = random_session("Base", 400, &mut rng);
        if session.outcome().is_some_and(|outcome| outcome.winner.is_some()) {
            break session;
        }
    };
    let winner =
        if over.outcome().unwrap().winner == Some(schwarm_core::Side::One) { "WhiteWins" } else { "BlackWins" };
    let position = over.position();
    assert!(position.starts_with(&format!("Base;{winner};")), "{position}");
    assert_eq!(guest.answer(&format!("newgame {position}")), format!("{position}\nok\n"));
    let answer = guest.answer("play wA1 wQ-");
    assert!(answer.starts_with("invalidmove move \"wA1 wQ-\" comes too late: the game is over"), "{answer}");
    assert!(guest.answer("pass").starts_with("invalidmove "));
    for line in ["validmoves", "bestmove depth 1", "bestmove time 00:00:01", "perft 1"] {
        let answer = guest.answer(line);
        assert!(answer.starts_with("err the game is over (") && answer.ends_with("begin a newgame\nok\n"), "{answer}");
    }
    assert!(guest.answer("undo").starts_with("Base;InProgress;"));
    assert!(guest.answer("bestmove depth 1").starts_with(['w', 'b', 'p']));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut guest = guest();
    guest.answer("newgame Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-");
    let circle = [r"wQ \wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"];
    let states: Vec<String> = (0..8)
        .map(|ply| guest.answer(&format!("play {}", circle[ply % 4])).split(';').nth(1).unwrap().to_string())
        .collect();
    assert_eq!(states[..7], ["InProgress"; 7].map(str::to_string));
    assert_eq!(states[7], "Draw");
    assert!(guest.answer(r"play wQ \wG1").starts_with("invalidmove "));
}

#[test]
fn a_player_without_a_move_passes() {
    let mut guest = guest();
    let mut rng = Rng::new(11);
    let stuck = loop {
        let mut session = random_session("Base", 0, &mut rng);
        while session.outcome().is_none() && session.legal_moves() != ["pass"] {
            session.play(&session.random_move(&mut rng).unwrap()).unwrap();
        }
        if session.outcome().is_none() {
            break session;
        }
    };
    guest.answer(&format!("newgame {}", stuck.position()));
    assert_eq!(guest.answer("validmoves"), "pass\nok\n");
    assert_eq!(guest.answer("bestmove depth 1"), "pass\nok\n");
    let (pass, answer) = (format!("{};pass\nok\n", stuck.moves().join(";")), guest.answer("pass"));
    assert!(answer.ends_with(&pass), "{answer}");
}

/// Finds ever better moves, and knows no end but the stop.
struct Steady;

impl Analyst for Steady {
    fn name(&self) -> &str {
        "steady"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let moves = session.legal_moves();
        let mut depth = 0;
        loop {
            depth += 1;
            let line = vec![moves[depth as usize % moves.len()].clone(), "pass".to_string()];
            let finding = Finding { depth, score: f64::from(depth) / 8.0, nodes: 1, line, ..Finding::default() };
            found(&finding);
            // Time is counted in plies here, so that the test needs no clock.
            let time = limits.time.and_then(|time| time.limit).map(|limit| limit.as_millis() as u32 / 100);
            if stop.is_stopped() || limits.depth.or(time).unwrap_or(2) <= depth {
                return Ok(Analysis { lines: vec![finding] });
            }
        }
    }
}

#[test]
fn the_measure_of_a_search_reaches_the_engine() {
    let guest = Guest::new("steady 1", games(), Box::new(Steady));
    converse(
        guest,
        r#"
        > newgame
        Base;NotStarted;White[1]
        ok
        > bestmove depth 1
        wB1
        ok
        > bestmove depth 3
        wS1
        ok
        > bestmove time 00:00:00.3
        wS1
        ok
        > bestmove seconds 0.4
        wA1
        ok
        > BESTMOVE
        wG1
        ok
        > bestmove depth 0
        err cannot read "bestmove depth 0": write bestmove time hh:mm:ss, bestmove depth N (1 or more), bestmove seconds X or bestmove
        ok
        > bestmove time 5
        err cannot read "bestmove time 5": write bestmove time hh:mm:ss, bestmove depth N (1 or more), bestmove seconds X or bestmove
        ok
        "#,
    );
}

#[test]
fn better_moves_are_reported_on_request_and_the_bare_move_is_last() {
    let guest = Guest::new("steady 1", games(), Box::new(Steady));
    converse(
        guest,
        r#"
        > newgame
        Base;NotStarted;White[1]
        ok
        > options
        ReportIntermediateBestMoves;bool;False;False
        ok
        > options set ReportIntermediateBestMoves True
        ReportIntermediateBestMoves;bool;True;False
        ok
        > bestmove depth 2
        wB1;1;0.12;wB1;pass
        wG1;2;0.25;wG1;pass
        wG1
        ok
        > options set reportintermediatebestmoves false
        ReportIntermediateBestMoves;bool;False;False
        ok
        > bestmove depth 2
        wG1
        ok
        > pv
        wG1
        pass
        ok
        > play wQ
        invalidmove move "wQ" is not legal: the queen may not be a player's first piece
        ok
        > pv
        wG1
        pass
        ok
        > play wG1
        Base;InProgress;Black[1];wG1
        ok
        > pv
        err the board has changed since the last search: ask for the bestmove first
        ok
        "#,
    );
}

#[test]
fn options_are_shown_set_and_refused() {
    converse(
        guest(),
        r#"
        > options
        ReportIntermediateBestMoves;bool;False;False
        Seed;int;7;7;0;9223372036854775807
        ok
        > options get Seed
        Seed;int;7;7;0;9223372036854775807
        ok
        > options set Seed 12
        Seed;int;12;7;0;9223372036854775807
        ok
        > options get seed
        Seed;int;12;7;0;9223372036854775807
        ok
        > options set Seed many
        err "many" is no value of Seed: a whole number from 0 to 9223372036854775807
        ok
        > options get Seed
        Seed;int;12;7;0;9223372036854775807
        ok
        > options get Nothing
        err no option is named "Nothing"
        ok
        > options set Nothing 1
        err no option is named "Nothing"
        ok
        > options set ReportIntermediateBestMoves maybe
        err "maybe" is no value of ReportIntermediateBestMoves: True or False
        ok
        > options set Seed
        err cannot read "options set Seed": write options, options get OptionName or options set OptionName OptionValue
        ok
        "#,
    );
}

#[test]
fn perft_counts_what_everybody_counts() {
    let mut guest = guest();
    let mut counts = |line: &str| -> Vec<String> {
        let answer = guest.answer(line);
        let lines = answer.lines().map(|line| line.split(" in ").next().unwrap().to_string());
        lines.collect()
    };
    counts("newgame Base+MLP");
    assert_eq!(counts("perft 4"), ["perft(1) = 7", "perft(2) = 294", "perft(3) = 6678", "perft(4) = 151686", "ok"]);
    counts("newgame");
    assert_eq!(counts("perft").last().map(String::as_str), Some("ok"));
    assert_eq!(counts("perft")[4], "perft(5) = 516240");
    assert_eq!(counts("perft 10"), ["err perft counts 9 plies at most", "ok"]);
    // Mid-game, counted by two other engines.
    counts(r"newgame Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ");
    assert_eq!(counts("perft 4"), ["perft(1) = 36", "perft(2) = 965", "perft(3) = 44307", "perft(4) = 1749084", "ok"]);
}

#[test]
fn help_names_every_command() {
    let answer = guest().answer("help");
    assert_eq!(guest().answer("?"), answer);
    for word in
        ["info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "options", "pv", "perft", "help", "exit"]
    {
        assert!(answer.lines().any(|line| line.starts_with(word)), "{word}");
    }
}

#[test]
fn hostile_lines_are_refused_and_the_talk_goes_on() {
    let mut guest = guest();
    let long = [b"newgame Base;".to_vec(), vec![b'9'; 1 << 20]].concat();
    let near = format!("newgame Base;;;{}", "wA1;".repeat(60_000));
    let hostile: &[&[u8]] = &[
        b"",
        b"\0",
        b"info\0",
        b"\xff\xfe\xfd",
        b"play \xc3",
        &long,
        near.as_bytes(),
        b"play \x1b[2J",
        b"err",
        b"ok",
        b"newgame \0",
        b"\x1b]0;title\x07",
        b"options set \x07 \x07",
        b"undo 18446744073709551616",
    ];
    for line in hostile {
        let mut answer = String::new();
        assert!(guest.line(line, &mut answer).is_continue());
        assert!(answer.starts_with("err ") && answer.ends_with("\nok\n"), "{:.80?}: {answer:?}", line);
        assert!(answer.len() < 4000 && answer.lines().count() == 2, "{answer:?}");
        assert!(!answer.chars().any(|c| c.is_control() && c != '\n'), "{answer:?}");
    }
    assert_eq!(guest.answer("newgame"), "Base;NotStarted;White[1]\nok\n");
}

#[test]
fn a_guest_without_expansions_says_so() {
    let games = Box::new(|kind: &str| (kind == "Base").then(|| common::rules(kind)));
    converse(
        Guest::new("plain 1", games, Box::new(Steady)),
        r#"
        > info
        id plain 1
        ok
        > newgame Base+M
        err cannot play game type "Base+M": write Base, or Base+ and letters of MLP
        ok
        "#,
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_taken_up_has_the_moves_of_its_session(seed: u64, kind in 0..8usize, plies in 0..120usize, back in 1..9usize) {
        let mut session = random_session(TYPES[kind], plies, &mut Rng::new(seed));
        let mut guest = guest();
        prop_assert_eq!(guest.answer(&format!("newgame {}", session.position())), format!("{}\nok\n", session.position()));
        if session.outcome().is_none() {
            prop_assert_eq!(guest.answer("validmoves"), format!("{}\nok\n", session.legal_moves().join(";")));
        }
        let back = back.min(session.moves().len());
        if back > 0 {
            for _ in 0..back {
                session.undo();
            }
            prop_assert_eq!(guest.answer(&format!("undo {back}")), format!("{}\nok\n", session.position()));
            prop_assert_eq!(guest.answer("validmoves"), format!("{}\nok\n", session.legal_moves().join(";")));
        }
        prop_assert_eq!(guest.session().unwrap().position(), session.position());
    }
}
