//! The engine as a bot: names, levels, what it can be given, and games of it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{fresh_file, schwarm};
use serde_json::Value;

const SCHWARM: &str = env!("CARGO_BIN_EXE_schwarm");

#[test]
fn two_levels_play_a_match_in_every_game() {
    for (game, games) in [("ostseeschach-2022", "4"), ("piranhas-2026", "2"), ("hive-2020-server", "2"), ("hive", "2")]
    {
        let data = fresh_file(&format!("levels-{game}"));
        let _ = std::fs::remove_dir_all(&data);
        let data = data.to_str().unwrap();
        let args = [
            "match",
            "builtin:2",
            "1",
            "--game",
            game,
            "--games",
            games,
            "--ply-limit",
            "80",
            "--json",
            "--data",
            data,
        ];
        let told = schwarm(&args, "").ok();
        let result: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
        assert_eq!(result["games"].to_string(), games, "{game}: {result}");
        let games = schwarm(&["records", "list", "--data", data, "--json"], "").ok();
        for fault in ["\"time\"", "illegal", "crash"] {
            assert!(!games.contains(fault), "{game}: {games}");
        }
    }
}

#[test]
fn a_level_is_told_apart_from_no_level() {
    for (args, says) in [
        (&["match", "builtin:11", "1", "--game", "hive"][..], "levels go from 1"),
        (&["match", "builtin:3", "0", "--game", "hive"], "levels go from 1"),
        (&["play", "hive", "--against", "builtin:0"], "levels go from 1"),
        (&["play", "hive", "--level", "11"], "from 1 to 10"),
        (&["uhp", "--level", "zero"], "from 1 to 10"),
        (&["connect", "--game", "piranhas-2026", "--level", "-1"], "from 1 to 10"),
        (&["play", "hive", "--level", "3", "--against", "random"], "cannot be used with"),
        (&["uhp", "--level", "3", "--bot", "greedy"], "cannot be used with"),
        (&["line", "--level", "3", "--bot", "greedy"], "cannot be used with"),
        (&["connect", "--game", "piranhas-2026", "--level", "3", "--bot", "line:x"], "cannot be used with"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
}

#[test]
fn what_the_machine_or_the_bot_has_not_is_refused_with_what_it_has() {
    let weights = fresh_file("levels-weights.txt");
    std::fs::write(&weights, "these are no weights\n").unwrap();
    let weights = weights.to_str().unwrap();
    for (args, says) in [
        (&["uhp", "--threads", "0"][..], "from 1 to"),
        (&["uhp", "--threads", "99999"], "from 1 to"),
        (&["line", "--hash", "99999999999"], "three quarters of the memory"),
        (&["analyse", "hive", "--threads", "99999"], "from 1 to"),
        (&["analyse", "hive", "--hash", "99999999999"], "three quarters of the memory"),
        (&["uhp", "--bot", "greedy", "--threads", "1"], "belong to the engine"),
        (&["connect", "--game", "hive-2020", "--bot", "random", "--hash", "8"], "belong to the engine"),
        (&["uhp", "--weights", "/nowhere/weights.txt"], "/nowhere/weights.txt"),
        (&["uhp", "--weights", weights], "the weights cannot be used"),
        (&["connect", "--game", "piranhas-2026", "--weights", weights], "the weights cannot be used"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
}

#[test]
fn a_uhp_viewer_sees_the_options_of_the_engine_and_its_line() {
    let input = "options\noptions set Level 4\noptions set Hash 99999999999\noptions set threads 1\n\
                 newgame Base+MLP\nplay wS1\nbestmove\npv\nbestmove depth 2\nexit\n";
    let said = schwarm(&["uhp", "--level", "5", "--hash", "8"], input).ok();
    assert!(said.starts_with("id schwarm-level-5 "), "{said}");
    for row in [
        "Level;int;5;5;1;10",
        "Level;int;4;5;1;10",
        "Hash;int;8;8;0;",
        "Lines;int;1;1;1;64",
        "Ponder;bool;False;False",
        "Book;bool;True;True",
    ] {
        assert!(said.lines().any(|line| line.starts_with(row)), "{row} is missing: {said}");
    }
    assert!(said.contains("err \"99999999999\" is no value of Hash: a whole number from 0 to"), "{said}");
    let moves = said.lines().filter(|line| line.starts_with('b') && line.contains("wS1")).count();
    assert!(moves >= 3, "two answers and a line: {said}");
}

#[test]
fn a_level_sits_at_the_terminal_and_says_what_it_thinks() {
    let said = schwarm(&["play", "hive", "--level", "3", "--seed", "7"], "wS1\n").ok();
    assert!(said.contains("You play white against level 3 of 10; seed 7."), "{said}");
    assert!(said.contains("2. black b") && said.contains("   (depth "), "{said}");
    let again = schwarm(&["play", "hive", "--against", "builtin:3", "--seed", "7"], "wS1\n").ok();
    assert_eq!(said, again, "the same seed errs in the same way");
    let asked = schwarm(&["play"], "piranhas-2026\nengine\n12\n2\nred\nquit\n").ok();
    assert!(asked.contains("from 1 to 10") && asked.contains("You play red against level 2 of 10"), "{asked}");
}

#[test]
fn a_level_behind_the_line_protocol_plays_and_hears_its_settings() {
    let bot = format!("line:{SCHWARM} line --level 2");
    let said =
        schwarm(&["play", "piranhas-2026", "--setup", "seed:1", "--against", &bot, "--side", "blue"], "moves\n").ok();
    assert!(!said.contains("error") && said.contains("1. red"), "{said}");
    let tournament = fresh_file("levels-league.toml");
    let text = |settings: &str| {
        format!(
            "title = \"T\"\nname = \"levels\"\ngame = \"ostseeschach-2022\"\ntime = \"2/move\"\n[format]\nkind = \"round-robin\"\npairs = 1\n\
             [[bot]]\nname = \"one\"\ncommand = \"builtin:1\"\nsettings = {{ {settings} }}\n\
             [[bot]]\nname = \"random\"\ncommand = \"builtin:random\"\n"
        )
    };
    let path = tournament.to_str().unwrap();
    std::fs::write(&tournament, text("Hash = 4, Ponder = false")).unwrap();
    schwarm(&["tournament", path, "--dry-run"], "").ok();
    std::fs::write(&tournament, text("Level = 12")).unwrap();
    let complaint = schwarm(&["tournament", path, "--dry-run"], "").failed(2);
    assert!(complaint.contains("from 1 to 10"), "{complaint}");
}
