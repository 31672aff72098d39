//! Positions of any game, named by a line: a start and the moves from there.

use axum::Json;
use axum::body::Bytes;
use schwarm_core::Session;
use schwarm_core::view::{Cell, Held};
use schwarm_play::{PlayedMove, Start};
use serde::Deserialize;
use serde_json::{Value, json};

use super::body;
use crate::live::walk;
use crate::trouble::rule_json;
use crate::{Asker, Kind, Position, Trouble};

/// Moves of a line.
const MOST_MOVES: usize = 600;

/// Names a position.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Line {
    game: String,
    #[serde(default)]
    start: Start,
    #[serde(default)]
    moves: Vec<String>,
}

impl Line {
    /// The moves as they are played.
    fn moves(&self) -> Result<Vec<PlayedMove>, Trouble> {
        match self.moves.len() > MOST_MOVES {
            true => Err(Kind::TooLong.into()),
            false => Ok(self.moves.iter().map(PlayedMove::plain).collect()),
        }
    }

    /// A session at the start.
    fn open(&self) -> Result<Box<dyn Session>, Trouble> {
        let rules = schwarm_catalog::open(&self.game).map_err(|_| Kind::UnknownGame)?;
        self.start.open(&*rules).map_err(|_| Kind::UnknownGame.into())
    }

    /// A session at the end of the line.
    pub(super) fn session(&self) -> Result<Box<dyn Session>, Trouble> {
        let mut session = self.open()?;
        for played in self.moves()? {
            session.play(&played.text).map_err(|error| Trouble::of_move(&self.game, error))?;
        }
        Ok(session)
    }
}

/// `POST /api/line`
pub(super) async fn line(asker: Asker, body: Bytes) -> Result<Json<Value>, Trouble> {
    let line: Line = body::read(&body)?;
    work(move || {
        let mut session = line.open()?;
        let told = walk(&mut *session, &line.moves()?).map_err(|error| Trouble::of_move(&line.game, error))?;
        let last = told.last().map(|told| told.last(asker.lang));
        let shown = Position::of(&*session, told.len() as u32, false, last);
        let moves: Vec<_> = told.iter().map(|told| told.tell(asker.lang)).collect();
        Ok(Json(json!({ "shown": shown, "moves": moves })))
    })
    .await
}

/// Works on a thread that may take its time: a long line is played through from its start.
pub(super) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(Trouble::failed("a line", &error)))
}

#[derive(Deserialize)]
struct Why {
    #[serde(flatten)]
    line: Line,
    held: Held,
    #[serde(default)]
    to: Option<Cell>,
}

/// `POST /api/why`
pub(super) async fn why(asker: Asker, body: Bytes) -> Result<Json<Value>, Trouble> {
    let why: Why = body::read(&body)?;
    work(move || {
        let session = why.line.session()?;
        let rule = session.why_not(&why.held, why.to);
        Ok(Json(json!({ "rule": rule.map(|rule| rule_json(asker.lang, &session.id(), &rule)) })))
    })
    .await
}
