//! Reading board texts as drafts, possible or not, from the left to the right: the first mistake is the one that is told.

use schwarm_core::Side;
use schwarm_core::draft::text::{self, Placed};
use schwarm_core::draft::{Draft, DraftCell, DraftPiece, Problem};
use schwarm_core::view::{Cell, Terrain};

use super::{PASSES, STUN, stunned};
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::notation::challenge::letter;
use crate::notation::setting::parse_pair;
use crate::notation::{Name, board, challenge};
use crate::state::Hive;

/// Pieces of one stack that are looked at; no set has more.
const HIGHEST: usize = 32;

/// Reads a board text, possible or not.
pub(crate) fn read<B: Kernel, L: Law>(empty: &Hive<B, L>, position: &str) -> Result<Draft, Problem> {
    text::check_length(position, if L::BOUNDED { challenge::LONGEST } else { board::LONGEST })?;
    let fields: Vec<Placed<'_>> = text::parts((0, position), '|').collect();
    let most = if L::BOUNDED { 2 } else { 3 };
    let Some(&side) = fields.get(1) else {
        let wanted = if L::BOUNDED { "| r 0" } else { "| w 0" };
        let message = "the field with the side to move is missing";
        return Err(Problem::new("text-no-side", message).with("wanted", wanted).found_at(position.trim_end().len()));
    };
    if let Some(&more) = fields.get(most) {
        return Err(text::unknown("text-last", more, if L::BOUNDED { "| r 0" } else { "stun / passed" }));
    }
    let mut draft = Draft::empty(Side::One, 0);
    for entry in text::words(fields[0]) {
        draft.cells.push(if L::BOUNDED { bounded_cell(entry)? } else { open_cell::<B, L>(entry)? });
    }
    (draft.to_move, draft.turn) = read_turn(side, if L::BOUNDED { ["r", "b"] } else { ["w", "b"] })?;
    match fields.get(2) {
        Some(&last) => read_last(empty, draft, last),
        None => Ok(draft),
    }
}

fn read_turn(field: Placed<'_>, letters: [&str; 2]) -> Result<(Side, u32), Problem> {
    let words: Vec<Placed<'_>> = text::words(field).collect();
    let &[side, turn] = words.as_slice() else {
        let place = words.get(2).map_or(field.0, |word| word.0);
        return Err(text::unknown("text-turn", (place, field.1.trim()), &format!("{} 0", letters[0])));
    };
    let turn = turn.1.parse().map_err(|_| text::unknown("text-turn", turn, "0-9"))?;
    Ok((text::side(side, letters)?, turn))
}

/// A cell and what is behind its `=`.
fn entry_parts<'a>(entry: Placed<'a>, example: &str) -> Result<((i32, i32), Placed<'a>), Problem> {
    let (cell, stack) = entry.1.split_once('=').ok_or_else(|| text::unknown("text-entry", entry, example))?;
    let pair = parse_pair(cell).ok_or_else(|| text::unknown("text-cell", (entry.0, cell), "0,0"))?;
    Ok((pair, (entry.0 + cell.len() + 1, stack)))
}

fn open_cell<B: Kernel, L: Law>(entry: Placed<'_>) -> Result<DraftCell, Problem> {
    let ((q, r), stack) = entry_parts(entry, "1,0=bS1+wB1")?;
    let at = Cell::new(q, r);
    let mut pieces = Vec::new();
    for part in text::parts(stack, '+').take(HIGHEST + 1) {
        let wrong = || text::unknown("text-piece", part, "wQ, bS1, wA2 …").at([at]);
        let name = Name::parse(part.1).map_err(|_| wrong())?;
        let is_numbered = Hive::<B, L>::is_numbered(name.bug);
        let number = name.number.unwrap_or(1);
        if (is_numbered && name.number.is_none()) || number > name.bug.slots() || pieces.len() == HIGHEST {
            return Err(wrong());
        }
        let name = Name { number: is_numbered.then_some(number), ..name };
        pieces.push(DraftPiece { side: name.side, kind: name.bug.name().into(), name: name.shown(), height: 1 });
    }
    Ok(DraftCell { at, terrain: Terrain::Plain, stack: pieces })
}

fn bounded_cell(entry: Placed<'_>) -> Result<DraftCell, Problem> {
    let ((x, y), content) = entry_parts(entry, "1,-4=q")?;
    let at = Cell::new(x, -x - y);
    if content.1 == "#" {
        return Ok(DraftCell { at, terrain: Terrain::Blackberry, stack: Vec::new() });
    }
    if content.1.is_empty() {
        return Err(text::unknown("text-entry", entry, "1,-4=q"));
    }
    let mut stack = Vec::new();
    for (offset, sign) in content.1.char_indices() {
        let place = (content.0 + offset, &content.1[offset..offset + sign.len_utf8()]);
        let wrong = || text::unknown("text-letter", place, "Q S B G A q s b g a #").at([at]);
        let bug = Bug::from_letter(sign).ok_or_else(wrong)?;
        let side = if sign.is_ascii_uppercase() { Side::One } else { Side::Two };
        let name = letter(Piece::new(side, bug, 1)).to_string();
        stack.push(DraftPiece { side, kind: bug.name().into(), name, height: 1 });
    }
    Ok(DraftCell { at, terrain: Terrain::Plain, stack })
}

/// The last field: what may not be touched, or that somebody had to pass.
fn read_last<B: Kernel, L: Law>(empty: &Hive<B, L>, draft: Draft, field: Placed<'_>) -> Result<Draft, Problem> {
    let words: Vec<Placed<'_>> = text::words(field).take(3).collect();
    let texts: Vec<&str> = words.iter().map(|word| word.1).collect();
    match texts[..] {
        // Where it means nothing it is only checked.
        ["stun", name] if !empty.stun_matters() => {
            stunned(&draft, name).map_err(|problem| problem.found_at(words[1].0)).map(|_| draft)
        }
        ["stun", name] => Ok(draft.with(STUN, name)),
        ["passed"] => Ok(draft.with(PASSES, 1)),
        ["passed", "twice"] => Ok(draft.with(PASSES, 2)),
        _ => Err(text::unknown("text-last", (field.0, field.1.trim()), "stun bA1")),
    }
}
