//! The fleet: machines that play for this server, the jobs they do, how fast, and what goes wrong.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{Html, IntoResponse, Response};
use schwarm_play::Moment;
use schwarm_store::{BatchRow, BatchStanding, Depth, FailureKind, FailureRow, MachineStanding, WorkerRow};
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use crate::fleet::{SILENT_MS, forget};
use crate::words::Lang;
use crate::{App, Asker, Kind, Trouble};

/// Batches and failures that are shown.
const BATCHES: u32 = 50;
const FAILURES: u32 = 1000;
const LATEST: usize = 20;

/// The picture of throughput: a minute a step.
const STEP_MS: u32 = 60_000;
const STEPS: u32 = 60;
const WIDTH: u64 = 720;
const HEIGHT: u64 = 160;

struct Worker {
    machine: String,
    name: String,
    state: &'static str,
    words: String,
    speed: String,
    load: u32,
    slots: u32,
    seen: String,
    pairs: u64,
    failures: u64,
    version: String,
}

struct Batch {
    id: i64,
    name: String,
    state: &'static str,
    words: String,
    why: String,
    done: u64,
    pairs: u64,
    result: String,
}

struct Bar {
    x: u64,
    y: u64,
    height: u64,
}

struct Pace {
    bars: Vec<Bar>,
    words: String,
    /// The most games of a minute.
    most: u64,
}

/// What went wrong on a machine, by kind.
#[derive(Default)]
struct Row {
    machine: String,
    expired: usize,
    failed: usize,
    refused: usize,
}

struct Latest {
    job: String,
    machine: String,
    words: String,
    moment: String,
    /// For the operator alone.
    bundle: Option<String>,
    is_parked: bool,
}

#[derive(Template)]
#[template(path = "fleet.html")]
struct Page {
    frame: Frame,
    is_operator: bool,
    machines: Vec<(String, MachineStanding, String)>,
    workers: Vec<Worker>,
    depth: Depth,
    batches: Vec<Batch>,
    pace: Pace,
    failures: Vec<Row>,
    latest: Vec<Latest>,
}

/// `/fleet`
pub(super) async fn page(State(app): State<Arc<App>>, visit: Visit, asker: Asker) -> Result<Html<String>, Trouble> {
    asker.exert(&app)?;
    let failed = |error| Trouble::failed("the store", &error);
    let (jobs, lang) = (app.config.store.jobs(), visit.lang);
    let machines = jobs.machines().await.map_err(failed)?;
    let workers = jobs.workers().await.map_err(failed)?;
    let depth = jobs.depth(None).await.map_err(failed)?;
    let batches = jobs.batches(BATCHES).await.map_err(failed)?;
    let pace = jobs.pace(STEP_MS, STEPS).await.map_err(failed)?;
    let failures = jobs.failures(FAILURES).await.map_err(failed)?;
    let is_operator = asker.is_operator;
    render(&Page {
        frame: visit.frame("fleet", lang.say("fleet.title", &[])).with(&["tournament.js"]),
        machines: machines.into_iter().map(|machine| (machine.name, machine.standing, machine.why)).collect(),
        workers: workers.into_iter().map(|row| worker(lang, row)).collect(),
        batches: batches.into_iter().map(|row| batch(lang, row)).collect(),
        pace: picture(lang, &pace),
        latest: failures.iter().take(LATEST).map(|row| latest(lang, row, is_operator)).collect(),
        failures: by_machine(&failures),
        depth,
        is_operator,
    })
}

fn worker(lang: Lang, row: WorkerRow) -> Worker {
    let state = match row.standing {
        MachineStanding::Quarantined => "quarantined",
        MachineStanding::Revoked => "revoked",
        MachineStanding::Good if row.silent_ms >= SILENT_MS => "away",
        MachineStanding::Good if row.card.load > 0 => "playing",
        MachineStanding::Good => "waiting",
    };
    let seconds = u64::try_from(row.silent_ms / 1000).unwrap_or(0);
    let (key, number) = match seconds {
        0..120 => ("fleet.seconds", seconds),
        120..7200 => ("fleet.minutes", seconds / 60),
        _ => ("fleet.hours", seconds / 3600),
    };
    Worker {
        machine: row.machine,
        name: row.card.name,
        state,
        words: lang.say(&format!("fleet.worker.{state}"), &[]),
        speed: thousands(row.card.speed),
        load: row.card.load,
        slots: row.card.slots,
        seen: lang.say(key, &[("n", &number.to_string())]),
        pairs: row.pairs,
        failures: row.failures,
        version: row.card.version,
    }
}

fn batch(lang: Lang, row: BatchRow) -> Batch {
    let totals = row.totals;
    let state = match row.standing {
        _ if totals.done == row.pairs => "done",
        BatchStanding::Open => "open",
        BatchStanding::Paused => "paused",
        BatchStanding::Stopped => "stopped",
    };
    Batch {
        id: row.match_id,
        name: row.name,
        state,
        words: lang.say(&format!("fleet.batch.{state}"), &[]),
        why: row.why,
        done: totals.done,
        pairs: row.pairs,
        result: format!("{} – {} – {}", totals.wins, totals.draws, totals.losses),
    }
}

fn picture(lang: Lang, pace: &[(i64, u64)]) -> Pace {
    let games = |pairs: u64| 2 * pairs;
    let most = pace.iter().map(|(_, pairs)| games(*pairs)).max().unwrap_or(0);
    let step = WIDTH / u64::from(STEPS);
    let bars = pace.iter().zip(0..).map(|((_, pairs), index)| {
        let height = (games(*pairs) * HEIGHT).checked_div(most).unwrap_or(0);
        Bar { x: index * step, y: HEIGHT - height, height }
    });
    let all: u64 = pace.iter().map(|(_, pairs)| games(*pairs)).sum();
    let values = [("games", all.to_string()), ("most", most.to_string())];
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Pace { bars: bars.filter(|bar| bar.height > 0).collect(), words: lang.say("fleet.pace-words", &values), most }
}

fn by_machine(failures: &[FailureRow]) -> Vec<Row> {
    let mut rows = BTreeMap::<&str, Row>::new();
    for failure in failures {
        let row = rows.entry(&failure.machine).or_default();
        row.machine = failure.machine.clone();
        match failure.kind {
            FailureKind::Expired => row.expired += 1,
            FailureKind::Failed => row.failed += 1,
            FailureKind::Refused => row.refused += 1,
        }
    }
    rows.into_values().collect()
}

fn latest(lang: Lang, row: &FailureRow, is_operator: bool) -> Latest {
    Latest {
        job: row.held.job.clone(),
        machine: row.machine.clone(),
        words: lang.say(&format!("fleet.failure.{}", row.kind.id()), &[]),
        moment: Moment::of_millis(row.moment).date(),
        bundle: is_operator.then(|| row.bundle.clone()),
        is_parked: row.is_parked,
    }
}

/// A number with thin spaces between its thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[derive(Deserialize)]
pub(super) struct Wish {
    name: String,
}

/// `POST /fleet/{deed}`: what the operator does with a batch or a machine.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(deed): Path<String>,
    Form(Wish { name }): Form<Wish>,
) -> Result<Response, Trouble> {
    if !asker.is_operator {
        return Err(Kind::OperatorOnly.into());
    }
    let jobs = app.config.store.jobs();
    let done = match deed.as_str() {
        "pause" => jobs.set_batch(&name, BatchStanding::Paused, "").await,
        "resume" => jobs.set_batch(&name, BatchStanding::Open, "").await,
        "stop" => jobs.set_batch(&name, BatchStanding::Stopped, "").await,
        "retry" => jobs.retry(&name).await.map(|_| true),
        "release" => jobs.set_machine(&name, MachineStanding::Good, "").await,
        "revoke" => jobs.set_machine(&name, MachineStanding::Revoked, "").await,
        _ => return Err(Kind::Unknown.into()),
    };
    forget(&app);
    match done.map_err(|error| Trouble::failed("the store", &error))? {
        true => Ok((StatusCode::SEE_OTHER, [(LOCATION, "/fleet")]).into_response()),
        false => Err(Kind::Unknown.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1\u{202f}000"), (1_234_567, "1\u{202f}234\u{202f}567")] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn the_highest_minute_fills_the_picture() {
        let pace = picture(Lang::En, &[(0, 1), (60_000, 0), (120_000, 4)]);
        assert_eq!(pace.most, 8);
        assert_eq!(pace.bars.iter().map(|bar| (bar.x, bar.height)).collect::<Vec<_>>(), [(0, 40), (24, 160)]);
        assert!(picture(Lang::En, &[(0, 0)]).bars.is_empty());
    }
}
