//! `schwarm serve`: the arena in the browser, and the Software-Challenge server with all four seasons on one port.

mod keep;
mod organiser;
mod socha;
mod web;

use std::io::{Write, stdout};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use schwarm_play::TimeControl;
use schwarm_socha::season::RuleStyle;
use serde::Serialize;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use self::keep::Keeper;
use crate::contest::Talk;
use crate::failure::Failure;
use crate::storage::StorageArgs;

/// What switches a server off.
const OFF: &str = "off";

/// The arguments of `schwarm serve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  schwarm serve                                  pages on 127.0.0.1:8080, Software-Challenge on 127.0.0.1:13050
  schwarm serve --web 0.0.0.0:8080 --socha off   pages for other machines, too; a token is made and printed
  schwarm serve --rules sheet --replays games    by the printed rules, replays kept
  schwarm serve --web off --socha 0.0.0.0:13050 --password SECRET   bots of other machines
  schwarm connect --game piranhas-2026           join it with a built-in bot

Any bot of the seasons 2019, 2020, 2022 and 2026 joins the Software-Challenge server, all on one
port. Who shows the operator's token may play against the bots of bots.toml, register others and run
tournaments (/tournaments). All games are kept and can be watched in the browser; so can those of
`schwarm match` and `schwarm tournament` with the same --data. With --web off games are kept where
--data or --database says so.")]
pub struct Args {
    /// Where the pages are; port 0 takes a free one, `off` does without
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    web: String,
    /// A name by which others reach the pages, such as arena.example; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// What the operator shows to start programs and run tournaments; made and printed if not given
    #[arg(long, value_name = "WORD")]
    token: Option<String>,
    /// For which games to keep what was said with the bots of bots.toml
    #[arg(long, value_enum, default_value_t)]
    talk: Talk,
    /// Seconds after which a job of a worker that says nothing is given to another one
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = lease)]
    lease: f64,
    /// Where the Software-Challenge server listens; port 0 takes a free one, `off` does without
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:13050")]
    socha: String,
    /// Whose rules count where the official servers and the printed sheets differ
    #[arg(long, value_enum, default_value_t)]
    rules: Rules,
    /// What administrators must know
    #[arg(long, value_name = "WORD", default_value = "examplepassword")]
    password: String,
    /// The clock of every game of the Software-Challenge server, such as 2..10/move, 60+1 or none
    #[arg(long, value_name = "TIME", default_value = "2..10/move")]
    time: TimeControl,
    /// Seed of its start positions, to repeat them; drawn if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the replay of every finished game of it into this folder
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// Print what happens as JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// What `schwarm` alone means.
impl Default for Args {
    fn default() -> Args {
        #[derive(Parser)]
        struct Bare {
            #[command(flatten)]
            args: Args,
        }
        Bare::parse_from(["schwarm"]).args
    }
}

fn lease(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is wanted".to_string())?;
    match (0.1..=86_400.0).contains(&seconds) {
        true => Ok(seconds),
        false => Err("0.1 to 86400 seconds".to_string()),
    }
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

/// The first line of JSON.
#[derive(Serialize)]
struct Ready {
    web: Option<SocketAddr>,
    socha: Option<SocketAddr>,
    /// Of the start positions of the Software-Challenge server.
    seed: Option<u64>,
    /// The operator's token, where one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Serves until it is interrupted.
///
/// # Errors
/// When a port cannot be had, the games cannot be opened or the folder for replays cannot be made.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let web_addr = address(&args.web, "127.0.0.1:8080")?;
    let socha_addr = address(&args.socha, "127.0.0.1:13050")?;
    if web_addr.is_none() && socha_addr.is_none() {
        return Err(Failure::usage("both servers are off").advise("Leave --web or --socha away.").into());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let socha = socha_addr.map(|addr| runtime.block_on(socha::bind(args, addr))).transpose()?;
    let is_kept = web_addr.is_some() || args.storage.is_named();
    let store = is_kept.then(|| args.storage.open(&runtime)).transpose()?;
    let web = web_addr.zip(store.clone()).map(|(addr, store)| runtime.block_on(web::bind(args, addr, store)));
    let web = web.transpose()?;
    if let (Some(bound), Some(store)) = (&socha, &store) {
        let keeper = runtime.block_on(Keeper::open(store.clone(), bound.seed));
        let keeper = keeper.map_err(|error| Failure::usage(error.to_string()))?;
        bound.reporter.keeper.get_or_init(|| keeper);
    }
    let ready = Ready {
        web: web.as_ref().map(|(server, _)| server.local_addr()).transpose()?,
        socha: socha.as_ref().map(|bound| bound.server.local_addr()).transpose()?,
        seed: socha.as_ref().map(|bound| bound.seed),
        token: web.as_ref().and_then(|(_, token)| token.clone()),
    };
    greet(&ready, args.json)?;
    let reporter = socha.as_ref().map(|bound| bound.reporter.clone());
    serve(&runtime, web.map(|(server, _)| server), socha.map(|bound| bound.server));
    if let Some(keeper) = reporter.as_ref().and_then(|reporter| reporter.keeper.get()) {
        runtime.block_on(keeper.close());
    }
    if let Some(store) = store {
        runtime.block_on(store.close()).map_err(crate::storage::failure)?;
    }
    Ok(())
}

/// Runs both servers until Ctrl-C.
fn serve(runtime: &Runtime, web: Option<schwarm_web::Server>, socha: Option<schwarm_socha::server::Server>) {
    let (stop, mut stopped) = watch::channel(false);
    let handle = socha.as_ref().map(schwarm_socha::server::Server::handle);
    runtime.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.send_replace(true);
            if let Some(handle) = handle {
                handle.stop();
            }
        } else {
            // Nobody can interrupt: serve for ever.
            std::future::pending::<()>().await;
        }
    });
    runtime.block_on(async move {
        let web = async {
            if let Some(web) = web {
                let until = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
                web.run(until).await;
            }
        };
        let socha = async {
            if let Some(socha) = socha {
                socha.run().await;
            }
        };
        tokio::join!(web, socha);
    });
}

fn greet(ready: &Ready, json: bool) -> anyhow::Result<()> {
    if json {
        say(&serde_json::to_string(ready)?);
        return Ok(());
    }
    if let Some(addr) = ready.web {
        say(&format!("Open http://{addr}/ in a browser. Ctrl-C ends the server."));
    }
    if let Some(token) = &ready.token {
        say(&format!("The operator's token is {token}"));
    }
    if let (Some(addr), Some(seed)) = (ready.socha, ready.seed) {
        say(&format!("Software-Challenge server on {addr}, seed {seed}. Ctrl-C ends it."));
    }
    Ok(())
}

/// The address of a server; `None` where it is off.
fn address(text: &str, example: &str) -> Result<Option<SocketAddr>, Failure> {
    if text == OFF {
        return Ok(None);
    }
    let advise = |why: String| {
        Failure::usage(format!("cannot listen on {text:?}: {why}")).advise(format!("Write host and port: {example}"))
    };
    let mut found = text.to_socket_addrs().map_err(|error| advise(error.to_string()))?;
    found.next().map(Some).ok_or_else(|| advise("no such address".to_string()))
}

/// A reader that has gone away is no reason to stop serving.
fn say(line: &str) {
    let mut out = stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
