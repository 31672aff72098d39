//! How many moves a second the server referees, and what open rooms cost.
//!
//! Run with `cargo bench -p schwarm-socha --bench rooms`. Server and clients share this process
//! and two threads, so the numbers are those of both together. Clients are trivial: they answer
//! with the next move of a line that was played beforehand.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use schwarm_core::{Rng, Setup, Side};
use schwarm_play::{Start, TimeControl};
use schwarm_socha::season::{RuleStyle, Season};
use schwarm_socha::server::{Config, Handle, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const GAMES: usize = 200;
const ROOMS: usize = 2000;
const SECONDS: f64 = 5.0;

/// A request, or a goodbye, is no longer than this.
const TAIL: usize = 160;

/// What the issue asks for.
const WANTED_MOVES_PER_SECOND: f64 = 20_000.0;
const WANTED_MEGABYTES: f64 = 400.0;

/// A line of play and its messages.
struct Script {
    start: Start,
    /// The `data` elements, in order.
    moves: Vec<String>,
}

/// A game of at least forty plies.
fn script(season: Season) -> Script {
    let rules = season.rulebook(RuleStyle::Server);
    for seed in 1.. {
        let mut session = rules.start(Setup::Seed(3)).expect("a seed is a start");
        let (start, mut rng, mut moves) = (Start::of(&*rules, &*session), Rng::new(seed), Vec::new());
        while let Some(text) = session.random_move(&mut rng) {
            moves.push(season.write_move(&text, &*session).expect("a move").to_string());
            session.play(&text).expect("it is legal");
        }
        if moves.len() >= 40 {
            return Script { start, moves };
        }
    }
    unreachable!("some game is long enough")
}

async fn host(starts: Vec<(Season, Start)>) -> (SocketAddr, Handle) {
    let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let time = TimeControl::SOFTWARE_CHALLENGE;
    let config = Config { addr, starts, time, style: RuleStyle::Server, ..Config::default() };
    let server = Server::bind(config).await.expect("a free port");
    let (addr, handle) = (server.local_addr().expect("an address"), server.handle());
    tokio::spawn(server.run());
    (addr, handle)
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|window| window == word.as_bytes())
}

/// Plays the line again and again.
async fn client(addr: SocketAddr, season: Season, script: Arc<Script>, moves: Arc<AtomicU64>, stop: Arc<AtomicBool>) {
    let mut socket = TcpStream::connect(addr).await.expect("the server listens");
    socket.set_nodelay(true).expect("a live socket");
    let join = format!("<join gameType=\"{}\"/>", season.game_type());
    socket.write_all(format!("<protocol>{join}").as_bytes()).await.expect("the server reads");
    let request = season.move_request().attribute("class").unwrap_or_default().to_string();
    let (mut buffer, mut room, mut ply) = (vec![0; 64 * 1024], String::new(), usize::MAX);
    let mut heard = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let read = socket.read(&mut buffer).await.expect("the server speaks");
        assert!(read > 0, "the server closed the connection");
        // Once room and colour are known, only the end of what comes matters.
        let matters = if ply == usize::MAX { read } else { read.min(TAIL) };
        heard.extend_from_slice(&buffer[read - matters..read]);
        if ply == usize::MAX {
            // The head of the game: room and colour.
            let text = String::from_utf8_lossy(&heard).into_owned();
            let Some((_, welcome)) = text.rsplit_once("\"welcomeMessage\" color=\"") else { continue };
            let Some((_, id)) = text.rsplit_once("joined roomId=\"") else { continue };
            room = id.chars().take_while(|c| *c != '"').collect();
            let side = if welcome.starts_with(['O', 'r']) { Side::One } else { Side::Two };
            ply = side.index();
        }
        // A request or the end is the last thing in what was read.
        let tail = &heard[heard.len().saturating_sub(TAIL)..];
        if contains(tail, &request) {
            let message = format!("<room roomId=\"{room}\">{}</room>", script.moves[ply]);
            socket.write_all(message.as_bytes()).await.expect("the server reads");
            moves.fetch_add(1, Ordering::Relaxed);
            ply += 2;
            heard.clear();
        } else if contains(tail, "<left ") {
            socket.write_all(join.as_bytes()).await.expect("the server reads");
            ply = usize::MAX;
            heard.clear();
        } else if heard.len() > 32 * 1024 {
            heard.drain(..heard.len() - TAIL);
        }
    }
}

async fn speed(season: Season) -> f64 {
    let script = Arc::new(script(season));
    let (addr, handle) = host(vec![(season, script.start.clone())]).await;
    let (moves, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let clients: Vec<_> = (0..2 * GAMES)
        .map(|_| tokio::spawn(client(addr, season, script.clone(), moves.clone(), stop.clone())))
        .collect();
    // Everybody is seated and warm before counting.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (before, clock, cpu) = (moves.load(Ordering::Relaxed), Instant::now(), ProcessTime::now());
    tokio::time::sleep(Duration::from_secs_f64(SECONDS)).await;
    let (played, plies) = ((moves.load(Ordering::Relaxed) - before) as f64, script.moves.len());
    let (wall, cpu) = (clock.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    // On a machine that others use, too, the time of the processors says more than that of the wall.
    let rate = 2.0 * played / cpu;
    println!(
        "{:<24} {:>8.0} moves/s by the clock, {rate:>8.0} on two whole cores ({:.1} us each); {GAMES} games of {plies} plies",
        season.game_type(),
        played / wall,
        cpu / played * 1e6,
    );
    stop.store(true, Ordering::Relaxed);
    for client in clients {
        client.abort();
        let ended = client.await;
        assert!(!ended.is_err_and(|error| error.is_panic()), "a client failed");
    }
    handle.stop();
    rate
}

/// Memory of this process in megabytes, clients included.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

async fn open_rooms() -> f64 {
    let (addr, handle) = host(Vec::new()).await;
    let before = memory();
    let mut players = Vec::new();
    for number in 0..2 * ROOMS {
        let season = Season::ALL[number / 2 % 4];
        let mut socket = TcpStream::connect(addr).await.expect("enough file handles (ulimit -n 20000)");
        let join = format!("<protocol><join gameType=\"{}\"/>", season.game_type());
        socket.write_all(join.as_bytes()).await.expect("the server reads");
        let mut first = [0; 10];
        socket.read_exact(&mut first).await.expect("the server answers");
        players.push(socket);
    }
    let (rooms, grown) = (handle.rooms(), memory() - before);
    println!("{rooms} rooms with {} connections: {grown:.0} MB more than none", handle.connections());
    assert_eq!(rooms, ROOMS);
    handle.stop();
    grown
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let failed = runtime.expect("two threads").block_on(async {
        let memory = open_rooms().await;
        let mut slowest = f64::INFINITY;
        for season in [Season::Piranhas2026, Season::Ostseeschach2022, Season::Piranhas2019, Season::Hive2020] {
            slowest = slowest.min(speed(season).await);
        }
        println!("wanted: {WANTED_MOVES_PER_SECOND} moves/s, {WANTED_MEGABYTES} MB for {ROOMS} rooms");
        memory > WANTED_MEGABYTES || slowest < WANTED_MOVES_PER_SECOND
    });
    if failed {
        println!("BELOW what is wanted");
    }
}
