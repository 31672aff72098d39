//! Games of the engine against itself, and weights learned from them.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Ran, schwarm};

const GAME: &str = "ostseeschach-2022-server";

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tuning").join(name);
    // There is none the first time.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// `schwarm datagen` with few nodes; further words after the file.
fn datagen(file: &Path, words: &str) -> Ran {
    let mut args = vec!["datagen", GAME, "--nodes", "40", "-o", file.to_str().unwrap()];
    args.extend(words.split_whitespace());
    schwarm(&args, "")
}

#[test]
fn a_file_is_the_same_by_any_threads_and_after_any_break() {
    let folder = folder("same");
    let (whole, other) = (folder.join("whole.games"), folder.join("other.games"));
    let told = datagen(&whole, "--games 12 --seed 3").ok();
    assert!(told.starts_with("12 games played: "), "{told}");
    datagen(&other, "--games 12 --seed 3 --threads 3").ok();
    let bytes = fs::read(&whole).unwrap();
    assert!(bytes == fs::read(&other).unwrap(), "threads change nothing");
    for cut in [0, 5, 30, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&other, &bytes[..cut]).unwrap();
        datagen(&other, "--games 12 --seed 3 --threads 2").ok();
        assert!(bytes == fs::read(&other).unwrap(), "cut after {cut} bytes");
    }
    let told = datagen(&whole, "--games 12 --seed 3").ok();
    assert!(told.starts_with("12 games were there already\n0 games played"), "{told}");
    datagen(&whole, "--games 14 --seed 3").ok();
    assert!(fs::read(&whole).unwrap().starts_with(&bytes), "more games are appended");
}

#[test]
fn a_file_made_otherwise_is_not_touched() {
    let folder = folder("otherwise");
    let file = folder.join("some.games");
    datagen(&file, "--games 1 --seed 3").ok();
    let bytes = fs::read(&file).unwrap();
    let said = datagen(&file, "--games 2 --seed 4").failed(2);
    assert!(said.contains("games that were made otherwise") && said.contains("name another file"), "{said}");
    let other = schwarm(&["datagen", "hive", "--nodes", "40", "--games", "1", "-o", file.to_str().unwrap()], "");
    assert!(other.failed(2).contains("it holds games of ostseeschach-2022-server"));
    assert_eq!(bytes, fs::read(&file).unwrap());
    fs::write(&file, "these are my notes, not games").unwrap();
    assert!(datagen(&file, "--games 1").failed(2).contains("no file of self-play games"));
    assert_eq!(fs::read(&file).unwrap(), b"these are my notes, not games");
}

/// A table of weights with the early and late value of one term replaced by 0.
fn without(table: &str, term: &str) -> String {
    let line = table.lines().find(|line| line.split_whitespace().next() == Some(term)).unwrap();
    let fields: Vec<_> = line.split_whitespace().collect();
    table.replace(line, &[&[term, "0", "0"], &fields[3..]].concat().join(" "))
}

#[test]
fn weights_are_learned_from_games_and_used_again() {
    let folder = folder("learned");
    let files = ["some.games", "quick.toml", "house.txt", "spoiled.txt", "new.txt", "again.games"];
    let files = files.map(|name| folder.join(name).to_str().unwrap().to_string());
    let [games, config, house, spoiled, new, again] = files.each_ref().map(String::as_str);
    let datagen = "[datagen]\ngames = 40\nnodes = 60\nopening-nodes = 50\n";
    fs::write(config, format!("{datagen}[tune]\ngeneration = 7\npasses = 3\nrate = 3.0\nbatch = 100\n")).unwrap();
    schwarm(&["datagen", GAME, "--config", config, "--threads", "2", "-o", games], "").ok();
    let told = schwarm(&["tune", GAME, games, "--config", config, "-o", house], "").ok();
    for said in ["40 games", "wins 73 of 100 games", "held-out loss", "best after", "house.txt is written"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // Whoever thinks an amber is worth nothing learns better, also from games of another edition with the same table.
    fs::write(spoiled, without(&fs::read_to_string(house).unwrap(), "amber")).unwrap();
    let tune = ["tune", "ostseeschach-2022", games, "--config", config, "--weights", spoiled, "-o", new];
    let told = schwarm(&tune, "").ok();
    let amber = told.lines().find(|line| line.starts_with("amber ")).unwrap_or_else(|| panic!("{told}"));
    assert!(amber.contains("0 → ") && !amber.contains("-"), "{amber}");
    let table = fs::read_to_string(new).unwrap();
    let amber = table.lines().find(|line| line.split_whitespace().next() == Some("amber")).unwrap();
    assert!(amber.ends_with("tuned-7"), "{amber}");
    // Games of other weights are other games.
    let play = ["datagen", GAME, "--games", "2", "--nodes", "40", "-o", again];
    schwarm(&[&play[..], &["--weights", new]].concat(), "").ok();
    let mixed = schwarm(&play, "").failed(2);
    assert!(mixed.contains("made otherwise"), "{mixed}");
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = folder("wrong");
    let [file, notes, few] = ["some.games", "notes.txt", "few.games"].map(|name| folder.join(name));
    fs::write(&notes, "seed = 1\n").unwrap();
    datagen(&few, "--games 2").ok();
    let [file, notes, few] = [&file, &notes, &few].map(|path| path.to_str().unwrap());
    for (args, said) in [
        (&["datagen", "ostsee", "-o", file][..], "did you mean ostseeschach-2022"),
        (&["datagen", GAME], "--output <FILE>"),
        (&["datagen", GAME, "--nodes", "0", "-o", file], "'--nodes <N>'"),
        (&["datagen", GAME, "--threads", "0", "-o", file], "'--threads <N>'"),
        (&["datagen", GAME, "--config", notes, "-o", file], "unknown field `seed`"),
        (&["datagen", GAME, "--weights", notes, "-o", file], "the weights cannot be used: line 1"),
        (&["datagen", GAME, "-o", "/no/such/folder/x.games"], "/no/such/folder/x.games: No such file"),
        (&["tune", GAME], "<DATA>"),
        (&["tune", GAME, file], "some.games: No such file"),
        (&["tune", GAME, notes], "notes.txt: this is no file of self-play games"),
        (&["tune", "hive", few], "these are games of ostseeschach-2022-server"),
        (&["tune", GAME, few], "too few to learn from"),
        (&["tune", GAME, few, "--config", "/no/such.toml"], "cannot read /no/such.toml"),
    ] {
        let complaint = schwarm(args, "").failed(2);
        assert!(complaint.contains(said), "{args:?}: {complaint}");
    }
}
