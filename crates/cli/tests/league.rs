//! `schwarm tournament`: a league of eight bots in four languages, killed in the middle and resumed; files with mistakes.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
mod workshop;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use common::{command, schwarm};
use schwarm_arena::tournament::kept;
use serde_json::Value;
use workshop::{ALL, Built};

const SCHWARM: &str = env!("CARGO_BIN_EXE_schwarm");

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("league-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The file of a tournament between these bots.
fn file(folder: &Path, head: &str, bots: &[(&str, String)]) -> PathBuf {
    let mut text = head.to_string();
    for (name, command) in bots {
        text.push_str(&format!("\n[[bot]]\nname = {name:?}\ncommand = {command:?}\nsandbox = \"trusted\"\n"));
    }
    let file = folder.join("league.toml");
    fs::write(&file, text).unwrap();
    file
}

fn run(folder: &Path, file: &Path, more: &[&str]) -> common::Ran {
    let (data, report) = (folder.join("data"), folder.join("report"));
    let args = ["tournament", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
    let args: Vec<&str> = args.iter().chain(&["--report", report.to_str().unwrap()]).chain(more).copied().collect();
    schwarm(&args, "")
}

#[test]
fn eight_bots_in_four_languages_survive_a_kill_and_are_ranked() {
    if ALL.iter().any(|tongue| !tongue.is_there()) {
        return;
    }
    let folder = folder("eight");
    let mut bots = vec![
        ("Greedy", "builtin:greedy".to_string()),
        ("Random", "builtin:random".to_string()),
        ("Line greedy", format!("line:{SCHWARM} line --bot greedy")),
        ("Line random", format!("line:{SCHWARM} line --bot random")),
    ];
    for (tongue, name) in ALL.iter().zip(["Python", "JavaScript", "Java", "Rust"]) {
        let built = Built::named(tongue, "line", "ostseeschach-2022", "league");
        bots.push((name, format!("line:{}", built.start())));
    }
    let head = "title = \"Eight\"\ngame = \"ostseeschach-2022\"\nconcurrency = 2\n[format]\nkind = \"league\"\n";
    let file = file(&folder, head, &bots);
    // Killed after so many games, and again.
    for games in [9, 21] {
        let mut child = command(&["tournament", file.to_str().unwrap(), "--events", "-", "--data"])
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let counted = lines.map_while(Result::ok).filter(|line| line.contains("\"event\":\"counted\"")).take(games);
        assert_eq!(counted.count(), games);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let report: Value = serde_json::from_str(run(&folder, &file, &["--json"]).ok().lines().last().unwrap()).unwrap();
    assert_eq!(report["done"], true, "{report}");
    // Everybody against everybody, one pair of games each.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = schwarm_store::open(folder.join("data/schwarm.db").to_str().unwrap()).await.unwrap();
        let totals = store.totals(&schwarm_store::Filter::default()).await.unwrap();
        assert_eq!((totals.one + totals.two + totals.draws, totals.open, totals.aborted), (56, 0, 0));
        let (kept, matches): (Vec<_>, Vec<_>) =
            store.matches(100, 0).await.unwrap().into_iter().partition(|row| kept::is_kept(&row.name));
        let files = kept.iter().filter(|row| row.name.starts_with("tournament:")).count();
        assert_eq!(files, 1, "its file, once, for servers that show it");
        assert_eq!((matches.len(), matches.iter().map(|row| row.finished).sum::<u64>()), (28, 56));
        store.close().await.unwrap();
    });
    let page = fs::read_to_string(folder.join("report/index.html")).unwrap();
    for (name, _) in &bots {
        assert!(page.contains(name), "{name}");
    }
    assert!(page.contains("<svg") || page.contains("data:image/svg+xml"));
    for name in ["report.md", "report.json", "standings.csv", "crosstable.csv"] {
        assert!(fs::metadata(folder.join("report").join(name)).unwrap().len() > 100, "{name}");
    }
    // Once more: nothing is left to play, and the table is the same.
    let again = run(&folder, &file, &["--json"]).ok();
    assert_eq!(serde_json::from_str::<Value>(again.lines().last().unwrap()).unwrap(), report);
}

#[test]
fn every_format_is_played_to_its_end() {
    for format in ["round-robin", "gauntlet", "swiss", "knockout", "ladder", "league", "final-eight"] {
        let folder = folder(format);
        let head =
            format!("title = \"T\"\ngame = \"ostseeschach-2022\"\nconcurrency = 2\n[format]\nkind = \"{format}\"\n");
        let bots: Vec<(&str, String)> =
            ["a", "b", "c", "d", "e"].iter().map(|name| (*name, "builtin:random".into())).collect();
        let file = file(&folder, &head, &bots);
        let out = run(&folder, &file, &[]).ok();
        assert!(out.contains("index.html"), "{format}: {out}");
    }
}

#[test]
fn a_match_in_a_file_ends_when_its_test_has_an_answer() {
    let folder = folder("tested");
    let head = "title = \"T\"\ngame = \"ostseeschach-2022\"\nconcurrency = 2\n[format]\nkind = \"match\"\n";
    let head = format!("{head}sprt = \"elo0=0,elo1=100\"\n");
    let bots = [("new", "builtin:greedy".to_string()), ("old", "builtin:random".to_string())];
    let file = file(&folder, &head, &bots);
    let report: Value = serde_json::from_str(run(&folder, &file, &["--json"]).ok().lines().last().unwrap()).unwrap();
    let ended = report["encounters"][0]["ended"].as_u64().unwrap();
    assert_eq!((&report["done"], &report["sprt"]["state"]), (&true.into(), &"H1".into()), "{report}");
    assert!(ended > 0 && ended < 20_000, "{ended} games");
    // Once more: the test has its answer, so nothing is played.
    let again: Value = serde_json::from_str(run(&folder, &file, &["--json"]).ok().lines().last().unwrap()).unwrap();
    assert_eq!(again, report);
}

#[test]
fn a_bot_that_fails_loses_its_games_and_the_others_go_on() {
    let folder = folder("fails");
    let script = folder.join("bot.sh");
    // Plays along for one game and never starts again.
    let body =
        format!("[ -e {0}/gone ] && exit 3\ntouch {0}/gone\nexec {SCHWARM} line --bot random\n", folder.display());
    fs::write(&script, body).unwrap();
    let bots = [
        ("a", "builtin:random".to_string()),
        ("b", "builtin:greedy".to_string()),
        ("mortal", format!("line:sh {}", script.display())),
    ];
    let head =
        "title = \"T\"\ngame = \"ostseeschach-2022\"\nrestart = \"each-game\"\n[format]\nkind = \"round-robin\"\n";
    let file = file(&folder, head, &bots);
    let ran = run(&folder, &file, &["--json"]);
    assert!(ran.err.contains("mortal crashed"), "{}", ran.err);
    let report: Value = serde_json::from_str(ran.ok().lines().last().unwrap()).unwrap();
    assert_eq!(report["done"], true, "{report}");
}

#[test]
fn mistakes_are_told_with_their_line_before_anything_is_played() {
    let folder = folder("mistakes");
    let bot =
        "[[bot]]\nname = \"a\"\ncommand = \"builtin:random\"\n[[bot]]\nname = \"b\"\ncommand = \"builtin:greedy\"\n";
    for (text, said) in [
        (format!("title = \"T\"\ngme = \"hive\"\n[format]\nkind = \"swiss\"\n{bot}"), "2"),
        (format!("title = \"T\"\ngame = \"hvie\"\n[format]\nkind = \"swiss\"\n{bot}"), "did you mean hive"),
        (format!("title = \"T\"\ngame = \"hive\"\n[format]\nkind = \"swis\"\n{bot}"), "swiss"),
        (
            format!("title = \"T\"\ngame = \"hive\"\n[format]\nkind = \"swiss\"\n{}", bot.replace("greedy", "gredy")),
            "greedy",
        ),
        (
            format!(
                "title = \"T\"\ngame = \"piranhas-2026\"\n[format]\nkind = \"swiss\"\n{}",
                bot.replace("builtin:greedy", "uhp:x")
            ),
            "does not have that game",
        ),
        (
            format!(
                "title = \"T\"\ngame = \"hive\"\n[format]\nkind = \"swiss\"\n{}",
                bot.replace("builtin:greedy", "line:/nowhere/bot")
            ),
            "/nowhere/bot",
        ),
    ] {
        let file = folder.join("league.toml");
        fs::write(&file, &text).unwrap();
        let told = run(&folder, &file, &[]).failed(2);
        assert!(told.contains(said) && told.contains("league.toml") || told.contains("cannot play"), "{text}\n{told}");
    }
    let told = run(&folder, Path::new("/nowhere.toml"), &[]).failed(2);
    assert!(told.contains("--example"), "{told}");
    assert!(schwarm(&["tournament", "--example"], "").ok().contains("[[bot]]"));
}

#[test]
fn jailed_bots_play_on_both_ways_of_talking() {
    let folder = folder("jailed");
    let sc = format!(
        "sc:{SCHWARM} connect {{host}}:{{port}} --game ostseeschach-2022 --reservation {{reservation}} --bot greedy"
    );
    let line = format!("line:{SCHWARM} line --bot random");
    let mut text = "title = \"T\"\ngame = \"ostseeschach-2022\"\n[format]\nkind = \"round-robin\"\n".to_string();
    for (name, command) in [("client", sc), ("line", line), ("house", "builtin:random".to_string())] {
        text.push_str(&format!("\n[[bot]]\nname = {name:?}\ncommand = {command:?}\nsandbox = \"jailed\"\n"));
    }
    let file = folder.join("league.toml");
    fs::write(&file, text).unwrap();
    let ran = run(&folder, &file, &["--json"]);
    if ran.code == 2 && std::env::var_os("SCHWARM_REQUIRE_ALL").is_none() {
        assert!(ran.err.contains("league.toml") && ran.err.contains("sandbox"), "{}", ran.err);
        eprintln!("SKIPPED: this machine has no walls for a jail: {}", ran.err);
        return;
    }
    assert!(!ran.err.contains("crashed"), "{}", ran.err);
    let report: Value = serde_json::from_str(ran.ok().lines().last().unwrap()).unwrap();
    assert_eq!(report["done"], true, "{report}");
}
