//! `schwarm doctor` on bots of good health, and on bots with one illness each.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use common::schwarm;
use serde_json::Value;

const SCHWARM: &str = env!("CARGO_BIN_EXE_schwarm");

fn script(name: &str) -> String {
    format!("{}/tests/doctor/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Python as it starts fastest: a doctor starts a bot for every check, hundreds of times in these tests. Managers of versions
/// put a script before the interpreter, and what is installed beside the standard library is of no use here.
fn python() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let said = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let said = said.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
        let path = if said.trim().is_empty() || said.trim().contains(' ') { "python3" } else { said.trim() };
        format!("{path} -I -S")
    })
}

/// A healthy engine behind a program that spoils one thing.
fn uhp(illness: &str) -> String {
    format!("uhp:{} {} {illness} {SCHWARM} uhp --bot builtin:random", python(), script("uhp_patient.py"))
}

fn line(illness: &str) -> String {
    format!("line:{} {} {illness}", python(), script("line_patient.py"))
}

/// The report of a bot: exit code, and every check as it came out.
struct Report {
    code: i32,
    checks: BTreeMap<String, Value>,
    summary: Value,
}

impl Report {
    fn of(bot: &str, more: &[&str]) -> Report {
        let ran = schwarm(&[&["doctor", bot, "--quick", "--json"], more].concat(), "");
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        let mut lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let summary = lines.pop().unwrap_or_else(|| panic!("nothing was printed: {}", ran.err));
        let checks = lines.into_iter().map(|line| (line["check"].as_str().unwrap().to_string(), line)).collect();
        Report { code: ran.code, checks, summary }
    }

    /// The ids of the checks that came out like this.
    fn with(&self, status: &str) -> Vec<&str> {
        let those = self.checks.iter().filter(|(_, check)| check["status"] == status);
        those.map(|(id, _)| id.as_str()).collect()
    }

    /// This check must have failed, those must be fine, and so must the exit code be.
    #[track_caller]
    fn is_ill(&self, id: &str, fine: &[&str]) -> &Value {
        let failed = self.with("fail");
        assert!(failed.contains(&id), "{id} is not among {failed:?}");
        let passed = self.with("pass");
        for other in fine {
            assert!(passed.contains(other), "{other} is not among {passed:?}: {:?}", self.checks.get(*other));
        }
        assert_eq!((self.code, &self.summary["healthy"]), (1, &Value::Bool(false)));
        &self.checks[id]
    }

    #[track_caller]
    fn is_healthy(&self, checks: usize) {
        assert_eq!((self.with("fail"), self.with("warn")), (vec![], vec![]), "{:?}", self.checks);
        assert_eq!((self.code, self.checks.len()), (0, checks), "{:?}", self.checks.keys());
        assert_eq!(self.summary["healthy"], true);
    }
}

#[test]
fn our_own_bots_pass_every_check() {
    let report = Report::of(&format!("uhp:{SCHWARM} uhp --level 2"), &[]);
    report.is_healthy(25);
    assert_eq!(report.with("skip"), Vec::<&str>::new());
    let bot = format!("line:{SCHWARM} line --bot builtin:random");
    let report = Report::of(&bot, &["--game", "hive", "--game", "ostseeschach-2022"]);
    report.is_healthy(15);
    assert_eq!(report.with("skip"), Vec::<&str>::new());
    let client = format!("sc:{SCHWARM} connect {{host}}:{{port}} --reservation {{reservation}} --level 2");
    for game in ["piranhas-2019", "hive-2020-server", "ostseeschach-2022", "piranhas-2026"] {
        Report::of(&client, &["--game", game]).is_healthy(8);
    }
}

#[test]
fn the_scripts_of_the_ill_bots_are_healthy_without_an_illness() {
    Report::of(&uhp("none"), &["--game", "hive"]).is_healthy(25);
    Report::of(&line("none"), &[]).is_healthy(15);
}

#[test]
fn a_foreign_engine_is_judged_by_its_moves() {
    // The path of nokamute, where it is installed; it is not a part of this repository.
    let Ok(nokamute) = std::env::var("NOKAMUTE") else { return };
    let report = Report::of(&format!("uhp:{nokamute} uhp"), &[]);
    let passed = report.with("pass");
    for id in
        ["uhp.start", "uhp.newgame", "uhp.validmoves", "uhp.play", "uhp.illegal", "uhp.undo", "uhp.pass", "uhp.end"]
    {
        assert!(passed.contains(&id), "{id}: {:?}", report.checks[id]);
    }
}

#[test]
fn a_missing_move_is_found_and_named() {
    let report = Report::of(&uhp("missing"), &["--game", "hive"]);
    let check = report.is_ill("uhp.validmoves", &["uhp.play", "uhp.crlf"]);
    let details = check["details"].to_string();
    assert!(details.contains("missing: ") && !details.contains("surplus: "), "{details}");
    assert!(check["talk"].as_str().unwrap().contains("> validmoves"), "{check}");
}

#[test]
fn a_surplus_move_is_found_and_named() {
    let report = Report::of(&uhp("surplus"), &["--game", "hive+m"]);
    let details = report.is_ill("uhp.validmoves", &["uhp.play", "uhp.crlf"])["details"].to_string();
    assert!(details.contains("surplus: wQ") && !details.contains("missing: "), "{details}");
}

#[test]
fn an_engine_that_never_answers_is_given_up_at_once() {
    let report = Report::of(&uhp("mute"), &[]);
    assert_eq!(report.with("fail"), ["uhp.start"]);
    assert_eq!((report.code, report.with("skip").len()), (1, 24));
}

#[test]
fn an_engine_that_dies_of_undo_is_well_again_for_the_next_check() {
    let report = Report::of(&uhp("crash-undo"), &["--game", "hive"]);
    let check = report.is_ill("uhp.undo", &["uhp.validmoves", "uhp.play"]);
    assert!(check["text"].as_str().unwrap().contains("exit status: 7"), "{check}");
    assert!(check["details"].to_string().contains("I never look back"), "{check}");
    assert!(report.with("pass").contains(&"uhp.bestmove-depth"));
}

#[test]
fn an_engine_that_takes_any_move_is_found() {
    let report = Report::of(&uhp("accepts-all"), &["--game", "hive"]);
    let check = report.is_ill("uhp.illegal", &["uhp.validmoves", "uhp.play", "uhp.undo"]);
    assert!(check["text"].as_str().unwrap().contains("was accepted"), "{check}");
}

#[test]
fn other_illnesses_of_engines_are_found_by_their_checks() {
    for (illness, id) in [
        ("no-crlf", "uhp.crlf"),
        ("leak", "uhp.memory"),
        ("late", "uhp.bestmove-time"),
        ("never-over", "uhp.end"),
        ("stays", "uhp.eof"),
    ] {
        let report = Report::of(&uhp(illness), &["--game", "hive"]);
        report.is_ill(id, &["uhp.validmoves", "uhp.play"]);
        let others = report.with("fail").into_iter().filter(|other| *other != id).collect::<Vec<_>>();
        assert_eq!(others, Vec::<&str>::new(), "{illness}");
    }
    let report = Report::of(&uhp("chatty"), &["--game", "hive"]);
    assert_eq!((report.code, report.with("warn")), (0, vec!["uhp.play"]), "a warning is no fault");
}

#[test]
fn illnesses_of_line_bots_are_found_by_their_checks() {
    for (illness, ids) in [
        (
            "illegal",
            &["line.again", "line.fields", "line.legal", "line.long", "line.memory", "line.noise", "line.time"][..],
        ),
        ("wrong-id", &["line.ids"]),
        ("slow", &["line.time"]),
        ("noisy", &["line.noise"]),
        ("twice", &["line.noise"]),
        ("narrow", &["line.fields"]),
        ("crash-end", &["line.end"]),
        ("leak", &["line.memory"]),
        ("stays", &["line.eof"]),
    ] {
        let report = Report::of(&line(illness), &[]);
        let failed = report.with("fail");
        for id in ids {
            assert!(failed.contains(id), "{illness}: {id} is not among {failed:?}");
        }
        assert!(failed.iter().all(|id| ids.contains(id)), "{illness}: {failed:?} {:?}", report.checks);
        assert_eq!(report.code, 1);
    }
    let report = Report::of(&line("nameless"), &[]);
    assert_eq!((report.code, report.with("warn")), (0, vec!["line.name"]));
}

#[test]
fn a_line_bot_that_plays_one_game_only_fails_the_second() {
    let report = Report::of(&line("only-one"), &[]);
    report.is_ill("line.again", &["line.legal", "line.ids"]);
    report.is_ill("line.end", &[]);
}

#[test]
fn a_line_bot_that_says_nothing_or_too_much_does_not_hold_up_the_doctor() {
    for bot in [line("mute"), "line:yes".to_string(), "line:true".to_string()] {
        let report = Report::of(&bot, &[]);
        assert_eq!((report.code, report.with("fail")), (1, vec!["line.start"]), "{bot}");
    }
    for bot in ["uhp:yes", "uhp:true", "uhp:cat /dev/zero"] {
        let report = Report::of(bot, &[]);
        assert_eq!((report.code, report.with("fail")), (1, vec!["uhp.start"]), "{bot}");
    }
}

#[test]
fn illnesses_of_clients_are_found_by_their_checks() {
    let client = format!("{SCHWARM} connect {{host}}:{{port}}");
    for (command, ids) in [
        ("sh -c 'exit 3'".to_string(), &["sc.join"][..]),
        (format!("{client} --bot greedy --game piranhas-2026"), &["sc.reservation"]),
        (format!("sh -c '{client} --bot greedy --reservation {{reservation}}; sleep 60'"), &["sc.exit"]),
        (
            format!(
                "{client} --reservation {{reservation}} --bot 'line:{} {} illegal'",
                python(),
                script("line_patient.py")
            ),
            &["sc.exit", "sc.first", "sc.second"],
        ),
    ] {
        let report = Report::of(&format!("sc:{command}"), &[]);
        assert_eq!(report.code, 1, "{command}: {:?}", report.checks);
        let failed = report.with("fail");
        assert!(failed.contains(ids.last().unwrap()), "{command}: {failed:?} {:?}", report.checks);
        assert!(failed.iter().all(|id| ids.contains(id)), "{command}: {failed:?} {:?}", report.checks);
    }
}

#[test]
fn a_client_that_stumbles_over_unknown_messages_is_warned() {
    let script = script("sc_patient.py");
    let command = format!("sc:{} {script} {{host}} {{port}} {{reservation}} {SCHWARM}", python());
    let report = Report::of(&command, &[]);
    assert_eq!(
        (report.code, report.with("fail"), report.with("warn")),
        (0, vec![], vec!["sc.unknown"]),
        "{:?}",
        report.checks
    );
    assert!(report.checks["sc.unknown"]["text"].as_str().unwrap().contains("exit status: 5"), "{:?}", report.checks);
}

#[test]
fn the_talk_of_a_fault_is_kept_whole_in_a_folder() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("doctor-talks");
    let _ = fs::remove_dir_all(&folder);
    let bot = line("dies-late");
    let report = Report::of(&bot, &["--out", folder.to_str().unwrap()]);
    let check = report.is_ill("line.long", &["line.ids"]);
    let kept = fs::read_to_string(check["file"].as_str().unwrap()).unwrap();
    for part in ["check: line.long", "> {", "ValueError: no such depth", "exit status: 1"] {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    assert!(!folder.join("line.ids.txt").exists(), "only what is not fine is kept");
}

#[test]
fn the_report_fits_a_terminal_and_says_the_result_last() {
    let ran = schwarm(&["doctor", &line("noisy"), "--quick"], "");
    assert_eq!(ran.code, 1);
    let text = ran.out;
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(text.contains("  FAIL  line.noise") && text.contains("  ok    line.ids"), "{text}");
    assert!(text.contains("I think I will play"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("The bot is ill: 15 checks"), "{text}");
}

#[test]
fn wrong_usage_is_told_before_anything_is_examined() {
    for (args, said) in [
        (&["doctor", "builtin:random"][..], "part of this program"),
        (&["doctor", "line:/no/such/program"], "cannot start"),
        (&["doctor", "uhp:/no/such/program"], "cannot start"),
        (&["doctor", "sc:/no/such/program"], "cannot start"),
        (&["doctor", "line:true", "--game", "hiev"], "did you mean hive?"),
        (&["doctor", "uhp:true", "--game", "piranhas-2026"], "UHP does not know"),
        (&["doctor", "sc:true", "--game", "hive"], "no season"),
        (&["doctor", "line:true", "--time", "soon"], "2/move"),
        (&["doctor", "line:true", "--quick", "--long"], "cannot be used with"),
        (&["doctor"], "required"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.contains(said), "{args:?}: {complaint}");
    }
}
