//! What was played from a position, in all games that are kept.
//!
//! Games are read once, after their end, when somebody asks for openings: the positions they came through are counted in
//! the store by the numbers of their shapes. A move is looked up by what it leads to. So another order of moves counts, and
//! moves that lead to the same position turned around are one.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use schwarm_core::Session;
use schwarm_play::{GameRecord, PlayedMove};
use schwarm_store::{GameRow, Opening, Played, Store, StoreError};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::live::walk;
use crate::words::Lang;
use crate::{App, Trouble};

/// Plies of a game that are counted.
const PLIES: usize = 40;

/// Games that are read before they are counted.
const BATCH: u32 = 50;

/// How long somebody who asks waits for games to be read.
const PATIENCE: Duration = Duration::from_millis(400);

/// Games through a position that are listed.
const LISTED: u32 = 12;

/// Reads games, one reader at a time.
#[derive(Default)]
pub(crate) struct Librarian(Arc<Mutex<()>>);

/// What was played from a position.
pub(crate) struct Explored {
    /// How all games ended that came through it.
    pub(crate) here: Played,
    /// What was played, the most frequent first.
    pub(crate) moves: Vec<Step>,
    /// The newest games.
    pub(crate) games: Vec<GameRow>,
    /// Whether all games have been read.
    pub(crate) is_whole: bool,
}

/// What was played: moves that lead to positions of one shape.
pub(crate) struct Step {
    /// As they are written, at least one.
    pub(crate) moves: Vec<String>,
    /// The first of them in words.
    pub(crate) words: String,
    /// How the games ended.
    pub(crate) played: Played,
}

impl Librarian {
    /// Reads the games that were not read yet; whether all were read before the patience ended. Reading goes on without whoever asked.
    async fn catch_up(&self, store: &Arc<dyn Store>) -> bool {
        let (turn, store) = (self.0.clone(), store.clone());
        let reading = tokio::spawn(async move {
            let _turn = turn.lock().await;
            read(&*store).await
        });
        match timeout(PATIENCE, reading).await {
            Ok(Ok(Ok(()))) => true,
            Ok(Ok(Err(error))) => {
                tracing::warn!("openings could not be read: {error}");
                false
            }
            Ok(Err(_)) | Err(_) => false,
        }
    }
}

/// Reads all games that were not read yet.
async fn read(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let games = store.unread_openings(BATCH).await?;
        if games.is_empty() {
            return Ok(());
        }
        let mut openings = Vec::with_capacity(games.len());
        for game in games {
            let record = match store.show(game).await {
                Ok(shown) => shown.map(|shown| shown.record),
                // One damaged game must not hide all others.
                Err(StoreError::Damaged { why, .. }) => {
                    tracing::warn!("game {game} is not counted among openings: {why}");
                    None
                }
                Err(error) => return Err(error),
            };
            let shapes = tokio::task::spawn_blocking(move || record.map(|record| shapes(&record)).unwrap_or_default());
            openings.push(Opening { game, shapes: shapes.await.unwrap_or_default() });
        }
        store.keep_openings(openings).await?;
    }
}

/// The positions a game came through, as far as they are counted. Nothing for a game nobody knows.
fn shapes(record: &GameRecord) -> Vec<u64> {
    let Ok(rules) = schwarm_catalog::open(&record.game) else { return Vec::new() };
    let Ok(mut session) = record.start.open(&*rules) else { return Vec::new() };
    // A start may tell how it came about, as openings of matches do.
    let mut before = session.clone_box();
    let mut shapes = vec![session.shape()];
    while before.undo() {
        shapes.push(before.shape());
    }
    for played in record.moves.iter().take(PLIES.saturating_sub(shapes.len() - 1)) {
        if session.play(&played.text).is_err() {
            break;
        }
        shapes.push(session.shape());
    }
    shapes
}

/// What was played from a position.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn explore(app: &App, lang: Lang, session: Box<dyn Session>) -> Result<Explored, Trouble> {
    let store = &app.config.store;
    let failed = |error| Trouble::failed("openings", &error);
    let is_whole = app.librarian.catch_up(store).await;
    let here = session.shape();
    let looked = tokio::task::spawn_blocking(move || (steps(&*session), session)).await;
    let (steps, session) = looked.map_err(|error| Trouble::failed("openings", &error))?;
    let wanted: Vec<u64> = steps.iter().map(|(shape, _)| *shape).chain([here]).collect();
    let played: HashMap<u64, Played> = store.played(&wanted).await.map_err(failed)?.into_iter().collect();
    let known = |(shape, moves): (u64, Vec<String>)| {
        let played = *played.get(&shape)?;
        Some(Step { words: words(&*session, &moves[0], lang), moves, played })
    };
    let mut moves: Vec<Step> = steps.into_iter().filter_map(known).collect();
    moves.sort_by_key(|step| std::cmp::Reverse(step.played.games()));
    let games = store.through(here, LISTED).await.map_err(failed)?;
    Ok(Explored { here: played.get(&here).copied().unwrap_or_default(), moves, games, is_whole })
}

/// The shapes that moves lead to, in the order of the moves.
fn steps(session: &dyn Session) -> Vec<(u64, Vec<String>)> {
    let mut steps: Vec<(u64, Vec<String>)> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    if session.outcome().is_some() {
        return steps;
    }
    let mut session = session.clone_box();
    for text in session.legal_moves() {
        if session.play(&text).is_err() {
            continue;
        }
        let shape = session.shape();
        session.undo();
        match places.get(&shape) {
            Some(at) => steps[*at].1.push(text),
            None => {
                places.insert(shape, steps.len());
                steps.push((shape, vec![text]));
            }
        }
    }
    steps
}

fn words(session: &dyn Session, text: &str, lang: Lang) -> String {
    let told = walk(&mut *session.clone_box(), [&PlayedMove::plain(text)]);
    told.ok().and_then(|told| told.last().map(|told| told.tell(lang).words)).unwrap_or_default()
}
