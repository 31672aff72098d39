//! What the threads of a search are busy with, so that they do not do the same work at the same time.
//!
//! A thread that comes to a move another one is searching tries its other moves first; when it comes back, the
//! table answers. The marks are hints: one that is lost or overwritten costs time, never truth.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::picker::Candidate;

/// Marks there is room for: many more than threads times plies, so that few meet in one place.
const PLACES: usize = 1 << 12;

/// The marks of all threads; there is no room for any where a thread is alone.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(crate) fn new(threads: usize) -> Busy {
        let places = if threads > 1 { PLACES } else { 0 };
        Busy((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there is anybody else.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    /// The mark of a move in a position.
    #[inline]
    fn mark(key: u64, packed: u16) -> u64 {
        (key ^ u64::from(packed).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
    }

    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[(mark >> 32) as usize % self.0.len()]
    }

    /// Whether a thread is searching it.
    fn is_taken(&self, mark: u64) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// Says that it is being searched.
    fn take(&self, mark: u64) {
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// Says that it was searched.
    pub(crate) fn free(&self, mark: u64) {
        // Another mark in its place stays.
        let _ = self.place(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// The moves of one node that are tried last, because another thread was searching them when their turn came.
pub(crate) struct PutOff<M> {
    is_shared: bool,
    list: Vec<(Candidate<M>, usize)>,
    next: usize,
    is_late: bool,
}

impl<M: Copy> PutOff<M> {
    pub(crate) fn new(is_shared: bool) -> PutOff<M> {
        PutOff { is_shared, list: Vec::new(), next: 0, is_late: false }
    }

    /// Puts a move off if it is not the first and somebody else searches it, once.
    #[inline]
    pub(crate) fn puts_off(&mut self, busy: &Busy, key: u64, candidate: Candidate<M>, index: usize) -> bool {
        let is_taken = self.is_shared && index > 0 && !self.is_late && busy.is_taken(Busy::mark(key, candidate.packed));
        if is_taken {
            self.list.push((candidate, index));
        }
        is_taken
    }

    /// Says that a move is searched from now on; what is returned is to be freed.
    #[inline]
    pub(crate) fn take(&self, busy: &Busy, key: u64, candidate: &Candidate<M>) -> Option<u64> {
        let mark = self.is_shared.then(|| Busy::mark(key, candidate.packed))?;
        busy.take(mark);
        Some(mark)
    }

    /// The next move that was put off, with its place in the order.
    pub(crate) fn next(&mut self) -> Option<(Candidate<M>, usize)> {
        self.is_late = true;
        self.next += 1;
        self.list.get(self.next - 1).copied()
    }
}
