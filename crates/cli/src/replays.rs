//! Replays of the Software-Challenge as records: the one way in, for `records import`, `convert` and what is handed in on the
//! pages.

use schwarm_play::GameRecord;
use schwarm_socha::replay;

/// Whether a file can be nothing but a replay: other formats are no XML.
pub fn is_replay(start: &[u8]) -> bool {
    start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start).trim_ascii_start().starts_with(b"<")
}

/// Reads a replay, plain or packed.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(bytes: &[u8]) -> Result<GameRecord, String> {
    replay::read(bytes).map(|(_, record)| record).map_err(|error| error.to_string())
}
