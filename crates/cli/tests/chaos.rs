//! A league on PostgreSQL while everything fails: workers are killed in mid-game, frozen and thawed after their lease; answers get
//! lost after the commit, requests come twice and late; a server dies between commit and answer; the database is restarted.
//! Afterwards every pair has one counted result, the totals are the sum of the results, and every record is a legal game.
//!
//! A short form runs by default; `SCHWARM_LONG=1` plays 600 pairs and kills twelve workers.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
#[path = "../../store/tests/common/mod.rs"]
mod common;
#[path = "chaos/proxy.rs"]
mod proxy;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cluster::Cluster;
use common::{Dice, Folder};
use proxy::{Proxy, Replica};
use rustix::process::{Pid, Signal, kill_process};
use schwarm_store::{Audit, Filter, Store, open};
use serde_json::Value;
use tokio::runtime::Runtime;

const LEASE: &str = "1";
const MATCH: &str = "chaos";

struct Size {
    pairs: u64,
    workers: usize,
    kills: usize,
    freezes: usize,
    /// How long all of it may take.
    patience: Duration,
}

const SHORT: Size = Size { pairs: 90, workers: 4, kills: 3, freezes: 1, patience: Duration::from_secs(100) };
const LONG: Size = Size { pairs: 600, workers: 6, kills: 12, freezes: 4, patience: Duration::from_secs(540) };

fn schwarm(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schwarm"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Value {
    let output = schwarm(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(String::from_utf8_lossy(&output.stdout).lines().last().unwrap()).unwrap()
}

/// A server over the common database.
fn replica(database: &str, addr: &str) -> (Child, String) {
    let args = ["serve", "--json", "--database", database, "--web", addr, "--socha", "off", "--lease", LEASE];
    let mut child = schwarm(&args).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ready: Value = serde_json::from_str(&line).unwrap();
    (child, ready["web"].as_str().unwrap().to_string())
}

/// Workers by their place; one that is killed is started again under the same name, and finds what its predecessor had finished.
struct Crew {
    url: String,
    token: String,
    folder: Folder,
    workers: Vec<Child>,
}

impl Crew {
    fn start(&self, place: usize) -> Child {
        let (name, folder) = (format!("worker-{place}"), self.folder.file("work"));
        let args = [
            "worker",
            &self.url,
            "--token",
            &self.token,
            "--name",
            &name,
            "--slots",
            "1",
            "--json",
            "--folder",
            &folder,
        ];
        schwarm(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn signal(&self, place: usize, signal: Signal) {
        kill_process(Pid::from_child(&self.workers[place]), signal).unwrap();
    }

    fn kill_and_start(&mut self, place: usize) {
        self.workers[place].kill().unwrap();
        self.workers[place].wait().unwrap();
        self.workers[place] = self.start(place);
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

#[test]
fn nothing_is_lost_and_nothing_counts_twice_while_everything_fails() {
    let size = if std::env::var("SCHWARM_LONG").as_deref() == Ok("1") { LONG } else { SHORT };
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.url();
    let (one, first) = replica(&database, "127.0.0.1:0");
    let (two, second) = replica(&database, "127.0.0.1:0");
    let proxy = Proxy::start([Replica::new(one, first), Replica::new(two, second)], {
        let database = database.clone();
        move |addr| replica(&database, addr).0
    });
    let token =
        run(&["fleet", "token", "machine", "--database", &database, "--json"])["token"].as_str().unwrap().to_string();
    let pairs = size.pairs.to_string();
    // Long enough for a worker to be killed in the middle of a game.
    let mut waiting = schwarm(&["match", "3", "2", "--game", "piranhas-2019", "--pairs", &pairs, "--nodes", "900"]);
    waiting.args(["--name", MATCH, "--fleet", "--json", "--database", &database]);
    let waiting = Waiting(waiting.stdout(Stdio::piped()).spawn().unwrap());
    let mut crew = Crew { url: proxy.url(), token, folder: Folder::new("chaos"), workers: Vec::new() };
    for place in 0..size.workers {
        crew.workers.push(crew.start(place));
    }
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(open(&database)).unwrap();
    let done = || runtime.block_on(store.jobs().audit(MATCH)).ok().flatten().map_or(0, |audit| audit.kept.done);
    let begun = Instant::now();
    let mut dice = Dice::new(20_261_116);
    let (mut kills, mut freezes, mut is_restarted, mut is_killed) = (0, 0, false, false);
    let reached = |share: f64, now: u64| now as f64 >= share * size.pairs as f64;
    loop {
        let now = done();
        if now == size.pairs {
            break;
        }
        assert!(begun.elapsed() < size.patience, "{now} of {} pairs after {:?}", size.pairs, begun.elapsed());
        if kills < size.kills && reached(0.8 * kills as f64 / size.kills as f64, now) {
            crew.kill_and_start(dice.roll(size.workers));
            kills += 1;
        }
        if freezes < size.freezes && reached(0.1 + 0.6 * freezes as f64 / size.freezes as f64, now) {
            // Longer than its lease: somebody else gets what it plays, and it goes on when it wakes.
            let place = dice.roll(size.workers);
            crew.signal(place, Signal::STOP);
            std::thread::sleep(Duration::from_millis(2300));
            crew.signal(place, Signal::CONT);
            freezes += 1;
        }
        if !is_killed && reached(0.3, now) {
            proxy.kill_at_next_submit();
            is_killed = true;
        }
        if !is_restarted && reached(0.5, now) {
            cluster.restart();
            is_restarted = true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let told = waiting.result();
    assert_eq!(told["games"], 2 * size.pairs, "{told}");
    drop(crew);
    let seen = proxy.seen();
    let audit = runtime.block_on(check(&store, size.pairs));
    eprintln!(
        "{} pairs in {:.1} s: {kills} workers killed, {freezes} frozen, {seen:?}, {} attempts, {} duplicates",
        size.pairs,
        begun.elapsed().as_secs_f64(),
        audit.attempts,
        audit.duplicates
    );
    assert_eq!((kills, freezes, is_restarted), (size.kills, size.freezes, true), "all of it happened before the end");
    assert!(seen.dropped >= size.pairs / 15 && seen.repeated >= size.pairs / 15 && seen.killed == 1, "{seen:?}");
    assert!(audit.duplicates > 0 && audit.attempts > size.pairs, "{audit:?}");
    runtime.block_on(store.close()).unwrap();
}

/// The command that waits for the workers; it does not outlive the test.
struct Waiting(Child);

impl Waiting {
    /// The last line it prints, as JSON.
    fn result(mut self) -> Value {
        let mut text = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(self.0.wait().unwrap().success(), "{text}");
        serde_json::from_str(text.lines().last().unwrap()).unwrap()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Everything that must hold.
async fn check(store: &Arc<dyn Store>, pairs: u64) -> Audit {
    let audit = store.jobs().audit(MATCH).await.unwrap().unwrap();
    assert_eq!(audit.kept, audit.counted, "the totals are the sum of the results");
    assert_eq!((audit.pairs, audit.kept.done, audit.games), (pairs, pairs, 2 * pairs));
    let depth = store.jobs().depth(None).await.unwrap();
    assert_eq!((depth.waiting, depth.leased, depth.parked, depth.held), (0, 0, 0, 0), "{depth:?}");
    let filter = Filter { of_match: Some(MATCH.into()), ..Filter::default() };
    let (mut next, mut balance, mut places) = (0, [0_u64; 3], BTreeSet::new());
    loop {
        let rows = store.list(&filter, 500, next).await.unwrap();
        if rows.is_empty() {
            break;
        }
        for row in &rows {
            next += 1;
            assert!(places.insert(row.place.unwrap()), "every game has its place once");
            let shown = store.show(row.id).await.unwrap().unwrap();
            let rules = schwarm_catalog::open(&row.game).unwrap();
            shown.record.replay(&*rules).unwrap();
            let first = (row.place.unwrap() % 2) as usize;
            let winner = row.ending.as_ref().unwrap().winner.map(|side| side.index() ^ first);
            balance[winner.map_or(1, |winner| 2 * winner)] += 1;
        }
    }
    assert!(places.into_iter().eq(0..2 * pairs));
    assert_eq!(balance, [audit.kept.wins, audit.kept.draws, audit.kept.losses], "the games say the same");
    audit
}
