//! A store opened in one runtime and awaited in others, as whoever plays games on several threads does.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod cluster;
mod common;

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use common::{Folder, game};
use schwarm_play::GameEvent;
use schwarm_store::{Filter, Store, open};
use tokio::runtime::{Builder, Runtime};

const THREADS: u64 = 4;
const GAMES: u64 = 40;

fn current_thread() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

fn events_of(place: u64) -> Vec<GameEvent> {
    game("piranhas-2019", ["ann", "bob"], place, 20)
}

#[test]
fn sqlite_is_awaited_from_the_runtimes_of_other_threads() {
    let folder = Folder::new("threads");
    from_other_threads(&folder.file("games.db"));
}

#[test]
fn postgres_is_awaited_from_the_runtimes_of_other_threads() {
    let Some(cluster) = cluster::Cluster::start() else { return };
    from_other_threads(&cluster.url());
}

fn from_other_threads(url: &str) {
    let home = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let store = home.block_on(open(url)).unwrap();
    let of_match = home.block_on(store.open_match("threads", "{}")).unwrap();
    let players: Vec<_> = (0..THREADS)
        .map(|player| {
            let store = store.clone();
            thread::spawn(move || {
                let runtime = current_thread();
                for place in (player..GAMES).step_by(THREADS as usize) {
                    runtime.block_on(play(&*store, of_match, place));
                    // Readers come and go with their runtimes, too.
                    let finished = current_thread().block_on(store.finished(of_match)).unwrap();
                    assert!(finished.iter().any(|one| one.game == place));
                }
            })
        })
        .collect();
    for player in players {
        player.join().unwrap();
    }
    home.block_on(check(&*store, of_match));
    a_runtime_that_stands_still_holds_up_nobody(&store, of_match);

    // The runtime in which it was opened goes away: the store stays.
    drop(home);
    current_thread().block_on(async {
        check(&*store, of_match).await;
        play(&*store, of_match, GAMES).await;
        assert_eq!(store.finished(of_match).await.unwrap().len() as u64, GAMES + 1);
        store.close().await.unwrap();
    });
}

/// Begins a game and adds to it, two events at a time.
async fn play(store: &dyn Store, of_match: i64, place: u64) {
    let events = events_of(place);
    let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
    for (piece, first) in events[1..].chunks(2).zip((1..).step_by(2)) {
        store.append(attempt, first, piece).await.unwrap();
    }
}

async fn check(store: &dyn Store, of_match: i64) {
    let places: Vec<_> = store.finished(of_match).await.unwrap().iter().map(|one| one.game).collect();
    assert_eq!(places, (0..GAMES).collect::<Vec<_>>());
    for row in store.list(&Filter::default(), 1000, 0).await.unwrap() {
        assert_eq!(row.attempts, 1);
        assert_eq!(store.events(row.id, 1).await.unwrap(), events_of(row.place.unwrap()));
    }
}

/// A thread reads and then does something else for long, its runtime alive. Others read and write meanwhile.
fn a_runtime_that_stands_still_holds_up_nobody(store: &Arc<dyn Store>, of_match: i64) {
    let (has_read, is_read) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let its_store = store.clone();
    let still = thread::spawn(move || {
        let runtime = current_thread();
        runtime.block_on(its_store.finished(of_match)).unwrap();
        has_read.send(()).unwrap();
        wait.recv().unwrap();
    });
    is_read.recv().unwrap();
    let (answer, answered) = mpsc::channel();
    let its_store = store.clone();
    thread::spawn(move || {
        let found = current_thread().block_on(async {
            its_store.open_match("still", "{}").await.unwrap();
            its_store.finished(of_match).await.unwrap().len()
        });
        answer.send(found).unwrap();
    });
    assert_eq!(answered.recv_timeout(Duration::from_secs(20)), Ok(GAMES as usize));
    go_on.send(()).unwrap();
    still.join().unwrap();
}

#[test]
fn a_store_outlives_the_small_runtime_it_was_opened_in() {
    let folder = Folder::new("outlives");
    let store = current_thread().block_on(open(&folder.file("games.db"))).unwrap();
    let of_match = current_thread().block_on(store.open_match("m", "{}")).unwrap();
    current_thread().block_on(play(&*store, of_match, 0));
    let shown = current_thread().block_on(store.show(1)).unwrap().unwrap();
    assert_eq!(shown.events, events_of(0));
}
