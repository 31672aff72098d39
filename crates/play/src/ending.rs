//! How a game ended: by its rules, or otherwise.

use schwarm_core::{Outcome, Score, Side};
use serde::{Deserialize, Serialize};

use crate::{SeatFault, TimeFault};

/// Characters kept of what was seen of a fault.
const LONGEST_TEXT: usize = 2000;

/// What brought a game to its end. Ids in JSON are public and stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Termination {
    /// The rules.
    Rules,
    /// A player overstepped the time.
    Time {
        /// Who.
        side: Side,
        /// How.
        fault: TimeFault,
    },
    /// A player answered with something that is no legal move, or out of turn.
    IllegalMove {
        /// Who.
        side: Side,
        /// The answer as it came, shortened.
        text: String,
        /// The rule it breaks.
        why: String,
    },
    /// A player's program ended or failed.
    Crash {
        /// Who.
        side: Side,
        /// What was seen of it.
        why: String,
    },
    /// A player's program lives but says nothing that can be understood.
    Silence {
        /// Who.
        side: Side,
        /// What was waited for.
        why: String,
    },
    /// A player resigned or went away.
    Left {
        /// Who.
        side: Side,
        /// What was seen of it.
        why: String,
    },
    /// The referee ended the game.
    Adjudication {
        /// On what grounds.
        why: String,
    },
    /// The game was broken off and does not count.
    Abort {
        /// On what grounds.
        why: String,
    },
}

impl Termination {
    /// The end of a game in which a player gave no answer.
    pub fn of_fault(side: Side, fault: SeatFault) -> Termination {
        // A player may say as much as it likes; the record of its game stays small.
        let clip = |text: String| text.chars().take(LONGEST_TEXT).collect();
        match fault {
            SeatFault::Crash(why) => Termination::Crash { side, why: clip(why) },
            SeatFault::Silence(why) => Termination::Silence { side, why: clip(why) },
            SeatFault::Left(why) => Termination::Left { side, why: clip(why) },
            SeatFault::Nonsense { text, why } => Termination::IllegalMove { side, text: clip(text), why: clip(why) },
        }
    }

    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Termination::Rules => "rules",
            Termination::Time { .. } => "time",
            Termination::IllegalMove { .. } => "illegal-move",
            Termination::Crash { .. } => "crash",
            Termination::Silence { .. } => "silence",
            Termination::Left { .. } => "left",
            Termination::Adjudication { .. } => "adjudication",
            Termination::Abort { .. } => "abort",
        }
    }

    /// The side that is to blame, if one is.
    pub const fn offender(&self) -> Option<Side> {
        match self {
            Termination::Time { side, .. }
            | Termination::IllegalMove { side, .. }
            | Termination::Crash { side, .. }
            | Termination::Silence { side, .. }
            | Termination::Left { side, .. } => Some(*side),
            Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => None,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// What brought it about.
    pub termination: Termination,
    /// Who won; `None` is a draw, or nothing at all after an abort.
    pub winner: Option<Side>,
    /// The score lines, victory points first; an offender's line is all zeros.
    pub scores: [Score; 2],
    /// The verdict of the rules, where they ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

impl Ending {
    /// Whether the game counts.
    pub fn counts(&self) -> bool {
        !matches!(self.termination, Termination::Abort { .. })
    }
}
