//! Workers on other machines: how they are let in, get jobs, and hand in games that count once.
//!
//! Requests carry everything: who asks (a token, of which only the sum is kept), with which program, about which job. Nothing
//! of it stays here but a short memory of tokens and plans, so any server over the same database answers any of them.
//!
//! What must hold: every game is played again by the rules before it counts; what is none puts its machine into quarantine; the
//! answer to a request that was answered before is the same again, so a worker may ask for ever.
//! Not here: jobs themselves (`schwarm_store::JobStore`), the playing (the worker), pages (`pages::fleet`).

mod check;
mod desk;
mod door;
mod metrics;
pub mod wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use schwarm_store::{MachineRow, Standing};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

pub(crate) use door::{forget, is_known};
pub(crate) use metrics::SILENT_MS;

use crate::App;

/// Checks what was made for learning: the plan, the spec, the pair and the bytes. How its two games ended, or what is wrong.
pub type CheckData = fn(&str, &str, u64, &[u8]) -> Result<[Standing; 2], String>;

/// What is remembered between requests.
#[derive(Default)]
pub(crate) struct Fleet {
    tokens: Mutex<HashMap<String, (MachineRow, Instant)>>,
    workers: Mutex<HashMap<(i64, String), (i64, Instant)>>,
    plans: check::Plans,
    /// The engine's signature, computed once.
    signature: OnceCell<String>,
    /// Workers that wait for jobs.
    waiting: AtomicUsize,
    pub(crate) counters: Counters,
}

/// What happened since the server began.
#[derive(Default)]
pub(crate) struct Counters {
    pub(crate) claims: AtomicU64,
    pub(crate) counted: AtomicU64,
    pub(crate) duplicates: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) strangers: AtomicU64,
}

impl Counters {
    fn add(counter: &AtomicU64, number: usize) {
        counter.fetch_add(number as u64, Ordering::Relaxed);
    }
}

/// What is kept of a worker's token.
pub fn token_sum(token: &str) -> String {
    let sum = Sha256::new().chain_update(b"schwarm worker\0").chain_update(token).finalize();
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The routes of workers, and of whoever watches the server.
pub(crate) fn router() -> Router<Arc<App>> {
    let workers = Router::new()
        .route("/worker/hello", post(desk::hello))
        .route("/worker/claim", post(desk::claim))
        .route("/worker/beat", post(desk::beat))
        .route("/worker/submit", post(desk::submit))
        .route("/worker/fail", post(desk::fail))
        .route("/worker/back", post(desk::back))
        .route("/worker/batches/{id}", get(desk::batch))
        .route("/worker/bots/{name}/{version}", get(desk::bot))
        // The guard has measured the body.
        .layer(DefaultBodyLimit::disable());
    workers.route("/metrics", get(metrics::metrics)).route("/health", get(metrics::health))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
