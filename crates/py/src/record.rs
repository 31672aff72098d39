//! Records of games: read, written, played through; files of any length, one game after the other.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use schwarm_core::Rulebook;
use schwarm_play::foreign::{self, Format};
use schwarm_play::{Ending, GameRecord, PlayedMove, Start, Termination, check, pgn};
use schwarm_socha::season::Season;

use crate::errors::error;
use crate::game::Game;
use crate::position::Position;

/// Opens the rules a record names.
fn rules(id: &str) -> Result<Box<dyn Rulebook>, String> {
    schwarm_catalog::open(id).map_err(|wrong| wrong.to_string())
}

fn format(name: Option<&str>) -> PyResult<Option<Format>> {
    name.map(|name| name.parse().map_err(error)).transpose()
}

/// The name of the format of the Software-Challenge.
const REPLAY: &str = "replay";

/// Reads a replay, packed or not.
fn replay(bytes: &[u8]) -> Result<GameRecord, String> {
    schwarm_socha::replay::read(bytes).map(|(_, record)| record).map_err(|wrong| wrong.to_string())
}

/// A game that was played, finished or not. Immutable.
#[pyclass(frozen, module = "schwarm", from_py_object)]
#[derive(Clone)]
pub struct Record {
    pub inner: GameRecord,
}

impl Record {
    fn sides(&self) -> PyResult<[&'static str; 2]> {
        Ok(rules(&self.inner.game).map_err(error)?.info().sides)
    }
}

#[pymethods]
impl Record {
    /// Reads all games of a text: PGN, SGF of boardspace, the viewers' PGN, UHP GameStrings, JSON lines or a replay of the
    /// Software-Challenge. The format is seen from the text unless it is named (`pgn`, `viewer-pgn`, `sgf`, `uhp`, `jsonl`,
    /// `replay`). Every game is checked by the rules.
    #[staticmethod]
    #[pyo3(signature = (text, format=None))]
    fn read(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Vec<Record>> {
        if format == Some(REPLAY) || (format.is_none() && text.trim_start().starts_with('<')) {
            return py.detach(|| Ok(vec![Record { inner: replay(text.as_bytes()).map_err(error)? }]));
        }
        let format = self::format(format)?;
        py.detach(|| {
            let games = foreign::read(text, format, &rules);
            games.map(|game| game.map(|game| Record { inner: game.record }).map_err(error)).collect()
        })
    }

    /// The record of the game that led to a position.
    #[staticmethod]
    #[pyo3(signature = (position, players=("".to_string(), "".to_string()), tags=None))]
    fn of(position: &Position, players: (String, String), tags: Option<BTreeMap<String, String>>) -> Record {
        let session = &*position.session;
        let ending = session.outcome().map(|outcome| Ending {
            termination: Termination::Rules,
            winner: outcome.winner,
            scores: outcome.scores,
            outcome: Some(outcome),
        });
        let inner = GameRecord {
            game: position.rules.id.clone(),
            start: Start::of(&*position.rules.book, session),
            players: [players.0, players.1],
            moves: session.moves().into_iter().map(PlayedMove::plain).collect(),
            ending,
            tags: tags.unwrap_or_default(),
            ..GameRecord::default()
        };
        Record { inner }
    }

    /// The game's id.
    #[getter]
    fn game(&self) -> &str {
        &self.inner.game
    }

    /// Names of the players.
    #[getter]
    fn players(&self) -> (&str, &str) {
        (&self.inner.players[0], &self.inner.players[1])
    }

    /// The moves in standard spelling.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.inner.moves.iter().map(|mv| mv.text.as_str()).collect()
    }

    /// What the players thought of their moves, in pawns for the mover; None where they said nothing.
    #[getter]
    fn scores(&self) -> Vec<Option<f64>> {
        self.inner.moves.iter().map(|mv| mv.score).collect()
    }

    /// The side that won; None for a draw, and while the game goes on.
    #[getter]
    fn winner(&self) -> PyResult<Option<&'static str>> {
        let sides = self.sides()?;
        Ok(self.inner.ending.as_ref().and_then(|ending| ending.winner).map(|side| sides[side.index()]))
    }

    /// What ended the game: `rules`, `time`, `illegal-move`, `crash`, … or None while it goes on.
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.inner.ending.as_ref().map(|ending| ending.termination.id())
    }

    /// Why the rules ended the game, such as `queen-surrounded`, or None.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        Some(self.inner.ending.as_ref()?.outcome?.reason.id())
    }

    /// Anything else that is known: date, event, round.
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.inner.tags.clone()
    }

    /// The position after so many plies; the last one without a number.
    #[pyo3(signature = (ply=None))]
    fn position(&self, ply: Option<usize>) -> PyResult<Position> {
        let game = Game::open(&self.inner.game, None)?;
        let mut record = self.inner.clone();
        if let Some(ply) = ply {
            if ply > record.moves.len() {
                return Err(error(format!(
                    "there is no position after {ply} plies: the game has {}",
                    record.moves.len()
                )));
            }
            record.moves.truncate(ply);
        }
        let session = record.replay(&*game.rules.book).map_err(error)?;
        Ok(Position { rules: game.rules, session })
    }

    /// The game as text, in one of the formats `read` takes.
    #[pyo3(signature = (format="pgn"))]
    fn write(&self, format: &str) -> PyResult<String> {
        if format == REPLAY {
            let no_season = || error(format!("{} was no game of the Software-Challenge", self.inner.game));
            let season = Season::of_game(&self.inner.game).ok_or_else(no_season)?;
            let book = rules(&self.inner.game).map_err(error)?;
            return schwarm_socha::replay::write(season, &self.inner, &*book).map_err(error);
        }
        let written = foreign::write(&self.inner, format.parse().map_err(error)?, &rules).map_err(error)?;
        Ok(written.text)
    }

    fn __len__(&self) -> usize {
        self.inner.moves.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __repr__(&self) -> String {
        let [one, two] = &self.inner.players;
        format!("<schwarm.Record of {}: {one:?} - {two:?}, {} plies>", self.inner.game, self.inner.moves.len())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let make = py.import("schwarm._schwarm")?.getattr("restore_record")?;
        Ok((make.unbind(), (serde_json::to_string(&self.inner).map_err(error)?,)))
    }
}

/// A record from what pickle has kept of it.
#[pyfunction]
pub fn restore_record(text: &str) -> PyResult<Record> {
    Ok(Record { inner: serde_json::from_str(text).map_err(error)? })
}

/// Games one after the other.
pub type Source = Box<dyn Iterator<Item = Result<GameRecord, String>> + Send>;

/// A file with a game on each line; never more than one of them is in memory.
struct JsonLines {
    input: BufReader<File>,
    name: String,
    line: usize,
    is_done: bool,
}

impl JsonLines {
    fn wrong(&self, why: &dyn std::fmt::Display) -> String {
        format!("{}, line {}: {why}", self.name, self.line)
    }
}

impl Iterator for JsonLines {
    type Item = Result<GameRecord, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        while !self.is_done {
            bytes.clear();
            self.line += 1;
            let most = foreign::LONGEST_TEXT as u64;
            match self.input.by_ref().take(most + 1).read_until(b'\n', &mut bytes) {
                // What cannot be read now cannot be read later.
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(self.wrong(&error)));
                }
                Ok(read) if read as u64 > most => {
                    self.is_done = true;
                    return Some(Err(self.wrong(&"longer than a game can be")));
                }
                Ok(0) => self.is_done = true,
                Ok(_) if bytes.trim_ascii().is_empty() => {}
                Ok(_) => {
                    let game = serde_json::from_slice(&bytes);
                    return Some(game.map_err(|error| self.wrong(&error)));
                }
            }
        }
        None
    }
}

/// The games of a file. PGN and JSON lines are read bit by bit, other formats are held in memory.
pub fn open(path: &Path) -> Result<Source, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(wrong)?;
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    let name = path.display().to_string();
    match extension.as_deref().and_then(|extension| extension.to_str()) {
        Some("jsonl" | "ndjson") => {
            Ok(Box::new(JsonLines { input: BufReader::new(file), name, line: 0, is_done: false }))
        }
        Some("pgn") => {
            let games = pgn::Reader::new(BufReader::new(file));
            Ok(Box::new(games.map(move |game| game.map_err(|error| format!("{name}: {error}")))))
        }
        _ => {
            let mut bytes = Vec::new();
            let most = foreign::LONGEST_TEXT as u64 + 1;
            file.take(most).read_to_end(&mut bytes).map_err(wrong)?;
            let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
            if is_packed || bytes.trim_ascii_start().starts_with(b"<") {
                return Ok(Box::new(std::iter::once(replay(&bytes).map_err(|error| format!("{name}: {error}")))));
            }
            let text = String::from_utf8(bytes).map_err(|_| format!("{name}: not a text in UTF-8"))?;
            let games: Vec<Result<GameRecord, String>> = foreign::read(&text, None, &rules)
                .map(|game| game.map(|game| game.record).map_err(|error| format!("{name}: {error}")))
                .collect();
            Ok(Box::new(games.into_iter()))
        }
    }
}

/// The records of a file, one after the other: an iterator. Files of any length (PGN, JSON lines) are read bit by bit.
#[pyclass(frozen, module = "schwarm")]
pub struct RecordReader {
    source: Mutex<Source>,
    path: PathBuf,
    checks: bool,
}

#[pymethods]
impl RecordReader {
    /// Opens a file. With `check` every game is played through and compared with the rules.
    #[new]
    #[pyo3(signature = (path, *, check=true))]
    fn new(path: PathBuf, check: bool) -> PyResult<RecordReader> {
        let source = open(&path).map_err(|why| if path.exists() { error(why) } else { PyOSError::new_err(why) })?;
        Ok(RecordReader { source: Mutex::new(source), path, checks: check })
    }

    fn __iter__(slf: Py<RecordReader>) -> Py<RecordReader> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        py.detach(|| {
            let mut source =
                self.source.try_lock().map_err(|_| PyRuntimeError::new_err("another thread is reading"))?;
            let Some(next) = source.next() else { return Ok(None) };
            let mut record = next.map_err(error)?;
            if self.checks {
                let book = rules(&record.game).map_err(error)?;
                check(&mut record, &*book).map_err(|why| error(format!("{}: {why}", self.path.display())))?;
            }
            Ok(Some(Record { inner: record }))
        })
    }
}
