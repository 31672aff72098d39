//! A match that workers on other machines play.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use schwarm_arena::matchup::{MatchReport, Tally};
use schwarm_arena::stats::State;
use schwarm_play::TimeControl;
use schwarm_store::{NewBatch, Store};
use schwarm_web::fleet::wire::MatchSpec;

use super::Args;
use super::order::{self, Order};
use super::report::{self, Score};
use crate::commands::bench;
use crate::commands::fleet::{hire, wait};
use crate::failure::Failure;
use crate::storage;

/// Makes the jobs, waits for them and reports.
///
/// # Errors
/// As a match that is played here; a bot that workers cannot have.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = args.storage.open(&runtime)?;
    let found = runtime.block_on(async {
        Ok::<_, Failure>([hire::find(store.jobs(), &args.one).await?, hire::find(store.jobs(), &args.two).await?])
    });
    let [(one, first), (two, second)] = found?;
    let specs = [first, second];
    let mut order = Order::of(args, [one, two])?;
    for (spec, key) in specs.iter().zip(["one", "two"]) {
        // What this machine has under the names of a command is not what workers have.
        order.plan.settings.remove(&format!("{key}-files"));
        order.plan.settings.extend(hire::made_of(spec).map(|sum| (format!("{key}-archive"), sum.to_string())));
    }
    if args.name.is_none() {
        order.name = order::name(&order.plan)?;
    }
    // Where nodes or plies decide the clock only keeps bots from hanging: every machine gets the same.
    let is_clocked = order.plan.time != TimeControl::None && args.depth.is_none() && args.nodes.is_none();
    let spec = |speed| MatchSpec {
        bots: specs.clone(),
        depth: args.depth,
        nodes: args.nodes,
        settings: Default::default(),
        sandbox: args.sandbox.level().name().to_string(),
        forfeit: false,
        speed,
        sprt: order.sprt.map(|sprt| sprt.to_string()),
    };
    let speed = match is_clocked {
        true => Some(runtime.block_on(reference(&*store, &order.name))?),
        false => None,
    };
    let plan = order.plan.to_json().map_err(|error| Failure::usage(error.to_string()))?;
    let mut batch = NewBatch::new(&order.name, plan, serde_json::to_string(&spec(speed))?);
    hire::within_band(&mut batch, speed);
    if let Some(sprt) = &order.sprt {
        let test = sprt.to_string();
        let kept = schwarm_web::league::keep_test(&*store, &order.name, &test);
        runtime.block_on(kept).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let begun = Instant::now();
    runtime.block_on(store.jobs().enqueue(&batch, order.plan.pairs)).map_err(storage::failure)?;
    let outcome = wait::until_done(&runtime, &*store, std::slice::from_ref(&order.name), &mut |_| {})?;
    let tally = runtime.block_on(tally(&store, &order)).map_err(|error| Failure::usage(error.to_string()))?;
    runtime.block_on(store.close()).map_err(storage::failure)?;
    let score = Score::new(&tally, order.sprt.as_ref());
    let is_decided = score.is_decided();
    let played = tally.games();
    let games = order.plan.games();
    let report = MatchReport { tally, games, played, left: games.saturating_sub(played), ..MatchReport::default() };
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", score.json()?)?,
        false => out.write_all(report::in_words(&order, &report, &score, begun.elapsed()).as_bytes())?,
    }
    out.flush()?;
    if score.state() == Some(State::H0) {
        return Err(anyhow!(Failure::told()));
    }
    match is_decided {
        true => Ok(()),
        false => Ok(wait::tell(&outcome, &order.name)?),
    }
}

/// The speed the clock is meant for: that of the machine which made the match, whoever goes on with it.
async fn reference(store: &dyn Store, name: &str) -> Result<u64, Failure> {
    let before = store.jobs().find_batch(name).await.map_err(storage::failure)?;
    let spec = before.and_then(|batch| serde_json::from_str::<MatchSpec>(&batch.spec).ok());
    match spec.and_then(|spec| spec.speed) {
        Some(speed) => Ok(speed),
        None => Ok(bench::calibrate()?.speed),
    }
}

/// What was played so far.
async fn tally(store: &Arc<dyn Store>, order: &Order) -> Result<Tally, schwarm_play::JournalError> {
    let plan = order.plan.to_json().map_err(|error| schwarm_play::JournalError(error.to_string()))?;
    let of_match = store.open_match(&order.name, &plan).await?;
    let mut tally = Tally::default();
    for finished in store.finished(of_match).await? {
        tally.add(finished.game, &finished.ending);
    }
    Ok(tally)
}
