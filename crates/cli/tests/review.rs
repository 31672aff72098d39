//! `schwarm review`: every game and format in, a table, JSON or a page out.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;

use common::{fresh_file, schwarm, some_game};
use serde_json::{Value, json};

const GAME: &str = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\n";

/// Reviews what is written on stdin, with as little thinking as there can be.
fn review(args: &[&str], input: &str) -> common::Ran {
    schwarm(&[&["review", "-", "--depth", "1", "--hash", "1"], args].concat(), input)
}

/// A record of a game played at random to its end, or `plies` long.
fn record(game: &str, plies: usize, changes: Value) -> String {
    let (moves, _) = some_game(game, "standard", 5, plies);
    let moves: Vec<Value> = moves.iter().map(|mv| json!({"move": mv})).collect();
    let mut record = json!({"game": game, "start": "default", "players": ["ann", "bob"], "moves": moves});
    for (key, value) in changes.as_object().unwrap() {
        record[key] = value.clone();
    }
    format!("{record}\n")
}

#[test]
fn the_table_fits_a_terminal_and_the_verdict_comes_last() {
    let text = review(&[], &record("ostseeschach-2022", 60, json!({}))).ok();
    assert!(text.starts_with("ostseeschach-2022: ann (red) - bob (blue)\n"), "{text}");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with(" ply")).collect();
    assert!(table.iter().take_while(|line| !line.is_empty()).all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("Judged by level-10, 1 ply for each position."), "{text}");
    assert!(text.contains("\n accuracy (0-100)"), "{text}");
    assert!(text.trim_end().lines().last().unwrap().contains(" chances "), "{text}");
}

#[test]
fn an_unfinished_game_is_reviewed_as_far_as_it_goes() {
    let text = review(&[], GAME).ok();
    assert!(text.contains("Open after 4 plies.") && text.contains("Unfinished after 4 plies: white's chances are "));
    let nothing = review(&[], "Base;NotStarted;White[1]\n").ok();
    assert!(nothing.contains("Unfinished after 0 plies"), "{nothing}");
}

#[test]
fn json_has_a_position_more_than_moves() {
    let text = review(&["--json"], &record("piranhas-2019", 60, json!({}))).ok();
    let review: Value = serde_json::from_str(&text).unwrap();
    let (positions, moves) = (review["positions"].as_array().unwrap(), review["moves"].as_array().unwrap());
    assert_eq!(positions.len(), moves.len() + 1);
    assert_eq!((&review["players"], &review["sides"]), (&json!(["ann", "bob"]), &json!(["red", "blue"])));
    assert_eq!(review["ending"]["termination"]["by"], "rules");
    for mv in moves {
        let loss = mv["before"].as_f64().unwrap() - mv["after"].as_f64().unwrap();
        assert!((mv["loss"].as_f64().unwrap() - loss.max(0.0)).abs() < 1e-9, "{mv}");
        assert!(mv["move"].is_string() && mv["best"].is_string() && mv["line"][0] == mv["best"], "{mv}");
    }
    let last = positions.last().unwrap();
    assert_eq!((&last["line"], &last["fact"]["plies"]), (&json!([]), &json!(0)));
    for side in review["summary"].as_array().unwrap() {
        let classes = ["forced", "only_moves", "best", "good", "inaccuracies", "mistakes", "blunders", "missed_wins"];
        let sum: u64 = classes.iter().map(|class| side[class].as_u64().unwrap()).sum();
        assert_eq!(sum, side["moves"].as_u64().unwrap());
        assert!((0.0..=100.0).contains(&side["accuracy"].as_f64().unwrap()));
    }
    assert!(review["verdict"].is_string() && review.get("turning_point").is_some());
}

#[test]
fn who_loses_on_time_is_told_what_the_position_was_worth() {
    let scores = json!([[0, 0, 0], [2, 0, 0]]);
    let ending =
        json!({"termination": {"by": "time", "side": "one", "fault": "late"}, "winner": "two", "scores": scores});
    let text = review(&[], &record("hive", 4, json!({"ending": ending}))).ok();
    assert!(text.contains("White lost on time in a position worth "), "{text}");
}

#[test]
fn a_file_with_several_games_wants_a_number() {
    let several = format!("{GAME}{GAME}Base;;;wS1;wS2 wS1-\n");
    let complaint = review(&[], &several).failed(2);
    assert!(complaint.contains("holds 3 games") && complaint.contains("--game-number, 1 to 3"), "{complaint}");
    assert!(review(&["--game-number", "2"], &several).ok().contains("Unfinished after 4 plies"));
    let complaint = review(&["--game-number", "3"], &several).failed(2);
    assert!(complaint.contains("game 3, move 2"), "{complaint}");
    let complaint = review(&["--game-number", "4"], &several).failed(2);
    assert!(complaint.contains("there is no number 4"), "{complaint}");
}

#[test]
fn what_cannot_be_read_is_told_with_the_reason() {
    let complaint = schwarm(&["review", "no-such-file.pgn"], "").failed(2);
    assert!(complaint.contains("cannot read no-such-file.pgn"), "{complaint}");
    let complaint = review(&[], "what is this?").failed(2);
    assert!(complaint.contains("line 1"), "{complaint}");
    let complaint = review(&["-o", "review.txt"], GAME).failed(2);
    assert!(complaint.contains(".html"), "{complaint}");
    let complaint = review(&["--seconds", "-1"], GAME);
    complaint.failed(2);
}

#[test]
fn a_stored_game_is_found_by_its_number() {
    let folder = fresh_file("review-store");
    let _ = fs::remove_dir_all(&folder);
    let folder = folder.to_str().unwrap();
    schwarm(&["records", "import", "-", "--data", folder], record("hive", 4, json!({}))).ok();
    let text = schwarm(&["review", "1", "--depth", "1", "--data", folder], "").ok();
    assert!(text.starts_with("hive: ann (white) - bob (black)\n"), "{text}");
    let complaint = schwarm(&["review", "7", "--data", folder], "").failed(1);
    assert!(complaint.contains("there is no game 7"), "{complaint}");
}

#[test]
fn a_page_is_one_small_file_in_which_nothing_of_the_record_runs() {
    let names = json!({"players": ["<script>alert(1)</script>", "\"><img src=x onerror=alert(2)>&"]});
    for game in ["hive-2020", "hive+mlp", "piranhas-2026", "ostseeschach-2022"] {
        let path = fresh_file(&format!("review-{game}.html"));
        let said = review(&["-o", path.to_str().unwrap()], &record(game, 60, names.clone())).ok();
        assert!(said.contains("The whole review is in "), "{said}");
        let page = fs::read_to_string(path).unwrap();
        assert!(page.len() < 1 << 20, "{game}: {} bytes", page.len());
        assert_eq!((page.matches("<script").count(), page.matches("<img").count()), (1, 0), "{game}");
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{game}");
        assert!(!page.contains("://") && !page.contains("url("), "{game}: the page asks for something elsewhere");
        must_be_well_formed(&page);
    }
}

/// Every element is closed in order, and every name that is used is defined once.
#[track_caller]
fn must_be_well_formed(page: &str) {
    let (before, script) = page.split_once("<script>").unwrap();
    let page = format!("{before}<script>{}", &script[script.find("</script>").unwrap()..]);
    let mut open = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') || tag == "style", "a stray > after <{tag}>");
        let name = tag.split([' ', '\n', '/']).find(|name| !name.is_empty()).unwrap();
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta", "br", "input"].contains(&name) {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        // What stands between the values of attributes are their names.
        assert!(!tag.split('"').step_by(2).any(|name| name.contains(" on")), "a handler in <{tag}>");
    }
    assert!(open.is_empty(), "{open:?}");
    for name in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert_eq!(page.matches(&format!("id=\"{name}\"")).count(), 1, "#{name}");
    }
}
