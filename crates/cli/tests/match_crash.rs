//! `kill -9` of the arena at fifty random moments of a match, resumed each time: nothing is lost or counted twice.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use common::{command, schwarm};
use schwarm_arena::matchup::Tally;
use schwarm_core::Rng;
use schwarm_play::GameEvent;
use schwarm_store::{Filter, Store};
use serde_json::Value;

/// What was shown: by match, game and try, the events.
type Shown = BTreeMap<(u64, u64, u64), Vec<Value>>;

const KILLS: usize = 50;
const GAMES: u64 = 200;

#[test]
fn two_hundred_games_survive_fifty_kills() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("match-crash");
    let _ = fs::remove_dir_all(&data);
    let mut rng = Rng::new(20_261_115);
    let mut shown = Shown::new();
    let (mut kills, mut rounds) = (0, 1);
    while kills < KILLS {
        match run(&data, rounds, Some(rng.below(20)), &mut shown) {
            true => kills += 1,
            // A fast machine may be done before it was killed often enough: then another match is played.
            false => rounds += 1,
        }
        assert!(rounds <= KILLS as u64, "matches are over before they can be killed");
    }
    assert!(!run(&data, rounds, None, &mut shown), "the last run goes to the end");
    println!("{KILLS} kills of {rounds} matches");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(check(&data, rounds, &shown));
}

/// Runs a match, waits for so many milliseconds after its first line, then kills it; `None` lets it end. Whether it was
/// killed while it was running.
fn run(data: &Path, round: u64, patience: Option<usize>, shown: &mut Shown) -> bool {
    let bot = format!("line:{} line --bot random", env!("CARGO_BIN_EXE_schwarm"));
    let mut child =
        command(&["match", &format!("a={bot}"), &format!("b={bot} --seed 2"), "--game", "ostseeschach-2022"])
            .args([
                "--name",
                &format!("crash {round}"),
                "--games",
                &GAMES.to_string(),
                "--concurrency",
                "2",
                "--events",
                "-",
            ])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (mut tries, mut over) = (BTreeMap::new(), false);
    for (index, line) in lines.map_while(Result::ok).enumerate() {
        if let (0, Some(patience)) = (index, patience) {
            std::thread::sleep(Duration::from_millis(patience as u64));
            child.kill().unwrap();
        }
        // The last line of a killed program may be half a line, and the report for people is none.
        let Ok(event) = serde_json::from_str::<Value>(&line) else { continue };
        over |= event["event"] == "report";
        let Some(game) = event["number"].as_u64() else { continue };
        match event["event"].as_str() {
            Some("started") => drop(tries.insert(game, event["attempt"].as_u64().unwrap())),
            Some("counted") => continue,
            _ => {}
        }
        shown.entry((round, game, tries[&game])).or_default().push(event);
    }
    child.wait().unwrap();
    patience.is_some() && !over
}

async fn check(data: &Path, rounds: u64, shown: &Shown) {
    let store = schwarm_store::open(data.join("schwarm.db").to_str().unwrap()).await.unwrap();
    let matches = store.matches(100, 0).await.unwrap();
    assert_eq!(matches.len() as u64, rounds);
    for found in matches {
        assert_eq!((found.games, found.finished), (GAMES, GAMES), "{}", found.name);
        // Every scheduled game has exactly one result.
        let finished = store.finished(found.id).await.unwrap();
        assert_eq!(finished.iter().map(|game| game.game).collect::<Vec<_>>(), (0..GAMES).collect::<Vec<_>>());
        // Totals equal the fold of the results.
        let mut tally = Tally::default();
        finished.iter().for_each(|game| tally.add(game.game, &game.ending));
        let totals = store.totals(&Filter { of_match: Some(found.name), ..Filter::default() }).await.unwrap();
        assert_eq!((totals.open, totals.aborted, totals.one + totals.two + totals.draws), (0, 0, GAMES));
        assert_eq!((tally.games(), tally.complete_pairs(), totals.draws), (GAMES, GAMES / 2, tally.draws));
    }
    shown_is_kept(&*store, shown).await;
    exported_is_kept(&*store, data).await;
    store.close().await.unwrap();
}

/// Everything anybody saw is in the store: an event is stored before it is shown.
async fn shown_is_kept(store: &dyn Store, shown: &Shown) {
    let mut ids = BTreeMap::new();
    let mut filter = Filter::default();
    loop {
        let rows = store.list(&filter, 1000, 0).await.unwrap();
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.id);
        ids.extend(rows.iter().map(|row| ((row.of_match.clone().unwrap(), row.place.unwrap()), row.id)));
    }
    let mut broken_off = 0;
    for (&(round, game, attempt), events) in shown {
        let kept = store.events(ids[&(format!("crash {round}"), game)], attempt as u32).await.unwrap();
        let kept: Vec<Value> = kept.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
        assert!(kept.len() >= events.len(), "game {game}: {} events were shown, {} are kept", events.len(), kept.len());
        for (shown, kept) in events.iter().zip(&kept) {
            let mut shown = shown.clone();
            // These belong to the line, not to the event.
            let shown = shown.as_object_mut().unwrap();
            shown.retain(|key, _| key != "attempt" && key != "number");
            assert_eq!(Some(&*shown), kept.as_object(), "game {game}");
        }
        broken_off += u32::from(!matches!(events.last(), Some(event) if event["event"] == "ended"));
    }
    println!("{} tries were seen, {broken_off} of them broken off", shown.len());
}

/// The PGN of all games is what is in the store.
async fn exported_is_kept(store: &dyn Store, data: &Path) {
    let pgn = schwarm(&["records", "export", "--data", data.to_str().unwrap()], "").ok();
    let mut export = schwarm_store::Export::new(store, Filter::default());
    let mut wanted = Vec::new();
    while let Some(shown) = export.next().await.unwrap() {
        let GameEvent::Ended { ending } = shown.events.last().unwrap() else { panic!("game without an end") };
        assert_eq!(shown.row.ending.as_ref(), Some(ending));
        wanted.push(shown.record);
    }
    let read = schwarm_play::pgn::read(&pgn).unwrap();
    assert_eq!(read.len(), wanted.len());
    assert_eq!(read, wanted);
}
