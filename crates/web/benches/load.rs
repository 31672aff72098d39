//! A thousand watchers of fifty games: how long after a move is sent does its event arrive, how soon is the move answered,
//! and what does it cost?
//!
//! The server is a process of its own, so that its memory can be told from that of the watchers; all of them share
//! the machine. Every event of every watcher counts. Players keep their connections, as browsers do, and no engine plays. The
//! first move is sent when everybody watches: how long a crowd takes to come in is a number of its own. `cargo bench -p schwarm-web --bench load` measures, anything else is a short trial.
#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

#[path = "../tests/client/mod.rs"]
mod client;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use client::{Arena, Browser, generous};
use schwarm_core::{Rng, Session, Setup};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

/// Says that this process is the server.
const SERVER: &str = "SCHWARM_LOAD_SERVER";

const GAME: &str = "hive+mlp";

/// How much is tried.
#[derive(Clone, Copy)]
struct Plan {
    games: usize,
    watchers: usize,
    moves: usize,
    /// Between two moves of a game.
    pause: Duration,
}

/// Milliseconds within which 99 of 100 moves are to be answered.
const ANSWER_TARGET: f64 = 20.0;

/// When the moves were sent, by game and number of the event.
type Sent = Arc<Mutex<HashMap<(i64, u64), Instant>>>;

/// A game with its two players.
struct Match {
    id: i64,
    players: [Browser; 2],
}

/// What was measured, in milliseconds.
#[derive(Default)]
struct Found {
    /// Until the last watcher had its first word from the server.
    gathered: f64,
    /// From sending a move to its event, with the ply of the move, for every watcher.
    events: Vec<(f64, usize)>,
    /// From sending a move to its answer, with its ply.
    answers: Vec<(f64, usize)>,
}

fn main() {
    if std::env::var_os(SERVER).is_some() {
        return serve();
    }
    let plan = match std::env::args().any(|arg| arg == "--bench") {
        true => Plan { games: 50, watchers: 1000, moves: 25, pause: Duration::from_secs(1) },
        false => Plan { games: 3, watchers: 12, moves: 3, pause: Duration::from_millis(100) },
    };
    let (mut server, addr) = start();
    let matches: Vec<Match> = (0..plan.games).map(|_| seat(addr)).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let found = runtime.block_on(measure(addr, matches, plan));
    let memory = memory(&server);
    drop(server.stdin.take());
    server.wait().unwrap();
    report(plan, found, memory);
}

/// The server: says where it is, and ends with its standard input.
fn serve() {
    let arena = Arena::with(generous());
    println!("{}", arena.addr);
    let _ = std::io::stdin().read(&mut [0]);
}

fn start() -> (Child, SocketAddr) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    let mut child = command.env(SERVER, "1").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().parse().unwrap())
}

fn seat(addr: SocketAddr) -> Match {
    let mut players = [Browser::new(addr), Browser::new(addr)];
    let id = players[0].make(GAME, "person", "one", "none");
    let link = players[0].look(id)["join"].as_str().unwrap().to_string();
    assert_eq!(players[1].join(&link).status, 303);
    Match { id, players }
}

/// Lets everybody watch, and then play.
async fn measure(addr: SocketAddr, matches: Vec<Match>, plan: Plan) -> Found {
    let (sent, began) = (Sent::default(), Instant::now());
    let (here, mut coming) = mpsc::unbounded_channel();
    let watching: Vec<_> = (0..plan.watchers)
        .map(|number| {
            let (id, sent) = (matches[number % plan.games].id, sent.clone());
            tokio::spawn(watch(addr, id, sent, plan.moves, here.clone()))
        })
        .collect();
    for _ in 0..plan.watchers {
        coming.recv().await.unwrap();
    }
    let mut found = Found { gathered: began.elapsed().as_secs_f64() * 1000.0, ..Found::default() };
    let playing: Vec<_> = (0u32..)
        .zip(matches)
        .map(|(number, game)| {
            let late = plan.pause * number / plan.games as u32;
            tokio::spawn(play(game, sent.clone(), plan, late))
        })
        .collect();
    for player in playing {
        found.answers.extend(player.await.unwrap());
    }
    for watcher in watching {
        let heard = tokio::time::timeout(Duration::from_secs(20), watcher).await;
        found.events.extend(heard.expect("every event arrives").unwrap());
    }
    found
}

/// Plays random moves; how long the server took to answer each.
async fn play(game: Match, sent: Sent, plan: Plan, late: Duration) -> Vec<(f64, usize)> {
    let mut session = schwarm_catalog::open(GAME).unwrap().start(Setup::Default).unwrap();
    let mut rng = Rng::new(game.id as u64);
    let mut times = Vec::new();
    let addr = game.players[0].addr;
    let mut lines = [Line::open(addr).await, Line::open(addr).await];
    tokio::time::sleep(late).await;
    for ply in 0..plan.moves {
        let text = quiet_move(&mut *session, &mut rng);
        let body = json!({ "move": text, "ply": ply }).to_string();
        let head = game.players[ply % 2].head("POST", &format!("/api/games/{}/move", game.id), body.len());
        let began = Instant::now();
        sent.lock().unwrap().insert((game.id, 1000 * (ply as u64 + 1)), began);
        let answer = lines[ply % 2].ask(&format!("{head}\r\n{body}")).await;
        times.push((began.elapsed().as_secs_f64() * 1000.0, ply));
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        tokio::time::sleep(plan.pause.saturating_sub(began.elapsed())).await;
    }
    times
}

/// A connection that is kept.
struct Line(tokio::io::BufReader<TcpStream>);

impl Line {
    async fn open(addr: SocketAddr) -> Line {
        let stream = TcpStream::connect(addr).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Line(tokio::io::BufReader::new(stream))
    }

    /// Sends a request and reads all of its answer; the head.
    async fn ask(&mut self, request: &str) -> String {
        self.0.get_mut().write_all(request.as_bytes()).await.unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.0.read_line(&mut head).await.unwrap() > 0, "the server hung up: {head}");
        }
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        self.0.read_exact(&mut vec![0; length.expect("a length")]).await.unwrap();
        head
    }
}

/// A move after which the game goes on.
fn quiet_move(session: &mut dyn Session, rng: &mut Rng) -> String {
    loop {
        let text = session.random_move(rng).unwrap();
        let text = session.play(&text).unwrap();
        if session.outcome().is_none() {
            return text;
        }
        session.undo();
    }
}

/// Watches a game until so many moves were heard of; how long each took to arrive. Says when it is there.
async fn watch(
    addr: SocketAddr,
    id: i64,
    sent: Sent,
    moves: usize,
    here: mpsc::UnboundedSender<()>,
) -> Vec<(f64, usize)> {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let head = Browser::new(addr).head("GET", &format!("/api/games/{id}/events?after=1"), 0);
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    let (mut times, mut text, mut buffer) = (Vec::new(), Vec::new(), vec![0; 64 << 10]);
    let mut here = Some(here);
    while times.len() < moves {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "a watcher was sent away");
        let now = Instant::now();
        if let Some(here) = here.take() {
            here.send(()).unwrap();
        }
        text.extend_from_slice(&buffer[..read]);
        while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            let seq = number_of(&event);
            let began = seq.and_then(|seq| sent.lock().unwrap().get(&(id, seq)).copied());
            if let (Some(began), Some(seq)) = (began, seq) {
                times.push(((now - began).as_secs_f64() * 1000.0, seq as usize / 1000 - 1));
            }
        }
    }
    times
}

/// The number of an event.
fn number_of(event: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(event).ok()?;
    let (_, rest) = text.split_once("id: ")?;
    rest.split_once('\n')?.0.parse().ok()
}

/// Megabytes the server holds, where the operating system tells.
fn memory(server: &Child) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

fn report(plan: Plan, found: Found, memory: Option<f64>) {
    let Found { gathered, events, answers } = found;
    assert_eq!(events.len(), plan.watchers * plan.moves, "every watcher heard of every move");
    println!("{} watchers of {} games, {} moves, {} events", plan.watchers, plan.games, answers.len(), events.len());
    println!("all watchers came in within {gathered:.0} ms");
    tell("from a move to its event", events);
    let slow = tell("from a move to its answer", answers);
    if let Some(memory) = memory {
        println!("memory of the server: at most {memory:.0} MB");
    }
    let verdict = if slow <= ANSWER_TARGET { "within" } else { "over" };
    println!(
        "answers: 99th percentile {slow:.1} ms, {:.2} of {ANSWER_TARGET:.0} ms: {verdict} the target",
        slow / ANSWER_TARGET
    );
}

/// Tells of some times and answers the 99th percentile of them. The ply of the longest says whether it was one of the first.
fn tell(what: &str, mut times: Vec<(f64, usize)>) -> f64 {
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [half, most, all] = [0.5, 0.99, 1.0].map(|part| times[((times.len() - 1) as f64 * part) as usize]);
    println!(
        "{what}: median {:.1} ms, 99th percentile {:.1} ms, longest {:.1} ms (ply {})",
        half.0, most.0, all.0, all.1
    );
    most.0
}
