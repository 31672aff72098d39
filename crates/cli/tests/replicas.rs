//! Two servers over one PostgreSQL: any of them takes any request, what happens at one is heard at the other, and one that is killed is
//! not missed.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../web/tests/client/mod.rs"]
mod client;
#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
#[path = "../../store/tests/common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::{Browser, Stream};
use cluster::Cluster;
use serde_json::{Value, json};

struct Replica {
    child: Child,
    browser: Browser,
}

impl Replica {
    fn start(database: &str) -> Replica {
        let args = ["serve", "--json", "--database", database, "--web", "127.0.0.1:0", "--socha", "off"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_schwarm")).args(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let ready: Value = serde_json::from_str(&line).unwrap();
        Replica { child, browser: Browser::new(ready["web"].as_str().unwrap().parse().unwrap()) }
    }

    /// A browser that talks to this server with the cookies of another one.
    fn with(&self, other: &Browser) -> Browser {
        Browser { cookies: other.cookies.clone(), ..self.browser.clone() }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays some legal move.
fn answer(browser: &mut Browser, id: i64) {
    let text = legal("hive", &browser.look(id));
    browser.play(id, &text);
}

/// Whether something is heard before the stream ends.
fn heard(stream: &mut Stream, kind: &str) -> bool {
    std::iter::from_fn(|| stream.next()).any(|event| event["kind"] == kind)
}

fn moves(state: &Value) -> usize {
    state["moves"].as_array().unwrap().len()
}

/// A legal move of a game as it stands.
fn legal(game: &str, state: &Value) -> String {
    let rules = schwarm_catalog::open(game).unwrap();
    let mut session = rules.start(schwarm_core::Setup::Default).unwrap();
    for told in state["moves"].as_array().unwrap() {
        session.play(told["move"].as_str().unwrap()).unwrap();
    }
    session.legal_moves()[0].clone()
}

#[test]
fn a_game_goes_on_at_the_other_server_and_is_heard_at_both() {
    let Some(cluster) = Cluster::start() else { return };
    let (mut one, two) = (Replica::start(&cluster.url()), Replica::start(&cluster.url()));
    let mut ann = one.browser.clone();
    let id = ann.make("hive", "person", "one", "none");
    // The friend comes by the other server.
    let mut bob = two.browser.clone();
    let link = ann.look(id)["join"].as_str().unwrap().to_string();
    assert_eq!(bob.join(&link).status, 303);
    // Somebody watches at the second server while the first takes the move.
    let mut stream = two.browser.listen(id, None);
    ann.play(id, "wS1");
    let begun = Instant::now();
    // The second server had the game in memory and was overtaken: it ends the stream, and a browser comes back at once.
    while !heard(&mut stream, "moved") {
        assert!(begun.elapsed() < Duration::from_secs(5), "not heard after {:?}", begun.elapsed());
        stream = two.browser.listen(id, Some(0));
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "heard after {:?}", begun.elapsed());
    assert_eq!(moves(&bob.look(id)), 1);
    answer(&mut bob, id);
    assert_eq!(moves(&ann.look(id)), 2, "and the answer at the first");
    // Every request to another server.
    let mut there = two.with(&ann);
    answer(&mut there, id);
    let mut here = one.with(&bob);
    answer(&mut here, id);
    assert_eq!([moves(&ann.look(id)), moves(&bob.look(id))], [4, 4]);
    // One dies, and the game goes on.
    one.child.kill().unwrap();
    one.child.wait().unwrap();
    answer(&mut there, id);
    answer(&mut bob, id);
    let state = there.look(id);
    assert_eq!(moves(&state), 6);
    assert_eq!(there.act(id, "resign", json!({})).status, 200);
    assert_eq!(bob.look(id)["status"], "over");
}
