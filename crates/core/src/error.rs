//! What can be wrong with a text: a move, a position, a game id.
//!
//! Every error says what was wrong and where. `kind()` is a stable id for
//! programs; the `Display` text is for people.

use crate::view::Cell;

/// The rule a move breaks, with a stable id that pages can translate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// Stable id such as `one-hive`, `gate` or `distance`.
    pub id: &'static str,
    /// The rule in words, with the cells and pieces of this case.
    pub message: String,
    /// The cells that cause it, for marking on a board; may be empty.
    pub cells: Vec<Cell>,
    /// What this case is about (`piece`, `bug`, `fish` …), for telling it in another language.
    pub facts: Vec<(&'static str, String)>,
}

impl BrokenRule {
    /// A broken rule without marked cells.
    pub fn new(id: &'static str, message: impl Into<String>) -> BrokenRule {
        BrokenRule { id, message: message.into(), cells: Vec::new(), facts: Vec::new() }
    }

    /// The same with a fact of this case.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> BrokenRule {
        self.facts.push((name, value.to_string()));
        self
    }

    /// The same with the cells that cause it.
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> BrokenRule {
        self.cells.extend(cells);
        self
    }
}

/// Why a move text was not played. The state is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move of this game's notation.
    #[error("cannot read move \"{text}\": {why}")]
    Syntax {
        /// The text as given, shortened if absurdly long.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The move is readable but breaks a rule.
    #[error("move \"{text}\" is not legal: {}", rule.message)]
    Illegal {
        /// The text as given.
        text: String,
        /// The broken rule.
        rule: Box<BrokenRule>,
    },
    /// The game has ended; no move is legal.
    #[error("move \"{text}\" comes too late: the game is over ({reason})")]
    GameOver {
        /// The text as given.
        text: String,
        /// Id of the reason the game is over.
        reason: &'static str,
    },
}

impl MoveError {
    /// A syntax error about `text`, which is shortened to a bearable length.
    pub fn syntax(text: &str, why: impl Into<String>) -> MoveError {
        MoveError::Syntax { text: shorten(text), why: why.into() }
    }

    /// An illegal move.
    pub fn illegal(text: &str, rule: BrokenRule) -> MoveError {
        MoveError::Illegal { text: shorten(text), rule: Box::new(rule) }
    }

    /// Stable id of the kind of error: `syntax`, `illegal` or `game-over`.
    pub fn kind(&self) -> &'static str {
        match self {
            MoveError::Syntax { .. } => "syntax",
            MoveError::Illegal { .. } => "illegal",
            MoveError::GameOver { .. } => "game-over",
        }
    }
}

/// Why a position or setup text was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text does not follow the position notation.
    #[error("cannot read position at {place}: {why}")]
    Syntax {
        /// Where: a character number, a row, a cell, a field.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// The text is readable but no such position can exist.
    #[error("impossible position: {why}")]
    Impossible {
        /// What is impossible, and where.
        why: String,
    },
    /// A move in the position's own move list is bad.
    #[error("move {ply} of the position: {error}")]
    Move {
        /// Number of the move, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The setup text is not one of this game.
    #[error("cannot read setup {text:?}: {why}")]
    Setup {
        /// The text as given.
        text: String,
        /// What is expected.
        why: String,
    },
}

impl PositionError {
    /// A syntax error at a named place.
    pub fn syntax(place: impl Into<String>, why: impl Into<String>) -> PositionError {
        PositionError::Syntax { place: place.into(), why: why.into() }
    }

    /// An impossible position.
    pub fn impossible(why: impl Into<String>) -> PositionError {
        PositionError::Impossible { why: why.into() }
    }

    /// A bad setup text.
    pub fn setup(text: &str, why: impl Into<String>) -> PositionError {
        PositionError::Setup { text: shorten(text), why: why.into() }
    }

    /// Stable id: `position-syntax`, `position-impossible`, `setup`, or the move error's kind.
    pub fn kind(&self) -> &'static str {
        match self {
            PositionError::Syntax { .. } => "position-syntax",
            PositionError::Impossible { .. } => "position-impossible",
            PositionError::Move { error, .. } => error.kind(),
            PositionError::Setup { .. } => "setup",
        }
    }
}

/// Why a game id was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// No game has this id.
    #[error("unknown game {id:?}; known games: {known}")]
    Unknown {
        /// The id as given.
        id: String,
        /// All known ids, for the reader.
        known: String,
    },
    /// The game exists, the option does not, or not with this value.
    #[error("option {option:?} of {id:?}: {why}")]
    Option {
        /// The game's id.
        id: String,
        /// The option as given.
        option: String,
        /// What is wrong, and what would be right.
        why: String,
    },
}

/// Cuts a text for use in a message and replaces what a terminal would obey, so that hostile
/// input stays short and harmless.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
