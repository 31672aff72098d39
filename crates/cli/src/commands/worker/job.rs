//! One job in a worker's hands: fetched with its bots, played, and written down.
//!
//! Not here: the games themselves (`table`), where finished ones wait (`spool`), handing them in (`mod`).

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use schwarm_arena::matchup::{MatchPlan, StopSignal};
use schwarm_store::{BatchKind, Claimed};
use schwarm_web::fleet::wire::{Batch, BotSpec, Failed, Hand, MatchSpec};
use serde_json::json;

use super::kit::Missing;
use super::table::{Pair, Played, make_data};
use super::{Unanswered, Worker};
use crate::bots::Named;
use crate::failure::Failure;
use crate::storage;

/// Batches remembered.
const MOST_BATCHES: usize = 64;

impl Worker {
    /// Plays a job and writes down what came of it.
    pub(super) async fn play(self: Arc<Self>, claimed: Claimed, stop: StopSignal) {
        let held = claimed.held.clone();
        let played = self.try_play(&claimed, &stop).await;
        match played {
            Some(Played::Done(work)) => {
                let hand = Hand { card: self.card(), held: held.clone(), work };
                let worker = self.clone();
                let kept = tokio::task::spawn_blocking(move || worker.spool.put(&hand)).await;
                match kept {
                    Ok(Ok(())) => {
                        self.change(|hands| hands.get_mut(&held).map(|hold| hold.is_played = true));
                        self.finished.notify_one();
                    }
                    Ok(Err(error)) => {
                        // Without a place to keep games nothing can be promised.
                        self.finish(Err(Failure::usage(format!("cannot keep a finished game: {error}"))));
                    }
                    Err(_) => drop(self.change(|hands| hands.remove(&held))),
                }
            }
            Some(Played::Failed(why)) => {
                self.say(
                    &format!("{} cannot be played here: {why}", held.job),
                    &json!({ "event": "failed", "job": held.job, "why": why }),
                );
                let bundle = json!({
                    "why": why,
                    "worker": self.card.name,
                    "version": self.card.version,
                    "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
                    "attempt": held.attempt,
                });
                let _ = self
                    .insist(|worker| {
                        let (held, bundle) = (held.clone(), bundle.to_string());
                        async move {
                            let failed = Failed { card: worker.card(), held, bundle };
                            worker.server.post::<()>("/worker/fail", &failed, Duration::ZERO).await
                        }
                    })
                    .await;
                self.change(|hands| hands.remove(&held));
            }
            // Somebody else has it, or it goes back when this worker ends.
            Some(Played::Stopped) if self.end.borrow().is_none() => drop(self.change(|hands| hands.remove(&held))),
            Some(Played::Stopped) | None => {}
        }
        self.free.notify_one();
    }

    /// `None` when it is time to end.
    async fn try_play(self: &Arc<Self>, claimed: &Claimed, stop: &StopSignal) -> Option<Played> {
        let batch = match self.batch(claimed.batch).await? {
            Ok(batch) => batch,
            Err(why) => return Some(Played::Failed(why)),
        };
        let (pair, stop, worker) = (claimed.pair, stop.clone(), self.clone());
        let playing = match batch.kind {
            BatchKind::Data => tokio::task::spawn_blocking(move || make_data(&batch.plan, pair, &stop)),
            BatchKind::Match => {
                let spec: MatchSpec = match serde_json::from_str(&batch.spec) {
                    Ok(spec) => spec,
                    Err(error) => return Some(Played::Failed(format!("the job cannot be read: {error}"))),
                };
                let players = MatchPlan::from_json(&batch.plan).map(|plan| plan.players);
                let players = match players {
                    Ok(players) => players,
                    Err(error) => return Some(Played::Failed(error.to_string())),
                };
                let mut bots = Vec::new();
                for (name, spec) in players.iter().zip(&spec.bots) {
                    match self.bot(name, spec).await? {
                        Ok(bot) => bots.push(bot),
                        Err(why) => return Some(Played::Failed(why)),
                    }
                }
                let Ok(bots) = <[_; 2]>::try_from(bots) else { return Some(Played::Failed("two bots play".into())) };
                tokio::task::spawn_blocking(move || {
                    let failures = worker.failures.join(storage::folder_name(&batch.name));
                    let pair = Pair {
                        name: &batch.name,
                        plan: &batch.plan,
                        spec: &spec,
                        pair,
                        bots: &bots,
                        speed: worker.card.speed,
                        least: worker.least,
                        failures: &failures,
                    };
                    pair.play(&stop)
                })
            }
        };
        Some(playing.await.unwrap_or_else(|error| Played::Failed(format!("the worker stumbled: {error}"))))
    }

    async fn bot(self: &Arc<Self>, name: &str, spec: &BotSpec) -> Option<Result<Named, String>> {
        let bot = self.insist(|worker| async move {
            match worker.kits.bot(&worker.server, name, spec).await {
                Ok(bot) => Ok(Ok(bot)),
                Err(Missing::Never(why)) => Ok(Err(why)),
                Err(Missing::Away(no)) => Err(no),
            }
        });
        refused(bot.await).map(Result::flatten)
    }

    async fn batch(self: &Arc<Self>, id: i64) -> Option<Result<Arc<Batch>, String>> {
        if let Some(known) = self.batches.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Some(Ok(known.clone()));
        }
        let batch =
            self.insist(|worker| async move { worker.server.get::<Batch>(&format!("/worker/batches/{id}")).await });
        let batch = match refused(batch.await)? {
            Ok(batch) => Arc::new(batch),
            Err(why) => return Some(Err(why)),
        };
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        if batches.len() >= MOST_BATCHES {
            batches.clear();
        }
        batches.insert(id, batch.clone());
        Some(Ok(batch))
    }
}

/// An answer or what the server says instead; `None` when it is time to end.
fn refused<T>(answer: Result<T, Unanswered>) -> Option<Result<T, String>> {
    match answer {
        Ok(answer) => Some(Ok(answer)),
        Err(Unanswered::Refused { message, .. }) => Some(Err(message)),
        Err(Unanswered::Ended) => None,
    }
}
