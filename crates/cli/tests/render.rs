//! `schwarm render`: pictures in files and on stdout.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::fs;
use std::path::Path;

use common::{command, fresh_file, schwarm};

fn render_to(name: &str, more: &[&str]) -> Vec<u8> {
    let path = fresh_file(name);
    let args: Vec<_> =
        ["render", "piranhas-2019", "-o", path.to_str().unwrap()].into_iter().chain(more.iter().copied()).collect();
    assert_eq!(schwarm(&args, "").ok(), "", "a file is written silently");
    fs::read(path).unwrap()
}

#[test]
fn text_goes_to_stdout_plain_where_the_locale_is() {
    let text = schwarm(&["render", "piranhas-2019"], "").ok();
    assert!(text.is_ascii() && text.lines().count() >= 10 && text.ends_with('\n'), "{text}");
    let wished = command(&["render", "piranhas-2019", "--ascii"]).env("LANG", "de_DE.UTF-8").output().unwrap();
    assert_eq!(wished.stdout, text.as_bytes());
}

#[test]
fn the_ending_of_the_file_names_the_format() {
    let svg = String::from_utf8(render_to("ending.svg", &[])).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(render_to("ending.png", &[]).starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(String::from_utf8(render_to("ending.txt", &[])).unwrap().lines().count() >= 10);
    assert!(render_to("ending.data", &["--format", "svg"]).starts_with(b"<svg"));
    let complaint = schwarm(&["render", "piranhas-2019", "-o", "board.jpg"], "").failed(2);
    assert!(complaint.contains(".svg, .png, .gif or .txt"), "{complaint}");
    assert!(!Path::new("board.jpg").exists());
}

#[test]
fn pictures_can_be_styled() {
    let plain = render_to("plain.svg", &[]);
    for (index, style) in
        [&["--theme", "dark"][..], &["--theme", "auto"], &["--no-coordinates"], &["--flip"]].iter().enumerate()
    {
        assert_ne!(render_to(&format!("style{index}.svg"), style), plain, "{style:?}");
    }
    let png = render_to("wide.png", &["--width", "300"]);
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 300);
}

#[test]
fn moves_are_played_before_drawing() {
    let start = schwarm(&["render", "piranhas-2019"], "").ok();
    let after = schwarm(&["render", "piranhas-2019", "--moves", "a4-c4;b0-b2"], "").ok();
    assert_ne!(start, after);
    let spaced = schwarm(&["render", "piranhas-2019", "--moves", "1. a4-c4 b0-b2"], "").ok();
    assert_eq!(after, spaced);
}

#[test]
fn hive_and_ostseeschach_are_drawn_too() {
    schwarm(&["render", "hive", "--moves", "wS1;bS1 wS1-;wQ -wS1"], "").ok();
    schwarm(&["render", "hive", "--position", r"Base;InProgress;White[2];wS1;bS1 wS1-"], "").ok();
    schwarm(&["render", "hive-2020", "--position", "-4,-1=# 0,-3=# 1,-5=s 1,-4=q 1,-3=Q 4,1=# | b 5"], "").ok();
    schwarm(&["render", "ostseeschach-2022", "--setup", "seed:7", "--format", "svg"], "").ok();
}

#[test]
fn a_refused_move_is_the_answer_no_and_an_unreadable_one_wrong_usage() {
    let refused = schwarm(&["render", "piranhas-2019", "--moves", "a4-c4;a4-c4"], "").failed(1);
    assert!(refused.starts_with("error: move 2 of the list: ") && refused.contains("a4"), "{refused}");
    schwarm(&["render", "piranhas-2019", "--moves", "a4-c4;hello"], "").failed(2);
    schwarm(&["render", "piranhas-2019", "--position", "hello"], "").failed(2);
    let nowhere = Path::new("no").join("such").join("folder.svg");
    let complaint = schwarm(&["render", "piranhas-2019", "-o", nowhere.to_str().unwrap()], "").failed(2);
    assert!(complaint.contains("cannot write"), "{complaint}");
}

#[test]
fn a_game_becomes_an_animation_from_moves_or_from_a_file() {
    let file = fresh_file("game.gif");
    let frames = |file: &Path| {
        let mut decoder = gif::DecodeOptions::new().read_info(fs::File::open(file).unwrap()).unwrap();
        let mut frames = 0;
        while decoder.read_next_frame().unwrap().is_some() {
            frames += 1;
        }
        frames
    };
    let moves = "wS1;bS1 wS1-;wQ -wS1";
    schwarm(&["render", "hive", "--moves", moves, "-o", file.to_str().unwrap(), "--width", "120"], "").ok();
    assert_eq!(frames(&file), 4);
    let record = fresh_file("game.uhp");
    fs::write(&record, "Base;InProgress;White[2];wS1;bS1 wS1-\nBase;InProgress;Black[1];wG1\n").unwrap();
    let of_file = ["render", "--record", record.to_str().unwrap(), "--number"];
    let with = |number| [&of_file[..], &[number, "-o", file.to_str().unwrap(), "--width", "120"]].concat();
    schwarm(&with("2"), "").ok();
    assert_eq!(frames(&file), 2);
    let said = schwarm(&with("3"), "").failed(2);
    assert!(said.contains("has no game 3"), "{said}");
}
