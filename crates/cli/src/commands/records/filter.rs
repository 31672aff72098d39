//! Which games are asked for, as the command line says it.

use clap::ValueEnum;
use schwarm_store::{Filter, Standing};

use crate::failure::Failure;
use crate::opening::Opening;

/// Arguments that narrow down the games; together they must all hold.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Which games")]
pub struct FilterArgs {
    /// Games of this rule set, options included
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Games in which this player sits on either side
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Games this player lost
    #[arg(long, value_name = "NAME")]
    lost_by: Option<String>,
    /// Games of this match
    #[arg(long = "match", value_name = "NAME")]
    of_match: Option<String>,
    /// Games that ended so; open ones have no result yet
    #[arg(long, value_enum)]
    result: Option<ResultName>,
    /// Games with a higher number than this
    #[arg(long, value_name = "ID")]
    after: Option<i64>,
}

/// How a game stands, as a word of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultName {
    /// The first side won
    One,
    /// The second side won
    Two,
    /// Nobody won
    Draw,
    /// Broken off
    Aborted,
    /// Not ended
    Open,
}

impl FilterArgs {
    /// The same for the store.
    ///
    /// # Errors
    /// For an unknown game, with a suggestion.
    pub fn filter(&self) -> Result<Filter, Failure> {
        // Games are stored under their full ids, whichever alias a person types.
        let game = self.game.as_deref().map(|id| Opening::of_game(id).map(|opening| opening.rules.id())).transpose()?;
        let standing = self.result.map(|name| match name {
            ResultName::One => Standing::One,
            ResultName::Two => Standing::Two,
            ResultName::Draw => Standing::Draw,
            ResultName::Aborted => Standing::Aborted,
            ResultName::Open => Standing::Open,
        });
        Ok(Filter {
            game,
            player: self.player.clone(),
            loser: self.lost_by.clone(),
            of_match: self.of_match.clone(),
            standing,
            after: self.after,
            ..Filter::default()
        })
    }
}
