//! Puzzles: the set that comes with the program, the one of the day, and what a try is worth.
//!
//! The set was mined from games of the program against itself (`puzzles/README.md`). Those of the store come on top.
//!
//! What must hold: everything said about a move is proven. A proof runs on a thread of its own with bounded nodes, and where
//! it cannot be had that is said, and nothing is guessed.
//! Not here: pages (`pages::puzzles`, `pages::puzzle`), requests (`api::puzzles`), finding puzzles (`schwarm-engine`).

mod choice;
mod daily;
mod judge;
mod shelf;

pub(crate) use choice::{Choice, Difficulty};
pub(crate) use daily::today;
pub use daily::{day_of, of_day};
pub(crate) use judge::{Judged, Verdict, judge, mover, next_moves, replayed};
pub use shelf::shipped;
pub(crate) use shelf::{Wanted, by_id, page};
