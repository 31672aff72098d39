//! A single pair of a plan, and how what is handed in is held against the plan.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::time::Duration;

use schwarm_arena::matchup::{
    Adjudication, Agreement, Forgery, Invitation, Match, MatchPlan, Notebook, Options, StopSignal, verify,
};
use schwarm_core::{Setup, Side};
use schwarm_play::house::Greedy;
use schwarm_play::{AnalystSeat, Ending, GameEvent, Seat, Termination, TimeControl, TimeFault};

/// One pair played into a notebook.
fn one_pair(plan: &MatchPlan, pair: u64) -> BTreeMap<u64, Vec<GameEvent>> {
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let notebook = Notebook::default();
    let bot =
        |_: &Invitation| -> Result<Box<dyn Seat>, String> { Ok(Box::new(AnalystSeat::new(Box::new(Greedy::new(3))))) };
    let run = Match {
        name: "pair",
        plan,
        rules: &*rules,
        bots: [Box::new(bot), Box::new(bot)],
        journal: &notebook,
        options: &Options { pair: Some(pair), ..Options::default() },
        stop: &StopSignal::default(),
        observer: &|_| {},
    };
    let report = run.run().unwrap();
    assert_eq!((report.games, report.played, report.left), (2, 2, 0));
    notebook.finished_games()
}

#[test]
fn a_pair_that_is_played_alone_is_one_of_the_plan_and_a_forged_one_is_not() {
    let mut plan = MatchPlan::new("piranhas-2019", ["a".into(), "b".into()], 1000);
    plan.seed = 9;
    plan.time = TimeControl::Total { base: Duration::from_secs(60), increment: Duration::ZERO };
    let rules = schwarm_catalog::open(&plan.game).unwrap();
    let games = one_pair(&plan, 777);
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), [1554, 1555]);
    let events = &games[&1554];
    let check = |plan: &MatchPlan, number, events: &[GameEvent]| verify(plan, &*rules, number, plan.time, events);
    assert!(check(&plan, 1554, events).is_ok() && check(&plan, 1555, &games[&1555]).is_ok());
    // Another game's number, another clock, a game that was cut off, moves left out, an end that was made up.
    assert_eq!(check(&plan, 1555, events), Err(Forgery::Start));
    assert_eq!(verify(&plan, &*rules, 1554, TimeControl::None, events), Err(Forgery::Start));
    assert_eq!(check(&plan, 1554, &events[..events.len() - 1]), Err(Forgery::NoEnd));
    let mut shorter = events.clone();
    shorter.remove(1);
    assert!(matches!(check(&plan, 1554, &shorter), Err(Forgery::Event { event: 1, .. })));
    let ends_with = |termination: Termination, at: usize| {
        let winner = termination.offender().map(|side| side.other());
        let scores = rules.start(Setup::Default).unwrap().scores(winner);
        let ending = Ending { termination, winner, scores, outcome: None };
        let mut events = events[..at].to_vec();
        events.push(GameEvent::Ended { ending });
        events
    };
    let Some(GameEvent::Moved { played, .. }) = events.get(1) else { panic!("a move") };
    let legal = Termination::IllegalMove { side: Side::One, text: played.text.clone(), why: "so they say".into() };
    for forged in [
        ends_with(legal, 1),
        ends_with(Termination::Rules, 3),
        ends_with(Termination::Abort { why: "enough".into() }, 3),
        ends_with(Termination::Adjudication { why: "the limit of 2 plies is reached".into() }, 3),
        ends_with(Termination::Time { side: Side::Two, fault: TimeFault::None }, 3),
    ] {
        assert!(matches!(check(&plan, 1554, &forged), Err(Forgery::Event { .. })), "{:?}", forged.last());
    }
    // An end by the referee's own bounds comes out as it was.
    let mut bounded = MatchPlan { ply_limit: Some(7), ..plan.clone() };
    bounded.adjudication = Adjudication { win: None, draw: Some(Agreement { score: 1e9, moves: 2 }) };
    for (number, events) in one_pair(&bounded, 3) {
        let ending = check(&bounded, number, &events).unwrap();
        assert_eq!(ending.termination.id(), "adjudication");
        assert!(
            check(
                &MatchPlan { ply_limit: Some(8), adjudication: Adjudication::default(), ..bounded.clone() },
                number,
                &events
            )
            .is_err()
        );
    }
}

#[test]
fn a_slower_machine_gives_more_time() {
    let total = TimeControl::Total { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
    let slower = TimeControl::Total { base: Duration::from_secs(20), increment: Duration::from_millis(200) };
    assert_eq!(total.scaled(2_000_000, 1_000_000), slower);
    assert_eq!(slower.scaled(1, 2), total);
    assert_eq!(TimeControl::None.scaled(1, 9), TimeControl::None);
    assert_eq!(
        TimeControl::per_move(Duration::from_millis(2)).scaled(1, 1000),
        TimeControl::per_move(Duration::from_millis(1))
    );
}
