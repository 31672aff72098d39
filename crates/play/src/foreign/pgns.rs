//! PGN files: our own, and those of the Hive viewers.
//!
//! Both are read by [`pgn`](crate::pgn). Our own say everything and are only checked. The viewers'
//! do not say by which options a game was played, so that is found out. They are written as Mzinga
//! reads them: no escapes, no commands in comments, nothing but ASCII.

use schwarm_core::Side;

use super::draft::{Draft, RESULT_ONLY, Told, ToldMove, check};
use super::uhp::{result, unbounded_hive};
use super::{Format, Games, ImportError, Open, Place, WriteError};
use crate::pgn::{OWN, PgnError, Reader};
use crate::{GameRecord, Termination, TimeFault};

/// The tags every viewer wants, empty or not.
const ROSTER: [&str; 4] = ["Date", "Event", "Site", "Round"];

/// Reads games of ours.
pub(super) fn read_own<'a>(text: &'a str, open: &'a Open<'a>) -> Games<'a> {
    Box::new(numbered(text).map(move |(game, record)| check(record?, game, open)))
}

/// Reads games of the viewers.
pub(super) fn read_viewer<'a>(text: &'a str, open: &'a Open<'a>) -> Games<'a> {
    Box::new(numbered(text).map(move |(game, record)| draft(record?).settle(game, open)))
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, Result<GameRecord, ImportError>)> {
    Reader::new(text.as_bytes()).enumerate().map(|(index, record)| {
        let syntax = |PgnError { game, line, what }| {
            let place = Place { line, column: 1 };
            ImportError::Syntax { game, place, what }
        };
        (index + 1, record.map_err(syntax))
    })
}

fn draft(record: GameRecord) -> Draft {
    let GameRecord { game, start, players, time, moves, ending, mut tags } = record;
    // Viewers write these tags without knowing anything.
    tags.retain(|name, value| !(value.is_empty() && ROSTER.contains(&name.as_str())));
    let told = |played| ToldMove { played, place: None, maybe_pass: false };
    let counts = ending.as_ref().is_none_or(|ending| ending.counts());
    Draft {
        game,
        start,
        players,
        time,
        tags,
        moves: moves.into_iter().map(told).collect(),
        result: match &ending {
            Some(ending) if counts => Told::Over(ending.winner),
            _ => Told::GoesOn,
        },
        how: ending.map(|ending| ending.termination).filter(|how| *how != Termination::Rules),
        remarks: Vec::new(),
    }
}

/// Writes a game for the viewers.
pub(super) fn write_viewer(record: &GameRecord, open: &Open<'_>) -> Result<String, WriteError> {
    let (kind, session) = unbounded_hive(record, Format::ViewerPgn, open)?;
    let result = match &record.ending {
        Some(ending) if ending.counts() => result(&*session, ending),
        _ => "InProgress".to_string(),
    };
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| out.push_str(&format!("[{name} \"{}\"]\n", plain(value)));
    tag("GameType", kind);
    for name in ROSTER {
        tag(name, record.tags.get(name).map_or("", String::as_str));
    }
    tag("White", &record.players[0]);
    tag("Black", &record.players[1]);
    tag("Result", &result);
    for (name, value) in &record.tags {
        let simple = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if simple && !ROSTER.contains(&name.as_str()) && !OWN.contains(&name.as_str()) {
            tag(name, value);
        }
    }
    for (name, value) in record.ending.iter().flat_map(|ending| ending_tags(&ending.termination)) {
        tag(name, &value);
    }
    out.push('\n');
    for (index, (text, played)) in session.moves().iter().zip(&record.moves).enumerate() {
        out.push_str(&format!("{}. {text}\n", index + 1));
        let note = played.note.as_deref().map(comment).unwrap_or_default();
        if !note.is_empty() {
            out.push_str(&format!("{{{note}}}\n"));
        }
    }
    out.push_str(&format!("\n{result}\n\n"));
    Ok(out)
}

/// How a game ended, in tags of ours. Viewers keep tags they do not know.
fn ending_tags(termination: &Termination) -> Vec<(&'static str, String)> {
    let why = match termination {
        Termination::Rules => return Vec::new(),
        Termination::Adjudication { why } if why == RESULT_ONLY => return Vec::new(),
        Termination::Time { fault, .. } => {
            let fault = if *fault == TimeFault::None { "none" } else { "late" };
            Some(("TimeFault", fault.to_string()))
        }
        Termination::IllegalMove { why, .. }
        | Termination::Crash { why, .. }
        | Termination::Silence { why, .. }
        | Termination::Left { why, .. }
        | Termination::Adjudication { why }
        | Termination::Abort { why } => Some(("TerminationReason", why.clone())),
    };
    let illegal = match termination {
        Termination::IllegalMove { text, .. } => Some(("IllegalMove", text.clone())),
        _ => None,
    };
    let colour = |side| if side == Side::One { "white" } else { "black" };
    let offender = termination.offender().map(|side| ("Offender", colour(side).to_string()));
    [Some(("Termination", termination.id().to_string())), offender, illegal, why].into_iter().flatten().collect()
}

/// What a viewer can read between two quotes.
fn plain(text: &str) -> String {
    ascii(text).replace('"', "'").trim().to_string()
}

/// What a viewer can read between two braces.
fn comment(text: &str) -> String {
    ascii(text).replace('{', "(").replace('}', ")").trim().to_string()
}

fn ascii(text: &str) -> String {
    let visible = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if c.is_ascii_graphic() || c == ' ' => c,
        _ => '?',
    };
    text.chars().map(visible).collect()
}
