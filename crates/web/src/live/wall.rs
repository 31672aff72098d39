//! All running games at once, for whoever watches many boards.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tokio::sync::broadcast;

use super::frame::{Frame, event_text};
use super::opponent::shown_name;
use super::state::Status;
use crate::Position;
use crate::words::Lang;

/// Events a slow listener may be behind.
const BEHIND: usize = 256;

/// Games a new listener is told of at once: the latest.
const MOST_TOLD: usize = 200;

/// A running game as it stands on the wall.
#[derive(Clone, Debug)]
pub struct Running {
    /// Its number.
    pub id: i64,
    /// Name of its match, where others play it.
    pub of_match: Option<String>,
    /// Names of the players as records have them.
    pub players: [String; 2],
    /// How far it is.
    pub status: Status,
    /// Where it stands, without the legal moves.
    pub shown: Position,
}

#[derive(Serialize)]
struct Card<'a> {
    kind: &'static str,
    id: i64,
    #[serde(rename = "match")]
    of_match: Option<&'a str>,
    game: &'a str,
    players: [String; 2],
    status: Status,
    ply: u32,
    shown: &'a Position,
}

/// A game that is no longer there.
#[derive(Serialize)]
struct Gone {
    kind: &'static str,
    id: i64,
}

impl Running {
    /// Names of the players as they are told.
    pub fn names(&self, lang: Lang) -> [String; 2] {
        [0, 1].map(|at: usize| shown_name(lang, &self.players[at], false))
    }

    fn frame(&self) -> Frame {
        let card = |lang| {
            let (game, players) = (self.shown.game.as_str(), self.names(lang));
            let card = Card {
                kind: "game",
                id: self.id,
                of_match: self.of_match.as_deref(),
                game,
                players,
                status: self.status,
                ply: self.shown.ply,
                shown: &self.shown,
            };
            event_text(None, &card)
        };
        Frame { texts: Lang::ALL.map(card) }
    }
}

/// What hangs on the wall.
pub(crate) struct Wall {
    games: Mutex<BTreeMap<i64, (Running, Arc<Frame>)>>,
    frames: broadcast::Sender<Arc<Frame>>,
}

impl Wall {
    /// An empty one.
    pub(crate) fn new() -> Wall {
        Wall { games: Mutex::default(), frames: broadcast::Sender::new(BEHIND) }
    }

    /// A game has changed. One that is over is told of once more and taken down.
    pub(crate) fn show(&self, running: Running) {
        let frame = Arc::new(running.frame());
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        match running.status {
            Status::Over => drop(games.remove(&running.id)),
            _ => drop(games.insert(running.id, (running, frame.clone()))),
        }
        // Nobody listens: nobody is to be told.
        let _ = self.frames.send(frame);
    }

    /// A game left memory, or fell silent.
    pub(crate) fn take_down(&self, id: i64) {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if games.remove(&id).is_some() {
            let text = event_text(None, &Gone { kind: "gone", id });
            let _ = self.frames.send(Arc::new(Frame { texts: Lang::ALL.map(|_| text.clone()) }));
        }
    }

    /// Whether somebody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.frames.receiver_count() > 0
    }

    /// All games, the latest first.
    pub(crate) fn games(&self) -> Vec<Running> {
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().rev().take(MOST_TOLD).map(|(running, _)| running.clone()).collect()
    }

    /// What hangs there, and what will.
    pub(crate) fn listen(&self) -> (Vec<Arc<Frame>>, broadcast::Receiver<Arc<Frame>>) {
        // Under the lock, so that nothing falls between the two.
        let games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = games.values().rev().take(MOST_TOLD).map(|(_, frame)| frame.clone()).collect();
        (frames, self.frames.subscribe())
    }
}
