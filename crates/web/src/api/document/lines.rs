//! Positions of any game, lessons and puzzles.

use serde_json::{Value, json};

use super::build::{Operation, both, count, get, list, maybe, named, object, one_of, post, sent, text, truth};
use crate::Kind;

/// What a line may be refused for.
pub(super) const REFUSALS: [Kind; 4] = [Kind::UnknownGame, Kind::Syntax, Kind::Illegal, Kind::GameOver];

/// What names a position, and whatever else is asked.
pub(super) fn line(more: &[(&str, Value)]) -> Value {
    let optional = [&[("start", named("Start")), ("moves", list(text()))], more].concat();
    sent(&[("game", text())], &optional)
}

/// Lines with something more.
pub(super) fn examples(more: Value) -> [(&'static str, Value); 2] {
    let with = |mut line: Value| {
        for (name, value) in more.as_object().into_iter().flatten() {
            line[name] = value.clone();
        }
        line
    };
    [
        ("start", with(json!({ "game": "piranhas-2026", "start": "default" }))),
        ("moves", with(json!({ "game": "hive", "moves": ["wS1", "bS1 wS1-"] }))),
    ]
}

fn puzzle(operation: Operation) -> Operation {
    let known = crate::puzzles::shipped().first().map_or("", |puzzle| puzzle.id.as_str());
    operation.part("id", text(), json!(known))
}

pub(super) fn operations() -> Vec<Operation> {
    let held = [("held", named("Held")), ("to", maybe(named("Cell")))];
    let analysis =
        [("lines", maybe(count())), ("seconds", maybe(json!({ "type": "number", "minimum": 0, "maximum": 86_400 })))];
    let mut why = line(&held);
    why["required"] = json!(["game", "held"]);
    let step = object(&[
        ("move", text()),
        ("same", list(text())),
        ("words", text()),
        ("one", count()),
        ("draws", count()),
        ("two", count()),
    ]);
    let newest = object(&[("id", count()), ("players", both(text())), ("winner", maybe(named("Side")))]);
    let moves = || sent(&[], &[("moves", list(text()))]);
    let unread = object(&[("id", text()), ("text", text()), ("line", maybe(count())), ("column", maybe(count()))]);
    let pasted = json!({ "oneOf": [
        object(&[
            ("game", text()),
            ("palette", named("Palette")),
            ("start", maybe(named("Draft"))),
            ("draft", named("Draft")),
            ("judged", named("Judged")),
        ]),
        object(&[("game", json!({ "type": "null" })), ("unread", unread)]),
    ] });
    let tried =
        sent(&[("course", text()), ("step", text())], &[("move", maybe(text())), ("cells", list(named("Cell")))]);
    vec![
        post("/why", "why", "Why something cannot be moved or put somewhere")
            .takes(why, &examples(json!({ "held": { "cell": { "x": 0, "y": 0 } } })))
            .gives(object(&[("rule", maybe(named("Rule")))]))
            .fails(&REFUSALS),
        post("/analyse", "analyse", "An engine looks at a position")
            .takes(line(&analysis), &examples(json!({ "seconds": 0.1 })))
            .tells_lines("Finding")
            .fails(&REFUSALS),
        post("/openings", "openings", "What was played from a position")
            .takes(line(&[]), &examples(json!({})))
            .gives(object(&[
                ("games", named("Results")),
                ("moves", list(step)),
                ("newest", list(newest)),
                ("complete", truth()),
            ]))
            .fails(&REFUSALS),
        post("/paste", "paste", "Finds a position in a text")
            .takes(
                sent(&[("text", text())], &[("game", maybe(text()))]),
                &[("start", json!({ "text": "Base;NotStarted;White[1]" })), ("nothing", json!({ "text": "?" }))],
            )
            .gives(pasted)
            .fails(&[Kind::UnknownGame]),
        get("/learn", "courses", "The courses there are").gives(object(&[("courses", list(named("Course")))])),
        get("/learn/{course}", "course", "A course, step by step")
            .part("course", text(), json!("ostseeschach-2022"))
            .gives(object(&[
                ("id", text()),
                ("url", text()),
                ("title", text()),
                ("lead", text()),
                ("steps", list(named("Step"))),
            ])),
        post("/learn/check", "checkStep", "Whether a try of a lesson is right")
            .takes(tried, &[("cells", json!({ "course": "hive", "step": "gate", "cells": [] }))])
            .gives(object(&[
                ("solved", truth()),
                ("words", text()),
                ("ending", maybe(text())),
                ("shown", list(named("Position"))),
            ]))
            .fails(&[Kind::Unknown, Kind::Syntax, Kind::Illegal, Kind::GameOver]),
        get("/puzzles", "puzzles", "Puzzles, the easiest first")
            .query("game", text())
            .query("level", one_of(&["easy", "middling", "hard", ""]))
            .query("moves", json!({ "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 100 }, { "const": "" }] }))
            .query("page", count())
            .gives(object(&[("puzzles", list(named("Puzzle"))), ("more", truth())]))
            .fails(&[Kind::Unknown]),
        get("/puzzles/daily", "dailyPuzzle", "The puzzle of the day")
            .gives(object(&[("date", text()), ("puzzle", named("Puzzle"))]))
            .fails(&[Kind::Unknown]),
        puzzle(get("/puzzles/{id}", "puzzle", "A puzzle, with its solution if wanted"))
            .query("solution", truth())
            .gives(named("Puzzle")),
        puzzle(post("/puzzles/{id}/try", "tryPuzzle", "What the last of these moves is worth"))
            .may_take(moves(), &[("none", json!({ "moves": ["pass"] }))])
            .gives(named("Tried"))
            .fails(&REFUSALS),
        puzzle(post("/puzzles/{id}/hint", "hintOfPuzzle", "What is to be moved"))
            .may_take(moves(), &[("first", json!({ "moves": [] }))])
            .gives(object(&[("held", maybe(named("Held"))), ("words", text())]))
            .fails(&REFUSALS),
    ]
}
