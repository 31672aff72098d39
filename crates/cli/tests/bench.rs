//! `schwarm bench`: the engine's signature.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::schwarm;
use serde_json::Value;

#[test]
fn the_same_program_counts_the_same_nodes() {
    let bench = || -> Value {
        let told = schwarm(&["bench", "--depth", "2", "--json"], "").ok();
        serde_json::from_str(told.lines().last().unwrap()).unwrap()
    };
    let (one, two) = (bench(), bench());
    assert_eq!(one["nodes"], two["nodes"]);
    let nodes = |report: &Value| -> Vec<u64> {
        let positions = report["positions"].as_array().unwrap();
        positions.iter().map(|done| done["nodes"].as_u64().unwrap()).collect()
    };
    assert_eq!(nodes(&one), nodes(&two));
    assert_eq!(nodes(&one).iter().sum::<u64>(), one["nodes"].as_u64().unwrap());
    for done in one["positions"].as_array().unwrap() {
        for key in ["game", "position", "best"] {
            assert!(done[key].as_str().is_some_and(|text| !text.is_empty()), "{done}");
        }
        assert!(done["depth"].as_u64().unwrap() <= 2 && done["seconds"].is_f64(), "{done}");
    }
}

#[test]
fn the_table_ends_with_the_signature() {
    let told = schwarm(&["bench", "--depth", "1"], "").ok();
    let last = told.lines().last().unwrap();
    let words: Vec<_> = last.split(' ').collect();
    assert!(words[0].parse::<u64>().is_ok() && words[1] == "nodes," && words[3] == "nodes/s", "{last}");
    for game in ["hive ", "hive+mlp", "hive-classic", "hive-2020-server", "piranhas-2026", "ostseeschach-2022"] {
        assert!(told.contains(game), "{game} is missing: {told}");
    }
    schwarm(&["bench", "--depth", "0"], "").failed(2);
}
