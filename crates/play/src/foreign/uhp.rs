//! UHP GameStrings: `Base+MLP;InProgress;White[3];wL;bL wL-;…`, one a line.
//!
//! The turn is not looked at, as in other programs. The state is: it is the only place where a
//! GameString can tell of a resignation. It may be empty.

use std::collections::BTreeMap;

use schwarm_core::{Rulebook, Session, Side};

use super::draft::{Draft, Told, ToldMove};
use super::{Format, Games, ImportError, Imported, MOST_MOVES, Open, Place, WriteError};
use crate::{Ending, GameRecord, PlayedMove, RecordError, Start};

/// Reads all GameStrings. Empty lines and lines that begin with `#` are passed over.
pub(super) fn read<'a>(text: &'a str, open: &'a Open<'a>) -> Games<'a> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let games = lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    Box::new(games.enumerate().map(move |(index, (line, text))| read_line(index + 1, line, text, open)))
}

fn read_line(game: usize, line: usize, text: &str, open: &Open<'_>) -> Result<Imported, ImportError> {
    if text.bytes().filter(|byte| *byte == b';').count() > MOST_MOVES + 3 {
        return Err(ImportError::TooManyMoves { game });
    }
    let mut fields = Vec::new();
    let mut column = 1;
    for field in text.split(';') {
        fields.push((Place { line, column }, field.trim()));
        column += field.chars().count() + 1;
    }
    let wrong = |place: Place, what: String| ImportError::Syntax { game, place, what };
    let [(at_kind, kind), (at_state, state), (_, turn), moves @ ..] = &fields[..] else {
        let what = "a GameString has at least three fields: Base;NotStarted;White[1]".to_string();
        return Err(wrong(Place { line, column: 1 }, what));
    };
    let lower = kind.to_ascii_lowercase();
    let classic = lower == "classic";
    if !(classic || lower == "base" || lower.starts_with("base+")) {
        let what = format!("unknown game type {:?}; expected Base, Base+MLP or alike", clip(kind));
        return Err(wrong(*at_kind, what));
    }
    let result = match *state {
        "" => Told::Nothing,
        "NotStarted" | "InProgress" => Told::GoesOn,
        "WhiteWins" => Told::Over(Some(Side::One)),
        "BlackWins" | "BlueWins" => Told::Over(Some(Side::Two)),
        "Draw" => Told::Over(None),
        _ => {
            let wanted = "NotStarted, InProgress, Draw, WhiteWins or BlackWins";
            return Err(wrong(*at_state, format!("unknown state {:?}; expected {wanted}", clip(state))));
        }
    };
    let mut told = Vec::with_capacity(moves.len());
    for (place, text) in moves {
        if text.is_empty() {
            return Err(wrong(*place, "an empty move; moves are parted by one ; and none stands at the end".into()));
        }
        told.push(ToldMove { played: PlayedMove::plain(*text), place: Some(*place), maybe_pass: false });
    }
    let begins = moves.first().map_or(*turn, |(_, text)| text);
    let blue_begins = classic && begins.starts_with(['b', 'B']);
    Draft {
        game: kind.to_string(),
        start: if blue_begins { Start::Setup("first:blue".to_string()) } else { Start::Default },
        players: Default::default(),
        time: None,
        tags: BTreeMap::new(),
        moves: told,
        result,
        how: None,
        remarks: Vec::new(),
    }
    .settle(game, open)
}

/// Writes a game as one line.
pub(super) fn write(record: &GameRecord, open: &Open<'_>) -> Result<String, WriteError> {
    let (_, session) = unbounded_hive(record, Format::Uhp, open)?;
    // The rules know all of it but for an end that is not theirs.
    let position = session.position();
    let mut fields: Vec<&str> = position.split(';').collect();
    let state;
    if let (Some(ending), Some(field)) = (record.ending.as_ref().filter(|ending| ending.counts()), fields.get_mut(1)) {
        state = result(&*session, ending);
        *field = &state;
    }
    Ok(format!("{}\n", fields.join(";")))
}

/// A result in the words of UHP.
pub(super) fn result(session: &dyn Session, ending: &Ending) -> String {
    let colour = |side: Side| match session.info().sides[side.index()] {
        "blue" => "Blue",
        _ if side == Side::One => "White",
        _ => "Black",
    };
    ending.winner.map_or("Draw".to_string(), |side| format!("{}Wins", colour(side)))
}

/// The game type and the played session of a record, if it is one of unbounded Hive from the start.
pub(super) fn unbounded_hive(
    record: &GameRecord,
    format: Format,
    open: &Open<'_>,
) -> Result<(&'static str, Box<dyn Session>), WriteError> {
    let rules: Box<dyn Rulebook> =
        open(&record.game).map_err(|why| WriteError::Rules { id: record.game.clone(), why })?;
    let kind = rules.info().aliases.iter().copied().find(|alias| alias.starts_with("Base") || *alias == "Classic");
    let game = || record.game.clone();
    let kind = kind.ok_or_else(|| WriteError::Game { format, game: game(), why: "it is for unbounded Hive only" })?;
    if kind == "Classic" && format != Format::Uhp {
        return Err(WriteError::Game { format, game: game(), why: "it knows the official rules only" });
    }
    let session = record.replay(&*rules)?;
    // A start may be a GameString too, with moves of its own.
    let whole = session.moves().len() == record.moves.len();
    let mut first = record.start.open(&*rules).map_err(RecordError::Start)?;
    while first.undo() {}
    if !whole || !first.board().is_some_and(|board| board.trim_start().starts_with('|')) || first.turn() != 0 {
        return Err(WriteError::Start { format });
    }
    Ok((kind, session))
}

fn clip(text: &str) -> String {
    schwarm_core::error::shorten(text)
}
