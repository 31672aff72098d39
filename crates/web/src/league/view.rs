//! A tournament as it is shown: its tables, its ratings over time, whether it goes on.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use schwarm_arena::tournament::config::{Config, Problems};
use schwarm_arena::tournament::table::Report;
use schwarm_arena::tournament::{Encounter, Results};
use schwarm_store::{Store, StoreError};

use super::chronicle::{Told, results};
use super::curve::Curve;
use super::kept::{self, Kept};
use super::{Memory, Phase};
use crate::{App, Trouble};

/// How long a view is good for everybody who asks.
const FRESH: Duration = Duration::from_millis(700);

/// The same where nothing is left to play.
const FRESH_WHEN_DONE: Duration = Duration::from_secs(10);

/// A tournament whose last move is older than this is played by nobody, in milliseconds.
const SILENCE: i64 = 60_000;

/// Running games looked at.
const MOST_RUNNING: u32 = 1000;

/// How a tournament goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// This server plays it.
    Running,
    /// Games that run are finished, nothing new begins.
    Pausing,
    /// Nobody plays it now.
    Paused,
    /// Somebody else plays it.
    Elsewhere,
    /// Nobody is to go on with it.
    Cancelled,
    /// Nothing is left to play.
    Done,
}

impl State {
    /// The stable id.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Pausing => "pausing",
            State::Paused => "paused",
            State::Elsewhere => "elsewhere",
            State::Cancelled => "cancelled",
            State::Done => "done",
        }
    }

    /// Whether this server plays it.
    pub(crate) const fn is_ours(self) -> bool {
        matches!(self, State::Running | State::Pausing)
    }
}

/// A tournament as it is shown.
pub(crate) struct View {
    /// As the store holds it.
    pub(crate) kept: Kept,
    /// What its file says.
    pub(crate) config: Config,
    /// Its tables.
    pub(crate) report: Report,
    /// Encounters that nobody has won, and on which others wait.
    pub(crate) undecided: Vec<Encounter>,
    /// Its games in the order they were begun.
    pub(crate) games: Vec<Told>,
    /// The ratings over the games.
    pub(crate) curve: Curve,
}

impl View {
    /// Of which the pages know whether something is new: how much has happened.
    pub(crate) fn version(&self) -> u64 {
        let ended = self.games.iter().filter(|told| told.result.is_some()).count();
        (self.games.len() + ended) as u64 + (u64::from(self.kept.version) << 40)
    }
}

#[derive(Clone)]
struct Remembered {
    seen: Instant,
    view: Arc<View>,
}

/// Views of tournaments that were asked for.
#[derive(Default)]
pub(super) struct Views(Memory<Arc<tokio::sync::Mutex<Option<Remembered>>>>);

impl super::League {
    /// The tournament of a name; `None` where there is none, or its file cannot be read.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn view(&self, app: &App, name: &str) -> Result<Option<Arc<View>>, Trouble> {
        let failed = |error: StoreError| Trouble::failed("the store", &error);
        // Names of other kinds are none, and need not be remembered.
        if !is_name(name) {
            return Ok(None);
        }
        let place = self.views.0.get_or(name, Arc::default);
        let mut place = place.lock().await;
        let is_fresh = |known: &&Remembered| {
            known.seen.elapsed() < if known.view.report.is_done { FRESH_WHEN_DONE } else { FRESH }
        };
        if let Some(known) = place.as_ref().filter(is_fresh) {
            return Ok(Some(known.view.clone()));
        }
        let store: &dyn Store = &*app.config.store;
        let Some(kept) = kept::find(store, name).await.map_err(failed)? else { return Ok(None) };
        let games = self.chronicles.games(store, &format!("{name}/")).await.map_err(failed)?;
        let seen = Instant::now();
        if let Some(known) = place.as_mut().filter(|known| known.view.kept == kept && known.view.games == games) {
            known.seen = seen;
            return Ok(Some(known.view.clone()));
        }
        // Ratings of many bots take a while to compute.
        let made = tokio::task::spawn_blocking(move || make(kept, games)).await;
        let made = made.map_err(|error| Trouble::failed("the tables of a tournament", &error))?;
        let view = match made {
            Ok(view) => Arc::new(view),
            Err(problems) => {
                tracing::warn!("the file of the tournament {name} cannot be read: {problems}");
                return Ok(None);
            }
        };
        *place = Some(Remembered { seen, view: view.clone() });
        Ok(Some(view))
    }

    /// How a tournament goes.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn state(&self, app: &App, view: &View) -> Result<State, Trouble> {
        match self.runs.phase(&view.kept.name) {
            Some(Phase::Running) => return Ok(State::Running),
            Some(Phase::Pausing) => return Ok(State::Pausing),
            None if view.report.is_done => return Ok(State::Done),
            None if view.kept.is_cancelled => return Ok(State::Cancelled),
            None => {}
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        let running = app.config.store.running(now - SILENCE, MOST_RUNNING).await;
        let running = running.map_err(|error| Trouble::failed("the store", &error))?;
        let prefix = format!("{}/", view.kept.name);
        let is_its = |name: &Option<String>| name.as_ref().is_some_and(|name| name.starts_with(&prefix));
        let is_played = running.iter().any(|row| is_its(&row.of_match)) && !self.runs.has_played(&view.kept.name);
        Ok(if is_played { State::Elsewhere } else { State::Paused })
    }
}

/// Whether a text can be the name of a tournament.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && name.len() <= 60 && name.chars().all(plain)
}

fn make(kept: Kept, games: Vec<Told>) -> Result<View, Problems> {
    let config = Config::read(&kept.file)?;
    let results: Results = results(&games);
    let report = match schwarm_catalog::open(&config.game) {
        Ok(rules) => Report::of(&config, rules.info(), &results),
        Err(error) => return Err(config.complain(&kept.file, "game", error.to_string())),
    };
    let undecided = config.tournament.schedule(&results).undecided;
    let players: std::collections::HashMap<&str, [usize; 2]> =
        report.encounters.iter().map(|(encounter, _)| (encounter.key.as_str(), encounter.players)).collect();
    let of_game = |told: &Told| {
        let [one, two] = *players.get(&*told.encounter)?;
        let game = told.result.filter(|game| game.counts)?;
        Some((one, two, game.winner.map_or(1, |winner| if winner == 0 { 2 } else { 0 })))
    };
    let order: Vec<_> = games.iter().filter_map(of_game).collect();
    let curve = Curve::of(report.names.len(), config.anchor, &order);
    Ok(View { kept, config, report, undecided, games, curve })
}
