//! `kill -9` of a server in the middle of a tournament and a match begun by its forms, gone on with each time: every game is
//! played once, and nothing that was seen is lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../web/tests/client/mod.rs"]
mod client;
mod common;
mod served;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use client::Browser;
use schwarm_core::Rng;
use schwarm_play::GameEvent;
use schwarm_store::{Filter, Store};
use served::{Served, WEB};

/// Games of the tournament (three encounters), and of the match.
const GAMES: [u64; 2] = [3 * 40, 60];
const NAMES: [&str; 2] = ["cup", "duel"];
const KILLS: usize = 8;

/// What somebody saw: the moves of a game, by its number.
type Seen = BTreeMap<i64, BTreeSet<Vec<String>>>;

#[test]
fn a_killed_server_goes_on_with_its_tournament_and_its_match() {
    let bot = |seed: u32| format!("line:{} line --bot random --seed {seed}", env!("CARGO_BIN_EXE_schwarm"));
    let bots: String = (1..=3).map(|n| format!("[[bot]]\nname = \"bot{n}\"\ncommand = \"{}\"\n", bot(n))).collect();
    let mut served = Served::start("crash", &bots, &WEB);
    let mut ann = served.operator();
    let plain = "game=ostseeschach-2022&time=none&concurrency=2&seed=1&sandbox=trusted";
    let cup =
        format!("deed=form&title=Cup&kind=round-robin&pairs=20&{plain}&bot%3Abot1=on&bot%3Abot2=on&bot%3Abot3=on");
    let made = ann.form("/tournaments", &cup);
    assert_eq!(made.status, 303, "{}", made.text());
    let made = ann.form("/matches", &format!("title=Duel&one=bot1&two=bot2&pairs=30&{plain}"));
    assert_eq!(made.status, 303, "{}", made.text());
    let (mut rng, mut seen) = (Rng::new(20_261_116), Seen::new());
    let mut in_the_middle = 0;
    for _ in 0..KILLS {
        std::thread::sleep(Duration::from_millis(rng.below(150) as u64));
        look(&mut ann, &mut seen);
        let ended = NAMES.map(|name| ended(&mut ann, name));
        in_the_middle += usize::from(ended[0] < GAMES[0]) + usize::from(ended[1] < GAMES[1]);
        served.kill_and_start(&WEB);
        ann = served.operator();
        for name in NAMES {
            assert_eq!(ann.form(&format!("/tournament/{name}/resume"), "").status, 303);
        }
    }
    assert!(in_the_middle >= 4, "all was over before it could be killed: {in_the_middle}");
    let began = Instant::now();
    for (name, games) in NAMES.into_iter().zip(GAMES) {
        while ann.get(&format!("/api/tournaments/{name}")).ok()["state"] != "done" {
            assert!(began.elapsed() < Duration::from_secs(120), "{name} does not come to an end");
            std::thread::sleep(Duration::from_millis(100));
        }
        assert_eq!(ended(&mut ann, name), games);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(check(&served.folder.join("data/schwarm.db"), &seen));
}

/// Notes the moves of all games that run.
fn look(browser: &mut Browser, seen: &mut Seen) {
    let wall = browser.get("/watch").text();
    for part in wall.split("data-game-id=\"").skip(1) {
        let id: i64 = part.split('"').next().unwrap().parse().unwrap();
        let answer = browser.get(&format!("/api/games/{id}"));
        // A game may be over and gone from memory by now, but it is never unknown.
        let told = answer.ok();
        let moves = told["moves"].as_array().unwrap().iter().map(|told| told["move"].as_str().unwrap().to_string());
        seen.entry(id).or_default().insert(moves.collect());
    }
}

fn ended(browser: &mut Browser, name: &str) -> u64 {
    let told = browser.get(&format!("/api/tournaments/{name}")).ok();
    told["encounters"].as_array().unwrap().iter().map(|met| met["ended"].as_u64().unwrap()).sum()
}

async fn check(file: &Path, seen: &Seen) {
    let store = schwarm_store::open(file.to_str().unwrap()).await.unwrap();
    let mut played = [0; 2];
    for found in store.matches(100, 0).await.unwrap() {
        let Some(which) = NAMES.iter().position(|name| found.name.starts_with(&format!("{name}/"))) else { continue };
        assert_eq!(found.games, found.finished, "{}", found.name);
        let finished: Vec<_> = store.finished(found.id).await.unwrap().iter().map(|game| game.game).collect();
        assert_eq!(finished, (0..found.games).collect::<Vec<_>>(), "{}: every game once", found.name);
        played[which] += found.games;
    }
    assert_eq!(played, GAMES);
    let totals = store.totals(&Filter::default()).await.unwrap();
    assert_eq!((totals.open, totals.aborted, totals.one + totals.two + totals.draws), (0, 0, GAMES.iter().sum()));
    let (mut filter, mut tries, mut broken_off) = (Filter::default(), BTreeMap::new(), 0);
    loop {
        let rows = store.list(&filter, 1000, 0).await.unwrap();
        let Some(last) = rows.last() else { break };
        filter.after = Some(last.id);
        for row in rows {
            let lines = tries_of(&*store, row.id).await;
            broken_off += lines.len() - 1;
            tries.insert(row.id, lines);
        }
    }
    assert!(broken_off > 0, "no kill has hit a game");
    let mut looks = 0;
    for (id, lines) in seen {
        for line in lines {
            assert!(
                tries[id].iter().any(|kept| kept.starts_with(line)),
                "game {id}: {line:?} was seen and is not kept"
            );
            looks += 1;
        }
    }
    assert!(looks > 0, "nobody has seen a running game");
    println!("{broken_off} games were broken off, {looks} looks");
    store.close().await.unwrap();
}

/// The moves of every try at a game: the last one is whole, those before it are beginnings.
async fn tries_of(store: &dyn Store, id: i64) -> Vec<Vec<String>> {
    let mut tries: Vec<Vec<String>> = Vec::new();
    let mut last_is_whole = false;
    loop {
        let events = store.events(id, tries.len() as u32 + 1).await.unwrap();
        if events.is_empty() {
            break;
        }
        assert!(!last_is_whole, "game {id} was played again after its end");
        assert!(matches!(events[0], GameEvent::Started { .. }), "game {id}");
        let ends = events.iter().filter(|event| matches!(event, GameEvent::Ended { .. })).count();
        last_is_whole = matches!(events.last(), Some(GameEvent::Ended { .. }));
        assert_eq!(ends, usize::from(last_is_whole), "game {id}: an end is the end");
        let moves = events.iter().filter_map(|event| match event {
            GameEvent::Moved { played, .. } => Some(played.text.clone()),
            _ => None,
        });
        tries.push(moves.collect());
    }
    assert!(last_is_whole, "game {id} has no end");
    tries
}
