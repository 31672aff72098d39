//! The sequential test on the command line.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::schwarm;
use serde_json::Value;

/// Runs with `--json`; the exit code and the last line.
fn json(args: &str) -> (i32, String, Value) {
    let words: Vec<&str> = ["sprt", "--json"].into_iter().chain(args.split_whitespace()).collect();
    let ran = schwarm(&words, "");
    let line = ran.out.lines().last().unwrap_or_else(|| panic!("{args}: {}", ran.err)).to_string();
    assert_eq!(ran.err, "", "{args}");
    let value = serde_json::from_str(&line).unwrap();
    (ran.code, line, value)
}

#[test]
fn a_test_is_shown_as_a_table_with_a_verdict() {
    let table = schwarm(&["sprt", "2", "18", "61", "19", "0", "--elo0", "0", "--elo1", "10"], "").ok();
    assert_eq!(
        table,
        "\
pairs        100: LL 2, LD 18, DD+WL 61, WD 19, WW 0
score        49.25 %
Elo          -5.21 +/- 22.86
nElo         -11.00 +/- 48.15
LOS          32.72 %
pairs ratio  0.95
even         61.00 % of the pairs
LLR          -0.27 between -2.94 and 2.94
test         normalized Elo 0 against 10

The test is open: more games are needed.
"
    );
}

#[test]
fn the_exit_code_tells_the_three_states_apart_from_wrong_usage() {
    let (code, line, long) = json("379 10170 21828 10640 343 --elo0 0 --elo1 2 --model normalized");
    assert_eq!((code, &long["state"]), (0, &"H1".into()));
    assert!((long["llr"].as_f64().unwrap() - 2.94598).abs() < 1e-3, "{line}");
    let keys = ["llr", "lower", "upper", "state", "elo", "elo_error", "nelo", "los"];
    let places: Vec<_> = keys.iter().map(|key| line.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{line}");
    assert_eq!(long.as_object().unwrap().len(), keys.len());

    let (code, _, open) = json("0 0 0 0 0 --elo0 0 --elo1 2");
    assert_eq!((code, &open["state"], &open["llr"], &open["elo"]), (0, &"open".into(), &0.0.into(), &Value::Null));

    let (code, _, no) = json("300 100 20 5 1 --elo0 0 --elo1 5");
    assert_eq!((code, &no["state"]), (1, &"H0".into()));
    let said = schwarm(&["sprt", "10", "20", "300", "--elo0", "0", "--elo1", "5"], "");
    assert!(said.out.ends_with("H0 is accepted: the first bot is not better by 5 Elo.\n"), "{}", said.out);
    assert_eq!(said.failed(1), "");
}

#[test]
fn three_numbers_are_wins_draws_and_losses() {
    let (code, _, test) = json("880 1863 759 --elo0 0 --elo1 5 --model logistic");
    assert_eq!((code, &test["state"]), (0, &"H1".into()));
    assert_eq!(format!("{:.2}", test["llr"].as_f64().unwrap()), "2.95");
    assert!(test["elo"].as_f64().unwrap() > 0.0);
}

#[test]
fn nothing_printed_is_infinite_or_no_number() {
    let most = u64::MAX.to_string();
    for counts in [
        "0 0 0".to_string(),
        "1 0 0".into(),
        "0 1 0".into(),
        "0 0 1".into(),
        "0 0 0 0 0".into(),
        "0 0 1 0 0".into(),
        "0 0 0 0 7".into(),
        "7 0 0 0 0".into(),
        "0 0 0 1 0".into(),
        "0 0 0 1 9".into(),
        format!("0 0 0 0 {most}"),
        format!("{most} {most} {most} {most} {most}"),
        format!("1 0 0 0 {most}"),
        format!("{most} 0 1"),
    ] {
        for rest in
            ["--elo0 0 --elo1 10", "--elo0=-1000 --elo1=1000 --model logistic", "--elo0 -3 --elo1 1 --alpha 5e-324"]
        {
            let words = format!("sprt {counts} {rest}");
            let ran = schwarm(&words.split_whitespace().collect::<Vec<_>>(), "");
            assert!(ran.code < 2, "{words}: {}", ran.err);
            let text = ran.out.to_lowercase();
            assert!(
                !text.contains("nan") && !text.split_whitespace().any(|word| word.contains("inf")),
                "{words}:\n{text}"
            );
            json(&format!("{counts} {rest}"));
        }
    }
}

#[test]
fn all_wins_are_told_as_a_bound() {
    let table = schwarm(&["sprt", "0", "0", "0", "0", "3", "--elo0", "0", "--elo1", "10"], "").ok();
    assert!(table.contains("Elo          at least -93.65 (95 %)\n"), "{table}");
    assert!(table.contains("nElo         not determined\n"), "{table}");
}

#[test]
fn wrong_usage_is_explained() {
    for (args, reason) in [
        ("1 2 3 4 --elo0 0 --elo1 5", "give five (LL LD DD WD WW) for pairs or three"),
        ("1 2 --elo0 0 --elo1 5", "give five"),
        ("1 2 3 4 5 6 --elo0 0 --elo1 5", "give five"),
        ("1 2 -3 --elo0 0 --elo1 5", "-3"),
        ("1 2 3.5 --elo0 0 --elo1 5", "3.5"),
        ("1 2 18446744073709551616 --elo0 0 --elo1 5", "18446744073709551616"),
        ("1 2 3 --elo0 5 --elo1 5", "elo0 must be the smaller one"),
        ("1 2 3 --elo0 nan --elo1 5", "elo0 is NaN: give a number"),
        ("1 2 3 --elo0 -inf --elo1 5", "elo0 is -inf: give a number"),
        ("1 2 3 --elo0 0 --elo1 5 --alpha 0", "alpha is 0: give a probability"),
        ("1 2 3 --elo0 0 --elo1 5 --beta -0.1", "beta is -0.1: give a probability"),
        ("1 2 3 --elo0 0 --elo1 5 --model logistik", "'logistic'"),
        ("1 2 3 --elo1 5", "--elo0"),
    ] {
        let words: Vec<&str> = ["sprt"].into_iter().chain(args.split_whitespace()).collect();
        let complaint = schwarm(&words, "").failed(2);
        assert!(complaint.starts_with("error: ") && complaint.contains(reason), "{args}: {complaint}");
    }
}
