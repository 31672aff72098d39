//! PGN: whatever a record holds comes back, and files of other programs are read.

mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use common::{games, random_game};
use proptest::prelude::*;
use schwarm_core::{Outcome, Reason, Score, Side};
use schwarm_play::pgn::{self, PgnError, Reader};
use schwarm_play::{Ending, GameRecord, PlayedMove, Start, Termination, TimeControl, TimeFault};

fn any_text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "",
        " ",
        "\\",
        "\"",
        "\"]",
        "{",
        "}",
        "}}",
        "[%emt 3]",
        "[%note]",
        "\n",
        "\r\n",
        "\t",
        "%",
        ";",
        "*",
        "1-0",
        "1.",
        "wS1",
        "bS1 wS1-",
        "[Event \"x\"]",
        "\u{feff}",
        "\\x7d",
        "\\u{41}",
        "=",
        "%3D",
        "é",
        "\u{2028}",
        "\0",
    ]);
    prop_oneof![
        prop::collection::vec(odd, 0..4).prop_map(|parts| parts.concat()),
        "\\PC{0,12}",
        any::<String>(),
        "[a-zA-Z0-9 ]{0,10}",
    ]
}

fn any_side() -> impl Strategy<Value = Side> {
    prop::sample::select(vec![Side::One, Side::Two])
}

fn any_scores() -> impl Strategy<Value = [Score; 2]> {
    let score = || prop::collection::vec(any::<i16>(), 0..=Score::MAX).prop_map(|parts| Score::new(&parts));
    [score(), score()]
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    let reasons = vec![
        Reason::QueenSurrounded,
        Reason::BothSurrounded,
        Reason::RoundLimit,
        Reason::SwarmUnited,
        Reason::NoMove,
        Reason::Ambers,
        Reason::Repetition,
        Reason::Passes,
    ];
    (prop::option::of(any_side()), prop::sample::select(reasons), any_scores())
        .prop_map(|(winner, reason, scores)| Outcome { winner, reason, scores })
}

fn any_termination() -> impl Strategy<Value = Termination> {
    (0..8, any_side(), any_text(), any_text(), any::<bool>()).prop_map(|(kind, side, text, why, late)| match kind {
        0 => Termination::Rules,
        1 => Termination::Time { side, fault: if late { TimeFault::Late } else { TimeFault::None } },
        2 => Termination::IllegalMove { side, text, why },
        3 => Termination::Crash { side, why },
        4 => Termination::Silence { side, why },
        5 => Termination::Left { side, why },
        6 => Termination::Adjudication { why },
        _ => Termination::Abort { why },
    })
}

fn any_ending() -> impl Strategy<Value = Ending> {
    (any_termination(), prop::option::of(any_side()), any_scores(), prop::option::of(any_outcome()))
        .prop_map(|(termination, winner, scores, outcome)| Ending { termination, winner, scores, outcome })
}

fn any_time() -> impl Strategy<Value = TimeControl> {
    let d = || any::<Duration>();
    prop_oneof![
        Just(TimeControl::None),
        (d(), d()).prop_map(|(limit, patience)| TimeControl::PerMove { limit, patience }),
        (d(), d()).prop_map(|(base, increment)| TimeControl::Total { base, increment }),
        (1..1_000_000u64).prop_map(|ms| TimeControl::per_move(Duration::from_millis(ms))),
    ]
}

fn any_move() -> impl Strategy<Value = PlayedMove> {
    let known =
        prop::sample::select(vec!["wS1", "bS1 wS1-", r"wQ \wS1", "wB1 bQ", "pass", "a4-c4", "0,0>1,-1", "Q@0,0"]);
    let text = prop_oneof![known.prop_map(str::to_string), any_text()];
    let score = prop_oneof![any::<f64>().prop_filter("no NaN", |score| !score.is_nan()), Just(1e300), Just(0.1)];
    let o = prop::option::of::<BoxedStrategy<Duration>>;
    (
        text,
        o(any::<Duration>().boxed()),
        prop::option::of(score),
        prop::option::of(any::<u32>()),
        prop::option::of(any::<u64>()),
        prop::option::of(any_text()),
    )
        .prop_map(|(text, spent, score, depth, nodes, note)| PlayedMove { text, spent, score, depth, nodes, note })
}

fn any_record() -> impl Strategy<Value = GameRecord> {
    let ids = ["hive", "hive+mlp,repetition=off", "hive-classic", "hive-2020", "piranhas-2026", "ostseeschach-2022"];
    let game = prop_oneof![prop::sample::select(ids.to_vec()).prop_map(str::to_string), any_text()];
    let start =
        prop_oneof![Just(Start::Default), any_text().prop_map(Start::Setup), any_text().prop_map(Start::Position)];
    let names =
        prop::sample::select(vec!["Event", "Date", "White", "Game", "Tag", "Result", "Elo_1", "a=b", "Comment"]);
    let name = prop_oneof![names.prop_map(str::to_string), any_text()];
    (
        (game, start, [any_text(), any_text()], prop::option::of(any_time())),
        prop::collection::vec(any_move(), 0..6),
        prop::option::of(any_ending()),
        prop::collection::btree_map(name, any_text(), 0..5),
    )
        .prop_map(|((game, start, players, time), moves, ending, tags)| GameRecord {
            game,
            start,
            players,
            time,
            moves,
            ending,
            tags,
        })
}

fn assert_same(record: &GameRecord) {
    let text = pgn::write(record);
    let read = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read, std::slice::from_ref(record), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_record_is_read_back_as_it_was(record in any_record()) {
        assert_same(&record);
    }

    #[test]
    fn many_records_in_one_file_are_read_back(records in prop::collection::vec(any_record(), 0..4)) {
        let text: String = records.iter().map(pgn::write).collect();
        prop_assert_eq!(pgn::read(&text).expect("our own file"), records.clone());
        let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(pgn::read(&windows).expect("the same with other line ends"), records);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any_text(), record in any_record(), at in any::<prop::sample::Index>()) {
        let written = pgn::write(&record);
        let mut cut = at.index(written.len() + 1);
        while !written.is_char_boundary(cut) { cut -= 1; }
        let mixed = format!("{}{text}{}", &written[..cut], &written[cut..]);
        for game in Reader::new(mixed.as_bytes()) {
            if let Err(error) = game {
                prop_assert!(error.to_string().len() < 2000, "{}", error);
            }
        }
    }
}

/// Every way a game can end, for a game that ends here and now.
fn endings(scores: [Score; 2]) -> Vec<Ending> {
    let why = "it said: \"no {more}\\\"\nand left".to_string();
    let mut endings = Vec::new();
    for side in Side::BOTH {
        for termination in [
            Termination::Time { side, fault: TimeFault::Late },
            Termination::Time { side, fault: TimeFault::None },
            Termination::IllegalMove { side, text: "a1-a1".to_string(), why: why.clone() },
            Termination::Crash { side, why: why.clone() },
            Termination::Silence { side, why: why.clone() },
            Termination::Left { side, why: why.clone() },
        ] {
            endings.push(Ending { termination, winner: Some(side.other()), scores, outcome: None });
        }
    }
    for winner in [None, Some(Side::One), Some(Side::Two)] {
        endings.push(Ending {
            termination: Termination::Adjudication { why: why.clone() },
            winner,
            scores,
            outcome: None,
        });
    }
    endings.push(Ending { termination: Termination::Abort { why }, winner: None, scores, outcome: None });
    endings
}

#[test]
fn real_games_of_every_kind_are_read_back_and_can_be_played_through() {
    for id in games() {
        let rules = schwarm_catalog::open(&id).expect("a game of the catalog");
        for seed in 0..4 {
            let record = random_game(&*rules, seed, 400);
            assert_same(&record);
            let read = pgn::read(&pgn::write(&record)).expect("our own file").remove(0);
            let session = read.replay(&*rules).expect("legal moves");
            let ended = record.ending.as_ref().and_then(|ending| ending.outcome);
            assert_eq!(session.outcome(), ended, "{id}");
            for ending in endings(session.scores(None)) {
                assert_same(&GameRecord { ending: Some(ending), ..record.clone() });
            }
        }
    }
}

#[test]
fn moves_of_real_games_are_written_without_quotes() {
    for id in games() {
        let rules = schwarm_catalog::open(&id).expect("a game of the catalog");
        let text = pgn::write(&random_game(&*rules, 7, 400));
        let (_, moves) = text.split_once("\n\n").expect("tags, then moves");
        for line in moves.lines().filter(|line| !line.starts_with('{')) {
            assert!(!line.contains('"'), "{id}: {line}");
        }
    }
}

#[test]
fn a_game_is_written_like_this() {
    let mut record = GameRecord {
        game: "piranhas-2026".to_string(),
        start: Start::Setup("1231231212312312 d5 h6".to_string()),
        players: ["ann".to_string(), "bob \"the fish\"".to_string()],
        time: Some(TimeControl::SOFTWARE_CHALLENGE),
        moves: vec![PlayedMove::plain("a4-c4"), PlayedMove::plain("b0-b2")],
        ending: Some(Ending {
            termination: Termination::Time { side: Side::One, fault: TimeFault::Late },
            winner: Some(Side::Two),
            scores: [Score::new(&[0, 0]), Score::new(&[2, 14])],
            outcome: None,
        }),
        tags: BTreeMap::from([("Date".to_string(), "2026.02.01".to_string())]),
    };
    record.moves[0].spent = Some(Duration::from_millis(125));
    record.moves[0].note = Some("hm".to_string());
    let text = "[Date \"2026.02.01\"]\n[Red \"ann\"]\n[Blue \"bob \\\"the fish\\\"\"]\n[Result \"0-1\"]\n\
        [Game \"piranhas-2026\"]\n[Setup \"1231231212312312 d5 h6\"]\n[TimeControl \"2..10/move\"]\n\
        [Termination \"time\"]\n[Offender \"red\"]\n[TimeFault \"late\"]\n[Scores \"0,0 2,14\"]\n\n\
        1. a4-c4\n{[%emt 0.125] hm}\n2. b0-b2\n\n0-1\n\n";
    assert_eq!(pgn::write(&record), text);
    assert_same(&record);
}

/// A game as Mzinga 0.15 writes it: no tag of ours, a comment on a line of its own.
const MZINGA: &str = "[GameType \"Base+MLP\"]\r\n[Date \"2020.12.08\"]\r\n[Event \"\"]\r\n[Site \"\"]\r\n[Round \"\"]\r\n\
    [White \"ann\"]\r\n[Black \"bob\"]\r\n[Result \"Draw\"]\r\n[SgfResult \"The game is a draw\"]\r\n\r\n\
    {A comment\r\nof two lines}\r\n1. wB1\r\n2. bL /wB1\r\n3. wQ wB1-\r\n4. bQ -bL\r\n{Better is bQ \\bL}\r\n\
    5. wA1 \\wB1\r\n\r\nDraw\r\n";

#[test]
fn a_file_of_mzinga_is_read() {
    let game = pgn::read(MZINGA).expect("a good file").remove(0);
    assert_eq!(game.game, "hive+mlp");
    assert_eq!(game.players, ["ann", "bob"]);
    let moves: Vec<&str> = game.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(moves, ["wB1", "bL /wB1", "wQ wB1-", "bQ -bL", r"wA1 \wB1"]);
    assert_eq!(game.moves[3].note.as_deref(), Some(r"Better is bQ \bL"));
    assert_eq!(game.tags["Comment"], "A comment of two lines");
    assert_eq!((game.tags["Date"].as_str(), game.tags["SgfResult"].as_str()), ("2020.12.08", "The game is a draw"));
    let ending = game.ending.clone().expect("the file says that it ended");
    assert_eq!((ending.winner, ending.termination.id()), (None, "adjudication"));
    game.replay(&*schwarm_catalog::open("hive+mlp").expect("known")).expect("legal moves");
    assert_same(&game);
}

#[test]
fn our_hive_files_have_the_lines_mzinga_expects() {
    // Mzinga reads a file line by line: a tag, a comment in braces, a result, or a numbered move.
    let rules = schwarm_catalog::open("hive+mlp").expect("known");
    let text = pgn::write(&random_game(&*rules, 3, 60));
    assert!(text.contains("[GameType \"Base+MLP\"]\n") && text.contains("[White ") && text.contains("[Black "));
    for line in text.lines().filter(|line| !line.is_empty()) {
        let tag = line.starts_with('[') && line.ends_with(']');
        let comment = line.starts_with('{') && line.ends_with('}');
        let result = ["WhiteWins", "BlackWins", "Draw", "InProgress"].contains(&line);
        let numbered = line.split_once(". ").is_some_and(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()));
        assert!(tag || comment || result || numbered, "{line}");
    }
}

#[test]
fn many_dialects_of_moves_are_read() {
    let moves = ["wS1", "bS1 wS1-", r"wQ -wS1", r"bQ bS1\"];
    for text in [
        "1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1\\\n",
        "1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1\\ *",
        "1. wS1 bS1 wS1-\n2. wQ -wS1 bQ bS1\\ *",
        "1.wS1 1...bS1 wS1- 2.wQ -wS1 2...bQ bS1\\",
        "1 wS1\n1... bS1 wS1-\n2 wQ -wS1 ... bQ bS1\\",
        "wS1\nbS1 wS1-\nwQ -wS1\nbQ bS1\\\n",
        "wS1 bS1 wS1- wQ -wS1 bQ bS1\\ InProgress",
        "1) wS1 2) bS1 wS1- 3) wQ\n-wS1 4) bQ bS1\\",
        "1. wS1! $1 (1. wA1 {a ) in a comment} (bA1 ( wA1- ))) 2. bS1 wS1-?! ; best\n% secret\n3. wQ -wS1 $12 4. bQ bS1\\ *",
    ] {
        let game = pgn::read(&format!("[GameType \"Base\"]\n\n{text}")).expect(text).remove(0);
        let read: Vec<&str> = game.moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(read, moves, "{text}");
        assert_eq!(game.ending, None, "{text}");
    }
    let text = "[Game \"hive-2020\"]\n1. Q@0,0 1... Q@1,-1 2. 0,0>0,1 *";
    let read: Vec<String> = pgn::read(text).expect(text)[0].moves.iter().map(|played| played.text.clone()).collect();
    assert_eq!(read, ["Q@0,0", "Q@1,-1", "0,0>0,1"]);
}

#[test]
fn either_pair_of_colours_names_the_players() {
    for (one, two) in [("White", "Black"), ("Red", "Blue"), ("White", "Blue")] {
        let text = format!("[Game \"piranhas-2019\"]\n[{two} \"b\"]\n[{one} \"a\"]\n\n*");
        assert_eq!(pgn::read(&text).expect("good")[0].players, ["a", "b"]);
    }
}

#[test]
fn the_words_of_the_standard_for_the_end_are_read() {
    for (result, how, id, winner) in [
        ("1-0", "normal", "rules", Some(Side::One)),
        ("0-1", "time forfeit", "time", Some(Side::Two)),
        ("1-0", "Abandoned", "left", Some(Side::One)),
        ("*", "abandoned", "abort", None),
        ("BlackWins", "rules infraction", "illegal-move", Some(Side::Two)),
        ("Draw", "ann won by talking", "adjudication", None),
    ] {
        let text = format!("[Game \"hive\"]\n[Result \"{result}\"]\n[Termination \"{how}\"]\n\n{result}\n");
        let ending = pgn::read(&text).expect(&text)[0].ending.clone().expect(&text);
        assert_eq!((ending.termination.id(), ending.winner), (id, winner), "{text}");
        assert_eq!(ending.termination.offender(), (id != "rules").then_some(winner.map(Side::other)).flatten());
    }
}

#[test]
fn games_without_moves_or_results_are_told_apart() {
    let text = "[GameType \"Base\"]\n[White \"a\"]\n\n[GameType \"Base+M\"]\n[White \"b\"]\n\n1. wS1\n\n\
        [GameType \"Base+L\"]\n\n1. wA1 WhiteWins\n; a remark between games\n[GameType \"Base+P\"]\n\n*";
    let games: Vec<String> = pgn::read(text).expect("good").into_iter().map(|game| game.game).collect();
    assert_eq!(games, ["hive", "hive+m", "hive+l", "hive+p"]);
    assert_eq!(pgn::read(""), Ok(Vec::new()));
    assert_eq!(pgn::read("\n\n; nothing here\n% nor here\n"), Ok(Vec::new()));
}

#[test]
fn tags_that_know_of_no_escapes_are_read() {
    let text =
        "[GameType \"Base\"]\n[Event \"the \"best\" game\"]\n[Site \"C:\\hive\\\"]\n[Round  \"1\" ] [Date \"?\"]\n\n*";
    let game = pgn::read(text).expect("good").remove(0);
    assert_eq!(game.tags["Event"], "the \"best\" game");
    assert_eq!(game.tags["Site"], "C:\\hive\\");
    assert_eq!((game.tags["Round"].as_str(), game.tags["Date"].as_str()), ("1", "?"));
}

#[test]
fn errors_name_the_game_the_line_and_what_is_expected() {
    let good = "[Game \"hive\"]\n\n1. wS1 *\n\n";
    for (bad, line, what) in [
        ("1. wS1\n", 5, "[Game \"hive\"]"),
        ("[White \"a\"]\n\n*\n", 5, "[Game \"hive\"]"),
        ("[GameType \"Base+X\"]\n\n*\n", 5, "Base+MLP"),
        ("[GameType Base]\n", 5, "[Name \"value\"]"),
        ("[Game \"hive\"]\n[Result \"2-0\"]\n\n*\n", 6, "1-0"),
        ("[Game \"hive\"]\n[Termination \"time\"]\n\n*\n", 6, "Offender"),
        ("[Game \"hive\"]\n[Termination \"time\"]\n[Offender \"pink\"]\n\n*\n", 7, "red or blue"),
        ("[Game \"hive\"]\n[Termination \"rules\"]\n[Scores \"1\"]\n\n*\n", 7, "\"2,4 0,3\""),
        ("[Game \"hive\"]\n[Termination \"rules\"]\n[Reason \"boredom\"]\n\n*\n", 7, "boredom"),
        ("[Game \"hive\"]\n[Tag \"x\"]\n\n*\n", 6, "name=value"),
        ("[Game \"hive\"]\n\n1. wS1 {never closed\n", 7, "}"),
        ("[Game \"hive\"]\n\n1. \"never closed\n", 7, "closing quote"),
    ] {
        let error = pgn::read(&format!("{good}{bad}")).expect_err(bad);
        assert_eq!((error.game, error.line), (2, line), "{bad}: {error}");
        assert!(error.what.contains(what), "{bad}: {error}");
        assert!(error.to_string().starts_with(&format!("game 2, line {line}: ")), "{error}");
    }
}

#[test]
fn after_a_bad_game_the_next_one_is_read() {
    let bad: &[u8] = b"[Game \"hive\"]\n[White \"\xff\"]\n\n1. wS1\n*\n\n";
    let file = [bad, b"[Game \"hive\"]\n\n1. wA1\n*\n"].concat();
    let games: Vec<Result<GameRecord, PgnError>> = Reader::new(&*file).collect();
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().expect_err("not UTF-8");
    assert_eq!((error.game, error.line, error.what.as_str()), (1, 2, "the line is not UTF-8"));
    assert_eq!(games[1].as_ref().expect("good").moves[0].text, "wA1");
}

/// A file without end that has no line end in it.
struct Endless {
    given: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(b'x');
        let count = buffer.len().min((3 * pgn::LONGEST_GAME).saturating_sub(self.given));
        self.given += count;
        Ok(count)
    }
}

#[test]
fn a_game_without_end_is_refused_in_bounded_memory() {
    let endless = std::io::Read::chain(&b"[Game \"hive\"]\n\n"[..], Endless { given: 0 });
    let games: Vec<_> = Reader::new(std::io::BufReader::new(endless)).collect();
    assert_eq!(games.len(), 1, "one game, one error");
    assert!(games[0].as_ref().is_err_and(|error| error.what.contains("longer than")));
}

#[test]
fn a_huge_file_is_read_game_by_game() {
    struct Repeat<'a> {
        text: &'a [u8],
        left: usize,
        at: usize,
    }
    impl std::io::Read for Repeat<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if self.at == self.text.len() {
                self.left -= 1;
                self.at = 0;
            }
            if self.left == 0 {
                return Ok(0);
            }
            let count = buffer.len().min(self.text.len() - self.at);
            buffer[..count].copy_from_slice(&self.text[self.at..self.at + count]);
            self.at += count;
            Ok(count)
        }
    }
    let text = b"[Game \"hive\"]\n\n1. wS1 2. bS1 wS1- *\n\n";
    let input = std::io::BufReader::new(Repeat { text, left: 10_000, at: 0 });
    let games = Reader::new(input).map(|game| game.expect("good").moves.len()).fold((0, 0), |(n, m), x| (n + 1, m + x));
    assert_eq!(games, (10_000, 20_000));
}
