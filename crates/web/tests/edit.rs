//! Positions set up by hand and pasted, as programs and readers without scripts meet them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::collections::BTreeSet;

use client::{Answer, Arena, Browser};
use html::Page;
use schwarm_core::{Rng, Setup};
use schwarm_web::words::Lang;
use serde_json::{Value, json};

const LANGS: [&str; 3] = ["en", "de", "cs"];

/// A position in the middle of a random game.
fn position(game: &str, seed: u64, plies: usize) -> (String, String) {
    let rules = schwarm_catalog::open(game).unwrap();
    let mut session = rules.start(Setup::Seed(seed)).unwrap();
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let Some(mv) = session.random_move(&mut rng) else { break };
        session.play(&mv).unwrap();
    }
    (session.board().unwrap_or_else(|| session.position()), session.position())
}

fn pasted(browser: &mut Browser, game: &str, text: &str) -> Value {
    browser.post("/api/paste", json!({ "game": game, "text": text })).ok()
}

/// What is wrong: ids of problems, and the cells of the first.
fn problems(judged: &Value) -> (Vec<String>, Value) {
    let ids = judged["problems"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap().to_string()).collect();
    (ids, judged["problems"][0]["cells"].clone())
}

fn escape(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn what_is_pasted_is_found_and_comes_back_as_it_was() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for info in schwarm_catalog::games() {
        for seed in 0..3 {
            let (board, with_history) = position(info.id, seed, 5 + 9 * seed as usize);
            for text in [&board, &with_history] {
                let found = pasted(&mut browser, info.id, text);
                assert_eq!((&found["game"], &found["judged"]["position"]), (&json!(info.id), &json!(board)), "{text}");
                let again = browser.post("/api/edit", json!({ "game": info.id, "draft": found["draft"] })).ok();
                assert_eq!(again, found["judged"], "{text}");
            }
        }
    }
}

#[test]
fn the_text_says_which_game_it_is() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for (game, found) in [
        ("hive+mlp", "hive+mlp"),
        ("piranhas-2026", "piranhas-2026"),
        ("ostseeschach-2022", "ostseeschach-2022"),
        ("hive-2020-server", "hive-2020"),
        ("hive-classic", "hive-classic"),
    ] {
        let (_, text) = position(game, 1, 6);
        assert_eq!(pasted(&mut browser, "piranhas-2019", &text)["game"], found, "{text}");
    }
    let server = position("piranhas-2019-server", 1, 6).0;
    assert_eq!(pasted(&mut browser, "piranhas-2019-server", &server)["game"], "piranhas-2019-server");
    assert_eq!(pasted(&mut browser, "ostseeschach-2022", "HMSMRHSR")["judged"]["doubts"], json!([]));
}

#[test]
fn a_wrong_text_is_told_with_its_place_in_every_language() {
    let arena = Arena::start();
    for lang in LANGS {
        let mut browser = Browser { lang, ..arena.browser() };
        let mut unread = |game: &str, text: &str| {
            let answer = pasted(&mut browser, game, text);
            let unread = &answer["unread"];
            assert!(answer["game"].is_null(), "{answer}");
            let told = unread["text"].as_str().unwrap();
            assert!(!told.is_empty() && !told.contains('⟦'), "{told}");
            (
                unread["id"].as_str().unwrap().to_string(),
                unread["line"].as_u64().unwrap(),
                unread["column"].as_u64().unwrap(),
            )
        };
        assert_eq!(unread("hive", " \n "), ("paste-empty".into(), 1, 1));
        assert_eq!(unread("hive", "0,0=wQ\n1,0=bX | w 2"), ("text-piece".into(), 2, 5));
        assert_eq!(
            unread("piranhas-2019", "Base;InProgress;White[2];wS1;bS1 wS1-;wS2 bS1-"),
            ("paste-move".into(), 1, 39)
        );
        assert_eq!(unread("hive", "<state/>"), ("xml-none".into(), 1, 1));
        let fish = position("piranhas-2019", 1, 6).0;
        let wrong = format!("{}x{}", &fish[..16], &fish[17..]);
        assert_eq!(unread("hive", &wrong), ("text-letter".into(), 1, 17));
    }
}

#[test]
fn an_impossible_position_is_read_and_its_cause_marked() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    let found = pasted(&mut browser, "hive", "0,0=wQ 1,0=bQ 4,0=wA1 | b 7");
    assert_eq!(problems(&found["judged"]), (vec!["split".into()], json!([{ "x": 4, "y": 0 }])));
    assert!(found["judged"]["position"].is_null());
    assert_eq!(found["judged"]["view"]["cells"].as_array().unwrap().len(), 3);
    let mut draft = found["draft"].clone();
    draft["cells"][2]["at"] = json!({ "x": 2, "y": 0 });
    draft["to_move"] = json!("two");
    let judged = browser.post("/api/edit", json!({ "game": "hive", "draft": draft })).ok();
    assert_eq!((&judged["position"], &judged["problems"]), (&json!("0,0=wQ 1,0=bQ 2,0=wA1 | b 7"), &json!([])));
    assert_eq!(judged["doubts"][0]["id"], "queen-first");
    let over = pasted(&mut browser, "ostseeschach-2022", &position("ostseeschach-2022", 1, 60).0);
    assert!(over["judged"]["ending"].is_string(), "{over}");
}

#[test]
fn hostile_drafts_and_texts_are_answered() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    let cell =
        |x: i64| json!({ "at": { "x": x, "y": -x }, "stack": [{ "side": "one", "kind": "<b>", "name": "\u{202e}" }] });
    let draft = json!({ "to_move": "one", "turn": 4_294_967_295u64, "cells": (0..400).map(|i| cell(i * 10_000_000 - 2_000_000_000)).collect::<Vec<_>>(), "fields": { "<b>": "x" } });
    for info in schwarm_catalog::games() {
        let judged = browser.post("/api/edit", json!({ "game": info.id, "draft": draft })).ok();
        assert!(!problems(&judged).0.is_empty());
    }
    for body in
        [json!({}), json!({ "game": "hive" }), json!({ "game": "hive", "draft": { "to_move": "three", "turn": 0 } })]
    {
        browser.post("/api/edit", body).refused(400, "bad-request");
    }
    browser
        .post("/api/edit", json!({ "game": "chess", "draft": { "to_move": "one", "turn": 0 } }))
        .refused(400, "unknown-game");
    let mut rng = Rng::new(7);
    for _ in 0..300 {
        let game = schwarm_catalog::games()[rng.below(schwarm_catalog::games().len())].id;
        let text = (0..4)
            .fold(position(game, rng.next_u64(), 20).1, |text, _| schwarm_core::conformance::mutate(&text, &mut rng));
        let answer = pasted(&mut browser, game, &text);
        assert_eq!(answer["game"].is_null(), answer["unread"].is_object(), "{text:?}");
    }
    let long = browser.post("/api/paste", json!({ "text": "x".repeat(70_000) }));
    long.refused(413, "too-long");
    assert!(pasted(&mut browser, "hive", &"<state>".repeat(5000))["unread"].is_object());
}

/// A page that must be there, in a language, and sound.
#[track_caller]
fn page(answer: &Answer, path: &str) -> Page {
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    Page::read(path, &answer.text())
}

#[test]
fn the_page_is_read_and_pasted_into_without_scripts() {
    let arena = Arena::start();
    for (lang, word) in LANGS.into_iter().zip(["not possible", "nicht möglich", "není možná"]) {
        let mut browser = Browser { lang, ..arena.browser() };
        for game in ["", "?game=piranhas-2026", "?game=hive-2020"] {
            let text = page(&browser.get(&format!("/edit{game}")), game).text;
            assert!(text.contains("/edit.svg?") && text.contains("id=\"paste\""), "{text}");
        }
        let fine = browser.form("/edit", &format!("game=piranhas-2019&text={}", escape("0,0=wQ 1,0=bQ | w 2")));
        assert_eq!(fine.status, 303);
        let there = fine.header("location")[0].to_string();
        assert!(there.starts_with("/edit?game=hive&position="), "{there}");
        assert!(!page(&browser.get(&there), &there).text.contains("data-problem=\"split"));
        let split =
            page(&browser.form("/edit", &format!("game=hive&text={}", escape("0,0=wQ 3,0=bQ | w 2"))), "split").text;
        assert!(split.contains(word) && split.contains("data-problem=\"split\"") && split.contains("3,0"), "{split}");
        let none = page(&browser.form("/edit", "game=hive&text=%3Cb%3E%26x"), "none").text;
        assert!(none.contains("role=\"alert\"") && none.contains("&#60;b&#62;") && !none.contains("<b>"), "{none}");
    }
    let mut browser = arena.browser();
    assert_eq!(browser.get("/edit?game=chess").status, 400);
    let query = format!("game=hive&position={}", escape("0,0=wQ 3,0=bQ | w 2"));
    assert!(browser.get(&format!("/edit.svg?{query}")).text().starts_with("<svg"), "what is impossible is drawn, too");
    assert!(browser.get(&format!("/edit.png?{query}")).body.starts_with(b"\x89PNG"));
    assert_eq!(browser.get("/edit.svg?game=hive&position=x").status, 400);
    let study = page(&browser.get("/study?game=hive&moves=wS1%0AbS1%20wS1-"), "study").text;
    assert!(study.contains("/edit?game=hive&#38;position=0,0%3DwS1"), "{study}");
}

#[test]
fn a_game_begins_from_a_position() {
    let arena = Arena::start();
    let mut browser = arena.browser();
    for game in ["hive+mlp", "piranhas-2026", "ostseeschach-2022"] {
        let (board, with_history) = position(game, 3, 8);
        for text in [&board, &with_history] {
            let wish = json!({ "game": game, "opponent": "level:1", "side": "one", "time": "none", "position": text });
            let id = browser.post("/api/games", wish).ok()["id"].as_i64().unwrap();
            let state = browser.look(id);
            assert_eq!((&state["shown"]["position"], &state["shown"]["ply"]), (&json!(board), &json!(0)), "{state}");
            let mv = state["shown"]["gestures"][0]["move"].as_str().unwrap().to_string();
            browser.play(id, &mv);
        }
    }
    let made = browser
        .form("/games", &format!("game=hive&opponent=person&side=two&position={}", escape("0,0=wQ 1,0=bQ | b 3")));
    assert_eq!(made.status, 303, "{}", made.text());
    let id: i64 = made.header("location")[0].rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!(browser.look(id)["shown"]["to_move"], "two");
    let wish = |position: &str| json!({ "game": "hive", "opponent": "level:1", "position": position });
    browser.post("/api/games", wish("0,0=wQ 3,0=bQ | w 2")).refused(400, "unknown-game");
    let over = "0,0=wQ 1,0=bQ 0,1=bA1 -1,1=bA2 -1,0=bA3 0,-1=bB1 1,-1=bB2 | w 12";
    browser.post("/api/games", wish(over)).refused(409, "game-over");
}

/// All Rust files below a folder.
fn sources(folder: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| if path.is_dir() { sources(path.to_str().unwrap()) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

#[test]
fn every_problem_in_the_code_has_its_words() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut found = BTreeSet::new();
    let folders = ["core/src/draft", "games", "web/src/editor", "cli/src/commands/serve"];
    for file in folders.iter().flat_map(|folder| sources(&format!("{crates}/{folder}"))) {
        let text = std::fs::read_to_string(&file).unwrap();
        let calls = ["Problem::new(", "unknown(", "text::number(", "note("];
        let named = calls.iter().flat_map(|call| text.split(call).skip(1));
        let ids = named.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
        found.extend(ids.filter(|id| !id.is_empty() && !id.contains(' ')).map(str::to_string));
        found.extend(text.split("(\"xml-").skip(1).map(|rest| format!("xml-{}", rest.split('"').next().unwrap())));
    }
    for id in &found {
        for lang in Lang::ALL {
            assert!(lang.find(&format!("problem.{id}")).is_some(), "{lang:?} lacks problem.{id}");
        }
    }
    for id in ["split", "too-many-pieces", "tower-height", "text-row", "xml-state", "off-board", "light-arrived"] {
        assert!(found.contains(id), "{id} is not found any more: {found:?}");
    }
    assert!(found.len() > 45, "{}", found.len());
}

#[test]
fn every_value_of_a_palette_has_its_words() {
    for info in schwarm_catalog::games() {
        let palette = schwarm_catalog::open(info.id).unwrap().palette();
        for lang in Lang::ALL {
            let has = |key: String| assert!(lang.find(&key).is_some(), "{lang:?} lacks {key} ({})", info.id);
            palette.fields.iter().for_each(|field| has(format!("js.edit.field.{}", field.id)));
            palette.terrains.iter().for_each(|offer| has(format!("terrain.{}", offer.terrain.id())));
            palette.pieces.iter().for_each(|offer| has(format!("kind.{}", offer.piece.kind)));
        }
    }
}
