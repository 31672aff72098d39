//! A store filled with games of every rule set, ended in every way, some by strangers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use schwarm_arena::matchup::MatchPlan;
use schwarm_core::{Rng, Side};
use schwarm_play::{Choice, GameEvent, GameRecord, Playing, SeatFault, Start, Termination, TimeControl};

/// A folder of its own, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The ids of all rule sets, and one with an option.
pub fn of_all_games() -> Vec<String> {
    let ids = schwarm_catalog::games().into_iter().map(|info| info.id.to_string());
    ids.chain(["hive+mlp,repetition=off".to_string()]).collect()
}

/// How a game is ended before its rules do it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    Adjudicated,
    Aborted,
    Crashed,
    Illegal,
    Late,
    Open,
}

/// A game of random moves, the same every time for a seed; cut after so many plies.
pub fn play(id: &str, start: &Start, players: [&str; 2], seed: u64, plies: u32, cut: Cut) -> Vec<GameEvent> {
    let rules = schwarm_catalog::open(id).unwrap();
    let session = start.open(&*rules).unwrap();
    let time = TimeControl::Total { base: Duration::from_secs(60), increment: Duration::from_millis(100) };
    let mut playing = Playing::new(&*rules, session, players.map(str::to_string), time);
    let mut events = playing.opening_events();
    let mut rng = Rng::new(seed);
    for ply in 0..plies {
        let Some(text) = playing.session().random_move(&mut rng) else { return events };
        let score = (ply % 3 == 0).then(|| (rng.next_u64() % 1000) as f64 / 7.0 - 70.0);
        let note = (ply == 1).then(|| "\u{1b}[31m„so“\n{\0} \u{1f41d}".to_string());
        let choice = Choice { text, score, note, ..Choice::default() };
        events.extend(playing.answer(Ok(choice), Duration::from_nanos(rng.next_u64() % 90_000_000)));
    }
    if playing.to_move().is_none() {
        return events;
    }
    let late = Duration::from_secs(3600);
    match cut {
        Cut::Adjudicated => events.extend(playing.end(Termination::Adjudication { why: "long enough".into() })),
        Cut::Aborted => events.extend(playing.end(Termination::Abort { why: "no \"light\"".into() })),
        Cut::Crashed => events.extend(playing.answer(Err(SeatFault::Crash("exit status 3".into())), Duration::ZERO)),
        Cut::Illegal => {
            let choice = Choice { text: "\u{1b}]0;gotcha\u{7} \\\"]".into(), ..Choice::default() };
            events.extend(playing.answer(Ok(choice), Duration::ZERO));
        }
        Cut::Late => {
            let text = playing.session().random_move(&mut rng).unwrap();
            events.extend(playing.answer(Ok(Choice { text, ..Choice::default() }), late));
        }
        Cut::Open => {}
    }
    events
}

/// Fills the store of a folder; the number of games in its match `first`.
pub fn fill(folder: &Path) -> u64 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(fill_store(folder.join("schwarm.db").to_str().unwrap()))
}

async fn fill_store(database: &str) -> u64 {
    let store = schwarm_store::open(database).await.unwrap();
    let plan = MatchPlan::new("hive", ["ann".into(), "bob".into()], 20).to_json().unwrap();
    let first = store.open_match("first", &plan).await.unwrap();
    store.open_match("zweite Runde: \u{1b}[2J \"ß\"", r#"{"kind":"other"}"#).await.unwrap();
    let cuts = [Cut::Adjudicated, Cut::Crashed, Cut::Illegal, Cut::Late];
    let mut games = 0;
    for (id, number) in of_all_games().iter().zip(0_u64..) {
        let players = if number % 2 == 0 { ["ann", "bob"] } else { ["bob", "ann"] };
        let cut = cuts[number as usize % cuts.len()];
        let events = play(id, &Start::Default, players, number, 30 + number as u32, cut);
        let attempt = store.begin(first, games, &events[0]).await.unwrap().unwrap();
        store.append(attempt, 1, &events[1..]).await.unwrap();
        games += 1;
    }
    for cut in [Cut::Aborted, Cut::Open] {
        let events = play("hive", &Start::Default, ["ann", "bob"], 7, 9, cut);
        let attempt = store.begin(first, games, &events[0]).await.unwrap().unwrap();
        store.append(attempt, 1, &events[1..]).await.unwrap();
        games += 1;
    }
    for record in imported() {
        store.import(&record).await.unwrap();
    }
    store.close().await.unwrap();
    games
}

/// Whole games from elsewhere, with starts of every kind and names nobody should have.
fn imported() -> Vec<GameRecord> {
    let (evil, long) = ("\u{1b}[2Jx\n\u{202e}y \"\\]", "n".repeat(300));
    let mut records = Vec::new();
    for (id, seed) in [("piranhas-2019", 1), ("piranhas-2026", 2), ("ostseeschach-2022", 3), ("hive-2020", 4)] {
        let start = Start::Setup(format!("seed:{seed}"));
        records.push(GameRecord::from_events(&play(id, &start, [evil, &long], seed, 400, Cut::Adjudicated)).unwrap());
    }
    let rules = schwarm_catalog::open("hive+p").unwrap();
    let mut session = Start::Default.open(&*rules).unwrap();
    let mut rng = Rng::new(5);
    for _ in 0..12 {
        let text = session.random_move(&mut rng).unwrap();
        session.play(&text).unwrap();
    }
    let start = Start::Position(session.position());
    let mut record = GameRecord::from_events(&play("hive+p", &start, ["", "ann"], 6, 20, Cut::Adjudicated)).unwrap();
    record.time = None;
    record.tags = BTreeMap::from([
        ("Date".to_string(), "2026.11.15".to_string()),
        ("odd name = %".to_string(), "a\nb\\\"\0".to_string()),
        ("Comment".to_string(), String::new()),
    ]);
    records.push(record.clone());
    // The same game once more is another game.
    records.push(record.clone());
    record.ending.as_mut().unwrap().winner = Some(Side::Two);
    records.push(record);
    records.push(GameRecord { game: "hive".into(), ..GameRecord::default() });
    records
}
