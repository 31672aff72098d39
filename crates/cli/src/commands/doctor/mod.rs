//! `schwarm doctor`: puts a bot through its protocol and says point by point what is wrong.
//!
//! Every check has a process of its own, so that a bot that fails one is well again for the next, and every
//! wait has an end. The rules the bot is compared with are ours, by sets of moves.
//! Not here: playing for a result (`match`), the processes (`schwarm-arena`).

mod book;
mod finding;
mod line;
mod memory;
mod sc;
mod uhp;
mod walk;
mod ward;
mod words;

use std::path::PathBuf;

use anyhow::anyhow;
use schwarm_play::TimeControl;

use crate::bots::{Bot, Named};
use crate::commands::sandbox_report;
use crate::failure::Failure;
use book::Book;
use ward::{Dose, Ward};

/// The arguments of `schwarm doctor`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A check is fine, a warning (bad manners that lose no game), a fault, or skipped. Faults come with
the end of the talk with the bot; --out keeps the whole of it, one file for each check.

Examples:
  schwarm doctor 'line:python3 bot.py' --game hive
  schwarm doctor 'uhp:./my-engine' --quick
  schwarm doctor 'sc:java -jar player.jar' --game piranhas-2026 --out report
  schwarm doctor 'uhp:./my-engine' --long --json > report.jsonl
  schwarm doctor --sandbox                          what untrusted bots can be kept from here

Exit codes: 0 no fault was found, 1 faults were found, 2 wrong usage or the bot cannot be started.")]
pub struct Args {
    /// Who is ill: uhp:COMMAND, line:COMMAND, sc:COMMAND or a name in bots.toml
    #[arg(required_unless_present = "sandbox")]
    bot: Option<String>,
    /// Say which layers of the sandbox this machine has, and nothing else
    #[arg(long, conflicts_with = "bot")]
    sandbox: bool,
    /// The game; may be given several times. Otherwise all sets of pieces a UHP engine names, and piranhas-2026
    #[arg(long, value_name = "ID")]
    game: Vec<String>,
    /// Time for a move, such as 1/move, or for a whole game, such as 10+0.1
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,
    /// Few positions and short waits
    #[arg(long, conflicts_with = "long")]
    quick: bool,
    /// Many positions and patient waits
    #[arg(long)]
    long: bool,
    /// Seed of the games that are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one object for each check and a summary, one a line
    #[arg(long)]
    json: bool,
    /// Keep the talk of every check that is not fine in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Examines the bot.
///
/// # Errors
/// For wrong usage, a bot that cannot be started, and without words when faults were found.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.sandbox {
        return sandbox_report::report(args.json);
    }
    let Some(name) = &args.bot else { return Err(Failure::usage("which bot?").into()) };
    let named = Named::find(name)?;
    let Some(command) = named.bot.command() else {
        let failure = Failure::usage(format!("{} is a part of this program and speaks no protocol", named.bot));
        return Err(failure.advise("The doctor sees uhp:COMMAND, line:COMMAND and sc:COMMAND.").into());
    };
    let dose = match (args.quick, args.long) {
        (true, _) => Dose::QUICK,
        (_, true) => Dose::LONG,
        _ => Dose::USUAL,
    };
    let ward = Ward::new(&named, command, dose, args.time, args.seed);
    let mut book = Book::new(args.json, args.out.clone(), &named.bot.to_string())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match named.bot {
            Bot::Uhp(_) => uhp::examine(&ward, &args.game, &mut book).await,
            Bot::Line(_) => line::examine(&ward, &args.game, &mut book).await,
            Bot::Sc(_) => sc::examine(&ward, &args.game, &mut book).await,
            Bot::BuiltIn(_) => Ok(()),
        }
    })?;
    match book.close()? {
        0 => Ok(()),
        _ => Err(anyhow!(Failure::told())),
    }
}
