//! Ostseeschach: what the search needs to know beside the rules.
//!
//! Read `evaluation` for what a position is worth when it is counted, `inputs` for what a network is shown of it, `exchange` for what a capture is worth,
//! `attacks` for the sets both go by. This file orders moves, names the noisy ones and knows which
//! positions are decided without a search.
//!
//! What must hold: a score of ±[`HIGHEST`] is given only where the next ply decides the game.

mod attacks;
mod evaluation;
mod exchange;
mod inputs;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use schwarm_core::{Game, Side};
use schwarm_ostseeschach::{Kind, Move, PLY_LIMIT, Square, Squares, State, home_line, targets};
use schwarm_search::{Brain, HIGHEST, Knobs, LateMoves, Margin, Rated, Reductions, Score};

use crate::sight::{Learned, bucket_of};
use crate::weights::{Evaluation, Sum, Weights};
use attacks::Attacks;
pub use evaluation::{OstseeEvaluation, OstseeTerm};
use exchange::Prices;
pub(crate) use inputs::OstseeSight;
use inputs::{VALUES, WORDS};
use schwarm_nets::Net;

/// Ambers with which a side wins at the end of the round.
const AMBERS_TO_WIN: u8 = 2;

/// Plies before the limit from which on giving up a move proves nothing.
const LAST_PLIES: u32 = 6;

/// With fewer moves than this a side may be glad to give one up.
const FEW_MOVES: u64 = 4;

/// What a search knows about Ostseeschach.
#[derive(Clone, Debug)]
pub struct OstseeBrain {
    weights: Arc<Weights>,
    prices: Prices,
    knobs: Knobs,
    /// Judges instead of the weights.
    learned: Option<Learned<WORDS, VALUES>>,
}

impl OstseeBrain {
    /// A brain that judges by counting, with other numbers.
    pub fn with(weights: Weights, knobs: Knobs) -> OstseeBrain {
        OstseeBrain { prices: Prices::of(&weights), weights: Arc::new(weights), knobs, learned: None }
    }

    /// The same brain, judging by a network of the inputs `ostseeschach-1`.
    #[must_use]
    pub fn judging_by(self, net: Arc<Net>) -> OstseeBrain {
        OstseeBrain { learned: Some(Learned::new(net, inputs::layout())), ..self }
    }
}

/// The brain with the numbers of the house.
impl Default for OstseeBrain {
    fn default() -> OstseeBrain {
        OstseeBrain::with(house_weights(), house_knobs())
    }
}

/// The table `weights/ostseeschach.txt`.
pub fn house_weights() -> Weights {
    let table = include_str!("../weights/ostseeschach.txt");
    Weights::parse::<OstseeTerm>(table).expect("the table is part of the program, and a test reads it")
}

/// The numbers the search goes by. Late moves cut early gained 53 Elo [23, 85] over milder ones
/// (200 pairs, 6,000 nodes), reverse futility at 60 a ply 14 [4, 25] over 80 with the network
/// (1,832 pairs, 4,000 nodes); the null move lost 30 and is not used.
pub fn house_knobs() -> Knobs {
    Knobs {
        aspiration: 30,
        reductions: Some(Reductions { depth: 3, index: 4, base: 0.2, divisor: 2.5, history: 6000 }),
        reverse_futility: Some(Margin { depth: 4, per_ply: 60 }),
        futility: Some(Margin { depth: 3, per_ply: 100 }),
        late_moves: Some(LateMoves { depth: 5, base: 4, factor: 1 }),
        unguided_depth: 4,
        extend_threats: true,
        quiescence_plies: 8,
        ..Knobs::default()
    }
}

impl Brain<State> for OstseeBrain {
    const SLOTS: usize = 2 * 64 * 64;

    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn evaluate(&mut self, state: &State) -> Score {
        let mover = state.side_to_move();
        let attacks = [mover, !mover].map(|side| Attacks::of(state.board(), side));
        if let Some(score) = decided(state, &attacks[0]) {
            return score;
        }
        if let Some(learned) = &mut self.learned {
            let (turn, seen) = (state.turn(), inputs::look(state, &attacks));
            return learned.score(&seen, turn, inputs::telling(state), mover, bucket_of(turn, PLY_LIMIT));
        }
        let mut sum = Sum::new(&self.weights);
        evaluation::judge(state, attacks, &mut sum);
        sum.at(OstseeEvaluation.phase(state)).clamp(-HIGHEST, HIGHEST)
    }

    fn rate(&mut self, state: &State, moves: &[Move], rated: &mut Vec<Rated>) {
        let scene = Scene::of(state);
        rated.extend(moves.iter().map(|&mv| self.rate_one(state, &scene, mv)));
    }

    fn slot(&self, state: &State, mv: Move) -> usize {
        (state.side_to_move().index() * 64 + mv.from.index()) * 64 + mv.to.index()
    }

    fn pack(&self, mv: Move) -> u16 {
        (mv.from.index() * 64 + mv.to.index() + 1) as u16
    }

    fn recall(&self, state: &State, packed: u16) -> Option<Move> {
        let code = usize::from(packed).checked_sub(1)?;
        let mv = Move { from: Square::from_index(code / 64)?, to: Square::from_index(code % 64)? };
        state.is_legal(mv).then_some(mv)
    }

    fn key(&self, state: &State) -> u64 {
        state.key() ^ crate::turns::number(state.turn())
    }

    fn winner(&self, state: &State) -> Option<Option<Side>> {
        state.winner()
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        Some(PLY_LIMIT.saturating_sub(state.turn()))
    }

    fn pass(&mut self, state: &State) -> Option<State> {
        let is_late = state.turn() + LAST_PLIES >= PLY_LIMIT;
        if is_late || state.count_legal_moves() < FEW_MOVES {
            return None;
        }
        match Attacks::of(state.board(), !state.side_to_move()).best_ambers() {
            0 => state.passed(),
            _ => None,
        }
    }

    fn noisy_moves(&mut self, state: &State, moves: &mut Vec<Move>) {
        if self.winner(state).is_some() {
            return;
        }
        let (board, side) = (state.board(), state.side_to_move());
        for kind in Kind::ALL {
            let worth_a_look = board.set(!side) | if kind.is_light() { home_line(!side) } else { 0 };
            for from in Squares::of(board.set_of(side, kind)) {
                let found = targets(side, kind, from) & !board.set(side) & worth_a_look;
                let found = Squares::of(found).map(|to| Move { from, to });
                moves.extend(found.filter(|&mv| self.prices.gain(state, mv) >= 0));
            }
        }
    }

    fn is_threatened(&mut self, state: &State) -> bool {
        let enemy = !state.side_to_move();
        match Attacks::of(state.board(), enemy).best_ambers() {
            0 => false,
            ambers => state.ambers(enemy) + ambers >= AMBERS_TO_WIN,
        }
    }
}

/// The score of a position that blue's next ply decides, whatever red does after it.
fn decided(state: &State, attacks: &Attacks) -> Option<Score> {
    if state.side_to_move() == Side::One {
        return None;
    }
    let (red, blue) = (state.ambers(Side::One), state.ambers(Side::Two) + attacks.best_ambers());
    let ends = red >= AMBERS_TO_WIN || state.turn() + 1 >= PLY_LIMIT;
    if blue > red && (ends || blue >= AMBERS_TO_WIN) {
        Some(HIGHEST)
    } else if ends && blue < red {
        Some(-HIGHEST)
    } else {
        None
    }
}

/// What rating moves has to know about a position.
struct Scene {
    own: Attacks,
    enemy: Attacks,
    /// Own pieces that are lost if they stay.
    in_danger: u64,
}

impl Scene {
    fn of(state: &State) -> Scene {
        let (board, side) = (state.board(), state.side_to_move());
        let (own, enemy) = (Attacks::of(board, side), Attacks::of(board, !side));
        let in_danger = enemy.prey | board.set(side) & enemy.by_single & !own.any;
        Scene { own, enemy, in_danger }
    }
}

/// Orders of quiet moves, in the unit of history scores.
mod order {
    /// A piece leaves a square where it would be lost.
    pub const ESCAPE: i32 = 4000;
    /// A tower goes where it is lost.
    pub const TOWER_LOST: i32 = -12_000;
    /// A single piece goes where it is lost.
    pub const LOST: i32 = -5000;
    /// A light piece comes a row nearer to the far line; times the row it reaches.
    pub const ADVANCE: i32 = 300;
    /// The piece attacks something it wins an amber with.
    pub const ATTACK_TOWER: i32 = 1500;
}

impl OstseeBrain {
    #[inline]
    fn rate_one(&self, state: &State, scene: &Scene, mv: Move) -> Rated {
        let (board, side) = (state.board(), state.side_to_move());
        let kind = board.kind_at(mv.from);
        let is_finish = kind.is_light() && home_line(!side) & mv.to.bit() != 0;
        if is_finish || board.set(!side) & mv.to.bit() != 0 {
            return Rated { order: self.prices.gain(state, mv), is_tactical: true };
        }
        let is_tower = board.tower_set() & mv.from.bit() != 0;
        let to = mv.to.bit();
        let is_attacked = scene.enemy.any & to != 0;
        let is_guarded = scene.own.twice & to != 0 && scene.enemy.by_tower & to == 0;
        let mut order = 0;
        if scene.in_danger & mv.from.bit() != 0 {
            order += order::ESCAPE;
        }
        if is_attacked && is_tower {
            order += order::TOWER_LOST;
        } else if is_attacked && !is_guarded {
            order += order::LOST;
        }
        let row = |square: Square| i32::from(square.distance_from_home(side));
        if kind.is_light() {
            order += (row(mv.to) - row(mv.from)) * order::ADVANCE * row(mv.to);
        }
        let prey = if is_tower { board.set(!side) } else { board.set(!side) & board.tower_set() };
        if targets(side, kind, mv.to) & prey != 0 {
            order += order::ATTACK_TOWER;
        }
        Rated { order, is_tactical: false }
    }
}
