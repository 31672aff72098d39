//! The wall: all running games.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::frame::{Frame, Picture, Visit, render};
use super::names;
use crate::live::Status;
use crate::{App, Trouble};

/// A running game.
pub(super) struct Tile {
    pub(super) id: i64,
    pub(super) game: String,
    pub(super) players: String,
    pub(super) status: String,
    pub(super) picture: Picture,
}

#[derive(Template)]
#[template(path = "watch.html")]
struct Watch {
    frame: Frame,
    tiles: Vec<Tile>,
    /// The tournament whose games alone are shown.
    tournament: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Wish {
    tournament: Option<String>,
}

pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Query(wish): Query<Wish>,
) -> Result<Html<String>, Trouble> {
    let frame = visit.frame("watch", visit.lang.say("watch.title", &[])).with(&["watch.js"]);
    let tournament = wish.tournament.filter(|name| !name.is_empty());
    render(&Watch { frame, tiles: tiles_of(&app, &visit, tournament.as_deref()).await, tournament })
}

/// All running games, the latest first.
pub(super) async fn tiles(app: &App, visit: &Visit) -> Vec<Tile> {
    tiles_of(app, visit, None).await
}

/// The running games of a tournament.
pub(super) async fn tiles_of(app: &App, visit: &Visit, tournament: Option<&str>) -> Vec<Tile> {
    let running = app.hall.running().await;
    let prefix = tournament.map(|name| format!("{name}/"));
    running
        .into_iter()
        .filter(|running| match &prefix {
            Some(prefix) => running.of_match.as_ref().is_some_and(|name| name.starts_with(prefix)),
            None => true,
        })
        .map(|running| {
            let (lang, ply) = (visit.lang, running.shown.ply);
            let [one, two] = running.names(lang);
            let title = names::title(lang, &running.shown.game);
            let moves = lang.count("moves", ply.into(), &[]);
            Tile {
                id: running.id,
                players: lang.say("play.title", &[("one", &one), ("two", &two)]),
                status: match running.status {
                    Status::Waiting => lang.say("play.waiting", &[]),
                    _ => lang.say("play.after", &[("game", &title), ("n", &moves)]),
                },
                picture: visit.picture(format!("/games/{}/{ply}.svg", running.id), title),
                game: running.shown.game,
            }
        })
        .collect()
}
