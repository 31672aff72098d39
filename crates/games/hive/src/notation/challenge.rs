//! Texts of the Software-Challenge board: `Q@-3,3`, `-3,3>-2,3`, `pass`, and positions such as
//! `-4,-1=# 0,-3=# 1,-5=s 1,-4=q 1,-3=Q 4,1=# | b 5`.
//!
//! Cells are `x,y` of the cube coordinate x+y+z=0; in axial terms q is x and r is z.

use super::setting::{Setting, parse_pair, parse_side_and_turn};
use crate::book::{Law, PLY_LIMIT};
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::state::{Axial, Hive, RADIUS};
use schwarm_core::error::shorten;
use schwarm_core::{BrokenRule, MoveError, PositionError, Side};

/// Blackberries of a game.
pub(crate) const BERRIES: usize = 3;
/// Longest position text that is looked at.
pub(crate) const LONGEST: usize = 2048;

/// `x,y` of an axial cell.
pub(crate) fn cell_text(cell: Axial) -> String {
    format!("{},{}", cell.q, -cell.q - cell.r)
}

/// The axial cell of `x,y`, if it is on the board.
pub(crate) fn cell_on_board(x: i32, y: i32) -> Option<Axial> {
    let cell = Axial::new(x, -x - y);
    (cell.distance(Axial::new(0, 0)) <= RADIUS).then_some(cell)
}

/// Reads a move.
pub(crate) fn parse_move<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str) -> Result<Move, MoveError> {
    let trimmed = text.trim();
    if trimmed.len() > super::LONGEST_MOVE {
        return Err(MoveError::syntax(text, "longer than any move"));
    }
    if trimmed.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let cell = |part: &str| {
        let (x, y) = parse_pair(part.trim())
            .ok_or_else(|| MoveError::syntax(text, format!("{:?} is no cell `x,y`", shorten(part))))?;
        cell_on_board(x, y).map(|cell| state.frame_cell(cell)).ok_or_else(|| {
            let message = format!("{x},{y} is off the board: x, y and -x-y must lie between -5 and 5");
            MoveError::illegal(text, BrokenRule::new("off-board", message))
        })
    };
    if let Some((letter, target)) = trimmed.split_once('@') {
        let mut letters = letter.trim().chars();
        let bug = letters.next().and_then(Bug::from_letter).filter(|_| letters.next().is_none());
        let bug = bug.ok_or_else(|| MoveError::syntax(text, "before the @ stands one of Q S B G A"))?;
        let target = cell(target)?;
        let piece = state.next_in_hand(state.side(), bug).ok_or_else(|| {
            let rule = match state.book().count(bug) {
                0 => BrokenRule::new("not-in-set", format!("this game has no {}", bug.name())),
                _ => BrokenRule::new("not-in-hand", format!("no {} is left in hand", bug.name())),
            };
            MoveError::illegal(text, rule)
        })?;
        Ok(Move::new(piece, target))
    } else if let Some((from, to)) = trimmed.split_once('>') {
        let (start, target) = (cell(from)?, cell(to)?);
        let piece = state.top(start);
        if !piece.is_some() {
            let message = format!("there is no piece on {}", from.trim());
            return Err(MoveError::illegal(text, BrokenRule::new("no-piece", message)));
        }
        Ok(Move::new(piece, target))
    } else {
        Err(MoveError::syntax(text, "expected a set `Q@-3,3`, a move `-3,3>-2,3` or `pass`"))
    }
}

/// Writes a move.
pub(crate) fn move_text<B: Kernel, L: Law>(state: &Hive<B, L>, mv: Move) -> String {
    if mv.is_pass() {
        return "pass".to_string();
    }
    let piece = mv.piece();
    let plane = state.plane();
    let to = cell_text(plane(mv.cell()));
    if state.is_placed(piece) {
        format!("{}>{to}", cell_text(plane(state.cells[piece.index()])))
    } else {
        format!("{}@{to}", piece.bug().letter())
    }
}

/// Upper case for red, lower case for blue.
pub(crate) fn letter(piece: Piece) -> char {
    match piece.side() {
        Side::One => piece.bug().letter(),
        Side::Two => piece.bug().letter().to_ascii_lowercase(),
    }
}

/// Writes a position.
pub(crate) fn position_text<B: Kernel, L: Law>(state: &Hive<B, L>) -> String {
    let plane = state.plane();
    let mut entries: Vec<((i32, i32), String)> = Vec::new();
    let xy = |cell: Axial| (cell.q, -cell.q - cell.r);
    entries.extend(state.berries.cells().map(|cell| (xy(plane(cell)), "#".to_string())));
    for cell in state.occupied.cells() {
        let mut letters: Vec<char> = state.stack(cell).map(letter).collect();
        letters.reverse();
        entries.push((xy(plane(cell)), letters.into_iter().collect()));
    }
    entries.sort_unstable();
    let mut text = String::new();
    for ((x, y), stack) in entries {
        text.push_str(&format!("{x},{y}={stack} "));
    }
    text.push_str(&format!("| {} {}", if state.side() == Side::One { 'r' } else { 'b' }, state.turn));
    text
}

/// Reads a position onto an empty board.
pub(crate) fn parse_position<B: Kernel, L: Law>(
    mut empty: Hive<B, L>,
    text: &str,
) -> Result<Hive<B, L>, PositionError> {
    if text.len() > LONGEST {
        return Err(PositionError::syntax("the whole text", format!("longer than {LONGEST} characters")));
    }
    let (cells, side) = text.split_once('|').ok_or_else(|| {
        PositionError::syntax("the end", "the field with the side to move is missing, such as `| r 12`")
    })?;
    let (side, turn) = parse_side_and_turn(side, ['r', 'b'])?;
    if turn > PLY_LIMIT {
        return Err(PositionError::impossible(format!("turn {turn}: a game ends after {PLY_LIMIT} plies")));
    }
    if side != Side::from_parity(turn) {
        let mover = if turn % 2 == 0 { "red" } else { "blue" };
        return Err(PositionError::impossible(format!("after {turn} plies it is {mover}'s turn")));
    }
    let mut entries = Vec::new();
    let mut berries = Vec::new();
    for entry in cells.split_whitespace() {
        let syntax = |why: String| PositionError::syntax(format!("cell {:?}", shorten(entry)), why);
        let (cell, stack) = entry
            .split_once('=')
            .ok_or_else(|| syntax("expected a cell and what is on it, such as `1,-4=q`".into()))?;
        let (x, y) = parse_pair(cell).ok_or_else(|| syntax("expected a cell `x,y` of two whole numbers".into()))?;
        let at =
            cell_on_board(x, y).ok_or_else(|| PositionError::impossible(format!("cell {cell} is off the board")))?;
        if stack == "#" { berries.push(at) } else { entries.push((cell, at, stack)) }
    }
    empty = with_berries(empty, &berries)?;
    let mut setting = Setting::new(empty);
    for (cell, at, stack) in entries {
        if berries.contains(&at) {
            return Err(PositionError::impossible(format!("cell {cell} holds a blackberry and pieces")));
        }
        let pieces = parse_stack(&setting, cell, stack)?;
        setting.stack(cell, at, &pieces)?;
    }
    setting.finish(side, turn)
}

fn parse_stack<B: Kernel, L: Law>(
    setting: &Setting<B, L>,
    cell: &str,
    stack: &str,
) -> Result<Vec<Piece>, PositionError> {
    let mut pieces = Vec::new();
    for letter in stack.chars() {
        let bug = Bug::from_letter(letter).ok_or_else(|| {
            PositionError::syntax(
                format!("cell {cell}"),
                format!("{letter:?} is no piece; expected Q S B G A or lower case"),
            )
        })?;
        let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
        let piece = setting.next(side, bug, &pieces).ok_or_else(|| {
            let (name, colour) = (bug.name(), if side == Side::One { "red" } else { "blue" });
            PositionError::impossible(format!(
                "cell {cell}: {colour} has more than {} of its {name}s",
                setting.count(bug)
            ))
        })?;
        pieces.push(piece);
    }
    if pieces.is_empty() {
        return Err(PositionError::syntax(format!("cell {cell}"), "nothing stands behind the ="));
    }
    Ok(pieces)
}

/// Plants blackberries on an empty board.
pub(crate) fn with_berries<B: Kernel, L: Law>(
    mut empty: Hive<B, L>,
    berries: &[Axial],
) -> Result<Hive<B, L>, PositionError> {
    if berries.len() > BERRIES {
        return Err(PositionError::impossible(format!("{} blackberries; a board has {BERRIES}", berries.len())));
    }
    for &berry in berries {
        let cell = empty.frame_cell(berry);
        if empty.berries.has(cell) {
            return Err(PositionError::impossible(format!("cell {} is listed twice", cell_text(berry))));
        }
        empty.berries = empty.berries.or(B::bit(cell));
        empty.closed = empty.closed.or(B::bit(cell));
    }
    Ok(empty)
}
