//! Two ways of playing a game against each other: other weights, another network, other knobs, an opening book, the same number of
//! nodes or the same processor time. Every opening is played twice, with sides swapped.
//!
//! ```text
//! cargo run --release -p schwarm-engine --example duel -- ostseeschach-2022 --nodes 5000 --games 400 --knob-a lmr=off
//! cargo run --release -p schwarm-engine --example duel -- piranhas-2026 --net-a new.net --sprt 0,10 --games 20000
//! ```

use std::fs;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Parser;
use cpu_time::ThreadTime;
use schwarm_arena::stats::{Counts, Estimate, Model, Pentanomial, Points, Sprt, State, Trinomial};
use schwarm_engine::Judge;
use schwarm_engine::book::Book;
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
    /// What judges for A: a file of a network, or `counting`; the program's own choice if nothing is said
    #[arg(long, conflicts_with = "weights_a")]
    net_a: Option<String>,
    /// What judges for B
    #[arg(long, conflicts_with = "weights_b")]
    net_b: Option<String>,
    /// A knob of A's search, such as lmr=off
    #[arg(long)]
    knob_a: Vec<String>,
    /// A knob of B's search
    #[arg(long)]
    knob_b: Vec<String>,
    /// An opening book that A plays by; none if nothing is said
    #[arg(long)]
    book_a: Option<String>,
    /// An opening book that B plays by
    #[arg(long)]
    book_b: Option<String>,
    /// Stop when it is clear that A is better by no more than the first number of Elo, or by the second: 0,10
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
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
        Entrant {
            book: book(args.book_a.as_deref())?,
            ..entrant(args, args.nodes, args.weights_a.as_deref(), args.net_a.as_deref(), &args.knob_a)?
        },
        Entrant {
            book: book(args.book_b.as_deref())?,
            ..entrant(
                args,
                args.nodes_b.or(args.nodes),
                args.weights_b.as_deref(),
                args.net_b.as_deref(),
                &args.knob_b,
            )?
        },
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
        match &args.sprt {
            Some(sprt) if sprt.test(tally.pairs).state != State::Open => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })?;
    tally.print(begun.elapsed());
    if let Some(sprt) = &args.sprt {
        let (verdict, [elo0, elo1]) = (sprt.test(tally.pairs), sprt.hypotheses());
        println!("SPRT [{elo0}, {elo1}], logistic: {}, LLR {:.2}", verdict.state.id(), verdict.llr);
    }
    Ok(())
}

/// A test of two numbers of Elo.
fn sprt(text: &str) -> Result<Sprt, String> {
    let (elo0, elo1) = text.split_once(',').ok_or("two numbers with a comma between them are wanted")?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| format!("{text:?} is no number"));
    Sprt::new(Model::Logistic, number(elo0)?, number(elo1)?, 0.05, 0.05).map_err(|error| error.to_string())
}

fn entrant(
    args: &Args,
    nodes: Option<u64>,
    weights: Option<&str>,
    net: Option<&str>,
    knobs: &[String],
) -> Result<Entrant, Failure> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let judge = match net {
        None => Judge::House,
        Some("counting") => Judge::Counting,
        Some(path) => Judge::Net(fs::read(path).map_err(|error| format!("{path}: {error}"))?.into()),
    };
    let limits = match args.cpu_ms {
        Some(milliseconds) => Limits { hard: Some(Duration::from_millis(milliseconds)), ..Limits::default() },
        None => Limits { nodes: Some(nodes.unwrap_or(NODES)), ..Limits::default() },
    };
    Ok(Entrant {
        weights: weights.map(read).transpose()?,
        judge,
        knobs: knobs.to_vec(),
        limits: Limits { only_answer: true, ..limits },
        clock: processor_time,
        book: None,
    })
}

/// The opening book in a file.
fn book(path: Option<&str>) -> Result<Option<Arc<Book>>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(Some(Arc::new(Book::read(&bytes).map_err(|error| format!("{path}: {error}"))?)))
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
