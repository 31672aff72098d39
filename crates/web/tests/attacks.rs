//! Attacks over real TCP. Each says what it tries; each must fail, and the server must go on.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::sync::Arc;

use client::{Arena, pair, raw};
use schwarm_web::{Bounds, Config, Server, ServerError};
use serde_json::json;

#[test]
fn a_public_address_demands_a_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let file = std::env::temp_dir().join(format!("schwarm-web-token-{}.db", std::process::id()));
    let bound = runtime.block_on(async {
        let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
        let config = |token: Option<&str>| Config {
            addr: "0.0.0.0:0".parse().unwrap(),
            hosts: Vec::new(),
            token: token.map(String::from),
            store: store.clone(),
            opponents: Arc::new(client::House),
            signature: None,
            data: None,
            talk: Default::default(),
            analysts: Arc::new(client::Minds),
            provers: Arc::new(client::Definition),
            organiser: None,
            replay: None,
            replays: None,
            states: None,
            bounds: Bounds::default(),
        };
        let bound = [None, Some(""), Some("token")].map(|token| Server::bind(config(token)));
        let [without, empty, with] = bound;
        [without.await.err(), empty.await.err(), with.await.err()]
    });
    let _ = std::fs::remove_file(file);
    assert!(matches!(bound, [Some(ServerError::NoToken), Some(ServerError::NoToken), None]), "{bound:?}");
}

#[test]
fn a_name_that_was_made_to_point_here_is_refused() {
    let arena = Arena::start();
    let port = arena.addr.port();
    for host in [
        format!("evil.example:{port}"),
        "evil.example".to_string(),
        format!("127.0.0.1.evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("evil.example:{}", port.wrapping_add(1)),
        format!("user@127.0.0.1:{port}"),
        String::new(),
    ] {
        for path in ["/", "/api/games/1", "/assets/style.css", "/api/live/events"] {
            let answer =
                raw(arena.addr, format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
            assert!(matches!(answer.status, 400 | 403), "{host} {path}: {answer:?}");
        }
    }
    let twice = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(arena.addr, twice.as_bytes()).status, 403);
    let none = raw(arena.addr, b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!(matches!(none.status, 400 | 403), "{none:?}");
    let absolute = format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(raw(arena.addr, absolute.as_bytes()).status, 403);
    let tunnel = format!("localhost:{}", port.wrapping_add(1));
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), tunnel, "arena.example".to_string()] {
        let answer = raw(arena.addr, format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
        assert_eq!(answer.status, 200, "{host}");
    }
}

#[test]
fn a_wrong_name_is_told_in_a_page_to_browsers_and_in_json_to_programs() {
    let arena = Arena::start();
    let ask = |path: &str, accept: &str| {
        let head = format!("Host: elsewhere.example\r\nAccept: {accept}\r\nAccept-Language: de\r\nConnection: close");
        raw(arena.addr, format!("GET {path} HTTP/1.1\r\n{head}\r\n\r\n").as_bytes())
    };
    let page = ask("/games/1", "text/html,application/xhtml+xml");
    assert_eq!(page.status, 403);
    assert!(page.text().starts_with("<!doctype html>") && page.text().contains("--host NAME"), "{}", page.text());
    ask("/games/1", "*/*").refused(403, "unknown-host");
    ask("/api/games/1", "text/html").refused(403, "unknown-host");
}

#[test]
fn another_site_cannot_act_with_the_cookies_of_a_player() {
    let arena = Arena::start();
    let (mut ann, _, id) = pair(&arena);
    let cookies: Vec<_> = ann.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let own = format!("http://{}", arena.addr);
    for foreign in [
        "Origin: http://evil.example\r\n".to_string(),
        "Origin: null\r\n".to_string(),
        format!("Origin: http://localhost:{}\r\n", arena.addr.port()),
        format!("Origin: {own}.evil.example\r\n"),
        format!("Origin: {own}\r\nOrigin: http://evil.example\r\n"),
        "Sec-Fetch-Site: cross-site\r\n".to_string(),
        "Sec-Fetch-Site: same-site\r\n".to_string(),
        format!("Origin: {own}\r\nSec-Fetch-Site: cross-site\r\n"),
    ] {
        for (path, body) in [
            (format!("/api/games/{id}/resign"), ""),
            (format!("/api/games/{id}/move"), r#"{"move":"wS1"}"#),
            ("/api/games".to_string(), r#"{"game":"hive","opponent":"level:1"}"#),
            ("/games".to_string(), "game=hive&opponent=level:1"),
            ("/language".to_string(), "language=de"),
            ("/operator".to_string(), "token=x"),
        ] {
            let request = format!(
                "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: text/plain\r\n{foreign}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
                arena.addr,
                cookies.join("; "),
                body.len()
            );
            raw(arena.addr, request.as_bytes()).refused(403, "cross-site");
        }
    }
    let state = ann.look(id);
    assert_eq!((&state["status"], &state["moves"]), (&json!("playing"), &json!([])));
}

#[test]
fn strangers_cannot_use_a_seat_nor_guess_one() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena);
    let mut eve = arena.browser();
    let own = eve.make("hive", "level:1", "one", "none");
    let mine = eve.cookies[&format!("seat-{own}")].clone();
    let mut guesses =
        vec![String::new(), "0".repeat(32), mine.clone(), "x".repeat(32), "'; DROP TABLE games; --".into()];
    // What differs from the right one in a single place is as wrong as anything.
    let right = ann.cookies[&format!("seat-{id}")].clone();
    guesses.push(right.chars().rev().collect());
    guesses.push(format!("{}{}", &right[..31], if right.ends_with('0') { "1" } else { "0" }));
    guesses.push(right[..31].to_string());
    for guess in guesses {
        eve.cookies.insert(format!("seat-{id}"), guess);
        for (deed, body) in [
            ("move", json!({ "move": "wS1" })),
            ("resign", json!({})),
            ("take-back", json!({})),
            ("draw", json!({})),
            ("rematch", json!({})),
        ] {
            eve.act(id, deed, body).refused(403, "not-yours");
        }
        assert_eq!(eve.look(id)["seat"], json!(null));
        assert_eq!(eve.look(id)["may"], json!([]));
    }
    bob.act(id, "move", json!({ "move": "wS1" })).refused(409, "not-your-turn");
    assert_eq!(ann.look(id)["status"], "playing");
    ann.play(id, "wS1");
}

#[test]
fn a_link_gives_one_seat_to_one_person_and_nothing_to_others() {
    let arena = Arena::start();
    let (mut ann, mut bob, mut eve) = (arena.browser(), arena.browser(), arena.browser());
    let id = ann.make("hive", "person", "one", "none");
    assert_eq!(eve.look(id)["join"], json!(null), "only who invites sees the link");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    let secret = link.rsplit('/').next().unwrap().to_string();
    let other = format!("/games/{id}/join/{}", "0".repeat(32));
    assert_eq!(eve.join(&other).status, 403);
    assert_eq!(bob.join(&link).status, 303);
    assert_eq!(eve.join(&link).status, 403, "the seat is taken");
    assert!(eve.cookies.is_empty());
    // The link is not the seat: whoever sent it cannot play for the friend.
    eve.cookies.insert(format!("seat-{id}"), secret);
    eve.act(id, "resign", json!({})).refused(403, "not-yours");
    // Who has a seat does not take the other one.
    let mut dan = arena.browser();
    let id = dan.make("hive", "person", "one", "none");
    let link = dan.look(id)["join"].as_str().unwrap().to_string();
    dan.join(&link);
    assert_eq!((&dan.look(id)["seat"], &dan.look(id)["status"]), (&json!("one"), &json!("waiting")));
}

#[test]
fn programs_are_started_for_the_operator_alone() {
    let arena = Arena::start();
    let wish = json!({ "game": "hive", "opponent": "bot:mine", "side": "one" });
    let mut eve = arena.browser();
    eve.post("/api/games", wish.clone()).refused(403, "operator-only");
    for token in ["", "x", &client::TOKEN[1..], &format!("{}x", client::TOKEN)] {
        eve.extra = vec![("Authorization".to_string(), format!("Bearer {token}"))];
        eve.post("/api/games", wish.clone()).refused(403, "operator-only");
        eve.extra.clear();
        eve.cookies.insert("operator".to_string(), token.to_string());
        eve.post("/api/games", wish.clone()).refused(403, "operator-only");
        assert_eq!(eve.form("/operator", &format!("token={token}")).status, 403);
    }
    eve.cookies.insert("operator".to_string(), client::TOKEN.to_string());
    eve.post("/api/games", wish.clone()).refused(403, "operator-only");
    let form = arena.browser().form("/games", "game=hive&opponent=bot:mine&side=one&time=none");
    assert_eq!(form.status, 403);
    let mut operator = arena.browser();
    let entered = operator.form("/operator", &format!("token={}", client::TOKEN));
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie")[0];
    assert!(cookie.contains("httponly") && cookie.contains("samesite=strict") && !cookie.contains(client::TOKEN));
    let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
    operator.cookies.insert(name.to_string(), value.to_string());
    let id = operator.post("/api/games", wish).ok()["id"].as_i64().unwrap();
    operator.act(id, "resign", json!({})).ok();
    // A seat is no token: the next game would start the program again.
    let token = operator.cookies.remove("operator").unwrap();
    operator.act(id, "rematch", json!({})).refused(403, "operator-only");
    operator.cookies.insert("operator".to_string(), token);
    operator.act(id, "rematch", json!({})).ok();
    operator.post("/api/games", json!({ "game": "hive", "opponent": "bot:rm -rf /" })).refused(404, "unknown");
}

#[test]
fn every_answer_carries_the_policy_and_cookies_are_kept_from_scripts() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let made = ann.post("/api/games", json!({ "game": "hive", "opponent": "level:1", "side": "one" }));
    for cookie in made.header("set-cookie") {
        assert!(
            cookie.contains("httponly") && cookie.contains("samesite=strict") && cookie.contains("path=/"),
            "{cookie}"
        );
    }
    for path in
        ["/", "/games/1", "/games", "/watch", "/study", "/api/games/1", "/api/nothing", "/nothing", "/assets/nothing"]
    {
        let answer = ann.get(path);
        let policy = answer.header("content-security-policy");
        assert_eq!(policy.len(), 1, "{path}: {}", answer.head);
        assert!(policy[0].starts_with("default-src 'none'") && !policy[0].contains("unsafe"), "{path}: {policy:?}");
        assert!(policy[0].contains("frame-ancestors 'none'") && policy[0].contains("base-uri 'none'"), "{policy:?}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), [value], "{path}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), [""; 0], "{path}");
    }
}

#[test]
fn texts_of_strangers_stay_texts() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let evil = "%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E";
    for path in [
        format!("/study?game={evil}"),
        format!("/study?game=hive&moves={evil}"),
        format!("/study?game=hive&start={evil}"),
        format!("/games?player={evil}"),
        format!("/games?game={evil}"),
        format!("/games/{evil}"),
        format!("/{evil}"),
    ] {
        let answer = ann.get(&path);
        assert!(!answer.text().contains("<script>alert"), "{path}: {}", answer.text());
    }
    let wish = json!({ "game": "<script>alert(1)</script>", "opponent": "level:1" });
    let refused = ann.post("/api/games", wish);
    assert_eq!(refused.header("content-type"), ["application/json"]);
}
