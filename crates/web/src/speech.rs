//! Positions, moves, rules and endings in sentences.
//!
//! Everything is told from what is seen (`BoardView`) and from stable ids; nothing here knows a rule.
//! Not here: the texts themselves (`words`).

mod ending;
mod moves;
mod nouns;
mod problems;
mod review;
mod rules;

pub use ending::{DRAW_AGREED, RESIGNED, ending_words, outcome_words};
pub use moves::move_words;
pub use problems::problem_words;
pub use review::{turning_words, verdict_words};
pub use rules::rule_words;
