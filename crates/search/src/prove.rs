//! Forced wins, proven move by move: every defence is tried, nothing is judged.
//!
//! Slower than [`think`](crate::think) and blind beyond its plies, but it answers what a search for the best
//! move does not: the shortest win, and whether another move wins as well. Repetition is not looked at, so a
//! proof holds where none can come up within its plies.

use std::collections::HashMap;

use schwarm_core::{Game, Side};

use crate::{Brain, Control};

/// Nodes between two looks at the signal to stop.
const BETWEEN_LOOKS: u64 = 1 << 12;

/// Positions remembered; beyond that the rest is worked out each time.
const MOST_REMEMBERED: usize = 1 << 22;

/// The search had no more nodes, or was told to stop, before anything was certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither a win nor that there is none could be proven with so many nodes")]
pub struct Undecided;

/// A move of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resistance<M> {
    /// The move.
    pub mv: M,
    /// The fewest plies after it in which the game is lost; `None` if it is not within those looked at.
    pub loses_in: Option<u8>,
}

/// What is known of a position: the side that attacks wins within so many plies, and does not within so many.
#[derive(Clone, Copy, Debug)]
struct Known {
    wins_in: u8,
    holds_for: u8,
}

/// Looks for forced wins of one side. What it found out helps with the positions that follow.
pub struct Prover<'a, G: Game, B: Brain<G>> {
    brain: B,
    attacker: Side,
    known: HashMap<u64, Known>,
    nodes_left: u64,
    control: &'a Control<'a>,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Game, B: Brain<G>> Prover<'a, G, B> {
    /// A prover for one side, with so many nodes for all it is asked.
    pub fn new(brain: &B, attacker: Side, nodes: u64, control: &'a Control<'a>) -> Prover<'a, G, B> {
        Prover {
            brain: brain.clone(),
            attacker,
            known: HashMap::new(),
            nodes_left: nodes,
            control,
            game: std::marker::PhantomData,
        }
    }

    /// The fewest plies, up to `most`, in which the attacker wins whatever the other does; `None` if it does not
    /// within those. Either side may be to move.
    ///
    /// # Errors
    /// When the nodes are spent.
    pub fn shortest(&mut self, state: &G, most: u8) -> Result<Option<u8>, Undecided> {
        let mut state = state.clone();
        for plies in 0..=most {
            if self.wins(&mut state, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// All moves after which the attacker wins within `plies`, counted from before the move.
    ///
    /// # Errors
    /// When the nodes are spent.
    pub fn winning_moves(&mut self, state: &G, plies: u8) -> Result<Vec<G::Move>, Undecided> {
        let mut state = state.clone();
        let mut winning = Vec::new();
        if plies == 0 {
            return Ok(winning);
        }
        for mv in self.moves(&state) {
            let undo = state.play(mv);
            let wins = self.wins(&mut state, plies - 1);
            state.undo(mv, undo);
            if wins? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Every move of the defender, looked at for `most` plies after it. The longest resistance comes first.
    ///
    /// # Errors
    /// When the nodes are spent.
    pub fn defences(&mut self, state: &G, most: u8) -> Result<Vec<Resistance<G::Move>>, Undecided> {
        let mut state = state.clone();
        let mut defences = Vec::new();
        for mv in self.moves(&state) {
            let undo = state.play(mv);
            let shortest = self.shortest(&state, most);
            state.undo(mv, undo);
            defences.push(Resistance { mv, loses_in: shortest? });
        }
        defences.sort_by_key(|resistance| std::cmp::Reverse(resistance.loses_in.unwrap_or(u8::MAX)));
        Ok(defences)
    }

    /// The longest resistance alone. A move that is not lost within `most` plies ends the look at once: no other resists
    /// longer. `None` where there is no move.
    ///
    /// # Errors
    /// When the nodes are spent.
    pub fn resistance(&mut self, state: &G, most: u8) -> Result<Option<Resistance<G::Move>>, Undecided> {
        let mut state = state.clone();
        let mut best: Option<Resistance<G::Move>> = None;
        for mv in self.moves(&state) {
            let undo = state.play(mv);
            if !self.wins(&mut state, most)? {
                return Ok(Some(Resistance { mv, loses_in: None }));
            }
            let loses_in = self.shortest(&state, most)?;
            state.undo(mv, undo);
            if best.is_none_or(|best| best.loses_in < loses_in) {
                best = Some(Resistance { mv, loses_in });
            }
        }
        Ok(best)
    }

    /// Whether the attacker wins within so many plies.
    fn wins(&mut self, state: &mut G, plies: u8) -> Result<bool, Undecided> {
        if let Some(winner) = self.brain.winner(state) {
            return Ok(winner == Some(self.attacker));
        }
        if plies == 0 {
            return Ok(false);
        }
        let key = self.brain.key(state);
        let known = self.known.get(&key).copied().unwrap_or(Known { wins_in: u8::MAX, holds_for: 0 });
        if plies >= known.wins_in {
            return Ok(true);
        }
        if plies <= known.holds_for {
            return Ok(false);
        }
        let is_attack = state.side_to_move() == self.attacker;
        let mut is_won = !is_attack;
        for mv in self.moves(state) {
            self.count()?;
            let undo = state.play(mv);
            let wins = self.wins(state, plies - 1);
            state.undo(mv, undo);
            // One winning move of the attacker is enough, and one saving move of the other.
            if wins? == is_attack {
                is_won = is_attack;
                break;
            }
        }
        let now = match is_won {
            true => Known { wins_in: plies, ..known },
            false => Known { holds_for: plies, ..known },
        };
        if self.known.len() < MOST_REMEMBERED {
            self.known.insert(key, now);
        }
        Ok(is_won)
    }

    /// The legal moves, the most promising first.
    fn moves(&mut self, state: &G) -> Vec<G::Move> {
        let (mut moves, mut rated) = (Vec::new(), Vec::new());
        state.legal_moves(&mut moves);
        self.brain.rate(state, &moves, &mut rated);
        let mut ranks: Vec<_> = moves.into_iter().zip(rated).collect();
        ranks.sort_by_key(|(_, rated)| std::cmp::Reverse((rated.is_tactical, rated.order)));
        ranks.into_iter().map(|(mv, _)| mv).collect()
    }

    fn count(&mut self) -> Result<(), Undecided> {
        if self.nodes_left == 0 || self.nodes_left.is_multiple_of(BETWEEN_LOOKS) && self.control.is_stopped() {
            return Err(Undecided);
        }
        self.nodes_left -= 1;
        Ok(())
    }
}
