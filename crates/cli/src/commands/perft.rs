//! `schwarm perft`: counts the legal lines of a given length.
//!
//! One thread and bulk counting of the last ply unless more threads are asked for; every interior
//! position is made. Only the counting is timed.

use std::collections::BTreeMap;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use schwarm_core::Session;
use serde::Serialize;

use crate::opening::{Opening, StartArgs};

/// No bar for counts that are done before it could be read.
const QUIET: Duration = Duration::from_millis(500);

/// The arguments of `schwarm perft`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm perft hive 4                          21600 is the last line
  schwarm perft hive+mlp 6 --threads 8 --json
  schwarm perft piranhas-2019 3 --setup seed:7 --divide
  schwarm perft hive 3 --position 'Base;InProgress;White[2];wS1;bS1 wS1-'")]
pub struct Args {
    /// Id of the game, see `schwarm games`
    game: String,
    /// Number of plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,
    #[command(flatten)]
    start: StartArgs,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// Number of threads that share the first moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one line of JSON: game, depth, nodes, seconds
    #[arg(long)]
    json: bool,
}

/// The report as JSON. Keys are public.
#[derive(Serialize)]
struct Report {
    game: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Counts and reports.
///
/// # Errors
/// For an unknown game or a bad start.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = Opening::new(&args.game, args.start.start())?.session()?;
    let report = count(&*session, args);
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        false => write!(out, "{}", in_words(&report))?,
    }
    Ok(())
}

fn count(session: &dyn Session, args: &Args) -> Report {
    let threads = usize::from(args.threads);
    let bar = ProgressBar::new(0).with_style(bar_style());
    let started = Instant::now();
    let progress = |done: usize, all: usize| {
        if started.elapsed() > QUIET {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
    };
    let (nodes, divide) = if args.divide {
        let counts: BTreeMap<_, _> = session.divide(args.depth, threads, &progress).into_iter().collect();
        let nodes = if args.depth == 0 { 1 } else { counts.values().sum() };
        (nodes, Some(counts))
    } else {
        (session.perft(args.depth, threads, &progress), None)
    };
    let seconds = started.elapsed().as_secs_f64();
    bar.finish_and_clear();
    Report { game: session.id(), depth: args.depth, nodes, seconds, divide }
}

/// A bar on stderr; indicatif hides it where stderr is no terminal.
fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} first moves, {elapsed} so far, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}

/// Aligned rows; the count is the last line.
fn in_words(report: &Report) -> String {
    let mut text = String::new();
    if let Some(divide) = &report.divide {
        let width = divide.keys().map(|mv| mv.chars().count()).max().unwrap_or(0);
        let digits = divide.values().map(|count| count.to_string().len()).max().unwrap_or(0);
        for (mv, count) in divide {
            text.push_str(&format!("{mv:width$}  {count:digits$}\n"));
        }
        text.push_str(&format!("\nmoves  {}\n", divide.len()));
    }
    text.push_str(&format!("game   {}\ndepth  {}\n", report.game, report.depth));
    text.push_str(&format!("time   {:.3} s\n", report.seconds));
    if report.seconds >= 0.001 {
        text.push_str(&format!("speed  {:.1} million per second\n", report.nodes as f64 / report.seconds / 1e6));
    }
    text.push_str(&format!("{}\n", report.nodes));
    text
}
