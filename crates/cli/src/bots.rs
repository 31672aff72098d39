//! Bots by their names: `builtin:random`, `uhp:COMMAND`, `sc:COMMAND`, `line:COMMAND`, or a name in `bots.toml`.
//!
//! Not here: the processes (`schwarm-arena`), the protocols they speak.

mod fingerprint;
mod roster;
mod seat;

use std::fmt;
use std::str::FromStr;

use schwarm_play::Analyst;
use schwarm_play::house::{Greedy, Random};

pub use fingerprint::fingerprint;
pub use roster::Named;
pub use seat::{Terms, client_at, factory, seat};

use crate::failure::Failure;
use crate::suggest;

/// How bots are named, for help texts.
pub const NAMES: &str = "builtin:random, builtin:greedy, uhp:COMMAND (a Hive engine), sc:COMMAND (a Software-Challenge client), line:COMMAND (any game) or a name in bots.toml";

/// The engines in this program, by name.
const BUILT_IN: [&str; 2] = ["random", "greedy"];

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bot {
    /// One in this program.
    BuiltIn(&'static str),
    /// A program that speaks UHP.
    Uhp(String),
    /// A client of Software-Challenge servers.
    Sc(String),
    /// A program that speaks the line protocol.
    Line(String),
}

impl FromStr for Bot {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Bot, Failure> {
        let (kind, rest) = name.split_once(':').unwrap_or(("builtin", name));
        let command = rest.trim();
        match kind {
            "builtin" => match BUILT_IN.iter().find(|known| **known == command) {
                Some(known) => Ok(Bot::BuiltIn(known)),
                None => {
                    let hint = suggest::did_you_mean(command, BUILT_IN);
                    let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
                    let failure = Failure::usage(format!("no bot is named {name:?}{hint}"));
                    Err(failure.advise(format!("A bot is {NAMES}.")))
                }
            },
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

/// The engine behind a command that is a bot itself.
#[derive(Debug, clap::Args)]
pub struct EngineArgs {
    /// Who chooses the moves: builtin:random or builtin:greedy
    #[arg(long, value_name = "BOT", default_value = "builtin:greedy")]
    bot: String,
    /// Seed of the bot, to repeat its choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl EngineArgs {
    /// The engine.
    ///
    /// # Errors
    /// For a bot that is unknown or another program.
    pub fn analyst(&self) -> Result<Box<dyn Analyst>, Failure> {
        analyst(&self.bot.parse()?, self.seed)
    }
}

/// An engine of this program.
///
/// # Errors
/// For a bot that is another program.
fn analyst(bot: &Bot, seed: u64) -> Result<Box<dyn Analyst>, Failure> {
    match bot {
        Bot::BuiltIn("greedy") => Ok(Box::new(Greedy::new(seed))),
        Bot::BuiltIn(_) => Ok(Box::new(Random::new(seed))),
        Bot::Uhp(_) | Bot::Sc(_) | Bot::Line(_) => Err(Failure::usage(format!("{bot} is another program"))
            .advise("Here a bot of this program is wanted: builtin:random or builtin:greedy.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_alike() {
        for name in ["builtin:random", "builtin:greedy", "uhp:./nokamute uhp", "sc:./start.sh", "line:python3 bot.py"] {
            assert_eq!(name.parse::<Bot>().map(|bot| bot.to_string()).ok().as_deref(), Some(name));
        }
        assert_eq!("greedy".parse::<Bot>().ok(), Some(Bot::BuiltIn("greedy")));
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
}
