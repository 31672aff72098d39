//! The texts of the protocol: commands, options, times, answers.
//!
//! What must hold: everything written here is one line without control characters, and is read
//! back as the same thing. Nothing here knows the rules of a game or asks for a legal move.
//!
//! Not here: what a command does (`guest`), when it is sent (`host`).

mod answer;
mod clock;
mod command;
mod game;
mod option;

pub use answer::{Answer, AnswerReader, Info, Report};
pub use clock::{read_clock, read_seconds, write_clock, write_seconds};
pub use command::{Command, CommandError, Measure};
pub use game::{Expansions, GameLine};
pub use option::{OptionLineError, read_option, write_option};

/// The line that ends every answer.
pub const OK: &str = "ok";

/// Makes a text fit for one line: what would break the line or be obeyed by a terminal is replaced.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
