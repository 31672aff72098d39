//! What several tests of this crate need.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::time::Duration;

use schwarm_core::{Rng, Rulebook, Setup};
use schwarm_play::{Choice, GameEvent, GameRecord, Playing, TimeControl};

/// Every game of the catalog, and each with all its options off their defaults.
pub fn games() -> Vec<String> {
    let mut ids: Vec<String> = schwarm_catalog::games().iter().map(|info| info.id.to_string()).collect();
    ids.push("hive+mlp,repetition=off,queen-first".to_string());
    ids
}

/// The events of a random game with comments of all kinds; it may be broken off.
pub fn random_events(rules: &dyn Rulebook, seed: u64, most: usize) -> Vec<GameEvent> {
    let mut rng = Rng::new(seed);
    let setup = if seed.is_multiple_of(2) { Setup::Default } else { Setup::Seed(seed) };
    let mut session = rules.start(setup).expect("a start");
    if seed % 4 == 2 {
        for _ in 0..6 {
            let mv = session.random_move(&mut rng).expect("the game has just begun");
            session.play(&mv).expect("legal");
        }
    }
    let players = ["ann".to_string(), "bob".to_string()];
    let mut playing = Playing::new(rules, session, players, TimeControl::SOFTWARE_CHALLENGE);
    let mut events = playing.opening_events();
    for ply in 0..most {
        let Some(text) = playing.session().random_move(&mut rng) else { break };
        let mut choice = Choice::plain(text);
        if ply % 3 == 0 {
            choice.score = Some(rng.below(1000) as f64 / 7.0 - 50.0);
            choice.depth = Some(ply as u32);
            choice.nodes = Some(rng.next_u64());
        }
        if ply % 5 == 0 {
            choice.note = Some(format!("{{ply {ply}}}\n[%eval 3] \\"));
        }
        events.extend(playing.answer(Ok(choice), Duration::from_micros(rng.below(2_000_000) as u64)));
    }
    events
}

/// A random game as a record.
pub fn random_game(rules: &dyn Rulebook, seed: u64, most: usize) -> GameRecord {
    GameRecord::from_events(&random_events(rules, seed, most)).expect("events in order")
}
