//! Piranhas, the game of the Software-Challenge 2019 and 2026: two colours of fish on a
//! 10x10 board, each trying to become one swarm.
//!
//! | id | rules |
//! |---|---|
//! | `piranhas-2019` | the rule sheet of 2019 |
//! | `piranhas-2019-server` | what the server of 2019 enforced |
//! | `piranhas-2026` | fish of weight 1 to 3, the heaviest swarm wins |
//!
//! Read on in the order `state` (the [`Game`](schwarm_core::Game)), `board`, `moves`, `along`, `end`,
//! `notation`, `draft`, `setup`, `view`, `rules`.
//!
//! ```
//! use schwarm_core::{Game, Ruleset, Setup};
//! use schwarm_piranhas::{Edition, Piranhas};
//!
//! let rules = Piranhas::new(Edition::Sheet2019);
//! let mut state = rules.start(Setup::Text("d5 h6"))?;
//! let mv = state.parse_move("a4-c4").unwrap();
//! state.play(mv);
//! assert_eq!(state.turn(), 1);
//! # Ok::<(), schwarm_core::PositionError>(())
//! ```

mod along;
mod board;
mod draft;
#[cfg(test)]
#[path = "../tests/drawing/mod.rs"]
mod drawing;
mod end;
mod explain;
mod key;
mod line;
mod moves;
mod notation;
mod rules;
mod setup;
mod square;
mod state;
pub mod swarm;
mod view;

pub use along::{Along, LINE_COUNT, line_squares, lines_through};
pub use board::{Board, Content, Weight};
pub use line::Axis;
pub use moves::{MOST_MOVES, Move};
pub use rules::{Edition, FAMILY, PLY_LIMIT, Piranhas};
pub use square::{Square, Squares};
pub use state::{State, Undo};
pub use swarm::Swarm;
