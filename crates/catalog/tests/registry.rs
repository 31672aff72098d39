//! The list of games: ids, aliases, options, what everybody may know, and what seeds draw.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashSet;

use schwarm_catalog::{games, open};
use schwarm_core::{GameInfo, IdError, Notation, Session, Setup};

/// Every id users rely on.
const IDS: &[&str] = &[
    "hive",
    "hive+m",
    "hive+l",
    "hive+p",
    "hive+ml",
    "hive+mp",
    "hive+lp",
    "hive+mlp",
    "hive-classic",
    "hive-2020",
    "hive-2020-server",
    "piranhas-2019",
    "piranhas-2019-server",
    "piranhas-2026",
    "ostseeschach-2022",
    "ostseeschach-2022-server",
];

/// Games without anything to set up.
fn has_no_setup(info: &GameInfo) -> bool {
    info.id == "hive" || info.id.starts_with("hive+")
}

fn start(id: &str, setup: &str) -> Box<dyn Session> {
    let setup = Setup::parse(setup).unwrap();
    open(id).unwrap().start(setup).unwrap_or_else(|error| panic!("{id}: {error}"))
}

#[test]
fn every_promised_game_is_there_and_opens_as_itself() {
    let listed: Vec<_> = games().iter().map(|info| info.id).collect();
    for id in IDS {
        assert!(listed.contains(id), "{id} is missing");
    }
    for info in games() {
        let rules = open(info.id).unwrap();
        assert_eq!(rules.id(), info.id);
        assert_eq!(rules.info(), info);
        let session = rules.start(Setup::Default).unwrap();
        assert_eq!((session.id().as_str(), session.info()), (info.id, info));
        assert_eq!((session.turn(), session.outcome()), (0, None), "{}", info.id);
        assert!(!session.legal_moves().is_empty(), "{}", info.id);
    }
}

#[test]
fn no_name_means_two_games() {
    let mut names = HashSet::new();
    for info in games() {
        for name in [info.id].iter().chain(info.aliases) {
            assert!(names.insert(name.to_ascii_lowercase()), "{name} means two games");
        }
    }
}

#[test]
fn aliases_and_game_types_of_uhp_open_the_same_game() {
    for info in games() {
        for alias in info.aliases {
            assert_eq!(open(alias).unwrap().id(), info.id);
            assert_eq!(open(&alias.to_uppercase()).unwrap().id(), info.id, "whatever the case");
        }
    }
    for (name, id) in [("Base", "hive"), ("Base+MLP", "hive+mlp"), ("Base+PM", "hive+mp"), (" HIVE+L ", "hive+l")] {
        assert_eq!(open(name).unwrap().id(), id);
    }
}

#[test]
fn options_follow_the_id_and_defaults_are_left_out() {
    for (text, id) in [
        ("hive+mlp,repetition=off,queen-first", "hive+mlp,repetition=off,queen-first"),
        ("hive+mlp, queen-first , repetition = off", "hive+mlp,repetition=off,queen-first"),
        ("hive,repetition=threefold,queen-first=off", "hive"),
        ("Base+M,queen-first=on", "hive+m,queen-first"),
    ] {
        assert_eq!(open(text).unwrap().id(), id, "{text}");
    }
    for info in games() {
        let defaults: String = info.options.iter().map(|o| format!(",{}={}", o.name, o.default)).collect();
        assert_eq!(open(&format!("{}{defaults}", info.id)).unwrap().id(), info.id);
    }
}

#[test]
fn a_wrong_option_is_refused_with_what_would_be_right() {
    for (text, option, why) in [
        ("hive,colour=red", "colour", "repetition, queen-first"),
        ("hive,repetition", "repetition", "threefold or off"),
        ("hive,repetition=twofold", "repetition", "threefold or off"),
        ("hive,queen-first=maybe", "queen-first", "on or off"),
        ("hive,queen-first,queen-first", "queen-first", "twice"),
        ("hive,", "", "unknown"),
    ] {
        match open(text).err() {
            Some(IdError::Option { id, option: named, why: given }) => {
                assert_eq!((id.as_str(), named.as_str()), ("hive", option), "{text}");
                assert!(given.contains(why), "{text}: {given}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for info in games().into_iter().filter(|info| info.options.is_empty()) {
        let error = open(&format!("{},repetition=off", info.id)).err().unwrap();
        assert!(error.to_string().contains("no options"), "{error}");
    }
}

#[test]
fn an_unknown_id_is_answered_with_the_known_ones() {
    for unknown in ["", "chess", "hive+x", "hive2020", "piranhas", "Base+", "hive+mlp+"] {
        let error = open(unknown).err().unwrap_or_else(|| panic!("{unknown:?} was opened"));
        assert!(matches!(error, IdError::Unknown { .. }), "{unknown:?}: {error}");
        let message = error.to_string();
        for info in games() {
            assert!(message.contains(info.id), "{unknown:?}: {} is not named in {message}", info.id);
        }
    }
    let long = open(&"x".repeat(100_000)).err().unwrap().to_string();
    assert!(long.len() < 1000, "a message of {} bytes", long.len());
}

#[test]
fn everybody_is_told_what_a_game_is() {
    for info in games() {
        let id = info.id;
        assert!(!info.title.is_empty() && !info.summary.is_empty(), "{id} has no title or summary");
        assert!(!info.sides[0].is_empty() && !info.sides[1].is_empty() && info.sides[0] != info.sides[1], "{id}");
        assert_eq!(info.notations.first(), Some(&Notation::Standard), "{id}");
        assert_eq!(info.setup.is_empty(), has_no_setup(info), "{id}: setup {:?}", info.setup);
        assert_eq!(info.score_parts.first().map(|part| part.id), Some("victory-points"), "{id}");
        for part in info.score_parts {
            assert!(!part.id.is_empty() && !part.name.is_empty(), "{id}: {part:?}");
        }
        for option in info.options {
            assert!(
                !option.name.is_empty() && !option.help.is_empty() && !option.default.is_empty(),
                "{id}: {option:?}"
            );
            assert!(option.values.is_empty() || option.values.contains(&option.default), "{id}: {option:?}");
        }
        assert_eq!(open(id).unwrap().start(Setup::Default).unwrap().view().sides, info.sides, "{id}");
    }
    let titles: HashSet<_> = games().iter().map(|info| info.title).collect();
    assert_eq!(titles.len(), games().len(), "two games have the same title");
}

#[test]
fn a_seed_draws_the_same_setup_every_time_and_another_seed_another() {
    for info in games() {
        let id = info.id;
        let drawn: Vec<_> = (0..32).map(|seed| start(id, &format!("seed:{seed}")).setup()).collect();
        for (seed, setup) in drawn.iter().enumerate() {
            let again = start(id, &format!(" seed: {seed} "));
            assert_eq!(again.setup(), *setup, "{id}: seed {seed} draws two setups");
            assert_eq!(start(id, setup).position(), again.position(), "{id}: {setup:?} is another start");
        }
        let different = drawn.iter().collect::<HashSet<_>>().len();
        match id {
            _ if has_no_setup(info) => assert_eq!(different, 1, "{id}: {drawn:?}"),
            "hive-classic" => assert_eq!(different, 2, "{id}: {drawn:?}"),
            // Ostseeschach has 2520 setups, so that two of 32 seeds may meet.
            _ => assert!(different >= 30, "{id}: only {different} different setups"),
        }
        for extreme in [u64::MAX, u64::MAX - 1, 1 << 32] {
            start(id, &format!("seed:{extreme}"));
        }
    }
}

#[test]
fn the_printed_example_of_a_setup_is_read() {
    for (id, setup) in [
        ("hive-classic", "first:white"),
        ("hive-classic", "first:blue"),
        ("hive-2020", "-4,-1 0,-3 4,1"),
        ("hive-2020-server", "-4,-1=# 0,-3=# 4,1=# | r 0"),
        (
            "piranhas-2019",
            ".bbbbbbbb./r........r/r........r/r......O.r/r........r/r..O.....r/r........r/r........r/r........r/.bbbbbbbb. r 0",
        ),
        ("ostseeschach-2022", "HMSMRHSR"),
        ("ostseeschach-2022", "rshrmsmh/......../......../......../......../......../......../HMSMRHSR r 0 0:0"),
    ] {
        let session = start(id, setup);
        assert_eq!(start(id, &session.setup()).position(), session.position(), "{id}: {setup}");
    }
    let [short, long] = ["HMSMRHSR", "rshrmsmh/......../......../......../......../......../......../HMSMRHSR r 0 0:0"]
        .map(|setup| start("ostseeschach-2022", setup).position());
    assert_eq!(short, long);
    let blue = start("hive-classic", "first:blue");
    assert_eq!(blue.info().sides[blue.side_to_move().index()], "blue");
}

#[test]
fn a_wrong_setup_is_refused_as_one() {
    for info in games() {
        let rules = open(info.id).unwrap();
        for text in ["nonsense", "seed:", "seed:-1", "seed:18446744073709551616", "seed:one"] {
            let error = Setup::parse(text).and_then(|setup| rules.start(setup)).err();
            let error = error.unwrap_or_else(|| panic!("{}: {text:?} was read", info.id));
            assert_eq!(error.kind(), "setup", "{}: {error}", info.id);
        }
    }
}

/// What a seed means is public: a changed drawing changes recorded games.
#[test]
fn the_setups_of_the_first_seeds_stay_as_they_are() {
    let mut table = String::new();
    for info in games().into_iter().filter(|info| !has_no_setup(info)) {
        for seed in 0..4 {
            let setup = start(info.id, &format!("seed:{seed}")).setup();
            table.push_str(&format!("{} seed:{seed}  {setup}\n", info.id));
        }
    }
    insta::assert_snapshot!("setups_of_the_first_seeds", table);
}
