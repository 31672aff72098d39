//! A store that fails: nothing is shown that is not stored, and the game goes on when the store does.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use client::{Arena, fresh_file, generous};
use schwarm_play::{Attempt, Finished, GameEvent, GameRecord, Journal, JournalError, Keeping};
use schwarm_store::{Answering, Filter, GameRow, MatchRow, News, RunningRow, Search, Shown, Store, Totals};
use serde_json::json;

/// A store whose disk is full as long as somebody says so.
struct Flaky {
    store: Arc<dyn Store>,
    is_full: Arc<AtomicBool>,
}

impl Journal for Flaky {
    fn open_match<'a>(&'a self, name: &'a str, plan: &'a str) -> Keeping<'a, i64> {
        self.store.open_match(name, plan)
    }

    fn finished<'a>(&'a self, of_match: i64) -> Keeping<'a, Vec<Finished>> {
        self.store.finished(of_match)
    }

    fn begin<'a>(&'a self, of_match: i64, game: u64, started: &'a GameEvent) -> Keeping<'a, Option<Attempt>> {
        self.store.begin(of_match, game, started)
    }

    fn append<'a>(&'a self, attempt: Attempt, first: u32, events: &'a [GameEvent]) -> Keeping<'a, ()> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Box::pin(async { Err(JournalError("the disk is full".to_string())) }),
            false => self.store.append(attempt, first, events),
        }
    }
}

impl Store for Flaky {
    fn import<'a>(&'a self, record: &'a GameRecord) -> Answering<'a, i64> {
        self.store.import(record)
    }

    fn list<'a>(&'a self, filter: &'a Filter, limit: u32, offset: u64) -> Answering<'a, Vec<GameRow>> {
        self.store.list(filter, limit, offset)
    }

    fn newest<'a>(&'a self, search: &'a Search, limit: u32) -> Answering<'a, Vec<GameRow>> {
        self.store.newest(search, limit)
    }

    fn totals<'a>(&'a self, filter: &'a Filter) -> Answering<'a, Totals> {
        self.store.totals(filter)
    }

    fn matches<'a>(&'a self, limit: u32, offset: u64) -> Answering<'a, Vec<MatchRow>> {
        self.store.matches(limit, offset)
    }

    fn show<'a>(&'a self, id: i64) -> Answering<'a, Option<Shown>> {
        self.store.show(id)
    }

    fn events<'a>(&'a self, id: i64, attempt: u32) -> Answering<'a, Vec<GameEvent>> {
        self.store.events(id, attempt)
    }

    fn running<'a>(&'a self, since: i64, limit: u32) -> Answering<'a, Vec<RunningRow>> {
        self.store.running(since, limit)
    }

    fn news<'a>(&'a self, known: &'a [(Attempt, u32)]) -> Answering<'a, Vec<News>> {
        self.store.news(known)
    }

    fn close<'a>(&'a self) -> Answering<'a, ()> {
        self.store.close()
    }
}

#[test]
fn what_is_not_stored_is_not_shown() {
    let is_full = Arc::new(AtomicBool::new(false));
    let switch = is_full.clone();
    let arena = Arena::with_store(fresh_file(), generous(), |store| Arc::new(Flaky { store, is_full: switch }));
    let (mut ann, mut bob) = (arena.browser(), arena.browser());
    let id = ann.make("hive", "person", "one", "none");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    bob.join(&link);
    ann.play(id, "wS1");
    let mut events = arena.browser().listen(id, None);
    let last = events.next().unwrap();
    is_full.store(true, Ordering::SeqCst);
    bob.act(id, "move", json!({ "move": "bS1 wS1-" })).refused(500, "failed");
    bob.act(id, "resign", json!({})).refused(500, "failed");
    assert!(events.next().is_none(), "watchers are sent away, and heard nothing");
    let state = ann.look(id);
    assert_eq!((&state["shown"]["ply"], &state["status"]), (&json!(1), &json!("playing")));
    is_full.store(false, Ordering::SeqCst);
    let mut events = arena.browser().listen(id, last["seq"].as_u64());
    bob.play(id, "bA1 wS1-");
    assert_eq!(events.until("moved")["move"]["move"], "bA1 wS1-");
}
