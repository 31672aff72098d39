//! The engine behind a command that is a bot itself: `uhp`, `line`, `connect`.

use std::fs;
use std::path::PathBuf;

use schwarm_core::Session;
use schwarm_engine::{Judge, Level, Options};
use schwarm_nets::Net;
use schwarm_play::Analyst;

use super::{Bot, BuiltIn, analyst};
use crate::failure::Failure;
use crate::mind::{EngineAnalyst, PowerArgs, usual_hash};

/// Who chooses the moves of a command that is a bot of this program.
#[derive(Debug, clap::Args)]
pub struct EngineArgs {
    /// Another bot of this program: builtin:random, builtin:greedy or builtin:LEVEL
    #[arg(long, value_name = "BOT")]
    bot: Option<String>,
    #[command(flatten)]
    strength: StrengthArgs,
}

/// How the engine plays.
#[derive(Debug, clap::Args)]
pub struct StrengthArgs {
    /// How strong the engine plays, from 1 (a beginner) to 10 [default: 10]
    #[arg(long, value_name = "N", conflicts_with = "bot", allow_negative_numbers = true)]
    level: Option<Level>,
    /// Seed of a bot that draws lots, to repeat its choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    power: PowerArgs,
    /// Another table of weights for the engine, for experiments
    #[arg(long, value_name = "FILE", conflicts_with = "net")]
    weights: Option<PathBuf>,
    /// Another network to judge by, or `counting` for none
    #[arg(long, value_name = "FILE")]
    net: Option<String>,
}

impl EngineArgs {
    /// The engine. `session` is of a game it will play, where one is known.
    ///
    /// # Errors
    /// For a bot that is unknown or another program, and for what the engine cannot be given.
    pub fn analyst(&self, session: Option<&dyn Session>) -> Result<Box<dyn Analyst>, Failure> {
        let bot = self.bot.as_deref().map(str::parse).transpose()?;
        self.strength.analyst(&bot.unwrap_or_else(|| self.strength.bot()), session)
    }
}

impl StrengthArgs {
    /// The engine at its level.
    pub fn bot(&self) -> Bot {
        Bot::BuiltIn(BuiltIn::Engine(self.level.unwrap_or(Level::FULL)))
    }

    /// A bot of this program.
    ///
    /// # Errors
    /// For a bot that is another program, and for what it cannot be given.
    pub fn analyst(&self, bot: &Bot, session: Option<&dyn Session>) -> Result<Box<dyn Analyst>, Failure> {
        let Bot::BuiltIn(BuiltIn::Engine(level)) = bot else {
            self.only_for_levels(bot)?;
            return analyst(bot, self.seed);
        };
        let usual =
            Options { level: *level, seed: self.seed, hash_mebibytes: usual_hash(*level), ..Options::default() };
        let judge = judge_of(self.net.as_deref())?;
        let mut engine = EngineAnalyst::new(Options { weights: self.weights()?, judge, ..self.power.give(usual)? });
        let file = self.weights.as_ref().map(|file| file.display().to_string()).or_else(|| self.net.clone());
        if let (Some(file), Some(session)) = (file, session) {
            // Told now rather than in the first game.
            engine.check(session).map_err(|error| Failure::usage(error.to_string()).at(file))?;
        }
        Ok(Box::new(engine))
    }

    /// Checks that a bot that is no level was told nothing that only a level understands.
    ///
    /// # Errors
    /// When it was.
    pub fn only_for_levels(&self, bot: &Bot) -> Result<(), Failure> {
        if !self.power.is_given() && self.weights.is_none() && self.net.is_none() {
            return Ok(());
        }
        Err(Failure::usage(format!("--threads, --hash, --weights and --net belong to the engine, not to {bot}"))
            .advise("The engine plays with --level 1 to --level 10."))
    }

    fn weights(&self) -> Result<Option<String>, Failure> {
        let read = |file: &PathBuf| {
            fs::read_to_string(file)
                .map_err(|error| Failure::usage(format!("cannot read the weights {}: {error}", file.display())))
        };
        self.weights.as_ref().map(read).transpose()
    }
}

/// What judges positions: a file of a network, `counting`, or what the program has found best.
///
/// # Errors
/// When the file cannot be read or is no network.
pub fn judge_of(net: Option<&str>) -> Result<Judge, Failure> {
    match net {
        None => Ok(Judge::House),
        Some("counting") => Ok(Judge::Counting),
        Some(file) => {
            let bytes = fs::read(file).map_err(|error| {
                Failure::usage(format!("cannot read the network {file}: {error}"))
                    .advise("--net counting judges without one.")
            })?;
            // A file that is none is refused at once, whatever game comes.
            Net::read(&bytes).map_err(|error| Failure::usage(error.to_string()).at(file))?;
            Ok(Judge::Net(bytes.into()))
        }
    }
}
