//! Wins by force: a search of proofs that tries only moves the other side has to answer.
//!
//! A *threat* is a move after which the attacker would win at once. A *plan* is a quiet move after which the attacker would win by
//! threats alone, were the other side to do nothing. Threats are looked at first wherever they may win, plans where they do not; a quiet move
//! that is no plan is not looked at any further. Depth first, by proof numbers: the line looked at next is the one that needs the fewest
//! answers to be found.
//!
//! The defender has all moves. So a win that is found is one, whatever the other does; that none is found says nothing. A
//! position that came up before, in the game or on the line, counts as no win: then no proof rests on a repetition.
//!
//! Not here: which moves may threaten (`Brain`), when to look for such wins (`run`), the shortest win (`prove`).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Duration;

use schwarm_core::{Game, Side};

use crate::{Brain, Control, MOST_PLIES};

/// Positions remembered; beyond that the rest is worked out each time.
const MOST_REMEMBERED: usize = 1 << 20;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;

/// More than any number that is counted up.
const NEVER: u32 = 1 << 28;

/// What a quiet move counts for in a proof before it is known to be a plan: threats are tried before it.
const QUIET: u32 = 4;

/// Nodes within which threats have to win for a quiet move to be a plan, or for an answer to a plan to be none.
const PROBE: u64 = 400;

/// Answers to a threat that are counted before it is looked at.
const MOST_ESCAPES: u32 = 3;

/// What it counts for in the order of moves that a move was right elsewhere, and how often that counts.
const RIGHT: i32 = 2000;
const MOST_RIGHT: u16 = 20;

/// A plan with more answers than this that threats do not win against is given up.
const MOST_ANSWERS: usize = 4;

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
    const QUIET: Numbers = Numbers { proof: QUIET, disproof: 1, plies: 0 };
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

/// What the attacker may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    /// Threats alone.
    Threats,
    /// Plans as well.
    Plans,
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
    /// Threats and plans do not win, as far as they were looked at.
    None,
    /// The nodes were spent.
    Open,
}

/// What is known of positions, by their keys, which are as good as random.
type Known = HashMap<u64, Numbers, BuildHasherDefault<KeyHasher>>;

/// Takes a key as it is.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Looks for a win of the side to move by force. It can be asked again to go on where it stopped.
pub struct Solver<'a, G: Game, B: Brain<G>> {
    brain: B,
    state: G,
    attacker: Side,
    played: &'a [u64],
    /// Keys of the positions of the line looked at.
    line: Vec<u64>,
    /// How often a move of a slot was the threat that won, and how often it was an answer that held.
    won: Vec<u16>,
    held: Vec<u16>,
    /// By threats alone.
    threats: Known,
    /// By plans as well.
    plans: Known,
    control: &'a Control<'a>,
    until: Option<Duration>,
    nodes: u64,
    most_nodes: u64,
    /// Nodes that a look at threats alone may reach.
    most_probed: u64,
    is_stopped: bool,
    solution: Option<Solution<G::Move>>,
}

impl<'a, G: Game, B: Brain<G>> Solver<'a, G, B> {
    /// A solver for a position; `played` are keys of those that were played before it.
    pub fn new(brain: &B, state: &G, played: &'a [u64], control: &'a Control<'a>) -> Solver<'a, G, B> {
        Solver {
            brain: brain.clone(),
            state: state.clone(),
            attacker: state.side_to_move(),
            played,
            line: vec![state.key()],
            won: vec![0; B::SLOTS],
            held: vec![0; B::SLOTS],
            threats: Known::default(),
            plans: Known::default(),
            control,
            until: None,
            nodes: 0,
            most_nodes: 0,
            most_probed: u64::MAX,
            is_stopped: false,
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

    /// Looks at so many more nodes, or a few above, until the clock shows what is given, or until it is told to stop.
    pub fn look(&mut self, nodes: u64, until: Option<Duration>) -> Solution<G::Move> {
        if let Some(solution) = &self.solution {
            return solution.clone();
        }
        (self.most_nodes, self.until, self.is_stopped) = (self.nodes.saturating_add(nodes), until, false);
        let mut state = self.state.clone();
        let numbers = self.search(&mut state, Means::Plans, NEVER, NEVER);
        if !numbers.is_decided() {
            return Solution::Open;
        }
        let solution = match numbers.proof {
            0 => Solution::Won { line: self.winning_line(numbers.plies), plies: numbers.plies },
            _ => Solution::None,
        };
        self.solution.insert(solution).clone()
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            let is_late = self.until.is_some_and(|until| (self.control.elapsed)() >= until);
            self.is_stopped |= is_late || self.control.is_stopped();
        }
    }

    /// Whether everything has to wait for the next look.
    fn is_spent(&self) -> bool {
        self.is_stopped || self.nodes >= self.most_nodes
    }

    /// Looks at a position until it is decided, or one of its numbers reaches what is given for it.
    fn search(&mut self, state: &mut G, means: Means, most_proof: u32, most_disproof: u32) -> Numbers {
        let is_attack = state.side_to_move() == self.attacker;
        let mut children = match if is_attack { self.attacks(state, means) } else { self.answers(state, means) } {
            Ok(children) => children,
            Err(numbers) => return self.remember(state, means, numbers),
        };
        loop {
            if self.is_spent() {
                return Numbers::OPEN;
            }
            let numbers = summary(&children, is_attack);
            let is_enough = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if numbers.is_decided() || is_enough || self.nodes >= self.most_probed {
                return self.remember(state, means, numbers);
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
            let found = self.search(state, means, most_proof, most_disproof);
            self.line.pop();
            state.undo(mv, undo);
            children[best].numbers = found;
        }
    }

    /// The attacker's moves worth looking at with what is known of each, or what the position itself tells.
    fn attacks(&mut self, state: &mut G, means: Means) -> Result<Vec<Child<G::Move>>, Numbers> {
        if self.brain.wins_at_once(state) {
            return Err(Numbers::won(1));
        }
        if self.line.len() >= MOST_PLIES || !self.brain.may_force(state) {
            return Err(Numbers::HELD);
        }
        let mut moves = Vec::new();
        match means {
            Means::Threats => self.brain.forcing_moves(state, &mut moves),
            Means::Plans => {
                if let Some(plies) = self.wins_by_threats(state) {
                    return Err(Numbers::won(plies));
                }
                state.legal_moves(&mut moves);
            }
        }
        let mut children = Vec::new();
        for mv in self.in_order(state, moves, true) {
            self.count_node();
            let undo = state.play(mv);
            let numbers = self.glance_at_attack(state, means);
            state.undo(mv, undo);
            match numbers {
                // A move that leads nowhere is none.
                Numbers { disproof: 0, .. } => {}
                Numbers { proof: 0, plies, .. } => {
                    self.note(state, mv, true);
                    return Err(Numbers::won(plies + 1));
                }
                _ => children.push(Child { mv, numbers }),
            }
        }
        if children.is_empty() { Err(Numbers::HELD) } else { Ok(children) }
    }

    /// The defender's moves with what is known of each, or what the position itself tells.
    fn answers(&mut self, state: &mut G, means: Means) -> Result<Vec<Child<G::Move>>, Numbers> {
        if !self.brain.is_threatened(state) && (means == Means::Threats || !self.is_plan(state)) {
            return Err(if self.is_spent() { Numbers::OPEN } else { Numbers::HELD });
        }
        let (mut moves, mut children, mut open) = (Vec::new(), Vec::new(), 0);
        state.legal_moves(&mut moves);
        for mv in self.in_order(state, moves, false) {
            self.count_node();
            let undo = state.play(mv);
            self.line.push(state.key());
            let numbers = self.glance_at_answer(state, means);
            self.line.pop();
            state.undo(mv, undo);
            if self.is_spent() {
                return Err(Numbers::OPEN);
            }
            if numbers.proof > 0 {
                self.note(state, mv, false);
                open += 1;
            }
            // One answer is all the defender needs.
            if numbers.disproof == 0 || open > MOST_ANSWERS {
                return Err(Numbers::HELD);
            }
            children.push(Child { mv, numbers });
        }
        Ok(children)
    }

    /// Moves, the likeliest ones first: where one of them ends the matter, the others need no look.
    fn in_order(
        &mut self,
        state: &G,
        moves: Vec<G::Move>,
        is_attack: bool,
    ) -> impl Iterator<Item = G::Move> + use<G, B> {
        let mut rated = Vec::with_capacity(moves.len());
        self.brain.rate(state, &moves, &mut rated);
        let right = if is_attack { &self.won } else { &self.held };
        let order = |mv: G::Move, order: i32| order + RIGHT * i32::from(right[self.brain.slot(state, mv)]);
        let mut tries: Vec<_> = moves.into_iter().zip(rated).map(|(mv, rated)| (order(mv, rated.order), mv)).collect();
        tries.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
        tries.into_iter().map(|(_, mv)| mv)
    }

    /// A move was right: it shall be tried sooner next time.
    fn note(&mut self, state: &G, mv: G::Move, is_attack: bool) {
        let slot = self.brain.slot(state, mv);
        let right = if is_attack { &mut self.won } else { &mut self.held };
        right[slot] = (right[slot] + 1).min(MOST_RIGHT);
    }

    /// How far a threat is from winning: counts the answers after which the attacker does not win at once, up to a few.
    fn count_escapes(&mut self, state: &mut G) -> Numbers {
        let (mut moves, mut escapes) = (Vec::new(), 0);
        state.legal_moves(&mut moves);
        for mv in self.in_order(state, moves, false) {
            self.count_node();
            let undo = state.play(mv);
            let is_lost = match self.verdict(state) {
                Some(decided) => decided.proof == 0,
                None => self.brain.wins_at_once(state),
            };
            let is_out = !is_lost && !self.brain.may_force(state);
            state.undo(mv, undo);
            if is_lost {
                continue;
            }
            self.note(state, mv, false);
            escapes += 1;
            if is_out {
                return Numbers::HELD;
            }
            if escapes == MOST_ESCAPES {
                break;
            }
        }
        match escapes {
            // Whoever wants to see the line shall find it.
            0 => self.remember(state, Means::Threats, Numbers::won(2)),
            proof => Numbers { proof, disproof: 1, plies: 0 },
        }
    }

    /// What a position that the attacker's move led to tells without a search.
    fn glance_at_attack(&mut self, state: &mut G, means: Means) -> Numbers {
        if let Some(decided) = self.verdict(state) {
            return decided;
        }
        let key = state.key();
        if self.line.contains(&key) || self.played.contains(&key) {
            return Numbers::HELD;
        }
        if let Some(known) = self.known(state, means) {
            return known;
        }
        match (means, self.brain.is_threatened(state)) {
            (Means::Plans, true) => Numbers::OPEN,
            (Means::Plans, false) => Numbers::QUIET,
            (Means::Threats, true) => self.count_escapes(state),
            (Means::Threats, false) => Numbers::HELD,
        }
    }

    /// What a position that the defender's move led to tells, with a look at threats where plans are allowed.
    fn glance_at_answer(&mut self, state: &mut G, means: Means) -> Numbers {
        if let Some(decided) = self.verdict(state) {
            return decided;
        }
        let (key, before) = (state.key(), &self.line[..self.line.len() - 1]);
        if before.contains(&key) || self.played.contains(&key) {
            return Numbers::HELD;
        }
        if let Some(known) = self.known(state, means) {
            return known;
        }
        if self.brain.wins_at_once(state) {
            return Numbers::won(1);
        }
        if !self.brain.may_force(state) {
            return Numbers::HELD;
        }
        if means == Means::Plans
            && let Some(plies) = self.wins_by_threats(state)
        {
            return Numbers::won(plies);
        }
        Numbers::OPEN
    }

    fn verdict(&self, state: &G) -> Option<Numbers> {
        let winner = self.brain.winner(state)?;
        Some(if winner == Some(self.attacker) { Numbers::won(0) } else { Numbers::HELD })
    }

    /// Whether the attacker, who has just made a quiet move, wins by threats if nothing is done about it.
    fn is_plan(&mut self, state: &G) -> bool {
        let Some(mut idle) = self.brain.idle(state) else { return false };
        self.brain.wins_at_once(&idle) || self.wins_by_threats(&mut idle).is_some()
    }

    /// The plies in which the attacker, to move, wins by threats alone, as far as a short look tells.
    fn wins_by_threats(&mut self, state: &mut G) -> Option<u16> {
        let numbers = match self.known(state, Means::Threats) {
            Some(numbers) => numbers,
            None => {
                self.most_probed = self.nodes + PROBE;
                let numbers = self.search(state, Means::Threats, NEVER, NEVER);
                self.most_probed = u64::MAX;
                numbers
            }
        };
        (numbers.proof == 0).then_some(numbers.plies)
    }

    fn known(&self, state: &G, means: Means) -> Option<Numbers> {
        let key = self.brain.key(state);
        let by_threats = || self.threats.get(&key).copied();
        match means {
            Means::Threats => by_threats(),
            Means::Plans => self.plans.get(&key).copied().or_else(|| by_threats().filter(|known| known.proof == 0)),
        }
    }

    fn remember(&mut self, state: &G, means: Means, numbers: Numbers) -> Numbers {
        // What was broken off says nothing: the next look shall begin there.
        if self.is_spent() && !numbers.is_decided() {
            return numbers;
        }
        let key = self.brain.key(state);
        let known = match means {
            Means::Threats => &mut self.threats,
            Means::Plans => &mut self.plans,
        };
        if known.len() < MOST_REMEMBERED || known.contains_key(&key) {
            known.insert(key, numbers);
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
            let won_in = self.proven_plies(state, is_attack);
            state.undo(mv, undo);
            let Some(plies) = won_in else { continue };
            if best.is_none_or(|(best, _)| if is_attack { plies < best } else { plies > best }) {
                best = Some((plies, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The plies within which the attacker is known to win.
    fn proven_plies(&mut self, state: &G, was_attack: bool) -> Option<u16> {
        let numbers = match self.verdict(state) {
            Some(decided) => decided,
            None if !was_attack && self.brain.wins_at_once(state) => Numbers::won(1),
            None => self.known(state, Means::Plans)?,
        };
        (numbers.proof == 0).then_some(numbers.plies)
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
