//! The line protocol: JSON objects, one a line, for every game there is.
//!
//! [`wire`] has the messages, [`LineSeat`] is the host that drives a foreign bot, [`Guest`] is a
//! bot itself and [`run`] gives it an input and an output. `docs/protocols.md` describes the
//! protocol for authors of bots.
//!
//! Not here: the processes of bots, clocks, and the games. Rulebooks come from the caller.

pub mod guest;
pub mod host;
pub mod wire;

pub use guest::{Guest, Rulebooks, run};
pub use host::LineSeat;
