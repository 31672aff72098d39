//! Positions set up by hand: what the rules say about a draft, and what a pasted text holds.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use schwarm_core::draft::Draft;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body;
use super::line::work;
use crate::editor::{Judged, paste, start};
use crate::{App, Asker, Kind, Trouble};

#[derive(Deserialize)]
struct Edited {
    game: String,
    draft: Draft,
}

/// `POST /api/edit`
pub(super) async fn edit(asker: Asker, body: Bytes) -> Result<Json<Judged>, Trouble> {
    let Edited { game, draft } = body::read(&body)?;
    work(move || {
        let rules = schwarm_catalog::open(&game).map_err(|_| Kind::UnknownGame)?;
        Ok(Json(Judged::of(asker.lang, &*rules, &draft)))
    })
    .await
}

#[derive(Deserialize)]
struct Text {
    text: String,
    #[serde(default)]
    game: Option<String>,
}

/// `POST /api/paste`
pub(super) async fn read(State(app): State<Arc<App>>, asker: Asker, body: Bytes) -> Result<Json<Value>, Trouble> {
    let Text { text, game } = body::read(&body)?;
    let states = app.config.states;
    work(move || {
        let game = game.unwrap_or_else(|| crate::editor::FIRST.to_string());
        let pasted = match paste(asker.lang, states, &text, &game)? {
            Ok(pasted) => pasted,
            Err(unread) => return Ok(Json(json!({ "game": null, "unread": unread }))),
        };
        let (rules, draft) = (&*pasted.rules, &pasted.draft);
        Ok(Json(json!({
            "game": rules.id(),
            "palette": rules.palette(),
            "start": start(rules),
            "draft": draft,
            "judged": Judged::of(asker.lang, rules, draft),
        })))
    })
    .await
}
