//! One step of a course: its rule, a board to try it on, the way to the next.

use askama::Template;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::frame::{Frame, Picture, Visit, embedded, render};
use super::learn::{Piece, address, paragraphs, plain};
use super::table::{Number, numbers, side_word};
use super::{names, picture};
use crate::lessons::{Course, Step, Task, course, shown};
use crate::words::Lang;
use crate::{Kind, Trouble};

#[derive(Template)]
#[template(path = "lesson.html")]
struct Lesson {
    frame: Frame,
    course: &'static str,
    course_title: String,
    title: String,
    number: usize,
    of: usize,
    count: String,
    paragraphs: Vec<Vec<Piece>>,
    task: Option<String>,
    done: Option<String>,
    game: &'static str,
    /// Where it is played by other rules than the course.
    by: Option<String>,
    has_hands: bool,
    picture: Picture,
    answer: Picture,
    sides: Vec<SideOf>,
    numbers: Vec<Number>,
    back: Option<String>,
    next: Option<String>,
    end: Option<String>,
    data: String,
}

/// A side with its numbers.
struct SideOf {
    id: &'static str,
    name: String,
    numbers: Vec<Number>,
}

/// How the picture of a step is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Marks {
    #[serde(default)]
    marks: bool,
}

/// `/learn/hive/spider`, `/learn/hive/spider.svg`
pub(super) async fn step(
    visit: Visit,
    Path((course_id, name)): Path<(String, String)>,
    Query(marks): Query<Marks>,
    Query(look): Query<picture::Wish>,
) -> Result<Response, Trouble> {
    let course = course(&course_id).ok_or(Kind::Unknown)?;
    let (plain_name, is_picture) = name.strip_suffix(".svg").map_or((name.as_str(), false), |name| (name, true));
    let (index, step) = course.step(plain_name).ok_or(Kind::Unknown)?;
    if is_picture {
        let cells = if marks.marks { step.marks() } else { Vec::new() };
        return Ok(picture::marked(step.session().view(), &cells, look));
    }
    Ok(render(&page(&visit, course, index, step))?.into_response())
}

fn page(visit: &Visit, course: &'static Course, index: usize, step: &'static Step) -> Lesson {
    let lang = visit.lang;
    let (number, of) = (index + 1, course.steps.len());
    let title = step.say(lang, "title");
    let here = address(course, step);
    let is_asked = step.task != Task::Read;
    let beside =
        |index: Option<usize>| index.and_then(|index| course.steps.get(index)).map(|step| address(course, step));
    let count = lang.say("learn.count", &[("n", &number.to_string()), ("of", &of.to_string())]);
    let alt = lang.say("learn.picture", &[("step", &title)]);
    let answered = lang.say("learn.picture-answer", &[("step", &title)]);
    Lesson {
        frame: visit.frame("lesson", format!("{title} – {}", course.say(lang, "title"))).with(&["lesson.js"]),
        course: course.id,
        course_title: course.say(lang, "title"),
        paragraphs: paragraphs(lang, step),
        task: is_asked.then(|| plain(&step.say(lang, "task"))),
        done: is_asked.then(|| plain(&step.say(lang, "done"))),
        game: step.game,
        by: (step.game != course.id).then(|| names::title(lang, step.game)),
        has_hands: step.has_hands(),
        picture: visit.picture(format!("{here}.svg"), alt),
        answer: visit.picture(format!("{here}.svg?marks=true"), answered),
        sides: if step.has_numbers() { sides(lang, step) } else { Vec::new() },
        numbers: if step.has_numbers() { numbers(lang, &step.session().view(), None) } else { Vec::new() },
        back: beside(index.checked_sub(1)),
        next: beside(Some(index + 1)),
        end: (number == of).then(|| course.say(lang, "end")),
        data: data(course, step),
        title,
        number,
        of,
        count,
    }
}

fn sides(lang: Lang, step: &Step) -> Vec<SideOf> {
    let view = step.session().view();
    let side =
        |(side, id)| SideOf { id, name: side_word(lang, &view, side), numbers: numbers(lang, &view, Some(side)) };
    schwarm_core::Side::BOTH.into_iter().zip(["one", "two"]).map(side).collect()
}

/// What the script needs.
fn data(course: &Course, step: &Step) -> String {
    embedded(&json!({
        "course": course.id,
        "step": step.name,
        "task": step.task.id(),
        "held": step.held(),
        "wanted": step.wanted(),
        "answer": step.answer_gesture(),
        "line": { "game": step.game, "start": step.start, "moves": step.line },
        "shown": shown(&*step.session(), None),
    }))
}
