//! A thousand watchers of fifty games: how long after a move is sent does its event arrive, and what does it cost?
//!
//! The server is a process of its own, so that its memory can be told from that of the watchers; all of them share
//! the machine. `cargo bench -p schwarm-web --bench load` measures, anything else is a short trial.
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
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

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

/// When the moves were sent, by game and number of the event.
type Sent = Arc<Mutex<HashMap<(i64, u64), Instant>>>;

/// A game with its two players.
struct Match {
    id: i64,
    players: [Browser; 2],
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
    let (latencies, answers) = runtime.block_on(measure(addr, matches, plan));
    let memory = memory(&server);
    drop(server.stdin.take());
    server.wait().unwrap();
    report(plan, latencies, answers, memory);
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

/// Lets everybody play and watch; milliseconds from sending a move to its event, and to its answer.
async fn measure(addr: SocketAddr, matches: Vec<Match>, plan: Plan) -> (Vec<f64>, Vec<f64>) {
    let sent = Sent::default();
    let watching: Vec<_> = (0..plan.watchers)
        .map(|number| {
            let (id, sent) = (matches[number % plan.games].id, sent.clone());
            tokio::spawn(watch(addr, id, sent, plan.moves))
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let playing: Vec<_> = (0u32..)
        .zip(matches)
        .map(|(number, game)| {
            let late = plan.pause * number / plan.games as u32;
            tokio::spawn(play(game, sent.clone(), plan, late))
        })
        .collect();
    let (mut latencies, mut answers) = (Vec::new(), Vec::new());
    for player in playing {
        answers.extend(player.await.unwrap());
    }
    for watcher in watching {
        let heard = tokio::time::timeout(Duration::from_secs(20), watcher).await;
        latencies.extend(heard.expect("every event arrives").unwrap());
    }
    (latencies, answers)
}

/// Plays random moves; how long the server took to answer each.
async fn play(game: Match, sent: Sent, plan: Plan, late: Duration) -> Vec<f64> {
    let mut session = schwarm_catalog::open(GAME).unwrap().start(Setup::Default).unwrap();
    let mut rng = Rng::new(game.id as u64);
    let mut times = Vec::new();
    tokio::time::sleep(late).await;
    for ply in 0..plan.moves {
        let text = quiet_move(&mut *session, &mut rng);
        let body = json!({ "move": text, "ply": ply }).to_string();
        let head = game.players[ply % 2].head("POST", &format!("/api/games/{}/move", game.id), body.len());
        let began = Instant::now();
        sent.lock().unwrap().insert((game.id, 1000 * (ply as u64 + 1)), began);
        let mut stream = TcpStream::connect(game.players[0].addr).await.unwrap();
        stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        tokio::time::sleep(plan.pause.saturating_sub(began.elapsed())).await;
    }
    times
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

/// Watches a game until so many moves were heard of; how long each took to arrive.
async fn watch(addr: SocketAddr, id: i64, sent: Sent, moves: usize) -> Vec<f64> {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let head = Browser::new(addr).head("GET", &format!("/api/games/{id}/events?after=1"), 0);
    stream.write_all(format!("{head}\r\n").as_bytes()).await.unwrap();
    let (mut times, mut text, mut buffer) = (Vec::new(), Vec::new(), vec![0; 64 << 10]);
    while times.len() < moves {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "a watcher was sent away");
        let now = Instant::now();
        text.extend_from_slice(&buffer[..read]);
        while let Some(end) = text.windows(2).position(|two| two == b"\n\n") {
            let event: Vec<u8> = text.drain(..end + 2).collect();
            let seq = number_of(&event);
            if let Some(began) = seq.and_then(|seq| sent.lock().unwrap().get(&(id, seq)).copied()) {
                times.push((now - began).as_secs_f64() * 1000.0);
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

fn report(plan: Plan, mut latencies: Vec<f64>, mut answers: Vec<f64>, memory: Option<f64>) {
    assert_eq!(latencies.len(), plan.watchers * plan.moves, "every watcher heard of every move");
    let share = |times: &mut Vec<f64>, part: f64| {
        times.sort_by(f64::total_cmp);
        times[((times.len() - 1) as f64 * part) as usize]
    };
    println!("{} watchers of {} games, {} events", plan.watchers, plan.games, latencies.len());
    for (name, times) in [("from a move to its event", &mut latencies), ("from a move to its answer", &mut answers)] {
        let [half, most, all] = [0.5, 0.99, 1.0].map(|part| share(times, part));
        println!("{name}: median {half:.1} ms, 99th percentile {most:.1} ms, longest {all:.1} ms");
    }
    if let Some(memory) = memory {
        println!("memory of the server: at most {memory:.0} MB");
    }
}
