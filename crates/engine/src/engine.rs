//! An engine ready for use: any game of the catalog, any level, texts in and out.
//!
//! Not here: the ports of a match or a protocol; the program that has both joins them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use schwarm_core::{IdError, Session};
use schwarm_nets::NetError;
use schwarm_search::time::{Allowance, Latency, plan};
use schwarm_search::{Control, Limits, Score, SearchError, Table, TableError, Undecided};

use crate::house;
use crate::level::{Handicap, Level};
use crate::mind::{Mind, Open, Pondering};
use crate::sight::Judge;
use crate::weights::WeightsError;

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
    /// What judges positions; levels that judge by a glance count.
    pub judge: Judge,
    /// Whether it plays by its opening book where a move is all that is wanted, and in less time than went into the moves of
    /// the book; only the full strength does, with the program's own weights and network.
    pub book: bool,
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
            judge: Judge::House,
            book: true,
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

/// A win that no defence can prevent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Plies until the game is over, the first move counted; the fewest there are.
    pub plies: u8,
    /// All moves that win within as many.
    pub moves: Vec<String>,
}

/// The move that resists longest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The move.
    pub mv: String,
    /// Plies after it until the game is lost at best play; `None` if it is not lost within those looked at.
    pub loses_in: Option<u8>,
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
    /// Nothing was proven within the nodes it was given.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// There is not enough memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The weights given are none of this game.
    #[error("the weights cannot be used: {0}")]
    Weights(#[from] WeightsError),
    /// The network given is none for this game.
    #[error("the network cannot be used: {0}")]
    Net(#[from] NetError),
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

    /// The quickest win of the side to move, if it has one within so many plies whatever the other does.
    ///
    /// # Errors
    /// When the game is over, no engine plays it, or so many nodes do not decide it.
    pub fn forced_win(
        &mut self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Option<ForcedWin>, EngineError> {
        if session.outcome().is_some() {
            return Err(SearchError::GameOver.into());
        }
        let control = Control { elapsed: &|| Duration::ZERO, stop };
        self.mind(session)?.forced_win(session, most, nodes, &control)
    }

    /// The move of the side to move that puts off longest a loss within so many plies after it, or prevents it.
    ///
    /// # Errors
    /// As [`forced_win`](Engine::forced_win).
    pub fn best_defence(
        &mut self,
        session: &dyn Session,
        most: u8,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Defence, EngineError> {
        if session.outcome().is_some() {
            return Err(SearchError::GameOver.into());
        }
        let control = Control { elapsed: &|| Duration::ZERO, stop };
        self.mind(session)?.best_defence(session, most, nodes, &control)
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
