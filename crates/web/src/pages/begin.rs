//! Making a game from the form of the first page, and taking the free seat of one by its link.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::response::{AppendHeaders, Html, IntoResponse, Response};
use schwarm_core::Side;
use serde::Deserialize;

use super::frame::{Frame, Picture, Visit, render};
use super::{names, options};
use crate::live::{NewGame, Secret, Status, seat_cookies};
use crate::{App, Asker, Kind, Trouble};

/// The form of the first page, and that of a position set up by hand.
#[derive(Deserialize)]
pub(super) struct Order {
    game: String,
    opponent: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    time: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    position: String,
    /// `with-m` and the like: what the game is played with.
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

impl Order {
    fn read(self) -> Result<NewGame, Trouble> {
        let side = match self.side.as_str() {
            "one" => Some(Side::One),
            "two" => Some(Side::Two),
            "" | "random" => None,
            _ => return Err(Kind::BadRequest.into()),
        };
        let time = if self.time.is_empty() { "none" } else { &self.time };
        Ok(NewGame {
            game: options::ordered(&self.game, &self.others),
            opponent: self.opponent.parse().map_err(|_| Kind::BadRequest)?,
            side,
            time: time.parse().map_err(|_| Kind::BadRequest)?,
            setup: Some(self.setup).filter(|setup| !setup.trim().is_empty()),
            position: Some(self.position).filter(|position| !position.trim().is_empty()),
        })
    }
}

/// Makes a game and goes to it.
pub(super) async fn make(
    State(app): State<Arc<App>>,
    asker: Asker,
    Form(order): Form<Order>,
) -> Result<Response, Trouble> {
    asker.exert(&app)?;
    let made = app.hall.make(&asker, order.read()?).await?;
    Ok(seated(&asker, made.id, &made.secret))
}

#[derive(Template)]
#[template(path = "join.html")]
struct Join {
    frame: Frame,
    title: String,
    picture: Picture,
    is_free: bool,
    address: String,
}

/// Shows what somebody is invited to. The seat is taken by a button: programs that look at links must not take it.
pub(super) async fn invitation(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path((id, secret)): Path<(i64, String)>,
) -> Result<Html<String>, Trouble> {
    let state = app.hall.look(id, &asker).await?;
    let game = names::title(visit.lang, &state.shown.game);
    let time = state.time.as_ref().and_then(|time| time.parse().ok()).map(|time| names::time(visit.lang, time));
    render(&Join {
        frame: visit.frame("join", visit.lang.say("join.title", &[])),
        picture: visit.picture(format!("/boards/{}.svg", state.shown.game), game.clone()),
        title: [game].into_iter().chain(time).collect::<Vec<_>>().join(", "),
        is_free: state.status == Status::Waiting && state.seat.is_none(),
        address: format!("/games/{id}/join/{}", super::query::escaped(&secret)),
    })
}

/// Takes the free seat and goes to the game.
pub(super) async fn join(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path((id, secret)): Path<(i64, String)>,
) -> Result<Response, Trouble> {
    let secret = app.hall.join(id, &secret, &asker).await?;
    Ok(seated(&asker, id, &secret))
}

/// Gives the asker a seat and sends it there.
fn seated(asker: &Asker, id: i64, secret: &Secret) -> Response {
    let cookies = seat_cookies(asker, id, secret).into_iter().map(|cookie| (SET_COOKIE, cookie));
    (StatusCode::SEE_OTHER, [(LOCATION, format!("/games/{id}"))], AppendHeaders(cookies)).into_response()
}
