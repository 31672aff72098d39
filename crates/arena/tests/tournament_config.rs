//! The file of a tournament: what it means, and what is said about every mistake in it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use proptest::prelude::*;
use schwarm_arena::matchup::Restart;
use schwarm_arena::tournament::Format;
use schwarm_arena::tournament::config::{Config, EXAMPLE, OpeningSource, Sandbox};
use schwarm_arena::tournament::format::RankBy;
use schwarm_play::TimeControl;

const SMALL: &str = r#"title = "Größtes Turnier!"
game = "hive"
[format]
kind = "round-robin"
[[bot]]
name = "a"
command = "builtin:random"
[[bot]]
name = "b"
command = "line:./b"
"#;

#[test]
fn the_example_means_what_its_comments_say() {
    let config = Config::read(EXAMPLE).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((config.title.as_str(), config.name.as_str()), ("Spring league", "spring-2026"));
    assert_eq!(*config.tournament.format(), Format::League { cycles: 2, pairs: 3, rank_by: RankBy::Wins });
    assert_eq!((config.anchor, config.margin_ms, config.ply_limit), (Some(0), Some(50), Some(500)));
    assert_eq!(config.adjudication.draw.unwrap().moves, 10);
    let sandboxes: Vec<_> = config.bots.iter().map(|bot| bot.sandbox).collect();
    assert_eq!(sandboxes, [Sandbox::Trusted, Sandbox::Guarded, Sandbox::Jailed]);
    let settings: Vec<_> = config.bots[2].settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
    assert_eq!(settings, ["ponder=false", "style=bold", "threads=1"]);
}

#[test]
fn the_example_shows_every_key() {
    let keys = "title name game seed time margin_ms openings ply_limit concurrency restart seeding anchor adjudication \
                win draw score moves format kind pairs cycles rounds challengers replays third_place rank_by least_games \
                most_games decisions bot command sandbox settings plies file";
    for key in keys.split_whitespace() {
        assert!(EXAMPLE.contains(key), "{key} is not explained");
    }
}

#[test]
fn a_small_file_is_enough() {
    let config = Config::read(SMALL).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(config.name, "groesstes-turnier");
    assert_eq!(config.time, TimeControl::SOFTWARE_CHALLENGE);
    assert_eq!((config.openings, config.restart), (OpeningSource::Seeds, Restart::AfterFault));
    assert_eq!((config.seed, config.concurrency.get(), config.anchor), (1, 1, None));
    assert_eq!(*config.tournament.format(), Format::RoundRobin { cycles: 1, pairs: 1 });
}

#[test]
fn every_kind_of_format_is_read_with_its_usual_values() {
    let format = |lines: &str| {
        let text = SMALL.replace("kind = \"round-robin\"", lines);
        Config::read(&text).unwrap_or_else(|problems| panic!("{problems}")).tournament.format().clone()
    };
    assert_eq!(format("kind = \"swiss\""), Format::Swiss { rounds: 1, pairs: 1 });
    assert_eq!(format("kind = \"ladder\"\npairs = 4"), Format::Ladder { rounds: 2, pairs: 4 });
    let gauntlet = |challenger| Format::Gauntlet { challengers: vec![challenger], cycles: 1, pairs: 1 };
    assert_eq!(format("kind = \"gauntlet\""), gauntlet(0));
    assert_eq!(format("kind = \"gauntlet\"\nchallengers = [\"b\"]"), gauntlet(1));
    let knockout = Format::Knockout { pairs: 1, replays: 3, third_place: false };
    assert_eq!(format("kind = \"knockout\""), knockout);
    assert_eq!(format("kind = \"match\""), Format::Match { pairs: 50, test: None });
    let test = Some("elo0=0,elo1=10".parse().unwrap());
    assert_eq!(format("kind = \"match\"\nsprt = \"elo0=0,elo1=10\""), Format::Match { pairs: 10_000, test });
    let text = "kind = \"final-eight\"\nmost_games = 8\ndecisions = { \"round-1/a-vs-b\" = \"b\" }";
    let Format::FinalEight { least_games: 6, most_games: 8, third_place: true, decisions } = format(text) else {
        panic!("{:?}", format(text))
    };
    assert_eq!(decisions["round-1/a-vs-b"], 1);
}

/// The problems of the small file after a change, each as `line:column: message`.
fn problems(from: &str, to: &str) -> Vec<String> {
    assert!(SMALL.contains(from), "{from:?} is not in the file");
    let problems = Config::read(&SMALL.replacen(from, to, 1)).expect_err("a mistake");
    problems.list().iter().map(|p| format!("{}:{}: {}", p.line, p.column, p.message)).collect()
}

#[test]
fn every_mistake_is_told_with_its_line_and_what_was_meant() {
    let kinds = "round-robin, gauntlet, swiss, knockout, ladder, league, final-eight, match";
    for (from, to, expected) in [
        ("title =", "titel =", "1:1: `titel` is no key of the file; did you mean `title`?"),
        ("game =", "concurency = 2\ngame =", "2:1: `concurency` is no key of the file; did you mean `concurrency`?"),
        ("game =", "time = \"2 s\"\ngame =", "2:8: cannot read time control \"2 s\""),
        ("game =", "seed = -1\ngame =", "2:8: `seed` must be a whole number from 0 to 9223372036854775807; this is -1"),
        (
            "game =",
            "concurrency = \"2\"\ngame =",
            "2:15: `concurrency` must be a whole number from 1 to 1024; this is a text",
        ),
        (
            "game =",
            "restart = \"eachgame\"\ngame =",
            "2:11: there is no restart \"eachgame\"; did you mean each-game? It is one of: never, after-fault, each-game",
        ),
        ("game =", "anchor = \"A\"\ngame =", "2:10: there is no bot \"A\"; did you mean a? It is one of: a, b"),
        ("game =", "openings = 8\ngame =", "2:12: openings are \"seeds\", { plies = 8 }"),
        ("game =", "openings = { ply = 8 }\ngame =", "2:14: `ply` is no key of openings; its keys are plies, file"),
        ("\"hive\"", "7", "2:8: `game` must be a text in quotes, and not empty; this is 7"),
        ("\"round-robin\"", "\"robin\"", &format!("4:8: there is no kind \"robin\". It is one of: {kinds}")),
        (
            "\"round-robin\"",
            "\"swis\"",
            &format!("4:8: there is no kind \"swis\"; did you mean swiss? It is one of: {kinds}"),
        ),
        (
            "\"round-robin\"",
            "\"round-robin\"\nrounds = 3",
            "5:1: `rounds` is no key of format; its keys are kind, cycles, pairs",
        ),
        ("\"round-robin\"", "\"swiss\"\npairs = 0", "5:9: `pairs` must be a whole number from 1 to 100000; this is 0"),
        ("\"round-robin\"", "\"final-eight\"\nleast_games = 7", "5:15: least_games is 7; it must be even"),
        ("\"round-robin\"", "\"gauntlet\"\nchallengers = [\"c\"]", "5:16: there is no bot \"c\""),
        (
            "\"round-robin\"",
            "\"knockout\"\nthird_place = \"yes\"",
            "5:15: `third_place` must be true or false, without quotes; this is a text",
        ),
        ("\"round-robin\"", "\"final-eight\"\ndecisions = { x = \"a\" }", "5:13: a decision names an encounter"),
        ("name = \"b\"", "name = \"a\"", "9:8: bot name \"a\" is given twice"),
        ("name = \"b\"", "name = \"b/c\"", "9:8: bot name \"b/c\" must not contain slashes"),
        ("command = \"line:./b\"", "command = \"./b\"", "10:11: a command says first how the bot is spoken with"),
        ("command = \"line:./b\"", "sandbox = \"jail\"", "10:11: there is no sandbox \"jail\"; did you mean jailed?"),
        ("[[bot]]", "[bot]", "this is no TOML"),
        ("game = \"hive\"", "game = \"hive", "2:13: this is no TOML"),
    ] {
        let found = problems(from, to);
        assert!(found.iter().any(|found| found.contains(expected)), "{to:?}\n want {expected}\nfound {found:#?}");
    }
}

#[test]
fn what_is_missing_is_named() {
    let problems = Config::read("").expect_err("nothing in it");
    let all = problems.to_string();
    for what in ["`title` is missing", "`game` is missing", "[format] is missing", "no bots"] {
        assert!(all.contains(what), "{all}");
    }
}

#[test]
fn a_problem_is_shown_with_a_mark_below_its_line() {
    let text = SMALL.replace("\"round-robin\"", "\"round-robbin\"");
    let problems = Config::read(&text).expect_err("a typo").in_file("cup.toml");
    insta::assert_snapshot!(problems.to_string());
}

#[test]
fn whoever_knows_better_can_point_at_the_line_too() {
    let config = Config::read(SMALL).unwrap();
    let problems = config.complain(SMALL, "bot.1.command", "there is no file ./b");
    assert_eq!((problems.list()[0].line, problems.list()[0].column), (10, 11));
    assert_eq!(problems.list()[0].length, "\"line:./b\"".len());
    assert_eq!(config.complain(SMALL, "nowhere", "?").list()[0].line, 1);
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in ".{0,200}", at in 0usize..SMALL.len(), cut in 0usize..20) {
        let _ = Config::read(&text).map_err(|problems| problems.to_string());
        // The example with a piece cut out or put in anywhere.
        let at = (0..=at).rev().find(|&at| SMALL.is_char_boundary(at)).unwrap();
        let end = (at + cut..=SMALL.len()).find(|&end| SMALL.is_char_boundary(end)).unwrap_or(SMALL.len());
        for broken in [format!("{}{}", &SMALL[..at], &SMALL[end..]), format!("{}{text}{}", &SMALL[..at], &SMALL[at..])] {
            if let Err(problems) = Config::read(&broken) {
                prop_assert!(!problems.list().is_empty());
                let lines = broken.split('\n').count();
                prop_assert!(problems.list().iter().all(|problem| (1..=lines).contains(&problem.line)));
                prop_assert!(!problems.to_string().is_empty());
            }
        }
    }
}
