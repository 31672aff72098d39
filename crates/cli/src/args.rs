//! The command line as a whole; each command declares its own arguments beside its code.
//!
//! Invariant: a wrong command line exits with 2 and says what was meant, if that can be guessed.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use crate::commands::{
    analyse, bench, connect, convert, datagen, doctor, fleet, games, inside, line, matchup, net, new_bot, perft, play,
    puzzles, query, records, render, review, serve, sprt, tournament, tune, uhp, worker,
};
use crate::failure;

const EXAMPLES: &str = "\
Examples:
  schwarm                               the arena in the browser, on 127.0.0.1:8080
  schwarm games                         all games with their options
  schwarm play hive --level 3           white against the engine (levels 1 to 10)
  schwarm analyse hive --moves 'wS1;bS1 wS1-'   the best lines of a position
  schwarm serve --web 0.0.0.0:8080      the same for other machines, too
  schwarm match greedy random --game hive   is greedy better than random?
  schwarm new-bot --lang python --game hive my-bot   begin a bot of your own
  schwarm uhp                           be a UHP engine for a Hive viewer
  schwarm perft hive+mlp 5              count the lines of five plies
  schwarm render piranhas-2019 -o board.svg
  echo '{\"game\":\"hive\",\"moves\":[\"wS1\"]}' | schwarm query

Exit codes: 0 done, 1 the answer is no (an illegal move, H0 accepted), 2 wrong usage or unreadable input.";

/// Hive, Piranhas and Ostseeschach: one arena for two-player games in which swarms meet
#[derive(Debug, Parser)]
#[command(name = "schwarm", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// What to do; without a command the arena is served.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands of this stage.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games: ids, variants, options, setups
    Games(games::Args),
    /// Count the legal lines of a given length
    Perft(perft::Args),
    /// Answer questions about positions: JSON lines in, JSON lines out
    Query(query::Args),
    /// Draw a position as text, SVG or PNG
    Render(render::Args),
    /// Play in the terminal
    Play(play::Args),
    /// Find the best lines of a position
    Analyse(analyse::Args),
    /// Where was this game lost? Judge every move of a record
    Review(Box<review::Args>),
    /// Serve the arena: pages in the browser, the Software-Challenge server
    Serve(Box<serve::Args>),
    /// Be a player on a Software-Challenge server
    Connect(connect::Args),
    /// Be a UHP engine on standard input and output
    Uhp(uhp::Args),
    /// Be a bot of the line protocol on standard input and output
    Line(line::Args),
    /// Play two bots against each other: is the first one better?
    Match(Box<matchup::Args>),
    /// Play a tournament described in a file
    Tournament(tournament::Args),
    /// Play jobs of a server on this machine
    Worker(worker::Args),
    /// Machines that play for this store: tokens, bots, jobs
    Fleet(fleet::Args),
    /// The stored games: list, show, export, import
    Records(records::Args),
    /// Puzzles: find forced wins in the stored games, list, export, import
    Puzzles(puzzles::Args),
    /// Begin a bot of your own: a folder with a small one that plays at once
    NewBot(new_bot::Args),
    /// Examine a bot: what of its protocol and rules is wrong?
    Doctor(doctor::Args),
    /// Convert records of games between formats
    Convert(convert::Args),
    /// Is the first bot better? The sequential test over counted results
    Sprt(sprt::Args),
    /// Search fixed positions: the engine's speed and its signature
    Bench(bench::Args),
    /// Play games of an engine against itself, to learn from
    Datagen(datagen::Args),
    /// Fit the weights of an engine to its games
    Tune(tune::Args),
    /// Networks: what they learn from, what stands in one, what it thinks
    Net(net::Args),
    /// Become a bot in its sandbox; for the arena's own use
    #[command(hide = true)]
    InsideSandbox(inside::Args),
}

/// Reads the command line; `Err` is the exit code after help, version or a complaint was printed.
pub fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        // A closed stdout or stderr leaves nobody to tell.
        let _ = error.print();
        if let Some(game) = misplaced_game(&error) {
            eprintln!("\n  {game} is a game, not a command: try `schwarm play {game}`");
        }
        match error.use_stderr() {
            true => ExitCode::from(failure::USAGE),
            false => ExitCode::SUCCESS,
        }
    })
}

/// The unknown command, if it is the id of a game.
fn misplaced_game(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => schwarm_catalog::open(word).is_ok().then(|| word.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_declared_consistently() {
        Cli::command().debug_assert();
    }
}
