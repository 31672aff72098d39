//! A whole search: deeper and deeper, for as many lines as are wanted, on as many threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::Duration;

use schwarm_core::Game;

use crate::busy::{Busy, PutOff};
use crate::node::{INFINITE, Shared, Worker};
use crate::path::Path;
use crate::picker::{Candidate, Experience, Picker, Place, Scratch};
use crate::solve::{Solution, Solver};
use crate::table::Table;
use crate::{Brain, Control, Limits, MOST_PLIES, PROVEN, Score, WIN};

/// Where a search begins.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a, G: Game> {
    /// The position.
    pub state: &'a G,
    /// [`Game::key`] of the positions played before it.
    pub played: &'a [u64],
    /// The occurrence of a position that ends the game, if any does.
    pub repetition: Option<u32>,
}

impl<'a, G: Game> Root<'a, G> {
    /// A position without history.
    pub fn alone(state: &'a G) -> Root<'a, G> {
        Root { state, played: &[], repetition: None }
    }
}

/// A line of play with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// For the side to move at the root.
    pub score: Score,
    /// The moves, best play of both sides as far as it was seen; never empty.
    pub moves: Vec<M>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The depth that was searched to its end.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub deepest: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time it took.
    pub elapsed: Duration,
    /// The best lines, the best one first. Where several are wanted, all are those of `depth`: a search that is broken
    /// off forgets what it has seen of the next one, because scores of two depths cannot be put in order.
    pub lines: Vec<Line<M>>,
    /// Whether the score of the best line is a fact: a win, a loss, or the end of the game searched in full.
    pub is_proven: bool,
    /// The longest time the search did not look at the clock: how late it may notice anything.
    pub longest_gap: Duration,
}

impl<M: Copy> Report<M> {
    /// The best move.
    pub fn best(&self) -> M {
        self.lines[0].moves[0]
    }

    /// The score of the best move.
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}

/// Why a search found nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There is nothing to look for.
    #[error("the game is over")]
    GameOver,
    /// A thread of the search failed; the rest of the program is unharmed.
    #[error("the search failed: {0}")]
    Panicked(String),
}

/// Looks for the best moves. `report` hears of every depth that was searched to its end.
///
/// # Errors
/// When the game is over, or the search fails.
pub fn think<G: Game, B: Brain<G>>(
    brain: &B,
    root: &Root<'_, G>,
    table: &Table,
    limits: &Limits,
    control: &Control<'_>,
    report: &mut dyn FnMut(&Report<G::Move>),
) -> Result<Report<G::Move>, SearchError> {
    if brain.winner(root.state).is_some() {
        return Err(SearchError::GameOver);
    }
    table.next_age();
    let shared = Shared {
        table,
        limits,
        control,
        halt: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        iteration: AtomicI32::new(0),
        busy: Busy::new(limits.threads),
    };
    let path = Path::new(root.played, root.state.key(), root.repetition);
    let run = |thread: usize, report: &mut dyn FnMut(&Report<G::Move>)| {
        let path = path.clone();
        let shared = &shared;
        let outcome = catch_unwind(AssertUnwindSafe(move || {
            let worker = Worker::new(brain, root.state, path, shared, thread == 0);
            Iteration::new(worker, root.played).run(report)
        }));
        // The main thread's answer is the one that counts; the others only help it, or fail.
        if thread == 0 || outcome.is_err() {
            shared.halt.store(true, Ordering::Relaxed);
        }
        outcome.map_err(|panic| SearchError::Panicked(panic_text(&*panic)))
    };
    std::thread::scope(|scope| {
        let run = &run;
        let others: Vec<_> = (1..limits.threads).map(|thread| scope.spawn(move || run(thread, &mut |_| {}))).collect();
        let mut found = run(0, report);
        for other in others {
            match other.join().unwrap_or_else(|panic| Err(SearchError::Panicked(panic_text(&*panic)))) {
                Ok(other) => {
                    if let Ok(found) = &mut found {
                        found.nodes += other.nodes;
                    }
                }
                Err(error) => found = Err(error),
            }
        }
        found
    })
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason was given".to_string())
}

/// A move at the root.
struct Choice<M> {
    candidate: Candidate<M>,
    score: Score,
    /// Of the iteration before.
    previous: Score,
    line: Vec<M>,
}

impl<M> Choice<M> {
    /// The score of the last iteration that gave it one.
    fn known_score(&self) -> Score {
        if self.score > -INFINITE { self.score } else { self.previous }
    }
}

/// Wins by force are looked for where the side to move stands at least so well: of 67 wins as many are seen as from 4.5 on, but
/// for two, and a search that stands so well can spare the time. From 4.5 on a share large enough to see more wins loses games.
const SOLVED_FROM: Score = 800;

/// So many nodes of the solver take as long as so many of the search.
const SOLVER_NODES: u64 = 5;
const SEARCH_NODES: u64 = 2;

/// A solver that gets less than this is not asked: the wins it would find the search finds as soon.
const LEAST_SOLVER_NODES: u64 = 5000;
const LEAST_SOLVER_TIME: Duration = Duration::from_micros(1500);

/// One thread that searches deeper and deeper.
struct Iteration<'a, G: Game, B: Brain<G>> {
    worker: Worker<'a, G, B>,
    choices: Vec<Choice<G::Move>>,
    /// Lines kept.
    lines: usize,
    /// What the last depth that was searched to its end has found, where several lines are wanted.
    finished: Vec<Line<G::Move>>,
    depth: u32,
    is_solved: bool,
    /// Looks for a win by force beside the search.
    solver: Option<Solver<'a, G, B>>,
    /// Time the solver has had.
    solving: Duration,
}

impl<'a, G: Game, B: Brain<G>> Iteration<'a, G, B> {
    fn new(mut worker: Worker<'a, G, B>, played: &'a [u64]) -> Iteration<'a, G, B> {
        let evaluation = worker.brain.evaluate(&worker.state);
        let mut scratch = Scratch::new();
        let mut picker = Picker::new(&mut scratch);
        let remembered = worker.shared.table.probe(worker.brain.key(&worker.state), 0).and_then(|memory| memory.packed);
        let experience = Experience::new(B::SLOTS);
        let place = Place { ply: 0, last: None, remembered, skipped: None };
        picker.fill(&mut worker.brain, &worker.state, &mut scratch, &experience, &place);
        let mut choices = Vec::new();
        while let Some(candidate) = picker.next() {
            let line = vec![candidate.mv];
            choices.push(Choice { candidate, score: evaluation, previous: evaluation, line });
        }
        let lines = worker.shared.limits.lines.clamp(1, choices.len().max(1));
        let is_solving = worker.is_main && worker.shared.limits.only_answer && lines == 1 && worker.knobs.solving > 0;
        let may_solve = is_solving && worker.brain.may_force(&worker.state);
        let solver = may_solve.then(|| Solver::new(&worker.brain, &worker.state, played, worker.shared.control));
        let (finished, depth, is_solved, solving) = (Vec::new(), 0, false, Duration::ZERO);
        let mut iteration = Iteration { worker, choices, lines, finished, depth, is_solved, solver, solving };
        iteration.keep_lines();
        iteration
    }

    fn run(mut self, report: &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move> {
        let limits = self.worker.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MOST_PLIES as u32 - 1);
        let plies_left = self.worker.brain.plies_left(&self.worker.state);
        let mut stability = Stability::default();
        self.worker.begin();
        self.worker.look();
        // A search that may not look at a single node still has a first move.
        if limits.nodes == Some(0) {
            self.worker.is_halted = true;
        }
        let mut depth = 0;
        while !self.worker.is_halted && depth < deepest {
            if self.look_for_win() {
                break;
            }
            depth = self.next_depth(depth);
            self.worker.iteration = depth as i32;
            self.worker.is_full_width = plies_left.is_some_and(|left| self.leaves_nothing_out(depth, left));
            self.search_lines(depth);
            if std::mem::take(&mut self.worker.is_outrun) {
                self.worker.is_halted = false;
                continue;
            }
            if self.worker.is_halted {
                break;
            }
            self.depth = plies_left.map_or(depth, |left| left.min(depth));
            self.is_solved = self.worker.is_full_width;
            self.keep_lines();
            if !self.worker.is_main {
                continue;
            }
            report(&self.report());
            stability.note(self.choices[0].candidate.packed, self.choices[0].score);
            if self.is_solved || limits.only_answer && self.is_answered() || self.is_late(&stability) {
                break;
            }
        }
        self.worker.look();
        self.report()
    }

    /// Gives the solver its share of what the search may spend, once the side to move stands well. A win it finds is the
    /// answer: `true`.
    fn look_for_win(&mut self) -> bool {
        let Some(solver) = self.solver.as_mut().filter(|solver| !solver.is_done()) else { return false };
        if !(SOLVED_FROM..PROVEN).contains(&self.choices[0].known_score()) {
            return false;
        }
        let worker = &mut self.worker;
        let (limits, percent) = (worker.shared.limits, worker.knobs.solving.min(100));
        let most_time = limits.soft.or(limits.hard).map(|time| time.saturating_mul(percent) / 100);
        // Where nobody knows how long the search will take, it is a share of what it has taken.
        let nodes = limits.nodes.unwrap_or(if most_time.is_some() { u64::MAX } else { worker.nodes });
        let most_nodes = (nodes / 100 * u64::from(percent) / SEARCH_NODES).saturating_mul(SOLVER_NODES);
        if most_nodes < LEAST_SOLVER_NODES || most_time.is_some_and(|most| most < LEAST_SOLVER_TIME) {
            return false;
        }
        let (before, begun) = (solver.nodes(), (worker.shared.control.elapsed)());
        let until = most_time.map(|most| begun.saturating_add(most.saturating_sub(self.solving)));
        let until = until.into_iter().chain(limits.hard).min();
        let solution = solver.look(most_nodes.saturating_sub(before), until);
        worker.nodes += (solver.nodes() - before) * SEARCH_NODES / SOLVER_NODES;
        // The solver has looked at the clock itself: that was no gap.
        worker.begin();
        worker.look();
        self.solving += (worker.shared.control.elapsed)().saturating_sub(begun);
        let Solution::Won { line, plies } = solution else { return false };
        let is_first = |choice: &Choice<G::Move>| Some(&choice.candidate.mv) == line.first();
        let Some(index) = self.choices.iter().position(is_first) else { return false };
        self.choices[..=index].rotate_right(1);
        let choice = &mut self.choices[0];
        (choice.score, choice.line) = (WIN - Score::from(plies), line);
        self.is_solved = true;
        true
    }

    /// The next depth: the main thread goes deeper by one ply each time, the others go with it, or ahead of it.
    fn next_depth(&self, last: u32) -> u32 {
        let iteration = &self.worker.shared.iteration;
        match self.worker.is_main {
            true => iteration.store(last as i32 + 1, Ordering::Relaxed),
            false => return (last + 1).max(iteration.load(Ordering::Relaxed) as u32),
        }
        last + 1
    }

    /// Whether a search of this depth prunes no more because the game ends within so many plies. Until it comes to its end it
    /// finds nothing, so one that prunes goes a little deeper first, if it may.
    fn leaves_nothing_out(&self, depth: u32, plies_left: u32) -> bool {
        let from = plies_left.saturating_add(self.worker.knobs.pruned_beyond);
        depth >= from || depth >= plies_left && self.worker.shared.limits.depth == Some(depth)
    }

    /// Whether more thought cannot change the move.
    fn is_answered(&self) -> bool {
        self.choices.len() == 1 || self.choices[0].score >= PROVEN
    }

    /// Whether another iteration would take too long.
    fn is_late(&self, stability: &Stability) -> bool {
        let Some(soft) = self.worker.shared.limits.soft else { return false };
        (self.worker.shared.control.elapsed)() >= soft.mul_f64(stability.factor())
    }

    /// Searches every line that is wanted to a depth.
    fn search_lines(&mut self, depth: u32) {
        for choice in &mut self.choices {
            choice.previous = choice.known_score();
            choice.score = -INFINITE;
        }
        for line in 0..self.lines {
            self.aspire(depth as i32, line);
            if self.worker.is_halted {
                // The rest has scores of the depth before: not to be compared with those of this one.
                return;
            }
        }
        // Lines found later may be better: a window that failed leaves them out of order.
        let lines = self.lines;
        self.choices[..lines].sort_by_key(|choice| std::cmp::Reverse(choice.known_score()));
    }

    /// Searches a line with a window round its last score, widened until the score lies in it.
    fn aspire(&mut self, depth: i32, line: usize) {
        let expected = self.choices[line].previous;
        let mut width = self.worker.knobs.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if width > 0 && depth >= 4 && expected.abs() < PROVEN {
            (alpha, beta) = ((expected - width).max(-INFINITE), (expected + width).min(INFINITE));
        }
        loop {
            let score = self.search_root(depth, line, alpha, beta);
            // Moves without a score of this depth keep their order: their last one may be of any depth.
            self.choices[line..].sort_by_key(|choice| std::cmp::Reverse(choice.score));
            if self.worker.is_halted {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                (alpha, beta) = ((score.min(alpha) - width).max(-INFINITE), (alpha + beta) / 2 + 1);
            } else if score >= beta && beta < INFINITE {
                beta = (score.max(beta) + width).min(INFINITE);
            } else {
                return;
            }
            width *= 2;
            if width > 1000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Searches all moves of the root from a line on.
    fn search_root(&mut self, depth: i32, line: usize, mut alpha: Score, beta: Score) -> Score {
        let (mut best, key, busy) = (-INFINITE, self.worker.key(), &self.worker.shared.busy);
        let mut put_off = PutOff::new(busy.is_shared());
        let mut indices = line..self.choices.len();
        while let Some(index) = indices.next().or_else(|| put_off.next().map(|(_, index)| line + index)) {
            let (candidate, at) = (self.choices[index].candidate, index - line);
            if put_off.puts_off(busy, key, candidate, at) {
                continue;
            }
            let less = if at == 0 { 0 } else { self.worker.root_reduction(depth, &candidate, at) };
            let mark = put_off.take(busy, key, &candidate);
            let score = self
                .worker
                .try_move(&candidate, 0, |worker| worker.score_child(depth - 1, less, (alpha, beta), 1, at == 0, true));
            if let Some(mark) = mark {
                busy.free(mark);
            }
            if self.worker.is_halted {
                break;
            }
            let choice = &mut self.choices[index];
            // A bound is no score: the line of the depth before stands until there is a better one.
            if score > alpha {
                choice.score = score;
                choice.line.clear();
                choice.line.push(candidate.mv);
                choice.line.extend_from_slice(&self.worker.lines[1]);
            } else {
                choice.score = -INFINITE;
            }
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The lines as they stand now.
    fn current_lines(&self) -> Vec<Line<G::Move>> {
        let lines = self.choices[..self.lines].iter();
        lines.map(|choice| Line { score: choice.known_score(), moves: choice.line.clone() }).collect()
    }

    /// Keeps several lines as they are at the end of a depth. A single one may be replaced by a better one that the next
    /// depth finds before it is broken off.
    fn keep_lines(&mut self) {
        if self.lines > 1 {
            self.finished = self.current_lines();
        }
    }

    fn report(&self) -> Report<G::Move> {
        let worker = &self.worker;
        let lines = if self.lines > 1 { self.finished.clone() } else { self.current_lines() };
        Report {
            depth: self.depth,
            deepest: worker.deepest.max(self.depth as usize) as u32,
            nodes: worker.nodes,
            elapsed: (worker.shared.control.elapsed)(),
            is_proven: self.is_solved || lines[0].score.abs() >= PROVEN,
            lines,
            longest_gap: worker.longest_gap,
        }
    }
}

/// How sure the search is of its best move.
#[derive(Default)]
struct Stability {
    best: Option<u16>,
    score: Score,
    /// Changes of the best move, older ones count less.
    changes: f64,
    has_dropped: bool,
}

impl Stability {
    fn note(&mut self, best: u16, score: Score) {
        self.changes = self.changes / 2.0 + f64::from(u8::from(self.best.is_some_and(|before| before != best)));
        self.has_dropped = self.best.is_some() && score < self.score - 40;
        (self.best, self.score) = (Some(best), score);
    }

    /// How much of the time is worth spending.
    fn factor(&self) -> f64 {
        (0.7 + 0.4 * self.changes + if self.has_dropped { 0.4 } else { 0.0 }).min(2.0)
    }
}
