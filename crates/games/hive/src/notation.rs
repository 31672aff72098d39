//! Texts of moves and positions.
//!
//! * [`uhp`]: MoveString and GameString of the Universal Hive Protocol;
//! * [`sandbox`]: the sandbox move notation `wG2/*bA1`;
//! * [`board`]: any set-up position of the unbounded board in one line;
//! * [`challenge`]: moves and positions of the Software-Challenge board.
//!
//! What must hold: a text is refused with what is wrong and where, or read completely.

pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod sandbox;
pub(crate) mod setting;
pub(crate) mod uhp;

use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::state::Hive;
use schwarm_core::{BrokenRule, MoveError, Side};

/// Longest move text that is looked at.
const LONGEST_MOVE: usize = 32;

/// Reads a move of the unbounded board in either notation.
pub(crate) fn parse_move<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str) -> Result<Move, MoveError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(MoveError::syntax(text, "the text is empty"));
    }
    if trimmed.len() > LONGEST_MOVE {
        return Err(MoveError::syntax(text, "longer than any move"));
    }
    if trimmed.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let first_of_all = state.placed == 0 && Name::parse(trimmed).is_ok_and(|name| name.number.is_some());
    if first_of_all || sandbox::looks_like(trimmed) {
        sandbox::parse(state, trimmed)
    } else {
        uhp::parse(state, trimmed)
    }
}

/// A piece as it is spelt: colour, bug and perhaps a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub side: Side,
    pub bug: Bug,
    pub number: Option<u8>,
}

impl Name {
    /// Reads `wA1`, `bQ`, in any case.
    pub(crate) fn parse(text: &str) -> Result<Name, String> {
        let mut chars = text.chars();
        let side = match chars.next() {
            Some('w' | 'W') => Side::One,
            Some('b' | 'B') => Side::Two,
            _ => return Err(format!("{text:?} is no piece: it must begin with w or b")),
        };
        let Some(bug) = chars.next().and_then(Bug::from_letter) else {
            return Err(format!("{text:?} is no piece: after the colour comes one of Q S B G A M L P"));
        };
        let number = match chars.next() {
            None => None,
            Some(digit @ '1'..='3') => Some(digit as u8 - b'0'),
            Some(other) => return Err(format!("{text:?} is no piece: {other:?} is no number from 1 to 3")),
        };
        match chars.next() {
            None => Ok(Name { side, bug, number }),
            Some(_) => Err(format!("{text:?} is no piece: it is too long")),
        }
    }

    /// How a person would write it.
    pub(crate) fn shown(self) -> String {
        let mut text = String::with_capacity(3);
        self.write(&mut text);
        text
    }

    /// Adds it to a text.
    fn write(self, text: &mut String) {
        text.push(side_letter(self.side));
        text.push(self.bug.letter());
        text.extend(self.number.map(|number| char::from(b'0' + number)));
    }
}

/// `w` or `b`.
pub(crate) const fn side_letter(side: Side) -> char {
    match side {
        Side::One => 'w',
        Side::Two => 'b',
    }
}

impl<B: Kernel, L: Law> Hive<B, L> {
    /// Whether a kind has several pieces, so that its names carry numbers.
    pub(crate) fn is_numbered(bug: Bug) -> bool {
        bug.slots() > 1
    }

    /// The UHP name of a piece on the board.
    pub(crate) fn uhp_name(&self, piece: Piece) -> String {
        self.named(piece).shown()
    }

    /// The same, not yet written.
    fn named(&self, piece: Piece) -> Name {
        let number = Self::is_numbered(piece.bug()).then(|| self.uhp_number(piece));
        Name { side: piece.side(), bug: piece.bug(), number }
    }

    /// The piece on the board that has this UHP name.
    pub(crate) fn find_uhp(&self, name: Name) -> Option<Piece> {
        let kind = name.bug.slot_mask() << (16 * name.side.index());
        crate::bug::pieces(self.placed & kind).find(|&piece| self.uhp_number(piece) == name.number.unwrap_or(1))
    }

    /// The name the next piece of a kind would get.
    pub(crate) fn next_uhp_number(&self, side: Side, bug: Bug) -> u8 {
        let kind = bug.slot_mask() << (16 * side.index());
        let used = crate::bug::pieces(self.placed & kind).fold(0u8, |used, piece| used | 1 << self.uhp_number(piece));
        1 + (used >> 1).trailing_ones() as u8
    }

    /// The lowest piece of a kind in hand.
    pub(crate) fn next_in_hand(&self, side: Side, bug: Bug) -> Option<Piece> {
        let in_hand = self.hand(side) & bug.slot_mask();
        (in_hand != 0).then(|| Piece((in_hand.trailing_zeros() + 16 * side.index() as u32) as u8))
    }
}

/// The error for a piece this game does not have, or not any more.
pub(crate) fn none_left<B: Kernel, L: Law>(state: &Hive<B, L>, text: &str, name: Name) -> MoveError {
    let (bug, shown) = (name.bug, name.shown());
    let rule = match state.book().count(bug) {
        0 => BrokenRule::new("not-in-set", format!("{shown}: this game has no {}", bug.name())),
        _ => BrokenRule::new(
            "not-in-hand",
            format!("{shown} is neither on the board nor the next {} to be placed", bug.name()),
        ),
    };
    MoveError::illegal(text, rule)
}
