//! Attacks of jailed bots, as real programs: each is stopped, loses its game with the reason, and the match
//! goes on. And what the other levels promise.
//!
//! The programs are in `inmate`. Where the machine lacks a layer its tests are skipped, and say so;
//! `SCHWARM_REQUIRE_ALL=1` demands bubblewrap.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
#[path = "sandbox/inmate.rs"]
mod inmate;

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Memory, PlainSeat, random};
use inmate::{BE_A_BOT, HINT, ROLE, bot, jails, policy, run, sh, this};
use schwarm_arena::matchup::{Faults, Match, MatchPlan, MatchReport, Options, SeatFactory, StopSignal};
use schwarm_arena::process::{LoneProcess, Process};
use schwarm_arena::referee::Patience;
use schwarm_arena::sandbox::{self, Layer, LayerName, Layers, Level, Policy};
use schwarm_arena::transcript::Recorded;
use schwarm_play::{SeatFault, Talk, TimeControl};

/// A pair of games of a bot under a policy against one that behaves: it loses both by a crash, of which the
/// record says one of the words.
fn loses(command: &str, policy: &Policy, words: &[&str]) {
    let time = TimeControl::PerMove { limit: Duration::from_secs(20), patience: Duration::from_secs(20) };
    let plan = MatchPlan { seed: 2, time, ..MatchPlan::new("piranhas-2026", ["bad".into(), "good".into()], 1) };
    let patience = Patience { begin: Duration::from_secs(20), end: Duration::from_secs(2) };
    let options = Options { concurrency: NonZeroUsize::new(1).unwrap(), patience, ..Options::default() };
    let (memory, stop) = (Memory::default(), StopSignal::default());
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let (started, jail) = (command.to_string(), policy.clone());
    let bad: SeatFactory<'_> = Box::new(move |invitation| {
        let process = Process::start_in(&started, &jail).map_err(|error| error.to_string())?;
        Ok(Box::new(PlainSeat::new(Recorded::process(process, &invitation.transcript))))
    });
    let bots: [SeatFactory<'_>; 2] = [bad, Box::new(random)];
    let (plan, rules, options, stop) = (&plan, &*rules, &options, &stop);
    let journal = &memory;
    let report: MatchReport =
        Match { name: "jail", plan, rules, bots, journal, options, stop, observer: &|_| {} }.run().unwrap();
    let endings: Vec<String> = memory.results().into_values().map(|ending| format!("{ending:?}")).collect();
    let story = format!("{command}, bubblewrap {}: {endings:?}", policy.bubblewrap);
    assert_eq!((report.played, report.tally.losses), (2, 2), "{story}");
    assert_eq!(report.tally.faults, [Faults { crash: 2, ..Faults::default() }, Faults::default()], "{story}");
    assert!(endings.iter().all(|ending| words.iter().any(|word| ending.contains(word))), "{story}");
}

#[test]
fn a_bot_that_behaves_plays_in_every_sandbox() {
    run(async {
        for policy in jails().into_iter().chain([policy(Level::Guarded), policy(Level::Trusted)]) {
            let mut process = Process::start_in(&bot("good", ""), &policy).unwrap();
            process.say("game\n").await.unwrap();
            while process.hear().await.unwrap() != "ready" {}
            for mv in ["a1-a2", "b1-b2", "c1-c2", "d1-d2"] {
                process.say(&format!("go 100 {mv}\n")).await.unwrap();
                assert_eq!(process.hear().await.unwrap(), mv);
            }
            process.hang_up().await.unwrap();
            assert_eq!(process.notes().exit().as_deref(), Some("exit status: 0"), "{}", process.stderr());
        }
    });
}

/// What is stopped in the jail is a real attack: outside of it, it works.
#[test]
fn a_trusted_bot_can_do_what_a_jailed_one_cannot() {
    let secret = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("open-secret.txt");
    std::fs::write(&secret, "an opening book").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut sibling = Command::new("sleep").arg("100").spawn().unwrap();
    let attacks = [
        ("read", secret.to_str().unwrap().to_string()),
        ("write", env!("CARGO_TARGET_TMPDIR").to_string()),
        ("connect", listener.local_addr().unwrap().to_string()),
        ("kill", sibling.id().to_string()),
        ("become", "true".to_string()),
    ];
    run(async {
        for (role, hint) in attacks {
            let mut bot = Process::start_in(&bot(role, &hint), &policy(Level::Trusted)).unwrap();
            for _ in 0..3 {
                bot.say("go 100 a1-a2\n").await.unwrap();
            }
            let mut heard = Vec::new();
            while let Ok(line) = bot.hear().await {
                heard.push(line);
                if heard.iter().filter(|line| *line == "a1-a2").count() == 3 {
                    break;
                }
            }
            let done = heard.iter().filter(|line| *line == "a1-a2").count();
            // One has become a program that ends.
            assert_eq!(done, if role == "become" { 2 } else { 3 }, "{role}: {}", bot.stderr());
            assert!(!bot.stderr().contains("stopped"), "{role}: {}", bot.stderr());
        }
    });
    assert!(sibling.wait().unwrap().code().is_none(), "it was killed");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_ok(), "somebody has called");
}

#[test]
fn the_home_folder_and_the_files_of_others_cannot_be_read() {
    let secret = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("secret.txt");
    std::fs::write(&secret, "the opening book of another bot").unwrap();
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".into());
    let (secret, this) = (secret.to_str().unwrap(), std::process::id());
    let hint = format!("{secret}:{home}:/root:/home:/etc/shadow:/etc/group:/proc/{this}/environ:/var/log");
    for jail in jails() {
        loses(&bot("read", &hint), &jail, &["cannot read"]);
    }
}

#[test]
fn nothing_but_the_scratch_folder_can_be_written() {
    let own = policy(Level::Jailed).folder;
    for jail in jails() {
        for folder in [own.to_str().unwrap(), "/usr", "/dev", env!("CARGO_TARGET_TMPDIR"), "/var/tmp"] {
            loses(&bot("write", folder), &jail, &["cannot write"]);
        }
    }
    assert!(!own.join("sandbox-test-was-here").exists());
}

#[test]
fn no_connection_can_be_opened() {
    // One address of the machine to itself, and one more.
    let listeners = ["127.0.0.1:0", "127.0.0.2:0"].map(|address| TcpListener::bind(address).unwrap());
    let hint = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string()).join(",");
    for jail in jails() {
        loses(&bot("connect", &hint), &jail, &["cannot connect"]);
    }
    for listener in listeners {
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "somebody has called");
    }
}

#[test]
fn a_thousand_children_are_too_many() {
    for policy in jails().into_iter().chain([policy(Level::Guarded)]) {
        loses(&bot("fork", ""), &policy, &["ran more than 48 processes and threads at once"]);
    }
}

#[test]
fn memory_is_bounded() {
    for policy in jails().into_iter().chain([policy(Level::Guarded)]) {
        loses(&bot("memory", ""), &policy, &["used more than 192 MiB of memory"]);
    }
}

#[test]
fn the_disk_cannot_be_filled() {
    for policy in jails().into_iter().chain([policy(Level::Guarded)]) {
        loses(&bot("files", ""), &policy, &["No space left on device", "wrote more than 8 MiB of files"]);
        loses(&bot("file", ""), &policy, &["No space left on device", "wrote a file of more than 8 MiB"]);
    }
}

#[test]
fn neither_siblings_nor_the_arena_can_be_killed() {
    let mut sibling = Command::new("sleep").arg("100").spawn().unwrap();
    for jail in jails() {
        for victim in [sibling.id(), std::process::id()] {
            loses(&bot("kill", &victim.to_string()), &jail, &["cannot kill"]);
        }
    }
    assert!(sibling.try_wait().unwrap().is_none(), "it was killed");
    sibling.kill().unwrap();
    sibling.wait().unwrap();
}

#[test]
fn system_calls_of_attackers_end_the_bot() {
    if !sandbox::available().is_on(LayerName::Seccomp) {
        return eprintln!("SKIPPED: no seccomp");
    }
    let trace = "/usr/bin/python3 -c 'import ctypes; ctypes.CDLL(None).ptrace(16, 1, 0, 0)'";
    let attacks = [("/usr/bin/python3", trace), ("/usr/bin/unshare", "/usr/bin/unshare -r true")];
    for jail in jails() {
        for (program, attack) in attacks {
            match PathBuf::from(program).exists() {
                true => loses(&bot("become", attack), &jail, &["made a system call that is forbidden in the jail"]),
                false => eprintln!("SKIPPED: {program} is not installed"),
            }
        }
    }
}

#[test]
fn a_jailed_bot_that_talks_tcp_reaches_the_referee_and_nobody_else() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    for jail in jails() {
        let referee = TcpListener::bind("127.0.0.1:0").unwrap();
        let address: SocketAddr = referee.local_addr().unwrap();
        let answering = std::thread::spawn(move || {
            let (mut stream, _) = referee.accept().unwrap();
            let mut word = [0; 6];
            stream.read_exact(&mut word).unwrap();
            stream.write_all(b"welcome\n").unwrap();
            word
        });
        let policy = Policy { reach: Some(address), ..jail };
        let hint = format!("{address},{}", other.local_addr().unwrap());
        let stderr = run(async {
            let mut client = LoneProcess::start_in(&bot("client", &hint), &policy).unwrap();
            let status = tokio::time::timeout(Duration::from_secs(30), client.wait()).await;
            let fate = client.fate("still runs").await;
            assert!(status.is_ok_and(|status| status.unwrap().success()), "{fate}");
            client.notes().stderr()
        });
        assert!(stderr.contains(r#"heard "welcome\n", elsewhere Err"#), "bubblewrap {}: {stderr}", policy.bubblewrap);
        assert_eq!(&answering.join().unwrap(), b"hello\n");
    }
    other.set_nonblocking(true).unwrap();
    assert_eq!(other.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn a_guarded_bot_has_a_clean_environment_a_home_of_its_own_and_no_new_privileges() {
    run(async {
        let script = "env | cut -d= -f1 | grep -v -e PWD -e _ -e SHLVL | sort | tr '\\n' ' '; echo; \
            echo $HOME; while read a b; do [ $a = NoNewPrivs: ] && echo $a $b; done < /proc/$$/status; \
            ulimit -c; ulimit -n; touch $HOME/mine && cd $HOME && ls mine; read a";
        for policy in jails().into_iter().chain([policy(Level::Guarded)]) {
            let mut bot = sh(script, &policy);
            let mut heard = Vec::new();
            while heard.len() < 6 {
                // The launcher is a test and says so.
                let line = tokio::time::timeout(Duration::from_secs(20), bot.hear()).await;
                let line = line.unwrap_or_else(|_| panic!("only {heard:?}, and {}", bot.stderr()));
                let line = line.unwrap().replace("test inmate::be_the_launcher ... ", "");
                if !line.is_empty() && line != "running 1 test" {
                    heard.push(line);
                }
            }
            assert!(heard[0].ends_with("HOME LANG PATH "), "{heard:?}");
            assert!(heard[1] == "/tmp" || heard[1].contains("/schwarm-"), "{heard:?}");
            assert_eq!(&heard[2..], ["NoNewPrivs: 1", "0", "1024", "mine"], "{policy:?}");
            let home = PathBuf::from(&heard[1]);
            bot.hang_up().await.unwrap();
            drop(bot);
            assert!(heard[1] == "/tmp" || !home.exists(), "the scratch folder stays behind");
        }
    });
}

#[test]
fn bots_end_when_the_arena_is_killed() {
    for level in Level::ALL {
        if level == Level::Jailed && jails().is_empty() {
            continue;
        }
        let mut arena = Command::new(this());
        arena.args(BE_A_BOT);
        let mut arena = arena.env(ROLE, "arena").env(HINT, level.name()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(arena.stdout.take().unwrap()).lines();
        let pid = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("pid ")?.parse::<u32>().ok()).unwrap();
        assert!(is_running(pid));
        arena.kill().unwrap();
        arena.wait().unwrap();
        let begun = Instant::now();
        while is_running(pid) {
            assert!(begun.elapsed() < Duration::from_secs(10), "{}: process {pid} still runs", level.name());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

#[test]
fn a_program_that_is_not_in_the_jail_is_named() {
    run(async {
        for policy in jails() {
            let mut bot = Process::start_in("no-such-bot --fast", &policy).unwrap();
            let fault = loop {
                match bot.hear().await {
                    Ok(_) => {}
                    Err(fault) => break fault,
                }
            };
            let SeatFault::Crash(why) = fault else { panic!("a crash") };
            assert!(why.contains("cannot start \"no-such-bot\"") && why.contains("/usr/bin"), "{why}");
        }
    });
}

#[test]
fn what_is_missing_is_said_before_and_a_jail_without_walls_is_refused() {
    let full = Layers::new(|name| Layer::on(name, ""));
    let bare = Layers::new(|name| Layer::missing(name, "it is an old machine"));
    let without = |off: &[LayerName]| {
        Layers::new(|name| match off.contains(&name) {
            true => Layer::missing(name, "it is an old machine"),
            false => Layer::on(name, ""),
        })
    };
    for level in Level::ALL {
        let policy = policy(level);
        assert_eq!(policy.check(&full), [""; 0]);
        assert!(policy.permit(&full).is_ok());
        assert!(policy.check(&bare).iter().all(|sentence| sentence.contains("it is an old machine")));
        assert_eq!(policy.permit(&bare).is_ok(), level == Level::Trusted);
        assert!(Policy { allow_missing: true, ..policy }.permit(&bare).is_ok());
    }
    let jailed = policy(Level::Jailed);
    let refusal = jailed.permit(&bare).unwrap_err().to_string();
    assert!(refusal.contains("cannot be jailed here") && refusal.contains("install bubblewrap"), "{refusal}");
    let no_wall = without(&[LayerName::Bubblewrap]);
    assert_eq!(jailed.check(&no_wall).len(), 1);
    assert!(jailed.permit(&no_wall).is_ok() && jailed.permit(&without(&[LayerName::Landlock])).is_ok());
    assert!(jailed.permit(&without(&[LayerName::Bubblewrap, LayerName::Seccomp])).is_err());
    let talking = Policy { reach: Some(([127, 0, 0, 1], 1).into()), ..jailed.clone() };
    let old = without(&[LayerName::Bubblewrap, LayerName::LandlockNetwork]);
    assert!(talking.permit(&old).is_err() && jailed.permit(&old).is_ok());
    let open = Policy { folder: "/".into(), ..jailed };
    assert!(open.permit(&full).is_err() && open.check(&full)[0].contains("a folder of its own"));
}

#[test]
fn orders_that_are_no_orders_are_refused() {
    for text in ["", "{}", "[1,2", "{\"stage\":\"outside\"}", "\u{0}"] {
        let Err(error) = sandbox::enter(text, &["true".to_string()]);
        assert!(error.to_string().contains("cannot read the orders"), "{error}");
    }
}

/// Milliseconds of processor time that a second of watching a bot takes.
async fn cost_of_the_watch(policy: &Policy) -> f64 {
    let mut bot = sh("echo; echo here; read a", policy);
    while bot.hear().await.unwrap() != "here" {}
    let spent = || {
        let threads = std::fs::read_dir("/proc/self/task").unwrap().flatten();
        let watch = threads
            .map(|thread| thread.path())
            .find(|thread| std::fs::read_to_string(thread.join("comm")).is_ok_and(|name| name.trim() == "bot watch"));
        // A machine that does not count so finely has no such file.
        let stat = watch.and_then(|thread| std::fs::read_to_string(thread.join("schedstat")).ok()).unwrap_or_default();
        stat.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).unwrap_or(0.0) / 1e6
    };
    let before = spent();
    tokio::time::sleep(Duration::from_secs(1)).await;
    spent() - before
}

/// `cargo test -p schwarm-arena --test sandbox cost -- --nocapture` prints the figures.
#[test]
fn the_cost_of_a_start_is_small_against_a_game() {
    let mut jails = jails();
    jails.extend([policy(Level::Guarded), policy(Level::Trusted)]);
    let mut kinds: Vec<Option<Policy>> = jails.into_iter().map(Some).collect();
    kinds.push(None);
    for kind in kinds {
        let name = match &kind {
            None => "no sandbox".to_string(),
            Some(policy) if policy.level == Level::Jailed => format!("jailed, bubblewrap {}", policy.bubblewrap),
            Some(policy) => policy.level.name().to_string(),
        };
        let mut times: Vec<Duration> = (0..20)
            .map(|_| {
                run(async {
                    let begun = Instant::now();
                    let command = "sh -c 'echo; echo here; read a'";
                    let started = kind
                        .as_ref()
                        .map_or_else(|| Process::start(command), |policy| Process::start_in(command, policy));
                    let mut bot = started.unwrap();
                    while bot.hear().await.unwrap() != "here" {}
                    begun.elapsed()
                })
            })
            .collect();
        times.sort();
        let [median, worst] = [times[10], times[19]].map(|time| time.as_secs_f64() * 1e3);
        let watch = kind.as_ref().map_or(0.0, |policy| run(cost_of_the_watch(policy)));
        println!("{name:24} median {median:6.1} ms, worst {worst:6.1} ms; watched for {watch:5.2} ms a second");
        assert!(watch < 200.0, "{name}: the watch takes {watch} ms a second");
        assert!(times[10] < Duration::from_secs(2), "{name}: {times:?}");
    }
}
