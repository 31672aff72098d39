//! The sandbox move notation: `wG2/*bA1`, `bB1=*wQ1`, `wS1`.
//!
//! Three characters name every piece, the queen is `wQ1`. The sign between two pieces is
//! the face of the target the moved piece touches, so slashes lean the other way than in
//! UHP. Numbers may be used in any order; they are remembered beside the UHP numbers.

use super::{Name, none_left, side_letter, uhp};
use crate::board::dir;
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::state::{Axial, Hive};
use schwarm_core::{BrokenRule, MoveError};

/// The points of contact: sign and direction of the mover from the target.
const CONTACTS: [(&str, Option<usize>); 7] = [
    ("/*", Some(dir::NW)),
    ("|*", Some(dir::W)),
    ("\\*", Some(dir::SW)),
    ("*\\", Some(dir::NE)),
    ("*|", Some(dir::E)),
    ("*/", Some(dir::SE)),
    ("=*", None),
];

/// Whether a text can only be meant in this notation.
pub(crate) fn looks_like(text: &str) -> bool {
    let single = |name: Name| name.bug.slots() == 1 && name.number == Some(1);
    text.contains('*') || text.len() == 3 && Name::parse(text).is_ok_and(single)
}

/// Reads a move.
pub(crate) fn parse<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str) -> Result<Move, MoveError> {
    let Some(star) = text.find('*') else {
        if state.placed != 0 {
            return Err(MoveError::syntax(text, "only the first move of a game is a bare piece"));
        }
        let piece = subject(state, text, text)?;
        return Ok(Move::new(piece, state.frame_cell(Axial::new(0, 0))));
    };
    let found = CONTACTS.into_iter().find_map(|(sign, direction)| {
        let at = if sign.starts_with('*') { star } else { star.checked_sub(1)? };
        let rest = text.get(at..)?.strip_prefix(sign)?;
        Some((text.get(..at)?, direction, rest))
    });
    let Some((mover, direction, target)) = found else {
        return Err(MoveError::syntax(text, "the point of contact is one of /* |* \\* *\\ *| */ =*"));
    };
    let piece = subject(state, text, mover)?;
    if state.placed == 0 {
        return Err(MoveError::syntax(text, "the first move of a game is a bare piece: there is nothing to touch"));
    }
    let target = Name::parse(target.trim()).map_err(|why| MoveError::syntax(text, why))?;
    if target.number.is_none() {
        return Err(MoveError::syntax(text, NUMBERED));
    }
    let Some(reference) = piece_of(target).filter(|&piece| state.is_placed(piece)) else {
        let rule = BrokenRule::new("no-reference", format!("{} is not on the board", target.shown()));
        return Err(MoveError::illegal(text, rule));
    };
    let cell = state.plane()(state.cells[reference.index()]);
    Ok(Move::new(piece, state.frame_cell(direction.map_or(cell, |d| cell.step(d)))))
}

/// The piece a move is about, on the board or in hand.
fn subject<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str, name: &str) -> Result<Piece, MoveError> {
    let name = Name::parse(name.trim()).map_err(|why| MoveError::syntax(text, why))?;
    if name.number.is_none() {
        return Err(MoveError::syntax(text, NUMBERED));
    }
    let in_set = |piece: &Piece| state.book().set >> (piece.0 & 15) & 1 != 0;
    piece_of(name).filter(in_set).ok_or_else(|| none_left(state, text, name))
}

const NUMBERED: &str = "every piece has a number here, the queen is Q1";

/// The piece of a name, if there can be one of that number.
fn piece_of(name: Name) -> Option<Piece> {
    let number = name.number.unwrap_or(1);
    (number <= name.bug.slots()).then(|| Piece::new(name.side, name.bug, number))
}

/// Writes a move.
pub(crate) fn move_text<B: Kernel, L: Law>(state: &Hive<B, L>, mv: Move) -> String {
    if mv.is_pass() {
        return "pass".to_string();
    }
    let mover = name(mv.piece());
    match uhp::reference(state, mv) {
        None => mover,
        Some((other, direction)) => {
            let sign = CONTACTS.iter().find(|contact| contact.1 == direction).map_or("=*", |contact| contact.0);
            format!("{mover}{sign}{}", name(other))
        }
    }
}

/// `wQ1`.
fn name(piece: Piece) -> String {
    let bug: Bug = piece.bug();
    format!("{}{}{}", side_letter(piece.side()), bug.letter(), piece.number())
}
