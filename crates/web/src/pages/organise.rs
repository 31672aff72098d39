//! Making a tournament from a form or a file, and what the operator does with one: go on, pause, cancel, change its file.
//!
//! What must hold: nobody but the operator gets past the first line of any of these; what was written into a form is in the page
//! that says what is wrong with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{Html, IntoResponse, Response};
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use super::{names, toml};
use crate::league::deeds::{self, Refusal, Refused, Undone, organiser};
use crate::{App, Asker, Organiser, Trouble};

/// The formats one can choose, in the order they are offered.
const KINDS: [&str; 7] = ["round-robin", "league", "swiss", "knockout", "gauntlet", "ladder", "final-eight"];

/// How far programs are trusted.
pub(super) const SANDBOXES: [&str; 3] = ["trusted", "guarded", "jailed"];

/// What stands before the name of a bot in the form.
const BOT: &str = "bot:";

/// The form of a new tournament.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    title: String,
    game: String,
    kind: String,
    pairs: String,
    rounds: String,
    time: String,
    concurrency: String,
    plies: String,
    seed: String,
    sandbox: String,
    /// The text of a file.
    file: String,
    /// What is to be done: `form` plays what the fields say, `write` makes a file of them, `file` plays the file.
    deed: String,
    /// `bot:NAME` for everyone who takes part.
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

impl Default for Wish {
    fn default() -> Wish {
        let text = |text: &str| text.to_string();
        Wish {
            title: String::new(),
            game: text("piranhas-2026"),
            kind: text(KINDS[0]),
            pairs: text("5"),
            rounds: String::new(),
            time: text("10+0.1"),
            concurrency: text("2"),
            plies: String::new(),
            seed: text("1"),
            sandbox: text("guarded"),
            file: String::new(),
            deed: String::new(),
            others: BTreeMap::new(),
        }
    }
}

struct Choice {
    name: String,
    command: String,
    is_chosen: bool,
}

#[derive(Template)]
#[template(path = "organise.html")]
struct Organise {
    frame: Frame,
    wish: Wish,
    games: Vec<(&'static str, String)>,
    kinds: Vec<(&'static str, String)>,
    sandboxes: Vec<(&'static str, String)>,
    bots: Vec<Choice>,
    most_games: usize,
    /// What is wrong: what the command would print.
    problems: Option<String>,
    /// Why nothing was begun, in a sentence.
    refused: Option<String>,
}

/// The form of `/tournaments/new`.
pub(super) async fn form(State(app): State<Arc<App>>, visit: Visit, asker: Asker) -> Result<Response, Trouble> {
    let organiser = organiser(&app, &asker)?;
    show(&app, &visit, &*organiser, Wish::default(), None, None).await
}

/// Makes a tournament and goes to it.
pub(super) async fn make(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Form(mut wish): Form<Wish>,
) -> Result<Response, Trouble> {
    let organiser = organiser(&app, &asker)?;
    asker.exert(&app)?;
    wish.file = wish.file.replace("\r\n", "\n");
    if wish.deed == "write" {
        wish.file = written(&wish, &*organiser);
        return show(&app, &visit, &*organiser, wish, None, None).await;
    }
    let file = if wish.deed == "file" { wish.file.clone() } else { written(&wish, &*organiser) };
    match deeds::begin(&app, &asker, file).await {
        Ok(name) => Ok(seen(&name)),
        Err(Undone::Refused(refused)) => wrong(&app, &visit, &*organiser, wish, refused, "").await,
        Err(Undone::Trouble(trouble)) => Err(trouble),
    }
}

#[derive(Deserialize)]
pub(super) struct Change {
    #[serde(default)]
    file: String,
}

/// What the operator does with a tournament: `/tournament/NAME/pause` and the like.
pub(super) async fn act(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Path((name, deed)): Path<(String, String)>,
    Form(change): Form<Change>,
) -> Result<Response, Trouble> {
    let organiser = organiser(&app, &asker)?;
    match deeds::act(&app, &asker, &name, &deed, &change.file).await {
        Ok(()) => Ok(seen(&name)),
        Err(Undone::Refused(refused)) => wrong(&app, &visit, &*organiser, Wish::default(), refused, &name).await,
        Err(Undone::Trouble(trouble)) => Err(trouble),
    }
}

/// The form with what is wrong about the file.
async fn wrong(
    app: &App,
    visit: &Visit,
    organiser: &dyn Organiser,
    wish: Wish,
    refused: Refused,
    name: &str,
) -> Result<Response, Trouble> {
    let lang = visit.lang;
    let wish = Wish { file: refused.file, ..wish };
    let (problems, refused) = match refused.why {
        Refusal::Problems(problems) => (Some(problems.in_file(lang.say("organise.line", &[])).to_string()), None),
        Refusal::Taken(name) => (None, Some(lang.say("organise.taken", &[("name", &name)]))),
        Refusal::Renamed => (None, Some(lang.say("organise.renamed", &[("name", name)]))),
    };
    show(app, visit, organiser, wish, problems, refused).await
}

async fn show(
    app: &App,
    visit: &Visit,
    organiser: &dyn Organiser,
    wish: Wish,
    problems: Option<String>,
    refused: Option<String>,
) -> Result<Response, Trouble> {
    let lang = visit.lang;
    let is_wrong = problems.is_some() || refused.is_some();
    let is_first = wish.deed.is_empty() && !is_wrong;
    let bots = organiser.bots().into_iter().map(|card| Choice {
        // Something to begin with: a league of all that is registered.
        is_chosen: wish.others.contains_key(&format!("{BOT}{}", card.name)) || (is_first && card.is_registered),
        name: card.name,
        command: card.command,
    });
    let page = Organise {
        bots: bots.collect(),
        games: names::games(lang),
        kinds: KINDS.map(|kind| (kind, lang.say(&format!("organise.kind.{kind}"), &[]))).to_vec(),
        sandboxes: SANDBOXES.map(|level| (level, lang.say(&format!("organise.sandbox.{level}"), &[]))).to_vec(),
        most_games: app.bounds().tournament_games,
        frame: visit.frame("organise", lang.say("organise.title", &[])).with(&["organise.js"]),
        wish,
        problems,
        refused,
    };
    Ok(answered(render(&page)?, is_wrong))
}

/// A form; one that is wrong is a refusal with a page of its own, which no layer is to put another one over.
pub(super) fn answered(html: Html<String>, is_wrong: bool) -> Response {
    let head = [("content-disposition", "inline")];
    if is_wrong { (StatusCode::UNPROCESSABLE_ENTITY, head, html).into_response() } else { html.into_response() }
}

/// Goes to the tournament.
pub(super) fn seen(name: &str) -> Response {
    let address = format!("/tournament/{}", super::query::escaped(name));
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}

/// The fields as the text of a file. What is no number is left for whoever reads the file to complain of.
fn written(wish: &Wish, organiser: &dyn Organiser) -> String {
    let mut file = format!("title = {}\ngame = {}\n", toml::quoted(&wish.title), toml::quoted(&wish.game));
    file.push_str(&format!("time = {}\n", toml::quoted(&wish.time)));
    file.push_str(&toml::numbers(&[("seed", &wish.seed), ("concurrency", &wish.concurrency)]));
    file.push_str(&toml::openings(&wish.plies));
    file.push_str(&format!("\n[format]\nkind = {}\n", toml::quoted(&wish.kind)));
    let mut add = |key: &str, value: String| file.push_str(&format!("{key} = {value}\n"));
    let rounds = wish.rounds.trim();
    match wish.kind.as_str() {
        "final-eight" => {
            let games = wish.pairs.trim().parse::<u64>().map(|pairs| pairs.saturating_mul(2).to_string());
            add("least_games", games.unwrap_or_else(|_| toml::quoted(&wish.pairs)));
        }
        "knockout" => add("pairs", toml::number(&wish.pairs)),
        kind => {
            add("pairs", toml::number(&wish.pairs));
            let key = if matches!(kind, "swiss" | "ladder") { "rounds" } else { "cycles" };
            if !rounds.is_empty() {
                add(key, toml::number(rounds));
            }
        }
    }
    for card in organiser.bots() {
        if wish.others.contains_key(&format!("{BOT}{}", card.name)) {
            file.push_str(&toml::bot(&card.name, &card, &wish.sandbox));
        }
    }
    file
}
