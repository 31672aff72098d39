//! `schwarm line`: be a bot of the line protocol.

use std::io::{BufReader, stdin, stdout};

use crate::bots::EngineArgs;

/// The arguments of `schwarm line`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A referee starts this command and sends one JSON object a line: a greeting, then each turn with its
legal moves. The answer to a turn is {\"move\":\"…\"}. docs/protocols.md describes it on one page.

Example, a game against it:
  schwarm play piranhas-2026 --against 'line:schwarm line --level 4'")]
pub struct Args {
    #[command(flatten)]
    engine: EngineArgs,
}

/// Answers until the input ends.
///
/// # Errors
/// For a bot that is none of this program's, or when the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut analyst = args.engine.analyst(None)?;
    Ok(schwarm_line::run(BufReader::new(stdin()), stdout(), &schwarm_catalog::open, &mut *analyst)?)
}
