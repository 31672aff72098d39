//! Random play to the end: what a playout pays, for benches and tests.

use crate::{Game, Rng};

/// Plays random moves until the game is over and returns the number of plies. Each ply lists the
/// legal moves, picks one, plays it and asks for the outcome. Repetition is not looked at.
pub fn random<G: Game>(state: &mut G, rng: &mut Rng, moves: &mut Vec<G::Move>) -> u64 {
    let mut plies = 0;
    while state.outcome().is_none() {
        moves.clear();
        state.legal_moves(moves);
        let mv = moves[rng.below(moves.len())];
        state.play(mv);
        plies += 1;
    }
    plies
}
