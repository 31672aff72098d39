//! A game of Piranhas in progress: the face the rest of the house plays through.
//!
//! Invariant: `key` and `ending` always agree with board, turn and first union; they are
//! kept because both are asked for far more often than they change.

use std::hash::{Hash, Hasher};

use schwarm_core::view::{BoardView, Cell, Held, MoveCells};
use schwarm_core::{BrokenRule, Game, MoveError, Notation, Outcome, Reason, Score, Side};

use crate::board::{Board, Content, Weight};
use crate::end::{self, Ending};
use crate::moves::{self, Move};
use crate::rules::{Edition, PLY_LIMIT};
use crate::swarm::Swarm;
use crate::{explain, key, notation, view};

/// A position with everything the rules need to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    key: u64,
    edition: Edition,
    turn: u8,
    first_union: Option<Side>,
    /// The verdict of the last full round, if it ended the game.
    ending: Option<Ending>,
}

/// What takes a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: Option<Weight>,
    first_union: Option<Side>,
    key: u64,
}

impl State {
    /// A state of these parts; the board holds at most sixteen fish a side.
    pub(crate) fn new(edition: Edition, board: Board, turn: u8, first_union: Option<Side>) -> State {
        let mut state = State { board, key: 0, edition, turn, first_union, ending: None };
        state.key = state.compute_key();
        state.ending = end::round_end(&state, state.united());
        state
    }

    /// The rules it is played by.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who first completed a swarm; only kept in 2026.
    pub fn first_union(&self) -> Option<Side> {
        self.first_union
    }

    /// The biggest swarm of a side: by fish in 2019, by weight in 2026.
    pub fn biggest_swarm(&self, side: Side) -> Swarm {
        end::biggest(self.edition, &self.board, side)
    }

    /// Whether all fish of a side are one swarm, as this edition sees it.
    pub fn is_united(&self, side: Side) -> bool {
        end::is_united(self.edition, &self.board, side)
    }

    /// The winner alone, if the game is over, without the score lines of an outcome.
    #[inline]
    pub fn winner(&self) -> Option<Option<Side>> {
        self.ending().map(|ending| ending.winner)
    }

    /// The same board after a ply in which nothing moved, to ask what a move is worth: no rule
    /// allows it. `None` where the game is over, or would be then.
    pub fn passed(&self) -> Option<State> {
        if self.ending().is_some() || self.turn() + 1 >= PLY_LIMIT {
            return None;
        }
        let mut passed = State { turn: self.turn + 1, key: self.key ^ key::BLUE_TO_MOVE, ..*self };
        passed.settle();
        passed.ending().is_none().then_some(passed)
    }

    /// How the game ended, if it did.
    #[inline]
    fn ending(&self) -> Option<Ending> {
        match self.ending {
            Some(ending) => Some(ending),
            None if moves::any(&self.board, self.side_to_move()) => None,
            None => Some(end::blocked(self)),
        }
    }

    #[inline]
    fn united(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.is_united(side))
    }

    /// Draws the consequences of the ply just played.
    ///
    /// In 2026 the first side whose swarm is found united after a ply is remembered; red is
    /// looked at first.
    #[inline]
    fn settle(&mut self) {
        self.ending = None;
        let notes_union = self.edition == Edition::Season2026 && self.first_union.is_none();
        if self.side_to_move() == Side::Two && !notes_union {
            return;
        }
        let united = self.united();
        if notes_union {
            self.first_union = Side::BOTH.into_iter().find(|side| united[side.index()]);
            self.key ^= key::first_union(self.first_union);
        }
        self.ending = end::round_end(self, united);
    }
}

/// Equal states have equal keys, so the key is all a hasher needs.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key ^ u64::from(self.turn));
    }
}

impl Game for State {
    type Move = Move;
    type Undo = Undo;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        Side::from_parity(u32::from(self.turn))
    }

    #[inline(always)]
    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn compute_key(&self) -> u64 {
        let side = if self.side_to_move() == Side::Two { key::BLUE_TO_MOVE } else { 0 };
        key::board(&self.board) ^ side ^ key::first_union(self.first_union)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| self.verdict(ending.winner, ending.reason))
    }

    fn verdict(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        let points = Outcome::victory_points(winner);
        let scores =
            Side::BOTH.map(|side| Score::new(&[points[side.index()], end::size(self.edition, &self.board, side)]));
        Outcome { winner, reason, scores }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.ending.is_none() {
            moves::list(&self.board, self.side_to_move(), moves);
        }
    }

    fn count_legal_moves(&self) -> u64 {
        match self.ending {
            None => moves::count(&self.board, self.side_to_move()),
            Some(_) => 0,
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.ending.is_none() && moves::is_one(&self.board, self.side_to_move(), mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Undo {
        let mover = self.side_to_move();
        let mut undo = Undo { captured: None, first_union: self.first_union, key: self.key };
        if let Content::Fish(victim, weight) = self.board.at(mv.to) {
            undo.captured = Some(weight);
            self.board.take_fish(mv.to, victim, weight);
            self.key ^= key::fish(mv.to, victim, weight);
        }
        let weight = self.board.weight_at(mv.from);
        self.board.take_fish(mv.from, mover, weight);
        self.board.put_fish(mv.to, mover, weight);
        self.key ^= key::fish(mv.from, mover, weight) ^ key::fish(mv.to, mover, weight) ^ key::BLUE_TO_MOVE;
        self.turn += 1;
        self.settle();
        undo
    }

    #[inline]
    fn undo(&mut self, mv: Move, undo: Undo) {
        self.turn -= 1;
        let mover = self.side_to_move();
        let weight = self.board.weight_at(mv.to);
        self.board.take_fish(mv.to, mover, weight);
        self.board.put_fish(mv.from, mover, weight);
        if let Some(weight) = undo.captured {
            self.board.put_fish(mv.to, !mover, weight);
        }
        self.first_union = undo.first_union;
        self.key = undo.key;
        // A move was played from here, so the game was not over.
        self.ending = None;
    }

    fn explain_illegal(&self, mv: Move) -> BrokenRule {
        explain::broken_rule(self, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        notation::read_move(text)
    }

    fn move_text(&self, mv: Move, _: Notation) -> String {
        format!("{}-{}", mv.from, mv.to)
    }

    fn move_cells(&self, mv: Move) -> Option<MoveCells> {
        Some(MoveCells { from: Some(mv.from.cell()), to: mv.to.cell() })
    }

    fn meant(&self, held: &Held, to: Cell) -> Result<Move, BrokenRule> {
        explain::meant(held, to)
    }

    fn explain_stuck(&self, held: &Held) -> BrokenRule {
        explain::stuck(self, held)
    }

    fn to_text(&self) -> String {
        notation::write_position(self)
    }

    fn view(&self) -> BoardView {
        view::view(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::position;
    use crate::notation::read_position;

    const APART: &str = "
        5 rr..r.....
        4 ....bb...b
          abcdefghij";

    #[test]
    fn a_passed_ply_changes_nothing_but_the_turn() {
        for edition in [Edition::Sheet2019, Edition::Server2019] {
            let passed = |rest: &str| read_position(edition, &position(APART, rest)).unwrap().passed();
            for (before, after) in [("r 10", "b 11"), ("b 11", "r 12")] {
                let state = passed(before).unwrap();
                assert_eq!(state.to_text(), position(APART, after));
                assert_eq!(state.key(), state.compute_key());
            }
            assert_eq!(passed("b 59"), None, "the limit");
            assert_eq!(passed("r 60"), None, "it is over");
        }
    }

    #[test]
    fn no_ply_is_passed_that_would_end_the_game() {
        let united = "
            5 rrr.......
            4 ....bb...b
              abcdefghij";
        let state = |rest: &str| read_position(Edition::Server2019, &position(united, rest)).unwrap();
        assert_eq!(state("b 11").passed(), None);
        assert_eq!(state("r 12").passed(), None);
    }

    #[test]
    fn winner_and_outcome_agree() {
        for rest in ["r 10", "b 11", "b 59", "r 60"] {
            let state = read_position(Edition::Server2019, &position(APART, rest)).unwrap();
            assert_eq!(state.winner(), state.outcome().map(|outcome| outcome.winner), "{rest}");
        }
    }
}
