//! `schwarm match` as its user meets it: results, resuming, Ctrl-C, bad bots, typos.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use common::{command, schwarm};
use serde_json::Value;

const SCHWARM: &str = env!("CARGO_BIN_EXE_schwarm");

/// An empty data folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A match with `args`, kept in `data`.
fn run(data: &std::path::Path, args: &[&str]) -> common::Ran {
    let args: Vec<&str> = ["match"].iter().chain(args).chain(&["--data", data.to_str().unwrap()]).copied().collect();
    schwarm(&args, "")
}

fn last_line(text: &str) -> Value {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// A bot that is another program: this very one.
fn line_bot(bot: &str) -> String {
    format!("line:{SCHWARM} line --bot {bot}")
}

#[test]
fn the_result_is_one_line_of_json_with_the_promised_keys() {
    let data = folder("json");
    let ran = run(&data, &["greedy", "random", "--game", "piranhas-2026", "--games", "20", "--json"]);
    let result = last_line(&ran.ok());
    let keys: Vec<&str> = result.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["games", "wins", "draws", "losses", "pentanomial", "elo", "elo_error", "los", "sprt"]);
    let number = |key: &str| result[key].as_u64().unwrap();
    assert_eq!((number("games"), number("wins") + number("draws") + number("losses")), (20, 20));
    let pairs: Vec<u64> = result["pentanomial"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    let half_points: u64 = pairs.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
    assert_eq!(half_points, 2 * number("wins") + number("draws"));
    assert!(result["sprt"].is_null());
}

#[test]
fn the_same_command_goes_on_and_more_games_extend_the_match() {
    let data = folder("resume");
    let bots = ["greedy", "random", "--game", "ostseeschach-2022", "--json", "--games"];
    let with = |games: &'static str| bots.iter().chain(&[games]).copied().collect::<Vec<_>>();
    let first = last_line(&run(&data, &with("6")).ok());
    let again = run(&data, &with("6"));
    assert!(again.err.contains("6 games were played before"), "{}", again.err);
    assert_eq!(last_line(&again.ok()), first);
    let more = last_line(&run(&data, &with("10")).ok());
    assert_eq!(more["games"], 10);
    assert!(more["wins"].as_u64() >= first["wins"].as_u64());
    // The same ten in one go: what was played does not depend on how often it was stopped.
    let other = folder("resume-at-once");
    assert_eq!(last_line(&run(&other, &with("10")).ok()), more);
}

#[test]
fn a_program_that_has_changed_makes_a_new_match() {
    let data = folder("changed");
    let script = data.join("bot.sh");
    let bot = format!("line:sh {}", script.display());
    let play = |text: String| {
        fs::write(&script, text).unwrap();
        run(&data, &[&bot, "random", "--game", "ostseeschach-2022", "--games", "2"])
    };
    play(format!("exec {SCHWARM} line --bot greedy\n")).ok();
    let again = play(format!("exec {SCHWARM} line --bot greedy\n"));
    assert!(again.err.contains("played before"), "{}", again.err);
    let changed = play(format!("# better\nexec {SCHWARM} line --bot greedy\n"));
    assert!(!changed.err.contains("played before"), "{}", changed.err);
}

#[test]
fn a_test_stops_the_match_as_soon_as_it_has_its_answer() {
    let data = folder("sprt");
    let game = ["--game", "piranhas-2026", "--sprt", "elo0=0,elo1=50", "--json"];
    let args = |bots: [&'static str; 2]| bots.iter().chain(&game).copied().collect::<Vec<_>>();
    let better = last_line(&run(&data, &args(["greedy", "random"])).ok());
    assert_eq!(better["sprt"]["state"], "H1");
    assert!(better["games"].as_u64().unwrap() < 2000, "{better}");
    let worse = run(&data, &args(["random", "greedy"]));
    assert_eq!((worse.code, last_line(&worse.out)["sprt"]["state"].as_str()), (1, Some("H0")));
    // An answer stays an answer.
    let again = run(&data, &args(["greedy", "random"]));
    assert_eq!(last_line(&again.ok()), better);
}

#[test]
fn a_bot_that_fails_leaves_a_folder_that_tells_why() {
    let data = folder("faults");
    let script = data.join("bot.sh");
    // Says a move that is none, whatever it is asked.
    fs::write(&script, "while read -r line; do echo oops >&2; echo '{\"move\":\"z9-z9\"}'; done\n").unwrap();
    let bot = format!("bad=line:sh {}", script.display());
    let ran = run(&data, &[&bot, "random", "--game", "piranhas-2026", "--games", "2"]);
    assert!(ran.err.contains("illegal move"), "{}", ran.err);
    let out = ran.ok();
    assert!(
        out.contains("bad: 2 by an illegal move") && out.contains("schwarm records list --lost-by 'bad' --match"),
        "{out}"
    );
    let matches: Vec<PathBuf> =
        fs::read_dir(data.join("failures")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let folders: Vec<PathBuf> = fs::read_dir(&matches[0]).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!((matches.len(), folders.len()), (1, 2), "{matches:?} {folders:?}");
    for folder in folders {
        let summary: Value = serde_json::from_slice(&fs::read(folder.join("summary.json")).unwrap()).unwrap();
        assert_eq!(summary["offender"], "bad");
        let all: String =
            fs::read_dir(&folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
        assert!(all.contains("z9-z9") && all.contains("oops"), "{all}");
    }
}

#[test]
fn events_are_json_lines_from_the_first_to_the_report() {
    let data = folder("events");
    let file = data.join("events.jsonl");
    let bot = line_bot("greedy");
    let args = [&bot, "random", "--game", "ostseeschach-2022", "--games", "4", "--events", file.to_str().unwrap()];
    run(&data, &args).ok();
    let text = fs::read_to_string(&file).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!((count("match"), count("opened"), count("started"), count("ended")), (1, 1, 4, 4));
    assert_eq!((count("counted"), count("report")), (4, 1));
    assert!(count("moved") > 20);
    assert_eq!(events.last().unwrap()["event"], "report");
    let counted = events.iter().rfind(|event| event["event"] == "counted").unwrap();
    assert_eq!(counted["games"], 4);
}

#[cfg(unix)]
#[test]
fn ctrl_c_lets_running_games_end_and_twice_stops_at_once() {
    for presses in [1, 2] {
        let data = folder(&format!("ctrl-c-{presses}"));
        let (one, two) = (line_bot("greedy"), line_bot("random"));
        let args = ["match", &one, &two, "--game", "piranhas-2026", "--games", "20000", "--events", "-", "--json"];
        let mut child = command(&args)
            .args(["--data", data.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(|line| last_line(&line.unwrap()));
        lines.find(|event| event["event"] == "counted").unwrap();
        for _ in 0..presses {
            let pid = rustix::process::Pid::from_child(&child);
            rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
            if presses == 2 {
                // Signals of one kind that come at once are one.
                std::thread::sleep(std::time::Duration::from_millis(30));
            }
        }
        let rest: Vec<Value> = lines.collect();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("running games are finished"), "{said}");
        let [.., report, result] = &rest[..] else { panic!("{rest:?}") };
        let begun = rest.iter().filter(|event| event["event"] == "started").count() as u64;
        let counted = rest.iter().filter(|event| event["event"] == "counted").count() as u64;
        assert_eq!(result["games"], report["played"]);
        assert!(result["games"].as_u64().unwrap() < 20_000);
        if presses == 1 {
            assert_eq!(report["broken_off"], 0, "{report}");
            // Only the game that was counted when the reading began may have been started before that.
            assert!(counted >= begun, "{counted} of {begun}");
        }
    }
}

#[test]
fn a_mistake_is_told_before_anything_is_played() {
    let data = folder("typos");
    let openings = data.join("openings.txt");
    fs::write(&openings, "# mine\n\nseed:3\nz9-z9\n").unwrap();
    let openings = openings.to_str().unwrap();
    for (args, said) in [
        (&["gredy", "random", "--game", "hive"][..], "did you mean greedy?"),
        (&["greedy", "random", "--game", "hvie"], "did you mean hive?"),
        (&["greedy", "random", "--game", "hive", "--games", "7"], "--games 8"),
        (&["greedy", "random", "--game", "hive", "--time", "fast"], "2/move"),
        (&["greedy", "random", "--game", "hive", "--sprt", "elo0=5,elo1=0"], "elo0 must be the smaller"),
        (&["greedy", "random", "--game", "hive", "--pin", "x"], "--pin 0,2,4-7"),
        (&["greedy", "random", "--game", "hive", "--adjudicate-win", "5"], "800:4"),
        (&["uhp:x", "random", "--game", "piranhas-2026"], "line:COMMAND"),
        (&["uhp:x", "random", "--game", "hive", "--nodes", "5"], "--depth"),
        (&["sc:x", "random", "--game", "hive"], "does not have that game"),
        (&["greedy", "random", "--game", "piranhas-2026", "--openings", openings], "opening 2"),
        (&["greedy", "random", "--game", "hive", "--openings", "/nowhere"], "/nowhere"),
        (&["line:/nowhere/bot", "random", "--game", "hive", "--games", "2"], "/nowhere/bot"),
    ] {
        let said_so = run(&data, args).failed(2);
        assert!(said_so.contains(said), "{args:?}: {said_so}");
    }
}

#[test]
fn another_match_under_the_same_name_is_refused() {
    let data = folder("name");
    let args = |seed: &'static str| {
        ["greedy", "random", "--game", "ostseeschach-2022", "--games", "2", "--name", "mine", "--seed", seed]
    };
    run(&data, &args("1")).ok();
    let said = run(&data, &args("2")).failed(2);
    assert!(said.contains("mine"), "{said}");
}
