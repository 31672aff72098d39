//! An opening book from games of the engine against itself.
//!
//! ```text
//! cargo run --release -p schwarm-engine --example book -- hive hive+mlp --games 5000 --threads 8 -o crates/engine/books/hive.book
//! ```

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use schwarm_engine::book::{Book, Plan, grow};

/// Lines of progress for each game.
const NEWS: u64 = 10;

/// Make an opening book
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Ids of the games
    #[arg(required = true)]
    ids: Vec<String>,
    /// Games of the engine against itself, for each id
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// Random plies that a game begins with at most
    #[arg(long, default_value_t = 2)]
    random_plies: u32,
    /// Plies that the book has at most
    #[arg(long, default_value_t = 12)]
    deepest: u32,
    /// Plies that are played on beyond what is in the book
    #[arg(long, default_value_t = 6)]
    plies: u32,
    /// Nodes for each of these
    #[arg(long, default_value_t = 8000)]
    nodes: u64,
    /// Nodes for a first glance at a position
    #[arg(long, default_value_t = 200)]
    glance: u64,
    /// Nodes for the choice of a move that is tried first
    #[arg(long, default_value_t = 20_000)]
    choice: u64,
    /// Games of a position that is written into the book
    #[arg(long, default_value_t = 16)]
    least: u32,
    /// Decides the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A book that is added to; what it says of a position stays
    #[arg(long, value_name = "FILE")]
    add_to: Option<String>,
    /// Where the book is written
    #[arg(short, long, value_name = "FILE")]
    output: String,
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

fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut book = match &args.add_to {
        None => Book::default(),
        Some(path) => Book::read(&fs::read(path).map_err(|error| format!("{path}: {error}"))?)
            .map_err(|error| format!("{path}: {error}"))?,
    };
    for id in &args.ids {
        let plan = Plan {
            game: id.clone(),
            games: args.games,
            random_plies: args.random_plies,
            deepest: args.deepest,
            plies: args.plies,
            nodes: args.nodes,
            glance_nodes: args.glance,
            choice_nodes: args.choice,
            least: args.least,
            seed: args.seed,
            threads: args.threads,
        };
        let (begun, mut told) = (Instant::now(), 0);
        let grown = grow(&plan, &mut |growth| {
            if growth.games * NEWS / args.games > told {
                told = growth.games * NEWS / args.games;
                let seconds = begun.elapsed().as_secs();
                eprintln!(
                    "{id}: {} of {} games, {} positions, {seconds} s",
                    growth.games, args.games, growth.positions
                );
            }
        })?;
        println!("{id}: {} positions in the book", grown.len());
        book = book.with(grown);
    }
    let bytes = book.to_bytes();
    fs::write(&args.output, &bytes).map_err(|error| format!("{}: {error}", args.output))?;
    println!("{}: {} positions, {} bytes", args.output, book.len(), bytes.len());
    Ok(())
}
