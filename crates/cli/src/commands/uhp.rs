//! `schwarm uhp`: be an engine of the Universal Hive Protocol.

use std::io::{stdin, stdout};

use schwarm_uhp::guest::{self, Guest};

use crate::bots::EngineArgs;
use crate::opening::Opening;

/// The arguments of `schwarm uhp`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A UHP viewer or referee starts this command and talks to it on its standard input and output:
  info, newgame, play, pass, validmoves, bestmove, undo, options, perft, pv, help, exit

Examples:
  schwarm uhp --threads 2 --hash 512            as strong as this machine can
  schwarm uhp --level 5                         an opponent for an evening

docs/protocols.md describes every command, answer and option.")]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

/// Answers until the input ends.
///
/// # Errors
/// For a bot that is none of this program's, or when the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let any_game = Opening::of_game("hive")?.session()?;
    let analyst = args.engine.analyst(Some(&*any_game))?;
    let id = format!("schwarm-{} {}", analyst.name(), env!("CARGO_PKG_VERSION"));
    let mut guest = Guest::new(id, Box::new(|id| schwarm_catalog::open(id).ok()), analyst);
    Ok(guest::run(&mut guest, stdin(), stdout().lock())?)
}
