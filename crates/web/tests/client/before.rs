//! A store with something before it: it fails when it is told to, and counts what it is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use schwarm_play::{Attempt, Dialogues, Finished, GameEvent, GameRecord, Journal, JournalError, Keeping, Puzzle};
use schwarm_store::{
    Answering, Changes, Filter, GameRow, JobStore, MatchFilter, MatchRow, News, Opening, Played, PuzzleFilter,
    RunningRow, Search, Shown, Store, Totals,
};

/// What is done to a store, and what is seen of it.
#[derive(Clone, Default)]
pub struct Switches {
    /// Whether its disk is full.
    pub is_full: Arc<AtomicBool>,
    /// How often it was asked for games that run.
    pub asked: Arc<AtomicUsize>,
}

impl Switches {
    /// Puts them before a store.
    pub fn before(&self, store: Arc<dyn Store>) -> Arc<dyn Store> {
        Arc::new(Before { store, switches: self.clone() })
    }
}

struct Before {
    store: Arc<dyn Store>,
    switches: Switches,
}

impl Journal for Before {
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
        match self.switches.is_full.load(Ordering::SeqCst) {
            true => Box::pin(async { Err(JournalError("the disk is full".to_string())) }),
            false => self.store.append(attempt, first, events),
        }
    }

    fn keep_dialogues<'a>(&'a self, attempt: Attempt, dialogues: &'a Dialogues) -> Keeping<'a, ()> {
        self.store.keep_dialogues(attempt, dialogues)
    }
}

impl Store for Before {
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

    fn unread_openings<'a>(&'a self, limit: u32) -> Answering<'a, Vec<i64>> {
        self.store.unread_openings(limit)
    }

    fn keep_openings<'a>(&'a self, openings: Vec<Opening>) -> Answering<'a, ()> {
        self.store.keep_openings(openings)
    }

    fn played<'a>(&'a self, shapes: &'a [u64]) -> Answering<'a, Vec<(u64, Played)>> {
        self.store.played(shapes)
    }

    fn through<'a>(&'a self, shape: u64, limit: u32) -> Answering<'a, Vec<GameRow>> {
        self.store.through(shape, limit)
    }

    fn find_match<'a>(&'a self, name: &'a str) -> Answering<'a, Option<MatchRow>> {
        self.store.find_match(name)
    }

    fn newest_matches<'a>(&'a self, filter: &'a MatchFilter, limit: u32) -> Answering<'a, Vec<MatchRow>> {
        self.store.newest_matches(filter, limit)
    }

    fn show<'a>(&'a self, id: i64) -> Answering<'a, Option<Shown>> {
        self.store.show(id)
    }

    fn events<'a>(&'a self, id: i64, attempt: u32) -> Answering<'a, Vec<GameEvent>> {
        self.store.events(id, attempt)
    }

    fn running<'a>(&'a self, since: i64, limit: u32) -> Answering<'a, Vec<RunningRow>> {
        self.switches.asked.fetch_add(1, Ordering::SeqCst);
        self.store.running(since, limit)
    }

    fn news<'a>(&'a self, known: &'a [(Attempt, u32)]) -> Answering<'a, Vec<News>> {
        self.store.news(known)
    }

    fn has_dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, bool> {
        self.store.has_dialogues(attempt)
    }

    fn dialogues<'a>(&'a self, attempt: Attempt) -> Answering<'a, Option<Dialogues>> {
        self.store.dialogues(attempt)
    }

    fn keep_puzzles<'a>(&'a self, of_game: Option<i64>, puzzles: &'a [Puzzle]) -> Answering<'a, u64> {
        self.store.keep_puzzles(of_game, puzzles)
    }

    fn unmined<'a>(&'a self, game: Option<&'a str>, after: i64, limit: u32) -> Answering<'a, Vec<i64>> {
        self.store.unmined(game, after, limit)
    }

    fn puzzles<'a>(&'a self, filter: &'a PuzzleFilter, limit: u32, offset: u64) -> Answering<'a, Vec<Puzzle>> {
        self.store.puzzles(filter, limit, offset)
    }

    fn count_puzzles<'a>(&'a self, filter: &'a PuzzleFilter) -> Answering<'a, u64> {
        self.store.count_puzzles(filter)
    }

    fn puzzle<'a>(&'a self, id: &'a str) -> Answering<'a, Option<Puzzle>> {
        self.store.puzzle(id)
    }

    fn jobs(&self) -> &dyn JobStore {
        self.store.jobs()
    }

    fn changes(&self) -> Changes {
        self.store.changes()
    }

    fn close<'a>(&'a self) -> Answering<'a, ()> {
        self.store.close()
    }
}
