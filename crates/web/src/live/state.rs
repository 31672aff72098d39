//! A game as it is told to one asker.

use std::time::Duration;

use schwarm_core::Side;
use schwarm_play::{Clock, Ending, TimeControl};
use serde::Serialize;

use crate::Position;
use crate::speech;
use crate::words::Lang;

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A second person is missing.
    Waiting,
    /// It goes on.
    Playing,
    /// It is over.
    Over,
}

/// What the players have offered and not yet been answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who wants to take back.
    pub take_back: Option<Side>,
    /// Who wants another game.
    pub rematch: Option<Side>,
}

/// The clocks at the moment of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clocks {
    /// Milliseconds left.
    pub left: [u64; 2],
    /// Whose clock runs.
    pub running: Option<Side>,
}

impl Clocks {
    /// The clocks when the player to move has thought for `elapsed`; `None` without a clock.
    pub(crate) fn of(clock: &Clock, running: Option<Side>, elapsed: Duration) -> Option<Clocks> {
        let stock = |side: Side| match clock.control() {
            TimeControl::None => None,
            TimeControl::PerMove { limit, .. } => Some(limit),
            TimeControl::Total { .. } => clock.left(side),
        };
        let left = |side: Side| {
            let used = if running == Some(side) { elapsed } else { Duration::ZERO };
            Some(u64::try_from(stock(side)?.saturating_sub(used).as_millis()).unwrap_or(u64::MAX))
        };
        Some(Clocks { left: [left(Side::One)?, left(Side::Two)?], running })
    }
}

/// A move as it is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveTold {
    /// Plies played before it.
    pub ply: u32,
    /// In standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// In words.
    pub words: String,
    /// Milliseconds it took, where they are known.
    pub spent: Option<u64>,
    /// What the player said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The end as it is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingTold {
    /// Who won.
    pub winner: Option<Side>,
    /// What brought it about.
    pub by: &'static str,
    /// The reason the rules give, where they ended it; else the same as `by`.
    pub reason: &'static str,
    /// In words.
    pub words: String,
}

impl EndingTold {
    /// An ending in a language.
    pub(crate) fn of(lang: Lang, ending: &Ending, sides: [&str; 2]) -> EndingTold {
        let by = ending.termination.id();
        EndingTold {
            winner: ending.winner,
            by,
            reason: ending.outcome.map_or(by, |outcome| outcome.reason.id()),
            words: speech::ending_words(lang, ending, sides),
        }
    }
}

/// A game as it is told to one asker: `GET /api/games/17`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameState {
    /// Its number.
    pub id: i64,
    /// Number of the last event.
    pub seq: u64,
    /// How far it is.
    pub status: Status,
    /// Names of the players, as they are told.
    pub players: [String; 2],
    /// The time control; `None` where nobody knows it.
    pub time: Option<String>,
    /// The asker's own side.
    pub seat: Option<Side>,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offers: Offers,
    /// What the asker can do now.
    pub may: Vec<&'static str>,
    /// The address for a friend while a seat is free; only for whoever made the game.
    pub join: Option<String>,
    /// The moves.
    pub moves: Vec<MoveTold>,
    /// How it ended.
    pub ending: Option<EndingTold>,
    /// Where it stands.
    pub shown: Position,
}
