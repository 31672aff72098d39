//! Games per second into SQLite: real games of about 60 plies, begun, added to in pieces of ten events, ended.
//!
//! `cargo bench -p schwarm-store --bench store [-- GAMES TASKS]`. Everything is read again afterwards and counted.

#![allow(clippy::unwrap_used, reason = "a bench may stop at the first surprise")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_play::{Choice, GameEvent, Playing, Start, Termination, TimeControl};
use schwarm_store::{Filter, Store, open};

const PLIES: usize = 60;
const PIECE: usize = 10;

fn main() {
    // Cargo adds words of its own; numbers are ours.
    let mut numbers = std::env::args().filter_map(|arg| arg.parse::<u64>().ok());
    let (games, tasks) = (numbers.next().unwrap_or(20_000), numbers.next().unwrap_or(64));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        for round in 1..=3 {
            run(games, tasks, round).await;
        }
    });
}

async fn run(games: u64, tasks: u64, round: u32) {
    let folder = std::env::temp_dir().join(format!("schwarm-store-bench-{}", std::process::id()));
    let store = open(folder.join("games.db").to_str().unwrap()).await.unwrap();
    let of_match = store.open_match("bench", "{}").await.unwrap();
    let samples: Arc<Vec<Vec<GameEvent>>> = Arc::new((0..50).map(sample).collect());
    let begin = Instant::now();
    let running: Vec<_> = (0..tasks)
        .map(|task| {
            let (store, samples) = (store.clone(), samples.clone());
            tokio::spawn(async move {
                for place in (task..games).step_by(tasks as usize) {
                    let events = &samples[place as usize % samples.len()];
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
    let took = begin.elapsed().as_secs_f64();
    check(&*store, of_match, games, &samples).await;
    store.close().await.unwrap();
    let size = std::fs::metadata(folder.join("games.db")).unwrap().len();
    std::fs::remove_dir_all(&folder).unwrap();
    let events: usize = (0..games).map(|place| samples[place as usize % samples.len()].len()).sum();
    println!(
        "round {round}: {games} games, {events} events, {tasks} at a time: {:.0} games/s, {:.0} events/s, {} bytes a game",
        games as f64 / took,
        events as f64 / took,
        size / games
    );
}

/// Nothing is lost.
async fn check(store: &dyn Store, of_match: i64, games: u64, samples: &[Vec<GameEvent>]) {
    assert_eq!(store.finished(of_match).await.unwrap().len() as u64, games);
    let mut filter = Filter::default();
    loop {
        let rows = store.list(&filter, 1000, 0).await.unwrap();
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.id);
        for row in rows {
            let kept = store.events(row.id, 1).await.unwrap();
            assert_eq!(kept, samples[row.place.unwrap() as usize % samples.len()]);
        }
    }
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
