//! `schwarm analyse`: lines, scores and threats of any position.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{Service, command, schwarm, some_game};
use serde_json::{Value, json};

fn analyse(args: &[&str]) -> Vec<Value> {
    let args: Vec<_> = ["analyse"].iter().chain(args).chain(["--json"].iter()).copied().collect();
    let told = schwarm(&args, "").ok();
    told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A position one ply before somebody wins, its moves joined by `;`, and the side to move.
fn lost_or_won_game(game: &str) -> (Vec<String>, Value) {
    (1..)
        .map(|seed| some_game(game, "standard", seed, 400))
        .find(|(_, last)| !last["outcome"]["winner"].is_null())
        .unwrap()
}

#[test]
fn the_last_line_has_the_keys_that_scripts_read() {
    for game in ["hive+mlp", "hive-2020", "piranhas-2026", "ostseeschach-2022"] {
        let told = analyse(&[game, "--nodes", "3000", "--lines", "2"]);
        let last = told.last().unwrap();
        assert!(told.len() >= 2, "{game}: a line a depth, then the end");
        let legal = schwarm(&["query"], format!("{{\"game\":\"{game}\"}}\n")).ok();
        let legal: Value = serde_json::from_str(&legal).unwrap();
        assert!(legal["legal"].as_array().unwrap().contains(&last["best"]), "{game}: {last}");
        assert!(last["score"].is_f64() && last["depth"].is_u64() && last["nodes"].is_u64(), "{game}: {last}");
        assert!(last["nodes"].as_u64().unwrap() <= 3000, "{game}: {last}");
        let chance = last["win_probability"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance), "{game}: {last}");
        let lines = last["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2, "{game}: {last}");
        assert_eq!(lines[0]["moves"][0], last["best"], "{game}");
        for key in ["score", "win_probability", "ends_in", "moves"] {
            assert!(lines[1].get(key).is_some(), "{game}: {key}");
        }
        assert!(last.get("threat").is_some() && told[0].get("threat").is_none(), "{game}: {last}");
        let depths: Vec<_> = told.iter().map(|told| told["depth"].as_u64().unwrap()).collect();
        assert!(depths.is_sorted(), "{game}: {depths:?}");
    }
}

#[test]
fn the_same_nodes_are_the_same_thought() {
    let args = ["hive", "--moves", "wS1;bS1 wS1-", "--nodes", "2000"];
    let without_time = |mut told: Vec<Value>| {
        told.iter_mut().for_each(|told| drop(told.as_object_mut().unwrap().remove("seconds")));
        told
    };
    assert_eq!(without_time(analyse(&args)), without_time(analyse(&args)));
}

#[test]
fn a_win_in_one_is_found_and_proven() {
    for game in ["hive", "piranhas-2019", "ostseeschach-2022"] {
        let (moves, _) = lost_or_won_game(game);
        // The winner of a round may have moved a ply earlier: the last two positions hold its win.
        let proven = (1..=2).any(|back| {
            let moves = moves[..moves.len() - back].join(";");
            let told = analyse(&[game, "--setup", "seed:0", "--moves", &moves, "--depth", "3"]);
            told.last().unwrap()["lines"][0]["ends_in"].as_i64().is_some_and(|plies| (-3..=3).contains(&plies))
        });
        assert!(proven, "{game}: {moves:?}");
    }
}

#[test]
fn words_tell_the_best_move_its_lines_and_the_threat() {
    let told = schwarm(&["analyse", "hive", "--moves", "wS1;bS1 wS1-", "--depth", "3", "--lines", "3"], "").ok();
    for part in [
        "depth ",
        "Best move of white: w",
        "  1. ",
        "  3. ",
        " %",
        "nodes in ",
        "Threat: if white passed, black would play b",
    ] {
        assert!(told.contains(part), "{part:?} is missing: {told}");
    }
    let told = schwarm(&["analyse", "hive", "--depth", "2", "--no-threat"], "").ok();
    assert!(!told.contains("Threat"), "{told}");
}

#[test]
fn a_game_that_is_over_is_no_position_to_analyse() {
    let (moves, last) = lost_or_won_game("ostseeschach-2022");
    let winner = last["outcome"]["winner"].as_str().unwrap().to_string();
    let args = ["analyse", "ostseeschach-2022", "--moves", &moves.join(";")];
    let complaint = schwarm(&args, "").failed(1).to_lowercase();
    assert!(complaint.contains("the game is over") && complaint.contains(&format!("{winner} wins")), "{complaint}");
}

#[test]
fn a_limit_of_zero_has_an_answer_at_once() {
    for limit in [["--nodes", "0"], ["--depth", "0"], ["--seconds", "0"]] {
        for game in ["hive", "piranhas-2019", "ostseeschach-2022"] {
            let told = analyse(&[&[game], &limit[..]].concat());
            assert!(told.last().unwrap()["best"].is_string(), "{game} {limit:?}: {told:?}");
        }
    }
}

/// The moves of a random game up to a position with a single legal move.
fn forced(game: &str) -> (Vec<String>, String) {
    let mut service = Service::start();
    for seed in 1u64.. {
        let (mut moves, mut state) = (Vec::<String>::new(), seed);
        loop {
            let answer = service.ask(&json!({"game": game, "moves": moves}));
            let legal: Vec<String> = serde_json::from_value(answer["legal"].clone()).unwrap();
            match legal.as_slice() {
                [] => break,
                [only] => {
                    service.end();
                    return (moves, only.clone());
                }
                _ => {}
            }
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            moves.push(legal[(state >> 33) as usize % legal.len()].clone());
        }
    }
    unreachable!("there is always another seed")
}

#[test]
fn one_legal_move_is_the_best() {
    let (moves, only) = forced("hive");
    let told = analyse(&["hive", "--moves", &moves.join(";"), "--nodes", "2000", "--lines", "4"]);
    let last = told.last().unwrap();
    assert_eq!((&last["best"], last["lines"].as_array().unwrap().len()), (&json!(only), 1), "{last}");
}

#[test]
fn what_cannot_be_analysed_is_said_with_what_can() {
    for (args, code, says) in [
        (&["analyse", "hvie"][..], 2, "did you mean hive?"),
        (&["analyse", "hive", "--position", "nonsense"], 2, "error: "),
        (&["analyse", "hive", "--moves", "wS1;wS2 wS1-"], 1, "move 2"),
        (&["analyse", "hive", "--lines", "0"], 2, "from 1 to 64"),
        (&["analyse", "hive", "--lines", "65"], 2, "from 1 to 64"),
        (&["analyse", "hive", "--seconds", "-1"], 2, "--seconds"),
        (&["analyse", "hive", "--seconds", "nan"], 2, "--seconds"),
        (&["analyse", "hive", "--infinite", "--depth", "3"], 2, "cannot be used with"),
    ] {
        let complaint = schwarm(args, "").failed(code);
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_without_end_and_tells_what_was_found() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let mut child = command(&["analyse", "hive", "--infinite", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    while !first.contains("\"depth\":3") {
        first.clear();
        assert!(lines.read_line(&mut first).unwrap() > 0, "it goes on until it is stopped");
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let mut rest = String::new();
    lines.read_to_string(&mut rest).unwrap();
    assert!(child.wait().unwrap().success());
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert!(last["best"].is_string() && last.get("threat").is_some(), "{last}");
}
