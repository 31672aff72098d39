//! A Python function as a bot: behind UHP, and on a Software-Challenge server. The line protocol is spoken in Python
//! (`schwarm/bot.py`), which needs no help.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use schwarm_core::Session;
use schwarm_play::{Analysis, AnalysisError, Analyst, AnalystSeat, Finding, Limits, Stop};
use schwarm_socha::client::{self, ClientConfig};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_uhp::guest::Guest;

use crate::errors::error;
use crate::game::Game;
use crate::position::Position;

/// What a function has raised, for whoever called it in the end.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A Python function that chooses moves. It is called with a Position and the seconds it has, or None.
struct Chooser {
    name: String,
    choose: Py<PyAny>,
    raised: Raised,
}

impl Chooser {
    fn new(name: &str, choose: Py<PyAny>) -> (Chooser, Raised) {
        let raised = Raised::default();
        (Chooser { name: name.to_string(), choose, raised: raised.clone() }, raised)
    }

    fn call(&self, session: &dyn Session, limits: &Limits) -> PyResult<String> {
        Python::attach(|py| {
            let game = Game::open(&session.id(), None)?;
            let position = Position { rules: game.rules, session: session.clone_box() };
            let seconds = limits.time.and_then(|time| time.limit).map(|limit| limit.as_secs_f64());
            let answer = self.choose.call1(py, (position, seconds))?;
            let text: String = answer.extract(py)?;
            session.check(&text).map_err(|wrong| crate::errors::illegal(&wrong))
        })
    }
}

impl Analyst for Chooser {
    fn name(&self) -> &str {
        &self.name
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        _: &Stop,
        _: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        match self.call(session, limits) {
            Ok(text) => Ok(Analysis { lines: vec![Finding { line: vec![text], ..Finding::default() }] }),
            Err(wrong) => {
                let why = wrong.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(wrong);
                Err(AnalysisError::Failed(why))
            }
        }
    }
}

fn take(raised: &Raised) -> PyResult<()> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
}

/// A UHP engine whose moves a Python function chooses: lines in, lines out. Used by `schwarm.bot.run`.
#[pyclass(frozen, module = "schwarm")]
pub struct UhpGuest {
    guest: Mutex<Guest>,
    raised: Raised,
}

#[pymethods]
impl UhpGuest {
    #[new]
    fn new(name: &str, choose: Py<PyAny>) -> UhpGuest {
        let (chooser, raised) = Chooser::new(name, choose);
        let games = Box::new(|id: &str| schwarm_catalog::open(id).ok());
        UhpGuest { guest: Mutex::new(Guest::new(name, games, Box::new(chooser))), raised }
    }

    /// What is said before anybody asks.
    fn greet(&self) -> PyResult<String> {
        let mut text = String::new();
        self.guest.try_lock().map_err(|_| busy())?.greet(&mut text);
        Ok(text)
    }

    /// The answer to a line, and whether it was the last one.
    fn answer(&self, line: &str) -> PyResult<(String, bool)> {
        let mut text = String::new();
        let flow = self.guest.try_lock().map_err(|_| busy())?.line(line.as_bytes(), &mut text);
        take(&self.raised)?;
        Ok((text, flow == ControlFlow::Break(())))
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("this engine is answering already")
}

/// Plays one game on a Software-Challenge server with the moves a Python function chooses, and returns the result as a
/// dictionary. Used by `schwarm.bot.run`.
#[pyfunction]
#[pyo3(signature = (choose, *, name, address, game=None, reservation=None, room=None, seconds=1.8))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn play_challenge(
    py: Python<'_>,
    choose: Py<PyAny>,
    name: &str,
    address: &str,
    game: Option<&str>,
    reservation: Option<String>,
    room: Option<String>,
    seconds: f64,
) -> PyResult<Py<PyAny>> {
    let season = |id: &str| {
        Season::of_game(id).ok_or_else(|| {
            let known = Season::ALL.map(|season| season.game(RuleStyle::Sheet)).join(", ");
            error(format!("{id:?} is no game of the Software-Challenge; there are {known}"))
        })
    };
    if !(seconds > 0.0 && seconds <= 3600.0) {
        return Err(error("seconds are above 0 and at most 3600"));
    }
    let config = ClientConfig {
        game: game.map(season).transpose()?,
        reservation,
        room,
        time: Duration::from_secs_f64(seconds),
        ..ClientConfig::new(address)
    };
    let (chooser, raised) = Chooser::new(name, choose);
    let report = py.detach(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(error)?;
        let mut seat = AnalystSeat::new(Box::new(chooser));
        runtime.block_on(client::play(config, &mut seat)).map_err(error)
    });
    take(&raised)?;
    let report = report?;
    let dict = pyo3::types::PyDict::new(py);
    let side = |side: schwarm_core::Side| ["red", "blue"][side.index()];
    dict.set_item("game", report.season.game(RuleStyle::Server))?;
    dict.set_item("side", report.side.map(side))?;
    dict.set_item("winner", report.result.winner.map(side))?;
    dict.set_item("regular", report.result.regular)?;
    dict.set_item("reason", &report.result.reason)?;
    dict.set_item("moves", report.moves)?;
    dict.set_item("complaints", report.complaints)?;
    Ok(dict.into_any().unbind())
}
