//! Games of other processes and of the Software-Challenge server, watched over HTTP while they are played.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../web/tests/client/mod.rs"]
mod client;
mod common;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use client::{Arena, Browser, Stream, generous};
use common::{command, schwarm};
use schwarm_web::Bounds;
use serde_json::{Value, json};

/// A program that is ended with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A match of two engines that take their time for every move.
fn start_match(data: &Path, games: &str) -> Program {
    let args = ["match", "a=builtin:10", "b=builtin:10", "--game", "ostseeschach-2022", "--time", "0.05/move"];
    let mut command = command(&args);
    command.args(["--games", games, "--margin", "2000", "--data"]).arg(data);
    Program(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// The next card of the wall that passes.
fn card(wall: &mut Stream, passes: impl Fn(&Value) -> bool) -> Value {
    loop {
        let card = wall.next().expect("the wall goes on");
        if passes(&card) {
            return card;
        }
    }
}

/// Hears a game to its end, cut off after every seventh event; all that was heard.
fn hear_all(browser: &Browser, id: i64) -> Vec<Value> {
    let mut heard: Vec<Value> = Vec::new();
    loop {
        let mut browser = browser.clone();
        let last = heard.last().map_or(0, |event| event["seq"].as_u64().unwrap());
        browser.extra.push(("Last-Event-ID".to_string(), last.to_string()));
        let mut stream = browser.stream(&format!("/api/games/{id}/events"));
        assert_eq!(stream.status, 200, "after {last}");
        for event in std::iter::from_fn(|| stream.next()).take(7) {
            let is_over = event["kind"] == "ended";
            heard.push(event);
            if is_over {
                return heard;
            }
        }
    }
}

/// Every move once and in order, as the store has them.
fn check(heard: &[Value], data: &Path, id: i64) {
    let (ended, moved) = heard.split_last().unwrap();
    assert_eq!((&ended["kind"], &ended["status"]), (&json!("ended"), &json!("over")));
    let plies: Vec<_> = moved.iter().map(|event| event["move"]["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, (0..moved.len() as u64).collect::<Vec<_>>());
    let numbers: Vec<_> = heard.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=heard.len() as u64).map(|place| place * 1000).collect::<Vec<_>>());
    let shown = schwarm(&["records", "show", &id.to_string(), "--json", "--data", data.to_str().unwrap()], "").ok();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let kept = shown["record"]["moves"].as_array().unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(kept.len(), moved.len());
    for (kept, event) in kept.iter().zip(moved) {
        assert_eq!(kept["move"], event["move"]["move"]);
    }
}

#[test]
fn a_match_of_another_process_is_seen_move_by_move_until_it_is_killed() {
    let data = fresh_folder("watching-match");
    let bounds = Bounds { silence: Duration::from_secs(2), ..generous() };
    let arena = Arena::over(data.join("schwarm.db"), bounds);
    let mut ann = arena.browser();
    let mut wall = ann.stream("/api/live/events");
    let mut program = start_match(&data, "20");
    let first = card(&mut wall, |card| card["kind"] == "game");
    assert_eq!((&first["game"], &first["players"]), (&json!("ostseeschach-2022"), &json!(["a", "b"])));
    let id = first["id"].as_i64().unwrap();
    assert!(ann.get("/").text().contains(&format!("href=\"/games/{id}\"")));
    check(&hear_all(&ann, id), &data, id);
    card(&mut wall, |card| card["id"] == id && card["status"] == "over");

    let second = card(&mut wall, |card| card["kind"] == "game" && card["id"] != id);
    let id = second["id"].as_i64().unwrap();
    let mut page = ann.listen(id, None);
    page.next().unwrap();
    program.0.kill().unwrap();
    while page.next().is_some() {}
    card(&mut wall, |card| card == &json!({ "kind": "gone", "id": id }));
    assert!(!ann.get("/watch").text().contains(&format!("href=\"/games/{id}\"")));
    assert_eq!(ann.look(id)["status"], "playing", "nobody has ended it");

    // The same command plays it again from its start.
    let _program = start_match(&data, "20");
    let again = card(&mut wall, |card| card["kind"] == "game" && card["id"] == id);
    assert_eq!(again["status"], "playing");
    let heard = ann.listen(id, Some(second["ply"].as_u64().unwrap() * 1000)).next().unwrap();
    assert!(heard["seq"].as_u64() >= Some(1_000_000_000), "{heard}");
}

#[test]
fn games_of_the_software_challenge_server_are_on_the_wall() {
    let data = fresh_folder("watching-socha");
    let mut child = command(&["serve", "--json", "--web", "127.0.0.1:0", "--socha", "127.0.0.1:0", "--data"])
        .arg(&data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut served = Program(child);
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    std::thread::spawn(move || said.read_to_end(&mut Vec::new()));
    let ready: Value = serde_json::from_str(&line).unwrap();
    let addr = ready["socha"].as_str().unwrap();
    let ann = Browser::new(ready["web"].as_str().unwrap().parse().unwrap());
    let mut wall = ann.stream("/api/live/events");
    let connect = |bot: &str| {
        let args = ["connect", addr, "--game", "piranhas-2026", "--bot", bot, "--json"];
        Program(command(&args).stdout(Stdio::null()).spawn().unwrap())
    };
    let slow = format!(
        "line:sh -c 'while read -r line; do echo \"$line\"; sleep 0.03; done | {} line --bot greedy'",
        env!("CARGO_BIN_EXE_schwarm")
    );
    let mut bots = [connect(&slow), connect("builtin:random")];
    let first = card(&mut wall, |card| card["kind"] == "game");
    assert_eq!(first["players"], json!(["red", "blue"]));
    let id = first["id"].as_i64().unwrap();
    let heard = hear_all(&ann, id);
    check(&heard, &data, id);
    assert_eq!(heard.last().unwrap()["ending"]["by"], "rules");
    card(&mut wall, |card| card["id"] == id && card["status"] == "over");
    for bot in &mut bots {
        assert!(bot.0.wait().unwrap().success());
    }

    // A game that is broken off with the server is kept, too.
    let _bots = [connect(&slow), connect("builtin:random")];
    let second = card(&mut wall, |card| card["kind"] == "game" && card["id"] != id)["id"].as_i64().unwrap();
    #[cfg(unix)]
    {
        let pid = rustix::process::Pid::from_child(&served.0);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
        assert_eq!(served.0.wait().unwrap().code(), Some(0));
        let kept = schwarm(&["records", "show", &second.to_string(), "--data", data.to_str().unwrap()], "").ok();
        assert!(kept.contains("the server stops"), "{kept}");
    }
}
