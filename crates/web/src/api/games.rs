//! Making games, looking at them, playing them.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use schwarm_core::Side;
use schwarm_play::Moment;
use schwarm_store::GameRow;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::{Path, Query};
use super::body;
use crate::live::{Deed, EndingTold, GameState, NewGame, Opponent, seat_cookies, shown_name};
use crate::{App, Asker, Kind, Trouble, search};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    game: String,
    opponent: Opponent,
    #[serde(default)]
    side: Option<String>,
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    setup: Option<String>,
    #[serde(default)]
    position: Option<String>,
}

/// `POST /api/games`
pub(super) async fn make(State(app): State<Arc<App>>, asker: Asker, body: Bytes) -> Result<Response, Trouble> {
    let wish: Wish = body::read(&body)?;
    let side = match wish.side.as_deref() {
        Some("one") => Some(Side::One),
        Some("two") => Some(Side::Two),
        Some("random") | None => None,
        Some(_) => return Err(Trouble::detailed(Kind::BadRequest, &"side: one, two or random")),
    };
    let time = wish.time.as_deref().unwrap_or("none").parse();
    let time = time.map_err(|error| Trouble::detailed(Kind::BadRequest, &format!("time: {error}")))?;
    asker.exert(&app)?;
    let Wish { game, opponent, setup, position, .. } = wish;
    let new = NewGame { game, opponent, side, time, setup, position };
    let made = app.hall.make(&asker, new).await?;
    let cookies = seat_cookies(&asker, made.id, &made.secret).into_iter().map(|cookie| (SET_COOKIE, cookie));
    let told = json!({ "id": made.id, "url": format!("/games/{}", made.id), "secret": made.secret.to_string() });
    Ok((StatusCode::CREATED, AppendHeaders(cookies), Json(told)).into_response())
}

/// `GET /api/games?game=…`
pub(super) async fn list(
    State(app): State<Arc<App>>,
    asker: Asker,
    Query(wish): Query<search::Wish>,
) -> Result<Json<Value>, Trouble> {
    if !wish.has_known_result() {
        return Err(Trouble::detailed(Kind::BadRequest, &"result: one, two, draw, aborted or open"));
    }
    let (rows, older) = wish.find(&app, asker.lang).await?;
    let game = |row: &GameRow| {
        let sides = schwarm_catalog::open(&row.game).map_or(["white", "black"], |rules| rules.info().sides);
        json!({
            "id": row.id,
            "url": format!("/games/{}", row.id),
            "game": row.game,
            "players": row.players.each_ref().map(|name| shown_name(asker.lang, name, false)),
            "ending": row.ending.as_ref().map(|ending| EndingTold::of(asker.lang, ending, sides)),
            "match": row.of_match.as_ref().filter(|name| !name.starts_with("web-")),
            "date": Moment::of_millis(row.created).date(),
        })
    };
    Ok(Json(json!({ "games": rows.iter().map(game).collect::<Vec<_>>(), "older": older })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invited {
    invitation: String,
}

/// `POST /api/games/17/join`
pub(super) async fn join(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Trouble> {
    let id = number(&id)?;
    let Invited { invitation } = body::read(&body)?;
    // The address that was told may be handed on as it is.
    let link = invitation.rsplit('/').next().unwrap_or_default();
    let secret = app.hall.join(id, link, &asker).await?;
    let cookies = seat_cookies(&asker, id, &secret).into_iter().map(|cookie| (SET_COOKIE, cookie));
    let told = json!({ "id": id, "url": format!("/games/{id}"), "secret": secret.to_string() });
    Ok((AppendHeaders(cookies), Json(told)).into_response())
}

/// `GET /api/games/17`
pub(super) async fn look(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path(id): Path<String>,
) -> Result<Json<GameState>, Trouble> {
    Ok(Json(app.hall.look(number(&id)?, &asker).await?))
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default, rename = "move")]
    text: Option<String>,
    #[serde(default)]
    ply: Option<u32>,
    #[serde(default)]
    accept: Option<bool>,
}

/// `POST /api/games/17/move` and the other deeds
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path((id, deed)): Path<(String, String)>,
    body: Bytes,
) -> Result<Response, Trouble> {
    let id = number(&id)?;
    let Wanted { text, ply, accept } = body::read(&body)?;
    let accept = accept.unwrap_or(true);
    let deed = match (deed.as_str(), text) {
        ("move", Some(text)) => Deed::Move(text, ply),
        ("move", None) => return Err(Trouble::detailed(Kind::BadRequest, &"missing field `move`")),
        ("resign", None) => Deed::Resign,
        ("draw", None) => Deed::Draw(accept),
        ("take-back", None) => Deed::TakeBack(accept),
        ("rematch", None) => Deed::Rematch(accept),
        _ => return Err(Kind::Unknown.into()),
    };
    let done = app.hall.act(id, &asker, deed).await?;
    Ok(Json(done).into_response())
}

/// The number of a game in an address.
pub(super) fn number(text: &str) -> Result<i64, Trouble> {
    text.parse().ok().filter(|id| *id > 0).ok_or_else(|| Kind::Unknown.into())
}
