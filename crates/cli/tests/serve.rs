//! `schwarm serve` with its real engine: games over HTTP to their end, the operator's bots, a clean end.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../web/tests/client/mod.rs"]
mod client;
mod common;
mod served;

use client::Browser;
use common::schwarm;
use serde_json::{Value, json};
use served::{Served, WEB};

/// Plays the first legal move again and again; what was told of the end.
fn play_out(browser: &mut Browser, id: i64) -> Value {
    let state = browser.look(id);
    let mut events = browser.listen(id, state["seq"].as_u64());
    let (mut shown, seat) = (state["shown"].clone(), state["seat"].clone());
    loop {
        if shown["to_move"] == seat {
            let text = shown["gestures"][0]["move"].as_str().unwrap().to_string();
            browser.play(id, &text);
        }
        let event = events.next().unwrap();
        if event["kind"] == "ended" {
            return event;
        }
        shown = event["shown"].clone();
    }
}

#[test]
fn level_1_plays_games_to_their_end_and_they_can_be_reviewed() {
    let served = Served::start("levels", "", &WEB);
    let mut ann = served.browser();
    for (game, side) in [("piranhas-2026", "one"), ("ostseeschach-2022", "two"), ("hive-2020", "one")] {
        let id = ann.make(game, "level:1", side, "60+1");
        let ended = play_out(&mut ann, id);
        assert_eq!(ended["ending"]["by"], "rules", "{game}: {ended}");
    }
    let id = ann.make("ostseeschach-2022", "level:2", "one", "none");
    let mut events = ann.listen(id, Some(0));
    let first = ann.look(id)["shown"]["gestures"][0]["move"].as_str().unwrap().to_string();
    ann.play(id, &first);
    events.until("moved");
    events.until("moved");
    ann.act(id, "resign", json!({})).ok();
    let told = ann.get(&format!("/api/games/{id}/review")).text();
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(last["review"]["moves"].as_array().map(Vec::len), Some(2), "{told}");
    let wish = json!({ "game": "hive+mlp", "moves": ["wS1"], "lines": 2, "seconds": 0.3 });
    let told = ann.post("/api/analyse", wish).text();
    let last: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2), "{told}");
    assert!(told.lines().count() > 2, "{told}");
    // Others find the games in the same store.
    let data = served.folder.join("data");
    let list = schwarm(&["records", "list", "--data", data.to_str().unwrap()], "").ok();
    assert!(list.contains("level-1") && list.contains("guest"), "{list}");
}

#[test]
fn the_operator_plays_against_a_program() {
    let bots = format!(
        "[[bot]]\nname = \"mine\"\ncommand = \"line:{} line --bot greedy\"\n",
        env!("CARGO_BIN_EXE_schwarm").replace('\\', "/")
    );
    let served = Served::start("bots", &bots, &WEB);
    let token = served.ready["token"].as_str().expect("there are bots, so a token is made").to_string();
    let mut ann = served.browser();
    let wish = json!({ "game": "hive", "opponent": "bot:mine", "side": "one" });
    ann.post("/api/games", wish).refused(403, "operator-only");
    ann.extra.push(("Authorization".to_string(), format!("Bearer {token}")));
    let id = ann.make("hive", "bot:mine", "one", "none");
    let mut events = ann.listen(id, Some(0));
    for text in ["wS1", "wG1"] {
        ann.play(id, text);
        events.until("moved");
        assert_eq!(events.until("moved")["shown"]["ply"], 2);
        ann.act(id, "take-back", json!({})).ok();
        assert_eq!(events.until("taken-back")["shown"]["ply"], 0);
    }
    ann.act(id, "resign", json!({})).ok();
    // What was said is kept a moment after the end.
    let talk = (0..250).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        ann.get(&format!("/api/games/{id}/talk"))
    });
    let talk = talk.into_iter().find(|answer| answer.status == 200).expect("it is kept").json();
    let lines = talk["talk"][1]["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["by"] == "<" && line["ply"] == 1), "{talk}");
}

#[test]
fn addresses_are_told_and_a_public_one_has_a_token() {
    let served = Served::start("public", "", &["--web", "0.0.0.0:0", "--socha", "127.0.0.1:0"]);
    assert!(served.ready["web"].is_string() && served.ready["socha"].is_string(), "{}", served.ready);
    assert_eq!(served.ready["token"].as_str().map(str::len), Some(32));
    assert_eq!(served.browser().get("/").status, 200);
    let private = Served::start("private", "", &WEB);
    assert!(private.ready["token"].is_string(), "without one nobody could run a tournament");
    assert_eq!(private.ready["socha"], Value::Null);
}

#[test]
fn wrong_addresses_are_explained() {
    let served = Served::start("taken", "", &WEB);
    let taken = served.ready["web"].as_str().unwrap();
    let data = served.folder.join("other");
    let data = data.to_str().unwrap();
    for (args, said) in [
        (vec!["serve", "--web", taken, "--socha", "off", "--data", data], "Is another server running?"),
        (vec!["serve", "--web", "nowhere", "--socha", "off"], "127.0.0.1:8080"),
        (vec!["serve", "--web", "off", "--socha", "off"], "both servers are off"),
    ] {
        let complaint = schwarm(&args, "").failed(2);
        assert!(complaint.contains(said), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_good_order_while_people_watch() {
    let mut served = Served::start("interrupt", "", &WEB);
    let mut ann = served.browser();
    let id = ann.make("hive", "level:1", "one", "none");
    let mut events = ann.listen(id, None);
    events.next().unwrap();
    let pid = rustix::process::Pid::from_child(&served.child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert!(events.next().is_none(), "the stream ends");
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}
