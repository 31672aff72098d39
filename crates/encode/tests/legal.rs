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
                for (number, text) in &actions {
                    assert_eq!(encoding.text(&*session, (*number).into()).unwrap().as_ref(), Some(text));
                }
                assert_eq!(encoding.text(&*session, -1), Ok(None));
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

/// The longest hive there can be: both sides place every piece at their own end of one row.
fn longest_hive() -> Box<dyn schwarm_core::Session> {
    const NAMES: [&str; 14] = ["S1", "Q", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3", "M", "L", "P"];
    let mut session = schwarm_catalog::open("hive+mlp").unwrap().start(Setup::Default).unwrap();
    session.play("wS1").unwrap();
    session.play("bS1 wS1-").unwrap();
    for pair in NAMES.windows(2) {
        session.play(&format!("w{} -w{}", pair[1], pair[0])).unwrap();
        session.play(&format!("b{} b{}-", pair[1], pair[0])).unwrap();
    }
    session
}

#[test]
fn the_longest_hive_is_seen_whole_and_a_smaller_window_ends_nothing() {
    let session = longest_hive();
    let encoding = schwarm_encode::open("hive+mlp", None).unwrap();
    let form = encoding.form();
    let mut observation = vec![0; form.size()];
    encoding.observe(&*session, &mut observation).unwrap();
    let pieces = |form: schwarm_encode::Form, observation: &[u8]| {
        observation[22 * form.cells()..23 * form.cells()].iter().map(|&height| usize::from(height)).sum::<usize>()
    };
    assert_eq!(pieces(form, &observation), 28);
    let row = 13 * 28;
    assert!(observation[22 * form.cells() + row..][..28].iter().all(|&height| height == 1), "not in the middle row");
    let small = schwarm_encode::open("hive+mlp", Some(10)).unwrap();
    let mut window = vec![0; small.form().size()];
    small.observe(&*session, &mut window).unwrap();
    assert_eq!(pieces(small.form(), &window), 10);
    assert_eq!(small.actions(&*session), encoding.actions(&*session));
    let texts: BTreeSet<String> = encoding.actions(&*session).unwrap().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, session.legal_moves().into_iter().collect());
    for way in 0..12 {
        let turned = encoding.turned(&*session, way).unwrap();
        encoding.observe(&*turned, &mut observation).unwrap();
        assert_eq!(pieces(form, &observation), 28, "way {way}");
    }
}

#[test]
fn pieces_that_were_placed_out_of_order_are_called_as_texts_call_them() {
    let encoding = schwarm_encode::open("hive", None).unwrap();
    let mut session = encoding.rules().start(Setup::Default).unwrap();
    // The sandbox notation may place any piece of a kind; move texts number them in the order they come.
    let sandbox = ["wS2", "bG3*|wS2", "wA2|*wS2", "bG1*|bG3", "wA3|*wA2", "bQ1*|bG1", "wQ1|*wA3"];
    for text in sandbox {
        session.play(text).unwrap();
    }
    assert_eq!(session.moves()[..5], ["wS1", "bG1 wS1-", "wA1 -wS1", "bG2 bG1-", "wA2 -wA1"]);
    let mut rng = Rng::new(1);
    for _ in 0..60 {
        let mover = session.side_to_move().index();
        for (number, text) in encoding.actions(&*session).unwrap() {
            assert_eq!(session.check(&hive(number.into(), mover)), Ok(text), "{}", session.position());
        }
        let Some(mv) = session.random_move(&mut rng) else { break };
        session.play(&mv).unwrap();
    }
}
