//! Entry points into the inner loops, compiled once per kind of machine.
//!
//! Which board a state uses is a type, chosen once by [`Backend::detect`] above all
//! search and counting. Everything below an entry point is inlined into it, so that the
//! whole generator is compiled for the machine's vectors; only references cross the call.
#![allow(unsafe_code)]

use crate::board::Board;
#[cfg(target_arch = "x86_64")]
use crate::board::{avx2::Avx2, sse2::Sse2};
use crate::board::{plain::Plain, wide::Wide};
use crate::book::Law;
use crate::bug::Piece;
use crate::generate::generate;
use crate::generate::list::Room;
use crate::generate::receiver::{Counter, Lister, Reach, Receiver};
use crate::moves::Move;
use crate::state::{Hive, Undo, WideBoards};
use crate::survey::{self, Survey, Win};
use schwarm_core::Side;

/// A board a state can live on.
pub trait Kernel: Board {
    /// Appends all moves but the pass, of a game that is not over.
    fn list_moves<L: Law>(state: &Hive<Self, L>, moves: &mut Vec<Move>);
    /// Counts all moves but the pass, of a game that is not over.
    fn count_moves<L: Law>(state: &Hive<Self, L>) -> u64;
    /// The target cells of every piece that can move.
    fn collect_reach<L: Law>(state: &Hive<Self, L>, reach: &mut Reach);
    /// What an evaluation asks, and what can be told about a win by the next move.
    fn survey<L: Law>(state: &Hive<Self, L>) -> (Survey, Win);
    /// Does work that is compiled for this board's machine, as far as it is inlined.
    fn run<R>(work: impl FnOnce() -> R) -> R;
    /// Plays a legal move.
    fn make<L: Law>(state: &mut Hive<Self, L>, mv: Move) -> Undo;
    /// Takes back the move just played.
    fn unmake<L: Law>(state: &mut Hive<Self, L>, mv: Move, undo: Undo);
}

/// The boards a machine can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// One 256-bit register.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Two 128-bit registers.
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// Plain integers.
    Plain,
}

impl Backend {
    /// The fastest one of this machine.
    pub fn detect() -> Backend {
        #[cfg(target_arch = "x86_64")]
        {
            if has_avx2() { Backend::Avx2 } else { Backend::Sse2 }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Backend::Plain
    }

    /// All that work on this machine.
    pub fn all() -> Vec<Backend> {
        let mut all = vec![Backend::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            all.push(Backend::Sse2);
            if has_avx2() {
                all.push(Backend::Avx2);
            }
        }
        all
    }
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[inline(always)]
fn run<B: Board, L: Law, R: ReceiveBoth<B>>(state: &Hive<B, L>, receiver: &mut R) {
    if !L::BOUNDED && state.is_wide() {
        return run_wide(state, receiver);
    }
    let field = state.narrow_field();
    let looks = state.occupied.looks();
    if state.is_over(&looks) {
        return;
    }
    generate::<B, L, R>(&field, &looks, &state.turn_facts(), receiver);
}

#[cold]
#[inline(never)]
fn run_wide<B: Board, L: Law, R: ReceiveBoth<B>>(state: &Hive<B, L>, receiver: &mut R) {
    let boards = WideBoards::new(state);
    let field = boards.field(state);
    let looks = field.occupied.looks();
    let surrounded = |side| {
        let queen = Piece::queen(side);
        state.is_placed(queen) && field.occupied.ring(state.cells[queen.index()]) == 63
    };
    if Side::BOTH.into_iter().any(surrounded) || state.facts.passes() == 2 {
        return;
    }
    generate::<Wide, L, R>(&field, &looks, &state.turn_facts(), receiver);
}

/// A receiver for the narrow board and for the wide one.
trait ReceiveBoth<B: Board>: Receiver<B> + Receiver<Wide> {}

impl<B: Board, R: Receiver<B> + Receiver<Wide>> ReceiveBoth<B> for R {}

#[inline(always)]
fn list<B: Board, L: Law>(state: &Hive<B, L>, moves: &mut Vec<Move>) {
    let mut rooms = [Room::new(), Room::new()];
    run(state, &mut Lister::new(moves, &mut rooms));
}

#[inline(always)]
fn count<B: Board, L: Law>(state: &Hive<B, L>) -> u64 {
    let mut counter = Counter::default();
    run(state, &mut counter);
    counter.0
}

#[inline(always)]
fn reach<B: Board, L: Law>(state: &Hive<B, L>, reach: &mut Reach) {
    run(state, reach);
}

#[inline(always)]
fn look<B: Board, L: Law>(state: &Hive<B, L>) -> (Survey, Win) {
    if !L::BOUNDED && state.is_wide() {
        return look_wide(state);
    }
    let (survey, win) = survey::look::<B, L>(&state.narrow_field(), &state.turn_facts());
    (survey, if L::BOUNDED { state.win_in_rounds(&survey, win) } else { win })
}

#[cold]
#[inline(never)]
fn look_wide<B: Board, L: Law>(state: &Hive<B, L>) -> (Survey, Win) {
    let boards = WideBoards::new(state);
    survey::look::<Wide, L>(&boards.field(state), &state.turn_facts())
}

impl Kernel for Plain {
    fn list_moves<L: Law>(state: &Hive<Self, L>, moves: &mut Vec<Move>) {
        list(state, moves);
    }

    fn count_moves<L: Law>(state: &Hive<Self, L>) -> u64 {
        count(state)
    }

    fn collect_reach<L: Law>(state: &Hive<Self, L>, all: &mut Reach) {
        reach(state, all);
    }

    fn survey<L: Law>(state: &Hive<Self, L>) -> (Survey, Win) {
        look(state)
    }

    fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    fn make<L: Law>(state: &mut Hive<Self, L>, mv: Move) -> Undo {
        state.make(mv)
    }

    fn unmake<L: Law>(state: &mut Hive<Self, L>, mv: Move, undo: Undo) {
        state.unmake(mv, undo);
    }
}

/// The entry points of a board that needs features of the machine.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($board:ty, $features:literal) => {
        impl Kernel for $board {
            #[inline]
            fn list_moves<L: Law>(state: &Hive<Self, L>, moves: &mut Vec<Move>) {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &Hive<$board, L>, moves: &mut Vec<Move>) {
                    list(state, moves);
                }
                // SAFETY: a state on this board exists only where the features were detected.
                unsafe { go(state, moves) }
            }

            #[inline]
            fn count_moves<L: Law>(state: &Hive<Self, L>) -> u64 {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &Hive<$board, L>) -> u64 {
                    count(state)
                }
                // SAFETY: as above.
                unsafe { go(state) }
            }

            #[inline]
            fn collect_reach<L: Law>(state: &Hive<Self, L>, all: &mut Reach) {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &Hive<$board, L>, all: &mut Reach) {
                    reach(state, all);
                }
                // SAFETY: as above.
                unsafe { go(state, all) }
            }

            #[inline]
            fn survey<L: Law>(state: &Hive<Self, L>) -> (Survey, Win) {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &Hive<$board, L>) -> (Survey, Win) {
                    look(state)
                }
                // SAFETY: as above.
                unsafe { go(state) }
            }

            #[inline]
            fn run<R>(work: impl FnOnce() -> R) -> R {
                #[target_feature(enable = $features)]
                fn go<R>(work: impl FnOnce() -> R) -> R {
                    work()
                }
                // SAFETY: a board of this type is made only where the features were detected.
                unsafe { go(work) }
            }

            #[inline]
            fn make<L: Law>(state: &mut Hive<Self, L>, mv: Move) -> Undo {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &mut Hive<$board, L>, mv: Move) -> Undo {
                    state.make(mv)
                }
                // SAFETY: as above.
                unsafe { go(state, mv) }
            }

            #[inline]
            fn unmake<L: Law>(state: &mut Hive<Self, L>, mv: Move, undo: Undo) {
                #[target_feature(enable = $features)]
                fn go<L: Law>(state: &mut Hive<$board, L>, mv: Move, undo: Undo) {
                    state.unmake(mv, undo);
                }
                // SAFETY: as above.
                unsafe { go(state, mv, undo) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernel!(Avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
kernel!(Sse2, "sse2");
