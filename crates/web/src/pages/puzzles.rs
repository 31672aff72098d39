//! The puzzles: the one of the day, and all of them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Redirect, Response};
use schwarm_play::Puzzle;

use super::frame::{Frame, Picture, Visit, render};
use super::table::side_word;
use super::{names, query};
use crate::puzzles::{self, Choice, Difficulty, replayed};
use crate::words::Lang;
use crate::{App, Kind, Trouble};

/// Most moves one can choose.
const MOST_MOVES: u64 = 4;

/// A puzzle in a list.
pub(super) struct Card {
    pub(super) id: String,
    pub(super) title: String,
    /// Who wins in how many moves.
    pub(super) task: String,
    pub(super) difficulty: String,
    pub(super) picture: Picture,
}

impl Card {
    /// A puzzle that can be read; whatever the store holds.
    pub(super) fn new(visit: &Visit, puzzle: &Puzzle) -> Option<Card> {
        let view = replayed(puzzle, &[]).ok()?.view();
        let lang = visit.lang;
        let side = side_word(lang, &view, view.to_move);
        let task = lang.count("puzzle.wins", puzzle.moves().into(), &[("side", &side)]);
        Some(Card {
            title: names::title(lang, &puzzle.game),
            difficulty: difficulty(lang, puzzle),
            picture: visit.picture(format!("/puzzle/{}.svg", puzzle.id), ""),
            id: puzzle.id.clone(),
            task,
        })
    }

    /// The one of today.
    pub(super) fn of_today(visit: &Visit) -> Option<Card> {
        let (day, _) = puzzles::today();
        Card::new(visit, puzzles::of_day(puzzles::shipped(), day)?)
    }
}

/// How hard a puzzle is, in words and as a number.
pub(super) fn difficulty(lang: Lang, puzzle: &Puzzle) -> String {
    let level = lang.say(&format!("puzzle.level.{}", Difficulty::of(puzzle.rating).id()), &[]);
    lang.say("puzzle.rating", &[("level", &level), ("n", &puzzle.rating.to_string())])
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct Puzzles {
    frame: Frame,
    date: String,
    daily: Option<Card>,
    choice: Choice,
    games: Vec<(&'static str, String)>,
    levels: Vec<(&'static str, String)>,
    moves: Vec<(String, String)>,
    cards: Vec<Card>,
    back: Option<String>,
    more: Option<String>,
}

/// `/puzzles`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Query(choice): Query<Choice>,
) -> Result<Html<String>, Trouble> {
    let lang = visit.lang;
    let wanted = choice.wanted();
    let (found, is_more) = puzzles::page(&app, &wanted).await?;
    let page = wanted.page + 1;
    let say = |key: &str| lang.say(key, &[]);
    render(&Puzzles {
        frame: visit.frame("puzzles", say("puzzles.title")).with(&["puzzles.js"]),
        date: puzzles::today().1,
        daily: Card::of_today(&visit),
        games: names::games(lang),
        levels: Difficulty::ALL.map(|level| (level.id(), say(&format!("puzzle.level.{}", level.id())))).to_vec(),
        moves: (1..=MOST_MOVES).map(|n| (n.to_string(), lang.count("puzzles.moves", n, &[]))).collect(),
        cards: found.iter().filter_map(|puzzle| Card::new(&visit, puzzle)).collect(),
        back: (page > 1).then(|| address(&choice, page - 1)),
        more: is_more.then(|| address(&choice, page + 1)),
        choice,
    })
}

fn address(choice: &Choice, page: usize) -> String {
    let fields = [("game", &choice.game), ("level", &choice.level), ("moves", &choice.moves)];
    let fields = fields.into_iter().filter(|(_, value)| !value.is_empty());
    let parts: Vec<_> = fields.map(|(name, value)| format!("{name}={}", query::escaped(value))).collect();
    format!("/puzzles?{}", parts.into_iter().chain([format!("page={page}")]).collect::<Vec<_>>().join("&"))
}

/// `/puzzles/daily`
pub(super) async fn daily() -> Result<Response, Trouble> {
    let (day, _) = puzzles::today();
    let puzzle = puzzles::of_day(puzzles::shipped(), day).ok_or(Kind::Unknown)?;
    Ok(([(CACHE_CONTROL, "no-store")], Redirect::to(&format!("/puzzle/{}", puzzle.id))).into_response())
}
