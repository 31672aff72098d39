//! The statistics against figures of other programs, and against every input.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use schwarm_arena::stats::{Counts, Estimate, Model, Pentanomial, Points, Sprt, SprtError, State, Trinomial};

fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(model, elo0, elo1, 0.05, 0.05).unwrap()
}

/// As fastchess prints it.
fn two(number: Option<f64>) -> String {
    number.map_or("none".into(), |number| format!("{number:.2}"))
}

/// Elo, its error, nElo, its error, LOS in per cent, pairs ratio.
fn figures(counts: impl Into<Counts>) -> [String; 6] {
    let e = Estimate::new(counts);
    [e.elo, e.elo_error, e.nelo, e.nelo_error, e.los.map(|los| los * 100.0), e.pairs_ratio].map(two)
}

#[test]
fn figures_of_pairs_are_those_of_fastchess() {
    for (cells, expected) in [
        ([2, 18, 61, 19, 0], ["-5.21", "22.86", "-11.00", "48.15", "32.72", "0.95"]),
        ([1, 10, 72, 17, 0], ["8.69", "18.91", "22.15", "48.15", "81.64", "1.55"]),
        // The unit test of fastchess; it prints no ratio there, which is (64 + 75) / (34 + 54).
        ([34, 54, 63, 64, 75], ["55.58", "27.65", "57.94", "28.28", "100.00", "1.58"]),
    ] {
        assert_eq!(figures(Pentanomial(cells)), expected, "{cells:?}");
    }
}

#[test]
fn figures_of_games_are_those_of_fastchess() {
    let games = Trinomial { wins: 136, draws: 111, losses: 96 };
    assert_eq!(figures(games), ["40.70", "30.43", "49.77", "36.77", "99.60", "none"]);
    assert_eq!(two(Estimate::new(games).draw_rate), "0.32");
}

/// fastchess pull request 783. The ratio printed there, 2.94598, is the closed form for small
/// differences, from which our normalized Elo gives it to every digit. The most
/// likely distributions themselves, which we compare as fastchess does now, give 2.94550.
#[test]
fn a_long_test_of_fishtest_accepts_h1() {
    let pairs = Pentanomial([379, 10170, 21828, 10640, 343]);
    let estimate = Estimate::new(pairs);
    assert_eq!([estimate.nelo, estimate.nelo_error].map(two), ["3.05", "2.31"]);
    let verdict = sprt(Model::Normalized, 0.0, 2.0).test(pairs);
    assert_eq!(format!("{:.5}", verdict.llr), "2.94550");
    assert_eq!(verdict.state, State::H1);
    assert_eq!([verdict.lower, verdict.upper].map(|bound| format!("{bound:.2}")), ["-2.94", "2.94"]);

    let deviations = |nelo: f64| nelo * 2f64.sqrt() * 10f64.ln() / 800.0;
    let away = |nelo: f64| 1.0 + (deviations(estimate.nelo.unwrap()) - deviations(nelo)).powi(2);
    let closed = pairs.pairs() as f64 / 2.0 * (away(0.0) / away(2.0)).ln();
    assert_eq!(format!("{closed:.5}"), "2.94598");
    assert!((closed - verdict.llr).abs() < 5e-4);
}

/// Matches of other projects, with the ratios their fastchess printed.
#[test]
fn normalized_tests_of_pairs_agree_with_fastchess() {
    for (cells, elo0, elo1, expected) in [
        ([244, 1980, 3630, 2067, 263], -3.0, 1.0, "2.90"),
        ([835, 6884, 13116, 7201, 852], 0.0, 3.0, "2.89"),
        ([177, 1629, 3083, 1780, 221], 0.0, 3.0, "2.91"),
        ([457, 4273, 9516, 4350, 467], -3.0, 0.0, "2.89"),
        ([363, 3205, 5861, 3376, 414], 0.0, 3.0, "2.91"),
    ] {
        let verdict = Sprt::new(Model::Normalized, elo0, elo1, 0.05, 0.10).unwrap().test(Pentanomial(cells));
        assert_eq!(format!("{:.2}", verdict.llr), expected, "{cells:?}");
        assert_eq!(format!("{:.2} {:.2}", verdict.lower, verdict.upper), "-2.25 2.89");
        assert_eq!(verdict.state, State::H1, "{cells:?}");
    }
}

/// cutechess issue 543.
#[test]
fn a_logistic_test_of_games_agrees_with_cutechess() {
    let games = Trinomial { wins: 880, draws: 1863, losses: 759 };
    let verdict = sprt(Model::Logistic, 0.0, 5.0).test(games);
    assert_eq!(format!("{:.2}", verdict.llr), "2.95");
    assert_eq!(verdict.state, State::H1);

    // The same bounds as BayesElo, turned into logistic Elo by the rate of draws seen.
    let share = |count: u64| count as f64 / games.games() as f64;
    let (won, lost) = (share(games.wins), share(games.losses));
    let drawn = 200.0 * ((1.0 - lost) / lost * (1.0 - won) / won).log10();
    let chance = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let score = |elo: f64| 0.5 + 0.5 * (chance(elo - drawn) - chance(-elo - drawn));
    let logistic = |elo: f64| 400.0 * (score(elo) / (1.0 - score(elo))).log10();
    let verdict = sprt(Model::Logistic, logistic(0.0), logistic(5.0)).test(games);
    assert_eq!(format!("{:.2}", verdict.llr), "2.27");
    assert_eq!(verdict.state, State::Open);
}

#[test]
fn a_massacre_is_decided_and_not_left_open() {
    for model in [Model::Normalized, Model::Logistic] {
        let test = sprt(model, 0.0, 10.0);
        assert_eq!(test.test(Pentanomial([0, 0, 0, 0, 150])).state, State::H1, "{model}");
        assert_eq!(test.test(Pentanomial([150, 0, 0, 0, 0])).state, State::H0, "{model}");
        assert_eq!(test.test(Pentanomial([0, 0, 0, 0, 1])).state, State::Open, "{model}");
        assert_eq!(test.test(Trinomial { wins: 300, ..Trinomial::default() }).state, State::H1, "{model}");
    }
}

#[test]
fn no_games_determine_nothing() {
    for counts in [Counts::from(Pentanomial::default()), Counts::from(Trinomial::default())] {
        assert_eq!(figures(counts), ["none"; 6]);
        let verdict = sprt(Model::Normalized, 0.0, 10.0).test(counts);
        assert_eq!((verdict.llr, verdict.state), (0.0, State::Open));
    }
}

#[test]
fn one_even_pair_has_an_elo_but_no_error() {
    let e = Estimate::new(Pentanomial([0, 0, 1, 0, 0]));
    assert_eq!((e.elo, e.elo_error, e.nelo, e.nelo_error, e.los), (Some(0.0), None, None, None, Some(0.5)));
}

#[test]
fn all_wins_give_a_bound_that_grows() {
    let after = |pairs: u64| Estimate::new(Pentanomial([0, 0, 0, 0, pairs]));
    let (few, many, full) = (after(3), after(3000), after(u64::MAX));
    assert_eq!((few.elo, few.elo_error, few.elo_high, few.nelo, few.los), (None, None, None, None, Some(0.9375)));
    // The third root of 0.05 is 0.3684.
    assert_eq!(two(few.elo_low), "-93.65");
    assert!(few.elo_low < many.elo_low && many.elo_low < full.elo_low);
    let lost = Estimate::new(Pentanomial([3, 0, 0, 0, 0]));
    assert_eq!((lost.elo_low, lost.los), (None, Some(0.0625)));
    assert_eq!(two(lost.elo_high), "93.65");
}

#[test]
fn an_interval_that_leaves_the_scale_has_one_end() {
    let e = Estimate::new(Trinomial { wins: 9, draws: 1, losses: 0 });
    assert!(e.elo.unwrap() > e.elo_low.unwrap());
    assert_eq!((e.elo_high, e.elo_error), (None, None));
}

#[test]
fn results_are_counted_where_they_belong() {
    let (mut pairs, mut games) = (Pentanomial::default(), Trinomial { wins: u64::MAX, ..Trinomial::default() });
    for pair in [[Points::Loss; 2], [Points::Draw, Points::Loss], [Points::Win, Points::Loss], [Points::Draw; 2]] {
        pairs.record(pair);
    }
    pairs.record([Points::Draw, Points::Win]);
    pairs.record([Points::Win; 2]);
    assert_eq!(pairs, Pentanomial([1, 1, 2, 1, 1]));
    for points in [Points::Win, Points::Draw, Points::Loss, Points::Loss] {
        games.record(points);
    }
    assert_eq!(games, Trinomial { wins: u64::MAX, draws: 1, losses: 2 });
    assert_eq!(Counts::from(games).games(), u128::from(u64::MAX) + 3);
    assert_eq!(Counts::from(pairs).games(), 12);
}

#[test]
fn senseless_tests_are_refused_with_the_reason() {
    for (elo0, elo1, alpha, beta, reason) in [
        (5.0, 5.0, 0.05, 0.05, "elo0 must be the smaller one"),
        (5.0, 0.0, 0.05, 0.05, "elo0 must be the smaller one"),
        (f64::NAN, 5.0, 0.05, 0.05, "elo0 is NaN: give a number from -1000 to 1000"),
        (0.0, f64::INFINITY, 0.05, 0.05, "elo1 is inf: "),
        (-1e300, 5.0, 0.05, 0.05, "elo0 is -1"),
        (0.0, 5.0, 0.0, 0.05, "alpha is 0: "),
        (0.0, 5.0, 0.05, 0.5, "beta is 0.5: "),
        (0.0, 5.0, 0.05, f64::NAN, "beta is NaN: "),
    ] {
        let error = Sprt::new(Model::Normalized, elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_test_is_read_from_text() {
    assert_eq!("elo0=0,elo1=10".parse(), Ok(sprt(Model::Normalized, 0.0, 10.0)));
    let whole = "elo0=-3, elo1=1, alpha=0.05, beta=0.1, model=logistic";
    assert_eq!(whole.parse(), Sprt::new(Model::Logistic, -3.0, 1.0, 0.05, 0.1));
    for text in ["", "elo0", "elo0=0", "elo0=zero,elo1=1", "elo0=0,elo1=1,gamma=2", "elo0=0,elo1=1,"] {
        assert!(matches!(text.parse::<Sprt>(), Err(SprtError::Text(_))), "{text}");
    }
    assert_eq!("elo0=0,elo1=1,model=bayes".parse::<Sprt>(), Err(SprtError::Model("bayes".into())));
}

/// Counts of every size, with the extremes often.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), Just(1), 0..100u64, 0..1_000_000u64, any::<u64>(), Just(u64::MAX)]
}

fn counts() -> impl Strategy<Value = Counts> {
    prop_oneof![
        proptest::array::uniform5(count()).prop_map(|cells| Pentanomial(cells).into()),
        (count(), count(), count()).prop_map(|(wins, draws, losses)| Trinomial { wins, draws, losses }.into()),
    ]
}

fn model() -> impl Strategy<Value = Model> {
    prop_oneof![Just(Model::Normalized), Just(Model::Logistic)]
}

fn elo() -> impl Strategy<Value = f64> {
    prop_oneof![
        -20.0..20.0,
        -1000.0..=1000.0,
        Just(0.0),
        Just(f64::MIN_POSITIVE),
        Just(-1000.0),
        Just(1000.0),
        any::<f64>()
    ]
}

fn risk() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.05), 0.0..0.5, Just(5e-324), Just(0.499_999_999), any::<f64>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_figure_is_a_finite_number(counts in counts()) {
        let e = Estimate::new(counts);
        let figures = [
            e.score, e.elo, e.elo_error, e.elo_low, e.elo_high, e.nelo, e.nelo_error, e.los, e.pairs_ratio, e.draw_rate,
        ];
        prop_assert!(figures.iter().flatten().all(|figure| figure.is_finite()), "{e:?}");
        prop_assert!([e.score, e.los, e.draw_rate].iter().flatten().all(|share| (0.0..=1.0 + 1e-12).contains(share)), "{e:?}");
        prop_assert!(e.elo_error.is_none_or(|error| error >= 0.0), "{e:?}");
        prop_assert_eq!(e.score.is_some(), counts.units() > 0);
    }

    #[test]
    fn every_test_ends_in_finite_numbers_or_is_refused(
        counts in counts(), model in model(), elo0 in elo(), elo1 in elo(), alpha in risk(), beta in risk(),
    ) {
        if let Ok(test) = Sprt::new(model, elo0, elo1, alpha, beta) {
            let verdict = test.test(counts);
            prop_assert!([verdict.llr, verdict.lower, verdict.upper].iter().all(|n| n.is_finite()), "{verdict:?}");
            prop_assert!(verdict.lower < 0.0 && 0.0 < verdict.upper, "{verdict:?}");
        }
    }

    #[test]
    fn the_other_bot_sees_the_mirror_image(cells in proptest::array::uniform5(0..5000u64), model in model(), wide in 1.0..300.0f64) {
        let (mut mirrored, ours) = (cells, Pentanomial(cells));
        mirrored.reverse();
        let theirs = Pentanomial(mirrored);
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + a.abs());
        let (a, b) = (Estimate::new(ours), Estimate::new(theirs));
        for (a, b) in [(a.elo, b.elo), (a.nelo, b.nelo), (a.elo_low, b.elo_high)] {
            prop_assert_eq!(a.is_some(), b.is_some());
            prop_assert!(a.zip(b).is_none_or(|(a, b)| near(a, -b)), "{:?} {:?}", a, b);
        }
        let (a, b) = (sprt(model, 0.0, wide).test(ours), sprt(model, -wide, 0.0).test(theirs));
        prop_assert!(near(a.llr, -b.llr), "{} {}", a.llr, b.llr);
    }

    /// The hypothesis of what was seen beats every other one.
    #[test]
    fn the_nearer_hypothesis_is_the_likelier_one(cells in proptest::array::uniform5(1..5000u64), off in 5.0..200.0f64) {
        let pairs = Pentanomial(cells);
        let e = Estimate::new(pairs);
        for (model, seen) in [(Model::Normalized, e.nelo.unwrap()), (Model::Logistic, e.elo.unwrap())] {
            if seen.abs() < 700.0 {
                prop_assert!(sprt(model, seen - off, seen).test(pairs).llr > 0.0);
                prop_assert!(sprt(model, seen, seen + off).test(pairs).llr < 0.0);
            }
        }
    }
}
