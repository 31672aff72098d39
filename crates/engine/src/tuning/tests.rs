use std::ops::ControlFlow;

use schwarm_search::Score;

use super::*;
use crate::selfplay::record::{Header, RecordError};
use crate::selfplay::{Conditions, Entrant, Series};
use crate::weights::terms;

terms! {
    /// What a made-up game counts.
    Toy {
        /// Worth much.
        Piece = "piece",
        /// Worth more and more.
        Lead = "lead",
        /// Worth nothing.
        Noise = "noise",
        /// Never seen.
        Absent = "absent",
        /// Bounded too low.
        Bounded = "bounded",
    }
}

/// What the made-up game is really like, with a scale of 150.
const TRUTH: [[i32; 2]; 5] = [[80, 40], [10, 60], [0, 0], [0, 0], [30, 30]];
const SCALE: f64 = 150.0;

fn guess() -> Weights {
    let table = "piece 20 20 -200 200 centi guess\n lead 20 20 -200 200 centi guess\n noise 20 20 -200 200 centi guess\n \
                 absent 20 20 -200 200 centi guess\n bounded 0 0 -10 10 centi guess\n";
    Weights::parse::<Toy>(table).expect("a table")
}

/// Games of ten positions whose results follow the truth.
fn samples(games: u32) -> Samples {
    let mut rng = Rng::new(3);
    let mut samples = Samples::default();
    for game in 0..games {
        for _ in 0..10 {
            let mut counts: Vec<i32> = (0..5).map(|_| rng.below(7) as i32 - 3).collect();
            counts[3] = 0;
            let phase = rng.below(LATE as usize + 1) as i32;
            let worth: i32 = counts
                .iter()
                .zip(TRUTH)
                .map(|(count, [early, late])| count * (early * (LATE - phase) + late * phase) / LATE)
                .sum();
            let chance = 1.0 / (1.0 + (-f64::from(worth) / SCALE).exp());
            let is_won = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 <= chance;
            samples.push(game, &counts, phase, worth as i16, Some(if is_won { 2 } else { 0 }));
        }
    }
    samples
}

fn fitted(settings: &Settings) -> Fit {
    fit(&samples(2000), &guess(), "tuned-1", settings, &mut |_, _| {}).expect("enough games")
}

#[test]
fn known_weights_are_recovered() {
    let fit = fitted(&Settings { batch: 2000, ..Settings::default() });
    assert!((fit.scale / SCALE - 1.0).abs() < 0.05, "scale {}", fit.scale);
    for (weight, truth) in fit.weights.all.iter().zip(TRUTH).take(3) {
        let miss = (weight.early - truth[0]).abs().max((weight.late - truth[1]).abs());
        assert!(miss <= 5, "{weight:?} should be {truth:?}");
    }
    assert_eq!(
        (fit.weights.all[3].early, fit.weights.all[3].origin.as_str()),
        (20, "guess"),
        "never seen, never moved"
    );
    assert_eq!(fit.weights.values()[4], [10, 10], "ranges are kept");
    assert_eq!(fit.weights.all[0].origin, "tuned-1");
    assert!(fit.after[0] < fit.before[0] && fit.after[1] < fit.before[1], "{fit:?}");
    assert_eq!(fit.learned.0 + fit.held_out.0, 2000);
    assert_eq!(fit.learned.1 + fit.held_out.1, 20_000);
}

#[test]
fn results_alone_teach_as_well() {
    let fit = fitted(&Settings { batch: 2000, result_share: 1.0, ..Settings::default() });
    for (weight, truth) in fit.weights.all.iter().zip(TRUTH).take(3) {
        let miss = (weight.early - truth[0]).abs().max((weight.late - truth[1]).abs());
        assert!(miss <= 12, "{weight:?} should be {truth:?}");
    }
}

#[test]
fn threads_change_nothing_and_seeds_do() {
    let quick = Settings { passes: 3, ..Settings::default() };
    let alone = fitted(&quick);
    assert_eq!(alone, fitted(&Settings { threads: 3, ..quick.clone() }));
    assert_ne!(alone.held_out, fitted(&Settings { seed: 2, ..quick }).held_out);
}

#[test]
fn a_narrow_prior_keeps_weights_where_they_were() {
    let fit = fitted(&Settings { prior: 0.01, ..Settings::default() });
    let moved = fit.weights.values().iter().zip(guess().values()).map(|(new, old)| (new[0] - old[0]).abs()).max();
    assert!(moved <= Some(2), "{:?}", fit.weights.values());
}

#[test]
fn a_handful_of_games_teaches_nothing() {
    let refused = fit(&samples(5), &guess(), "tuned-1", &Settings::default(), &mut |_, _| {});
    assert_eq!(refused, Err(FitError::TooFew { games: 5, positions: 50 }));
}

/// A file of some games of Ostseeschach.
fn file(games: u64) -> Vec<u8> {
    let conditions = Conditions { opening_nodes: 100, stray: 16, ..Conditions::default() };
    let game = "ostseeschach-2022-server".to_string();
    let series = Series { game: game.clone(), conditions, seed: 5, numbers: 0..games, threads: 2, hash_mebibytes: 1 };
    let mut bytes = Header { game, recipe: 0 }.to_bytes();
    let keep = &mut |record: crate::selfplay::record::Record| {
        bytes.extend(record.to_bytes());
        ControlFlow::Continue(())
    };
    series.record(&Entrant::of_nodes(100), keep).expect("games");
    bytes
}

#[test]
fn quiet_positions_are_taken_from_games_in_the_same_order_by_any_threads() {
    let bytes = file(70);
    let take = |threads| {
        let mut samples = Samples::default();
        let collected = collect(&mut samples, "ostseeschach", &bytes, &Filter::default(), threads).expect("games");
        (samples, collected)
    };
    let (samples, collected) = take(1);
    assert_eq!((samples.clone(), collected), take(3));
    assert_eq!((collected.games, collected.taken, collected.is_torn), (70, samples.len(), false));
    assert!(samples.len() > 70 * 5 && samples.len() < collected.positions, "{collected:?}");
    let unknown = (0..samples.len()).filter(|&index| samples.get(index).result.is_none()).count();
    assert!(unknown > 0 && unknown < samples.len(), "{unknown}: random moves hide some results");
    let few = Filter { highest_score: 50, first_plies: 20, ..Filter::default() };
    let mut fewer = Samples::default();
    collect(&mut fewer, "ostseeschach", &bytes, &few, 1).expect("games");
    assert!(fewer.len() < samples.len() / 2);
    assert!((0..fewer.len()).all(|index| fewer.get(index).score.abs() <= 50));
    let all = Filter { proofs: true, ..Filter::default() };
    let mut more = Samples::default();
    collect(&mut more, "ostseeschach", &bytes, &all, 1).expect("games");
    let highest = |samples: &Samples| {
        (0..samples.len()).filter(|&index| Score::from(samples.get(index).score.abs()) == all.highest_score).count()
    };
    let (before, now) = (highest(&samples), highest(&more));
    assert!(now > before + 10 && more.len() - now == samples.len() - before, "{now} of {}", more.len());
}

#[test]
fn games_of_another_table_and_garbage_are_refused() {
    let bytes = file(1);
    let refused = |table: &str, bytes: &[u8]| {
        collect(&mut Samples::default(), table, bytes, &Filter::default(), 1).expect_err("refused").to_string()
    };
    let said = refused("hive", &bytes);
    assert!(said.contains("games of ostseeschach-2022-server") && said.contains("weights of hive"), "{said}");
    assert_eq!(refused("ostseeschach", b"garbage"), RecordError::Foreign.to_string());
    let mut wrong = bytes.clone();
    let last = wrong.len() - 1;
    wrong[last] ^= 1;
    assert!(refused("ostseeschach", &wrong).contains("game 0 is damaged"));
    let torn =
        collect(&mut Samples::default(), "ostseeschach", &bytes[..last], &Filter::default(), 1).expect("the rest");
    assert_eq!((torn.games, torn.is_torn), (0, true));
}
