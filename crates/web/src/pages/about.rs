//! Rules in short, help, and the door of the operator.

use askama::Template;
use axum::extract::Query;
use axum::response::Html;
use serde::Deserialize;

use super::frame::{Frame, Picture, Visit, render};
use crate::Trouble;
use crate::lessons::course_of;

/// Games with their rules in short: family, a game of it, paragraphs.
const SHORT: [(&str, &str, usize); 3] =
    [("hive", "hive+mlp", 4), ("piranhas", "piranhas-2026", 3), ("ostseeschach", "ostseeschach-2022", 3)];

/// Width of the pictures between the rules, in pixels.
const WIDTH: u32 = 240;

struct Rules {
    family: &'static str,
    game: &'static str,
    /// The course that teaches it.
    course: Option<&'static str>,
    title: String,
    picture: Picture,
    paragraphs: Vec<String>,
}

#[derive(Template)]
#[template(path = "about.html")]
struct About {
    frame: Frame,
    rules: Vec<Rules>,
}

pub(super) async fn page(visit: Visit) -> Result<Html<String>, Trouble> {
    let frame = visit.frame("about", visit.lang.say("about.title", &[]));
    let rules = SHORT.map(|(family, game, paragraphs)| {
        let title = frame.t(&format!("about.{family}"));
        Rules {
            family,
            game,
            course: course_of(game).map(|course| course.id),
            picture: Picture { width: Some(WIDTH), ..visit.picture(format!("/boards/{game}.svg"), title.clone()) },
            title,
            paragraphs: (1..=paragraphs).map(|n| frame.t(&format!("about.{family}-{n}"))).collect(),
        }
    });
    render(&About { rules: rules.into(), frame })
}

#[derive(Template)]
#[template(path = "operator.html")]
struct Operator {
    frame: Frame,
    /// Where to go on.
    back: String,
}

#[derive(Deserialize)]
pub(super) struct From {
    #[serde(default)]
    back: String,
}

/// The form in which the operator shows the token.
pub(super) async fn operator(visit: Visit, Query(from): Query<From>) -> Result<Html<String>, Trouble> {
    render(&Operator { back: from.back, frame: visit.frame("operator", visit.lang.say("operator.title", &[])) })
}
