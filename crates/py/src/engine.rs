//! The engine of the house.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use schwarm_core::Session;
use schwarm_engine::{Ask, EngineError, Judge, Level, Options, Thought};
use schwarm_play::{AnalysisError, Analyst, Finding, Limits, Stop};
use schwarm_search::time::Allowance;

use crate::errors::error;
use crate::position::Position;
use crate::wait::attentively;

/// The time the full strength takes where nobody limits it.
const OWN_MEASURE: Duration = Duration::from_millis(1500);
/// The longest a search may be asked to take, in seconds.
const LONGEST: f64 = 1e6;

/// One line an engine has found.
#[pyclass(frozen, module = "schwarm")]
#[derive(Clone)]
pub struct Line {
    /// The moves, best play of both sides.
    #[pyo3(get)]
    moves: Vec<String>,
    /// For the side to move, in pawns of the game.
    #[pyo3(get)]
    score: f64,
    /// The chance of the side to move to win, a draw counted half.
    #[pyo3(get)]
    win_probability: f64,
    /// Plies to a proven win (above zero) or loss (below zero), or None.
    #[pyo3(get)]
    ends_in: Option<i32>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line(score={:.2}, win_probability={:.3}, moves={:?})", self.score, self.win_probability, self.moves)
    }
}

/// What an engine has found.
#[pyclass(frozen, module = "schwarm")]
pub struct Analysis {
    /// The best lines, the best one first.
    #[pyo3(get)]
    lines: Vec<Line>,
    /// Plies searched to their end.
    #[pyo3(get)]
    depth: u32,
    /// Positions looked at.
    #[pyo3(get)]
    nodes: u64,
    /// Seconds it took.
    #[pyo3(get)]
    seconds: f64,
    /// Whether the best line's score is a fact.
    #[pyo3(get)]
    is_proven: bool,
}

#[pymethods]
impl Analysis {
    /// The best move.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.lines.first()?.moves.first().map(String::as_str)
    }

    /// The score of the best line.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.lines.first().map(|line| line.score)
    }

    /// The chance of the side to move by the best line.
    #[getter]
    fn win_probability(&self) -> Option<f64> {
        self.lines.first().map(|line| line.win_probability)
    }

    fn __repr__(&self) -> String {
        format!(
            "Analysis(best={:?}, score={:?}, depth={}, nodes={})",
            self.best(),
            self.score(),
            self.depth,
            self.nodes
        )
    }
}

fn analysis(thought: Thought) -> Analysis {
    let lines = thought.lines.into_iter().map(|line| Line {
        moves: line.moves,
        score: f64::from(line.score) / 100.0,
        win_probability: line.win_probability,
        ends_in: line.ends_in,
    });
    Analysis {
        lines: lines.collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        seconds: thought.elapsed.as_secs_f64(),
        is_proven: thought.is_proven,
    }
}

/// What may be asked, checked.
pub fn ask(level: Level, depth: Option<u32>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Ask> {
    if depth == Some(0) || nodes == Some(0) || seconds.is_some_and(|seconds| !(seconds > 0.0 && seconds <= LONGEST)) {
        return Err(PyValueError::new_err("depth, nodes and seconds are above zero, seconds at most a million"));
    }
    let is_limited = depth.is_some() || nodes.is_some() || seconds.is_some();
    // A weaker level is limited by what it cannot do.
    let own = (!is_limited && level == Level::FULL).then_some(OWN_MEASURE);
    let limit = seconds.map(Duration::from_secs_f64).or(own);
    Ok(Ask { depth, nodes, time: Allowance { limit, ..Allowance::default() }, only_answer: false })
}

/// A level from 1 to 10.
pub fn level(number: u8) -> PyResult<Level> {
    number.to_string().parse().map_err(error)
}

/// An engine that plays every game. Level 1 has learned the rules today, level 10 plays as well as it can.
///
/// `net` are the bytes of a network's file to judge by, or "counting" for none; `weights` is the text of a table to count by.
#[pyclass(frozen, module = "schwarm")]
pub struct Engine {
    level: Level,
    engine: Mutex<schwarm_engine::Engine>,
}

impl Engine {
    /// Works with the engine while other threads of Python run; Ctrl-C stops it.
    fn aside<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut schwarm_engine::Engine, &AtomicBool) -> Result<T, EngineError> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let mut engine = self.engine.try_lock().map_err(|_| {
                PyRuntimeError::new_err("this Engine is searching in another thread: give every thread its own")
            })?;
            let stop = AtomicBool::new(false);
            let engine = &mut *engine;
            attentively(&stop, || work(engine, &stop))?.map_err(error)
        })
    }
}

/// What judges positions, as Python says it.
#[derive(FromPyObject)]
enum Network {
    Word(String),
    File(Vec<u8>),
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level=10, *, threads=1, hash_mb=16, seed=1, weights=None, net=None))]
    fn new(
        level: u8,
        threads: usize,
        hash_mb: usize,
        seed: u64,
        weights: Option<String>,
        net: Option<Network>,
    ) -> PyResult<Engine> {
        let level = self::level(level)?;
        if threads == 0 || threads > 256 {
            return Err(PyValueError::new_err(format!("threads are from 1 to 256, not {threads}")));
        }
        let judge = match net {
            None => Judge::House,
            Some(Network::Word(word)) if word == "counting" => Judge::Counting,
            Some(Network::Word(word)) => {
                let why = format!("net is the bytes of a network's file or \"counting\", not {word:?}");
                return Err(PyValueError::new_err(why));
            }
            Some(Network::File(bytes)) => Judge::Net(bytes.into()),
        };
        let options = Options { hash_mebibytes: hash_mb, threads, level, seed, weights, judge, ..Options::default() };
        Ok(Engine { level, engine: Mutex::new(schwarm_engine::Engine::new(options).map_err(error)?) })
    }

    /// The level, 1 to 10.
    #[getter]
    fn level(&self) -> u8 {
        self.level.number()
    }

    /// Looks for the best lines of a position, until it has looked at so many plies or positions or for so many seconds,
    /// whatever comes first. Without limits it takes its own measure.
    #[pyo3(signature = (position, *, depth=None, nodes=None, seconds=None, lines=1))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        lines: usize,
    ) -> PyResult<Analysis> {
        let ask = ask(self.level, depth, nodes, seconds)?;
        if lines == 0 || lines > 64 {
            return Err(PyValueError::new_err(format!("lines are from 1 to 64, not {lines}")));
        }
        let session = position.session.clone_box();
        let thought = self.aside(py, |engine, stop| {
            if engine.options().lines != lines {
                engine.set_options(Options { lines, ..engine.options().clone() })?;
            }
            engine.think(&*session, &ask, stop, &mut |_| {})
        })?;
        Ok(analysis(thought))
    }

    /// The move it would play.
    #[pyo3(signature = (position, *, depth=None, nodes=None, seconds=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<String> {
        let analysis = self.search(py, position, depth, nodes, seconds, 1)?;
        analysis.best().map(str::to_string).ok_or_else(|| error("the engine found no move"))
    }

    /// The worth of a position at sight, for the side to move, in pawns of the game.
    fn evaluate(&self, position: &Position) -> PyResult<f64> {
        let mut engine = self.engine.try_lock().map_err(|_| PyRuntimeError::new_err("this Engine is searching"))?;
        Ok(f64::from(engine.evaluate(&*position.session).map_err(error)?) / 100.0)
    }

    /// Forgets what it knows of the last game.
    fn forget(&self) -> PyResult<()> {
        self.engine.try_lock().map_err(|_| PyRuntimeError::new_err("this Engine is searching"))?.forget();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("schwarm.Engine(level={})", self.level.number())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("an Engine cannot be pickled: make one in each process"))
    }
}

/// The engine behind the port of analysts, for reviews.
pub struct EngineAnalyst {
    pub name: String,
    pub engine: schwarm_engine::Engine,
}

impl Analyst for EngineAnalyst {
    fn name(&self) -> &str {
        &self.name
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Finding),
    ) -> Result<schwarm_play::Analysis, AnalysisError> {
        let limit = limits.time.and_then(|time| time.limit);
        let time = Allowance { limit, ..Allowance::default() };
        let ask = Ask { depth: limits.depth, nodes: limits.nodes, time, only_answer: false };
        let failed = |error: EngineError| AnalysisError::Failed(error.to_string());
        let thought = self.engine.think(session, &ask, stop.flag(), &mut |_| {}).map_err(failed)?;
        let lines = thought.lines.iter().map(|line| Finding {
            depth: thought.depth,
            score: f64::from(line.score) / 100.0,
            chance: Some(line.win_probability),
            ends_in: line.ends_in,
            deepest: Some(thought.deepest),
            nodes: thought.nodes,
            line: line.moves.clone(),
        });
        Ok(schwarm_play::Analysis { lines: lines.collect() })
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}
