//! `kill -9` at random moments: what was said to be kept is there, and nothing else.
//!
//! The test starts itself again as the program to be killed.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use common::{Dice, Folder, game};
use schwarm_play::GameEvent;
use schwarm_store::{Filter, Store, open};
use sqlx::Connection;

const CHILD: &str = "SCHWARM_STORE_CRASH_CHILD";
const KILLS: u64 = 20;
const TASKS: u64 = 4;

#[test]
fn a_killed_program_loses_nothing_it_was_told_is_kept() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    if let Ok(file) = std::env::var(CHILD) {
        return runtime.block_on(child(&file));
    }
    let folder = Folder::new("crash");
    let file = folder.file("games.db");
    let mut dice = Dice::new(20);
    // Events kept of every try, as the programs were told.
    let mut told: BTreeMap<(u64, u32), usize> = BTreeMap::new();
    for kill in 0..KILLS {
        let lines = kill_one(&file, 1 + dice.roll(400));
        for line in lines.iter().filter_map(|line| line.strip_prefix("kept ")) {
            let numbers: Vec<u64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
            // The last line may have been cut short by the kill.
            let [place, number, events, 0] = numbers[..] else { continue };
            told.insert((place, number as u32), events as usize);
        }
        runtime.block_on(check(&file, &told, kill));
    }
    let told_events: usize = told.values().sum();
    assert!(told.len() > 20 && told_events > 500, "hardly anything happened: {} tries, {told_events}", told.len());
}

/// Runs a child until it has said so many lines, and kills it; returns all it said.
fn kill_one(file: &str, lines: usize) -> Vec<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_killed_program_loses_nothing_it_was_told_is_kept", "--nocapture"])
        .env(CHILD, file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut all: Vec<String> = said.by_ref().take(lines + 3).collect();
    child.kill().unwrap();
    all.extend(said);
    assert!(!child.wait().unwrap().success(), "the child was to be killed while at work");
    assert!(all.len() >= lines, "the child ended by itself: {all:?}");
    all
}

/// Plays games for ever, four at a time, and says what is kept.
async fn child(file: &str) {
    let store = open(file).await.unwrap();
    let of_match = store.open_match("crash", "{}").await.unwrap();
    let begin = store.finished(of_match).await.unwrap().len() as u64 / TASKS;
    let tasks: Vec<_> = (0..TASKS).map(|task| tokio::spawn(play(store.clone(), of_match, begin, task))).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

async fn play(store: Arc<dyn Store>, of_match: i64, begin: u64, task: u64) {
    // Some games before may be unfinished, since the tasks are not equally fast.
    for round in begin.saturating_sub(50).. {
        let place = round * TASKS + task;
        let events = events_of(place);
        let Some(attempt) = store.begin(of_match, place, &events[0]).await.unwrap() else { continue };
        let mut next = 1;
        say(place, attempt.number, next);
        while next < events.len() {
            let last = (next + 1 + place as usize % 3).min(events.len());
            store.append(attempt, next as u32, &events[next..last]).await.unwrap();
            next = last;
            say(place, attempt.number, next);
        }
    }
}

fn say(place: u64, number: u32, events: usize) {
    // The zero tells a whole line from one that was cut short.
    let line = format!("kept {place} {number} {events} 0\n");
    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
}

fn events_of(place: u64) -> Vec<GameEvent> {
    game("piranhas-2019", ["ann", "bob"], place, 20)
}

/// The store opens, is whole, and holds at least what was told and nothing that did not happen.
async fn check(file: &str, told: &BTreeMap<(u64, u32), usize>, kill: u64) {
    let store = open(file).await.unwrap();
    let of_match = store.open_match("crash", "{}").await.unwrap();
    let (mut ids, mut filter) = (BTreeMap::new(), Filter::default());
    loop {
        let rows = store.list(&filter, 1000, 0).await.unwrap();
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.id);
        ids.extend(rows.iter().map(|row| (row.place.unwrap(), (row.id, row.attempts, row.ending.clone()))));
    }
    let finished = store.finished(of_match).await.unwrap();
    for (place, (id, attempts, ending)) in &ids {
        let (events, mut ended) = (events_of(*place), 0);
        for number in 1..=*attempts {
            let kept = store.events(*id, number).await.unwrap();
            let least = told.get(&(*place, number)).copied().unwrap_or(0);
            assert!(kept.len() >= least, "kill {kill}: game {place} try {number}: {} of {least} kept", kept.len());
            assert_eq!(kept, events[..kept.len()], "kill {kill}: game {place} try {number}");
            ended += usize::from(kept.len() == events.len());
        }
        // A result is there together with the last event, or not at all.
        assert_eq!(usize::from(ending.is_some()), ended, "kill {kill}: game {place}");
        assert_eq!(finished.iter().filter(|one| one.game == *place).count(), ended);
    }
    assert!(told.keys().all(|(place, number)| ids.get(place).is_some_and(|(_, attempts, _)| attempts >= number)));
    store.close().await.unwrap();
    let mut connection = sqlx::SqliteConnection::connect(file).await.unwrap();
    let whole: (String,) = sqlx::query_as("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(whole.0, "ok");
    connection.close().await.unwrap();
}
