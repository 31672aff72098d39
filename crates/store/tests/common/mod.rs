//! Folders that go away, and real games to store.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use schwarm_play::{Choice, GameEvent, Playing, Start, Termination, TimeControl};

/// A folder of its own, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("schwarm-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Numbers that are the same every time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }
}

/// A game of random moves by the rules, the same every time for a seed; at most `plies` long.
pub fn game(id: &str, players: [&str; 2], seed: u64, plies: usize) -> Vec<GameEvent> {
    let rules = schwarm_catalog::open(id).unwrap();
    let session = Start::Default.open(&*rules).unwrap();
    let time = TimeControl::Total { base: Duration::from_secs(60), increment: Duration::from_millis(100) };
    let mut playing = Playing::new(&*rules, session, players.map(str::to_string), time);
    let mut events = playing.opening_events();
    let mut dice = Dice::new(seed);
    for ply in 0..plies {
        if playing.to_move().is_none() {
            return events;
        }
        let moves = playing.session().legal_moves();
        let text = moves[dice.roll(moves.len())].clone();
        let score = (ply % 3 == 0).then(|| dice.roll(1000) as f64 / 7.0 - 70.0);
        let choice =
            Choice { text, score, note: (ply == 1).then(|| "„so“ \0 \u{1f41d}".into()), ..Choice::default() };
        events.extend(playing.answer(Ok(choice), Duration::from_micros(dice.roll(90_000) as u64)));
    }
    events.extend(playing.end(Termination::Adjudication { why: "long enough".into() }));
    events
}
