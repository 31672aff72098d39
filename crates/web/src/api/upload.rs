//! Games that programs hand in.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Query;
use crate::upload::{Cut, Found, remark_words, take};
use crate::{App, Asker, Trouble};

#[derive(Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    keep: bool,
}

/// `POST /api/upload?keep=true`, the file itself as the body
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    asker: Asker,
    Query(wish): Query<Wish>,
    body: Bytes,
) -> Result<Json<Value>, Trouble> {
    let report = take(&app, &asker, body.to_vec(), wish.keep).await?;
    let game = |found: &Found| match &found.record {
        Ok(record) => json!({
            "game": record.game,
            "players": record.players,
            "plies": record.moves.len(),
            "winner": record.ending.as_ref().and_then(|ending| ending.winner),
            "over": record.ending.is_some(),
            "remarks": found.remarks.iter().map(|remark| remark_words(asker.lang, remark)).collect::<Vec<_>>(),
            "id": found.id,
        }),
        Err(problem) => json!({ "error": problem.words(asker.lang), "kind": problem.id() }),
    };
    Ok(Json(json!({
        "format": report.format,
        "packed": report.was_packed,
        "good": report.good(),
        "games": report.games.iter().map(game).collect::<Vec<_>>(),
        "cut": report.cut.map(Cut::id),
    })))
}
