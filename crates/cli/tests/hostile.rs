//! Input that no honest program sends: `schwarm query` answers it and lives on.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use common::{command, schwarm};
use serde_json::Value;

const GOOD: &[u8] = b"{\"game\":\"piranhas-2019\",\"id\":\"still here\"}";

/// Sends each bad line followed by a good one; the kinds of the bad lines' answers.
fn kinds(bad: &[&[u8]]) -> Vec<String> {
    let input: Vec<u8> = bad.iter().flat_map(|line| [line, &b"\n"[..], GOOD, b"\n"].concat()).collect();
    let out = schwarm(&["query"], input).ok();
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 2 * bad.len(), "one answer per line");
    let pairs = answers.chunks(2);
    pairs
        .map(|pair| {
            assert_eq!(pair[1]["id"], "still here");
            assert_eq!(pair[1]["turn"], 0);
            pair[0]["error"]["kind"].as_str().unwrap_or_else(|| panic!("{}", pair[0])).to_string()
        })
        .collect()
}

#[test]
fn broken_bytes_and_texts() {
    let bad: [&[u8]; 9] = [
        b"\xff\xfe\x00",
        b"\0",
        b"{\"game\":\"piranhas-2019\0\"}",
        b"{\"game\":\"\xc3\x28\"}",
        b"{\"game\":\"\\ud800\"}",
        b"{\"game\":\"piranhas-2019\",\"moves\":[\"a4-c4\"",
        b"{'game':'piranhas-2019'}",
        b"}{",
        b"NaN",
    ];
    assert_eq!(kinds(&bad), ["json"; 9]);
}

#[test]
fn lines_without_end() {
    let megabyte = [b"{\"game\":\"", &[b'x'; (1 << 20) - 20][..], b"\"}"].concat();
    let more = vec![b'['; 5 << 20];
    assert_eq!(kinds(&[&megabyte, &more, &more]), ["game", "request", "request"]);
}

#[test]
fn endless_nesting() {
    let arrays = [b'['; 500_000];
    let objects = b"{\"a\":".repeat(100_000);
    let id = [b"{\"game\":\"piranhas-2019\",\"id\":", &[b'['; 200_000][..], &[b']'; 200_000], b"}"].concat();
    let moves = [b"{\"game\":\"piranhas-2019\",\"moves\":", &[b'['; 100][..], &[b']'; 100], b"}"].concat();
    assert_eq!(kinds(&[&arrays, &objects, &id, &moves]), ["json", "json", "json", "request"]);
}

#[test]
fn texts_of_absurd_length_and_content() {
    let with =
        |key: &str, value: &str| serde_json::json!({"game": "piranhas-2019", key: value}).to_string().into_bytes();
    let long = "/".repeat(900_000);
    let evil = "\u{202e}%s%n\u{1f41f}\\\"'; DROP TABLE games; --\u{0}\u{7f}";
    let digits = "9".repeat(100_000);
    let (seed, many) = (format!("seed:{digits}"), format!("piranhas-2019{}", ",a=b".repeat(100_000)));
    let lines = [
        with("position", &long),
        with("position", evil),
        with("setup", &long),
        with("setup", evil),
        with("setup", &seed),
    ];
    let lines: Vec<&[u8]> = lines.iter().map(Vec::as_slice).collect();
    assert_eq!(kinds(&lines), ["position-syntax", "position-syntax", "setup", "setup", "setup"]);
    let game = serde_json::json!({ "game": many }).to_string();
    let moves = serde_json::json!({"game": "piranhas-2019", "moves": [evil]}).to_string();
    assert_eq!(kinds(&[game.as_bytes(), moves.as_bytes()]), ["game", "syntax"]);
}

#[test]
fn messages_stay_short() {
    let line = serde_json::json!({"game": "piranhas-2019", "moves": ["y".repeat(500_000)]}).to_string();
    assert!(schwarm(&["query"], line).ok().len() < 1000);
    let line = serde_json::json!({"y".repeat(500_000): 1}).to_string();
    assert!(schwarm(&["query"], line).ok().len() < 1000);
}

#[test]
fn empty_input_empty_lines_and_a_missing_end() {
    assert_eq!(schwarm(&["query"], "").ok(), "");
    assert_eq!(schwarm(&["query"], "\n\r\n \t\n").ok(), "");
    assert_eq!(schwarm(&["query"], [b"\n", GOOD].concat()).ok().lines().count(), 1);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child =
        command(&["query"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(&[GOOD, b"\n"].concat()).unwrap();
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    // Enough lines to fill every buffer between the two; the pipe may break under them.
    let _ = stdin.write_all(&[GOOD, b"\n"].concat().repeat(10_000));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn other_commands_survive_a_closed_stdout_too() {
    for args in [&["games"][..], &["perft", "piranhas-2019", "1", "--divide"], &["render", "piranhas-2019"]] {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}
