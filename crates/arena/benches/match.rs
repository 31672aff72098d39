//! How fast matches are played: games in this program, games of other programs, and what it costs
//! to start the programs anew for each game.
//!
//! `cargo bench -p schwarm-arena`, or with `-- WORD` only what has the word in its title. Without
//! `--bench` a short run checks that it works. The other
//! programs are this file, run with `bot`: it answers each question with the move it is handed,
//! so only the referee, the pipes and the rules are measured.

use std::io::{BufRead as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use schwarm_arena::matchup::{
    Invitation, Match, MatchPlan, Openings, Options, Progress, Restart, SeatFactory, StopSignal,
};
use schwarm_arena::process::Process;
use schwarm_arena::transcript::Recorded;
use schwarm_core::{Rng, Session};
use schwarm_play::house::Random;
use schwarm_play::{
    AnalystSeat, Attempt, Choice, Doing, Ending, Finished, GameEvent, Journal, Keeping, Seat, Talk, TimeControl, Turn,
};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|word| word == "bot") {
        return be_a_bot();
    }
    let scale = if arguments.iter().any(|word| word == "--bench") { 1 } else { 50 };
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cpus: Vec<usize> = (0..cores).collect();
    println!("{:<52} {:>9} {:>10} {:>10} {:>9}", "", "games/s", "plies/s", "us/ply", "ms/game");
    // A random game of Hive has no end of its own before thousands of plies.
    for (game, ply_limit) in [("hive", Some(340)), ("piranhas-2026", None), ("ostseeschach-2022", None)] {
        let plan = plan(game, 4000 / scale, ply_limit);
        let title = format!("in this program, random, {game}");
        measure(&title, &plan, &cpus, Restart::EachGame, Duration::from_secs(1), &|| Box::new(in_process));
    }
    let at_once = Duration::ZERO;
    let long = plan("hive", 200 / scale.min(20), Some(340));
    measure("programs, hive to 340 plies, pinned", &long, &cpus, Restart::Never, at_once, &|| Box::new(external));
    measure("programs, hive to 340 plies, not pinned", &long, &[], Restart::Never, at_once, &|| Box::new(external));
    let short = plan("hive", 4000 / scale, Some(2));
    measure("programs, two plies, pinned", &short, &cpus, Restart::Never, at_once, &|| Box::new(external));
    let anew = plan("hive", 300 / scale.min(20), Some(2));
    measure("programs, two plies, started for each game", &anew, &cpus, Restart::EachGame, at_once, &|| {
        Box::new(external)
    });
}

fn plan(game: &str, pairs: u64, ply_limit: Option<u32>) -> MatchPlan {
    let time = TimeControl::Total { base: Duration::from_secs(10), increment: Duration::from_millis(10) };
    let players = ["one".to_string(), "two".to_string()];
    MatchPlan { time, ply_limit, openings: Openings::Seeds, margin_ms: 100, ..MatchPlan::new(game, players, pairs) }
}

/// Plays a match and says how long it took.
fn measure(
    title: &str,
    plan: &MatchPlan,
    cpus: &[usize],
    restart: Restart,
    batch: Duration,
    bot: &dyn Fn() -> SeatFactory<'static>,
) {
    let wanted = |word: &String| word.starts_with('-') || title.contains(word.as_str());
    if !std::env::args().skip(1).all(|word| wanted(&word)) {
        return;
    }
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let options =
        Options { concurrency: cores, restart: [restart; 2], cpus: cpus.to_vec(), batch, ..Options::default() };
    let rules = schwarm_catalog::open(&plan.game).expect("a game of the catalog");
    let (journal, stop) = (Counting::default(), StopSignal::default());
    let warn = |progress: &Progress<'_>| {
        if let Progress::Absent { .. } | Progress::Warning(_) = progress {
            eprintln!("{progress:?}");
        }
    };
    let begun = Instant::now();
    let this = Match {
        name: title,
        plan,
        rules: &*rules,
        bots: [bot(), bot()],
        journal: &journal,
        options: &options,
        stop: &stop,
        observer: &warn,
    };
    let report = this.run().expect("a match that is played");
    let seconds = begun.elapsed().as_secs_f64();
    let faults: u64 = report.tally.faults.iter().map(|faults| faults.total()).sum();
    assert_eq!((report.left, faults), (0, 0), "every game is played, and without faults");
    let (games, plies) = (report.played as f64, journal.moves.load(Ordering::Relaxed) as f64);
    // The time of one core: each game has one.
    let (per_ply, per_game) = (seconds / plies * 1e6, seconds / games * 1e3);
    println!("{title:<52} {:>9.1} {:>10.0} {per_ply:>10.1} {per_game:>9.2}", games / seconds, plies / seconds);
}

fn in_process(invitation: &Invitation) -> Result<Box<dyn Seat>, String> {
    Ok(Box::new(AnalystSeat::new(Box::new(Random::new(invitation.seed)))))
}

fn external(invitation: &Invitation) -> Result<Box<dyn Seat>, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let process = Process::start(&format!("{} bot", this.display())).map_err(|error| error.to_string())?;
    let talk = Recorded::process(process, &invitation.transcript);
    Ok(Box::new(Echo { talk, rng: Rng::new(invitation.seed) }))
}

/// Answers every line with its last word after the first space, or with `ready`.
fn be_a_bot() {
    let mut stdout = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let answer = line.split_once(' ').map_or("ready", |(_, mv)| mv);
        if writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).is_err() {
            return;
        }
    }
}

/// Sends a random move to a program and plays what comes back.
struct Echo {
    talk: Recorded<Process>,
    rng: Rng,
}

impl Seat for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    fn begin<'a>(&'a mut self, _: &'a GameEvent, _: &'a dyn Session) -> Doing<'a, ()> {
        Box::pin(async {
            self.talk.say("game\n").await?;
            self.talk.hear().await.map(drop)
        })
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(async move {
            let mv = turn.session.random_move(&mut self.rng).unwrap_or_default();
            self.talk.say(&format!("go {mv}\n")).await?;
            Ok(Choice::plain(self.talk.hear().await?))
        })
    }

    fn end<'a>(&'a mut self, _: &'a Ending) -> Doing<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        self.talk.hang_up()
    }
}

/// Counts what it is told and forgets it: the real journal has its own bench.
#[derive(Default)]
struct Counting {
    tries: Mutex<i64>,
    moves: AtomicU64,
}

impl Journal for Counting {
    fn open_match<'a>(&'a self, _: &'a str, _: &'a str) -> Keeping<'a, i64> {
        Box::pin(async { Ok(1) })
    }

    fn finished<'a>(&'a self, _: i64) -> Keeping<'a, Vec<Finished>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn begin<'a>(&'a self, _: i64, _: u64, _: &'a GameEvent) -> Keeping<'a, Option<Attempt>> {
        Box::pin(async {
            let mut tries = self.tries.lock().expect("nobody panics with it");
            *tries += 1;
            Ok(Some(Attempt { id: *tries, number: 1 }))
        })
    }

    fn append<'a>(&'a self, _: Attempt, _: u32, events: &'a [GameEvent]) -> Keeping<'a, ()> {
        let moves = events.iter().filter(|event| matches!(event, GameEvent::Moved { .. })).count();
        self.moves.fetch_add(moves as u64, Ordering::Relaxed);
        Box::pin(async { Ok(()) })
    }
}
