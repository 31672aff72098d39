//! Games that are handed in: every format is understood, nothing hostile does harm, and a report says what came of it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod html;

use std::io::Write as _;
use std::time::{Duration, Instant};

use client::{Answer, Arena, Browser, TOKEN, fresh_file, generous};
use flate2::Compression;
use flate2::write::GzEncoder;
use html::Page;
use schwarm_web::{Bounds, Config};
use serde_json::{Value, json};

const PGN: &str =
    "[Game \"hive\"]\n[White \"<script>alert(1)</script>\"]\n[Black \"b & c\"]\n\n1. wS1\n2. bS1 wS1- *\n";
const UHP: &str = "Base;InProgress;White[2];wS1;bS1 wS1-\nBase;InProgress;Black[1];wG1\n";

/// A server only this computer reaches.
fn near() -> Arena {
    Arena::with_config(fresh_file(), |config| Config { hosts: Vec::new(), ..config })
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text).unwrap();
    packer.finish().unwrap()
}

/// Hands in a file as the form does.
fn form(browser: &mut Browser, file: &[u8], fields: &[(&str, &str)]) -> Answer {
    let mut body = Vec::new();
    let part = "--x--x\r\nContent-Disposition: form-data; name=\"";
    for (name, value) in fields {
        write!(body, "{part}{name}\"\r\n\r\n{value}\r\n").unwrap();
    }
    write!(body, "{part}file\"; filename=\"../../a.pgn\"\r\nContent-Type: text/plain\r\n\r\n").unwrap();
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--x--x--\r\n");
    browser.hand_in("/upload", "multipart/form-data; boundary=x--x", &body)
}

fn raw(browser: &mut Browser, path: &str, file: &[u8]) -> Answer {
    browser.hand_in(path, "application/octet-stream", file)
}

#[test]
fn every_format_is_understood_packed_or_not() {
    let arena = near();
    let mut ann = arena.browser();
    for (text, format, games) in [(PGN, "pgn", 1), (UHP, "uhp", 2)] {
        for file in [text.as_bytes().to_vec(), packed(text.as_bytes())] {
            let told = raw(&mut ann, "/api/upload", &file).ok();
            assert_eq!((&told["format"], &told["good"]), (&json!(format), &json!(games)), "{told}");
            assert_eq!((&told["packed"], &told["cut"]), (&json!(file.starts_with(&[0x1f])), &Value::Null));
            assert_eq!((&told["games"][0]["plies"], &told["games"][0]["id"]), (&json!(2), &Value::Null), "only read");
        }
    }
    let told = raw(&mut ann, "/api/upload?keep=true", UHP.as_bytes()).ok();
    let id = told["games"][1]["id"].as_i64().unwrap();
    assert_eq!(ann.look(id)["moves"][0]["move"], "wG1");
    // One bad game hides no other.
    let mixed = format!("{PGN}\n{}\n{PGN}", PGN.replace("bS1 wS1-", "bQ wS1-"));
    let told = raw(&mut ann, "/api/upload", mixed.as_bytes()).ok();
    assert_eq!((&told["good"], told["games"].as_array().unwrap().len()), (&json!(2), 3), "{told}");
    assert!(told["games"][1]["error"].as_str().unwrap().contains("queen"), "{told}");
    for nonsense in [&b"hello"[..], b"", b"\xff\xfe\x00", b"\x1f\x8bnot packed at all", b"<a><b></a>"] {
        let told = raw(&mut ann, "/api/upload", nonsense).ok();
        assert_eq!((&told["format"], &told["good"]), (&json!("unknown"), &json!(0)), "{told}");
        assert!(!told["games"][0]["error"].as_str().unwrap().is_empty());
    }
}

#[test]
fn the_form_tells_what_it_understood_and_obeys_nothing_in_it() {
    let arena = near();
    for lang in ["en", "de", "cs"] {
        let mut ann = arena.browser();
        ann.lang = lang;
        let answer = form(&mut ann, PGN.as_bytes(), &[("keep", "on")]);
        assert_eq!(answer.status, 200);
        let page = Page::read("upload", &answer.text());
        assert!(
            !page.text.contains("<script>alert") && page.text.contains("&#60;script&#62;alert(1)"),
            "{}",
            page.text
        );
        assert!(page.text.contains("href=\"/games/"), "{}", page.text);
        let pasted = form(&mut ann, b"", &[("text", "no game, <b>but</b> mine")]);
        assert!(pasted.text().contains("id=\"report\""));
        let page = Page::read("upload", &ann.get("/upload").text());
        assert_eq!((page.count("input[type=\"file\""), page.count("input[type=\"checkbox\"")), (1, 1));
    }
}

#[test]
fn what_is_wrong_with_a_game_is_told_in_the_language_of_who_asks() {
    let arena = near();
    let over = "[Result \"WhiteWins\"]\n[Termination \"rules\"]\n[Reason \"queen-surrounded\"]\n";
    let cases = [
        (PGN.replace("bS1 wS1-", "bQ <b>-").into_bytes(), "move", ["Move 2", "Zug 2", "Tah 2"]),
        (PGN.replace("hive", "chess").into_bytes(), "rules", ["There is no game", "Ein Spiel", "Hra"]),
        (
            format!("[Game \"hive\"]\n{over}\n1. wS1 WhiteWins\n").into_bytes(),
            "goes-on",
            ["goes on", "geht", "pokračuje"],
        ),
        (b"hello".to_vec(), "unknown", ["No known format", "Kein bekanntes Format", "Neznámý formát"]),
        (b"\xff\xfe\x00".to_vec(), "no-text", ["no text", "kein Text", "není text"]),
        (b"\x1f\x8bnot packed at all".to_vec(), "unpacked", ["unpacked", "entpacken", "rozbalit"]),
    ];
    for (file, kind, told) in cases {
        for (lang, wanted) in ["en", "de", "cs"].into_iter().zip(told) {
            let mut ann = Browser { lang, ..arena.browser() };
            let game = raw(&mut ann, "/api/upload", &file).ok()["games"][0].clone();
            assert_eq!(game["kind"], kind, "{game}");
            assert!(game["error"].as_str().unwrap().contains(wanted), "{lang}: {game}");
            let page = Page::read("upload", &form(&mut ann, &file, &[]).text());
            assert!(page.text.contains(wanted) && !page.text.contains("<b>-"), "{lang}: {}", page.text);
        }
    }
}

#[test]
fn only_the_operator_keeps_games_where_others_reach_the_server() {
    let arena = Arena::start();
    let mut eve = arena.browser();
    raw(&mut eve, "/api/upload?keep=true", PGN.as_bytes()).refused(403, "operator-only");
    assert_eq!(form(&mut eve, PGN.as_bytes(), &[("keep", "on")]).status, 403);
    let looked = form(&mut eve, PGN.as_bytes(), &[]);
    assert!(looked.text().contains("href=\"/study?game=hive"), "looking is for everybody");
    assert!(!eve.get("/upload").text().contains("type=\"checkbox\""));
    let mut operator = arena.browser();
    operator.extra.push(("Authorization".to_string(), format!("Bearer {TOKEN}")));
    let told = raw(&mut operator, "/api/upload?keep=true", PGN.as_bytes()).ok();
    assert!(told["games"][0]["id"].is_i64());
}

#[test]
fn bombs_and_endless_files_do_no_harm() {
    let bounds = Bounds {
        upload_bytes: 1 << 20,
        unpacked_bytes: 2 << 20,
        upload_games: 50,
        upload_patience: Duration::from_secs(2),
        ..generous()
    };
    let arena = Arena::with_config(fresh_file(), |config| Config { hosts: Vec::new(), bounds, ..config });
    let mut ann = arena.browser();
    let begun = Instant::now();
    // A gigabyte in a megabyte.
    let bomb = packed(&vec![b' '; 64 << 20]);
    assert!(bomb.len() < 1 << 20);
    raw(&mut ann, "/api/upload", &bomb).refused(413, "too-long");
    assert_eq!(form(&mut ann, &bomb, &[]).status, 200, "the page says it");
    assert_eq!(raw(&mut ann, "/api/upload", &vec![b'x'; (1 << 20) + 1]).status, 413);
    // Elsewhere bodies are as small as ever.
    assert_eq!(raw(&mut ann, "/api/line", &vec![b'x'; 100 << 10]).status, 413);
    let many = "Base;InProgress;Black[1];wG1\n".repeat(2000);
    let told = raw(&mut ann, "/api/upload", many.as_bytes()).ok();
    assert_eq!((&told["good"], &told["cut"]), (&json!(50), &json!("games")));
    let deep = format!("(;GM[27]VV[1]SU[hive]{}{}", "(;P0[1 dropb]".repeat(50_000), ")".repeat(50_001));
    let told = raw(&mut ann, "/api/upload", deep.as_bytes()).ok();
    assert_eq!(told["good"], 0, "{told}");
    let branches = format!("[Game \"hive\"]\n\n1. wS1 {}2. bS1 wS1- *\n", "(1. wG1) ".repeat(50_000));
    raw(&mut ann, "/api/upload", branches.as_bytes()).ok();
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    assert_eq!(ann.get("/").status, 200);
}
