//! `schwarm puzzles export`: puzzles as JSON lines, for other stores.

use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use schwarm_play::{Origin, Puzzle};
use schwarm_store::{PuzzleFilter, Store};

use super::filter::{FilterArgs, walk};
use super::{counted, runtime, with_store};
use crate::commands::records::export::Target;
use crate::storage::StorageArgs;

/// The arguments of `schwarm puzzles export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm puzzles export -o puzzles.jsonl
  schwarm puzzles export --game hive --rating 800.. > hard.jsonl

The easiest come first. One JSON object a line: id, game, position, plies, line, rating, from. Numbers of
games are left out, because they mean nothing elsewhere. `schwarm puzzles import` reads it.")]
pub struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Exports.
///
/// # Errors
/// When the store cannot be read or the file cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = args.filter.filter()?;
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let runtime = runtime()?;
    let store = args.storage.open_existing(&runtime)?;
    with_store(&runtime, store, async |store| {
        let Some(path) = output else {
            write(store, &filter, &mut BufWriter::new(stdout().lock())).await?;
            return Ok(());
        };
        let cannot = |error: io::Error| anyhow!(error).context(format!("cannot write {}", path.display()));
        let mut target = Target::new(path).map_err(cannot)?;
        let count = write(store, &filter, &mut target.file).await?;
        target.finish().map_err(cannot)?;
        writeln!(stdout(), "{} in {}", counted(count), path.display())?;
        Ok(())
    })
}

async fn write(store: &dyn Store, filter: &PuzzleFilter, out: &mut dyn Write) -> anyhow::Result<u64> {
    let count = walk(store, filter, u64::MAX, |page| {
        for puzzle in page {
            let from = Origin { game: None, ..puzzle.from.clone() };
            writeln!(out, "{}", serde_json::to_string(&Puzzle { from, ..puzzle.clone() })?)?;
        }
        Ok(())
    })
    .await?;
    out.flush().context("cannot write the puzzles")?;
    Ok(count)
}
