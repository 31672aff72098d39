//! What happens in a game, one thing after the other.

use std::time::Duration;

use schwarm_core::Side;
use serde::{Deserialize, Serialize};

use crate::{Ending, PlayedMove, Start, TimeControl};

/// One thing that happened. Events are only ever added; together they are the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum GameEvent {
    /// The game begins.
    Started {
        /// Id of the rule set, options included.
        game: String,
        /// Where it begins.
        start: Start,
        /// Names of the players, `Side::One` first.
        players: [String; 2],
        /// The clock.
        time: TimeControl,
    },
    /// A move was played.
    Moved {
        /// Plies played before it in this game, counted from the start position.
        ply: u32,
        /// Who.
        side: Side,
        /// What, and what was said about it.
        #[serde(flatten)]
        played: PlayedMove,
        /// Time left on both clocks, where there is a stock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[Duration; 2]>,
    },
    /// The last moves were taken back; the clocks stay as they are.
    TakenBack {
        /// Plies that are left.
        ply: u32,
    },
    /// The game is over.
    Ended {
        /// How.
        ending: Ending,
    },
}
