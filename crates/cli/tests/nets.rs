//! Networks: what is read and refused, what a trainer gets, and the trainer itself.
//!
//! The trainer needs PyTorch, five gigabytes that nothing else here wants: it is looked for in `venv-training` of the target folder
//! and in `python3`. Without either the test skips with a loud line, and `SCHWARM_LONG=1` demands it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::schwarm;
use sha2::{Digest, Sha256};

/// An empty folder of a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nets").join(name);
    // There is none the first time.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The file of a network of the program.
fn shipped(name: &str) -> PathBuf {
    root().join("crates/engine/nets").join(format!("{name}.net"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_network_says_what_it_is_and_which_configuration_it_was_trained_with() {
    for (name, inputs) in
        [("ostseeschach", "ostseeschach-1"), ("piranhas-2019", "piranhas-2019-1"), ("piranhas-2026", "piranhas-2026-1")]
    {
        let said = schwarm(&["net", "show", text(&shipped(name))], "").ok();
        assert!(said.contains(&format!("inputs    {inputs}\n")), "{said}");
        let config = root().join(format!("training/configs/{name}-2.toml"));
        let sum: String = Sha256::digest(fs::read(&config).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(said.contains(&sum), "{} is the configuration it was trained with\n{said}", config.display());
    }
}

#[test]
fn a_network_that_cannot_be_used_is_refused_at_the_start() {
    let folder = folder("refused");
    let whole = fs::read(shipped("ostseeschach")).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let newer = [b"SCHWNET2", &whole[8..]].concat();
    let cases = [
        (file("cut.net", &whole[..whole.len() / 2]), "it was cut off"),
        (file("foreign.net", b"PK\x03\x04 this is an archive"), "no network of Schwarm"),
        (file("empty.net", b""), "no network of Schwarm"),
        (file("newer.net", &newer), "version '2'"),
        (file("flipped.net", &flipped), "damaged"),
        (folder.join("absent.net"), "cannot read"),
    ];
    for (path, why) in &cases {
        for args in [
            &["line", "--net", text(path)][..],
            &["net", "show", text(path)],
            &["datagen", "ostseeschach-2022", "--net", text(path), "-o", text(&folder.join("new.games"))],
        ] {
            let said = schwarm(args, "").failed(2);
            assert!(said.contains(why) && said.contains(text(path)), "{args:?}: {said}");
        }
    }
    assert!(!folder.join("new.games").exists(), "nothing was begun");
    let uhp = schwarm(&["uhp", "--net", text(&shipped("ostseeschach"))], "newgame Base\nbestmove depth 1\nexit\n");
    assert!(uhp.out.contains("err") || uhp.code == 2, "no network judges Hive yet: {}", uhp.out);
}

#[test]
fn the_network_of_the_program_can_be_given_or_left_out() {
    let games = |name: &str, more: &[&str]| {
        let file = folder(name).join("some.games");
        let args = ["datagen", "piranhas-2026", "--games", "2", "--nodes", "60", "-o", text(&file)];
        schwarm(&[&args[..], more].concat(), "").ok();
        fs::read(&file).unwrap()
    };
    let own = games("own", &[]);
    assert!(own == games("given", &["--net", text(&shipped("piranhas-2026"))]), "it is the one that plays");
    assert!(own != games("counting", &["--net", "counting"]), "counting plays otherwise");
}

#[test]
fn a_folder_for_the_trainer_is_whole_and_judged_alike() {
    let folder = folder("inputs");
    let (games, inputs) = (folder.join("some.games"), folder.join("inputs"));
    let datagen = ["datagen", "ostseeschach-2022-server", "--games", "6", "--nodes", "60", "-o", text(&games)];
    schwarm(&datagen, "").ok();
    let said = schwarm(&["net", "inputs", text(&games), "--threads", "2", "-o", text(&inputs)], "").ok();
    let header: serde_json::Value = serde_json::from_slice(&fs::read(inputs.join("header.json")).unwrap()).unwrap();
    let positions = header["positions"].as_u64().unwrap();
    assert!(positions > 50 && said.contains("6 games"), "{said}");
    assert_eq!(fs::metadata(inputs.join("places")).unwrap().len(), 12 * positions);
    let counts: u64 = fs::read(inputs.join("places"))
        .unwrap()
        .chunks(12)
        .map(|place| u64::from(u16::from_le_bytes([place[10], place[11]])))
        .sum();
    assert_eq!(fs::metadata(inputs.join("rows")).unwrap().len(), 2 * counts);
    let rows = header["rows"].as_u64().unwrap();
    assert_eq!(fs::metadata(inputs.join("symmetries")).unwrap().len(), 2 * 2 * rows);
    let net = shipped("ostseeschach");
    let judged = schwarm(&["net", "output", text(&net), "--inputs", text(&inputs)], "").ok();
    assert_eq!(judged.lines().count(), 20);
    let other = schwarm(&["net", "output", text(&shipped("piranhas-2019")), "--inputs", text(&inputs)], "").failed(2);
    assert!(other.contains("ostseeschach-1") && other.contains("piranhas-2019-1"), "{other}");
    let beside = root().join("crates/engine/nets/ostseeschach.txt");
    let vector = ["net", "output", text(&net), "--game", "ostseeschach-2022-server", "--positions", "24"];
    assert_eq!(schwarm(&vector, "").ok(), fs::read_to_string(beside).unwrap());
}

#[test]
fn games_of_other_inputs_are_refused() {
    let folder = folder("mixed");
    let [ostsee, hive] = ["ostseeschach-2022", "hive"].map(|game| {
        let games = folder.join(format!("{game}.games"));
        schwarm(&["datagen", game, "--games", "1", "--nodes", "20", "-o", text(&games)], "").ok();
        games
    });
    let inputs = folder.join("inputs");
    let said = schwarm(&["net", "inputs", text(&ostsee), text(&hive), "-o", text(&inputs)], "").failed(2);
    assert!(said.contains("these are games of hive, whose inputs are not ostseeschach-1"), "{said}");
    let notes = folder.join("notes.txt");
    fs::write(&notes, "these are my notes").unwrap();
    let said = schwarm(&["net", "inputs", text(&notes), "-o", text(&inputs)], "").failed(2);
    assert!(said.contains("no file of self-play games"), "{said}");
}

/// A Python that has PyTorch, if there is one.
fn python() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_BIN_EXE_schwarm")).ancestors().nth(2).unwrap();
    [target.join("venv-training/bin/python"), PathBuf::from("python3")].into_iter().find(|python| {
        Command::new(python).args(["-c", "import torch, numpy"]).output().is_ok_and(|done| done.status.success())
    })
}

#[test]
fn a_network_is_trained_from_games_to_a_file_that_plays() {
    let Some(python) = python() else {
        let required = std::env::var("SCHWARM_LONG").is_ok_and(|value| value == "1");
        assert!(!required, "PyTorch is missing, and SCHWARM_LONG=1 wants the long tests");
        eprintln!("SKIPPED: PyTorch is missing (`pip install torch numpy`); the trainer was not tested");
        return;
    };
    let folder = folder("trained");
    let config = folder.join("small.toml");
    let settings = "[datagen]\ngames = 150\nnodes = 100\n\n\
        [train]\nwidth = 32\npasses = 12\nbatch = 256\nrate = 3e-3\nheld-out = 5\n";
    fs::write(&config, settings).unwrap();
    let (games, inputs, net) = (folder.join("some.games"), folder.join("inputs"), folder.join("small.net"));
    let datagen =
        ["datagen", "ostseeschach-2022-server", "--config", text(&config), "--threads", "2", "-o", text(&games)];
    schwarm(&datagen, "").ok();
    schwarm(&["net", "inputs", text(&games), "-o", text(&inputs)], "").ok();
    let log = folder.join("log.csv");
    let train = |config: &Path, net: &Path, log: &Path, more: &[&str]| {
        let done = Command::new(&python)
            .arg(root().join("training/train.py"))
            .args([text(config), "--inputs", text(&inputs), "-o", text(net), "--log", text(log), "--device", "cpu"])
            .args(more)
            .output()
            .unwrap();
        let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if done.status.success() { Ok(said[0].clone()) } else { Err(said.concat()) }
    };
    let said = train(&config, &net, &log, &[]).unwrap();
    let (_, vector) = said.split_once("give\n").unwrap();
    let judged = schwarm(&["net", "output", text(&net), "--inputs", text(&inputs)], "").ok();
    assert_eq!(judged, vector, "the program reckons as the trainer does");
    let losses: Vec<f64> = fs::read_to_string(&log)
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap().trim().parse().unwrap())
        .collect();
    assert!(losses.last() < losses.first(), "it learns: {losses:?}");
    // A network goes on learning where another one was, a wider one too; one that hardly moves on is still what it was.
    let (still, next) = (folder.join("still.toml"), folder.join("next.net"));
    let unmoved = settings.replace("passes = 12", "passes = 0.1").replace("3e-3", "1e-9");
    for width in ["width = 32", "width = 64"] {
        fs::write(&still, unmoved.replace("width = 32", width)).unwrap();
        train(&still, &next, &folder.join("next.csv"), &["--from", text(&net)]).unwrap();
        let judged_next = schwarm(&["net", "output", text(&next), "--inputs", text(&inputs)], "").ok();
        assert_eq!(judged_next, judged, "{width} begins as the network it goes on from");
    }
    // `next` is wider now: nothing becomes narrower.
    let said = train(&config, &folder.join("narrower.net"), &log, &["--from", text(&next)]).unwrap_err();
    assert!(said.contains("or a narrower one"), "{said}");
    let other = root().join("crates/engine/nets/hive.net");
    let said = train(&config, &next, &log, &["--from", text(&other)]).unwrap_err();
    assert!(said.contains("is no network with the inputs ostseeschach-1"), "{said}");
    let more = folder.join("more.games");
    let datagen = [
        "datagen",
        "ostseeschach-2022-server",
        "--net",
        text(&net),
        "--games",
        "2",
        "--nodes",
        "50",
        "-o",
        text(&more),
    ];
    schwarm(&datagen, "").ok();
}
