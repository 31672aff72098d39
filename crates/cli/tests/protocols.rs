//! `schwarm uhp`, `line`, `serve` and `connect`, and bots at the terminal: real processes, real sockets.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use common::{command, schwarm};
use serde_json::Value;

const SCHWARM: &str = env!("CARGO_BIN_EXE_schwarm");

/// A server on a free port, ended with the test.
struct Served {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
    addr: String,
}

impl Served {
    fn start(args: &[&str]) -> Served {
        let args: Vec<_> =
            ["serve", "--web", "off", "--socha", "127.0.0.1:0", "--json"].iter().chain(args).copied().collect();
        let mut child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let ready: Value = serde_json::from_str(&first).unwrap();
        let addr = ready["socha"].as_str().unwrap().to_string();
        Served { child, lines, addr }
    }

    /// The next event of this kind.
    fn event(&mut self, kind: &str) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the server ended");
            let event: Value = serde_json::from_str(&line).unwrap();
            if event["event"] == kind {
                return event;
            }
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(addr: &str, game: &str, bot: &str) -> Value {
    let told = schwarm(&["connect", addr, "--game", game, "--bot", bot, "--json"], "").ok();
    serde_json::from_str(&told).unwrap()
}

#[test]
fn two_players_of_each_season_meet_on_the_server_and_agree_on_the_result() {
    let mut served = Served::start(&["--rules", "server", "--seed", "7"]);
    for game in ["piranhas-2019", "hive-2020", "ostseeschach-2022", "piranhas-2026"] {
        let addr = served.addr.clone();
        let other = std::thread::spawn(move || connect(&addr, game, "builtin:random"));
        let one = connect(&served.addr, game, &format!("line:{SCHWARM} line --bot greedy"));
        let two = other.join().unwrap();
        assert_eq!((&one["winner"], &one["scores"]), (&two["winner"], &two["scores"]), "{game}");
        assert_ne!(one["side"], two["side"], "{game}");
        let ended = served.event("ended");
        assert_eq!(ended["ending"]["termination"]["by"], "rules", "{game}: {ended}");
        assert_eq!(ended["ending"]["scores"], one["scores"], "{game}");
    }
}

#[test]
fn uhp_is_spoken_without_any_other_word() {
    let said =
        schwarm(&["uhp", "--bot", "greedy"], "newgame Base+MLP\nplay wS1\nnonsense\nbestmove depth 1\nexit\n").ok();
    assert!(said.starts_with("id schwarm-greedy "), "{said}");
    assert_eq!(said.lines().filter(|line| *line == "ok").count(), 6, "{said}");
    assert!(said.contains("Base+MLP;InProgress;Black[1];wS1\nok\n"), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("err ")).count(), 1, "{said}");
}

#[test]
fn foreign_programs_sit_at_the_terminal() {
    for (game, bot, first) in [
        ("hive", format!("uhp:{SCHWARM} uhp --bot random"), "wS1\n"),
        ("piranhas-2026", format!("line:{SCHWARM} line --bot random"), "moves\n"),
        ("hive-classic", "builtin:greedy".to_string(), "wS1\n"),
    ] {
        let said = schwarm(&["play", game, "--against", &bot], first).ok();
        assert!(!said.contains("error"), "{game}: {said}");
        let plies = if first == "moves\n" { 0 } else { 2 };
        let last = said.lines().last().unwrap_or_default();
        assert!(last.contains(&format!("after {plies} plies")), "{game}: {said}");
    }
}

#[test]
fn a_bot_that_fails_leaves_the_table_and_says_why() {
    let said = schwarm(&["play", "hive", "--against", "line:sh -c 'echo lost my mind >&2; exit 7'"], "wS1\n").ok();
    assert!(said.contains("exit status: 7") && said.contains("lost my mind"), "{said}");
    assert!(said.contains("The bot leaves the table."), "{said}");
}

#[test]
fn what_cannot_be_done_is_said_with_advice() {
    let served = Served::start(&[]);
    for (args, says) in [
        (&["connect", "127.0.0.1:1", "--game", "piranhas-2026"][..], "`schwarm serve` starts one"),
        (&["connect", "--game", "piranhas-2025"], "did you mean piranhas-2026"),
        (&["connect", "--game", "hive+mlp"], "no game of the Software-Challenge"),
        (&["connect"], "--game"),
        (&["connect", &served.addr, "--reservation", "nope"], "Check the reservation"),
        (&["serve", "--socha", &served.addr], "Is another server running?"),
        (&["serve", "--socha", "nowhere"], "Write host and port"),
        (&["serve", "--time", "fast"], "2..10/move"),
        (&["uhp", "--bot", "gredy"], "did you mean greedy?"),
        (&["uhp", "--bot", "uhp:other"], "a bot of this program"),
        (&["play", "hive", "--against", "line:/nowhere/bot"], "/nowhere/bot"),
        (&["play", "hive", "--against", "sc:./bot"], "does not have that game"),
        (&["play", "piranhas-2026", "--against", "sc:/nowhere/bot"], "/nowhere/bot"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
}
