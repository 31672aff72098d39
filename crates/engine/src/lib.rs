//! The engines: for each game a brain for the search, with its evaluation in one readable file.
//!
//! | question | file |
//! |---|---|
//! | what is a position of Hive worth? | `hive/evaluation.rs`, numbers in `weights/hive.txt` and `weights/hive-2020.txt` |
//! | … of Ostseeschach? | `ostseeschach/evaluation.rs`, `weights/ostseeschach.txt` |
//! | … of Piranhas? | `piranhas/evaluation.rs`, `weights/piranhas-2019.txt`, `weights/piranhas-2026.txt` |
//! | what is a network shown of it? | `hive/inputs.rs`, `ostseeschach/inputs.rs`, `piranhas/inputs.rs`, and `sight.rs` for all games |
//! | which positions are learned from? | `lessons.rs`; weights: `tuning.rs`, networks: `teaching.rs` |
//! | which moves come first? | `hive/ordering.rs`, `ostseeschach.rs`, `piranhas.rs` |
//! | what can level 3 not do? | `level.rs`, numbers in `levels.txt` |
//! | how does it play openings? | `book.rs`, and `book/growing.rs` for where they come from |
//! | what makes a position a puzzle? | `puzzle.rs` |
//! | how does an id become an engine? | `house.rs`, `mind.rs`, `engine.rs` |
//!
//! What must hold: everything a brain counts goes through [`weights`], so that the evaluation
//! that plays is the one that is tuned.

pub mod book;
mod chance;
mod engine;
pub mod hive;
pub mod house;
mod lessons;
mod level;
mod machine;
mod mind;
pub mod ostseeschach;
#[cfg(test)]
mod packing;
pub mod piranhas;
pub mod puzzle;
pub mod selfplay;
pub mod sight;
pub mod teaching;
pub mod tuning;
mod turns;
pub mod weights;

pub use engine::{Ask, Defence, Engine, EngineError, ForcedWin, Line, Options, Thought};
pub use level::{Handicap, Level, LevelError, handicap, handicap_in, rating};
pub use sight::Judge;
