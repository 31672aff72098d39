//! Bots by their names: `builtin:7`, `builtin:random`, `uhp:COMMAND`, `sc:COMMAND`, `line:COMMAND`, or a name in `bots.toml`.
//!
//! Not here: the processes (`schwarm-arena`), the protocols they speak.

mod engine;
mod fingerprint;
mod register;
mod roster;
mod seat;

use std::fmt;
use std::str::FromStr;

use schwarm_engine::Level;
use schwarm_play::Analyst;
use schwarm_play::house::{Greedy, Random};

pub use engine::{EngineArgs, StrengthArgs, judge_of};
pub use fingerprint::{fingerprint, made_of};
pub use roster::{Named, add, remove};
pub use seat::{Terms, client_at, factory, seat, seat_of};

use crate::failure::Failure;
use crate::mind::EngineAnalyst;
use crate::suggest;

/// How bots are named, for help texts.
pub const NAMES: &str = "builtin:LEVEL (1 to 10), builtin:random, builtin:greedy, uhp:COMMAND (a Hive engine), sc:COMMAND (a Software-Challenge client), line:COMMAND (any game) or a name in bots.toml";

/// The bots in this program that have a name; the others have a level.
const BUILT_IN: [&str; 2] = ["random", "greedy"];

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bot {
    /// One in this program.
    BuiltIn(BuiltIn),
    /// A program that speaks UHP.
    Uhp(String),
    /// A client of Software-Challenge servers.
    Sc(String),
    /// A program that speaks the line protocol.
    Line(String),
}

/// A bot in this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// Any legal move.
    Random,
    /// One ply ahead, by the game's own score.
    Greedy,
    /// The engine at a level.
    Engine(Level),
}

impl BuiltIn {
    /// The bot of a name or a level; why there is none.
    fn read(name: &str) -> Result<BuiltIn, String> {
        match name {
            "random" => Ok(BuiltIn::Random),
            "greedy" => Ok(BuiltIn::Greedy),
            level if is_number(level) => {
                let found = level.parse().map(BuiltIn::Engine);
                found.map_err(|_| "; levels go from 1 (a beginner) to 10 (full strength)".to_string())
            }
            name => Err(suggest::did_you_mean(name, BUILT_IN).map_or_else(String::new, |hint| format!("; {hint}"))),
        }
    }
}

/// Whether a name is meant as a level.
fn is_number(name: &str) -> bool {
    let digits = name.strip_prefix('-').unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Random => f.write_str("random"),
            BuiltIn::Greedy => f.write_str("greedy"),
            BuiltIn::Engine(level) => level.fmt(f),
        }
    }
}

impl FromStr for Bot {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Bot, Failure> {
        let (kind, rest) = name.split_once(':').unwrap_or(("builtin", name));
        let command = rest.trim();
        match kind {
            "builtin" => BuiltIn::read(command).map(Bot::BuiltIn).map_err(|hint| {
                Failure::usage(format!("no bot is named {name:?}{hint}")).advise(format!("A bot is {NAMES}."))
            }),
            "uhp" | "sc" | "line" if command.is_empty() => {
                let failure = Failure::usage(format!("{name:?} names no program"));
                Err(failure.advise(format!("Write the command after the colon: {kind}:./my-bot --fast")))
            }
            "uhp" => Ok(Bot::Uhp(command.to_string())),
            "sc" => Ok(Bot::Sc(command.to_string())),
            "line" => Ok(Bot::Line(command.to_string())),
            _ => Err(Failure::usage(format!("no kind of bot is called {kind:?}")).advise(format!("A bot is {NAMES}."))),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bot::BuiltIn(name) => write!(f, "builtin:{name}"),
            Bot::Uhp(command) => write!(f, "uhp:{command}"),
            Bot::Sc(command) => write!(f, "sc:{command}"),
            Bot::Line(command) => write!(f, "line:{command}"),
        }
    }
}

impl Bot {
    /// The command of a bot that is another program.
    pub fn command(&self) -> Option<&str> {
        match self {
            Bot::BuiltIn(_) => None,
            Bot::Uhp(command) | Bot::Sc(command) | Bot::Line(command) => Some(command),
        }
    }
}

/// An engine of this program.
///
/// # Errors
/// For a bot that is another program.
fn analyst(bot: &Bot, seed: u64) -> Result<Box<dyn Analyst>, Failure> {
    match bot {
        Bot::BuiltIn(BuiltIn::Random) => Ok(Box::new(Random::new(seed))),
        Bot::BuiltIn(BuiltIn::Greedy) => Ok(Box::new(Greedy::new(seed))),
        Bot::BuiltIn(BuiltIn::Engine(level)) => Ok(Box::new(EngineAnalyst::of_level(*level, seed))),
        Bot::Uhp(_) | Bot::Sc(_) | Bot::Line(_) => Err(Failure::usage(format!("{bot} is another program"))
            .advise("Here a bot of this program is wanted: builtin:LEVEL, builtin:random or builtin:greedy.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_alike() {
        for name in
            ["builtin:random", "builtin:7", "builtin:10", "uhp:./nokamute uhp", "sc:./start.sh", "line:python3 bot.py"]
        {
            assert_eq!(name.parse::<Bot>().map(|bot| bot.to_string()).ok().as_deref(), Some(name));
        }
        assert_eq!("greedy".parse::<Bot>().ok(), Some(Bot::BuiltIn(BuiltIn::Greedy)));
        assert_eq!("3".parse::<Bot>().map(|bot| bot.to_string()).ok().as_deref(), Some("builtin:3"));
    }

    #[test]
    fn a_typo_is_answered_with_what_was_meant() {
        let error = "builtin:gredy".parse::<Bot>().expect_err("a typo");
        assert!(error.message.contains("greedy"), "{error}");
        for name in ["uhp:", "sc:", "xboard:crafty", ""] {
            let error = name.parse::<Bot>().expect_err(name);
            assert!(error.advice.is_some(), "{name}");
        }
    }

    #[test]
    fn a_level_that_is_none_is_told_which_there_are() {
        for name in ["builtin:11", "builtin:0", "11", "builtin:-3", "builtin:99999999999999999999"] {
            let error = name.parse::<Bot>().expect_err(name);
            assert!(error.message.contains("from 1") && error.message.contains("to 10"), "{error}");
        }
    }
}
