//! Tournaments, matches and bots: what the store holds of them, what it means, and the playing.
//!
//! Whoever plays writes into the store, and everything shown is read from it, so it makes no difference whether this server
//! plays a tournament or another program does. The file of a tournament is kept beside its games ([`keep_file`]).
//!
//! What must hold: only the operator starts, stops or changes something; a tournament this server plays is played once.
//! Not here: who plays whom, tables and ratings (`schwarm_arena`), pages (`pages`), bots (they come in through
//! [`Organiser`](crate::Organiser)).

mod chronicle;
mod clinic;
mod curve;
pub(crate) mod deeds;
mod duel;
mod failure;
mod kept;
mod profile;
mod record;
mod runs;
mod view;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

pub(crate) use clinic::{Clinic, Health};
pub(crate) use curve::{Curve, Stroke};
pub(crate) use duel::{Duel, duel, estimate};
pub(crate) use failure::failure;
pub(crate) use kept::{cancel, find, list, matches};
pub use kept::{keep_file, keep_test};
pub(crate) use profile::{cards, command, profile};
pub(crate) use record::{Career, Score, aliases, career, ratings};
pub(crate) use runs::{Phase, Runs};
pub(crate) use view::{State, View};

use chronicle::Chronicles;
use view::Views;

/// The game whose ratings are shown where nobody asks for another.
pub(crate) const FIRST_GAME: &str = "piranhas-2026";

/// Tournaments remembered at once, so that not everything is computed again for each reader.
const REMEMBERED: usize = 64;

/// All that is known here of tournaments.
#[derive(Default)]
pub(crate) struct League {
    pub(crate) runs: Runs,
    pub(crate) clinic: Clinic,
    chronicles: Chronicles,
    views: Views,
}

/// Things remembered by name; when there are too many, all are forgotten.
struct Memory<T>(Mutex<HashMap<String, T>>);

impl<T> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory(Mutex::default())
    }
}

impl<T: Clone> Memory<T> {
    fn get(&self, name: &str) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn put(&self, name: &str, value: T) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED && !all.contains_key(name) {
            all.clear();
        }
        all.insert(name.to_string(), value);
    }

    fn get_or(&self, name: &str, make: impl FnOnce() -> T) -> T {
        self.get(name).unwrap_or_else(|| {
            let made = make();
            self.put(name, made.clone());
            made
        })
    }
}
