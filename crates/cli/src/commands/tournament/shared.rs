//! A tournament that workers on other machines play.
//!
//! Who plays whom follows from the results alone, so this may be broken off and begun again at any moment: what was made is
//! found again by its name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use schwarm_arena::tournament::{Encounter, Format, Order, Results};
use schwarm_play::TimeControl;
use schwarm_store::{JobStore, NewBatch, Store};
use schwarm_web::fleet::wire::{BotSpec, MatchSpec};
use tokio::runtime::Runtime;

use super::order::{Finder, read_with};
use super::{Args, tell};
use crate::bots::Bot;
use crate::commands::bench;
use crate::commands::fleet::{hire, wait};
use crate::failure::Failure;
use crate::storage;

/// Bots that workers have.
struct There<'a> {
    runtime: &'a Runtime,
    jobs: &'a dyn JobStore,
    /// What was found, by command.
    found: RefCell<BTreeMap<String, BotSpec>>,
}

impl Finder for There<'_> {
    fn find(&self, command: &str) -> Result<Bot, Failure> {
        let (named, spec) = self.runtime.block_on(hire::find(self.jobs, command))?;
        self.found.borrow_mut().insert(command.to_string(), spec);
        Ok(named.bot)
    }

    fn is_here(&self) -> bool {
        false
    }
}

/// Makes the jobs of encounters as they come up, waits for them and reports.
///
/// # Errors
/// As a tournament that is played here; a bot that workers cannot have.
pub fn run(args: &Args, file: &Path) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = args.storage.open(&runtime)?;
    let there = There { runtime: &runtime, jobs: store.jobs(), found: RefCell::default() };
    let (order, text) = read_with(file, &there)?;
    let specs = there.found.into_inner();
    runtime
        .block_on(schwarm_web::league::keep_file(&*store, &order.config.name, &text))
        .map_err(|error| Failure::usage(error.to_string()))?;
    let speed = match order.config.time {
        TimeControl::None => None,
        _ => Some(bench::calibrate()?.speed),
    };
    let (results, outcome) = loop {
        let (results, open) = runtime.block_on(stand(&order, &*store))?;
        if open.is_empty() {
            break (results, wait::Outcome::Done);
        }
        let mut names = Vec::new();
        for encounter in &open {
            let batch = runtime.block_on(batch(&order, &specs, encounter, speed, &*store))?;
            runtime.block_on(store.jobs().enqueue(&batch, encounter.pairs)).map_err(storage::failure)?;
            names.push(batch.name);
        }
        let outcome = wait::until_done(&runtime, &*store, &names, &mut |_| {})?;
        if outcome != wait::Outcome::Done {
            break (runtime.block_on(stand(&order, &*store))?.0, outcome);
        }
    };
    let is_done = tell(args, &order, &results, &runtime, &*store)?;
    match is_done {
        true => Ok(()),
        false => Ok(wait::tell(&outcome, &order.config.name)?),
    }
}

/// All results so far, and what is to be played next.
async fn stand(order: &Order, store: &dyn Store) -> Result<(Results, Vec<Encounter>), Failure> {
    let (mut results, mut known) = (Results::default(), BTreeSet::new());
    loop {
        let schedule = order.config.tournament.schedule(&results);
        let new: Vec<&Encounter> =
            schedule.encounters.iter().filter(|encounter| known.insert(encounter.key.clone())).collect();
        if new.is_empty() {
            let open = schedule.open(&results).cloned().collect();
            return Ok((results, open));
        }
        for encounter in new {
            let name = encounter.match_name(&order.config.name);
            let Some(row) = store.find_match(&name).await.map_err(storage::failure)? else { continue };
            let finished = store.finished(row.id).await.map_err(|error| Failure::usage(error.to_string()))?;
            for game in finished {
                results.add(&encounter.key, game.game, &game.ending);
            }
        }
    }
}

/// The jobs of an encounter.
async fn batch(
    order: &Order,
    specs: &BTreeMap<String, BotSpec>,
    encounter: &Encounter,
    speed: Option<u64>,
    store: &dyn Store,
) -> Result<NewBatch, Failure> {
    let name = encounter.match_name(&order.config.name);
    // The clock is meant for the machine that made the first job, whoever goes on.
    let before = store.jobs().find_batch(&name).await.map_err(storage::failure)?;
    let before = before.and_then(|batch| serde_json::from_str::<MatchSpec>(&batch.spec).ok());
    let speed = before.map_or(speed, |spec| spec.speed);
    let entries = encounter.players.map(|player| &order.config.bots[player]);
    let spec = |command: &str| specs.get(command).cloned().unwrap_or_else(|| BotSpec::Own(command.to_string()));
    let level = entries.iter().map(|entry| entry.sandbox).max().unwrap_or_default();
    let spec = MatchSpec {
        bots: entries.map(|entry| spec(&entry.command)),
        depth: None,
        nodes: None,
        settings: entries.map(|entry| entry.settings.clone()),
        sandbox: level.name().to_string(),
        forfeit: !matches!(order.config.tournament.format(), Format::Match { .. }),
        speed,
        sprt: order.config.tournament.format().test().map(|test| test.to_string()),
    };
    let plan = order.plan(encounter).to_json().map_err(|error| Failure::usage(error.to_string()))?;
    let text = serde_json::to_string(&spec).map_err(|error| Failure::usage(error.to_string()))?;
    let mut batch = NewBatch::new(name, plan, text);
    hire::within_band(&mut batch, speed);
    Ok(batch)
}
