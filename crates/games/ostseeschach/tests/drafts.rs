//! What the rules say about positions set up by hand: what is wrong, where, and what no game leads to.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::draft::{Draft, Problem};
use schwarm_core::view::Cell;
use schwarm_core::{GameId, Rulebook, Setup};
use schwarm_ostseeschach::FAMILY;

fn rules() -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse("ostseeschach-2022")).unwrap().unwrap()
}

/// Id and cells by name.
fn told(problems: &[Problem]) -> Vec<(&'static str, String)> {
    let name = |cell: &Cell| format!("{}{}", char::from(b'a' + cell.x as u8), cell.y + 1);
    let tell = |problem: &Problem| (problem.id, problem.cells.iter().map(name).collect::<Vec<_>>().join(" "));
    problems.iter().map(tell).collect()
}

fn wrong(draft: &Draft) -> Vec<(&'static str, String)> {
    rules().compose(draft).err().map_or_else(Vec::new, |problems| told(&problems))
}

fn doubted(drawing: &str, rest: &str) -> Vec<(&'static str, String)> {
    told(&rules().from_position(&position(drawing, rest)).unwrap().doubts())
}

#[test]
fn a_text_is_found_wrong_where_it_is_wrong() {
    let place = |text: &str| {
        let problem = rules().read_draft(text).unwrap_err();
        (problem.id, text.get(problem.place.unwrap()..).unwrap_or_default().chars().take(3).collect::<String>())
    };
    let text = position("8 . . H . . . . .", "r 10 0:0");
    let with = |from: &str, to: &str| place(&text.replacen(from, to, 1));
    assert_eq!(with("H", "X"), ("text-letter", "X..".into()));
    assert_eq!(with("H", "H0"), ("text-height", "0..".into()));
    assert_eq!(with("H", "H22"), ("text-height", "22.".into()));
    assert_eq!(with("..", ".2."), ("text-height", "2.H".into()));
    assert_eq!(with("..", "2.."), ("text-height", "2..".into()));
    assert_eq!(with("..", "."), ("text-row", ".H.".into()));
    assert_eq!(with("0:0", "0"), ("text-ambers", "0".into()));
    assert_eq!(with("0:0", "0:x"), ("text-ambers", "x".into()));
}

#[test]
fn towers_have_a_height_and_values_a_limit() {
    let mut draft = rules().start(Setup::Default).unwrap().draft();
    draft.cells[0].stack[0].height = 3;
    draft.fields.insert("ambers-one".to_string(), "100".to_string());
    assert_eq!(wrong(&draft), [("tower-height", "a1".to_string()), ("field-number", String::new())]);
    draft.cells[0].stack[0].height = 2;
    draft.fields.insert("ambers-one".to_string(), "99".to_string());
    let session = rules().compose(&draft).unwrap();
    assert!(session.position().ends_with(" r 0 99:0"), "{}", session.position());
}

#[test]
fn what_no_game_leads_to_can_be_played_and_is_said() {
    let fine = "5 . . . h2 . . . .\n4 . . . M . . . .";
    assert_eq!(doubted(fine, "r 10 1:0"), []);
    assert_eq!(doubted(fine, "r 10 4:0"), [("ambers", String::new())]);
    assert_eq!(doubted(fine, "b 1 0:1"), [("ambers", String::new())]);
    assert_eq!(doubted("4 M M M m . . . .", "r 10 0:0"), [("too-many", "c4".to_string())]);
    assert_eq!(
        doubted("8 . H . R . . . .\n1 m . . r . . . .", "r 10 0:0"),
        [("light-arrived", "b8".to_string()), ("light-arrived", "a1".to_string())]
    );
    let towers = "6 h2 m2 s2 r2 h2 m2 s2 r2\n3 H . . . . . . .";
    assert_eq!(doubted(towers, "r 10 0:0"), [("pieces", String::new())]);
}
