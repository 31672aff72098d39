//! What the rules say about positions set up by hand: what is wrong, where, and what no game leads to.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

use schwarm_core::draft::{Draft, DraftCell, DraftPiece, Problem};
use schwarm_core::view::{Cell, Terrain};
use schwarm_core::{GameId, Rulebook, Side};
use schwarm_hive::FAMILY;

fn rules(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

/// Id and cells, as `q,r`.
fn told(problems: &[Problem]) -> Vec<(&'static str, String)> {
    let tell = |problem: &Problem| {
        let cells: Vec<String> = problem.cells.iter().map(|cell| format!("{},{}", cell.x, cell.y)).collect();
        (problem.id, cells.join(" "))
    };
    problems.iter().map(tell).collect()
}

/// What is wrong with a text that can be read, or doubted.
#[track_caller]
fn check(id: &str, text: &str, wanted: &[(&'static str, &str)]) {
    let rules = rules(id);
    let draft = rules.read_draft(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    let found = match rules.compose(&draft) {
        Err(problems) => told(&problems),
        Ok(session) => told(&session.doubts()),
    };
    let wanted: Vec<_> = wanted.iter().map(|(id, cells)| (*id, cells.to_string())).collect();
    assert_eq!(found, wanted, "{id} {text}");
}

/// Where a text is wrong: the problem, and the text from there on.
#[track_caller]
fn unread(id: &str, text: &str, problem: &str, rest: &str) {
    let found = rules(id).read_draft(text).expect_err(text);
    assert_eq!((found.id, &text[found.place.unwrap()..]), (problem, rest), "{text}: {found:?}");
}

fn piece(side: Side, kind: &str, name: &str) -> DraftPiece {
    DraftPiece { side, kind: kind.to_string(), name: name.to_string(), height: 1 }
}

fn stack(x: i32, y: i32, pieces: &[DraftPiece]) -> DraftCell {
    DraftCell { at: Cell::new(x, y), terrain: Terrain::Plain, stack: pieces.to_vec() }
}

#[test]
fn texts_are_found_wrong_where_they_are_wrong() {
    unread("hive", "0,0=wQ", "text-no-side", "");
    unread("hive", "0,0=wQ | x 2", "text-side", "x 2");
    unread("hive", "0,0=wQ | w", "text-turn", " w");
    unread("hive", "0,0=wQ | w two", "text-turn", "two");
    unread("hive", "0,0=wQ 1,0 | w 2", "text-entry", "1,0 | w 2");
    unread("hive", "0,0=wQ 1;0=bQ | w 2", "text-cell", "1;0=bQ | w 2");
    unread("hive", "0,0=wQ 1,0=bS1+wX | w 2", "text-piece", "wX | w 2");
    unread("hive", "0,0=wA 1,0=bQ | w 2", "text-piece", "wA 1,0=bQ | w 2");
    unread("hive", "0,0=wQ | w 2 | stunned wQ", "text-last", " stunned wQ");
    unread("hive", "0,0=wQ | w 2 | stun bA1", "stun-missing", "bA1");
    unread("hive", "0,0=wQ | w 2 | stun wQ | x", "text-last", " x");
    unread("hive-2020", "0,0=Qx | r 2", "text-letter", "x | r 2");
    unread("hive-2020", "0,0= | r 2", "text-entry", "0,0= | r 2");
    unread("hive-2020", "0,0=Q | r 2 | x", "text-last", " x");
}

#[test]
fn a_split_hive_is_marked_without_its_largest_part() {
    check("hive", "0,0=wQ 1,0=bQ 2,0=wA1 4,0=bA1 -3,0=wA2 | b 13", &[("split", "4,0 -3,0")]);
    check("hive-2020", "0,0=Q 1,-1=q 5,-5=A | b 13", &[("split", "5,0")]);
}

#[test]
fn who_cannot_climb_is_marked() {
    check("hive", "0,0=wQ+bB1 1,0=bQ+wA1 | w 12", &[("cannot-climb", "1,0")]);
    check("hive+m", "0,0=wQ+bM+wB1 1,0=bQ | w 12", &[]);
}

#[test]
fn too_many_of_a_kind_and_pieces_that_come_twice_are_marked() {
    check("hive", "0,0=wQ 1,0=bQ 2,0=wA1 3,0=wA1 | w 12", &[("piece-twice", "2,0 3,0")]);
    check("hive", "0,0=wQ 1,0=bQ 2,0=wS3 | w 12", &[("too-many", "2,0")]);
    check("hive", "0,0=wQ 1,0=bQ 2,0=wM | w 12", &[("unknown-piece", "2,0")]);
    check("hive-2020", "0,0=QS 1,-1=q 2,-2=S 3,-3=S | r 12", &[("too-many", "3,0"), ("cannot-climb", "0,0")]);
    check("hive-2020-server", "0,0=Q 1,-1=q 2,-2=S 3,-3=SS | r 12", &[("cannot-climb", "3,0")]);
    check("hive", "0,0=wQ 0,0=bQ | w 12", &[("cell-twice", "0,0")]);
}

#[test]
fn blackberries_are_three_and_nothing_stands_on_them() {
    let berries = "-5,5=# 0,5=# 5,0=# 5,-5=#";
    check("hive-2020", &format!("{berries} 0,0=Q 1,-1=q | r 12"), &[("too-many-terrain", "5,0")]);
    check("hive-2020", "6,0=# 0,0=Q 1,-1=q | r 12", &[("off-board", "6,-6")]);
    let mut draft = rules("hive-2020").read_draft("0,0=Q 1,-1=q 5,0=# | r 12").unwrap();
    draft.cells[1].terrain = Terrain::Blackberry;
    assert_eq!(told(&rules("hive-2020").compose(&draft).err().unwrap()), [("blocked-cell", "1,0".to_string())]);
}

#[test]
fn the_piece_that_moved_last_lies_on_top() {
    check("hive+p", "0,0=wQ 1,0=bQ+wB1 | w 12 | stun bQ", &[("stun-covered", "1,0")]);
    check("hive+p", "0,0=wQ 1,0=bQ+wB1 | w 12 | stun bP", &[("stun-missing", "")]);
    let session = rules("hive+p").compose(&rules("hive+p").read_draft("0,0=wQ 1,0=bQ+wB1 | w 12 | stun wB1").unwrap());
    assert_eq!(session.unwrap().board().unwrap(), "0,0=wQ 1,0=bQ+wB1 | w 12 | stun wB1");
}

#[test]
fn side_and_turn_must_agree_unless_either_may_begin() {
    check("hive", "0,0=wQ 1,0=bQ | b 12", &[("turn-side", "")]);
    check("hive-2020", "0,0=Q 1,-1=q | r 61", &[("turn-limit", "")]);
    let session = rules("hive-classic").compose(&rules("hive-classic").read_draft("0,0=wQ 1,0=bQ | b 12").unwrap());
    assert_eq!(session.unwrap().board().unwrap(), "0,0=wQ 1,0=bQ | b 12");
}

#[test]
fn pieces_without_a_number_get_the_lowest_that_is_free() {
    let ant = |name| piece(Side::One, "ant", name);
    let mut draft = Draft::empty(Side::One, 12);
    draft.cells = vec![
        stack(0, 0, &[piece(Side::One, "queen", "")]),
        stack(1, 0, &[ant("")]),
        stack(2, 0, &[ant("wA1")]),
        stack(3, 0, &[ant("")]),
        stack(4, 0, &[piece(Side::Two, "queen", "bQ")]),
    ];
    let session = rules("hive").compose(&draft).unwrap();
    assert_eq!(session.board().unwrap(), "0,0=wQ 1,0=wA2 2,0=wA1 3,0=wA3 4,0=bQ | w 12");
    draft.cells.push(stack(5, 0, &[ant("")]));
    assert_eq!(told(&rules("hive").compose(&draft).err().unwrap()), [("too-many", "5,0".to_string())]);
    draft.cells[5].stack[0] = ant("bA1");
    let problems = rules("hive").compose(&draft).err().unwrap();
    assert!(problems.iter().any(|problem| problem.id == "piece-name"), "{problems:?}");
}

#[test]
fn what_no_game_leads_to_can_be_played_and_is_said() {
    check("hive", "0,0=wQ 1,0=bQ 2,0=bA1 -1,0=wA1 | w 4", &[]);
    check("hive", "0,0=wQ 1,0=bQ | w 2", &[("queen-first", "0,0"), ("queen-first", "1,0")]);
    check("hive,queen-first", "0,0=wQ 1,0=bQ | w 2", &[]);
    check("hive", "0,0=wA1 1,0=bA1 2,0=bS1 | w 2", &[("placed-early", "")]);
    check("hive", "0,0=wA1 1,0=bA1 2,0=bS1 3,0=bS2 4,0=bA2 | w 12", &[("queen-due", "")]);
    check("hive", "0,0=bA1 | w 12", &[("first-piece", "")]);
    check("hive", "| w 0", &[]);
}

#[test]
fn a_palette_tells_the_set() {
    let kinds = |id: &str| {
        let mut kinds: Vec<String> = Vec::new();
        for offer in rules(id).palette().pieces {
            kinds.push(format!("{}{}", offer.names.join("/"), if offer.names.len() == 1 { offer.most } else { 0 }));
        }
        kinds.truncate(kinds.len() / 2);
        kinds.join(" ")
    };
    assert_eq!(kinds("hive+mp"), "wQ1 wS1/wS20 wB1/wB20 wG1/wG2/wG30 wA1/wA2/wA30 wM1 wP1");
    assert_eq!(kinds("hive-2020-server"), "Q1 S3 B2 G2 A3");
    let keys = |id: &str| rules(id).palette().fields.iter().map(|field| field.key).collect::<Vec<_>>();
    assert_eq!((keys("hive"), keys("hive+p"), keys("hive-2020")), (vec!["passes"], vec!["stun", "passes"], vec![]));
    assert_eq!(rules("hive-classic").palette().first, None);
}
