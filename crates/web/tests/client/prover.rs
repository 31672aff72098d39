//! A prover that knows nothing but the definition of a forced win: slow, and right.

use schwarm_core::{Session, Side};
use schwarm_play::Stop;
use schwarm_web::{Defended, Forced, ProofError, Provers};

/// Tries every move of both sides, by texts and rules alone.
pub struct Definition;

/// Positions that may still be looked at.
struct Nodes(u64);

impl Nodes {
    fn wins(&mut self, session: &mut dyn Session, attacker: Side, plies: u8) -> Result<bool, ProofError> {
        if let Some(outcome) = session.outcome() {
            return Ok(outcome.winner == Some(attacker));
        }
        if plies == 0 {
            return Ok(false);
        }
        let is_attack = session.side_to_move() == attacker;
        for mv in session.legal_moves() {
            if self.after(session, &mv, attacker, plies - 1)? == is_attack {
                return Ok(is_attack);
            }
        }
        Ok(!is_attack)
    }

    fn after(&mut self, session: &mut dyn Session, mv: &str, attacker: Side, plies: u8) -> Result<bool, ProofError> {
        self.0 = self.0.checked_sub(1).ok_or(ProofError::Undecided)?;
        session.play(mv).map_err(|error| ProofError::Failed(error.to_string()))?;
        let wins = self.wins(session, attacker, plies);
        session.undo();
        wins
    }
}

impl Provers for Definition {
    fn forced_win(&self, session: &dyn Session, most: u8, nodes: u64, _: &Stop) -> Result<Option<Forced>, ProofError> {
        let (mut session, mut nodes) = (session.clone_box(), Nodes(nodes));
        let attacker = session.side_to_move();
        for plies in 1..=most {
            let mut moves = Vec::new();
            for mv in session.legal_moves() {
                if nodes.after(&mut *session, &mv, attacker, plies - 1)? {
                    moves.push(mv);
                }
            }
            if !moves.is_empty() {
                return Ok(Some(Forced { plies, moves }));
            }
        }
        Ok(None)
    }

    fn best_defence(&self, session: &dyn Session, most: u8, nodes: u64, _: &Stop) -> Result<Defended, ProofError> {
        let (mut session, mut nodes) = (session.clone_box(), Nodes(nodes));
        let attacker = !session.side_to_move();
        let mut best: Option<Defended> = None;
        for mv in session.legal_moves() {
            let mut loses_in = None;
            for plies in 0..=most {
                if nodes.after(&mut *session, &mv, attacker, plies)? {
                    loses_in = Some(plies);
                    break;
                }
            }
            if loses_in.is_none() {
                return Ok(Defended { mv, loses_in });
            }
            if best.as_ref().is_none_or(|best| best.loses_in < loses_in) {
                best = Some(Defended { mv, loses_in });
            }
        }
        best.ok_or_else(|| ProofError::Failed("the game is over".into()))
    }
}
