//! Several programs with the same file of SQLite: one that holds it, and two that play the same match.
//!
//! The tests start themselves again as the other programs.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use common::{Folder, game};
use schwarm_play::GameEvent;
use schwarm_store::{Filter, Store, open, open_with};
use sqlx::Connection;
use tokio::runtime::Runtime;

const FILE: &str = "SCHWARM_STORE_PROCESSES_FILE";
const PLAYER: &str = "SCHWARM_STORE_PROCESSES_PLAYER";
const GAMES: u64 = 120;
const TASKS: u64 = 4;

/// A child that runs one test of this file.
struct Other {
    child: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Other {
    fn start(test: &str, file: &str, player: u64) -> Other {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(FILE, file)
            .env(PLAYER, player.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        Other { child, said }
    }

    /// Waits for it to say something.
    fn wait_for(&mut self, word: &str) {
        let mut line = String::new();
        while line.trim_end() != word {
            line.clear();
            assert!(self.said.read_line(&mut line).unwrap() > 0, "the other program ended before it said {word:?}");
        }
    }

    fn go_on(&mut self) {
        self.child.stdin.as_mut().unwrap().write_all(b"\n").unwrap();
    }

    /// All it says until it ends, which it must do well.
    fn rest(mut self) -> Vec<String> {
        let lines = self.said.lines().map_while(Result::ok).collect();
        assert!(self.child.wait().unwrap().success());
        lines
    }
}

fn say(line: &str) {
    std::io::stdout().lock().write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn wait_to_go_on() {
    std::io::stdin().lock().read_line(&mut String::new()).unwrap();
}

#[test]
fn a_file_held_by_another_program_is_told_of_and_goes_on_afterwards() {
    let runtime = Runtime::new().unwrap();
    if let Ok(file) = std::env::var(FILE) {
        return runtime.block_on(hold(&file));
    }
    let folder = Folder::new("held");
    let file = folder.file("games.db");
    let events = game("piranhas-2019", ["ann", "bob"], 1, 20);
    let store = runtime.block_on(open_with(&file, Duration::from_millis(300))).unwrap();
    let of_match = runtime.block_on(store.open_match("m", "{}")).unwrap();
    let attempt = runtime.block_on(store.begin(of_match, 0, &events[0])).unwrap().unwrap();

    let mut other = Other::start("a_file_held_by_another_program_is_told_of_and_goes_on_afterwards", &file, 0);
    other.wait_for("held");
    let error = runtime.block_on(store.append(attempt, 1, &events[1..4])).unwrap_err().to_string();
    assert!(error.contains("locked by another program") && error.contains("nothing is lost"), "{error}");
    assert_eq!(runtime.block_on(store.events(attempt.id, 1)).unwrap(), events[..1]);
    // A store can be opened and read meanwhile.
    let second = runtime.block_on(open_with(&file, Duration::from_millis(300))).unwrap();
    assert_eq!(runtime.block_on(second.finished(of_match)).unwrap(), []);

    other.go_on();
    other.rest();
    runtime.block_on(store.append(attempt, 1, &events[1..])).unwrap();
    assert_eq!(runtime.block_on(second.show(attempt.id)).unwrap().unwrap().events, events);
}

/// The other program: takes the lock, and gives it back when told to.
async fn hold(file: &str) {
    let mut connection = sqlx::SqliteConnection::connect(file).await.unwrap();
    sqlx::raw_sql("BEGIN EXCLUSIVE").execute(&mut connection).await.unwrap();
    say("held");
    wait_to_go_on();
    sqlx::raw_sql("ROLLBACK").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[test]
fn two_programs_that_play_the_same_match_lose_and_double_nothing() {
    let runtime = Runtime::new().unwrap();
    if let Ok(file) = std::env::var(FILE) {
        let player = std::env::var(PLAYER).unwrap().parse().unwrap();
        return runtime.block_on(play_match(&file, player));
    }
    let folder = Folder::new("same");
    let file = folder.file("games.db");
    let test = "two_programs_that_play_the_same_match_lose_and_double_nothing";
    let mut programs = [1, 2].map(|player| Other::start(test, &file, player));
    for program in &mut programs {
        program.wait_for("ready");
    }
    for program in &mut programs {
        program.go_on();
    }
    // Who began which try, how many of its events were kept, and whose result it is, as the programs were told.
    let (mut began, mut kept, mut won) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (player, program) in (1..).zip(programs) {
        for line in program.rest() {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |index: usize| words[index].parse::<u64>().unwrap();
            match words[0] {
                "began" => {
                    let double = began.insert((number(1), number(2)), player);
                    assert_eq!(double, None, "two tries have the same number: {line}");
                }
                "kept" => drop(kept.insert((number(1), number(2)), number(3) as usize)),
                "won" => assert_eq!(won.insert(number(1), number(2)), None, "two results: {line}"),
                _ => {}
            }
        }
    }
    assert_eq!(won.keys().copied().collect::<Vec<_>>(), (0..GAMES).collect::<Vec<_>>());
    for player in [1, 2] {
        assert!(began.values().any(|who| *who == player), "program {player} had nothing to do");
    }
    runtime.block_on(check(&file, &began, &kept, &won));
}

fn events_of(place: u64, player: u64) -> Vec<GameEvent> {
    game("piranhas-2019", ["ann", "bob"], 3 * place + player, 12)
}

/// One of the two programs: plays whatever has no result, and says what it was told.
async fn play_match(file: &str, player: u64) {
    let store = open(file).await.unwrap();
    let of_match = store.open_match("same", "{}").await.unwrap();
    // One game is begun before the other program can have finished it: whoever is fast would leave nothing to the other.
    let own = GAMES - player;
    let attempt = store.begin(of_match, own, &events_of(own, player)[0]).await.unwrap().unwrap();
    say("ready");
    wait_to_go_on();
    say(&format!("began {own} {}", attempt.number));
    let tasks: Vec<_> = (0..TASKS).map(|task| tokio::spawn(play(store.clone(), of_match, player, task))).collect();
    for task in tasks {
        task.await.unwrap();
    }
    store.close().await.unwrap();
}

async fn play(store: Arc<dyn Store>, of_match: i64, player: u64, task: u64) {
    for place in (task..GAMES).step_by(TASKS as usize) {
        let events = events_of(place, player);
        let Some(attempt) = store.begin(of_match, place, &events[0]).await.unwrap() else { continue };
        say(&format!("began {place} {}", attempt.number));
        let (last, mut next) = (events.len() - 1, 1);
        while next < last {
            let piece = next..(next + 4).min(last);
            store.append(attempt, next as u32, &events[piece.clone()]).await.unwrap();
            next = piece.end;
            say(&format!("kept {place} {} {next}", attempt.number));
        }
        match store.append(attempt, last as u32, &events[last..]).await {
            Ok(()) => say(&format!("won {place} {}", attempt.number)),
            Err(error) => assert!(error.to_string().contains("has a result from another try"), "{error}"),
        }
    }
}

async fn check(
    file: &str,
    began: &BTreeMap<(u64, u64), u64>,
    kept: &BTreeMap<(u64, u64), usize>,
    won: &BTreeMap<u64, u64>,
) {
    let store = open(file).await.unwrap();
    let rows = store.list(&Filter::default(), 1000, 0).await.unwrap();
    assert_eq!(rows.len() as u64, GAMES);
    let mut tries = 0;
    for row in rows {
        let place = row.place.unwrap();
        for number in 1..=u64::from(row.attempts) {
            let player = began[&(place, number)];
            let (there, all) = (store.events(row.id, number as u32).await.unwrap(), events_of(place, player));
            let least = kept.get(&(place, number)).copied().unwrap_or(1);
            // The end is there where it was won, and nowhere else.
            let wanted = if won[&place] == number { all.len() } else { least };
            assert_eq!(there, all[..wanted], "game {place}, try {number}");
            tries += 1;
        }
        let winner = began[&(place, won[&place])];
        assert_eq!(store.show(row.id).await.unwrap().unwrap().events, events_of(place, winner));
    }
    assert_eq!(tries, began.len());
    let totals = store.totals(&Filter::default()).await.unwrap();
    assert_eq!(totals.one + totals.two + totals.draws + totals.aborted, GAMES);
    assert_eq!(totals.open, 0);
    store.close().await.unwrap();
}
