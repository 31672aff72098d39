//! What can be wrong with a foreign text, or with writing one.

use std::fmt;

use schwarm_core::{MoveError, PositionError};

use super::Format;
use crate::RecordError;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text, or a game of it, was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The text is in no format that is known here.
    #[error("{place}: {what}")]
    Unknown {
        /// Where that was noticed.
        place: Place,
        /// What it looks like, and what is expected.
        what: String,
    },
    /// The text is too long.
    #[error("the text is longer than {} bytes: split it", super::LONGEST_TEXT)]
    TooLong,
    /// The text does not follow its format.
    #[error("game {game}, {place}: {what}")]
    Syntax {
        /// Number of the game in the text, counted from 1.
        game: usize,
        /// Where.
        place: Place,
        /// What is wrong, and what is expected.
        what: String,
    },
    /// No rule set fits the game.
    #[error("game {game}: no rules for {id:?}: {why}")]
    Rules {
        /// Number of the game in the text, counted from 1.
        game: usize,
        /// The id asked for.
        id: String,
        /// What the provider said.
        why: String,
    },
    /// The start of the game cannot be read.
    #[error("game {game}: {error}")]
    Start {
        /// Number of the game in the text, counted from 1.
        game: usize,
        /// What is wrong with it.
        error: Box<PositionError>,
    },
    /// A move is not legal.
    #[error("game {game}, move {ply}{}: {error}", at(*place))]
    Move {
        /// Number of the game in the text, counted from 1.
        game: usize,
        /// Number of the move, counted from 1.
        ply: usize,
        /// Id of the rule set.
        id: String,
        /// Where it stands, if that is known.
        place: Option<Place>,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
    /// The game has too many moves.
    #[error("game {game} has more than {} moves", super::MOST_MOVES)]
    TooManyMoves {
        /// Number of the game in the text, counted from 1.
        game: usize,
    },
}

fn at(place: Option<Place>) -> String {
    place.map_or(String::new(), |place| format!(" ({place})"))
}

/// Why a game was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format does not know the game.
    #[error("{format} cannot hold a game of {game}: {why}")]
    Game {
        /// The format asked for.
        format: Format,
        /// Id of the game.
        game: String,
        /// What it can hold.
        why: &'static str,
    },
    /// The format knows no other start than the usual one.
    #[error("{format} cannot hold a game that begins from a set-up position; write pgn or jsonl")]
    Start {
        /// The format asked for.
        format: Format,
    },
    /// No rule set fits the record.
    #[error("no rules for {id:?}: {why}")]
    Rules {
        /// The id asked for.
        id: String,
        /// What the provider said.
        why: String,
    },
    /// The record cannot be played through.
    #[error("the record is no game by its rules: {0}")]
    Record(#[from] RecordError),
    /// What was written cannot be read again.
    #[error("{format} cannot hold this game: {error}")]
    Back {
        /// The format asked for.
        format: Format,
        /// What reading it said.
        error: Box<ImportError>,
    },
    /// What was written reads as no game, or as several.
    #[error("{format} cannot hold this game: its text does not read as one game")]
    Torn {
        /// The format asked for.
        format: Format,
    },
    /// The record has no JSON.
    #[error("cannot write JSON: {0}")]
    Json(String),
}
