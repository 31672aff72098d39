//! The rules to learn: a list of courses, and each one on a page that can be printed.

use askama::Template;
use axum::extract::Path;
use axum::response::Html;

use super::frame::{Frame, Picture, Visit, render};
use crate::lessons::{Course, Step, Task, course, courses};
use crate::words::Lang;
use crate::{Kind, Trouble};

/// A piece of a text.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) is_strong: bool,
}

struct Card {
    id: &'static str,
    title: String,
    lead: String,
    picture: Picture,
    first: String,
    /// Names of the steps, for the script that knows which are done.
    steps: String,
    count: String,
}

#[derive(Template)]
#[template(path = "learn.html")]
struct List {
    frame: Frame,
    cards: Vec<Card>,
}

/// `/learn`
pub(super) async fn list(visit: Visit) -> Result<Html<String>, Trouble> {
    render(&List {
        frame: visit.frame("learn", visit.lang.say("learn.title", &[])).with(&["learn.js"]),
        cards: courses().iter().map(|course| card(&visit, course)).collect(),
    })
}

fn card(visit: &Visit, course: &'static Course) -> Card {
    let names: Vec<_> = course.steps.iter().map(|step| step.name).collect();
    Card {
        id: course.id,
        title: course.say(visit.lang, "title"),
        lead: course.say(visit.lang, "lead"),
        picture: visit.picture(format!("/boards/{}.svg", course.id), ""),
        first: address(course, &course.steps[0]),
        count: visit.lang.count("learn.steps", names.len() as u64, &[]),
        steps: names.join(" "),
    }
}

struct Rule {
    name: &'static str,
    number: usize,
    title: String,
    paragraphs: Vec<Vec<Piece>>,
    task: Option<String>,
    done: Option<String>,
    address: String,
    picture: Picture,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct Rules {
    frame: Frame,
    id: &'static str,
    lead: String,
    first: String,
    names: String,
    rules: Vec<Rule>,
}

/// `/learn/hive`
pub(super) async fn rules(visit: Visit, Path(id): Path<String>) -> Result<Html<String>, Trouble> {
    let course = course(&id).ok_or(Kind::Unknown)?;
    let lang = visit.lang;
    let names: Vec<_> = course.steps.iter().map(|step| step.name).collect();
    render(&Rules {
        frame: visit.frame("rules", course.say(lang, "title")).with(&["learn.js"]),
        id: course.id,
        lead: course.say(lang, "lead"),
        first: address(course, &course.steps[0]),
        names: names.join(" "),
        rules: (1..).zip(&course.steps).map(|(number, step)| rule(&visit, course, number, step)).collect(),
    })
}

fn rule(visit: &Visit, course: &Course, number: usize, step: &Step) -> Rule {
    let lang = visit.lang;
    let address = address(course, step);
    let is_asked = step.task != Task::Read;
    Rule {
        name: step.name,
        number,
        title: step.say(lang, "title"),
        paragraphs: paragraphs(lang, step),
        task: is_asked.then(|| plain(&step.say(lang, "task"))),
        done: is_asked.then(|| plain(&step.say(lang, "done"))),
        picture: visit.picture(
            format!("{address}.svg?marks=true"),
            lang.say("learn.picture", &[("step", &step.say(lang, "title"))]),
        ),
        address,
    }
}

/// The address of a step.
pub(super) fn address(course: &Course, step: &Step) -> String {
    format!("/learn/{}/{}", course.id, step.name)
}

/// The rule a step teaches, in paragraphs.
pub(super) fn paragraphs(lang: Lang, step: &Step) -> Vec<Vec<Piece>> {
    ["text", "more"].into_iter().filter_map(|part| step.find(lang, part)).map(pieces).collect()
}

/// A text parted at the words between stars, which are strong.
fn pieces(text: &str) -> Vec<Piece> {
    let parts = text.split('*').enumerate().filter(|(_, part)| !part.is_empty());
    parts.map(|(i, part)| Piece { text: part.to_string(), is_strong: i % 2 == 1 }).collect()
}

/// A text without anything strong.
pub(super) fn plain(text: &str) -> String {
    text.replace('*', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_between_stars_are_strong() {
        let told: Vec<_> = pieces("a *b c* d*e*").into_iter().map(|it| (it.text, it.is_strong)).collect();
        let told: Vec<_> = told.iter().map(|(text, is_strong)| (text.as_str(), *is_strong)).collect();
        assert_eq!(told, [("a ", false), ("b c", true), (" d", false), ("e", true)]);
        assert_eq!(plain("a *b* c"), "a b c");
    }
}
