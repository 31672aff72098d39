//! A check of every brain that recalls moves from their bits.

use std::collections::HashMap;

use schwarm_core::Game;
use schwarm_search::Brain;

/// The bits of all legal moves differ, each set of bits is recalled if and only if it is one of
/// them, and every move has a slot.
pub(crate) fn check<G: Game, B: Brain<G>>(brain: &B, state: &G, moves: &[G::Move]) {
    let packed: HashMap<u16, G::Move> = moves.iter().map(|&mv| (brain.pack(mv), mv)).collect();
    assert_eq!(packed.len(), moves.len());
    for bits in 0..=u16::MAX {
        assert_eq!(brain.recall(state, bits), packed.get(&bits).copied(), "{bits} in {}", state.to_text());
    }
    assert!(moves.iter().all(|&mv| brain.slot(state, mv) < B::SLOTS));
}
