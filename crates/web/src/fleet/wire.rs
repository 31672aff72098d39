//! What servers and workers say to each other: JSON over HTTP. docs/operations.md tells of it.

use std::collections::BTreeMap;

use schwarm_play::{Effort, GameEvent};
use schwarm_store::{BatchKind, Claimed, Counted, Held, Word, WorkerCard};
use serde::{Deserialize, Serialize};

/// The number of this language. A server answers workers of its own number only.
pub const PROTOCOL: u32 = 1;

/// The header with the number of the language.
pub const PROTOCOL_HEADER: &str = "x-schwarm-protocol";

/// The header with the signature of the worker's engine: nodes of a fixed search. Engines with the same one think alike.
pub const ENGINE_HEADER: &str = "x-schwarm-engine";

/// By how much workers may be slower or faster than the machine a clock was meant for.
pub const BAND: u64 = 4;

/// What the bots of a batch are and how they are to be played. It stands beside the plan of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSpec {
    /// Who plays.
    pub bots: [BotSpec; 2],
    /// Plies each bot looks ahead, whatever the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions each bot looks at, whatever the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What is set for each bot.
    #[serde(default)]
    pub settings: [BTreeMap<String, String>; 2],
    /// How far programs are trusted: `trusted`, `guarded` or `jailed`.
    pub sandbox: String,
    /// Whether a bot that cannot be started loses, as in a tournament.
    #[serde(default)]
    pub forfeit: bool,
    /// Positions a second of the machine the clock is meant for; others get more or less time. None where nodes decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<u64>,
    /// The test that may end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
}

impl MatchSpec {
    /// The fixed effort of both bots.
    pub fn effort(&self) -> Effort {
        Effort { depth: self.depth, nodes: self.nodes }
    }
}

/// A bot as a worker finds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BotSpec {
    /// One of the program itself, such as `builtin:7`.
    Own(String),
    /// One whose archive the server has.
    Archive {
        /// What it is called.
        name: String,
        /// Which version.
        version: String,
        /// How it is started in the folder it is unpacked to.
        command: String,
        /// SHA-256 of the archive in hexadecimal digits.
        sum: String,
        /// Its length.
        bytes: u64,
    },
}

/// A worker introduces itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// Who it is.
    pub card: WorkerCard,
}

/// What it hears.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the server.
    pub version: String,
    /// How long a job is its own without a sign of life.
    pub lease_ms: u64,
    /// How long the server lets it wait for jobs.
    pub wait_ms: u64,
}

/// A worker wants jobs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Want {
    /// Who it is.
    pub card: WorkerCard,
    /// At most so many.
    pub most: u32,
}

/// The jobs it gets.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Given {
    /// None after a long wait.
    pub jobs: Vec<Claimed>,
}

/// A sign of life.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Beat {
    /// Who it is.
    pub card: WorkerCard,
    /// What it plays.
    pub held: Vec<Held>,
}

/// What it hears about each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Words {
    /// In the same order.
    pub words: Vec<Word>,
}

/// A worker hands in what it played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hand {
    /// Who it is; its speed is the one its clocks were set by.
    pub card: WorkerCard,
    /// Which job.
    #[serde(flatten)]
    pub held: Held,
    /// What came of it.
    pub work: Work,
}

/// What came of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Both games of a pair.
    Games(Box<[Vec<GameEvent>; 2]>),
    /// Bytes to learn from, as hexadecimal digits.
    Data(String),
}

/// What became of it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Taken {
    /// Whether it counts.
    pub result: Counted,
}

/// A worker could not play a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failed {
    /// Who it is.
    pub card: WorkerCard,
    /// Which job.
    #[serde(flatten)]
    pub held: Held,
    /// What is known of it.
    pub bundle: String,
}

/// A batch, as its workers see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// Name of the match.
    pub name: String,
    /// What its jobs are.
    pub kind: BatchKind,
    /// The plan of the match.
    pub plan: String,
    /// What else is to be known.
    pub spec: String,
}

/// A refusal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// Why.
    pub error: Refusal,
}

/// Why a worker is refused. The kinds are `token`, `quarantined`, `version`, `unknown`, `not-given`, `nonsense`, `bad-request` and `busy`; only
/// the last one is worth another try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Which.
    pub kind: String,
    /// In a sentence.
    pub message: String,
}

/// Bytes as hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes of hexadecimal digits.
pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |pair: &[u8]| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?);
    text.as_bytes().chunks(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_from_their_digits() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)), Some(bytes));
        for wrong in ["0", "0g", "é"] {
            assert_eq!(from_hex(wrong), None);
        }
    }
}
