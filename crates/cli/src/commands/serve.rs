//! `schwarm serve`: the Software-Challenge server, all four seasons on one port.

use std::io::{Write, stdout};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use schwarm_play::{Ending, GameEvent, TimeControl};
use schwarm_socha::season::RuleStyle;
use schwarm_socha::server::{Config, Observer, RoomInfo, Server};
use serde::Serialize;

use crate::failure::Failure;
use crate::verdict;

/// The arguments of `schwarm serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm serve                                  on 127.0.0.1:13050, as the official servers
  schwarm serve --rules sheet --replays games    by the printed rules, replays kept
  schwarm serve --socha 0.0.0.0:13050 --password SECRET   for other machines, too
  schwarm connect --game piranhas-2026           join it with a built-in bot

Any bot of the seasons 2019, 2020, 2022 and 2026 joins it, all on this one port.")]
pub struct Args {
    /// Where the Software-Challenge server listens; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:13050")]
    socha: String,
    /// Whose rules count where the official servers and the printed sheets differ
    #[arg(long, value_enum, default_value_t)]
    rules: Rules,
    /// What administrators must know
    #[arg(long, value_name = "WORD", default_value = "examplepassword")]
    password: String,
    /// The clock of every game, such as 2..10/move, 60+1 or none
    #[arg(long, value_name = "TIME", default_value = "2..10/move")]
    time: TimeControl,
    /// Seed of the start positions, to repeat them; drawn if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the replay of every finished game into this folder
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Print what happens as JSON lines
    #[arg(long)]
    json: bool,
}

/// Whose rules count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// As the official servers play, which is what bots expect
    #[default]
    Server,
    /// As printed
    Sheet,
}

impl Rules {
    /// The same for the protocol.
    pub fn style(self) -> RuleStyle {
        match self {
            Rules::Sheet => RuleStyle::Sheet,
            Rules::Server => RuleStyle::Server,
        }
    }
}

/// Serves until it is interrupted.
///
/// # Errors
/// When the port cannot be had or the folder cannot be made.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let addr = address(&args.socha)?;
    let config = Config {
        addr,
        style: args.rules.style(),
        password: args.password.clone(),
        time: args.time,
        seed: args.seed.unwrap_or_else(seed_of_now),
        replays: args.replays.clone(),
        observer: Some(Arc::new(Reporter { json: args.json })),
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let seed = config.seed;
        let server = Server::bind(config).await.map_err(|error| {
            let failure = Failure::usage(format!("cannot serve on {addr}: {error}"));
            failure.advise("Is another server running? `--socha 127.0.0.1:0` takes any free port.")
        })?;
        let addr = server.local_addr()?;
        match args.json {
            true => say(&serde_json::to_string(&Ready { socha: addr, seed })?),
            false => say(&format!("Software-Challenge server on {addr}, seed {seed}. Ctrl-C ends it.")),
        }
        let handle = server.handle();
        tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                handle.stop();
            }
        });
        server.run().await;
        Ok(())
    })
}

/// The first line of JSON.
#[derive(Serialize)]
struct Ready {
    socha: SocketAddr,
    seed: u64,
}

fn address(text: &str) -> Result<SocketAddr, Failure> {
    let advise = |why: String| {
        Failure::usage(format!("cannot listen on {text:?}: {why}")).advise("Write host and port: 127.0.0.1:13050")
    };
    let mut found = text.to_socket_addrs().map_err(|error| advise(error.to_string()))?;
    found.next().ok_or_else(|| advise("no such address".to_string()))
}

fn seed_of_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
}

/// Prints what happens.
struct Reporter {
    json: bool,
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

/// A reader that has gone away is no reason to stop serving.
fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
