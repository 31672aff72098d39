//! Boards on the pages of others: they may be framed, and nothing else may.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use client::{Answer, Arena};
use html::Page;
use serde_json::json;

fn one<'a>(answer: &'a Answer, name: &str) -> &'a str {
    let found = answer.header(name);
    assert_eq!(found.len(), 1, "{name}: {}", answer.head);
    found[0]
}

#[test]
fn embeds_and_pictures_alone_may_be_shown_elsewhere() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "person", "one", "none");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    let mut bob = arena.browser();
    bob.join(&link);
    ann.play(id, "wS1");
    bob.play(id, "bS1 wS1-");
    let study = "/embed/study?game=piranhas-2026&moves=a4-c4";
    for path in [format!("/embed/games/{id}"), format!("/embed/games/{id}/1"), study.to_string()] {
        let answer = arena.browser().get(&path);
        assert_eq!(answer.status, 200, "{path}");
        let policy = one(&answer, "content-security-policy");
        assert!(policy.contains("frame-ancestors *") && !policy.contains("script"), "{policy}");
        assert_eq!(one(&answer, "cross-origin-resource-policy"), "cross-origin");
        let page = Page::read("embed", &answer.text());
        assert!(!page.text.contains("<script") && !page.text.contains("<form"), "{}", page.text);
        assert_eq!(page.count("picture[class=\"still\""), 1, "{}", page.text);
        assert!(page.text.contains("target=\"_blank\"") && page.text.contains(&format!("http://{}/", arena.addr)));
    }
    let page = arena.browser().get(&format!("/embed/games/{id}/1")).text();
    assert!(page.contains(&format!("href=\"/embed/games/{id}/2\"")) && page.contains("spider"), "{page}");
    for path in ["/study.svg?game=hive&moves=wS1", "/study.png?game=hive&moves=wS1", &format!("/games/{id}/1.png")] {
        let answer = arena.browser().get(path);
        assert_eq!((answer.status, one(&answer, "cross-origin-resource-policy")), (200, "cross-origin"), "{path}");
        assert!(one(&answer, "content-security-policy").contains("frame-ancestors 'none'"));
    }
    for path in ["/".to_string(), format!("/games/{id}"), "/study".to_string(), format!("/api/games/{id}")] {
        let answer = ann.get(&path);
        assert!(one(&answer, "content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(one(&answer, "cross-origin-resource-policy"), "same-origin", "{path}");
    }
    for (path, status) in [
        ("/embed/games/999", 404),
        ("/embed/games/1/99", 404),
        ("/embed/games/x", 404),
        ("/embed/study?game=hive&moves=%3Cscript%3E", 400),
    ] {
        let answer = arena.browser().get(path);
        assert_eq!(answer.status, status, "{path}");
        assert!(!answer.text().contains("<script>"));
    }
}

#[test]
fn a_link_to_a_study_has_a_preview() {
    let arena = Arena::start();
    let page = arena.browser().get("/study?game=hive&moves=wS1%3BbS1+wS1-&ply=1").text();
    let start = page.find("property=\"og:image\" content=\"").unwrap() + "property=\"og:image\" content=\"".len();
    let address = page[start..].split('"').next().unwrap().replace("&#38;", "&");
    let path = address.strip_prefix(&format!("http://{}", arena.addr)).unwrap();
    let answer = arena.browser().get(path);
    assert_eq!((answer.status, one(&answer, "content-type")), (200, "image/png"));
}

/// Not more than requests of a game's own page, made by something that is none.
#[test]
fn a_program_plays_over_http() {
    let arena = Arena::start();
    let mut bot = arena.browser();
    let id = bot.make("piranhas-2026", "level:1", "one", "none");
    let mut events = bot.listen(id, Some(0));
    for _ in 0..3 {
        while bot.look(id)["shown"]["to_move"] != "one" {
            events.next().unwrap();
        }
        let state = bot.look(id);
        let legal = state["shown"]["gestures"][0]["move"].as_str().unwrap().to_string();
        let ply = state["shown"]["ply"].clone();
        bot.act(id, "move", json!({ "move": legal, "ply": ply })).ok();
    }
    assert!(bot.look(id)["moves"].as_array().unwrap().len() >= 5);
}
