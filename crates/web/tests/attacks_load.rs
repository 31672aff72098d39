//! Attacks with too much of something, over real TCP: none of it may stop the server.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::{Arena, Browser, generous, pair, raw};
use schwarm_web::{Bounds, Rate};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The server still answers.
fn lives(arena: &Arena) {
    assert_eq!(arena.browser().get("/").status, 200);
}

#[test]
fn too_much_is_refused_before_it_is_read() {
    let arena = Arena::start();
    let announced = format!(
        "POST /api/line HTTP/1.1\r\nHost: {}\r\nContent-Length: 999999999\r\nConnection: close\r\n\r\n",
        arena.addr
    );
    raw(arena.addr, announced.as_bytes()).refused(413, "too-long");
    let mut chunked = format!(
        "POST /api/line HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        arena.addr
    )
    .into_bytes();
    for _ in 0..40 {
        chunked.extend_from_slice(b"1000\r\n");
        chunked.extend_from_slice(&[b' '; 0x1000]);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let answer = raw(arena.addr, &chunked);
    // The server may hang up while the rest is still being sent; what counts is that it did not accept it.
    assert!(matches!(answer.status, 413 | 0), "{answer:?}");
    let long = format!("GET /{} HTTP/1.1\r\nHost: {}\r\n\r\n", "a".repeat(200_000), arena.addr);
    assert!(matches!(raw(arena.addr, long.as_bytes()).status, 400 | 414 | 431 | 0));
    let mut many = format!("GET / HTTP/1.1\r\nHost: {}\r\n", arena.addr);
    for number in 0..500 {
        many += &format!("x-{number}: y\r\n");
    }
    assert!(matches!(raw(arena.addr, (many + "\r\n").as_bytes()).status, 400 | 431 | 0));
    let deep = "[".repeat(30_000);
    let nested = arena.browser().head("POST", "/api/line", deep.len()) + "Connection: close\r\n\r\n" + &deep;
    raw(arena.addr, nested.as_bytes()).refused(400, "bad-request");
    lives(&arena);
}

#[test]
fn who_asks_too_often_is_told_to_wait_and_others_are_not() {
    let bounds = Bounds { changes: Rate::new(5.0, 5.0), requests: Rate::new(30.0, 1.0), ..generous() };
    let arena = Arena::with(bounds);
    let mut ann = arena.browser();
    let ask = |ann: &mut Browser| ann.post("/api/line", json!({ "game": "hive" })).status;
    let statuses: Vec<u16> = (0..12).map(|_| ask(&mut ann)).collect();
    assert_eq!((statuses[0], *statuses.last().unwrap()), (200, 429), "{statuses:?}");
    let refused = ann.post("/api/line", json!({ "game": "hive" }));
    refused.refused(429, "too-many");
    assert_eq!(refused.header("retry-after").len(), 1);
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(ask(&mut ann), 200, "the bucket fills again");
    let statuses: Vec<u16> = (0..60).map(|_| ann.get("/api/games/1").status).collect();
    assert!(statuses.contains(&429) && statuses[0] == 404, "{statuses:?}");
    // A browser that waits for a page is told by one.
    let request = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nAccept: text/html\r\nAccept-Language: de\r\nConnection: close\r\n\r\n",
        arena.addr
    );
    let page = raw(arena.addr, request.as_bytes());
    assert_eq!(page.status, 429);
    assert!(page.text().contains("<html lang=\"de\""), "{}", page.text());
    assert_eq!(status_from("127.0.0.2:0", &arena), 404, "another address is another client");
}

/// Asks for a game that is not there from another address of this machine.
fn status_from(from: &str, arena: &Arena) -> u16 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(from.parse().unwrap()).unwrap();
        let mut stream = socket.connect(arena.addr).await.unwrap();
        let request = arena.browser().head("GET", "/api/games/1", 0) + "Connection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        said[9..12].parse().unwrap()
    })
}

#[test]
fn what_costs_much_has_a_measure_of_its_own() {
    let arena = Arena::with(Bounds { efforts: Rate::new(2.0, 0.0), ..generous() });
    let mut eve = arena.browser();
    let wish = json!({ "game": "hive", "opponent": "level:1" });
    let statuses: Vec<u16> = (0..4).map(|_| eve.post("/api/games", wish.clone()).status).collect();
    assert_eq!(statuses, [201, 201, 429, 429]);
    eve.post("/api/analyse", json!({ "game": "hive" })).refused(429, "too-many");
    // Guesses of the token are counted, too.
    assert_eq!(eve.form("/operator", &format!("token={}", client::TOKEN)).status, 429);
    eve.post("/api/line", json!({ "game": "hive" })).ok();
}

#[test]
fn who_speaks_slowly_is_hung_up_on() {
    let short = Duration::from_millis(400);
    let arena = Arena::with(Bounds { head_patience: short, body_patience: short, ..generous() });
    let silent = TcpStream::connect(arena.addr).unwrap();
    let mut half = TcpStream::connect(arena.addr).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut body = TcpStream::connect(arena.addr).unwrap();
    let head = format!("POST /api/line HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\n{{", arena.addr);
    body.write_all(head.as_bytes()).unwrap();
    for (mut stream, name) in [(silent, "silent"), (half, "half a head"), (body, "half a body")] {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let began = Instant::now();
        let mut said = Vec::new();
        // A reset is as good as an end.
        let _ = stream.read_to_end(&mut said);
        assert!(began.elapsed() < Duration::from_secs(8), "{name} was waited for");
        assert!(!said.starts_with(b"HTTP/1.1 200"), "{name}");
    }
    lives(&arena);
}

#[test]
fn who_does_not_read_is_dropped_and_harms_nobody() {
    let bounds = Bounds { read_patience: Duration::from_millis(500), ..generous() };
    let arena = Arena::with(bounds);
    let (mut ann, mut bob, id) = pair(&arena);
    let mut deaf = TcpStream::connect(arena.addr).unwrap();
    deaf.write_all(ann.head("GET", &format!("/api/games/{id}/events"), 0).as_bytes()).unwrap();
    deaf.write_all(b"\r\n").unwrap();
    let mut good = arena.browser().listen(id, None);
    good.next().unwrap();
    // Far more than any socket holds.
    ann.play(id, "wS1");
    for _ in 0..1500 {
        bob.play(id, "bS1 wS1-");
        bob.act(id, "take-back", json!({})).ok();
        ann.act(id, "take-back", json!({})).ok();
        good.until("taken-back");
    }
    deaf.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut got = Vec::new();
    let ended = deaf.read_to_end(&mut got);
    assert!(ended.is_ok() || ended.unwrap_err().kind() != std::io::ErrorKind::WouldBlock, "it is still served");
    let last = String::from_utf8_lossy(&got).matches("\"kind\":\"taken-back\"").count();
    assert!(last < 1500, "everything was kept for who does not read");
    lives(&arena);
}

#[test]
fn one_client_does_not_take_all_connections() {
    let arena = Arena::with(Bounds { connections_per_client: 5, ..generous() });
    let held: Vec<TcpStream> = (0..5).map(|_| TcpStream::connect(arena.addr).unwrap()).collect();
    let mut sixth = TcpStream::connect(arena.addr).unwrap();
    sixth.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let _ = sixth.write_all(format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", arena.addr).as_bytes());
    let mut said = Vec::new();
    let _ = sixth.read_to_end(&mut said);
    assert!(said.is_empty(), "{}", String::from_utf8_lossy(&said));
    drop(held);
    std::thread::sleep(Duration::from_millis(200));
    lives(&arena);
}

#[test]
fn nonsense_is_answered_and_nothing_breaks() {
    let arena = Arena::start();
    let mut eve = arena.browser();
    for path in [
        "/api/games/-1",
        "/api/games/99999999999999999999",
        "/api/games/1%00",
        "/api/games/..%2f..%2fetc",
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "/games/1/join/x",
        "/games/99999999999999999999.svg",
        "/api/games/1/events?after=-1",
        "/api/games/1/events?after=x",
    ] {
        let answer = eve.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
    }
    for wish in [
        json!({ "game": "hive", "opponent": "level:11" }),
        json!({ "game": "hive", "opponent": "level:0" }),
        json!({ "game": "hive", "opponent": "level:1", "side": "three" }),
        json!({ "game": "hive", "opponent": "level:1", "time": "1e99" }),
        json!({ "game": "hive", "opponent": "level:1", "setup": "\u{0}" }),
        json!({ "game": "a".repeat(10_000), "opponent": "level:1" }),
        json!({ "game": "hive", "opponent": "level:1", "surprise": 1 }),
        json!([1, 2, 3]),
        json!(null),
    ] {
        let answer = eve.post("/api/games", wish.clone());
        assert_eq!(answer.status, 400, "{wish}: {}", answer.text());
    }
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01"[..],
        b"GET\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answer = raw(arena.addr, bytes);
        assert!(answer.status == 0 || answer.status >= 400, "{answer:?}");
    }
    lives(&arena);
}
