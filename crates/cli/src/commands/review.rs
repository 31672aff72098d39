//! `schwarm review`: where was this game lost?
//!
//! Not here: the judgement (`schwarm_play::review`), thinking (`schwarm-engine`), single positions (`analyse`).

mod page;
mod source;
mod tell;

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_engine::Options;
use schwarm_play::review::{Review, Terms};
use schwarm_play::{GameRecord, Limits, Stop, ThinkTime};

use super::convert::Kind;
use crate::failure::Failure;
use crate::mind::{EngineAnalyst, PowerArgs};
use crate::opening::Opening;
use crate::storage::StorageArgs;
use crate::terminal::Look;

/// Seconds for a position if nobody says otherwise: a game of sixty plies takes twenty seconds.
const USUAL_SECONDS: f64 = 0.3;

/// Most seconds for a position.
const MOST_SECONDS: f64 = 3600.0;

/// Lines that are looked for: the second one tells whether the first was the only one.
const LINES: usize = 2;

/// The arguments of `schwarm review`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every position is judged by the engine, every move by what it gave away of the mover's chance to win
(a draw counts half): 5 % is an inaccuracy, 10 % a mistake, 20 % a blunder. Reads what `schwarm
convert` reads, and stored games by their number.

Examples:
  schwarm review game.pgn                      a table, and the turning point in a sentence
  schwarm review game.sgf -o review.html       a page to step through, in one file
  schwarm review 7 --seconds 2 --threads 2     game 7 of the store, more thoroughly
  schwarm review games.pgn --game-number 3 --json | jq -r .verdict

Exit codes: 0 reviewed, 1 there is no such game in the store, 2 wrong usage or an unreadable game.")]
pub struct Args {
    /// File with the game, `-` for stdin, or the number of a stored game
    #[arg(value_name = "FILE")]
    game: PathBuf,
    /// Format of the file; by default what its content says
    #[arg(long, value_enum)]
    from: Option<Kind>,
    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    game_number: Option<usize>,
    /// Look at so many positions for each position of the game
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Look so many plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Think about each position for so long [default: 0.3, if nothing else limits it]
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<f64>,
    #[command(flatten)]
    power: PowerArgs,
    /// Print the review as one JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,
    /// Write the review as one HTML page, FILE.html
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Reviews a game.
///
/// # Errors
/// When the game cannot be found, read or played through, and when the page cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if let Some(path) = &args.output {
        must_be_html(path)?;
    }
    let (limits, effort) = limits(args)?;
    let options = args.power.give(Options { lines: LINES, ..Options::default() })?;
    let record = source::find(args)?;
    let opening = Opening::of_game(&record.game)?;
    let review = review(&record, &opening, EngineAnalyst::new(options), limits)?;
    let mut out = stdout().lock();
    if let Some(path) = &args.output {
        let page = page::page(&review, &record, &*opening.rules, &effort)?;
        fs::write(path, page).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(out, "{}\nThe whole review is in {}.", tell::verdict(&review), path.display())?;
    } else if args.json {
        writeln!(out, "{}", serde_json::to_string(&review)?)?;
    } else {
        let text = tell::text(&review, opening.info(), &effort, Look::of_stdout(false));
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn must_be_html(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if ["html", "htm"].iter().any(|html| html.eq_ignore_ascii_case(ending)) {
        return Ok(());
    }
    let failure = Failure::usage(format!("{} is no name of a page", path.display()));
    Err(failure.advise("-o writes HTML: use the ending .html. --json prints the review for programs."))
}

/// What the engine may take for a position, for it and in words.
fn limits(args: &Args) -> Result<(Limits, String), Failure> {
    let is_limited = args.nodes.is_some() || args.depth.is_some();
    let seconds = args.seconds.or((!is_limited).then_some(USUAL_SECONDS));
    if let Some(seconds) = seconds.filter(|seconds| !(0.0..=MOST_SECONDS).contains(seconds)) {
        return Err(Failure::usage(format!("{seconds} seconds cannot be thought for"))
            .advise(format!("--seconds takes a number from 0 to {MOST_SECONDS}.")));
    }
    let words = [
        seconds.map(|seconds| format!("{seconds} s")),
        args.depth.map(|depth| tell::plies(depth as usize)),
        args.nodes.map(|nodes| format!("{nodes} positions")),
    ];
    let effort = words.into_iter().flatten().collect::<Vec<_>>().join(" or ");
    let time = seconds.map(|seconds| ThinkTime::within(Duration::from_secs_f64(seconds)));
    Ok((Limits { depth: args.depth, nodes: args.nodes, time }, format!("{effort} for each position")))
}

fn review(
    record: &GameRecord,
    opening: &Opening,
    mut analyst: EngineAnalyst,
    limits: Limits,
) -> Result<Review, Failure> {
    let bar = ProgressBar::new(0).with_style(bar_style());
    let mut progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let terms = Terms { limits, stop: &Stop::default(), progress: &mut progress };
    let review = Review::of(record, &*opening.rules, &mut analyst, terms);
    bar.finish_and_clear();
    review.map_err(|error| Failure::usage(error.to_string()))
}

/// A bar on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} positions, {elapsed} so far, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}
