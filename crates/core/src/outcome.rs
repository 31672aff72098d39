//! How a game ended by its rules.
//!
//! An [`Outcome`] is a verdict of the rules alone. Time, crashes and illegal
//! moves are the referee's business and live elsewhere.

use serde::{Deserialize, Serialize};

use crate::Side;

/// Why a game is over. The ids of [`Reason::id`] are public and stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// One queen is surrounded.
    QueenSurrounded,
    /// Both queens are surrounded.
    BothSurrounded,
    /// The last round was played and the game's score decided.
    RoundLimit,
    /// A swarm was united at the end of a round.
    SwarmUnited,
    /// The side to move has no legal move where the rules call that a loss.
    NoMove,
    /// Ambers decided.
    Ambers,
    /// The same position occurred too often.
    Repetition,
    /// Both sides passed in a row.
    Passes,
}

impl Reason {
    /// The stable id used in every text and JSON output.
    pub const fn id(self) -> &'static str {
        match self {
            Reason::QueenSurrounded => "queen-surrounded",
            Reason::BothSurrounded => "both-surrounded",
            Reason::RoundLimit => "round-limit",
            Reason::SwarmUnited => "swarm-united",
            Reason::NoMove => "no-move",
            Reason::Ambers => "ambers",
            Reason::Repetition => "repetition",
            Reason::Passes => "passes",
        }
    }
}

/// The score line of one side: victory points first, then what the game counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    parts: [i16; Score::MAX],
    len: u8,
}

impl Score {
    /// The longest score line of any game.
    pub const MAX: usize = 4;

    /// A score line of the given parts.
    ///
    /// # Panics
    /// When there are more than [`Score::MAX`] parts: a game's fault, never an input's.
    pub fn new(parts: &[i16]) -> Score {
        assert!(parts.len() <= Score::MAX, "a score line has at most {} parts", Score::MAX);
        let mut all = [0; Score::MAX];
        all[..parts.len()].copy_from_slice(parts);
        Score { parts: all, len: parts.len() as u8 }
    }

    /// The parts, victory points first.
    pub fn parts(&self) -> &[i16] {
        &self.parts[..self.len as usize]
    }

    /// A score line of the same length with nothing in it.
    pub fn zeroed(&self) -> Score {
        Score { parts: [0; Score::MAX], len: self.len }
    }
}

impl std::fmt::Debug for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.parts().fmt(f)
    }
}

impl Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.parts().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let parts = Vec::<i16>::deserialize(deserializer)?;
        if parts.len() > Score::MAX {
            return Err(serde::de::Error::invalid_length(parts.len(), &"at most four parts of a score"));
        }
        Ok(Score::new(&parts))
    }
}

/// The verdict of the rules on a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
    /// The score lines of both sides, `Side::One` first.
    pub scores: [Score; 2],
}

impl Outcome {
    /// Victory points as the Software-Challenge counts them: 2 for a win, 1 for a draw.
    pub fn victory_points(winner: Option<Side>) -> [i16; 2] {
        match winner {
            Some(Side::One) => [2, 0],
            Some(Side::Two) => [0, 2],
            None => [1, 1],
        }
    }
}
