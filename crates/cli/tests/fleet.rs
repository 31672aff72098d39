//! A server, workers as other programs, and everything a bad one may send.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../web/tests/client/mod.rs"]
mod client;
mod common;
mod served;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use client::{Answer, Browser};
use flate2::Compression;
use flate2::write::GzEncoder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use served::{Served, WEB};

const LEASE: [&str; 6] = ["--web", "127.0.0.1:0", "--socha", "off", "--lease", "1.5"];

/// A worker as a program of its own.
struct Worker {
    child: Child,
    said: BufReader<ChildStdout>,
    engine: String,
}

impl Worker {
    fn start(served: &Served, token: &str, name: &str, more: &[&str]) -> Worker {
        let url = format!("http://{}", served.ready["web"].as_str().unwrap());
        let folder = served.folder.join("worker");
        let args = ["worker", &url, "--token", token, "--name", name, "--json", "--folder", folder.to_str().unwrap()];
        let all: Vec<&str> = args.iter().chain(more).copied().collect();
        let mut child = common::command(&all).stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let mut worker = Worker { child, said, engine: String::new() };
        let ready = worker.wait_for("ready");
        worker.engine = ready["engine"].as_str().unwrap().to_string();
        worker
    }

    /// Waits for an event.
    fn wait_for(&mut self, event: &str) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.said.read_line(&mut line).unwrap() > 0, "the worker ended before {event}");
            let value: Value = serde_json::from_str(&line).unwrap();
            if value["event"] == event {
                return value;
            }
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn end(mut self) -> i32 {
        std::io::copy(&mut self.said, &mut std::io::sink()).unwrap();
        self.child.wait().unwrap().code().unwrap()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command of the operator over the server's own store; the last line as JSON.
fn operate(served: &Served, args: &[&str]) -> Value {
    let ran = command(served, args);
    let told = ran.ok();
    serde_json::from_str(told.lines().last().unwrap()).unwrap()
}

fn command(served: &Served, args: &[&str]) -> common::Ran {
    let data = served.folder.join("data");
    let all: Vec<&str> = args.iter().copied().chain(["--data", data.to_str().unwrap(), "--json"]).collect();
    common::schwarm(&all, "")
}

fn token(served: &Served, machine: &str) -> String {
    operate(served, &["fleet", "token", machine])["token"].as_str().unwrap().to_string()
}

/// A command that waits for workers; it does not outlive the test.
struct Waiting(Child);

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Makes jobs without waiting for them.
fn enqueue(served: &Served, name: &str, pairs: &str, more: &[&str]) -> Waiting {
    enqueue_of("greedy", served, name, pairs, more)
}

/// The same with another bot against a random one.
fn enqueue_of(bot: &str, served: &Served, name: &str, pairs: &str, more: &[&str]) -> Waiting {
    let data = served.folder.join("data");
    let args = ["match", "random", bot, "--game", "piranhas-2019", "--pairs", pairs, "--name", name, "--time", "none"];
    let rest = ["--fleet", "--data", data.to_str().unwrap(), "--json"];
    let all: Vec<&str> = args.iter().chain(more).chain(&rest).copied().collect();
    Waiting(common::command(&all).stdout(Stdio::piped()).spawn().unwrap())
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} does not come");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn jobs(served: &Served) -> Value {
    operate(served, &["fleet"])["jobs"].clone()
}

/// The result of a command that waits, as JSON.
fn result(mut waiting: Waiting) -> Value {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut waiting.0.stdout.take().unwrap(), &mut text).unwrap();
    assert!(waiting.0.wait().unwrap().success(), "{text}");
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn archive(path: &Path, files: &[(&str, &str)]) {
    let file = std::fs::File::create(path).unwrap();
    let mut builder = tar::Builder::new(GzEncoder::new(file, Compression::fast()));
    for (name, text) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o755);
        builder.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap().finish().unwrap();
}

#[test]
fn two_machines_play_a_match_with_a_bot_of_an_archive() {
    let served = Served::start("fleet", "", &WEB);
    let tokens = ["one", "two"].map(|machine| token(&served, machine));
    let packed = served.folder.join("bot.tar.gz");
    let script = format!("#!/bin/sh\nexec {} line --bot random --seed 4\n", env!("CARGO_BIN_EXE_schwarm"));
    archive(&packed, &[("bot/run.sh", &script), ("bot/notes.txt", "mine")]);
    let taken =
        operate(&served, &["fleet", "bot", "mine", "1.2", packed.to_str().unwrap(), "--run", "line:bot/run.sh"]);
    assert_eq!(taken["sum"].as_str().unwrap().len(), 64);
    let changed =
        command(&served, &["fleet", "bot", "mine", "1.2", packed.to_str().unwrap(), "--run", "line:bot/other"]);
    assert!(changed.failed(2).contains("a version never changes"));
    let unknown = command(&served, &["match", "mine@9", "random", "--game", "hive", "--fleet"]);
    assert!(unknown.failed(2).contains("no archive of mine 9"));
    let foreign = command(&served, &["match", "line:./bot", "random", "--game", "hive", "--fleet"]);
    assert!(foreign.failed(2).contains("do not have line:./bot"));

    let data = served.folder.join("data");
    let args = [
        "match",
        "mine@1.2",
        "greedy",
        "--game",
        "piranhas-2019",
        "--pairs",
        "8",
        "--name",
        "duel",
        "--time",
        "20/move",
    ];
    let rest = ["--fleet", "--json", "--data", data.to_str().unwrap()];
    let waiting = Waiting(common::command(&[&args[..], &rest[..]].concat()).stdout(Stdio::piped()).spawn().unwrap());
    let workers: Vec<Worker> = tokens
        .iter()
        .map(|token| Worker::start(&served, token, "w", &["--slots", "2", "--sandbox", "trusted"]))
        .collect();
    let told = result(waiting);
    assert_eq!(told["games"], 16, "{told}");
    assert_eq!(told["pentanomial"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum::<u64>(), 8);
    let audit = operate(&served, &["fleet", "audit", "duel"]);
    assert_eq!((&audit["sound"], &audit["audit"]["games"]), (&json!(true), &json!(16)));
    // The games are games like any other.
    let listed = command(&served, &["records", "list"]).ok();
    assert!(listed.contains("mine@1.2"), "{listed}");
    let fleet = operate(&served, &["fleet"]);
    assert_eq!(fleet["workers"].as_array().unwrap().len(), 2);
    assert!(fleet["workers"].as_array().unwrap().iter().all(|worker| worker["speed"].as_u64().unwrap() > 0));

    // Whoever looks at the server sees the same.
    let mut browser = served.operator();
    let health = browser.get("/health");
    assert_eq!((health.status, health.json()["database"].as_str()), (200, Some("ok")));
    let metrics = browser.get("/metrics").text();
    for line in
        ["schwarm_pairs_total 8", "schwarm_jobs{state=\"waiting\"} 0", "schwarm_workers 2", "schwarm_counted_total 8"]
    {
        assert!(metrics.lines().any(|told| told == line), "{line}: {metrics}");
    }
    for worker in workers {
        worker.signal(Signal::TERM);
        assert_eq!(worker.end(), 0);
    }
}

#[test]
fn a_worker_returns_its_work_when_it_ends_and_keeps_it_through_an_outage() {
    let mut served = Served::start("fleet-outage", "", &LEASE);
    let token = token(&served, "one");
    // Moves that take long: whatever is begun is not finished soon.
    let args = ["--depth", "3", "--ply-limit", "2000"];
    let slow = enqueue(&served, "slow", "1", &args);
    let first = Worker::start(&served, &token, "w", &[]);
    wait_until("a job is played", || jobs(&served)["leased"] == 1 || jobs(&served)["done"] == 1);
    first.signal(Signal::TERM);
    assert_eq!(first.end(), 0);
    assert_eq!(jobs(&served)["leased"], 0, "nothing waits for a lease to run out");
    drop(slow);
    command(&served, &["fleet", "stop", "slow"]).ok();

    // The server goes away; what is finished meanwhile waits on the disk.
    let addr = served.ready["web"].as_str().unwrap().to_string();
    // Most of its time a worker plays, so some game is always under way.
    let waiting = enqueue_of("7", &served, "outage", "12", &["--nodes", "2000"]);
    let mut second = Worker::start(&served, &token, "w", &["--slots", "2"]);
    second.wait_for("handed-in");
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    second.wait_for("away");
    let spool = served.folder.join("worker/spool/w");
    let spooled = || {
        std::fs::read_dir(&spool)
            .unwrap()
            .flatten()
            .filter(|it| it.path().extension().is_some_and(|it| it == "json"))
            .count()
    };
    wait_until("a finished pair on the disk", || spooled() > 0);
    // Not even the end of the worker loses it.
    second.child.kill().unwrap();
    drop(second);
    let before = spooled();
    assert!(before > 0);
    served.kill_and_start(&["--web", &addr, "--socha", "off", "--lease", "1"]);
    let third = Worker::start(&served, &token, "w", &["--slots", "2"]);
    wait_until("everything is played", || jobs(&served)["done"].as_u64() >= Some(12));
    assert_eq!(result(waiting)["games"], 24);
    let audit = operate(&served, &["fleet", "audit", "outage"]);
    assert_eq!((&audit["sound"], &audit["audit"]["games"]), (&json!(true), &json!(24)), "{audit}");
    wait_until("the spool is empty", || spooled() == 0);
    drop(third);
}

#[test]
fn games_to_learn_from_are_the_same_wherever_they_are_made() {
    let served = Served::start("fleet-data", "", &WEB);
    let token = token(&served, "one");
    let _worker = Worker::start(&served, &token, "w", &["--slots", "2"]);
    let [here, there] = ["here", "there"].map(|name| served.folder.join(name));
    let args = ["datagen", "piranhas-2019", "--games", "6", "--nodes", "60", "--net", "counting", "-o"];
    common::schwarm(&[&args[..], &[here.to_str().unwrap()]].concat(), "").ok();
    let data = served.folder.join("data");
    let more = [there.to_str().unwrap(), "--fleet", "--data", data.to_str().unwrap()];
    common::schwarm(&[&args[..], &more[..]].concat(), "").ok();
    assert_eq!(std::fs::read(here).unwrap(), std::fs::read(there).unwrap());
}

#[test]
fn a_tournament_ends_alike_wherever_it_is_played() {
    let served = Served::start("fleet-tournament", "", &WEB);
    let token = token(&served, "one");
    let _worker = Worker::start(&served, &token, "w", &["--slots", "2"]);
    let file = served.folder.join("league.toml");
    let bots = [("a", "random"), ("b", "greedy"), ("c", "2")]
        .map(|(name, bot)| format!("[[bot]]\nname = \"{name}\"\ncommand = \"builtin:{bot}\"\n"));
    let head = "title = \"League\"\ngame = \"ostseeschach-2022\"\ntime = \"none\"\n[format]\nkind = \"round-robin\"\npairs = 1\n";
    std::fs::write(&file, format!("{head}{}", bots.concat())).unwrap();
    let play = |data: &str, more: &[&str]| -> Value {
        let [report, data] = [format!("{data}-report"), data.to_string()].map(|name| served.folder.join(name));
        let places = ["--data", data.to_str().unwrap(), "--report", report.to_str().unwrap()];
        let args = ["tournament", file.to_str().unwrap(), "--json"];
        let said = common::schwarm(&[&args[..], &places, more].concat(), "").ok();
        serde_json::from_str(said.lines().last().unwrap()).unwrap()
    };
    let [here, there] = [play("here", &[]), play("data", &["--fleet"])];
    assert_eq!(there["done"], true);
    assert_eq!(there["standings"][0]["games"], 4);
    for key in ["standings", "encounters"] {
        assert_eq!(there[key], here[key], "{key}");
    }
}

/// Somebody who speaks like a worker and need not be one.
struct Rogue {
    browser: Browser,
    engine: String,
    token: String,
}

impl Rogue {
    fn ask(&mut self, path: &str, body: &Value) -> Answer {
        self.ask_as(path, body, "1")
    }

    fn ask_as(&mut self, path: &str, body: &Value, protocol: &str) -> Answer {
        self.browser.extra = vec![
            ("Authorization".into(), format!("Bearer {}", self.token)),
            ("x-schwarm-protocol".into(), protocol.into()),
            ("x-schwarm-engine".into(), self.engine.clone()),
        ];
        self.browser.hand_in(path, "application/json", body.to_string().as_bytes())
    }
}

fn card() -> Value {
    json!({ "name": "rogue", "version": "x", "slots": 1, "speed": 1000, "load": 0 })
}

#[test]
fn whoever_is_no_worker_or_hands_in_nonsense_is_refused_and_nothing_counts() {
    let served = Served::start("fleet-rogue", "", &LEASE);
    let [good, bad] = ["good", "bad"].map(|machine| token(&served, machine));
    let honest = Worker::start(&served, &good, "w", &["--idle", "0"]);
    let engine = honest.engine.clone();
    assert_eq!(honest.end(), 0);
    let mut rogue = Rogue { browser: served.browser(), engine: engine.clone(), token: "0".repeat(32) };

    // A wrong token, none at all, another language, another engine.
    let hello = json!({ "card": card() });
    rogue.ask("/worker/hello", &hello).refused(401, "token");
    rogue.token.clear();
    rogue.ask("/worker/claim", &json!({ "card": card(), "most": 1 })).refused(401, "token");
    rogue.token = bad.clone();
    rogue.ask_as("/worker/hello", &hello, "2").refused(406, "version");
    rogue.engine = "0.0.1/7".into();
    rogue.ask("/worker/hello", &hello).refused(406, "version");
    rogue.engine = engine;
    let welcome = rogue.ask("/worker/hello", &hello).ok();
    assert_eq!(welcome["lease_ms"], 1500);
    rogue.ask("/worker/claim", &json!({ "most": 1 })).refused(400, "bad-request");
    let wrong = common::schwarm(
        &["worker", &format!("http://{}", served.ready["web"].as_str().unwrap()), "--token", "wrong"],
        "",
    );
    assert!(wrong.failed(1).contains("the token is not known here"));
    // A worker that is refused for its name says so, and does not end as if all were well.
    let nameless = common::schwarm(
        &[
            "worker",
            &format!("http://{}", served.ready["web"].as_str().unwrap()),
            "--token",
            &good,
            "--name",
            &"w".repeat(101),
        ],
        "",
    );
    assert!(nameless.failed(1).contains("a name of 1 to 100 characters"));

    // It claims and never returns: the job goes to somebody else, and nothing is counted twice.
    let waiting = enqueue(&served, "hunted", "3", &[]);
    let claimed = rogue.ask("/worker/claim", &json!({ "card": card(), "most": 1 })).ok();
    let held = claimed["jobs"][0].clone();
    assert_eq!((&held["job"], &held["attempt"]), (&json!("hunted#0"), &json!(1)));
    let begun = Instant::now();
    let helper = Worker::start(&served, &good, "w", &[]);
    let told = result(waiting);
    assert_eq!(told["games"], 6);
    assert!(begun.elapsed() >= Duration::from_millis(500), "the lease was waited for");
    let failures = operate(&served, &["fleet", "failures"]);
    assert_eq!(
        (&failures["failures"][0]["kind"], &failures["failures"][0]["machine"]),
        (&json!("expired"), &json!("bad"))
    );
    drop(helper);

    // What was played honestly is kept apart here, and handed in by somebody who was not given it, or changed.
    let events = honest_games(&served);
    let waiting = enqueue(&served, "forged", "2", &["--seed", "1"]);
    wait_until("jobs wait", || jobs(&served)["waiting"] == 2);
    let claimed = rogue.ask("/worker/claim", &json!({ "card": card(), "most": 1 })).ok();
    let held = claimed["jobs"][0].clone();
    assert_eq!(held["job"], "forged#0");
    let hand = |job: &str, attempt: u64, games: &Value| json!({ "card": card(), "job": job, "attempt": attempt, "work": { "games": games } });
    rogue.ask("/worker/submit", &hand("forged#1", 1, &events)).refused(409, "not-given");
    rogue.ask("/worker/submit", &hand("forged#0", 2, &events)).refused(409, "not-given");
    rogue.ask("/worker/submit", &hand("forged#77", 1, &events)).refused(404, "unknown");
    rogue.ask("/worker/submit", &json!({ "card": card(), "job": "forged#0" })).refused(400, "bad-request");
    let huge = rogue.ask("/worker/submit", &json!({ "padding": "x".repeat(9 << 20) }));
    assert!([0, 413].contains(&huge.status), "{}", huge.status);
    let before = operate(&served, &["fleet", "audit", "forged"])["audit"].clone();
    assert_eq!((&before["kept"]["done"], &before["games"]), (&json!(0), &json!(0)));
    // An illegal move.
    let mut forged = events.clone();
    forged[0][1]["move"] = json!("a0-a0");
    rogue.ask("/worker/submit", &hand("forged#0", 1, &forged)).refused(422, "nonsense");
    // From now on nobody listens to that machine, whatever it calls itself.
    let mut other = card();
    other["name"] = json!("somebody else");
    rogue.ask("/worker/claim", &json!({ "card": other, "most": 1 })).refused(403, "quarantined");
    rogue.ask("/worker/submit", &hand("forged#0", 1, &events)).refused(403, "quarantined");
    let fleet = operate(&served, &["fleet"]);
    let machine =
        fleet["machines"].as_array().unwrap().iter().find(|machine| machine["name"] == "bad").unwrap().clone();
    assert_eq!(machine["standing"], "quarantined");
    assert!(machine["why"].as_str().unwrap().contains("forged#0"), "{machine}");
    let failures = operate(&served, &["fleet", "failures"]);
    assert_eq!(failures["failures"][0]["kind"], "refused");
    let after = operate(&served, &["fleet", "audit", "forged"])["audit"].clone();
    assert_eq!((&after["kept"]["done"], &after["games"]), (&json!(0), &json!(0)), "nothing counted");
    let metrics = served.operator().get("/metrics").text();
    assert!(
        metrics.contains("schwarm_refused_total 1") && metrics.contains("schwarm_machines{standing=\"quarantined\"} 1"),
        "{metrics}"
    );

    // The operator lets it go on; an honest game of another match is none of this plan all the same.
    command(&served, &["fleet", "release", "bad"]).ok();
    std::thread::sleep(Duration::from_millis(2200));
    let claimed = rogue.ask("/worker/claim", &json!({ "card": card(), "most": 2 })).ok();
    let given = claimed["jobs"].as_array().unwrap().iter().find(|job| job["job"] == "forged#1").unwrap().clone();
    let attempt = given["attempt"].as_u64().unwrap();
    rogue.ask("/worker/submit", &hand("forged#1", attempt, &events)).refused(422, "nonsense");
    command(&served, &["fleet", "revoke", "bad"]).ok();
    std::thread::sleep(Duration::from_millis(2200));
    rogue.ask("/worker/hello", &hello).refused(401, "token");
    let _helper = Worker::start(&served, &good, "w", &[]);
    assert_eq!(result(waiting)["games"], 4);
    assert_eq!(operate(&served, &["fleet", "audit", "forged"])["sound"], true);
}

/// Both games of pair 0 of the match `hunted`, as events.
fn honest_games(served: &Served) -> Value {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = schwarm_store::open(served.folder.join("data/schwarm.db").to_str().unwrap()).await.unwrap();
        let filter = schwarm_store::Filter { of_match: Some("hunted".into()), ..Default::default() };
        let rows = store.list(&filter, 10, 0).await.unwrap();
        let mut games = Vec::new();
        for place in 0..2 {
            let row = rows.iter().find(|row| row.place == Some(place)).unwrap();
            games.push(serde_json::to_value(store.events(row.id, 1).await.unwrap()).unwrap());
        }
        store.close().await.unwrap();
        json!(games)
    })
}
