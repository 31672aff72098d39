//! The port through which a player sits at a game.

use std::future::Future;
use std::pin::Pin;

use schwarm_core::Session;

use crate::{Ending, GameEvent, ThinkTime};

/// Something a seat is doing.
pub type Doing<'a, T> = Pin<Box<dyn Future<Output = Result<T, SeatFault>> + Send + 'a>>;

/// One turn, as the player may see it.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The game so far; the player moves now.
    pub session: &'a dyn Session,
    /// The time for this move.
    pub time: ThinkTime,
}

/// What a player answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move, in any spelling the game reads.
    pub text: String,
    /// How the player judges its own chances: above zero is good for the player.
    pub score: Option<f64>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it looked at.
    pub nodes: Option<u64>,
    /// Anything it wants to say.
    pub note: Option<String>,
}

impl Choice {
    /// A move without comment.
    pub fn plain(text: impl Into<String>) -> Choice {
        Choice { text: text.into(), ..Choice::default() }
    }
}

/// Why a player gives no answer. Texts say what was seen, for the bot's author.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeatFault {
    /// Its program ended or could not be run.
    #[error("{0}")]
    Crash(String),
    /// It lives but says nothing that can be understood.
    #[error("{0}")]
    Silence(String),
    /// It resigned or went away.
    #[error("{0}")]
    Left(String),
    /// It said clearly that it would play a move which is none; the text is its answer.
    #[error("{why}")]
    Nonsense {
        /// The answer as it came.
        text: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A player. Whoever runs the game keeps the clock and may drop a future that takes too long;
/// the seat must bear that and answer the next question properly, or say that it crashed.
pub trait Seat: Send {
    /// What the player is called.
    fn name(&self) -> &str;

    /// A new game begins; `started` is its first event. `session` stands at its first position.
    fn begin<'a>(&'a mut self, started: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()>;

    /// Chooses a move.
    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice>;

    /// The game is over.
    fn end<'a>(&'a mut self, ending: &'a Ending) -> Doing<'a, ()>;

    /// The player goes home; processes end, connections close.
    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}
