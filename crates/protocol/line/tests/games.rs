//! Host and guest play whole games of every kind with each other.

mod common;

use std::io::BufReader;
use std::time::{Duration, Instant};

use common::{Input, Output, Thread, play, rules, start};
use schwarm_core::{Session, Side};
use schwarm_line::{Guest, LineSeat, run};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{
    Analysis, AnalysisError, Analyst, Finding, GameEvent, GameRecord, Limits, Playing, Seat, Stop, ThinkTime,
    TimeControl, Turn,
};
use serde_json::{Value, json};

fn games() -> Vec<String> {
    let mut ids: Vec<String> = schwarm_catalog::games().iter().map(|info| info.id.to_string()).collect();
    ids.push("hive+mlp,repetition=off,queen-first".to_string());
    ids
}

fn bot(make: impl FnOnce() -> Box<dyn Analyst> + Send + 'static) -> (Thread, std::thread::JoinHandle<()>) {
    Thread::run(move |input: Input, output: Output| {
        run(BufReader::new(input), output, &schwarm_catalog::open, &mut *make()).expect("a good host");
    })
}

#[tokio::test]
async fn every_game_is_played_to_its_end_between_a_host_and_its_guests() {
    let (one, first) = bot(|| Box::new(Random::new(1)));
    let (two, second) = bot(|| Box::new(Greedy::new(2)));
    let (mut one, mut two) = (LineSeat::new("one", Box::new(one)), LineSeat::new("two", Box::new(two)));
    let mut ended_by_rules = 0;
    for id in games() {
        let rules = rules(&id);
        // The same two processes play game after game, and change sides.
        for seed in 0..2 {
            let events = match seed {
                0 => play(&*rules, seed, ["one", "two"], [&mut one, &mut two], 250).await,
                _ => play(&*rules, seed, ["two", "one"], [&mut two, &mut one], 250).await,
            };
            let record = GameRecord::from_events(&events).expect("events in order");
            let ending = record.ending.clone().expect("it ended");
            assert!(["rules", "abort"].contains(&ending.termination.id()), "{id}: {ending:?}");
            ended_by_rules += u32::from(ending.outcome.is_some());
            let session = record.replay(&*rules).expect("legal moves");
            assert_eq!(session.outcome(), ending.outcome, "{id}");
            assert!(record.moves.iter().all(|played| played.depth.is_some() && played.score.is_some()), "{id}");
        }
    }
    assert!(ended_by_rules >= 10, "most games end by their rules: {ended_by_rules}");
    assert_eq!((one.own_name(), two.own_name()), (Some("random"), Some("greedy")));
    for seat in [&mut one, &mut two] {
        seat.leave().await.expect("it hangs up");
    }
    first.join().expect("it ended by itself");
    second.join().expect("it ended by itself");
}

#[tokio::test]
async fn a_bot_is_told_exactly_this() {
    let script = common::Script::new(|line| match line.contains("legal") {
        true => vec![r#"{"move":"a4-c4"}"#.to_string()],
        false => vec![],
    });
    let heard = script.heard.clone();
    let mut seat = LineSeat::new("ann", Box::new(script));
    let rules = rules("piranhas-2019");
    let session = rules.from_position(
        ".bbbbbbbb./r........r/r........r/r......O.r/r........r/r..O.....r/r........r/r........r/r........r/.bbbbbbbb. r 0",
    );
    let time = TimeControl::per_move(Duration::from_millis(2000));
    let players = ["ann".to_string(), "bob".to_string()];
    let mut playing = Playing::new(&*rules, session.expect("a position"), players, time);
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    let turn = Turn { session: playing.session(), time: playing.think_time() };
    let choice = seat.choose(turn).await.expect("a move");
    playing.answer(Ok(choice), Duration::ZERO);
    let end = playing.out_of_time();
    let Some(GameEvent::Ended { ending }) = end else { panic!("the game ends") };
    seat.end(&ending).await.expect("it hears of it");

    let heard: Vec<Value> =
        heard.lock().expect("fine").iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        heard[0],
        json!({"hello": "schwarm", "version": 1, "game": "piranhas-2019", "options": {}, "sides": ["red", "blue"],
            "side": "red", "players": ["ann", "bob"], "clock": {"kind": "per-move", "limit_ms": 2000}})
    );
    let mut ask = heard[1].clone();
    let legal = ask.as_object_mut().and_then(|ask| ask.remove("legal")).expect("legal moves");
    assert!(legal.as_array().is_some_and(|legal| legal.contains(&json!("a4-c4"))));
    assert_eq!(
        ask,
        json!({"id": 1, "turn": 0, "side": "red", "moves": [], "time_ms": 2000, "position":
            ".bbbbbbbb./r........r/r........r/r......O.r/r........r/r..O.....r/r........r/r........r/r........r/.bbbbbbbb. r 0"})
    );
    let scores = ending.scores;
    assert_eq!(
        heard[2],
        json!({"end": {"winner": "red", "termination": "time", "reason": null, "offender": "blue",
            "why": "the answer came too late, or not at all", "scores": scores}})
    );
    assert_eq!(heard.len(), 3);
}

#[tokio::test]
async fn options_board_and_stock_are_told() {
    let script = common::Script::new(|_| vec![]);
    let heard = script.heard.clone();
    let mut seat = LineSeat::new("x", Box::new(script));
    let rules = rules("hive+m,queen-first");
    let time = TimeControl::Total { base: Duration::from_secs(60), increment: Duration::from_millis(500) };
    let same = ["x".to_string(), "x".to_string()];
    let playing = Playing::new(&*rules, start(&*rules, 0), same, time);
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    seat.sit(Some(Side::Two));
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    let asking = seat.choose(Turn { session: playing.session(), time: playing.think_time() });
    assert!(tokio::time::timeout(Duration::ZERO, asking).await.is_err());
    let heard: Vec<Value> =
        heard.lock().expect("fine").iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(heard[0]["options"], json!({"queen-first": "on", "repetition": "threefold"}));
    assert_eq!(heard[0]["clock"], json!({"kind": "total", "base_ms": 60000, "increment_ms": 500}));
    assert_eq!((heard[0].get("side"), &heard[1]["side"]), (None, &json!("black")), "two players of one name");
    assert_eq!((&heard[2]["board"], &heard[2]["position"]), (&json!("| w 0"), &json!("Base+M;NotStarted;White[1]")));
    assert_eq!((&heard[2]["time_ms"], &heard[2]["increment_ms"]), (&json!(60000), &json!(500)));
}

#[test]
fn a_guest_answers_line_by_line() {
    let mut analyst = Random::new(1);
    let mut guest = Guest::new(&schwarm_catalog::open, &mut analyst);
    let hello = json!({"hello": "schwarm", "version": 1, "game": "hive", "sides": ["white", "black"],
        "players": ["a", "b"], "clock": {"kind": "none"}, "something": "new"});
    assert_eq!(guest.line(&hello.to_string()).as_deref(), Some(r#"{"name":"random"}"#));
    let ask = json!({"id": 7, "turn": 0, "side": "white", "position": "Base;NotStarted;White[1]", "time_ms": 10});
    let answer: Value = serde_json::from_str(&guest.line(&ask.to_string()).expect("an answer")).expect("JSON");
    assert_eq!(answer["id"], 7);
    assert!(["wA1", "wB1", "wG1", "wS1"].contains(&answer["move"].as_str().expect("a move")));
    for quiet in [
        "",
        "  ",
        r#"{"later":"version"}"#,
        r#"{"end":{"winner":null,"termination":"rules","reason":null,"offender":null,"why":null,"scores":[[],[]]}}"#,
    ] {
        assert_eq!(guest.line(quiet), None, "{quiet}");
    }
}

#[test]
fn a_guest_answers_bad_lines_with_a_remark() {
    let over = "......../......../.....M../..s...../......../..Hm..../......../........ r 60 1:1";
    let hello = |game: &str| {
        json!({"hello": "schwarm", "version": 1, "game": game, "sides": ["a", "b"], "players": ["a", "b"],
            "clock": {"kind": "none"}})
        .to_string()
    };
    let ask = |position: &str| json!({"id": 1, "turn": 0, "side": "x", "position": position}).to_string();
    let mut analyst = Random::new(1);
    let mut guest = Guest::new(&schwarm_catalog::open, &mut analyst);
    for (line, what) in [
        ("garbage".to_string(), "expected"),
        ("[1,2".to_string(), "EOF"),
        (r#"{"hello":1}"#.to_string(), "invalid type"),
        (ask("Base;NotStarted;White[1]"), "before a hello"),
        (hello("chess\n\u{1b}[0m"), "unknown game"),
        (ask("Base;NotStarted;White[1]"), "before a hello"),
    ] {
        let answer = guest.line(&line).expect(&line);
        assert!(answer.starts_with("# ") && answer.contains(what) && !answer.contains(char::is_control), "{answer}");
    }
    guest.line(&hello("ostseeschach-2022"));
    for (line, what) in [(ask("nonsense"), "cannot read position"), (ask(over), "the game is over")] {
        let answer = guest.line(&line).expect(&line);
        assert!(answer.starts_with("# ") && answer.contains(what), "{answer}");
    }
}

/// An engine that thinks until it is told to stop.
struct Ponderer;

impl Analyst for Ponderer {
    fn name(&self) -> &str {
        "ponderer"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        _: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        assert_eq!(limits.time, Some(ThinkTime::default()), "no time is given");
        let begun = Instant::now();
        while !stop.is_stopped() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::yield_now();
        }
        assert!(stop.is_stopped(), "nobody stopped it");
        Ok(Analysis { lines: vec![Finding { line: vec![session.legal_moves().remove(0)], ..Finding::default() }] })
    }
}

#[tokio::test]
async fn the_end_of_the_input_or_of_the_game_stops_a_thinking_engine() {
    for by_end in [true, false] {
        let (talk, running) = bot(|| Box::new(Ponderer));
        let mut seat = LineSeat::new("p", Box::new(talk));
        let rules = rules("hive");
        let players = ["p".to_string(), "q".to_string()];
        let mut playing = Playing::new(&*rules, start(&*rules, 0), players, TimeControl::None);
        seat.begin(playing.started(), playing.session()).await.expect("it begins");
        let asking = seat.choose(Turn { session: playing.session(), time: ThinkTime::default() });
        assert!(tokio::time::timeout(Duration::from_millis(50), asking).await.is_err(), "it thinks");
        if by_end {
            let Some(GameEvent::Ended { ending }) = playing.out_of_time() else { panic!("the game ends") };
            seat.end(&ending).await.expect("it hears of it");
        }
        seat.leave().await.expect("it hangs up");
        running.join().expect("the engine was stopped");
    }
}

#[test]
fn a_line_without_end_is_refused() {
    let endless = std::io::repeat(b'x');
    let error = run(BufReader::new(endless), Vec::new(), &schwarm_catalog::open, &mut Random::new(1));
    assert_eq!(error.expect_err("too long").kind(), std::io::ErrorKind::InvalidData);
}

#[test]
fn a_host_that_does_not_listen_ends_the_guest() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = "nonsense\n".repeat(1000);
    let error = run(input.as_bytes(), Closed, &schwarm_catalog::open, &mut Random::new(1));
    assert_eq!(error.expect_err("closed").kind(), std::io::ErrorKind::BrokenPipe);
}
