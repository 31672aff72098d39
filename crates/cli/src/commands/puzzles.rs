//! `schwarm puzzles`: forced wins found in stored games, listed, written to files and read from them.
//!
//! Not here: what makes a position a puzzle (`schwarm_engine::puzzle`), the store (`schwarm-store`), the pages (`schwarm-web`).

mod export;
mod filter;
mod import;
mod list;
mod mine;

use clap::Subcommand;

use super::records::{runtime, table, with_store};

/// The arguments of `schwarm puzzles`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A puzzle is a position in which one move, and no other, forces a win: proven against every defence.

Examples:
  schwarm match 7 6 --game hive --games 200 --time none   games to look through
  schwarm puzzles mine                            look through the stored games
  schwarm puzzles list --game hive                what was found, the easiest first
  schwarm puzzles list --shipped                  the puzzles everybody has
  schwarm puzzles export -o puzzles.jsonl         a file for others
  schwarm puzzles import puzzles.jsonl            and theirs, proven again

They are solved in the browser: `schwarm` serves them at /puzzles.
`schwarm puzzles COMMAND --help` tells more.")]
pub struct Args {
    #[command(subcommand)]
    command: Puzzles,
}

/// What can be done with puzzles.
#[derive(Debug, Subcommand)]
enum Puzzles {
    /// Look through stored games for puzzles
    Mine(mine::Args),
    /// List puzzles
    List(list::Args),
    /// Write puzzles as JSON lines
    Export(export::Args),
    /// Take in puzzles from files
    Import(import::Args),
}

/// Does it.
///
/// # Errors
/// When the store cannot be used, or a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Puzzles::Mine(args) => mine::run(args),
        Puzzles::List(args) => list::run(args),
        Puzzles::Export(args) => export::run(args),
        Puzzles::Import(args) => import::run(args),
    }
}

/// So many puzzles, in words.
fn counted(count: u64) -> String {
    format!("{count} {}", if count == 1 { "puzzle" } else { "puzzles" })
}
