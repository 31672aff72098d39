//! The sheet of symbols has what pages need.

use std::collections::BTreeSet;

use schwarm_core::{Rng, Setup};

/// The parts of a text between two others.
fn between<'a>(text: &'a str, open: &'a str, close: char) -> BTreeSet<&'a str> {
    text.split(open).skip(1).filter_map(|rest| rest.split(close).next()).collect()
}

#[test]
fn every_kind_that_a_game_shows_has_its_symbol() {
    let sheet = schwarm_draw::symbols();
    let ids = between(&sheet, "<symbol id=\"", '"');
    for game in schwarm_catalog::games() {
        let rules = schwarm_catalog::open(game.id).expect("a known game");
        let mut session = rules.start(Setup::Seed(1)).expect("a start");
        let mut rng = Rng::new(1);
        for _ in 0..30 {
            let view = session.view();
            let hands = view.reserves.iter().flatten().map(|reserve| reserve.piece.kind);
            for kind in view.cells.iter().flat_map(|cell| &cell.stack).map(|piece| piece.kind).chain(hands) {
                assert!(ids.contains(kind), "{}: {kind}", game.id);
            }
            let Some(mv) = session.random_move(&mut rng) else { break };
            session.play(&mv).expect("a legal move");
        }
    }
    for id in ["tile-hex", "tile-disc", "octopus", "blackberry"] {
        assert!(ids.contains(id), "{id}");
    }
}

#[test]
fn every_variable_is_set_for_every_coat() {
    let (sheet, css) = (schwarm_draw::symbols(), schwarm_draw::colours());
    let root = css.lines().next().expect("a rule for the page");
    for coat in ["white", "black", "red", "blue"] {
        let rule = css.lines().find(|line| line.starts_with(&format!(".{coat}{{"))).expect("a coat");
        for name in between(&sheet, "var(--", ')') {
            let setting = format!("--{name}:");
            assert!(rule.contains(&setting) || root.contains(&setting), "{coat} does not set {name}");
        }
        for name in between(rule, "var(--", ')') {
            assert!(root.contains(&format!("--{name}:")), "nobody sets {name}");
        }
    }
    assert!(!sheet.contains("style") && sheet.len() < 20_000, "{} bytes", sheet.len());
}

/// Pages are served from files; `RENEW=1 cargo test -p schwarm-draw --test symbols` writes them.
#[test]
fn the_files_of_the_pages_are_what_is_drawn() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/assets");
    for (name, drawn) in [("pieces.svg", schwarm_draw::symbols()), ("pieces.css", schwarm_draw::colours())] {
        let path = folder.join(name);
        if std::env::var_os("RENEW").is_some() {
            std::fs::write(&path, &drawn).expect("a file that can be written");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == drawn, "{name} is old: see this test");
    }
}
