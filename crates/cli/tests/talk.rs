//! What is said with bots that are programs: kept with their games, told by `schwarm records show --talk` and by the pages.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::path::{Path, PathBuf};

use common::schwarm;
use serde_json::Value;

fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// A bot that writes markup and control characters to its standard error, much of it, and plays well.
fn odd() -> String {
    let write = r#"head -c 200000 /dev/zero | tr "\0" y >&2; printf "<script>\033[2J\n" >&2"#;
    format!("odd=line:sh -c '{write}; exec {} line --bot greedy'", env!("CARGO_BIN_EXE_schwarm"))
}

/// A bot that comes once, for the trial before a tournament, and never again.
fn flaky(folder: &Path) -> String {
    let (script, gone) = (folder.join("flaky.sh"), folder.join("gone"));
    let gone = gone.display();
    let text = format!(
        "if [ -e {gone} ]; then echo what is this? >&2; exit 3; fi\ntouch {gone}\nexec {} line --bot random\n",
        env!("CARGO_BIN_EXE_schwarm")
    );
    std::fs::write(&script, text).unwrap();
    format!("line:sh {}", script.display())
}

fn play(data: &Path, bot: &str, more: &[&str]) {
    let data = data.to_str().unwrap();
    let args = ["match", bot, "builtin:random", "--game", "piranhas-2026", "--games", "2", "--data", data];
    schwarm(&[&args, more].concat(), "").ok();
}

fn show(data: &Path, args: &[&str]) -> common::Ran {
    schwarm(&[&["records", "show", "--data", data.to_str().unwrap()], args].concat(), "")
}

#[test]
fn what_was_said_in_a_match_is_shown_and_nothing_in_it_is_obeyed() {
    let data = fresh_folder("talk-all");
    play(&data, &odd(), &["--concurrency", "1"]);
    for (id, side) in [("1", 0), ("2", 1)] {
        let told = show(&data, &[id, "--talk"]).ok();
        assert!(told.starts_with("odd:\n") && told.contains("\nodd, standard error:\nyyy"), "{told}");
        assert!(told.contains("<script>␛[2J") && !told.contains('\u{1b}'), "{told}");
        assert!(told.lines().all(|line| line.len() < 20_000), "only the end is kept");
        let json: Value = serde_json::from_str(&show(&data, &[id, "--talk", "--json"]).ok()).unwrap();
        let dialogue = &json["dialogues"][side];
        assert!(json["dialogues"][1 - side].is_null(), "a bot of this program says nothing");
        assert!(dialogue["stderr"].as_str().unwrap().ends_with("<script>\u{1b}[2J\n"), "as it was written");
        // Every move of the bot is among what it said, at its ply.
        for (ply, played) in json["record"]["moves"].as_array().unwrap().iter().enumerate().skip(side).step_by(2) {
            let text = played["move"].as_str().unwrap();
            let is_said = |line: &&Value| {
                line["ply"] == ply && line["by"] == "<" && line["text"].as_str().unwrap().contains(text)
            };
            assert!(dialogue["lines"].as_array().unwrap().iter().any(|line| is_said(&line)), "{ply} {text}");
        }
    }
    assert!(show(&data, &["1", "--json"]).ok().find("dialogues").is_none(), "it is only told to those who ask");
}

#[test]
fn organisers_may_keep_faults_alone() {
    let data = fresh_folder("talk-faults");
    play(&data, &odd(), &["--talk", "faults"]);
    let complaint = show(&data, &["1", "--talk"]).failed(1);
    assert!(complaint.contains("nothing is kept"), "{complaint}");

    // A bot that does not come loses in a tournament, and its last words are kept.
    let bot = |name: &str, command: &str| format!("[[bot]]\nname = \"{name}\"\ncommand = \"{command}\"\n");
    let bots = bot("random", "builtin:random") + &bot("flaky", &flaky(&data));
    let league = format!("title = \"x\"\ngame = \"piranhas-2026\"\n[format]\nkind = \"round-robin\"\n{bots}");
    let (file, report) = (data.join("league.toml"), data.join("report"));
    std::fs::write(&file, league).unwrap();
    let [file, report, folder] = [&file, &report, &data].map(|path| path.to_str().unwrap());
    schwarm(&["tournament", file, "--talk", "faults", "--data", folder, "--report", report], "").ok();
    let list = schwarm(&["records", "list", "--lost-by", "flaky", "--json", "--data", folder], "").ok();
    let lost: Value = serde_json::from_str(list.lines().next().unwrap()).unwrap();
    let told = show(&data, &[&lost["id"].to_string(), "--talk"]).ok();
    assert!(told.contains("what is this?"), "{told}");
}
