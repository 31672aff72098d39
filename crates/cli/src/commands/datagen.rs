//! `schwarm datagen`: games of an engine against itself, recorded for `schwarm tune`.
//!
//! What must hold: a file is the same however often the work was broken off and on however many threads it was
//! done; a file that was made otherwise is never continued.

pub mod recipe;
pub mod shared;

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write, stdout};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_core::Side;
use schwarm_engine::selfplay::record::{Header, Reader, Record};
use schwarm_engine::selfplay::{Entrant, Series};

use crate::bots::judge_of;
use crate::failure::Failure;
use crate::mind::words::count;
use crate::opening::Opening;
use crate::storage::StorageArgs;
use recipe::{Datagen, Recipe};

/// The arguments of `schwarm datagen`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each game begins with random plies; after them every move is searched and its score kept. Games are
numbered: a game depends on the seed and its number alone, so threads change nothing. A file that is
there already is continued after its last whole game, if it was made in the same way.

Examples:
  schwarm datagen ostseeschach-2022-server --games 3000 --nodes 2000 --threads 2 -o ostsee.games
  schwarm datagen hive+mlp --config crates/engine/training/hive.toml --threads 16 -o hive.games")]
pub struct Args {
    /// Id of the game, see `schwarm games`
    game: String,
    /// A configuration (TOML) with a table named datagen; the options below overrule it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Number of games in the file at the end [default: 1000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Nodes the engine looks at for each move [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of all games [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Random plies at the beginning [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    plies: Option<u32>,
    /// Play to the end by the rules, even when the result is proven
    #[arg(long)]
    plays_on: bool,
    /// A table of weights to play with instead of the program's own
    #[arg(long, value_name = "FILE", conflicts_with = "net")]
    weights: Option<PathBuf>,
    /// A network to judge by instead of the program's own choice, or `counting` for none
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
    /// Threads, a game on each [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The file of games
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Let workers on other machines play, see `schwarm fleet`; the file is the same
    #[arg(long)]
    fleet: bool,
    /// Name of the jobs in the store, with --fleet [default: made of everything that decides the games]
    #[arg(long, value_name = "NAME", requires = "fleet")]
    name: Option<String>,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Plays and records.
///
/// # Errors
/// For an unknown game, a bad configuration, or a file that cannot be continued.
pub fn run(args: &Args) -> anyhow::Result<()> {
    Opening::of_game(&args.game)?;
    let datagen = ordered(args)?;
    if args.fleet {
        return shared::run(args, datagen);
    }
    let entrant = Entrant {
        weights: read_weights(args.weights.as_deref())?,
        judge: judge_of(args.net.as_deref())?,
        ..Entrant::of_nodes(datagen.nodes)
    };
    let mut series = Series {
        game: args.game.clone(),
        conditions: datagen.conditions(),
        seed: datagen.seed,
        numbers: 0..datagen.games,
        threads: args.threads.map_or_else(cores, usize::from),
        hash_mebibytes: datagen.hash,
    };
    let (game, recipe) = series.fingerprint(&entrant).map_err(|error| Failure::usage(error.to_string()))?;
    let place = args.output.display();
    let (mut file, there) = open(&args.output, &Header { game, recipe }).map_err(|failure| failure.at(&place))?;
    series.numbers.start = there.min(datagen.games);
    let bar = ProgressBar::new(datagen.games).with_position(there).with_style(bar_style());
    let (begun, mut tally, mut failure) = (Instant::now(), Tally::default(), None);
    let outcome = series.record(&entrant, &mut |record| match file.write_all(&record.to_bytes()) {
        Ok(()) => {
            tally.add(&record);
            bar.inc(1);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    bar.finish_and_clear();
    failure.map_or(Ok(()), Err).with_context(|| format!("writing {place}"))?;
    outcome.map_err(|error| Failure::usage(error.to_string()))?;
    if there > 0 {
        writeln!(stdout(), "{} games were there already", count(there))?;
    }
    writeln!(stdout(), "{}", tally.in_words(begun.elapsed().as_secs_f64()))?;
    Ok(())
}

/// Cores of this machine.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The configuration with what the command line says otherwise.
fn ordered(args: &Args) -> Result<Datagen, Failure> {
    let datagen = Recipe::of(args.config.as_deref())?.datagen;
    Ok(Datagen {
        games: args.games.unwrap_or(datagen.games),
        nodes: args.nodes.unwrap_or(datagen.nodes),
        seed: args.seed.unwrap_or(datagen.seed),
        opening_plies: args.plies.unwrap_or(datagen.opening_plies),
        plays_on: args.plays_on || datagen.plays_on,
        ..datagen
    })
}

/// The text of a table of weights, if one is named.
pub fn read_weights(path: Option<&Path>) -> Result<Option<String>, Failure> {
    let read = |path: &Path| {
        fs::read_to_string(path).map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))
    };
    path.map(read).transpose()
}

/// Opens a file of games to be continued, cut off after its last whole game, and says how many are there.
fn open(path: &Path, header: &Header) -> Result<(File, u64), Failure> {
    let io = |error: io::Error| Failure::usage(error.to_string());
    let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
    let bytes = fs::read(path).map_err(io)?;
    // A header that was cut off is as good as none.
    if header.to_bytes().starts_with(&bytes) && bytes.len() < header.to_bytes().len() {
        file.set_len(0).map_err(io)?;
        file.write_all(&header.to_bytes()).map_err(io)?;
        return Ok((file, 0));
    }
    let (found, mut reader) = Reader::new(&bytes).map_err(|error| Failure::usage(error.to_string()))?;
    if found != *header {
        let what = match found.game == header.game {
            true => "games that were made otherwise".to_string(),
            false => format!("games of {}", found.game),
        };
        let advice = "Its games cannot be told apart from others later: name another file, or remove this one.";
        return Err(Failure::usage(format!("it holds {what}")).advise(advice));
    }
    while reader.next().map_err(|error| Failure::usage(error.to_string()))?.is_some() {}
    file.set_len(reader.position() as u64).map_err(io)?;
    file.seek(SeekFrom::End(0)).map_err(io)?;
    Ok((file, reader.games()))
}

/// What was played.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    /// Won by the first side, drawn, won by the second.
    results: [u64; 3],
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.plies += record.plies.len() as u64;
        let result = match record.winner {
            Some(Side::One) => 0,
            None => 1,
            Some(Side::Two) => 2,
        };
        self.results[result] += 1;
    }

    fn in_words(&self, seconds: f64) -> String {
        let [first, drawn, second] = self.results.map(count);
        format!(
            "{} games played: {first} won by the first side, {drawn} drawn, {second} won by the second; {:.1} plies a game, \
             {:.1} games a second",
            count(self.games),
            self.plies as f64 / (self.games as f64).max(1.0),
            self.games as f64 / seconds.max(1e-9),
        )
    }
}

/// A bar on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} so far, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}
