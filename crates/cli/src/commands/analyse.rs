//! `schwarm analyse`: the best lines of any position, told as they deepen.
//!
//! Not here: thinking (`schwarm-engine`), whole games (`review`).

mod tell;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use schwarm_core::Session;
use schwarm_engine::{Ask, Engine, Options, Thought};
use schwarm_search::time::Allowance;

use crate::failure::{self, Failure};
use crate::mind::{MOST_LINES, PowerArgs};
use crate::movelist;
use crate::opening::{Opening, StartArgs};
use crate::verdict;
use tell::Teller;

/// Seconds if nobody says how long.
const USUAL_SECONDS: f64 = 3.0;

/// Most seconds that can be asked for: more is --infinite.
const MOST_SECONDS: f64 = 1e6;

/// Looking for the threat takes this part of the whole effort.
const THREAT_SHARE: u32 = 10;

/// After a search without end nobody waits longer than this for the threat.
const THREAT_PATIENCE: Duration = Duration::from_secs(1);

/// The arguments of `schwarm analyse`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A score is in pawns of the game and seen by the side to move, as is its chance to win, in which a
draw counts half. The threat is what the other side would play if the side to move passed. Ctrl-C
ends the search and shows what was found.

Examples:
  schwarm analyse hive --moves 'wS1;bS1 wS1-;wQ -wS1' --lines 3
  schwarm analyse piranhas-2026 --setup seed:7 --seconds 10 --threads 2
  schwarm analyse ostseeschach-2022 --position \"$(cat position.txt)\" --infinite
  schwarm analyse hive+mlp --nodes 1000000 --json | tail -n 1

--json prints one object a depth; the last one has best, score, win_probability, depth, nodes, lines
(score, win_probability, ends_in, moves) and threat. ends_in is the number of plies to a proven win,
below zero to a loss.

Exit codes: 0 done, 1 the game is over, 2 wrong usage.")]
pub struct Args {
    /// Id of the game, see `schwarm games`
    game: String,
    #[command(flatten)]
    start: StartArgs,
    /// Moves to play first, separated by `;`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Look at so many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Look so many plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Think for so long [default: 3, if nothing else limits the search]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// Think until Ctrl-C
    #[arg(long, conflicts_with_all = ["nodes", "depth", "seconds"])]
    infinite: bool,
    /// How many lines, each with another first move
    #[arg(long, value_name = "N", default_value_t = 1)]
    lines: usize,
    #[command(flatten)]
    power: PowerArgs,
    /// Leave out the threat
    #[arg(long)]
    no_threat: bool,
    /// Print JSON, one object a depth
    #[arg(long)]
    json: bool,
}

/// Analyses a position.
///
/// # Errors
/// For an unknown game, a bad position, an illegal move, a game that is over, and more than the machine has.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = position(args)?;
    let ask = ask(args)?;
    if !(1..=MOST_LINES).contains(&args.lines) {
        return Err(Failure::usage(format!("{} lines cannot be looked for", args.lines))
            .advise(format!("--lines takes a number from 1 to {MOST_LINES}."))
            .into());
    }
    let options = args.power.give(Options { lines: args.lines, ..Options::default() })?;
    if let Some(outcome) = session.outcome() {
        let message = format!("the game is over. {}", verdict::sentence(session.info(), &outcome));
        let advice = "Leave the last move away to see what else was possible.".to_string();
        return Err(Failure { message, advice: Some(advice), code: failure::NO }.into());
    }
    let mut engine = Engine::new(options).map_err(|error| Failure::usage(error.to_string()))?;
    let stop = stop_on_interrupt()?;
    let mut teller = Teller::new(&*session, args.json);
    let thought = engine.think(&*session, &ask, &stop, &mut |thought| {
        // Nobody reads any more: what would follow is for nobody.
        if !teller.deeper(thought) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let thought = thought.map_err(|error| Failure::usage(error.to_string()))?;
    let threat = match args.no_threat || teller.has_failed() {
        true => None,
        false => {
            let ask = threat_ask(args, &engine, &thought);
            let never = AtomicBool::new(false);
            engine.threat(&*session, &ask, &never).map_err(|error| Failure::usage(error.to_string()))?
        }
    };
    Ok(teller.summary(&thought, threat.as_ref(), args.no_threat)?)
}

/// The position the arguments describe.
fn position(args: &Args) -> Result<Box<dyn Session>, Failure> {
    let mut session = Opening::new(&args.game, args.start.start())?.session()?;
    if let Some(moves) = &args.moves {
        movelist::play_all(&mut *session, moves)?;
    }
    Ok(session)
}

/// What the engine is asked.
fn ask(args: &Args) -> Result<Ask, Failure> {
    let is_limited = args.nodes.is_some() || args.depth.is_some() || args.infinite;
    let seconds = args.seconds.or((!is_limited).then_some(USUAL_SECONDS));
    if let Some(seconds) = seconds.filter(|seconds| !(0.0..=MOST_SECONDS).contains(seconds)) {
        return Err(Failure::usage(format!("{seconds} seconds cannot be thought for"))
            .advise(format!("--seconds takes a number from 0 to {MOST_SECONDS}; --infinite thinks until Ctrl-C.")));
    }
    let limit = seconds.map(Duration::from_secs_f64);
    Ok(Ask {
        depth: args.depth,
        nodes: args.nodes,
        time: Allowance { limit, ..Allowance::default() },
        only_answer: false,
    })
}

/// A share of the effort, on the one thread that looks for threats.
fn threat_ask(args: &Args, engine: &Engine, thought: &Thought) -> Ask {
    let threads = engine.options().threads.max(1) as u64;
    let is_exact = args.nodes.is_some() || args.depth.is_some();
    let patience = if args.infinite { THREAT_PATIENCE } else { thought.elapsed / THREAT_SHARE };
    let limit = (!is_exact).then_some(patience.min(THREAT_PATIENCE));
    Ask {
        depth: args.depth,
        nodes: Some(thought.nodes / u64::from(THREAT_SHARE) / threads),
        time: Allowance { limit, ..Allowance::default() },
        only_answer: false,
    }
}

/// A signal that Ctrl-C gives; pressed again it ends the program.
///
/// It is listened for when this returns: a search may tell its first depths within a millisecond.
fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = stop.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut interrupts = runtime.block_on(async { Interrupts::listen() })?;
    let listen = async move {
        while interrupts.next().await {
            if heard.swap(true, Ordering::Relaxed) {
                std::process::exit(failure::STOPPED.into());
            }
        }
    };
    std::thread::Builder::new().name("interrupt".to_string()).spawn(move || runtime.block_on(listen))?;
    Ok(stop)
}

/// Presses of Ctrl-C.
#[cfg(unix)]
struct Interrupts(tokio::signal::unix::Signal);

#[cfg(unix)]
impl Interrupts {
    fn listen() -> std::io::Result<Interrupts> {
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt()).map(Interrupts)
    }

    async fn next(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}

/// Presses of Ctrl-C.
#[cfg(not(unix))]
struct Interrupts;

#[cfg(not(unix))]
impl Interrupts {
    fn listen() -> std::io::Result<Interrupts> {
        Ok(Interrupts)
    }

    async fn next(&mut self) -> bool {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
