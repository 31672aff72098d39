//! A game in progress: every way it can end, who is to blame, and what the clocks say.

mod common;

use std::time::Duration;

use common::games;
use schwarm_core::{Rng, Rulebook, Setup, Side};
use schwarm_play::{
    Choice, Ending, GameEvent, GameRecord, Playing, SeatFault, Start, Termination, TimeControl, TimeFault,
};

const SECOND: Duration = Duration::from_secs(1);
const QUICK: Duration = Duration::from_millis(1);

fn players() -> [String; 2] {
    ["ann".to_string(), "bob".to_string()]
}

fn rules(id: &str) -> Box<dyn Rulebook> {
    schwarm_catalog::open(id).expect("a game of the catalog")
}

fn begin(id: &str, time: TimeControl) -> Playing {
    let rules = rules(id);
    Playing::new(&*rules, rules.start(Setup::Default).expect("a start"), players(), time)
}

fn legal(playing: &Playing) -> Choice {
    Choice::plain(playing.session().legal_moves().remove(0))
}

fn the_end(events: &[GameEvent]) -> Ending {
    match events.last() {
        Some(GameEvent::Ended { ending }) => ending.clone(),
        other => panic!("no end: {other:?}"),
    }
}

/// Plays legal moves until a side is to move for the second time.
fn until(playing: &mut Playing, side: Side) {
    while playing.session().moves().len() < 2 || playing.to_move() != Some(side) {
        let choice = legal(playing);
        playing.answer(Ok(choice), QUICK);
    }
}

#[test]
fn a_game_is_played_to_its_end_by_the_rules() {
    for id in games() {
        let rules = rules(&id);
        for seed in 0..3 {
            let session = rules.start(Setup::Seed(seed)).expect("a start");
            let mut playing = Playing::new(&*rules, session, players(), TimeControl::None);
            let mut events = playing.opening_events();
            assert_eq!(events.len(), 1);
            let mut rng = Rng::new(seed);
            let mut ply = 0;
            while let Some(side) = playing.to_move() {
                let Some(text) = playing.session().random_move(&mut rng).filter(|_| ply < 300) else {
                    events.extend(playing.end(Termination::Abort { why: "long enough".to_string() }));
                    break;
                };
                let more = playing.answer(Ok(Choice::plain(text.clone())), QUICK);
                let GameEvent::Moved { ply: told, side: mover, played, left } = &more[0] else {
                    panic!("{id}: {text} was legal, but {more:?}")
                };
                assert_eq!((*told, *mover, &played.text, *left), (ply, side, &text, None), "{id}");
                ply += 1;
                events.extend(more);
            }
            let ending = the_end(&events);
            match playing.session().outcome() {
                Some(outcome) => {
                    assert_eq!(ending.termination, Termination::Rules, "{id}");
                    assert_eq!((ending.winner, ending.scores), (outcome.winner, outcome.scores), "{id}");
                    assert_eq!(ending.outcome, Some(outcome), "{id}");
                }
                None => assert!(!ending.counts(), "{id}"),
            }
            let record = GameRecord::from_events(&events).expect("events in order");
            let again = record.replay(&*rules).expect("legal moves");
            assert_eq!(again.position(), playing.session().position(), "{id}");
        }
    }
}

#[test]
fn every_fault_ends_the_game_for_the_one_to_blame() {
    let why = || "seen".to_string();
    let faults = [
        (SeatFault::Crash(why()), "crash"),
        (SeatFault::Silence(why()), "silence"),
        (SeatFault::Left(why()), "left"),
        (SeatFault::Nonsense { text: "?".to_string(), why: why() }, "illegal-move"),
    ];
    for id in games() {
        for side in Side::BOTH {
            for (fault, name) in faults.clone() {
                let mut playing = begin(&id, TimeControl::None);
                until(&mut playing, side);
                let events = playing.answer(Err(fault), QUICK);
                assert_eq!(events.len(), 1, "{id}");
                let ending = the_end(&events);
                assert_eq!((ending.termination.id(), ending.termination.offender()), (name, Some(side)), "{id}");
                assert_eq!(ending.winner, Some(side.other()), "{id}");
                assert!(ending.scores[side.index()].parts().iter().all(|part| *part == 0), "{id}: {ending:?}");
                assert_eq!(ending.scores[side.other().index()].parts()[0], 2, "{id}: {ending:?}");
                let lengths = ending.scores.map(|score| score.parts().len());
                assert_eq!(lengths[0], lengths[1], "{id}: a zeroed line is as long as before");
                assert_eq!(ending.outcome, None, "{id}");
                assert_eq!(playing.ending(), Some(&ending), "{id}");
                assert_eq!(playing.to_move(), None, "{id}");
            }
        }
    }
}

#[test]
fn an_illegal_move_loses_and_leaves_the_position_alone() {
    let mut playing = begin("piranhas-2019", TimeControl::None);
    let before = playing.session().position();
    let long = "x".repeat(100_000);
    let ending = the_end(&playing.answer(Ok(Choice::plain(long)), QUICK));
    let Termination::IllegalMove { side: Side::One, text, why } = ending.termination else {
        panic!("{:?}", ending.termination)
    };
    assert!(text.len() <= 200 && !why.is_empty() && why.len() < 500, "{text} {why}");
    assert_eq!(playing.session().position(), before);
}

#[test]
fn the_first_fault_counts() {
    let mut playing = begin("hive", TimeControl::SOFTWARE_CHALLENGE);
    let first = playing.out_of_time().expect("the first fault");
    let ending = the_end(&[first]);
    assert_eq!(ending.termination, Termination::Time { side: Side::One, fault: TimeFault::None });
    assert_eq!(playing.end(Termination::Crash { side: Side::Two, why: "too late".to_string() }), None);
    assert_eq!(playing.end_for(Termination::Rules, None), None);
    assert_eq!(playing.out_of_time(), None);
    let choice = Choice::plain("wS1");
    assert_eq!(playing.answer(Ok(choice), QUICK), []);
    assert_eq!(playing.ending(), Some(&ending));
    assert_eq!(playing.opening_events().len(), 1, "the game was not over as it began");
}

#[test]
fn a_late_answer_loses_even_if_the_move_is_good_or_bad() {
    for (text, spent, fault) in [
        ("a4-c4", 2 * SECOND + QUICK, TimeFault::Late),
        ("nonsense", 3 * SECOND, TimeFault::Late),
        ("a4-c4", 10 * SECOND, TimeFault::None),
    ] {
        let mut playing = begin("piranhas-2019", TimeControl::SOFTWARE_CHALLENGE);
        assert_eq!((playing.think_time().limit, playing.patience()), (Some(2 * SECOND), Some(10 * SECOND)));
        let ending = the_end(&playing.answer(Ok(Choice::plain(text)), spent));
        assert_eq!(ending.termination, Termination::Time { side: Side::One, fault });
    }
}

#[test]
fn stocks_run_down_for_the_one_who_moves_and_events_tell_them() {
    let mut playing = begin("hive", TimeControl::Total { base: 10 * SECOND, increment: SECOND });
    let mut left = [10 * SECOND; 2];
    for (spent, side) in [(3, Side::One), (4, Side::Two), (0, Side::One), (7, Side::Two)] {
        assert_eq!(playing.patience(), Some(left[side.index()]));
        assert_eq!(playing.think_time().left, Some(left[side.index()]));
        assert_eq!(playing.think_time().increment, SECOND);
        left[side.index()] = left[side.index()] - spent * SECOND + SECOND;
        let choice = legal(&playing);
        match &playing.answer(Ok(choice), spent * SECOND)[..] {
            [GameEvent::Moved { left: Some(told), .. }] => assert_eq!(*told, left),
            other => panic!("{other:?}"),
        }
    }
    let choice = legal(&playing);
    let ending = the_end(&playing.answer(Ok(choice), left[0] + QUICK));
    assert_eq!(ending.termination, Termination::Time { side: Side::One, fault: TimeFault::Late });
}

#[test]
fn an_exempt_player_is_never_late() {
    let mut playing = begin("hive", TimeControl::SOFTWARE_CHALLENGE);
    playing.clock_mut().set_exempt(Side::One, true);
    let choice = legal(&playing);
    assert!(matches!(playing.answer(Ok(choice), 1000 * SECOND)[..], [GameEvent::Moved { .. }]));
    let choice = legal(&playing);
    assert_eq!(the_end(&playing.answer(Ok(choice), 1000 * SECOND)).winner, Some(Side::One));
}

#[test]
fn nobody_wins_an_aborted_game() {
    let mut playing = begin("ostseeschach-2022", TimeControl::None);
    let ending = the_end(&[playing.end(Termination::Abort { why: "lunch".to_string() }).expect("the first end")]);
    assert_eq!((ending.winner, ending.counts()), (None, false));
    assert!(ending.scores.iter().all(|score| score.parts().iter().all(|part| *part == 0)));
}

#[test]
fn an_adjudicated_game_goes_to_whoever_leads_by_the_score() {
    let rules = rules("ostseeschach-2022");
    for (ambers, winner) in [("1:0", Some(Side::One)), ("0:1", Some(Side::Two)), ("1:1", None)] {
        let text = format!("......../......../......../..h...../......../..H...../......../........ r 20 {ambers}");
        let session = rules.from_position(&text).expect("a position");
        let lead = session.scores(None).map(|score| score.parts()[1]);
        let mut playing = Playing::new(&*rules, session, players(), TimeControl::None);
        let ending = playing.end(Termination::Adjudication { why: "enough".to_string() }).expect("the first end");
        let ending = the_end(&[ending]);
        if lead[0] != lead[1] {
            assert_eq!(ending.winner, winner, "{ambers}");
            assert_eq!(ending.scores[winner.expect("one leads").index()].parts()[0], 2);
        } else {
            let farther = ending.scores.map(|score| score.parts()[2]);
            let expected = match farther[0].cmp(&farther[1]) {
                std::cmp::Ordering::Greater => Some(Side::One),
                std::cmp::Ordering::Less => Some(Side::Two),
                std::cmp::Ordering::Equal => None,
            };
            assert_eq!(ending.winner, expected, "{ambers}");
        }
        assert!(ending.counts());
    }
}

#[test]
fn the_referee_may_name_the_winner() {
    let mut playing = begin("hive", TimeControl::None);
    let event = playing.end_for(Termination::Adjudication { why: "x".to_string() }, Some(Side::Two));
    let ending = the_end(&[event.expect("the first end")]);
    assert_eq!(ending.winner, Some(Side::Two));
    assert_eq!(ending.scores.map(|score| score.parts()[0]), [0, 2]);
}

#[test]
fn a_game_that_is_over_as_it_begins_says_so() {
    let rules = rules("ostseeschach-2022");
    let over = "......../......../.....M../..s...../......../..Hm..../......../........ r 60 1:1";
    let session = rules.from_position(over).expect("a position");
    let mut playing = Playing::new(&*rules, session, players(), TimeControl::None);
    let events = playing.opening_events();
    assert_eq!(events.len(), 2);
    assert_eq!(the_end(&events).termination, Termination::Rules);
    assert_eq!(playing.to_move(), None);
    assert_eq!(playing.answer(Ok(Choice::plain("a1-a2")), QUICK), []);
    GameRecord::from_events(&events).expect("events in order");
}

#[test]
fn scores_no_json_can_hold_and_endless_notes_are_not_kept() {
    for score in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut playing = begin("hive", TimeControl::None);
        let choice = Choice { score: Some(score), note: Some("ä".repeat(1 << 20)), ..Choice::plain("wS1") };
        match &playing.answer(Ok(choice), QUICK)[..] {
            [GameEvent::Moved { played, .. }] => {
                assert_eq!(played.score, None);
                assert_eq!(played.note.as_ref().map(|note| note.chars().count()), Some(2000));
            }
            other => panic!("{other:?}"),
        }
    }
    let huge = "x".repeat(1 << 20);
    let mut playing = begin("hive", TimeControl::None);
    let fault = SeatFault::Nonsense { text: huge.clone(), why: huge };
    let json = serde_json::to_string(&playing.answer(Err(fault), QUICK)).expect("plain data");
    assert!(json.len() < 10_000);
}

#[test]
fn a_start_is_found_again_in_its_plainest_form() {
    for id in games() {
        let rules = rules(&id);
        let default = rules.start(Setup::Default).expect("a start");
        assert_eq!(Start::of(&*rules, &*default), Start::Default, "{id}");
        for seed in 1..6 {
            let mut session = rules.start(Setup::Seed(seed)).expect("a start");
            let first = session.position();
            let mut rng = Rng::new(seed);
            for _ in 0..seed * 4 {
                let Some(mv) = session.random_move(&mut rng) else { break };
                session.play(&mv).expect("legal");
                let start = Start::of(&*rules, &*session);
                assert!(!matches!(start, Start::Position(_)), "{id}: {start:?}");
                assert_eq!(start.open(&*rules).expect("our own text").position(), first, "{id}");
            }
            check_middle(&id, &*rules, &*session);
        }
    }
}

/// A game that begins in the middle of another.
fn check_middle(id: &str, rules: &dyn Rulebook, session: &dyn schwarm_core::Session) {
    let texts = [Some(session.position()), session.board()];
    for text in texts.into_iter().flatten() {
        let middle = rules.from_position(&text).expect("our own text");
        let (position, board, legal) = (middle.position(), middle.board(), middle.legal_moves());
        let bare = rules.from_position(&text).expect("our own text");
        let start = Start::of(rules, &*bare);
        let opened = start.open(rules).expect("our own start");
        let mut first = bare.clone_box();
        while first.undo() {}
        assert_eq!((opened.position(), opened.board()), (first.position(), first.board()), "{id}: {start:?}");

        let playing = Playing::new(rules, middle, players(), TimeControl::None);
        let GameEvent::Started { game, start, .. } = playing.started() else { panic!("the first event") };
        assert_eq!(game, &rules.id());
        let opened = start.open(rules).expect("our own start");
        assert_eq!((opened.position(), opened.board()), (position, board), "{id}: {start:?}");
        assert_eq!(opened.legal_moves(), legal, "{id}: {start:?}");
    }
}

#[test]
fn moves_are_taken_back_and_played_anew() {
    for id in games() {
        let mut playing = begin(&id, TimeControl::None);
        let mut events = playing.opening_events();
        assert_eq!(playing.take_back(0), None, "nothing was played");
        let mut positions = Vec::new();
        for _ in 0..4 {
            positions.push(playing.session().position());
            let choice = legal(&playing);
            events.extend(playing.answer(Ok(choice), QUICK));
        }
        assert_eq!(playing.take_back(4), None, "nothing to take back");
        events.extend(playing.take_back(2));
        assert_eq!(events.last(), Some(&GameEvent::TakenBack { ply: 2 }));
        assert_eq!(playing.session().position(), positions[2], "{id}");
        let other = Choice::plain(playing.session().legal_moves().pop().expect("a move"));
        events.extend(playing.answer(Ok(other.clone()), QUICK));
        let record = GameRecord::from_events(&events).expect("a game");
        assert_eq!((record.moves.len(), &record.moves[2].text), (3, &other.text));
        assert_eq!(record.replay(&*rules(&id)).expect("legal").position(), playing.session().position());
        playing.end(Termination::Left { side: Side::One, why: "resigned".to_string() });
        assert_eq!(playing.take_back(0), None, "it is over");
    }
}

#[test]
fn more_is_not_taken_back_than_was_played() {
    let mut playing = begin("hive", TimeControl::None);
    let mut events = playing.opening_events();
    events.push(GameEvent::TakenBack { ply: 0 });
    let error = GameRecord::from_events(&events).expect_err("nothing was played");
    assert!(error.to_string().contains("nothing is taken back"), "{error}");
    let choice = legal(&playing);
    playing.answer(Ok(choice), QUICK);
    assert_eq!(playing.take_back(7), None);
}
