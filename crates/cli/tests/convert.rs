//! `schwarm convert`: from every format into every other.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;

use common::{fresh_file, schwarm};

const GAME: &str = "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL-\n";

#[test]
fn a_game_of_hive_goes_round_all_formats() {
    let mut text = GAME.to_string();
    for format in ["sgf", "viewer-pgn", "jsonl", "pgn", "uhp"] {
        text = schwarm(&["convert", "--to", format], &text).ok();
    }
    assert_eq!(text, GAME);
}

#[test]
fn the_ending_of_the_file_names_the_format() {
    let (uhp, sgf) = (fresh_file("convert.uhp"), fresh_file("convert.sgf"));
    fs::write(&uhp, format!("{GAME}{GAME}")).unwrap();
    let (uhp, sgf) = (uhp.to_str().unwrap(), sgf.to_str().unwrap());
    assert_eq!(schwarm(&["convert", uhp, "-o", sgf], "").ok(), "");
    assert_eq!(fs::read_to_string(sgf).unwrap().matches("SU[Hive-PLM]").count(), 2);
    assert_eq!(schwarm(&["convert", sgf, uhp, "--to", "uhp"], "").ok(), GAME.repeat(4));
    let complaint = schwarm(&["convert", uhp, "-o", "games.doc"], "").failed(2);
    assert!(complaint.contains(".pgn, .sgf"), "{complaint}");
}

#[test]
fn what_is_strange_or_lost_is_told_unless_it_should_be_quiet() {
    let first = "Base;InProgress;White[2];wQ;bQ wQ-\n";
    let loud = schwarm(&["convert", "--to", "uhp"], first);
    assert!(loud.err.contains("note: stdin, game 1: move 1 places a queen first"), "{}", loud.err);
    assert_eq!(loud.ok(), first);
    let record = schwarm(&["convert", "-q"], GAME).ok().replace("[White \"\"]", "[White \"ann\"]");
    let loud = schwarm(&["convert", "--to", "uhp"], &record);
    assert_eq!(loud.err, "note: stdin, game 1: uhp does not hold the players' names\n");
    assert_eq!(schwarm(&["convert", "--to", "uhp", "--quiet"], &record).err, "");
}

#[test]
fn a_bad_game_is_told_and_the_others_are_converted() {
    let ran = schwarm(&["convert", "--to", "uhp"], format!("{GAME}Base;;;wS1;wS2 wS1-\n{GAME}"));
    assert_eq!(ran.out, GAME.repeat(2));
    let complaint = ran.failed(1);
    assert!(complaint.starts_with("error: stdin: game 2, move 2 (line 2, column 12): "), "{complaint}");
    let there = fresh_file("convert-kept.pgn");
    fs::write(&there, "old").unwrap();
    schwarm(&["convert", "-o", there.to_str().unwrap()], "what is this?").failed(1);
    assert_eq!(fs::read_to_string(there).unwrap(), "old", "nothing was there to take its place");
    let missing = schwarm(&["convert", "no-such-file.sgf"], "").failed(2);
    assert!(missing.contains("cannot read no-such-file.sgf"), "{missing}");
}

#[test]
fn games_of_the_software_challenge_become_replays_and_come_back() {
    let pgn =
        "[Game \"piranhas-2019-server\"]\n[Red \"ann\"]\n[Blue \"bob\"]\n[Setup \"d5 h6\"]\n\n1. a4-c4 2. b0-b2 *\n";
    let replay = schwarm(&["convert", "--to", "replay"], pgn).ok();
    assert!(replay.starts_with("<protocol>"), "{replay}");
    let back = schwarm(&["convert"], &replay).ok();
    assert!(back.contains("1. a4-c4\n2. b0-b2\n") && back.contains("[Red \"ann\"]"), "{back}");
    let complaint = schwarm(&["convert", "--to", "replay"], GAME).failed(1);
    assert!(complaint.contains("no season of the Software-Challenge plays hive+mlp"), "{complaint}");
    let complaint = schwarm(&["convert", "--to", "sgf"], pgn).failed(1);
    assert!(complaint.contains("sgf cannot hold a game of piranhas-2019-server"), "{complaint}");
}
