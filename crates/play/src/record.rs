//! What is left of a game: everything that happened, in one piece.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_core::{PositionError, Rulebook, Session, Setup};
use serde::{Deserialize, Serialize};

use crate::{Ending, GameEvent, TimeControl};

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The default start of the rule set.
    #[default]
    Default,
    /// A setup text.
    Setup(String),
    /// A position text of any kind, such as one set up by hand.
    Position(String),
}

impl Start {
    /// The start of the line a session has played, in the plainest form.
    pub fn of(rules: &dyn Rulebook, session: &dyn Session) -> Start {
        let mut first = session.clone_box();
        while first.undo() {}
        let same = |other: Box<dyn Session>| other.position() == first.position() && other.board() == first.board();
        if rules.start(Setup::Default).is_ok_and(same) {
            return Start::Default;
        }
        let setup = first.setup();
        if rules.start(Setup::Text(&setup)).is_ok_and(same) {
            return Start::Setup(setup);
        }
        Start::Position(first.board().unwrap_or_else(|| first.position()))
    }

    /// A session at this start.
    ///
    /// # Errors
    /// For a text that is none of this game's.
    pub fn open(&self, rules: &dyn Rulebook) -> Result<Box<dyn Session>, PositionError> {
        match self {
            Start::Default => rules.start(Setup::Default),
            Start::Setup(text) => rules.start(Setup::parse(text)?),
            Start::Position(text) => rules.from_position(text),
        }
    }
}

/// A move that was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// In standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// Time the player took, where somebody measured it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<Duration>,
    /// How the player judged its own chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl PlayedMove {
    /// A move without comment.
    pub fn plain(text: impl Into<String>) -> PlayedMove {
        PlayedMove { text: text.into(), ..PlayedMove::default() }
    }
}

/// A whole game, finished or not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Id of the rule set, options included.
    pub game: String,
    /// Where it began.
    pub start: Start,
    /// Names of the players, `Side::One` first.
    pub players: [String; 2],
    /// The clock, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// What was played.
    pub moves: Vec<PlayedMove>,
    /// How it ended; `None` while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Anything else that is known: date, event, round, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
}

/// Why events are no game, or a record cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Events come in an order no game has.
    #[error("event {index}: {why}")]
    Order {
        /// Counted from 0.
        index: usize,
        /// What is wrong.
        why: &'static str,
    },
    /// The start cannot be read.
    #[error("start of the game: {0}")]
    Start(PositionError),
    /// A move is not legal.
    #[error("move {ply}: {error}")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: schwarm_core::MoveError,
    },
}

impl GameRecord {
    /// Puts a game together from its events.
    ///
    /// # Errors
    /// When they are in an order no game has.
    pub fn from_events(events: &[GameEvent]) -> Result<GameRecord, RecordError> {
        let mut record = None;
        for (index, event) in events.iter().enumerate() {
            let wrong = |why| RecordError::Order { index, why };
            match (&mut record, event) {
                (None, GameEvent::Started { game, start, players, time }) => {
                    record = Some(GameRecord {
                        game: game.clone(),
                        start: start.clone(),
                        players: players.clone(),
                        time: Some(*time),
                        ..GameRecord::default()
                    });
                }
                (None, _) => return Err(wrong("a game begins with its start")),
                (Some(_), GameEvent::Started { .. }) => return Err(wrong("a game starts once")),
                (Some(GameRecord { ending: Some(_), .. }), _) => return Err(wrong("the game is over")),
                (Some(record), GameEvent::Moved { ply, played, .. }) => {
                    if *ply as usize != record.moves.len() {
                        return Err(wrong("a move is missing"));
                    }
                    record.moves.push(played.clone());
                }
                (Some(record), GameEvent::TakenBack { ply }) => {
                    if *ply as usize >= record.moves.len() {
                        return Err(wrong("nothing is taken back"));
                    }
                    record.moves.truncate(*ply as usize);
                }
                (Some(record), GameEvent::Ended { ending }) => record.ending = Some(ending.clone()),
            }
        }
        record.ok_or(RecordError::Order { index: 0, why: "there is no event" })
    }

    /// Plays the game through.
    ///
    /// # Errors
    /// The first thing the rules do not allow.
    pub fn replay(&self, rules: &dyn Rulebook) -> Result<Box<dyn Session>, RecordError> {
        let mut session = self.start.open(rules).map_err(RecordError::Start)?;
        for (index, played) in self.moves.iter().enumerate() {
            session.play(&played.text).map_err(|error| RecordError::Move { ply: index + 1, error })?;
        }
        Ok(session)
    }
}
