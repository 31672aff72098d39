//! When a search stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whatever comes first. Nothing given searches until it is told to stop, or until the game is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together. A single thread keeps to it exactly.
    pub nodes: Option<u64>,
    /// No new iteration begins after about this long; more if the best move keeps changing.
    pub soft: Option<Duration>,
    /// The search is broken off after this long.
    pub hard: Option<Duration>,
    /// Lines wanted.
    pub lines: usize,
    /// Threads.
    pub threads: usize,
    /// Whether an answer is all that is wanted: a forced move needs no thought, and a win that
    /// is found no better one.
    pub only_answer: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: None, nodes: None, soft: None, hard: None, lines: 1, threads: 1, only_answer: false }
    }
}

/// How a search hears of the world outside.
pub struct Control<'a> {
    /// Time since the search was asked for.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Set when the search is to stop.
    pub stop: &'a AtomicBool,
}

impl Control<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A control whose clock stands still and that never stops a search, for searches of so many
/// nodes or plies.
pub fn unhurried() -> Control<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Control { elapsed: &|| Duration::ZERO, stop: &NEVER }
}
