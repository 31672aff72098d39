//! Records of other programs: what they say is kept, what they break is kept too, and nothing they
//! hold does any harm.

mod common;

use common::random_game;
use schwarm_core::{Reason, Rng, Rulebook, Setup, Side};
use schwarm_play::foreign::{self, Format, ImportError, Imported, Place, Remark};
use schwarm_play::{GameRecord, Termination, TimeControl, TimeFault};
use std::time::Duration;

fn open(id: &str) -> Result<Box<dyn Rulebook>, String> {
    schwarm_catalog::open(id).map_err(|error| error.to_string())
}

fn all(text: &str) -> Vec<Result<Imported, ImportError>> {
    foreign::read(text, None, &open).collect()
}

fn one(text: &str) -> Imported {
    let mut games = all(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> ImportError {
    all(text).into_iter().find_map(Result::err).unwrap_or_else(|| panic!("{text:?} was read"))
}

fn texts(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|played| played.text.as_str()).collect()
}

fn termination(record: &GameRecord) -> (&Termination, Option<Side>) {
    let ending = record.ending.as_ref().expect("it ended");
    (&ending.termination, ending.winner)
}

fn resigned(side: Side) -> Termination {
    Termination::Left { side, why: "resigned".to_string() }
}

fn result_only() -> Termination {
    Termination::Adjudication { why: "the record says no more than the result".to_string() }
}

/// A game of boardspace with a header and these events.
fn sgf(setup: &str, header: &str, events: &str) -> String {
    let nodes: String = events.lines().map(|event| format!("; {}\n", event.trim())).collect();
    format!(" (;\nGM[27]VV[1]\nSU[{setup}]\n{header}P0[id \"ann\"]\nP1[id \"bob\"]\n; P0[0 Start P0]\n{nodes})\n")
}

/// Queens that walk to and fro; after the second `BACK` the third occurrence is there.
const OPENING: &str = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
const BACK: &str = r"wQ \wS1;bQ bS1/;wQ -wS1;bQ bS1-";

fn viewer(game_type: &str, moves: &str, result: &str) -> String {
    let numbered: String = moves.split(';').enumerate().map(|(at, text)| format!("{}. {text}\n", at + 1)).collect();
    format!(
        "[GameType \"{game_type}\"]\n[Date \"2024.05.06\"]\n[Event \"\"]\n[Site \"\"]\n[Round \"\"]\n\
         [White \"ann\"]\n[Black \"bob\"]\n[Result \"{result}\"]\n\n{numbered}\n{result}\n"
    )
}

#[test]
fn a_file_of_boardspace_is_read_as_it_was_played() {
    let text = include_str!("foreign/boardspace.sgf");
    assert_eq!(Format::detect(text), Ok(Format::Sgf));
    let Imported { record, remarks } = one(text);
    assert_eq!(record.game, "hive+mlp");
    assert_eq!(record.players, ["Anna B.", "bob \"the] bot\""]);
    let expected =
        ["wL", "bG1 wL-", "wQ -wL", "bQ bG1-", "wB1 -wQ", "bM bQ/", "wB1 wQ", "bA1 bQ\\", "wB1 wL", "bA1 -wQ"];
    assert_eq!(texts(&record), expected);
    assert_eq!(record.time, Some(TimeControl::Total { base: Duration::from_secs(600), increment: Duration::ZERO }));
    let spent: Vec<_> = record.moves.iter().map(|played| played.spent.map(|spent| spent.as_millis())).collect();
    assert_eq!(spent[..5], [Some(1500), Some(2000), Some(4250), Some(1000), None]);
    assert_eq!(record.moves[2].note.as_deref(), Some("the queen [early]"));
    for (tag, value) in [
        ("Date", "2018.11.02"),
        ("SgfDate", "Fri Nov 02 09:01:07 EDT 2018"),
        ("SgfGameName", "HV-ann-bob"),
        ("Event", "Winter cup"),
        ("Site", "boardspace.net"),
        ("Round", "3"),
        ("WhiteElo", "1500"),
        ("BlackTime", "0:10:40"),
        ("SgfCM", "0,1"),
    ] {
        assert_eq!(record.tags.get(tag).map(String::as_str), Some(value), "{tag}");
    }
    assert_eq!(termination(&record), (&resigned(Side::One), Some(Side::Two)));
    assert!(matches!(&remarks[..], [Remark::UnknownCommand { command, .. }] if command == "wave 3"), "{remarks:?}");
}

#[test]
fn old_files_name_pieces_without_colour_and_in_any_order() {
    let events = "P0[1 pick w 3 B2]\nP0[2 dropb b2 N 13 .]\nP0[3 done]
        P1[4 move B S2 O 13 wB2-]\nP1[5 done]
        P0[6 dropb q M 13 -wB2]\nP0[7 done]
        P1[8 movedone B Q P 13 bS2-]
        P0[9 dropb b1 L 13 -wQ]\nP0[10 done]
        P1[11 movedone B bS1 Q 13 .]
        P0[12 pdropb b1 M 13 wq]";
    let Imported { record, .. } = one(&sgf("hive", "", events));
    // The first beetle to come is B1 for us; the last turn has no `done`.
    assert_eq!(texts(&record), ["wB1", "bS1 wB1-", "wQ -wB1", "bQ bS1-", "wB2 -wQ", "bS2 bQ-", "wB2 wQ"]);
    assert_eq!(record.ending, None);
}

#[test]
fn a_pass_nobody_wrote_down_counts_where_it_is_forced() {
    let events = "P0[1 move W wS1 N 13 .]\nP0[2 done]\nP1[3 move B bS1 O 13 wS1-]\nP1[4 done]
        P0[5 done]\nP0[6 move W wQ M 13 -wS1]\nP0[7 done]";
    // A `done` after nothing, by somebody who can move, is nothing.
    assert_eq!(texts(&one(&sgf("hive", "", events)).record), ["wS1", "bS1 wS1-", "wQ -wS1"]);
    let (record, plies) = game_with_a_pass();
    let text = foreign::write(&record, Format::Sgf, &open).expect("a game of Hive").text;
    let passes: Vec<_> = text.lines().filter(|line| line.ends_with(" pass]")).collect();
    assert!(!passes.is_empty(), "{plies} plies without a pass");
    let silent: String =
        text.lines().filter(|line| !line.ends_with(" pass]")).map(|line| format!("{line}\n")).collect();
    assert_eq!(texts(&one(&silent).record), texts(&record));
}

/// A random game in which somebody had to pass.
fn game_with_a_pass() -> (GameRecord, usize) {
    let rules = open("hive").expect("a game");
    let passes = |record: &GameRecord| record.moves.iter().any(|played| played.text == "pass");
    let games = (0..400).map(|seed| random_game(&*rules, 2 * seed + 1, 400));
    let mut record = games.into_iter().find(passes).expect("somebody gets stuck in four hundred games");
    record.moves.iter_mut().for_each(|played| played.note = None);
    let plies = record.moves.len();
    (record, plies)
}

#[test]
fn a_move_taken_back_before_its_end_was_never_played() {
    let events = "P0[1 dropb wS1 N 13 .]\nP0[2 done]\nP1[3 dropb bS1 O 13 wS1-]\nP1[4 pickb O 13 bS1]
        P1[5 dropb bS1 M 13 -wS1]\nP1[6 done]\nP0[7 dropb wA1 O 13 wS1-]\nP0[8 drop W 1]\nP0[9 dropb wQ O 14 wS1/]\nP0[10 done]";
    assert_eq!(texts(&one(&sgf("hive", "", events)).record), ["wS1", "bS1 -wS1", "wQ wS1/"]);
}

#[test]
fn variations_are_passed_over_and_games_follow_each_other() {
    let text = "(;GM[27]SU[hive]P0[id \"a\"]P1[id \"b\"];P0[1 movedone W wS1 N 13 .]\
                (;P1[2 movedone B bS1 O 13 wS1-](;P0[3 movedone W wA1 M 13 -wS1]))(;P1[2 movedone B bQ O 13 wS1-]))\
                (;GM[27]SU[hive-plm];P0[1 movedone W wP1 N 13 .])";
    let games: Vec<_> = all(text).into_iter().map(|game| game.expect("reads").record).collect();
    assert_eq!(texts(&games[0]), ["wS1", "bS1 wS1-", "wA1 -wS1"]);
    assert_eq!((games[1].game.as_str(), texts(&games[1])), ("hive+mlp", vec!["wP"]));
}

#[test]
fn whoever_moves_first_is_white_whatever_the_seat() {
    let events = "P1[1 movedone W wS1 N 13 .]\nP0[2 movedone B bS1 O 13 wS1-]\nP1[3 resign]\nP1[4 done]";
    let record = one(&sgf("hive", "P1[ranking 1700]\n", events)).record;
    assert_eq!(record.players, ["bob", "ann"]);
    assert_eq!(record.tags["WhiteElo"], "1700");
    assert_eq!(termination(&record), (&resigned(Side::One), Some(Side::Two)));
}

#[test]
fn endings_of_boardspace_are_kept() {
    let moves = "P0[1 movedone W wS1 N 13 .]\nP1[2 movedone B bS1 O 13 wS1-]\n";
    let ended = |header: &str, events: &str| one(&sgf("hive", header, &format!("{moves}{events}"))).record;
    let record = ended("RE[The game is a draw]\n", "P0[3 offerdraw]\nP0[4 done]\nP1[5 acceptdraw]\nP1[6 done]");
    let agreed = Termination::Adjudication { why: "draw agreed".to_string() };
    assert_eq!(termination(&record), (&agreed, None));
    assert_eq!(record.moves.len(), 2);
    let record = ended("RE[Game won by ann]\n", "P0[3 offerdraw]\nP0[4 done]\nP1[5 declinedraw]\nP1[6 done]");
    assert_eq!(termination(&record), (&result_only(), Some(Side::One)));
    assert_eq!(record.tags.get("SgfResult"), None, "it says no more than the ending");
    let record = ended("RE[bob lost on time]\n", "");
    let late = Termination::Time { side: Side::Two, fault: TimeFault::Late };
    assert_eq!(termination(&record), (&late, Some(Side::One)));
    assert_eq!(record.tags["SgfResult"], "bob lost on time");
    assert_eq!(ended("", "").ending, None);
}

#[test]
fn a_game_played_on_after_a_third_occurrence_is_kept() {
    let moves = format!(r"{OPENING};{BACK};{BACK};wA1 -wQ");
    let played_on = [Remark::PlayedOn { plies: 12 }];
    for text in [
        format!("Base;InProgress;Black[7];{moves}"),
        format!("Base;;;{moves}"),
        viewer("Base", &moves, "InProgress"),
        viewer("Base", &moves, "Draw"),
    ] {
        let Imported { record, remarks } = one(&text);
        assert_eq!((record.game.as_str(), record.moves.len()), ("hive,repetition=off", 13), "{text}");
        assert_eq!(remarks, played_on, "{text}");
    }
    let record = one(&format!("Base+M;;;{moves}")).record;
    let tree = foreign::write(&record, Format::Sgf, &open).expect("a game of Hive").text;
    assert_eq!(one(&tree), Imported { record, remarks: played_on.to_vec() });
}

#[test]
fn a_third_occurrence_at_the_very_end_is_a_draw_unless_the_file_says_otherwise() {
    let moves = format!("{OPENING};{BACK};{BACK}");
    for text in [format!("Base;;;{moves}"), format!("Base;Draw;;{moves}"), viewer("Base", &moves, "Draw")] {
        let Imported { record, remarks } = one(&text);
        assert_eq!((record.game.as_str(), termination(&record)), ("hive", (&Termination::Rules, None)));
        assert_eq!(remarks, []);
    }
    let record = one(&format!("Base;InProgress;;{moves}")).record;
    assert_eq!((record.game.as_str(), record.ending), ("hive,repetition=off", None));
    let record = one(&viewer("Base", &moves, "BlackWins")).record;
    assert_eq!(record.game, "hive,repetition=off");
    assert_eq!(termination(&record), (&result_only(), Some(Side::Two)));
}

#[test]
fn a_queen_placed_first_is_kept() {
    let Imported { record, remarks } = one("Base+MLP;InProgress;White[2];wQ;bQ wQ-");
    assert_eq!(record.game, "hive+mlp,queen-first");
    assert_eq!(remarks, [Remark::QueenFirst { ply: 1 }]);
    let moves = "wS1;bQ wS1-;wQ -wS1";
    let Imported { record, remarks } = one(&viewer("Base", moves, "InProgress"));
    assert_eq!((record.game.as_str(), &remarks[..]), ("hive,queen-first", &[Remark::QueenFirst { ply: 2 }][..]));
    let back = r"bQ wS1\;wQ \wS1;bQ wS1-;wQ -wS1";
    let Imported { record, remarks } = one(&format!(r"Base;;;{moves};{back};{back};bQ wS1\"));
    assert_eq!((record.game.as_str(), record.moves.len()), ("hive,repetition=off,queen-first", 12));
    assert_eq!(remarks, [Remark::QueenFirst { ply: 2 }, Remark::PlayedOn { plies: 11 }]);
}

#[test]
fn a_result_against_the_rules_is_kept_beside_theirs() {
    let rules = open("hive").expect("rules");
    let whole_game = |seed: u64| {
        let (mut rng, mut session) = (Rng::new(seed), rules.start(Setup::Default).expect("a start"));
        while let Some(text) = session.random_move(&mut rng) {
            session.play(&text).expect("legal");
        }
        session.outcome().filter(|outcome| outcome.reason == Reason::QueenSurrounded).map(|outcome| (session, outcome))
    };
    let (session, outcome) = (0..50).find_map(whole_game).expect("somebody wins one of fifty games");
    let claimed = if outcome.winner == Some(Side::One) { ("BlackWins", Side::Two) } else { ("WhiteWins", Side::One) };
    let Imported { record, remarks } = one(&format!("Base;{};;{}", claimed.0, session.moves().join(";")));
    assert_eq!(remarks, [Remark::OtherResult { rules: outcome.reason.id() }]);
    let ending = record.ending.expect("it ended");
    assert_eq!((ending.winner, ending.outcome), (Some(claimed.1), Some(outcome)));
}

#[test]
fn files_of_the_viewers_are_read_with_their_comments() {
    let text = include_str!("foreign/viewer.pgn");
    for text in [text.to_string(), format!("\u{feff}{}", text.replace('\n', "\r\n"))] {
        assert_eq!(Format::detect(&text), Ok(Format::ViewerPgn));
        let record = one(&text).record;
        assert_eq!((record.game.as_str(), &record.players[1][..]), ("hive+mlp", "Engine 2.0"));
        assert_eq!(texts(&record), ["wP", "bL wP-", r"wA1 /wP", "bM bL-", "wQ -wA1"]);
        assert_eq!(record.moves[1].note.as_deref(), Some("a solid start, played on two lines"));
        assert_eq!(record.moves[3].note, None);
        assert_eq!(termination(&record), (&result_only(), Some(Side::One)));
        let tags: Vec<_> = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(tags, [("Annotator", "carl"), ("Comment", "a friendly game"), ("Date", "2024.05.06")]);
    }
}

#[test]
fn game_strings_are_read_whatever_their_state_and_turn_say() {
    for (text, game, plies) in [
        ("Base;NotStarted;White[1]", "hive", 0),
        ("Base+PLM;;;wL", "hive+mlp", 1),
        ("base+m;InProgress;Black[77];wM;bM wM-", "hive+m", 2),
        ("Classic;InProgress;White[1];bA1", "hive-classic", 1),
        ("Classic;NotStarted;Blue[1]", "hive-classic", 0),
        ("  Base ; InProgress ; Black[1] ; wS1  ", "hive", 1),
    ] {
        let record = one(text).record;
        assert_eq!((record.game.as_str(), record.moves.len()), (game, plies), "{text}");
    }
    let games = all("# two games\nBase;;;wS1\n\nBase;BlackWins;;wS1;bS1 wS1-\n");
    assert_eq!(games.len(), 2);
    let last = &games[1].as_ref().expect("reads").record;
    assert_eq!(termination(last), (&result_only(), Some(Side::Two)));
}

#[test]
fn the_content_says_which_format_a_text_is_in() {
    for (text, format) in [
        ("[Game \"hive\"]\n\n*\n", Format::Pgn),
        ("\u{feff}[Event \"x\"]\n[GameType \"Base\"]\n[Game \"hive\"]\n\n*", Format::Pgn),
        ("; a remark\n% x\n[White \"a\"]\n[GameType \"Base\"]\n1. wS1", Format::ViewerPgn),
        ("{ a remark\nover two lines }\n[GameType \"Base\"]", Format::ViewerPgn),
        (" (\n;GM[27])", Format::Sgf),
        ("\n\nBase+MLP;InProgress;White[1]", Format::Uhp),
        ("# remark\nClassic;;", Format::Uhp),
        ("{\"game\":\"hive\"}", Format::Json),
        ("{\n  \"game\": 1}", Format::Json),
    ] {
        assert_eq!(Format::detect(text), Ok(format), "{text:?}");
    }
    for (text, line, column, word) in [
        ("", 1, 1, "empty"),
        ("\n\n  wS1 bS1", 3, 3, "begins no format"),
        ("<protocol>", 1, 1, "Software-Challenge"),
        ("[Event \"x\"]\n1. wS1", 2, 1, "no tag says which game"),
        ("[Event \"x\"]", 1, 1, "no tag says which game"),
        ("(B[aa])", 1, 1, "SGF tree"),
        ("[{\"game\":\"hive\"}]", 1, 1, "one record a line"),
        ("hive;InProgress;White[1]", 1, 1, "begins no format"),
    ] {
        let Err(ImportError::Unknown { place, what }) = Format::detect(text) else { panic!("{text:?} was detected") };
        assert_eq!(place, Place { line, column }, "{text:?}: {what}");
        assert!(what.contains(word), "{text:?}: {what}");
    }
    for format in Format::ALL {
        assert_eq!(format.id().parse(), Ok(format));
    }
    assert!("word".parse::<Format>().is_err());
}

#[test]
fn faults_are_named_with_their_place() {
    for (text, expected) in [
        ("Base;InProgress;White[1];wS1;bS1 wS1-;wQ bQ-", "game 1, move 3 (line 1, column 39): "),
        ("\nBase;Won;White[1]", "game 1, line 2, column 6: unknown state \"Won\""),
        ("Base;;;wS1;;bS1 wS1-", "game 1, line 1, column 12: an empty move"),
        ("Base;;;wS1;", "game 1, line 1, column 12: an empty move"),
        ("Base;x", "game 1, line 1, column 1: a GameString has at least three fields"),
        ("Base+X;;", "game 1: no rules for \"Base+X\""),
        ("(;GM[1]SU[go])", "game 1, line 1, column 3: game \"1\" of SGF is not Hive"),
        ("(;GM[27])", "game 1, line 1, column 1: nothing says which pieces"),
        ("(;GM[27]SU[hive-ultimate])", "game 1, line 1, column 9: unknown set of pieces"),
        ("(;GM[27]SU[hive]\n;P0[1 dropb wS1])", "game 1, line 2, column 2: cannot read \"dropb wS1\""),
        (
            "(;GM[27]SU[hive]\n;P0[1 movedone W wS1 N 13 .]\n;P1[2 movedone B bS1 N 15 .])",
            "game 1, line 3, column 2: bS1 touches nothing",
        ),
        (
            "(;GM[27]SU[hive]\n;P0[1 movedone W wS1 N 13 .]\n;P1[2 movedone B bS1 N 14 wA1-])",
            "game 1, move 2 (line 3, column 2): ",
        ),
        ("(;GM[27]SU[hive]", "game 1, line 1, column 17: the text ends within a game"),
        ("[GameType \"Base\"]\n\n1. wS1\n2. wS2 wS1-\n", "game 1, move 2: "),
        ("[GameType \"Checkers\"]\n\n1. wS1\n", "game 1, line "),
        ("{\"game\":\"hive\",\n\"moves\":7}", "game 1, line 2, column "),
        (
            "{\"game\":\"hiev\",\"start\":\"default\",\"players\":[\"\",\"\"],\"moves\":[]}",
            "game 1: no rules for \"hiev\"",
        ),
    ] {
        let said = refused(text).to_string();
        assert!(said.starts_with(expected), "{text:?}\n  said     {said}\n  expected {expected}");
    }
}

#[test]
fn a_bad_game_does_not_hide_the_next() {
    let good = "Base;;;wS1";
    assert_eq!(
        all(&format!("{good}\nBase;;;wS9\n{good}\n")).iter().map(Result::is_ok).collect::<Vec<_>>(),
        [true, false, true]
    );
    let pgn = [viewer("Base", "wS1", "Draw"), viewer("Base", "wS1;wS1", "Draw"), viewer("Base", "wS1", "Draw")];
    assert_eq!(all(&pgn.join("\n")).iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let json = "{\"game\":\"hive\",\"start\":\"default\",\"players\":[\"\",\"\"],\"moves\":[]}";
    let lines = format!("{json}\n\n{{\"game\":7}}\n{json}\n");
    assert_eq!(all(&lines).iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let tree = |event: &str| sgf("hive", "", event);
    let trees = [tree("P0[1 movedone W wS1 N 13 .]"), tree("P0[1 dropb]"), tree("P0[1 movedone W wA1 N 13 .]")];
    assert_eq!(all(&trees.concat()).iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}
