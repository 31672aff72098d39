//! Tournaments as JSON.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use schwarm_arena::stats::Pentanomial;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Path;
use super::body;
use super::games::number;
use crate::league::deeds::{self, Refusal, Undone};
use crate::league::{self, Duel};
use crate::{App, Asker, Kind, Trouble};

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

/// The text of a tournament's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    file: String,
}

/// What a deed needs that needs nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// `POST /api/tournaments`
pub(super) async fn make(
    State(app): State<Arc<App>>,
    asker: Asker,
    body: Bytes,
) -> Result<(StatusCode, Json<Value>), Trouble> {
    deeds::organiser(&app, &asker)?;
    asker.exert(&app)?;
    let File { file } = body::read(&body)?;
    let name = deeds::begin(&app, &asker, file).await.map_err(undone)?;
    let url = format!("/tournament/{}", crate::pages::escaped(&name));
    Ok((StatusCode::CREATED, Json(json!({ "name": name, "url": url }))))
}

/// `POST /api/tournaments/NAME/pause`, `resume`, `cancel`, `file`
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path((name, deed)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<Value>, Trouble> {
    deeds::organiser(&app, &asker)?;
    let file = match deed.as_str() {
        "file" => body::read::<File>(&body)?.file,
        _ => {
            let Nothing {} = body::read(&body)?;
            String::new()
        }
    };
    deeds::act(&app, &asker, &name, &deed, &file).await.map_err(undone)?;
    Ok(Json(json!({ "name": name })))
}

/// A refusal as programs read it.
fn undone(undone: Undone) -> Trouble {
    let refused = match undone {
        Undone::Trouble(trouble) => return trouble,
        Undone::Refused(refused) => refused,
    };
    match refused.why {
        Refusal::Problems(problems) => Trouble::detailed(Kind::Refused, &problems.in_file("line")),
        Refusal::Taken(name) => Trouble::detailed(Kind::Refused, &format!("there is a tournament named {name}")),
        Refusal::Renamed => Trouble::detailed(Kind::Refused, &"the file is that of another tournament"),
    }
}

/// `GET /api/matches/17`
pub(super) async fn duel(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<Value>, Trouble> {
    let found = league::duel(&app, number(&id)?).await.map_err(|error| Trouble::failed("the store", &error))?;
    let Duel { row, plan, sum, test, .. } = found.ok_or(Kind::Unknown)?;
    let estimate = league::estimate(&sum);
    let test = test.map(|sprt| {
        let verdict = sprt.test(Pentanomial(sum.pairs));
        json!({
            "elo": sprt.hypotheses(),
            "llr": verdict.llr,
            "bounds": [verdict.lower, verdict.upper],
            "state": verdict.state.id(),
        })
    });
    Ok(Json(json!({
        "id": row.id,
        "name": row.name,
        "game": plan.game,
        "players": plan.players,
        "time": plan.time.to_string(),
        "ended": sum.ended,
        "won": sum.wins,
        "drawn": sum.draws,
        "pairs": sum.pairs,
        "score": estimate.score,
        "elo": estimate.elo,
        "error": estimate.elo_error,
        "test": test,
    })))
}
