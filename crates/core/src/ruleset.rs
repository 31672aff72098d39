//! Rule sets: what makes states, and how they are found by id.
//!
//! A [`Ruleset`] is the static face, a [`Rulebook`] the same without types, a
//! [`Family`] the one thing a game's crate hands to the catalog.

use std::fmt::Debug;

use crate::conformance::{self, Plan, Report};
use crate::draft::{Draft, Palette, Problem, Symmetry};
use crate::session::{PlayedSession, Session};
use crate::{Game, GameId, IdError, Notation, Outcome, PositionError};

/// An option of a game id, such as `repetition=off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name before the `=`.
    pub name: &'static str,
    /// The values it takes; empty for a plain switch.
    pub values: &'static [&'static str],
    /// The value when it is not given; `off` for a switch.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// How a part of a score line is added up over many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Summed.
    Sum,
    /// Averaged.
    Average,
}

/// One part of a score line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorePart {
    /// Stable id, such as `victory-points`.
    pub id: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// How it is added up.
    pub aggregation: Aggregation,
}

/// What everybody may know about a game before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The id without options.
    pub id: &'static str,
    /// Other spellings of the id, such as the UHP game type.
    pub aliases: &'static [&'static str],
    /// Name for people.
    pub title: &'static str,
    /// The rule set in one sentence.
    pub summary: &'static str,
    /// Names of the two sides.
    pub sides: [&'static str; 2],
    /// What a setup text looks like; empty where there is nothing to set up.
    pub setup: &'static str,
    /// Options after the id.
    pub options: &'static [OptionInfo],
    /// Notations moves can be written in, the standard one first.
    pub notations: &'static [Notation],
    /// The parts of a score line.
    pub score_parts: &'static [ScorePart],
    /// Plies after which the rules end the game.
    pub ply_limit: Option<u32>,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup<'a> {
    /// The default start of the rule set.
    Default,
    /// The setup drawn by a seed.
    Seed(u64),
    /// A setup text in the game's own form.
    Text(&'a str),
}

impl<'a> Setup<'a> {
    /// Reads `seed:N`; everything else is the game's own form.
    ///
    /// # Errors
    /// When `seed:` is not followed by a number.
    pub fn parse(text: &'a str) -> Result<Setup<'a>, PositionError> {
        match text.trim().strip_prefix("seed:") {
            None => Ok(Setup::Text(text.trim())),
            Some(number) => number
                .trim()
                .parse()
                .map(Setup::Seed)
                .map_err(|_| PositionError::setup(text, "seed: wants a whole number from 0 to 2^64-1")),
        }
    }
}

/// A line of play: where it began and what was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<G: Game> {
    /// The first position.
    pub start: G,
    /// Legal moves from there.
    pub moves: Vec<G::Move>,
}

/// A rule set of a game: makes its states.
pub trait Ruleset: Clone + Debug + Send + Sync + 'static {
    /// The state it plays on.
    type State: Game;

    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// The full id, with every option that is not at its default.
    fn id(&self) -> String;

    /// The first position of a setup.
    ///
    /// # Errors
    /// For a setup text that is none of this game's.
    fn start(&self, setup: Setup<'_>) -> Result<Self::State, PositionError>;

    /// Reads any position text of the game.
    ///
    /// # Errors
    /// For a text that is no position, or an impossible one.
    fn parse_position(&self, text: &str) -> Result<Line<Self::State>, PositionError>;

    /// The setup text from which [`start`](Ruleset::start) makes this first position again.
    fn setup_text(&self, start: &Self::State) -> String {
        start.to_text()
    }

    /// The occurrence of a position that ends the game as a draw, if any does.
    fn repetition_limit(&self) -> Option<u32> {
        None
    }

    /// Whether lines are written with their history (see [`line_text`](Ruleset::line_text)).
    fn writes_history(&self) -> bool {
        false
    }

    /// The position text of a line. Games whose notation carries the moves played
    /// write them; the others write the position reached.
    fn line_text(&self, line: &Line<Self::State>, now: &Self::State, outcome: Option<&Outcome>) -> String {
        let _ = (line, outcome);
        now.to_text()
    }

    /// What a position set up by hand can be made of.
    fn palette(&self) -> Palette;

    /// How boards can be turned without changing the game.
    fn symmetry(&self) -> Symmetry {
        Symmetry::None
    }

    /// A state as somebody would set it up.
    fn draft_of(&self, state: &Self::State) -> Draft;

    /// The state of a draft.
    ///
    /// # Errors
    /// Everything that is wrong with it, and where.
    fn compose(&self, draft: &Draft) -> Result<Self::State, Vec<Problem>>;

    /// Why no game can have led to a state that can be played on from, as far as is easily seen.
    fn doubts(&self, state: &Self::State) -> Vec<Problem>;

    /// Reads a position text without history as a draft, possible or not.
    ///
    /// # Errors
    /// For a text that follows no position notation of the game; the problem has its place in the text.
    fn read_draft(&self, text: &str) -> Result<Draft, Problem>;
}

/// A rule set without its types. Implemented for every [`Ruleset`].
pub trait Rulebook: Send + Sync {
    /// Facts about the game.
    fn info(&self) -> &'static GameInfo;

    /// The full id with options.
    fn id(&self) -> String;

    /// A session at the first position of a setup.
    ///
    /// # Errors
    /// For a setup text that is none of this game's.
    fn start(&self, setup: Setup<'_>) -> Result<Box<dyn Session>, PositionError>;

    /// A session at any position text of the game.
    ///
    /// # Errors
    /// For a text that is no position, or an impossible one.
    #[expect(clippy::wrong_self_convention, reason = "the session comes from the position, not from the book")]
    fn from_position(&self, text: &str) -> Result<Box<dyn Session>, PositionError>;

    /// What a position set up by hand can be made of.
    fn palette(&self) -> Palette;

    /// A session at the position of a draft.
    ///
    /// # Errors
    /// Everything that is wrong with it, and where.
    fn compose(&self, draft: &Draft) -> Result<Box<dyn Session>, Vec<Problem>>;

    /// Reads a position text without history as a draft, possible or not.
    ///
    /// # Errors
    /// For a text that follows no position notation of the game; the problem has its place in the text.
    fn read_draft(&self, text: &str) -> Result<Draft, Problem>;

    /// Checks every invariant of the rule set on random games.
    ///
    /// # Errors
    /// The first violation found, with the game that led to it.
    fn conformance(&self, plan: &Plan) -> Result<Report, String>;
}

impl<R: Ruleset> Rulebook for R {
    fn info(&self) -> &'static GameInfo {
        Ruleset::info(self)
    }

    fn id(&self) -> String {
        Ruleset::id(self)
    }

    fn start(&self, setup: Setup<'_>) -> Result<Box<dyn Session>, PositionError> {
        let start = Ruleset::start(self, setup)?;
        Ok(Box::new(PlayedSession::new(self.clone(), start)))
    }

    fn from_position(&self, text: &str) -> Result<Box<dyn Session>, PositionError> {
        let line = self.parse_position(text)?;
        Ok(Box::new(PlayedSession::from_line(self.clone(), line)?))
    }

    fn palette(&self) -> Palette {
        Ruleset::palette(self)
    }

    fn compose(&self, draft: &Draft) -> Result<Box<dyn Session>, Vec<Problem>> {
        let start = Ruleset::compose(self, draft)?;
        Ok(Box::new(PlayedSession::new(self.clone(), start)))
    }

    fn read_draft(&self, text: &str) -> Result<Draft, Problem> {
        Ruleset::read_draft(self, text)
    }

    fn conformance(&self, plan: &Plan) -> Result<Report, String> {
        conformance::check(self, plan)
    }
}

/// The games of one crate, as the catalog lists them.
pub trait Family: Send + Sync {
    /// Facts about every game of the family, variants included.
    fn games(&self) -> Vec<&'static GameInfo>;

    /// The rule set of an id, or `None` if the id is not one of this family.
    fn open(&self, id: &GameId) -> Option<Result<Box<dyn Rulebook>, IdError>>;
}
