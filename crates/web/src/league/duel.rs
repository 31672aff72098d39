//! A match of two bots: its score, and where its test stands.

use schwarm_arena::matchup::MatchPlan;
use schwarm_arena::stats::{Counts, Estimate, Pentanomial, Sprt, Trinomial};
use schwarm_arena::tournament::Encounter;
use schwarm_arena::tournament::results::Sum;
use schwarm_store::{MatchFilter, MatchRow, Store, StoreError};

use super::chronicle::Told;
use super::curve::Curve;
use super::kept::test_of;
use crate::App;

/// A match of two bots.
pub(crate) struct Duel {
    /// As the store has it.
    pub(crate) row: MatchRow,
    /// Everything that decides its games.
    pub(crate) plan: MatchPlan,
    /// Its games, in the order they were begun.
    pub(crate) games: Vec<Told>,
    /// What came of them, seen by the first bot.
    pub(crate) sum: Sum,
    /// The test it is ended by, where it has one.
    pub(crate) test: Option<Sprt>,
    /// The rating of the first bot over the games.
    pub(crate) curve: Curve,
}

/// The figures of a sum. Pairs are the unit as soon as there is one: games from one start are not independent.
pub(crate) fn estimate(sum: &Sum) -> Estimate {
    let counts: Counts = match sum.pairs.iter().sum::<u64>() {
        0 => Trinomial { wins: sum.wins[0], draws: sum.draws, losses: sum.wins[1] }.into(),
        _ => Pentanomial(sum.pairs).into(),
    };
    Estimate::new(counts)
}

/// The match with this number; `None` where there is none between two bots.
pub(crate) async fn duel(app: &App, id: i64) -> Result<Option<Duel>, StoreError> {
    let store: &dyn Store = &*app.config.store;
    let filter = MatchFilter { id: Some(id), ..MatchFilter::default() };
    let Some(row) = store.newest_matches(&filter, 1).await?.pop() else { return Ok(None) };
    let Ok(plan) = MatchPlan::from_json(&row.plan) else { return Ok(None) };
    let games = app.league.chronicles.games(store, &row.name).await?;
    // Another match may have a name that goes on where this one ends.
    let games: Vec<Told> = games.into_iter().filter(|told| told.encounter.is_empty()).collect();
    let sum = sum(&games);
    let test = test_of(store, &row.name).await?;
    let results: Vec<_> = games.iter().filter_map(|told| Some((0, 1, halves(told)?))).collect();
    let curve = Curve::of(2, Some(1), &results);
    Ok(Some(Duel { row, plan, games, sum, test, curve }))
}

/// The half points of the first bot, where the game counts.
fn halves(told: &Told) -> Option<usize> {
    let game = told.result.filter(|game| game.counts)?;
    Some(match game.winner {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    })
}

fn sum(games: &[Told]) -> Sum {
    let results = super::chronicle::results(games);
    let most = games.iter().map(|told| told.place / 2 + 1).max().unwrap_or(0);
    results.sum(&Encounter { key: String::new(), round: 1, players: [0, 1], pairs: most, seed: 0 })
}
