//! Random games of ours, the same for the same seed.

use schwarm_core::{Rng, Session};

/// Tries before a game that must not end is given up.
const TRIES: usize = 20;

/// A random game, ply by ply.
pub struct Walk {
    rng: Rng,
}

impl Walk {
    /// The game of a seed; `number` tells the games of one seed apart.
    pub fn new(seed: u64, number: usize) -> Walk {
        Walk { rng: Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64)) }
    }

    /// A random move; `None` once the game is over.
    pub fn next(&mut self, session: &dyn Session) -> Option<String> {
        session.random_move(&mut self.rng)
    }

    /// A random move that does not end the game, if one is found soon.
    pub fn next_quiet(&mut self, session: &dyn Session) -> Option<String> {
        (0..TRIES).find_map(|_| {
            let mv = session.random_move(&mut self.rng)?;
            let mut after = session.clone_box();
            after.play(&mv).ok()?;
            after.outcome().is_none().then_some(mv)
        })
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound.max(1))
    }
}

/// Plays random moves, as many as asked for; fewer where the game cannot be kept going.
pub fn play_on(session: &mut dyn Session, walk: &mut Walk, plies: usize) {
    for _ in 0..plies {
        let Some(mv) = walk.next_quiet(session) else { return };
        if session.play(&mv).is_err() {
            return;
        }
    }
}
