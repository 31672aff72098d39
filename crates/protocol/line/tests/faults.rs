//! Bots that are rude, slow, wrong or dead, and lines of any bytes.

mod common;

use std::time::Duration;

use common::{Bytes, Script, rules, start};
use proptest::prelude::*;
use schwarm_line::wire::{FromBot, FromHost};
use schwarm_line::{Guest, LineSeat};
use schwarm_play::house::Random;
use schwarm_play::{Choice, Playing, Seat, SeatFault, Talk, ThinkTime, TimeControl, Turn};

fn game() -> Playing {
    let rules = rules("piranhas-2019");
    Playing::new(&*rules, start(&*rules, 0), ["a".to_string(), "b".to_string()], TimeControl::None)
}

/// Begins a game and asks once.
async fn ask(talk: impl Talk + 'static) -> Result<Choice, SeatFault> {
    let mut seat = LineSeat::new("bot", Box::new(talk));
    let playing = game();
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    seat.choose(Turn { session: playing.session(), time: ThinkTime::default() }).await
}

/// A bot that answers its turns with these lines.
fn says(lines: &[&str]) -> Script<impl FnMut(&str) -> Vec<String> + Send + use<>> {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_string()).collect();
    Script::that_dies(move |line| if line.contains("\"legal\"") { lines.clone() } else { Vec::new() })
}

fn silence(answer: Result<Choice, SeatFault>) -> String {
    match answer {
        Err(SeatFault::Silence(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn nonsense(answer: Result<Choice, SeatFault>) -> (String, String) {
    match answer {
        Err(SeatFault::Nonsense { text, why }) => (text, why),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_move_may_be_said_with_anything_beside_it() {
    let plain = ask(says(&[r#"{"move":"a4-c4"}"#])).await;
    assert_eq!(plain, Ok(Choice::plain("a4-c4")));
    let full = r#"  {"depth":8,"move":"a4-c4","score":-0.5,"note":"hm","nodes":99,"extra":[1,{}]}  "#;
    let choice = Choice {
        text: "a4-c4".to_string(),
        score: Some(-0.5),
        depth: Some(8),
        nodes: Some(99),
        note: Some("hm".to_string()),
    };
    assert_eq!(ask(says(&[full])).await, Ok(choice));
}

#[tokio::test]
async fn remarks_names_and_news_are_passed_over() {
    let lines = ["", "   ", "# thinking", r#"{"name":"me"}"#, r#"{"score":1,"depth":3}"#, r#"{"move":"a4-c4"}"#];
    assert_eq!(ask(says(&lines)).await, Ok(Choice::plain("a4-c4")));
}

#[tokio::test]
async fn a_stray_print_is_shown_to_the_author() {
    let why = silence(ask(says(&["thinking about a4", r#"{"move":"a4-c4"}"#])).await);
    assert!(why.contains("\"thinking about a4\"") && why.contains("standard error") && why.contains("bot"), "{why}");
    for (line, shown) in
        [("a4-c4", "a4-c4"), ("[\"a4-c4\"]", "JSON object"), ("42", "42"), ("{\"mov\":\"a4\"}", "no \"move\"")]
    {
        let why = silence(ask(says(&[line])).await);
        assert!(why.contains(shown), "{line}: {why}");
    }
    let why = silence(ask(says(&["\u{1b}[2Jboo"])).await);
    assert!(!why.contains('\u{1b}'), "a terminal must not obey a bot: {why:?}");
}

#[tokio::test]
async fn a_huge_line_is_refused_in_few_words() {
    let huge = format!("{{\"move\":\"{}\"}}", "x".repeat(2 << 20));
    let why = silence(ask(says(&[&huge])).await);
    assert!(why.contains("longer than") && why.len() < 500, "{why}");
    let deep = "[".repeat(100_000);
    assert!(silence(ask(says(&[&deep])).await).len() < 1000);
}

#[tokio::test]
async fn a_move_of_the_wrong_type_is_no_move() {
    for line in [r#"{"move":5}"#, r#"{"move":null}"#, r#"{"move":["a4","c4"]}"#, r#"{"move":{"from":"a4"}}"#] {
        let (text, why) = nonsense(ask(says(&[line])).await);
        assert!(why.contains("in quotes") && text == line, "{line}: {why}");
    }
}

#[tokio::test]
async fn things_beside_the_move_of_the_wrong_type_are_left_out() {
    for line in [
        r#"{"move":"a4-c4","score":"good","depth":-1,"nodes":1.5,"note":7}"#,
        r#"{"move":"a4-c4","score":NaN}"#,
        r#"{"move":"a4-c4","score":-Infinity,"depth":Infinity}"#,
        r#"{"move":"a4-c4","depth":99999999999,"score":null}"#,
    ] {
        assert_eq!(ask(says(&[line])).await, Ok(Choice::plain("a4-c4")), "{line}");
    }
    let note = r#"{"note":"NaN \" Infinity","score":NaN,"move":"a4-c4"}"#;
    let choice = ask(says(&[note])).await.expect("a move");
    assert_eq!(choice.note.as_deref(), Some("NaN \" Infinity"), "a text is left alone");
}

#[tokio::test]
async fn a_bot_may_resign() {
    assert!(matches!(ask(says(&[r#"{"resign":true}"#])).await, Err(SeatFault::Left(_))));
    let stays = [r#"{"resign":false,"move":"a4-c4"}"#];
    assert_eq!(ask(says(&stays)).await, Ok(Choice::plain("a4-c4")));
}

#[tokio::test]
async fn a_bot_that_dies_has_crashed() {
    assert!(matches!(ask(says(&[])).await, Err(SeatFault::Crash(_))));
    assert!(matches!(ask(says(&["# bye"])).await, Err(SeatFault::Crash(_))));
    let (here, there) = tokio::io::duplex(64);
    drop(there);
    let (reader, writer) = tokio::io::split(here);
    let mut seat = LineSeat::new("bot", Box::new(Bytes::new(reader, writer)));
    let playing = game();
    let begun = seat.begin(playing.started(), playing.session()).await;
    assert!(matches!(begun, Err(SeatFault::Crash(_))), "{begun:?}");
}

/// Asks, and gives up at once if there is no answer yet.
async fn ask_briefly(seat: &mut LineSeat, playing: &Playing) -> Option<Result<Choice, SeatFault>> {
    let asking = seat.choose(Turn { session: playing.session(), time: ThinkTime::default() });
    tokio::time::timeout(Duration::ZERO, asking).await.ok()
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_not_taken_for_the_next_turn() {
    for with_id in [false, true] {
        let mut turns = 0;
        let script = Script::new(move |line| {
            if !line.contains("\"legal\"") {
                return Vec::new();
            }
            turns += 1;
            let say = |turn: u32| match with_id {
                true => format!("{{\"move\":\"answer {turn}\",\"id\":{turn}}}"),
                false => format!("{{\"move\":\"answer {turn}\"}}"),
            };
            // It is silent for two turns and then catches up.
            if turns < 3 { Vec::new() } else { (if turns == 3 { 1 } else { turns }..=turns).map(say).collect() }
        });
        let mut seat = LineSeat::new("bot", Box::new(script));
        let playing = game();
        seat.begin(playing.started(), playing.session()).await.expect("it begins");
        assert_eq!(ask_briefly(&mut seat, &playing).await, None);
        assert_eq!(ask_briefly(&mut seat, &playing).await, None);
        assert_eq!(ask_briefly(&mut seat, &playing).await, Some(Ok(Choice::plain("answer 3"))), "{with_id}");
        assert_eq!(ask_briefly(&mut seat, &playing).await, Some(Ok(Choice::plain("answer 4"))), "{with_id}");
    }
}

#[tokio::test]
async fn a_late_answer_is_forgotten_when_the_next_game_begins() {
    let mut told = 0;
    let script = Script::new(move |line| {
        told += 1;
        match told {
            // The answer to the first turn comes together with the next hello.
            3 => vec![r#"{"move":"old"}"#.to_string()],
            4 => {
                assert!(line.contains("\"legal\""));
                vec![r#"{"move":"new"}"#.to_string()]
            }
            _ => Vec::new(),
        }
    });
    let mut seat = LineSeat::new("bot", Box::new(script));
    let playing = game();
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    assert_eq!(ask_briefly(&mut seat, &playing).await, None);
    seat.begin(playing.started(), playing.session()).await.expect("it begins again");
    assert_eq!(ask_briefly(&mut seat, &playing).await, Some(Ok(Choice::plain("new"))));
}

#[tokio::test]
async fn a_move_after_a_stray_print_is_not_taken_for_the_next_game() {
    let mut seat = LineSeat::new(
        "bot",
        Box::new(Script::new(|line| match line.contains("\"legal\"") {
            true => vec!["oops".to_string(), r#"{"move":"a4-c4"}"#.to_string()],
            false => Vec::new(),
        })),
    );
    let playing = game();
    for _ in 0..3 {
        seat.begin(playing.started(), playing.session()).await.expect("it begins");
        let why = silence(ask_briefly(&mut seat, &playing).await.expect("an answer"));
        assert!(why.contains("oops"), "every game shows the same fault: {why}");
    }
}

#[tokio::test]
async fn two_answers_to_one_turn_are_one_too_many() {
    let twice = Script::new(|line| match line.contains("\"legal\"") {
        true => vec![r#"{"move":"a4-c4"}"#.to_string(); 2],
        false => Vec::new(),
    });
    let mut seat = LineSeat::new("bot", Box::new(twice));
    let playing = game();
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    assert_eq!(ask_briefly(&mut seat, &playing).await, Some(Ok(Choice::plain("a4-c4"))));
    let (_, why) = nonsense(ask_briefly(&mut seat, &playing).await.expect("an answer"));
    assert!(why.contains("nobody had asked for"), "{why}");
}

#[tokio::test]
async fn an_answer_to_a_question_of_the_future_is_nonsense() {
    let (_, why) = nonsense(ask(says(&[r#"{"move":"a4-c4","id":2}"#])).await);
    assert!(why.contains("question 2") && why.contains("question 1"), "{why}");
}

#[tokio::test]
async fn a_message_that_was_broken_off_ends_the_talk() {
    // The bot reads nothing, and the pipe is small.
    let (here, _there) = tokio::io::duplex(400);
    let (reader, writer) = tokio::io::split(here);
    let mut seat = LineSeat::new("bot", Box::new(Bytes::new(reader, writer)));
    let playing = game();
    seat.begin(playing.started(), playing.session()).await.expect("it begins");
    assert_eq!(ask_briefly(&mut seat, &playing).await, None);
    match ask_briefly(&mut seat, &playing).await {
        Some(Err(SeatFault::Crash(why))) => assert!(why.contains("does not read"), "{why}"),
        other => panic!("half a message must not be followed by another: {other:?}"),
    }
}

#[tokio::test]
async fn a_bot_that_never_stops_talking_does_not_hold_up_the_rest() {
    struct Chatterbox;
    impl Talk for Chatterbox {
        fn say<'a>(&'a mut self, _: &'a str) -> schwarm_play::Doing<'a, ()> {
            Box::pin(async { Ok(()) })
        }
        fn hear<'a>(&'a mut self) -> schwarm_play::Doing<'a, String> {
            Box::pin(async {
                tokio::task::consume_budget().await;
                Ok("# and another thing".to_string())
            })
        }
        fn hang_up<'a>(&'a mut self) -> schwarm_play::Doing<'a, ()> {
            Box::pin(async { Ok(()) })
        }
    }
    let asking = ask(Chatterbox);
    assert!(tokio::time::timeout(Duration::from_millis(20), asking).await.is_err(), "the clock goes on");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_line_makes_either_side_panic(line in prop_oneof![any::<String>(), json_like()]) {
        if let Err(why) = FromBot::read(&line) {
            prop_assert!(why.len() < 1000 && !why.contains(char::is_control), "{}", why);
        }
        let _ = FromHost::read(&line);
        let mut analyst = Random::new(1);
        let mut guest = Guest::new(&schwarm_catalog::open, &mut analyst);
        guest.line(r#"{"hello":"schwarm","version":1,"game":"hive","sides":["a","b"],"players":["a","b"],"clock":{"kind":"none"}}"#);
        if let Some(answer) = guest.line(&line) {
            prop_assert!(!answer.contains('\n'), "{}", answer);
        }
    }

    #[test]
    fn any_move_text_arrives_as_it_was_sent(text in any::<String>(), note in any::<String>(), id in any::<u64>()) {
        let line = serde_json::json!({"move": text, "note": note, "id": id}).to_string();
        let choice = Choice { note: Some(note), ..Choice::plain(text) };
        prop_assert_eq!(FromBot::read(&line), Ok(FromBot::Move { choice, id: Some(id) }));
    }
}

fn json_like() -> impl Strategy<Value = String> {
    let words = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\"move\"",
        "\"name\"",
        "\"id\"",
        "\"score\"",
        "NaN",
        "-Infinity",
        "1e999",
        "null",
        "true",
        "\"a4-c4\"",
        "\"hello\"",
        "\"position\"",
        "\"end\"",
        "\"legal\"",
        "\"turn\"",
        "\"side\"",
        " ",
        "0",
        "-1",
        "\"Base;NotStarted;White[1]\"",
        "\"game\"",
        "\u{1b}",
        "é",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..24).prop_map(|words| words.concat())
}
