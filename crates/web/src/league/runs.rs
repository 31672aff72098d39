//! The tournaments this server plays: each on threads of its own, so many at once.
//!
//! What must hold: what was said to be paused begins no game; when the server closes all games are broken off, and are played
//! again when somebody resumes the tournament.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use schwarm_arena::matchup::{Stage, StopSignal};
use schwarm_arena::tournament::Order;
use schwarm_arena::tournament::hall::Hall;
use tokio::runtime::Handle;

use crate::{App, Kind, Trouble};

/// How long a closing server waits for tournaments to stop.
const FAREWELL: Duration = Duration::from_secs(5);

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is played.
    Running,
    /// Its last games are finished.
    Pausing,
}

/// What stops a run, however many rounds it takes.
#[derive(Clone, Default)]
struct Brake(Arc<Mutex<(StopSignal, Stage)>>);

impl Brake {
    /// The signal of the next round; none once it is to stop.
    fn fresh(&self) -> Option<StopSignal> {
        let mut brake = lock(&self.0);
        if brake.1 != Stage::Running {
            return None;
        }
        brake.0 = StopSignal::default();
        Some(brake.0.clone())
    }

    fn press(&self, stage: Stage) {
        let mut brake = lock(&self.0);
        brake.1 = brake.1.max(stage);
        match brake.1 {
            Stage::Now => brake.0.now(),
            Stage::Finish => brake.0.finish(),
            Stage::Running => {}
        }
    }

    fn phase(&self) -> Phase {
        if lock(&self.0).1 == Stage::Running { Phase::Running } else { Phase::Pausing }
    }
}

struct Run {
    brake: Brake,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct All {
    runs: HashMap<String, Run>,
    /// Why tournaments stopped by themselves.
    errors: HashMap<String, String>,
    /// Tournaments that were played here: their silent games are ours.
    played: HashSet<String>,
    is_closed: bool,
}

/// The tournaments this server plays.
#[derive(Clone, Default)]
pub(crate) struct Runs(Arc<Mutex<All>>);

impl Runs {
    /// How far a tournament is, if it is played here.
    pub(crate) fn phase(&self, name: &str) -> Option<Phase> {
        lock(&self.0).runs.get(name).map(|run| run.brake.phase())
    }

    /// Why a tournament stopped by itself, if it did.
    pub(crate) fn error(&self, name: &str) -> Option<String> {
        lock(&self.0).errors.get(name).cloned()
    }

    /// Whether a tournament was played here since the server began.
    pub(super) fn has_played(&self, name: &str) -> bool {
        lock(&self.0).played.contains(name)
    }

    /// Plays a tournament, or goes on with it. One that runs goes on running.
    ///
    /// # Errors
    /// When there are too many already, or the one of this name is just being stopped.
    pub(crate) fn start(&self, app: &App, order: Order) -> Result<(), Trouble> {
        let name = order.config.name.clone();
        let mut all = lock(&self.0);
        match all.runs.get(&name).map(|run| run.brake.phase()) {
            Some(Phase::Running) => return Ok(()),
            Some(Phase::Pausing) => return Err(Kind::Stale.into()),
            None if all.is_closed || all.runs.len() >= app.bounds().tournaments => return Err(Kind::TooMany.into()),
            None => {}
        }
        let brake = Brake::default();
        let play = {
            let (runs, brake, name) = (self.clone(), brake.clone(), name.clone());
            let (store, organiser) = (app.config.store.clone(), app.config.organiser.clone());
            let (runtime, talk) = (Handle::current(), app.config.talk);
            move || {
                let hall = Hall {
                    order: &order,
                    journal: &*store,
                    runtime: &runtime,
                    failures: &|name| organiser.as_ref().and_then(|organiser| organiser.failures(name)),
                    talk,
                    signal: &|| brake.fresh(),
                    audience: &(),
                };
                let played = hall.play();
                let mut all = lock(&runs.0);
                if let Err(error) = played {
                    tracing::warn!("the tournament {name} stopped: {error}");
                    all.errors.insert(name.clone(), error.to_string());
                }
                all.runs.remove(&name);
            }
        };
        let thread = std::thread::Builder::new().name(format!("tournament {name}")).spawn(play);
        let thread = thread.map_err(|error| Trouble::failed("a tournament could not begin", &error))?;
        all.errors.remove(&name);
        all.played.insert(name.clone());
        all.runs.insert(name, Run { brake, thread: Some(thread) });
        Ok(())
    }

    /// Begins no game any more, or breaks all off at once.
    pub(crate) fn stop(&self, name: &str, at_once: bool) {
        if let Some(run) = lock(&self.0).runs.get(name) {
            run.brake.press(if at_once { Stage::Now } else { Stage::Finish });
        }
    }

    /// Breaks everything off and waits a while until that is done.
    pub(crate) async fn close(&self) {
        let threads: Vec<_> = {
            let mut all = lock(&self.0);
            all.is_closed = true;
            all.runs.values().for_each(|run| run.brake.press(Stage::Now));
            all.runs.values_mut().filter_map(|run| run.thread.take()).collect()
        };
        let joining = tokio::task::spawn_blocking(move || threads.into_iter().for_each(|thread| drop(thread.join())));
        let _ = tokio::time::timeout(FAREWELL, joining).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
