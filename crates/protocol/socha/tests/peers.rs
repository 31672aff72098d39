//! Players that others wrote, on this server: PyPI `socha` 4.3.9 and crates.io `socha` 0.2.2 play
//! whole games of Piranhas 2026, both libraries on both sides; and they sit at seats as `sc:` bots do.
//!
//! The Python library is looked for in `$SCHWARM_SOCHA_PYTHON` and in `target/venv-socha`; the Rust
//! library is fetched and built by cargo. Without them the test says so and does nothing, unless
//! `SCHWARM_REQUIRE_ALL=1` says that they must be there. Then twenty games are played, else eight.

mod host;
mod table;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use host::{Peer, Prepared, prepare};
use schwarm_core::Side;
use schwarm_play::{Ending, GameEvent, Seat, Termination, TimeControl};
use schwarm_socha::host::{Gone, Reception, ScSeat, command_line};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::server::{Config, Observer, RoomInfo};
use tokio::process::Command;

/// As long as a game may take; starting an interpreter on a busy machine included.
const PATIENCE: Duration = Duration::from_secs(120);

#[derive(Clone)]
enum Library {
    Python(PathBuf),
    Rust(PathBuf),
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

fn target() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target");
    std::env::var_os("CARGO_TARGET_DIR").map_or(default, PathBuf::from)
}

async fn python() -> Option<Library> {
    let named = std::env::var_os("SCHWARM_SOCHA_PYTHON").map(PathBuf::from);
    let python = named.unwrap_or_else(|| target().join("venv-socha/bin/python"));
    let script = "import importlib.metadata as m; assert m.version('socha') == '4.3.9'; import socha";
    let check = Command::new(&python).args(["-c", script]).stderr(Stdio::null()).status().await;
    check.is_ok_and(|status| status.success()).then_some(Library::Python(python))
}

async fn rust() -> Option<Library> {
    let target = target().join("peers");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--manifest-path"]).arg(tests().join("rust-bot/Cargo.toml"));
    cargo.arg("--target-dir").arg(&target).env_remove("CARGO_ENCODED_RUSTFLAGS");
    let built = cargo.status().await.is_ok_and(|status| status.success());
    built.then(|| Library::Rust(target.join("debug/rust-bot")))
}

/// The libraries, or `None` where they need not be there and are not.
async fn libraries() -> Option<[Library; 2]> {
    let (python, rust) = (python().await, rust().await);
    if let (Some(python), Some(rust)) = (python.clone(), rust.clone()) {
        return Some([python, rust]);
    }
    let there = |library: &Option<Library>| if library.is_some() { "found" } else { "MISSING" };
    let message = format!("PyPI socha 4.3.9: {}; crates.io socha 0.2.2: {}", there(&python), there(&rust));
    assert!(std::env::var("SCHWARM_REQUIRE_ALL").as_deref() != Ok("1"), "{message}");
    eprintln!("SKIPPED: players of other libraries play nothing here. {message}");
    None
}

/// Lets a player play one game; returns what it says about the result.
async fn player(library: Library, addr: SocketAddr, code: String, seed: u64) -> String {
    let mut command = match library {
        Library::Python(python) => {
            let mut command = Command::new(python);
            command.arg(tests().join("bot.py")).arg("-h").arg(addr.ip().to_string());
            command.arg("-p").arg(addr.port().to_string()).arg("-r").arg(code).env("SEED", seed.to_string());
            // The library asks the internet for a newer version of itself; a test does not.
            command.env("https_proxy", "http://127.0.0.1:9");
            command
        }
        Library::Rust(bot) => {
            let mut command = Command::new(bot);
            command.arg(addr.to_string()).arg(code).arg(seed.to_string());
            command
        }
    };
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, child.output()).await.expect("the player ends in time");
    let output = output.expect("the player runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = said.lines().rev().find(|line| line.starts_with("RESULT") || line.starts_with("LEFT"));
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    line.unwrap_or_else(|| panic!("no result:\n{said}\n{complaints}")).to_string()
}

#[derive(Default)]
struct Endings(Mutex<Vec<(String, Ending)>>);

impl Observer for Endings {
    fn event(&self, room: &RoomInfo, event: &GameEvent) {
        if let GameEvent::Ended { ending } = event {
            self.0.lock().expect("nobody panics holding it").push((room.id.clone(), ending.clone()));
        }
    }
}

/// The result as the players should report it.
fn expected(ending: &Ending) -> String {
    let winner = ending.winner.map_or("None", |side| if side == Side::One { "ONE" } else { "TWO" });
    let parts = ending.scores.map(|score| score.parts().iter().map(i16::to_string).collect::<Vec<_>>().join(","));
    format!("RESULT {winner} true {} {}", parts[0], parts[1])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_two_other_libraries_play_games_to_a_result_both_report() {
    let Some([python, rust]) = libraries().await else { return };
    let endings = Arc::new(Endings::default());
    let time = TimeControl::SOFTWARE_CHALLENGE;
    let (observer, style) = (Some(endings.clone() as Arc<dyn Observer>), RuleStyle::Server);
    let (addr, handle) = host::host(Config { observer, style, time, ..host::config() }).await;
    let mut administrator = Peer::administrator(addr).await;
    let mut drawn = 0;
    let rounds = if std::env::var_os("SCHWARM_REQUIRE_ALL").is_some() { 5 } else { 2 };
    for round in 0..rounds {
        let pairs = [[&python, &rust], [&rust, &python], [&python, &python], [&rust, &rust]];
        let mut games = Vec::new();
        for (number, pair) in pairs.into_iter().enumerate() {
            let Prepared { room, codes } = prepare(&mut administrator, Season::Piranhas2026, "", "").await;
            let seed = 100 * round + 10 * number as u64;
            let players = pair.map(Library::clone).into_iter().zip(codes).zip(seed..);
            let players = players.map(|((library, code), seed)| tokio::spawn(player(library, addr, code, seed)));
            games.push((room, pair.map(Library::clone), players.collect::<Vec<_>>()));
        }
        for (room, pair, players) in games {
            let mut said = Vec::new();
            for player in players {
                said.push(player.await.expect("a report"));
            }
            let endings = endings.0.lock().expect("nobody panicked");
            let (_, ending) = endings.iter().find(|(of, _)| *of == room).expect("the game ended");
            assert_eq!(ending.termination, Termination::Rules, "{said:?}");
            drawn += usize::from(ending.winner.is_none());
            for (library, said) in pair.iter().zip(said) {
                match (library, ending.winner) {
                    // That library drops the result of a draw, with any server.
                    (Library::Rust(_), None) => assert_eq!(said, "LEFT"),
                    _ => assert_eq!(said, expected(ending)),
                }
            }
        }
    }
    let games = 4 * rounds as usize;
    assert_eq!(endings.0.lock().expect("nobody panicked").len(), games);
    assert!(2 * drawn < games, "{drawn} of {games} games were drawn: too little was reported");
    assert_eq!(handle.rooms(), 0);
}

/// Starts a player by its command line, as a match does.
fn start(command: &str, seed: u64) -> Gone {
    let words = shlex::split(command).expect("a command line");
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).env("SEED", seed.to_string()).env("https_proxy", "http://127.0.0.1:9");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn().expect("the player starts");
    Box::pin(async move { format!("it ended: {:?}", child.wait().await) })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_two_other_libraries_sit_at_seats_on_both_sides() {
    let Some([Library::Python(python), Library::Rust(rust)]) = libraries().await else { return };
    let quoted = |path: &Path| shlex::try_quote(&path.to_string_lossy()).expect("a path").into_owned();
    let python = format!("{} {}", quoted(&python), quoted(&tests().join("bot.py")));
    let rust = format!("{} {{host}}:{{port}} {{reservation}} 5", quoted(&rust));
    for (number, command) in [&python, &rust, &python, &rust].into_iter().enumerate() {
        let reception = Reception::open().expect("a free port");
        let line = command_line(command, reception.addr(), reception.code());
        let mut seat = ScSeat::new("guest", reception, Some(start(&line, 40 + number as u64)));
        let mut house = table::random(number as u64);
        let red = number < 2;
        let players = if red { ["guest", "house"] } else { ["house", "guest"] };
        let time = TimeControl::SOFTWARE_CHALLENGE;
        let mut playing = table::timed("piranhas-2026", 7 + number as u64, players, time);
        let seats: [&mut dyn Seat; 2] = if red { [&mut seat, &mut house] } else { [&mut house, &mut seat] };
        let ending = table::play(&mut playing, seats).await;
        assert_eq!(ending.termination, Termination::Rules, "{line}");
        seat.leave().await.expect("it goes");
    }
}
