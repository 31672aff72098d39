//! The port through which an engine is asked about positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schwarm_core::Session;

use crate::{Choice, Doing, Ending, GameEvent, Seat, SeatFault, Setting, SettingError, ThinkTime, Turn};

/// When to stop looking; whatever comes first. Nothing given is the engine's own measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<ThinkTime>,
}

impl Limits {
    /// So much time for this move.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(ThinkTime::within(time)), ..Limits::default() }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }
}

/// A fixed effort for every move, whatever the time. Nothing given is the player's own measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
}

/// A signal to stop, shared between whoever asked and the engine.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the engine to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a search that looks at it often.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// One line an engine has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// How deep it looked.
    pub depth: u32,
    /// How the side to move stands, in pawns of the game: above zero is good for it.
    pub score: f64,
    /// The chance of the side to move to win, a draw counted half, where the engine can tell.
    pub chance: Option<f64>,
    /// Plies to a proven win (above zero) or loss (below zero) of the side to move.
    pub ends_in: Option<i32>,
    /// Plies of the longest line looked at, where the engine counts them.
    pub deepest: Option<u32>,
    /// Positions looked at so far.
    pub nodes: u64,
    /// The moves, best play of both sides.
    pub line: Vec<String>,
}

/// What an engine has to say in the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The best lines, the best one first; never empty.
    pub lines: Vec<Finding>,
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.line.first().map(String::as_str)
    }
}

/// Why an engine has nothing to say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// There is nothing to find.
    #[error("the game is over")]
    GameOver,
    /// The engine failed.
    #[error("{0}")]
    Failed(String),
}

/// An engine. It thinks on the thread that calls it.
pub trait Analyst: Send {
    /// What the engine is called.
    fn name(&self) -> &str;

    /// Looks for the best lines; `found` hears of each better answer on the way.
    ///
    /// # Errors
    /// When the game is over, or the engine fails.
    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError>;

    /// What can be set.
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// Sets something.
    ///
    /// # Errors
    /// When there is no such setting, or the value is none of its kind.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let _ = value;
        Err(SettingError::Unknown { name: name.chars().take(80).collect() })
    }

    /// Another game begins: forget what was learnt of the last one.
    fn forget(&mut self) {}
}

/// The move an engine would play.
///
/// # Errors
/// When it fails, or finds none.
pub fn choose(
    analyst: &mut dyn Analyst,
    session: &dyn Session,
    limits: &Limits,
    stop: &Stop,
) -> Result<Choice, SeatFault> {
    let analysis = analyst.analyse(session, limits, stop, &mut |_| {});
    let analysis = analysis.map_err(|error| SeatFault::Crash(error.to_string()))?;
    let best = analysis.lines.first().filter(|best| !best.line.is_empty());
    let best = best.ok_or_else(|| SeatFault::Silence("the engine found no move".to_string()))?;
    Ok(Choice {
        text: best.line[0].clone(),
        score: Some(best.score),
        depth: Some(best.depth),
        nodes: Some(best.nodes),
        note: None,
    })
}

/// An engine that sits at a game.
pub struct AnalystSeat {
    analyst: Box<dyn Analyst>,
    effort: Effort,
}

impl AnalystSeat {
    /// Gives an engine a seat.
    pub fn new(analyst: Box<dyn Analyst>) -> AnalystSeat {
        AnalystSeat { analyst, effort: Effort::default() }
    }

    /// The same seat with a fixed effort for every move.
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> AnalystSeat {
        self.effort = effort;
        self
    }
}

impl Seat for AnalystSeat {
    fn name(&self) -> &str {
        self.analyst.name()
    }

    fn begin<'a>(&'a mut self, _: &'a GameEvent, _: &'a dyn Session) -> Doing<'a, ()> {
        self.analyst.forget();
        Box::pin(async { Ok(()) })
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(async move {
            let Effort { depth, nodes } = self.effort;
            let limits = Limits { time: Some(turn.time), depth, nodes };
            choose(&mut *self.analyst, turn.session, &limits, &Stop::default())
        })
    }

    fn end<'a>(&'a mut self, _: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }
}
