//! Positions that differ in nothing a player cares about have one shape, and others do not.
#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

use std::collections::{BTreeSet, HashMap};

use schwarm_core::view::Cell;
use schwarm_core::{GameId, Rng, Rulebook, Session, Setup};
use schwarm_hive::FAMILY;

fn rules(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

/// Shapes of all positions after so many plies.
fn shapes(session: &mut dyn Session, plies: usize, found: &mut BTreeSet<u64>) {
    if plies == 0 {
        found.insert(session.shape());
        return;
    }
    for text in session.legal_moves() {
        session.play(&text).unwrap();
        shapes(session, plies - 1, found);
        session.undo();
    }
}

#[test]
fn openings_that_are_turned_or_mirrored_are_one() {
    for (id, kinds) in [("hive", 4), ("hive+mlp", 7)] {
        let mut session = rules(id).start(Setup::Default).unwrap();
        let first: BTreeSet<String> = session.legal_moves().iter().map(|text| text[1..2].to_string()).collect();
        assert_eq!(first.len(), kinds, "the queen does not open");
        // Two pieces lie side by side in one way only. The third lies behind one of them, or beside it, on either side alike.
        for (plies, wanted) in [(0, 1), (1, kinds), (2, kinds * kinds)] {
            let mut found = BTreeSet::new();
            shapes(&mut *session, plies, &mut found);
            assert_eq!(found.len(), wanted, "{id} after {plies}");
        }
    }
    let mut session = rules("hive").start(Setup::Default).unwrap();
    session.play("wA1").unwrap();
    session.play("bA1 wA1-").unwrap();
    let mut found: HashMap<u64, Vec<String>> = HashMap::new();
    for text in session.legal_moves().into_iter().filter(|text| text.starts_with("wQ")) {
        session.play(&text).unwrap();
        found.entry(session.shape()).or_default().push(text);
        session.undo();
    }
    let mut sizes: Vec<usize> = found.values().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 2], "behind the ant, or beside it: {found:?}");
}

/// The numbers are kept in databases.
#[test]
fn a_shape_never_changes_its_number() {
    let shape = |id: &str, text: &str| format!("{:016x}", rules(id).from_position(text).unwrap().shape());
    let spider = "Base;InProgress;White[2];wS1;bS1 wS1-";
    assert_eq!(shape("hive", spider), shape("hive", "Base;InProgress;White[2];wS1;bS1 \\wS1"));
    assert_ne!(shape("hive", spider), shape("hive", "Base;InProgress;White[2];wS1;bG1 wS1-"));
    let start = rules("hive-2020").start(Setup::Default).unwrap().shape();
    assert_eq!([shape("hive", spider), format!("{start:016x}")], ["183817c71652c62a", "4097a16827c233b9"]);
}

/// A cell turned by sixths and mirrored, as the test understands it: in cube coordinates.
fn turned(at: Cell, sixths: u32, is_mirrored: bool) -> Cell {
    let (mut q, mut r, mut s) = (at.x, at.y, -at.x - at.y);
    if is_mirrored {
        (r, s) = (s, r);
    }
    for _ in 0..sixths {
        (q, r, s) = (-r, -s, -q);
    }
    assert_eq!(q + r + s, 0);
    Cell::new(q, r)
}

#[test]
fn a_turned_mirrored_moved_position_has_the_same_shape() {
    for (seed, id) in (0..80).zip(["hive", "hive+mlp", "hive-classic", "hive-2020"].into_iter().cycle()) {
        let rules = rules(id);
        let mut session = rules.start(Setup::Default).unwrap();
        let mut rng = Rng::new(seed);
        for _ in 0..rng.below(60) {
            let Some(text) = session.random_move(&mut rng) else { break };
            session.play(&text).unwrap();
        }
        let (sixths, is_mirrored) = (rng.below(6), rng.below(2) == 1);
        let by = if id == "hive-2020" { [0, 0] } else { [rng.below(18) as i32 - 9, rng.below(18) as i32 - 9] };
        let mut draft = session.draft();
        for cell in &mut draft.cells {
            let at = turned(cell.at, sixths as u32, is_mirrored);
            cell.at = Cell::new(at.x + by[0], at.y + by[1]);
        }
        draft.cells.reverse();
        let other = rules.compose(&draft).unwrap();
        assert_eq!(session.shape(), other.shape(), "{id} {seed}");
        // One move on, shapes are those of the same moves.
        let after = |session: &dyn Session| -> Vec<u64> {
            let shape = |text: &String| {
                let mut next = session.clone_box();
                next.play(text).unwrap();
                next.shape()
            };
            let mut shapes: Vec<u64> = session.legal_moves().iter().map(shape).collect();
            shapes.sort_unstable();
            shapes
        };
        assert_eq!(after(&*session), after(&*other), "{id} {seed}");
    }
}
