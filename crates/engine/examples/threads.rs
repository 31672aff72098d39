//! What more threads are worth: how many nodes the main thread needs for a depth, alone and with help.
//!
//! ```text
//! cargo run --release -p schwarm-engine --example threads -- hive --threads 2
//! ```
//!
//! Nodes of the main thread stand for time, so a busy machine falsifies the figure less than a clock would.
//! Positions come from games of two middling players.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use clap::Parser;
use schwarm_core::{Session, Setup};
use schwarm_engine::{Ask, Engine, EngineError, Level, Options};

/// What are more threads worth?
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Id of the game
    game: String,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Positions
    #[arg(long, default_value_t = 24)]
    positions: u64,
    /// Nodes a thread alone has for each position
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Searches with help for each position
    #[arg(long, default_value_t = 3)]
    rounds: u64,
}

fn main() -> ExitCode {
    match compare(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn compare(args: &Args) -> Result<(), EngineError> {
    let (mut sum, mut count) = (0.0, 0);
    for seed in 0..args.positions {
        let session = position(&args.game, seed)?;
        if session.outcome().is_some() {
            continue;
        }
        let alone = reached(&*session, 1, &Ask { nodes: Some(args.nodes), ..Ask::default() })?;
        let Some(&(depth, nodes)) = alone.last().filter(|(depth, _)| *depth > 3) else { continue };
        for _ in 0..args.rounds {
            let helped = reached(&*session, args.threads, &Ask { depth: Some(depth), ..Ask::default() })?;
            let Some(&(_, fewer)) = helped.last() else { continue };
            sum += (nodes as f64 / fewer as f64).ln();
            count += 1;
        }
    }
    println!(
        "{}: {:.2} times as fast with {} threads ({count} searches)",
        args.game,
        (sum / f64::from(count)).exp(),
        args.threads
    );
    Ok(())
}

/// The depths that were reached, each with the nodes of the main thread until then.
fn reached(session: &dyn Session, threads: usize, ask: &Ask) -> Result<Vec<(u32, u64)>, EngineError> {
    let mut engine = Engine::new(Options { threads, hash_mebibytes: 32, ..Options::default() })?;
    let mut depths = Vec::new();
    engine.think(session, ask, &AtomicBool::new(false), &mut |thought| depths.push((thought.depth, thought.nodes)))?;
    Ok(depths)
}

/// The middle of a game.
fn position(game: &str, seed: u64) -> Result<Box<dyn Session>, EngineError> {
    let rules = schwarm_catalog::open(game)?;
    let mut session = rules.start(Setup::Seed(seed)).expect("a seed is a setup");
    let level = Level::new(5).expect("a level");
    let mut player = Engine::new(Options { level, seed, hash_mebibytes: 1, ..Options::default() })?;
    while session.outcome().is_none() && u64::from(session.turn()) < 10 + seed % 20 {
        let ask = Ask { only_answer: true, ..Ask::default() };
        let thought = player.think(&*session, &ask, &AtomicBool::new(false), &mut |_| {})?;
        session.play(&thought.lines[0].moves[0]).expect("a legal move");
    }
    Ok(session)
}
