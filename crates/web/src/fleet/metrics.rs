//! Figures for Prometheus, and whether the server is well.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::{App, Asker, Kind, Trouble};

/// How long the database may take to answer before the server is not well.
const PATIENCE: Duration = Duration::from_secs(3);

/// Workers silent for longer are not counted among those that live.
pub(crate) const SILENT_MS: i64 = 60_000;

/// `/health`: 200 while the database answers, else 503.
pub(super) async fn health(State(app): State<Arc<App>>) -> Response {
    let asking = app.config.store.jobs().batches(1);
    let is_well = matches!(tokio::time::timeout(PATIENCE, asking).await, Ok(Ok(_)));
    let status = if is_well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let words = if is_well { "ok" } else { "no answer" };
    let overall = if is_well { "ok" } else { "unwell" };
    (status, Json(json!({ "status": overall, "database": words, "version": env!("CARGO_PKG_VERSION") })))
        .into_response()
}

/// `/metrics`. Where others reach the server, the operator's token is wanted.
pub(super) async fn metrics(State(app): State<Arc<App>>, asker: Asker) -> Result<Response, Trouble> {
    if app.is_public() && !asker.is_operator {
        return Err(Kind::OperatorOnly.into());
    }
    asker.exert(&app)?;
    let failed = |error| Trouble::failed("the store", &error);
    let jobs = app.config.store.jobs();
    let depth = jobs.depth(None).await.map_err(failed)?;
    let workers = jobs.workers().await.map_err(failed)?;
    let machines = jobs.machines().await.map_err(failed)?;
    let mut text = String::new();
    family(&mut text, "schwarm_jobs", "gauge", "Jobs by what they do.");
    let states = [("waiting", depth.waiting), ("leased", depth.leased), ("parked", depth.parked), ("held", depth.held)];
    for (state, number) in states {
        let _ = writeln!(text, "schwarm_jobs{{state=\"{state}\"}} {number}");
    }
    family(&mut text, "schwarm_pairs_total", "counter", "Pairs with a counted result.");
    let _ = writeln!(text, "schwarm_pairs_total {}", depth.done);
    family(&mut text, "schwarm_machines", "gauge", "Machines by their standing.");
    for standing in ["good", "quarantined", "revoked"] {
        let number = machines.iter().filter(|machine| machine.standing.id() == standing).count();
        let _ = writeln!(text, "schwarm_machines{{standing=\"{standing}\"}} {number}");
    }
    let live = || workers.iter().filter(|worker| worker.silent_ms < SILENT_MS);
    family(&mut text, "schwarm_workers", "gauge", "Workers heard of in the last minute.");
    let _ = writeln!(text, "schwarm_workers {}", live().count());
    for (name, kind, help) in [
        ("schwarm_worker_speed", "gauge", "Positions a second on one core."),
        ("schwarm_worker_load", "gauge", "Pairs it plays now."),
        ("schwarm_worker_slots", "gauge", "Pairs it can play at once."),
        ("schwarm_worker_pairs_total", "counter", "Pairs it has handed in that count."),
        ("schwarm_worker_failures_total", "counter", "What went wrong with it."),
    ] {
        family(&mut text, name, kind, help);
        for worker in live() {
            let value = match name {
                "schwarm_worker_speed" => worker.card.speed,
                "schwarm_worker_load" => worker.card.load.into(),
                "schwarm_worker_slots" => worker.card.slots.into(),
                "schwarm_worker_pairs_total" => worker.pairs,
                _ => worker.failures,
            };
            let (machine, worker) = (label(&worker.machine), label(&worker.card.name));
            let _ = writeln!(text, "{name}{{machine=\"{machine}\",worker=\"{worker}\"}} {value}");
        }
    }
    let counters = &app.fleet.counters;
    for (name, counter, help) in [
        ("schwarm_claimed_total", &counters.claims, "Jobs this server has given out."),
        ("schwarm_counted_total", &counters.counted, "Results this server has counted."),
        ("schwarm_duplicates_total", &counters.duplicates, "Results that came again here."),
        ("schwarm_refused_total", &counters.refused, "Nonsense that was handed in here."),
        ("schwarm_strangers_total", &counters.strangers, "Requests with a token that is none."),
    ] {
        family(&mut text, name, "counter", help);
        let _ = writeln!(text, "{name} {}", counter.load(Ordering::Relaxed));
    }
    family(&mut text, "schwarm_waiting_requests", "gauge", "Workers that wait for jobs here.");
    let _ = writeln!(text, "schwarm_waiting_requests {}", app.fleet.waiting.load(Ordering::Relaxed));
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

fn family(text: &mut String, name: &str, kind: &str, help: &str) {
    // Writing into a text cannot fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// A text inside of quotes.
fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_leave_its_quotes() {
        assert_eq!(super::label("a\"} 1\nb\\"), "a\\\"} 1\\nb\\\\");
    }
}
