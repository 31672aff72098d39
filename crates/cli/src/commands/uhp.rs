//! `schwarm uhp`: be an engine of the Universal Hive Protocol.

use std::io::{stdin, stdout};

use schwarm_uhp::guest::{self, Guest};

use crate::bots::{self, Bot};

/// The arguments of `schwarm uhp`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A UHP viewer or referee starts this command and talks to it on its standard input and output:
  info, newgame, play, pass, validmoves, bestmove, undo, options, perft, pv, help, exit

docs/protocols.md describes every command and answer.")]
pub struct Args {
    /// Who chooses the moves: builtin:random or builtin:greedy
    #[arg(long, value_name = "BOT", default_value = "builtin:greedy")]
    bot: String,
    /// Seed of the bot, to repeat its choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Answers until the input ends.
///
/// # Errors
/// For a bot that is none of this program's, or when the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let bot: Bot = args.bot.parse()?;
    let analyst = bots::analyst(&bot, args.seed)?;
    let id = format!("schwarm-{} {}", analyst.name(), env!("CARGO_PKG_VERSION"));
    let mut guest = Guest::new(id, Box::new(|id| schwarm_catalog::open(id).ok()), analyst);
    Ok(guest::run(&mut guest, stdin(), stdout().lock())?)
}
