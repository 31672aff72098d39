//! The wall: all running games.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Html;

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
}

pub(super) async fn page(State(app): State<Arc<App>>, visit: Visit) -> Result<Html<String>, Trouble> {
    let frame = visit.frame("watch", visit.lang.say("watch.title", &[])).with(&["watch.js"]);
    render(&Watch { frame, tiles: tiles(&app, &visit).await })
}

/// All running games, the latest first.
pub(super) async fn tiles(app: &App, visit: &Visit) -> Vec<Tile> {
    let running = app.hall.running().await;
    running
        .into_iter()
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
