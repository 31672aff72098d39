//! Games per second into SQLite: real games of about 60 plies, begun, added to in pieces of ten events, ended.
//!
//! `cargo bench -p schwarm-store --bench store [-- GAMES TASKS]`. Every round also writes the same bytes through sqlx
//! without any store: one table, one statement a piece, one transaction per 100 games, one after the other. The ratio
//! says how much the store costs or saves whatever else the machine does. Everything is read again afterwards.
//!
//! CPU seconds are those of this process, players' side included: making JSON of the events counts on both sides.

#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_play::{Choice, GameEvent, Playing, Start, Termination, TimeControl};
use schwarm_store::{Filter, Store, open};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

const PLIES: usize = 60;
const PIECE: usize = 10;
const GAMES_IN_A_TRANSACTION: u64 = 100;

type Games = Arc<Vec<Vec<GameEvent>>>;

fn main() {
    // Cargo adds words of its own; numbers are ours.
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<u64>().ok());
    let (games, tasks) = (numbers.next().unwrap_or(20_000), numbers.next().unwrap_or(64));
    let samples: Games = Arc::new((0..50).map(sample).collect());
    let events: usize = (0..games).map(|place| of(&samples, place).len()).sum();
    println!("{games} games, {events} events, {tasks} games at a time");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        for round in 1..=3 {
            let store = with_store(games, tasks, &samples).await;
            let plain = plainly(games, &samples).await;
            println!("round {round}: {}", store.line("store", games));
            println!("         {}", plain.line("plain inserts", games));
            let cpu = store.cpu.zip(plain.cpu).map_or("?".into(), |(store, plain)| format!("{:.2}", plain / store));
            println!("         store : plain = {:.2} by the clock, {cpu} by CPU time", plain.wall / store.wall);
        }
    });
}

/// What a run took.
struct Took {
    wall: f64,
    cpu: Option<f64>,
    bytes: u64,
}

impl Took {
    fn line(&self, name: &str, games: u64) -> String {
        let per_cpu = self.cpu.map_or("?".into(), |cpu| format!("{:.0}", games as f64 / cpu));
        let per_second = games as f64 / self.wall;
        format!("{name}: {per_second:.0} games/s, {per_cpu} games per CPU second, {} bytes a game", self.bytes / games)
    }
}

/// A clock for both kinds of time.
struct Watch(Instant, Option<f64>);

impl Watch {
    fn start() -> Watch {
        Watch(Instant::now(), cpu_seconds())
    }

    fn stop(self) -> Took {
        let (wall, cpu) = (self.0.elapsed().as_secs_f64(), cpu_seconds());
        Took { wall, cpu: self.1.zip(cpu).map(|(before, after)| after - before), bytes: 0 }
    }
}

/// CPU time of this process in all its threads, where Linux tells.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may hold anything; times are in hundredths of a second.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(|number| number.parse::<f64>());
    Some((numbers.next()?.ok()? + numbers.next()?.ok()?) / 100.0)
}

fn of(samples: &[Vec<GameEvent>], place: u64) -> &[GameEvent] {
    &samples[place as usize % samples.len()]
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("schwarm-store-bench-{}", std::process::id()))
}

/// All bytes of a database, its log included.
fn size(folder: &Path) -> u64 {
    std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

async fn with_store(games: u64, tasks: u64, samples: &Games) -> Took {
    let folder = folder();
    let store = open(folder.join("games.db").to_str().unwrap()).await.unwrap();
    let of_match = store.open_match("bench", "{}").await.unwrap();
    let watch = Watch::start();
    let running: Vec<_> = (0..tasks)
        .map(|task| {
            let (store, samples) = (store.clone(), samples.clone());
            tokio::spawn(async move {
                for place in (task..games).step_by(tasks as usize) {
                    let events = of(&samples, place);
                    let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
                    for (index, piece) in events[1..].chunks(PIECE).enumerate() {
                        store.append(attempt, (1 + index * PIECE) as u32, piece).await.unwrap();
                    }
                }
            })
        })
        .collect();
    for task in running {
        task.await.unwrap();
    }
    let mut took = watch.stop();
    check(&*store, of_match, games, samples).await;
    store.close().await.unwrap();
    took.bytes = size(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    took
}

/// Nothing is lost.
async fn check(store: &dyn Store, of_match: i64, games: u64, samples: &Games) {
    assert_eq!(store.finished(of_match).await.unwrap().len() as u64, games);
    let (mut filter, mut seen) = (Filter::default(), 0);
    loop {
        let rows = store.list(&filter, 1000, 0).await.unwrap();
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.id);
        for row in rows {
            let kept = store.events(row.id, 1).await.unwrap();
            assert_eq!(kept, of(samples, row.place.unwrap()));
            seen += 1;
        }
    }
    assert_eq!(seen, games);
}

/// The same bytes as plainly as can be.
async fn plainly(games: u64, samples: &Games) -> Took {
    let folder = folder();
    std::fs::create_dir_all(&folder).unwrap();
    let options = SqliteConnectOptions::new()
        .filename(folder.join("plain.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .pragma("wal_autocheckpoint", "4000")
        .disable_statement_logging();
    let mut to = SqliteConnection::connect_with(&options).await.unwrap();
    let table = "CREATE TABLE plain (game BIGINT, first BIGINT, events TEXT, PRIMARY KEY (game, first))";
    sqlx::raw_sql(table).execute(&mut to).await.unwrap();
    let watch = Watch::start();
    for first in (0..games).step_by(GAMES_IN_A_TRANSACTION as usize) {
        sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut to).await.unwrap();
        for place in first..games.min(first + GAMES_IN_A_TRANSACTION) {
            let events = of(samples, place);
            insert(&mut to, place, 0, &events[..1]).await;
            for (index, piece) in events[1..].chunks(PIECE).enumerate() {
                insert(&mut to, place, (1 + index * PIECE) as i64, piece).await;
            }
        }
        sqlx::raw_sql("COMMIT").execute(&mut to).await.unwrap();
    }
    let mut took = watch.stop();
    let rows: (i64,) = sqlx::query_as("SELECT count(DISTINCT game) FROM plain").fetch_one(&mut to).await.unwrap();
    assert_eq!(rows.0 as u64, games);
    to.close().await.unwrap();
    took.bytes = size(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    took
}

async fn insert(to: &mut SqliteConnection, place: u64, first: i64, events: &[GameEvent]) {
    let lines: Vec<String> = events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let insert = sqlx::query("INSERT INTO plain (game, first, events) VALUES (?, ?, ?)");
    insert.bind(place as i64).bind(first).bind(lines.join("\n")).execute(to).await.unwrap();
}

/// A game of Hive: 60 plies, scores and clocks included.
fn sample(seed: u64) -> Vec<GameEvent> {
    let rules = schwarm_catalog::open("hive").unwrap();
    let time = TimeControl::Total { base: Duration::from_secs(60), increment: Duration::from_millis(100) };
    let players = ["ann".to_string(), "bob".to_string()];
    let mut playing = Playing::new(&*rules, Start::Default.open(&*rules).unwrap(), players, time);
    let mut events = playing.opening_events();
    for ply in 0..PLIES as u64 {
        if playing.to_move().is_none() {
            return events;
        }
        let moves = playing.session().legal_moves();
        let text = moves[(seed * 31 + ply * 7919) as usize % moves.len()].clone();
        let choice = Choice { text, score: Some(ply as f64 / 3.0), depth: Some(9), ..Choice::default() };
        events.extend(playing.answer(Ok(choice), Duration::from_micros(100 * ply)));
    }
    events.extend(playing.end(Termination::Adjudication { why: "long enough".into() }));
    events
}
