//! When a game is over, and who has won.

use crate::board::{Board, dir};
use crate::book::Law;
use crate::bug::Piece;
use crate::state::Hive;
use crate::survey::{Survey, Win};
use schwarm_core::{Outcome, Reason, Score, Side};

impl<B: Board, L: Law> Hive<B, L> {
    /// Whether the game is over, given what lies beside each cell. The quick form of
    /// [`verdict_now`](Hive::verdict_now) for the narrow frame.
    #[inline(always)]
    pub(crate) fn is_over(&self, looks: &[B; 6]) -> bool {
        if L::BOUNDED {
            return self.verdict_now().is_some();
        }
        let [a, b, c, d, e, f] = *looks;
        let full = a.and(b).and(c.and(d)).and(e.and(f));
        if full.is_empty() && self.facts.passes() < 2 { false } else { self.verdict_now().is_some() }
    }

    /// The winner, if there is one, once the game is over.
    #[inline]
    pub fn winner(&self) -> Option<Option<Side>> {
        self.verdict_now().map(|(winner, _)| winner)
    }

    /// Winner and reason, if the game is over.
    #[inline]
    pub(crate) fn verdict_now(&self) -> Option<(Option<Side>, Reason)> {
        if self.book.full_rounds && self.turn & 1 != 0 {
            // A round is looked at when blue has played.
            let over = self.book.ply_limit.is_some_and(|limit| self.turn >= limit);
            return over.then(|| self.round_limit());
        }
        match self.surrounded() {
            [false, false] => {}
            [true, true] => return Some((None, Reason::BothSurrounded)),
            [true, false] => return Some((Some(Side::Two), Reason::QueenSurrounded)),
            [false, true] => return Some((Some(Side::One), Reason::QueenSurrounded)),
        }
        if self.facts.passes() == 2 {
            return Some((None, Reason::Passes));
        }
        self.book.ply_limit.filter(|&limit| self.turn >= limit).map(|_| self.round_limit())
    }

    /// What can be told about a win by the next move where rounds and their number count:
    /// `win` is what it would be without them.
    #[inline(always)]
    pub(crate) fn win_in_rounds(&self, survey: &Survey, win: Win) -> Win {
        let turn = self.turn + 1;
        if self.book.ply_limit.is_some_and(|limit| turn >= limit) {
            return Win::Perhaps;
        }
        if !self.book.full_rounds {
            return win;
        }
        // Blue may find a queen that was surrounded in the first half of the round.
        let [one, two] =
            Side::BOTH.map(|side| self.is_placed(Piece::queen(side)) && survey.queens[side.index()].free == 0);
        match turn & 1 != 0 {
            true => Win::No,
            false if one || two => Win::Perhaps,
            false => win,
        }
    }

    fn round_limit(&self) -> (Option<Side>, Reason) {
        let [one, two] = Side::BOTH.map(|side| self.free_cells_round_queen(side));
        let winner = match one.cmp(&two) {
            std::cmp::Ordering::Greater => Some(Side::One),
            std::cmp::Ordering::Less => Some(Side::Two),
            std::cmp::Ordering::Equal => None,
        };
        (winner, Reason::RoundLimit)
    }

    /// Whose queen has no free cell beside her.
    #[inline]
    pub(crate) fn surrounded(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.is_placed(Piece::queen(side)) && self.free_cells_round_queen(side) == 0)
    }

    /// Free cells round a queen; -1 while she is not on the board. The edge of a bounded
    /// board and blackberries are not free.
    pub fn free_cells_round_queen(&self, side: Side) -> i32 {
        let queen = Piece::queen(side);
        if !self.is_placed(queen) {
            return -1;
        }
        let cell = self.cells[queen.index()];
        if !L::BOUNDED && self.is_wide() {
            let step = <crate::board::wide::Wide as Board>::step;
            return (0..dir::STEP.len()).filter(|&d| !self.top(step(cell, d)).is_some()).count() as i32;
        }
        let taken = self.occupied.ring(cell) | if L::BOUNDED { self.closed.ring(cell) } else { 0 };
        6 - taken.count_ones() as i32
    }

    /// An outcome with its score lines.
    pub(crate) fn score(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        let points = Outcome::victory_points(winner);
        let scores =
            Side::BOTH.map(|side| Score::new(&[points[side.index()], self.free_cells_round_queen(side) as i16]));
        Outcome { winner, reason, scores }
    }
}
