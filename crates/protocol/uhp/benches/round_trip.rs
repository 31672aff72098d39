//! Wall time of one ply of a refereed game between two engines in processes of their own.
//!
//! The engines are this program itself, started with an argument: a guest that plays at random.
//! The referee is [`Playing`]; each ply is one question and one answer through pipes, judged and
//! written down, and the engine's own move generation is part of it. For comparison: a line to a
//! process that sends it back, read and written without any of that.
//!
//! `cargo bench -p schwarm-uhp --bench round_trip`; two cores side by side (`taskset -c 0,1`) or
//! one (`taskset -c 0`) make a difference.

#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use schwarm_arena::process::Process;
use schwarm_core::Setup;
use schwarm_play::house::Random;
use schwarm_play::{Playing, Seat, TimeControl, Turn};
use schwarm_uhp::{Guest, HostConfig, UhpSeat, guest};

/// Games played; the median of them is told.
const GAMES: usize = 60;
/// Games at first that do not count.
const WARM_UP: usize = 5;
/// Plies of a game; real ones have about forty, random ones far more.
const PLIES: u32 = 60;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("guest") => play_as_guest(),
        Some("echo") => echo(),
        _ => measure(),
    }
}

fn play_as_guest() {
    let games = Box::new(|kind: &str| schwarm_catalog::open(kind).ok());
    let mut guest = Guest::new("random 1", games, Box::new(Random::new(std::process::id().into())));
    guest::run(&mut guest, std::io::stdin(), std::io::stdout()).unwrap();
}

fn echo() {
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        output.write_all(format!("{}\n", line.unwrap()).as_bytes()).unwrap();
    }
}

fn measure() {
    bare_pipe();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for kind in ["Base", "Base+MLP"] {
        let mut times = runtime.block_on(referee(kind));
        times.sort_unstable();
        let at = |share: f64| times[(times.len() as f64 * share) as usize].as_nanos() as f64 / 1000.0;
        println!(
            "{kind}: {:.1} µs per ply (median of {GAMES} games; best {:.1}, 90 % within {:.1})",
            at(0.5),
            at(0.0),
            at(0.9)
        );
    }
}

/// A line there and back, without anything else.
fn bare_pipe() {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap())
        .arg("echo")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut times: Vec<Duration> = (0..20_000)
        .map(|_| {
            let (started, mut line) = (Instant::now(), String::new());
            to.write_all(b"play wA1 bQ-\n").unwrap();
            from.read_line(&mut line).unwrap();
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    drop(to);
    child.wait().unwrap();
    println!("bare pipe: {:.1} µs there and back (median)", times[times.len() / 2].as_nanos() as f64 / 1000.0);
}

/// Time per ply of each game.
async fn referee(kind: &str) -> Vec<Duration> {
    let rules = schwarm_catalog::open(kind).unwrap();
    let command = format!("'{}' guest", std::env::current_exe().unwrap().display());
    let mut seats = ["one", "two"].map(|name| {
        let process = Process::start(&command).unwrap();
        UhpSeat::new(name, Box::new(process), HostConfig::default())
    });
    let mut times = Vec::new();
    for game in 0..WARM_UP + GAMES {
        let session = rules.start(Setup::Default).unwrap();
        let mut playing = Playing::new(&*rules, session, ["one", "two"].map(String::from), TimeControl::None);
        let opening = playing.started().clone();
        for seat in &mut seats {
            seat.begin(&opening, playing.session()).await.unwrap();
        }
        let started = Instant::now();
        let mut plies = 0;
        while let Some(side) = playing.to_move().filter(|_| plies < PLIES) {
            let asked = Instant::now();
            let turn = Turn { session: playing.session(), time: playing.think_time() };
            let answer = seats[side.index()].choose(turn).await;
            let events = playing.answer(Ok(answer.unwrap()), asked.elapsed());
            assert!(!events.is_empty());
            plies += 1;
        }
        if game >= WARM_UP {
            times.push(started.elapsed() / plies);
        }
    }
    for seat in &mut seats {
        seat.leave().await.unwrap();
    }
    times
}
