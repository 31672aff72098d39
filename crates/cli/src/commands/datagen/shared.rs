//! Games to learn from, made by workers on other machines.
//!
//! A pair is two numbers of the same series, so the file is byte for byte the one a single machine would have made.

use std::fs;
use std::io::{Write, stdout};
use std::ops::ControlFlow;

use anyhow::Context;
use schwarm_arena::matchup::{Stage, StopSignal};
use schwarm_core::Side;
use schwarm_engine::Judge;
use schwarm_engine::selfplay::record::{Header, Reader, Record};
use schwarm_engine::selfplay::{Entrant, Series};
use schwarm_store::{BatchKind, JobStore, NewBatch, Standing};
use serde::{Deserialize, Serialize};

use super::recipe::Datagen;
use super::{Args, read_weights};
use crate::commands::fleet::wait;
use crate::failure::Failure;
use crate::mind::words::count;
use crate::storage;

/// Pairs that are read from the store at once.
const AT_ONCE: u32 = 500;

/// What decides all games, as the plan of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// Id of the game.
    selfplay: String,
    /// How games are played, their number aside.
    recipe: Datagen,
    /// A table of weights instead of the program's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    /// Whether no network judges.
    #[serde(default)]
    counting: bool,
}

impl Plan {
    fn read(text: &str) -> Result<Plan, String> {
        serde_json::from_str(text).map_err(|error| format!("the plan cannot be read: {error}"))
    }

    fn entrant(&self) -> Entrant {
        let judge = if self.counting { Judge::Counting } else { Judge::House };
        Entrant { weights: self.weights.clone(), judge, ..Entrant::of_nodes(self.recipe.nodes) }
    }

    fn series(&self, pair: u64) -> Series {
        Series {
            game: self.selfplay.clone(),
            conditions: self.recipe.conditions(),
            seed: self.recipe.seed,
            numbers: 2 * pair..2 * pair + 2,
            threads: 1,
            hash_mebibytes: self.recipe.hash,
        }
    }
}

/// Makes the games of a pair; `None` when it is to stop.
///
/// # Errors
/// When they cannot be made.
pub fn make(plan: &str, pair: u64, stop: &StopSignal) -> Result<Option<Vec<u8>>, String> {
    let plan = Plan::read(plan)?;
    let mut bytes = Vec::new();
    let mut done = |record: Record| {
        bytes.extend(record.to_bytes());
        if stop.stage() == Stage::Running { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    plan.series(pair).record(&plan.entrant(), &mut done).map_err(|error| error.to_string())?;
    Ok((stop.stage() == Stage::Running).then_some(bytes))
}

/// Checks what a worker has made of a pair: two games of the right numbers, played again by the rules.
///
/// # Errors
/// What is wrong with it.
pub fn check(plan: &str, _spec: &str, pair: u64, bytes: &[u8]) -> Result<[Standing; 2], String> {
    let plan = Plan::read(plan)?;
    let (series, entrant) = (plan.series(pair), plan.entrant());
    let mut reader = Reader::of_part(bytes, series.numbers.start);
    let mut standings = [Standing::Draw; 2];
    for standing in &mut standings {
        let record = reader.next().map_err(|error| error.to_string())?.ok_or("a game is missing")?;
        series.check(&entrant, &record).map_err(|error| error.to_string())?;
        *standing = match record.winner {
            Some(Side::One) => Standing::One,
            Some(Side::Two) => Standing::Two,
            None => Standing::Draw,
        };
    }
    match reader.is_torn() {
        true => Err("something stands behind the games".to_string()),
        false => Ok(standings),
    }
}

/// Has games made by workers, and writes them down in order.
///
/// # Errors
/// When something is asked for that workers cannot have, the store cannot be used, or the file not written.
pub fn run(args: &Args, datagen: Datagen) -> anyhow::Result<()> {
    let counting = match args.net.as_deref() {
        None => false,
        Some("counting") => true,
        Some(_) => {
            return Err(Failure::usage("a network of a file cannot be given to workers")
                .advise("They have the program's own; --net counting does without.")
                .into());
        }
    };
    if !datagen.games.is_multiple_of(2) {
        let even = datagen.games + 1;
        return Err(Failure::usage("workers make games in pairs").advise(format!("Try --games {even}.")).into());
    }
    let plan = Plan {
        selfplay: args.game.clone(),
        recipe: Datagen { games: Datagen::default().games, ..datagen.clone() },
        weights: read_weights(args.weights.as_deref())?,
        counting,
    };
    let series = plan.series(0);
    let (game, recipe) = series.fingerprint(&plan.entrant()).map_err(|error| Failure::usage(error.to_string()))?;
    let name = args.name.clone().unwrap_or_else(|| format!("datagen {game}, {recipe:016x}"));
    let text = serde_json::to_string(&plan)?;
    let batch = NewBatch { kind: BatchKind::Data, ..NewBatch::new(&name, text, "{}") };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = args.storage.open(&runtime)?;
    let pairs = datagen.games / 2;
    let made = runtime.block_on(store.jobs().enqueue(&batch, pairs)).map_err(storage::failure)?;
    let outcome = wait::until_done(&runtime, &*store, std::slice::from_ref(&name), &mut |_| {})?;
    wait::tell(&outcome, &name)?;
    let bytes = runtime.block_on(collect(store.jobs(), made.batch, pairs)).map_err(storage::failure)?;
    let mut whole = Header { game, recipe }.to_bytes();
    whole.extend(&bytes);
    fs::write(&args.output, &whole).with_context(|| format!("writing {}", args.output.display()))?;
    runtime.block_on(store.close()).map_err(storage::failure)?;
    writeln!(stdout(), "{} games written to {}", count(2 * pairs), args.output.display())?;
    Ok(())
}

/// All that was made, in order.
async fn collect(jobs: &dyn JobStore, batch: i64, pairs: u64) -> Result<Vec<u8>, schwarm_store::StoreError> {
    let (mut all, mut next) = (Vec::new(), 0);
    while next < pairs {
        let part = jobs.data(batch, next, AT_ONCE).await?;
        let Some((last, _)) = part.last() else { break };
        next = last + 1;
        part.into_iter().filter(|(pair, _)| *pair < pairs).for_each(|(_, bytes)| all.extend(bytes));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use schwarm_engine::selfplay::End;

    use super::*;

    #[test]
    fn a_pair_is_part_of_the_series_and_a_forged_one_is_not() {
        let recipe = Datagen { nodes: 50, opening_nodes: 50, ..Datagen::default() };
        let plan = Plan { selfplay: "piranhas-2019".into(), recipe, weights: None, counting: true };
        let text = serde_json::to_string(&plan).expect("a plan");
        let bytes = make(&text, 3, &StopSignal::default()).expect("games").expect("not stopped");
        check(&text, "", 3, &bytes).expect("they are games");
        let whole = Series { numbers: 0..8, ..plan.series(0) };
        let mut all = Vec::new();
        let mut done = |record: Record| {
            all.push(record.to_bytes());
            ControlFlow::Continue(())
        };
        whole.record(&plan.entrant(), &mut done).expect("games");
        assert_eq!(bytes, all[6..].concat(), "the same games as in one piece");
        assert!(check(&text, "", 2, &bytes).is_err(), "another pair");
        assert!(check(&text, "", 3, &bytes[..bytes.len() - 1]).is_err(), "cut off");
        let mut reader = Reader::of_part(&bytes, 6);
        let record = reader.next().expect("sound").expect("a game");
        let forged = |change: &dyn Fn(&mut Record)| {
            let mut forged = record.clone();
            change(&mut forged);
            let rest = &bytes[record.to_bytes().len()..];
            check(&text, "", 3, &[&forged.to_bytes(), rest].concat())
        };
        assert!(forged(&|_| {}).is_ok());
        assert!(forged(&|record| record.plies[2].0 ^= 0x3).is_err(), "an illegal move");
        assert!(forged(&|record| record.plies.truncate(record.plies.len() - 1)).is_err() || record.end != End::Rules);
        let stop = StopSignal::default();
        stop.now();
        assert_eq!(make(&text, 3, &stop), Ok(None));
    }
}
