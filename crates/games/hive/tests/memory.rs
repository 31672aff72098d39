//! A state is small and copied by bytes, and playing allocates nothing.
#![allow(unsafe_code)] // A global allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use schwarm_core::{Game, Rng, Ruleset, Setup};
use schwarm_hive::{Backend, Hive, HiveRules, Kernel, Law, Move, Visit, visit};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the allocations of each thread.
struct Counting;

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Play;

impl Visit for Play {
    /// Plies played and allocations made meanwhile.
    type Output = (u64, u64);

    fn visit<B: Kernel, L: Law>(self, rules: HiveRules<B, L>) -> (u64, u64) {
        fn is_copy<T: Copy>() {}
        is_copy::<Hive<B, L>>();
        assert!(size_of::<Hive<B, L>>() <= 1024, "{} bytes", size_of::<Hive<B, L>>());

        let mut moves: Vec<Move> = Vec::with_capacity(2048);
        let mut rng = Rng::new(3);
        let starts: Vec<_> = (0..40).map(|seed| Ruleset::start(&rules, Setup::Seed(seed)).expect("a setup")).collect();
        let before = ALLOCATIONS.with(Cell::get);
        let mut plies = 0;
        for mut state in starts {
            for _ in 0..200 {
                moves.clear();
                state.legal_moves(&mut moves);
                assert_eq!(state.count_legal_moves(), moves.len() as u64);
                let Some(&mv) = moves.get(rng.below(moves.len().max(1))) else { break };
                let undo = state.play(mv);
                state.undo(mv, undo);
                state.play(mv);
                plies += 1;
            }
        }
        (plies, ALLOCATIONS.with(Cell::get) - before)
    }
}

#[test]
fn generating_and_playing_allocates_nothing() {
    for backend in Backend::all() {
        for id in ["hive", "hive+mlp", "hive-classic", "hive-2020", "hive-2020-server"] {
            let (plies, allocations) = visit(backend, id, Play).unwrap();
            assert!(plies > 1000, "{id}: {plies} plies");
            assert_eq!(allocations, 0, "{backend:?} {id}");
        }
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.with(Cell::get);
    std::hint::black_box(vec![1u8; 100]);
    assert_eq!(ALLOCATIONS.with(Cell::get) - before, 1);
}
