//! The referee plays games to their end, whatever the players do.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::time::Duration;

use schwarm_arena::referee::{self, Patience};
use schwarm_core::{Session, Setup, Side};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{
    AnalystSeat, Choice, Doing, Ending, GameEvent, GameRecord, Playing, Seat, SeatFault, Termination, TimeControl,
    TimeFault, Turn,
};

/// Answers with what it was given, after a while.
struct Scripted {
    answer: Result<&'static str, SeatFault>,
    after: Duration,
    told: Vec<&'static str>,
}

impl Scripted {
    fn new(answer: Result<&'static str, SeatFault>, after: Duration) -> Scripted {
        Scripted { answer, after, told: Vec::new() }
    }
}

impl Seat for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn begin<'a>(&'a mut self, _: &'a GameEvent, _: &'a dyn Session) -> Doing<'a, ()> {
        self.told.push("begin");
        Box::pin(async { Ok(()) })
    }

    fn choose<'a>(&'a mut self, _: Turn<'a>) -> Doing<'a, Choice> {
        Box::pin(async {
            tokio::time::sleep(self.after).await;
            self.answer.clone().map(Choice::plain)
        })
    }

    fn end<'a>(&'a mut self, _: &'a Ending) -> Doing<'a, ()> {
        self.told.push("end");
        Box::pin(async { Ok(()) })
    }
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// A game of two seats; its ending and its events.
fn game(id: &str, time: TimeControl, one: &mut dyn Seat, two: &mut dyn Seat) -> (Ending, Vec<GameEvent>) {
    let rules = schwarm_catalog::open(id).unwrap();
    let session = rules.start(Setup::Seed(3)).unwrap();
    let mut playing = Playing::new(&*rules, session, ["A".into(), "B".into()], time);
    let mut events = Vec::new();
    let patience = Patience { begin: Duration::from_millis(300), end: Duration::from_millis(100) };
    let ending = run(referee::play(&mut playing, [one, two], patience, &mut |event| events.push(event.clone())));
    (ending, events)
}

#[test]
fn house_players_finish_a_game_of_every_kind_and_its_record_replays() {
    for info in schwarm_catalog::games() {
        let mut one = AnalystSeat::new(Box::new(Random::new(1)));
        let mut two = AnalystSeat::new(Box::new(Random::new(2)));
        let rules = schwarm_catalog::open(info.id).unwrap();
        let (ending, events) = game(info.id, TimeControl::None, &mut one, &mut two);
        assert_eq!(ending.termination, Termination::Rules, "{}", info.id);
        let record = GameRecord::from_events(&events).unwrap();
        let session = record.replay(&*rules).unwrap();
        assert_eq!(session.outcome(), ending.outcome, "{}", info.id);
    }
}

#[test]
fn greedy_beats_random_at_piranhas() {
    let mut wins = 0;
    for seed in 0..6 {
        let mut one = AnalystSeat::new(Box::new(Greedy::new(seed)));
        let mut two = AnalystSeat::new(Box::new(Random::new(seed)));
        let (ending, _) = game("piranhas-2026", TimeControl::None, &mut one, &mut two);
        wins += u32::from(ending.winner == Some(Side::One));
    }
    assert!(wins >= 5, "{wins} wins of 6");
}

#[test]
fn whoever_says_nothing_is_waited_for_as_long_as_patience_lasts() {
    let mut one = Scripted::new(Ok("a1-b1"), Duration::from_secs(60));
    let mut two = Scripted::new(Ok(""), Duration::ZERO);
    let limit = Duration::from_millis(50);
    let (ending, events) = game("piranhas-2019", TimeControl::per_move(limit), &mut one, &mut two);
    assert_eq!(ending.termination, Termination::Time { side: Side::One, fault: TimeFault::None });
    assert_eq!(ending.winner, Some(Side::Two));
    assert_eq!(events.len(), 2);
    assert_eq!((one.told, two.told), (vec!["begin", "end"], vec!["begin", "end"]));
}

#[test]
fn a_late_answer_loses_even_when_it_is_legal() {
    let mut one = Scripted::new(Ok("wS1"), Duration::from_millis(40));
    let mut two = Scripted::new(Ok(""), Duration::ZERO);
    let time = TimeControl::PerMove { limit: Duration::from_millis(10), patience: Duration::from_secs(5) };
    let (ending, _) = game("hive", time, &mut one, &mut two);
    assert_eq!(ending.termination, Termination::Time { side: Side::One, fault: TimeFault::Late });
}

#[test]
fn nonsense_an_illegal_move_and_a_crash_lose() {
    let cases: [(Result<&str, SeatFault>, &str); 5] = [
        (Ok("wQ9"), "illegal-move"),
        (Ok("bS1"), "illegal-move"),
        (Err(SeatFault::Crash("exit 1".into())), "crash"),
        (Err(SeatFault::Silence("ok?".into())), "silence"),
        (Err(SeatFault::Left("bye".into())), "left"),
    ];
    for (answer, id) in cases {
        let mut one = Scripted::new(answer, Duration::ZERO);
        let mut two = Scripted::new(Ok(""), Duration::ZERO);
        let (ending, _) = game("hive", TimeControl::None, &mut one, &mut two);
        assert_eq!((ending.termination.id(), ending.winner), (id, Some(Side::Two)));
        assert!(ending.scores[0].parts().iter().all(|&part| part == 0));
    }
}
