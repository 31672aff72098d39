//! Pages and files to take away.
//!
//! Every page can be read without scripts: boards are pictures until a script takes their place, moves are
//! links. What scripts and styles find on a page is listed in `templates/README.md`.
//!
//! What must hold: no text stands in code or templates (`words`), everything people wrote is escaped, no page
//! carries a script or style inside.
//! Not here: live events and what programs ask (`api`), who may do what (`guard`, `live`).

mod about;
mod begin;
mod bots;
mod bundle;
mod challenge;
mod choice;
mod download;
mod duel;
mod edit;
mod embed;
mod fleet;
mod frame;
mod game;
mod home;
mod learn;
mod lesson;
mod line;
pub(crate) mod names;
mod notes;
mod openings;
mod options;
mod organise;
mod picture;
mod plot;
mod puzzle;
mod puzzles;
mod query;
mod refusal;
mod search;
mod slim;
mod study;
mod table;
mod talk;
mod toml;
mod tournament;
mod tournaments;
mod upload;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use axum::routing::{get, post};

pub(crate) use choice::is_own_path;
pub(crate) use query::escaped;
pub(crate) use refusal::reader;

use crate::App;

/// The routes of all pages and files to take away.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(home::page))
        .route("/games", get(search::page).post(begin::make))
        .route("/games/{game}", get(game::game))
        .route("/games/{game}/talk", get(talk::page))
        .route("/games/{game}/{ply}", get(game::position))
        .route("/games/{game}/join/{secret}", get(begin::invitation).post(begin::join))
        .route("/watch", get(watch::page))
        .route("/study", get(study::page))
        .route("/study.svg", get(study::svg))
        .route("/study.png", get(study::png))
        .route("/embed/games/{game}", get(embed::game))
        .route("/embed/games/{game}/{ply}", get(embed::position))
        .route("/embed/study", get(embed::study))
        .route("/openings", get(openings::page))
        // The guard has measured the body.
        .route("/upload", get(upload::page).post(upload::take_in).layer(DefaultBodyLimit::disable()))
        .route("/edit", get(edit::page).post(edit::read))
        .route("/edit.svg", get(edit::svg))
        .route("/edit.png", get(edit::png))
        .route("/learn", get(learn::list))
        .route("/learn/{course}", get(learn::rules))
        .route("/learn/{course}/{step}", get(lesson::step))
        .route("/puzzles", get(puzzles::page))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzle/{id}", get(puzzle::page))
        .route("/tournaments", get(tournaments::page).post(organise::make))
        .route("/tournaments/new", get(organise::form))
        .route("/tournament/{name}", get(tournament::page))
        .route("/tournament/{name}/{deed}", post(organise::act))
        .route("/match/{id}", get(duel::page))
        .route("/matches", post(challenge::make))
        .route("/matches/new", get(challenge::form))
        .route("/bots", get(bots::list).post(bots::register))
        .route("/bot/{name}", get(bots::page))
        .route("/bot/{name}/{deed}", post(bots::act))
        .route("/fleet", get(fleet::page))
        .route("/fleet/{deed}", post(fleet::act))
        .route("/games/{game}/failure", get(bundle::page))
        .route("/about", get(about::page))
        .route("/operator", get(about::operator))
        .route("/boards/{file}", get(picture::sample))
        .route("/language", post(choice::language))
        .route("/theme", post(choice::theme))
        .fallback(refusal::nothing)
        .layer(from_fn(refusal::layer))
}
