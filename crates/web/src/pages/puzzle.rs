//! One puzzle: its board, what is said about a try, the line that wins.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use schwarm_core::{Session, Side};
use schwarm_play::{PlayedMove, Puzzle};
use serde_json::json;

use super::frame::{Frame, Picture, Visit, embedded, render};
use super::puzzles::difficulty;
use super::table::{Number, numbers, side_word};
use super::{names, picture, query, study};
use crate::live::{MoveTold, shown_name, walk};
use crate::puzzles::{by_id, replayed, shipped};
use crate::speech::outcome_words;
use crate::words::Lang;
use crate::{App, Position, Trouble};

#[derive(Template)]
#[template(path = "puzzle.html")]
struct Page {
    frame: Frame,
    /// The rule set.
    id: String,
    title: String,
    game: String,
    task: String,
    difficulty: String,
    has_hands: bool,
    picture: Picture,
    sides: Vec<SideOf>,
    numbers: Vec<Number>,
    line: Vec<MoveTold>,
    ending: Option<String>,
    /// Who played the game it comes from, and when it came up.
    from: Option<String>,
    /// The game in the store.
    played: Option<String>,
    study: String,
    next: String,
    data: String,
}

/// A side with its numbers.
struct SideOf {
    id: &'static str,
    name: String,
    numbers: Vec<Number>,
}

/// `/puzzle/ID`, `/puzzle/ID.svg`
pub(super) async fn page(
    State(app): State<Arc<App>>,
    visit: Visit,
    Path(name): Path<String>,
    Query(look): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    let (id, is_picture) = name.strip_suffix(".svg").map_or((name.as_str(), false), |id| (id, true));
    let puzzle = by_id(&app, id).await?;
    let session = replayed(&puzzle, &[])?;
    if is_picture {
        return Ok(picture::marked(session.view(), &[], look));
    }
    Ok(render(&content(&visit, &puzzle, &*session)?)?.into_response())
}

fn content(visit: &Visit, puzzle: &Puzzle, session: &dyn Session) -> Result<Page, Trouble> {
    let lang = visit.lang;
    let view = session.view();
    let side = side_word(lang, &view, view.to_move);
    let game = names::title(lang, &puzzle.game);
    let title = lang.say("puzzle.title", &[("game", &game)]);
    let line: Vec<PlayedMove> = puzzle.line.iter().map(PlayedMove::plain).collect();
    let mut end = session.clone_box();
    let walked = walk(&mut *end, &line).map_err(|error| Trouble::failed("a puzzle", &error))?;
    let others = others(puzzle);
    let has_hands = view.reserves.iter().any(|hand| !hand.is_empty());
    let of_side =
        |(side, id)| SideOf { id, name: side_word(lang, &view, side), numbers: numbers(lang, &view, Some(side)) };
    Ok(Page {
        frame: visit.frame("puzzle", title.clone()).with(&["puzzle.js"]),
        task: lang.count("puzzle.task", puzzle.moves().into(), &[("side", &side)]),
        difficulty: difficulty(lang, puzzle),
        has_hands,
        picture: visit.picture(format!("/puzzle/{}.svg", puzzle.id), lang.say("puzzle.picture", &[])),
        sides: Side::BOTH.into_iter().zip(["one", "two"]).map(of_side).collect(),
        numbers: numbers(lang, &view, None),
        line: walked.iter().map(|told| told.tell(lang)).collect(),
        ending: outcome_words(lang, &*end),
        from: from(lang, puzzle),
        played: puzzle.from.game.map(|game| format!("/games/{game}/{}", puzzle.from.ply)),
        study: study::address(&puzzle.game, &puzzle.position, &puzzle.line.join(";"), query::escaped) + "&ply=0",
        next: others.first().map_or_else(|| "/puzzles".to_string(), |id| format!("/puzzle/{id}")),
        data: data(puzzle, session, &others),
        id: puzzle.game.clone(),
        title,
        game,
    })
}

/// The game a puzzle comes from, in a sentence.
fn from(lang: Lang, puzzle: &Puzzle) -> Option<String> {
    let [one, two] = puzzle.from.players.each_ref().map(|name| shown_name(lang, name, false));
    let n = puzzle.from.ply.saturating_add(1).to_string();
    let is_known = !one.is_empty() && !two.is_empty();
    is_known.then(|| lang.say("puzzle.from", &[("one", &one), ("two", &two), ("n", &n)]))
}

/// Puzzles of the same game that come with the program: the next harder one first, then from the easiest on.
fn others(puzzle: &Puzzle) -> Vec<&'static str> {
    let same = || shipped().iter().filter(|other| other.game == puzzle.game && other.id != puzzle.id);
    let is_harder = |other: &&Puzzle| (other.rating, &other.id) > (puzzle.rating, &puzzle.id);
    same().filter(is_harder).chain(same().filter(|other| !is_harder(other))).map(|other| other.id.as_str()).collect()
}

/// What the script needs.
fn data(puzzle: &Puzzle, session: &dyn Session, others: &[&str]) -> String {
    embedded(&json!({
        "id": puzzle.id,
        "side": session.side_to_move(),
        "line": { "game": puzzle.game, "start": { "position": puzzle.position }, "moves": [] },
        "others": others,
        "shown": Position::of(session, session.turn(), false, None),
    }))
}
