//! What the store holds of tournaments and matches besides their games.

use std::collections::BTreeMap;

use schwarm_arena::stats::Sprt;
use schwarm_arena::tournament::config::Config;
use schwarm_arena::tournament::kept::{self, About};
use schwarm_play::JournalError;
use schwarm_store::{MatchFilter, MatchRow, Store, StoreError};
use serde::{Deserialize, Serialize};

/// Matches looked at for a list.
const MOST_ROWS: u32 = 1000;

/// A tournament as the store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Its name.
    pub(crate) name: String,
    /// The text of its file, the latest one.
    pub(crate) file: String,
    /// Which version that is.
    pub(crate) version: u32,
    /// When the first one came, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Whether nobody is to go on with it.
    pub(crate) is_cancelled: bool,
}

/// What is kept of the test of a match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Test {
    sprt: String,
}

/// Keeps the file of a tournament, unless the latest one is the same.
///
/// # Errors
/// When the store cannot be read or written.
pub async fn keep_file(store: &dyn Store, name: &str, file: &str) -> Result<(), JournalError> {
    let before = find(store, name).await?;
    if before.as_ref().is_some_and(|kept| kept.file == file) {
        return Ok(());
    }
    let plan = kept::plan(file).map_err(|error| JournalError(error.to_string()))?;
    let version = before.map_or(1, |kept| kept.version.saturating_add(1));
    store.open_match(&kept::name(name, version), &plan).await.map(drop)
}

/// Keeps by which test a match may be ended; the first one stays.
///
/// # Errors
/// When the store cannot be read or written.
pub async fn keep_test(store: &dyn Store, of_match: &str, test: &str) -> Result<(), JournalError> {
    let plan = serde_json::to_string(&Test { sprt: test.to_string() });
    let plan = plan.map_err(|error| JournalError(error.to_string()))?;
    if test_of(store, of_match).await?.is_some() {
        return Ok(());
    }
    store.open_match(&format!("{}{of_match}", kept::TEST_PREFIX), &plan).await.map(drop)
}

/// The test of a match, if it has one: its own, or that in the file of the tournament it is.
pub(super) async fn test_of(store: &dyn Store, of_match: &str) -> Result<Option<Sprt>, StoreError> {
    let name = format!("{}{of_match}", kept::TEST_PREFIX);
    if let Some(row) = store.find_match(&name).await? {
        return Ok(serde_json::from_str::<Test>(&row.plan).ok().and_then(|test| test.sprt.parse().ok()));
    }
    let Some((tournament, _)) = of_match.split_once('/') else { return Ok(None) };
    let config = find(store, tournament).await?.and_then(|kept| Config::read(&kept.file).ok());
    Ok(config.and_then(|config| config.tournament.format().test()))
}

/// Says that nobody is to go on with a tournament.
pub(crate) async fn cancel(store: &dyn Store, name: &str) -> Result<(), JournalError> {
    store.open_match(&kept::cancelled_name(name), "{}").await.map(drop)
}

/// The tournament of a name.
pub(crate) async fn find(store: &dyn Store, name: &str) -> Result<Option<Kept>, StoreError> {
    let filter = MatchFilter { begins: Some(kept::prefix(name)), ..MatchFilter::default() };
    let rows = store.newest_matches(&filter, MOST_ROWS).await?;
    Ok(gather(rows).pop())
}

/// The latest tournaments, the newest first.
pub(crate) async fn list(store: &dyn Store) -> Result<Vec<Kept>, StoreError> {
    let filter = MatchFilter { begins: Some(kept::PREFIX.to_string()), ..MatchFilter::default() };
    let mut all = gather(store.newest_matches(&filter, MOST_ROWS).await?);
    all.sort_by_key(|kept| std::cmp::Reverse(kept.created));
    Ok(all)
}

/// The latest matches that are neither games of persons nor parts of these tournaments.
pub(crate) async fn matches(store: &dyn Store, of: &[Kept], limit: usize) -> Result<Vec<MatchRow>, StoreError> {
    let parts = of.iter().map(|kept| format!("{}/", kept.name));
    let others = ["web-"].into_iter().chain(kept::PREFIXES).map(str::to_string);
    let filter = MatchFilter { not: others.chain(parts).collect(), ..MatchFilter::default() };
    let rows = store.newest_matches(&filter, MOST_ROWS).await?;
    let is_match = |row: &MatchRow| schwarm_arena::matchup::MatchPlan::from_json(&row.plan).is_ok();
    Ok(rows.into_iter().filter(is_match).take(limit).collect())
}

/// Rows by the tournament they tell of.
fn gather(rows: Vec<MatchRow>) -> Vec<Kept> {
    let mut all: BTreeMap<String, (Option<Kept>, bool)> = BTreeMap::new();
    for row in rows {
        let Some((name, about)) = kept::read_name(&row.name) else { continue };
        let (file, is_cancelled) = all.entry(name.to_string()).or_default();
        match about {
            About::Cancelled => *is_cancelled = true,
            About::File(version) => {
                let created = file.as_ref().map_or(row.created, |file| file.created.min(row.created));
                let is_later = file.as_ref().is_none_or(|file| file.version < version);
                match (is_later, kept::read_plan(&row.plan)) {
                    (true, Some(text)) => {
                        let name = name.to_string();
                        *file = Some(Kept { name, file: text, version, created, is_cancelled: false });
                    }
                    _ => {
                        if let Some(file) = file {
                            file.created = created;
                        }
                    }
                }
            }
        }
    }
    let whole = all.into_values().filter_map(|(file, is_cancelled)| Some(Kept { is_cancelled, ..file? }));
    whole.collect()
}
