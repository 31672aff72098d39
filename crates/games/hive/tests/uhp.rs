//! MoveString and GameString of the Universal Hive Protocol: every spelling that Mzinga or nokamute accept is read, and
//! one of them is written (`facts/hive.md` 1).

mod common;

use common::{allows, at, play_all, played, position_error, refusal, rule, rules, start, target, to_move, verdict};
use schwarm_core::view::Cell;
use schwarm_core::{GameId, PositionError, Rng, Session};
use schwarm_hive::FAMILY;
use std::collections::BTreeSet;

const BASE: &str = "hive";
const MLP: &str = "hive+mlp";

/// Games with perft numbers `(depth, count)`. Sources: nokamute 1.0.3 and Intsect.jl; see `facts/hive.md` 3.
const PUBLISHED: [(&str, &[(u32, u64)]); 3] = [
    (
        r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ",
        &[(1, 36), (2, 965), (3, 44307)],
    ),
    (
        r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1",
        &[(2, 12814)],
    ),
    (
        r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;wA2 wQ\;bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;wA3 -bS1",
        &[(2, 6929)],
    ),
];

// GameTypeString

/// "`Base` or `Base+` followed by any of `M`,`L`,`P`"; DESIGN: "UHP game types (`Base+MLP`) are read as ids too".
#[test]
fn game_types_are_ids() {
    for (game_type, id) in [
        ("Base", "hive"),
        ("Base+M", "hive+m"),
        ("Base+L", "hive+l"),
        ("Base+P", "hive+p"),
        ("Base+ML", "hive+ml"),
        ("Base+MP", "hive+mp"),
        ("Base+LP", "hive+lp"),
        ("Base+MLP", "hive+mlp"),
        ("Classic", "hive-classic"),
    ] {
        assert_eq!(rules(game_type).id(), id);
        assert!(start(id).position().starts_with(&format!("{game_type};NotStarted;White[1]")));
    }
    assert_eq!(rules("swc_2020_hive").id(), "hive-2020-server", "the name of the official server");
    assert_eq!(rules("Base+MLP,repetition=off,queen-first").id(), "hive+mlp,repetition=off,queen-first");
}

/// "nokamute accepts letters in any order and repeated and echoes the canonical order."
#[test]
fn letters_of_a_game_type_come_in_any_order() {
    for spelling in ["Base+PLM", "Base+LMP", "Base+PML", "base+mlp", "Base+MMLLPP"] {
        assert_eq!(rules(spelling).id(), "hive+mlp", "{spelling}");
        assert_eq!(at(MLP, &format!("{spelling};;")).position(), "Base+MLP;NotStarted;White[1]", "{spelling}");
    }
    assert_eq!(rules("Base+PM").id(), "hive+mp");
    assert_eq!(rules("hive+plm").id(), "hive+mlp", "and so in our own ids");
    for none in ["Base+", "Base+X", "Base+MLPX", "Base-MLP", "BaseMLP", "Bas", "Base+M+L"] {
        assert!(FAMILY.open(&GameId::parse(none)).is_none(), "{none}");
        assert_eq!(position_error(MLP, &format!("{none};;;wA1")).kind(), "position-syntax", "{none}");
    }
}

#[test]
fn game_text_of_another_type_is_refused() {
    for (id, text) in
        [(BASE, "Base+M;;;wA1"), (MLP, "Base;;;wA1"), (BASE, "Classic;;;wA1"), ("hive-classic", "Base;;;wA1")]
    {
        let error = position_error(id, text);
        assert_eq!(error.kind(), "position-syntax", "{id} {text}");
        assert!(error.to_string().contains("but this game is"), "{error}");
    }
}

#[test]
fn unknown_options_and_values_are_refused() {
    for id in [
        "hive,repeat=off",
        "hive,repetition=2",
        "hive,repetition",
        "hive,queen-first=maybe",
        "hive,queen-first,queen-first",
    ] {
        assert!(FAMILY.open(&GameId::parse(id)).unwrap().is_err(), "{id}");
    }
}

// GameString

/// "Mzinga and nokamute ignore the state field and use the moves; both ignore the TurnString too (nokamute's own tests
/// load `Base;;;wA1;bA1 wA1-`)."
#[test]
fn state_and_turn_fields_say_nothing() {
    let expected = "Base;InProgress;White[2];wA1;bA1 wA1-";
    for text in [
        "Base;;;wA1;bA1 wA1-",
        "Base;InProgress;White[2];wA1;bA1 wA1-",
        "Base;NotStarted;White[1];wA1;bA1 wA1-",
        "Base;BlackWins;Black[77];wA1;bA1 wA1-",
        "Base;nonsense;nonsense;wA1;bA1 wA1-",
    ] {
        assert_eq!(at(BASE, text).position(), expected, "{text}");
    }
}

#[test]
fn game_without_moves() {
    for text in ["Base", "Base;", "Base;;", "Base;NotStarted;White[1]", "Base;NotStarted;White[1];"] {
        assert_eq!(at(BASE, text).position(), "Base;NotStarted;White[1]", "{text}");
    }
}

/// "GameString: `GameType;GameState;Turn[;Move1;Move2;...]`, no trailing `;`." "n = plies/2+1."
#[test]
fn game_text_has_state_turn_and_moves() {
    let mut session = start(BASE);
    for (text, expected) in [
        ("", "Base;NotStarted;White[1]"),
        ("wA1", "Base;InProgress;Black[1];wA1"),
        ("bA1 wA1-", "Base;InProgress;White[2];wA1;bA1 wA1-"),
        ("wQ -wA1", "Base;InProgress;Black[2];wA1;bA1 wA1-;wQ -wA1"),
    ] {
        play_all(&mut *session, text);
        assert_eq!(session.position(), expected);
        assert_eq!(at(BASE, expected).position(), expected);
    }
}

/// "NotStarted | InProgress | Draw | WhiteWins | BlackWins": finished games are written and read.
#[test]
fn finished_games_are_written_and_read() {
    let mut met = BTreeSet::new();
    let mut seed = 0;
    while met.len() < 3 && seed < 400 {
        let session = random_game("hive,repetition=off", seed, 300);
        seed += 1;
        let Some(outcome) = session.outcome() else { continue };
        let text = session.position();
        let state = match outcome.winner {
            None => "Draw",
            Some(side) => ["WhiteWins", "BlackWins"][side.index()],
        };
        assert_eq!(text.split(';').nth(1), Some(state));
        let again = at("hive,repetition=off", &text);
        assert_eq!((again.position(), again.outcome()), (text, session.outcome()));
        met.insert(state);
    }
    assert!(met.contains("WhiteWins") && met.contains("BlackWins"), "{met:?}");
    let drawn = played(BASE, "wS1; bS1 wS1-; wQ -wS1; bQ bS1-");
    let mut drawn = drawn;
    for _ in 0..2 {
        play_all(&mut *drawn, r"wQ \wS1; bQ bS1/; wQ -wS1; bQ bS1-");
    }
    assert!(drawn.position().starts_with("Base;Draw;White[7];"), "{}", drawn.position());
    assert_eq!(verdict(&*at(BASE, &drawn.position())), "draw: repetition");
}

fn random_game(id: &str, seed: u64, plies: u32) -> Box<dyn Session> {
    let mut rng = Rng::new(seed);
    let mut session = start(id);
    while session.turn() < plies {
        let Some(text) = session.random_move(&mut rng) else { break };
        play_all(&mut *session, &text);
    }
    session
}

/// A move after the end is refused with its number.
#[test]
fn moves_after_the_end_are_refused() {
    let over = (0..).map(|seed| random_game("hive,repetition=off", seed, 300)).find(|game| game.outcome().is_some());
    let over = over.unwrap();
    let error = position_error("hive,repetition=off", &format!("{};pass", over.position()));
    assert_eq!(error.kind(), "game-over");
    match error {
        PositionError::Move { ply, .. } => assert_eq!(ply, over.turn() as usize + 1),
        other => panic!("{other}"),
    }
}

/// The first bad move is named by its number.
#[test]
fn bad_move_in_a_game_text_is_named() {
    for (text, number, kind) in [
        ("Base;;;wQ", 1, "illegal"),
        ("Base;;;wA1;bA1 wA1-;bA2 bA1-", 3, "illegal"),
        ("Base;;;wA1;bA1", 2, "syntax"),
        ("Base;;;wA1;;bA1 wA1-", 2, "syntax"),
        ("Base;;;wA1;hello", 2, "syntax"),
        ("Base;;;wA1;bA1 wA1-;pass", 3, "illegal"),
    ] {
        match position_error(BASE, text) {
            PositionError::Move { ply, error } => assert_eq!((ply, error.kind()), (number, kind), "{text}"),
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn published_positions_round_trip() {
    for (text, counts) in PUBLISHED {
        let session = at(MLP, text);
        let written = session.position();
        assert_eq!(at(MLP, &written).position(), written);
        assert_eq!(written.split(';').take(3).collect::<Vec<_>>(), text.split(';').take(3).collect::<Vec<_>>());
        assert_eq!(at(MLP, &written).key(), session.key());
        for &(depth, count) in counts {
            assert_eq!(at(MLP, &written).perft(depth, 1, &|_, _| {}), count, "{text} depth {depth}");
        }
    }
}

/// The bare position of a published game is written and read back too.
#[test]
fn published_positions_round_trip_as_board_texts() {
    for (text, _) in PUBLISHED {
        let session = at(MLP, text);
        let board = session.board().unwrap();
        let again = at(MLP, &board);
        assert_eq!((again.board().unwrap(), again.key()), (board, session.key()));
        assert_eq!(again.legal_moves(), session.legal_moves());
    }
}

// MoveString

/// "Target = one of: `-T` (W), `\T` (NW), `/T` (SW), `T/` (NE), `T-` (E), `T\` (SE), `T` (on top of T)."
#[test]
fn seven_targets() {
    let session = played(BASE, "wS1");
    for (text, (q, r)) in [
        ("bG1 -wS1", (-1, 0)),
        (r"bG1 \wS1", (0, -1)),
        ("bG1 /wS1", (-1, 1)),
        ("bG1 wS1/", (1, -1)),
        ("bG1 wS1-", (1, 0)),
        (r"bG1 wS1\", (0, 1)),
    ] {
        assert_eq!(session.check(text).unwrap(), text);
        assert_eq!(target(&*session, text), Cell::new(q, r), "{text}");
    }
    let climb = at(BASE, "0,0=wB1 1,0=bQ 1,1=wQ | w 12");
    assert_eq!(climb.check("wB1 bQ").unwrap(), "wB1 bQ");
    assert_eq!(target(&*climb, "wB1 bQ"), Cell::new(1, 0));
}

/// "Several spellings of the same destination are all legal input; output is one of them."
#[test]
fn every_spelling_of_a_destination_is_the_same_move() {
    let session = at(MLP, PUBLISHED[1].0);
    let view = session.view();
    let stands = |cell: Cell| view.cell(cell).map(|cell| cell.stack.clone()).unwrap_or_default();
    let mut spellings = 0;
    for text in session.legal_moves() {
        let (to, mover) = (target(&*session, &text), text.split(' ').next().unwrap());
        let mut check = |spelling: String| {
            assert_eq!(session.check(&spelling).as_deref(), Ok(text.as_str()), "{spelling}");
            spellings += 1;
        };
        for (q, r, before, after) in
            [(1, 0, "-", ""), (0, 1, r"\", ""), (-1, 1, "", "/"), (-1, 0, "", "-"), (0, -1, "", r"\"), (1, -1, "/", "")]
        {
            for piece in stands(Cell::new(to.x + q, to.y + r)) {
                check(format!("{mover} {before}{}{after}", piece.name));
            }
        }
        for piece in stands(to) {
            check(format!("{mover} {}", piece.name));
        }
    }
    assert!(spellings > 200, "{spellings}");
}

/// "T is any piece in play, even a covered one (position = its column)."
#[test]
fn covered_piece_names_its_cell() {
    let session = at(BASE, "0,0=wQ 1,0=bQ+bB1+wB1 2,0=wA1 | w 12");
    let spelt = session.check("wA1 wB1/").unwrap();
    for spelling in ["wA1 bQ/", "wA1 bB1/"] {
        assert_eq!(session.check(spelling).unwrap(), spelt);
    }
    let climb = at(BASE, "0,0=wQ 1,0=bQ+bB1 2,0=wB1 | w 12");
    assert_eq!(climb.check("wB1 bQ"), climb.check("wB1 bB1"));
}

/// "A climb must be written `T`; nokamute and hivegame.com also accept a direction whose hex is occupied."
#[test]
fn climb_may_be_given_as_a_direction() {
    let session = at(BASE, "0,0=wQ 1,0=bQ 2,0=wB1 | w 12");
    for spelling in ["wB1 wQ-", "wB1 -wB1", "wB1 bQ"] {
        assert_eq!(session.check(spelling).unwrap(), "wB1 bQ", "{spelling}");
    }
    assert_eq!(rule(&mut *at(BASE, "0,0=wQ 1,0=bQ 2,0=wA1 | w 12"), "wA1 wQ-"), "occupied", "only for what climbs");
}

/// "Relating a piece to itself is legal for movements in practice (`wB1 wB1\`)."
#[test]
fn piece_may_be_related_to_itself() {
    let mut session = at(BASE, "0,0=wQ 1,0=bQ 2,0=wB1 | w 12");
    assert_eq!(session.check(r"wB1 \wB1").unwrap(), session.check("wB1 bQ/").unwrap());
    assert_eq!(rule(&mut *session, "wB1 wB1"), "no-move", "on top of itself is where it is");
    assert_eq!(rule(&mut *session, "wA1 wA1-"), "no-reference", "not in hand");
}

/// "The number is required for A,G (1-3) and B,S (1-2) and FORBIDDEN for Q,M,L,P."
#[test]
fn numbers_are_for_kinds_with_several_pieces() {
    let mut session = played(MLP, "wS1; bS1 wS1-; wQ -wS1; bQ bS1-");
    for good in ["wA1 -wQ", "wG1 -wQ", "wB1 -wQ", "wS2 -wQ", "wM -wQ", "wL -wQ", "wP -wQ"] {
        assert_eq!(session.check(good).unwrap(), good);
    }
    for bad in
        ["wA -wQ", "wG -wQ", "wB -wQ", "wS -wQ", "wQ1 -wS1", "wM1 -wQ", "wL1 -wQ", "wP1 -wQ", "wA0 -wQ", "wA4 -wQ"]
    {
        assert_eq!(refusal(&mut *session, bad).kind(), "syntax", "{bad}");
    }
    for bad in ["wA1 -wQ1", "wA1 -wS", "wA1 -wS0"] {
        assert_eq!(refusal(&mut *session, bad).kind(), "syntax", "{bad}");
    }
    assert_eq!(rule(&mut *session, "wS3 -wQ"), "not-in-hand", "there are two spiders");
    assert_eq!(rule(&mut *session, "wB3 -wQ"), "not-in-hand", "and two beetles");
}

/// "New pieces must be introduced in number order (G1 before G2)."
#[test]
fn pieces_come_in_number_order() {
    let mut session = played(BASE, "wS1; bS1 wS1-; wQ -wS1; bQ bS1-");
    for early in ["wG2 -wQ", "wG3 -wQ", "wA2 -wQ", "wB2 -wQ"] {
        assert_eq!(rule(&mut *session, early), "not-in-hand", "{early}");
    }
    play_all(&mut *session, "wG1 -wQ; bG1 bQ-");
    assert_eq!(rule(&mut *session, "wG3 -wG1"), "not-in-hand");
    assert!(allows(&*session, "wG2 -wG1"));
    assert_eq!(rule(&mut *session, "bG2 bG1-"), "not-yours");
}

/// "`Piece` (first move of the game only)."
#[test]
fn only_the_first_move_has_no_target() {
    assert_eq!(refusal(&mut *start(BASE), "wA1 wA1-").kind(), "syntax");
    assert_eq!(refusal(&mut *start(BASE), "wA1 bA1-").kind(), "syntax");
    assert_eq!(refusal(&mut *played(BASE, "wA1"), "bA1").kind(), "syntax");
}

#[test]
fn target_must_be_on_the_board() {
    let mut session = played(BASE, "wA1");
    for text in ["bA1 wA2-", "bA1 bQ-", "bA1 bA1-", "bA1 wQ"] {
        assert_eq!(rule(&mut *session, text), "no-reference", "{text}");
    }
}

#[test]
fn pieces_of_expansions_need_the_expansion() {
    for text in ["wM", "wL", "wP"] {
        assert_eq!(rule(&mut *start(BASE), text), "not-in-set", "{text}");
        assert!(allows(&*start(MLP), text));
    }
    assert_eq!(rule(&mut *played(BASE, "wA1"), "bM wA1-"), "not-in-set");
}

#[test]
fn trailing_and_broken_texts_are_no_moves() {
    let mut session = played(BASE, "wS1; bS1 wS1-; wQ -wS1; bQ bS1-");
    for text in [
        "",
        " ",
        "wA1  -wQ x",
        "wA1 -wQ-",
        "wA1 --wQ",
        "wA1 -",
        "wA1 /",
        "wA1-wQ",
        "wA1,-wQ",
        "wA1 wQ--",
        "-wQ",
        "wA1 w",
        "wA1 -wQ;bA1 bQ-",
        "w",
        "wX1 -wQ",
        "xA1 -wQ",
        "wA11 -wQ",
        "wA1 |wQ",
        "passs",
        "pass pass",
        "no move",
        "wA1 -wQ\0",
        "🐝",
        "wA1 -🐝",
        "ｗA1 -wQ",
    ] {
        assert_eq!(refusal(&mut *session, text).kind(), "syntax", "{text:?}");
    }
    let endless = "wA1 -wQ".repeat(1000);
    let error = refusal(&mut *session, &endless);
    assert_eq!(error.kind(), "syntax");
    assert!(error.to_string().len() < 300, "hostile input stays short in messages");
}

/// Spaces round a move and several between its words are harmless, as in Mzinga.
#[test]
fn spaces_are_harmless() {
    let session = played(BASE, "wS1");
    for text in [" bG1 wS1-", "bG1 wS1- ", "bG1   wS1-", "bG1\twS1-"] {
        assert_eq!(session.check(text).unwrap(), "bG1 wS1-", "{text:?}");
    }
    assert_eq!(at(BASE, " Base ; ; ; wS1 ; bG1 wS1- ").position(), "Base;InProgress;White[2];wS1;bG1 wS1-");
}

/// "Pillbug throws are written as a normal move of the thrown piece."
#[test]
fn throw_is_a_move_of_the_thrown_piece() {
    let mut session = at(MLP, "0,0=bA1 1,0=wP 2,0=wQ 3,0=bQ | w 12");
    assert_eq!(session.play(r"bA1 /wQ").unwrap(), r"bA1 wP\");
    assert_eq!(to_move(&*session), "black");
}

/// Every legal move of random games is written so that it is read back as the same move.
#[test]
fn legal_moves_read_back_as_written() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut session = start(MLP);
        for _ in 0..60 {
            let texts = session.legal_moves();
            assert!(texts.windows(2).all(|pair| pair[0] < pair[1]), "sorted by byte order, each once");
            for text in &texts {
                assert_eq!(session.check(text).as_deref(), Ok(text.as_str()));
            }
            let Some(text) = session.random_move(&mut rng) else { break };
            session.play(&text).unwrap();
        }
    }
}
