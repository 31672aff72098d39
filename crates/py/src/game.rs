//! A rule set.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use schwarm_core::{GameInfo, Notation, Rulebook, Setup};
use schwarm_encode::{Encoding, Form};

use crate::errors::error;
use crate::position::Position;

/// A rule set with its encoding, shared by all its positions.
pub struct Rules {
    pub id: String,
    pub book: Box<dyn Rulebook>,
    pub encoding: Option<Box<dyn Encoding>>,
    /// The window that was asked for.
    pub window: Option<usize>,
}

impl Rules {
    /// The encoding, or the reason why there is none.
    pub fn encoding(&self) -> PyResult<&dyn Encoding> {
        self.encoding.as_deref().ok_or_else(|| error(format!("{} has no encoding", self.id)))
    }
}

/// Facts about every game there is: a list of dictionaries with id, title, summary, sides and options.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    schwarm_catalog::games().into_iter().map(|info| facts(py, info)).collect()
}

fn facts<'py>(py: Python<'py>, info: &GameInfo) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("id", info.id)?;
    dict.set_item("title", info.title)?;
    dict.set_item("summary", info.summary)?;
    dict.set_item("sides", (info.sides[0], info.sides[1]))?;
    dict.set_item("aliases", info.aliases)?;
    dict.set_item("setup", info.setup)?;
    dict.set_item("ply_limit", info.ply_limit)?;
    let options = PyDict::new(py);
    for option in info.options {
        options.set_item(option.name, (option.values.to_vec(), option.default, option.help))?;
    }
    dict.set_item("options", options)?;
    Ok(dict)
}

/// A rule set, by its id: `Game("hive+mlp")`, `Game("piranhas-2026")`, `Game("hive,repetition=off")`.
///
/// `window` is the size of the square of cells that observations of a game without edge show; every hive fits into
/// the usual one.
#[pyclass(frozen, module = "schwarm", from_py_object)]
#[derive(Clone)]
pub struct Game {
    pub rules: Arc<Rules>,
}

impl Game {
    pub fn form(&self) -> PyResult<Form> {
        Ok(self.rules.encoding()?.form())
    }

    fn info(&self) -> &'static GameInfo {
        self.rules.book.info()
    }

    pub fn open(id: &str, window: Option<usize>) -> PyResult<Game> {
        let book = schwarm_catalog::open(id).map_err(error)?;
        let encoding = match schwarm_encode::open(id, window) {
            Ok(encoding) => Some(encoding),
            Err(schwarm_encode::OpenError::Game(_)) => None,
            Err(wrong) => return Err(error(wrong)),
        };
        Ok(Game { rules: Arc::new(Rules { id: book.id(), book, encoding, window }) })
    }

    /// The game an argument means: a Game, or an id.
    pub fn of(object: &Bound<'_, PyAny>, window: Option<usize>) -> PyResult<Game> {
        if let Ok(game) = object.cast::<Game>() {
            return match window {
                None => Ok(game.get().clone()),
                Some(_) => Game::open(&game.get().rules.id, window),
            };
        }
        match object.extract::<String>() {
            Ok(id) => Game::open(&id, window),
            Err(_) => {
                Err(PyTypeError::new_err(format!("a game is a Game or its id, not a {}", object.get_type().name()?)))
            }
        }
    }

    fn way(&self, way: usize) -> PyResult<&dyn Encoding> {
        let encoding = self.rules.encoding()?;
        let ways = encoding.form().ways;
        if way >= ways {
            return Err(error(format!("there is no symmetry {way}: they are 0 to {}", ways - 1)));
        }
        Ok(encoding)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (id, *, window=None))]
    fn new(id: &str, window: Option<usize>) -> PyResult<Game> {
        Game::open(id, window)
    }

    /// The full id, with every option that is not at its default.
    #[getter]
    fn id(&self) -> &str {
        &self.rules.id
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.info().title
    }

    /// The rule set in one sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.info().summary
    }

    /// Names of the two sides; player 0 plays the first one.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        (self.info().sides[0], self.info().sides[1])
    }

    /// Plies after which the rules end a game, or None.
    #[getter]
    fn ply_limit(&self) -> Option<u32> {
        self.info().ply_limit
    }

    /// Names of the notations moves can be written in, the standard one first.
    #[getter]
    fn notations(&self) -> Vec<&'static str> {
        self.info().notations.iter().copied().map(Notation::name).collect()
    }

    /// Name and version of the encoding, such as `hive-v1`.
    #[getter]
    fn encoding(&self) -> PyResult<&'static str> {
        Ok(self.form()?.name)
    }

    /// The shape of an observation: planes, rows, columns. Its numbers are uint8.
    #[getter]
    fn observation_shape(&self) -> PyResult<(usize, usize, usize)> {
        let form = self.form()?;
        Ok((form.planes, form.rows, form.columns))
    }

    /// The largest number an observation can hold.
    #[getter]
    fn observation_most(&self) -> PyResult<u8> {
        Ok(self.form()?.most)
    }

    /// How many action numbers there are.
    #[getter]
    fn num_actions(&self) -> PyResult<usize> {
        Ok(self.form()?.actions)
    }

    /// In how many ways a board can be turned and mirrored without changing the game; 0 leaves it as it is.
    #[getter]
    fn num_symmetries(&self) -> PyResult<usize> {
        Ok(self.form()?.ways)
    }

    /// The first position: of the default setup, of the one a seed draws, or of a setup text.
    #[pyo3(signature = (setup=None, *, seed=None))]
    fn start(&self, setup: Option<&str>, seed: Option<u64>) -> PyResult<Position> {
        let setup = match (setup, seed) {
            (Some(_), Some(_)) => return Err(PyTypeError::new_err("give a setup or a seed, not both")),
            (Some(text), None) => Setup::parse(text).map_err(error)?,
            (None, Some(seed)) => Setup::Seed(seed),
            (None, None) => Setup::Default,
        };
        Ok(Position { rules: self.rules.clone(), session: self.rules.book.start(setup).map_err(error)? })
    }

    /// Any position, read from its text: a position text, for Hive also a GameString or a board text.
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(Position { rules: self.rules.clone(), session: self.rules.book.from_position(text).map_err(error)? })
    }

    /// For every action its number on the board turned in one way: `turned_mask[table[action]] == mask[action]`.
    fn action_table<'py>(&self, py: Python<'py>, symmetry: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let encoding = self.way(symmetry)?;
        let actions = u16::try_from(encoding.form().actions).map_err(error)?;
        Ok(PyArray1::from_iter(py, (0..actions).map(|action| i64::from(encoding.turn_action(symmetry, action)))))
    }

    /// Observations of the turned board. Takes one observation or any number of them, gives a new array.
    fn turn_observation<'py>(
        &self,
        py: Python<'py>,
        observation: PyReadonlyArrayDyn<'py, u8>,
        symmetry: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let encoding = self.way(symmetry)?;
        let form = encoding.form();
        let own = [form.planes, form.rows, form.columns];
        if observation.ndim() < 3 || observation.shape()[observation.ndim() - 3..] != own {
            let shape = observation.shape();
            return Err(PyValueError::new_err(format!(
                "observations of {} end with {own:?}, not {shape:?}",
                form.name
            )));
        }
        let all = observation.to_vec().map_err(|_| PyValueError::new_err("the observations must be C-contiguous"))?;
        let mut turned = vec![0; all.len()];
        for (before, after) in all.chunks_exact(form.size()).zip(turned.chunks_exact_mut(form.size())) {
            encoding.turn(symmetry, before, after);
        }
        PyArray1::from_vec(py, turned).reshape(observation.shape().to_vec())
    }

    fn __repr__(&self) -> String {
        match self.rules.window {
            Some(window) => format!("schwarm.Game('{}', window={window})", self.rules.id),
            None => format!("schwarm.Game('{}')", self.rules.id),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Game>()
            .is_ok_and(|other| other.get().rules.id == self.rules.id && other.get().rules.window == self.rules.window)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        (&self.rules.id, self.rules.window).hash(&mut hasher);
        hasher.finish()
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, Option<usize>))> {
        let make = py.import("schwarm._game")?.getattr("_game")?;
        Ok((make.unbind(), (self.rules.id.clone(), self.rules.window)))
    }
}
