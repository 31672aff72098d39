//! A server that ends in the middle of games: everything goes on where it was.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::time::Duration;

use client::{Arena, generous};
use schwarm_web::Bounds;
use serde_json::json;

#[test]
fn games_go_on_after_a_restart() {
    let arena = Arena::start();
    let (mut ann, mut bob, mut cid) = (arena.browser(), arena.browser(), arena.browser());
    let friends = ann.make("hive", "person", "one", "300+3");
    let link = ann.look(friends)["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    ann.play(friends, "wS1");
    let waiting = cid.make("piranhas-2026", "person", "two", "none");
    let with_bot = cid.make("hive", "level:1", "two", "none");
    cid.listen(with_bot, Some(0)).until("moved");
    let over = cid.make("hive", "level:1", "one", "none");
    cid.act(over, "resign", json!({})).ok();
    let seen = bob.look(friends);
    let setup = cid.look(waiting)["shown"]["view"]["cells"].clone();
    let invitation = cid.look(waiting)["join"].clone();

    let arena = arena.restart();
    for browser in [&mut ann, &mut bob, &mut cid] {
        browser.addr = arena.addr;
    }
    let state = bob.look(friends);
    assert_eq!((&state["shown"], &state["seat"], &state["seq"]), (&seen["shown"], &json!("two"), &seen["seq"]));
    assert_eq!((&state["status"], &state["moves"]), (&json!("playing"), &seen["moves"]));
    assert!(state["clocks"]["left"][0].as_u64() >= Some(300_000), "{state}");
    let mut events = ann.listen(friends, seen["seq"].as_u64());
    bob.play(friends, "bS1 wS1-");
    assert_eq!(events.until("moved")["move"]["ply"], 1);
    assert_eq!(arena.browser().join(&link).status, 403, "the seat is taken");

    let state = cid.look(waiting);
    assert_eq!((&state["status"], &state["shown"]["view"]["cells"]), (&json!("waiting"), &setup));
    assert_eq!(state["join"], invitation, "the link can be shown again");
    let mut dan = arena.browser();
    assert_eq!(dan.join(invitation.as_str().unwrap()).status, 303);
    assert_eq!((&dan.look(waiting)["seat"], &dan.look(waiting)["status"]), (&json!("one"), &json!("playing")));

    let legal = cid.look(with_bot)["shown"]["gestures"][0]["move"].as_str().unwrap().to_string();
    let mut events = cid.listen(with_bot, None);
    cid.play(with_bot, &legal);
    events.until("moved");
    events.until("moved");

    assert_eq!(cid.look(over)["status"], "over");
    cid.act(over, "move", json!({ "move": "wS1" })).refused(409, "game-over");
}

#[test]
fn there_may_be_a_rematch_of_a_game_that_ended_before_a_restart() {
    let arena = Arena::start();
    let (mut ann, mut bob, mut cid) = (arena.browser(), arena.browser(), arena.browser());
    let with_bot = ann.make("ostseeschach-2022", "level:1", "one", "none");
    ann.act(with_bot, "resign", json!({})).ok();
    let friends = ann.make("hive", "person", "one", "300+3");
    let link = ann.look(friends)["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    bob.act(friends, "resign", json!({})).ok();
    let start = ann.look(with_bot)["shown"]["position"].clone();

    let arena = arena.restart();
    for browser in [&mut ann, &mut bob, &mut cid] {
        browser.addr = arena.addr;
    }
    let state = ann.look(with_bot);
    assert_eq!((&state["status"], &state["seat"], &state["may"]), (&json!("over"), &json!("one"), &json!(["rematch"])));
    assert_eq!((&state["ending"]["by"], &state["shown"]["position"]), (&json!("left"), &start));
    assert!(!arena.browser().get("/watch").text().contains(&format!("/games/{with_bot}\"")), "it does not run");
    let url = ann.act(with_bot, "rematch", json!({})).ok()["url"].as_str().unwrap().to_string();
    let next = ann.look(url.strip_prefix("/games/").unwrap().parse().unwrap());
    assert_eq!((&next["seat"], &next["status"]), (&json!("two"), &json!("playing")));

    cid.act(friends, "rematch", json!({})).refused(409, "game-over");
    let ended = bob.look(friends)["seq"].as_u64();
    let mut heard = bob.listen(friends, ended);
    assert_eq!(ann.act(friends, "rematch", json!({})).ok().get("url"), None);
    assert_eq!(heard.until("offer")["offers"]["rematch"], "one");
    bob.act(friends, "rematch", json!({})).ok();
    let url = heard.until("rematch")["url"].as_str().unwrap().to_string();
    let next = bob.look(url.strip_prefix("/games/").unwrap().parse().unwrap());
    assert_eq!((&next["seat"], &next["status"]), (&json!("one"), &json!("playing")));
}

#[test]
fn a_clock_runs_on_after_a_restart_though_nobody_asks() {
    let arena = Arena::start();
    let (mut ann, mut bob) = (arena.browser(), arena.browser());
    let id = ann.make("hive", "person", "one", "0.8");
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    bob.join(&link);
    let arena = arena.restart();
    ann.addr = arena.addr;
    std::thread::sleep(Duration::from_millis(1200));
    assert_eq!(ann.look(id)["ending"]["by"], "time");
}

#[test]
fn games_nobody_looks_at_leave_memory_and_come_back() {
    let bounds =
        Bounds { games: 2, idle: Duration::from_millis(150), linger: Duration::from_millis(150), ..generous() };
    let arena = Arena::with(bounds);
    let mut ann = arena.browser();
    let games: Vec<i64> = (0..2).map(|_| ann.make("hive", "person", "one", "none")).collect();
    ann.post("/api/games", json!({ "game": "hive", "opponent": "person" })).refused(429, "too-many");
    std::thread::sleep(Duration::from_millis(500));
    let third = ann.make("hive", "level:1", "one", "none");
    ann.play(third, "wS1");
    ann.act(third, "resign", json!({})).ok();
    std::thread::sleep(Duration::from_millis(500));
    // A finished game comes from the store, with all that happened.
    let mut eve = arena.browser();
    let state = eve.look(third);
    assert_eq!((&state["status"], &state["seat"]), (&json!("over"), &json!(null)));
    let mut events = eve.listen(third, Some(0));
    assert_eq!(events.until("moved")["move"]["move"], "wS1");
    let ended = events.until("ended");
    assert_eq!(ended["ending"]["by"], "left");
    assert!(events.next().is_none());
    assert_eq!(eve.listen(third, ended["seq"].as_u64()).status, 204, "there is nothing to wait for");
    assert_eq!(ann.look(third)["may"], json!(["rematch"]), "who played it may want another one");
    std::thread::sleep(Duration::from_millis(500));
    let mut bob = arena.browser();
    let link = ann.look(games[0])["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    std::thread::sleep(Duration::from_millis(500));
    ann.play(games[0], "wS1");
    bob.play(games[0], "bS1 wS1-");
}

#[test]
fn a_game_somebody_watches_stays() {
    let arena = Arena::with(Bounds { idle: Duration::from_millis(100), ..generous() });
    let mut ann = arena.browser();
    let id = ann.make("hive", "person", "one", "none");
    let mut events = arena.browser().listen(id, None);
    events.next().unwrap();
    std::thread::sleep(Duration::from_millis(600));
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    arena.browser().join(&link);
    assert_eq!(events.until("joined")["status"], "playing", "the stream was never cut");
}
