//! The explorer of openings: what was played from a position, by whom, and how it ended.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Html;
use schwarm_core::Side;
use schwarm_store::Played;
use serde_json::json;

use super::frame::{Frame, Picture, Visit, embedded, render};
use super::search::{Found, found};
use super::study::{Line, Wish, address};
use super::table::side_word;
use super::{names, query};
use crate::openings::{Step, explore};
use crate::words::Lang;
use crate::{App, Position, Trouble};

/// Other ways to write a move that are named.
const NAMED: usize = 3;

/// A move that was played.
struct Row {
    text: String,
    words: String,
    /// Moves that come to the same, where there are any.
    same: Option<String>,
    href: String,
    results: Results,
}

/// How games ended, in numbers and as parts of a bar.
struct Results {
    games: u64,
    words: String,
    /// Hundredths: first side, draws, second side.
    parts: [u64; 3],
}

/// A move that led here.
struct Way {
    text: String,
    words: String,
    href: String,
}

#[derive(Template)]
#[template(path = "openings.html")]
struct Openings {
    frame: Frame,
    game: String,
    games: Vec<(&'static str, String)>,
    picture: Picture,
    trouble: Option<String>,
    first: String,
    ways: Vec<Way>,
    here: Results,
    colours: [&'static str; 2],
    rows: Vec<Row>,
    found: Vec<Found>,
    is_whole: bool,
    study: String,
    data: String,
}

/// `/openings?game=hive&moves=…`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Query(wish): Query<Wish>,
) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let line = Line::open(lang, &wish)?;
    let (game, start) = (line.rules.id(), wish.start.trim());
    let title = names::title(lang, &game);
    let played: Vec<&str> = line.told.iter().map(|told| told.text.as_str()).collect();
    let link = |page: &str, moves: &[&str]| {
        address(&game, start, &moves.join(";"), query::escaped).replacen("/study", page, 1)
    };
    let explored = explore(&app, lang, line.session.clone_box()).await?;
    let view = line.session.view();
    let sides = Side::BOTH.map(|side| side_word(lang, &view, side));
    let row = |step: Step| Row {
        same: same(lang, &step.moves[1..]),
        href: link("/openings", &[&played[..], &[step.moves[0].as_str()]].concat()),
        text: step.moves.into_iter().next().unwrap_or_default(),
        words: step.words,
        results: results(lang, &sides, step.played),
    };
    let way = |(at, told): (usize, &crate::live::MoveTold)| Way {
        text: told.text.clone(),
        words: told.words.clone(),
        href: link("/openings", &played[..=at]),
    };
    let alt = lang.say("openings.picture", &[("game", &title)]);
    let shown = Position::of(&*line.session, played.len() as u32, false, None);
    render(&Openings {
        frame: visit.frame("openings", lang.say("openings.title", &[])).with(&["openings.js"]),
        games: names::games(lang),
        picture: visit.picture(link("/study.svg", &played), alt),
        first: link("/openings", &[]),
        ways: line.told.iter().enumerate().map(way).collect(),
        here: results(lang, &sides, explored.here),
        colours: view.sides,
        rows: explored.moves.into_iter().map(row).collect(),
        found: explored.games.into_iter().map(|row| found(lang, row)).collect(),
        is_whole: explored.is_whole,
        study: link("/study", &played),
        data: embedded(&json!({
            "line": { "game": game, "start": line.start, "moves": played },
            "shown": shown,
            "here": link("/openings", &played),
        })),
        trouble: line.trouble,
        game,
    })
}

/// Moves that come to the same.
fn same(lang: Lang, others: &[String]) -> Option<String> {
    let named = others.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match others.len() {
        0 => None,
        n if n > NAMED => {
            let more = (n - NAMED).to_string();
            Some(lang.say("openings.same-more", &[("moves", &named), ("n", &more)]))
        }
        _ => Some(lang.say("openings.same", &[("moves", &named)])),
    }
}

fn results(lang: Lang, sides: &[String; 2], played: Played) -> Results {
    let games = played.games();
    let counts = [played.one, played.draws, played.two];
    let part = |count: u64| (count * 100 + games / 2).checked_div(games).unwrap_or_default();
    let [one, draws, two] = counts.map(|count| count.to_string());
    let named = [("one", sides[0].as_str()), ("two", sides[1].as_str()), ("w", &one), ("d", &draws), ("l", &two)];
    Results { games, words: lang.say("openings.results", &named), parts: counts.map(part) }
}
