//! `schwarm query`: what it answers to good and bad lines.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{Service, schwarm, some_game};
use serde_json::{Value, json};

fn ask(line: &str) -> Value {
    let answer = schwarm(&["query"], format!("{line}\n")).ok();
    assert_eq!(answer.lines().count(), 1, "{answer}");
    serde_json::from_str(&answer).unwrap()
}

#[test]
fn a_question_is_answered_key_by_key_in_order() {
    let answer = schwarm(&["query"], r#"{"game":"piranhas-2019","setup":"d5 h3","moves":["A4-c4"],"id":[1,"x"]}"#).ok();
    let start = concat!(
        r#"{"id":[1,"x"],"position":".bbbbbbbb./r........r/r........r/r........r/r..O.....r/"#,
        r#"..r......r/r......O.r/r........r/r........r/.bbbbbbbb. b 1","to_move":"blue","turn":1,"legal":["b0-b2","#
    );
    assert!(answer.starts_with(start), "{answer}");
    assert!(answer.ends_with("],\"outcome\":null}\n"), "{answer}");
    assert!(!answer.contains("\"board\""), "only unbounded Hive has a board text");
}

#[test]
fn legal_moves_are_sorted_and_complete() {
    for (game, count) in [("piranhas-2026", 45), ("hive", 4), ("hive+mlp", 7)] {
        let answer = ask(&json!({"game": game}).to_string());
        let legal: Vec<_> = answer["legal"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(legal.len(), count, "{game}");
        assert!(legal.is_sorted(), "{legal:?}");
    }
}

#[test]
fn unbounded_hive_answers_with_history_and_board() {
    let answer = ask(r#"{"game":"Base","moves":["wS1","bS1 wS1-"]}"#);
    assert_eq!(answer["position"], "Base;InProgress;White[2];wS1;bS1 wS1-");
    assert!(answer["board"].as_str().unwrap().ends_with("| w 2"), "{answer}");
    assert_eq!((&answer["to_move"], &answer["turn"]), (&json!("white"), &json!(2)));
    for position in [&answer["position"], &answer["board"]] {
        let again = ask(&json!({"game": "Base", "position": position}).to_string());
        assert_eq!(again["legal"], answer["legal"], "{position}");
    }
}

#[test]
fn the_sandbox_notation_is_written_on_request_and_always_read() {
    let answer = ask(r#"{"game":"hive","moves":["wS1","bS1*|wS1"],"notation":"sandbox"}"#);
    let legal = answer["legal"].as_array().unwrap();
    assert!(legal.iter().all(|mv| mv.as_str().unwrap().len() == 8 && !mv.as_str().unwrap().contains(' ')), "{answer}");
    let error = &ask(r#"{"game":"piranhas-2019","notation":"sandbox"}"#)["error"];
    assert_eq!(error["kind"], "request");
}

#[test]
fn a_finished_game_has_an_outcome_and_no_moves() {
    let (moves, answer) = some_game("piranhas-2019", "standard", 1, usize::MAX);
    let outcome = &answer["outcome"];
    assert_eq!(answer["legal"], json!([]));
    assert!(["red", "blue"].iter().any(|side| outcome["winner"] == *side) || outcome["winner"].is_null(), "{outcome}");
    assert!(outcome["reason"].is_string() && outcome["scores"][1].is_array(), "{outcome}");
    let mut longer = moves.clone();
    longer.push("a1-a2".to_string());
    let error = &ask(&json!({"game": "piranhas-2019", "moves": longer}).to_string())["error"];
    assert_eq!((&error["kind"], &error["ply"]), (&json!("game-over"), &json!(longer.len())));
}

#[test]
fn every_kind_of_error_has_its_name() {
    for (kind, line) in [
        ("json", r#"{"game":"#),
        ("json", r#"{"game":"piranhas-2019"}}"#),
        ("request", r#"["piranhas-2019"]"#),
        ("request", r#"{"moves":[]}"#),
        ("request", r#"{"game":7}"#),
        ("request", r#"{"game":"piranhas-2019","moves":"a4-c4"}"#),
        ("request", r#"{"game":"piranhas-2019","moves":["a4-c4",5]}"#),
        ("request", r#"{"game":"piranhas-2019","move":["a4-c4"]}"#),
        ("request", r#"{"game":"piranhas-2019","game":"hive"}"#),
        ("request", r#"{"game":"piranhas-2019","setup":"seed:1","position":"x"}"#),
        ("request", r#"{"game":"piranhas-2019","notation":"klingon"}"#),
        ("game", r#"{"game":"chess"}"#),
        ("game", r#"{"game":"piranhas-2019,fast"}"#),
        ("game", r#"{"game":""}"#),
        ("setup", r#"{"game":"piranhas-2019","setup":"a1 a2 a3"}"#),
        ("setup", r#"{"game":"piranhas-2019","setup":"seed:-1"}"#),
        ("position-syntax", r#"{"game":"piranhas-2019","position":"////"}"#),
        ("position-impossible", r#"{"game":"hive","position":"0,0=wQ+wQ | w 2"}"#),
        ("syntax", r#"{"game":"piranhas-2019","moves":["a4-c4","hello"]}"#),
        ("illegal", r#"{"game":"piranhas-2019","moves":["a4-c4","a4-c4"]}"#),
    ] {
        let answer = ask(line);
        assert_eq!(answer["error"]["kind"], kind, "{line}: {answer}");
        assert!(!answer["error"]["message"].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_bad_move_is_named_by_ply_and_rule() {
    let answer = ask(r#"{"id":"x","game":"piranhas-2019","moves":["a4-c4","b0-b2","a5-a6"]}"#);
    assert_eq!(answer["id"], "x");
    assert_eq!((&answer["error"]["kind"], &answer["error"]["ply"]), (&json!("illegal"), &json!(3)));
    assert!(answer["error"]["rule"].is_string(), "{answer}");
    let syntax = ask(r#"{"game":"piranhas-2019","moves":["zz"]}"#);
    assert_eq!((&syntax["error"]["ply"], &syntax["error"]["rule"]), (&json!(1), &Value::Null));
}

#[test]
fn the_id_is_echoed_whatever_it_is_and_wherever_it_stands() {
    for id in ["null", "-0.10", "\"\\u00e4\"", "[[],{\"a\":{}}]", "123456789012345678901234567890"] {
        for line in [
            format!(r#"{{"id":{id},"game":"piranhas-2019"}}"#),
            format!(r#"{{"game":"chess","id":{id}}}"#),
            format!(r#"{{"what":1,"id":{id}}}"#),
        ] {
            let answer = schwarm(&["query"], &line).ok();
            assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{line}: {answer}");
        }
    }
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut service = Service::start();
    for turn in 0..3 {
        let moves = &["a4-c4", "b0-b2", "a5-c5"][..turn];
        assert_eq!(service.ask(&json!({"game": "piranhas-2019", "moves": moves}))["turn"], turn);
        assert_eq!(service.ask(&json!({"game": "nothing"}))["error"]["kind"], "game");
    }
    service.end();
}

#[test]
fn a_list_too_long_is_refused_before_it_is_played() {
    let line = json!({"game": "piranhas-2019", "moves": vec!["a4-c4"; 10_001]}).to_string();
    assert_eq!(ask(&line)["error"]["kind"], "request");
    let line = json!({"game": "piranhas-2019", "moves": vec!["a4-c4"; 10_000]}).to_string();
    assert_eq!(ask(&line)["error"]["kind"], "illegal");
}
