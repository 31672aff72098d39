//! The port through which whoever runs games writes down what happens, before anybody sees it.

use std::future::Future;
use std::pin::Pin;

use crate::{Dialogues, Ending, GameEvent};

/// Something a journal is doing.
pub type Keeping<'a, T> = Pin<Box<dyn Future<Output = Result<T, JournalError>> + Send + 'a>>;

/// Why nothing was written down. The text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(pub String);

/// One try at playing a scheduled game. A try that was broken off is begun again under a
/// higher number; only one try of a game can ever end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attempt {
    /// The row of the try, in the words of the journal.
    pub id: i64,
    /// Which try it is, from 1.
    pub number: u32,
}

/// A game of a match that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its place in the match, from 0.
    pub game: u64,
    /// How it ended.
    pub ending: Ending,
}

/// Where the events of matches are kept. What a call says is kept when it returns: after
/// `kill -9` the journal holds a prefix of what happened.
pub trait Journal: Send + Sync {
    /// The match of this name, made if it is new. `plan` is everything that decides its games, as
    /// one line of JSON; a match of that name with another plan is an error that says so.
    fn open_match<'a>(&'a self, name: &'a str, plan: &'a str) -> Keeping<'a, i64>;

    /// The games of a match that have ended, by their place.
    fn finished<'a>(&'a self, of_match: i64) -> Keeping<'a, Vec<Finished>>;

    /// Begins a try at a game of a match, or `None` if that game has ended already.
    fn begin<'a>(&'a self, of_match: i64, game: u64, started: &'a GameEvent) -> Keeping<'a, Option<Attempt>>;

    /// Adds events to a try, in order; `first` is the place of the first one in the game (the start
    /// is 0). Adding the same again changes nothing. An `Ended` event makes the try the game's result,
    /// unless it has one: then it is an error.
    fn append<'a>(&'a self, attempt: Attempt, first: u32, events: &'a [GameEvent]) -> Keeping<'a, ()>;

    /// Keeps what was said with the bots in a try that has ended; the first time counts. A journal may have no room for it.
    fn keep_dialogues<'a>(&'a self, _attempt: Attempt, _dialogues: &'a Dialogues) -> Keeping<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}
