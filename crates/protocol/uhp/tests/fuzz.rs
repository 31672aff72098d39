//! Hostile talk to a guest, seeded, on stable Rust: a bounded run of what a fuzz target does
//! without end. What must hold is said in `schwarm_uhp::fuzzing`. `SCHWARM_LONG=1` runs longer.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use common::{TYPES, games, is_long, random_session};
use schwarm_core::Rng;
use schwarm_core::conformance::mutate;
use schwarm_uhp::fuzzing::{Tried, talk};

/// Talks of each kind.
const TALKS: usize = 300;
/// What `SCHWARM_LONG=1` multiplies them by.
const LONG: usize = 30;

fn try_talk(data: &[u8], sum: &mut Tried) {
    let tried = talk(games(), data).unwrap_or_else(|broken| panic!("{broken}\n  input {data:?}"));
    sum.obeyed += tried.obeyed;
    sum.refused += tried.refused;
}

/// A talk that makes sense, line by line.
fn sensible(rng: &mut Rng) -> Vec<String> {
    let session = random_session(TYPES[rng.below(8)], rng.below(60), rng);
    let mut lines = vec!["info".to_string(), format!("newgame {}", session.position())];
    for _ in 0..rng.below(12) {
        let legal = session.legal_moves();
        let mv = legal.get(rng.below(legal.len().max(1))).map_or("pass", String::as_str);
        lines.push(match rng.below(12) {
            0 => "undo".to_string(),
            1 => format!("undo {}", rng.below(9)),
            2 => "validmoves".to_string(),
            3 => "bestmove depth 1".to_string(),
            4 => "bestmove time 00:00:01.5".to_string(),
            5 => "pv".to_string(),
            6 => "options set Seed 5".to_string(),
            7 => format!("newgame {}", TYPES[rng.below(8)]),
            8 => "perft 2".to_string(),
            9 => "pass".to_string(),
            _ => format!("play {mv}"),
        });
    }
    lines
}

#[test]
fn damaged_talk_is_refused_or_obeyed() {
    let mut rng = Rng::new(1);
    let mut tried = Tried::default();
    for _ in 0..if is_long() { TALKS * LONG } else { TALKS } {
        let lines = sensible(&mut rng);
        try_talk(lines.join("\n").as_bytes(), &mut tried);
        let damaged: Vec<String> =
            lines.iter().map(|line| if rng.below(2) == 0 { mutate(line, &mut rng) } else { line.clone() }).collect();
        try_talk(damaged.join("\n").as_bytes(), &mut tried);
        let random: Vec<u8> = (0..rng.below(80)).map(|_| rng.next_u64() as u8).collect();
        try_talk(&random, &mut tried);
    }
    println!("{tried:?}");
    assert!(tried.obeyed > 2000 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn absurd_lines_cost_neither_time_nor_memory() {
    let mut tried = Tried::default();
    for word in ["9", "-", " ", "🐝", "wA1 -wA1;", "Base+", "newgame ", "play wA1;", "\0"] {
        for start in ["", "newgame ", "newgame Base;;;", "play ", "options set Seed ", "undo ", "bestmove depth "] {
            for length in [1 << 10, 1 << 18, 1 << 20] {
                try_talk(format!("newgame\n{start}{}", word.repeat(length / word.len())).as_bytes(), &mut tried);
            }
        }
    }
    assert!(tried.refused > 100, "{tried:?}");
}
