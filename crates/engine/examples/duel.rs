//! Two ways of playing a game against each other: other weights, other knobs, the same number of
//! nodes or the same processor time. Every opening is played twice, with sides swapped.
//!
//! ```text
//! cargo run --release -p schwarm-engine --example duel -- ostseeschach-2022 --nodes 5000 --games 400 --knob-a lmr=off
//! ```

use std::fs;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use cpu_time::ThreadTime;
use schwarm_arena::stats::{Counts, Estimate, Pentanomial, Points, Trinomial};
use schwarm_engine::selfplay::{Conditions, End, Entrant, Series, Spent, Summary, TABLE_MEBIBYTES};
use schwarm_search::Limits;

/// Nodes a move where neither nodes nor time are said.
const NODES: u64 = 5000;

/// Lines of progress a match prints.
const NEWS: u64 = 10;

/// Is A better than B? Two players of one engine, by their weights and knobs
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Id of the game
    game: String,
    /// Nodes a move [default: 5000]
    #[arg(long, conflicts_with = "cpu_ms")]
    nodes: Option<u64>,
    /// Nodes a move of B, where they differ
    #[arg(long, conflicts_with = "cpu_ms")]
    nodes_b: Option<u64>,
    /// Milliseconds of processor time a move, instead of nodes
    #[arg(long)]
    cpu_ms: Option<u64>,
    /// Games, two for each opening
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Threads, a game on each
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Table of weights of A; the program's own if none is given
    #[arg(long)]
    weights_a: Option<String>,
    /// Table of weights of B
    #[arg(long)]
    weights_b: Option<String>,
    /// A knob of A's search, such as lmr=off
    #[arg(long)]
    knob_a: Vec<String>,
    /// A knob of B's search
    #[arg(long)]
    knob_b: Vec<String>,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies of an opening
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Size of each player's table of positions, in MiB
    #[arg(long, default_value_t = TABLE_MEBIBYTES)]
    hash: usize,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

type Failure = Box<dyn std::error::Error>;

fn run(args: &Args) -> Result<(), Failure> {
    let entrants = [
        entrant(args, args.nodes, args.weights_a.as_deref(), &args.knob_a)?,
        entrant(args, args.nodes_b.or(args.nodes), args.weights_b.as_deref(), &args.knob_b)?,
    ];
    let pairs = args.games.div_ceil(2);
    let series = Series {
        game: args.game.clone(),
        conditions: Conditions { opening_plies: args.plies, ..Conditions::default() },
        seed: args.seed,
        numbers: 0..pairs,
        threads: args.threads,
        hash_mebibytes: args.hash,
    };
    let begun = Instant::now();
    let mut tally = Tally::default();
    series.play_pairs(&entrants, &mut |pair| {
        tally.record(&pair);
        let done = tally.pairs.pairs() as u64;
        if done.is_multiple_of(pairs.div_ceil(NEWS)) && done < pairs {
            eprintln!("{}", tally.line());
        }
        ControlFlow::Continue(())
    })?;
    tally.print(begun.elapsed());
    Ok(())
}

fn entrant(args: &Args, nodes: Option<u64>, weights: Option<&str>, knobs: &[String]) -> Result<Entrant, Failure> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let limits = match args.cpu_ms {
        Some(milliseconds) => Limits { hard: Some(Duration::from_millis(milliseconds)), ..Limits::default() },
        None => Limits { nodes: Some(nodes.unwrap_or(NODES)), ..Limits::default() },
    };
    Ok(Entrant {
        weights: weights.map(read).transpose()?,
        knobs: knobs.to_vec(),
        limits: Limits { only_answer: true, ..limits },
        clock: processor_time,
    })
}

/// Time this thread has had a processor for, so that a busy machine does no harm.
fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

/// What a game brought A.
fn points(game: &Summary) -> Points {
    match game.winner {
        Some(0) => Points::Win,
        Some(_) => Points::Loss,
        None => Points::Draw,
    }
}

#[derive(Default)]
struct Tally {
    games: Trinomial,
    pairs: Pentanomial,
    /// By A's side, the beginning one first.
    by_side: [Trinomial; 2],
    plies: u64,
    too_long: u64,
    spent: [Spent; 2],
}

impl Tally {
    fn record(&mut self, pair: &[Summary; 2]) {
        self.pairs.record([points(&pair[0]), points(&pair[1])]);
        for (game, by_side) in pair.iter().zip(&mut self.by_side) {
            self.games.record(points(game));
            by_side.record(points(game));
            self.plies += game.plies as u64;
            self.too_long += u64::from(game.end == End::TooLong);
            for (sum, spent) in self.spent.iter_mut().zip(&game.spent) {
                sum.merge(spent);
            }
        }
    }

    /// Where the match stands.
    fn line(&self) -> String {
        let Trinomial { wins, draws, losses } = self.games;
        let estimate = Estimate::new(Counts::from(self.pairs));
        let show = |value: Option<f64>| value.map_or("?".to_string(), |value| format!("{value:+.1}"));
        let elo = format!("{} [{}, {}]", show(estimate.elo), show(estimate.elo_low), show(estimate.elo_high));
        let los = estimate.los.unwrap_or(0.5) * 100.0;
        format!("A: {wins} won, {draws} drawn, {losses} lost; Elo {elo}, better with {los:.1} %")
    }

    fn print(&self, elapsed: Duration) {
        println!("{}", self.line());
        println!("pairs LL LD DD+WL WD WW: {:?}", self.pairs.0);
        for (side, Trinomial { wins, draws, losses }) in ["first", "second"].iter().zip(self.by_side) {
            println!("A on the {side} side: {wins} won, {draws} drawn, {losses} lost");
        }
        let games = (self.games.games() as f64).max(1.0);
        println!("{:.1} plies a game, {} games were too long", self.plies as f64 / games, self.too_long);
        for (name, spent) in ["A", "B"].iter().zip(&self.spent) {
            let moves = (spent.moves as f64).max(1.0);
            println!(
                "{name}: {:.0} nodes/s, {:.0} nodes, {:.2} ms and depth {:.2} a move",
                spent.nodes as f64 / spent.time.as_secs_f64().max(f64::MIN_POSITIVE),
                spent.nodes as f64 / moves,
                spent.time.as_secs_f64() * 1000.0 / moves,
                spent.depths as f64 / moves,
            );
        }
        println!("{:.1} s, {:.1} games/s", elapsed.as_secs_f64(), games / elapsed.as_secs_f64().max(1e-9));
    }
}
