//! What was played from a position: counted over all games, whatever the order of moves and however the board lies.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use client::{Arena, Browser};
use html::Page;
use serde_json::{Value, json};

/// A game between two persons, given up by one of them after these moves.
fn play(arena: &Arena, game: &str, moves: &[&str], loser: usize) -> i64 {
    let mut players = [arena.browser(), arena.browser()];
    let id = players[0].make(game, "person", "one", "none");
    let link = players[0].look(id)["join"].as_str().unwrap().to_string();
    assert_eq!(players[1].join(&link).status, 303);
    for (ply, text) in moves.iter().enumerate() {
        players[ply % 2].play(id, text);
    }
    players[loser].act(id, "resign", json!({})).ok();
    id
}

fn ask(browser: &mut Browser, game: &str, moves: &[&str]) -> Value {
    browser.post("/api/openings", json!({ "game": game, "moves": moves })).ok()
}

fn results(one: u64, draws: u64, two: u64) -> Value {
    json!({ "one": one, "draws": draws, "two": two })
}

#[test]
fn a_turned_hive_and_another_order_are_the_same_opening() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let nothing = ask(&mut ann, "hive", &[]);
    assert_eq!(
        (&nothing["games"], &nothing["moves"], &nothing["complete"]),
        (&results(0, 0, 0), &json!([]), &json!(true))
    );

    let first = play(&arena, "hive", &["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", "wS1 /wQ", "bS1 bQ/"], 1);
    // Upside down, and mirrored.
    play(&arena, "hive", &["wA1", "bA1 \\wA1", "wQ wA1\\", "bQ \\bA1"], 0);
    // The spiders come before the queens: the same position in the end.
    let last = play(&arena, "hive", &["wA1", "bA1 wA1/", "wS1 /wA1", "bS1 bA1/"], 1);
    play(&arena, "hive+m", &["wA1"], 0);

    let start = ask(&mut ann, "hive", &[]);
    assert_eq!(start["games"], results(2, 0, 1));
    assert_eq!(start["moves"].as_array().unwrap().len(), 1);
    assert_eq!(start["moves"][0]["move"], "wA1");
    let here = ask(&mut ann, "hive", &["wA1"]);
    let black = &here["moves"][0];
    assert_eq!((&black["one"], &black["two"], black["same"].as_array().unwrap().len()), (&json!(2), &json!(1), 5));
    assert!(black["words"].as_str().unwrap().contains("ant"), "{black}");
    let two = ask(&mut ann, "hive", &["wA1", "bA1 -wA1"]);
    assert_eq!(two["games"], results(2, 0, 1));
    let played: Vec<(&Value, &Value, &Value)> =
        two["moves"].as_array().unwrap().iter().map(|step| (&step["move"], &step["one"], &step["two"])).collect();
    assert_eq!(played, [(&json!("wQ wA1-"), &json!(1), &json!(1)), (&json!("wS1 wA1-"), &json!(1), &json!(0))]);
    let ids: Vec<i64> = two["newest"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect();
    assert_eq!((ids.len(), ids[0], ids[2]), (3, last, first));
    assert_eq!(two["newest"][0]["winner"], "one");

    // A game counts once it is over, and once.
    let again = ask(&mut ann, "hive", &[]);
    assert_eq!(again, start);
    ann.make("hive", "person", "one", "none");
    assert_eq!(ask(&mut ann, "hive", &[]), start);
}

#[test]
fn the_page_can_be_read_and_walked_without_scripts() {
    let arena = Arena::start();
    play(&arena, "ostseeschach-2022", &[], 0);
    play(&arena, "hive", &["wA1", "bG1 wA1-"], 1);
    for lang in ["en", "de", "cs"] {
        let mut ann = arena.browser();
        ann.lang = lang;
        let page = Page::read("openings", &ann.get("/openings?game=hive").text());
        assert_eq!((page.count("table[class=\"found played\""), page.count("rect[class=\"white\"")), (1, 1));
        assert!(page.text.contains("href=\"/openings?game=hive&#38;moves=wA1\""), "{}", page.text);
        let page = Page::read("openings", &ann.get("/openings?game=hive&moves=wA1").text());
        assert!(page.text.contains("bG1 wA1/") || page.text.contains("bG1"), "{}", page.text);
        assert_eq!(page.count("a[aria-current=\"page\""), 1);
        let end = ann.get("/openings?game=hive&moves=wA1%3BbG1+wA1-%3BwQ+-wA1").text();
        assert!(!end.contains("class=\"found played\""));
        let wrong = ann.get("/openings?game=hive&moves=%3Cscript%3E").text();
        assert!(!wrong.contains("<script>") && wrong.contains("role=\"alert\""));
    }
    assert_eq!(arena.browser().get("/openings?game=chess").status, 400);
    arena.browser().post("/api/openings", json!({ "game": "hive", "moves": ["wA9"] })).refused(400, "syntax");
}
