//! The records of the reference servers, as they lie in `tests/oracle`.
//!
//! Unknown keys are refused: data nobody compares would go unnoticed.
//! Not here: what the records mean in our words (`season`).

pub mod season;
mod swarm;

use std::io::Read;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A complete game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    pub season: String,
    pub game: u32,
    #[serde(rename = "seed")]
    _seed: serde_json::Value,
    #[serde(rename = "policy")]
    _policy: u32,
    pub setup: Setup,
    pub plies: Vec<Ply>,
    pub end: End,
}

/// One ply of a game: the move chosen (`m`) out of `n` legal ones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    pub n: usize,
    pub m: String,
    pub legal: Vec<String>,
}

/// A position set up by hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub season: String,
    pub case: u32,
    pub position: String,
    pub turn: u32,
    pub over: Option<End>,
    pub legal: Vec<String>,
    pub after: std::collections::BTreeMap<String, Successor>,
}

/// What a move leads to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Successor {
    pub position: String,
    pub over: Option<End>,
}

/// The verdict of the reference on a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    pub turn: u32,
    pub winner: Option<Team>,
    pub reason: Option<String>,
    pub scores: Option<[Vec<i16>; 2]>,
    pub position: String,
    /// The generator returned an empty list although the game was not over.
    #[serde(default)]
    pub stuck: bool,
    /// The reference failed while it computed the score line.
    #[serde(rename = "referenceError")]
    pub error: Option<String>,
}

/// A side as the servers call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Team {
    #[serde(rename = "ONE")]
    One,
    #[serde(rename = "TWO")]
    Two,
}

/// Where a game began.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Setup {
    Rows { board: String },
    FirstRank { row: String },
    Blackberries { obstructed: Vec<String> },
}

/// Perft numbers; `perft[d]` lines of depth `d` after `moves`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftRecord {
    pub season: String,
    pub id: String,
    pub setup: Setup,
    pub moves: Vec<String>,
    pub turn: u32,
    pub position: String,
    pub perft: Vec<u64>,
}

/// Reads a file of JSON lines of `tests/oracle`, packed or not.
pub fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/oracle/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut text = String::new();
    match name.ends_with(".gz") {
        true => flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text),
        false => (&bytes[..]).read_to_string(&mut text),
    }
    .unwrap_or_else(|error| panic!("{path}: {error}"));
    let read = |(line, text): (usize, &str)| {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}, line {}: {error}", line + 1))
    };
    text.lines().enumerate().map(read).collect()
}
