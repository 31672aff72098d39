//! What is packed on its way, and what never is: events and lines leave one by one.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::{Answer, Arena, Browser};
use serde_json::{Value, json};

/// A browser that can unpack.
fn packed(browser: &Browser) -> Browser {
    let mut browser = browser.clone();
    browser.extra.push(("Accept-Encoding".into(), "gzip, deflate, br".into()));
    browser
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn texts_are_packed_for_whoever_can_unpack_them() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "person", "one", "none");
    let game = format!("/games/{id}");
    for path in
        ["/", &game, &format!("/api{game}"), "/assets/board.js", "/assets/style.css", "/assets/pieces.svg", "/nowhere"]
    {
        let (plain, packed) = (ann.get(path), packed(&ann).get(path));
        assert_eq!(plain.header("content-encoding"), [""; 0], "{path}");
        assert_eq!((packed.status, packed.header("content-encoding")), (plain.status, vec!["gzip"]), "{path}");
        assert!(packed.header("vary").concat().contains("accept-encoding"), "{path}: {}", packed.head);
        assert!(packed.body.len() * 3 < plain.body.len() * 2, "{path}: {} of {}", packed.body.len(), plain.body.len());
        assert!(unpacked(&packed) == plain.body || path == format!("/api{game}"), "{path}");
        assert_eq!(packed.header("content-security-policy"), plain.header("content-security-policy"), "{path}");
    }
    for small_or_packed in ["/api/games/999".to_string(), format!("{game}/0.png"), "/assets/favicon.svg".to_string()] {
        assert_eq!(packed(&ann).get(&small_or_packed).header("content-encoding"), [""; 0], "{small_or_packed}");
    }
}

#[test]
fn events_are_never_packed_and_leave_at_once() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = client::pair(&arena);
    let listener = packed(&arena.browser());
    let (mut game, mut all) = (listener.listen(id, None), listener.stream("/api/live/events"));
    // The streams stay open: whatever waits for company would wait for ever.
    for (ply, text) in [(0, "wS1"), (1, "bS1 wS1-")] {
        if ply % 2 == 0 { &mut ann } else { &mut bob }.play(id, text);
        assert_eq!(game.until("moved")["move"]["ply"], ply);
        while all.until("game")["ply"] != ply + 1 {}
    }
}

#[test]
fn an_analysis_is_told_line_by_line() {
    let arena = Arena::start();
    let body = json!({ "game": "hive", "moves": ["wS1"], "seconds": 20 }).to_string();
    let head = packed(&arena.browser()).head("POST", "/api/analyse", body.len());
    let mut stream = TcpStream::connect(arena.addr).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(15))).unwrap();
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
    let (began, mut found) = (Instant::now(), 0);
    for line in BufReader::new(stream).lines().map(|line| line.unwrap()) {
        assert!(!line.to_ascii_lowercase().starts_with("content-encoding"), "{line}");
        if line.starts_with('{') {
            let told: Value = serde_json::from_str(&line).unwrap();
            assert!(told["lines"][0]["moves"][0].is_string(), "{told}");
            found += 1;
        }
        if found == 3 {
            break;
        }
    }
    assert!(found == 3 && began.elapsed() < Duration::from_secs(10), "{found} lines after {:?}", began.elapsed());
}
