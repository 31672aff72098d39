//! The games there are.

use axum::Json;
use schwarm_core::GameInfo;
use serde_json::{Value, json};

use crate::Asker;
use crate::pages::names;

/// `GET /api/catalog`
pub(super) async fn catalog(asker: Asker) -> Json<Value> {
    let game = |info: &GameInfo| {
        let options = info.options.iter().map(|option| {
            json!({ "name": option.name, "values": option.values, "default": option.default, "help": option.help })
        });
        json!({
            "id": info.id,
            "aliases": info.aliases,
            "title": names::title(asker.lang, info.id),
            "summary": names::summary(asker.lang, info),
            "sides": info.sides,
            "setup": info.setup,
            "options": options.collect::<Vec<_>>(),
            "ply_limit": info.ply_limit,
        })
    };
    let games = schwarm_catalog::games();
    Json(json!({ "games": games.iter().map(|info| game(info)).collect::<Vec<_>>() }))
}
