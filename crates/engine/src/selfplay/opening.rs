//! Where games begin: a setup drawn by lot and a few random plies, if the position is even enough.

use schwarm_core::{Game, Rng, Ruleset, Setup};
use schwarm_search::{Brain, Limits, Root, Score, Table, think, unhurried};

use super::{Conditions, SelfplayError};

/// Openings drawn before the most even one so far has to do.
const TRIES: u32 = 50;

/// A first position and the moves of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The first position.
    pub start: G,
    /// Random moves from there; the game is not over after them.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// Draws an opening that a brain finds even enough.
    ///
    /// # Errors
    /// When a search fails, or the rules have no first position.
    pub fn draw<R: Ruleset<State = G>, B: Brain<G>>(
        rules: &R,
        brain: &B,
        conditions: &Conditions,
        table: &Table,
        rng: &mut Rng,
    ) -> Result<Opening<G>, SelfplayError> {
        let mut best: Option<(Score, Opening<G>)> = None;
        for _ in 0..TRIES {
            let start = rules.start(Setup::Seed(rng.next_u64()))?;
            let Some((moves, state)) = walk(brain, &start, conditions.opening_plies, rng) else { continue };
            let opening = Opening { start, moves };
            table.clear();
            let limits = Limits { nodes: Some(conditions.opening_nodes), ..Limits::default() };
            let report = think(brain, &Root::alone(&state), table, &limits, &unhurried(), &mut |_| {})?;
            let lead = report.score().abs();
            if lead <= conditions.widest_opening {
                return Ok(opening);
            }
            if best.as_ref().is_none_or(|(least, _)| lead < *least) {
                best = Some((lead, opening));
            }
        }
        match best {
            Some((_, opening)) => Ok(opening),
            // Random play ends every game so soon: then it begins at the beginning.
            None => Ok(Opening { start: rules.start(Setup::Seed(rng.next_u64()))?, moves: Vec::new() }),
        }
    }
}

/// Plays random moves; `None` if the game ends on the way.
fn walk<G: Game, B: Brain<G>>(brain: &B, start: &G, plies: u32, rng: &mut Rng) -> Option<(Vec<G::Move>, G)> {
    let mut state = start.clone();
    let (mut played, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        state.legal_moves(&mut moves);
        let mv = moves[rng.below(moves.len())];
        state.play(mv);
        played.push(mv);
        if brain.winner(&state).is_some() {
            return None;
        }
    }
    Some((played, state))
}
