//! Tournaments as JSON.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use crate::league;
use crate::{App, Kind, Trouble};

/// Tournaments of a list.
const SHOWN: usize = 30;

/// `GET /api/tournaments`
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Value>, Trouble> {
    let all = league::list(&*app.config.store).await.map_err(|error| Trouble::failed("the store", &error))?;
    let mut told = Vec::new();
    for kept in all.iter().take(SHOWN) {
        let Some(view) = app.league.view(&app, &kept.name).await? else { continue };
        let state = app.league.state(&app, &view).await?;
        let (ended, games) = view.report.games();
        told.push(json!({
            "name": kept.name,
            "title": view.config.title,
            "game": view.config.game,
            "format": view.config.tournament.format().id(),
            "bots": view.report.names,
            "state": state.id(),
            "ended": ended,
            "games": games,
        }));
    }
    Ok(Json(json!({ "tournaments": told })))
}

/// `GET /api/tournaments/NAME`
pub(super) async fn one(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Json<Value>, Trouble> {
    let view = app.league.view(&app, &name).await?.ok_or(Kind::Unknown)?;
    let state = app.league.state(&app, &view).await?;
    let mut told = view.report.json();
    told["name"] = json!(name);
    told["state"] = json!(state.id());
    told["version"] = json!(view.version());
    told["curve"] = json!(view.curve);
    Ok(Json(told))
}

/// `GET /api/tournaments/NAME/version`: whether a page is still what it should be.
pub(super) async fn version(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Json<Value>, Trouble> {
    let view = app.league.view(&app, &name).await?.ok_or(Kind::Unknown)?;
    let state = app.league.state(&app, &view).await?;
    Ok(Json(json!({ "state": state.id(), "version": view.version() })))
}
