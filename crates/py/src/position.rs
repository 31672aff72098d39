//! A position with the game that led to it.

use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use schwarm_core::{Notation, Session};
use schwarm_draw::{SvgStyle, TextStyle, Theme};
use schwarm_play::Start;

use crate::errors::{IllegalMove, error, illegal};
use crate::game::{Game, Rules};

/// The most plies `perft` counts: each is a call on the stack, and nobody can wait for so many.
const DEEPEST_PERFT: u32 = 64;

/// How a game ended by its rules.
#[pyclass(frozen, module = "schwarm")]
pub struct Outcome {
    /// The side that won, or None for a draw.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// The player that won, 0 or 1, or None for a draw.
    #[pyo3(get)]
    player: Option<usize>,
    /// Why the game is over: a stable id such as `queen-surrounded`.
    #[pyo3(get)]
    reason: &'static str,
    /// The score lines of both sides, victory points first.
    #[pyo3(get)]
    scores: (Vec<i16>, Vec<i16>),
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("Outcome(winner={}, reason='{}')", self.winner.map_or("None".into(), |w| format!("'{w}'")), self.reason)
    }
}

/// A position of a game, with the moves that led to it. Made by `Game.start` and `Game.position`.
#[pyclass(module = "schwarm")]
pub struct Position {
    pub rules: Arc<Rules>,
    pub session: Box<dyn Session>,
}

impl Position {
    fn sides(&self) -> [&'static str; 2] {
        self.rules.book.info().sides
    }

    fn notation(name: Option<&str>) -> PyResult<Notation> {
        let name = name.unwrap_or(Notation::Standard.name());
        Notation::from_name(name)
            .ok_or_else(|| error(format!("unknown notation {name:?}; there are standard and sandbox")))
    }

    fn actions(&self) -> PyResult<Vec<(u16, String)>> {
        self.rules.encoding()?.actions(&*self.session).map_err(error)
    }

    fn style(theme: &str, size: Option<u32>, coordinates: bool, flip: bool) -> PyResult<SvgStyle> {
        let theme = match theme {
            "auto" => Theme::Auto,
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            other => return Err(error(format!("unknown theme {other:?}; there are auto, light and dark"))),
        };
        Ok(SvgStyle { theme, size, coordinates, flip })
    }
}

#[pymethods]
impl Position {
    /// The rule set.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone() }
    }

    /// Plies played.
    #[getter]
    fn turn(&self) -> u32 {
        self.session.turn()
    }

    /// The side to move, such as `white`.
    #[getter]
    fn side_to_move(&self) -> &'static str {
        self.sides()[self.session.side_to_move().index()]
    }

    /// The player to move: 0 for the first side, 1 for the second.
    #[getter]
    fn player(&self) -> usize {
        self.session.side_to_move().index()
    }

    /// How the game ended, or None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.session.outcome()?;
        let [one, two] = outcome.scores.map(|score| score.parts().to_vec());
        Some(Outcome {
            winner: outcome.winner.map(|side| self.sides()[side.index()]),
            player: outcome.winner.map(|side| side.index()),
            reason: outcome.reason.id(),
            scores: (one, two),
        })
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// The position text; for unbounded Hive it carries the moves played.
    #[getter]
    fn text(&self) -> String {
        self.session.position()
    }

    /// The text of the bare board, without history.
    #[getter]
    fn board(&self) -> String {
        self.session.board().unwrap_or_else(|| self.session.position())
    }

    /// Hash of the position as repetition compares it.
    #[getter]
    fn hash(&self) -> u64 {
        self.session.key()
    }

    /// A number that turned and mirrored positions, and those with alike pieces exchanged, have in common.
    #[getter]
    fn shape(&self) -> u64 {
        self.session.shape()
    }

    /// The moves played, in standard spelling.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.session.moves()
    }

    /// All legal moves as texts, sorted; none once the game is over.
    #[pyo3(signature = (notation=None))]
    fn legal_moves(&self, notation: Option<&str>) -> PyResult<Vec<String>> {
        Ok(self.session.legal_moves_in(Position::notation(notation)?))
    }

    /// Plays a move given as text and returns its standard spelling. A refused move changes nothing.
    fn play(&mut self, text: &str) -> PyResult<String> {
        self.session.play(text).map_err(|wrong| illegal(&wrong))
    }

    /// The standard spelling of a legal move, without playing it.
    fn check(&self, text: &str) -> PyResult<String> {
        self.session.check(text).map_err(|wrong| illegal(&wrong))
    }

    /// Takes back the last move; False where there is none.
    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// A copy with the same history.
    fn copy(&self) -> Position {
        Position { rules: self.rules.clone(), session: self.session.clone_box() }
    }

    /// The position turned and mirrored in every way that does not change the game, as the side to move sees the
    /// board; the first is the position itself. They have no history.
    fn symmetries(&self) -> PyResult<Vec<Position>> {
        let encoding = self.rules.encoding()?;
        (0..encoding.form().ways)
            .map(|way| {
                let session = encoding.turned(&*self.session, way).map_err(error)?;
                Ok(Position { rules: self.rules.clone(), session })
            })
            .collect()
    }

    /// Lines of exactly so many plies from here, 64 at most.
    #[pyo3(signature = (depth, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if depth > DEEPEST_PERFT {
            return Err(error(format!("perft counts at most {DEEPEST_PERFT} plies, not {depth}")));
        }
        Ok(py.detach(|| self.session.perft(depth, threads.clamp(1, 256), &|_, _| {})))
    }

    /// The numbers of the legal moves, ascending.
    fn legal_actions(&self) -> PyResult<Vec<u16>> {
        self.rules.encoding()?.numbers(&*self.session).map_err(error)
    }

    /// The number of a legal move.
    fn action(&self, text: &str) -> PyResult<u16> {
        let text = self.session.check(text).map_err(|wrong| illegal(&wrong))?;
        let found = self.actions()?.into_iter().find(|(_, spelt)| *spelt == text);
        found.map(|(action, _)| action).ok_or_else(|| error(format!("{text} has no number")))
    }

    /// The move a legal action means here.
    fn action_text(&self, action: i64) -> PyResult<String> {
        let found = self.rules.encoding()?.text(&*self.session, action).map_err(error)?;
        found.ok_or_else(|| {
            let over = if self.is_over() { "; the game is over" } else { "" };
            IllegalMove::new_err(format!("action {action} is not legal here{over}"))
        })
    }

    /// Plays a legal action and returns the move in standard spelling.
    fn play_action(&mut self, action: i64) -> PyResult<String> {
        let text = self.action_text(action)?;
        self.play(&text)
    }

    /// What the side to move sees: a new array of uint8 with the shape `Game.observation_shape`.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let encoding = self.rules.encoding()?;
        let form = encoding.form();
        let mut numbers = vec![0; form.size()];
        encoding.observe(&*self.session, &mut numbers).map_err(error)?;
        PyArray1::from_vec(py, numbers).reshape([form.planes, form.rows, form.columns])
    }

    /// Which actions are legal: a new array of bool with `Game.num_actions` places.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let encoding = self.rules.encoding()?;
        let mut mask = vec![false; encoding.form().actions];
        for action in encoding.numbers(&*self.session).map_err(error)? {
            mask[usize::from(action)] = true;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A picture of the board as SVG. Themes are auto, light and dark.
    #[pyo3(signature = (theme="auto", size=None, *, coordinates=false, flip=false))]
    fn svg(&self, theme: &str, size: Option<u32>, coordinates: bool, flip: bool) -> PyResult<String> {
        Ok(schwarm_draw::svg(&self.session.view(), &Position::style(theme, size, coordinates, flip)?))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("auto", Some(420), false, false)
    }

    fn __str__(&self) -> String {
        schwarm_draw::text(&self.session.view(), TextStyle { unicode: true, colour: false })
    }

    fn __repr__(&self) -> String {
        format!("<schwarm.Position of {}: {}>", self.rules.id, self.session.position())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            other.try_borrow().is_ok_and(|other| {
                other.rules.id == self.rules.id && other.session.position() == self.session.position()
            })
        })
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Position {
        self.copy()
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Game, Option<String>, Option<String>, Vec<String>))> {
        let make = py.import("schwarm._schwarm")?.getattr("restore")?;
        let (setup, position) = match Start::of(&*self.rules.book, &*self.session) {
            Start::Default => (None, None),
            Start::Setup(text) => (Some(text), None),
            Start::Position(text) => (None, Some(text)),
        };
        Ok((make.unbind(), (self.game(), setup, position, self.session.moves())))
    }
}

/// A position from what pickle has kept of it.
#[pyfunction]
pub fn restore(game: Game, setup: Option<String>, position: Option<String>, moves: Vec<String>) -> PyResult<Position> {
    let start = match (setup, position) {
        (Some(text), _) => Start::Setup(text),
        (None, Some(text)) => Start::Position(text),
        (None, None) => Start::Default,
    };
    let session = start.open(&*game.rules.book).map_err(error)?;
    let mut position = Position { rules: game.rules, session };
    for text in moves {
        position.play(&text)?;
    }
    Ok(position)
}
