//! One story, told to SQLite and to PostgreSQL: what is kept, what is refused, and what is found again.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod cluster;
mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use common::{Dice, Folder, game};
use schwarm_play::{Attempt, Dialogue, GameEvent, GameRecord, Journal, Remark, Speaker, Termination, pgn};
use schwarm_store::{
    Export, Filter, MatchFilter, News, Opening, Played, RunningRow, Search, Shown, Standing, Store, StoreError, Totals,
    open,
};

const PLAN: &str = r#"{"games":100,"players":["ann","bob"]}"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_tells_the_story() {
    let folder = Folder::new("story");
    story(&format!("sqlite:{}", folder.file("new/folder/games.db"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_tells_the_story() {
    let Some(cluster) = cluster::Cluster::start() else { return };
    story(&cluster.url()).await;

    // A server that was restarted is found again, by readers and by the writer.
    let store = open(&cluster.url()).await.unwrap();
    let of_match = store.open_match("restart", PLAN).await.unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], 1, 60);
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    store.append(attempt, 1, &events[1..5]).await.unwrap();
    let before = all(&*store, Filter::default()).await;
    cluster.restart();
    assert_eq!(all(&*store, Filter::default()).await, before);
    store.append(attempt, 5, &events[5..]).await.unwrap();
    assert_eq!(store.finished(of_match).await.unwrap().len(), 1);

    // And one that is gone is told of.
    cluster.stop();
    let error = store.append(attempt, 5, &events[5..]).await.unwrap_err().to_string();
    assert!(error.contains("cannot reach") && error.contains("Does the server run"), "{error}");
    let error = open(&cluster.url()).await.err().unwrap();
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
}

async fn story(url: &str) {
    let store = open(url).await.unwrap();
    matches_have_one_plan(&*store).await;
    broken_tries_and_one_result(&*store).await;
    adding_again_changes_nothing(&*store).await;
    nonsense_is_refused(&*store).await;
    moves_are_taken_back(&*store).await;
    running_games_are_followed(url, &*store).await;
    what_bots_said_is_kept(&*store).await;
    imports_come_back(&*store).await;
    openings_are_counted_once(&*store).await;
    many_write_at_once(&store).await;
    two_programs_share_a_match(url).await;
    lists_are_filtered(&*store).await;
    the_newest_come_first(&*store).await;

    let before = all(&*store, Filter::default()).await;
    assert!(before.len() > 60);
    assert!(before.is_sorted_by_key(|shown| shown.row.id));
    store.close().await.unwrap();
    assert_eq!(store.totals(&Filter::default()).await, Err(StoreError::Closed));
    assert!(store.open_match("late", "{}").await.is_err());

    let store = open(url).await.unwrap();
    assert_eq!(all(&*store, Filter::default()).await, before);
    goes_on_after_a_break(&*store).await;
    store.close().await.unwrap();
}

/// All games of an export.
async fn all(store: &dyn Store, filter: Filter) -> Vec<Shown> {
    let (mut export, mut games) = (Export::new(store, filter), Vec::new());
    while let Some(shown) = export.next().await.unwrap() {
        games.push(shown);
    }
    games
}

async fn shown(store: &dyn Store, of_match: &str, place: u64) -> Shown {
    let filter = Filter { of_match: Some(of_match.into()), ..Filter::default() };
    all(store, filter).await.into_iter().find(|shown| shown.row.place == Some(place)).unwrap()
}

async fn matches_have_one_plan(store: &dyn Store) {
    let id = store.open_match("plan", PLAN).await.unwrap();
    assert_eq!(store.open_match("plan", PLAN).await, Ok(id));
    let error = store.open_match("plan", "{}").await.unwrap_err().to_string();
    assert!(error.contains("\"plan\"") && error.contains("another plan"), "{error}");
    assert_ne!(store.open_match("other", PLAN).await, Ok(id));
    assert_eq!(store.finished(id).await, Ok(Vec::new()));
    for name in ["", "a\0b", &"x".repeat(501)] {
        assert!(store.open_match(name, PLAN).await.unwrap_err().to_string().contains("name"));
    }
    let found = store.matches(10, 0).await.unwrap();
    assert_eq!(found.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["plan", "other"]);
    assert_eq!((found[0].id, found[0].plan.as_str(), found[0].games, found[0].finished), (id, PLAN, 0, 0));
    assert_eq!(store.matches(1, 1).await.unwrap(), found[1..]);
    assert_eq!(store.find_match("other").await.unwrap().as_ref(), found.get(1));
    assert_eq!(store.find_match("Other").await.unwrap(), None);
    let some = |text: &str| Some(text.to_string());
    let none = MatchFilter::default;
    for (filter, names) in [
        (none(), &["other", "plan"][..]),
        (MatchFilter { begins: some("pl"), ..none() }, &["plan"]),
        (MatchFilter { begins: some("PL"), ..none() }, &[]),
        (MatchFilter { begins: some("%"), ..none() }, &[]),
        (MatchFilter { begins: some(""), not: vec!["pl".into(), "x".into()], ..none() }, &["other"]),
        (MatchFilter { id: Some(id), ..none() }, &["plan"]),
        (MatchFilter { before: Some(found[1].id), ..none() }, &["plan"]),
        (MatchFilter { begins: some("oth"), id: Some(id), ..none() }, &[]),
    ] {
        let rows = store.newest_matches(&filter, 10).await.unwrap();
        assert_eq!(rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), names, "{filter:?}");
    }
    assert_eq!(store.newest_matches(&none(), 1).await.unwrap(), found[1..]);
}

async fn openings_are_counted_once(store: &dyn Store) {
    let of_match = store.open_match("openings", PLAN).await.unwrap();
    let mut games = Vec::new();
    for place in 0..3 {
        let events = game("hive", ["ann", "bob"], 100 + place, 30);
        let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
        store.append(attempt, 1, &events[1..]).await.unwrap();
        games.push(attempt.id);
    }
    let open = store.begin(of_match, 9, &game("hive", ["ann", "bob"], 7, 3)[0]).await.unwrap().unwrap();
    let unread = store.unread_openings(1000).await.unwrap();
    assert!(games.iter().all(|id| unread.contains(id)) && !unread.contains(&open.id) && unread.is_sorted());
    assert_eq!(store.unread_openings(2).await.unwrap(), unread[..2]);

    // Shapes have 64 bits; a game that comes back to one counts once.
    let (start, odd) = (u64::MAX, 5);
    let opening = |game: i64, shapes: &[u64]| Opening { game, shapes: shapes.to_vec() };
    store.keep_openings(vec![opening(games[0], &[start, odd, odd]), opening(games[1], &[start])]).await.unwrap();
    store.keep_openings(vec![opening(games[1], &[start, 77]), opening(games[2], &[odd, start])]).await.unwrap();
    let mut found = store.played(&[start, odd, 77, 6, start]).await.unwrap();
    found.sort_unstable_by_key(|(shape, _)| *shape);
    assert_eq!(
        found.iter().map(|(shape, played)| (*shape, played.games())).collect::<Vec<_>>(),
        [(odd, 2), (start, 3)]
    );
    let mut results = Played::default();
    for row in store.through(start, 10).await.unwrap() {
        match Standing::of(row.ending.as_ref().unwrap()) {
            Standing::One => results.one += 1,
            Standing::Two => results.two += 1,
            _ => results.draws += 1,
        }
    }
    assert_eq!(found[1].1, results);
    let newest: Vec<i64> = store.through(odd, 1).await.unwrap().iter().map(|row| row.id).collect();
    assert_eq!((newest, store.through(6, 10).await.unwrap()), (vec![games[2]], Vec::new()));
    assert!(!store.unread_openings(1000).await.unwrap().iter().any(|id| games.contains(id)));
    let error = store.keep_openings(vec![opening(open.id, &[1])]).await.unwrap_err().to_string();
    assert!(error.contains("no result"), "{error}");
    assert_eq!(store.played(&[1]).await.unwrap(), Vec::new(), "nothing is half counted");
    assert!(store.keep_openings(vec![opening(999_999, &[1])]).await.is_err());
}

async fn broken_tries_and_one_result(store: &dyn Store) {
    let of_match = store.open_match("tries", PLAN).await.unwrap();
    let events = game("hive", ["ann", "bob"], 7, 40);
    let first = store.begin(of_match, 3, &events[0]).await.unwrap().unwrap();
    assert_eq!(first.number, 1);
    store.append(first, 1, &events[1..9]).await.unwrap();
    let seen = shown(store, "tries", 3).await;
    assert_eq!((seen.events.as_slice(), seen.row.ending, seen.record.ending), (&events[..9], None, None));

    // The try is broken off, and begun again with other luck.
    let again = game("hive", ["ann", "bob"], 8, 40);
    let second = store.begin(of_match, 3, &again[0]).await.unwrap().unwrap();
    assert_eq!(second.number, 2);
    store.append(second, 1, &again[1..]).await.unwrap();
    assert_eq!(store.begin(of_match, 3, &again[0]).await, Ok(None));

    // The first try comes back to life: it has nothing to say any more.
    let error = store.append(first, 9, &events[9..]).await.unwrap_err().to_string();
    assert!(error.contains("has a result"), "{error}");
    let Some(GameEvent::Ended { ending }) = again.last() else { panic!("the game ended") };
    let finished = store.finished(of_match).await.unwrap();
    assert_eq!((finished.len(), finished[0].game, &finished[0].ending), (1, 3, ending));
    let seen = shown(store, "tries", 3).await;
    assert_eq!((seen.events.as_slice(), seen.row.ending.as_ref(), seen.row.attempts), (&again[..], Some(ending), 2));
    let mut record = GameRecord::from_events(&again).unwrap();
    record.tags = BTreeMap::from([("Event".into(), "tries".into()), ("Round".into(), "4".into())]);
    assert_eq!((seen.record, seen.attempt), (record, 2));
    assert_eq!(store.events(seen.row.id, 1).await.unwrap(), events[..9], "a refused end writes nothing");
    assert_eq!(store.events(seen.row.id, 2).await.unwrap(), again);
    assert_eq!(store.events(seen.row.id, 3).await.unwrap(), []);

    // A try with other players is what the list shows.
    let swapped = game("hive", ["bob", "ann"], 9, 10);
    store.begin(of_match, 4, &events[0]).await.unwrap().unwrap();
    store.begin(of_match, 4, &swapped[0]).await.unwrap().unwrap();
    assert_eq!(shown(store, "tries", 4).await.row.players, ["bob", "ann"]);
}

async fn adding_again_changes_nothing(store: &dyn Store) {
    let of_match = store.open_match("again", PLAN).await.unwrap();
    let events = game("ostseeschach-2022", ["ann", "bob"], 3, 50);
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    store.append(attempt, 0, &events[..1]).await.unwrap();
    store.append(attempt, 1, &[]).await.unwrap();
    store.append(attempt, 1, &events[1..6]).await.unwrap();
    for (first, last) in [(1, 6), (0, 6), (3, 5), (5, 6), (4, 8), (0, 12)] {
        store.append(attempt, first as u32, &events[first..last]).await.unwrap();
    }
    assert_eq!(shown(store, "again", 0).await.events, events[..12]);

    let mut other = events[10..].to_vec();
    let GameEvent::Moved { played, .. } = &mut other[1] else { panic!("a move") };
    played.text.push('x');
    let error = store.append(attempt, 10, &other).await.unwrap_err().to_string();
    assert!(error.contains("other events are stored"), "{error}");
    assert_eq!(store.finished(of_match).await, Ok(Vec::new()));
    store.append(attempt, 12, &events[12..]).await.unwrap();
    for first in [1, 12, events.len() - 1] {
        store.append(attempt, first as u32, &events[first..]).await.unwrap();
    }
    assert_eq!(store.finished(of_match).await.unwrap().len(), 1);
    assert_eq!(shown(store, "again", 0).await.events, events);
    let error = store.append(attempt, events.len() as u32, &events[events.len() - 1..]).await.unwrap_err().to_string();
    assert!(error.contains("is over"), "{error}");
}

async fn nonsense_is_refused(store: &dyn Store) {
    let of_match = store.open_match("nonsense", PLAN).await.unwrap();
    let events = game("piranhas-2026", ["ann", "bob"], 3, 50);
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    let last = events.len() - 1;
    let refused = |attempt, first, events: Vec<GameEvent>, what: &'static str| async move {
        let error = store.append(attempt, first, &events).await.unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    refused(attempt, 2, events[2..4].to_vec(), "event 1 is missing").await;
    refused(attempt, 1, events[2..4].to_vec(), "out of order").await;
    refused(attempt, 1, vec![events[0].clone()], "out of order").await;
    refused(attempt, 1, vec![events[last].clone(), events[1].clone()], "out of order").await;
    refused(attempt, u32::MAX, vec![events[last].clone()], "is missing").await;
    refused(Attempt { number: 9, ..attempt }, 1, events[1..2].to_vec(), "no try 9").await;
    refused(Attempt { id: i64::MAX, number: 1 }, 1, events[1..2].to_vec(), "no try 1").await;
    assert_eq!(shown(store, "nonsense", 0).await.events, events[..1]);

    assert!(store.begin(of_match, 1, &events[1]).await.unwrap_err().to_string().contains("begins with its start"));
    assert!(store.begin(i64::MAX, 1, &events[0]).await.unwrap_err().to_string().contains("no such match"));
    assert!(store.begin(of_match, u64::MAX, &events[0]).await.unwrap_err().to_string().contains("no match has"));
    assert_eq!(store.finished(i64::MAX).await, Ok(Vec::new()));
    assert_eq!(store.show(i64::MAX).await, Ok(None));
    assert_eq!(store.show(-1).await, Ok(None));
    assert_eq!(store.list(&Filter::default(), u32::MAX, u64::MAX).await, Ok(Vec::new()));
}

async fn moves_are_taken_back(store: &dyn Store) {
    let of_match = store.open_match("taken back", PLAN).await.unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], 3, 60);
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    store.append(attempt, 1, &events[1..5]).await.unwrap();
    let early = store.append(attempt, 5, &[GameEvent::TakenBack { ply: 4 }]).await.unwrap_err().to_string();
    assert!(early.contains("out of order"), "{early}");
    store.append(attempt, 5, &[GameEvent::TakenBack { ply: 2 }]).await.unwrap();
    store.append(attempt, 6, &events[3..]).await.unwrap();
    let shown = shown(store, "taken back", 0).await;
    assert_eq!(shown.record.moves, GameRecord::from_events(&events).unwrap().moves);
    assert!(shown.row.ending.is_some() && shown.events.len() == events.len() + 3);
}

/// Games that others write are found while they run, and what happens in them is told once and in order.
async fn running_games_are_followed(url: &str, store: &dyn Store) {
    let writer = open(url).await.unwrap();
    let of_match = writer.open_match("running", PLAN).await.unwrap();
    let games: Vec<_> = (0..20_u64).map(|seed| game("piranhas-2019", ["ann", "bob"], seed, 12)).collect();
    let before = since(store).await;
    let mut known = Vec::new();
    for (place, events) in (0..).zip(&games) {
        let attempt = writer.begin(of_match, place, &events[0]).await.unwrap().unwrap();
        known.push((attempt, 0));
    }
    let rows = running(store, "running").await;
    assert_eq!(rows.len(), 20);
    assert!(rows.iter().all(|row| row.attempt.number == 1 && row.heard >= before), "{rows:?}");
    assert_eq!(store.running(i64::MAX, 1000).await.unwrap(), []);
    assert_eq!(store.running(0, 3).await.unwrap().len(), 3);
    assert_eq!(store.news(&[]).await.unwrap(), []);

    // Every game goes on by another number of events, until all are over.
    let (mut told, mut step) = (vec![Vec::new(); 20], 0);
    while known.iter().zip(&games).any(|((_, next), events)| (*next as usize) < events.len()) {
        for ((attempt, _), events) in known.iter().zip(&games) {
            let first = (1 + step * (1 + attempt.id as usize % 4)).min(events.len());
            let last = (first + 1 + attempt.id as usize % 4).min(events.len());
            writer.append(*attempt, first as u32, &events[first..last]).await.unwrap();
        }
        step += 1;
        for News { attempt, first, events } in store.news(&known).await.unwrap() {
            let at = known.iter().position(|(one, _)| *one == attempt).unwrap();
            assert_eq!(first, known[at].1);
            known[at].1 += events.len() as u32;
            told[at].extend(events);
        }
    }
    assert_eq!(told, games);
    assert_eq!(store.news(&known).await.unwrap(), []);
    assert_eq!(running(store, "running").await, []);

    // A game that is begun again runs in its new try alone; what the old one says does not count.
    let old = writer.begin(of_match, 20, &games[0][0]).await.unwrap().unwrap();
    let new = writer.begin(of_match, 20, &games[0][0]).await.unwrap().unwrap();
    writer.append(old, 1, &games[0][1..4]).await.unwrap();
    let rows = running(store, "running").await;
    assert_eq!(rows.iter().map(|row| row.attempt).collect::<Vec<_>>(), [new]);
    assert_eq!(store.news(&[(new, 1)]).await.unwrap(), []);
    writer.append(new, 1, &games[0][1..]).await.unwrap();
    writer.append(old, 4, &games[0][4..5]).await.unwrap();
    assert_eq!(running(store, "running").await, []);
    writer.close().await.unwrap();
}

/// A moment at which all that was stored before was heard of.
async fn since(store: &dyn Store) -> i64 {
    let of_match = store.open_match("moment", PLAN).await.unwrap();
    let started = &game("piranhas-2019", ["ann", "bob"], 1, 1)[0];
    let attempt = store.begin(of_match, 0, started).await.unwrap().unwrap();
    let rows = store.running(0, 1000).await.unwrap();
    rows.iter().find(|row| row.attempt == attempt).unwrap().heard
}

async fn running(store: &dyn Store, of_match: &str) -> Vec<RunningRow> {
    let mut rows = store.running(0, 1000).await.unwrap();
    assert!(rows.is_sorted_by(|one, two| one.heard >= two.heard));
    rows.retain(|row| row.of_match.as_deref() == Some(of_match));
    rows
}

/// What was said belongs to a try, and is exactly what was said.
async fn what_bots_said_is_kept(store: &dyn Store) {
    let of_match = store.open_match("talk", PLAN).await.unwrap();
    let events = game("piranhas-2019", ["ann", "bob"], 3, 10);
    let broken = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    let attempt = store.begin(of_match, 0, &events[0]).await.unwrap().unwrap();
    assert_eq!(store.dialogues(attempt).await.unwrap(), None);
    assert!(!store.has_dialogues(attempt).await.unwrap());
    let line = |number: u32| Remark {
        at: f64::from(number) / 1000.0,
        ply: number / 100,
        by: if number.is_multiple_of(2) { Speaker::Host } else { Speaker::Bot },
        text: format!("<b>\0\u{1b}[2J „{number}“"),
    };
    let said = Dialogue {
        lines: (0..5000).map(line).collect(),
        left_out: 7,
        stderr: "panic\n\0\u{fffd}".repeat(1000),
        stdout: String::new(),
    };
    let dialogues = [Some(said), None];
    store.append(attempt, 1, &events[1..]).await.unwrap();
    store.keep_dialogues(attempt, &dialogues).await.unwrap();
    assert_eq!(store.dialogues(attempt).await.unwrap().as_ref(), Some(&dialogues));
    assert_eq!(store.dialogues(shown(store, "talk", 0).await.try_shown()).await.unwrap().as_ref(), Some(&dialogues));
    assert!(store.has_dialogues(attempt).await.unwrap() && !store.has_dialogues(broken).await.unwrap());
    // The first time counts.
    store.keep_dialogues(attempt, &[None, None]).await.unwrap();
    assert_eq!(store.dialogues(attempt).await.unwrap(), Some(dialogues));
    let nobody = Attempt { id: i64::MAX, number: 1 };
    assert!(store.keep_dialogues(nobody, &[None, None]).await.unwrap_err().to_string().contains("no such"));
}

async fn imports_come_back(store: &dyn Store) {
    let mut record = GameRecord::from_events(&game("hive+mlp", ["Ann", "Bob"], 5, 30)).unwrap();
    record.time = None;
    record.tags = BTreeMap::from([("Date".into(), "2024.01.02".into()), ("Site".into(), "a\0 'b\" \u{1f41d}".into())]);
    let id = store.import(&record).await.unwrap();
    let twin = store.import(&record).await.unwrap();
    assert!(twin > id);
    let unfinished =
        GameRecord { ending: None, players: ["x\0".into(), "'; DROP TABLE games; --".into()], ..record.clone() };
    let open = store.import(&unfinished).await.unwrap();
    for (id, record) in [(id, &record), (twin, &record), (open, &unfinished)] {
        let seen = store.show(id).await.unwrap().unwrap();
        assert_eq!((&seen.record, seen.events.len(), seen.row.attempts, seen.attempt), (record, 0, 0, 0));
        assert_eq!((seen.row.of_match, seen.row.place, seen.row.ending), (None, None, record.ending.clone()));
    }
    for name in &unfinished.players {
        let filter = Filter { player: Some(name.clone()), ..Filter::default() };
        assert_eq!(store.list(&filter, 10, 0).await.unwrap().iter().map(|row| row.id).collect::<Vec<_>>(), [open]);
    }
}

/// Sixteen tasks play sixty-four games in pieces of all sizes, with mistakes between.
async fn many_write_at_once(store: &Arc<dyn Store>) {
    let of_match = store.open_match("crowd", PLAN).await.unwrap();
    let tasks: Vec<_> = (0..16_u64)
        .map(|task| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut dice = Dice::new(task);
                for place in task * 4..task * 4 + 4 {
                    let events = crowd_game(place);
                    let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
                    let mut first = 1;
                    while first < events.len() {
                        let last = (first + 1 + dice.roll(9)).min(events.len());
                        store.append(attempt, first as u32, &events[first..last]).await.unwrap();
                        if dice.roll(4) == 0 {
                            assert!(store.append(attempt, first as u32 + 20, &events[first..last]).await.is_err());
                        }
                        first = last;
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let finished = store.finished(of_match).await.unwrap();
    assert_eq!(finished.iter().map(|one| one.game).collect::<Vec<_>>(), (0..64).collect::<Vec<_>>());
    let filter = Filter { of_match: Some("crowd".into()), ..Filter::default() };
    let fold = |standing| finished.iter().filter(|one| Standing::of(&one.ending) == standing).count() as u64;
    let counted =
        Totals { one: fold(Standing::One), two: fold(Standing::Two), draws: fold(Standing::Draw), aborted: 0, open: 0 };
    assert_eq!(store.totals(&filter).await.unwrap(), counted);
    assert!(counted.one > 0 && counted.two > 0);

    // The export is what was played, and PGN loses nothing of it.
    for shown in all(&**store, filter).await {
        assert_eq!(shown.events, crowd_game(shown.row.place.unwrap()));
        assert_eq!(pgn::read(&pgn::write(&shown.record)).unwrap(), [shown.record]);
    }
}

fn crowd_game(place: u64) -> Vec<GameEvent> {
    let id = ["piranhas-2019", "ostseeschach-2022"][place as usize % 2];
    game(id, [["ann", "bob"], ["bob", "ann"]][place as usize / 2 % 2], place, 60)
}

/// Two programs open the same store and play the same games: one result each.
async fn two_programs_share_a_match(url: &str) {
    let stores = [open(url).await.unwrap(), open(url).await.unwrap()];
    let mut won = Vec::new();
    let mut numbers = BTreeSet::new();
    let tasks: Vec<_> = (0..2_u64)
        .map(|player| {
            let store = stores[player as usize].clone();
            tokio::spawn(async move {
                let of_match = store.open_match("shared", PLAN).await.unwrap();
                let (mut won, mut numbers) = (Vec::new(), Vec::new());
                for place in 0..20 {
                    let events = game("piranhas-2019", ["ann", "bob"], place * 2 + player, 12);
                    let Some(attempt) = store.begin(of_match, place, &events[0]).await.unwrap() else { continue };
                    numbers.push((place, attempt.number));
                    if store.append(attempt, 1, &events[1..]).await.is_ok() {
                        won.push((place, player));
                    }
                }
                (won, numbers)
            })
        })
        .collect();
    for task in tasks {
        let (its_won, its_numbers) = task.await.unwrap();
        won.extend(its_won);
        for number in its_numbers {
            assert!(numbers.insert(number), "two tries have the same number: {number:?}");
        }
    }
    won.sort_unstable();
    assert_eq!(won.iter().map(|(place, _)| *place).collect::<Vec<_>>(), (0..20).collect::<Vec<_>>());
    for (place, player) in won {
        let events = game("piranhas-2019", ["ann", "bob"], place * 2 + player, 12);
        assert_eq!(shown(&*stores[0], "shared", place).await.events, events);
    }
    for store in stores {
        store.close().await.unwrap();
    }
}

async fn lists_are_filtered(store: &dyn Store) {
    let everything = store.list(&Filter::default(), 1000, 0).await.unwrap();
    let check = |filter: Filter, passes: Box<dyn Fn(&schwarm_store::GameRow) -> bool + Send>| {
        let wanted: Vec<_> = everything.iter().filter(|row| passes(row)).cloned().collect();
        async move {
            assert!(!wanted.is_empty() && wanted.len() < 1000, "{filter:?}");
            assert_eq!(store.list(&filter, 1000, 0).await.unwrap(), wanted, "{filter:?}");
            assert_eq!(store.list(&filter, 2, 1).await.unwrap(), wanted[1.min(wanted.len())..3.min(wanted.len())]);
            let totals = store.totals(&filter).await.unwrap();
            let sum = totals.one + totals.two + totals.draws + totals.aborted + totals.open;
            assert_eq!(sum, wanted.len() as u64);
        }
    };
    let some = |text: &str| Some(text.to_string());
    let none = Filter::default;
    check(none(), Box::new(|_| true)).await;
    check(Filter { game: some("hive"), ..none() }, Box::new(|row| row.game == "hive")).await;
    check(Filter { player: some("Bob"), ..none() }, Box::new(|row| row.players[1] == "Bob")).await;
    let lost = |row: &schwarm_store::GameRow| {
        let winner = row.ending.as_ref().and_then(|ending| ending.winner);
        winner.is_some_and(|winner| row.players[winner.other().index()] == "ann")
    };
    check(Filter { loser: some("ann"), ..none() }, Box::new(lost)).await;
    check(Filter { of_match: some("crowd"), ..none() }, Box::new(|row| row.of_match.as_deref() == Some("crowd"))).await;
    let crowds = |row: &schwarm_store::GameRow| row.of_match.as_ref().is_some_and(|name| name.starts_with("cro"));
    check(Filter { of_matches: some("cro"), ..none() }, Box::new(crowds)).await;
    assert_eq!(store.list(&Filter { of_matches: some("Cro"), ..none() }, 10, 0).await, Ok(Vec::new()));
    check(Filter { after: Some(5), ..none() }, Box::new(|row| row.id > 5)).await;
    for standing in [Standing::One, Standing::Two, Standing::Open] {
        let passes =
            move |row: &schwarm_store::GameRow| row.ending.as_ref().map_or(Standing::Open, Standing::of) == standing;
        check(Filter { standing: Some(standing), ..none() }, Box::new(passes)).await;
    }
    let both = Filter { of_match: some("crowd"), player: some("ann"), standing: Some(Standing::Two), ..none() };
    let passes = |row: &schwarm_store::GameRow| {
        row.of_match.as_deref() == Some("crowd") && row.ending.as_ref().map(Standing::of) == Some(Standing::Two)
    };
    check(both, Box::new(passes)).await;
    assert_eq!(store.list(&Filter { game: some("chess"), ..none() }, 10, 0).await, Ok(Vec::new()));
}

/// Pages of a list that grows at its beginning, and players found by a part of their name.
async fn the_newest_come_first(store: &dyn Store) {
    let mut ids: Vec<_> = store.list(&Filter::default(), 1000, 0).await.unwrap().iter().map(|row| row.id).collect();
    ids.reverse();
    let mut search = Search::default();
    let mut found = Vec::new();
    loop {
        let page = store.newest(&search, 7).await.unwrap();
        search.before = page.last().map(|row| row.id);
        found.extend(page.iter().map(|row| row.id));
        if page.len() < 7 {
            break;
        }
    }
    assert_eq!(found, ids);

    let filter = Filter { game: Some("hive".into()), ..Filter::default() };
    let search = Search { filter: filter.clone(), ..Search::default() };
    let mut hives = store.list(&filter, 1000, 0).await.unwrap();
    hives.reverse();
    assert_eq!(store.newest(&search, u32::MAX).await.unwrap(), hives);

    let named = |part: &str| Search { named: Some(part.into()), ..Search::default() };
    let rows = store.newest(&named("ROP tab"), 10).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.players[1].as_str()).collect::<Vec<_>>(), ["'; DROP TABLE games; --"]);
    assert_eq!(store.newest(&named("an"), 1000).await.unwrap().len(), ids.len() - 1, "all but one have ann or Ann");
    for hostile in ["%", "_", "a!%", "!", "\\", "'"] {
        let rows = store.newest(&named(hostile), 1000).await.unwrap();
        assert!(rows.iter().all(|row| row.players.iter().any(|name| name.contains(hostile))), "{hostile}");
    }
}

/// The match of before goes on where it was; an aborted game is a result that does not count.
async fn goes_on_after_a_break(store: &dyn Store) {
    let of_match = store.open_match("tries", PLAN).await.unwrap();
    let events = game("hive", ["ann", "bob"], 11, 4);
    assert_eq!(store.begin(of_match, 3, &events[0]).await, Ok(None));
    let attempt = store.begin(of_match, 4, &events[0]).await.unwrap().unwrap();
    assert_eq!(attempt.number, 3);
    let Some(GameEvent::Ended { mut ending }) = events.last().cloned() else { panic!("the game ended") };
    ending.termination = Termination::Abort { why: "power".into() };
    store.append(attempt, 1, &[GameEvent::Ended { ending }]).await.unwrap();
    let places: Vec<_> = store.finished(of_match).await.unwrap().iter().map(|one| one.game).collect();
    assert_eq!(places, [3, 4]);
    let filter = Filter { standing: Some(Standing::Aborted), ..Filter::default() };
    assert_eq!(store.totals(&filter).await.unwrap(), Totals { aborted: 1, ..Totals::default() });
}

/// A store is also the journal that whoever runs games asks for.
#[tokio::test]
async fn a_store_is_a_journal() {
    let folder = Folder::new("journal");
    let journal: Arc<dyn Journal> = open(&folder.file("games.db")).await.unwrap();
    assert!(journal.open_match("m", "{}").await.is_ok());
}
