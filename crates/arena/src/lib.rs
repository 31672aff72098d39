//! Where games are played: the referee, and the processes of bots.
//!
//! The [`referee`] brings two seats and a game together and keeps the time; what is legal and
//! who has won, [`Playing`](schwarm_play::Playing) says. [`process`] runs a bot's program.
//!
//! Not here: protocols (they hand in seats), rules, storing.

pub mod process;
pub mod referee;
