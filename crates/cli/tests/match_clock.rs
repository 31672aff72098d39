//! The wall clock jumps by hours, back and forth, while a match is played: nobody loses on time, and nothing is mixed up.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use common::command;
use serde_json::Value;

/// The library that lies about the time, of Debian's package `faketime`.
fn liar() -> Option<PathBuf> {
    let found = ["x86_64-linux-gnu", "aarch64-linux-gnu"]
        .map(|machine| PathBuf::from(format!("/usr/lib/{machine}/faketime/libfaketime.so.1")))
        .into_iter()
        .find(|path| path.exists());
    if found.is_none() {
        let required = std::env::var_os("SCHWARM_REQUIRE_ALL").is_some_and(|value| value == "1");
        assert!(!required, "libfaketime is required: install the package faketime");
        eprintln!("SKIPPED: the jumping clock needs libfaketime (package faketime)");
    }
    found
}

#[test]
fn a_jumping_clock_costs_no_game() {
    let Some(liar) = liar() else { return };
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("match-clock");
    let _ = fs::remove_dir_all(&data);
    fs::create_dir_all(&data).unwrap();
    let lie = data.join("time");
    let tell = |text: &str| {
        fs::write(data.join("next"), text).unwrap();
        fs::rename(data.join("next"), &lie).unwrap();
    };
    tell("+0");
    let bot = format!("line:{} line --bot random", env!("CARGO_BIN_EXE_schwarm"));
    let mut child = command(&["match", &format!("a={bot}"), &format!("b={bot} --seed 2"), "--game", "piranhas-2026"])
        .args(["--games", "40", "--time", "30+0.1", "--events", "-", "--json", "--data"])
        .arg(&data)
        .env("LD_PRELOAD", liar)
        .env("FAKETIME_TIMESTAMP_FILE", &lie)
        .env("FAKETIME_NO_CACHE", "1")
        // No system lets its monotonic clock jump.
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut result = Value::Null;
    for line in lines {
        result = serde_json::from_str(&line.unwrap()).unwrap();
        if result["event"] == "counted" {
            let hours = [5, -3, 20_000, -20_000, 0][result["number"].as_u64().unwrap() as usize % 5];
            tell(&format!("{hours:+}h"));
            assert_eq!(result["tally"]["faults"][0]["time"], 0, "{result}");
            assert_eq!(result["tally"]["faults"][1]["time"], 0, "{result}");
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(result["games"], 40);
    // It has jumped: the games of one minute came into the store in different years.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = schwarm_store::open(data.join("schwarm.db").to_str().unwrap()).await.unwrap();
        let games = store.list(&schwarm_store::Filter::default(), 100, 0).await.unwrap();
        let times: Vec<i64> = games.iter().map(|game| game.created).collect();
        let jump = times.iter().max().unwrap() - times.iter().min().unwrap();
        assert!(jump > 3_600_000, "the clock was to jump: {times:?}");
        assert!(games.iter().all(|game| game.attempts == 1 && game.ending.is_some()));
    });
}
