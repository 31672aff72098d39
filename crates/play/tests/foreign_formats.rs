//! From format to format: what comes back is the record, but for the losses that were named.

mod common;

use std::collections::BTreeMap;
use std::time::Duration;

use common::{games, random_game};
use proptest::prelude::*;
use schwarm_core::{Rulebook, Score, Side};
use schwarm_play::foreign::{self, DEEPEST, Format, ImportError, Loss, MOST_MOVES, WriteError};
use schwarm_play::{Ending, GameRecord, PlayedMove, Start, Termination, TimeControl, TimeFault, pgn};

const HIVE: [&str; 3] = ["hive", "hive+mlp", "hive+p,repetition=off,queen-first"];

fn open(id: &str) -> Result<Box<dyn Rulebook>, String> {
    schwarm_catalog::open(id).map_err(|error| error.to_string())
}

/// A record without the parts that were lost.
fn without(record: &GameRecord, losses: &[Loss]) -> GameRecord {
    let mut record = record.clone();
    for loss in losses {
        match loss {
            Loss::Game(_) => record.game.clear(),
            Loss::Start => record.start = Start::Default,
            Loss::Players => record.players = Default::default(),
            Loss::Time => record.time = None,
            Loss::Spent(_) => record.moves.iter_mut().for_each(|played| played.spent = None),
            Loss::Scores(_) => record.moves.iter_mut().for_each(|played| played.score = None),
            Loss::Depths(_) => record.moves.iter_mut().for_each(|played| played.depth = None),
            Loss::Nodes(_) => record.moves.iter_mut().for_each(|played| played.nodes = None),
            Loss::Notes(_) => record.moves.iter_mut().for_each(|played| played.note = None),
            Loss::Moves(moves) => panic!("{moves} moves were lost"),
            Loss::Result | Loss::Ending => record.ending = None,
            Loss::Tag(name) => {
                record.tags.remove(name);
            }
        }
    }
    record
}

/// Our PGN, the format, our PGN again: the same but for the losses. Returns them.
fn there_and_back(record: &GameRecord, format: Format) -> Vec<Loss> {
    let own = pgn::read(&pgn::write(record)).expect("our own file").remove(0);
    let written = foreign::write(&own, format, &open).unwrap_or_else(|error| panic!("{format}: {error}\n{own:?}"));
    let back: Vec<_> = foreign::read(&written.text, None, &open).collect();
    let [Ok(back)] = &back[..] else { panic!("{format}: {back:?}\n{}", written.text) };
    let again = pgn::read(&pgn::write(&back.record)).expect("our own file").remove(0);
    let (one, two) = (without(&own, &written.losses), without(&again, &written.losses));
    assert_eq!(pgn::write(&one), pgn::write(&two), "{format}: {:?}\n{}", written.losses, written.text);
    written.losses
}

#[test]
fn each_format_names_what_it_cannot_hold() {
    let mut record = random_game(&*open("hive+mlp").expect("rules"), 4, 12);
    record.tags = BTreeMap::from([("Date", "2024.05.06"), ("Event", "cup"), ("Annotator", "c"), ("WhiteElo", "1500")])
        .into_iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    record.moves.iter_mut().for_each(|played| played.note = None);
    record.moves[3].note = Some("why not".to_string());
    let late = Termination::Time { side: Side::Two, fault: TimeFault::Late };
    let session = record.replay(&*open("hive+mlp").expect("rules")).expect("legal");
    let [won, lost] = session.scores(Some(Side::One));
    let scores = [won, lost.zeroed()];
    record.ending = Some(Ending { termination: late, winner: Some(Side::One), scores, outcome: None });
    assert_eq!(there_and_back(&record, Format::Pgn), []);
    assert_eq!(there_and_back(&record, Format::Json), []);
    let searched = [Loss::Scores(4), Loss::Depths(4), Loss::Nodes(4)];
    let tag = |name: &str| Loss::Tag(name.to_string());
    let only = |losses: &[&[Loss]]| losses.concat();
    assert_eq!(there_and_back(&record, Format::ViewerPgn), only(&[&[Loss::Time, Loss::Spent(12)], &searched]));
    assert_eq!(
        there_and_back(&record, Format::Sgf),
        only(&[&[Loss::Time, Loss::Spent(12)], &searched, &[tag("Annotator")]])
    );
    assert_eq!(
        there_and_back(&record, Format::Uhp),
        only(&[
            &[Loss::Players, Loss::Time, Loss::Spent(12)],
            &searched,
            &[Loss::Notes(1), Loss::Ending, tag("Annotator"), tag("Date"), tag("Event"), tag("WhiteElo")],
        ])
    );
}

#[test]
fn options_nobody_needed_are_named_as_lost() {
    let record = random_game(&*open(HIVE[2]).expect("rules"), 1, 3);
    for format in [Format::ViewerPgn, Format::Sgf, Format::Uhp] {
        let lost = there_and_back(&record, format).contains(&Loss::Game("hive+p".to_string()));
        let needed = record.moves.iter().take(2).any(|played| played.text[1..].starts_with('Q'));
        assert_eq!(lost, !needed, "{format}");
    }
}

#[test]
fn times_of_whole_milliseconds_and_totals_pass_through_sgf() {
    let mut record = random_game(&*open("hive").expect("rules"), 8, 9);
    for (ply, played) in record.moves.iter_mut().enumerate() {
        *played = PlayedMove::plain(played.text.clone());
        played.spent = (ply != 4).then(|| Duration::from_millis(250 * ply as u64 + 1));
    }
    for increment in [Duration::ZERO, Duration::from_millis(500)] {
        record.time = Some(TimeControl::Total { base: Duration::from_secs(60), increment });
        assert_eq!(there_and_back(&record, Format::Sgf), []);
    }
}

#[test]
fn random_games_of_every_game_pass_through_the_formats_that_know_them() {
    for id in games() {
        let rules = open(&id).expect("a game");
        for seed in 0..6 {
            let record = random_game(&*rules, seed, 60);
            for format in Format::ALL {
                let unbounded = rules.info().aliases.iter().any(|alias| alias.starts_with("Base"));
                let fits = match format {
                    Format::Pgn | Format::Json => true,
                    Format::ViewerPgn | Format::Sgf => unbounded,
                    Format::Uhp => unbounded || id == "hive-classic",
                };
                // Every fourth game begins in the middle.
                let whole = seed % 4 != 2 || matches!(format, Format::Pgn | Format::Json);
                match foreign::write(&record, format, &open) {
                    Ok(written) => {
                        assert!(fits && whole, "{id} as {format}");
                        assert!(!written.losses.iter().any(|loss| matches!(loss, Loss::Moves(_) | Loss::Result)));
                        there_and_back(&record, format);
                    }
                    Err(WriteError::Game { .. }) => assert!(!fits, "{id} as {format}"),
                    Err(WriteError::Start { .. }) => assert!(fits && !whole, "{id} as {format}"),
                    Err(error) => panic!("{id} as {format}: {error}"),
                }
            }
        }
    }
}

#[test]
fn whole_games_keep_their_verdict() {
    for (seed, id) in (10..14).zip(HIVE.iter().cycle()) {
        let record = random_game(&*open(id).expect("rules"), 2 * seed + 1, 3000);
        for format in [Format::ViewerPgn, Format::Sgf, Format::Uhp] {
            let losses = there_and_back(&record, format);
            assert!(!losses.contains(&Loss::Result) && !losses.contains(&Loss::Ending), "{id} as {format}: {losses:?}");
        }
    }
}

#[test]
fn a_game_string_has_no_line_end() {
    let record = random_game(&*open("hive").expect("rules"), 1, 2);
    let text = foreign::to_uhp(&record, &open).expect("a game of Hive");
    let moves: Vec<_> = record.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(text, format!("Base;InProgress;White[2];{}", moves.join(";")));
}

fn any_text() -> impl Strategy<Value = String> {
    let odd = ["", " ", "\\", "\"", "]", "[", "(;", ")", "{", "}", ";", "\n", "\r\n", "on time", "won", "é", "\0"];
    let more = ["ann", "Game won by ", "2024.05.06", "2 May 2024", "[%emt 3]", "%", "Fixed 5", "draw", "resigned"];
    let odd = prop::sample::select([&odd[..], &more[..]].concat());
    prop_oneof![prop::collection::vec(odd, 0..4).prop_map(|parts| parts.concat()), "\\PC{0,12}", "[a-zA-Z0-9 ]{0,10}",]
}

fn any_ending() -> impl Strategy<Value = Ending> {
    let why = prop_oneof![Just("resigned".to_string()), Just("draw agreed".to_string()), any_text()];
    (0..6, any::<bool>(), prop::option::of(any::<bool>()), why).prop_map(|(kind, one, winner, why)| {
        let pick = |one: bool| if one { Side::One } else { Side::Two };
        let side = pick(one);
        let (termination, winner) = match kind {
            0 => (Termination::Time { side, fault: TimeFault::Late }, Some(side.other())),
            1 => (Termination::Time { side, fault: TimeFault::None }, Some(side.other())),
            2 => (Termination::Left { side, why }, Some(side.other())),
            3 => (Termination::IllegalMove { side, text: why.clone(), why }, Some(side.other())),
            4 => (Termination::Abort { why }, None),
            _ => (Termination::Adjudication { why }, winner.map(pick)),
        };
        Ending { termination, winner, scores: [Score::new(&[0, 0]); 2], outcome: None }
    })
}

/// A short game of Hive in which everything but the moves is odd.
fn any_record() -> impl Strategy<Value = GameRecord> {
    let names = ["Event", "Date", "SgfDate", "SgfResult", "SgfGameName", "SgfTC", "SgfCM", "SgfC", "SgfGM", "Comment"];
    let more = ["WhiteElo", "BlackTime", "White", "Game", "Termination", "a=b", "Round", "Site", "SgfRE", "SgfEV"];
    let name = prop::sample::select([&names[..], &more[..]].concat());
    let tags = prop::collection::btree_map(name.prop_map(str::to_string), any_text(), 0..5);
    let notes = prop::collection::vec(prop::option::of(any_text()), 12);
    let time = prop::option::of((1..1_000_000u64, 0..3u64).prop_map(|(base, step)| TimeControl::Total {
        base: Duration::from_millis(base),
        increment: Duration::from_millis(step),
    }));
    (
        0..HIVE.len(),
        any::<u32>(),
        0..12usize,
        [any_text(), any_text()],
        prop::option::of(any_ending()),
        tags,
        notes,
        time,
    )
        .prop_map(|(id, seed, plies, players, ending, tags, notes, time)| {
            let rules = open(HIVE[id]).expect("rules");
            let mut record = random_game(&*rules, 2 * u64::from(seed) + 1, plies);
            record.moves.iter_mut().zip(notes).for_each(|(played, note)| played.note = note);
            GameRecord { players, ending, tags, time, ..record }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_record_holds_comes_back_or_is_named_as_lost(record in any_record()) {
        for format in Format::ALL {
            there_and_back(&record, format);
        }
    }

    #[test]
    fn no_text_does_any_harm(text in any_text(), record in any_record(), at in any::<prop::sample::Index>(), cut in 0..9usize) {
        for format in Format::ALL {
            let written: Vec<char> = foreign::write(&record, format, &open).expect("a game of Hive").text.chars().collect();
            let at = at.index(written.len());
            let behind = (at + cut).min(written.len());
            let mixed: String = written[..at].iter().copied().chain(text.chars()).chain(written[behind..].iter().copied()).collect();
            for format in [None, Some(format)] {
                for error in foreign::read(&mixed, format, &open).filter_map(Result::err) {
                    prop_assert!(error.to_string().len() < 2000, "{}", error);
                }
            }
            for other in Format::ALL {
                foreign::read(&text, Some(other), &open).for_each(drop);
            }
        }
    }
}

#[test]
fn hostile_texts_are_refused_in_good_time() {
    let count = |text: &str, format: Format| foreign::read(text, Some(format), &open).filter(Result::is_err).count();
    let deep = format!("(;GM[27]SU[hive]{}", "(;B[x]".repeat(DEEPEST + 100_000));
    assert_eq!(count(&deep, Format::Sgf), 1);
    assert_eq!(count(&"(;)".repeat(100_000), Format::Sgf), 100_000);
    assert_eq!(count(&format!("(;GM[27]SU[hive]{}", ";".repeat(3_000_000)), Format::Sgf), 1);
    assert_eq!(count(&format!("(;GM[27]SU[hive]A{})", "[]".repeat(3_000_000)), Format::Sgf), 1);
    assert_eq!(count(&format!("(;GM[27]SU[hive]{}[1])", "A".repeat(3_000_000)), Format::Sgf), 1);
    let turns = ";P0[1 passdone]".repeat(MOST_MOVES + 2);
    assert_eq!(count(&format!("(;GM[27]SU[hive]{turns})"), Format::Sgf), 1);
    assert_eq!(
        count(&format!("(;GM[27]SU[hive];P0[1 movedone W wS1 {} 99999999999 .])", "Z".repeat(99)), Format::Sgf),
        1
    );
    assert_eq!(count(&format!("Base;;{}", ";pass".repeat(MOST_MOVES + 9)), Format::Uhp), 1);
    assert_eq!(count(&"Base\n".repeat(100_000), Format::Uhp), 100_000);
    assert_eq!(count(&"[".repeat(3_000_000), Format::Json), 1);
    assert_eq!(count(&format!("{{\"game\":{}", "[".repeat(3_000_000)), Format::Json), 1);
    assert!(Format::detect(&"[x\n".repeat(1_000_000)).is_err());
    assert!(Format::detect(&"{ remark\n".repeat(1_000_000)).is_err());
    assert!(Format::detect(&" ".repeat(3_000_000)).is_err());
}

#[test]
fn a_long_walk_to_and_fro_is_played_up_to_the_limit() {
    let walk = [r";wQ \wS1", ";bQ bS1/", ";wQ -wS1", ";bQ bS1-"].concat();
    let text = format!("Base;InProgress;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-{}", walk.repeat((MOST_MOVES - 4) / 4));
    let game = foreign::read(&text, None, &open).next().expect("a game").expect("legal");
    assert_eq!((game.record.game.as_str(), game.record.moves.len()), ("hive,repetition=off", MOST_MOVES));
    let longer = foreign::read(&format!("{text}{walk}"), None, &open).next().map(|game| game.map(drop));
    assert_eq!(longer, Some(Err(ImportError::TooManyMoves { game: 1 })));
}
