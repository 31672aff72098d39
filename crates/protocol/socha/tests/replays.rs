//! Replay files of the official servers, and our own.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::io::Write;

use common::{assert_same, file_name, messages, packed, players, unpacked};
use flate2::Compression;
use flate2::write::GzEncoder;
use schwarm_core::{Rng, Setup, Side};
use schwarm_play::{GameEvent, GameRecord, Playing, Termination, TimeControl, TimeFault};
use schwarm_socha::replay::{self, ReplayError};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::xml::Element;

fn file(season: Season) -> String {
    format!("{}-replay.xml.gz", file_name(season))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn official_replays_are_read_packed_and_plain() {
    for (season, plies, winner) in [
        (Season::Piranhas2019, 60, Some(None)),
        (Season::Hive2020, 6, None),
        (Season::Ostseeschach2022, 60, Some(Some(Side::One))),
        (Season::Piranhas2026, 60, Some(Some(Side::Two))),
    ] {
        let (found, record) = replay::read(&packed(&file(season))).unwrap();
        assert_eq!((found, record.moves.len()), (season, plies));
        assert_eq!(record.game, season.game(RuleStyle::Server));
        assert_eq!(record.ending.as_ref().map(|ending| ending.winner), winner);
        assert!(record.ending.as_ref().is_none_or(|ending| ending.termination == Termination::Rules));
        assert_eq!(record.players, players(), "{season:?}");
        let session = record.replay(&*season.rulebook(RuleStyle::Server)).unwrap();
        assert_eq!(session.outcome().is_some(), winner.is_some());
        assert_eq!(replay::read(&unpacked(&file(season))).unwrap(), (season, record));
    }
}

#[test]
fn an_official_replay_is_written_again_message_by_message() {
    for season in Season::ALL {
        let bytes = unpacked(&file(season));
        let (_, record) = replay::read(&bytes).unwrap();
        let text = replay::write(season, &record, &*season.rulebook(RuleStyle::Server)).unwrap();
        let (ours, theirs) = (messages(text.as_bytes()), messages(&bytes));
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert_same(ours, &without_whole_fields(theirs));
        }
        if matches!(season, Season::Piranhas2019 | Season::Piranhas2026) {
            assert_eq!(text.into_bytes(), bytes, "{season:?}: not the same bytes");
        }
    }
}

/// The official player of 2020 names cells by their whole field, which nobody can know again.
fn without_whole_fields(element: &Element) -> Element {
    let mut element = element.clone();
    if element.attribute("class") == Some("field") {
        element.attributes.retain(|(name, _)| ["x", "y", "z"].contains(&name.as_str()));
        element.children.clear();
    }
    element.children = element.children.iter().map(without_whole_fields).collect();
    element
}

/// A random game of so many plies at most, ended by its rules or otherwise.
fn random_game(season: Season, style: RuleStyle, seed: u64, end: Option<Termination>) -> GameRecord {
    let rules = season.rulebook(style);
    let session = rules.start(Setup::Seed(seed)).unwrap();
    let names = ["Änne <&> \"A\"".to_string(), "Bo's".to_string()];
    let mut playing = Playing::new(&*rules, session, names, TimeControl::SOFTWARE_CHALLENGE);
    let mut events = playing.opening_events();
    let mut rng = Rng::new(seed);
    let plies = if end.is_some() { rng.below(20) } else { 60 };
    for _ in 0..plies {
        let Some(text) = playing.session().random_move(&mut rng) else { break };
        let choice = schwarm_play::Choice::plain(text);
        events.extend(playing.answer(Ok(choice), std::time::Duration::ZERO));
    }
    events.extend(end.and_then(|termination| playing.end(termination)));
    let mut record = GameRecord::from_events(&events).unwrap();
    // What a replay cannot hold.
    record.time = None;
    record.moves.iter_mut().for_each(|played| played.spent = None);
    record.tags.insert("RoomId".to_string(), "r-1".to_string());
    assert!(matches!(events.last(), Some(GameEvent::Ended { .. })));
    record
}

#[test]
fn games_of_every_season_come_back_from_a_replay_as_they_went_in() {
    for season in Season::ALL {
        let mut endings = Vec::new();
        for seed in 0..30 {
            let record = random_game(season, RuleStyle::Server, seed, None);
            let text = replay::write(season, &record, &*season.rulebook(RuleStyle::Server)).unwrap();
            let (found, again) = replay::read(text.as_bytes()).unwrap();
            assert_eq!((found, &again), (season, &record), "seed {seed}");
            assert_eq!(replay::read(&gzip(text.as_bytes())).unwrap(), (season, record.clone()));
            endings.extend(record.ending.and_then(|ending| ending.outcome).map(|outcome| outcome.reason.id()));
        }
        endings.sort_unstable();
        endings.dedup();
        println!("{season:?}: {endings:?}");
        assert!(!endings.is_empty());
    }
}

#[test]
fn irregular_ends_come_back_too() {
    let side = Side::Two;
    for season in Season::ALL {
        let reason = match season {
            Season::Piranhas2026 => "Regelverletzung von Bo's: so nicht".to_string(),
            _ => "so nicht".to_string(),
        };
        for end in [
            Termination::Time { side, fault: TimeFault::Late },
            Termination::Time { side, fault: TimeFault::None },
            Termination::IllegalMove { side, text: String::new(), why: reason },
            Termination::Left { side, why: "LOST_CONNECTION".to_string() },
        ] {
            for seed in 0..5 {
                let record = random_game(season, RuleStyle::Server, seed, Some(end.clone()));
                let text = replay::write(season, &record, &*season.rulebook(RuleStyle::Server)).unwrap();
                let (_, again) = replay::read(text.as_bytes()).unwrap();
                let (ours, found) = (record.ending.clone().unwrap(), again.ending.clone().unwrap());
                assert_eq!(found.termination, ours.termination, "{season:?}");
                assert_eq!(found.winner, ours.winner);
                // Servers until 2020 leave an offender what it had.
                assert_eq!(found.scores[0], ours.scores[0]);
                assert_eq!(found.scores[1].parts()[0], 0);
                assert_eq!(again.moves, record.moves);
            }
        }
    }
}

#[test]
fn a_game_by_the_sheet_is_known_by_what_the_server_would_not_allow() {
    let mut sheets = 0;
    for seed in 0..20 {
        let record = random_game(Season::Hive2020, RuleStyle::Sheet, seed, None);
        let rules = Season::Hive2020.rulebook(RuleStyle::Sheet);
        let text = replay::write(Season::Hive2020, &record, &*rules).unwrap();
        let (_, again) = replay::read(text.as_bytes()).unwrap();
        assert_eq!(again.moves, record.moves);
        sheets += usize::from(again.game == "hive-2020");
    }
    assert!(sheets > 0);
}

#[test]
fn a_replay_that_was_cut_off_is_read_as_far_as_it_goes() {
    for season in Season::ALL {
        let bytes = unpacked(&file(season));
        let whole = replay::read(&bytes).unwrap().1;
        // The first state of the short game of 2020 fills a seventh of its file.
        for part in 2..10 {
            let cut = &bytes[..bytes.len() * part / 10];
            let (_, record) = replay::read(cut).unwrap();
            assert_eq!(record.ending, None);
            assert_eq!(record.moves[..], whole.moves[..record.moves.len()]);
            assert!(record.moves.len() + 1 >= whole.moves.len() * part / 10, "{season:?} {part}");
            let packed = gzip(&bytes);
            let _ = replay::read(&packed[..packed.len() * part / 10]).map(|(_, record)| {
                assert_eq!(record.moves[..], whole.moves[..record.moves.len()]);
            });
        }
    }
}

#[test]
fn a_replay_that_lies_is_refused() {
    let text = String::from_utf8(unpacked(&file(Season::Piranhas2019))).unwrap();
    let refused = |text: &str| replay::read(text.as_bytes()).expect_err("a lie was believed");
    let other_move = text.replacen("x=\"0\" y=\"6\" direction=\"RIGHT\"", "x=\"0\" y=\"6\" direction=\"UP_RIGHT\"", 1);
    assert!(matches!(refused(&other_move), ReplayError::Move { turn: 1, .. }), "{}", refused(&other_move));
    let skipped = text.replacen("turn=\"1\"", "turn=\"3\"", 1);
    assert!(matches!(refused(&skipped), ReplayError::Move { turn: 3, .. }), "{}", refused(&skipped));
    let off_board = text.replacen("<field x=\"0\"", "<field x=\"10\"", 1);
    assert!(matches!(refused(&off_board), ReplayError::State { index: 0, .. }), "{}", refused(&off_board));
    let no_fish = text.replacen("state=\"RED\"", "state=\"GREEN\"", 1);
    assert!(matches!(refused(&no_fish), ReplayError::State { index: 0, .. }), "{}", refused(&no_fish));
    assert!(matches!(refused("<protocol></protocol>"), ReplayError::Empty));
    assert!(matches!(refused(""), ReplayError::Empty));
    assert!(matches!(refused("[Event \"x\"]"), ReplayError::Wire(_)));
    let strange = "<protocol><room roomId=\"1\"><data class=\"memento\"><state/></data></room>";
    assert!(matches!(refused(strange), ReplayError::Season));
}

#[test]
fn a_file_that_grows_when_unpacked_is_refused_in_time() {
    let mut bomb = b"<protocol>".to_vec();
    bomb.resize(80 << 20, b' ');
    let packed = gzip(&bomb);
    assert!(packed.len() < 1_000_000);
    drop(bomb);
    assert!(matches!(replay::read(&packed), Err(ReplayError::TooBig)));
    let mut long = b"<protocol><a x='".to_vec();
    long.resize(1 << 20, b'x');
    assert!(matches!(replay::read(&gzip(&long)), Err(ReplayError::Wire(_))));
    assert!(matches!(replay::read(&[0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), Err(ReplayError::Unpack(_))));
}

#[test]
fn a_replay_holds_games_of_its_season_only() {
    let record = random_game(Season::Piranhas2026, RuleStyle::Server, 1, None);
    let rules = Season::Piranhas2019.rulebook(RuleStyle::Server);
    assert!(replay::write(Season::Piranhas2019, &record, &*rules).is_err());
}
