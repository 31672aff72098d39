//! Where was a game lost?

use pyo3::prelude::*;
use schwarm_engine::{Level, Options};
use schwarm_play::review::{Review, Terms};
use schwarm_play::{Limits, Stop, ThinkTime};

use crate::engine::{EngineAnalyst, ask};
use crate::errors::error;
use crate::record::Record;
use crate::wait::attentively;

/// Judges every move of a game with the engine: a dictionary with positions, moves, summary, turning point and a verdict,
/// as `schwarm review --json` prints it. The limits are those of one position.
#[pyfunction]
#[pyo3(signature = (record, *, depth=None, nodes=None, seconds=None, threads=1, hash_mb=16))]
pub fn review<'py>(
    py: Python<'py>,
    record: &Record,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
    hash_mb: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let is_limited = depth.is_some() || nodes.is_some() || seconds.is_some();
    let nodes = if is_limited { nodes } else { Some(20_000) };
    let ask = ask(Level::FULL, depth, nodes, seconds)?;
    let limits = Limits { depth, nodes, time: ask.time.limit.map(ThinkTime::within) };
    let stop = Stop::default();
    let text = py.detach(|| {
        let rules = schwarm_catalog::open(&record.inner.game).map_err(error)?;
        // A second line tells whether a move was the only one.
        let options =
            Options { hash_mebibytes: hash_mb, threads: threads.clamp(1, 256), lines: 2, ..Options::default() };
        let engine = schwarm_engine::Engine::new(options).map_err(error)?;
        let mut analyst = EngineAnalyst { name: format!("level-{}", Level::FULL), engine };
        let review = attentively(stop.flag(), || {
            let terms = Terms { limits, stop: &stop, progress: &mut |_, _| {} };
            Review::of(&record.inner, &*rules, &mut analyst, terms)
        })?;
        serde_json::to_string(&review.map_err(error)?).map_err(error)
    })?;
    py.import("json")?.call_method1("loads", (text,))
}
