//! Games of the engine against itself, as records.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use schwarm_core::{Rng, Session, Setup};
use schwarm_engine::{Ask, Engine, Options};
use schwarm_play::{Ending, GameRecord, PlayedMove, Start, Termination};

use crate::engine::{ask, level};
use crate::errors::error;
use crate::game::{Game, Rules};
use crate::record::Record;

/// What every game is played under.
struct Terms<'a> {
    rules: &'a Rules,
    ask: Ask,
    options: Options,
    opening_plies: u32,
    most_plies: usize,
    seed: u64,
    stop: &'a AtomicBool,
}

impl Terms<'_> {
    /// The game of a number; `None` if it was stopped.
    fn play(&self, engine: &mut Engine, number: u64) -> Result<Option<GameRecord>, String> {
        let book = &*self.rules.book;
        let mut rng = Rng::new(Rng::new(self.seed).next_u64() ^ Rng::new(!number).next_u64());
        let told = |error: &dyn std::fmt::Display| error.to_string();
        engine.forget();
        let mut session = book.start(Setup::Seed(rng.next_u64())).map_err(|why| told(&why))?;
        let mut moves = Vec::new();
        while session.outcome().is_none() && moves.len() < self.most_plies {
            let played = if moves.len() < self.opening_plies as usize {
                PlayedMove::plain(session.random_move(&mut rng).unwrap_or_default())
            } else {
                let thought = engine.think(&*session, &self.ask, self.stop, &mut |_| {}).map_err(|why| told(&why))?;
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let best = &thought.lines[0];
                PlayedMove {
                    score: Some(f64::from(best.score) / 100.0),
                    depth: Some(thought.depth),
                    nodes: Some(thought.nodes),
                    ..PlayedMove::plain(best.moves[0].clone())
                }
            };
            session.play(&played.text).map_err(|why| told(&why))?;
            moves.push(played);
        }
        Ok(Some(self.record(&*session, moves)))
    }

    fn record(&self, session: &dyn Session, moves: Vec<PlayedMove>) -> GameRecord {
        let outcome = session.outcome();
        let name = format!("level-{}", self.options.level);
        GameRecord {
            game: self.rules.id.clone(),
            start: Start::of(&*self.rules.book, session),
            players: [name.clone(), name],
            moves,
            ending: Some(match outcome {
                Some(outcome) => Ending {
                    termination: Termination::Rules,
                    winner: outcome.winner,
                    scores: outcome.scores,
                    outcome: Some(outcome),
                },
                None => Ending {
                    termination: Termination::Adjudication { why: format!("{} plies", self.most_plies) },
                    winner: None,
                    scores: session.scores(None),
                    outcome: None,
                },
            }),
            ..GameRecord::default()
        }
    }
}

/// Plays games of the engine against itself and returns their Records, with the engine's scores of its moves. The first
/// plies are random. A game depends on the seed and its number, not on the number of threads.
#[pyfunction]
#[pyo3(signature = (game, games, *, nodes=None, depth=None, level=10, threads=1, seed=0, first=0, opening_plies=4, max_plies=400))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn selfplay(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    games: u64,
    nodes: Option<u64>,
    depth: Option<u32>,
    level: u8,
    threads: usize,
    seed: u64,
    first: u64,
    opening_plies: u32,
    max_plies: usize,
) -> PyResult<Vec<Record>> {
    let game = Game::of(game, None)?;
    if games > 1 << 24 || threads == 0 || threads > 256 || max_plies == 0 {
        return Err(PyValueError::new_err("games are at most 16777216, threads from 1 to 256, max_plies at least 1"));
    }
    let level = self::level(level)?;
    let nodes = if nodes.is_none() && depth.is_none() { Some(1000) } else { nodes };
    let stop = AtomicBool::new(false);
    let options = Options { hash_mebibytes: 4, level, seed: seed.wrapping_add(1), ..Options::default() };
    let ask = ask(level, depth, nodes, None)?;
    let terms = Terms { rules: &game.rules, ask, options, opening_plies, most_plies: max_plies, seed, stop: &stop };
    py.detach(|| {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(u64, GameRecord)>> = Mutex::new(Vec::new());
        let work = || -> Result<(), String> {
            let mut engine = Engine::new(terms.options.clone()).map_err(|why| why.to_string())?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed) as u64;
                if number >= games || stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                if let Some(record) = terms.play(&mut engine, first.wrapping_add(number))? {
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((number, record));
                }
            }
        };
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let mut interrupted = Ok(());
            while running.iter().any(|thread| !thread.is_finished()) {
                std::thread::park_timeout(Duration::from_millis(10));
                if interrupted.is_ok() {
                    interrupted = Python::attach(|py| py.check_signals());
                    if interrupted.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            for thread in running {
                thread.join().map_err(|_| PyRuntimeError::new_err("a thread failed"))?.map_err(error)?;
            }
            interrupted
        })?;
        let mut games = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        games.sort_unstable_by_key(|(number, _)| *number);
        Ok(games.into_iter().map(|(_, inner)| Record { inner }).collect())
    })
}
