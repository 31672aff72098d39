//! The sandbox on Linux.
//!
//! [`launch`] works in the arena: it makes the scratch folder and the orders and starts the launcher.
//! [`enter()`] works in the launcher: it follows the orders and becomes the bot. [`watch`] looks after
//! the bot from the arena, [`relay`] carries what a shut-in bot says to the referee.

mod bubblewrap;
mod cgroup;
mod enter;
mod kin;
mod landlock;
mod launch;
mod limits;
mod orders;
mod probe;
mod relay;
mod scratch;
mod seccomp;
mod watch;

pub use enter::enter;
pub(crate) use launch::{Guard, prepare};
pub(super) use probe::probe;
