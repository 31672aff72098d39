//! A bot's process is heard, kept in bounds, and ended with all its children.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::{Duration, Instant};

use schwarm_arena::process::{KEPT_OUTPUT, LoneProcess, Process, StartError};
use schwarm_play::{SeatFault, Talk};

fn sh(script: &str) -> Process {
    Process::start(&format!("sh -c {}", shlex::try_quote(script).unwrap())).unwrap()
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[test]
fn lines_are_heard_whole_however_they_come() {
    run(async {
        let mut bot = sh("read a; printf 'one\\ntw'; sleep 0.05; printf 'o %s\\r\\n\\n' \"$a\"");
        bot.say("hello\n").await.unwrap();
        assert_eq!(bot.hear().await.unwrap(), "one");
        assert_eq!(bot.hear().await.unwrap(), "two hello");
        assert_eq!(bot.hear().await.unwrap(), "");
    });
}

#[test]
fn nothing_is_lost_when_a_wait_is_given_up() {
    run(async {
        let mut bot = sh("printf 'half'; sleep 0.2; echo ' and half'; sleep 5");
        assert!(tokio::time::timeout(Duration::from_millis(80), bot.hear()).await.is_err());
        assert_eq!(bot.hear().await.unwrap(), "half and half");
    });
}

#[test]
fn a_program_that_dies_says_how_and_its_last_words() {
    run(async {
        let mut bot = sh("echo 'no table' >&2; echo 'index out of bounds' >&2; exit 3");
        let SeatFault::Crash(why) = bot.hear().await.unwrap_err() else { panic!("a crash") };
        assert!(why.contains("exit status: 3") && why.contains("no table | index out of bounds"), "{why}");
    });
}

#[test]
fn an_endless_line_is_cut_off() {
    run(async {
        let mut bot = sh("head -c 3000000 /dev/zero");
        let fault = bot.hear().await.unwrap_err();
        assert!(matches!(&fault, SeatFault::Silence(why) if why.contains("1048576 bytes")), "{fault:?}");
    });
}

#[test]
fn a_bot_that_does_not_go_home_is_killed_with_its_children() {
    run(async {
        let mut bot = sh("trap '' TERM; sleep 60 & echo $!; while :; do sleep 1; done");
        let child: u32 = bot.hear().await.unwrap().parse().unwrap();
        let begun = Instant::now();
        bot.hang_up().await.unwrap();
        assert!(begun.elapsed() < Duration::from_secs(3));
        // The killed child may be a zombie for a moment, until its new parent takes notice.
        for _ in 0..50 {
            if !is_running(child) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("process {child} still runs");
    });
}

fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

#[test]
fn only_the_end_of_a_long_complaint_is_kept() {
    run(async {
        let mut bot = sh("head -c 1000000 /dev/zero | tr '\\0' 'x' >&2; echo end >&2; echo done; read a");
        assert_eq!(bot.hear().await.unwrap(), "done");
        for _ in 0..100 {
            if bot.stderr().ends_with("end\n") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(bot.stderr().ends_with("end\n"));
        assert!(bot.stderr().len() <= KEPT_OUTPUT);
    });
}

#[test]
fn a_program_that_is_not_there_is_named() {
    run(async {
        let error = Process::start("/nowhere/bot --fast").err().unwrap();
        assert!(error.to_string().contains("/nowhere/bot"), "{error}");
        assert!(matches!(Process::start("").err(), Some(StartError::Command(_))));
        assert!(matches!(Process::start("bot 'unclosed").err(), Some(StartError::Command(_))));
    });
}

#[test]
fn speaking_to_the_dead_is_a_crash_and_no_panic() {
    run(async {
        let mut bot = sh("exit 0");
        let mut fault = None;
        for _ in 0..100 {
            if let Err(error) = bot.say("are you there?\n").await {
                fault = Some(error);
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(matches!(fault, Some(SeatFault::Crash(_))), "{fault:?}");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_has_used_up_is_known_after_its_end() {
    run(async {
        // About 64 MiB at once, and some tenths of a second of work.
        let mut bot = sh("x=$(head -c 64000000 /dev/zero | tr '\\0' x); i=0; \
            while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo ${#x}; read a; exit 0");
        assert_eq!(bot.hear().await.unwrap(), "64000000");
        let living = bot.notes().resources().unwrap();
        bot.hang_up().await.unwrap();
        assert_eq!(bot.notes().exit().as_deref(), Some("exit status: 0"));
        let ended = bot.notes().resources().unwrap();
        for used in [living, ended] {
            assert!(used.user_ms >= 50 && used.peak_kib >= 62_500, "{used:?}");
            assert!(used.user_ms < 60_000 && used.peak_kib < 4_000_000, "{used:?}");
        }
        // One counts in ticks, the other does not; and memory is counted by each processor for itself.
        let peak = ended.peak_kib + 4096 >= living.peak_kib;
        assert!(ended.user_ms + 20 >= living.user_ms && peak, "{living:?} {ended:?}");
    });
}

#[test]
fn a_program_that_is_not_spoken_with_never_waits_and_the_end_of_its_log_is_kept() {
    run(async {
        let script = "head -c 1000000 /dev/zero | tr '\\0' x; echo; echo started; echo odd >&2; read a || exit 4";
        let mut client = LoneProcess::start(&format!("sh -c {}", shlex::try_quote(script).unwrap())).unwrap();
        let status = tokio::time::timeout(Duration::from_secs(20), client.wait()).await.unwrap().unwrap();
        assert_eq!(status.code(), Some(4), "its input is empty");
        let SeatFault::Crash(why) = client.fate("closed the connection").await else { panic!("a crash") };
        assert!(why.contains("exit status: 4") && why.contains("last words: odd"), "{why}");
        let stdout = client.notes().stdout();
        assert!(stdout.ends_with("started\n") && stdout.len() <= KEPT_OUTPUT, "{} bytes", stdout.len());
        assert_eq!(client.notes().stderr(), "odd\n");
    });
}

#[test]
fn a_program_that_is_not_spoken_with_is_killed_with_its_children() {
    run(async {
        let start = || LoneProcess::start("sh -c 'sleep 60 & echo $!; while :; do sleep 1; done'").unwrap();
        for dropped in [false, true] {
            let mut client = start();
            let notes = client.notes().clone();
            while !notes.stdout().ends_with('\n') {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let child: u32 = notes.stdout().trim().parse().unwrap();
            match dropped {
                false => client.part().await,
                true => drop(client),
            }
            for _ in 0..100 {
                if !is_running(child) && !is_running(notes.pid().unwrap()) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            assert!(!is_running(child) && !is_running(notes.pid().unwrap()));
            let SeatFault::Crash(why) = start().fate("closed the connection").await else { panic!("a crash") };
            assert!(why.starts_with("sh closed the connection and still runs"), "{why}");
        }
    });
}
