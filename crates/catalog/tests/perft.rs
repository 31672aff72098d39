//! Perft numbers of every game against published or independently computed ones.
//!
//! The numbers are data (`tests/perft/*.perft`, form in `suite`). The short run counts the
//! smallest ones up to 30 million leaves in all; `SCHWARM_LONG=1` counts everything, 168·10⁹ leaves,
//! which takes a quarter of an hour; `SCHWARM_PERFT=N` counts up to N leaves.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
mod suite;

use std::collections::BTreeMap;

use suite::Entry;

/// Leaves counted by the short run, all suites together.
const LEAVES: u64 = 30_000_000;
/// Leaves of a number used to compare one thread with two.
const SMALL: u64 = 400_000;

#[test]
fn every_suite_counts_right() {
    let entries = suite::read_all();
    let mut jobs: Vec<(u64, u32, &Entry)> = Vec::new();
    for entry in &entries {
        jobs.extend(entry.counts.iter().map(|&(depth, count)| (count, depth, entry)));
    }
    jobs.sort_by_key(|&(count, ..)| count);
    let (mut left, mut leaves, mut numbers) = (leaves_wanted(), 0, 0);
    for (count, depth, entry) in &jobs {
        if *count > left {
            break;
        }
        left -= count;
        let counted = entry.open().perft(*depth, 1, &|_, _| ());
        assert_eq!(counted, *count, "{}: {} at depth {depth}", entry.place, entry.game);
        leaves += count;
        numbers += 1;
    }
    println!("{numbers} of {} numbers of {} entries, {leaves} leaves", jobs.len(), entries.len());
    assert!(entries.len() >= 31 && jobs.len() >= 150, "a suite is missing");
    assert!(numbers >= 110 && leaves >= LEAVES / 2, "only {numbers} numbers, {leaves} leaves were counted");
}

fn leaves_wanted() -> u64 {
    match std::env::var("SCHWARM_PERFT") {
        Ok(leaves) => leaves.parse().expect("SCHWARM_PERFT is a number of leaves"),
        Err(_) if common::is_long() => u64::MAX,
        Err(_) => LEAVES,
    }
}

#[test]
fn divide_adds_up_and_threads_change_nothing() {
    let entries = suite::read_all();
    // The last entry of each game: a position of a game where there is one.
    let per_game: BTreeMap<&str, &Entry> = entries.iter().map(|entry| (entry.game.as_str(), entry)).collect();
    for (game, entry) in &per_game {
        let session = entry.open();
        let small = entry.counts.iter().filter(|(_, count)| *count <= SMALL);
        let &(depth, count) = small.max_by_key(|(_, count)| *count).expect("every entry has a small number");
        let [one, two] = [1, 2].map(|threads| session.divide(depth, threads, &|_, _| ()));
        assert_eq!(one, two, "{game}: two threads divide differently");
        assert_eq!(one.iter().map(|(_, below)| below).sum::<u64>(), count, "{game}: divide does not add up");
        let mut moves: Vec<_> = one.into_iter().map(|(mv, _)| mv).collect();
        moves.sort_unstable();
        assert_eq!(moves, session.legal_moves(), "{game}: divide lists other moves");
        assert_eq!(session.perft(depth, 2, &|_, _| ()), count, "{game}: two threads count differently");
    }
    assert_eq!(per_game.len(), 12, "games with a suite: {:?}", per_game.keys());
}

#[test]
fn progress_is_told_move_by_move() {
    let entries = suite::read_all();
    let session = entries[0].open();
    let told = std::sync::Mutex::new(Vec::new());
    session.perft(2, 1, &|done, all| told.lock().unwrap().push((done, all)));
    let moves = session.legal_moves().len();
    assert_eq!(told.into_inner().unwrap(), (1..=moves).map(|done| (done, moves)).collect::<Vec<_>>());
}

#[test]
fn a_suite_names_its_source_and_reads_strictly() {
    let good = "# A suite.\n# Source: counted by hand.\n\ngame hive\n1 4\n";
    assert_eq!(suite::parse("good", good).unwrap().len(), 1);
    for (bad, why) in [
        ("game hive\n1 4\n", "no source"),
        ("# Source: x\n1 4\n", "no line of a suite"),
        ("# Source: x\ngame hive\none 4\n", "no line of a suite"),
        ("# Source: x\ngame hive\n", "without numbers"),
    ] {
        let error = suite::parse("bad", bad).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
}
