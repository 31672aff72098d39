//! Where games are played: the referee, the processes of bots, and matches of many games.
//!
//! The [`referee`] brings two seats and a game together and keeps the time; what is legal and
//! who has won, [`Playing`](schwarm_play::Playing) says. [`process`] runs a bot's program,
//! if need be in a [`sandbox`], [`transcript`] remembers what was said with it. A [`matchup`] plays many games between two
//! bots and writes them down through a [`Journal`](schwarm_play::Journal).
//!
//! Not here: protocols (they hand in seats), rules, storing.

pub mod matchup;
pub mod process;
pub mod referee;
pub mod sandbox;
pub mod stats;
pub mod tournament;
pub mod transcript;
