//! A game as boardspace would have written it.
//!
//! Beside what boardspace knows, remarks on moves stand in `C[…]`, as SGF has it.

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_core::Side;

use super::events::column_name;
use super::header::{NAMED, PERSONAL, is_other, time_control as read_time, told, wordings};
use super::tree::escaped;
use super::{AGREED, RESIGNED};
use crate::foreign::date;
use crate::foreign::draft::Told;
use crate::foreign::names::{self, Direction, Piece};
use crate::foreign::uhp::unbounded_hive;
use crate::foreign::{Format, Open, WriteError};
use crate::{GameRecord, Termination, TimeControl};

/// Where the first piece lies, if there is room around it: N 13.
const MIDDLE: (i32, i32) = (13, 13);

/// Writes a game as one tree.
pub(in crate::foreign) fn write(record: &GameRecord, open: &Open<'_>) -> Result<String, WriteError> {
    let (kind, session) = unbounded_hive(record, Format::Sgf, open)?;
    let mut out = root(record, kind);
    let mut number = 0;
    let mut event = |out: &mut String, side: Side, what: &str, more: &str| {
        out.push_str(&format!("; P{}[{number} {}]{more}\n", side.index(), escaped(what)));
        number += 1;
    };
    event(&mut out, Side::One, "Start P0", "");
    let mut used = [Duration::ZERO; 2];
    for (ply, (what, played)) in hands(&session.moves()).iter().zip(&record.moves).enumerate() {
        let side = Side::from_parity(ply as u32);
        let note = played.note.as_ref().map_or(String::new(), |note| format!("C[{}]", escaped(note)));
        event(&mut out, side, what, &note);
        let time = played.spent.map_or(String::new(), |spent| {
            used[side.index()] += Duration::from_millis(spent.as_millis().min(u128::from(u32::MAX)) as u64);
            format!("TM[{}]", used[side.index()].as_millis())
        });
        event(&mut out, side, "done", &time);
    }
    let to_move = Side::from_parity(record.moves.len() as u32);
    let said: &[(Side, &str)] = match record.ending.as_ref().map(|ending| &ending.termination) {
        Some(Termination::Left { side, why }) if why == RESIGNED => &[(*side, "resign"), (*side, "done")],
        Some(Termination::Adjudication { why }) if why == AGREED => {
            &[(to_move, "offerdraw"), (to_move, "done"), (to_move.other(), "acceptdraw"), (to_move.other(), "done")]
        }
        _ => &[],
    };
    for (side, what) in said {
        event(&mut out, *side, what, "");
    }
    out.push_str(")\n");
    Ok(out)
}

fn root(record: &GameRecord, kind: &str) -> String {
    let mut out = "(;\nGM[27]VV[1]\n".to_string();
    let mut property = |name: &str, value: &str| out.push_str(&format!("{name}[{}]\n", escaped(value)));
    let bugs: String = "PLM".chars().filter(|bug| kind.contains(*bug)).collect();
    property("SU", &if bugs.is_empty() { "hive".to_string() } else { format!("Hive-{bugs}") });
    let tags = &record.tags;
    if let Some(time) = record.time.as_ref().and_then(time_control) {
        property("TC", &time);
    }
    if let Some(date) = date(record) {
        property("DT", date);
    }
    for (name, tag) in NAMED {
        if let Some(value) = tags.get(tag) {
            property(name, value);
        }
    }
    if let Some(result) = result(record) {
        property("RE", &result);
    }
    if let Some(comment) = tags.get("Comment") {
        property("C", comment);
    }
    for (name, value) in tags {
        match name.strip_prefix("Sgf") {
            Some("TC") if record.time.is_none() && read_time(value).is_none() => property("TC", value),
            Some(other) if is_other(other) => property(other, value),
            _ => {}
        }
    }
    for side in Side::BOTH {
        let seat = format!("P{}", side.index());
        property(&seat, &format!("id \"{}\"", record.players[side.index()]));
        for (name, pair) in PERSONAL {
            if let Some(value) = tags.get(pair[side.index()]) {
                property(&seat, &format!("{name} {value}"));
            }
        }
    }
    out
}

/// The date in a form from which the tags of the record come back.
fn date(record: &GameRecord) -> Option<&String> {
    let (sgf, plain) = (record.tags.get("SgfDate"), record.tags.get("Date"));
    let same = |text: &&String| !date::is_plain(text) && date::read(text).as_ref() == plain;
    sgf.filter(same).or_else(|| plain.filter(|text| date::is_plain(text)))
}

/// A result that is read as the one of the record; in the words it came with, if it had some.
fn result(record: &GameRecord) -> Option<String> {
    let ending = record.ending.as_ref().filter(|ending| ending.counts())?;
    let how = Some(ending.termination.clone()).filter(|how| matches!(how, Termination::Time { .. }));
    let meant = (Told::Over(ending.winner), how);
    let wordings = wordings(&meant, &record.players);
    record.tags.get("SgfResult").into_iter().chain(&wordings).find(|text| told(text, &record.players) == meant).cloned()
}

fn time_control(time: &TimeControl) -> Option<String> {
    match time {
        TimeControl::None => Some("None".to_string()),
        TimeControl::Total { base, increment } if increment.is_zero() => Some(format!("Fixed {}", base.as_millis())),
        TimeControl::Total { base, increment } => {
            Some(format!("Incremental {} {}", base.as_millis(), increment.as_millis()))
        }
        TimeControl::PerMove { .. } => None,
    }
}

/// A piece, the cell it goes to, and the target as boardspace spells it.
type Dropped = (Piece, (i32, i32), String);

/// The moves as commands, with the cells they lead to. Moves are in standard spelling.
fn hands(moves: &[String]) -> Vec<String> {
    let mut cells: BTreeMap<Piece, (i32, i32)> = BTreeMap::new();
    let told: Vec<_> = moves.iter().map(|text| step(text, &mut cells)).collect();
    let lowest = |part: fn(&(i32, i32)) -> i32| told.iter().flatten().map(|(_, cell, _)| part(cell)).min().unwrap_or(0);
    // The board grows to the east and to the north only.
    let shift = (MIDDLE.0.max(-lowest(|cell| cell.0)), MIDDLE.1.max(1 - lowest(|cell| cell.1)));
    let command = |(ply, told): (usize, &Option<Dropped>)| match told {
        None => "pass".to_string(),
        Some((piece, (x, y), target)) => {
            let verb = if piece.white == (ply % 2 == 0) { "move" } else { "pmove" };
            let colour = if piece.white { 'W' } else { 'B' };
            format!("{verb} {colour} {piece} {} {} {target}", column_name(x + shift.0), y + shift.1)
        }
    };
    told.iter().enumerate().map(command).collect()
}

/// Follows a move: the piece, where it goes, and the target as boardspace spells it.
fn step(text: &str, cells: &mut BTreeMap<Piece, (i32, i32)>) -> Option<Dropped> {
    let (name, target) = text.split_once(' ').unwrap_or((text, ""));
    let piece = Piece::read(name, true).filter(|_| text != "pass")?;
    let (cell, target) = match names::target(target, true) {
        None => ((0, 0), ".".to_string()),
        Some((direction, other)) => {
            let (x, y) = cells.get(&other).copied().unwrap_or_default();
            let (dx, dy) = direction.step();
            let target = if direction == Direction::Top { ".".to_string() } else { target.to_string() };
            ((x + dx, y + dy), target)
        }
    };
    cells.insert(piece, cell);
    Some((piece, cell, target))
}
