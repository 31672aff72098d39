//! Action numbers mean the legal moves, no more and no fewer, in random games of every rule set.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;

use schwarm_core::{Rng, Setup};

/// Games played of each rule set.
const GAMES: u64 = 12;
/// Plies of a game that are looked at.
const PLIES: usize = 160;

#[test]
fn the_actions_of_a_position_are_its_legal_moves() {
    for info in schwarm_catalog::games() {
        let encoding = schwarm_encode::open(info.id, None).unwrap();
        let mut seen = BTreeSet::new();
        for seed in 0..GAMES {
            let mut rng = Rng::new(seed);
            let mut session = encoding.rules().start(Setup::Seed(seed)).unwrap();
            for _ in 0..PLIES {
                let actions = encoding.actions(&*session).unwrap();
                let numbers: BTreeSet<u16> = actions.iter().map(|(number, _)| *number).collect();
                assert_eq!(numbers.len(), actions.len(), "{}: {}", info.id, session.position());
                assert!(numbers.iter().all(|&number| usize::from(number) < encoding.form().actions));
                assert_eq!(numbers.iter().copied().collect::<Vec<_>>(), encoding.numbers(&*session).unwrap());
                let mut texts: Vec<String> = actions.into_iter().map(|(_, text)| text).collect();
                texts.sort_unstable();
                assert_eq!(texts, session.legal_moves(), "{}: {}", info.id, session.position());
                seen.extend(numbers);
                let Some(mv) = session.random_move(&mut rng) else { break };
                session.play(&mv).unwrap();
            }
        }
        assert!(seen.len() > 100, "{}: only {} actions were seen", info.id, seen.len());
    }
}

#[test]
fn a_number_means_what_the_documentation_says() {
    for info in schwarm_catalog::games() {
        let encoding = schwarm_encode::open(info.id, None).unwrap();
        let name = encoding.form().name;
        for seed in 0..GAMES {
            let mut rng = Rng::new(seed);
            let mut session = encoding.rules().start(Setup::Seed(seed)).unwrap();
            for _ in 0..PLIES {
                let mover = session.side_to_move().index();
                for (number, text) in encoding.actions(&*session).unwrap() {
                    let number = usize::from(number);
                    let said = match name {
                        "hive-v1" => session.check(&hive(number, mover)).unwrap(),
                        "hive-2020-v1" => hive_2020(number),
                        "piranhas-v1" => {
                            let (from, direction) = piranhas(number, mover);
                            assert!(text.starts_with(&from) && direction == direction_of(&text), "{text}: {number}");
                            continue;
                        }
                        _ => ostseeschach(number, mover),
                    };
                    assert_eq!(said, text, "{name} {number} in {}", session.position());
                }
                let Some(mv) = session.random_move(&mut rng) else { break };
                session.play(&mv).unwrap();
            }
        }
    }
}

/// `(piece * 28 + other) * 7 + direction`.
fn hive(number: usize, mover: usize) -> String {
    const NAMES: [&str; 14] = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"];
    if number == 5488 {
        return "pass".to_string();
    }
    let name = |code: usize| format!("{}{}", ["w", "b"][(mover + code / 14) % 2], NAMES[code % 14]);
    let (piece, other) = (number / 7 / 28, number / 7 % 28);
    let (mv, beside) = (name(piece), name(other));
    match number % 7 {
        0 => format!("{mv} \\{beside}"),
        1 => format!("{mv} {beside}/"),
        2 => format!("{mv} -{beside}"),
        3 => format!("{mv} {beside}-"),
        4 => format!("{mv} /{beside}"),
        5 => format!("{mv} {beside}\\"),
        _ if piece == other => mv,
        _ => format!("{mv} {beside}"),
    }
}

/// `kind * 91 + cell`, then `455 + from * 91 + to`, then the pass.
fn hive_2020(number: usize) -> String {
    let mut cells = Vec::new();
    for r in -5i32..=5 {
        cells.extend((-5i32..=5).filter(|q| (q + r).abs() <= 5).map(|q| format!("{q},{}", -q - r)));
    }
    match number {
        8736 => "pass".to_string(),
        ..455 => format!("{}@{}", ["Q", "S", "B", "G", "A"][number / 91], cells[number % 91]),
        _ => format!("{}>{}", cells[(number - 455) / 91], cells[(number - 455) % 91]),
    }
}

/// `(row * 10 + column) * 8 + direction`; blue mirrors the board at the diagonal.
fn piranhas(number: usize, mover: usize) -> (String, (i32, i32)) {
    const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let (mut x, mut y) = (number / 8 % 10, number / 8 / 10);
    let (mut right, mut up) = STEPS[number % 8];
    if mover == 1 {
        (x, y) = (y, x);
        (right, up) = (up, right);
    }
    (format!("{}{y}", char::from(b'a' + x as u8)), (right, up))
}

/// The direction of `a4-c4`.
fn direction_of(text: &str) -> (i32, i32) {
    let bytes = text.as_bytes();
    let sign = |from: u8, to: u8| (i32::from(to) - i32::from(from)).signum();
    (sign(bytes[0], bytes[3]), sign(bytes[1], bytes[4]))
}

/// `(rank * 8 + file) * 16 + step`; blue turns the board by half.
fn ostseeschach(number: usize, mover: usize) -> String {
    const STEPS: [(i32, i32); 16] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    let (file, rank) = ((number / 16 % 8) as i32, (number / 16 / 8) as i32);
    let step = STEPS[number % 16];
    let square = |file: i32, rank: i32| {
        let (file, rank) = if mover == 1 { (7 - file, 7 - rank) } else { (file, rank) };
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    };
    format!("{}-{}", square(file, rank), square(file + step.0, rank + step.1))
}

#[test]
fn an_unknown_game_and_a_wrong_window_are_refused() {
    let wrong = |id: &str, window| schwarm_encode::open(id, window).err().unwrap().to_string();
    assert!(wrong("chess", None).contains("chess"));
    assert_eq!(wrong("hive", Some(29)), "hive-v1 takes a window of 8 to 28 cells, not 29");
    assert_eq!(wrong("hive-2020", Some(11)), "hive-2020-v1 shows the whole board and takes no window");
    assert!(wrong("hive,repetition=never", None).contains("repetition"));
}
