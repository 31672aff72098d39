//! What was played from a position.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use schwarm_store::{GameRow, Played};
use serde_json::{Value, json};

use super::body;
use super::line::{Line, work};
use crate::live::shown_name;
use crate::openings::{Step, explore};
use crate::{App, Asker, Trouble};

/// `POST /api/openings`
pub(super) async fn openings(State(app): State<Arc<App>>, asker: Asker, body: Bytes) -> Result<Json<Value>, Trouble> {
    let line: Line = body::read(&body)?;
    let session = work(move || line.session()).await?;
    let explored = explore(&app, asker.lang, session).await?;
    let step = |step: &Step| {
        let mut told = results(step.played);
        told["move"] = json!(step.moves[0]);
        told["same"] = json!(step.moves[1..]);
        told["words"] = json!(step.words);
        told
    };
    let game = |row: &GameRow| {
        json!({
            "id": row.id,
            "players": row.players.each_ref().map(|name| shown_name(asker.lang, name, false)),
            "winner": row.ending.as_ref().and_then(|ending| ending.winner),
        })
    };
    Ok(Json(json!({
        "games": results(explored.here),
        "moves": explored.moves.iter().map(step).collect::<Vec<_>>(),
        "newest": explored.games.iter().map(game).collect::<Vec<_>>(),
        "complete": explored.is_whole,
    })))
}

fn results(played: Played) -> Value {
    json!({ "one": played.one, "draws": played.draws, "two": played.two })
}
