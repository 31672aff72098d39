//! `schwarm records import`: games from files into the store, each checked by the rules first.

use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_play::GameRecord;
use schwarm_store::{Export, Filter, Store, StoreError};

use super::export::Format;
use super::source::Games;
use crate::failure::Failure;
use crate::opening;
use crate::storage::{self, StorageArgs};

/// The arguments of `schwarm records import`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm records import games.pgn
  schwarm records import --dry-run *.pgn        only check them
  schwarm records import tournament/*.sgf       games of boardspace.net
  schwarm records import replays/*.xml.gz       replays of the Software-Challenge
  curl … | schwarm records import -
  schwarm records import --skip-known games.pgn again, without doubles

PGN holds one game or many, JSON lines one game each, as `schwarm records export` writes them. Games
of Hive come as SGF of boardspace, as PGN of the viewers or as UHP GameStrings, too, games of the
Software-Challenge as replay XML. Each may be packed (gzip).
Every game is played through by the rules; a bad one is told with its place, the others are stored.
The same file twice stores its games twice (two games can be alike) unless --skip-known is given.
That compares whole records, and reads all that is stored first.

Exit codes: 0 all games are in, 1 some were bad, 2 wrong usage or unreadable files.")]
pub struct Args {
    /// Files of games; - is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files; by default their first bytes decide
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Check the games and store nothing
    #[arg(long)]
    dry_run: bool,
    /// Leave out games the store has already, as often as it has them
    #[arg(long)]
    skip_known: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Imports.
///
/// # Errors
/// When a file cannot be read or the store does not take a game; without words when games were bad.
pub fn run(args: &Args) -> anyhow::Result<()> {
    args.files.iter().try_for_each(|file| must_be_a_file(file))?;
    let runtime = super::runtime()?;
    let store = match (args.dry_run, args.skip_known) {
        (true, false) => None,
        (true, true) => Some(args.storage.open_existing(&runtime)?),
        (false, _) => Some(args.storage.open(&runtime)?),
    };
    let tally = match store {
        Some(store) => super::with_store(&runtime, store, async |store| import(args, Some(store)).await)?,
        None => runtime.block_on(import(args, None))?,
    };
    writeln!(stdout(), "{}", tally.in_words(args.dry_run))?;
    match tally.bad {
        0 => Ok(()),
        _ => Err(Failure::told().into()),
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// A name that cannot be read is told before anything is stored.
fn must_be_a_file(file: &Path) -> Result<(), Failure> {
    if is_stdin(file) {
        return Ok(());
    }
    let why = match fs::metadata(file) {
        Ok(found) if !found.is_dir() => return Ok(()),
        Ok(_) => "it is a folder; name the files in it".to_string(),
        Err(error) => error.to_string(),
    };
    Err(Failure::usage(format!("cannot read {}: {why}", file.display())).advise("Nothing was imported."))
}

/// What came of an import.
#[derive(Default)]
struct Tally {
    good: u64,
    bad: u64,
    known: u64,
    /// The first and the last number games were stored under.
    ids: Option<(i64, i64)>,
}

impl Tally {
    fn in_words(&self, is_dry: bool) -> String {
        let games = |count: u64| format!("{count} {}", if count == 1 { "game" } else { "games" });
        let mut words = match is_dry {
            true => format!("{} could be imported", games(self.good)),
            false => format!("{} imported", games(self.good)),
        };
        match self.ids {
            Some((first, last)) if first == last => words.push_str(&format!(" as number {first}")),
            Some((first, last)) => words.push_str(&format!(" as numbers {first} to {last}")),
            None => {}
        }
        for (count, what) in [(self.known, "known already"), (self.bad, "bad")] {
            if count > 0 {
                words.push_str(&format!(", {count} {what}"));
            }
        }
        words
    }
}

/// Reads all files; without a store the games are checked only.
async fn import(args: &Args, store: Option<&dyn Store>) -> anyhow::Result<Tally> {
    let mut known = match store.filter(|_| args.skip_known) {
        Some(store) => Known::of(store).await?,
        None => Known::default(),
    };
    let taker = store.filter(|_| !args.dry_run);
    let bar = ProgressBar::no_length().with_style(bar_style());
    let mut tally = Tally::default();
    for file in &args.files {
        let (name, input) = open(file)?;
        for found in Games::new(input, args.format).with_context(|| format!("cannot read {name}"))? {
            let checked = found.record.and_then(|mut record| check(&mut record).map(|()| record));
            let stored = match checked {
                Ok(record) if known.takes(&record) => {
                    tally.known += 1;
                    continue;
                }
                Ok(record) => match taker {
                    Some(store) => keep(store, &record, &mut tally).await?,
                    None => Ok(()),
                },
                Err(why) => Err(why),
            };
            match stored {
                Ok(()) => tally.good += 1,
                Err(why) => {
                    tally.bad += 1;
                    bar.suspend(|| eprintln!("error: {name}: {}: {why}", found.place));
                }
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(tally)
}

fn open(file: &Path) -> anyhow::Result<(String, Box<dyn Read>)> {
    if is_stdin(file) {
        return Ok(("standard input".into(), Box::new(stdin().lock())));
    }
    let name = file.display().to_string();
    let opened = File::open(file).with_context(|| format!("cannot read {name}"))?;
    Ok((name, Box::new(opened)))
}

/// Checks a game by its rules.
fn check(record: &mut GameRecord) -> Result<(), String> {
    let rules = schwarm_catalog::open(&record.game).map_err(|error| opening::explain(&record.game, &error))?;
    schwarm_play::check(record, &*rules).map_err(|error| error.to_string())
}

/// Stores a game. What is wrong with the game itself is the inner error; anything else ends the import.
async fn keep(store: &dyn Store, record: &GameRecord, tally: &mut Tally) -> Result<Result<(), String>, Failure> {
    match store.import(record).await {
        Ok(id) => {
            tally.ids = Some((tally.ids.map_or(id, |(first, _)| first), id));
            Ok(Ok(()))
        }
        Err(StoreError::Refused(why)) => Ok(Err(why)),
        Err(error) => {
            let failure = storage::failure(error);
            Err(match tally.good {
                0 => failure,
                // Nobody should wonder how much of the file is in.
                good => failure.at(format_args!("after {good} games")).advise("--skip-known imports the rest."),
            })
        }
    }
}

/// The games of a store by checksums of 128 bits, and how often each is there.
#[derive(Default)]
struct Known(HashMap<[u64; 2], u32>);

impl Known {
    async fn of(store: &dyn Store) -> anyhow::Result<Known> {
        let (mut known, mut games) = (Known::default(), Export::new(store, Filter::default()));
        while let Some(shown) = games.next().await.map_err(storage::failure)? {
            *known.0.entry(checksum(&shown.record)).or_default() += 1;
        }
        Ok(known)
    }

    /// Whether the store has this game once more than it was met.
    fn takes(&mut self, record: &GameRecord) -> bool {
        if self.0.is_empty() {
            return false;
        }
        match self.0.get_mut(&checksum(record)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}

fn checksum(record: &GameRecord) -> [u64; 2] {
    // A record that is no JSON is refused by the store, whatever is known.
    let json = serde_json::to_vec(record).unwrap_or_default();
    [0_u8, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        (salt, &json).hash(&mut hasher);
        hasher.finish()
    })
}

/// A counter on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{pos} games, {per_sec}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}
