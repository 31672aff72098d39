//! The texts of all languages: complete, alike, and enough for everything that can happen on a board.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;

use schwarm_core::view::{BoardView, Cell, Held};
use schwarm_core::{BrokenRule, Rng, Session, Setup};
use schwarm_web::words::Lang;
use schwarm_web::{Kind, speech};

const FILES: [(Lang, &str); 3] = [
    (Lang::En, include_str!("../words/en.txt")),
    (Lang::De, include_str!("../words/de.txt")),
    (Lang::Cs, include_str!("../words/cs.txt")),
];

/// Names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn every_line_is_a_text_and_no_key_comes_twice() {
    for (lang, file) in FILES {
        let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys: Vec<_> = lines.map(|line| line.split_once(" =").unwrap_or_else(|| panic!("{line}")).0).collect();
        let unique: BTreeSet<_> = keys.iter().collect();
        assert_eq!(unique.len(), keys.len(), "{lang:?}");
        assert_eq!(lang.keys().len(), keys.len());
    }
}

#[test]
fn a_number_stays_with_its_unit() {
    for (lang, file) in FILES {
        for unit in ["%", "s", "min"] {
            let torn = file
                .lines()
                .find(|line| line.contains(&format!("}} {unit} ")) || line.ends_with(&format!("}} {unit}")));
            assert_eq!(torn, None, "{lang:?}: a space at which lines break");
        }
    }
}

#[test]
fn all_languages_say_the_same() {
    let plain = |lang: Lang| lang.keys().into_iter().filter(|key| !key.ends_with(".few")).collect::<Vec<_>>();
    for lang in [Lang::De, Lang::Cs] {
        assert_eq!(plain(lang), plain(Lang::En), "{lang:?}");
        // A noun phrase may leave out what a language has not.
        for key in plain(lang).into_iter().filter(|key| !key.starts_with("np.")) {
            assert_eq!(names(lang.find(key).unwrap()), names(Lang::En.find(key).unwrap()), "{lang:?} {key}");
        }
    }
    for few in Lang::Cs.keys().into_iter().filter(|key| key.ends_with(".few")) {
        let many = few.replace(".few", ".many");
        assert_eq!(names(Lang::Cs.find(few).unwrap()), names(Lang::Cs.find(&many).unwrap()), "{few}");
    }
    for many in Lang::Cs.keys().into_iter().filter(|key| key.ends_with(".many")) {
        for form in ["one", "few"] {
            assert!(Lang::Cs.find(&many.replace("many", form)).is_some(), "{many} has no form {form}");
        }
    }
}

/// Every position of a few random games of every game, with a bit of prodding.
fn for_all_games(mut look: impl FnMut(&dyn Session, &mut Rng)) {
    for info in schwarm_catalog::games() {
        let rules = schwarm_catalog::open(info.id).unwrap();
        for seed in 0..4 {
            let mut rng = Rng::new(seed);
            let setup = if info.setup.is_empty() { Setup::Default } else { Setup::Seed(seed) };
            let mut session = rules.start(setup).unwrap_or_else(|_| rules.start(Setup::Default).unwrap());
            for _ in 0..90 {
                look(&*session, &mut rng);
                let Some(mv) = session.random_move(&mut rng) else { break };
                session.play(&mv).unwrap();
            }
            look(&*session, &mut rng);
        }
    }
}

#[test]
fn everything_on_a_board_has_its_words() {
    for_all_games(|session, _| {
        let (info, view) = (session.info(), session.view());
        for lang in Lang::ALL {
            let has = |key: String| assert!(lang.find(&key).is_some(), "{lang:?} lacks {key} ({})", info.id);
            has(format!("game.{}", info.id));
            for side in info.sides {
                has(format!("side.{side}"));
                for gender in ["m", "f"] {
                    has(format!("adj.{side}.{gender}"));
                }
            }
            let placed = view.cells.iter().flat_map(|cell| &cell.stack);
            let in_hand = view.reserves.iter().flatten().map(|reserve| &reserve.piece);
            for piece in placed.chain(in_hand) {
                has(format!("kind.{}", piece.kind));
                has(format!("noun.{}", piece.kind));
            }
            for counter in &view.counters {
                has(format!("counter.{}", counter.id));
            }
            for mark in &view.marks {
                has(format!("mark.{}", mark.id));
            }
            if let Some(outcome) = session.outcome() {
                let result = if outcome.winner.is_some() { "win" } else { "draw" };
                has(format!("ending.{}.{result}", outcome.reason.id()));
            }
        }
    });
}

#[test]
fn every_trouble_and_judgement_has_its_words() {
    for lang in Lang::ALL {
        for kind in Kind::ALL {
            assert!(lang.find(&format!("error.{}", kind.id())).is_some(), "{lang:?} {kind:?}");
            let title = format!("error.title.{}", kind.status().as_u16());
            assert!(lang.find(&title).is_some(), "{lang:?} {title}");
        }
        for class in schwarm_play::review::Class::ALL {
            let id = class.name().replace(' ', "-");
            assert!(lang.find(&format!("class.{id}")).is_some(), "{lang:?} {id}");
        }
        for end in ["time", "illegal-move", "crash", "silence", "left", "adjudication", "abort"] {
            assert!(lang.find(&format!("ending.{end}")).is_some(), "{lang:?} {end}");
        }
    }
}

#[test]
fn every_broken_rule_is_told() {
    let mut told = BTreeSet::new();
    for_all_games(|session, rng| {
        let view = session.view();
        for _ in 0..12 {
            let Some(held) = anything(&view, rng) else { continue };
            let cells = &view.cells;
            let near = cells[rng.below(cells.len())].at;
            let to = Cell::new(near.x + rng.below(3) as i32 - 1, near.y + rng.below(3) as i32 - 1);
            for to in [None, Some(to)] {
                let Some(rule) = session.why_not(&held, to) else { continue };
                for lang in Lang::ALL {
                    let words = speech::rule_words(lang, &session.id(), &rule);
                    assert!(!words.contains('⟦') && !words.contains("{"), "{words}");
                    assert_ne!(words, lang.say("rule.other", &[]), "{lang:?} {} {}", session.id(), rule.id);
                }
                told.insert(rule.id);
            }
        }
    });
    for id in ["one-hive", "gate", "queen-due", "just-moved", "distance", "octopus", "movement", "own-fish"] {
        assert!(told.contains(id), "{id} never happened: {told:?}");
    }
}

/// A piece on the board or in a hand.
fn anything(view: &BoardView, rng: &mut Rng) -> Option<Held> {
    let hands: Vec<_> = view.reserves.iter().flatten().collect();
    if view.cells.is_empty() {
        return None;
    }
    if !hands.is_empty() && rng.below(2) == 0 {
        return Some(Held::Hand(hands[rng.below(hands.len())].piece.name.clone()));
    }
    Some(Held::Cell(view.cells[rng.below(view.cells.len())].at))
}

#[test]
fn every_move_is_told() {
    for_all_games(|session, rng| {
        let Some(mv) = session.random_move(rng) else { return };
        let mut next = session.clone_box();
        next.play(&mv).unwrap();
        for lang in Lang::ALL {
            let words = speech::move_words(lang, &session.view(), &next.view(), &mv);
            let plain = lang.say("do.play", &[("move", &mv)]);
            assert!(!words.contains('⟦') && !words.contains('|') && !words.contains("  "), "{words}");
            assert!(!words.contains(&plain), "{} {mv} is only spelt: {words}", session.id());
        }
    });
}

/// Sentences of a line of play, one a ply.
fn told(lang: Lang, game: &str, setup: &str, moves: &[&str]) -> Vec<String> {
    let rules = schwarm_catalog::open(game).unwrap();
    let setup = if setup.is_empty() { Setup::Default } else { Setup::Text(setup) };
    let mut session = rules.start(setup).unwrap();
    let tell = |mv: &&str| {
        let before = session.view();
        let mv = session.play(mv).unwrap();
        speech::move_words(lang, &before, &session.view(), &mv)
    };
    moves.iter().map(tell).collect()
}

#[test]
fn a_hive_is_told_by_its_neighbours() {
    let moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 \\wQ", "bB1 bQ-", "wA1 -wQ", "bB1 bQ"];
    assert_eq!(
        told(Lang::En, "hive", "", &moves),
        [
            "White puts spider 1 on the table.",
            "Black puts spider 1 to the right of white's spider 1.",
            "White puts the queen to the left of white's spider 1.",
            "Black puts the queen to the right of black's spider 1.",
            "White puts ant 1 to the upper left of white's queen.",
            "Black puts beetle 1 to the right of black's queen.",
            "White moves ant 1 to the left of white's queen.",
            "Black moves beetle 1 on top of black's queen.",
        ]
    );
    assert_eq!(
        told(Lang::De, "hive", "", &moves),
        [
            "Weiß setzt die Spinne 1 auf den Tisch.",
            "Schwarz setzt die Spinne 1 rechts neben die weiße Spinne 1.",
            "Weiß setzt die Königin links neben die weiße Spinne 1.",
            "Schwarz setzt die Königin rechts neben die schwarze Spinne 1.",
            "Weiß setzt die Ameise 1 links oben neben die weiße Königin.",
            "Schwarz setzt den Käfer 1 rechts neben die schwarze Königin.",
            "Weiß zieht die Ameise 1 links neben die weiße Königin.",
            "Schwarz zieht den Käfer 1 auf die schwarze Königin.",
        ]
    );
    assert_eq!(
        told(Lang::Cs, "hive", "", &moves)[1..],
        [
            "Černý pokládá pavouka 1 vpravo od bílého pavouka 1.",
            "Bílý pokládá královnu vlevo od bílého pavouka 1.",
            "Černý pokládá královnu vpravo od černého pavouka 1.",
            "Bílý pokládá mravence 1 vlevo nahoře od bílé královny.",
            "Černý pokládá brouka 1 vpravo od černé královny.",
            "Bílý přesouvá mravence 1 vlevo od bílé královny.",
            "Černý přesouvá brouka 1 na černou královnu.",
        ]
    );
}

#[test]
fn towers_and_ambers_are_told() {
    let start = "......../......../......../...m..../..H...../......../......../........ r 4 0:0";
    let tell = |lang| {
        let rules = schwarm_catalog::open("ostseeschach-2022").unwrap();
        let mut session = rules.from_position(start).unwrap();
        let before = session.view();
        let mv = session.play("c4-d5").unwrap();
        speech::move_words(lang, &before, &session.view(), &mv)
    };
    assert_eq!(
        Lang::ALL.map(tell),
        [
            "Red moves the cockle from c4 to d5, takes a blue gull and builds a tower.",
            "Rot zieht die Herzmuschel von c4 nach d5, schlägt eine blaue Möwe und baut einen Turm.",
            "Červený přesouvá srdcovku z c4 na d5, bere modrého racka a staví věž.",
        ]
    );
}

#[test]
fn numbers_decide_the_form() {
    let rule = |fish: u8| {
        let rule = BrokenRule::new("distance", "").with("fish", fish).with("cells", 7);
        Lang::ALL.map(|lang| speech::rule_words(lang, "piranhas-2026", &rule))
    };
    assert!(rule(1)[0].starts_with("There is one fish on this line, so it swims exactly one cell, not 7"));
    assert!(rule(3)[1].contains("3 Fische") && rule(3)[1].contains("3 Felder"));
    assert!(rule(3)[2].contains("jsou 3 ryby") && rule(5)[2].contains("je 5 ryb,"));
}

#[test]
fn every_rule_in_the_code_has_its_words() {
    let mut found = 0;
    for family in ["hive", "piranhas", "ostseeschach"] {
        for file in sources(&format!("{}/../games/{family}/src", env!("CARGO_MANIFEST_DIR"))) {
            let text = std::fs::read_to_string(&file).unwrap();
            let named = ["BrokenRule::new(", "broken("].into_iter().flat_map(|call| text.split(call).skip(1));
            for id in named.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next()) {
                let keys = [format!("rule.{family}.{id}"), format!("rule.{family}.{id}.one"), format!("rule.{id}")];
                assert!(keys.iter().any(|key| Lang::En.find(key).is_some()), "{family} {id}");
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found}");
}

/// All Rust files below a folder.
fn sources(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.to_str().unwrap() {
            folder if path.is_dir() => sources(folder),
            file => vec![file.to_string()],
        })
        .filter(|file| file.ends_with(".rs"))
        .collect()
}
