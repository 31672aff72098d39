//! Help, usage and the list of games.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::schwarm;

#[test]
fn help_lists_every_command_with_examples() {
    insta::assert_snapshot!(schwarm(&["--help"], "").ok());
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "games",
        "perft",
        "query",
        "render",
        "play",
        "puzzles",
        "analyse",
        "review",
        "bench",
        "datagen",
        "tune",
        "net",
        "serve",
        "connect",
        "uhp",
        "line",
        "new-bot",
        "match",
        "tournament",
        "records",
        "convert",
        "sprt",
        "doctor",
        "worker",
        "fleet",
    ] {
        insta::assert_snapshot!(format!("help-{command}"), schwarm(&[command, "--help"], "").ok());
    }
}

#[test]
fn typos_are_answered_with_what_was_meant() {
    for (args, meant) in [
        (&["perfd"][..], "'perft'"),
        (&["perft", "hive", "3", "--divid"], "'--divide'"),
        (&["render", "piranhas-2019", "--theme", "drak"], "'dark'"),
        (&["perft", "piranas-2019", "3"], "did you mean piranhas-2019?"),
        (&["games", "hvie"], "did you mean hive?"),
        (&["play", "hive,repetitoin=off"], "did you mean repetition?"),
        (&["play", "ostseeschach"], "did you mean ostseeschach-2022 or ostseeschach-2022-server?"),
        (&["play", "piranhas-2019", "--against", "random", "--side", "bleu"], "did you mean blue?"),
        (&["hive"], "try `schwarm play hive`"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.starts_with("error: ") && complaint.contains(meant), "{args:?}: {complaint}");
    }
}

#[test]
fn the_table_of_games_names_every_game() {
    let table = schwarm(&["games"], "").ok();
    for id in [
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
    ] {
        assert!(table.lines().any(|line| line.split_whitespace().next() == Some(id)), "{id} is missing:\n{table}");
    }
}

#[test]
fn the_games_are_listed_as_json_too() {
    let games: serde_json::Value = serde_json::from_str(&schwarm(&["games", "--json"], "").ok()).unwrap();
    let piranhas = games.as_array().unwrap().iter().find(|game| game["id"] == "piranhas-2019").unwrap();
    assert_eq!(piranhas["sides"], serde_json::json!(["red", "blue"]));
    assert_eq!(piranhas["ply_limit"], 60);
    let hive = games.as_array().unwrap().iter().find(|game| game["id"] == "hive+mlp").unwrap();
    assert!(hive["aliases"].as_array().unwrap().contains(&"Base+MLP".into()));
    let one: serde_json::Value = serde_json::from_str(&schwarm(&["games", "Base+MLP", "--json"], "").ok()).unwrap();
    assert_eq!(one[0], *hive);
}

#[test]
fn one_game_tells_everything() {
    let details = schwarm(&["games", "hive"], "").ok();
    assert!(details.contains("repetition="), "{details}");
}
