//! `schwarm puzzles import`: puzzles from files, each proven again before it is believed.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use schwarm_engine::puzzle::{Terms, prove};
use schwarm_engine::{Engine, Options};
use schwarm_play::{Origin, Puzzle};
use schwarm_store::Store;

use super::{counted, runtime, with_store};
use crate::failure::Failure;
use crate::storage::{self, StorageArgs};

/// Longest line of a file, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// MiB of the engine's table, which a proof does not use.
const TABLE: usize = 1;

/// The arguments of `schwarm puzzles import`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm puzzles import puzzles.jsonl
  schwarm puzzles export --data there | schwarm puzzles import - --data here

One JSON object a line, as `schwarm puzzles export` writes them. Every puzzle is proven again: one
move alone wins, and in so many plies. A bad one is told with its line, the others are stored; one
that is there already stays as it is.

Exit codes: 0 all puzzles are in, 1 some were bad, 2 wrong usage or unreadable files.")]
pub struct Args {
    /// Files of puzzles; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Positions a proof may take; what takes more is not believed
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    nodes: u64,
    #[command(flatten)]
    storage: StorageArgs,
}

/// What came of an import.
#[derive(Default)]
struct Tally {
    good: u64,
    new: u64,
    bad: u64,
}

/// Imports.
///
/// # Errors
/// When a file cannot be read or the store cannot be used; without words when puzzles were bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let runtime = runtime()?;
    let store = args.storage.open(&runtime)?;
    let tally = with_store(&runtime, store, async |store| import(args, store).await)?;
    let bad = if tally.bad > 0 { format!(", {} bad", tally.bad) } else { String::new() };
    writeln!(stdout(), "{} imported, {} new{bad}", counted(tally.good), tally.new)?;
    match tally.bad {
        0 => Ok(()),
        _ => Err(Failure::told().into()),
    }
}

async fn import(args: &Args, store: &dyn Store) -> anyhow::Result<Tally> {
    let mut engine = Engine::new(Options { hash_mebibytes: TABLE, ..Options::default() })?;
    let mut tally = Tally::default();
    for file in &args.files {
        let (name, mut input) = open(file)?;
        for number in 1_u64.. {
            let mut line = Vec::new();
            let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.with_context(|| format!("cannot read {name}"))? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            if text.trim().is_empty() {
                continue;
            }
            match checked(&text, &mut engine, args.nodes) {
                Ok(puzzle) => {
                    tally.new += store.keep_puzzles(None, &[puzzle]).await.map_err(storage::failure)?;
                    tally.good += 1;
                }
                Err(why) => {
                    tally.bad += 1;
                    eprintln!("error: {name}, line {number}: {why}");
                }
            }
        }
    }
    Ok(tally)
}

fn open(file: &Path) -> anyhow::Result<(String, Box<dyn BufRead>)> {
    if file == Path::new("-") {
        return Ok(("standard input".into(), Box::new(stdin().lock())));
    }
    let name = file.display().to_string();
    let opened = File::open(file).with_context(|| format!("cannot read {name}"))?;
    Ok((name, Box::new(BufReader::new(opened))))
}

/// A puzzle that is one: legal, winning, and by this move alone.
fn checked(text: &str, engine: &mut Engine, nodes: u64) -> Result<Puzzle, String> {
    let puzzle = Puzzle::read(text).map_err(|error| error.to_string())?;
    let rules = schwarm_catalog::open(&puzzle.game).map_err(|error| error.to_string())?;
    puzzle.check(&*rules).map_err(|error| error.to_string())?;
    let session = rules.from_position(&puzzle.position).map_err(|error| error.to_string())?;
    let terms = Terms { least: puzzle.plies, most: puzzle.plies, nodes, ..Terms::default() };
    let proven = prove(engine, &*session, &terms, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
    match proven {
        Some(proven) if proven.line.first() == puzzle.line.first() => {
            let from = Origin { game: None, ..puzzle.from };
            // The best play of both sides is our own: whoever wrote the file may have chosen a weaker defence.
            Ok(Puzzle { line: proven.line, from, ..puzzle })
        }
        _ => Err(format!("it is not so that one move alone wins in {} plies", puzzle.plies)),
    }
}
