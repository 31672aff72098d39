//! The Software-Challenge protocol of four seasons: wire, server, client, replays.
//!
//! Bytes become messages in [`wire`], messages are trees of [`xml`] elements, and [`season`] knows
//! what they mean in each year: states, moves, results, words. [`replay`] is the file format.
//!
//! [`server`] plays host on one port for all seasons, [`client`] plays one game as a guest, and
//! [`host`] gives a foreign client a seat at a game that somebody else referees.
//!
//! Not here: the rules of the games.

pub mod client;
#[doc(hidden)]
pub mod fuzzing;
pub mod host;
pub mod replay;
pub mod season;
pub mod server;
pub mod wire;
pub mod xml;
