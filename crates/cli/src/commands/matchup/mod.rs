//! `schwarm match`: two bots, many games, and whether one is better.
//!
//! Not here: playing (`schwarm_arena::matchup`), the statistics (`schwarm_arena::stats`), storing (`schwarm_store`).

mod order;
mod report;
mod shared;
mod watch;

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::anyhow;
use clap::ValueEnum;
use schwarm_arena::matchup::{Match, MatchError, MatchReport, Options, Progress, Restart, SeatFactory};
use schwarm_arena::referee::Patience;
use schwarm_arena::sandbox::Level;
use schwarm_arena::stats::{Sprt, State};
use schwarm_play::TimeControl;
use schwarm_store::Store;

use crate::bots::{self, Terms};
use crate::brake::{self, Brake};
use crate::contest::{self, BATCH, MARGIN, READY, Talk};
use crate::failure::Failure;
use crate::storage::StorageArgs;
use order::Order;
use report::Score;
use watch::Watch;

/// The arguments of `schwarm match`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A bot is builtin:LEVEL (1 to 10), builtin:random, builtin:greedy, uhp:COMMAND, sc:COMMAND,
line:COMMAND or a name in ./bots.toml; NAME=BOT gives it another name in tables and records. Games
come in pairs: the same start twice, with sides swapped. Every game is stored when it is played; the
same command again goes on where the last one stopped, and more --games extend the match. A program
that has changed makes a new match.

Examples:
  schwarm match greedy random --game piranhas-2026
  schwarm match 'line:./bot' 7 --game piranhas-2026 --games 40     against level 7
  schwarm match 'new=line:./bot' 'old=line:./bot-v1' --game hive+mlp --sprt elo0=0,elo1=10
  schwarm match 'uhp:nokamute uhp' greedy --game hive --games 20 --time 0.5/move --concurrency 2
  schwarm match mine random --game ostseeschach-2022 --time 10+0.1 --json | tail -n 1

Ctrl-C lets running games end and then stops, twice stops at once; neither loses a result.
--json prints, as the last line: games, wins, draws, losses, pentanomial [LL,LD,DD+WL,WD,WW], elo,
elo_error, los, sprt (null, or llr, lower, upper, state), all seen from the first bot; null is
undetermined.

Exit codes: 0 done, 1 H0 is accepted, 2 wrong usage or a bot that cannot be started, 130 stopped
before the end.")]
pub struct Args {
    /// The bot the results are about
    #[arg(value_name = "A")]
    one: String,
    /// The bot it is measured against
    #[arg(value_name = "B")]
    two: String,
    /// The game: an id of `schwarm games`, options after commas
    #[arg(long, value_name = "ID")]
    game: String,
    /// How many games, an even number [default: 100, or 20000 with --sprt]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// How many pairs of games, instead of --games
    #[arg(long, value_name = "N", conflicts_with = "games")]
    pairs: Option<u64>,
    /// The clock: 2/move, 60+0.5 or none [default: 10+0.1; with --depth or --nodes 60/move]
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,
    /// Plies each bot looks ahead, whatever the time
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Positions each bot looks at, whatever the time
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Milliseconds by which an answer may be late without losing
    #[arg(long, value_name = "MS", default_value_t = MARGIN)]
    margin: u64,
    /// Stop as soon as it is clear: elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=normalized]
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Games at once [default: half the processors]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Give each game a processor of its own: all, or a list such as 0,2,4-7
    #[arg(long, value_name = "CPUS", num_args = 0..=1, default_missing_value = "all")]
    pin: Option<String>,
    /// When a bot's program is started anew
    #[arg(long, value_enum, default_value_t)]
    restart: RestartWhen,
    /// How far the bots' programs are trusted; `schwarm doctor --sandbox` says what is possible here
    #[arg(long, value_enum, default_value_t)]
    sandbox: SandboxLevel,
    /// Where games begin: a file of positions, setups or lists of moves, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin with so many random moves after which the game is even [default: 4 where the game has one start only]
    #[arg(long, value_name = "PLIES", conflicts_with = "openings")]
    prefix: Option<u32>,
    /// Seed of the starts and of bots that draw lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// End a game after so many plies; the game's own score decides
    #[arg(long, value_name = "N")]
    ply_limit: Option<u32>,
    /// End a game as won when both bots have said so for so many moves: SCORE:MOVES
    #[arg(long, value_name = "SCORE:MOVES")]
    adjudicate_win: Option<String>,
    /// End a game as drawn when neither bot has claimed more for so many moves: SCORE:MOVES
    #[arg(long, value_name = "SCORE:MOVES")]
    adjudicate_draw: Option<String>,
    /// For which games to keep what was said with the bots, see `schwarm records show --talk`
    #[arg(long, value_enum, default_value_t)]
    talk: Talk,
    /// Name of the match in the store [default: made of everything that decides its games]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Write what happens as JSON lines to a file; - is the standard output
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Let workers on other machines play, see `schwarm fleet`; bots are those of the program, or NAME@VERSION
    #[arg(long, conflicts_with_all = ["concurrency", "pin", "events"])]
    fleet: bool,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageArgs,
}

/// When a bot's program is started anew, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RestartWhen {
    /// Only when it has crashed or cannot be understood
    Never,
    /// After every game it lost through a fault of its own
    #[default]
    AfterFault,
    /// For every game
    EachGame,
}

/// How far programs are trusted, as a word of the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SandboxLevel {
    /// Like any program of yours
    #[default]
    Trusted,
    /// With limits that keep an accident from harming others
    Guarded,
    /// Shut in: no network, no home, nothing but itself and the referee
    Jailed,
}

impl SandboxLevel {
    fn level(self) -> Level {
        match self {
            SandboxLevel::Trusted => Level::Trusted,
            SandboxLevel::Guarded => Level::Guarded,
            SandboxLevel::Jailed => Level::Jailed,
        }
    }
}

/// Plays and reports.
///
/// # Errors
/// When the match cannot be played, and without words when H0 is accepted or the match was stopped.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.fleet {
        return shared::run(args);
    }
    let order = Order::new(args)?;
    let place = args.storage.place()?;
    let options = options(args, &order, place.failures(&order.name))?;
    let terms = Terms { effort: order.effort, sandbox: args.sandbox.level(), ..Terms::default() };
    let mut missing = Vec::new();
    for named in &order.bots {
        missing.extend(terms.missing_layers(named)?);
    }
    let [one, two] = order.bots.each_ref().map(|named| bots::factory(named, terms.clone()));
    let factories = [one?, two?];
    // Of its own: the workers of a match wait for the store, each in a runtime of theirs.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let store = place.open(&runtime)?;
    let watch = Watch::new(args, &order)?;
    missing.iter().for_each(|sentence| watch.voice().say(sentence));
    let brake = Arc::new(Brake::default());
    runtime.spawn(brake::listen(brake.clone(), watch.voice()));
    if let Some(sprt) = &order.sprt {
        // Beside the games, so that a server over the same store can show where the test stands.
        let test = sprt.to_string();
        let kept = schwarm_web::league::keep_test(&*store, &order.name, &test);
        runtime.block_on(kept).map_err(|error| Failure::usage(error.to_string()))?;
    }
    let begun = Instant::now();
    let played = play(&order, &*store, &factories, &options, &watch, &brake);
    watch.clear();
    let closed = runtime.block_on(store.close());
    let report = played.map_err(|error| failure(&error, &order))?;
    closed.map_err(crate::storage::failure)?;
    let score = Score::new(&report.tally, order.sprt.as_ref());
    watch.finished(&report, &score);
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", score.json()?)?,
        false => out.write_all(report::in_words(&order, &report, &score, begun.elapsed()).as_bytes())?,
    }
    out.flush()?;
    match score.state() {
        Some(State::H0) => Err(anyhow!(Failure::told())),
        Some(State::H1) => Ok(()),
        _ if report.left > 0 && brake.was_pressed() => Err(anyhow!(Failure::stopped())),
        _ => Ok(()),
    }
}

/// Plays until the plan is done, the test has an answer, or somebody stops it. Games that run when the test has its
/// answer are finished and count; should they bring it back into the open, more are played.
fn play(
    order: &Order,
    store: &dyn Store,
    factories: &[SeatFactory<'_>; 2],
    options: &Options,
    watch: &Watch,
    brake: &Brake,
) -> Result<MatchReport, MatchError> {
    let mut earlier: Option<MatchReport> = None;
    while let Some(stop) = brake.fresh() {
        let observer = |progress: &Progress<'_>| {
            watch.see(progress);
            if let Progress::Opened { tally } | Progress::Ended { tally, .. } = progress
                && Score::new(tally, order.sprt.as_ref()).is_decided()
            {
                stop.finish();
            }
        };
        let [one, two] = factories;
        let run = Match {
            name: &order.name,
            plan: &order.plan,
            rules: &*order.rules,
            bots: [Box::new(one), Box::new(two)],
            journal: store,
            options,
            stop: &stop,
            observer: &observer,
        };
        let mut report = run.run()?;
        if let Some(earlier) = earlier {
            report.found = earlier.found;
            report.played += earlier.played;
            report.bundles.splice(..0, earlier.bundles);
        }
        if report.left == 0 || order.sprt.is_none() || Score::new(&report.tally, order.sprt.as_ref()).is_decided() {
            return Ok(report);
        }
        earlier = Some(report);
    }
    Ok(earlier.unwrap_or_default())
}

/// How the match is played.
fn options(args: &Args, order: &Order, bundles: PathBuf) -> Result<Options, Failure> {
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cpus = match &args.pin {
        Some(list) => order::processors(list, processors)?,
        None => Vec::new(),
    };
    let half = NonZeroUsize::new(processors / 2).unwrap_or(NonZeroUsize::MIN);
    let concurrency = args.concurrency.or(NonZeroUsize::new(cpus.len())).unwrap_or(half);
    let wanted = match args.restart {
        RestartWhen::Never => Restart::Never,
        RestartWhen::AfterFault => Restart::AfterFault,
        RestartWhen::EachGame => Restart::EachGame,
    };
    let restart = order.bots.each_ref().map(|named| contest::restart(&named.bot, wanted));
    let patience = Patience { begin: READY, ..Patience::default() };
    let talk = args.talk.kept();
    let (bundles, batch) = (Some(bundles), BATCH);
    Ok(Options { concurrency, restart, patience, cpus, bundles, talk, batch, ..Options::default() })
}

/// What a match that could not go on is told as.
fn failure(error: &MatchError, order: &Order) -> Failure {
    let failure = Failure::usage(error.to_string());
    match error {
        MatchError::CannotStart { player, .. } => match order.bots[*player].bot.command() {
            Some(command) => failure.advise(format!("Try it by itself: {command}")),
            None => failure,
        },
        MatchError::Journal(_) => failure.advise("What was played is kept; the same command goes on from there."),
        MatchError::Plan(_) | MatchError::Cpu(_) | MatchError::Worker(_) => failure,
    }
}
