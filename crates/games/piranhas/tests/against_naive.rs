//! The fast rules against a naive second implementation, on positions nobody would reach.
//!
//! Compared: the set of moves, the verdict with winner, reason and sizes, and the text of every
//! successor; for the three editions, with none to sixteen fish a side, spread or crowded.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod naive;

use std::collections::BTreeSet;

use naive::Naive;
use proptest::prelude::*;
use schwarm_core::{GameId, Rulebook, Session, Side};
use schwarm_piranhas::FAMILY;

fn open(id: &str) -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse(id)).unwrap().unwrap()
}

fn verdict(session: &dyn Session) -> Option<naive::Verdict> {
    session.outcome().map(|outcome| {
        let winner = outcome.winner.map_or('-', |side| if side == Side::One { 'r' } else { 'b' });
        let sizes = outcome.scores.map(|score| i32::from(score.parts()[1]));
        let points = outcome.scores.map(|score| score.parts()[0]);
        let expected = match winner {
            'r' => [2, 0],
            'b' => [0, 2],
            _ => [1, 1],
        };
        assert_eq!(points, expected);
        (winner, outcome.reason.id(), sizes)
    })
}

fn compare(book: &dyn Rulebook, naive: &Naive) {
    let text = naive.text();
    let session = book.from_position(&text).unwrap();
    assert_eq!(session.position(), text);
    assert_eq!(verdict(&*session), naive.verdict(), "{text}");
    let moves: BTreeSet<String> = session.legal_moves().into_iter().collect();
    if naive.verdict().is_some() {
        assert!(moves.is_empty(), "{text}");
        return;
    }
    assert_eq!(moves, naive.moves(), "{text}");
    for mv in moves {
        let mut session = session.clone_box();
        session.play(&mv).unwrap();
        let next = naive.play(&mv);
        assert_eq!(session.position(), next.text(), "{text} {mv}");
        assert_eq!(verdict(&*session), next.verdict(), "{text} {mv}");
        assert_eq!(session.key(), book.from_position(&next.text()).unwrap().key(), "{text} {mv}");
    }
}

/// Fish of both sides and octopuses on random cells of a board `span` cells wide and high, so
/// that small spans make united swarms.
fn positions(is_2026: bool, is_server: bool) -> impl Strategy<Value = Naive> {
    let fish = prop::collection::vec((0..10usize, 0..10usize, 0..3u8), 0..=16);
    let octopuses = prop::collection::vec((0..10usize, 0..10usize), 0..=2);
    let turn = prop_oneof![3 => 0..=60usize, 1 => 58..=60usize];
    let first = prop_oneof![Just('-'), Just('r'), Just('b')];
    (fish.clone(), fish, octopuses, 2..=10usize, turn, first).prop_map(
        move |(red, blue, octopuses, span, turn, first)| {
            let mut cells = [['.'; 10]; 10];
            for (colour, fish) in [('r', red), ('b', blue)] {
                for (x, y, weight) in fish {
                    cells[y % span][x % span] = match (is_2026, colour) {
                        (false, _) => colour,
                        (true, 'r') => char::from(b'1' + weight),
                        (true, _) => char::from(b'a' + weight),
                    };
                }
            }
            for (x, y) in octopuses {
                cells[y][x] = 'O';
            }
            Naive { cells, turn, first_union: is_2026.then_some(first), is_server }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_sheet_of_2019_plays_as_the_naive_rules(naive in positions(false, false)) {
        compare(&*open("piranhas-2019"), &naive);
    }

    #[test]
    fn the_server_of_2019_plays_as_the_naive_rules(naive in positions(false, true)) {
        compare(&*open("piranhas-2019-server"), &naive);
    }

    #[test]
    fn the_season_of_2026_plays_as_the_naive_rules(naive in positions(true, false)) {
        compare(&*open("piranhas-2026"), &naive);
    }
}
