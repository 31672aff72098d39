//! `schwarm records export`: stored games as PGN or JSON lines, one after the other.
//!
//! Invariant: a file named with `-o` is either whole or as it was before.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_play::{GameRecord, pgn};
use schwarm_store::{Export, Filter, Store};

use super::filter::FilterArgs;
use crate::failure::Failure;
use crate::storage::{self, StorageArgs};

/// The arguments of `schwarm records export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm records export -o games.pgn
  schwarm records export --match new --result one > wins.pgn
  schwarm records export --game hive --format jsonl | jq .players

Games come in the order of their numbers; open ones are among them (--result leaves them out).
A file is written beside its place first: a half export never looks whole.
JSON lines hold one game each: game, start, players, time, moves, ending, tags.
Both formats hold all of a game, and `schwarm records import` reads them.")]
pub struct Args {
    #[command(flatten)]
    filter: FilterArgs,
    /// Format; by default what the ending of the file says, or PGN
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageArgs,
}

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Portable game notation
    Pgn,
    /// One JSON object per line
    Jsonl,
}

/// Exports.
///
/// # Errors
/// When the store cannot be read or the file cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let filter = args.filter.filter()?;
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = args.format.or_else(|| output.and_then(of_ending)).unwrap_or(Format::Pgn);
    let runtime = super::runtime()?;
    let store = args.storage.open_existing(&runtime)?;
    super::with_store(&runtime, store, async |store| {
        let Some(path) = output else {
            write(store, filter, format, &mut BufWriter::new(stdout().lock()), stdout().is_terminal()).await?;
            return Ok(());
        };
        let cannot = |error: io::Error| anyhow!(error).context(format!("cannot write {}", path.display()));
        let mut target = Target::new(path).map_err(cannot)?;
        let count = write(store, filter, format, &mut target.file, false).await?;
        target.finish().map_err(cannot)?;
        writeln!(stdout(), "{count} {} in {}", if count == 1 { "game" } else { "games" }, path.display())?;
        Ok(())
    })
}

fn of_ending(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "jsonl" | "ndjson" | "json" => Some(Format::Jsonl),
        _ => None,
    }
}

/// Writes all games; how many there were.
async fn write(
    store: &dyn Store,
    filter: Filter,
    format: Format,
    out: &mut dyn Write,
    is_shown: bool,
) -> anyhow::Result<u64> {
    let totals = store.totals(&filter).await.map_err(storage::failure)?;
    let all = totals.one + totals.two + totals.draws + totals.aborted + totals.open;
    // Games that run over the screen are progress enough.
    let bar = if is_shown { ProgressBar::hidden() } else { ProgressBar::new(all).with_style(bar_style()) };
    let mut games = Export::new(store, filter);
    let mut count = 0;
    while let Some(shown) = games.next().await.map_err(storage::failure)? {
        out.write_all(text(&shown.record, format)?.as_bytes()).context("cannot write the games")?;
        count += 1;
        bar.set_position(count);
    }
    out.flush().context("cannot write the games")?;
    bar.finish_and_clear();
    Ok(count)
}

fn text(record: &GameRecord, format: Format) -> Result<String, Failure> {
    match format {
        Format::Pgn => Ok(pgn::write(record)),
        Format::Jsonl => match serde_json::to_string(record) {
            Ok(line) => Ok(line + "\n"),
            Err(error) => Err(Failure::usage(format!("a game cannot be written as JSON: {error}"))),
        },
    }
}

/// A bar on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

/// A file that takes its place when it is whole.
pub struct Target {
    /// Where its content is written to.
    pub file: BufWriter<File>,
    /// Where it lies until then, and where it will lie; `None` for what is no plain file.
    names: Option<(PathBuf, PathBuf)>,
}

impl Target {
    /// A file at this place.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(path: &Path) -> io::Result<Target> {
        // A link stays one, and what it points to is replaced.
        let place = match fs::canonicalize(path) {
            Ok(place) => place,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_path_buf(),
            Err(error) => return Err(error),
        };
        if fs::metadata(&place).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            // A device or a pipe cannot be replaced.
            let file = File::options().write(true).open(&place)?;
            return Ok(Target { file: BufWriter::new(file), names: None });
        }
        let Some(name) = place.file_name().filter(|_| !place.is_dir()) else {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; name a file in it"));
        };
        let mut part = std::ffi::OsString::from(".");
        part.push(name);
        part.push(format!(".{}.part", std::process::id()));
        let part = place.with_file_name(part);
        let file = BufWriter::new(File::create(&part)?);
        Ok(Target { file, names: Some((part, place)) })
    }

    /// Puts it into its place.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((part, place)) = &self.names else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(part, place)?;
        self.names = None;
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.names {
            // The export has failed already; a part that cannot be removed is named as one.
            let _ = fs::remove_file(part);
        }
    }
}
