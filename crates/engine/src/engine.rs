//! An engine ready for use: any game of the catalog, any level, texts in and out.
//!
//! Not here: the ports of a match or a protocol; the program that has both joins them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use schwarm_core::{Game, IdError, Notation, PlayedSession, Ruleset, Session};
use schwarm_search::time::{Allowance, Latency, plan};
use schwarm_search::{Control, Limits, PROVEN, Report, Root, Score, SearchError, Table, TableError, WIN, think};

use crate::house::{self, House};
use crate::level::{Fallible, Handicap, Level, handicap};
use crate::weights::{Weights, WeightsError};

/// How an engine is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the table of positions, in MiB.
    pub hash_mebibytes: usize,
    /// Threads that search.
    pub threads: usize,
    /// Lines that are looked for.
    pub lines: usize,
    /// How strong it plays.
    pub level: Level,
    /// Another handicap than the level's own, to try one out.
    pub handicap: Option<Handicap>,
    /// Varies how a level below the full strength errs.
    pub seed: u64,
    /// Whether it thinks on while the opponent does.
    pub ponder: bool,
    /// Another table of weights than the program's own, as text.
    pub weights: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mebibytes: 64,
            threads: 1,
            lines: 1,
            level: Level::FULL,
            handicap: None,
            seed: 1,
            ponder: false,
            weights: None,
        }
    }
}

/// What is asked of an engine for one position; whatever comes first ends the search, nothing
/// at all is ended by the signal to stop alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Allowance,
    /// Whether a move is all that is wanted: a forced one is given at once.
    pub only_answer: bool,
}

/// One line an engine has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// For the side to move, in hundredths of a pawn of the game.
    pub score: Score,
    /// The chance of the side to move to win, a draw counted half.
    pub win_probability: f64,
    /// Plies to a win (above zero) or loss (below zero) that is proven.
    pub ends_in: Option<i32>,
    /// The moves as texts, best play of both sides.
    pub moves: Vec<String>,
}

/// What an engine has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// Plies searched to their end.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub deepest: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time it took.
    pub elapsed: Duration,
    /// The best lines, the best one first; never empty, and no line is.
    pub lines: Vec<Line>,
    /// Whether the best line's score is a fact.
    pub is_proven: bool,
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// The search found nothing.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// There is not enough memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The weights given are none of this game.
    #[error("the weights cannot be used: {0}")]
    Weights(#[from] WeightsError),
    /// A session that was not made by the rules of its id.
    #[error("the engine cannot read this session of {0}")]
    Foreign(String),
}

/// An engine.
pub struct Engine {
    options: Options,
    latency: Latency,
    table: Arc<Table>,
    mind: Option<(String, Box<dyn Mind>)>,
    pondering: Option<Pondering>,
    /// Stock when the last move was begun, and how long it took here.
    last: Option<(Duration, Duration)>,
    games: u64,
}

impl Engine {
    /// An engine for any game.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn new(options: Options) -> Result<Engine, EngineError> {
        let table = Arc::new(Table::new(options.hash_mebibytes)?);
        Ok(Engine { options, latency: Latency::default(), table, mind: None, pondering: None, last: None, games: 0 })
    }

    /// How it is set up.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets it up anew.
    ///
    /// # Errors
    /// When there is no memory for its table; nothing has changed then.
    pub fn set_options(&mut self, options: Options) -> Result<(), EngineError> {
        self.stop_pondering();
        if options.hash_mebibytes != self.options.hash_mebibytes {
            self.table = Arc::new(Table::new(options.hash_mebibytes)?);
        } else if self.mind.is_some() {
            self.table.clear();
        }
        self.mind = None;
        self.options = options;
        Ok(())
    }

    /// Another game begins.
    pub fn forget(&mut self) {
        self.stop_pondering();
        self.table.clear();
        self.last = None;
        self.games += 1;
    }

    /// Looks for the best lines of the position a session stands at. `found` hears of every
    /// depth that was searched to its end.
    ///
    /// # Errors
    /// When the game is over, no engine plays it, or the search fails.
    pub fn think(
        &mut self,
        session: &dyn Session,
        ask: &Ask,
        stop: &AtomicBool,
        found: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, EngineError> {
        let begun = Instant::now();
        self.stop_pondering();
        if session.outcome().is_some() {
            return Err(SearchError::GameOver.into());
        }
        self.learn_latency(&ask.time);
        let time = Allowance { moves_left: ask.time.moves_left.or_else(|| own_moves_left(session)), ..ask.time };
        let plan = plan(&time, &self.latency);
        let limits = Limits {
            depth: ask.depth,
            nodes: ask.nodes,
            soft: plan.soft,
            hard: plan.hard,
            lines: self.options.lines,
            threads: self.options.threads.max(1),
            only_answer: ask.only_answer,
        };
        let elapsed = || begun.elapsed();
        let control = Control { elapsed: &elapsed, stop };
        let seed = self.options.seed.wrapping_add(self.games << 32);
        let table = self.table.clone();
        let (thought, gap) = self.mind(session)?.think(session, seed, &table, limits, &control, found)?;
        let over = plan.hard.map_or(Duration::ZERO, |hard| begun.elapsed().saturating_sub(hard));
        self.latency.observe(gap.max(over));
        self.last = ask.time.left.map(|left| (left + ask.time.increment, begun.elapsed()));
        if self.options.ponder {
            self.ponder(session, &thought);
        }
        Ok(thought)
    }

    /// What the opponent would do if the side to move passed; `None` where that cannot be asked.
    ///
    /// # Errors
    /// As [`think`](Engine::think).
    pub fn threat(
        &mut self,
        session: &dyn Session,
        ask: &Ask,
        stop: &AtomicBool,
    ) -> Result<Option<Thought>, EngineError> {
        self.stop_pondering();
        let begun = Instant::now();
        let elapsed = || begun.elapsed();
        let plan = plan(&ask.time, &self.latency);
        let limits = Limits { depth: ask.depth, nodes: ask.nodes, hard: plan.hard, ..Limits::default() };
        let table = self.table.clone();
        self.mind(session)?.threat(session, &table, limits, &Control { elapsed: &elapsed, stop })
    }

    /// The worth of a position at sight, for the side to move, in hundredths of a pawn.
    ///
    /// # Errors
    /// When the game is over or no engine plays it.
    pub fn evaluate(&mut self, session: &dyn Session) -> Result<Score, EngineError> {
        if session.outcome().is_some() {
            return Err(SearchError::GameOver.into());
        }
        self.mind(session)?.evaluate(session)
    }

    /// The chance to win that a score means in a game.
    ///
    /// # Errors
    /// When no engine plays it.
    pub fn win_probability(&mut self, session: &dyn Session, score: Score) -> Result<f64, EngineError> {
        Ok(self.mind(session)?.win_probability(score))
    }

    /// What the referee took off beyond what was thought, where there is a stock.
    fn learn_latency(&mut self, time: &Allowance) {
        if let (Some((before, spent)), Some(now)) = (self.last.take(), time.left) {
            self.latency.observe(before.saturating_sub(now).saturating_sub(spent));
        }
    }

    fn mind(&mut self, session: &dyn Session) -> Result<&mut Box<dyn Mind>, EngineError> {
        let id = session.id();
        if self.mind.as_ref().is_none_or(|(known, _)| *known != id) {
            // A new table is clear; to write all of it would cost the first move of a game many milliseconds.
            if self.mind.is_some() {
                self.table.clear();
            }
            let mind = house::visit(&id, Open { options: &self.options })??;
            self.mind = None;
            return Ok(&mut self.mind.insert((id, mind)).1);
        }
        match &mut self.mind {
            Some((_, mind)) => Ok(mind),
            None => Err(EngineError::Foreign(id)),
        }
    }

    /// Thinks on while the opponent does, about the answer it expects.
    fn ponder(&mut self, session: &dyn Session, thought: &Thought) {
        let mut session = session.clone_box();
        let moves = &thought.lines[0].moves;
        for mv in moves.iter().take(2) {
            if session.play(mv).is_err() || session.outcome().is_some() {
                return;
            }
        }
        let threads = self.options.threads.max(1);
        if let Some((_, mind)) = &self.mind {
            self.pondering = mind.ponder(&*session, self.table.clone(), threads);
        }
    }

    fn stop_pondering(&mut self) {
        // Dropping it stops it.
        self.pondering = None;
    }
}

/// Own moves a game with a limit still has.
fn own_moves_left(session: &dyn Session) -> Option<u32> {
    let limit = session.info().ply_limit?;
    Some(limit.saturating_sub(session.turn()).div_ceil(2).max(1))
}

/// A search in the background; it stops when this is dropped.
struct Pondering {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A search that failed has nothing to tell: the next one begins afresh.
            let _ = thread.join();
        }
    }
}

/// An engine of one game, its types forgotten.
trait Mind: Send {
    fn think(
        &mut self,
        session: &dyn Session,
        seed: u64,
        table: &Table,
        limits: Limits,
        control: &Control<'_>,
        found: &mut dyn FnMut(&Thought),
    ) -> Result<(Thought, Duration), EngineError>;

    fn threat(
        &mut self,
        session: &dyn Session,
        table: &Table,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Option<Thought>, EngineError>;

    fn evaluate(&mut self, session: &dyn Session) -> Result<Score, EngineError>;

    fn win_probability(&self, score: Score) -> f64;

    fn ponder(&self, session: &dyn Session, table: Arc<Table>, threads: usize) -> Option<Pondering>;
}

/// Makes the mind of a game.
struct Open<'a> {
    options: &'a Options,
}

impl house::Visit for Open<'_> {
    type Output = Result<Box<dyn Mind>, EngineError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let weights = match &self.options.weights {
            Some(text) => Weights::parse::<<H::Evaluation as crate::weights::Evaluation<H::State>>::Term>(text)?,
            None => H::weights(&rules),
        };
        let handicap = self.options.handicap.or_else(|| handicap(H::table(&rules), self.options.level));
        let brain = Fallible::<H>::new(&rules, weights, H::knobs(&rules), handicap);
        let scale = H::scale(&rules);
        Ok(Box::new(TypedMind::<H> { brain, handicap, scale }))
    }
}

struct TypedMind<H: House> {
    brain: Fallible<H>,
    handicap: Option<Handicap>,
    /// The score that means a chance of 73 % to win.
    scale: f64,
}

impl<H: House> TypedMind<H> {
    fn read<'a>(&self, session: &'a dyn Session) -> Result<&'a PlayedSession<H::Rules>, EngineError> {
        session.as_any().downcast_ref().ok_or_else(|| EngineError::Foreign(session.id()))
    }

    fn thought(&self, state: &H::State, report: &Report<<H::State as Game>::Move>) -> Thought {
        let lines = report.lines.iter().map(|line| Line {
            score: line.score,
            win_probability: self.win_probability(line.score),
            ends_in: match line.score {
                score if score >= PROVEN => Some(WIN - score),
                score if score <= -PROVEN => Some(-WIN - score),
                _ => None,
            },
            moves: texts(state, &line.moves),
        });
        Thought {
            depth: report.depth,
            deepest: report.deepest,
            nodes: report.nodes,
            elapsed: report.elapsed,
            lines: lines.collect(),
            is_proven: report.is_proven,
        }
    }
}

/// The moves of a line as they are spelt where they are played.
fn texts<G: Game>(state: &G, moves: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    let spell = |&mv: &G::Move| {
        let text = state.move_text(mv, Notation::Standard);
        state.play(mv);
        text
    };
    moves.iter().map(spell).collect()
}

impl<H: House> Mind for TypedMind<H> {
    fn think(
        &mut self,
        session: &dyn Session,
        seed: u64,
        table: &Table,
        mut limits: Limits,
        control: &Control<'_>,
        found: &mut dyn FnMut(&Thought),
    ) -> Result<(Thought, Duration), EngineError> {
        let session = self.read(session)?;
        let state = session.state();
        if let Some(handicap) = &self.handicap {
            let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
            limits.depth = least(limits.depth.map(u64::from), handicap.depth.map(u64::from)).map(|depth| depth as u32);
            limits.nodes = least(limits.nodes, handicap.nodes);
            limits.threads = 1;
            // What was overlooked at one move is seen at another.
            self.brain.reseed(seed ^ u64::from(state.turn()) << 16);
            table.clear();
        }
        let keys = session.keys();
        let root =
            Root { state, played: &keys[..keys.len() - 1], repetition: Ruleset::repetition_limit(session.rules()) };
        let mut hear = |report: &Report<_>| found(&self.thought(state, report));
        let report = think(&self.brain, &root, table, &limits, control, &mut hear)?;
        Ok((self.thought(state, &report), report.longest_gap))
    }

    fn threat(
        &mut self,
        session: &dyn Session,
        table: &Table,
        limits: Limits,
        control: &Control<'_>,
    ) -> Result<Option<Thought>, EngineError> {
        let Some(passed) = H::passed(self.read(session)?.state()) else { return Ok(None) };
        match think(&self.brain, &Root::alone(&passed), table, &limits, control, &mut |_| {}) {
            Ok(report) => Ok(Some(self.thought(&passed, &report))),
            Err(SearchError::GameOver) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn evaluate(&mut self, session: &dyn Session) -> Result<Score, EngineError> {
        let state = self.read(session)?.state();
        Ok(schwarm_search::Brain::evaluate(&mut self.brain, state))
    }

    fn win_probability(&self, score: Score) -> f64 {
        match score {
            score if score >= PROVEN => 1.0,
            score if score <= -PROVEN => 0.0,
            score => 1.0 / (1.0 + (-f64::from(score) / self.scale).exp()),
        }
    }

    fn ponder(&self, session: &dyn Session, table: Arc<Table>, threads: usize) -> Option<Pondering> {
        let session = self.read(session).ok()?;
        let (state, keys) = (session.state().clone(), session.keys().to_vec());
        let repetition = Ruleset::repetition_limit(session.rules());
        let brain = self.brain.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let heard = stop.clone();
        let search = move || {
            let begun = Instant::now();
            let control = Control { elapsed: &|| begun.elapsed(), stop: &heard };
            let root = Root { state: &state, played: &keys[..keys.len() - 1], repetition };
            let limits = Limits { threads, ..Limits::default() };
            // What is found stays in the table; there is nobody to tell of a failure.
            let _ = think(&brain, &root, &table, &limits, &control, &mut |_| {});
        };
        let thread = std::thread::Builder::new().name("ponder".to_string()).spawn(search).ok()?;
        Some(Pondering { stop, thread: Some(thread) })
    }
}
