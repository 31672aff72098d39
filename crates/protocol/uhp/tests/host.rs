//! A host and engines of every kind: proper, chatty, late, silent, dying, rude.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Act, Puppet, hello, print, proper, rules, started};
use schwarm_core::{Session, Setup};
use schwarm_play::{Choice, Playing, Seat, SeatFault, Termination, ThinkTime, TimeControl, Turn};
use schwarm_uhp::{HostConfig, Thinking, UhpSeat};
use tokio::time::timeout;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn quick() -> HostConfig {
    HostConfig { patience: MS(400), ask_after: MS(20), ..HostConfig::default() }
}

fn start(kind: &str) -> Box<dyn Session> {
    rules(kind).start(Setup::Default).unwrap()
}

/// A seat, and what its engine is told.
fn seat(puppet: Puppet, config: HostConfig) -> (UhpSeat, Arc<Mutex<Vec<String>>>) {
    let told = Arc::clone(&puppet.told);
    (UhpSeat::new("puppet", Box::new(puppet), config), told)
}

async fn begin(seat: &mut UhpSeat, session: &dyn Session) -> Result<(), SeatFault> {
    seat.begin(&started("Base"), session).await
}

async fn choose(seat: &mut UhpSeat, session: &dyn Session) -> Result<Choice, SeatFault> {
    seat.choose(Turn { session, time: ThinkTime::default() }).await
}

fn said(told: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *told.lock().unwrap())
}

#[tokio::test]
async fn each_turn_is_one_piece_of_text() {
    let (mut seat, told) = seat(Puppet::new(hello(), |line| proper(line, "wS1")), quick());
    let mut session = start("Base+MLP");
    begin(&mut seat, &*session).await.unwrap();
    assert_eq!(seat.info().id.as_deref(), Some("Puppet 1"));
    assert_eq!(seat.info().expansions.game_type(), "Base+MLP");
    assert_eq!(choose(&mut seat, &*session).await, Ok(Choice::plain("wS1")));
    session.play("wS1").unwrap();
    session.play("bG1 wS1/").unwrap();
    assert_eq!(choose(&mut seat, &*session).await, Ok(Choice::plain("wS1")));
    assert_eq!(
        said(&told),
        ["newgame Base+MLP\n", "bestmove time 00:00:05\n", "play wS1\nplay bG1 wS1/\nbestmove time 00:00:05\n"]
    );
    seat.leave().await.unwrap();
    assert_eq!(said(&told), ["exit\n", "(hung up)"]);
}

#[tokio::test]
async fn a_game_that_has_begun_is_told_whole_and_so_is_one_taken_back() {
    let (mut seat, told) = seat(Puppet::new(hello(), |line| proper(line, "wQ -wS1")), quick());
    let mut session = start("Base");
    for mv in ["wS1", "bG1 wS1/", "wQ -wS1", "bQ bG1/"] {
        session.play(mv).unwrap();
    }
    begin(&mut seat, &*session).await.unwrap();
    choose(&mut seat, &*session).await.unwrap();
    let whole = format!("newgame {}\n", session.position());
    assert_eq!(said(&told), [whole.as_str(), "bestmove time 00:00:05\n"]);
    session.undo();
    session.undo();
    choose(&mut seat, &*session).await.unwrap();
    assert_eq!(said(&told), [format!("newgame {}\nbestmove time 00:00:05\n", session.position())]);
    // Another line of the same length is another game.
    session.undo();
    session.play(r"bG1 wS1\").unwrap();
    choose(&mut seat, &*session).await.unwrap();
    assert_eq!(said(&told), [format!("newgame {}\nbestmove time 00:00:05\n", session.position())]);
}

#[tokio::test]
async fn marks_and_chatter_are_passed_over() {
    let first = print(&["\u{feff}Welcome to Chatter!", "id Chatter 2", "", "Mosquito", "ok"]);
    let puppet = Puppet::new(first, |line| match line {
        _ if line.starts_with("bestmove") => {
            print(&["searching", "", "wA1;1;-0.50;wA1", "wS1;2;0.75;wS1;bS1 wS1-", "wS1\r", "ok\r"])
        }
        _ => print(&["log: fine", "Base;NotStarted;White[1]", " ok "]),
    });
    let (mut seat, _) = seat(puppet, quick());
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert_eq!(
        (seat.info().id.as_deref(), seat.info().expansions.to_string().as_str()),
        (Some("Chatter 2"), "Mosquito")
    );
    let choice = choose(&mut seat, &*session).await.unwrap();
    assert_eq!((choice.text.as_str(), choice.score, choice.depth), ("wS1", Some(0.75), Some(2)));
}

#[tokio::test]
async fn an_engine_that_waits_to_be_asked_is_asked() {
    let (mut seat, told) = seat(Puppet::new(Vec::new(), |line| proper(line, "wS1")), quick());
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert_eq!(seat.info().id.as_deref(), Some("Puppet 1"));
    assert_eq!(choose(&mut seat, &*session).await, Ok(Choice::plain("wS1")));
    assert_eq!(said(&told), ["info\n", "newgame Base\n", "bestmove time 00:00:05\n"]);
}

#[tokio::test]
async fn an_engine_that_starts_late_may_introduce_itself_twice() {
    let late = [vec![Act::Wait(MS(60))], hello()].concat();
    let config = HostConfig { options: vec![("Some".to_string(), "True".to_string())], ..quick() };
    let (mut seat, told) = seat(Puppet::new(late, |line| proper(line, "wS1")), config);
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert_eq!(choose(&mut seat, &*session).await, Ok(Choice::plain("wS1")));
    assert_eq!(said(&told), ["info\n", "options set Some True\n", "newgame Base\n", "bestmove time 00:00:05\n"]);
}

#[tokio::test]
async fn a_slow_greeting_that_has_begun_is_awaited() {
    let slow = [print(&["id Slow 1"]), vec![Act::Wait(MS(60))], print(&["ok"])].concat();
    let (mut seat, told) = seat(Puppet::new(slow, |line| proper(line, "wS1")), quick());
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert_eq!(said(&told), ["newgame Base\n"]);
}

#[tokio::test]
async fn a_silent_engine_is_given_up_with_the_reason() {
    let session = start("Base");
    let silent: [(Puppet, &str); 3] = [
        (Puppet::new(Vec::new(), |_| Vec::new()), "it has not introduced itself"),
        (Puppet::new(hello(), |_| print(&["Base;NotStarted;White[1]"])), "it has not answered newgame with ok"),
        (Puppet::new(hello(), |_| Vec::new()).deaf_after(0), "it has not answered newgame"),
    ];
    for (puppet, why) in silent {
        let (mut seat, _) = seat(puppet, HostConfig { patience: MS(80), ..quick() });
        let fault = begin(&mut seat, &*session).await.unwrap_err();
        let SeatFault::Silence(text) = &fault else { panic!("{fault:?}") };
        assert!(text.starts_with("the engine was not ready within 80ms") && text.contains(why), "{text}");
    }
}

#[tokio::test]
async fn an_engine_that_never_got_ready_is_not_asked_again() {
    let (mut seat, _) = seat(Puppet::new(Vec::new(), |_| Vec::new()), HostConfig { patience: MS(40), ..quick() });
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap_err();
    assert!(matches!(begin(&mut seat, &*session).await, Err(SeatFault::Crash(why)) if why.contains("never got ready")));
    assert!(matches!(choose(&mut seat, &*session).await, Err(SeatFault::Crash(_))));
}

#[tokio::test]
async fn a_dead_engine_has_crashed_and_its_last_words_are_told() {
    let session = start("Base");
    let (mut early, _) = seat(Puppet::new([print(&["panic!"]), vec![Act::Die]].concat(), |_| Vec::new()), quick());
    let fault = begin(&mut early, &*session).await.unwrap_err();
    assert_eq!(fault, SeatFault::Crash("the program ended with status 3; last lines: < panic!".to_string()));
    let puppet = Puppet::new(hello(), |line| match line.starts_with("bestmove") {
        true => [print(&["out of memory"]), vec![Act::Die]].concat(),
        false => proper(line, ""),
    });
    let (mut late, _) = seat(puppet, quick());
    begin(&mut late, &*session).await.unwrap();
    let fault = choose(&mut late, &*session).await.unwrap_err();
    let SeatFault::Crash(why) = fault else { panic!("{fault:?}") };
    assert!(why.ends_with("> bestmove time 00:00:05 | < out of memory"), "{why}");
}

#[tokio::test]
async fn refusals_are_faults_with_the_last_lines() {
    let cases = [
        ("newgame", "err cannot", "the engine refused the game: err cannot"),
        ("play", "invalidmove wS1", "the engine refused a legal move or game: invalidmove wS1"),
        ("bestmove", "err NoIdea", "the engine finds no move: err NoIdea"),
        ("bestmove", "", "the engine named no move"),
    ];
    for (command, words, why) in cases {
        let puppet = Puppet::new(hello(), move |line| match line.starts_with(command) {
            true => print(&[words, "ok"]),
            false => proper(line, "wS1"),
        });
        let (mut seat, _) = seat(puppet, quick());
        let mut session = start("Base");
        let begun = begin(&mut seat, &*session).await;
        let fault = match begun {
            Err(fault) => fault,
            Ok(()) => {
                session.play("wS1").unwrap();
                session.play("bS1 wS1-").unwrap();
                choose(&mut seat, &*session).await.unwrap_err()
            }
        };
        let SeatFault::Silence(text) = &fault else { panic!("{fault:?}") };
        assert!(text.starts_with(why) && text.contains("last lines: ") && text.contains("< ok"), "{text}");
    }
}

#[tokio::test]
async fn a_game_the_engine_does_not_know_is_refused_with_a_hint() {
    let puppet = Puppet::new(print(&["id Plain 1", "Mosquito", "ok"]), |_| print(&["err unknown type", "ok"]));
    let (mut seat, _) = seat(puppet, quick());
    let fault = begin(&mut seat, &*start("Base+MLP")).await.unwrap_err();
    assert!(fault.to_string().contains("of the expansions it names \"Mosquito\" only"), "{fault}");
}

#[tokio::test]
async fn options_are_set_in_one_piece_and_refusals_reported() {
    let options = [("Threads", "1"), ("Bad", "9")].map(|(name, value)| (name.to_string(), value.to_string()));
    let config = HostConfig { options: options.to_vec(), ..quick() };
    let puppet = Puppet::new(hello(), |line| match line.contains("Bad") {
        true => print(&["err no such option", "ok"]),
        false => proper(line, "wS1"),
    });
    let (mut refused, told) = seat(puppet, config.clone());
    let fault = begin(&mut refused, &*start("Base")).await.unwrap_err();
    assert_eq!(said(&told), ["options set Threads 1\noptions set Bad 9\n"]);
    let SeatFault::Crash(why) = &fault else { panic!("{fault:?}") };
    assert!(why.starts_with("the engine refused to set option \"Bad\" to \"9\": err no such option"), "{why}");
    let (mut taken, _) = seat(Puppet::new(hello(), |line| proper(line, "wS1")), config);
    begin(&mut taken, &*start("Base")).await.unwrap();
    let config = HostConfig { options: vec![("A".to_string(), "1\nexit".to_string())], ..quick() };
    let (mut smuggled, told) = seat(Puppet::new(hello(), |line| proper(line, "wS1")), config);
    assert!(matches!(begin(&mut smuggled, &*start("Base")).await, Err(SeatFault::Crash(_))));
    assert!(said(&told).is_empty());
}

#[tokio::test]
async fn a_late_answer_is_read_before_the_next_question() {
    let mut moves = ["wA1", "wB1", "wG1"].into_iter();
    let puppet = Puppet::new(hello(), move |line| match line.starts_with("bestmove") {
        true => [vec![Act::Wait(MS(60))], print(&["thinking", moves.next().unwrap(), "ok"])].concat(),
        false => proper(line, ""),
    });
    let (mut seat, told) = seat(puppet, quick());
    let mut session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert!(timeout(MS(20), choose(&mut seat, &*session)).await.is_err());
    assert_eq!(choose(&mut seat, &*session).await, Ok(Choice::plain("wB1")));
    session.play("wB1").unwrap();
    session.play("bB1 wB1-").unwrap();
    assert!(timeout(MS(20), choose(&mut seat, &*session)).await.is_err());
    // The moves were told before the future was dropped; they are not told twice.
    said(&told);
    begin(&mut seat, &*start("Base")).await.unwrap();
    assert_eq!(said(&told), ["newgame Base\n"]);
}

#[tokio::test]
async fn an_engine_that_never_ends_its_search_is_not_ready_for_the_next_game() {
    let puppet = Puppet::new(hello(), |line| match line.starts_with("bestmove") {
        true => print(&["wA1"]),
        false => proper(line, ""),
    });
    let (mut seat, _) = seat(puppet, HostConfig { patience: MS(60), ..quick() });
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert!(timeout(MS(20), choose(&mut seat, &*session)).await.is_err());
    let fault = begin(&mut seat, &*session).await.unwrap_err();
    assert!(fault.to_string().contains("it has not finished its last bestmove"), "{fault}");
}

#[tokio::test]
async fn a_question_cut_in_half_is_a_crash() {
    let puppet = Puppet::new(hello(), |line| proper(line, "wS1")).deaf_after(1);
    let (mut seat, _) = seat(puppet, quick());
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    assert!(timeout(MS(20), choose(&mut seat, &*session)).await.is_err());
    for fault in [choose(&mut seat, &*session).await.unwrap_err(), begin(&mut seat, &*session).await.unwrap_err()] {
        assert!(
            matches!(&fault, SeatFault::Crash(why) if why.contains("did not take in what it was told")),
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn endless_printing_is_silence() {
    let endless = std::iter::repeat_n(Act::Print("noise".to_string()), 100_001).collect::<Vec<_>>();
    let puppet = Puppet::new(hello(), move |line| match line.starts_with("bestmove") {
        true => endless.clone(),
        false => proper(line, ""),
    });
    let (mut seat, _) = seat(puppet, quick());
    let session = start("Base");
    begin(&mut seat, &*session).await.unwrap();
    let fault = choose(&mut seat, &*session).await.unwrap_err();
    assert!(
        matches!(&fault, SeatFault::Silence(why) if why.contains("lines without an ok") && why.len() < 1000),
        "{fault}"
    );
}

#[tokio::test]
async fn nonsense_for_a_move_is_judged_by_the_game() {
    for nonsense in ["castle kingside", "wQ", "bS1", "🐝", "wS1; drop table"] {
        let (mut seat, _) = seat(Puppet::new(hello(), |line| proper(line, nonsense)), quick());
        let rules = rules("Base");
        let players = ["puppet".to_string(), "nobody".to_string()];
        let mut playing = Playing::new(&*rules, rules.start(Setup::Default).unwrap(), players, TimeControl::None);
        seat.begin(&playing.started().clone(), playing.session()).await.unwrap();
        let answer = choose(&mut seat, playing.session()).await;
        playing.answer(answer, MS(1));
        let ending = playing.ending().unwrap();
        assert!(matches!(&ending.termination, Termination::IllegalMove { text, .. } if text == nonsense), "{ending:?}");
    }
}

#[tokio::test]
async fn fractions_of_a_second_are_asked_in_the_form_the_engine_reads() {
    // Takes whole seconds only, and decimal ones in their own command.
    let puppet = Puppet::new(hello(), |line| match line.starts_with("bestmove time") && line.contains('.') {
        true => print(&["err InvalidTime", "ok"]),
        false => proper(line, "wS1"),
    });
    let (mut engine, told) = seat(puppet, quick());
    let mut session = start("Base");
    begin(&mut engine, &*session).await.unwrap();
    said(&told);
    let time = ThinkTime::within(MS(1000));
    engine.choose(Turn { session: &*session, time }).await.unwrap();
    assert_eq!(said(&told), ["bestmove time 00:00:00.950\n", "bestmove seconds 0.950\n"]);
    session.play("wS1").unwrap();
    session.play("bS1 wS1-").unwrap();
    engine.choose(Turn { session: &*session, time }).await.unwrap();
    assert_eq!(said(&told), ["play wS1\nplay bS1 wS1-\nbestmove seconds 0.950\n"]);
    let config = HostConfig { thinking: Thinking::Depth(4), ..quick() };
    let (mut deep, told) = seat(Puppet::new(hello(), |line| proper(line, "wS1")), config);
    choose(&mut deep, &*start("Base")).await.unwrap();
    assert_eq!(said(&told), ["newgame Base\nbestmove depth 4\n"]);
}

#[tokio::test]
async fn games_the_protocol_cannot_tell_are_left() {
    let by_hand = rules("hive").from_position("0,0=wQ 1,0=bQ | w 12").unwrap();
    for session in [by_hand, start("hive-classic"), start("piranhas-2019")] {
        let (mut seat, told) = seat(Puppet::new(hello(), |line| proper(line, "wS1")), quick());
        let fault = begin(&mut seat, &*session).await.unwrap_err();
        assert!(matches!(&fault, SeatFault::Left(why) if why.contains(&session.id())), "{fault:?}");
        assert!(said(&told).is_empty());
    }
}
