//! A game: played, watched or studied.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use schwarm_play::GameRecord;
use serde_json::json;

use super::frame::{Frame, Visit, embedded, render};
use super::table::{Parts, Table};
use super::{download, line, picture, query};
use crate::live::{GameState, Status};
use crate::words::Lang;
use crate::{App, Asker, Kind, Trouble, talk};

#[derive(Template)]
#[template(path = "game.html")]
struct Game {
    frame: Frame,
    table: Table,
    /// Address of the game and of its picture, for those who are sent a link.
    address: String,
    preview: String,
    join: Option<String>,
    files: Vec<(String, String)>,
    study: Option<String>,
    /// Where one reads what the bots said.
    talk: Option<String>,
    data: String,
}

/// `/games/17`, `/games/17.pgn`
pub(super) async fn game(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path(name): Path<String>,
) -> Result<Response, Trouble> {
    match name.split_once('.') {
        Some((id, kind)) => download::game(&app, &asker, number(id)?, kind).await,
        None => page(&app, &visit, &asker, number(&name)?, None).await,
    }
}

/// `/games/17/23`, `/games/17/23.svg`
pub(super) async fn position(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path((id, name)): Path<(String, String)>,
    Query(wish): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    let id = number(&id)?;
    let Some((ply, kind)) = name.split_once('.') else {
        return page(&app, &visit, &asker, id, Some(number(&name)?)).await;
    };
    let view = line::at(&line::stored(&app, id).await?.record, Some(number(ply)?))?.view();
    match kind {
        "svg" => Ok(picture::svg(&view, wish)),
        "png" => {
            asker.exert(&app)?;
            picture::png(view, wish).await
        }
        _ => Err(Kind::Unknown.into()),
    }
}

/// A number in an address.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, Trouble> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or_else(|| Kind::Unknown.into())
}

async fn page(app: &App, visit: &Visit, asker: &Asker, id: i64, ply: Option<usize>) -> Result<Response, Trouble> {
    let stored = line::stored(app, id).await?;
    let has_talk = talk::is_there_for(app, asker, &stored).await?;
    let record = stored.record;
    let state = app.hall.look(id, asker).await?;
    let shown = ply.unwrap_or(record.moves.len());
    let session = line::at(&record, Some(shown))?;
    let is_last = shown == record.moves.len();
    let table = Table::new(
        visit,
        Parts {
            session: &*session,
            players: state.players.clone(),
            clocks: state.clocks,
            ending: state.ending.as_ref().filter(|_| is_last).map(|ending| ending.words.clone()),
            told: &state.moves,
            ply: shown,
            href: &|ply| format!("/games/{id}/{ply}"),
            picture: format!("/games/{id}/{shown}.svg"),
        },
    );
    let players = visit.lang.say("play.title", &[("one", &state.players[0]), ("two", &state.players[1])]);
    let mode = mode(&state);
    let page = Game {
        frame: visit.frame("game", format!("{players}, {}", table.title)).with(scripts(mode)),
        address: visit.absolute(&format!("/games/{id}/{shown}")),
        preview: visit.absolute(&format!("/games/{id}/{shown}.png")),
        join: state.join.as_ref().map(|path| visit.absolute(path)),
        files: files(app, visit.lang, id, &record, shown),
        study: Some(study_address(&record, shown)),
        talk: (has_talk && mode == "study").then(|| format!("/games/{id}/talk")),
        data: data(mode, &state, &record, shown),
        table,
    };
    Ok(render(&page)?.into_response())
}

/// What somebody does with a game.
fn mode(state: &GameState) -> &'static str {
    match state.status {
        Status::Over => "study",
        _ if state.seat.is_some() => "play",
        _ => "watch",
    }
}

/// The scripts of a mode.
fn scripts(mode: &str) -> &'static [&'static str] {
    if mode == "study" { &["game.js", "study.js"] } else { &["game.js", "play.js"] }
}

/// What the scripts need.
fn data(mode: &str, state: &GameState, record: &GameRecord, shown: usize) -> String {
    let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
    embedded(&json!({
        "mode": mode,
        "ply": shown,
        "state": state,
        "line": { "game": record.game, "start": record.start, "moves": moves },
        "told": state.moves,
    }))
}

fn files(app: &App, lang: Lang, id: i64, record: &GameRecord, ply: usize) -> Vec<(String, String)> {
    let has_replay = app.config.replay.is_some_and(|write| write(record).is_some());
    let kinds = ["pgn", "xml", "gif", "svg", "png"].into_iter().filter(|kind| *kind != "xml" || has_replay);
    let address = |kind: &str| match kind {
        "svg" | "png" => format!("/games/{id}/{ply}.{kind}"),
        _ => format!("/games/{id}.{kind}"),
    };
    kinds.map(|kind| (address(kind), lang.say(&format!("file.{kind}"), &[]))).collect()
}

/// The address of a study that begins with this position.
pub(super) fn study_address(record: &GameRecord, ply: usize) -> String {
    let moves: Vec<&str> = record.moves.iter().take(ply).map(|played| played.text.as_str()).collect();
    let start = match &record.start {
        schwarm_play::Start::Default => "",
        schwarm_play::Start::Setup(text) | schwarm_play::Start::Position(text) => text,
    };
    super::study::address(&record.game, start, &moves.join("\n"), query::escaped)
}
