//! Small networks of whole numbers: what an evaluation sums up when it has learned instead of being told.
//!
//! A network looks at a position twice, once from each side's view. What is there to be seen is a set of
//! rows of its first layer; their sum, the *accumulator*, is kept from one position to the next and changed by what
//! has changed. The second layer weighs both accumulators, that of the side to move first, and gives one number.
//!
//! | question | file |
//! |---|---|
//! | what stands in a file, and what is refused? | `file.rs` |
//! | which row does something seen belong to? | `layout.rs` |
//! | what changed from one position to the next? | `change.rs` |
//! | how do both sides see the rows? | `views.rs` |
//! | how are sums kept from one position to the next? | `tracker.rs` |
//! | the arithmetic | `plain.rs`, and the same in vectors: `avx2.rs`. Registers of 512 bits were tried and are no quicker at any width |
//! | which of them does this machine use? | `arithmetic.rs` |
//!
//! What must hold: every arithmetic gives the same numbers, bit for bit; a kept sum is the one a fresh count gives.
//! Not here: games, files on disk, learning.

mod arithmetic;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod change;
mod file;
mod layout;
mod plain;
mod tracker;
mod views;

pub use arithmetic::Arithmetic;
pub use file::{ACTIVATION_ONE, Card, MAGIC, Net, NetError, OUTPUT_ONE, VERSION};
pub use layout::{Inputs, Layout};
pub use tracker::{TELLING, Tracker};
