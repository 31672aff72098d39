//! Putting pieces on a board by hand: the checks every position text shares.

use crate::board::wide::Wide;
use crate::board::{Board, CellIndex};
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::generate::region::flood;
use crate::kernel::Kernel;
use crate::state::{Axial, Hive};
use schwarm_core::{PositionError, Side};

/// A board being set up.
pub(crate) struct Setting<B: Kernel, L: Law> {
    state: Hive<B, L>,
    cells: [CellIndex; 32],
    taken: Wide,
    /// Smallest and largest column and row so far.
    extent: Option<(Axial, Axial)>,
}

/// Lines a connected hive can span more than one: 28 pieces in a row.
const LONGEST_HIVE: i32 = 27;

impl<B: Kernel, L: Law> Setting<B, L> {
    /// Begins with an empty board.
    pub(crate) fn new(state: Hive<B, L>) -> Setting<B, L> {
        Setting { state, cells: [0; 32], taken: Wide::empty(), extent: None }
    }

    /// Sets a stack, bottom to top, on an empty cell. `shown` is the cell as it was written.
    pub(crate) fn stack(&mut self, shown: &str, at: Axial, pieces: &[Piece]) -> Result<(), PositionError> {
        let impossible = |why: String| Err(PositionError::impossible(format!("cell {shown}: {why}")));
        // A connected hive is shorter than the torus; farther cells would wrap round it.
        let (low, high) = self.extent.unwrap_or((at, at));
        let low = Axial::new(low.q.min(at.q), low.r.min(at.r));
        let high = Axial::new(high.q.max(at.q), high.r.max(at.r));
        if high.q.saturating_sub(low.q) > LONGEST_HIVE || high.r.saturating_sub(low.r) > LONGEST_HIVE {
            return impossible("too far from the other pieces: the hive is split".to_string());
        }
        self.extent = Some((low, high));
        let cell = crate::state::true_cell(at);
        if self.taken.has(cell) {
            return impossible("listed twice".to_string());
        }
        self.taken = self.taken.or(Wide::bit(cell));
        let mut below = Piece::NONE;
        for &piece in pieces {
            let bug = piece.bug();
            if self.state.book.set >> (piece.0 & 15) & 1 == 0 {
                let count = self.state.book.count(bug);
                return impossible(match count {
                    0 => format!("this game has no {}", bug.name()),
                    _ => format!("more than {count} {} of a side", plural(bug, count)),
                });
            }
            if self.state.is_placed(piece) {
                return impossible(format!("{piece:?} is on the board twice"));
            }
            if below.is_some() && !matches!(bug, Bug::Beetle | Bug::Mosquito) {
                return impossible(format!("a {} cannot stand on another piece", bug.name()));
            }
            self.state.placed |= piece.bit();
            self.state.under[piece.index()] = below;
            self.cells[piece.index()] = cell;
            below = piece;
        }
        Ok(())
    }

    /// The lowest piece of a kind that is not on the board yet; one beyond the set if there
    /// is none, which [`stack`](Setting::stack) refuses.
    pub(crate) fn next(&self, side: Side, bug: Bug, also: &[Piece]) -> Option<Piece> {
        (1..=bug.slots())
            .map(|number| Piece::new(side, bug, number))
            .filter(|piece| self.state.book.set >> (piece.0 & 15) & 1 != 0)
            .find(|piece| !self.state.is_placed(*piece) && !also.contains(piece))
    }

    /// How many of a kind a side has.
    pub(crate) fn count(&self, bug: Bug) -> u8 {
        self.state.book.count(bug)
    }

    /// Ends the setting: the hive must be one.
    pub(crate) fn finish(mut self, side: Side, turn: u32) -> Result<Hive<B, L>, PositionError> {
        if !self.taken.is_empty() && flood(self.taken.lowest(), self.taken) != self.taken {
            return Err(PositionError::impossible("the hive is split: all pieces must be connected"));
        }
        self.state.facts = self.state.facts.with_side(side);
        self.state.turn = turn;
        self.state.reframe(&self.cells);
        self.state.key = self.state.computed_pieces_key();
        Ok(self.state)
    }
}

fn plural(bug: Bug, count: u8) -> String {
    if count == 1 { bug.name().to_string() } else { format!("{}s", bug.name()) }
}

/// Most plies a text may claim.
pub(crate) const MOST_PLIES: u32 = 1_000_000;

/// Reads `w 12`: a side letter and the number of plies.
pub(crate) fn parse_side_and_turn(field: &str, letters: [char; 2]) -> Result<(Side, u32), PositionError> {
    let syntax = |why: String| PositionError::syntax("the side to move", why);
    let mut words = field.split_whitespace();
    let (Some(side), Some(turn), None) = (words.next(), words.next(), words.next()) else {
        return Err(syntax(format!("expected `{} 0`: the side to move and the plies played", letters[0])));
    };
    let side =
        Side::BOTH.into_iter().find(|s| side.len() == 1 && side.starts_with(letters[s.index()])).ok_or_else(|| {
            syntax(format!("{:?} is neither {} nor {}", schwarm_core::error::shorten(side), letters[0], letters[1]))
        })?;
    let turn = turn.parse().ok().filter(|&turn| turn <= MOST_PLIES).ok_or_else(|| {
        syntax(format!("{:?} is no number of plies from 0 to {MOST_PLIES}", schwarm_core::error::shorten(turn)))
    })?;
    Ok((side, turn))
}

/// Reads `3,-2`.
pub(crate) fn parse_pair(text: &str) -> Option<(i32, i32)> {
    let (a, b) = text.split_once(',')?;
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        (!digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit()))
            .then(|| text.parse().ok())
            .flatten()
    };
    Some((number(a)?, number(b)?))
}
