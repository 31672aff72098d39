//! A brain whose opinions are pseudo-random, plain negamax to compare with, and positions.
#![allow(dead_code, reason = "every test binary uses its own part")]

use std::hash::{DefaultHasher, Hash, Hasher};

use schwarm_core::{Game, Rng, Ruleset, Setup, Side};
use schwarm_hive::{Backend, HiveRules, Kernel, Law, Visit, visit};
use schwarm_search::{Brain, Knobs, PROVEN, Rated, Score, WIN};

/// Judges by a hash of the position, rates moves by a hash of both.
#[derive(Clone)]
pub struct Dice {
    pub knobs: Knobs,
    pub seed: u64,
    /// Evaluations lie within ± this; small ones make many equal scores.
    pub width: i32,
    pub limit: Option<u32>,
}

impl Dice {
    pub fn new(seed: u64, width: i32, limit: Option<u32>, knobs: Knobs) -> Dice {
        Dice { knobs, seed, width, limit }
    }
}

pub fn mix(a: u64, b: u64) -> u64 {
    Rng::new(a ^ b.rotate_left(32)).next_u64()
}

impl<G: Game> Brain<G> for Dice {
    const SLOTS: usize = 256;

    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn evaluate(&mut self, state: &G) -> Score {
        let hash = mix(Brain::<G>::key(self, state), self.seed);
        (hash % (2 * self.width as u64 + 1)) as Score - self.width
    }

    fn rate(&mut self, state: &G, moves: &[G::Move], rated: &mut Vec<Rated>) {
        rated.extend(moves.iter().map(|&mv| {
            let hash = mix(state.key(), u64::from(Brain::<G>::pack(self, mv)));
            Rated { order: (hash % 2001) as i32 - 1000, is_tactical: hash >> 60 == 0 }
        }));
    }

    fn slot(&self, _: &G, mv: G::Move) -> usize {
        usize::from(Brain::<G>::pack(self, mv) % 256)
    }

    fn pack(&self, mv: G::Move) -> u16 {
        // Two moves of a position may share their bits here: then the order suffers, nothing else.
        let mut hasher = DefaultHasher::new();
        mv.hash(&mut hasher);
        hasher.finish() as u16
    }

    fn key(&self, state: &G) -> u64 {
        match self.limit {
            Some(_) => mix(state.key(), u64::from(state.turn())),
            None => state.key(),
        }
    }

    fn is_threatened(&mut self, state: &G) -> bool {
        mix(state.key(), 3).is_multiple_of(3)
    }

    fn plies_left(&self, state: &G) -> Option<u32> {
        Some(self.limit?.saturating_sub(state.turn()))
    }
}

/// The score of a position by nothing but its definition.
pub fn negamax<G: Game>(brain: &mut Dice, state: &mut G, depth: u32, ply: u32) -> Score {
    if let Some(winner) = Brain::<G>::winner(brain, state) {
        return match winner {
            None => 0,
            Some(winner) if winner == state.side_to_move() => WIN - ply as Score,
            Some(_) => ply as Score - WIN,
        };
    }
    if depth == 0 {
        return brain.evaluate(state);
    }
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut best = -WIN;
    for mv in moves {
        let undo = state.play(mv);
        best = best.max(-negamax(brain, state, depth - 1, ply + 1));
        state.undo(mv, undo);
    }
    best
}

/// A position after random plies; shorter if the game ends before.
pub fn after<R: Ruleset>(rules: &R, seed: u64, plies: u32) -> R::State {
    let mut rng = Rng::new(seed);
    let mut state = rules.start(Setup::Seed(seed)).expect("a seed is a setup");
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        state.legal_moves(&mut moves);
        let mv = moves[rng.below(moves.len())];
        let undo = state.play(mv);
        if state.outcome().is_some() {
            state.undo(mv, undo);
            break;
        }
    }
    state
}

/// Does something with the typed rules of any game.
pub trait Job {
    fn run<R: Ruleset>(&mut self, rules: &R);
}

struct HiveJob<'a, J>(&'a mut J);

impl<J: Job> Visit for HiveJob<'_, J> {
    type Output = ();

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) {
        self.0.run(&rules);
    }
}

/// Runs a job on Ostseeschach, Piranhas 2026, unbounded and bounded Hive.
pub fn for_every_game<J: Job>(job: &mut J) {
    job.run(&schwarm_ostseeschach::Ostseeschach::new(schwarm_ostseeschach::Edition::Sheet));
    job.run(&schwarm_piranhas::Piranhas::new(schwarm_piranhas::Edition::Season2026));
    for id in ["hive+mlp", "hive-2020-server"] {
        visit(Backend::detect(), id, HiveJob(job)).expect("a Hive id");
    }
}

/// Whether a score is a proven win, a proven loss or neither.
pub fn proof(score: Score) -> Option<Side> {
    match score {
        score if score >= PROVEN => Some(Side::One),
        score if score <= -PROVEN => Some(Side::Two),
        _ => None,
    }
}
