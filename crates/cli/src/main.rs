//! The one binary of Schwarm: parses the command line, runs a command, exits.
//!
//! Exit codes: 0 done, 1 the answer is no, 2 wrong usage or unreadable input.
//! Not here: what a command does (`commands`), rules of any game.

mod archive;
mod args;
mod bots;
mod brake;
mod commands;
mod contest;
mod events;
mod failure;
mod lines;
mod mind;
mod movelist;
mod opening;
mod record;
mod replays;
mod storage;
mod suggest;
mod terminal;
mod verdict;
mod voice;

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(exit) => return exit,
    };
    match commands::run(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
