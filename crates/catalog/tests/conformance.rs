//! Every registered game, with its options at and off their defaults, through the conformance
//! kit of `core`.
//!
//! A game in the catalog is checked without a line here. `SCHWARM_REQUIRE_ALL=1` plays four times as
//! many games, `SCHWARM_LONG=1` eighty times.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use schwarm_catalog::{fuzzing, open};
use schwarm_core::conformance::{Plan, Report};

/// What the games are multiplied by.
fn times() -> u32 {
    match std::env::var_os("SCHWARM_REQUIRE_ALL").is_some() {
        _ if common::is_long() => 80,
        true => 4,
        false => 1,
    }
}

#[test]
fn every_registered_game_keeps_every_invariant() {
    let ids = fuzzing::ids();
    let reports = check_all(&ids);
    let (mut total, mut endless) = (Report::default(), Report::default());
    for (id, report) in &reports {
        println!("{id:36} {report:?}");
        assert_substantial(id, report);
        total = add(total, *report);
        match open(id).unwrap().info().ply_limit {
            Some(_) => assert_eq!(report.finished, report.games, "{id}: a game does not end: {report:?}"),
            None => endless = add(endless, *report),
        }
    }
    println!("{:36} {total:?}", "all");
    assert_eq!(reports.len(), ids.len(), "every id was checked");
    let times = u64::from(times());
    assert!(endless.finished >= 5 * times, "hardly a game without a limit came to its end: {endless:?}");
    assert!(total.games >= 500 * times && total.positions >= 25_000 * times, "too little was checked: {total:?}");
    assert!(total.moves >= 250_000 * times && total.hostile >= 25_000 * times, "too little was checked: {total:?}");
}

/// Checks the ids on as many threads as there are cores; the first violation fails the test.
fn check_all(ids: &[String]) -> Vec<(String, Report)> {
    let (next, reports) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(id) = ids.get(next.fetch_add(1, Ordering::Relaxed)) {
            let report = check(id);
            reports.lock().unwrap().push((id.clone(), report));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(ids.len()) {
            scope.spawn(work);
        }
    });
    let mut reports = reports.into_inner().unwrap();
    reports.sort_by_key(|(id, _)| ids.iter().position(|other| other == id));
    reports
}

fn check(id: &str) -> Report {
    let rules = open(id).unwrap();
    let times = times();
    let run = |games: u32, plies, seed| {
        // The kit tries three hostile texts a ply until it has had enough: let it be all plies.
        let plan = Plan { games: games * times, plies, seed, hostile_texts: 3 * plies };
        rules.conformance(&plan).unwrap_or_else(|violation| panic!("{violation}"))
    };
    // A seed of its own for each id, so that variants do not play the same games.
    let seed = id.bytes().fold(1u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    match rules.info().ply_limit {
        Some(limit) => run(75, limit, seed),
        // The kit reads back the whole line at every ply, so an endless game costs its length
        // squared: many openings, and a few games to the end.
        None => add(run(10, 60, seed), run(1, 320, !seed)),
    }
}

/// A kit that checks nothing would be green too.
fn assert_substantial(id: &str, report: &Report) {
    assert!(report.games >= 11, "{id}: {report:?}");
    assert!(report.positions >= 30 * report.games, "{id}: games of less than 30 positions: {report:?}");
    assert!(report.moves >= 10 * report.positions, "{id}: less than 10 moves a position: {report:?}");
    assert!(report.hostile >= 2 * report.positions, "{id}: too few hostile texts: {report:?}");
}

fn add(a: Report, b: Report) -> Report {
    Report {
        games: a.games + b.games,
        positions: a.positions + b.positions,
        moves: a.moves + b.moves,
        finished: a.finished + b.finished,
        hostile: a.hostile + b.hostile,
    }
}
