//! Replay files: the official XML of each season.
//!
//! A file is one `<protocol>` with a memento for every position and the result. It is written as
//! the official servers write it, and read plain or gzipped. Files of 2020 often end in the middle;
//! they are read as far as they go. A single state that somebody copied is read by [`read_state`].
//! Invariant: what a file claims is played through by the rules; memory stays bounded.
//! Not here: where files come from.

mod copied;
mod read;
mod write;

pub use copied::{Copied, CopyError, read_state};
pub use read::{ReplayError, read};
pub use write::{WriteError, write};
