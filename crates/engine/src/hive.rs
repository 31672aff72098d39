//! Hive under every rule book: what the search needs to know beside the rules.
//!
//! Read `evaluation` for what a position is worth and `ordering` for which moves come first.
//! This file answers the search; what both need to know about a position is a
//! [`Survey`], made by the rules crate and kept until the next position comes.
//!
//! What must hold: [`WINS`] is given exactly where a move of the side to move ends the game in
//! its favour.

mod evaluation;
mod inputs;
mod ordering;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use schwarm_core::{Game, Side};
use schwarm_hive::{Hive, Kernel, Law, Move, Piece, Survey};
use schwarm_nets::Net;
use schwarm_search::{Brain, HIGHEST, Knobs, LateMoves, Margin, NullMove, Rated, Reductions, Score};

use crate::sight::Learned;
use crate::weights::{Evaluation, Sum, Tally, Weights};
pub use evaluation::HiveTerm;
pub(crate) use inputs::HiveSight;
use inputs::{VALUES, WORDS};
use ordering::Marks;

/// The score of a position in which the side to move wins at once.
pub const WINS: Score = HIGHEST;

/// With fewer mobile pieces than this a side may be glad to give up a move.
const FEW_MOBILE: u32 = 4;

/// Plies before the limit from which on giving up a move proves nothing.
const LAST_PLIES: u32 = 6;

/// Free cells beside a queen at which filling one must be looked at before judging.
const FEW_FREE: i32 = 2;

/// Free cells beside a queen with which a win by force is looked for.
const MOST_FREE: i32 = 3;

/// What a search knows about Hive.
#[derive(Clone)]
pub struct HiveBrain {
    weights: Arc<Weights>,
    knobs: Knobs,
    /// Key and turn of the position surveyed last.
    seen: Option<(u64, u32)>,
    survey: Survey,
    marks: Marks,
    /// Judges instead of the weights.
    learned: Option<Learned<WORDS, VALUES>>,
}

impl HiveBrain {
    /// The brain of a law, with the numbers of the house.
    pub fn house<L: Law>() -> HiveBrain {
        HiveBrain::with(house_weights::<L>(), house_knobs::<L>())
    }

    /// A brain with other numbers.
    pub fn with(weights: Weights, knobs: Knobs) -> HiveBrain {
        let weights = Arc::new(weights);
        HiveBrain { weights, knobs, seen: None, survey: Survey::default(), marks: Marks::new(), learned: None }
    }

    /// The same brain, judging by a network.
    #[must_use]
    pub fn judging_by(self, net: Arc<Net>) -> HiveBrain {
        HiveBrain { learned: Some(Learned::new(net, inputs::layout())), ..self }
    }

    /// The survey of a position, the last one if it is still the same.
    #[inline]
    fn survey<B: Kernel, L: Law>(&mut self, state: &Hive<B, L>) -> &Survey {
        let now = (state.key(), state.turn());
        if self.seen != Some(now) {
            self.survey = state.survey();
            self.seen = Some(now);
        }
        &self.survey
    }
}

/// The moves that fill a cell beside the enemy queen, or cover her.
fn attacking<B: Kernel, L: Law>(state: &Hive<B, L>, moves: &mut Vec<Move>) {
    let enemy = state.side_to_move().other();
    let Some(queen) = state.cell_of(Piece::queen(enemy)) else { return };
    let before = moves.len();
    state.legal_moves(moves);
    let round = state.cells_beside(queen);
    let mut kept = before;
    for index in before..moves.len() {
        if ordering::attacks(state, queen, &round, moves[index]) {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// The table of a law: `weights/hive.txt`, or `weights/hive-2020.txt` for the bounded board.
pub fn house_weights<L: Law>() -> Weights {
    let table = if L::BOUNDED { include_str!("../weights/hive-2020.txt") } else { include_str!("../weights/hive.txt") };
    Weights::parse::<HiveTerm>(table).expect("the tables are part of the program, and a test reads them")
}

/// The numbers the search goes by; what each is worth stands in docs/strength.md.
pub fn house_knobs<L: Law>() -> Knobs {
    Knobs {
        aspiration: 40,
        // Without a limit of rounds it loses: a match of 400 games at 8,000 nodes, 209 to 183 for none.
        null_move: L::BOUNDED.then_some(NullMove { depth: 3, base: 2, per: 6 }),
        // On the open board more moves are reduced, and by more.
        reductions: Some(if L::BOUNDED {
            Reductions { depth: 3, index: 3, base: 0.3, divisor: 2.2, history: 6000 }
        } else {
            Reductions { depth: 3, index: 2, base: 0.8, divisor: 1.8, history: 6000 }
        }),
        reverse_futility: Some(Margin { depth: 4, per_ply: if L::BOUNDED { 40 } else { 60 } }),
        futility: Some(Margin { depth: 3, per_ply: 120 }),
        late_moves: Some(LateMoves { depth: 3, base: 6, factor: 4 }),
        unguided_depth: 4,
        prune_threatened: true,
        trusts_progress: L::BOUNDED,
        // With seven rounds to go a search that leaves nothing out does not come to its end, and finds nothing.
        pruned_beyond: if L::BOUNDED { 4 } else { 0 },
        quiescence_plies: 4,
        // Whether it pays on the bounded board was not tried.
        solving: if L::BOUNDED { 0 } else { 70 },
        ..Knobs::default()
    }
}

impl<B: Kernel, L: Law> Evaluation<Hive<B, L>> for HiveBrain {
    type Term = HiveTerm;

    fn judge<T: Tally<HiveTerm>>(&mut self, state: &Hive<B, L>, tally: &mut T) {
        evaluation::judge(state, self.survey(state), tally);
    }

    fn phase(&self, state: &Hive<B, L>) -> i32 {
        evaluation::phase(state)
    }
}

impl<B: Kernel, L: Law> Brain<Hive<B, L>> for HiveBrain {
    const SLOTS: usize = 32 * 256;

    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn evaluate(&mut self, state: &Hive<B, L>) -> Score {
        self.survey(state);
        if self.survey.wins {
            return WINS;
        }
        if let Some(learned) = &mut self.learned {
            let survey = &self.survey;
            let seen = B::run(|| inputs::look(state, survey));
            let (turn, mover) = (state.turn(), state.side_to_move());
            let score = learned.score(&seen, turn, inputs::telling(survey), mover, inputs::bucket(state));
            return score.clamp(1 - WINS, WINS - 1);
        }
        let (weights, survey) = (&self.weights, &self.survey);
        let score = B::run(|| {
            let mut sum = Sum::new(weights);
            evaluation::judge(state, survey, &mut sum);
            sum.at(evaluation::phase(state))
        });
        score.clamp(1 - WINS, WINS - 1)
    }

    fn rate(&mut self, state: &Hive<B, L>, moves: &[Move], rated: &mut Vec<Rated>) {
        let marks = &mut self.marks;
        B::run(|| ordering::rate(marks, state, moves, rated));
    }

    #[inline]
    fn slot(&self, _: &Hive<B, L>, mv: Move) -> usize {
        mv.piece().index() << 8 | usize::from(mv.cell() & 255)
    }

    #[inline]
    fn pack(&self, mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn key(&self, state: &Hive<B, L>) -> u64 {
        if L::BOUNDED { state.key() ^ crate::turns::number(state.turn()) } else { state.key() }
    }

    #[inline]
    fn winner(&self, state: &Hive<B, L>) -> Option<Option<Side>> {
        state.winner()
    }

    fn plies_left(&self, state: &Hive<B, L>) -> Option<u32> {
        state.book().ply_limit().map(|limit| limit.saturating_sub(state.turn()))
    }

    fn pass(&mut self, state: &Hive<B, L>) -> Option<Hive<B, L>> {
        let left = Brain::<Hive<B, L>>::plies_left(self, state);
        if left.is_some_and(|left| left <= LAST_PLIES) {
            return None;
        }
        if Side::BOTH.into_iter().any(|side| state.free_cells_round_queen(side) < 2) {
            return None;
        }
        let own = 0xffff << (16 * state.side_to_move().index());
        if (self.survey(state).mobile & own).count_ones() < FEW_MOBILE {
            return None;
        }
        state.passed()
    }

    fn noisy_moves(&mut self, state: &Hive<B, L>, moves: &mut Vec<Move>) {
        if state.free_cells_round_queen(state.side_to_move().other()) <= FEW_FREE {
            attacking(state, moves);
        }
    }

    fn is_threatened(&mut self, state: &Hive<B, L>) -> bool {
        let own = state.side_to_move();
        match state.free_cells_round_queen(own) {
            0 => true,
            1 => self.survey(state).could_win(own.other()),
            _ => false,
        }
    }

    fn wins_at_once(&mut self, state: &Hive<B, L>) -> bool {
        self.survey(state).wins
    }

    fn idle(&mut self, state: &Hive<B, L>) -> Option<Hive<B, L>> {
        state.passed()
    }

    fn may_force(&mut self, state: &Hive<B, L>) -> bool {
        (0..=MOST_FREE).contains(&state.free_cells_round_queen(state.side_to_move().other()))
    }

    fn forcing_moves(&mut self, state: &Hive<B, L>, moves: &mut Vec<Move>) {
        match state.free_cells_round_queen(state.side_to_move().other()) {
            // Whatever lets another piece come can threaten.
            0 | 1 => state.legal_moves(moves),
            2 => attacking(state, moves),
            // With more of them no single move threatens.
            _ => {}
        }
    }
}
