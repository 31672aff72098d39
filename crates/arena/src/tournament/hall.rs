//! The playing: encounters are played as matches, several at once, until nothing is left.
//!
//! What must hold: a result counts once the journal holds it, so a hall that is left at any moment is gone on with by
//! another one over the same journal.
//! Not here: who plays whom (`format`), one match (`matchup`), whoever watches ([`Audience`]).

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use schwarm_play::{Journal, JournalError, Playing, Start, ThinkTime, Turn};
use tokio::runtime::Handle;

use super::order::Order;
use super::{Encounter, Format, Results, kept};
use crate::matchup::{
    Invitation, KeptTalk, Match, MatchError, MatchPlan, Options, PlanError, Progress, Stage, StopSignal,
};
use crate::referee::Patience;
use crate::transcript::Transcript;

/// How long a bot may take to be ready for a game: a virtual machine may have to start first.
pub const READY: Duration = Duration::from_secs(30);

/// How long moves may wait to be written down together; nobody hears of them before.
pub const BATCH: Duration = Duration::from_millis(100);

/// The time a bot has for its first move before the tournament begins.
const TRIAL: Duration = Duration::from_secs(1);

/// Whoever watches a tournament. Called by many threads.
pub trait Audience: Sync {
    /// Where the tournament stands when a round of encounters is to be played, and at the end.
    fn stands(&self, _results: &Results) {}

    /// A game has ended.
    fn ended(&self, _results: &Results) {}

    /// Something happened in an encounter.
    fn sees(&self, _encounter: &Encounter, _plan: &MatchPlan, _progress: &Progress<'_>) {}
}

/// Nobody watches.
impl Audience for () {}

/// Why a tournament could not go on. What was played is kept.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// A bot does not come before the first game.
    #[error("{name} cannot play: {why}")]
    Absent {
        /// What it is called.
        name: String,
        /// What was seen.
        why: String,
        /// Its command, to be tried by hand.
        command: Option<String>,
    },
    /// The journal holds another tournament of that name, or cannot be read.
    #[error("{0}")]
    Before(JournalError),
    /// Nothing can be written down.
    #[error("{0}")]
    Journal(JournalError),
    /// A plan cannot be written down.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// A match cannot be played.
    #[error("{name}: {error}")]
    Match {
        /// The name of the match.
        name: String,
        /// Why.
        error: MatchError,
    },
    /// A bot cannot play on its terms.
    #[error("{0}")]
    Terms(String),
}

/// Where a tournament is played.
pub struct Hall<'a> {
    /// What is played.
    pub order: &'a Order,
    /// Where games go.
    pub journal: &'a dyn Journal,
    /// In which the journal is awaited; a tournament is played on threads outside of it.
    pub runtime: &'a Handle,
    /// The folder for the failures of a match.
    pub failures: &'a (dyn Fn(&str) -> Option<PathBuf> + Sync),
    /// Of which games the talk with the bots is kept.
    pub talk: KeptTalk,
    /// The signal of a new run; none once it is to stop.
    pub signal: &'a (dyn Fn() -> Option<StopSignal> + Sync),
    /// Who watches.
    pub audience: &'a dyn Audience,
}

impl Hall<'_> {
    /// Plays what is not played yet, or until it is stopped.
    ///
    /// # Errors
    /// When a bot cannot be started before the first game, or nothing can be written down.
    pub fn play(&self) -> Result<Results, HallError> {
        let tournament = &self.order.config.tournament;
        let results = Mutex::new(Results::default());
        let versions = Mutex::default();
        let mut known = BTreeSet::new();
        let mut asked_bots = false;
        loop {
            let schedule = tournament.schedule(&lock(&results));
            let news: Vec<&Encounter> =
                schedule.encounters.iter().filter(|encounter| known.insert(encounter_id(encounter))).collect();
            if !news.is_empty() {
                for encounter in news {
                    self.look_up(encounter, &mut lock(&results))?;
                }
                continue;
            }
            let open: Vec<Encounter> = schedule.open(&lock(&results)).cloned().collect();
            self.audience.stands(&lock(&results));
            if open.is_empty() {
                break;
            }
            // Whoever does not come before the first game has most likely a mistake in its command.
            if !asked_bots && schedule.encounters.len() == open.len() && is_empty(&schedule.encounters, &lock(&results))
            {
                self.call_all()?;
            }
            asked_bots = true;
            let Some(stop) = (self.signal)() else { break };
            // Whoever stops it gives no further signal; a test that has its answer leaves nothing open.
            self.play_all(&open, &results, &versions, &stop)?;
        }
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was played of an encounter before.
    fn look_up(&self, encounter: &Encounter, results: &mut Results) -> Result<(), HallError> {
        let name = encounter.match_name(&self.order.config.name);
        let plan = self.order.plan(encounter).to_json()?;
        let finished = self.runtime.block_on(async {
            let of_match = self.journal.open_match(&name, &plan).await?;
            self.journal.finished(of_match).await
        });
        for game in finished.map_err(HallError::Before)? {
            results.add(&encounter.key, game.game, &game.ending);
        }
        Ok(())
    }

    /// Starts every bot once, and has it make a move.
    fn call_all(&self) -> Result<(), HallError> {
        for (entrant, entry) in self.order.entrants.iter().zip(&self.order.config.bots) {
            let came = (entrant.hire)().and_then(|factory| {
                let session = Start::Default.open(&*self.order.rules).map_err(|error| error.to_string())?;
                let players = [entry.name.clone(), String::new()];
                let playing = Playing::new(&*self.order.rules, session, players, self.order.config.time);
                let invitation = Invitation { player: 0, game: 0, seed: 1, transcript: Transcript::default() };
                self.runtime.block_on(async {
                    let mut seat = factory(&invitation)?;
                    let ready = seat.begin(playing.started(), playing.session());
                    match tokio::time::timeout(READY, ready).await {
                        Ok(Ok(())) => {}
                        Ok(Err(fault)) => return Err(fault.to_string()),
                        Err(_) => return Err(format!("it was not ready after {} s", READY.as_secs())),
                    }
                    // Some are only seen to have failed when they are asked.
                    let turn = Turn { session: playing.session(), time: ThinkTime::within(TRIAL) };
                    let choice = match tokio::time::timeout(READY, seat.choose(turn)).await {
                        Ok(Ok(choice)) => choice,
                        Ok(Err(fault)) => return Err(fault.to_string()),
                        Err(_) => return Err(format!("it gave no move within {} s", READY.as_secs())),
                    };
                    let played = playing.session().clone_box().play(&choice.text);
                    played.map_err(|error| format!("its first move is none: {error}"))?;
                    // It is dropped and killed if it does not go by itself.
                    let _ = tokio::time::timeout(Duration::from_secs(2), seat.leave()).await;
                    Ok(())
                })
            });
            came.map_err(|why| {
                let command = entrant.command.clone();
                HallError::Absent { name: entry.name.clone(), why, command }
            })?;
        }
        Ok(())
    }

    /// Plays encounters, as many at once as the file says.
    fn play_all(
        &self,
        open: &[Encounter],
        results: &Mutex<Results>,
        versions: &Mutex<BTreeMap<String, String>>,
        stop: &StopSignal,
    ) -> Result<(), HallError> {
        let all = self.order.config.concurrency.get();
        let tables = all.min(open.len()).max(1);
        let queue = Mutex::new(open.iter());
        let error: Mutex<Option<HallError>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for table in 0..tables {
                // What cannot be shared out evenly goes to the first tables.
                let share = all / tables + usize::from(table < all % tables);
                let (queue, error) = (&queue, &error);
                scope.spawn(move || {
                    while stop.stage() == Stage::Running {
                        let Some(encounter) = lock(queue).next() else { break };
                        let noted = self.note_versions(encounter.players, versions);
                        if let Err(failed) = noted.and_then(|()| self.play_one(encounter, share, results, stop)) {
                            lock(error).get_or_insert(failed);
                            stop.now();
                        }
                    }
                });
            }
        });
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Writes down what the programs of two bots are made of, if that is new.
    fn note_versions(&self, players: [usize; 2], versions: &Mutex<BTreeMap<String, String>>) -> Result<(), HallError> {
        let order = self.order;
        // The plan of a match says it already.
        if matches!(order.config.tournament.format(), Format::Match { .. }) {
            return Ok(());
        }
        let mut versions = lock(versions);
        let mut is_new = false;
        for player in players {
            if let Some((_, made)) = (order.entrants[player].made_of)() {
                let before = versions.insert(order.config.bots[player].name.clone(), made.clone());
                is_new |= before != Some(made);
            }
        }
        if !is_new {
            return Ok(());
        }
        let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = kept::versions_name(&order.config.name, moment);
        let plan = kept::versions_plan(&versions).map_err(|error| PlanError::Json(error.to_string()))?;
        self.runtime.block_on(self.journal.open_match(&name, &plan)).map(drop).map_err(HallError::Journal)
    }

    fn play_one(
        &self,
        encounter: &Encounter,
        share: usize,
        results: &Mutex<Results>,
        stop: &StopSignal,
    ) -> Result<(), HallError> {
        let order = self.order;
        let name = encounter.match_name(&order.config.name);
        let plan = order.plan(encounter);
        let [one, two] = encounter.players.map(|player| &order.entrants[player]);
        let options = Options {
            concurrency: NonZeroUsize::new(share).unwrap_or(NonZeroUsize::MIN),
            restart: [one.restart, two.restart],
            patience: Patience { begin: READY, ..Patience::default() },
            bundles: (self.failures)(&name),
            talk: self.talk,
            // In a match nobody else wants to go on, and games that were not played would decide its test.
            forfeit: !matches!(order.config.tournament.format(), Format::Match { .. }),
            batch: BATCH,
            ..Options::default()
        };
        let observer = |progress: &Progress<'_>| {
            if let Progress::Ended { game, ending, .. } = progress {
                let mut results = lock(results);
                results.add(&encounter.key, *game, ending);
                if order.config.tournament.is_answered(&results) {
                    stop.finish();
                }
                self.audience.ended(&results);
            }
            self.audience.sees(encounter, &plan, progress);
        };
        let run = Match {
            name: &name,
            plan: &plan,
            rules: &*order.rules,
            bots: [(one.hire)().map_err(HallError::Terms)?, (two.hire)().map_err(HallError::Terms)?],
            journal: self.journal,
            options: &options,
            stop,
            observer: &observer,
        };
        match run.run() {
            Ok(_) => Ok(()),
            Err(MatchError::Journal(error)) => Err(HallError::Journal(error)),
            Err(error) => Err(HallError::Match { name: name.clone(), error }),
        }
    }
}

/// An encounter that grows by further games is looked up again.
fn encounter_id(encounter: &Encounter) -> (String, u64) {
    (encounter.key.clone(), encounter.pairs)
}

fn is_empty(encounters: &[Encounter], results: &Results) -> bool {
    encounters.iter().all(|encounter| results.sum(encounter).ended == 0)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
