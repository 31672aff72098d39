//! The engine behind a command that is a bot itself: `uhp`, `line`, `connect`.

use std::fs;
use std::path::PathBuf;

use schwarm_core::Session;
use schwarm_engine::{Level, Options};
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
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
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
        let mut engine = EngineAnalyst::new(Options { weights: self.weights()?, ..self.power.give(usual)? });
        if let (Some(file), Some(session)) = (&self.weights, session) {
            // Told now rather than in the first game.
            engine.check(session).map_err(|error| Failure::usage(error.to_string()).at(file.display()))?;
        }
        Ok(Box::new(engine))
    }

    /// Checks that a bot that is no level was told nothing that only a level understands.
    ///
    /// # Errors
    /// When it was.
    pub fn only_for_levels(&self, bot: &Bot) -> Result<(), Failure> {
        if !self.power.is_given() && self.weights.is_none() {
            return Ok(());
        }
        Err(Failure::usage(format!("--threads, --hash and --weights belong to the engine, not to {bot}"))
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
