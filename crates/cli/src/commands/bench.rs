//! `schwarm bench`: fixed searches of fixed positions. The sum of their nodes is the engine's signature: the
//! same sum, the same thinking.
//!
//! One thread, a fresh table for each position, no clock: the same program counts the same on every machine.

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use schwarm_engine::{Ask, Engine, Options};
use schwarm_play::Start;
use serde::Serialize;

use crate::failure::Failure;
use crate::mind::words;
use crate::opening::Opening;

/// The positions: `game depth phase position` a line, `#` begins a remark.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// MiB of the table.
const HASH: usize = 16;

/// The arguments of `schwarm bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The number of nodes depends on nothing but the engine: two programs with the same number think alike.
It belongs to the last line of every commit that touches the engine.

--json prints, as the last line: nodes, seconds, positions (game, position, depth, nodes, seconds, best).")]
pub struct Args {
    /// Search every position to this depth instead of its own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// A position of the list.
#[derive(Debug, PartialEq, Eq)]
struct Task {
    game: &'static str,
    depth: u32,
    phase: &'static str,
    position: &'static str,
}

/// The report as JSON. Keys are public.
#[derive(Serialize)]
struct Report {
    nodes: u64,
    seconds: f64,
    positions: Vec<Done>,
}

#[derive(Serialize)]
struct Done {
    game: &'static str,
    position: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    best: String,
}

/// Positions of the short search that tells engines and machines apart.
const SHORT: [(&str, &str, u32); 4] = [
    ("hive", "middle", 4),
    ("piranhas-2019", "middle", 5),
    ("piranhas-2026", "middle", 5),
    ("ostseeschach-2022", "middle", 5),
];

/// How long the short search is done again and again, and how often at least; the best time counts.
const MEASURED: Duration = Duration::from_millis(200);
const TIMES: u32 = 2;

/// What a short search tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// The version of this program and the nodes of the search: engines with the same signature think alike.
    pub signature: String,
    /// Positions a second on one core.
    pub speed: u64,
}

/// A short search of fixed positions: who this engine is, and how fast this machine.
///
/// # Errors
/// When there is no memory for it.
pub fn calibrate() -> Result<Calibration, Failure> {
    let all = tasks(POSITIONS)?;
    let (begun, mut times, mut best) = (Instant::now(), 0, None::<(u64, f64)>);
    while times < TIMES || begun.elapsed() < MEASURED {
        times += 1;
        let (mut nodes, mut seconds) = (0, 0.0);
        for (game, phase, depth) in SHORT {
            for task in all.iter().filter(|task| task.game == game && task.phase == phase) {
                let done = search(task, depth)?;
                nodes += done.nodes;
                seconds += done.seconds;
            }
        }
        best = Some(best.map_or((nodes, seconds), |(_, before)| (nodes, seconds.min(before))));
    }
    let (nodes, seconds) = best.unwrap_or_default();
    let signature = format!("{}/{nodes}", env!("CARGO_PKG_VERSION"));
    Ok(Calibration { signature, speed: speed(nodes, seconds) })
}

/// Searches and reports.
///
/// # Errors
/// When a position cannot be searched, or the output not written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut positions = Vec::new();
    for task in tasks(POSITIONS)? {
        let depth = args.depth.unwrap_or(task.depth);
        positions
            .push(search(&task, depth).map_err(|failure| failure.at(format_args!("{} ({})", task.game, task.phase)))?);
    }
    let report = Report {
        nodes: positions.iter().map(|done| done.nodes).sum(),
        seconds: positions.iter().map(|done| done.seconds).sum(),
        positions,
    };
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        false => write!(out, "{}", in_words(&report))?,
    }
    Ok(())
}

fn tasks(text: &'static str) -> Result<Vec<Task>, Failure> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut fields = line.splitn(4, ' ');
        let mut next = || fields.next();
        Some(Task { game: next()?, depth: next()?.parse().ok()?, phase: next()?, position: next()? })
    };
    lines.map(|line| read(line).ok_or_else(|| Failure::usage(format!("cannot read the position {line:?}")))).collect()
}

fn search(task: &Task, depth: u32) -> Result<Done, Failure> {
    let session = Opening::new(task.game, Start::Position(task.position.to_string()))?.session()?;
    let failed = |error: schwarm_engine::EngineError| Failure::usage(error.to_string());
    let mut engine = Engine::new(Options { hash_mebibytes: HASH, ..Options::default() }).map_err(failed)?;
    let ask = Ask { depth: Some(depth), ..Ask::default() };
    let begun = Instant::now();
    let thought = engine.think(&*session, &ask, &AtomicBool::new(false), &mut |_| {}).map_err(failed)?;
    let elapsed = begun.elapsed();
    let best = thought.lines.first().and_then(|line| line.moves.first()).cloned().unwrap_or_default();
    Ok(Done {
        game: task.game,
        position: task.position,
        depth: thought.depth,
        nodes: thought.nodes,
        seconds: elapsed.as_secs_f64(),
        best,
    })
}

/// A row for each game; the sum is the last line.
fn in_words(report: &Report) -> String {
    let row = |game: &str, positions: usize, nodes: u64, seconds: f64| {
        let (sum, speed) = (words::count(nodes), words::count(speed(nodes, seconds)));
        format!("{game:<20}{positions:>9}{sum:>14}{seconds:>9.2}{speed:>14}\n")
    };
    let mut text = format!("{:<20}{:>9}{:>14}{:>9}{:>14}\n", "game", "positions", "nodes", "seconds", "nodes/s");
    for group in report.positions.chunk_by(|one, two| one.game == two.game) {
        let nodes = group.iter().map(|done| done.nodes).sum();
        let seconds = group.iter().map(|done| done.seconds).sum();
        text.push_str(&row(group[0].game, group.len(), nodes, seconds));
    }
    text.push_str(&format!("{} nodes, {} nodes/s\n", report.nodes, speed(report.nodes, report.seconds)));
    text
}

fn speed(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(Duration::from_micros(1).as_secs_f64())) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_an_opening_a_middle_and_an_end() {
        let tasks = tasks(POSITIONS).expect("the list is read");
        for game in [
            "hive",
            "hive+mlp",
            "hive-classic",
            "hive-2020",
            "hive-2020-server",
            "piranhas-2019",
            "piranhas-2026",
            "ostseeschach-2022",
        ] {
            for phase in ["opening", "middle", "end"] {
                assert!(tasks.iter().any(|task| task.game == game && task.phase == phase), "{game} has no {phase}");
            }
        }
        for task in &tasks {
            let start = Start::Position(task.position.to_string());
            let session = Opening::new(task.game, start).and_then(|opening| opening.session()).expect(task.position);
            assert!(session.outcome().is_none() && session.id().starts_with(task.game), "{task:?}");
        }
    }

    #[test]
    fn a_line_that_is_no_position_is_named() {
        assert!(tasks("hive four opening x").expect_err("no depth").message.contains("four"));
        assert_eq!(tasks("# nothing\n\n").map(|tasks| tasks.len()).ok(), Some(0));
    }
}
