//! The rules of Hive: official with its expansions, the classic sheet, Software-Challenge 2020.
//!
//! Read in this order: `state` (what a position is), `generate` (how bugs move: one
//! generator for every board, law and receiver), `end`, `notation`, `explain`, `rules`.
//!
//! What must hold: a state is at most 1 KiB and copied by bytes; nothing allocates while
//! moves are generated or played; the generator agrees with the plain implementation in
//! `tests/plain` on every position.

mod board;
mod book;
mod bug;
mod draft;
mod end;
mod explain;
mod field;
mod game;
mod generate;
mod kernel;
mod moves;
mod notation;
mod rules;
mod state;
mod survey;
mod tables;
mod view;

pub use book::{Book, Challenge, Classic, Law, Official};
pub use bug::{Bug, Piece, pieces};
pub use generate::receiver::Reach;
pub use kernel::{Backend, Kernel};
pub use moves::Move;
pub use rules::{FAMILY, HiveRules, Visit, visit};
pub use state::{Axial, Hive, Layout, Undo};
pub use survey::{Siege, Survey, Win};
pub use tables::ring_class;
