//! What matches and tournaments have in common: their usual measures, and how they are shown.

use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use schwarm_arena::matchup::{KeptTalk, Restart};

use crate::bots::Bot;

pub use schwarm_arena::tournament::MARGIN;
pub use schwarm_arena::tournament::hall::{BATCH, READY};

/// How often it is told how things stand where there is no terminal.
pub const PAUSE: Duration = Duration::from_secs(30);

/// Of which games the talk with the bots is kept, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Talk {
    /// Every game
    #[default]
    All,
    /// Games that ended through a fault of a bot, to save room
    Faults,
}

impl Talk {
    /// The same for the arena.
    pub fn kept(self) -> KeptTalk {
        match self {
            Talk::All => KeptTalk::All,
            Talk::Faults => KeptTalk::Faults,
        }
    }
}

/// When a bot is started anew; `wanted` is for programs that can be kept.
pub fn restart(bot: &Bot, wanted: Restart) -> Restart {
    match bot {
        // One seed for each game, and one connection: nothing is kept that would be worth keeping.
        Bot::BuiltIn(_) | Bot::Sc(_) => Restart::EachGame,
        Bot::Uhp(_) | Bot::Line(_) => wanted,
    }
}

/// A bar for so many games with a message above it. It draws on the standard error, and only where that is a terminal.
pub fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{msg}{bar:40.cyan/dim} {pos}/{len} games, {elapsed}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
