//! What workers ask for.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use schwarm_store::{BatchStanding, Claim, Counted, FailureKind, MachineStanding, bot_pieces};
use serde::de::DeserializeOwned;

use super::Counters;
use super::check::check;
use super::door::{Guest, No, forget};
use super::wire::{Batch, Beat, Failed, Given, Hand, Hello, Taken, Want, Welcome, Words};
use crate::App;
use crate::server::closed;

/// How long a worker is let wait for jobs.
const WAIT: Duration = Duration::from_secs(20);

/// How often jobs are looked for meanwhile although nobody said that there are any: leases run out.
const ASK: Duration = Duration::from_secs(1);

/// The pause that each of those who wait adds to it, so that a thousand of them do not ask all the time.
const ASK_EACH: Duration = Duration::from_millis(5);

/// Jobs a worker gets at once.
const MOST_JOBS: u32 = 64;

/// Jobs a worker may hold.
const MOST_HELD: usize = 1024;

/// Characters of what is wrong with nonsense that are kept.
const LONGEST_WORDS: usize = 2000;

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, No> {
    serde_json::from_slice(body).map_err(|error| No::Bad(error.to_string()))
}

/// `POST /worker/hello`
pub(super) async fn hello(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<Welcome>, No> {
    let Hello { card } = read(&body)?;
    guest.worker(&app, &card, true).await?;
    Ok(Json(Welcome {
        version: env!("CARGO_PKG_VERSION").to_string(),
        lease_ms: millis(app.bounds().lease),
        wait_ms: millis(WAIT),
    }))
}

/// `POST /worker/claim`: waits until there are jobs, but not for ever.
pub(super) async fn claim(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<Given>, No> {
    let Want { card, most } = read(&body)?;
    let worker = guest.worker(&app, &card, false).await?;
    let claim = Claim { worker, most: most.clamp(1, MOST_JOBS), lease: app.bounds().lease, speed: card.speed };
    let (begun, mut closing) = (Instant::now(), app.hall.closing());
    let mut changes = app.config.store.changes();
    let _waiting = Waiting::new(&app);
    loop {
        let jobs = app.config.store.jobs().claim(claim).await?;
        let is_over = begun.elapsed() >= WAIT || *closing.borrow();
        if !jobs.is_empty() || is_over {
            Counters::add(&app.fleet.counters.claims, jobs.len());
            return Ok(Json(Given { jobs }));
        }
        let others = u32::try_from(app.fleet.waiting.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        let pause = ASK.max(ASK_EACH.saturating_mul(others)).min(WAIT.saturating_sub(begun.elapsed()));
        tokio::select! {
            () = changes.in_jobs() => {}
            () = tokio::time::sleep(pause) => {}
            () = closed(&mut closing) => {}
        }
    }
}

/// One who waits.
struct Waiting(Arc<App>);

impl Waiting {
    fn new(app: &Arc<App>) -> Waiting {
        app.fleet.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(app.clone())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fleet.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// `POST /worker/beat`
pub(super) async fn beat(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<Words>, No> {
    let Beat { card, held } = read(&body)?;
    if held.len() > MOST_HELD {
        return Err(No::Bad(format!("a worker holds at most {MOST_HELD} jobs")));
    }
    let worker = guest.worker(&app, &card, true).await?;
    let words = app.config.store.jobs().heartbeat(worker, &held, app.bounds().lease).await?;
    Ok(Json(Words { words }))
}

/// `POST /worker/submit`: the games are played again by the rules before they count.
pub(super) async fn submit(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<Taken>, No> {
    let Hand { card, held, work } = read(&body)?;
    let worker = guest.worker(&app, &card, false).await?;
    let jobs = app.config.store.jobs();
    let Some((batch, pair)) = jobs.find_job(&held.job).await? else { return Err(No::Unknown("job")) };
    let checking = {
        let (app, batch, speed) = (app.clone(), batch.clone(), card.speed);
        tokio::task::spawn_blocking(move || check(&app.fleet.plans, app.config.data, &batch, pair, speed, work))
    };
    let checked = checking.await.map_err(|error| No::Busy(error.to_string()))?;
    let handed = match checked {
        Ok(handed) => handed,
        Err(why) => {
            let why: String = why.chars().take(LONGEST_WORDS).collect();
            // Only what was given to this worker says something about it.
            jobs.fail(worker, &held, FailureKind::Refused, &why).await?;
            Counters::add(&app.fleet.counters.refused, 1);
            tracing::warn!("{} handed in nonsense for {}: {why}; it is in quarantine now", guest.0.name, held.job);
            let reason = format!("{}: {why}", held.job);
            jobs.set_machine(&guest.0.name, MachineStanding::Quarantined, &reason).await?;
            forget(&app);
            return Err(No::Nonsense(why));
        }
    };
    let result = jobs.submit(worker, &held, &handed).await?;
    let counter = match result {
        Counted::Counted => &app.fleet.counters.counted,
        Counted::Duplicate => &app.fleet.counters.duplicates,
    };
    Counters::add(counter, 1);
    if result == Counted::Counted {
        stop_if_answered(&app, batch.id).await;
    }
    Ok(Json(Taken { result }))
}

/// Stops a batch whose test has its answer. The result counts whether this goes well or not, and the next one tries again.
async fn stop_if_answered(app: &App, batch: i64) {
    let jobs = app.config.store.jobs();
    let Ok(Some(batch)) = jobs.batch(batch).await else { return };
    if batch.standing != BatchStanding::Open || !batch.spec.contains("\"sprt\"") {
        return;
    }
    let Ok(read) = app.fleet.plans.read(&batch) else { return };
    if let Some(state) = read.answer(&batch.totals) {
        let why = format!("the test has its answer: {}", state.id());
        if let Err(error) = jobs.set_batch(&batch.name, BatchStanding::Stopped, &why).await {
            tracing::warn!("{} could not be stopped: {error}", batch.name);
        }
    }
}

/// `POST /worker/fail`
pub(super) async fn fail(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<()>, No> {
    let Failed { card, held, bundle } = read(&body)?;
    let worker = guest.worker(&app, &card, false).await?;
    app.config.store.jobs().fail(worker, &held, FailureKind::Failed, &bundle).await?;
    Ok(Json(()))
}

/// `POST /worker/back`: a worker that ends returns its work.
pub(super) async fn back(State(app): State<Arc<App>>, guest: Guest, body: Bytes) -> Result<Json<()>, No> {
    let Beat { card, held } = read(&body)?;
    let worker = guest.worker(&app, &card, true).await?;
    app.config.store.jobs().give_back(worker, &held).await?;
    Ok(Json(()))
}

/// `GET /worker/batches/{id}`
pub(super) async fn batch(State(app): State<Arc<App>>, _guest: Guest, Path(id): Path<i64>) -> Result<Json<Batch>, No> {
    let Some(batch) = app.config.store.jobs().batch(id).await? else { return Err(No::Unknown("batch")) };
    Ok(Json(Batch { name: batch.name, kind: batch.kind, plan: batch.plan, spec: batch.spec }))
}

/// `GET /worker/bots/{name}/{version}`: the archive, piece by piece.
pub(super) async fn bot(
    State(app): State<Arc<App>>,
    _guest: Guest,
    Path((name, version)): Path<(String, String)>,
) -> Result<Response, No> {
    let Some(bot) = app.config.store.jobs().find_bot(&name, &version).await? else { return Err(No::Unknown("bot")) };
    let store = app.config.store.clone();
    let pieces = futures_util::stream::unfold(0_u32, move |place| {
        let store = store.clone();
        async move {
            if u64::from(place) >= bot_pieces(bot.bytes) {
                return None;
            }
            let piece = match store.jobs().bot_piece(bot.id, place).await {
                Ok(Some(piece)) => Ok(Bytes::from(piece)),
                Ok(None) => Err(std::io::Error::other("a piece is missing")),
                Err(error) => Err(std::io::Error::other(error.to_string())),
            };
            Some((piece, place + 1))
        }
    });
    Ok(([(CONTENT_TYPE, "application/gzip")], Body::from_stream(pieces)).into_response())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
