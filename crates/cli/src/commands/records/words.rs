//! Stored games in words: results, times, and texts of strangers made fit for a terminal.

use schwarm_core::GameInfo;
use schwarm_play::{Ending, Termination};
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
    let seconds = milliseconds.div_euclid(1000);
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Days are counted in eras of 400 years that begin on the first of March, so that a leap day comes last.
    let day = day + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
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
        for (seconds, told) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"),
            (951_868_799, "2000-02-29 23:59:59"),
            (1_794_752_198, "2026-11-15 14:16:38"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(moment(seconds * 1000), told);
        }
        for extreme in [i64::MIN, i64::MAX] {
            assert!(moment(extreme).contains(':'));
        }
    }

    #[test]
    fn a_stranger_cannot_paint_the_terminal() {
        assert_eq!(clip("\x1b[31mred\nx\u{202e}y\u{9b}", 50), "?[31mred x?y?");
        assert_eq!(clip("abcdef", 6), "abcdef");
        assert_eq!(clip("abcdefg", 6), "abcde~");
        assert_eq!(clip("ab", 0), "~");
    }
}
