//! A match plays every game of its plan exactly once, whenever it is stopped.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::{Memory, random};
use proptest::prelude::*;
use schwarm_arena::matchup::{
    Adjudication, Agreement, Match, MatchError, MatchPlan, MatchReport, Openings, Options, PlanError, Progress,
    Restart, StopSignal, Tally, opening,
};
use schwarm_core::{Rng, Side};
use schwarm_play::{Ending, GameEvent, Journal, Start, Termination, TimeControl};

fn plan(game: &str, pairs: u64) -> MatchPlan {
    MatchPlan { seed: 5, ..MatchPlan::new(game, ["A".into(), "B".into()], pairs) }
}

fn options(concurrency: usize) -> Options {
    Options {
        concurrency: NonZeroUsize::new(concurrency).unwrap(),
        restart: [Restart::EachGame; 2],
        ..Options::default()
    }
}

fn play(
    plan: &MatchPlan,
    journal: &dyn Journal,
    options: &Options,
    stop: &StopSignal,
    observer: &(dyn Fn(&Progress<'_>) + Sync),
) -> Result<MatchReport, MatchError> {
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let bots = [Box::new(random) as _, Box::new(random) as _];
    Match { name: "test", plan, rules: &*rules, bots, journal, options, stop, observer }.run()
}

/// The tally of results, from the start.
fn fold(results: &BTreeMap<u64, Ending>) -> Tally {
    let mut tally = Tally::default();
    results.iter().for_each(|(&game, ending)| tally.add(game, ending));
    tally
}

#[test]
fn a_pair_has_one_start_and_swapped_sides() {
    for openings in [Openings::Seeds, Openings::Prefix { plies: 5 }] {
        for game in ["hive+mlp", "piranhas-2026", "ostseeschach-2022", "hive-2020"] {
            let plan = MatchPlan { openings: openings.clone(), ply_limit: Some(4), ..plan(game, 4) };
            let memory = Memory::default();
            let report = play(&plan, &memory, &options(2), &StopSignal::default(), &|_| {}).unwrap();
            assert_eq!((report.played, report.left), (8, 0));
            let records = memory.records();
            for pair in 0..4 {
                let [one, two] = [&records[&(2 * pair)], &records[&(2 * pair + 1)]];
                assert_eq!(one.start, two.start, "{game}");
                assert_eq!([&one.players[0], &one.players[1]], [&two.players[1], &two.players[0]]);
            }
            if openings != Openings::Seeds {
                let starts: std::collections::HashSet<&Start> = records.values().map(|record| &record.start).collect();
                assert!(starts.len() >= 3, "{game} has {} starts for 4 pairs", starts.len());
            }
        }
    }
}

#[test]
fn a_random_prefix_puts_nobody_ahead_and_leaves_both_a_choice() {
    for game in ["hive", "hive+mlp", "hive-2020", "piranhas-2019", "ostseeschach-2022"] {
        let rules = schwarm_catalog::open(game).unwrap();
        for plies in [4, 9] {
            let plan = MatchPlan { openings: Openings::Prefix { plies }, ..plan(game, 20) };
            for pair in 0..20 {
                let mut session = opening(&plan, &*rules, pair).unwrap();
                let [one, two] = session.scores(None);
                assert_eq!((one, session.moves().len()), (two, plies as usize), "{game}, pair {pair}");
                let moves = session.legal_moves();
                assert!(session.outcome().is_none() && moves.len() > 1, "{game}, pair {pair}");
                session.play(&moves[0]).unwrap();
            }
        }
    }
}

#[test]
fn the_plan_decides_every_move_however_many_games_run_at_once() {
    let plan = MatchPlan { openings: Openings::Prefix { plies: 3 }, ..plan("piranhas-2026", 5) };
    let moves = |concurrency| {
        let memory = Memory::default();
        play(&plan, &memory, &options(concurrency), &StopSignal::default(), &|_| {}).unwrap();
        let texts = |record: &schwarm_play::GameRecord| record.moves.iter().map(|mv| mv.text.clone()).collect();
        memory
            .records()
            .into_iter()
            .map(|(game, record)| (game, texts(&record)))
            .collect::<BTreeMap<u64, Vec<String>>>()
    };
    let one = moves(1);
    assert_eq!(one, moves(3));
    assert_ne!(one[&0], one[&1], "the bots draw by their own seeds");
}

#[test]
fn the_watcher_hears_only_of_what_is_kept_and_of_results_one_by_one() {
    let memory = Memory::default();
    let games = Mutex::new(Vec::new());
    let moves = AtomicU64::new(0);
    let observer = |progress: &Progress<'_>| match progress {
        Progress::Opened { tally } => assert_eq!(tally.games(), 0),
        Progress::Started { game, event, .. } => assert!(memory.holds(*game, event)),
        Progress::Happened { game, event } => {
            assert!(memory.holds(*game, event));
            moves.fetch_add(u64::from(matches!(event, GameEvent::Moved { .. })), Ordering::Relaxed);
        }
        Progress::Ended { game, ending, tally, .. } => {
            assert_eq!(&memory.results()[game], *ending);
            let mut games = games.lock().unwrap();
            games.push(*game);
            assert_eq!(tally.games(), games.len() as u64);
        }
        Progress::Absent { .. } | Progress::Warning(_) => panic!("{progress:?}"),
    };
    let options = Options { batch: Duration::from_millis(1), ..options(3) };
    let report = play(&plan("piranhas-2019", 10), &memory, &options, &StopSignal::default(), &observer).unwrap();
    let mut games = games.into_inner().unwrap();
    games.sort_unstable();
    assert_eq!(games, (0..20).collect::<Vec<u64>>());
    let played: usize = memory.records().values().map(|record| record.moves.len()).sum();
    assert_eq!(moves.into_inner(), played as u64);
    assert_eq!(report.times.iter().map(|times| times.count).sum::<u64>(), played as u64);
    assert_eq!(report.tally, fold(&memory.results()));
    assert_eq!(report.tally.complete_pairs(), 10);
}

#[test]
fn stopped_at_random_moments_every_game_has_exactly_one_result() {
    let plan = MatchPlan { ply_limit: Some(12), ..plan("hive", 100) };
    let memory = Memory::default();
    let mut rng = Rng::new(11);
    let (mut runs, mut broken_off) = (0, 0);
    let last = loop {
        let stop = StopSignal::default();
        let (seen, moment, hard) = (AtomicU64::new(0), 20 + rng.below(300) as u64, rng.below(3) > 0);
        let observer = |_: &Progress<'_>| {
            if seen.fetch_add(1, Ordering::Relaxed) == moment && runs < 50 {
                stop.press();
                if hard {
                    stop.press();
                }
            }
        };
        let before = memory.results().len() as u64;
        let report = play(&plan, &memory, &options(3), &stop, &observer).unwrap();
        assert_eq!(report.found, before);
        assert_eq!(report.found + report.played + report.left, 200);
        assert_eq!(report.tally, fold(&memory.results()));
        runs += 1;
        broken_off += report.broken_off;
        if report.left == 0 {
            break report;
        }
    };
    assert!(runs > 5 && broken_off > 5, "{runs} runs, {broken_off} games broken off");
    assert_eq!(memory.records().len(), 200);
    assert_eq!(memory.tries() as u64, 200 + broken_off);
    assert_eq!((last.tally.games(), last.tally.complete_pairs()), (200, 100));
    // A run of a match that is over plays nothing.
    let again = play(&plan, &memory, &options(2), &StopSignal::default(), &|_| {}).unwrap();
    assert_eq!((again.played, again.found, again.tally), (0, 200, last.tally));
}

#[test]
fn the_first_stop_finishes_the_games_that_run() {
    let memory = Memory::default();
    let stop = StopSignal::default();
    let observer = |progress: &Progress<'_>| {
        if matches!(progress, Progress::Started { game: 4, .. }) {
            stop.finish();
        }
    };
    let report = play(&plan("piranhas-2026", 50), &memory, &options(2), &stop, &observer).unwrap();
    assert_eq!(report.broken_off, 0);
    assert!((5..=6).contains(&report.played), "{}", report.played);
    assert_eq!(memory.tries() as u64, report.played);
}

#[test]
fn a_full_disk_ends_the_match_with_its_words_and_nothing_is_lost() {
    let plan = MatchPlan { ply_limit: Some(10), ..plan("hive", 20) };
    let memory = Memory::with_room(155);
    let error = play(&plan, &memory, &options(2), &StopSignal::default(), &|_| {}).unwrap_err();
    assert!(matches!(&error, MatchError::Journal(why) if why.0.contains("disk is full")), "{error}");
    let before = memory.results().len();
    assert!((10..=15).contains(&before), "{before}");
    memory.make_room();
    let report = play(&plan, &memory, &options(2), &StopSignal::default(), &|_| {}).unwrap();
    assert_eq!((report.found, report.played), (before as u64, 40 - before as u64));
    assert_eq!(memory.records().len(), 40);
}

#[test]
fn another_plan_under_the_same_name_is_refused() {
    let memory = Memory::default();
    play(&plan("piranhas-2026", 1), &memory, &options(1), &StopSignal::default(), &|_| {}).unwrap();
    let other = MatchPlan { seed: 6, ..plan("piranhas-2026", 1) };
    let other = play(&other, &memory, &options(1), &StopSignal::default(), &|_| {});
    assert!(matches!(other, Err(MatchError::Journal(_))));
}

#[test]
fn more_pairs_go_on_with_the_same_match_and_fewer_play_nothing() {
    let memory = Memory::default();
    let run =
        |pairs| play(&plan("piranhas-2026", pairs), &memory, &options(2), &StopSignal::default(), &|_| {}).unwrap();
    let [first, more, fewer] = [run(2), run(5), run(1)];
    let counts = |report: &MatchReport| (report.games, report.found, report.played, report.left);
    assert_eq!([counts(&first), counts(&more), counts(&fewer)], [(4, 0, 4, 0), (10, 4, 6, 0), (2, 2, 0, 0)]);
    assert_eq!(memory.records().len(), 10);
    // The games are those of a match that was planned as long from its start.
    let whole = Memory::default();
    play(&plan("piranhas-2026", 5), &whole, &options(1), &StopSignal::default(), &|_| {}).unwrap();
    assert_eq!(memory.results(), whole.results());
    assert_eq!(more.tally, fold(&whole.results()));
}

#[test]
fn a_game_finished_by_another_run_counts_but_is_not_played() {
    let memory = Memory::default();
    let plan = plan("piranhas-2026", 2);
    // The second run plays everything while the first is in its first game.
    let inner = Mutex::new(None);
    let observer = |progress: &Progress<'_>| {
        if let Progress::Ended { game: 0, .. } = progress {
            let report = play(&plan, &memory, &options(1), &StopSignal::default(), &|_| {}).unwrap();
            *inner.lock().unwrap() = Some(report);
        }
    };
    let outer = play(&plan, &memory, &options(1), &StopSignal::default(), &observer).unwrap();
    let inner = inner.into_inner().unwrap().unwrap();
    assert_eq!((inner.found, inner.played), (1, 3));
    assert_eq!((outer.found, outer.played), (3, 1));
    assert_eq!(outer.tally, inner.tally);
}

#[test]
fn openings_are_positions_setups_or_moves() {
    let hive = |lines: &str| MatchPlan { openings: Openings::from_text(lines), ..plan("hive", 9) };
    let rules = schwarm_catalog::open("hive").unwrap();
    let plan = hive("# a file\n\nwS1;bS1 -wS1\n  wG1, bG1 wG1-  \nwB1\n");
    plan.check(&*rules).unwrap();
    let moves = |pair| opening(&plan, &*rules, pair).unwrap().moves().len();
    assert_eq!([moves(0), moves(1), moves(2), moves(3)], [2, 2, 1, 2]);
    let position = opening(&plan, &*rules, 0).unwrap().position();
    let again = hive(&position);
    assert_eq!(opening(&again, &*rules, 5).unwrap().position(), position);

    let piranhas = schwarm_catalog::open("piranhas-2026").unwrap();
    let seeds = MatchPlan { openings: Openings::from_text("seed:3\nseed:4"), ..self::plan("piranhas-2026", 2) };
    seeds.check(&*piranhas).unwrap();
    let setup = |pair| opening(&seeds, &*piranhas, pair).unwrap().setup();
    assert_eq!(setup(0), piranhas.start(schwarm_core::Setup::Seed(3)).unwrap().setup());
    assert_ne!(setup(0), setup(1));
}

#[test]
fn a_bad_opening_is_named_before_anything_is_played() {
    let memory = Memory::default();
    let plan = MatchPlan { openings: Openings::from_text("wS1\nwS1;bS9"), ..plan("hive", 2) };
    let error = play(&plan, &memory, &options(1), &StopSignal::default(), &|_| {}).unwrap_err();
    assert!(matches!(error, MatchError::Plan(PlanError::Opening(_))), "{error}");
    assert!(error.to_string().contains("opening 2 of the list"), "{error}");
    assert_eq!(memory.tries(), 0);
    for (plan, word) in [
        (MatchPlan { pairs: 0, ..plan.clone() }, "pairs"),
        (MatchPlan { pairs: 1_000_000_001, ..plan.clone() }, "pairs"),
        (MatchPlan { ply_limit: Some(0), ..plan.clone() }, "ply_limit"),
        (MatchPlan { openings: Openings::List(vec![]), ..plan.clone() }, "openings"),
        (MatchPlan { openings: Openings::Prefix { plies: 5000 }, ..plan.clone() }, "openings"),
        (MatchPlan { game: "hive+m".into(), ..plan.clone() }, "hive+m"),
    ] {
        let rules = schwarm_catalog::open("hive").unwrap();
        let error = plan.check(&*rules).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
}

#[test]
fn games_end_by_the_ply_limit_or_because_both_agree() {
    let limited = MatchPlan { ply_limit: Some(6), ..plan("hive", 2) };
    // The random player says of every position that it is even.
    let draw = Some(Agreement { score: 0.5, moves: 3 });
    let agreed = MatchPlan { adjudication: Adjudication { draw, win: None }, ..plan("hive", 2) };
    for (plan, word) in [(limited, "6 plies"), (agreed, "both players agree on a draw")] {
        let memory = Memory::default();
        let report = play(&plan, &memory, &options(1), &StopSignal::default(), &|_| {}).unwrap();
        assert_eq!(report.tally.adjudicated, 4);
        for record in memory.records().values() {
            let why = format!("{:?}", record.ending.as_ref().unwrap().termination);
            assert!(record.moves.len() == 6 && why.contains(word), "{why}");
        }
    }
}

#[test]
fn a_match_can_be_run_inside_of_a_runtime() {
    let memory = Memory::default();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let plan = plan("piranhas-2026", 1);
    let report = runtime.block_on(async { play(&plan, &memory, &options(1), &StopSignal::default(), &|_| {}) });
    assert_eq!(report.unwrap().played, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_bound_to_their_cores_and_a_core_that_is_not_there_is_an_error() {
    use rustix::thread::sched_getaffinity;
    let all = sched_getaffinity(None).unwrap();
    let cpu = (0..1024).find(|&cpu| all.is_set(cpu)).unwrap();
    let memory = Memory::default();
    let observer = |progress: &Progress<'_>| {
        if let Progress::Started { .. } = progress {
            let now = sched_getaffinity(None).unwrap();
            assert!(now.count() == 1 && now.is_set(cpu));
        }
    };
    let pinned = Options { cpus: vec![cpu], ..options(1) };
    let report = play(&plan("piranhas-2026", 1), &memory, &pinned, &StopSignal::default(), &observer).unwrap();
    assert!(report.pinned);
    for cpu in [1023, usize::MAX] {
        let nowhere = Options { cpus: vec![cpu], ..options(1) };
        let error = play(&plan("piranhas-2026", 1), &memory, &nowhere, &StopSignal::default(), &|_| {}).unwrap_err();
        assert!(matches!(error, MatchError::Cpu(_)), "{error}");
    }
}

fn ending(winner: Option<Side>) -> Ending {
    let rules = schwarm_catalog::open("hive").unwrap();
    let scores = rules.start(schwarm_core::Setup::Default).unwrap().scores(winner);
    Ending { termination: Termination::Rules, winner, scores, outcome: None }
}

proptest! {
    #[test]
    fn the_tally_is_the_same_in_any_order_and_counts_only_whole_pairs(
        results in prop::collection::vec(0_usize..4, 1..40),
        seed in any::<u64>(),
    ) {
        let known: Vec<(u64, usize)> = (0..).zip(results).filter(|(_, result)| *result < 3).collect();
        let end = |result: usize| ending([None, Some(Side::One), Some(Side::Two)][result]);
        let mut shuffled = known.clone();
        Rng::new(seed).shuffle(&mut shuffled);
        let tally_of = |games: &[(u64, usize)]| {
            let mut tally = Tally::default();
            games.iter().for_each(|&(game, result)| tally.add(game, &end(result)));
            tally
        };
        let tally = tally_of(&known);
        prop_assert_eq!(&tally, &tally_of(&shuffled));
        prop_assert_eq!(tally.games(), known.len() as u64);
        // Half points of the first bot, pair by pair, by hand.
        let points = |game: u64| {
            let &(_, result) = known.iter().find(|(known, _)| *known == game)?;
            Some(match (result, game % 2) { (0, _) => 1, (1, 0) | (2, 1) => 2, _ => 0 })
        };
        let mut pairs = [0; 5];
        for pair in 0..20 {
            if let (Some(one), Some(two)) = (points(2 * pair), points(2 * pair + 1)) {
                pairs[one + two] += 1;
            }
        }
        prop_assert_eq!(tally.pairs, pairs);
    }

    #[test]
    fn plans_are_read_back(
        pairs in 1_u64..1_000_000, seed in any::<u64>(), margin_ms in 0_u64..1000, plies in 0_u32..100, kind in 0..3,
        lines in prop::collection::vec(".{1,30}", 1..5), score in 0.0_f64..1e9, moves in 1_u32..50,
        ply_limit in prop::option::of(1_u32..1000), name in ".{0,20}",
    ) {
        let openings = [Openings::Seeds, Openings::Prefix { plies }, Openings::List(lines)][kind as usize].clone();
        let adjudication = Adjudication { win: Some(Agreement { score, moves }), draw: None };
        let plan = MatchPlan {
            seed, margin_ms, openings, adjudication, ply_limit, time: TimeControl::SOFTWARE_CHALLENGE,
            settings: [(name.clone(), "1".to_string())].into(),
            ..MatchPlan::new("hive", [name, "B".into()], pairs)
        };
        let json = plan.to_json().unwrap();
        prop_assert!(!json.contains('\n'));
        let read = MatchPlan::from_json(&json).unwrap();
        prop_assert_eq!(read.pairs, 0, "how far to go decides no game");
        prop_assert_eq!(&read.to_json().unwrap(), &json);
        prop_assert_eq!(MatchPlan { pairs, ..read }, plan);
    }

    #[test]
    fn no_text_makes_a_plan_panic(text in ".{0,200}", cut in 0_usize..200) {
        prop_assert!(MatchPlan::from_json(&text).is_err());
        let json = plan("hive", 3).to_json().unwrap();
        prop_assert!(MatchPlan::from_json(&json[..cut.min(json.len() - 1)]).is_err());
    }
}
