//! A match of two bots by a form. It is kept and played as a tournament of one encounter, which its test may end, so it is
//! watched, paused and gone on with like any other.
//!
//! What must hold: nobody but the operator gets past the first line of any of these; what was written into the form is in the
//! page that says which field is wrong.

use std::sync::Arc;

use askama::Template;
use axum::Form;
use axum::extract::State;
use axum::response::Response;
use schwarm_arena::tournament::config::{Config, Problem};
use serde::Deserialize;

use super::frame::{Frame, Visit, render};
use super::organise::{SANDBOXES, answered, seen};
use super::{names, toml};
use crate::league::deeds::{self, Refusal, Refused, Undone, organiser};
use crate::{App, Asker, BotCard, Kind, Trouble, league};

/// How many names are tried for a match of bots that have met before.
const MOST_NAMES: u32 = 1000;

/// The longest part of a name before its number, in bytes; names are ASCII.
const LONGEST_STEM: usize = 55;

/// The form of a new match.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct Wish {
    title: String,
    one: String,
    two: String,
    game: String,
    pairs: String,
    time: String,
    concurrency: String,
    plies: String,
    elo0: String,
    elo1: String,
    seed: String,
    sandbox: String,
}

impl Default for Wish {
    fn default() -> Wish {
        let text = |text: &str| text.to_string();
        Wish {
            title: String::new(),
            one: String::new(),
            two: String::new(),
            game: text("piranhas-2026"),
            pairs: text("50"),
            time: text("10+0.1"),
            concurrency: text("2"),
            plies: String::new(),
            elo0: String::new(),
            elo1: String::new(),
            seed: text("1"),
            sandbox: text("guarded"),
        }
    }
}

/// Something wrong with a field.
struct Wrong {
    field: &'static str,
    label: String,
    message: String,
}

#[derive(Template)]
#[template(path = "challenge.html")]
struct Challenge {
    frame: Frame,
    wish: Wish,
    games: Vec<(&'static str, String)>,
    sandboxes: Vec<(&'static str, String)>,
    bots: Vec<BotCard>,
    most_games: usize,
    wrong: Vec<Wrong>,
}

impl Challenge {
    /// The two fields of bots, with who is chosen.
    fn sides(&self) -> [(&'static str, &str); 2] {
        [("one", &self.wish.one), ("two", &self.wish.two)]
    }

    /// Attributes of a field that is wrong.
    fn invalid(&self, field: &str) -> &'static str {
        let is_wrong = self.wrong.iter().any(|wrong| wrong.field == field);
        if is_wrong { " aria-invalid=true aria-describedby=problems" } else { "" }
    }
}

/// The form of `/matches/new`.
pub(super) async fn form(State(app): State<Arc<App>>, visit: Visit, asker: Asker) -> Result<Response, Trouble> {
    let organiser = organiser(&app, &asker)?;
    let bots = organiser.bots();
    // Something to begin with: the first one registered against the next.
    let name = |number: usize| bots.get(number).map_or_else(String::new, |card| card.name.clone());
    let wish = Wish { one: name(0), two: name(1), ..Wish::default() };
    show(&app, &visit, bots, wish, Vec::new())
}

/// Makes a match and goes to it.
pub(super) async fn make(
    State(app): State<Arc<App>>,
    visit: Visit,
    asker: Asker,
    Form(wish): Form<Wish>,
) -> Result<Response, Trouble> {
    let organiser = organiser(&app, &asker)?;
    asker.exert(&app)?;
    let bots = organiser.bots();
    let file = match written(&wish, &bots) {
        Ok(file) => file,
        Err(field) => {
            let message = visit.lang.say("challenge.no-bot", &[]);
            let wrong = Wrong { field, label: label(&visit, field), message };
            return show(&app, &visit, bots, wish, vec![wrong]);
        }
    };
    let file = match Config::read(&file) {
        Ok(config) => format!("name = {}\n{file}", toml::quoted(&free_name(&app, &config.name).await?)),
        // Whoever begins it says what is wrong.
        Err(_) => file,
    };
    match deeds::begin(&app, &asker, file).await {
        Ok(name) => Ok(seen(&name)),
        Err(Undone::Refused(refused)) => {
            let wrong = wrong(&visit, refused);
            show(&app, &visit, bots, wish, wrong)
        }
        Err(Undone::Trouble(trouble)) => Err(trouble),
    }
}

/// A name that no tournament has: this one, or with a number behind it.
async fn free_name(app: &App, wanted: &str) -> Result<String, Trouble> {
    let stem: String = wanted.chars().take(LONGEST_STEM).collect();
    for number in 1..=MOST_NAMES {
        let name = if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
        let found = league::find(&*app.config.store, &name).await;
        if found.map_err(|error| Trouble::failed("the store", &error))?.is_none() {
            return Ok(name);
        }
    }
    Err(Kind::TooMany.into())
}

fn show(app: &App, visit: &Visit, bots: Vec<BotCard>, wish: Wish, wrong: Vec<Wrong>) -> Result<Response, Trouble> {
    let lang = visit.lang;
    let is_wrong = !wrong.is_empty();
    let page = Challenge {
        games: names::games(lang),
        sandboxes: SANDBOXES.map(|level| (level, lang.say(&format!("organise.sandbox.{level}"), &[]))).to_vec(),
        most_games: app.bounds().tournament_games,
        frame: visit.frame("challenge", lang.say("challenge.title", &[])),
        bots,
        wish,
        wrong,
    };
    Ok(answered(render(&page)?, is_wrong))
}

/// The fields as the text of a file.
///
/// # Errors
/// The field that names no bot.
fn written(wish: &Wish, bots: &[BotCard]) -> Result<String, &'static str> {
    let find = |name: &str| bots.iter().find(|card| card.name == name);
    let [one, two] = [find(&wish.one).ok_or("one")?, find(&wish.two).ok_or("two")?];
    let mut names = [one.name.clone(), two.name.clone()];
    if names[0] == names[1] {
        // As `schwarm match` calls them.
        names = [format!("{} #1", one.name), format!("{} #2", two.name)];
    }
    let title = match wish.title.trim() {
        "" => format!("{} – {}", names[0], names[1]),
        title => title.to_string(),
    };
    let mut file = format!("title = {}\ngame = {}\n", toml::quoted(&title), toml::quoted(&wish.game));
    file.push_str(&format!("time = {}\n", toml::quoted(&wish.time)));
    file.push_str(&toml::numbers(&[("seed", &wish.seed), ("concurrency", &wish.concurrency)]));
    file.push_str(&toml::openings(&wish.plies));
    file.push_str("\n[format]\nkind = \"match\"\n");
    file.push_str(&toml::numbers(&[("pairs", &wish.pairs)]));
    let [elo0, elo1] = [&wish.elo0, &wish.elo1].map(|elo| elo.trim().replace(',', "."));
    if !elo0.is_empty() || !elo1.is_empty() {
        file.push_str(&format!("sprt = {}\n", toml::quoted(&format!("elo0={elo0},elo1={elo1}"))));
    }
    for (name, card) in names.iter().zip([one, two]) {
        file.push_str(&toml::bot(name, card, &wish.sandbox));
    }
    Ok(file)
}

/// What is wrong, by the fields the lines of the file were made of.
fn wrong(visit: &Visit, refused: Refused) -> Vec<Wrong> {
    let told = |field, message| Wrong { field, label: label(visit, field), message };
    let problems = match refused.why {
        Refusal::Problems(problems) => problems,
        Refusal::Taken(name) => return vec![told("title", visit.lang.say("organise.taken", &[("name", &name)]))],
        // Only a change of a file can be one.
        Refusal::Renamed => return Vec::new(),
    };
    let of = |problem: &Problem| {
        let bots = refused.file.lines().take(problem.line).filter(|line| *line == "[[bot]]").count();
        let key = problem.source.split(['=', ' ']).next().unwrap_or_default();
        let field = match (key, bots) {
            ("sandbox", _) => "sandbox",
            (_, 1) => "one",
            (_, 2..) => "two",
            ("title", _) => "title",
            ("time", _) => "time",
            ("seed", _) => "seed",
            ("concurrency", _) => "concurrency",
            ("openings", _) => "plies",
            ("pairs", _) => "pairs",
            // The two are one key; the second is wrong as compared to the first.
            ("sprt", _) => "elo1",
            _ => "game",
        };
        told(field, problem.message.clone())
    };
    problems.list().iter().map(of).collect()
}

/// What a field is called.
fn label(visit: &Visit, field: &str) -> String {
    let key = match field {
        "game" => "games.game",
        "title" => "organise.name",
        "one" => "challenge.one",
        "two" => "challenge.two",
        "pairs" => "challenge.pairs",
        "elo1" => "league.elo1",
        "time" => "organise.time",
        "seed" => "organise.seed",
        "concurrency" => "organise.concurrency",
        "plies" => "organise.plies",
        _ => "organise.sandbox",
    };
    visit.lang.say(key, &[])
}
