//! The answers in JSON: what pages, scripts and programs ask for.

mod analyse;
mod ask;
mod body;
mod bots;
mod catalog;
mod document;
mod edit;
mod events;
mod games;
mod learn;
mod line;
mod lines;
mod openings;
mod puzzles;
mod review;
mod talk;
mod tournaments;
mod upload;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

pub(crate) use review::Reviews;

use crate::{App, Kind, Trouble};

/// The routes below `/api`.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/openapi.json", get(document::serve))
        .route("/catalog", get(catalog::catalog))
        .route("/games", get(games::list).post(games::make))
        .route("/games/{id}", get(games::look))
        .route("/games/{id}/events", get(events::of_game))
        .route("/games/{id}/review", get(review::review))
        .route("/games/{id}/talk", get(talk::talk))
        .route("/games/{id}/join", post(games::join))
        .route("/games/{id}/{deed}", post(games::act))
        .route("/live/events", get(events::of_all))
        .route("/line", post(line::line))
        .route("/why", post(line::why))
        .route("/openings", post(openings::openings))
        .route("/learn", get(learn::list))
        .route("/learn/{course}", get(learn::one))
        .route("/learn/check", post(learn::check))
        .route("/puzzles", get(puzzles::list))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzles/{id}", get(puzzles::one))
        .route("/puzzles/{id}/try", post(puzzles::attempt))
        .route("/puzzles/{id}/hint", post(puzzles::hint))
        .route("/analyse", post(analyse::analyse))
        // The guard has measured the body.
        .route("/upload", post(upload::upload).layer(DefaultBodyLimit::disable()))
        .route("/edit", post(edit::edit))
        .route("/paste", post(edit::read))
        .route("/tournaments", get(tournaments::list).post(tournaments::make))
        .route("/tournaments/{name}", get(tournaments::one))
        .route("/tournaments/{name}/version", get(tournaments::version))
        .route("/tournaments/{name}/{deed}", post(tournaments::act))
        .route("/matches/{id}", get(tournaments::duel))
        .route("/bots", get(bots::list).post(bots::register))
        .route("/bots/{name}", get(bots::one))
        .route("/bots/{name}/{deed}", post(bots::act))
        .fallback(nothing)
        .method_not_allowed_fallback(otherwise)
}

async fn nothing() -> Trouble {
    Kind::Unknown.into()
}

async fn otherwise() -> Trouble {
    Kind::Method.into()
}
