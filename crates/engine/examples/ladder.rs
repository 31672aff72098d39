//! The ladder of levels: each level against the next one, and the ratings that follow.
//!
//! ```text
//! cargo run --release -p schwarm-engine --example ladder -- hive+mlp --games 200 --threads 2
//! cargo run --release -p schwarm-engine --example ladder -- hive+mlp --levels my-levels.txt --from 3 --to 6
//! ```
//!
//! Pairs of games from random openings, sides swapped. Level 1 is rated 0. Level 10 is given
//! nodes instead of time, so that the result does not depend on the machine.

use std::fs;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Parser;
use schwarm_core::{Rng, Session, Setup, Side};
use schwarm_engine::{Ask, Engine, Level, Options, handicap, handicap_in, house};

/// Longer games are draws.
const MOST_PLIES: u32 = 240;

/// How much better is each level than the one below it?
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Id of the game
    game: String,
    /// Games of each level against the next, two for each opening
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Threads, a game on each
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Another table of levels than the program's own
    #[arg(long)]
    levels: Option<String>,
    /// The lowest level
    #[arg(long, default_value_t = 1)]
    from: u8,
    /// The highest
    #[arg(long, default_value_t = 10)]
    to: u8,
    /// Nodes a move of level 10
    #[arg(long, default_value_t = 100_000)]
    full: u64,
    /// Random plies of an opening
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match climb(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn climb(args: &Args) -> Result<(), String> {
    let levels = args.levels.as_ref().map(fs::read_to_string).transpose().map_err(|error| error.to_string())?;
    let table = house::visit(&args.game, TableOf).map_err(|error| error.to_string())?;
    let options = |number: u8| -> Result<Options, String> {
        let level = Level::new(number).ok_or_else(|| format!("{number} is no level"))?;
        let handicap = match &levels {
            Some(text) => handicap_in(text, table, level),
            None => handicap(table, level),
        };
        Ok(Options { level, handicap, hash_mebibytes: if handicap.is_some() { 2 } else { 16 }, ..Options::default() })
    };
    let mut rating = 0.0;
    println!("level  against the one below            score    Elo  rating");
    println!("{:>5}  {:>44}  {rating:>6.0}", args.from, "");
    for upper in args.from + 1..=args.to {
        let [wins, draws, losses] = play_match(args, &options(upper)?, &options(upper - 1)?)?;
        let games = (wins + draws + losses) as f64;
        let score = (wins as f64 + draws as f64 / 2.0) / games;
        // A clean sweep has no Elo; half a point is lent.
        let lent = score.clamp(0.5 / games, 1.0 - 0.5 / games);
        let elo = -400.0 * (1.0 / lent - 1.0).log10();
        rating += elo;
        println!(
            "{upper:>5}  {wins:>5} won {draws:>4} drawn {losses:>5} lost  {:>6.1} %  {elo:>+5.0}  {rating:>6.0}",
            100.0 * score
        );
    }
    Ok(())
}

/// The name of a game's table.
struct TableOf;

impl house::Visit for TableOf {
    type Output = &'static str;

    fn visit<H: house::House>(self, rules: H::Rules) -> &'static str {
        H::table(&rules)
    }
}

/// Wins, draws and losses of the upper level.
fn play_match(args: &Args, upper: &Options, lower: &Options) -> Result<[u64; 3], String> {
    let (next, counts) = (AtomicU64::new(0), [const { AtomicU64::new(0) }; 3]);
    std::thread::scope(|scope| {
        let work = || -> Result<(), String> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= args.games {
                    return Ok(());
                }
                let place = match play_game(args, upper, lower, number)? {
                    Some(true) => 0,
                    None => 1,
                    Some(false) => 2,
                };
                counts[place].fetch_add(1, Ordering::Relaxed);
            }
        };
        let workers: Vec<_> = (0..args.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a game failed".to_string())?)
    })?;
    Ok(counts.map(AtomicU64::into_inner))
}

/// Whether the upper level won; nobody did in a draw.
fn play_game(args: &Args, upper: &Options, lower: &Options, number: u64) -> Result<Option<bool>, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let mut session = opening(args, number / 2)?;
    let seat =
        |options: &Options| Engine::new(Options { seed: number, ..options.clone() }).map_err(|error| said(&error));
    let mut engines = [seat(upper)?, seat(lower)?];
    let upper_side = Side::from_parity(number as u32);
    while session.outcome().is_none() && session.turn() < MOST_PLIES {
        let player = usize::from(session.side_to_move() != upper_side);
        let full = engines[player].options().handicap.is_none().then_some(args.full);
        let ask = Ask { nodes: full, only_answer: true, ..Ask::default() };
        let thought = engines[player].think(&*session, &ask, &AtomicBool::new(false), &mut |_| {});
        let thought = thought.map_err(|error| said(&error))?;
        session.play(&thought.lines[0].moves[0]).map_err(|error| said(&error))?;
    }
    Ok(session.outcome().and_then(|outcome| outcome.winner).map(|winner| winner == upper_side))
}

fn opening(args: &Args, pair: u64) -> Result<Box<dyn Session>, String> {
    let rules = schwarm_catalog::open(&args.game).map_err(|error| error.to_string())?;
    let seed = args.seed << 32 | pair;
    let mut rng = Rng::new(seed);
    let mut session = rules.start(Setup::Seed(seed)).map_err(|error| error.to_string())?;
    for _ in 0..args.plies {
        let Some(mv) = session.random_move(&mut rng) else { break };
        session.play(&mv).map_err(|error| error.to_string())?;
    }
    Ok(session)
}
