//! Stored games in words: results, times, and texts of strangers made fit for a terminal.

use schwarm_core::GameInfo;
use schwarm_play::{Ending, Moment, Termination};
use schwarm_store::{GameRow, Standing};
use serde::Serialize;

use crate::verdict;

/// A game in a list, as JSON. Keys are public.
#[derive(Serialize)]
pub struct Told<'a> {
    id: i64,
    #[serde(rename = "match")]
    of_match: Option<&'a str>,
    place: Option<u64>,
    game: &'a str,
    players: &'a [String; 2],
    attempts: u32,
    result: &'static str,
    ending: Option<&'a Ending>,
    plies: usize,
    created: String,
}

impl<'a> Told<'a> {
    /// What is told of a game with so many plies.
    pub fn new(row: &'a GameRow, plies: usize) -> Told<'a> {
        Told {
            id: row.id,
            of_match: row.of_match.as_deref(),
            place: row.place,
            game: &row.game,
            players: &row.players,
            attempts: row.attempts,
            result: standing(row.ending.as_ref()).id(),
            ending: row.ending.as_ref(),
            plies,
            created: timestamp(row.created),
        }
    }
}

/// How a game with such an ending stands.
pub fn standing(ending: Option<&Ending>) -> Standing {
    ending.map_or(Standing::Open, Standing::of)
}

/// The result in few words, for a table: `one queen-surrounded`.
pub fn result(ending: Option<&Ending>) -> String {
    let word = standing(ending).id();
    match ending.map(|ending| (&ending.termination, ending.outcome)) {
        None | Some((Termination::Abort { .. }, _)) => word.to_string(),
        Some((Termination::Rules, Some(outcome))) => format!("{word} {}", outcome.reason.id()),
        Some((termination, _)) => format!("{word} {}", termination.id()),
    }
}

/// How a game ended, in a sentence.
pub fn sentence(info: &GameInfo, ending: &Ending) -> String {
    if let (Termination::Rules, Some(outcome)) = (&ending.termination, &ending.outcome) {
        return verdict::sentence(info, outcome);
    }
    // What a player said of its own end is a stranger's text.
    verdict::capital(&clip(&verdict::of_ending(ending, info.sides), 400)) + "."
}

/// A player's name for a table, where room is dear.
pub fn short(player: &str) -> &str {
    player.strip_prefix("builtin:").unwrap_or(player)
}

/// A text of a stranger in at most so many characters: one line, nothing a terminal would obey.
pub fn clip(text: &str, longest: usize) -> String {
    // Besides control characters, marks that turn the direction of writing can hide what follows.
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let visible = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if c.is_control() || turns(c) => '?',
        c => c,
    };
    let mut clipped: String = text.chars().take(longest).map(visible).collect();
    if text.chars().nth(longest).is_some() {
        clipped.pop();
        clipped.push('~');
    }
    clipped
}

/// A time of day in UTC, from milliseconds since 1970: `2026-11-15 14:16:38`.
pub fn moment(milliseconds: i64) -> String {
    let moment = Moment::of_millis(milliseconds);
    format!("{} {}", moment.date(), moment.time())
}

/// The same to the minute.
pub fn minute(milliseconds: i64) -> String {
    let moment = moment(milliseconds);
    moment.rsplit_once(':').map_or(&*moment, |(minute, _)| minute).to_string()
}

/// The same for programs: `2026-11-15T14:16:38Z`.
pub fn timestamp(milliseconds: i64) -> String {
    format!("{}Z", moment(milliseconds).replace(' ', "T"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_as_date_and_time() {
        let at = 1_794_752_198_000;
        assert_eq!([moment(at), minute(at)], ["2026-11-15 14:16:38", "2026-11-15 14:16"]);
        assert_eq!(timestamp(at), "2026-11-15T14:16:38Z");
    }

    #[test]
    fn a_stranger_cannot_paint_the_terminal() {
        assert_eq!(clip("\x1b[31mred\nx\u{202e}y\u{9b}", 50), "?[31mred x?y?");
        assert_eq!(clip("abcdef", 6), "abcdef");
        assert_eq!(clip("abcdefg", 6), "abcde~");
        assert_eq!(clip("ab", 0), "~");
    }
}
