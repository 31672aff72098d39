//! The programs of these tests, which are the test program run once more: `be_the_launcher` enters a sandbox,
//! `be_a_bot` acts as the bot named in its environment. And how they are started.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use schwarm_arena::process::Process;
use schwarm_arena::sandbox::{self, LayerName, Level, Policy};
use schwarm_play::Talk as _;

/// The arguments of a program that is to be a bot. With one thread the test's own output does not say after a
/// minute that it still runs: that would be taken for a move.
pub const BE_A_BOT: [&str; 5] = ["--exact", "inmate::be_a_bot", "--ignored", "--nocapture", "--test-threads=1"];

/// What says which bot to be.
pub const ROLE: &str = "SCHWARM_TEST_BOT";
/// What else a bot is told.
pub const HINT: &str = "SCHWARM_TEST_HINT";

#[test]
#[ignore = "a program for the other tests"]
fn be_the_launcher() {
    let words: Vec<String> = std::env::args().skip_while(|word| word != "--policy").collect();
    if let [_, orders, _, program @ ..] = &*words {
        let Err(error) = sandbox::enter(orders, program);
        eprintln!("{error}");
        std::process::exit(2);
    }
}

#[test]
#[ignore = "a program for the other tests"]
fn be_a_bot() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let hint = std::env::var(HINT).unwrap_or_default();
    // The test's own output stands on the line so far.
    println!();
    if let "client" | "arena" = &*role {
        attack(&role, &hint);
        std::process::exit(0);
    }
    let mut ply = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let Some(mv) = line.strip_prefix("go ").and_then(|rest| rest.split_once(' ')).map(|(_, mv)| mv) else {
            println!("ready");
            continue;
        };
        ply += 1;
        if ply == 3 {
            attack(&role, &hint);
        }
        println!("{mv}");
    }
    std::process::exit(0);
}

/// A bot that finds itself stopped gives up; one that gets what it wants plays on.
fn stopped(what: &str, why: impl std::fmt::Display) -> ! {
    eprintln!("stopped: cannot {what}: {why}");
    std::process::exit(9);
}

fn attack(role: &str, hint: &str) {
    match role {
        "read" => {
            // The hint names files and folders; one that can be read is enough.
            let mut why = Vec::new();
            for path in hint.split(':') {
                match (std::fs::read(path), std::fs::read_dir(path)) {
                    (Err(file), Err(folder)) => why.push(format!("{path}: {file}, {folder}")),
                    _ => return,
                }
            }
            stopped("read", why.join("; "));
        }
        "write" => {
            let folder = PathBuf::from(hint);
            match std::fs::write(folder.join("sandbox-test-was-here"), "x") {
                Ok(()) => {}
                Err(error) => stopped("write", error),
            }
        }
        "connect" => {
            let mut why = String::new();
            for address in hint.split(',') {
                match TcpStream::connect(address) {
                    Ok(_) => return,
                    Err(error) => why = error.to_string(),
                }
                if std::net::UdpSocket::bind("127.0.0.1:0").is_ok_and(|udp| udp.send_to(b"x", address).is_ok()) {
                    return;
                }
            }
            stopped("connect", why);
        }
        "fork" => {
            let children: Vec<_> = (0..1000).map(|_| Command::new("sleep").arg("30").spawn()).collect();
            if let Some(Err(error)) = children.into_iter().find(Result::is_err) {
                // The watch is to see it before it can say so itself.
                std::thread::sleep(Duration::from_secs(2));
                stopped("fork", error);
            }
        }
        "memory" => {
            let mut kept = Vec::new();
            for _ in 0..4096 {
                kept.push(vec![1_u8; 1 << 20]);
            }
            std::hint::black_box(kept);
        }
        "files" => {
            let home = PathBuf::from(std::env::var_os("HOME").unwrap());
            for number in 0..64 {
                match std::fs::write(home.join(format!("file-{number}")), vec![1; 1 << 20]) {
                    Ok(()) => std::thread::sleep(Duration::from_millis(10)),
                    Err(error) => stopped("fill the disk", error),
                }
            }
            std::thread::sleep(Duration::from_secs(1));
        }
        "file" => {
            let mut file =
                std::fs::File::create(PathBuf::from(std::env::var_os("HOME").unwrap()).join("file")).unwrap();
            for _ in 0..64 {
                if let Err(error) = file.write_all(&vec![1; 1 << 20]) {
                    stopped("fill the disk", error);
                }
            }
        }
        "kill" => {
            let script = format!("kill -9 {hint} && echo done");
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            if !output.status.success() {
                stopped("kill", String::from_utf8_lossy(&output.stderr));
            }
        }
        "become" => {
            let words = shlex::split(hint).unwrap();
            stopped("start it", Command::new(&words[0]).args(&words[1..]).exec());
        }
        "client" => {
            let (referee, other) = hint.split_once(',').unwrap();
            let mut stream = TcpStream::connect(referee).unwrap();
            stream.write_all(b"hello\n").unwrap();
            let mut answer = String::new();
            BufReader::new(&stream).read_line(&mut answer).unwrap();
            let elsewhere = TcpStream::connect(other).map(|_| ());
            eprintln!("heard {answer:?}, elsewhere {elsewhere:?}");
        }
        "arena" => run(async {
            // An arena that is killed; the hint is the level.
            let level = Level::ALL.into_iter().find(|level| level.name() == hint).unwrap();
            let bot = sh("echo here; exec sleep 60", &policy(level));
            let mut bot = bot;
            while !bot.hear().await.unwrap().ends_with("here") {}
            println!("pid {}", bot.notes().pid().unwrap());
            std::thread::sleep(Duration::from_secs(60));
        }),
        _ => {}
    }
}

pub fn this() -> String {
    std::env::current_exe().unwrap().to_str().unwrap().to_string()
}

pub fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

fn quoted(text: &str) -> String {
    shlex::try_quote(text).unwrap().into_owned()
}

/// The bot of a role, told something.
pub fn bot(role: &str, hint: &str) -> String {
    let (hint, this) = (quoted(&format!("{HINT}={hint}")), quoted(&this()));
    format!("env {ROLE}={role} {hint} {this} {}", BE_A_BOT.join(" "))
}

pub fn sh(script: &str, policy: &Policy) -> Process {
    Process::start_in(&format!("sh -c {}", quoted(script)), policy).unwrap()
}

/// Small bounds, and this program as the launcher.
pub fn policy(level: Level) -> Policy {
    let launcher =
        [&*this(), "inmate::be_the_launcher", "--exact", "--ignored", "--nocapture", "--test-threads=1", "--"]
            .map(String::from);
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    Policy { memory_mb: 192, processes: 48, disk_mb: 8, launcher: launcher.into(), ..Policy::new(level, folder) }
}

/// The kinds of jail this machine has.
pub fn jails() -> Vec<Policy> {
    let layers = sandbox::available();
    let mut jails = Vec::new();
    match layers.get(LayerName::Bubblewrap).off() {
        None => jails.push(policy(Level::Jailed)),
        Some(why) if std::env::var_os("SCHWARM_REQUIRE_ALL").is_some() => panic!("bubblewrap is demanded: {why}"),
        Some(why) => eprintln!("SKIPPED, no jail of bubblewrap: {why}"),
    }
    let bare = Policy { bubblewrap: false, ..policy(Level::Jailed) };
    match bare.permit(layers) {
        Ok(()) => jails.push(bare),
        Err(error) => eprintln!("SKIPPED, no jail without bubblewrap: {error}"),
    }
    jails
}
