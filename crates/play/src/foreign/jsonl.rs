//! Records as JSON, one a line. A single record may also stand over several lines.

use super::draft::check;
use super::{Games, ImportError, Imported, Open, Place, WriteError};
use crate::GameRecord;

/// Reads all records.
pub(super) fn read<'a>(text: &'a str, open: &'a Open<'a>) -> Games<'a> {
    if lines(text).all(|(_, line)| line.starts_with('{') && line.ends_with('}')) {
        let games = lines(text).enumerate();
        return Box::new(games.map(move |(index, (above, line))| value(line, index + 1, above, open)));
    }
    Box::new(std::iter::once(value(text, 1, 0, open)))
}

/// The lines that hold something, each with the number of lines above it.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty())
}

/// Reads a record that has `above` lines before it.
fn value(text: &str, game: usize, above: usize, open: &Open<'_>) -> Result<Imported, ImportError> {
    let syntax = |error: serde_json::Error| {
        let place = Place { line: above + error.line().max(1), column: error.column().max(1) };
        // The place is counted from the record, so it is not told twice.
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default();
        ImportError::Syntax { game, place, what: format!("no record: {}", schwarm_core::error::shorten(what)) }
    };
    check(serde_json::from_str::<GameRecord>(text).map_err(syntax)?, game, open)
}

/// A record as one line.
pub(super) fn write(record: &GameRecord) -> Result<String, WriteError> {
    let mut text = serde_json::to_string(record).map_err(|error| WriteError::Json(error.to_string()))?;
    text.push('\n');
    Ok(text)
}
