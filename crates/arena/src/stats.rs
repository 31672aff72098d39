//! Is A better than B? Elo, normalized Elo, likelihood of superiority, and the sequential test (SPRT).
//!
//! Start positions are played twice with sides swapped, so the unit is the pair
//! ([`Pentanomial`]); single games ([`Trinomial`]) are counted where there are no pairs.
//! [`Estimate`] says how strong, [`Sprt`] says when to stop. A [`pool`] rates many bots at once.
//!
//! Invariant: no number that leaves this module is NaN or infinite, whatever the counts. What the
//! counts do not determine is `None`.
//! Not here: the printing.

mod counts;
mod estimate;
mod likelihood;
mod normal;
pub mod pool;
mod sprt;

pub use counts::{Counts, Pentanomial, Points, Trinomial};
pub use estimate::Estimate;
pub use sprt::{Model, Sprt, SprtError, State, Verdict};

/// Normalized Elo per standard deviation of one game.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;
