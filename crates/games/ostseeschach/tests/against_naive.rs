//! The fast rules against a naive second implementation, on positions nobody would reach.
//!
//! Compared: the set of moves, the verdict with winner, reason and scores, and the text of every
//! successor; with any number of pieces of any kind, towers, and up to three ambers.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod naive;

use std::collections::BTreeSet;

use naive::Naive;
use proptest::prelude::*;
use schwarm_core::{GameId, Rulebook, Session, Side};
use schwarm_ostseeschach::FAMILY;

fn verdict(session: &dyn Session) -> Option<naive::Verdict> {
    session.outcome().map(|outcome| {
        let winner = outcome.winner.map_or('-', |side| if side == Side::One { 'r' } else { 'b' });
        let scores = outcome.scores.map(|score| [0, 1, 2].map(|part| i32::from(score.parts()[part])));
        (winner, outcome.reason.id(), scores)
    })
}

fn compare(book: &dyn Rulebook, naive: &Naive) {
    let text = naive.text();
    let session = book.from_position(&text).unwrap();
    assert_eq!(session.position(), text);
    assert_eq!(verdict(&*session), naive.verdict(), "{text}");
    let legal = session.legal_moves();
    let moves: BTreeSet<String> = legal.iter().cloned().collect();
    assert_eq!(moves.len(), legal.len(), "{text}");
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

fn positions() -> impl Strategy<Value = Naive> {
    let piece = (0..8usize, 0..8usize, prop::sample::select("HMSRhmsr".chars().collect::<Vec<_>>()), 1..=2);
    let pieces = prop::collection::vec(piece, 0..=40);
    let turn = prop_oneof![3 => 0..=60usize, 1 => 58..=60usize];
    (pieces, turn, 0..=3, 0..=3).prop_map(|(pieces, turn, red, blue)| {
        let mut cells = [[None; 8]; 8];
        for (row, column, letter, height) in pieces {
            cells[row][column] = Some((letter, height));
        }
        Naive { cells, turn, ambers: [red, blue] }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn both_editions_play_as_the_naive_rules(naive in positions()) {
        for id in ["ostseeschach-2022", "ostseeschach-2022-server"] {
            compare(&*FAMILY.open(&GameId::parse(id)).unwrap().unwrap(), &naive);
        }
    }
}
