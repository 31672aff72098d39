//! Somebody else who writes games into the same store.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use schwarm_play::{Attempt, Choice, Dialogues, GameEvent, Playing, Start, TimeControl};
use schwarm_store::Store;
use tokio::runtime::Runtime;

/// Another program with the same store.
pub struct Others {
    store: Arc<dyn Store>,
    runtime: Runtime,
    of_match: i64,
}

impl Others {
    pub fn over(file: &Path) -> Others {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = runtime.block_on(schwarm_store::open(file.to_str().unwrap())).unwrap();
        let of_match = runtime.block_on(store.open_match("others", "{}")).unwrap();
        Others { store, runtime, of_match }
    }

    /// A whole game of first legal moves, `time` on the clock.
    pub fn game(time: &str) -> Vec<GameEvent> {
        let rules = schwarm_catalog::open("piranhas-2026").unwrap();
        let time: TimeControl = time.parse().unwrap();
        let session = Start::Default.open(&*rules).unwrap();
        let mut playing = Playing::new(&*rules, session, ["ann", "bob"].map(str::to_string), time);
        let mut events = playing.opening_events();
        while playing.to_move().is_some() {
            let text = playing.session().legal_moves()[0].clone();
            events.extend(playing.play(Choice::plain(text), Duration::from_millis(3)).unwrap());
        }
        events
    }

    pub fn begin(&self, place: u64, started: &GameEvent) -> Attempt {
        self.runtime.block_on(self.store.begin(self.of_match, place, started)).unwrap().unwrap()
    }

    pub fn keep(&self, attempt: Attempt, dialogues: &Dialogues) {
        self.runtime.block_on(self.store.keep_dialogues(attempt, dialogues)).unwrap();
    }

    pub fn append(&self, attempt: Attempt, first: usize, events: &[GameEvent]) {
        self.runtime.block_on(self.store.append(attempt, first as u32, events)).unwrap();
    }
}
