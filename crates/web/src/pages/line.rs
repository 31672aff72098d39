//! A line of play, and the position somebody wants to see of it.

use schwarm_core::Session;
use schwarm_play::GameRecord;
use schwarm_store::Shown;

use crate::{App, Kind, Trouble};

/// A game of the store.
pub(super) async fn stored(app: &App, id: i64) -> Result<Shown, Trouble> {
    let shown = app.config.store.show(id).await.map_err(|error| Trouble::failed("the store", &error))?;
    shown.ok_or_else(|| Kind::Unknown.into())
}

/// The game after `ply` plies, or after all.
pub(super) fn at(record: &GameRecord, ply: Option<usize>) -> Result<Box<dyn Session>, Trouble> {
    let rules = schwarm_catalog::open(&record.game).map_err(|_| Kind::UnknownGame)?;
    let mut session = record.start.open(&*rules).map_err(|_| Kind::UnknownGame)?;
    let ply = ply.unwrap_or(record.moves.len());
    let moves = record.moves.get(..ply).ok_or(Kind::Unknown)?;
    for played in moves {
        session.play(&played.text).map_err(|error| Trouble::failed("a stored game", &error))?;
    }
    Ok(session)
}
