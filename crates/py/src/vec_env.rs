//! Many games in arrays of the caller.

use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{PyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use schwarm_encode::{Batch, BatchOptions, Buffers, Form, StepError};

use crate::arrays::{integers, slice, writable};
use crate::errors::{IllegalMove, error};
use crate::game::Game;
use crate::position::Position;

/// The most games of a batch.
const MOST_GAMES: usize = 1 << 18;
/// The most threads of a batch.
const MOST_THREADS: usize = 256;

/// Many games of one rule set, stepped together.
///
/// `game` is a Game or an id. What is seen is written into arrays of the caller (see `schwarm.Buffers`); other threads
/// of Python run meanwhile. A game that has ended begins anew at once unless `auto_reset` is False; a game of
/// `max_plies` plies is broken off. What happens depends on `seed` and the actions, not on `threads`.
#[pyclass(frozen, module = "schwarm")]
pub struct VecEnv {
    game: Game,
    form: Form,
    options: BatchOptions,
    batch: Mutex<Option<Box<dyn Batch>>>,
}

/// The caller's arrays while they are borrowed.
struct Borrowed<'py> {
    observation: Option<PyReadwriteArrayDyn<'py, u8>>,
    mask: Option<PyReadwriteArrayDyn<'py, bool>>,
    player: PyReadwriteArrayDyn<'py, i8>,
    reward: PyReadwriteArrayDyn<'py, f32>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
}

impl<'py> Borrowed<'py> {
    fn of(out: &Bound<'py, PyAny>, form: &Form, games: usize) -> PyResult<Borrowed<'py>> {
        let field = |name: &Bound<'py, PyString>| {
            out.getattr(name).map_err(|_| PyTypeError::new_err(format!("out has no array {name}; see schwarm.Buffers")))
        };
        let py = out.py();
        let observation = field(pyo3::intern!(py, "observation"))?;
        let mask = field(pyo3::intern!(py, "mask"))?;
        let observed = [games, form.planes, form.rows, form.columns];
        Ok(Borrowed {
            observation: match observation.is_none() {
                true => None,
                false => Some(writable(&observation, "observation", "uint8", &observed)?),
            },
            mask: match mask.is_none() {
                true => None,
                false => Some(writable(&mask, "mask", "bool", &[games, form.actions])?),
            },
            player: writable(&field(pyo3::intern!(py, "player"))?, "player", "int8", &[games])?,
            reward: writable(&field(pyo3::intern!(py, "reward"))?, "reward", "float32", &[games, 2])?,
            terminated: writable(&field(pyo3::intern!(py, "terminated"))?, "terminated", "bool", &[games])?,
            truncated: writable(&field(pyo3::intern!(py, "truncated"))?, "truncated", "bool", &[games])?,
        })
    }

    fn buffers(&mut self) -> PyResult<Buffers<'_>> {
        Ok(Buffers {
            observation: self.observation.as_mut().map(slice).transpose()?,
            mask: self.mask.as_mut().map(slice).transpose()?,
            player: slice(&mut self.player)?,
            reward: slice(&mut self.reward)?,
            terminated: slice(&mut self.terminated)?,
            truncated: slice(&mut self.truncated)?,
        })
    }
}

fn refused(wrong: &StepError) -> PyErr {
    match wrong {
        StepError::Count { .. } | StepError::NoGame { .. } | StepError::Start(_) => error(wrong),
        _ => IllegalMove::new_err(wrong.to_string()),
    }
}

impl VecEnv {
    /// The games, unless somebody else has them.
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Box<dyn Batch>>>> {
        match self.batch.try_lock() {
            Ok(batch) => Ok(batch),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this VecEnv is being stepped by another thread (or was, when the process was forked): \
                 give every thread and process a VecEnv of its own",
            )),
            Err(TryLockError::Poisoned(_)) => Err(PyRuntimeError::new_err("an earlier step of this VecEnv failed")),
        }
    }

    fn with<T>(&self, work: impl FnOnce(&mut dyn Batch) -> Result<T, StepError>) -> PyResult<T> {
        let mut batch = self.lock()?;
        let batch = batch.as_deref_mut().ok_or_else(|| PyRuntimeError::new_err("this VecEnv is closed"))?;
        work(batch).map_err(|wrong| refused(&wrong))
    }

    /// Does something with the games and the caller's arrays, while other threads of Python run.
    fn aside(
        &self,
        py: Python<'_>,
        out: &Bound<'_, PyAny>,
        work: impl FnOnce(&mut dyn Batch, Buffers<'_>) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let mut borrowed = Borrowed::of(out, &self.form, self.options.games)?;
        let buffers = borrowed.buffers()?;
        py.detach(|| self.with(|batch| work(batch, buffers)))
    }
}

#[pymethods]
impl VecEnv {
    #[new]
    #[pyo3(signature = (game, batch, threads=1, seed=0, *, window=None, max_plies=None, auto_reset=true))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        batch: usize,
        threads: usize,
        seed: u64,
        window: Option<usize>,
        max_plies: Option<usize>,
        auto_reset: bool,
    ) -> PyResult<VecEnv> {
        let game = Game::of(game, window)?;
        for (name, value, most) in [("batch", batch, MOST_GAMES), ("threads", threads, MOST_THREADS)] {
            if value == 0 || value > most {
                return Err(PyValueError::new_err(format!("{name} is from 1 to {most}, not {value}")));
            }
        }
        if max_plies == Some(0) {
            return Err(PyValueError::new_err("max_plies is at least 1, or None"));
        }
        let form = game.form()?;
        let options = BatchOptions { games: batch, threads, seed, most_plies: max_plies, auto_reset };
        let games = py.detach(|| game.rules.encoding()?.batch(options).map_err(error))?;
        Ok(VecEnv { form, options, batch: Mutex::new(Some(games)), game })
    }

    /// The rule set.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// How many games there are.
    #[getter]
    fn batch(&self) -> usize {
        self.options.games
    }

    /// How many threads step them.
    #[getter]
    fn threads(&self) -> usize {
        self.options.threads
    }

    /// The shape of the array of observations.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize, usize) {
        (self.options.games, self.form.planes, self.form.rows, self.form.columns)
    }

    /// How many action numbers there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.form.actions
    }

    /// Whether it was closed.
    #[getter]
    fn closed(&self) -> PyResult<bool> {
        Ok(self.lock()?.is_none())
    }

    /// Arrays of the right types and shapes. Without observation or mask those are None and are not written.
    #[pyo3(signature = (*, observation=true, mask=true))]
    fn buffers<'py>(&self, py: Python<'py>, observation: bool, mask: bool) -> PyResult<Bound<'py, PyAny>> {
        let make = py.import(pyo3::intern!(py, "schwarm._buffers"))?.getattr(pyo3::intern!(py, "Buffers"))?;
        let shape = observation.then_some(self.observation_shape());
        make.call_method1(pyo3::intern!(py, "empty"), (self.options.games, shape, mask.then_some(self.form.actions)))
    }

    /// Begins all games anew and writes what is seen. With a seed everything happens as in a new VecEnv with it.
    #[pyo3(signature = (out, seed=None))]
    fn reset(&self, py: Python<'_>, out: &Bound<'_, PyAny>, seed: Option<u64>) -> PyResult<()> {
        self.aside(py, out, |batch, buffers| batch.reset(seed, buffers))
    }

    /// Plays one action in each game and writes what is seen then. If any action is refused nothing has happened in
    /// any game.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = integers(actions, "actions", self.options.games)?;
        self.aside(py, out, |batch, buffers| batch.step(&actions, buffers))
    }

    /// Writes what is seen now, without playing.
    fn look(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.aside(py, out, |batch, buffers| {
            batch.look(buffers);
            Ok(())
        })
    }

    /// A random legal action for each game, -1 where the game is over: into `out`, an int64 array, or a new one.
    #[pyo3(signature = (out=None))]
    fn sample<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let out = out.unwrap_or_else(|| PyArray1::<i64>::zeros(py, [self.options.games], false).into_any());
        {
            let mut array = writable(&out, "out", "int64", &[self.options.games])?;
            let actions = slice(&mut array)?;
            py.detach(|| {
                self.with(|batch| {
                    batch.sample(actions);
                    Ok(())
                })
            })?;
        }
        Ok(out)
    }

    /// The legal actions of one game.
    fn legal_actions(&self, index: usize) -> PyResult<Vec<u16>> {
        self.with(|batch| batch.legal(index).map(<[u16]>::to_vec))
    }

    /// The move a legal action of one game means.
    fn action_text(&self, index: usize, action: i64) -> PyResult<String> {
        self.with(|batch| batch.text(index, action))
    }

    /// The number of a legal move of one game.
    fn action(&self, index: usize, text: &str) -> PyResult<u16> {
        self.with(|batch| batch.action(index, text))
    }

    /// One game as a position with its history.
    fn position(&self, index: usize) -> PyResult<Position> {
        let session = self.with(|batch| batch.session(index))?;
        Ok(Position { rules: self.game.rules.clone(), session })
    }

    /// Lets go of the games. Every use after that raises RuntimeError.
    fn close(&self) -> PyResult<()> {
        *self.lock()? = None;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.options.games
    }

    fn __repr__(&self) -> String {
        let BatchOptions { games, threads, seed, .. } = self.options;
        format!("schwarm.VecEnv('{}', batch={games}, threads={threads}, seed={seed})", self.game.rules.id)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a VecEnv holds games that are being played and cannot be pickled: make one in each process instead",
        ))
    }
}
