//! The commands, one module each; a module holds the arguments and the work of its command.

pub mod analyse;
pub mod bench;
pub mod connect;
pub mod convert;
pub mod datagen;
pub mod doctor;
pub mod fleet;
pub mod games;
pub mod inside;
pub mod line;
pub mod matchup;
pub mod net;
pub mod new_bot;
pub mod perft;
pub mod play;
pub mod puzzles;
pub mod query;
pub mod records;
pub mod render;
pub mod review;
pub mod sandbox_report;
pub mod serve;
pub mod sprt;
pub mod tournament;
pub mod tune;
pub mod uhp;
pub mod worker;

use crate::args::Command;

/// Runs a command; none at all serves.
///
/// # Errors
/// Whatever the user has to be told.
pub fn run(command: Option<Command>) -> anyhow::Result<()> {
    match command {
        None => serve::run(&serve::Args::default()),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Query(args)) => query::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Connect(args)) => connect::run(&args),
        Some(Command::Uhp(args)) => uhp::run(&args),
        Some(Command::Line(args)) => line::run(&args),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => matchup::run(&args),
        Some(Command::Records(args)) => records::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::NewBot(args)) => new_bot::run(&args),
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Tournament(args)) => tournament::run(&args),
        Some(Command::Worker(args)) => worker::run(&args),
        Some(Command::Fleet(args)) => fleet::run(&args),
        Some(Command::Sprt(args)) => sprt::run(&args),
        Some(Command::Datagen(args)) => datagen::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Net(args)) => net::run(&args),
        Some(Command::InsideSandbox(args)) => inside::run(&args),
    }
}
