//! Puzzles on the command line: from games of a match to a file that another store believes.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{Ran, command, schwarm};
use schwarm_engine::puzzle::{Terms, prove};
use schwarm_engine::{Engine, Options};
use schwarm_web::puzzles::shipped;
use serde_json::{Value, json};

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("puzzles-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A store with games of two middling levels.
    fn with_games(name: &str, games: u32) -> Folder {
        let folder = Folder::new(name);
        let games = games.to_string();
        let args = ["match", "5", "4", "--game", "ostseeschach-2022", "--games", &games, "--time", "none", "--data"];
        schwarm(&[&args[..], &[folder.0.to_str().unwrap()]].concat(), "").ok();
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Little work, for tests.
const QUICK: [&str; 8] = ["--plies", "2..3", "--glance", "1000", "--nodes", "50000", "--tries", "1"];

fn puzzles(folder: &Path, args: &[&str], input: &str) -> Ran {
    let words: Vec<&str> =
        ["puzzles"].into_iter().chain(args.iter().copied()).chain(["--data", folder.to_str().unwrap()]).collect();
    schwarm(&words, input)
}

fn mine(folder: &Path, args: &[&str]) -> String {
    puzzles(folder, &[&["mine"], &QUICK[..], args].concat(), "").ok()
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_command_explains_itself() {
    for name in ["mine", "list", "export", "import"] {
        insta::assert_snapshot!(format!("help-puzzles-{name}"), schwarm(&["puzzles", name, "--help"], "").ok());
    }
}

#[test]
fn a_match_is_mined_in_portions_listed_and_handed_on() {
    let folder = Folder::with_games("pipeline", 12);
    let first = mine(&folder.0, &["--games", "5"]);
    assert!(first.starts_with("5 games looked through, "), "{first}");
    let rest = mine(&folder.0, &["--threads", "2"]);
    assert!(rest.starts_with("7 games looked through, "), "it goes on where it stopped: {rest}");
    assert_eq!(mine(&folder.0, &[]), "0 games looked through, 0 puzzles found, 0 new\n");
    let again = mine(&folder.0, &["--again"]);
    assert!(again.starts_with("12 games looked through, ") && again.ends_with(" 0 new\n"), "{again}");
    assert_eq!(mine(&folder.0, &["--game", "hive"]), "0 games looked through, 0 puzzles found, 0 new\n");

    let found = json_lines(&puzzles(&folder.0, &["list", "--json"], "").ok());
    assert!(!found.is_empty(), "twelve games of Ostseeschach hold a puzzle: {first}{rest}");
    for puzzle in &found {
        assert_eq!(puzzle["game"], "ostseeschach-2022");
        assert_eq!(puzzle["line"].as_array().unwrap().len() as u64, puzzle["plies"].as_u64().unwrap());
        assert!(puzzle["from"]["game"].as_i64().unwrap() > 0 && puzzle["from"]["players"][0].is_string(), "{puzzle}");
    }
    let table = puzzles(&folder.0, &["list"], "").ok();
    assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
    assert!(
        table.ends_with(&format!("{} puzzle{}\n", found.len(), if found.len() == 1 { "" } else { "s" })),
        "{table}"
    );
    let plies = found[0]["plies"].to_string();
    let same = json_lines(&puzzles(&folder.0, &["list", "--json", "--plies", &plies], "").ok());
    assert!(same.iter().all(|puzzle| puzzle["plies"] == found[0]["plies"]) && !same.is_empty());
    assert_eq!(puzzles(&folder.0, &["list", "--json", "--rating", "9000.."], "").ok(), "");

    let exported = puzzles(&folder.0, &["export"], "").ok();
    assert!(json_lines(&exported).iter().all(|puzzle| puzzle["from"]["game"].is_null()), "{exported}");
    let other = Folder::new("other");
    let said = puzzles(&other.0, &["import", "-"], &exported).ok();
    assert!(said.contains(&format!(" imported, {} new", found.len())), "{said}");
    assert!(puzzles(&other.0, &["import", "-"], &exported).ok().contains(" 0 new"), "the second time nothing is new");
    assert_eq!(puzzles(&other.0, &["export"], "").ok(), exported);
}

#[test]
fn what_is_no_puzzle_is_not_believed() {
    let folder = Folder::new("lies");
    let good = shipped().iter().find(|puzzle| puzzle.game == "ostseeschach-2022" && puzzle.plies == 3).unwrap();
    let lie = |change: &dyn Fn(&mut Value)| {
        let mut puzzle = serde_json::to_value(good).unwrap();
        change(&mut puzzle);
        puzzle.to_string()
    };
    let rules = schwarm_catalog::open(&good.game).unwrap();
    let moves = rules.from_position(&good.position).unwrap().legal_moves();
    let other = moves.into_iter().find(|mv| *mv != good.line[0]).unwrap();
    for lie in [
        lie(&|puzzle| puzzle["plies"] = json!(1)),
        lie(&|puzzle| puzzle["game"] = json!("chess")),
        lie(&|puzzle| puzzle["game"] = json!("hive")),
        lie(&|puzzle| puzzle["position"] = json!("")),
        lie(&|puzzle| puzzle["line"][0] = json!(other)),
        lie(&|puzzle| puzzle["line"] = json!([])),
        lie(&|puzzle| puzzle["line"] = json!(vec!["a1-a2"; 1000])),
        "{}".into(),
        "not JSON".into(),
        "x".repeat(3 << 20),
    ] {
        let said = puzzles(&folder.0, &["import", "-"], &lie).failed(1);
        assert!(said.contains("standard input, line 1: "), "{said}");
    }
    assert_eq!(puzzles(&folder.0, &["import", "-"], &lie(&|_| {})).ok(), "1 puzzle imported, 1 new\n");
    assert_eq!(json_lines(&puzzles(&folder.0, &["list", "--json"], "").ok()).len(), 1);
}

#[test]
fn wrong_usage_is_explained() {
    let folder = Folder::new("usage");
    let said = puzzles(&folder.0, &["mine"], "").failed(2);
    assert!(said.contains("no games are kept"), "{said}");
    for wrong in [&["list", "--plies", "x"][..], &["mine", "--plies", "7..3"], &["list", "--game", "hvie"]] {
        let said = puzzles(&folder.0, wrong, "").failed(2);
        assert!(said.starts_with("error: "), "{said}");
    }
}

/// Ctrl-C keeps what was found, and the same command goes on.
#[cfg(unix)]
#[test]
fn ctrl_c_loses_nothing_but_the_game_in_work() {
    let folder = Folder::with_games("stopped", 30);
    let file = folder.0.join("schwarm.db");
    let args = [&["puzzles", "mine"], &QUICK[..], &["--data", folder.0.to_str().unwrap()]].concat();
    let child = command(&args).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let left = || {
        runtime.block_on(async {
            let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
            let left = store.unmined(None, 0, 1000).await.unwrap().len();
            store.close().await.unwrap();
            left
        })
    };
    let until = Instant::now() + Duration::from_secs(120);
    while left() == 30 {
        assert!(Instant::now() < until, "no game was done in two minutes");
    }
    let pid = rustix::process::Pid::from_child(&child);
    // It may have been done with everything just now.
    let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let done: usize = said.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(done + left(), 30, "{said}");
    match output.status.code() {
        Some(130) => assert!(said.contains("stopped, the same command goes on"), "{said}"),
        code => assert_eq!((code, done), (Some(0), 30), "{said}"),
    }
    let rest = mine(&folder.0, &[]);
    assert!(rest.starts_with(&format!("{} game", 30 - done)), "{said}{rest}");
}

#[test]
fn every_shipped_puzzle_is_proven_again() {
    let mut engine = Engine::new(Options { hash_mebibytes: 1, ..Options::default() }).unwrap();
    for puzzle in shipped() {
        let rules = schwarm_catalog::open(&puzzle.game).unwrap();
        let session = rules.from_position(&puzzle.position).unwrap();
        let terms = Terms { least: puzzle.plies, most: puzzle.plies, nodes: 200_000, ..Terms::default() };
        let proven = prove(&mut engine, &*session, &terms, &AtomicBool::new(false)).unwrap();
        let proven = proven.unwrap_or_else(|| panic!("one move alone wins: {puzzle:?}"));
        assert_eq!(proven.line, puzzle.line, "{puzzle:?}");
    }
    let listed = schwarm(&["puzzles", "list", "--shipped", "--json", "--limit", "100000"], "").ok();
    assert_eq!(json_lines(&listed).len(), shipped().len());
}
