//! Games that others write into the same store: on the wall, live on their page, gone when nobody plays them any more.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use client::{Arena, Browser, Others, Stream, Switches, fresh_file, generous};
use schwarm_play::GameEvent;
use schwarm_web::Bounds;
use serde_json::{Value, json};

/// Hears so many events, each with the number that belongs to its place.
#[track_caller]
fn hear(stream: &mut Stream, places: std::ops::Range<usize>) -> Vec<Value> {
    let numbered = |place: usize| {
        let event = stream.next().unwrap_or_else(|| panic!("the stream ended before event {place}"));
        assert_eq!(event["seq"], json!(place * 1000), "{event}");
        event
    };
    places.map(numbered).collect()
}

fn texts(events: &[GameEvent]) -> Vec<&str> {
    let moved = events.iter().filter_map(|event| match event {
        GameEvent::Moved { played, .. } => Some(played.text.as_str()),
        _ => None,
    });
    moved.collect()
}

/// The next card of a game on the wall.
#[track_caller]
fn card(wall: &mut Stream, id: i64) -> Value {
    loop {
        let card = wall.next().expect("the wall goes on");
        if card["id"] == id {
            return card;
        }
    }
}

fn is_on_the_wall(browser: &mut Browser, id: i64) -> bool {
    browser.get("/watch").text().contains(&format!("href=\"/games/{id}\""))
}

#[test]
fn a_game_of_others_is_on_the_wall_and_live_on_its_page() {
    let arena = Arena::start();
    let (others, events) = (Others::over(arena.file()), Others::game("60+1"));
    let mut ann = arena.browser();
    let mut wall = ann.stream("/api/live/events");
    let attempt = others.begin(0, &events[0]);
    let id = attempt.id;
    let shown = card(&mut wall, id);
    assert_eq!((&shown["kind"], &shown["status"], &shown["ply"]), (&json!("game"), &json!("playing"), &json!(0)));
    assert_eq!(shown["players"], json!(["ann", "bob"]));
    assert!(shown["shown"]["gestures"].as_array().unwrap().is_empty());

    others.append(attempt, 1, &events[1..8]);
    assert_eq!(card(&mut wall, id)["ply"], 7);
    for page in ["/", "/watch"] {
        assert!(ann.get(page).text().contains(&format!("href=\"/games/{id}\"")), "{page}");
    }
    // The page of the game and its clocks.
    let state = ann.look(id);
    assert_eq!((&state["seq"], &state["status"], &state["seat"]), (&json!(7000), &json!("playing"), &json!(null)));
    assert_eq!(state["clocks"]["running"], state["shown"]["to_move"]);
    assert!(ann.get(&format!("/games/{id}")).text().contains("\"watch\""));
    ann.act(id, "resign", json!({})).refused(403, "not-yours");

    // Whoever comes late hears everything, or only what is new.
    let (mut all, mut new, mut last) = (ann.listen(id, Some(0)), ann.listen(id, Some(5000)), ann.listen(id, None));
    hear(&mut all, 1..8);
    hear(&mut new, 6..8);
    hear(&mut last, 7..8);
    others.append(attempt, 8, &events[8..11]);
    others.append(attempt, 11, &events[11..12]);
    for stream in [&mut all, &mut new, &mut last] {
        let heard = hear(stream, 8..12);
        let moves: Vec<_> = heard.iter().map(|event| event["move"]["move"].as_str().unwrap()).collect();
        assert_eq!(moves, texts(&events[8..12]));
        assert!(heard[3]["clocks"]["running"].is_string() && heard[3]["shown"]["gestures"].is_array());
    }
    // Cut off in the middle: it goes on with what was missed.
    drop(new);
    others.append(attempt, 12, &events[12..20]);
    let mut cut = ann.clone();
    cut.extra.push(("Last-Event-ID".to_string(), "11000".to_string()));
    let mut again = cut.stream(&format!("/api/games/{id}/events"));
    hear(&mut again, 12..20);
    others.append(attempt, 20, &events[20..]);
    let told = hear(&mut again, 20..events.len());
    let ended = told.last().unwrap();
    assert_eq!(
        (&ended["kind"], &ended["status"], &ended["ending"]["by"]),
        (&json!("ended"), &json!("over"), &json!("rules"))
    );
    assert!(again.next().is_none(), "nothing comes after the end");
    hear(&mut all, 12..events.len());

    let over = loop {
        let card = card(&mut wall, id);
        if card["status"] == "over" {
            break card;
        }
    };
    assert_eq!(over["kind"], "game");
    assert!(!is_on_the_wall(&mut ann, id));
    assert_eq!(ann.listen(id, ended["seq"].as_u64()).status, 204);
    hear(&mut ann.listen(id, Some(0)), 1..events.len());
}

#[test]
fn a_game_nobody_plays_any_more_leaves_the_wall_and_comes_back_when_it_goes_on() {
    let bounds = Bounds { silence: Duration::from_millis(1500), poll: Duration::from_millis(50), ..generous() };
    let arena = Arena::with(bounds);
    let (others, events) = (Others::over(arena.file()), Others::game("0.2/move"));
    let mut ann = arena.browser();
    let mut wall = ann.stream("/api/live/events");
    let attempt = others.begin(0, &events[0]);
    let id = attempt.id;
    card(&mut wall, id);
    others.append(attempt, 1, &events[1..3]);
    let since = Instant::now();
    let mut page = ann.listen(id, Some(0));
    hear(&mut page, 1..3);
    assert_eq!(card(&mut wall, id)["ply"], 2);
    // The last event was heard of up to a second after it was noted that something came.
    assert_eq!(card(&mut wall, id), json!({ "kind": "gone", "id": id }));
    assert!(since.elapsed() >= Duration::from_millis(600), "{:?}", since.elapsed());
    assert!(page.next().is_none());
    assert!(!is_on_the_wall(&mut ann, id));
    assert_eq!(ann.listen(id, Some(2000)).status, 204, "nobody plays it");
    assert_eq!(ann.look(id)["clocks"]["running"], json!(null));

    others.append(attempt, 3, &events[3..5]);
    assert_eq!(card(&mut wall, id)["ply"], 4);
    hear(&mut ann.listen(id, Some(2000)), 3..5);

    // Whoever came back begins it again: the page hears of it under higher numbers.
    let mut page = ann.listen(id, Some(4000));
    let again = others.begin(0, &events[0]);
    assert_eq!((again.id, again.number), (id, 2));
    assert!(page.next().is_none(), "this try is over");
    let mut page = ann.listen(id, Some(4000));
    others.append(again, 1, &events[1..2]);
    let first = page.next().unwrap();
    assert_eq!((&first["seq"], &first["shown"]["ply"]), (&json!(1_000_000_000_u64), &json!(0)));
    assert_eq!(page.next().unwrap()["seq"], 1_000_001_000_u64);
    assert_eq!(ann.look(id)["seq"], 1_000_001_000_u64);
}

#[test]
fn so_many_games_are_followed_and_no_more() {
    let arena = Arena::with(Bounds { followed: 2, poll: Duration::from_millis(50), ..generous() });
    let (others, events) = (Others::over(arena.file()), Others::game("60"));
    // Nobody knows its rules: others are followed all the same.
    let GameEvent::Started { start, players, time, .. } = events[0].clone() else { panic!("a start") };
    let odd = others.begin(9, &GameEvent::Started { game: "chess".to_string(), start, players, time });
    let games: Vec<_> = (0..3).map(|place| others.begin(place, &events[0])).collect();
    let mut ann = arena.browser();
    let on_the_wall =
        |ann: &mut Browser| -> Vec<bool> { games.iter().map(|game| is_on_the_wall(ann, game.id)).collect() };
    assert_eq!(on_the_wall(&mut ann), [false, true, true]);
    assert!(!is_on_the_wall(&mut ann, odd.id));
    // What somebody listens to comes first.
    let mut first = ann.listen(games[0].id, Some(0));
    assert_eq!(on_the_wall(&mut ann), [true, false, true]);
    let _third = ann.listen(games[2].id, Some(0));
    ann.get(&format!("/api/games/{}/events", games[1].id)).refused(429, "too-many");
    assert_eq!(ann.look(games[1].id)["status"], "playing");
    others.append(games[0], 1, &events[1..5]);
    hear(&mut first, 1..5);
}

#[test]
fn nobody_asks_the_store_while_nobody_wants_to_know() {
    let switches = Switches::default();
    let asked = switches.asked.clone();
    let bounds = Bounds { poll: Duration::from_millis(20), ..generous() };
    let arena = Arena::with_store(fresh_file(), bounds, |store| switches.before(store));
    let (others, events) = (Others::over(arena.file()), Others::game("60"));
    let attempt = others.begin(0, &events[0]);
    let mut ann = arena.browser();
    let own = ann.make("hive", "level:1", "one", "none");
    ann.play(own, "wS1");
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(asked.load(Ordering::SeqCst), 0, "our own games need no store");
    let mut page = ann.listen(attempt.id, Some(0));
    others.append(attempt, 1, &events[1..3]);
    hear(&mut page, 1..3);
    std::thread::sleep(Duration::from_millis(200));
    assert!(asked.load(Ordering::SeqCst) > 3);
    drop(page);
    // A stream that nobody reads is noticed when something is sent.
    others.append(attempt, 3, &events[3..4]);
    std::thread::sleep(Duration::from_millis(300));
    let count = asked.load(Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(asked.load(Ordering::SeqCst), count);
}
