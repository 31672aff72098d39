//! The board text of unbounded Hive: `0,0=wQ 1,0=bS1+wB1 | w 12 | stun bA1`.
//!
//! Any position that rules can go on from, without its history. A fourth kind of last field,
//! `passed`, stands only where a player had to pass and the opponent is stuck as well, so
//! that the next pass ends the game.

use super::setting::{Setting, parse_pair, parse_side_and_turn};
use super::{Name, side_letter};
use crate::book::Law;
use crate::bug::Piece;
use crate::kernel::Kernel;
use crate::state::{Axial, Hive};
use schwarm_core::error::shorten;
use schwarm_core::{PositionError, Side};

/// Longest text that is looked at.
pub(crate) const LONGEST: usize = 4096;

/// Writes a position.
pub(crate) fn position_text<B: Kernel, L: Law>(state: &Hive<B, L>) -> String {
    let plane = state.plane();
    let mut stacks: Vec<(Axial, Vec<Piece>)> = state
        .placed_pieces()
        .filter(|&piece| state.level(piece) == 0)
        .map(|piece| {
            let cell = state.cells[piece.index()];
            let mut pieces: Vec<_> = state.stack(cell).collect();
            pieces.reverse();
            (plane(cell), pieces)
        })
        .collect();
    stacks.sort_unstable_by_key(|(cell, _)| *cell);
    let mut text = String::new();
    for (cell, pieces) in stacks {
        let names: Vec<_> = pieces.into_iter().map(|piece| state.uhp_name(piece)).collect();
        text.push_str(&format!("{},{}={} ", cell.q, cell.r, names.join("+")));
    }
    text.push_str(&format!("| {} {}", side_letter(state.side()), state.turn));
    if state.stunned().is_some() {
        text.push_str(&format!(" | stun {}", state.uhp_name(state.stunned())));
    }
    if state.facts.passes() > 0 {
        text.push_str(if state.facts.passes() == 1 { " | passed" } else { " | passed twice" });
    }
    text
}

/// Reads a position onto an empty board of a rule book.
///
/// `any_first` allows either colour to have begun; the text then decides.
pub(crate) fn parse<B: Kernel, L: Law>(
    mut empty: Hive<B, L>,
    text: &str,
    any_first: bool,
) -> Result<Hive<B, L>, PositionError> {
    if text.len() > LONGEST {
        return Err(PositionError::syntax("the whole text", format!("longer than {LONGEST} characters")));
    }
    let mut fields = text.split('|');
    let cells = fields.next().unwrap_or_default();
    let side = fields.next().ok_or_else(|| {
        PositionError::syntax("the end", "the field with the side to move is missing, such as `| w 12`")
    })?;
    let (side, turn) = parse_side_and_turn(side, ['w', 'b'])?;
    let first = if turn % 2 == 0 { side } else { side.other() };
    if any_first {
        empty.book.first = first;
    } else if first != empty.book.first {
        let mover = if side == Side::One { "black" } else { "white" };
        return Err(PositionError::impossible(format!("after {turn} plies it is {mover}'s turn")));
    }
    let mut setting = Setting::new(empty);
    for entry in cells.split_whitespace() {
        parse_cell(&mut setting, entry)?;
    }
    let mut state = setting.finish(side, turn)?;
    if let Some(last) = fields.next() {
        parse_last(&mut state, last)?;
    }
    match fields.next() {
        None => Ok(state),
        Some(more) => {
            Err(PositionError::syntax(format!("field {:?}", shorten(more)), "there are at most three fields"))
        }
    }
}

fn parse_cell<B: Kernel, L: Law>(setting: &mut Setting<B, L>, entry: &str) -> Result<(), PositionError> {
    let syntax = |why: String| PositionError::syntax(format!("cell {:?}", shorten(entry)), why);
    let (cell, stack) =
        entry.split_once('=').ok_or_else(|| syntax("expected a cell and its pieces, such as `1,0=bS1+wB1`".into()))?;
    let (q, r) = parse_pair(cell).ok_or_else(|| syntax("expected a cell `q,r` of two whole numbers".into()))?;
    let mut pieces = Vec::new();
    for name in stack.split('+') {
        let name = Name::parse(name).map_err(&syntax)?;
        let numbered = Hive::<B, L>::is_numbered(name.bug);
        if numbered && name.number.is_none() {
            return Err(syntax(format!("the {} needs its number", name.bug.name())));
        }
        let number = name.number.unwrap_or(1);
        if number > name.bug.slots() || (!numbered && number != 1) {
            return Err(syntax(format!("no side has a {} number {number}", name.bug.name())));
        }
        pieces.push(Piece::new(name.side, name.bug, number));
        if pieces.len() > 32 {
            return Err(syntax("more pieces than there are".into()));
        }
    }
    setting.stack(cell, Axial::new(q, r), &pieces)
}

fn parse_last<B: Kernel, L: Law>(state: &mut Hive<B, L>, field: &str) -> Result<(), PositionError> {
    let syntax = |why: String| PositionError::syntax(format!("field {:?}", shorten(field.trim())), why);
    let words: Vec<_> = field.split_whitespace().take(3).collect();
    match words[..] {
        ["stun", name] => {
            let piece = Name::parse(name).ok().and_then(|name| state.find_uhp(name));
            let piece = piece.ok_or_else(|| syntax(format!("{:?} is not on the board", shorten(name))))?;
            if state.top(state.cells[piece.index()]) != piece {
                return Err(PositionError::impossible(format!("{name} is covered, so it was not the last to move")));
            }
            if state.stun_matters() {
                state.facts = state.facts.with_stunned(piece);
            }
            Ok(())
        }
        ["passed"] | ["passed", "twice"] => {
            // Where a player can move, an earlier pass means nothing.
            if state.verdict_now().is_none() && state.is_stuck() {
                state.facts = state.facts.with_passes(if words.len() == 2 { 2 } else { 1 });
            }
            Ok(())
        }
        _ => Err(syntax("expected `stun` and the piece that may not move now".into())),
    }
}
