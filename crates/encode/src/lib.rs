//! Games as numbers, for programs that learn: observation planes, action numbers, symmetries, and many games at once.
//!
//! | question | file |
//! |---|---|
//! | what is plane 22 of `hive-v1`? | `hive/open.rs`; the page `docs/python.md` lists all planes |
//! | … of `hive-2020-v1`, `piranhas-v1`, `ostseeschach-v1`? | `hive/bounded.rs`, `piranhas.rs`, `ostseeschach.rs` |
//! | which number has a move? | `Encode::number` in the same files |
//! | how is a board turned? | `ways.rs` |
//! | how is a batch of games stepped? | `batch.rs`, one game in `track.rs` |
//! | how does an id become an encoding? | `open.rs` |
//!
//! What must hold: an encoding is versioned by its name and never changes under it; different legal moves of a position
//! have different numbers; the mover sees itself first, whichever colour it plays; the observation and the legal actions
//! of a turned position are those of the position, turned (`tests/symmetry.rs`).
//!
//! Not here: rules, learning, Python.

#![forbid(unsafe_code)]

mod batch;
mod encode;
mod hive;
mod open;
mod ostseeschach;
mod piranhas;
mod track;
mod ways;

pub use batch::{Batch, BatchOptions, Buffers, StepError};
pub use encode::{Encode, Form};
pub use open::{Encoding, Follower, Foreign, OpenError, open};
