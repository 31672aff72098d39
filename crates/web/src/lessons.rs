//! Lessons: the rules of each game, step by step, on small boards one can try.
//!
//! Steps and their tasks are data (`lessons/*.txt`, described in `lessons/README.md`), their texts stand beside them in
//! three languages. Whether a try is right is asked of the rules: legality, the position after a move, how a game ends.
//!
//! What must hold, checked by `tests/lessons.rs`: every position can be read, every answer solves its step, every wrong
//! try that is listed breaks the rule that is listed with it, and no rule of a sheet is left out.
//! Not here: pages (`pages::learn`, `pages::lesson`), requests (`api::learn`).

mod course;
mod goal;
mod place;
mod read;
mod step;
mod texts;

pub use course::{Course, course, course_of, courses};
pub use goal::{Goal, Result as Ends};
pub use place::{cell_at, held_at};
pub(crate) use step::shown;
pub use step::{Played, Step, Task, Wrong};
