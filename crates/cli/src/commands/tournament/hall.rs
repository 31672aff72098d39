//! The playing: encounters are played as matches, several at once, until nothing is left.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schwarm_arena::matchup::{KeptTalk, Match, MatchError, Options, Progress, Stage, StopSignal};
use schwarm_arena::referee::Patience;
use schwarm_arena::tournament::{Encounter, Results};
use schwarm_play::{ThinkTime, Turn};
use schwarm_store::Store;
use tokio::runtime::Runtime;

use super::order::Order;
use super::watch::Watch;
use crate::brake::Brake;
use crate::contest::{BATCH, READY};
use crate::failure::Failure;
use crate::storage::Place;

/// The time a bot has for its first move before the tournament begins.
const TRIAL: Duration = Duration::from_secs(1);

/// Where a tournament is played.
pub struct Hall<'a> {
    /// What is played.
    pub order: &'a Order,
    /// Where failures go.
    pub place: &'a Place,
    /// Where games go.
    pub store: &'a dyn Store,
    /// The runtime of the store.
    pub runtime: &'a Runtime,
    /// Who watches.
    pub watch: &'a Watch,
    /// What stops it.
    pub brake: &'a Brake,
    /// Of which games the talk with the bots is kept.
    pub talk: KeptTalk,
}

impl Hall<'_> {
    /// Plays what is not played yet, or until it is stopped.
    ///
    /// # Errors
    /// When a bot cannot be started before the first game, or nothing can be written down.
    pub fn play(&self) -> anyhow::Result<Results> {
        let tournament = &self.order.config.tournament;
        let results = Mutex::new(Results::default());
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
            self.watch.show(&lock(&results));
            if open.is_empty() {
                break;
            }
            // Whoever does not come before the first game has most likely a mistake in its command.
            if !asked_bots && schedule.encounters.len() == open.len() && is_empty(&schedule.encounters, &lock(&results))
            {
                self.call_all()?;
            }
            asked_bots = true;
            let Some(stop) = self.brake.fresh() else { break };
            self.play_all(&open, &results, &stop)?;
            if stop.stage() != Stage::Running {
                break;
            }
        }
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// What was played of an encounter before.
    fn look_up(&self, encounter: &Encounter, results: &mut Results) -> anyhow::Result<()> {
        let name = encounter.match_name(&self.order.config.name);
        let plan = self.order.plan(encounter).to_json()?;
        let finished = self.runtime.block_on(async {
            let of_match = self.store.open_match(&name, &plan).await?;
            self.store.finished(of_match).await
        });
        let finished = finished.map_err(|error| {
            Failure::usage(error.to_string()).advise(
                "A tournament that goes on must be the same; another one needs another name = \"…\" in its file.",
            )
        })?;
        for game in finished {
            results.add(&encounter.key, game.game, &game.ending);
        }
        Ok(())
    }

    /// Starts every bot once, and has it make a move.
    fn call_all(&self) -> Result<(), Failure> {
        for (player, entry) in self.order.config.bots.iter().enumerate() {
            let factory = self.order.factory(player)?;
            let session =
                schwarm_play::Start::Default.open(&*self.order.rules).map_err(|error| Failure::from(&error))?;
            let players = [entry.name.clone(), String::new()];
            let playing = schwarm_play::Playing::new(&*self.order.rules, session, players, self.order.config.time);
            let came = self.runtime.block_on(async {
                let invitation = schwarm_arena::matchup::Invitation {
                    player: 0,
                    game: 0,
                    seed: 1,
                    transcript: schwarm_arena::transcript::Transcript::default(),
                };
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
            });
            came.map_err(|why: String| {
                let failure = Failure::usage(format!("{} cannot play: {why}", entry.name));
                match self.order.bots[player].bot.command() {
                    Some(command) => failure.advise(format!("Try it by itself: {command}")),
                    None => failure,
                }
            })?;
        }
        Ok(())
    }

    /// Plays encounters, as many at once as the file says.
    fn play_all(&self, open: &[Encounter], results: &Mutex<Results>, stop: &StopSignal) -> anyhow::Result<()> {
        let all = self.order.config.concurrency.get();
        let tables = all.min(open.len()).max(1);
        let queue = Mutex::new(open.iter());
        let error: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for table in 0..tables {
                // What cannot be shared out evenly goes to the first tables.
                let share = all / tables + usize::from(table < all % tables);
                let (queue, error) = (&queue, &error);
                scope.spawn(move || {
                    while stop.stage() == Stage::Running {
                        let Some(encounter) = lock(queue).next() else { break };
                        if let Err(failed) = self.play_one(encounter, share, results, stop) {
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

    fn play_one(
        &self,
        encounter: &Encounter,
        share: usize,
        results: &Mutex<Results>,
        stop: &StopSignal,
    ) -> anyhow::Result<()> {
        let order = self.order;
        let name = encounter.match_name(&order.config.name);
        let plan = order.plan(encounter);
        let [one, two] = encounter.players;
        let options = Options {
            concurrency: NonZeroUsize::new(share).unwrap_or(NonZeroUsize::MIN),
            restart: encounter.players.map(|player| order.restart(player)),
            patience: Patience { begin: READY, ..Patience::default() },
            bundles: Some(self.place.failures(&name)),
            talk: self.talk,
            forfeit: true,
            batch: BATCH,
            ..Options::default()
        };
        let observer = |progress: &Progress<'_>| {
            if let Progress::Ended { game, ending, .. } = progress {
                let mut results = lock(results);
                results.add(&encounter.key, *game, ending);
                self.watch.ended(&results);
            }
            self.watch.see(encounter, &plan, progress);
        };
        let run = Match {
            name: &name,
            plan: &plan,
            rules: &*order.rules,
            bots: [order.factory(one)?, order.factory(two)?],
            journal: self.store,
            options: &options,
            stop,
            observer: &observer,
        };
        match run.run() {
            Ok(_) => Ok(()),
            Err(error @ MatchError::Journal(_)) => Err(Failure::usage(error.to_string())
                .advise("What was played is kept; the same command goes on from there.")
                .into()),
            Err(error) => Err(Failure::usage(format!("{name}: {error}")).into()),
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
