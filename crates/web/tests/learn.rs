//! Lessons over the wire: pages without scripts, pictures, and what a try is answered with.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use client::{Arena, Browser};
use html::Page;
use schwarm_web::lessons::{Step, Task, Wrong, cell_at, courses, held_at};
use schwarm_web::words::Lang;
use serde_json::{Value, json};

fn steps() -> impl Iterator<Item = (&'static str, &'static Step)> {
    courses().iter().flat_map(|course| course.steps.iter().map(|step| (course.id, step)))
}

/// A text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('*', "").replace('&', "&#38;").replace('\'', "&#39;").replace('"', "&#34;")
}

#[test]
fn every_step_can_be_read_in_every_language() {
    let arena = Arena::start();
    for lang in Lang::ALL {
        let mut browser = Browser { lang: lang.code(), ..arena.browser() };
        let list = Page::open(&mut browser, "/learn").text;
        for course in courses() {
            let rules = Page::open(&mut browser, &format!("/learn/{}", course.id)).text;
            assert!(list.contains(&format!("href=\"/learn/{}\"", course.id)), "{}", course.id);
            for (number, step) in course.steps.iter().enumerate() {
                let path = format!("/learn/{}/{}", course.id, step.name);
                let read = Page::open(&mut browser, &path);
                assert!(read.text.contains(&escaped(step.find(lang, "title").unwrap())), "{path}");
                assert!(
                    rules.contains(&format!("href=\"{path}\"")) && rules.contains(&format!("{path}.svg?marks=true"))
                );
                let next = course.steps.get(number + 1).map(|next| format!("/learn/{}/{}", course.id, next.name));
                match next {
                    Some(next) => assert!(read.text.contains(&format!("rel=\"next\" href=\"{next}\"")), "{path}"),
                    None => assert!(read.text.contains("action=\"/games\""), "{path} ends with a game"),
                }
                let is_asked = step.task != Task::Read;
                assert_eq!(read.text.contains("class=\"solution\""), is_asked, "{path}: readable without scripts");
            }
        }
    }
}

#[test]
fn every_step_has_its_pictures() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for (course, step) in steps() {
        let path = format!("/learn/{course}/{}.svg", step.name);
        let [plain, marked] = [path.clone(), format!("{path}?marks=true&theme=dark")].map(|path| {
            let answer = browser.get(&path);
            assert_eq!((answer.status, answer.header("content-type")), (200, vec!["image/svg+xml"]), "{path}");
            assert!(answer.text().starts_with("<svg") && answer.body.len() < 60 << 10, "{path}: {}", answer.body.len());
            answer.text()
        });
        assert_ne!(plain, marked, "{path}");
    }
}

#[test]
fn answers_are_right_and_misses_are_not() {
    let arena = Arena::start();
    let mut browser = Browser { lang: "de", ..arena.browser() };
    for (course, step) in steps() {
        let name = format!("{course}/{}", step.name);
        let mut check = |tried: Value| {
            let mut body = json!({ "course": course, "step": step.name });
            body.as_object_mut().unwrap().extend(tried.as_object().unwrap().clone());
            browser.post("/api/learn/check", body).ok()
        };
        if let Some(answer) = step.answer {
            let told = check(json!({ "move": answer }));
            assert_eq!(told["solved"], true, "{name}");
            assert_eq!(told["words"], escaped(step.find(Lang::De, "done").unwrap()), "{name}");
            let shown = told["shown"].as_array().unwrap();
            assert_eq!(shown.len(), 1 + step.replies.len(), "{name}");
            assert!(shown.iter().all(|it| it["last"]["words"].as_str().unwrap().ends_with('.')), "{name}");
            let is_over = shown.last().unwrap()["outcome"] != Value::Null;
            assert_eq!(is_over, told["ending"].is_string(), "{name}");
        }
        for miss in &step.misses {
            let told = check(json!({ "move": miss }));
            assert_eq!(told["solved"], false, "{name} {miss}");
            assert_eq!(told["words"], escaped(step.find(Lang::De, "hint").unwrap()), "{name}");
        }
        let wanted = step.wanted();
        if !wanted.is_empty() {
            assert_eq!(check(json!({ "cells": wanted }))["solved"], true, "{name}");
            assert_eq!(check(json!({ "cells": wanted[1..] }))["solved"], false, "{name}");
            assert_eq!(check(json!({ "cells": [] }))["solved"], false, "{name}");
        }
    }
}

#[test]
fn a_wrong_try_is_answered_with_the_rule_and_its_cause() {
    let arena = Arena::start();
    let mut browser = Browser { lang: "cs", ..arena.browser() };
    for (course, step) in steps() {
        let view = step.session().view();
        let line = json!({ "game": step.game, "start": step.start, "moves": step.line });
        for (wrong, id) in &step.wrong {
            let name = format!("{course}/{} {wrong:?}", step.name);
            let mut ask = line.clone();
            let rule = match wrong {
                Wrong::Typed(text) => {
                    let body = json!({ "course": course, "step": step.name, "move": text });
                    let answer = browser.post("/api/learn/check", body);
                    answer.refused(422, "illegal");
                    answer.json()["error"]["rule"].clone()
                }
                Wrong::Put(held, to) => {
                    ask["held"] = json!(held_at(&view, held).unwrap());
                    ask["to"] = json!(cell_at(&view, to).unwrap());
                    browser.post("/api/why", ask).ok()["rule"].clone()
                }
                Wrong::Touch(held) => {
                    ask["held"] = json!(held_at(&view, held).unwrap());
                    browser.post("/api/why", ask).ok()["rule"].clone()
                }
            };
            assert_eq!(rule["id"], *id, "{name}");
            assert!(rule["text"].as_str().is_some_and(|text| !text.contains('⟦')), "{name}");
        }
    }
}

#[test]
fn what_is_no_lesson_is_refused() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for nothing in
        ["/learn/chess", "/learn/hive/dragon", "/learn/hive/queen.png", "/learn/hive/queen/1", "/learn/hive+m"]
    {
        assert_eq!(browser.get(nothing).status, 404, "{nothing}");
    }
    for (body, status, kind) in [
        (json!({ "course": "chess", "step": "queen" }), 404, "unknown"),
        (json!({ "course": "hive", "step": "dragon" }), 404, "unknown"),
        (json!({ "course": "hive", "step": "set", "cells": [] }), 400, "bad-request"),
        (
            json!({ "course": "hive", "step": "gate", "cells": vec![json!({ "x": 0, "y": 0 }); 500] }),
            400,
            "bad-request",
        ),
        (json!({ "course": "hive", "step": "set", "move": "?" }), 400, "syntax"),
        (json!({ "course": "hive" }), 400, "bad-request"),
    ] {
        browser.post("/api/learn/check", body).refused(status, kind);
    }
}

#[test]
fn the_way_to_the_lessons_is_short() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for (path, link) in
        [("/", "/learn/ostseeschach-2022"), ("/about", "/learn/hive"), ("/study?game=hive-2020", "/learn/hive-2020")]
    {
        let text = Page::open(&mut browser, path).text;
        assert!(text.contains("href=\"/learn\"") && text.contains(&format!("href=\"{link}\"")), "{path}");
    }
}
