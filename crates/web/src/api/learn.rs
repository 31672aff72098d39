//! Whether a try of a lesson is right.

use axum::Json;
use axum::body::Bytes;
use schwarm_core::view::Cell;
use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::Path;
use super::body;
use super::line::work;
use crate::lessons::{self, Course, Played, Step, Task, course, courses};
use crate::speech::{move_words, outcome_words};
use crate::words::Lang;
use crate::{Asker, Kind, LastMove, Trouble};

/// More cells than any task asks for.
const MOST_CELLS: usize = 400;

/// What was tried: a move, or cells that were shown.
#[derive(Deserialize)]
struct Try {
    course: String,
    step: String,
    #[serde(default, rename = "move")]
    text: Option<String>,
    #[serde(default)]
    cells: Vec<Cell>,
}

/// `GET /api/learn`
pub(super) async fn list(asker: Asker) -> Json<Value> {
    Json(json!({ "courses": courses().iter().map(|course| about(asker.lang, course)).collect::<Vec<_>>() }))
}

/// A course with the names of its steps.
fn about(lang: Lang, course: &Course) -> Value {
    let step = |step: &Step| json!({ "name": step.name, "title": step.say(lang, "title") });
    json!({
        "id": course.id,
        "url": format!("/learn/{}", course.id),
        "title": course.say(lang, "title"),
        "lead": course.say(lang, "lead"),
        "steps": course.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// `GET /api/learn/COURSE`: everything but the answers
pub(super) async fn one(asker: Asker, Path(id): Path<String>) -> Result<Json<Value>, Trouble> {
    let course = course(&id).ok_or(Kind::Unknown)?;
    let lang = asker.lang;
    work(move || {
        let mut told = about(lang, course);
        told["steps"] = course.steps.iter().map(|step| taught(lang, step)).collect();
        Ok(Json(told))
    })
    .await
}

fn taught(lang: Lang, step: &Step) -> Value {
    let plain = |text: &str| text.replace('*', "");
    let texts = ["text", "more"].into_iter().filter_map(|part| step.find(lang, part));
    json!({
        "name": step.name,
        "title": step.say(lang, "title"),
        "paragraphs": texts.map(plain).collect::<Vec<_>>(),
        "kind": step.task.id(),
        "task": (step.task != Task::Read).then(|| plain(&step.say(lang, "task"))),
        "held": step.held(),
        "line": { "game": step.game, "start": step.start, "moves": step.line },
        "shown": lessons::shown(&*step.session(), None),
    })
}

/// `POST /api/learn/check`
pub(super) async fn check(asker: Asker, body: Bytes) -> Result<Json<Value>, Trouble> {
    let tried: Try = body::read(&body)?;
    let (_, step) = course(&tried.course).and_then(|course| course.step(&tried.step)).ok_or(Kind::Unknown)?;
    work(move || match &tried.text {
        Some(text) => moved(asker.lang, step, text),
        None => shown(asker.lang, step, tried.cells),
    })
    .await
    .map(Json)
}

fn moved(lang: Lang, step: &Step, text: &str) -> Result<Value, Trouble> {
    let played = step.play(text).map_err(|error| Trouble::of_move(step.game, error))?;
    let mut before = step.session().view();
    let mut shown = Vec::new();
    for session in &played.after {
        let (after, moves) = (session.view(), session.moves());
        let text = moves.last().map(String::as_str).unwrap_or_default();
        let words = move_words(lang, &before, &after, text);
        shown.push(lessons::shown(&**session, Some(LastMove { text: text.to_string(), words })));
        before = after;
    }
    Ok(
        json!({ "solved": played.is_solved, "words": words(lang, step, played.is_solved), "ending": ending(lang, &played), "shown": shown }),
    )
}

fn shown(lang: Lang, step: &Step, mut cells: Vec<Cell>) -> Result<Value, Trouble> {
    let is_asked = matches!(step.task, Task::Targets(_) | Task::Stuck | Task::Movable);
    if !is_asked || cells.len() > MOST_CELLS {
        return Err(Kind::BadRequest.into());
    }
    cells.sort_unstable();
    cells.dedup();
    let is_solved = cells == step.wanted();
    Ok(json!({ "solved": is_solved, "words": words(lang, step, is_solved), "ending": null, "shown": [] }))
}

/// What is said about a try.
fn words(lang: Lang, step: &Step, is_solved: bool) -> String {
    match is_solved {
        true => step.say(lang, "done"),
        false => step.find(lang, "hint").map_or_else(|| lang.say("learn.not-yet", &[]), str::to_string),
    }
    .replace('*', "")
}

/// How the game ended, if it did.
fn ending(lang: Lang, played: &Played) -> Option<String> {
    outcome_words(lang, &**played.after.last()?)
}
