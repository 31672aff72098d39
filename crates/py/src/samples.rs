//! Positions of records as arrays, in a stream.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Mutex;

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use schwarm_core::Rulebook;
use schwarm_encode::Follower;
use schwarm_play::{GameRecord, Termination};

use crate::arrays::{slice, writable};
use crate::errors::error;
use crate::game::Game;
use crate::record::{self, Record, Source};

/// Where games come from.
enum Origin {
    File(PathBuf),
    Game(Box<GameRecord>),
}

/// A game that is being gone through.
struct Open {
    record: GameRecord,
    ply: usize,
}

struct Stream {
    origins: VecDeque<Origin>,
    file: Option<Source>,
    follower: Box<dyn Follower>,
    open: Option<Open>,
    games: u64,
    skipped: u64,
    last_error: Option<String>,
}

/// Positions of records, written into arrays until they are full: what a net learns from.
///
/// `sources` is a list of paths of files (PGN and JSON lines are read bit by bit) and of Records. Games of other rules
/// and games that break them are passed over and counted.
#[pyclass(frozen, module = "schwarm")]
pub struct Samples {
    game: Game,
    stream: Mutex<Stream>,
}

/// What is written for a position.
struct Row<'a> {
    observation: Option<&'a mut [u8]>,
    mask: Option<&'a mut [bool]>,
    action: &'a mut i64,
    value: &'a mut f32,
    player: &'a mut i8,
}

impl Stream {
    /// The next record, if there is one.
    fn next_record(&mut self) -> Option<Result<GameRecord, String>> {
        loop {
            if let Some(file) = &mut self.file {
                match file.next() {
                    Some(next) => return Some(next),
                    None => self.file = None,
                }
            }
            match self.origins.pop_front()? {
                Origin::Game(record) => return Some(Ok(*record)),
                Origin::File(path) => match record::open(&path) {
                    Ok(source) => self.file = Some(source),
                    Err(why) => return Some(Err(why)),
                },
            }
        }
    }

    fn skip(&mut self, why: String) {
        self.skipped += 1;
        self.last_error = Some(why);
        self.open = None;
    }

    /// Stands at a position that has a next move, or says that there is none.
    fn advance(&mut self, id: &str, book: &dyn Rulebook) -> bool {
        loop {
            if let Some(open) = &self.open {
                if open.ply < open.record.moves.len() {
                    return true;
                }
                self.open = None;
                self.games += 1;
            }
            let record = match self.next_record() {
                None => return false,
                Some(Ok(record)) => record,
                Some(Err(why)) => {
                    self.skip(why);
                    continue;
                }
            };
            let is_ours = record.game == id || schwarm_catalog::open(&record.game).is_ok_and(|rules| rules.id() == id);
            if !is_ours {
                self.skip(format!("a game of {}", record.game));
                continue;
            }
            let session = match record.start.open(book) {
                Ok(session) => session,
                Err(why) => {
                    self.skip(why.to_string());
                    continue;
                }
            };
            match self.follower.begin(&*session) {
                Ok(()) => self.open = Some(Open { record, ply: 0 }),
                Err(why) => self.skip(why.to_string()),
            }
        }
    }

    /// Writes the position and goes on to the next; `false` if the move of the record is illegal.
    fn take(&mut self, row: Row<'_>) -> bool {
        let Some(open) = &mut self.open else { return false };
        let text = &open.record.moves[open.ply].text;
        let Some(action) = self.follower.action(text) else {
            let why = format!("move {} of a game is not legal: {text}", open.ply + 1);
            self.skip(why);
            return false;
        };
        let player = self.follower.player();
        *row.action = action.into();
        *row.player = player as i8;
        *row.value = worth(&open.record, player);
        if let Some(observation) = row.observation {
            self.follower.observe(observation);
        }
        if let Some(mask) = row.mask {
            self.follower.mask(mask);
        }
        self.follower.play(action);
        open.ply += 1;
        true
    }
}

/// What a game was worth for a player: 1, 0 or -1; not a number where nobody knows.
fn worth(record: &GameRecord, player: usize) -> f32 {
    match &record.ending {
        None => f32::NAN,
        Some(ending) if matches!(ending.termination, Termination::Abort { .. }) => f32::NAN,
        Some(ending) => match ending.winner {
            None => 0.0,
            Some(winner) if winner.index() == player => 1.0,
            Some(_) => -1.0,
        },
    }
}

#[pymethods]
impl Samples {
    #[new]
    fn new(game: &Bound<'_, PyAny>, sources: Vec<Bound<'_, PyAny>>) -> PyResult<Samples> {
        let game = Game::of(game, None)?;
        let mut origins = VecDeque::new();
        for source in sources {
            origins.push_back(if let Ok(record) = source.cast::<Record>() {
                Origin::Game(Box::new(record.get().inner.clone()))
            } else if let Ok(path) = source.extract::<PathBuf>() {
                Origin::File(path)
            } else {
                let kind = source.get_type().name()?;
                return Err(PyTypeError::new_err(format!("sources are paths and Records, not {kind}")));
            });
        }
        let follower = game.rules.encoding()?.follower().map_err(error)?;
        let stream = Stream { origins, file: None, follower, open: None, games: 0, skipped: 0, last_error: None };
        Ok(Samples { game, stream: Mutex::new(stream) })
    }

    /// Fills the arrays of `out` (see `schwarm.SampleBuffers`) and returns how many positions there are; fewer than there is
    /// room for only at the end. Each comes with the action that was played, and what the game was worth for the mover:
    /// 1, 0 or -1, not a number where nobody knows.
    fn fill(&self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<usize> {
        let form = self.game.form()?;
        let field = |name: &str| {
            out.getattr(name).map_err(|_| PyTypeError::new_err(format!("out has no array {name}; see SampleBuffers")))
        };
        let room: usize = field("action")?.len()?;
        let (observation, mask) = (field("observation")?, field("mask")?);
        let mut observation = match observation.is_none() {
            true => None,
            false => {
                let shape = [room, form.planes, form.rows, form.columns];
                Some(writable::<u8>(&observation, "observation", "uint8", &shape)?)
            }
        };
        let mut mask = match mask.is_none() {
            true => None,
            false => Some(writable::<bool>(&mask, "mask", "bool", &[room, form.actions])?),
        };
        let mut action = writable::<i64>(&field("action")?, "action", "int64", &[room])?;
        let mut value = writable::<f32>(&field("value")?, "value", "float32", &[room])?;
        let mut player = writable::<i8>(&field("player")?, "player", "int8", &[room])?;
        let mut observation = observation.as_mut().map(slice).transpose()?;
        let mut mask = mask.as_mut().map(slice).transpose()?;
        let (action, value, player) = (slice(&mut action)?, slice(&mut value)?, slice(&mut player)?);
        py.detach(|| {
            let busy = |_| PyRuntimeError::new_err("another thread is reading these samples");
            let mut stream = self.stream.try_lock().map_err(busy)?;
            let mut count = 0;
            while count < room && stream.advance(&self.game.rules.id, &*self.game.rules.book) {
                let row = Row {
                    observation: observation.as_deref_mut().map(|all| &mut all[count * form.size()..][..form.size()]),
                    mask: mask.as_deref_mut().map(|all| &mut all[count * form.actions..][..form.actions]),
                    action: &mut action[count],
                    value: &mut value[count],
                    player: &mut player[count],
                };
                count += usize::from(stream.take(row));
            }
            Ok(count)
        })
    }

    /// The rule set.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Games that were gone through to their end.
    #[getter]
    fn games(&self) -> PyResult<u64> {
        Ok(self.look()?.0)
    }

    /// Games that were passed over, or broken off at an illegal move.
    #[getter]
    fn skipped(&self) -> PyResult<u64> {
        Ok(self.look()?.1)
    }

    /// Why the last of them was.
    #[getter]
    fn last_error(&self) -> PyResult<Option<String>> {
        Ok(self.look()?.2)
    }
}

impl Samples {
    fn look(&self) -> PyResult<(u64, u64, Option<String>)> {
        let busy = |_| PyRuntimeError::new_err("another thread is reading these samples");
        let stream = self.stream.try_lock().map_err(busy)?;
        Ok((stream.games, stream.skipped, stream.last_error.clone()))
    }
}
