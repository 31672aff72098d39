//! Forced wins mined from games: how many of them does a search see in a fixed number of nodes, and how many with other knobs?
//!
//! ```text
//! schwarm datagen hive+mlp --games 400 -o hive.games
//! cargo run --release -p schwarm-engine --example mine -- hive.games --knob solve=0 --knob solve=20
//! ```
//!
//! Looked at are the last plies of games, where the later winner is to move. What a long search, or a long look
//! of the solver, proves to be won is a problem; a knob solves it where a short search with that knob proves it, too.

use std::fs;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use cpu_time::ThreadTime;
use schwarm_core::Game;
use schwarm_engine::Judge;
use schwarm_engine::house::{self, House};
use schwarm_engine::selfplay::record::{Reader, Record};
use schwarm_engine::selfplay::{in_order, set_knob};
use schwarm_search::{Control, Knobs, Limits, PROVEN, Root, Solution, Solver, Table, WIN, think, unhurried};

/// How many forced wins are seen?
#[derive(Clone, Debug, Parser)]
struct Args {
    /// Games of `schwarm datagen`
    games: String,
    /// Knobs to try, each in a run of its own; the program's own are always tried
    #[arg(long)]
    knob: Vec<String>,
    /// Games looked at
    #[arg(long, default_value_t = 200)]
    most: usize,
    /// Plies before the end of a game
    #[arg(long, default_value_t = 16)]
    last: usize,
    /// Plies a win takes at least
    #[arg(long, default_value_t = 5)]
    least: i32,
    /// Nodes of the long search
    #[arg(long, default_value_t = 500_000)]
    deep: u64,
    /// Nodes of the short one
    #[arg(long, default_value_t = 10_000, conflicts_with = "cpu_ms")]
    nodes: u64,
    /// Milliseconds of processor time of the short one, instead of nodes
    #[arg(long)]
    cpu_ms: Option<u64>,
    /// What judges: a file of a network, or `counting`; the program's own choice if nothing is said
    #[arg(long)]
    net: Option<String>,
    /// Prints every position with a win: a plus or a minus for each way, whether it has seen it
    #[arg(long)]
    print: bool,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), Failure> {
    let bytes = fs::read(&args.games).map_err(|error| format!("cannot read {}: {error}", args.games))?;
    let (header, mut reader) = Reader::new(&bytes)?;
    let mut records = Vec::new();
    while let Some(record) = reader.next()?.filter(|_| records.len() < args.most) {
        records.push(record);
    }
    house::visit(&header.game, Mine { args, records })?
}

/// What this thread has had of its processor.
fn processor_time() -> Duration {
    ThreadTime::now().as_duration()
}

struct Mine<'a> {
    args: &'a Args,
    records: Vec<Record>,
}

/// What a way of searching has seen.
#[derive(Clone, Copy, Default)]
struct Seen {
    solved: u64,
    time: Duration,
}

impl house::Visit for Mine<'_> {
    type Output = Result<(), Failure>;

    fn visit<H: House>(self, rules: H::Rules) -> Result<(), Failure> {
        let Mine { args, records } = self;
        let judge = match args.net.as_deref() {
            None => Judge::House,
            Some("counting") => Judge::Counting,
            Some(path) => Judge::Net(fs::read(path)?.into()),
        };
        let net = judge.net_of::<H>(&rules)?;
        let mut ways = vec![("as it is".to_string(), H::knobs(&rules))];
        for text in &args.knob {
            let mut knobs = H::knobs(&rules);
            set_knob(&mut knobs, text)?;
            ways.push((text.clone(), knobs));
        }
        let brain = |knobs: &Knobs| H::brain(&rules, H::weights(&rules), net.clone(), knobs.clone());
        let brains: Vec<H::Brain> = ways.iter().map(|(_, knobs)| brain(knobs)).collect();
        // A proof is the search's own, or the solver's: each has all the nodes.
        let thorough = brain(&Knobs { solving: 0, ..H::knobs(&rules) });
        let short = match args.cpu_ms {
            Some(time) => Limits { hard: Some(Duration::from_millis(time)), ..Limits::default() },
            None => Limits { nodes: Some(args.nodes), ..Limits::default() },
        };
        let (mut problems, mut seen) = (0, vec![Seen::default(); ways.len() + 1]);
        let work = |_: &mut (), number: u64| -> Result<(Vec<String>, Vec<Seen>), Failure> {
            let played = records[number as usize].replay(&rules, &brains[0])?;
            let (mut state, mut found) = (played.start.clone(), vec![Seen::default(); brains.len() + 1]);
            let mut problems = Vec::new();
            for (index, ply) in played.plies.iter().enumerate() {
                let is_late = index + args.last >= played.plies.len();
                if is_late && played.winner == Some(state.side_to_move()) {
                    let proves = |brain: &H::Brain, limits: Limits| -> Result<Option<i32>, Failure> {
                        let (table, root) = (Table::new(16)?, Root::alone(&state));
                        let begun = processor_time();
                        let control = Control { elapsed: &|| processor_time() - begun, ..unhurried() };
                        let limits = Limits { only_answer: true, ..limits };
                        let report = think(brain, &root, &table, &limits, &control, &mut |_| {})?;
                        Ok((report.score() >= PROVEN).then(|| WIN - report.score()))
                    };
                    let solves = |limits: &Limits| {
                        let begun = processor_time();
                        let control = Control { elapsed: &|| processor_time() - begun, ..unhurried() };
                        let nodes = limits.nodes.unwrap_or(u64::MAX);
                        match Solver::new(&brains[0], &state, &[], &control).look(nodes, limits.hard) {
                            Solution::Won { plies, .. } => Some(i32::from(plies)),
                            Solution::None | Solution::Open => None,
                        }
                    };
                    let deep = Limits { nodes: Some(args.deep), ..Limits::default() };
                    let plies = proves(&thorough, deep.clone())?.or_else(|| solves(&deep));
                    if plies.is_some_and(|plies| plies >= args.least) {
                        let mut marks = String::new();
                        for (way, seen) in found.iter_mut().enumerate() {
                            let begun = processor_time();
                            let plies = match brains.get(way) {
                                Some(brain) => proves(brain, short.clone())?,
                                None => solves(&short),
                            };
                            seen.time += processor_time() - begun;
                            seen.solved += u64::from(plies.is_some());
                            marks.push(if plies.is_some() { '+' } else { '-' });
                        }
                        problems.push(format!("{marks} {}", state.to_text()));
                    }
                }
                state.play(ply.mv);
            }
            Ok((problems, found))
        };
        let mut failure = None;
        in_order(0..records.len() as u64, vec![(); args.threads.max(1)], work, |_, outcome| match outcome {
            Ok((more, found)) => {
                problems += more.len();
                for problem in more.iter().filter(|_| args.print) {
                    println!("{problem}");
                }
                for (sum, found) in seen.iter_mut().zip(found) {
                    sum.solved += found.solved;
                    sum.time += found.time;
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        println!("{problems} wins in {} plies or more, of {} games", args.least, records.len());
        ways.push(("the solver alone".to_string(), Knobs::default()));
        for ((name, _), Seen { solved, time }) in ways.iter().zip(seen) {
            let each = match args.cpu_ms {
                Some(time) => format!("{time} ms"),
                None => format!("{} nodes", args.nodes),
            };
            println!("{name}: {solved} seen in {each} each, {:.1} s of processor time", time.as_secs_f64());
        }
        Ok(())
    }
}
