//! Ratings of a pool: against figures found by hand, against players of known strength, against every input.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use schwarm_arena::stats::pool::{Anchor, Fit, Pool, PoolError, Ratings};
use schwarm_core::Rng;

/// A fit in which the prior is as good as nothing.
fn bare() -> Fit {
    Fit { prior: 1e-6, replicas: 0, ..Fit::default() }
}

fn pairs(list: &[(usize, usize, [u64; 5])], players: usize) -> Pool {
    let mut pool = Pool::new(players);
    for &(a, b, cells) in list {
        pool.add_pairs(a, b, cells).unwrap();
    }
    pool
}

fn elo(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|rating| rating.elo).collect()
}

fn all_finite(ratings: &Ratings) -> bool {
    ratings.players.iter().all(|r| [r.elo, r.error, r.curvature, r.bootstrap].iter().all(|figure| figure.is_finite()))
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    // 75 % of the points are 400 log10(3) = 190.85 Elo; 91 of 100 points 401.9.
    for (cells, expected) in [([0, 0, 0, 100, 0], 190.848_5), ([0, 0, 0, 18, 32], 401.919_5)] {
        let ratings = pairs(&[(0, 1, cells)], 2).fit(&bare()).unwrap();
        let [a, b] = elo(&ratings)[..] else { panic!("two") };
        assert!((a - b - expected).abs() < 0.01, "{a} {b}");
        assert!((a + b).abs() < 1e-6);
    }
}

#[test]
fn three_whose_chances_multiply_are_found_exactly() {
    // Strengths 1 : 2 : 4. The chances are 1/3 and 1/5, so these points fit without a rest.
    let mut pool = Pool::new(3);
    for (a, b, won, lost) in [(0, 1, 10, 20), (1, 2, 10, 20), (0, 2, 6, 24)] {
        (0..won).for_each(|_| pool.add_game(a, b, 2).unwrap());
        (0..lost).for_each(|_| pool.add_game(a, b, 0).unwrap());
    }
    let fit = Fit { anchor: Anchor::Player(1, 1500.0), ..bare() };
    let double = 400.0 * 2f64.log10();
    for (found, expected) in elo(&pool.fit(&fit).unwrap()).into_iter().zip([1500.0 - double, 1500.0, 1500.0 + double]) {
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
    }
}

#[test]
fn the_error_of_two_is_that_of_the_binomial_distribution() {
    // 200 games at a half: the difference has the variance 4/200, each player half of the difference.
    let pool = pairs(&[(0, 1, [25, 0, 50, 0, 25])], 2);
    let rating = pool.fit(&Fit { replicas: 2000, ..bare() }).unwrap().players[0];
    let expected = 1.959_964 * 173.717_8 * (4f64 / 200.0).sqrt() / 2.0;
    assert!((rating.curvature - expected).abs() < 0.01, "{rating:?} {expected}");
    // Half the pairs are as even as pairs can be: the points of a pair spread as those of two single games do.
    assert!((rating.bootstrap / expected - 1.0).abs() < 0.1, "{rating:?} {expected}");
    // With nothing but even pairs, only the curvature still sees an error.
    let even = pairs(&[(0, 1, [0, 0, 100, 0, 0])], 2).fit(&Fit { replicas: 200, ..bare() }).unwrap().players[0];
    assert!(even.bootstrap < 1e-6 && even.error == even.curvature && even.error > 20.0, "{even:?}");
}

#[test]
fn an_anchor_stands_still_and_has_no_error() {
    let pool = pairs(&[(0, 1, [1, 2, 3, 4, 5]), (1, 2, [5, 1, 1, 1, 5])], 3);
    let mean = pool.fit(&Fit::default()).unwrap();
    let named = pool.fit(&Fit { anchor: Anchor::Player(2, 100.0), ..Fit::default() }).unwrap();
    assert!(elo(&mean).iter().sum::<f64>().abs() < 1e-6);
    assert_eq!(named.players[2].elo, 100.0);
    assert!(named.players[2].error < 1e-9);
    let shift = mean.players[2].elo - 100.0;
    for (a, b) in mean.players.iter().zip(&named.players) {
        assert!((a.elo - b.elo - shift).abs() < 1e-6);
    }
}

#[test]
fn whoever_wins_everything_gets_a_finite_number_and_a_class_of_its_own() {
    let ratings = pairs(&[(0, 1, [0, 0, 0, 0, 10]), (1, 2, [3, 0, 4, 0, 3])], 3).fit(&Fit::default()).unwrap();
    assert!(all_finite(&ratings));
    assert!(ratings.players[0].elo > 200.0 && ratings.players[0].elo < 2000.0, "{ratings:?}");
    assert_eq!((ratings.groups, ratings.classes), (1, 2));
    assert_ne!(ratings.players[0].class, ratings.players[1].class);
    assert_eq!(ratings.players[1].class, ratings.players[2].class);
    assert!(ratings.players[0].error > ratings.players[1].error);
}

#[test]
fn groups_that_never_met_are_told_apart() {
    let ratings = pairs(&[(0, 1, [1, 0, 2, 0, 3]), (2, 3, [1, 0, 2, 0, 3])], 5).fit(&Fit::default()).unwrap();
    assert_eq!(ratings.groups, 3);
    assert_eq!(ratings.players.iter().map(|rating| rating.group).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
    assert!((ratings.players[0].elo - ratings.players[2].elo).abs() < 1e-6);
    assert!(ratings.players[4].elo.abs() < 1e-6 && ratings.players[4].games == 0);
    assert!(all_finite(&ratings));
}

#[test]
fn players_of_known_strength_are_found_within_their_errors() {
    let strengths = [250.0, 120.0, 60.0, 0.0, -20.0, -90.0, -120.0, -200.0];
    let (mut inside, mut all) = (0, 0);
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut pool = Pool::new(strengths.len());
        for a in 0..strengths.len() {
            for b in a + 1..strengths.len() {
                let chance = 1.0 / (1.0 + 10f64.powf((strengths[b] - strengths[a]) / 400.0));
                for _ in 0..40 {
                    let mut game = || if (rng.below(1 << 20) as f64) < chance * f64::from(1 << 20) { 2 } else { 0 };
                    let halves = game() + game();
                    pool.add_pair(a, b, halves).unwrap();
                }
            }
        }
        let ratings = pool.fit(&Fit { replicas: 60, seed, ..Fit::default() }).unwrap();
        for (rating, strength) in ratings.players.iter().zip(strengths) {
            all += 1;
            inside += usize::from((rating.elo - strength).abs() <= rating.error);
        }
    }
    // 95 % of 160 are 152; the larger one of two errors may hold a few more.
    assert!((143..=160).contains(&inside), "{inside} of {all}");
}

#[test]
fn what_cannot_have_been_played_is_refused() {
    let mut pool = Pool::new(2);
    assert_eq!(pool.add_pair(0, 2, 4), Err(PoolError::Player { player: 2, players: 2 }));
    assert_eq!(pool.add_pair(1, 1, 4), Err(PoolError::Alone(1)));
    assert_eq!(pool.add_pair(0, 1, 5), Err(PoolError::Points { games: 2, halves: 5 }));
    assert_eq!(pool.add_game(0, 1, 3), Err(PoolError::Points { games: 1, halves: 3 }));
    assert_eq!(pool, Pool::new(2));
    let fit = Fit { anchor: Anchor::Player(9, 0.0), ..Fit::default() };
    assert!(pool.fit(&fit).is_err());
    assert_eq!(Pool::new(0).fit(&Fit::default()).unwrap().players, []);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_figure_is_finite_whatever_the_counts(
        players in 2usize..7,
        list in prop::collection::vec((0usize..6, 1usize..6, prop::array::uniform5(prop_oneof![
            0u64..3, 0u64..1000, Just(u64::MAX), 1u64 << 40..1 << 62,
        ])), 0..12),
        prior in prop_oneof![Just(0.5), Just(f64::NAN), Just(0.0), Just(f64::INFINITY)],
    ) {
        let mut pool = Pool::new(players);
        for (a, step, cells) in list {
            let a = a % players;
            let b = (a + 1 + step % (players - 1)) % players;
            pool.add_pairs(a, b, cells).unwrap();
        }
        let ratings = pool.fit(&Fit { prior, replicas: 5, ..Fit::default() }).unwrap();
        prop_assert!(all_finite(&ratings), "{ratings:?}");
        prop_assert!(ratings.players.iter().all(|rating| rating.error >= 0.0));
    }

    #[test]
    fn the_order_of_results_and_of_the_two_makes_no_difference(
        mut list in prop::collection::vec((0usize..4, 1usize..4, 0u8..5), 0..30),
        seed in any::<u64>(),
    ) {
        let fill = |list: &[(usize, usize, u8)], turned: bool| {
            let mut pool = Pool::new(4);
            for &(a, step, halves) in list {
                let b = (a + step) % 4;
                if turned { pool.add_pair(b, a, 4 - halves).unwrap() } else { pool.add_pair(a, b, halves).unwrap() }
            }
            pool.fit(&Fit { replicas: 5, ..Fit::default() }).unwrap()
        };
        let first = fill(&list, false);
        Rng::new(seed).shuffle(&mut list);
        prop_assert_eq!(&first, &fill(&list, true));
    }
}
