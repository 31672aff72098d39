//! The players of the house, their settings, and the seat they take.

mod common;

use std::collections::BTreeMap;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use common::games;
use schwarm_core::{Rng, Rulebook, Session, Setup};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{
    AnalysisError, Analyst, AnalystSeat, Choice, Limits, Seat, Setting, SettingError, SettingKind, Stop, ThinkTime,
    Turn,
};

fn rules(id: &str) -> Box<dyn Rulebook> {
    schwarm_catalog::open(id).expect("a game of the catalog")
}

fn best(analyst: &mut dyn Analyst, session: &dyn Session) -> String {
    let analysis = analyst.analyse(session, &Limits::default(), &Stop::default(), &mut |_| {}).expect("a move");
    analysis.best().expect("never empty").to_string()
}

/// Random positions of a game, on the way to its end.
fn positions(rules: &dyn Rulebook, seeds: u64) -> Vec<Box<dyn Session>> {
    let mut positions = Vec::new();
    for seed in 0..seeds {
        let mut session = rules.start(Setup::Seed(seed)).expect("a start");
        let mut rng = Rng::new(seed);
        for _ in 0..120 {
            let Some(mv) = session.random_move(&mut rng) else { break };
            positions.push(session.clone_box());
            session.play(&mv).expect("legal");
        }
    }
    positions
}

#[test]
fn greedy_wins_at_once_where_it_can_and_never_loses_where_it_need_not() {
    let mut wins = BTreeMap::new();
    for id in games() {
        let rules = rules(&id);
        let mut greedy = Greedy::new(1);
        for session in positions(&*rules, 4) {
            let side = session.side_to_move();
            let winner_after = |mv: &str| {
                let mut after = session.clone_box();
                after.play(mv).expect("legal");
                after.outcome().map(|outcome| outcome.winner)
            };
            let legal = session.legal_moves();
            let chosen = winner_after(&best(&mut greedy, &*session));
            if legal.iter().any(|mv| winner_after(mv) == Some(Some(side))) {
                assert_eq!(chosen, Some(Some(side)), "{id}: {}", session.position());
                *wins.entry(id.clone()).or_insert(0) += 1;
            } else if legal.iter().any(|mv| winner_after(mv) != Some(Some(side.other()))) {
                assert_ne!(chosen, Some(Some(side.other())), "{id}: {}", session.position());
            }
        }
    }
    assert!(wins.len() >= 3, "the positions must hold wins to be taken: {wins:?}");
}

#[test]
fn greedy_draws_evenly_among_equal_moves() {
    // On the empty board of Hive every first move is worth the same.
    let session = rules("hive").start(Setup::Default).expect("a start");
    let legal = session.legal_moves();
    let mut greedy = Greedy::new(42);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..4000 {
        *counts.entry(best(&mut greedy, &*session)).or_default() += 1;
    }
    assert_eq!(counts.len(), legal.len());
    // Five standard deviations of a fair draw.
    let fair = 4000.0 / legal.len() as f64;
    let spread = 5.0 * (fair * (1.0 - 1.0 / legal.len() as f64)).sqrt();
    assert!(counts.values().all(|&count| (f64::from(count) - fair).abs() < spread), "{counts:?}");
}

#[test]
fn greedy_beats_random() {
    for id in ["piranhas-2019", "piranhas-2026", "ostseeschach-2022", "hive-2020"] {
        let rules = rules(id);
        let mut points = 0;
        for seed in 0..20u64 {
            let mut session = rules.start(Setup::Seed(seed)).expect("a start");
            let (mut greedy, mut random) = (Greedy::new(seed), Random::new(seed));
            let mine = seed.is_multiple_of(2);
            let mut greedy_moves = mine;
            let side = if mine { session.side_to_move() } else { session.side_to_move().other() };
            while session.outcome().is_none() {
                let analyst: &mut dyn Analyst = if greedy_moves { &mut greedy } else { &mut random };
                let mv = best(analyst, &*session);
                session.play(&mv).expect("legal");
                greedy_moves = !greedy_moves;
            }
            points += match session.outcome().expect("over").winner {
                Some(winner) if winner == side => 2,
                None => 1,
                Some(_) => 0,
            };
        }
        assert!(points >= 28, "{id}: {points} of 40");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for id in games() {
        let rules = rules(&id);
        let play = |seed: u64| {
            let mut session = rules.start(Setup::Default).expect("a start");
            let mut players: [Box<dyn Analyst>; 2] = [Box::new(Random::new(seed)), Box::new(Greedy::new(seed))];
            for ply in 0..30 {
                if session.outcome().is_some() {
                    break;
                }
                let mv = best(&mut *players[ply % 2], &*session);
                session.play(&mv).expect("legal");
            }
            session.moves()
        };
        assert_eq!(play(5), play(5), "{id}");
        assert_ne!(play(5), play(6), "{id}");
        let mut reseeded = Random::new(1);
        reseeded.set("seed", " 5 ").expect("a number");
        let session = rules.start(Setup::Default).expect("a start");
        assert_eq!(best(&mut reseeded, &*session), best(&mut Random::new(5), &*session));
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over = "......../......../.....M../..s...../......../..Hm..../......../........ r 60 1:1";
    let session = rules("ostseeschach-2022").from_position(over).expect("a position");
    for mut analyst in [Box::new(Random::new(1)) as Box<dyn Analyst>, Box::new(Greedy::new(1))] {
        let nothing = analyst.analyse(&*session, &Limits::default(), &Stop::default(), &mut |_| {});
        assert_eq!(nothing, Err(AnalysisError::GameOver), "{}", analyst.name());
    }
}

#[test]
fn greedy_stops_when_asked_but_has_a_move() {
    let session = rules("piranhas-2019").start(Setup::Default).expect("a start");
    let stop = Stop::default();
    stop.stop();
    let mut heard = Vec::new();
    let analysis = Greedy::new(1)
        .analyse(&*session, &Limits::default(), &stop, &mut |finding| heard.push(finding.clone()))
        .expect("a move");
    assert_eq!(analysis.lines[0].nodes, 1);
    assert_eq!(heard, analysis.lines);
}

#[test]
fn the_findings_of_greedy_get_better_and_count_every_position() {
    let session = rules("piranhas-2019").start(Setup::Default).expect("a start");
    let mut heard = Vec::new();
    let analysis = Greedy::new(3)
        .analyse(&*session, &Limits::default(), &Stop::default(), &mut |finding| heard.push(finding.clone()))
        .expect("a move");
    assert!(heard.windows(2).all(|pair| pair[0].score <= pair[1].score && pair[0].nodes < pair[1].nodes));
    assert_eq!(analysis.lines[0].nodes, session.legal_moves().len() as u64);
}

#[test]
fn an_engine_takes_a_seat() {
    let rules = rules("hive");
    let session = rules.start(Setup::Default).expect("a start");
    let mut seat = AnalystSeat::new(Box::new(Greedy::new(1)));
    assert_eq!(seat.name(), "greedy");
    let mut doing = pin!(seat.choose(Turn { session: &*session, time: ThinkTime::default() }));
    let Poll::Ready(Ok(choice)) = doing.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
        panic!("an engine of the house answers at once")
    };
    assert!(session.legal_moves().contains(&choice.text));
    assert_eq!((choice.depth, choice.nodes.is_some(), choice.score.is_some()), (Some(1), true, true));
    assert_ne!(choice, Choice::plain(choice.text.clone()));
}

#[test]
fn settings_take_values_of_their_kind_and_nothing_else() {
    let mut flag = Setting::bool("Ponder", false);
    assert!(!flag.is_true());
    flag.set(" TRUE ").expect("a yes");
    assert!(flag.is_true() && flag.default == "False");
    let mut number = Setting::int("Threads", 1, 1, 64);
    number.set("64").expect("the largest");
    let mut word = Setting::one_of("Style", "Calm", &["Calm", "Wild"]);
    word.set("wild").expect("one of the list");
    assert_eq!(word.value, "Wild");
    let mut real = Setting { kind: SettingKind::Double { min: 0.0, max: 1.0 }, ..Setting::int("Risk", 0, 0, 1) };
    real.set("0.25").expect("within");
    assert_eq!(real.value, "0.25");
    let refused: [(&mut Setting, &[&str], &str); 4] = [
        (&mut flag, &["", "yes", "1"], "True or False"),
        (&mut number, &["0", "65", "1.5", "-1", "99999999999999999999", ""], "from 1 to 64"),
        (&mut word, &["", "Calm,Wild"], "Calm, Wild"),
        (&mut real, &["NaN", "inf", "1.01", "-0.1", "x"], "from 0 to 1"),
    ];
    for (setting, values, wanted) in refused {
        let before = setting.clone();
        for value in values {
            let error = setting.set(value).expect_err(value);
            assert!(error.to_string().contains(wanted), "{error}");
            assert_eq!(*setting, before, "{value}");
        }
    }
    let long = "x".repeat(10_000);
    assert!(flag.set(&long).expect_err("long").to_string().len() < 300);
    let unknown = Random::new(0).set(&long, "1").expect_err("no such setting");
    assert!(matches!(&unknown, SettingError::Unknown { name } if name.len() == 80));
}
