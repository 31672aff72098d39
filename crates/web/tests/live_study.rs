//! Positions of any game: lines, reasons, analyses, reviews.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use client::{Arena, REVIEWS};
use serde_json::{Value, json};

/// The lines of JSON of an answer.
fn lines(answer: &client::Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_is_shown_with_every_move_in_words() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let line = json!({ "game": "hive", "moves": ["wS1", "bS1 wS1-"] });
    let told = ann.post("/api/line", line.clone()).ok();
    assert_eq!((&told["shown"]["ply"], &told["moves"][1]["move"]), (&json!(2), &json!("bS1 wS1-")));
    ann.lang = "cs";
    let czech = ann.post("/api/line", line).ok();
    assert_ne!(czech["moves"][0]["words"], told["moves"][0]["words"]);
    let start = json!({ "setup": "seed:7" });
    let seeded = ann.post("/api/line", json!({ "game": "piranhas-2019", "start": start })).ok();
    assert_eq!(seeded["shown"]["to_move"], "one");
    for (wrong, status, kind) in [
        (json!({ "game": "chess" }), 400, "unknown-game"),
        (json!({ "game": "hive", "moves": ["wQ"] }), 422, "illegal"),
        (json!({ "game": "hive", "moves": ["?"] }), 400, "syntax"),
        (json!({ "game": "hive", "start": { "position": "nonsense" } }), 400, "unknown-game"),
        (json!({ "game": "hive", "moves": vec!["wS1"; 700] }), 413, "too-long"),
        (json!({ "moves": [] }), 400, "bad-request"),
    ] {
        ann.post("/api/line", wrong).refused(status, kind);
    }
}

#[test]
fn why_not_is_answered_with_the_rule_in_the_language_of_the_asker() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let why = |held: Value, to: Value| json!({ "game": "hive", "moves": ["wS1", "bS1 wS1-"], "held": held, "to": to });
    let stuck = ann.post("/api/why", why(json!({ "cell": { "x": 0, "y": 0 } }), Value::Null)).ok();
    assert_eq!(stuck["rule"]["id"], "queen-unplaced");
    ann.lang = "de";
    let german = ann.post("/api/why", why(json!({ "cell": { "x": 0, "y": 0 } }), Value::Null)).ok();
    assert_ne!(german["rule"]["text"], stuck["rule"]["text"]);
    let near = ann.post("/api/why", why(json!({ "hand": "wQ" }), json!({ "x": -1, "y": 0 }))).ok();
    assert_eq!(near["rule"], Value::Null, "it can");
    let foe = ann.post("/api/why", why(json!({ "hand": "wQ" }), json!({ "x": 2, "y": 0 }))).ok();
    assert!(foe["rule"]["id"].is_string() && !foe["rule"]["text"].as_str().unwrap().contains('⟦'), "{foe}");
}

#[test]
fn an_analysis_comes_line_by_line_and_ends_in_time() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let wish = json!({ "game": "hive", "moves": ["wS1"], "lines": 3, "seconds": 0.3 });
    let found = lines(&ann.post("/api/analyse", wish));
    assert!(found.len() > 1);
    let best = &found[0]["lines"][0];
    assert!(best["moves"][0].is_string() && best["to"][0]["to"]["x"].is_number(), "{best}");
    ann.post("/api/analyse", json!({ "game": "hive", "seconds": -1 })).refused(400, "bad-request");
}

#[test]
fn an_analysis_nobody_reads_makes_room_for_others() {
    let arena = Arena::with(schwarm_web::Bounds { analyses: 1, ..client::generous() });
    let mut ann = arena.browser();
    let wish = json!({ "game": "hive", "seconds": 20 });
    let body = wish.to_string();
    let head = ann.head("POST", "/api/analyse", body.len());
    let mut stream = std::net::TcpStream::connect(arena.addr).unwrap();
    std::io::Write::write_all(&mut stream, format!("{head}\r\n{body}").as_bytes()).unwrap();
    std::io::Read::read_exact(&mut stream, &mut [0; 15]).unwrap();
    ann.post("/api/analyse", json!({ "game": "hive", "seconds": 0 })).refused(429, "too-many");
    drop(stream);
    let began = Instant::now();
    while ann.post("/api/analyse", json!({ "game": "hive", "seconds": 0 })).status != 200 {
        assert!(began.elapsed() < Duration::from_secs(5), "the engine goes on for nobody");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_review_is_computed_once_and_told_in_every_language() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "level:1", "one", "none");
    ann.get(&format!("/api/games/{id}/review")).refused(400, "bad-request");
    let mut events = ann.listen(id, Some(0));
    ann.play(id, "wS1");
    events.until("moved");
    events.until("moved");
    ann.act(id, "resign", json!({})).ok();
    let path = format!("/api/games/{id}/review");
    let (mut bob, other) = (arena.browser(), path.clone());
    let beside = std::thread::spawn(move || lines(&bob.get(&other)));
    let told = lines(&ann.get(&path));
    assert_eq!(beside.join().unwrap().last(), told.last(), "two readers at once hear the same");
    assert_eq!(REVIEWS.load(Ordering::SeqCst), 1);
    assert!(told[0]["progress"].is_array(), "{told:?}");
    let review = &told.last().unwrap()["review"];
    assert_eq!(review["moves"].as_array().unwrap().len(), 2);
    assert_eq!(review["positions"].as_array().unwrap().len(), 3);
    ann.lang = "de";
    let again = lines(&ann.get(&path));
    assert_eq!(again.len(), 1, "it is there already");
    assert_ne!(again[0]["review"]["verdict"], review["verdict"]);
    assert_eq!(again[0]["review"]["moves"], review["moves"]);
    ann.get("/api/games/999/review").refused(404, "unknown");
}
