//! Perft: the number of legal lines of exactly `depth` plies.
//!
//! A finished game has no continuations; a forced pass counts as one move. Every
//! interior position is made: no hash table, no symmetry. Bulk counting asks the
//! game for the number of moves at the last ply instead of playing them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Game;

/// Counts lines with bulk counting of the last ply.
pub fn perft<G: Game>(state: &mut G, depth: u32) -> u64 {
    count::<G, true>(state, depth, &mut Vec::with_capacity(1024))
}

/// Counts lines by playing every move to the last ply.
pub fn perft_plain<G: Game>(state: &mut G, depth: u32) -> u64 {
    count::<G, false>(state, depth, &mut Vec::with_capacity(1024))
}

/// Counts lines with a full list of moves at the last ply: what a search pays per node.
pub fn perft_listing<G: Game>(state: &mut G, depth: u32) -> u64 {
    list(state, depth, &mut Vec::with_capacity(1024))
}

/// The count below each legal move, in the game's order of moves.
///
/// `threads` share the root moves; `done` is told after each one how many of how
/// many are counted.
pub fn divide<G: Game>(
    state: &G,
    depth: u32,
    threads: usize,
    done: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth == 0 {
        return Vec::new();
    }
    state.legal_moves(&mut moves);
    let counts = Mutex::new(vec![0u64; moves.len()]);
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut state = state.clone();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else { break };
            let undo = state.play(mv);
            let count = perft(&mut state, depth - 1);
            state.undo(mv, undo);
            counts.lock().expect("no counter panics while it holds the list")[index] = count;
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, moves.len());
        }
    };
    match threads {
        0 | 1 => work(),
        n => std::thread::scope(|scope| {
            for _ in 0..n {
                scope.spawn(work);
            }
        }),
    }
    let counts = counts.into_inner().expect("all counters have ended");
    moves.iter().copied().zip(counts).collect()
}

fn count<G: Game, const BULK: bool>(state: &mut G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => return 1,
        1 if BULK => return state.count_legal_moves(),
        _ => {}
    }
    let start = moves.len();
    state.legal_moves(moves);
    let end = moves.len();
    let mut nodes = 0;
    for index in start..end {
        let mv = moves[index];
        let undo = state.play(mv);
        nodes += count::<G, BULK>(state, depth - 1, moves);
        state.undo(mv, undo);
    }
    moves.truncate(start);
    nodes
}

fn list<G: Game>(state: &mut G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
    let start = moves.len();
    if depth == 0 {
        return 1;
    }
    state.legal_moves(moves);
    let end = moves.len();
    let mut nodes = 0;
    if depth == 1 {
        nodes = (end - start) as u64;
    } else {
        for index in start..end {
            let mv = moves[index];
            let undo = state.play(mv);
            nodes += list(state, depth - 1, moves);
            state.undo(mv, undo);
        }
    }
    moves.truncate(start);
    nodes
}
