//! Piranhas, all editions: what the search needs to know beside the rules.
//!
//! Read `evaluation` for what a position is worth when it is counted, `inputs` for what a network is shown of it, `shape` for how fish stand, `school` for swarms
//! and the moves that unite them, `reach` for what moves can do. This file orders moves, names the noisy ones and knows which positions are decided
//! without a search.
//!
//! What must hold: a score of ±[`HIGHEST`] is given only where the next ply decides the game.

mod evaluation;
mod inputs;
mod reach;
mod school;
mod shape;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use schwarm_core::{Game, Side};
use schwarm_piranhas::swarm::is_united;
use schwarm_piranhas::{Edition, Move, PLY_LIMIT, Square, Squares, State};
use schwarm_search::{Brain, HIGHEST, Knobs, LateMoves, Margin, Rated, Reductions, Score};

use schwarm_nets::Net;

use crate::machine::{Machine, Work};
use crate::sight::{Learned, bucket_of};
use crate::weights::{Evaluation, Sum, Weights};
use evaluation::union_wins;
pub use evaluation::{PiranhasEvaluation, PiranhasTerm};
pub(crate) use inputs::PiranhasSight;
use inputs::{VALUES, WORDS};
use reach::Reaches;
use school::{School, Schools};
use shape::groups_beside;

/// Plies before the limit from which on giving up a move proves nothing.
const LAST_PLIES: u32 = 6;

/// Squares have an index below this.
const SQUARES: usize = 128;

/// What a search knows about Piranhas.
#[derive(Clone, Debug)]
pub struct PiranhasBrain {
    weights: Arc<Weights>,
    knobs: Knobs,
    machine: Machine,
    schools: Schools,
    reaches: Reaches,
    moves: Vec<Move>,
    /// Judges instead of the weights.
    learned: Option<Learned<WORDS, VALUES>>,
}

impl PiranhasBrain {
    /// The brain with the numbers of the house for an edition.
    pub fn new(edition: Edition) -> PiranhasBrain {
        PiranhasBrain::with(house_weights(edition), house_knobs())
    }

    /// A brain that judges by counting, with other numbers.
    pub fn with(weights: Weights, knobs: Knobs) -> PiranhasBrain {
        let weights = Arc::new(weights);
        let machine = Machine::detect();
        let (schools, reaches) = (Schools::new(machine), Reaches::new());
        PiranhasBrain { weights, knobs, machine, schools, reaches, moves: Vec::new(), learned: None }
    }

    /// The same brain, judging by a network of the inputs of an edition.
    #[must_use]
    pub fn judging_by(self, net: Arc<Net>, edition: Edition) -> PiranhasBrain {
        PiranhasBrain { learned: Some(Learned::new(net, inputs::layout(edition))), ..self }
    }

    #[inline(always)]
    fn judge(&mut self, state: &State) -> Score {
        let schools = self.schools.of_both(state);
        if let Some(score) = decided(state, schools, &mut self.moves) {
            return score;
        }
        let reaches = self.reaches.of_both(state, schools);
        if let Some(learned) = &mut self.learned {
            let (turn, mover) = (state.turn(), state.side_to_move());
            inputs::look(state, schools, &reaches, learned.room(turn));
            return learned.judge(turn, inputs::telling(state), mover, bucket_of(turn, PLY_LIMIT));
        }
        let mut sum = Sum::new(&self.weights);
        evaluation::judge(state, schools, &reaches, &mut sum);
        sum.at(PiranhasEvaluation.phase(state)).clamp(-HIGHEST, HIGHEST)
    }
}

/// Judging a position.
struct Judging<'a> {
    brain: &'a mut PiranhasBrain,
    state: &'a State,
}

impl Work for Judging<'_> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        self.brain.judge(self.state)
    }
}

/// Rating moves.
struct Rating<'a> {
    scene: Scene<'a>,
    state: &'a State,
    moves: &'a [Move],
    rated: &'a mut Vec<Rated>,
}

impl Work for Rating<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.rated.reserve(self.moves.len());
        for &mv in self.moves {
            self.rated.push(self.scene.rate(self.state, mv));
        }
    }
}

/// The table of an edition: `weights/piranhas-2019.txt` or `weights/piranhas-2026.txt`.
pub fn house_weights(edition: Edition) -> Weights {
    let table = match edition {
        Edition::Sheet2019 | Edition::Server2019 => include_str!("../weights/piranhas-2019.txt"),
        Edition::Season2026 => include_str!("../weights/piranhas-2026.txt"),
    };
    Weights::parse::<PiranhasTerm>(table).expect("the table is part of the program, and a test reads it")
}

/// The numbers the search goes by. Reductions, futility and late moves together gained 96 Elo
/// [63, 131] over milder ones (150 pairs, 4,000 nodes); the null move lost 30 and is not used.
pub fn house_knobs() -> Knobs {
    Knobs {
        aspiration: 30,
        reductions: Some(Reductions { depth: 3, index: 3, base: 0.5, divisor: 1.8, history: 6000 }),
        reverse_futility: Some(Margin { depth: 4, per_ply: 90 }),
        futility: Some(Margin { depth: 5, per_ply: 100 }),
        late_moves: Some(LateMoves { depth: 5, base: 4, factor: 2 }),
        unguided_depth: 4,
        extend_threats: true,
        quiescence_plies: 4,
        ..Knobs::default()
    }
}

impl Brain<State> for PiranhasBrain {
    const SLOTS: usize = 2 * SQUARES * SQUARES;

    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn evaluate(&mut self, state: &State) -> Score {
        self.machine.run(Judging { brain: self, state })
    }

    fn rate(&mut self, state: &State, moves: &[Move], rated: &mut Vec<Rated>) {
        let [own, enemy] = self.schools.of_both(state);
        let scene = Scene { own, enemy };
        self.machine.run(Rating { scene, state, moves, rated });
    }

    fn slot(&self, state: &State, mv: Move) -> usize {
        (state.side_to_move().index() * SQUARES + mv.from.index()) * SQUARES + mv.to.index()
    }

    fn pack(&self, mv: Move) -> u16 {
        (mv.from.index() * SQUARES + mv.to.index() + 1) as u16
    }

    fn recall(&self, state: &State, packed: u16) -> Option<Move> {
        let code = usize::from(packed).checked_sub(1)?;
        let mv = Move { from: Square::from_index(code / SQUARES)?, to: Square::from_index(code % SQUARES)? };
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
        if state.turn() + LAST_PLIES >= PLY_LIMIT || self.is_threatened(state) {
            return None;
        }
        state.passed()
    }

    fn noisy_moves(&mut self, state: &State, moves: &mut Vec<Move>) {
        if self.winner(state).is_some() {
            return;
        }
        let (board, side) = (state.board(), state.side_to_move());
        let [own, enemy] = self.schools.of_both(state);
        let first = moves.len();
        own.each_union(board, side, |mv| {
            moves.push(mv);
            false
        });
        let unions = moves.len();
        let prey = if enemy.is_united() { enemy.fish } else { forcing_prey(state, enemy) };
        if prey == 0 {
            return;
        }
        for from in Squares::of(own.fish) {
            for to in Squares::of(board.targets(side, from).0 & prey) {
                let mv = Move { from, to };
                let is_breaking = !enemy.is_united() || !is_united(enemy.fish ^ to.bit());
                if is_breaking && !moves[first..unions].contains(&mv) {
                    moves.push(mv);
                }
            }
        }
    }

    fn is_threatened(&mut self, state: &State) -> bool {
        let [own, enemy] = self.schools.of_both(state);
        let can_unite = || enemy.is_united() || enemy.can_unite(state.board(), !state.side_to_move());
        union_wins(state, enemy, own) && can_unite()
    }
}

/// The score of a position that blue's next ply decides; `moves` is room to list them.
fn decided(state: &State, [blue, red]: [&School; 2], moves: &mut Vec<Move>) -> Option<Score> {
    if state.side_to_move() == Side::One {
        return None;
    }
    if red.is_united() || state.turn() + 1 >= PLY_LIMIT {
        return best_verdict(state, moves);
    }
    let mut wins = false;
    let mut look_at = |mv: Move| {
        wins |= state.edition() != Edition::Season2026 || after(state, mv).winner() == Some(Some(Side::Two));
        wins
    };
    blue.each_union(state.board(), Side::Two, &mut look_at);
    let prey = forcing_prey(state, red);
    if prey != 0 {
        let captures = Squares::of(blue.fish).flat_map(|from| {
            let targets = state.board().targets(Side::Two, from).0 & prey;
            Squares::of(targets).map(move |to| Move { from, to })
        });
        for mv in captures {
            look_at(mv);
        }
    }
    wins.then_some(HIGHEST)
}

/// What blue's best ply brings, if one wins the game or all end it.
fn best_verdict(state: &State, moves: &mut Vec<Move>) -> Option<Score> {
    moves.clear();
    state.legal_moves(moves);
    let (mut best, mut goes_on) = (-HIGHEST, false);
    for &mv in &*moves {
        match after(state, mv).winner() {
            Some(Some(Side::Two)) => return Some(HIGHEST),
            Some(Some(Side::One)) => {}
            Some(None) => best = 0,
            None => goes_on = true,
        }
    }
    (!goes_on).then_some(best)
}

/// In 2026 any united swarm ends the game, and the heavier side wins: the red fish whose capture
/// by blue ends it.
fn forcing_prey(state: &State, enemy: &School) -> u128 {
    let is_forcing = state.edition() == Edition::Season2026 && state.side_to_move() == Side::Two;
    if is_forcing { enemy.spoilers() } else { 0 }
}

fn after(state: &State, mv: Move) -> State {
    let mut next = *state;
    next.play(mv);
    next
}

/// Orders of moves, in the unit of history scores.
mod order {
    /// A move that unites all fish.
    pub const UNION: i32 = 20_000;
    /// A capture, for each weight of the fish.
    pub const CAPTURE: i32 = 1000;
    /// The captured fish belongs to the biggest swarm.
    pub const OUT_OF_SWARM: i32 = 1500;
    /// It held its neighbours together.
    pub const BRIDGE: i32 = 1500;
    /// It was alone: the enemy has one swarm less to care for.
    pub const LONER: i32 = -2500;
    /// A group of fish beside the target.
    pub const JOIN: i32 = 2000;
    /// The fish leaves its own swarm.
    pub const LEAVE: i32 = -1000;
    /// The fish leaves neighbours it held together.
    pub const TEAR: i32 = -2000;
    /// A cell nearer to the centre of mass.
    pub const NEARER: i32 = 500;
}

/// What rating moves has to know about a position.
struct Scene<'a> {
    own: &'a School,
    enemy: &'a School,
}

impl Scene<'_> {
    #[inline(always)]
    fn rate(&self, state: &State, mv: Move) -> Rated {
        let rest = self.own.fish ^ mv.from.bit();
        // At least as many as there are swarms beside the target.
        let groups = groups_beside(rest, mv.to);
        let is_union = usize::from(groups) + 1 >= self.own.count && is_united(rest | mv.to.bit());
        let is_capture = self.enemy.fish & mv.to.bit() != 0;
        let mut order = self.rate_place(mv) + order::JOIN * i32::from(groups);
        if is_union {
            order += order::UNION;
        }
        if is_capture {
            order += self.rate_capture(state, mv.to);
        }
        Rated { order, is_tactical: is_capture || is_union }
    }

    /// What leaving one place for the other is worth.
    #[inline(always)]
    fn rate_place(&self, mv: Move) -> i32 {
        let shape = &self.own.shape;
        let distance = |square: Square| shape.distance_from_centre(i32::from(square.x()), i32::from(square.y()));
        let mut order = (distance(mv.from) - distance(mv.to)) * order::NEARER / shape.fish.max(1);
        if self.own.biggest & mv.from.bit() != 0 {
            order += order::LEAVE;
        }
        if groups_beside(self.own.fish, mv.from) > 1 {
            order += order::TEAR;
        }
        order
    }

    #[inline(always)]
    fn rate_capture(&self, state: &State, victim: Square) -> i32 {
        let mut order = order::CAPTURE * state.board().weight_at(victim) as i32;
        if self.enemy.biggest & victim.bit() != 0 {
            order += order::OUT_OF_SWARM;
        }
        match groups_beside(self.enemy.fish, victim) {
            0 => order += order::LONER,
            1 => {}
            _ => order += order::BRIDGE,
        }
        order
    }
}
