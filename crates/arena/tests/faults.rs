//! Bots that misbehave, as real programs: none of them stops a match, and each gets what it earns.
//!
//! The programs are this file, run once more: `be_a_bot` acts as the bot named in its environment.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::io::{BufRead as _, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use common::{Memory, program, random};
use schwarm_arena::matchup::{
    Faults, Match, MatchError, MatchPlan, MatchReport, Options, Progress, Restart, SeatFactory, StopSignal, TimeSummary,
};
use schwarm_arena::referee::Patience;
use schwarm_play::{Termination, TimeControl};

/// What says which bot to be.
const ROLE: &str = "SCHWARM_TEST_BOT";

#[test]
#[ignore = "a program for the other tests"]
fn be_a_bot() {
    let Ok(role) = std::env::var(ROLE) else { return };
    // The test's own output stands on the line so far.
    say("");
    let mut ply = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let said = Instant::now();
        let mut words = line.splitn(3, ' ');
        let (Some("go"), Some(limit), Some(mv)) = (words.next(), words.next(), words.next()) else {
            say("ready");
            ply = 0;
            continue;
        };
        ply += 1;
        let limit = Duration::from_micros(limit.parse().unwrap());
        let mv = act(&role, ply, said, limit, mv);
        say(&mv);
    }
    std::process::exit(0);
}

/// Misbehaves, or answers with a move.
fn act(role: &str, ply: u32, said: Instant, limit: Duration, mv: &str) -> String {
    match (role, ply) {
        ("silent", 3) => std::thread::sleep(Duration::from_secs(100)),
        ("late", 3) => std::thread::sleep(limit + Duration::from_millis(60)),
        ("forking", 3) => {
            // The child holds all pipes open after its parent is gone.
            let child = std::process::Command::new("sleep").arg("100").spawn().unwrap();
            eprintln!("child {}", child.id());
            std::process::exit(7);
        }
        ("flooding", 3) => loop {
            say(&"flood ".repeat(100));
        },
        ("endless", 3) => loop {
            std::io::stdout().write_all(&[b'x'; 4096]).unwrap();
        },
        ("crashing", 10) => {
            eprintln!("index out of bounds at ply ten");
            std::process::abort();
        }
        ("illegal", 3) => return "a9-z0 please".to_string(),
        ("spending", _) => {
            let until = said + limit.saturating_sub(Duration::from_millis(1));
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
        _ => {}
    }
    mv.to_string()
}

fn say(line: &str) {
    if writeln!(std::io::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}

/// Answers twice, then closes its pipes and lives on.
const CLOSING: &str = "n=0; while read word limit move; do \
    if [ $word = game ]; then echo ready; else n=$((n + 1)); \
    [ $n = 3 ] && exec sleep 100 <&- >&- 2>&-; echo \"$move\"; fi; done";

/// The programs. With one thread the test's own output does not say after a minute that it still runs: that
/// would be taken for a move.
fn bot(role: &str) -> SeatFactory<'static> {
    let this = std::env::current_exe().unwrap();
    let this = shlex::try_quote(this.to_str().unwrap()).unwrap().into_owned();
    program(match role {
        "closing" => format!("sh -c {}", shlex::try_quote(CLOSING).unwrap()),
        _ => format!("env {ROLE}={role} {this} --exact be_a_bot --ignored --nocapture --test-threads=1"),
    })
}

fn plan(pairs: u64) -> MatchPlan {
    let time = TimeControl::PerMove { limit: Duration::from_secs(1), patience: Duration::from_millis(1500) };
    MatchPlan { seed: 2, time, ..MatchPlan::new("piranhas-2026", ["bad".into(), "good".into()], pairs) }
}

fn options() -> Options {
    let patience = Patience { begin: Duration::from_secs(20), end: Duration::from_secs(2) };
    Options { concurrency: NonZeroUsize::new(2).unwrap(), patience, ..Options::default() }
}

fn play(
    plan: &MatchPlan,
    bots: [SeatFactory<'_>; 2],
    memory: &Memory,
    options: &Options,
    observer: &(dyn Fn(&Progress<'_>) + Sync),
) -> Result<MatchReport, MatchError> {
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let stop = StopSignal::default();
    Match { name: "faults", plan, rules: &*rules, bots, journal: memory, options, stop: &stop, observer }.run()
}

/// A fresh folder for failures.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// Waits a moment until a process is gone.
fn assert_gone(pid: u32) {
    for _ in 0..200 {
        if !is_running(pid) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("process {pid} still runs");
}

/// Two pairs against a bot that behaves: the bad one loses all by its fault, and the folders tell
/// the story. Returns them as (summary, transcript and standard error of the bad one).
fn loses_all(role: &str, fault: Faults) -> Vec<(serde_json::Value, String, String)> {
    let bundles = folder(role);
    let options = Options { bundles: Some(bundles.clone()), ..options() };
    let memory = Memory::default();
    let report = play(&plan(2), [bot(role), bot("good")], &memory, &options, &|_| {}).unwrap();
    assert_eq!((report.tally.losses, report.tally.pairs), (4, [2, 0, 0, 0, 0]), "{role}: {report:?}");
    assert_eq!(report.tally.faults, [fault, Faults::default()], "{role}: {:?}", memory.results());
    assert_eq!(report.bundles.len(), 4);
    let read = |folder: &PathBuf, name: String| std::fs::read_to_string(folder.join(name)).unwrap();
    let stories = report.bundles.iter().map(|folder| {
        assert!(folder.starts_with(&bundles));
        let summary: serde_json::Value = serde_json::from_str(&read(folder, "summary.json".into())).unwrap();
        assert_eq!(summary["offender"], "bad");
        let (index, side) = if summary["players"][0] == "bad" { (0, "one") } else { (1, "two") };
        let transcript = read(folder, format!("transcript-{side}.txt"));
        assert!(transcript.contains("> game") && transcript.contains("< ready"), "{transcript}");
        let position = read(folder, "position.txt".into());
        assert!(position.starts_with(summary["position"].as_str().unwrap()));
        let events = read(folder, "events.jsonl".into());
        assert_eq!(events.lines().count() as u64, summary["plies"].as_u64().unwrap() + 2);
        for process in summary["processes"].as_array().unwrap() {
            assert_gone(u32::try_from(process["pid"].as_u64().unwrap()).unwrap());
        }
        let mut bad = summary["processes"][index].clone();
        bad["ending"] = summary["ending"].clone();
        (bad, transcript, read(folder, format!("stderr-{side}.txt")))
    });
    stories.collect()
}

#[test]
fn two_that_behave_play_by_the_rules_in_one_program_each() {
    let bundles = folder("good");
    let options = Options { bundles: Some(bundles.clone()), ..options() };
    let memory = Memory::default();
    let report = play(&plan(3), [bot("good"), bot("good")], &memory, &options, &|_| {}).unwrap();
    assert!(memory.results().values().all(|ending| ending.termination == Termination::Rules));
    assert_eq!((report.played, report.tally.complete_pairs()), (6, 3));
    assert!(report.times.iter().all(|times| times.count > 20 && times.p50_us > 0), "{report:?}");
    assert!(report.between.count > 40 && !bundles.exists());
}

#[test]
fn one_that_never_answers_loses_on_time() {
    for (bad, transcript, _) in loses_all("silent", Faults { time: 4, ..Faults::default() }) {
        assert_eq!(bad["ending"]["termination"]["fault"], "none");
        assert!(bad["exit"].is_null() && bad["resources"]["peak_kib"].as_u64().unwrap() > 0, "{bad}");
        assert!(transcript.lines().last().unwrap().contains("> go"), "{transcript}");
    }
}

#[test]
fn one_that_answers_late_loses_on_time_unless_it_is_within_the_margin() {
    for (bad, ..) in loses_all("late", Faults { time: 4, ..Faults::default() }) {
        assert_eq!(bad["ending"]["termination"]["fault"], "late");
    }
    let plan = MatchPlan { margin_ms: 10_000, ply_limit: Some(8), ..plan(1) };
    let memory = Memory::default();
    let report = play(&plan, [bot("late"), bot("good")], &memory, &options(), &|_| {}).unwrap();
    assert_eq!((report.tally.faults, report.tally.adjudicated), ([Faults::default(); 2], 2));
    assert!(report.times[0].max_us >= 1_060_000, "{report:?}");
    let [late, never] = report.late;
    assert!(late.count == 2 && late.p50_us >= 60_000 && late.max_us < 10_000_000, "{report:?}");
    assert_eq!(never.count, 0, "{report:?}");
}

#[test]
fn one_that_leaves_children_behind_is_seen_to_end_and_so_do_they() {
    for (bad, _, stderr) in loses_all("forking", Faults { crash: 4, ..Faults::default() }) {
        assert_eq!(bad["exit"], "exit status: 7");
        let child = stderr.lines().find_map(|line| line.strip_prefix("child ")).unwrap();
        assert_gone(child.parse().unwrap());
    }
}

#[test]
fn one_that_floods_its_output_loses_and_fills_no_memory() {
    for (bad, transcript, _) in loses_all("flooding", Faults { illegal: 4, ..Faults::default() }) {
        assert!(bad["ending"]["termination"]["text"].as_str().unwrap().starts_with("flood"), "{bad}");
        assert!(transcript.len() < 100_000);
    }
    loses_all("endless", Faults { silence: 4, ..Faults::default() });
}

#[test]
fn one_that_crashes_at_ply_ten_loses_and_its_last_words_are_kept() {
    for (bad, _, stderr) in loses_all("crashing", Faults { crash: 4, ..Faults::default() }) {
        assert!(bad["exit"].as_str().unwrap().contains("signal: 6"), "{bad}");
        #[cfg(target_os = "linux")]
        assert!(bad["resources"]["peak_kib"].as_u64().unwrap() > 100, "{bad}");
        assert!(stderr.contains("index out of bounds at ply ten"), "{stderr}");
    }
}

#[test]
fn one_that_plays_illegal_moves_loses_and_is_told_why() {
    for (bad, transcript, _) in loses_all("illegal", Faults { illegal: 4, ..Faults::default() }) {
        assert_eq!(bad["ending"]["termination"]["text"], "a9-z0 please");
        assert!(transcript.lines().last().unwrap().ends_with("< a9-z0 please"), "{transcript}");
    }
}

#[test]
fn one_that_closes_its_pipes_and_lives_on_loses_and_does_not_live_long() {
    for (bad, ..) in loses_all("closing", Faults { crash: 4, ..Faults::default() }) {
        let why = bad["ending"]["termination"]["why"].as_str().unwrap();
        assert!(why.contains("still runs"), "{bad}");
    }
}

#[test]
fn one_that_is_missing_or_ends_at_once_stops_the_match_with_a_clear_word() {
    for (command, word) in [("/nowhere/bot --fast", "/nowhere/bot"), ("sh -c 'echo oh no >&2; exit 4'", "oh no")] {
        let memory = Memory::default();
        let absent = Mutex::new(Vec::new());
        let observer = |progress: &Progress<'_>| {
            if let Progress::Absent { player: 1, failures, .. } = progress {
                absent.lock().unwrap().push(*failures);
            }
        };
        let options = Options { concurrency: NonZeroUsize::MIN, ..options() };
        let bots = [bot("good"), program(command.to_string())];
        let error = play(&plan(2), bots, &memory, &options, &observer).unwrap_err();
        assert!(matches!(error, MatchError::CannotStart { player: 1, tries: 3, .. }), "{error}");
        assert!(error.to_string().contains("good cannot be started") && error.to_string().contains(word), "{error}");
        assert_eq!((absent.into_inner().unwrap(), memory.tries()), (vec![1, 2, 3], 0));
    }
}

/// Burns time beside the games, until it is dropped.
struct Burner(std::process::Child);

impl Burner {
    fn new() -> Burner {
        Burner(std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap())
    }
}

impl Drop for Burner {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The whole of it takes eight minutes: `SCHWARM_LONG=1 cargo test -p schwarm-arena --test faults
/// two_that_spend -- --nocapture`.
#[test]
fn two_that_spend_their_clocks_to_the_last_millisecond_lose_nothing_on_a_busy_machine() {
    let pairs = if std::env::var_os("SCHWARM_LONG").is_some() { 1000 } else { 5 };
    let _busy = [Burner::new(), Burner::new()];
    let time = TimeControl::Total { base: Duration::from_millis(200), increment: Duration::from_millis(2) };
    // How late a line may come is the machine's matter: this one is as busy as can be.
    let plan = MatchPlan { time, margin_ms: 1000, ply_limit: Some(12), ..plan(pairs) };
    let memory = Memory::default();
    let report = play(&plan, [bot("spending"), bot("spending")], &memory, &options(), &|_| {}).unwrap();
    let lost: u64 = report.tally.faults.iter().map(|faults| faults.time).sum();
    println!("{} games, {lost} of them lost on time", report.played);
    for (what, times) in [("move of one", report.times[0]), ("move of two", report.times[1])].into_iter().chain([
        ("late one", report.late[0]),
        ("late two", report.late[1]),
        ("referee", report.between),
    ]) {
        let TimeSummary { count, p50_us, p90_us, p99_us, p999_us, max_us, .. } = times;
        println!("{what:12} {count:6} times, us: p50 {p50_us} p90 {p90_us} p99 {p99_us} p99.9 {p999_us} max {max_us}");
    }
    let faults: Vec<_> =
        memory.results().into_values().filter(|ending| ending.termination.offender().is_some()).collect();
    assert_eq!((report.played, report.tally.faults), (2 * pairs, [Faults::default(); 2]), "{faults:?}");
    assert!(report.times.iter().all(|times| times.max_us > 190_000), "the clocks were spent: {report:?}");
    assert!(report.late.iter().all(|late| late.max_us <= 1_000_000), "more than the margin was forgiven: {report:?}");
}

/// Games of a bot under a policy, and how often it was started.
fn starts(role: &str, restart: Restart) -> (u64, usize) {
    let count = Mutex::new(0);
    let start = bot(role);
    let counting: SeatFactory<'_> = Box::new(|invitation| {
        *count.lock().unwrap() += 1;
        start(invitation)
    });
    let options = Options { concurrency: NonZeroUsize::MIN, restart: [restart; 2], ..options() };
    let plan = MatchPlan { ply_limit: Some(8), ..plan(2) };
    let report = play(&plan, [counting, Box::new(random)], &Memory::default(), &options, &|_| {}).unwrap();
    let count = *count.lock().unwrap();
    (report.played, count)
}

#[test]
fn a_bot_is_started_as_often_as_the_policy_says() {
    assert_eq!(starts("good", Restart::Never), (4, 1));
    assert_eq!(starts("good", Restart::AfterFault), (4, 1));
    assert_eq!(starts("good", Restart::EachGame), (4, 4));
    assert_eq!(starts("illegal", Restart::Never), (4, 1));
    assert_eq!(starts("illegal", Restart::AfterFault), (4, 4));
    assert_eq!(starts("forking", Restart::Never), (4, 4));
}

#[test]
fn a_stop_ends_a_game_in_which_a_bot_thinks_forever() {
    let plan = MatchPlan { time: TimeControl::None, ..plan(2) };
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let (memory, stop, options) = (Memory::default(), StopSignal::default(), options());
    let observer = |progress: &Progress<'_>| {
        if matches!(progress, Progress::Happened { event: schwarm_play::GameEvent::Moved { ply: 3, .. }, .. }) {
            stop.now();
        }
    };
    let bots = [bot("silent"), bot("good")];
    let begun = Instant::now();
    let report = Match {
        name: "stop",
        plan: &plan,
        rules: &*rules,
        bots,
        journal: &memory,
        options: &options,
        stop: &stop,
        observer: &observer,
    }
    .run()
    .unwrap();
    assert!(begun.elapsed() < Duration::from_secs(50), "the bot sleeps for 100 seconds");
    assert!(report.played == 0 && report.broken_off >= 1 && report.left == 4, "{report:?}");
    assert!(memory.results().is_empty());
}

#[test]
fn no_room_for_folders_costs_a_warning_and_no_game() {
    let file = folder("file");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let _ = std::fs::remove_file(&file);
    std::fs::write(&file, "not a folder").unwrap();
    let warnings = Mutex::new(Vec::new());
    let observer = |progress: &Progress<'_>| {
        if let Progress::Warning(text) = progress {
            warnings.lock().unwrap().push(text.to_string());
        }
    };
    let options = Options { bundles: Some(file), ..options() };
    let report = play(&plan(1), [bot("illegal"), Box::new(random)], &Memory::default(), &options, &observer).unwrap();
    assert_eq!((report.played, report.bundles.len()), (2, 0));
    let warnings = warnings.into_inner().unwrap();
    assert!(warnings.len() == 2 && warnings[0].contains("cannot write about game"), "{warnings:?}");
}
