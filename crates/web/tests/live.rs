//! Games played over HTTP: against bots, between persons, with watchers.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use client::{Arena, Browser};
use serde_json::{Value, json};

/// A game that has no end by its rules is given up after so many plies.
const LONGEST: u64 = 250;

/// Two persons at a game.
fn pair(arena: &Arena, game: &str, time: &str) -> (Browser, Browser, i64) {
    let (mut ann, mut bob) = (arena.browser(), arena.browser());
    let id = ann.make(game, "person", "one", time);
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    (ann, bob, id)
}

/// Any legal move, chosen by a number.
fn some_move(shown: &Value, number: usize) -> String {
    let gestures = shown["gestures"].as_array().unwrap();
    gestures[number.wrapping_mul(7919) % gestures.len()]["move"].as_str().unwrap().to_string()
}

/// Plays against level 1 until the game is over; what was told of the end.
fn play_out(browser: &mut Browser, id: i64) -> Value {
    let state = browser.look(id);
    let mut events = browser.listen(id, state["seq"].as_u64());
    let (mut shown, seat) = (state["shown"].clone(), state["seat"].clone());
    loop {
        if shown["to_move"] == seat {
            let ply = shown["ply"].as_u64().unwrap();
            if ply >= LONGEST {
                browser.act(id, "resign", json!({})).ok();
                return events.until("ended");
            }
            let body = json!({ "move": some_move(&shown, ply as usize), "ply": ply });
            browser.act(id, "move", body).ok();
        }
        let event = events.next().unwrap();
        shown = event["shown"].clone();
        if event["kind"] == "ended" {
            return event;
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_against_a_bot() {
    let arena = Arena::start();
    for (number, info) in schwarm_catalog::games().into_iter().enumerate() {
        let mut browser = arena.browser();
        let side = ["one", "two"][number % 2];
        let id = browser.make(info.id, "level:1", side, "none");
        let ended = play_out(&mut browser, id);
        let by = ended["ending"]["by"].as_str().unwrap();
        assert!(by == "rules" || (info.ply_limit.is_none() && by == "left"), "{}: {ended}", info.id);
        let state = browser.look(id);
        assert_eq!((&state["status"], &state["ending"]), (&json!("over"), &ended["ending"]), "{}", info.id);
        assert_eq!(state["may"], json!(["rematch"]));
        assert!(!ended["ending"]["words"].as_str().unwrap().contains('⟦'), "{ended}");
        assert_eq!(state["moves"].as_array().unwrap().len() as u64, state["shown"]["ply"].as_u64().unwrap());
    }
}

#[test]
fn two_persons_play_and_a_watcher_who_comes_back_misses_nothing() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "piranhas-2026", "none");
    let watcher = arena.browser();
    let mut events = watcher.listen(id, Some(0));
    let joined = events.next().unwrap();
    assert_eq!((&joined["kind"], &joined["status"]), (&json!("joined"), &json!("playing")));
    let mut seen = Vec::new();
    let mut shown = joined["shown"].clone();
    for ply in 0..30 {
        let player = if shown["to_move"] == "one" { &mut ann } else { &mut bob };
        let text = some_move(&shown, ply);
        player.play(id, &text);
        if ply % 10 == 9 {
            // Cut off for three moves.
            drop(events);
            let last = seen.last().map(|event: &Value| event["seq"].as_u64().unwrap());
            for more in 0..3 {
                let now = ann.look(id)["shown"].clone();
                let player = if now["to_move"] == "one" { &mut ann } else { &mut bob };
                if now["to_move"].is_null() {
                    break;
                }
                player.play(id, &some_move(&now, more));
            }
            events = watcher.listen(id, last);
        }
        let until = ann.look(id)["seq"].as_u64().unwrap();
        while seen.last().is_none_or(|event: &Value| event["seq"].as_u64().unwrap() < until) {
            seen.push(events.next().unwrap());
        }
        shown = seen.last().unwrap()["shown"].clone();
        if shown["to_move"].is_null() {
            break;
        }
    }
    let moved: Vec<&Value> = seen.iter().filter(|event| event["kind"] == "moved").collect();
    let told: Vec<Value> = moved.iter().map(|event| event["move"]["move"].clone()).collect();
    let played: Vec<Value> = ann.look(id)["moves"].as_array().unwrap().iter().map(|mv| mv["move"].clone()).collect();
    assert!(played.len() > 20);
    assert_eq!(told, played);
    // Everything can be told again, to the letter.
    let mut again = watcher.listen(id, Some(1));
    for event in &seen {
        assert_eq!(&again.next().unwrap(), event);
    }
}

#[test]
fn a_late_watcher_hears_first_how_it_stands() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "hive", "none");
    ann.play(id, "wS1");
    bob.play(id, "bS1 wS1-");
    let event = arena.browser().listen(id, None).next().unwrap();
    assert_eq!((&event["move"]["move"], &event["shown"]["ply"]), (&json!("bS1 wS1-"), &json!(2)));
    let mut german = arena.browser();
    german.lang = "de-DE,de;q=0.9";
    let told = german.listen(id, None).next().unwrap();
    assert_eq!(told["shown"]["view"], event["shown"]["view"]);
    assert_ne!(told["move"]["words"], event["move"]["words"]);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason_and_changes_nothing() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "hive", "none");
    bob.act(id, "move", json!({ "move": "bS1" })).refused(409, "not-your-turn");
    ann.act(id, "move", json!({ "move": "hello" })).refused(400, "syntax");
    ann.act(id, "move", json!({ "move": "wQ" })).refused(422, "illegal");
    ann.act(id, "move", json!({})).refused(400, "bad-request");
    ann.act(id, "dance", json!({})).refused(404, "unknown");
    ann.act(id, "move", json!({ "move": "wS1", "ply": 1 })).refused(409, "stale");
    ann.act(id, "rematch", json!({})).refused(400, "bad-request");
    ann.act(999, "move", json!({ "move": "wS1" })).refused(404, "unknown");
    assert_eq!(ann.look(id)["moves"], json!([]));
    let refused = ann.act(id, "move", json!({ "move": "wQ" })).json();
    assert_eq!(refused["error"]["rule"]["id"], "queen-first", "{refused}");
    ann.play(id, "wS1");
    ann.act(id, "resign", json!({})).ok();
    bob.act(id, "move", json!({ "move": "bS1 wS1-" })).refused(409, "game-over");
}

#[test]
fn moves_are_taken_back_at_once_against_a_bot() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "level:1", "one", "none");
    let mut events = ann.listen(id, Some(0));
    ann.act(id, "take-back", json!({})).refused(400, "bad-request");
    ann.play(id, "wS1");
    assert_eq!(events.until("moved")["shown"]["ply"], 1);
    assert_eq!(events.until("moved")["shown"]["ply"], 2);
    ann.act(id, "take-back", json!({})).ok();
    let back = events.until("taken-back");
    assert_eq!((&back["shown"]["ply"], &back["shown"]["to_move"]), (&json!(0), &json!("one")));
    ann.play(id, "wG1");
    assert_eq!(events.until("moved")["move"]["move"], "wG1");
    assert_eq!(events.until("moved")["shown"]["to_move"], "one");
}

#[test]
fn a_bot_that_thinks_is_interrupted_and_its_answer_thrown_away() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "level:9", "one", "none");
    let mut events = ann.listen(id, Some(0));
    ann.play(id, "wS1");
    events.until("moved");
    let began = std::time::Instant::now();
    ann.act(id, "take-back", json!({})).ok();
    assert_eq!(events.until("taken-back")["shown"]["ply"], 0);
    ann.play(id, "wA1");
    assert_eq!(events.until("moved")["move"]["move"], "wA1");
    // The bot was asked anew, and answers that question alone.
    let state = ann.look(id);
    assert_eq!((&state["shown"]["ply"], &state["shown"]["to_move"]), (&json!(1), &json!("two")));
    assert!(began.elapsed() < std::time::Duration::from_secs(8), "the first question was not given up");
    ann.act(id, "resign", json!({})).ok();
    assert_eq!(events.until("ended")["ending"]["winner"], "two");
}

#[test]
fn persons_agree_on_taking_back_and_on_a_draw() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "hive", "none");
    let mut events = ann.listen(id, None);
    ann.play(id, "wS1");
    ann.act(id, "take-back", json!({ "accept": true })).ok();
    assert_eq!(events.until("offer")["offers"]["take_back"], "one");
    bob.act(id, "take-back", json!({ "accept": false })).ok();
    assert_eq!(events.until("offer")["offers"]["take_back"], Value::Null);
    bob.play(id, "bS1 wS1-");
    ann.act(id, "take-back", json!({})).ok();
    bob.act(id, "take-back", json!({})).ok();
    assert_eq!(events.until("taken-back")["shown"]["ply"], 0);
    bob.act(id, "draw", json!({})).ok();
    assert_eq!(events.until("offer")["offers"]["draw"], "two");
    bob.act(id, "draw", json!({})).ok();
    assert_eq!(ann.look(id)["status"], "playing", "nobody accepts an own offer");
    ann.act(id, "draw", json!({ "accept": true })).ok();
    let ended = events.until("ended");
    assert_eq!((&ended["ending"]["winner"], &ended["ending"]["by"]), (&Value::Null, &json!("adjudication")));
}

#[test]
fn an_offer_ends_with_the_next_move() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "hive", "none");
    ann.act(id, "draw", json!({})).ok();
    ann.play(id, "wS1");
    assert_eq!(bob.look(id)["offers"]["draw"], Value::Null);
    bob.act(id, "draw", json!({ "accept": true })).ok();
    assert_eq!(bob.look(id)["status"], "playing");
}

#[test]
fn a_bot_accepts_a_draw_only_when_it_does_not_stand_better() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    let id = ann.make("hive", "level:3", "one", "none");
    assert_eq!(ann.act(id, "draw", json!({})).ok()["accepted"], false, "it has no opinion yet");
    let mut events = ann.listen(id, Some(0));
    ann.play(id, "wS1");
    events.until("moved");
    events.until("moved");
    // Greedy judges by the score of the game, which is even before there are queens.
    assert_eq!(ann.act(id, "draw", json!({})).ok()["accepted"], true);
    assert_eq!(ann.look(id)["ending"]["by"], "adjudication");
}

#[test]
fn a_rematch_swaps_the_sides_and_needs_both_persons() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "piranhas-2019", "none");
    ann.act(id, "resign", json!({})).ok();
    let mut events = ann.listen(id, None);
    assert_eq!(ann.act(id, "rematch", json!({})).ok().get("url"), None);
    assert_eq!(events.until("offer")["offers"]["rematch"], "one");
    let url = bob.act(id, "rematch", json!({})).ok()["url"].as_str().unwrap().to_string();
    assert_eq!(events.until("rematch")["url"], url.as_str());
    let next: i64 = url.rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!((&ann.look(next)["seat"], &bob.look(next)["seat"]), (&json!("two"), &json!("one")));
    assert_eq!(ann.look(next)["status"], "playing");
    assert_eq!(ann.look(next)["shown"]["view"]["cells"], bob.look(id)["shown"]["view"]["cells"], "the same setup");
    // Against a bot nobody has to be asked.
    let id = ann.make("hive", "level:1", "one", "none");
    ann.act(id, "resign", json!({})).ok();
    let url = ann.act(id, "rematch", json!({})).ok()["url"].as_str().unwrap().to_string();
    let next: i64 = url.rsplit('/').next().unwrap().parse().unwrap();
    assert_eq!(ann.look(next)["seat"], "two");
    ann.listen(next, Some(0)).until("moved");
}

#[test]
fn flags_fall_by_themselves() {
    let arena = Arena::start();
    for (time, side) in [("0.4", "one"), ("0.4/move", "one")] {
        let (mut ann, _, id) = pair(&arena, "hive", time);
        let state = ann.look(id);
        assert_eq!(state["clocks"]["running"], side);
        assert!(state["clocks"]["left"][0].as_u64().unwrap() <= 400, "{state}");
        let ended = ann.listen(id, None).until("ended");
        assert_eq!((&ended["ending"]["by"], &ended["ending"]["winner"]), (&json!("time"), &json!("two")));
    }
    let mut ann = arena.browser();
    let id = ann.make("hive", "person", "one", "0.3");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(ann.look(id)["status"], "waiting", "no clock runs before the second person is there");
}

#[test]
fn time_is_added_and_told() {
    let arena = Arena::start();
    let (mut ann, mut bob, id) = pair(&arena, "hive", "60+30");
    ann.play(id, "wS1");
    let state = bob.look(id);
    let left = state["clocks"]["left"][0].as_u64().unwrap();
    assert!((80_000..=90_000).contains(&left), "{state}");
    assert_eq!(state["clocks"]["running"], "two");
}

#[test]
fn the_wall_tells_of_all_games() {
    let arena = Arena::start();
    let (mut ann, _, id) = pair(&arena, "hive", "none");
    let mut wall = arena.browser().stream("/api/live/events");
    let first = wall.next().unwrap();
    assert_eq!((&first["id"], &first["ply"], &first["status"]), (&json!(id), &json!(0), &json!("playing")));
    ann.play(id, "wS1");
    assert_eq!(wall.next().unwrap()["shown"]["last"]["move"], Value::Null, "boards on the wall need no words");
    ann.act(id, "resign", json!({})).ok();
    assert_eq!(wall.next().unwrap()["status"], "over");
    let other = arena.browser().make("piranhas-2019", "level:1", "one", "none");
    assert_eq!(wall.next().unwrap()["id"], other);
}

#[test]
fn a_program_of_the_operator_plays_and_survives_a_move_taken_back() {
    let arena = Arena::start();
    let mut ann = arena.browser();
    ann.extra.push(("Authorization".to_string(), format!("Bearer {}", client::TOKEN)));
    let id = ann.make("hive", "bot:mine", "one", "none");
    let mut events = ann.listen(id, Some(0));
    for text in ["wS1", "wG1"] {
        ann.play(id, text);
        events.until("moved");
        assert_eq!(events.until("moved")["shown"]["ply"], 2);
        ann.act(id, "take-back", json!({})).ok();
        events.until("taken-back");
    }
    assert_eq!(ann.look(id)["players"], json!(["You", "mine"]));
}
