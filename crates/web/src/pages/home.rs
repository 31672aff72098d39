//! The first page: choose a game and begin.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use schwarm_core::GameInfo;
use schwarm_play::TimeControl;

use super::frame::{Frame, Picture, Visit, render};
use super::watch::{Tile, tiles};
use super::{names, options};
use crate::lessons::course_of;
use crate::words::Lang;
use crate::{App, Trouble};

/// The games that are offered first.
const MAIN: [&str; 4] = ["hive", "piranhas-2026", "ostseeschach-2022", "hive-2020"];

/// The clocks that are offered.
const CLOCKS: [&str; 5] = ["none", "180+2", "300+3", "900+10", "30/move"];

/// Running games on the first page.
const MOST_TILES: usize = 6;

/// The level that is chosen at first.
const FIRST_LEVEL: u8 = 3;

struct Card {
    id: &'static str,
    title: String,
    summary: String,
    picture: Picture,
    /// What it can be played with: letter and name.
    options: Vec<(char, String)>,
    /// The course that teaches it.
    course: Option<&'static str>,
}

impl Card {
    fn new(visit: &Visit, info: &'static GameInfo) -> Card {
        let option = |letter| visit.lang.say(&format!("option.{}+{letter}", info.id), &[]);
        Card {
            id: info.id,
            title: names::title(visit.lang, info.id),
            summary: names::summary(visit.lang, info),
            picture: visit.picture(format!("/boards/{}.svg", options::with(info.id, |_| true)), ""),
            options: options::letters(info.id).into_iter().map(|letter| (letter, option(letter))).collect(),
            course: course_of(info.id).map(|course| course.id),
        }
    }
}

struct Level {
    number: u8,
    words: String,
    is_first: bool,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    cards: Vec<Card>,
    more: Vec<Card>,
    levels: Vec<Level>,
    bots: Vec<String>,
    clocks: Vec<(&'static str, String)>,
    tiles: Vec<Tile>,
}

pub(super) async fn page(State(app): State<Arc<App>>, visit: Visit) -> Result<Html<String>, Trouble> {
    let games = schwarm_catalog::games().into_iter().filter(|info| !options::is_variant(info.id));
    let (main, more): (Vec<_>, Vec<_>) = games.partition(|info| is_main(info));
    let mut cards: Vec<_> = main.into_iter().map(|info| Card::new(&visit, info)).collect();
    cards.sort_by_key(|card| MAIN.iter().position(|id| *id == card.id).unwrap_or(MAIN.len()));
    let mut tiles = tiles(&app, &visit).await;
    tiles.truncate(MOST_TILES);
    // Boards that move are worth their weight only where games run.
    let scripts: &[&str] = if tiles.is_empty() { &["home.js"] } else { &["home.js", "watch.js"] };
    render(&Home {
        frame: visit.frame("home", visit.lang.say("home.title", &[])).with(scripts),
        cards,
        more: more.into_iter().map(|info| Card::new(&visit, info)).collect(),
        levels: levels(visit.lang),
        bots: bots(&app, &visit),
        clocks: CLOCKS.into_iter().filter_map(|text| Some((text, clock(visit.lang, text)?))).collect(),
        tiles,
    })
}

/// Whether a game is offered first: one of the chosen ones, or the first of a family that has none there.
fn is_main(info: &GameInfo) -> bool {
    let family = |id: &'static str| id.split(['-', '+']).next().unwrap_or(id);
    let is_known = MAIN.iter().any(|id| family(id) == family(info.id));
    let first = schwarm_catalog::games().into_iter().find(|other| family(other.id) == family(info.id));
    if is_known { MAIN.contains(&info.id) } else { first.is_some_and(|first| first.id == info.id) }
}

fn clock(lang: Lang, text: &str) -> Option<String> {
    text.parse::<TimeControl>().ok().map(|control| names::time(lang, control))
}

fn levels(lang: Lang) -> Vec<Level> {
    let level =
        |number| Level { number, words: lang.say(&format!("level.{number}"), &[]), is_first: number == FIRST_LEVEL };
    (1..=10).map(level).collect()
}

/// The bots that play one of the games; only the operator may start them.
fn bots(app: &App, visit: &Visit) -> Vec<String> {
    if !visit.asker.as_ref().is_some_and(|asker| asker.is_operator) {
        return Vec::new();
    }
    let rules = schwarm_catalog::games().into_iter().filter_map(|info| schwarm_catalog::open(info.id).ok());
    let mut bots: Vec<_> = rules.flat_map(|rules| app.config.opponents.bots(&*rules)).collect();
    bots.sort_unstable();
    bots.dedup();
    bots
}
