//! Records and events as data: their order, their JSON, and playing them through.

mod common;

use std::time::Duration;

use common::{games, random_events, random_game};
use schwarm_core::{Score, Side};
use schwarm_play::{
    Ending, GameEvent, GameRecord, PlayedMove, RecordError, Start, Termination, TimeControl, TimeFault,
};

fn hive() -> Box<dyn schwarm_core::Rulebook> {
    schwarm_catalog::open("hive").expect("known")
}

#[test]
fn events_and_records_come_back_from_json() {
    for id in games() {
        let rules = schwarm_catalog::open(&id).expect("known");
        for seed in 0..4 {
            let events = random_events(&*rules, seed, 200);
            let json = serde_json::to_string(&events).expect("plain data");
            let read: Vec<GameEvent> = serde_json::from_str(&json).expect("our own JSON");
            assert_same_events(&read, &events);
            let record = random_game(&*rules, seed, 200);
            let json = serde_json::to_string(&record).expect("plain data");
            let read: GameRecord = serde_json::from_str(&json).expect("our own JSON");
            assert_eq!(read.moves.len(), record.moves.len());
            assert_eq!((read.start, read.ending, read.time), (record.start, record.ending, record.time));
        }
    }
}

/// Without its feature for exact floats the JSON library may be off by the last bit.
fn assert_same_events(read: &[GameEvent], written: &[GameEvent]) {
    assert_eq!(read.len(), written.len());
    for (read, written) in read.iter().zip(written) {
        let (GameEvent::Moved { played: read, ply, side, left }, GameEvent::Moved { played, .. }) = (read, written)
        else {
            assert_eq!(read, written);
            continue;
        };
        let close = |a: f64, b: f64| (a - b).abs() <= f64::EPSILON * b.abs();
        assert_eq!(read.score.is_some(), played.score.is_some());
        assert!(read.score.zip(played.score).is_none_or(|(a, b)| close(a, b)));
        let again = GameEvent::Moved {
            ply: *ply,
            side: *side,
            left: *left,
            played: PlayedMove { score: played.score, ..read.clone() },
        };
        assert_eq!(&again, written);
    }
}

#[test]
fn events_have_these_names_in_json() {
    let started = GameEvent::Started {
        game: "hive".to_string(),
        start: Start::Default,
        players: ["a".to_string(), "b".to_string()],
        time: TimeControl::SOFTWARE_CHALLENGE,
    };
    let json = r#"{"event":"started","game":"hive","start":"default","players":["a","b"],"time":"2..10/move"}"#;
    assert_eq!(serde_json::to_string(&started).expect("plain data"), json);
    let moved = GameEvent::Moved {
        ply: 3,
        side: Side::Two,
        played: PlayedMove { spent: Some(Duration::from_millis(1500)), ..PlayedMove::plain("wS1") },
        left: None,
    };
    let json = r#"{"event":"moved","ply":3,"side":"two","move":"wS1","spent":{"secs":1,"nanos":500000000}}"#;
    assert_eq!(serde_json::to_string(&moved).expect("plain data"), json);
    let ended = GameEvent::Ended {
        ending: Ending {
            termination: Termination::Time { side: Side::One, fault: TimeFault::Late },
            winner: Some(Side::Two),
            scores: [Score::new(&[0, 0]), Score::new(&[2, 3])],
            outcome: None,
        },
    };
    let json = r#"{"event":"ended","ending":{"termination":{"by":"time","side":"one","fault":"late"},"winner":"two","scores":[[0,0],[2,3]]}}"#;
    assert_eq!(serde_json::to_string(&ended).expect("plain data"), json);
    for event in [started, moved, ended] {
        let json = serde_json::to_string(&event).expect("plain data");
        assert_eq!(serde_json::from_str::<GameEvent>(&json).expect("our own JSON"), event);
    }
}

#[test]
fn every_termination_comes_back_from_json() {
    let (side, why) = (Side::Two, || "so".to_string());
    for termination in [
        Termination::Rules,
        Termination::Time { side, fault: TimeFault::None },
        Termination::IllegalMove { side, text: "x".to_string(), why: why() },
        Termination::Crash { side, why: why() },
        Termination::Silence { side, why: why() },
        Termination::Left { side, why: why() },
        Termination::Adjudication { why: why() },
        Termination::Abort { why: why() },
    ] {
        let json = serde_json::to_string(&termination).expect("plain data");
        assert!(json.contains(&format!("\"by\":\"{}\"", termination.id())), "{json}");
        assert_eq!(serde_json::from_str::<Termination>(&json).expect("our own JSON"), termination);
    }
}

#[test]
fn events_in_an_order_no_game_has_are_refused() {
    let events = random_events(&*hive(), 1, 4);
    let (started, moves) = events.split_first().expect("a start");
    let ended = GameEvent::Ended {
        ending: Ending {
            termination: Termination::Abort { why: String::new() },
            winner: None,
            scores: [Score::new(&[]); 2],
            outcome: None,
        },
    };
    let order = |events: Vec<&GameEvent>| {
        let events: Vec<GameEvent> = events.into_iter().cloned().collect();
        GameRecord::from_events(&events)
    };
    let at = |index: usize, result: Result<GameRecord, RecordError>| match result {
        Err(RecordError::Order { index: told, .. }) => assert_eq!(told, index),
        other => panic!("{other:?}"),
    };
    at(0, order(vec![]));
    at(0, order(vec![&moves[0]]));
    at(1, order(vec![started, started]));
    at(1, order(vec![started, &moves[1]]));
    at(2, order(vec![started, &moves[0], &moves[0]]));
    at(2, order(vec![started, &ended, &moves[0]]));
    at(2, order(vec![started, &ended, &ended]));
    let record = order(vec![started, &moves[0], &moves[1], &ended]).expect("a game");
    assert_eq!((record.moves.len(), record.ending.is_some()), (2, true));
    assert_eq!(record.players, ["ann", "bob"]);
}

#[test]
fn playing_through_names_the_first_thing_the_rules_refuse() {
    let mut record = random_game(&*hive(), 1, 6);
    record.replay(&*hive()).expect("legal moves");
    record.moves[3].text = "wQ wQ".to_string();
    assert!(matches!(record.replay(&*hive()), Err(RecordError::Move { ply: 4, .. })));
    record.start = Start::Position("nonsense".to_string());
    assert!(matches!(record.replay(&*hive()), Err(RecordError::Start(_))));
    record.start = Start::Setup("seed:x".to_string());
    assert!(matches!(record.replay(&*hive()), Err(RecordError::Start(_))));
}

#[test]
fn time_controls_are_exact_in_json() {
    for time in [
        TimeControl::None,
        TimeControl::per_move(Duration::from_nanos(1)),
        TimeControl::Total { base: Duration::new(3600, 123_456_789), increment: Duration::from_micros(1) },
    ] {
        let json = serde_json::to_string(&time).expect("plain data");
        assert_eq!(serde_json::from_str::<TimeControl>(&json).expect("our own JSON"), time, "{json}");
    }
}
