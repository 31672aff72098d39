//! The positions of a game that are worth learning from, for weights and for networks alike.
//!
//! Not here: what is learned from them (`tuning`, `teaching`).

use schwarm_core::{Game, Side};
use schwarm_search::{Brain, PROVEN, Score};

use crate::selfplay::Played;

/// Games a thread replays at a time.
pub(crate) const GAMES_AT_A_TIME: usize = 64;

/// Which positions are learned from, beside that their best move is quiet and no random one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Scores beyond this say nothing that a finer evaluation could learn.
    pub highest_score: Score,
    /// Plies of a game that are left out.
    pub first_plies: usize,
    /// Whether a proof teaches, too, as the highest score. Without it too little is learned of the end of games that a last round
    /// decides: what is drawn remains there, what is won is proven.
    pub proofs: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { highest_score: 2000, first_plies: 0, proofs: false }
    }
}

/// One position.
pub(crate) struct Lesson<'a, G> {
    pub state: &'a G,
    /// Plies before it.
    pub ply: usize,
    /// What the search thought, for the side to move.
    pub score: Score,
    /// What the side to move got; `None` where a random move came after it.
    pub half_points: Option<u8>,
}

impl Filter {
    /// Shows the positions of a game that pass, and says how many were searched.
    pub(crate) fn each_lesson<G: Game, B: Brain<G>>(
        &self,
        played: &Played<G>,
        brain: &mut B,
        mut visit: impl FnMut(&mut B, Lesson<'_, G>),
    ) -> usize {
        // A random move makes the result say nothing about positions before it.
        let last_random = played.plies.iter().rposition(|ply| ply.score.is_none());
        let (mut state, mut searched, mut rated) = (played.start.clone(), 0, Vec::with_capacity(1));
        for (index, ply) in played.plies.iter().enumerate() {
            if let Some(score) = ply.score {
                searched += 1;
                rated.clear();
                brain.rate(&state, &[ply.mv], &mut rated);
                let score = self.telling(score).filter(|_| index >= self.first_plies && !rated[0].is_tactical);
                if let Some(score) = score {
                    let is_decided = last_random.is_none_or(|last| last < index);
                    let half_points = is_decided.then(|| half_points(played.winner, state.side_to_move()));
                    visit(brain, Lesson { state: &state, ply: index, score, half_points });
                }
            }
            state.play(ply.mv);
        }
        searched
    }

    /// What a score teaches, if anything.
    fn telling(&self, score: Score) -> Option<Score> {
        if self.proofs && score.abs() >= PROVEN {
            return Some(self.highest_score * score.signum());
        }
        (score.abs() < PROVEN && score.abs() <= self.highest_score).then_some(score)
    }
}

fn half_points(winner: Option<Side>, mover: Side) -> u8 {
    match winner {
        Some(winner) if winner == mover => 2,
        Some(_) => 0,
        None => 1,
    }
}
