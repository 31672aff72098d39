//! A match: one encounter of two bots, which a test may end early.

use super::{Encounter, Schedule, Tournament};
use crate::stats::{Pentanomial, Sprt, State};
use crate::tournament::results::Results;

/// The one encounter. Games that run when the test has its answer are finished and count; should they bring it back into the
/// open, it goes on.
pub(super) fn schedule(tournament: &Tournament, pairs: u64, test: Option<&Sprt>, results: &Results) -> Schedule {
    let encounter = encounter(tournament, pairs);
    let is_answered = has_answer(test, &encounter, results);
    let is_done = is_answered || results.sum(&encounter).is_done;
    Schedule { encounters: vec![encounter], is_answered, is_done, ..Schedule::default() }
}

pub(super) fn is_answered(tournament: &Tournament, pairs: u64, test: Option<&Sprt>, results: &Results) -> bool {
    has_answer(test, &encounter(tournament, pairs), results)
}

fn encounter(tournament: &Tournament, pairs: u64) -> Encounter {
    // In the order they are named, whatever the seeding says: the test is about the first one.
    let players = [0, 1];
    tournament.encounter(1, tournament.key("match", players), players, pairs, 0)
}

fn has_answer(test: Option<&Sprt>, encounter: &Encounter, results: &Results) -> bool {
    test.is_some_and(|test| test.test(Pentanomial(results.sum(encounter).pairs)).state != State::Open)
}
