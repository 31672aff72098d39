//! Kits written, built and put to a table.
#![allow(dead_code, reason = "each test binary uses its part of these helpers")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use schwarm_arena::process::Process;
use schwarm_core::{Setup, Side};
use schwarm_line::LineSeat;
use schwarm_play::house::Random;
use schwarm_play::{AnalystSeat, Playing, Seat, Termination, TimeControl, Turn};
use schwarm_uhp::host::{HostConfig, UhpSeat};
use serde_json::Value;

use crate::common;

/// As long as anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
/// No game of these bots is that long.
const MOST_PLIES: usize = 1000;

/// A language of kits.
pub struct Tongue {
    pub name: &'static str,
    /// Programs it needs.
    needs: &'static [&'static str],
    /// How to build a bot in its folder; warnings are faults.
    build: Option<&'static str>,
    /// How to start a bot; `DIR` is its folder.
    start: &'static str,
}

pub const PYTHON: Tongue = Tongue { name: "python", needs: &["python3"], build: None, start: "python3 DIR/bot.py" };

pub const JAVASCRIPT: Tongue = Tongue { name: "javascript", needs: &["node"], build: None, start: "node DIR/bot.js" };

/// The JVM is told to start fast rather than to run fast.
pub const JAVA: Tongue = Tongue {
    name: "java",
    needs: &["javac", "java"],
    build: Some("javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -Xlint:all -Werror -d build *.java"),
    start: "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp DIR/build Bot",
};

pub const RUST: Tongue = Tongue {
    name: "rust",
    needs: &["cargo"],
    build: Some("cargo build --quiet --offline --target-dir target"),
    start: "DIR/target/debug/bot",
};

pub const ALL: [&Tongue; 4] = [&PYTHON, &JAVASCRIPT, &JAVA, &RUST];

impl Tongue {
    /// Whether its programs are there. Where everything is required, they must be.
    pub fn is_there(&self) -> bool {
        let runs = |program: &&&str| {
            let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            found.is_ok_and(|status| status.success())
        };
        let Some(missing) = self.needs.iter().find(|program| !runs(program)) else { return true };
        let required = std::env::var("SCHWARM_REQUIRE_ALL").is_ok_and(|value| value == "1");
        assert!(!required, "{missing} is missing, and SCHWARM_REQUIRE_ALL=1 wants everything");
        eprintln!("SKIPPED: {missing} is not installed; the {} kits were not tried", self.name);
        false
    }
}

/// A folder that does not exist yet.
pub fn fresh_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kits").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A bot that is ready to play.
pub struct Built {
    dir: PathBuf,
    protocol: &'static str,
    start: String,
}

impl Built {
    pub fn new(tongue: &Tongue, protocol: &'static str, game: &str) -> Built {
        Built::named(tongue, protocol, game, "kit")
    }

    /// A bot of its own name, so that tests do not share folders.
    pub fn named(tongue: &Tongue, protocol: &'static str, game: &str, name: &str) -> Built {
        let name = format!("{}-{name}", game.replace('+', "-"));
        let dir = fresh_folder(&format!("{}-{protocol}-{name}", tongue.name));
        let args = ["new-bot", "--lang", tongue.name, "--game", game, "--protocol", protocol, "--name", &name];
        let said = common::schwarm(&[&args[..], &[dir.to_str().unwrap()]].concat(), "").ok();
        assert!(said.contains("Next:") && said.contains("README.md"), "{said}");
        for page in ["README.md", "LIESMICH.md"] {
            assert!(std::fs::read_to_string(dir.join(page)).unwrap().contains(game), "{page}");
        }
        if let Some(build) = tongue.build {
            let output = Command::new("sh")
                .args(["-c", build])
                .current_dir(&dir)
                .env_remove("CARGO_ENCODED_RUSTFLAGS")
                .env("RUSTFLAGS", "-D warnings")
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{} {protocol} {game}: {said}", tongue.name);
        }
        let start = tongue.start.replace("DIR", dir.to_str().unwrap());
        Built { dir, protocol, start }
    }

    /// The command that starts it.
    pub fn start(&self) -> &str {
        &self.start
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The bot as a program.
    pub fn command(&self) -> Command {
        let mut words = self.start.split(' ');
        let mut command = Command::new(words.next().unwrap());
        command.args(words).stdin(Stdio::null());
        command
    }

    /// What the bot says to these lines.
    pub fn talk(&self, lines: &str) -> String {
        let mut child = self.command().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}: {}", self.start, output.status);
        String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
    }
}

/// Lets a bot play a whole game against a random mover; whether it won.
pub fn table_game(bot: &Built, game: &str) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let played = runtime.block_on(async { tokio::time::timeout(PATIENCE, play(bot, game)).await });
    let (termination, winner, plies) = played.unwrap_or_else(|_| panic!("{}: {game} takes too long", bot.start));
    assert_eq!(termination, Termination::Rules, "{}: {game} after {plies} plies", bot.start);
    // Who has no cell left for its bee in the fourth round of Software-Challenge 2020 has lost there, and a random mover may.
    let least = if game.starts_with("hive-2020") { 7 } else { 11 };
    assert!(plies >= least, "{}: {game} was over after {plies} plies", bot.start);
    winner == Some(Side::One)
}

async fn play(bot: &Built, game: &str) -> (Termination, Option<Side>, usize) {
    let rules = schwarm_catalog::open(game).unwrap();
    let process = Box::new(Process::start(&bot.start).unwrap());
    let mut seat: Box<dyn Seat> = match bot.protocol {
        "uhp" => Box::new(UhpSeat::new("kit", process, HostConfig::default())),
        _ => Box::new(LineSeat::new("kit", process)),
    };
    let mut random = AnalystSeat::new(Box::new(Random::new(7)));
    let session = rules.start(Setup::Seed(7)).unwrap();
    let mut playing = Playing::new(&*rules, session, ["kit", "random"].map(str::to_string), TimeControl::None);
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    let mut plies = 0;
    while let Some(side) = playing.to_move() {
        assert!(plies < MOST_PLIES, "{}: {game} does not end", bot.start);
        plies += 1;
        let turn = Turn { session: playing.session(), time: playing.think_time() };
        let answer = match side {
            Side::One => seat.choose(turn).await,
            Side::Two => random.choose(turn).await,
        };
        playing.answer(answer, Duration::ZERO);
    }
    let ending = playing.ending().unwrap().clone();
    seat.end(&ending).await.expect("it hears of the end");
    seat.leave().await.expect("it leaves");
    (ending.termination, ending.winner, plies)
}

/// Lets two bots of a kind play a whole game on a server.
pub fn served_game(bot: &Built, game: &str) {
    // Starting two interpreters on a busy machine may take longer than the official two seconds.
    let args = ["serve", "--web", "off", "--socha", "127.0.0.1:0", "--json", "--seed", "7", "--time", "60/move"];
    let mut server = common::command(&args).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let ready: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    let (host, port) = ready["socha"].as_str().unwrap().split_once(':').unwrap();
    let players = ["--port", "-p"].map(|option| {
        let mut command = bot.command();
        command.args(["--host", host, option, port]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    let said = players.map(|player| {
        let output = player.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}, {game}: {said}", bot.start);
        said
    });
    assert!(said.iter().all(|said| said.contains("the game is over")), "{}, {game}: {said:?}", bot.start);
    let mut moves = 0;
    let ended = loop {
        let event: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        moves += usize::from(event["event"] == "moved");
        if event["event"] == "ended" {
            break event;
        }
    };
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(ended["ending"]["termination"]["by"], "rules", "{}, {game}: {ended}", bot.start);
    // Chance may end a game of Hive early.
    assert!(moves > 5, "{}, {game}: only {moves} moves", bot.start);
}
