//! `schwarm new-bot`: the kits of every language are written, built as their README says, and play.
//!
//! A language that is not installed is skipped with a loud line, unless `SCHWARM_REQUIRE_ALL=1`.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;
mod workshop;

use std::io::Write;
use std::process::{Command, Stdio};

use common::schwarm;
use workshop::{Built, Tongue, served_game, table_game};

/// One game of each family, for the protocols that are told the legal moves.
const FAMILIES: [&str; 4] = ["hive", "hive-2020", "piranhas-2026", "ostseeschach-2022"];
const SEASONS: [&str; 4] = ["piranhas-2019", "hive-2020", "ostseeschach-2022", "piranhas-2026"];

fn line_kits_play(tongue: &Tongue) {
    if !tongue.is_there() {
        return;
    }
    let won = FAMILIES.iter().filter(|game| table_game(&Built::new(tongue, "line", game), game)).count();
    assert!(won >= 2, "{}: the kits are hardly better than random, {won} of 4 games won", tongue.name);
}

fn uhp_kit_plays(tongue: &Tongue) {
    if !tongue.is_there() {
        return;
    }
    // The code is the same for all expansions: the game is named when it begins.
    let built = Built::new(tongue, "uhp", "hive+mlp");
    for game in ["hive", "hive+mlp"] {
        table_game(&built, game);
    }
}

fn sc_kits_play(tongue: &Tongue) {
    if !tongue.is_there() {
        return;
    }
    for game in SEASONS {
        served_game(&Built::new(tongue, "sc", game), game);
    }
}

#[test]
fn python_kits_of_the_line_protocol_play() {
    line_kits_play(&workshop::PYTHON);
}

#[test]
fn javascript_kits_of_the_line_protocol_play() {
    line_kits_play(&workshop::JAVASCRIPT);
}

#[test]
fn java_kits_of_the_line_protocol_play() {
    line_kits_play(&workshop::JAVA);
}

#[test]
fn rust_kits_of_the_line_protocol_play() {
    line_kits_play(&workshop::RUST);
}

#[test]
fn python_kits_are_uhp_engines() {
    uhp_kit_plays(&workshop::PYTHON);
}

#[test]
fn javascript_kits_are_uhp_engines() {
    uhp_kit_plays(&workshop::JAVASCRIPT);
}

#[test]
fn java_kits_are_uhp_engines() {
    uhp_kit_plays(&workshop::JAVA);
}

#[test]
fn rust_kits_are_uhp_engines() {
    uhp_kit_plays(&workshop::RUST);
}

#[test]
fn python_kits_join_the_software_challenge() {
    sc_kits_play(&workshop::PYTHON);
}

#[test]
fn javascript_kits_join_the_software_challenge() {
    sc_kits_play(&workshop::JAVASCRIPT);
}

#[test]
fn java_kits_join_the_software_challenge() {
    sc_kits_play(&workshop::JAVA);
}

#[test]
fn rust_kits_join_the_software_challenge() {
    sc_kits_play(&workshop::RUST);
}

#[test]
fn uhp_kits_answer_wrong_commands_and_keep_the_game() {
    for tongue in workshop::ALL {
        if !tongue.is_there() {
            continue;
        }
        let built = Built::named(tongue, "uhp", "hive", "wrong");
        let said = built.talk(
            "play wS1\nnewgame Nonsense\nnewgame\nplay wS1\nplay bS1 -wA3\nundo 2\nundo 0\nundo x\n\
             frobnicate\nbestmove time soon\noptions\nvalidmoves\nundo\nnewgame Base;x;y;wS1;bS1 wS1-\nexit\n",
        );
        let answers: Vec<&str> = said.split("ok\n").map(str::trim).collect();
        let begins = "id hive-wrong|err |err |Base;NotStarted;White[1]|Base;InProgress;Black[1];wS1|invalidmove |\
                      err |err |err |err |err ||bA1 |Base;NotStarted;White[1]|\
                      Base;InProgress;White[2];wS1;bS1 wS1-|";
        let begins: Vec<&str> = begins.split('|').collect();
        assert_eq!(answers.len(), begins.len(), "{}: {said}", tongue.name);
        for (answer, begin) in answers.iter().zip(begins) {
            let is_so = if begin.is_empty() { answer.is_empty() } else { answer.starts_with(begin) };
            assert!(is_so, "{}: {answer:?} is not {begin:?} in\n{said}", tongue.name);
        }
    }
}

#[test]
fn a_kit_that_does_not_find_schwarm_says_what_to_do() {
    for tongue in workshop::ALL {
        if !tongue.is_there() {
            continue;
        }
        let built = Built::named(tongue, "uhp", "hive", "lost");
        let mut command = built.command();
        command.env("SCHWARM", "/nowhere/schwarm").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // One that starts it at once may be gone before it hears this.
        let _ = child.stdin.take().unwrap().write_all(b"newgame\n");
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{}", tongue.name);
        assert!(said.contains("Set SCHWARM to the path of the program schwarm"), "{}: {said}", tongue.name);
    }
}

#[test]
fn the_readme_of_a_kit_can_be_followed_word_for_word() {
    if !workshop::PYTHON.is_there() {
        return;
    }
    let built = Built::named(&workshop::PYTHON, "line", "piranhas-2026", "readme");
    let here = std::path::Path::new(env!("CARGO_BIN_EXE_schwarm")).parent().unwrap();
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap());
    // Matches are stored in the user's folder: not in that of whoever runs the tests.
    let home = workshop::fresh_folder("home");
    let commands = ["README.md", "LIESMICH.md"].map(|page| {
        let text = std::fs::read_to_string(built.dir().join(page)).unwrap();
        text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_string).collect::<Vec<_>>()
    });
    assert_eq!(commands[0], commands[1], "both languages say the same");
    assert_eq!(commands[0].len(), 3, "{commands:?}");
    for command in &commands[0] {
        let output = Command::new("sh")
            .args(["-c", &format!("{command} </dev/null")])
            .current_dir(built.dir())
            .env("PATH", &path)
            .env("XDG_DATA_HOME", &home)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_is_written() {
    let full = workshop::fresh_folder("full");
    std::fs::create_dir_all(&full).unwrap();
    std::fs::write(full.join("mine.txt"), "precious").unwrap();
    let (full, file) = (full.to_str().unwrap(), full.join("mine.txt"));
    let new = workshop::fresh_folder("never");
    let new = new.to_str().unwrap();
    for (args, says) in [
        (&["--lang", "python", "--game", "hive", full][..], "the folder is not empty"),
        (&["--lang", "python", "--game", "hive", file.to_str().unwrap()], "this is a file"),
        (&["--lang", "pyton", "--game", "hive", new], "'python'"),
        (&["--lang", "java", "--game", "hvie", new], "did you mean hive?"),
        (&["--lang", "java", "--game", "hive", "--protocol", "sc", new], "piranhas-2026. `--protocol line` fits"),
        (&["--lang", "rust", "--game", "hive-classic", "--protocol", "uhp", new], "UHP is for hive and its expansions"),
        (&["--lang", "rust", "--game", "piranhas-2019", "--protocol", "uhp", new], "not played over uhp"),
        (&["--lang", "rust", "--game", "hive", "--name", "a\"; import os", new], "cannot be the name of a bot"),
        (&["--lang", "rust", "--game", "hive", "--name", "", new], "cannot be the name of a bot"),
        (&["--lang", "rust", "--game", "hive"], "<DIR>"),
    ] {
        let complaint = schwarm(&[&["new-bot"], args].concat(), "").failed(2);
        assert!(complaint.contains(says), "{args:?}: {complaint}");
    }
    assert!(!std::path::Path::new(new).exists(), "something was written");
    assert_eq!(std::fs::read_dir(full).unwrap().count(), 1);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "precious");
}

#[test]
fn a_folder_with_blanks_and_quotes_in_its_name_is_no_obstacle() {
    let dir = workshop::fresh_folder("it's my bot");
    std::fs::create_dir_all(&dir).unwrap(); // empty, so it may be used
    let args = ["new-bot", "--lang", "javascript", "--game", "piranhas-2026", "--name", "Anna"];
    let said = schwarm(&[&args[..], &[dir.to_str().unwrap()]].concat(), "").ok();
    let cd = said.lines().find(|line| line.trim_start().starts_with("cd ")).unwrap();
    let output = Command::new("sh").args(["-c", &format!("{cd} && cat bot.js")]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("const NAME = \"Anna\";"), "{said}");
}
