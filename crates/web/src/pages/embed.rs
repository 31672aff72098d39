//! Boards for the pages of others: one position, the way through its game, a link to it here.
//!
//! These pages alone may stand in frames of other sites. Nothing can be done on them but look.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::Html;

use super::frame::{Frame, Picture, Visit, render};
use super::game::number;
use super::study::{Line, Wish, address};
use super::table::{Parts, Steps, described, steps};
use super::{line, names, query};
use crate::live::walk;
use crate::{App, Kind, Trouble};

#[derive(Template)]
#[template(path = "embed.html")]
struct Embed {
    frame: Frame,
    title: String,
    /// The last move, in words.
    last: String,
    picture: Picture,
    steps: Steps,
    /// The page here.
    whole: String,
}

/// `/embed/games/17`
pub(super) async fn game(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path(id): Path<String>,
) -> Result<Html<String>, Trouble> {
    of_game(&app, &visit, number(&id)?, None).await
}

/// `/embed/games/17/23`
pub(super) async fn position(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path((id, ply)): Path<(String, String)>,
) -> Result<Html<String>, Trouble> {
    of_game(&app, &visit, number(&id)?, Some(number(&ply)?)).await
}

async fn of_game(app: &App, visit: &Visit, id: i64, ply: Option<usize>) -> Result<Html<String>, Trouble> {
    let record = line::stored(app, id).await?.record;
    let shown = ply.unwrap_or(record.moves.len());
    let later = record.moves.len().checked_sub(shown).ok_or(Kind::Unknown)?;
    let mut session = line::at(&record, Some(0))?;
    let told = walk(&mut *session, &record.moves).map_err(|error| Trouble::failed("a stored game", &error))?;
    for _ in 0..later {
        session.undo();
    }
    let told: Vec<_> = told.iter().map(|told| told.tell(visit.lang)).collect();
    let players = record.players.each_ref().map(|name| crate::live::shown_name(visit.lang, name, false));
    let title = visit.lang.say("play.title", &[("one", &players[0]), ("two", &players[1])]);
    let parts = Parts {
        session: &*session,
        players,
        clocks: None,
        ending: None,
        told: &told,
        ply: shown,
        href: &|ply| format!("/embed/games/{id}/{ply}"),
        picture: format!("/games/{id}/{shown}.svg"),
    };
    page(visit, title, &parts, format!("/games/{id}/{shown}"))
}

/// `/embed/study?game=…`
pub(super) async fn study(visit: Visit, Query(wish): Query<Wish>) -> Result<Html<String>, Trouble> {
    let line = Line::open(visit.lang, &wish)?;
    if line.trouble.is_some() {
        return Err(Kind::UnknownGame.into());
    }
    let (session, ply) = line.at(wish.ply)?;
    let game = line.rules.id();
    let moves: Vec<&str> = line.told.iter().map(|told| told.text.as_str()).collect();
    let whole = address(&game, wish.start.trim(), &moves.join(";"), query::escaped);
    let parts = Parts {
        session: &*session,
        players: [String::new(), String::new()],
        clocks: None,
        ending: None,
        told: &line.told,
        ply,
        href: &|ply| format!("/embed{whole}&ply={ply}"),
        picture: format!("{whole}&ply={ply}").replacen("/study?", "/study.svg?", 1),
    };
    page(&visit, names::title(visit.lang, &game), &parts, format!("{whole}&ply={ply}"))
}

fn page(visit: &Visit, title: String, parts: &Parts<'_>, whole: String) -> Result<Html<String>, Trouble> {
    let last = parts.ply.checked_sub(1).and_then(|at| parts.told.get(at));
    render(&Embed {
        frame: visit.frame("embed", title.clone()),
        last: last.map(|told| told.words.clone()).unwrap_or_default(),
        picture: visit.picture(parts.picture.clone(), described(visit.lang, &title, parts)),
        steps: steps(parts),
        whole: visit.absolute(&whole),
        title,
    })
}
