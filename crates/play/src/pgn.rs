//! Game records as PGN, for all games.
//!
//! [`write`](fn@write) and [`read`](fn@read) are each other's inverse: whatever a record holds comes back. The
//! page `docs/protocols.md` names the tags. Unbounded Hive is written as the Hive world does it
//! (Mzinga: `[GameType "Base+MLP"]`, one numbered ply a line, comments on lines of their own,
//! `WhiteWins`), and its files are read without our tags. Many dialects are read: numbers with or
//! without dots, several moves a line, `;` comments, `%` lines, byte-order marks.
//!
//! Not here: the rules. A record that reads well may hold an illegal move; see
//! [`GameRecord::replay`]. Variations and `$` glyphs are skipped, as a record has no place for them.

mod comment;
mod escape;
mod lexer;
mod reader;
mod tags;
mod words;
mod writer;

use crate::GameRecord;

pub use reader::{LONGEST_GAME, Reader};
pub(crate) use tags::OWN;
pub use writer::write;

/// What is wrong with a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {what}")]
pub struct PgnError {
    /// Number of the game in the file, counted from 1.
    pub game: usize,
    /// Number of the line in the file, counted from 1.
    pub line: usize,
    /// What is wrong, and what is expected.
    pub what: String,
}

/// Reads all games of a text.
///
/// ```
/// let text = "[Game \"piranhas-2019\"]\n[Red \"ann\"]\n[Blue \"bob\"]\n\n1. a4-c4 2. b0-b2 *\n";
/// let games = schwarm_play::pgn::read(text).unwrap();
/// assert_eq!(games[0].players, ["ann", "bob"]);
/// assert_eq!(games[0].moves[1].text, "b0-b2");
/// ```
///
/// # Errors
/// The first thing that is no PGN. [`Reader`] goes on after it.
pub fn read(text: &str) -> Result<Vec<GameRecord>, PgnError> {
    Reader::new(text.as_bytes()).collect()
}
