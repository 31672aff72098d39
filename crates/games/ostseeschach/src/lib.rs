//! Ostseeschach, the game of the Software-Challenge 2022: cockles, gulls, starfish and seals on
//! a chess board pile up to towers and hunt for ambers.
//!
//! | id | rules |
//! |---|---|
//! | `ostseeschach-2022` | the rule sheet of 2022 |
//! | `ostseeschach-2022-server` | what the server of 2022 enforced |
//!
//! Both play alike: the server let a side without a move run out of time where the sheet calls
//! it a loss, and it crashed over a score line without light pieces. They are two ids because
//! records and bots name them.
//!
//! Read on in the order `state` (the [`Game`](schwarm_core::Game)), `board`, `moves`, `end`,
//! `notation`, `draft`, `setup`, `view`, `rules`.
//!
//! ```
//! use schwarm_core::{Game, Ruleset, Setup};
//! use schwarm_ostseeschach::{Edition, Ostseeschach};
//!
//! let rules = Ostseeschach::new(Edition::Sheet);
//! let mut state = rules.start(Setup::Text("HMSMRHSR"))?;
//! let mv = state.parse_move("a1-b2").unwrap();
//! state.play(mv);
//! assert_eq!(state.to_text(), "rshrmsmh/......../......../......../......../......../.H....../.MSMRHSR b 1 0:0");
//! # Ok::<(), schwarm_core::PositionError>(())
//! ```

mod board;
mod draft;
#[cfg(test)]
#[path = "../tests/drawing/mod.rs"]
mod drawing;
mod end;
mod explain;
mod key;
mod moves;
mod notation;
mod piece;
mod rules;
mod setup;
mod square;
mod state;
mod view;

pub use board::Board;
pub use moves::Move;
pub use piece::{Kind, Piece, targets};
pub use rules::{Edition, FAMILY, Ostseeschach, PLY_LIMIT};
pub use square::{Square, Squares, home_line};
pub use state::State;
