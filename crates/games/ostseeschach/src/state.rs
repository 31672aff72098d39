//! A game of Ostseeschach in progress: the face the rest of the house plays through, and what
//! a move does on its target.
//!
//! Invariant: `key` always agrees with board, ambers and side to move.

use std::hash::{Hash, Hasher};

use schwarm_core::view::{BoardView, Cell, Held, MoveCells};
use schwarm_core::{BrokenRule, Game, MoveError, Notation, Outcome, Reason, Score, Side};

use crate::board::Board;
use crate::moves::{self, Move};
use crate::piece::Piece;
use crate::rules::{MOST_AMBERS, PLY_LIMIT};
use crate::square::home_line;
use crate::{end, explain, key, notation, view};

/// A position with everything the rules need to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    key: u64,
    ambers: [u8; 2],
    turn: u8,
}

impl State {
    /// A state of these parts.
    pub(crate) fn new(board: Board, turn: u8, ambers: [u8; 2]) -> State {
        let mut state = State { board, key: 0, ambers, turn };
        state.key = state.compute_key();
        state
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The ambers of a side.
    #[inline(always)]
    pub fn ambers(&self, side: Side) -> u8 {
        self.ambers[side.index()]
    }

    /// How far a side's most advanced light piece is from its home line; 0 without light pieces.
    pub fn furthest_light(&self, side: Side) -> u8 {
        self.board.light(side).map(|square| square.distance_from_home(side)).max().unwrap_or(0)
    }

    /// Who would win if the last round ended now: more ambers, or else the more advanced light
    /// pieces; `None` for a draw.
    pub fn leader(&self) -> Option<Side> {
        end::leader(self)
    }

    /// The winner alone, if the game is over, without the score lines of an outcome.
    #[inline]
    pub fn winner(&self) -> Option<Option<Side>> {
        end::ending(self).map(|(winner, _)| winner)
    }

    /// The same board after a ply in which nothing moved, to ask what a move is worth: no rule
    /// allows it. `None` where the game is over, or would be then.
    pub fn passed(&self) -> Option<State> {
        let passed = State { turn: self.turn + 1, key: self.key ^ key::BLUE_TO_MOVE, ..*self };
        (end::round_end(self).is_none() && passed.turn() < PLY_LIMIT && passed.winner().is_none()).then_some(passed)
    }

    fn give_ambers(&mut self, side: Side, ambers: u8) {
        let now = (self.ambers(side) + ambers).min(MOST_AMBERS);
        self.key ^= key::ambers(side, self.ambers(side)) ^ key::ambers(side, now);
        self.ambers[side.index()] = now;
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
    /// The state is smaller than what changes in it would be to describe.
    type Undo = State;

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
        let ambers = Side::BOTH.map(|side| key::ambers(side, self.ambers(side)));
        key::board(&self.board) ^ side ^ ambers[0] ^ ambers[1]
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        end::ending(self).map(|(winner, reason)| self.verdict(winner, reason))
    }

    fn verdict(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        let points = Outcome::victory_points(winner);
        let scores = Side::BOTH.map(|side| {
            let (ambers, furthest) = (self.ambers(side), self.furthest_light(side));
            Score::new(&[points[side.index()], i16::from(ambers), i16::from(furthest)])
        });
        Outcome { winner, reason, scores }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if end::round_end(self).is_none() {
            moves::list(&self.board, self.side_to_move(), moves);
        }
    }

    fn count_legal_moves(&self) -> u64 {
        match end::round_end(self) {
            None => moves::count(&self.board, self.side_to_move()),
            Some(_) => 0,
        }
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        end::round_end(self).is_none() && moves::is_one(&self.board, self.side_to_move(), mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) -> State {
        let before = *self;
        let side = self.side_to_move();
        let towers = self.board.tower_set();
        let mut mover = Piece { side, kind: self.board.kind_at(mv.from), is_tower: towers & mv.from.bit() != 0 };
        self.key ^= key::piece(mv.from, mover) ^ key::BLUE_TO_MOVE;

        let is_light_home = mover.kind.is_light() && home_line(!side) & mv.to.bit() != 0;
        let mut ambers = u8::from(is_light_home);
        if self.board.set(!side) & mv.to.bit() != 0 {
            let victim = Piece { side: !side, kind: self.board.kind_at(mv.to), is_tower: towers & mv.to.bit() != 0 };
            self.key ^= key::piece(mv.to, victim);
            // Together they are three or four high.
            ambers += u8::from(mover.is_tower | victim.is_tower);
            mover.is_tower = true;
        }
        self.board.clear(mv.from.bit() | mv.to.bit());
        if ambers == 0 {
            self.board.put(mv.to, mover);
            self.key ^= key::piece(mv.to, mover);
        } else {
            self.give_ambers(side, ambers);
        }
        self.turn += 1;
        before
    }

    #[inline]
    fn undo(&mut self, _: Move, before: State) {
        *self = before;
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

    /// Plays a move of red at turn 10 and compares the board and red's ambers after it.
    fn check_play(before: &str, mv: &str, after: &str, ambers: u8) {
        let mut state = read_position(&position(before, "r 10 0:1")).unwrap();
        let untouched = state;
        let mv = state.parse_move(mv).unwrap();
        let undo = state.play(mv);
        assert_eq!(state.to_text(), position(after, &format!("b 11 {ambers}:1")));
        assert_eq!(state.key(), state.compute_key());
        state.undo(mv, undo);
        assert_eq!(state, untouched);
    }

    #[test]
    fn landing_on_an_enemy_makes_a_tower() {
        let before = "
            5 . . . h . . . .
            4 . . . M . . . .
              a b c d e f g h";
        let after = "
            5 . . . M2 . . . .
              a b c d e f g h";
        check_play(before, "d4-d5", after, 0);
    }

    #[test]
    fn a_tower_keeps_its_height_when_it_moves() {
        check_play("4 . . . M2 . . . .", "d4-d5", "5 . . . M2 . . . .", 0);
    }

    #[test]
    fn a_piece_that_lands_on_a_tower_wins_an_amber_and_all_leave() {
        check_play("5 . . . h2 . . . .\n4 . . . M . . . .", "d4-d5", "", 1);
        check_play("5 . . . h . . . .\n4 . . . M2 . . . .", "d4-d5", "", 1);
        check_play("5 . . . h2 . . . .\n4 . . . M2 . . . .", "d4-d5", "", 1);
    }

    #[test]
    fn a_light_piece_on_the_far_line_wins_an_amber_and_leaves() {
        for piece in ["M", "S", "M2", "S2"] {
            check_play(&format!("7 . . . {piece} . . . ."), "d7-d8", "", 1);
        }
        check_play("7 . . . H . . . .", "d7-e8", "", 1);
        check_play("8 . . . h . . . .\n7 . . . M . . . .", "d7-d8", "", 1);
    }

    #[test]
    fn a_seal_on_the_far_line_stays() {
        check_play("6 . . . R . . . .", "d6-e8", "8 . . . . R . . .", 0);
        check_play("8 . . . . h . . .\n6 . . . R . . . .", "d6-e8", "8 . . . . R2 . . .", 0);
    }

    #[test]
    fn tower_and_far_line_in_one_move_win_two_ambers() {
        check_play("8 . . . h2 . . . .\n7 . . . M . . . .", "d7-d8", "", 2);
        check_play("8 . . . . h2 . . .\n6 . . . R . . . .", "d6-e8", "", 1);
    }

    #[test]
    fn a_passed_ply_changes_nothing_but_the_turn() {
        let drawing = "5 . . . h . . . .\n4 . . . M . . . .";
        let passed = |rest: &str| read_position(&position(drawing, rest)).unwrap().passed();
        let state = passed("r 10 1:0").unwrap();
        assert_eq!(state.to_text(), position(drawing, "b 11 1:0"));
        assert_eq!(state.key(), state.compute_key());
        for over in ["r 10 2:0", "b 11 2:0", "b 59 0:0", "r 60 0:0"] {
            assert_eq!(passed(over), None, "{over}");
        }
        assert!(passed("r 58 2:0").is_none() && passed("r 58 0:0").is_some());
    }

    #[test]
    fn winner_and_outcome_agree() {
        for rest in ["r 10 0:0", "r 10 2:0", "b 11 2:0", "r 12 2:2", "r 60 1:0", "r 60 0:0"] {
            let state = read_position(&position("5 . . . h . . . .\n4 . . . M . . . .", rest)).unwrap();
            assert_eq!(state.winner(), state.outcome().map(|outcome| outcome.winner), "{rest}");
        }
    }

    #[test]
    fn ambers_are_counted_up_to_what_a_text_can_say() {
        let mut state = read_position(&position("7 . . . M . . . .", "r 10 99:0")).unwrap();
        let mv = state.parse_move("d7-d8").unwrap();
        state.play(mv);
        assert_eq!(state.to_text(), position("", "b 11 99:0"));
        assert_eq!(state.key(), state.compute_key());
    }
}
