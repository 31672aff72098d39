//! Waiting for workers: how far they are, on a bar, until nothing is left.

use std::time::Duration;

use schwarm_store::{BatchRow, BatchStanding, Store, StoreError};
use tokio::runtime::Runtime;

use crate::contest;
use crate::failure::Failure;
use crate::storage;
use crate::voice::Voice;

/// How often it is looked whether something has come, where the database does not tell.
const LOOK: Duration = Duration::from_secs(1);

/// How long a database that does not answer is waited for between two looks.
const AWAY: Duration = Duration::from_secs(2);

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every pair has a result.
    Done,
    /// All that is left failed too often.
    Parked(u64),
    /// Somebody stopped it, or a test has its answer.
    Stopped(String),
    /// Ctrl-C: workers go on without anybody waiting.
    Left,
}

/// Waits until the batches of these names are done, or nothing more comes of them. `news` hears of each that has changed.
///
/// # Errors
/// When the store says something else than that it cannot be reached.
pub fn until_done(
    runtime: &Runtime,
    store: &dyn Store,
    names: &[String],
    news: &mut dyn FnMut(&BatchRow),
) -> Result<Outcome, Failure> {
    let bar = contest::bar(0);
    let voice = Voice::new(&bar);
    let outcome = runtime.block_on(async {
        tokio::select! {
            outcome = follow(store, names, &bar, &voice, news) => outcome,
            pressed = tokio::signal::ctrl_c() => match pressed {
                Ok(()) => Ok(Outcome::Left),
                Err(_) => std::future::pending().await,
            },
        }
    });
    bar.finish_and_clear();
    outcome.map_err(storage::failure)
}

async fn follow(
    store: &dyn Store,
    names: &[String],
    bar: &indicatif::ProgressBar,
    voice: &Voice,
    news: &mut dyn FnMut(&BatchRow),
) -> Result<Outcome, StoreError> {
    let mut changes = store.changes();
    let mut is_away = false;
    loop {
        match look(store, names, bar, news).await {
            Ok(Some(outcome)) => return Ok(outcome),
            Ok(None) => is_away = false,
            Err(error @ (StoreError::Unreachable { .. } | StoreError::Locked { .. })) => {
                if !std::mem::replace(&mut is_away, true) {
                    voice.say(&format!("{error}; I wait"));
                }
                tokio::time::sleep(AWAY).await;
            }
            Err(error) => return Err(error),
        }
        tokio::select! {
            () = changes.in_results() => tokio::time::sleep(LOOK / 5).await,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn look(
    store: &dyn Store,
    names: &[String],
    bar: &indicatif::ProgressBar,
    news: &mut dyn FnMut(&BatchRow),
) -> Result<Option<Outcome>, StoreError> {
    let (mut done, mut pairs, mut parked, mut stopped, mut is_open) = (0, 0, 0, None, false);
    for name in names {
        let Some(batch) = store.jobs().find_batch(name).await? else { continue };
        done += batch.totals.done;
        pairs += batch.pairs;
        if batch.totals.done < batch.pairs {
            let depth = store.jobs().depth(Some(batch.id)).await?;
            parked += depth.parked;
            if batch.standing == BatchStanding::Stopped {
                stopped = Some(batch.why.clone());
            } else if depth.waiting + depth.leased + depth.held > 0 {
                is_open = true;
            }
        }
        news(&batch);
    }
    bar.set_length(2 * pairs);
    bar.set_position(2 * done);
    Ok(match stopped {
        _ if is_open => None,
        Some(why) => Some(Outcome::Stopped(why)),
        None if parked > 0 => Some(Outcome::Parked(parked)),
        None if done == pairs => Some(Outcome::Done),
        None => None,
    })
}

/// Tells the user of an end that is none; fine otherwise.
///
/// # Errors
/// When not everything was played.
pub fn tell(outcome: &Outcome, name: &str) -> Result<(), Failure> {
    match outcome {
        Outcome::Done => Ok(()),
        Outcome::Parked(jobs) => Err(Failure::usage(format!("{jobs} pairs of {name} failed too often"))
            .advise("`schwarm fleet failures` says why, `schwarm fleet retry NAME` tries them again.")),
        Outcome::Stopped(why) => {
            Err(Failure::usage(format!("{name} was stopped: {why}")).advise("`schwarm fleet resume NAME` goes on."))
        }
        Outcome::Left => {
            eprintln!(
                "workers go on with {name}; the same command again waits for them, `schwarm fleet stop NAME` gives up"
            );
            Err(Failure::stopped())
        }
    }
}
