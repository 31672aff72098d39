//! `schwarm tournament`: many bots, one table.
//!
//! Not here: who plays whom, the playing and the tables (`schwarm_arena::tournament`).

mod files;
pub mod order;
mod shared;
mod watch;

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use schwarm_arena::tournament::hall::{Hall, HallError};
use schwarm_arena::tournament::table::Report;
use schwarm_arena::tournament::{Order, Results};
use schwarm_store::Store;
use tokio::runtime::Runtime;

use crate::brake::{self, Brake};
use crate::contest::Talk;
use crate::failure::Failure;
use crate::storage::{self, StorageArgs};
use crate::terminal;
use watch::Watch;

/// The arguments of `schwarm tournament`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A small file:
  title = \"Spring league\"
  game = \"piranhas-2026\"
  [format]
  kind = \"round-robin\"       # or gauntlet, swiss, knockout, ladder, league, final-eight
  [[bot]]
  name = \"Greedy\"
  command = \"builtin:greedy\"
  [[bot]]
  name = \"Anna\"
  command = \"line:python3 anna/bot.py\"

`schwarm tournament --example` prints one with every key explained. Commands in it are run from the
folder one is in. Every game is stored when it is played; the same command again goes on where the
last one stopped. A bot that cannot be started before the first game stops everything; one that
fails later loses its games.

Examples:
  schwarm tournament league.toml
  schwarm tournament league.toml --dry-run            who will play whom, and nothing else
  schwarm tournament league.toml --report public_html --json

Exit codes: 0 done, 2 wrong usage or a bot that cannot be started, 130 stopped before the end.")]
pub struct Args {
    /// The file that describes the tournament
    #[arg(value_name = "FILE.toml", required_unless_present = "example")]
    file: Option<PathBuf>,
    /// Print a file that explains every key
    #[arg(long)]
    example: bool,
    /// Check the file and the bots and show what will be played
    #[arg(long)]
    dry_run: bool,
    /// Folder for the report: index.html, report.md, report.json, standings.csv, crosstable.csv [default: NAME-report]
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// For which games to keep what was said with the bots, see `schwarm records show --talk`
    #[arg(long, value_enum, default_value_t)]
    talk: Talk,
    /// Write what happens as JSON lines to a file; - is the standard output
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Let workers on other machines play, see `schwarm fleet`; bots are those of the program, or NAME@VERSION
    #[arg(long, conflicts_with = "events")]
    fleet: bool,
    /// Print the report as one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Plays a tournament, or goes on with it.
///
/// # Errors
/// For a file with mistakes, a bot that cannot be started, a store that cannot be written; without words when it was
/// stopped before its end.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let Some(file) = args.file.as_ref().filter(|_| !args.example) else {
        return Ok(out.write_all(schwarm_arena::tournament::config::EXAMPLE.as_bytes())?);
    };
    if args.fleet && !args.dry_run {
        drop(out);
        return shared::run(args, file);
    }
    let (order, text) = order::read(file)?;
    if args.dry_run {
        out.write_all(order::preview(&order).as_bytes())?;
        return Ok(out.flush()?);
    }
    drop(out);
    let place = args.storage.place()?;
    // Of its own: the workers of matches wait for the store, each in a runtime of theirs.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = place.open(&runtime)?;
    let watch = Watch::new(&order, args.events.as_deref())?;
    order.missing_layers.iter().for_each(|sentence| watch.voice().say(sentence));
    let brake = Arc::new(Brake::default());
    runtime.spawn(brake::listen(brake.clone(), watch.voice()));
    // Beside the games, so that a server over the same store can show it.
    runtime
        .block_on(schwarm_web::league::keep_file(&*store, &order.config.name, &text))
        .map_err(|error| Failure::usage(error.to_string()))?;
    let hall = Hall {
        order: &order,
        journal: &*store,
        runtime: runtime.handle(),
        failures: &|name| Some(place.failures(name)),
        talk: args.talk.kept(),
        signal: &|| brake.fresh(),
        audience: &watch,
    };
    let played = hall.play().map_err(failure);
    watch.clear();
    let results = match played {
        Ok(results) => results,
        Err(error) => {
            // What was said to be kept is kept; the error is what matters now.
            let _ = runtime.block_on(store.close());
            return Err(error);
        }
    };
    let is_done = tell(args, &order, &results, &runtime, &*store)?;
    match !is_done && brake.was_pressed() {
        true => Err(anyhow!(Failure::stopped())),
        false => Ok(()),
    }
}

/// Writes and prints the report, and closes the store; whether the tournament is over.
fn tell(args: &Args, order: &Order, results: &Results, runtime: &Runtime, store: &dyn Store) -> anyhow::Result<bool> {
    let report = Report::of(&order.config, order.rules.info(), results);
    let pictures = runtime.block_on(files::pictures(order, &report, store))?;
    runtime.block_on(store.close()).map_err(storage::failure)?;
    let folder = args.report.clone().unwrap_or_else(|| PathBuf::from(format!("{}-report", order.config.name)));
    files::write(&folder, &report, &pictures)?;
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&report.json())?)?,
        false => {
            write!(out, "{}", report.text(terminal::width().max(80)))?;
            writeln!(out, "\nThe report: {}", folder.join("index.html").display())?;
        }
    }
    out.flush()?;
    Ok(report.is_done)
}

/// What a tournament that could not go on is told as.
fn failure(error: HallError) -> anyhow::Error {
    let failure = Failure::usage(error.to_string());
    let failure = match error {
        HallError::Absent { command: Some(command), .. } => failure.advise(format!("Try it by itself: {command}")),
        HallError::Before(_) => failure
            .advise("A tournament that goes on must be the same; another one needs another name = \"…\" in its file."),
        HallError::Journal(_) => failure.advise("What was played is kept; the same command goes on from there."),
        _ => failure,
    };
    failure.into()
}
