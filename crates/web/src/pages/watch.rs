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
    let of = tournament.clone().map_or(Of::All, Of::Tournament);
    render(&Watch { frame, tiles: tiles_of(&app, &visit, &of).await, tournament })
}

/// Which games are wanted.
pub(super) enum Of {
    /// All that run.
    All,
    /// Those of a tournament.
    Tournament(String),
    /// Those of a match.
    Match(String),
}

impl Of {
    /// Whether a game of this match is one of them.
    fn has(&self, of_match: Option<&str>) -> bool {
        match self {
            Of::All => true,
            Of::Match(name) => of_match == Some(name),
            Of::Tournament(name) => {
                let rest = of_match.and_then(|of_match| of_match.strip_prefix(name.as_str()));
                rest.is_some_and(|rest| rest.starts_with('/'))
            }
        }
    }
}

/// All running games, the latest first.
pub(super) async fn tiles(app: &App, visit: &Visit) -> Vec<Tile> {
    tiles_of(app, visit, &Of::All).await
}

/// The running games that are wanted.
pub(super) async fn tiles_of(app: &App, visit: &Visit, of: &Of) -> Vec<Tile> {
    let running = app.hall.running().await;
    running
        .into_iter()
        .filter(|running| of.has(running.of_match.as_deref()))
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
