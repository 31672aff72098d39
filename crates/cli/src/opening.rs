//! From a game id and a start to a session, with messages a typo can be mended by.

use std::collections::BTreeSet;
use std::sync::Arc;

use schwarm_arena::matchup::Openings;
use schwarm_core::error::shorten;
use schwarm_core::{GameId, GameInfo, IdError, Rulebook, Session, Setup};

use schwarm_play::Start;

use crate::failure::Failure;
use crate::suggest;

/// Where a game begins, as the command line says it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct StartArgs {
    /// Start from this position (any position text of the game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Start from this setup: the game's own form, or seed:N for a drawn one
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "position")]
    pub setup: Option<String>,
}

impl StartArgs {
    /// The start these arguments name.
    pub fn start(&self) -> Start {
        match (&self.position, &self.setup) {
            (Some(text), _) => Start::Position(text.clone()),
            (None, Some(text)) => Start::Setup(text.clone()),
            (None, None) => Start::Default,
        }
    }
}

/// Random plies before games that would all begin alike.
const PREFIX: u32 = 4;

/// Where the games of a match begin if nobody says otherwise. A game that always begins alike gets a random prefix:
/// bots without chance would play one game over and over.
pub fn starts(rules: &dyn Rulebook) -> Openings {
    let starts: BTreeSet<String> =
        (0..16).filter_map(|seed| rules.start(Setup::Seed(seed)).ok()).map(|session| session.position()).collect();
    if starts.len() > 2 { Openings::Seeds } else { Openings::Prefix { plies: PREFIX } }
}

/// A game and a session of it, ready to be put on a table.
pub type Placed = (Opening, Box<dyn Session>);

/// A game and where it begins: enough to begin it again.
#[derive(Clone)]
pub struct Opening {
    /// The rule set.
    pub rules: Arc<dyn Rulebook>,
    /// Where it begins.
    pub start: Start,
}

impl Opening {
    /// The default start of a game id.
    ///
    /// # Errors
    /// For an unknown id or option, with a suggestion.
    pub fn of_game(id: &str) -> Result<Opening, Failure> {
        Opening::new(id, Start::Default)
    }

    /// A game id and a start.
    ///
    /// # Errors
    /// For an unknown id or option, with a suggestion.
    pub fn new(id: &str, start: Start) -> Result<Opening, Failure> {
        let rules = schwarm_catalog::open(id).map_err(|error| {
            let failure = Failure::usage(explain(id, &error));
            failure.advise("`schwarm games` lists every game with its options.")
        })?;
        Ok(Opening { rules: Arc::from(rules), start })
    }

    /// Facts about the game.
    pub fn info(&self) -> &'static GameInfo {
        self.rules.info()
    }

    /// A session at the start.
    ///
    /// # Errors
    /// For a setup or position text the game does not know.
    pub fn session(&self) -> Result<Box<dyn Session>, Failure> {
        self.start.open(&*self.rules).map_err(|error| {
            let failure = Failure::from(&error);
            match (&self.start, self.info().setup) {
                (Start::Setup(_), "") => failure.advise("This game has nothing to set up: leave the setup away."),
                (Start::Setup(_), _) => failure.advise("A setup can also be drawn by a number: seed:7."),
                _ => failure,
            }
        })
    }
}

/// An id error as one sentence, with the name that was probably meant.
pub fn explain(id: &str, error: &IdError) -> String {
    let games = schwarm_catalog::games();
    let parsed = GameId::parse(id);
    match error {
        IdError::Unknown { .. } => {
            // Aliases are read for other programs' sake; a person is taught the id.
            let names = games.iter().map(|info| info.id);
            let hint = suggest::did_you_mean(&parsed.name, names);
            let hint = hint.unwrap_or_else(|| "no game has a similar name".to_string());
            format!("unknown game {:?}; {hint}", shorten(&parsed.name))
        }
        IdError::Option { option, .. } => {
            let info = games.iter().find(|info| parsed.names(info));
            let names = info.map_or(&[][..], |info| info.options).iter().map(|known| known.name);
            let known = names.clone().any(|name| name == option);
            match suggest::did_you_mean(option, names).filter(|_| !known) {
                Some(hint) => format!("{error}; {hint}"),
                None => error.to_string(),
            }
        }
    }
}
