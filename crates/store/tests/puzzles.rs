//! Puzzles in SQLite and in PostgreSQL: kept once, found again, and games looked through once.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod cluster;
mod common;

use common::{Folder, game};
use schwarm_play::{Origin, Puzzle};
use schwarm_store::{PuzzleFilter, Store, StoreError, open};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_puzzles() {
    let folder = Folder::new("puzzles");
    story(&format!("sqlite:{}", folder.file("games.db"))).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_puzzles() {
    let Some(cluster) = cluster::Cluster::start() else { return };
    story(&cluster.url()).await;
}

fn puzzle(game: &str, number: u32, plies: u8, rating: i32) -> Puzzle {
    let position = format!("'; DROP TABLE puzzles; -- {number}");
    Puzzle {
        id: Puzzle::id_of(game, &position),
        game: game.into(),
        position,
        plies,
        line: (0..plies).map(|ply| format!("move \\{ply}/ „{number}“")).collect(),
        rating,
        from: Origin { players: ["ann".into(), "bob".into()], event: "cup".into(), ply: number, game: None },
    }
}

async fn story(url: &str) {
    let store = open(url).await.unwrap();
    let all = PuzzleFilter::default();
    assert_eq!(store.puzzles(&all, 10, 0).await.unwrap(), []);
    puzzles_are_kept_once(&*store).await;
    lists_are_filtered_and_ordered(&*store).await;
    games_are_looked_through_once(&*store).await;
    nonsense_is_refused(&*store).await;
    let before = store.puzzles(&all, 1000, 0).await.unwrap();
    store.close().await.unwrap();
    let store = open(url).await.unwrap();
    assert_eq!(store.puzzles(&all, 1000, 0).await.unwrap(), before, "they are still there");
    store.close().await.unwrap();
    assert_eq!(store.puzzle(&before[0].id).await, Err(StoreError::Closed));
}

async fn puzzles_are_kept_once(store: &dyn Store) {
    let [one, two] = [puzzle("hive", 1, 3, 900), puzzle("hive", 2, 5, -40)];
    assert_eq!(store.keep_puzzles(None, &[one.clone(), two.clone()]).await, Ok(2));
    let other = Puzzle { rating: 1, from: Origin::default(), ..one.clone() };
    assert_eq!(store.keep_puzzles(None, &[other, two.clone()]).await, Ok(0));
    assert_eq!(store.puzzle(&one.id).await, Ok(Some(one.clone())), "the first one stays as it is");
    assert_eq!(store.puzzle("0123456789").await, Ok(None));
    assert_eq!(store.puzzle("' OR 1=1 --\0").await, Ok(None));
}

async fn lists_are_filtered_and_ordered(store: &dyn Store) {
    let more: Vec<Puzzle> =
        (10..40).map(|n| puzzle("piranhas-2026", n, 3 + 2 * (n % 3) as u8, n as i32 * 10)).collect();
    assert_eq!(store.keep_puzzles(None, &more).await, Ok(30));
    let all = store.puzzles(&PuzzleFilter::default(), 1000, 0).await.unwrap();
    assert_eq!(all.len(), 32);
    assert!(all.is_sorted_by_key(|puzzle| (puzzle.rating, puzzle.id.clone())));
    assert_eq!(store.puzzles(&PuzzleFilter::default(), 5, 7).await.unwrap(), all[7..12]);
    for filter in [
        PuzzleFilter { game: Some("hive".into()), ..PuzzleFilter::default() },
        PuzzleFilter { game: Some("' OR ''='".into()), ..PuzzleFilter::default() },
        PuzzleFilter { ratings: [100, 250], ..PuzzleFilter::default() },
        PuzzleFilter { plies: [5, 5], ..PuzzleFilter::default() },
        PuzzleFilter { game: Some("piranhas-2026".into()), ratings: [200, 2000], plies: [3, 5] },
    ] {
        let wanted: Vec<Puzzle> = all.iter().filter(|puzzle| filter.lets(puzzle)).cloned().collect();
        assert_eq!(store.puzzles(&filter, 1000, 0).await.unwrap(), wanted, "{filter:?}");
        assert_eq!(store.count_puzzles(&filter).await, Ok(wanted.len() as u64), "{filter:?}");
    }
}

async fn games_are_looked_through_once(store: &dyn Store) {
    let of_match = store.open_match("mined", "{}").await.unwrap();
    let mut ids = Vec::new();
    for place in 0..4 {
        let id = ["hive", "piranhas-2019"][place as usize % 2];
        let events = game(id, ["ann", "bob"], place, 30);
        let attempt = store.begin(of_match, place, &events[0]).await.unwrap().unwrap();
        // The last one goes on.
        let end = if place == 3 { events.len() - 1 } else { events.len() };
        store.append(attempt, 1, &events[1..end]).await.unwrap();
        ids.push(attempt.id);
    }
    assert_eq!(store.unmined(None, 0, 10).await.unwrap(), ids[..3], "finished ones alone");
    assert_eq!(store.unmined(None, ids[0], 1).await.unwrap(), ids[1..2]);
    assert_eq!(store.unmined(Some("hive"), 0, 10).await.unwrap(), [ids[0], ids[2]]);
    let found = puzzle("hive", 77, 3, 500);
    let found = Puzzle { from: Origin { game: Some(ids[0]), ..found.from }, ..found };
    assert_eq!(store.keep_puzzles(Some(ids[0]), std::slice::from_ref(&found)).await, Ok(1));
    assert_eq!(store.puzzle(&found.id).await, Ok(Some(found.clone())));
    assert_eq!(store.unmined(None, 0, 10).await.unwrap(), ids[1..3]);
    for _ in 0..2 {
        assert_eq!(store.keep_puzzles(Some(ids[1]), &[]).await, Ok(0));
    }
    assert_eq!(store.unmined(None, 0, 10).await.unwrap(), ids[2..3]);
}

async fn nonsense_is_refused(store: &dyn Store) {
    let before = store.count_puzzles(&PuzzleFilter::default()).await.unwrap();
    let wrong = Puzzle { id: "../../../x".into(), ..puzzle("hive", 5, 3, 5) };
    let many: Vec<Puzzle> = (1000..2001).map(|number| puzzle("hive", number, 1, 0)).collect();
    let nowhere = puzzle("hive", 6, 3, 5);
    let nowhere = Puzzle { from: Origin { game: Some(1 << 40), ..nowhere.from }, ..nowhere };
    for puzzles in [&[wrong][..], &many, &[nowhere]] {
        let error = store.keep_puzzles(None, puzzles).await.unwrap_err();
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(store.keep_puzzles(Some(1 << 40), &[]).await, Ok(0), "a game that is not there is not noted");
    assert_eq!(store.count_puzzles(&PuzzleFilter::default()).await.unwrap(), before);
}
