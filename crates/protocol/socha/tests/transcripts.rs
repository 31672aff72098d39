//! Recorded games of the official servers, read byte by byte and written again.
//!
//! Every message that server and players sent must be understood, and what we would have written
//! in its place must be the same, field by field.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{assert_same, data_of, log, messages, moves, players, stream, take};
use schwarm_core::{Session, Side};
use schwarm_play::{Ending, Termination};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::wire::{Bounds, Wire};
use schwarm_socha::xml::Element;

const DIRECTIONS: [(u8, bool); 6] = [(1, true), (1, false), (2, true), (2, false), (3, true), (3, false)];

#[test]
fn every_stream_is_read_as_it_came_and_however_it_is_split() {
    for season in Season::ALL {
        let log = log(season);
        for (connection, from_client) in DIRECTIONS {
            let bytes = stream(&log, connection, from_client);
            let whole = messages(&bytes);
            assert!(!whole.is_empty());
            let mut wire = Wire::new(Bounds::default());
            let chunks = log.iter().filter(|chunk| (chunk.connection, chunk.from_client) == (connection, from_client));
            let as_it_came: Vec<Element> = chunks.flat_map(|chunk| take(&mut wire, &chunk.bytes)).collect();
            assert_eq!(as_it_came, whole, "{season:?} {connection} {from_client}");
            for size in [7, 97, 1021] {
                let mut wire = Wire::new(Bounds::default());
                let split: Vec<Element> = bytes.chunks(size).flat_map(|chunk| take(&mut wire, chunk)).collect();
                assert_eq!(split, whole, "{season:?} {connection} {from_client} in pieces of {size}");
            }
        }
    }
}

#[test]
fn a_whole_game_can_be_read_one_byte_at_a_time() {
    let log = log(Season::Piranhas2026);
    for (connection, from_client) in DIRECTIONS {
        let bytes = stream(&log, connection, from_client);
        let mut wire = Wire::new(Bounds::default());
        let slow: Vec<Element> = bytes.iter().flat_map(|&byte| take(&mut wire, &[byte])).collect();
        assert_eq!(slow, messages(&bytes));
        assert!(wire.is_closed() || !bytes.trim_ascii_end().ends_with(b"</protocol>"));
    }
}

#[test]
fn what_a_server_said_is_written_again_byte_for_byte() {
    for season in Season::ALL {
        for connection in 1..=3 {
            let bytes = stream(&log(season), connection, false);
            let mut again = String::from("<protocol>");
            for message in messages(&bytes) {
                message.write(&mut again, 1);
            }
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(again, text.strip_suffix("\n</protocol>").unwrap_or(&text), "{season:?}");
        }
    }
}

/// The states an observer saw, each with the `data` it came in.
fn mementos(season: Season, data: &[Element]) -> Vec<&Element> {
    data.iter().filter_map(|data| season.read_memento(data)).collect()
}

#[test]
fn every_state_is_read_into_the_rules_and_written_as_it_was() {
    for season in Season::ALL {
        let log = log(season);
        let rules = season.rulebook(RuleStyle::Server);
        let mut turns = 0;
        for connection in 1..=3 {
            let data = data_of(&log, connection, false);
            for state in mementos(season, &data) {
                let text = season.read_state(state).unwrap();
                let session = rules.from_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(session.position(), text);
                let last = state.child("lastMove").cloned();
                assert_same(&season.state(&*session, &players(), last.as_ref()), state);
                let memento = season.memento(state.clone());
                assert!(data.contains(&memento));
                turns += 1;
            }
        }
        assert!(turns >= 100, "{season:?}: {turns}");
        println!("{season:?}: {turns} states");
    }
}

/// Plays the recorded game; `check` sees every state with the move message that led to it.
fn replay(season: Season, mut check: impl FnMut(&dyn Session, Option<&Element>, &Element)) -> Box<dyn Session> {
    let log = log(season);
    let data = data_of(&log, 1, false);
    let mut states = mementos(season, &data).into_iter();
    let first = states.next().unwrap();
    let rules = season.rulebook(RuleStyle::Server);
    let mut session = rules.from_position(&season.read_state(first).unwrap()).unwrap();
    check(&*session, None, first);
    for data in moves(&log) {
        let text = season.read_move(&data, &*session).unwrap();
        session.play(&text).unwrap_or_else(|error| panic!("{data}: {error}"));
        check(&*session, Some(&data), states.next().unwrap());
    }
    assert!(states.next().is_none());
    session
}

#[test]
fn every_move_of_the_players_leads_to_the_state_the_server_sent() {
    for season in Season::ALL {
        let mut moves = 0;
        let session = replay(season, |session, data, state| {
            assert_same(&season.state(session, &players(), data), state);
            if season != Season::Hive2020 {
                assert_same(&season.state(session, &players(), None), state);
            }
            moves += usize::from(data.is_some());
        });
        println!("{season:?}: {moves} moves");
        assert!(session.outcome().is_some());
    }
}

#[test]
fn a_move_is_written_as_the_official_client_writes_it() {
    for season in Season::ALL {
        let mut before: Option<Box<dyn Session>> = None;
        replay(season, |session, data, _| {
            if let (Some(before), Some(data)) = (&before, data) {
                let text = season.read_move(data, &**before).unwrap();
                let written = season.write_move(&text, &**before).unwrap();
                assert_eq!(season.read_move(&written, &**before), Ok(text));
                assert_same(&written, &only_coordinates(data));
            }
            before = Some(session.clone_box());
        });
    }
}

/// A move without the field that the official client of 2020 sends instead of its coordinates.
fn only_coordinates(data: &Element) -> Element {
    let mut data = data.clone();
    for cell in data.children.iter_mut().filter(|cell| cell.attribute("class") == Some("field")) {
        cell.attributes.retain(|(name, _)| ["x", "y", "z"].contains(&name.as_str()));
        cell.children.clear();
    }
    data
}

#[test]
fn the_result_is_the_servers() {
    for season in Season::ALL {
        let session = replay(season, |_, _, _| {});
        let outcome = session.outcome().unwrap();
        let ending = Ending {
            termination: Termination::Rules,
            winner: outcome.winner,
            scores: outcome.scores,
            outcome: Some(outcome),
        };
        let ours = season.result(&ending, &*session, &players());
        let data = data_of(&log(season), 1, false);
        let result = data.iter().find(|data| data.attribute("class") == Some("result")).unwrap();
        assert_same(&ours, result);
        let read = season.read_result(result).unwrap();
        assert_eq!((read.winner, read.scores, read.regular), (outcome.winner, outcome.scores, true));
        assert_eq!(read.ending(&*session), ending);
    }
}

#[test]
fn everything_a_player_is_told_is_known() {
    for season in Season::ALL {
        let log = log(season);
        let mut sides = Vec::new();
        for connection in [2, 3] {
            let mut requests = 0;
            for data in data_of(&log, connection, false) {
                if let Some(side) = season.read_welcome(&data) {
                    assert_eq!(season.welcome(side), data);
                    sides.push(side);
                } else if season.is_move_request(&data) {
                    assert_eq!(season.move_request(), data);
                    requests += 1;
                } else {
                    let is_known = season.read_memento(&data).is_some() || season.read_result(&data).is_some();
                    assert!(is_known, "{season:?}: {data}");
                }
            }
            assert!(requests >= 20, "{season:?}: {requests}");
        }
        sides.sort();
        assert_eq!(sides, [Side::One, Side::Two]);
        let said: Vec<Element> = [2, 3].into_iter().flat_map(|n| messages(&stream(&log, n, true))).collect();
        let closes = said.iter().filter(|message| **message == season.close()).count();
        // The players of 2020 were cut off before they could say it.
        assert_eq!(closes, if season == Season::Hive2020 { 0 } else { 2 }, "{season:?}");
    }
}

#[test]
fn game_types_and_games_are_found_both_ways() {
    for season in Season::ALL {
        assert_eq!(Season::of_game_type(season.game_type()), Some(season));
        for style in [RuleStyle::Sheet, RuleStyle::Server] {
            assert_eq!(Season::of_game(season.game(style)), Some(season));
            assert_eq!(season.rulebook(style).info().id, season.game(style));
            assert_eq!(schwarm_catalog::open(season.game(style)).unwrap().id(), season.rulebook(style).id());
        }
    }
    assert_eq!(Season::of_game("hive+mlp"), None);
    assert_eq!(Season::of_game_type("swc_2027_blokus"), None);
}
