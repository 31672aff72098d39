//! Counts known from elsewhere, through the command line.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::schwarm;

/// Game, start, counts of depth 1, 2, 3 …
///
/// Sources: Software-Challenge games from the official backends (oracle data of the project, rows
/// turned round to the project's order); Hive from the tables Mzinga and nokamute agree on.
const KNOWN: &[(&str, &[&str], &[u64])] = &[
    ("piranhas-2019-server", &["--setup", "d5 h3"], &[45, 2094, 96124]),
    (
        "piranhas-2019-server",
        &[
            "--position",
            ".bbbbbbbb./r........r/..r......r/r.r..O...r/r........r/.........r/r.b.O.r.../r........b/r........r/.b.bbbb.b. b 5",
        ],
        &[44, 1973, 88040],
    ),
    (
        "piranhas-2026",
        &[
            "--position",
            ".cabcacbb./3........2/1...O....2/3........3/2........1/2........3/2.O......2/1........1/2........3/.babbbcac. r 0 -",
        ],
        &[45, 1967, 90503],
    ),
    (
        "ostseeschach-2022-server",
        &["--setup", "rshrmsmh/......../......../......../......../......../......../HMSMRHSR r 0 0:0"],
        &[17, 289, 5185, 93025],
    ),
    ("hive-2020-server", &["--position", "0,-2=# 0,0=# 2,-1=# | r 0"], &[440, 11100]),
    ("hive-2020-server", &["--position", "-1,-1=# 0,-1=# 0,2=# 1,-5=s 1,-4=q 1,-3=Q | b 5"], &[14, 176, 2973]),
    ("hive", &[], &[4, 96, 1440, 21600]),
    ("Base+MLP", &[], &[7, 294, 6678]),
    (
        "hive+mlp",
        &["--position", r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"],
        &[36, 965, 44307],
    ),
];

fn perft(game: &str, depth: usize, more: &[&str]) -> String {
    let depth = depth.to_string();
    let args: Vec<_> = ["perft", game, &depth].into_iter().chain(more.iter().copied()).collect();
    schwarm(&args, "").ok()
}

#[test]
fn the_last_line_is_the_known_count() {
    for (game, start, counts) in KNOWN {
        for (index, count) in counts.iter().enumerate() {
            let report = perft(game, index + 1, start);
            assert_eq!(report.lines().last().unwrap(), count.to_string(), "{game} {start:?} depth {}", index + 1);
        }
    }
}

#[test]
fn depth_zero_counts_the_position_itself() {
    assert_eq!(perft("piranhas-2019", 0, &[]).lines().last().unwrap(), "1");
    assert_eq!(perft("piranhas-2019", 0, &["--divide"]).lines().last().unwrap(), "1");
}

#[test]
fn json_is_one_line_with_the_public_keys() {
    let report = perft("piranhas-2019", 2, &["--setup", "d5 h3", "--json"]);
    assert_eq!(report.lines().count(), 1);
    assert!(report.starts_with("{\"game\":\"piranhas-2019\",\"depth\":2,\"nodes\":2094,\"seconds\":"), "{report}");
}

#[test]
fn a_division_sums_up_and_threads_change_nothing() {
    let one = perft("piranhas-2019", 2, &["--divide"]);
    let four = perft("piranhas-2019", 2, &["--divide", "--threads", "4"]);
    let rows = |report: &str| -> Vec<(String, u64)> {
        let table = report.split("\n\n").next().unwrap();
        let row = |line: &str| {
            let (mv, count) = line.split_once(char::is_whitespace).unwrap();
            (mv.to_string(), count.trim().parse().unwrap())
        };
        table.lines().map(row).collect()
    };
    assert_eq!(rows(&one), rows(&four));
    assert!(rows(&one).is_sorted());
    let sum: u64 = rows(&one).iter().map(|(_, count)| count).sum();
    assert_eq!(one.lines().last().unwrap(), sum.to_string());
    let json: serde_json::Value = serde_json::from_str(&perft("piranhas-2019", 2, &["--divide", "--json"])).unwrap();
    assert_eq!(json["divide"].as_object().unwrap().len(), rows(&one).len());
    assert_eq!(json["nodes"], sum);
}

#[test]
fn wrong_usage_exits_with_two() {
    for args in [
        &["perft", "piranhas-2019"][..],
        &["perft", "piranhas-2019", "many"],
        &["perft", "piranhas-2019", "-1"],
        &["perft", "piranhas-2019", "1", "--threads", "0"],
        &["perft", "piranhas-2019", "1", "--position", "nonsense"],
        &["perft", "piranhas-2019", "1", "--setup", "nonsense"],
        &["perft", "piranhas-2019", "1", "--setup", "seed:1", "--position", "x"],
    ] {
        assert!(schwarm(args, "").failed(2).starts_with("error: "), "{args:?}");
    }
}
