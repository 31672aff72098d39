//! The engine of one game with its types: sessions become states, findings become texts.
//!
//! Not here: which game it is (`house`), how long to think and when (`engine`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use schwarm_core::{Game, Notation, PlayedSession, Ruleset, Session};
use schwarm_search::{Brain, Control, Limits, PROVEN, Prover, Report, Root, Score, SearchError, Table, WIN, think};

use crate::book::Book;
use crate::chance;
use crate::engine::{Defence, EngineError, ForcedWin, Line, Options, Thought};
use crate::house::{self, House};
use crate::level::{Fallible, Handicap, handicap};
use crate::sight::Judge;
use crate::weights::{Evaluation, Weights};

/// Up to this much time a move the books have been a gain, with twice of it no more (docs/strength.md): their games had about
/// as many nodes for a move.
const BOOK_TIME: Duration = Duration::from_millis(25);

/// A search in the background; it stops when this is dropped.
pub(crate) struct Pondering {
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
pub(crate) trait Mind: Send {
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

    fn forced_win(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Option<ForcedWin>, EngineError>;

    fn best_defence(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Defence, EngineError>;

    fn ponder(&self, session: &dyn Session, table: Arc<Table>, threads: usize) -> Option<Pondering>;
}

/// Makes the mind of a game.
pub(crate) struct Open<'a> {
    pub options: &'a Options,
}

impl house::Visit for Open<'_> {
    type Output = Result<Box<dyn Mind>, EngineError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let weights = match &self.options.weights {
            Some(text) => Weights::parse::<<H::Evaluation as Evaluation<H::State>>::Term>(text)?,
            None => H::weights(&rules),
        };
        let handicap = self.options.handicap.or_else(|| handicap(H::table(&rules), self.options.level));
        let net = self.options.judge.net::<H>(&rules, self.options.weights.is_some())?;
        let brain = Fallible::<H>::new(&rules, weights, net, H::knobs(&rules), handicap);
        let scale = H::scale(&rules);
        // A level that errs shall err from the first move on, and other weights shall show what they are worth.
        let is_house = self.options.weights.is_none() && self.options.judge == Judge::House;
        let has_book = self.options.book && handicap.is_none() && is_house;
        let book = has_book.then(|| H::book_file(&rules)).flatten().and_then(house_book);
        Ok(Box::new(TypedMind::<H> { brain, handicap, scale, book }))
    }
}

struct TypedMind<H: House> {
    brain: Fallible<H>,
    handicap: Option<Handicap>,
    /// The score that means a chance of 73 % to win.
    scale: f64,
    /// Where to look before thinking.
    book: Option<Book>,
}

impl<H: House> TypedMind<H> {
    fn read<'a>(&self, session: &'a dyn Session) -> Result<&'a PlayedSession<H::Rules>, EngineError> {
        session.as_any().downcast_ref().ok_or_else(|| EngineError::Foreign(session.id()))
    }

    /// What the book says.
    fn remembered(&self, session: &PlayedSession<H::Rules>, control: &Control<'_>) -> Option<Thought> {
        let found = self.book.as_ref()?.find(session.rules(), session.state())?;
        let line = Line {
            score: chance::score(found.chance, self.scale),
            win_probability: found.chance,
            ends_in: None,
            moves: vec![session.state().move_text(found.mv, Notation::Standard)],
        };
        let elapsed = (control.elapsed)();
        Some(Thought { depth: 0, deepest: 0, nodes: 0, elapsed, lines: vec![line], is_proven: false })
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

/// Whether there is less time than what went into the moves of a book: whoever has more thinks for itself.
fn is_hurried(limits: &Limits) -> bool {
    let threads = u32::try_from(limits.threads).unwrap_or(u32::MAX);
    limits.soft.or(limits.hard).is_some_and(|time| time.saturating_mul(threads) < BOOK_TIME)
}

/// A book of this program.
fn house_book(file: &[u8]) -> Option<Book> {
    let book = Book::read(file);
    debug_assert!(book.is_ok(), "the books are part of the program: {book:?}");
    // Without it the engine has to think, and no more is lost.
    book.ok()
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
        if limits.only_answer
            && limits.lines <= 1
            && is_hurried(&limits)
            && let Some(thought) = self.remembered(session, control)
        {
            found(&thought);
            return Ok((thought, Duration::ZERO));
        }
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
        Ok(self.brain.evaluate(state))
    }

    fn win_probability(&self, score: Score) -> f64 {
        chance::chance(score, self.scale)
    }

    fn forced_win(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Option<ForcedWin>, EngineError> {
        let state = self.read(session)?.state();
        let mut prover = Prover::new(&self.brain, state.side_to_move(), nodes, control);
        let Some(plies) = prover.shortest(state, most)? else { return Ok(None) };
        let winning = prover.winning_moves(state, plies)?;
        let moves = winning.into_iter().map(|mv| state.move_text(mv, Notation::Standard)).collect();
        Ok(Some(ForcedWin { plies, moves }))
    }

    fn best_defence(
        &self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        control: &Control<'_>,
    ) -> Result<Defence, EngineError> {
        let state = self.read(session)?.state();
        let mut prover = Prover::new(&self.brain, !state.side_to_move(), nodes, control);
        let best = prover.resistance(state, most)?.ok_or(SearchError::GameOver)?;
        Ok(Defence { mv: state.move_text(best.mv, Notation::Standard), loses_in: best.loses_in })
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
