//! The bots: who there is, what each has achieved, and what the operator does with them.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{Html, IntoResponse, Response};
use schwarm_arena::stats::{Estimate, Trinomial};
use schwarm_arena::tournament::table::figures;
use schwarm_play::{Moment, visible};
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use super::names;
use super::query::escaped;
use crate::league::{self, Health, Score, deeds};
use crate::live::shown_name;
use crate::{App, Asker, Trouble, talk};

/// A line of figures.
struct Line {
    name: String,
    link: Option<String>,
    game: String,
    score: Score,
    percent: String,
    elo: String,
}

struct Row {
    name: String,
    link: String,
    command: Option<String>,
    kind: &'static str,
    rating: String,
    score: Score,
}

#[derive(Template)]
#[template(path = "bots.html")]
struct Bots {
    frame: Frame,
    game: String,
    games: Vec<(&'static str, String)>,
    rows: Vec<Row>,
    is_operator: bool,
    can_register: bool,
    /// What somebody wrote into the form, and why it was refused.
    entry: Entry,
    refused: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    game: String,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Entry {
    name: String,
    kind: String,
    command: String,
}

/// `/bots`
pub(super) async fn list(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Query(wish): Query<Wish>,
) -> Result<Html<String>, Trouble> {
    // Thousands of games are looked at.
    asker.exert(&app)?;
    show(&app, &visit, &wish.game, Entry::default(), None).await
}

async fn show(
    app: &App,
    visit: &Visit,
    game: &str,
    entry: Entry,
    refused: Option<String>,
) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let games: Vec<_> = schwarm_catalog::games().into_iter().map(|info| info.id).collect();
    let game = games.iter().find(|id| **id == game).map_or(league::FIRST_GAME, |id| id);
    let cards = league::cards(app);
    let rated = league::ratings(&*app.config.store, &cards, game).await;
    let rated = rated.map_err(|error| Trouble::failed("the store", &error))?;
    let is_operator = is_operator(visit);
    let rows = cards.into_iter().zip(rated).map(|(card, (rating, score))| Row {
        link: format!("/bot/{}", escaped(&card.name)),
        rating: rating.as_ref().map_or_else(|| "–".to_string(), figures::rating),
        kind: if card.is_registered { "registered" } else { "own" },
        name: card.name.clone(),
        command: league::command(card, is_operator),
        score,
    });
    render(&Bots {
        rows: rows.collect(),
        games: games.into_iter().map(|id| (id, names::title(lang, id))).collect(),
        game: game.to_string(),
        is_operator,
        can_register: app.config.organiser.is_some(),
        frame: visit.frame("bots", lang.say("bots.title", &[])),
        entry,
        refused,
    })
}

struct Failed {
    id: i64,
    against: String,
    what: String,
    day: String,
    has_bundle: bool,
}

#[derive(Template)]
#[template(path = "bot.html")]
struct Page {
    frame: Frame,
    address: String,
    command: Option<String>,
    version: Option<String>,
    is_registered: bool,
    is_operator: bool,
    score: Score,
    is_cut: bool,
    versions: Vec<Line>,
    against: Vec<Line>,
    faults: Vec<Failed>,
    health: Option<Health>,
    report: String,
    games: Vec<(&'static str, String)>,
}

/// `/bot/NAME`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path(name): Path<String>,
) -> Result<Html<String>, Trouble> {
    asker.exert(&app)?;
    let lang = visit.lang;
    let profile = league::profile(&app, &asker, &name).await?;
    let career = profile.career;
    let line = |name: String, link: Option<String>, game: String, score: Score| {
        let estimate = Estimate::new(Trinomial { wins: score.wins, draws: score.draws, losses: score.losses });
        let elo = match (estimate.elo, estimate.elo_error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            (Some(elo), None) => format!("{elo:+.0}"),
            _ => "–".to_string(),
        };
        let percent = estimate.score.map_or_else(|| "–".to_string(), |score| format!("{:.0} %", score * 100.0));
        Line { name, link, game, score, percent, elo }
    };
    let against = career.against.into_iter().map(|((game, other), score)| {
        let link = format!("/bot/{}", escaped(&other));
        line(shown_name(lang, &other, false), Some(link), names::title(lang, &game), score)
    });
    let mut against: Vec<_> = against.collect();
    against.sort_by_key(|line| std::cmp::Reverse(line.score.games()));
    let is_open = talk::is_open_to(&app, &asker);
    let mut faults = Vec::new();
    for fault in career.faults {
        faults.push(Failed {
            id: fault.id,
            against: shown_name(lang, &fault.against, false),
            what: lang.say(&format!("bots.fault.{}", fault.what), &[]),
            day: Moment::of_millis(fault.created).date(),
            has_bundle: is_open && league::failure(&app, fault.id).await?.is_some(),
        });
    }
    let report = match &profile.health {
        Some(Health::Report(text) | Health::Failed(text)) => visible(text),
        _ => String::new(),
    };
    let versions = career.versions.into_iter().map(|(version, score)| line(version, None, String::new(), score));
    render(&Page {
        frame: visit.frame("bot", shown_name(lang, &name, false)).with(&["tournament.js"]),
        address: format!("/bot/{}", escaped(&name)),
        command: profile.command,
        versions: versions.collect(),
        games: names::games(lang),
        score: career.all,
        is_cut: career.is_cut,
        version: profile.version,
        is_registered: profile.is_registered,
        is_operator: asker.is_operator,
        health: profile.health,
        against,
        faults,
        report,
    })
}

/// Registers a bot.
pub(super) async fn register(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Form(entry): Form<Entry>,
) -> Result<Response, Trouble> {
    let command = format!("{}:{}", entry.kind.trim(), entry.command.trim());
    let name = entry.name.trim().to_string();
    match deeds::register(&app, &asker, &name, command).await? {
        Ok(()) => Ok(seen(&format!("/bot/{}", escaped(&name)))),
        Err(why) => {
            let html = show(&app, &visit, "", entry, Some(why)).await?;
            // A refusal with a page of its own, which no layer is to put another one over.
            Ok((StatusCode::UNPROCESSABLE_ENTITY, [("content-disposition", "inline")], html).into_response())
        }
    }
}

/// What the operator does with a bot: `/bot/NAME/doctor`, `/bot/NAME/remove`.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    asker: Asker,
    Path((name, deed)): Path<(String, String)>,
    Form(wish): Form<Wish>,
) -> Result<Response, Trouble> {
    deeds::treat(&app, &asker, name.clone(), &deed, wish.game).await?;
    let address = if deed == "remove" { "/bots".to_string() } else { format!("/bot/{}", escaped(&name)) };
    Ok(seen(&address))
}

fn is_operator(visit: &Visit) -> bool {
    visit.asker.as_ref().is_some_and(|asker| asker.is_operator)
}

fn seen(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address.to_string())]).into_response()
}
