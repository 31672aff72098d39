//! The Universal Hive Protocol, in three parts.
//!
//! [`wire`] reads and writes the texts of the protocol. [`Guest`] is an engine that speaks it,
//! [`UhpSeat`] drives a foreign engine that does. Neither knows a rule of Hive: games come from
//! the caller as rulebooks and sessions, and MoveStrings and GameStrings are the games' own texts.
//!
//! Not here: processes (a host is handed a [`Talk`](schwarm_play::Talk)), engines, rules.

#[doc(hidden)]
pub mod fuzzing;
pub mod guest;
pub mod host;
pub mod wire;

pub use guest::Guest;
pub use host::{HostConfig, Thinking, UhpSeat};
