//! `schwarm fleet`: machines that play for this store, the jobs they do, the bots they get.
//!
//! Not here: the playing (`worker`), making jobs (`match`, `tournament` and `datagen` with `--fleet`).

mod bots;
pub mod hire;
pub mod wait;

use std::io::{Write, stdout};
use std::path::PathBuf;

use schwarm_store::{BatchRow, BatchStanding, JobStore, MachineStanding, WorkerRow};
use schwarm_web::fleet::token_sum;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::mind::words::count;
use crate::storage::{self, StorageArgs};

/// Milliseconds after which a worker counts as away.
const AWAY: i64 = 60_000;

/// The arguments of `schwarm fleet`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm fleet token anna                 let a machine in; prints the token it shows
  schwarm fleet bot mine 1.2 bot.tar.gz --run 'line:python3 bot.py'
  schwarm match mine@1.2 7 --game hive --games 2000 --fleet
  schwarm fleet                            machines, workers and jobs
  schwarm fleet pause 'mine@1.2 vs builtin:7, hive, 0a1b2c3d'

docs/operations.md shows a league over two machines from the beginning.")]
pub struct Args {
    #[command(subcommand)]
    deed: Option<Deed>,
    /// Print one line of JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// What can be done.
#[derive(Debug, clap::Subcommand)]
enum Deed {
    /// Machines, workers and jobs; also without a word
    Status,
    /// Let a machine in, or give it a new token; printed once and kept nowhere
    Token {
        /// What the machine is called
        name: String,
    },
    /// Make the token of a machine worthless
    Revoke {
        /// The machine
        name: String,
    },
    /// Let a machine that was put into quarantine play again
    Release {
        /// The machine
        name: String,
    },
    /// Take in a version of a bot: a .tar.gz archive and how it is started
    Bot {
        /// What it is called
        name: String,
        /// Which version; a version never changes
        version: String,
        /// The archive
        archive: PathBuf,
        /// How it is started: line:COMMAND, uhp:COMMAND or sc:COMMAND; files of the archive by their names in it
        #[arg(long, value_name = "BOT")]
        run: String,
    },
    /// List the versions of bots
    Bots,
    /// Give out no more jobs of a match for now; games that run are stopped
    Pause {
        /// Name of the match
        name: String,
    },
    /// Go on with a match that was paused or stopped
    Resume {
        /// Name of the match
        name: String,
    },
    /// Give up a match; what was played stays
    Stop {
        /// Name of the match
        name: String,
    },
    /// Try jobs again that failed too often
    Retry {
        /// Name of the match
        name: String,
    },
    /// What went wrong, the latest first
    Failures {
        /// How many
        #[arg(long, value_name = "N", default_value_t = 20)]
        last: u32,
    },
    /// Count a match again: the totals must be the sum of its results
    Audit {
        /// Name of the match
        name: String,
    },
}

/// Does it.
///
/// # Errors
/// When the store cannot be used, or there is no such thing.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = args.storage.open(&runtime)?;
    let told = runtime.block_on(act(store.jobs(), args.deed.as_ref().unwrap_or(&Deed::Status)));
    let closed = runtime.block_on(store.close());
    let (words, value) = told?;
    closed.map_err(storage::failure)?;
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{value}")?,
        false => writeln!(out, "{}", words.trim_end())?,
    }
    if value["sound"] == json!(false) {
        return Err(Failure::told().into());
    }
    Ok(out.flush()?)
}

type Told = (String, Value);

async fn act(jobs: &dyn JobStore, deed: &Deed) -> Result<Told, Failure> {
    match deed {
        Deed::Status => status(jobs).await,
        Deed::Token { name } => {
            let token = schwarm_web::fresh_token();
            jobs.admit(name, &token_sum(&token)).await.map_err(storage::failure)?;
            let words = format!(
                "{token}\n\nOn {name}: schwarm worker http://SERVER:8080 --token {token}\nThe token is kept nowhere; a new one replaces it."
            );
            Ok((words, json!({ "machine": name, "token": token })))
        }
        Deed::Revoke { name } => set_machine(jobs, name, MachineStanding::Revoked).await,
        Deed::Release { name } => set_machine(jobs, name, MachineStanding::Good).await,
        Deed::Bot { name, version, archive, run } => bots::add(jobs, name, version, archive, run).await,
        Deed::Bots => bots::list(jobs).await,
        Deed::Pause { name } => set_batch(jobs, name, BatchStanding::Paused).await,
        Deed::Resume { name } => set_batch(jobs, name, BatchStanding::Open).await,
        Deed::Stop { name } => set_batch(jobs, name, BatchStanding::Stopped).await,
        Deed::Retry { name } => {
            known(jobs, name).await?;
            let again = jobs.retry(name).await.map_err(storage::failure)?;
            Ok((format!("{again} jobs are tried again"), json!({ "retried": again })))
        }
        Deed::Failures { last } => {
            let rows = jobs.failures(*last).await.map_err(storage::failure)?;
            let line = |row: &schwarm_store::FailureRow| {
                let parked = if row.is_parked { ", parked" } else { "" };
                let (job, attempt) = (&row.held.job, row.held.attempt);
                format!(
                    "{job}, attempt {attempt} on {} ({}): {}{parked}\n  {}\n",
                    row.machine,
                    row.worker,
                    row.kind.id(),
                    row.bundle
                )
            };
            let words: String = rows.iter().map(line).collect();
            let words = if rows.is_empty() { "nothing went wrong".to_string() } else { words };
            Ok((words, json!({ "failures": rows })))
        }
        Deed::Audit { name } => {
            let audit = jobs.audit(name).await.map_err(storage::failure)?.ok_or_else(|| unknown(name))?;
            let is_sound = audit.kept == audit.counted && (audit.games == 2 * audit.kept.done || audit.games == 0);
            let verdict = if is_sound {
                "the totals are the sum of the results"
            } else {
                "THE TOTALS ARE NOT THE SUM OF THE RESULTS"
            };
            let words = format!(
                "{} of {} pairs done in {} attempts, {} results came again: {verdict}",
                audit.kept.done, audit.pairs, audit.attempts, audit.duplicates
            );
            Ok((words, json!({ "audit": audit, "sound": is_sound })))
        }
    }
}

fn unknown(name: &str) -> Failure {
    Failure::usage(format!("no jobs belong to a match named {name:?}")).advise("`schwarm fleet` lists them.")
}

async fn known(jobs: &dyn JobStore, name: &str) -> Result<BatchRow, Failure> {
    jobs.find_batch(name).await.map_err(storage::failure)?.ok_or_else(|| unknown(name))
}

async fn set_batch(jobs: &dyn JobStore, name: &str, standing: BatchStanding) -> Result<Told, Failure> {
    let why = if standing == BatchStanding::Open { "" } else { "the operator said so" };
    match jobs.set_batch(name, standing, why).await.map_err(storage::failure)? {
        true => Ok((format!("{name}: {}", standing.id()), json!({ "match": name, "standing": standing }))),
        false => Err(unknown(name)),
    }
}

async fn set_machine(jobs: &dyn JobStore, name: &str, standing: MachineStanding) -> Result<Told, Failure> {
    match jobs.set_machine(name, standing, "").await.map_err(storage::failure)? {
        true => Ok((format!("{name}: {}", standing.id()), json!({ "machine": name, "standing": standing }))),
        false => Err(Failure::usage(format!("no machine is called {name:?}")).advise("`schwarm fleet` lists them.")),
    }
}

async fn status(jobs: &dyn JobStore) -> Result<Told, Failure> {
    let fail = storage::failure;
    let machines = jobs.machines().await.map_err(fail)?;
    let workers = jobs.workers().await.map_err(fail)?;
    let batches = jobs.batches(100).await.map_err(fail)?;
    let depth = jobs.depth(None).await.map_err(fail)?;
    let mut words = String::new();
    if machines.is_empty() {
        words.push_str("No machine plays for this store yet: `schwarm fleet token NAME` lets one in.\n");
    }
    for machine in &machines {
        let why = if machine.why.is_empty() { String::new() } else { format!(": {}", machine.why) };
        words.push_str(&format!("{} ({}{why})\n", machine.name, machine.standing.id()));
        for worker in workers.iter().filter(|worker| worker.machine == machine.name) {
            words.push_str(&format!("  {}\n", worker_line(worker)));
        }
    }
    words.push_str(&format!(
        "\n{} jobs wait, {} are played, {} are held back, {} are parked, {} are done\n",
        count(depth.waiting),
        count(depth.leased),
        count(depth.held),
        count(depth.parked),
        count(depth.done)
    ));
    for batch in &batches {
        words.push_str(&format!("  {}\n", batch_line(batch)));
    }
    Ok((words, json!({ "machines": machines, "workers": workers, "jobs": depth, "batches": batches })))
}

fn worker_line(worker: &WorkerRow) -> String {
    let card = &worker.card;
    let seen = match worker.silent_ms {
        away if away > AWAY => format!("away for {} s", away / 1000),
        _ => format!("plays {} of {}", card.load, card.slots),
    };
    format!(
        "{}: {seen}, {} positions a second, {} pairs, {} failures",
        card.name,
        count(card.speed),
        count(worker.pairs),
        count(worker.failures)
    )
}

fn batch_line(batch: &BatchRow) -> String {
    let BatchRow { name, totals, pairs, standing, why, .. } = batch;
    let standing = match standing {
        _ if totals.done == *pairs => "done".to_string(),
        standing if why.is_empty() => standing.id().to_string(),
        standing => format!("{}: {why}", standing.id()),
    };
    format!(
        "{name}: {} of {} pairs ({standing}), +{} ={} -{}",
        count(totals.done),
        count(*pairs),
        count(totals.wins),
        count(totals.draws),
        count(totals.losses)
    )
}
