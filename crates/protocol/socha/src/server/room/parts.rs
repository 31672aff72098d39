//! What a room is made of, and what comes out of it.

use std::sync::Arc;

use schwarm_core::{Rulebook, Session};
use schwarm_play::{GameEvent, TimeControl};

use crate::season::Season;

/// A connection, by number.
pub(crate) type Peer = u64;

/// Where a player sits, or will.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    /// Name for people; empty where nobody gave one.
    pub name: String,
    /// Whether the clock runs for this player.
    pub can_timeout: bool,
    /// The code that opens this slot; `None` is open to everybody.
    pub reservation: Option<String>,
    /// Who sits here.
    pub peer: Option<Peer>,
}

impl Slot {
    /// A slot for whoever comes.
    pub fn open() -> Slot {
        Slot { can_timeout: true, ..Slot::default() }
    }
}

/// What a room is made of.
pub(crate) struct Plan {
    pub id: String,
    pub season: Season,
    pub rules: Arc<dyn Rulebook>,
    pub start: Box<dyn Session>,
    pub slots: [Slot; 2],
    pub paused: bool,
    /// Made by an administrator, not by a plain join.
    pub prepared: bool,
    pub time: TimeControl,
}

/// How a connection went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// Its socket closed.
    Lost,
    /// It said goodbye.
    Closed,
    /// It sent something that is no message.
    Nonsense,
}

impl Leaving {
    /// The word of the official servers.
    pub const fn word(self) -> &'static str {
        match self {
            Leaving::Lost => "LOST_CONNECTION",
            Leaving::Closed => "RECEIVED_DISCONNECT",
            Leaving::Nonsense => "PROTOCOL_ERROR",
        }
    }
}

/// Why a room does not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("this connection does not play in room {0}")]
    Stranger(String),
    #[error("this is no move message: {0}")]
    Nonsense(String),
    #[error("the game in room {0} has not begun")]
    NotBegun(String),
    #[error("room {0} is not paused")]
    NotPaused(String),
    #[error("room {0} still waits for the answer to its last request")]
    Asked(String),
    #[error("room {0} has no slot {1}: slots are 0 and 1")]
    NoSlot(String, usize),
}

/// What follows from something that happened.
#[derive(Default)]
pub(crate) struct Effects {
    /// Messages, in order.
    pub sends: Vec<(Peer, Arc<str>)>,
    /// Connections the season's server would close now.
    pub closes: Vec<Peer>,
    /// What happened in the game.
    pub events: Vec<GameEvent>,
    /// The room is done for.
    pub over: bool,
}
