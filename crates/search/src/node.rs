//! The search of one node: principal variation search with everything the knobs allow.
//!
//! What must hold: nothing is skipped while the best score is a loss, so a proven loss has
//! looked at every move; a score that rests on a passed move is never proven.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

use schwarm_core::Game;

use crate::busy::{Busy, PutOff};
use crate::path::Path;
use crate::picker::{Candidate, Experience, Picker, Place, Scratch};
use crate::table::{Bound, Memory, Table};
use crate::{Brain, Control, Knobs, Limits, MOST_PLIES, PROVEN, Score, WIN};

/// Higher than any score.
pub(crate) const INFINITE: Score = WIN + 1;

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 64;

/// Moves are shared out among threads in nodes of at least this depth; below it that costs more than it saves.
const SHARED_DEPTH: i32 = 3;

/// Mixed into keys while nothing is pruned: what a pruned search left must not answer then.
const FULL_WIDTH: u64 = 0x6A09_E667_F3BC_C909;

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub control: &'a Control<'a>,
    /// Set when one thread is done: the others need not go on.
    pub halt: AtomicBool,
    /// Nodes of all threads, counted at every look at the clock.
    pub nodes: AtomicU64,
    /// The iteration of the main thread; the others go with it.
    pub iteration: AtomicI32,
    /// What each thread is busy with; nothing where there is one thread.
    pub busy: Busy,
}

/// One thread of a search.
pub(crate) struct Worker<'a, G: Game, B: Brain<G>> {
    pub brain: B,
    pub state: G,
    pub shared: &'a Shared<'a>,
    pub knobs: Knobs,
    pub experience: Experience,
    pub scratch: Scratch<G::Move>,
    pub path: Path,
    /// Best line found from each ply on.
    pub lines: Vec<Vec<G::Move>>,
    pub nodes: u64,
    pub deepest: usize,
    pub is_halted: bool,
    /// It was halted because the main thread is done with this iteration.
    pub is_outrun: bool,
    pub is_main: bool,
    /// Nothing is reduced or pruned: the tree ends by the rules.
    pub is_full_width: bool,
    /// Depth of the iteration; lines are extended to at most twice of it.
    pub iteration: i32,
    /// Nodes already told to the other threads.
    told: u64,
    last_look: Duration,
    /// The longest time between two looks at the clock.
    pub longest_gap: Duration,
    reductions: Vec<i32>,
    judged: Judged,
    evaluations: [Score; MOST_PLIES + 2],
    slots: [Option<u32>; MOST_PLIES + 2],
}

/// Reductions are tabled for depths and moves up to this.
const TABLED: usize = 64;

impl<'a, G: Game, B: Brain<G>> Worker<'a, G, B> {
    pub(crate) fn new(brain: &B, state: &G, path: Path, shared: &'a Shared<'a>, is_main: bool) -> Worker<'a, G, B> {
        let knobs = brain.knobs().clone();
        Worker {
            brain: brain.clone(),
            state: state.clone(),
            shared,
            reductions: tabled_reductions(&knobs),
            knobs,
            experience: Experience::new(B::SLOTS),
            scratch: Scratch::new(),
            path,
            lines: vec![Vec::new(); MOST_PLIES + 2],
            nodes: 0,
            deepest: 0,
            is_halted: false,
            is_outrun: false,
            is_main,
            is_full_width: false,
            iteration: 0,
            told: 0,
            last_look: Duration::ZERO,
            longest_gap: Duration::ZERO,
            judged: Judged::new(),
            evaluations: [0; MOST_PLIES + 2],
            slots: [None; MOST_PLIES + 2],
        }
    }

    /// Counts a node and looks at the clock now and then; `true` when the search is over.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.look();
        }
        if let Some(most) = self.shared.limits.nodes
            && self.nodes - self.told + self.shared.nodes.load(Ordering::Relaxed) >= most
        {
            self.is_halted = true;
        }
        self.is_halted
    }

    /// Looks whether the search is to go on.
    pub(crate) fn look(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Ordering::Relaxed);
        self.told = self.nodes;
        if self.shared.halt.load(Ordering::Relaxed) || self.shared.control.is_stopped() {
            self.is_halted = true;
        }
        if !self.is_main {
            // The main thread is done with this depth: what is left of it helps nobody.
            let is_outrun = self.iteration > 0 && self.shared.iteration.load(Ordering::Relaxed) > self.iteration;
            if is_outrun && !self.is_halted {
                (self.is_halted, self.is_outrun) = (true, true);
            }
            return;
        }
        let now = (self.shared.control.elapsed)();
        self.longest_gap = self.longest_gap.max(now.saturating_sub(self.last_look));
        self.last_look = now;
        if self.shared.limits.hard.is_some_and(|hard| now >= hard) {
            self.is_halted = true;
        }
    }

    /// The clock begins to be watched: what went before is no gap.
    pub(crate) fn begin(&mut self) {
        self.last_look = (self.shared.control.elapsed)();
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.brain.key(&self.state) ^ if self.is_full_width { FULL_WIDTH } else { 0 }
    }

    /// The score if the game is over, or cannot become better or worse than the window.
    #[inline]
    fn verdict(&self, ply: usize) -> Option<Score> {
        match self.brain.winner(&self.state)? {
            None => Some(0),
            Some(winner) if winner == self.state.side_to_move() => Some(WIN - ply as Score),
            Some(_) => Some(ply as Score - WIN),
        }
    }

    /// Plays a move and scores what comes of it.
    #[inline]
    pub(crate) fn try_move<T>(
        &mut self,
        candidate: &Candidate<G::Move>,
        ply: usize,
        go: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.slots[ply] = Some(candidate.slot);
        let undo = self.state.play(candidate.mv);
        self.path.push(self.state.key());
        let score = go(self);
        self.path.pop();
        self.state.undo(candidate.mv, undo);
        score
    }

    /// Searches a node with a window; the score may lie outside of it and is a bound then.
    pub(crate) fn search(&mut self, depth: i32, alpha: Score, beta: Score, ply: usize, may_pass: bool) -> Score {
        self.lines[ply].clear();
        if self.count_node() {
            return 0;
        }
        if self.path.is_repetition() {
            return 0;
        }
        if let Some(score) = self.verdict(ply) {
            return score;
        }
        // No line from here on can win sooner or lose later than this.
        let (alpha, beta) = (alpha.max(ply as Score - WIN), beta.min(WIN - ply as Score - 1));
        if alpha >= beta {
            return alpha;
        }
        if ply >= MOST_PLIES {
            return self.brain.evaluate(&self.state);
        }
        if depth <= 0 {
            return self.quiesce(alpha, beta, ply, self.knobs.quiescence_plies);
        }
        self.deepest = self.deepest.max(ply);
        let is_pv = beta - alpha > 1;
        let key = self.key();
        let memory = self.shared.table.probe(key, ply);
        if let Some(memory) = memory
            && !is_pv
            && self.suffices(&memory, depth, alpha, beta)
        {
            return memory.score;
        }
        self.open(Node { depth, alpha, beta, ply, is_pv, may_pass, key, memory })
    }

    /// What the position is worth by itself.
    #[inline]
    fn evaluate(&mut self, key: u64) -> Score {
        let (brain, state) = (&mut self.brain, &self.state);
        self.judged.get(key, || brain.evaluate(state))
    }

    /// Whether what is remembered answers the question.
    fn suffices(&self, memory: &Memory, depth: i32, alpha: Score, beta: Score) -> bool {
        let is_deep = match self.knobs.exact_depths {
            true => memory.depth == depth,
            // A proven score holds at any depth.
            false => memory.depth >= depth || memory.score.abs() >= PROVEN && memory.bound == proof_of(memory.score),
        };
        is_deep
            && match memory.bound {
                Bound::Exact => true,
                Bound::Lower => memory.score >= beta,
                Bound::Upper => memory.score <= alpha,
            }
    }

    /// Searches a node that the table does not answer.
    fn open(&mut self, mut node: Node) -> Score {
        let Node { beta, ply, is_pv, .. } = node;
        let evaluation = match node.memory {
            Some(memory) => memory.evaluation,
            None => self.evaluate(node.key),
        };
        self.evaluations[ply] = evaluation;
        let is_threatened = !self.is_full_width && self.brain.is_threatened(&self.state);
        if is_threatened && self.knobs.extend_threats && (ply as i32) < 2 * self.iteration {
            node.depth += 1;
        }
        let may_prune = !self.is_full_width && !is_threatened && !is_pv && beta.abs() < PROVEN;
        if may_prune && let Some(score) = self.prune_node(&node, evaluation) {
            return score;
        }
        if self.knobs.unguided_depth > 0
            && node.depth >= self.knobs.unguided_depth
            && !self.is_full_width
            && node.memory.is_none_or(|memory| memory.packed.is_none())
        {
            node.depth -= 1;
        }
        self.experience.forget_killers(ply + 1);
        self.try_moves(&node, evaluation, is_threatened && !self.knobs.prune_threatened)
    }

    /// A score without looking at any move, where the position is so good that none is needed.
    fn prune_node(&mut self, node: &Node, evaluation: Score) -> Option<Score> {
        let &Node { depth, beta, ply, may_pass, .. } = node;
        let is_better = self.knobs.trusts_progress && self.is_improving(ply);
        if let Some(margin) = self.knobs.reverse_futility
            && depth <= margin.depth
            && evaluation - margin.per_ply * (depth - i32::from(is_better)) >= beta
        {
            return Some(evaluation);
        }
        let null_move = self.knobs.null_move?;
        if !may_pass || depth < null_move.depth || evaluation < beta {
            return None;
        }
        let passed = self.brain.pass(&self.state)?;
        let before = std::mem::replace(&mut self.state, passed);
        self.path.push(self.state.key());
        self.slots[ply] = None;
        let reduced = depth - 1 - null_move.base - depth / null_move.per;
        let score = -self.search(reduced, -beta, -beta + 1, ply + 1, false);
        self.path.pop();
        self.state = before;
        if self.is_halted || score < beta {
            return None;
        }
        Some(if score >= PROVEN { beta } else { score })
    }

    /// The moves of a node, one after the other; of one that is spared none is left out, and none searched less deep.
    fn try_moves(&mut self, node: &Node, evaluation: Score, is_spared: bool) -> Score {
        let &Node { depth, beta, ply, is_pv, key, memory, .. } = node;
        let mut alpha = node.alpha;
        let remembered = memory.and_then(|memory| memory.packed);
        let mut first = remembered.and_then(|packed| self.candidate(packed));
        let mut picker = Picker::new(&mut self.scratch);
        let mut is_listed = false;
        let mut best: Option<Candidate<G::Move>> = None;
        let mut best_score = -INFINITE;
        let mut index = 0;
        let mut put_off = PutOff::new(depth >= SHARED_DEPTH && self.shared.busy.is_shared());
        let skip = self.skipping(node, evaluation, is_spared);
        let last = if ply > 0 { self.slots[ply - 1] } else { None };
        loop {
            let (candidate, at) = match first.take() {
                Some(candidate) => (candidate, index),
                None => {
                    if !is_listed {
                        is_listed = true;
                        let skipped = if index > 0 { remembered } else { None };
                        let (brain, scratch) = (&mut self.brain, &mut self.scratch);
                        let place = Place { ply, last, remembered, skipped };
                        picker.fill(brain, &self.state, scratch, &self.experience, &place);
                    }
                    match picker.next() {
                        Some(candidate) => (candidate, index),
                        None => match put_off.next() {
                            Some(late) => late,
                            None => break,
                        },
                    }
                }
            };
            index = index.max(at + 1);
            if !candidate.is_tactical && best_score > -PROVEN && skip.skips(at, alpha) {
                continue;
            }
            if put_off.puts_off(&self.shared.busy, key, candidate, at) {
                continue;
            }
            let less = self.reduction(node, &candidate, at, is_spared);
            let mark = put_off.take(&self.shared.busy, key, &candidate);
            let score = self.try_move(&candidate, ply, |worker| {
                worker.score_child(depth - 1, less, (alpha, beta), ply + 1, at == 0, is_pv)
            });
            if let Some(mark) = mark {
                self.shared.busy.free(mark);
            }
            if self.is_halted {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best = Some(candidate);
                    alpha = score;
                    self.extend_line(candidate.mv, ply);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if self.is_halted {
            self.scratch.done(picker.into_list());
            return 0;
        }
        debug_assert!(index > 0, "a position that is not over has a move");
        if let Some(best) = best.filter(|best| !best.is_tactical && best_score >= beta) {
            let side = self.state.side_to_move();
            self.experience.learn(side, ply, depth, &best, picker.tried(), last);
        }
        self.scratch.done(picker.into_list());
        let bound = match () {
            () if best_score >= beta => Bound::Lower,
            () if best.is_some() => Bound::Exact,
            () => Bound::Upper,
        };
        let packed = best.map(|best| best.packed);
        self.shared.table.store(key, ply, Memory { packed, score: best_score, bound, depth, evaluation });
        best_score
    }

    /// The remembered move, if it is known to be legal without a list.
    fn candidate(&mut self, packed: u16) -> Option<Candidate<G::Move>> {
        let mv = self.brain.recall(&self.state, packed)?;
        Some(self.scratch.remembered(&mut self.brain, &self.state, mv))
    }

    /// Scores the position after a move: the first with the whole window, the others with the
    /// question whether they are better at all.
    pub(crate) fn score_child(
        &mut self,
        depth: i32,
        less: i32,
        (alpha, beta): (Score, Score),
        ply: usize,
        is_first: bool,
        is_pv: bool,
    ) -> Score {
        if is_first {
            return -self.search(depth, -beta, -alpha, ply, true);
        }
        let mut score = -self.search(depth - less, -alpha - 1, -alpha, ply, true);
        if less > 0 && score > alpha && !self.is_halted {
            score = -self.search(depth, -alpha - 1, -alpha, ply, true);
        }
        if is_pv && score > alpha && score < beta && !self.is_halted {
            score = -self.search(depth, -beta, -alpha, ply, true);
        }
        score
    }

    /// How much less deep a late move of the root is searched.
    pub(crate) fn root_reduction(&self, depth: i32, candidate: &Candidate<G::Move>, index: usize) -> i32 {
        let (alpha, beta) = (-INFINITE, INFINITE);
        let node = Node { depth, alpha, beta, ply: 0, is_pv: true, may_pass: false, key: 0, memory: None };
        self.reduction(&node, candidate, index, false)
    }

    /// How much less deep a late move is searched.
    fn reduction(&self, node: &Node, candidate: &Candidate<G::Move>, index: usize, is_spared: bool) -> i32 {
        let Some(knob) = self.knobs.reductions else { return 0 };
        if self.is_full_width || is_spared || candidate.is_tactical || node.depth < knob.depth || index < knob.index {
            return 0;
        }
        let tabled = self.reductions[(node.depth as usize).min(TABLED - 1) * TABLED + index.min(TABLED - 1)];
        let less =
            tabled - i32::from(node.is_pv) + i32::from(!self.is_improving(node.ply)) - candidate.history / knob.history;
        less.clamp(0, node.depth - 1)
    }

    /// Whether the side to move stands better than before its last move.
    fn is_improving(&self, ply: usize) -> bool {
        ply < 2 || self.evaluations[ply] > self.evaluations[ply - 2]
    }

    /// Which quiet moves of a node need not be tried.
    fn skipping(&self, node: &Node, evaluation: Score, is_spared: bool) -> Skipping {
        if self.is_full_width || is_spared || node.is_pv {
            return Skipping { hopeless: None, most: usize::MAX };
        }
        let futility = self.knobs.futility.filter(|margin| node.depth <= margin.depth);
        let late = self.knobs.late_moves.filter(|late| node.depth <= late.depth);
        let most = late.map_or(usize::MAX, |late| {
            let most = late.base + late.factor * node.depth * node.depth;
            (if self.is_improving(node.ply) { most } else { most / 2 }).max(1) as usize
        });
        Skipping { hopeless: futility.map(|margin| evaluation + margin.per_ply * node.depth), most }
    }

    /// The best line from this ply on is this move and what follows it.
    pub(crate) fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Judges a position once nothing noisy is left to do.
    fn quiesce(&mut self, mut alpha: Score, beta: Score, ply: usize, left: i32) -> Score {
        let mut best_score = self.evaluate(self.key());
        if left <= 0 || best_score >= beta || ply >= MOST_PLIES {
            return best_score;
        }
        alpha = alpha.max(best_score);
        let mut picker = Picker::new(&mut self.scratch);
        picker.fill_noisy(&mut self.brain, &self.state, &mut self.scratch, &self.experience);
        while let Some(candidate) = picker.next() {
            let score = self.try_move(&candidate, ply, |worker| {
                worker.lines[ply + 1].clear();
                if worker.count_node() || worker.path.is_repetition() {
                    return 0;
                }
                match worker.verdict(ply + 1) {
                    Some(score) => -score,
                    None => -worker.quiesce(-beta, -alpha, ply + 1, left - 1),
                }
            });
            if self.is_halted {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(candidate.mv, ply);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.scratch.done(picker.into_list());
        best_score
    }
}

/// What positions seen lately are worth: at the horizon many lines meet again.
struct Judged(Vec<(u64, Score)>);

impl Judged {
    /// Few enough to stay near the processor.
    const PLACES: usize = 1 << 14;

    fn new() -> Judged {
        Judged(vec![(0, 0); Judged::PLACES])
    }

    #[inline]
    fn get(&mut self, key: u64, judge: impl FnOnce() -> Score) -> Score {
        // Keys of positions are never 0 but by chance, and nothing is remembered under it.
        let place = &mut self.0[key as usize % Judged::PLACES];
        if place.0 != key || key == 0 {
            *place = (key, judge());
        }
        place.1
    }
}

/// What is asked of a node, and what is known of it.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    alpha: Score,
    beta: Score,
    ply: usize,
    is_pv: bool,
    may_pass: bool,
    key: u64,
    memory: Option<Memory>,
}

/// Which quiet moves of a node are skipped.
struct Skipping {
    /// What a quiet move can reach at best.
    hopeless: Option<Score>,
    /// Moves after which none is tried.
    most: usize,
}

impl Skipping {
    #[inline]
    fn skips(&self, index: usize, alpha: Score) -> bool {
        index >= self.most || index > 0 && self.hopeless.is_some_and(|reach| reach <= alpha)
    }
}

/// The bound that makes a proven score a proof: wins at least, losses at most.
fn proof_of(score: Score) -> Bound {
    if score > 0 { Bound::Lower } else { Bound::Upper }
}

fn tabled_reductions(knobs: &Knobs) -> Vec<i32> {
    let Some(knob) = knobs.reductions else { return Vec::new() };
    let plies = |depth: usize, index: usize| {
        let logarithms = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
        (knob.base + logarithms / knob.divisor) as i32
    };
    (0..TABLED * TABLED).map(|n| plies(n / TABLED, n % TABLED)).collect()
}
