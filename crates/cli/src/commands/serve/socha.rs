//! The Software-Challenge server of `schwarm serve`, and how it tells of its games.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use schwarm_play::{Ending, GameEvent};
use schwarm_socha::server::{Config, Observer, RoomInfo, Server};
use serde::Serialize;

use super::keep::Keeper;
use super::{Args, say};
use crate::failure::Failure;
use crate::verdict;

/// The server with its port open.
pub struct Bound {
    pub server: Server,
    /// Of the start positions.
    pub seed: u64,
    /// Hears of everything.
    pub reporter: Arc<Reporter>,
}

/// Opens the port.
///
/// # Errors
/// When the port cannot be had or the folder for replays cannot be made.
pub async fn bind(args: &Args, addr: SocketAddr) -> Result<Bound, Failure> {
    let seed = args.seed.unwrap_or_else(seed_of_now);
    let reporter = Arc::new(Reporter { json: args.json, keeper: OnceLock::new() });
    let config = Config {
        addr,
        style: args.rules.style(),
        password: args.password.clone(),
        time: args.time,
        seed,
        replays: args.replays.clone(),
        observer: Some(reporter.clone()),
        ..Config::default()
    };
    let server = Server::bind(config).await.map_err(|error| {
        let failure = Failure::usage(format!("cannot serve on {addr}: {error}"));
        failure
            .advise("Is another server running? `--socha 127.0.0.1:0` takes any free port, `--socha off` does without.")
    })?;
    Ok(Bound { server, seed, reporter })
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
}

/// Prints what happens, and has it kept.
pub struct Reporter {
    json: bool,
    /// Where games are kept, if they are.
    pub keeper: OnceLock<Keeper>,
}

/// An event as JSON.
#[derive(Serialize)]
struct Told<'a> {
    room: &'a str,
    #[serde(flatten)]
    event: &'a GameEvent,
}

impl Observer for Reporter {
    fn event(&self, room: &RoomInfo, event: &GameEvent) {
        if let Some(keeper) = self.keeper.get() {
            keeper.keep(room.number, event);
        }
        if self.json {
            if let Ok(line) = serde_json::to_string(&Told { room: &room.id, event }) {
                say(&line);
            }
            return;
        }
        let number = room.number + 1;
        match event {
            GameEvent::Started { game, players: [red, blue], .. } => {
                say(&format!("game {number}: {game}, {} against {}", named(red, "red"), named(blue, "blue")));
            }
            GameEvent::Moved { .. } | GameEvent::TakenBack { .. } => {}
            GameEvent::Ended { ending } => say(&format!("game {number}: {}", sentence(ending))),
        }
    }
}

fn named<'a>(name: &'a str, side: &'a str) -> &'a str {
    if name.is_empty() { side } else { name }
}

/// How a game ended, in one line.
fn sentence(ending: &Ending) -> String {
    let [one, two] = ending.scores.map(|score| score.parts().iter().map(i16::to_string).collect::<Vec<_>>().join(" "));
    format!("{}; red {one}, blue {two}", verdict::of_ending(ending, ["red", "blue"]))
}
