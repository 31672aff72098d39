//! The games of a tournament in the order they were begun, read from the store bit by bit.
//!
//! Games that have ended never change. So what was read once up to the first game without an end is kept, and only what
//! came later is asked for.

use std::sync::Arc;

use schwarm_arena::tournament::{Game, Results};
use schwarm_store::{Filter, Store, StoreError};

use super::Memory;

/// Games read at once.
const PAGE: u32 = 1000;

/// Games of a tournament that are kept in memory; later ones are not told of.
const MOST_GAMES: usize = 200_000;

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// Its number in the store.
    pub(crate) id: i64,
    /// The key of its encounter, or nothing in a match.
    pub(crate) encounter: Arc<str>,
    /// Its place there, from 0.
    pub(crate) place: u64,
    /// What came of it, once it has ended.
    pub(crate) result: Option<Game>,
}

#[derive(Default)]
struct Chronicle {
    /// Games that have ended, up to the first one that has not.
    settled: Vec<Told>,
    upto: i64,
}

/// The games of tournaments.
#[derive(Default)]
pub(super) struct Chronicles(Memory<Arc<tokio::sync::Mutex<Chronicle>>>);

impl Chronicles {
    /// The games of all matches whose names begin so.
    pub(super) async fn games(&self, store: &dyn Store, prefix: &str) -> Result<Vec<Told>, StoreError> {
        let chronicle = self.0.get_or(prefix, Arc::default);
        let mut chronicle = chronicle.lock().await;
        let mut open: Vec<Told> = Vec::new();
        let mut after = chronicle.upto;
        while chronicle.settled.len() + open.len() < MOST_GAMES {
            let filter = Filter { of_matches: Some(prefix.to_string()), after: Some(after), ..Filter::default() };
            let rows = store.list(&filter, PAGE, 0).await?;
            let is_last = rows.len() < PAGE as usize;
            for row in rows {
                after = row.id;
                let (Some(name), Some(place)) = (row.of_match, row.place) else { continue };
                let Some(encounter) = name.strip_prefix(prefix) else { continue };
                let last = open.last().or(chronicle.settled.last()).filter(|last| &*last.encounter == encounter);
                let encounter = last.map_or_else(|| Arc::from(encounter), |last| last.encounter.clone());
                let result = row.ending.as_ref().map(|ending| Game::of(place, ending));
                let told = Told { id: row.id, encounter, place, result };
                match open.is_empty() && told.result.is_some() {
                    true => {
                        chronicle.upto = told.id;
                        chronicle.settled.push(told);
                    }
                    false => open.push(told),
                }
            }
            if is_last {
                break;
            }
        }
        Ok(chronicle.settled.iter().cloned().chain(open).collect())
    }
}

/// The results of games.
pub(super) fn results(games: &[Told]) -> Results {
    let mut results = Results::default();
    for told in games {
        if let Some(game) = told.result {
            results.add_game(&told.encounter, told.place, game);
        }
    }
    results
}
