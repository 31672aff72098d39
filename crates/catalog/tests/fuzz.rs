//! Hostile texts for every game, seeded, on stable Rust: a bounded run of what the fuzz targets
//! in `fuzz/` do without end.
//!
//! Damaged texts of the games themselves, random bytes, and texts of absurd length. What must hold
//! is said in `schwarm_catalog::fuzzing`. `SCHWARM_LONG=1` runs for minutes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::time::{Duration, Instant};

use schwarm_catalog::fuzzing::{self, Reading, Scene, Tried, ids};
use schwarm_catalog::open;
use schwarm_core::conformance::mutate;
use schwarm_core::{Rng, Session, Setup};

/// A fuzz target.
type Target = fn(&[u8]) -> Result<Tried, String>;

/// Inputs of each kind for each game and target.
const INPUTS: usize = 40;
/// What `SCHWARM_LONG=1` multiplies them by.
const LONG: usize = 30;
/// The longest text tried.
const ABSURD: usize = 1 << 20;
/// The longest time one absurd text may take; a quarter of a second is usual.
const PATIENCE: Duration = Duration::from_secs(30);
/// What the process may grow by over all absurd texts, in KiB.
const ROOM: u64 = 96 * 1024;

#[test]
fn damaged_positions_are_refused_or_sound() {
    let tried = damage(fuzzing::position, 1, |session| {
        let mut texts = vec![session.position()];
        texts.extend(session.board());
        texts
    });
    assert!(tried.accepted > 500 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn damaged_moves_are_refused_or_played() {
    let tried = damage(fuzzing::moves, 2, |session| {
        let mut texts = session.legal_moves();
        texts.extend(session.moves());
        texts
    });
    assert!(tried.accepted > 500 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn damaged_setups_are_refused_or_sound() {
    let tried = damage(fuzzing::setup, 3, |session| vec![session.setup(), "seed:7".to_string()]);
    assert!(tried.accepted > 500 && tried.refused > 1000, "one-sided: {tried:?}");
}

#[test]
fn damaged_ids_are_refused_or_open() {
    let tried = damage(fuzzing::id, 4, |session| vec![session.id()]);
    assert!(tried.accepted > 100 && tried.refused > 1000, "one-sided: {tried:?}");
}

/// Feeds a target with texts of every game, whole and damaged, and with random bytes.
fn damage(target: Target, seed: u64, texts: impl Fn(&dyn Session) -> Vec<String>) -> Tried {
    let mut rng = Rng::new(seed);
    let mut tried = Tried::default();
    let inputs = if common::is_long() { INPUTS * LONG } else { INPUTS };
    for game in 0..ids().len() {
        for _ in 0..inputs {
            let (seed, plies) = (rng.next_u64() as u8, rng.below(64) as u8);
            let header = |reading| Scene::header(u8::try_from(game).unwrap(), seed, plies, reading);
            let mut texts = texts(&*Scene::set(&header(Reading::Plain)).unwrap().session);
            texts.push(String::new());
            let text = &texts[rng.below(texts.len())];
            for body in [text.as_bytes(), mutate(text, &mut rng).as_bytes()] {
                tried += run(target, &[&header(Reading::Plain), body].concat());
            }
            for reading in Reading::ALL {
                let random: Vec<u8> = (0..rng.below(64)).map(|_| rng.next_u64() as u8).collect();
                tried += run(target, &[&header(reading)[..], &random].concat());
            }
        }
    }
    println!("{tried:?}");
    tried
}

fn run(target: Target, data: &[u8]) -> Tried {
    target(data).unwrap_or_else(|broken| panic!("{broken}\n  input {data:?}"))
}

#[test]
fn absurd_lengths_cost_neither_time_nor_memory() {
    let before = peak_memory();
    let (mut texts, mut slowest) = (0, Duration::ZERO);
    // Options change no parser, so that each game is tried once.
    for (game, id) in ids().iter().enumerate().filter(|(_, id)| !id.contains(',')) {
        let header = Scene::header(u8::try_from(game).unwrap(), 99, 20, Reading::Plain);
        for text in absurd_texts(&*Scene::set(&header).unwrap().session) {
            let data = [&header, text.as_bytes()].concat();
            for target in [fuzzing::position as Target, fuzzing::moves, fuzzing::setup, fuzzing::id] {
                let started = Instant::now();
                run(target, &data);
                let took = started.elapsed();
                assert!(took < PATIENCE, "{id}: {took:?} for {} bytes, {:.60}", text.len(), text);
                slowest = slowest.max(took);
                texts += 1;
            }
        }
    }
    println!("{texts} texts, the slowest in {slowest:?}");
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        println!("the process grew from {before} to {after} KiB");
        assert!(after < before + ROOM, "the process grew from {before} to {after} KiB");
    }
}

/// Texts as long as they may come: words and whole texts of the game without end.
fn absurd_texts(session: &dyn Session) -> Vec<String> {
    let position = session.position();
    let mv = session.legal_moves().first().cloned().unwrap_or_default();
    let mut texts: Vec<String> = ["9", "-", "/", " ", "🐝", "0,0=wQ ", "0,0=#", "wA1 -wA1;"].map(endless).into();
    texts.push(endless(&position));
    texts.push(endless(&mv));
    texts.push(format!("{position}{}", endless("9")));
    texts.push(format!("{position};{}", endless(&format!("{mv};"))));
    texts.push(format!("0,0=wQ{} | w 2", endless("+bB1")));
    texts.push(format!("seed:{}", endless("1")));
    texts.push(format!("{},{}", session.id(), endless("queen-first,")));
    texts
}

fn endless(text: &str) -> String {
    text.repeat(ABSURD.checked_div(text.len()).unwrap_or_default())
}

/// The most memory this process ever had, in KiB; known on Linux only.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// A line that goes round in circles is legal where nothing forbids repetition.
#[test]
fn an_endless_game_is_read_or_refused_in_time() {
    for id in ["hive,repetition=off", "hive-classic", "hive"] {
        let [long, absurd] = [16_000, ABSURD / 9].map(|plies| {
            let started = Instant::now();
            let answer = read_circles(id, plies);
            let took = started.elapsed();
            println!("{id}: {plies} plies in {took:?}: {answer:?}");
            assert!(took < PATIENCE, "{id}: {took:?} for {plies} plies");
            answer
        });
        match id {
            "hive" => assert!(long.is_err_and(|error| error.contains("repetition"))),
            _ => assert_eq!(long, Ok(16_004)),
        }
        assert!(absurd.is_err(), "{id}: {absurd:?}");
    }
}

/// Reads a game in which both queens walk to and fro, writes it and reads it again.
fn read_circles(id: &str, plies: usize) -> Result<u32, String> {
    let rules = open(id).unwrap();
    let mut session = rules.start(Setup::Default).unwrap();
    for mv in ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"] {
        session.play(mv).unwrap();
    }
    let circle = ";wQ \\wG1;bQ bG1/;wQ -wG1;bQ bG1-";
    let text = format!("{}{}", session.position(), circle.repeat(plies / 4));
    let read = rules.from_position(&text).map_err(|error| error.to_string())?;
    let again = rules.from_position(&read.position()).map_err(|error| error.to_string())?;
    assert_eq!((again.key(), again.turn()), (read.key(), read.turn()));
    Ok(read.turn())
}
