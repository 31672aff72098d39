//! What the rules say about positions set up by hand: what is wrong, where, and what no game leads to.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::position;
use schwarm_core::draft::{Draft, DraftCell, DraftPiece, Problem};
use schwarm_core::view::{Cell, Terrain};
use schwarm_core::{GameId, Rulebook, Side};
use schwarm_piranhas::FAMILY;

fn rules(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

/// Id, cells by name, place in the text.
type Told = Vec<(&'static str, String, Option<usize>)>;

fn told(problems: &[Problem]) -> Told {
    let name = |cell: &Cell| format!("{}{}", char::from(b'a' + cell.x as u8), cell.y);
    let tell =
        |problem: &Problem| (problem.id, problem.cells.iter().map(name).collect::<Vec<_>>().join(" "), problem.place);
    problems.iter().map(tell).collect()
}

/// What is wrong with a text, or doubted.
fn found(id: &str, text: &str) -> Told {
    let rules = rules(id);
    match rules.read_draft(text) {
        Err(problem) => told(&[problem]),
        Ok(draft) => match rules.compose(&draft) {
            Err(problems) => told(&problems),
            Ok(session) => told(&session.doubts()),
        },
    }
}

fn fish(side: Side, kind: &str) -> DraftPiece {
    DraftPiece { side, kind: kind.to_string(), name: String::new(), height: 1 }
}

fn cell(x: i32, y: i32, terrain: Terrain, stack: &[DraftPiece]) -> DraftCell {
    DraftCell { at: Cell::new(x, y), terrain, stack: stack.to_vec() }
}

#[test]
fn a_text_is_found_wrong_where_it_is_wrong() {
    let empty = position("", "r 0");
    assert_eq!(found("piranhas-2019", &empty.replacen("./", "x/", 1)), [("text-letter", "j9".into(), Some(9))]);
    assert_eq!(found("piranhas-2019", &empty.replacen("./", "/", 1)), [("text-row", String::new(), Some(0))]);
    assert_eq!(found("piranhas-2019", &empty.replacen("./", "", 1)), [("text-rows", String::new(), Some(107))]);
    assert_eq!(found("piranhas-2019", &empty.replace(" r 0", " w 0")), [("text-side", String::new(), Some(110))]);
    assert_eq!(found("piranhas-2019", &empty.replace(" r 0", " r x")), [("text-turn", String::new(), Some(112))]);
    assert_eq!(found("piranhas-2019", &empty.replace(" r 0", " r")), [("text-fields", String::new(), Some(111))]);
    assert_eq!(found("piranhas-2026", &position("", "r 0 x")), [("text-union", String::new(), Some(114))]);
    assert_eq!(found("piranhas-2019", &"a".repeat(2000)), [("text-long", String::new(), Some(0))]);
}

#[test]
fn too_many_fish_and_octopuses_are_marked() {
    let text = position("9 rrrrrrrrrr\n8 rrrrrrrr..\n7 O.O.O.....\n6 bb........", "r 32");
    assert_eq!(
        found("piranhas-2019", &text),
        [("too-many-pieces", "i9 j9".into(), None), ("too-many-terrain", "e7".into(), None)]
    );
}

#[test]
fn side_and_turn_must_agree() {
    assert_eq!(found("piranhas-2019", &position("4 r.......b.", "r 31")), [("turn-side", String::new(), None)]);
    assert_eq!(found("piranhas-2019", &position("4 r.......b.", "r 62")), [("turn-limit", String::new(), None)]);
}

#[test]
fn what_a_hand_can_do_wrong_is_named() {
    let mut draft = Draft::empty(Side::One, 60);
    draft.cells = vec![
        cell(0, 0, Terrain::Plain, &[fish(Side::One, "fish"), fish(Side::Two, "fish")]),
        cell(1, 0, Terrain::Octopus, &[fish(Side::One, "fish")]),
        cell(2, 0, Terrain::Blackberry, &[]),
        cell(3, 0, Terrain::Plain, &[fish(Side::One, "fish-2")]),
        cell(4, 0, Terrain::Plain, &[DraftPiece { height: 2, ..fish(Side::One, "fish") }]),
        cell(5, 0, Terrain::Plain, &[fish(Side::One, "fish")]),
        cell(5, 0, Terrain::Octopus, &[]),
        cell(5, 10, Terrain::Octopus, &[]),
    ];
    draft.fields.insert("first-union".to_string(), "one".to_string());
    let problems = rules("piranhas-2019").compose(&draft).err().unwrap();
    let ids: Vec<&str> = problems.iter().map(|problem| problem.id).collect();
    assert_eq!(
        ids,
        [
            "off-board",
            "cell-twice",
            "unknown-terrain",
            "unknown-piece",
            "blocked-cell",
            "stacked",
            "tower-height",
            "field-unknown",
            "too-many-terrain"
        ]
    );
    assert_eq!(problems[0].cells, [Cell::new(5, 10)]);
    assert_eq!(problems[4].cells, [Cell::new(1, 0)]);
    draft.fields.insert("first-union".to_string(), "three".to_string());
    let problems = rules("piranhas-2026").compose(&draft).err().unwrap();
    assert!(problems.iter().any(|problem| problem.id == "field-side"), "{problems:?}");
}

#[test]
fn what_no_game_leads_to_can_be_played_and_is_said() {
    let doubts = |id, drawing: &str, rest: &str| -> Vec<&str> {
        found(id, &position(drawing, rest)).into_iter().map(|(id, _, _)| id).collect()
    };
    let far = "7 ..O.......\n4 r.....O.b.";
    assert_eq!(doubts("piranhas-2019", far, "r 60"), [] as [&str; 0]);
    assert_eq!(doubts("piranhas-2019", far, "r 28"), ["fish-lost", "fish-lost"]);
    assert_eq!(doubts("piranhas-2019", far, "b 29"), ["fish-lost"]);
    assert_eq!(doubts("piranhas-2019", far, "b 31"), [] as [&str; 0]);
    assert_eq!(doubts("piranhas-2019", "4 r.....O.b.", "r 60"), ["octopuses"]);
    assert_eq!(doubts("piranhas-2019", "4 rO....O.b.", "r 60"), ["octopus-place"]);
    assert_eq!(doubts("piranhas-2026", "7 ..O.......\n4 1.....O.a.", "r 60 -"), ["union-unsaid"]);
    assert_eq!(doubts("piranhas-2026", "7 ..O.......\n4 1.....O.a.", "r 60 r"), [] as [&str; 0]);
}
