//! A journal in memory, for games that are handed on elsewhere when they are over.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use schwarm_play::{Attempt, Finished, GameEvent, Journal, JournalError, Keeping};

/// Keeps what happened in the games of one match, by their places.
#[derive(Debug, Default)]
pub struct Notebook(Mutex<BTreeMap<u64, Vec<GameEvent>>>);

impl Notebook {
    /// Takes out what happened in the games that have ended, by their places. Nothing is left.
    pub fn finished_games(&self) -> BTreeMap<u64, Vec<GameEvent>> {
        let mut games = self.change(std::mem::take);
        games.retain(|_, events| matches!(events.last(), Some(GameEvent::Ended { .. })));
        games
    }

    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<u64, Vec<GameEvent>>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Journal for Notebook {
    fn open_match<'a>(&'a self, _name: &'a str, _plan: &'a str) -> Keeping<'a, i64> {
        Box::pin(async { Ok(0) })
    }

    fn finished<'a>(&'a self, _of_match: i64) -> Keeping<'a, Vec<Finished>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn begin<'a>(&'a self, _of_match: i64, game: u64, started: &'a GameEvent) -> Keeping<'a, Option<Attempt>> {
        Box::pin(async move {
            let id = i64::try_from(game).map_err(|_| JournalError(format!("no match has a game {game}")))?;
            self.change(|games| games.insert(game, vec![started.clone()]));
            Ok(Some(Attempt { id, number: 1 }))
        })
    }

    fn append<'a>(&'a self, attempt: Attempt, first: u32, events: &'a [GameEvent]) -> Keeping<'a, ()> {
        Box::pin(async move {
            let place = u64::try_from(attempt.id).unwrap_or(u64::MAX);
            self.change(|games| {
                let game = games.get_mut(&place).filter(|game| game.len() >= first as usize);
                let game = game.ok_or_else(|| JournalError("events of a game are missing".into()))?;
                let known = game.len() - first as usize;
                game.extend(events.iter().skip(known).cloned());
                Ok(())
            })
        })
    }
}
