//! Wins by threats: a search of proofs that tries only moves the other side has to answer.
//!
//! Depth first, by proof numbers: the line looked at next is the one that needs the fewest answers to be found. The
//! attacker has the moves a brain calls forcing, as far as they do threaten; the defender has all. So a win that is found
//! is one, whatever the other does; that none is found says nothing.
//!
//! A position that came up before, in the game or on the line, counts as no win: then no proof rests on a repetition.
//!
//! Not here: which moves force (`Brain`), when to look for such wins (`run`), the shortest win (`prove`).

use std::collections::HashMap;

use schwarm_core::{Game, Side};

use crate::{Brain, MOST_PLIES};

/// Positions remembered; beyond that the rest is worked out each time.
const MOST_REMEMBERED: usize = 1 << 20;

/// More than any number that is counted up.
const NEVER: u32 = 1 << 28;

/// What a move that threatens nothing yet counts for in a proof: threats are tried before it.
const QUIET: u32 = 12;

/// How far a position is from being decided: positions still to be won for a proof, positions still to be held against one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// Plies within which it is won, once that is proven.
    plies: u16,
}

impl Numbers {
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1, plies: 0 };
    const HELD: Numbers = Numbers { proof: NEVER, disproof: 0, plies: 0 };

    const fn won(plies: u16) -> Numbers {
        Numbers { proof: 0, disproof: NEVER, plies }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    numbers: Numbers,
}

/// What a solver knows by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution<M> {
    /// The side to move wins: the line against the longest resistance that was looked at, and the plies it takes at most.
    Won {
        /// From the first move to the end of the game.
        line: Vec<M>,
        /// Plies to the end of the game at most.
        plies: u16,
    },
    /// Threats alone do not win.
    None,
    /// The nodes were spent.
    Open,
}

/// Looks for a win of the side to move by threats. It can be asked again to go on where it stopped.
pub struct Solver<'a, G: Game, B: Brain<G>> {
    brain: B,
    state: G,
    attacker: Side,
    played: &'a [u64],
    /// Keys of the positions of the line looked at.
    line: Vec<u64>,
    known: HashMap<u64, Numbers>,
    nodes: u64,
    most_nodes: u64,
    solution: Option<Solution<G::Move>>,
}

impl<'a, G: Game, B: Brain<G>> Solver<'a, G, B> {
    /// A solver for a position; `played` are keys of those that were played before it.
    pub fn new(brain: &B, state: &G, played: &'a [u64]) -> Solver<'a, G, B> {
        Solver {
            brain: brain.clone(),
            state: state.clone(),
            attacker: state.side_to_move(),
            played,
            line: vec![state.key()],
            known: HashMap::new(),
            nodes: 0,
            most_nodes: 0,
            solution: None,
        }
    }

    /// Nodes looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether more nodes cannot tell more.
    pub fn is_done(&self) -> bool {
        self.solution.is_some()
    }

    /// Looks at so many more nodes, or a few above.
    pub fn look(&mut self, nodes: u64) -> Solution<G::Move> {
        if let Some(solution) = &self.solution {
            return solution.clone();
        }
        self.most_nodes = self.nodes + nodes;
        let mut state = self.state.clone();
        let numbers = self.search(&mut state, NEVER, NEVER);
        if !numbers.is_decided() {
            return Solution::Open;
        }
        let solution = match numbers.proof {
            0 => Solution::Won { line: self.winning_line(numbers.plies), plies: numbers.plies },
            _ => Solution::None,
        };
        self.solution.insert(solution).clone()
    }

    /// Looks at a position until it is decided, or one of its numbers reaches what is given for it.
    fn search(&mut self, state: &mut G, most_proof: u32, most_disproof: u32) -> Numbers {
        let is_attack = state.side_to_move() == self.attacker;
        let mut children = match self.expand(state, is_attack) {
            Ok(children) => children,
            Err(numbers) => return self.remember(state, numbers),
        };
        loop {
            let numbers = summary(&children, is_attack);
            let is_enough = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if numbers.is_decided() || is_enough || self.nodes >= self.most_nodes {
                return self.remember(state, numbers);
            }
            // Best for whoever is to move, and how good the second best is.
            let worth = |child: &Child<G::Move>| if is_attack { child.numbers.proof } else { child.numbers.disproof };
            let (mut best, mut second) = (0, NEVER);
            for (index, child) in children.iter().enumerate().skip(1) {
                if worth(child) < worth(&children[best]) {
                    second = worth(&children[best]);
                    best = index;
                } else {
                    second = second.min(worth(child));
                }
            }
            let Child { mv, numbers: child } = children[best];
            let (most_proof, most_disproof) = if is_attack {
                (most_proof.min(beyond(second)), most_disproof - numbers.disproof + child.disproof)
            } else {
                (most_proof - numbers.proof + child.proof, most_disproof.min(beyond(second)))
            };
            let undo = state.play(mv);
            self.line.push(state.key());
            let found = self.search(state, most_proof, most_disproof);
            self.line.pop();
            state.undo(mv, undo);
            children[best].numbers = found;
        }
    }

    /// The moves worth looking at with what is known of each, or what the position itself tells.
    fn expand(&mut self, state: &mut G, is_attack: bool) -> Result<Vec<Child<G::Move>>, Numbers> {
        if is_attack && self.brain.wins_at_once(state) {
            return Err(Numbers::won(1));
        }
        if self.line.len() >= MOST_PLIES {
            return Err(Numbers::HELD);
        }
        let mut moves = Vec::new();
        match is_attack {
            true => self.brain.forcing_moves(state, &mut moves),
            false => state.legal_moves(&mut moves),
        }
        if moves.is_empty() {
            return Err(Numbers::HELD);
        }
        let mut rated = Vec::with_capacity(moves.len());
        self.brain.rate(state, &moves, &mut rated);
        let mut children = Vec::with_capacity(moves.len());
        let mut tries: Vec<_> = moves.into_iter().zip(rated).collect();
        // What ends the matter is looked for where it most likely is: all other moves need no look then.
        tries.sort_by_key(|(_, rated)| std::cmp::Reverse(rated.order));
        for (mv, rated) in tries {
            self.nodes += 1;
            let undo = state.play(mv);
            let mut numbers = self.glance(state, is_attack);
            if is_attack && numbers.proof == QUIET && !rated.is_tactical {
                numbers = Numbers::HELD;
            }
            state.undo(mv, undo);
            match numbers {
                // A move that leads nowhere is none for the attacker, and all the defender needs.
                Numbers { disproof: 0, .. } if is_attack => {}
                Numbers { disproof: 0, .. } => return Err(Numbers::HELD),
                Numbers { proof: 0, plies, .. } if is_attack => return Err(Numbers::won(plies + 1)),
                _ => children.push(Child { mv, numbers }),
            }
        }
        Ok(children)
    }

    /// What a position that a move led to tells without a search.
    fn glance(&mut self, state: &G, was_attack: bool) -> Numbers {
        if let Some(winner) = self.brain.winner(state) {
            return if winner == Some(self.attacker) { Numbers::won(0) } else { Numbers::HELD };
        }
        let key = state.key();
        if self.line.contains(&key) || self.played.contains(&key) {
            return Numbers::HELD;
        }
        if let Some(&known) = self.known.get(&self.brain.key(state)) {
            return known;
        }
        let is_forced = match was_attack {
            true if self.brain.is_threatened(state) => true,
            true => return Numbers { proof: QUIET, disproof: 1, plies: 0 },
            false if self.brain.wins_at_once(state) => return Numbers::won(1),
            false => self.brain.may_force(state),
        };
        if is_forced { Numbers::OPEN } else { Numbers::HELD }
    }

    fn remember(&mut self, state: &G, numbers: Numbers) -> Numbers {
        let key = self.brain.key(state);
        if self.known.len() < MOST_REMEMBERED || self.known.contains_key(&key) {
            self.known.insert(key, numbers);
        }
        numbers
    }

    /// The line of a proof: the attacker's quickest moves and the defender's most stubborn ones.
    fn winning_line(&mut self, plies: u16) -> Vec<G::Move> {
        let (mut state, mut line) = (self.state.clone(), Vec::new());
        self.line.truncate(1);
        for _ in 0..plies {
            if self.brain.winner(&state).is_some() {
                break;
            }
            let is_attack = state.side_to_move() == self.attacker;
            let Some(mv) = self.proven_move(&mut state, is_attack) else { break };
            line.push(mv);
            state.play(mv);
        }
        line
    }

    /// The next move of a proof; `None` where what was proven has been forgotten.
    fn proven_move(&mut self, state: &mut G, is_attack: bool) -> Option<G::Move> {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let mut best: Option<(u16, G::Move)> = None;
        for mv in moves {
            let undo = state.play(mv);
            let numbers = self.glance(state, is_attack);
            state.undo(mv, undo);
            let is_better =
                |(plies, _): (u16, _)| if is_attack { numbers.plies < plies } else { numbers.plies > plies };
            if numbers.proof == 0 && best.is_none_or(is_better) {
                best = Some((numbers.plies, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// How far the best move may fall behind the second best one before that has its turn: a little, because each turn looks at a
/// position afresh.
fn beyond(second: u32) -> u32 {
    second.saturating_add(second / 4 + 1)
}

/// What the moves of a position say of it.
fn summary<M>(children: &[Child<M>], is_attack: bool) -> Numbers {
    let numbers = || children.iter().map(|child| child.numbers);
    let least = |of: fn(Numbers) -> u32| numbers().map(of).min().unwrap_or(NEVER);
    let sum = |of: fn(Numbers) -> u32| numbers().fold(0, |sum: u32, n| sum.saturating_add(of(n)).min(NEVER));
    let (proof, disproof) = (|n: Numbers| n.proof, |n: Numbers| n.disproof);
    let (proof, disproof) = match is_attack {
        true => (least(proof), if children.is_empty() { 0 } else { sum(disproof) }),
        false => (sum(proof), least(disproof)),
    };
    if proof > 0 {
        return Numbers { proof, disproof, plies: 0 };
    }
    let won = || numbers().filter(|n| n.proof == 0).map(|n| n.plies);
    let plies = if is_attack { won().min() } else { won().max() };
    Numbers::won(plies.unwrap_or(0) + 1)
}
