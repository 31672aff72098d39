//! Who a worker is, and whether it may come in.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use schwarm_store::{MachineRow, MachineStanding, StoreError, WorkerCard};

use super::wire::{ENGINE_HEADER, PROTOCOL, PROTOCOL_HEADER, Refusal, Refused};
use super::{Counters, lock, token_sum};
use crate::App;
use crate::guard::bearer;

/// How long a token is believed without asking the store.
const BELIEVED: Duration = Duration::from_secs(2);

/// How long a worker need not be noted again.
const NOTED: Duration = Duration::from_secs(5);

/// Tokens and workers remembered; beyond that all are looked up again.
const MOST: usize = 10_000;

/// The longest name of a worker, in characters.
const LONGEST_NAME: usize = 100;

/// Why a worker is refused: one place for status and words.
#[derive(Debug)]
pub(super) enum No {
    /// The token is none, or is no longer one.
    Token,
    /// The machine handed in nonsense.
    Quarantined(String),
    /// The program is another one.
    Version(String),
    /// There is no such thing.
    Unknown(&'static str),
    /// The job was not given to this worker.
    NotGiven(String),
    /// What was handed in is no game.
    Nonsense(String),
    /// The request cannot be read.
    Bad(String),
    /// The store does not answer now.
    Busy(String),
}

impl From<StoreError> for No {
    fn from(error: StoreError) -> No {
        match error {
            StoreError::Refused(why) => No::NotGiven(why),
            error => {
                tracing::warn!("workers wait: {error}");
                // The place may hold names nobody outside need know.
                No::Busy("the database does not answer now".to_string())
            }
        }
    }
}

impl IntoResponse for No {
    fn into_response(self) -> Response {
        let (status, kind, message) = match self {
            No::Token => {
                let why =
                    "the token is not known here: the operator makes one with `schwarm fleet token NAME`".to_string();
                (StatusCode::UNAUTHORIZED, "token", why)
            }
            No::Quarantined(why) => {
                let why = format!(
                    "this machine is in quarantine ({why}): the operator lets it go on with `schwarm fleet release NAME`"
                );
                (StatusCode::FORBIDDEN, "quarantined", why)
            }
            No::Version(why) => (StatusCode::NOT_ACCEPTABLE, "version", why),
            No::Unknown(what) => (StatusCode::NOT_FOUND, "unknown", format!("there is no such {what}")),
            No::NotGiven(why) => (StatusCode::CONFLICT, "not-given", why),
            No::Nonsense(why) => (StatusCode::UNPROCESSABLE_ENTITY, "nonsense", why),
            No::Bad(why) => (StatusCode::BAD_REQUEST, "bad-request", why),
            No::Busy(why) => (StatusCode::SERVICE_UNAVAILABLE, "busy", why),
        };
        let error = Refusal { kind: kind.to_string(), message };
        let mut response = (status, Json(Refused { error })).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// A machine that showed a good token, with a program like ours.
pub(super) struct Guest(pub(super) MachineRow);

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = No;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Guest, No> {
        let machine = machine(app, &parts.headers).await?;
        check_version(app, &parts.headers).await?;
        match machine.standing {
            MachineStanding::Good => Ok(Guest(machine)),
            MachineStanding::Quarantined => Err(No::Quarantined(machine.why)),
            MachineStanding::Revoked => Err(stranger(app, "a token that was revoked")),
        }
    }
}

impl Guest {
    /// The id of a worker of this machine; noted that it lives if that is due.
    pub(super) async fn worker(&self, app: &App, card: &WorkerCard, is_due: bool) -> Result<i64, No> {
        if card.name.is_empty() || card.name.chars().count() > LONGEST_NAME {
            return Err(No::Bad(format!("a worker has a name of 1 to {LONGEST_NAME} characters")));
        }
        let key = (self.0.id, card.name.clone());
        let known = lock(&app.fleet.workers).get(&key).copied();
        if let Some((id, _)) = known.filter(|(_, noted)| !is_due && noted.elapsed() < NOTED) {
            return Ok(id);
        }
        let id = app.config.store.jobs().greet(self.0.id, card).await?;
        let mut workers = lock(&app.fleet.workers);
        if workers.len() >= MOST {
            workers.clear();
        }
        workers.insert(key, (id, Instant::now()));
        Ok(id)
    }
}

/// Whether a request shows a token that was good a moment ago: those are not counted by the guard.
pub(crate) fn is_known(app: &App, headers: &HeaderMap) -> bool {
    let Some(token) = bearer(headers) else { return false };
    let sum = token_sum(token);
    lock(&app.fleet.tokens).get(&sum).is_some_and(|(machine, _)| machine.standing == MachineStanding::Good)
}

/// Forgets what is known of all tokens: one of them has changed.
pub(crate) fn forget(app: &App) {
    lock(&app.fleet.tokens).clear();
}

async fn machine(app: &App, headers: &HeaderMap) -> Result<MachineRow, No> {
    let Some(token) = bearer(headers) else { return Err(stranger(app, "no token")) };
    let sum = token_sum(token);
    let known = lock(&app.fleet.tokens).get(&sum).cloned();
    if let Some((machine, _)) = known.filter(|(_, asked)| asked.elapsed() < BELIEVED) {
        return Ok(machine);
    }
    let Some(machine) = app.config.store.jobs().machine(&sum).await? else {
        lock(&app.fleet.tokens).remove(&sum);
        return Err(stranger(app, "a token nobody knows"));
    };
    let mut tokens = lock(&app.fleet.tokens);
    if tokens.len() >= MOST {
        tokens.clear();
    }
    tokens.insert(sum, (machine.clone(), Instant::now()));
    Ok(machine)
}

fn stranger(app: &App, what: &str) -> No {
    Counters::add(&app.fleet.counters.strangers, 1);
    tracing::warn!("a worker was turned away: it showed {what}");
    No::Token
}

async fn check_version(app: &App, headers: &HeaderMap) -> Result<(), No> {
    let shown = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if shown(PROTOCOL_HEADER) != PROTOCOL.to_string() {
        let why = format!(
            "the worker speaks version {:?} of the language between servers and workers, this server {PROTOCOL}: use the program of the server",
            shown(PROTOCOL_HEADER)
        );
        tracing::warn!("a worker was turned away: {why}");
        return Err(No::Version(why));
    }
    let Some(signature) = app.config.signature else { return Ok(()) };
    let compute = || async { tokio::task::spawn_blocking(signature).await.unwrap_or_default() };
    let own = app.fleet.signature.get_or_init(compute).await;
    let theirs = shown(ENGINE_HEADER);
    if own == theirs {
        return Ok(());
    }
    let why = format!(
        "the engine of the worker is another one (signature {theirs:?}, here {own:?}): its bots would be others. Use the program of the server"
    );
    tracing::warn!("a worker was turned away: {why}");
    Err(No::Version(why))
}
