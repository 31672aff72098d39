//! The port through which a host talks with a foreign program in lines.
//!
//! Who starts the program, and how it is kept in bounds, is somebody else's business; tests
//! hand in a program made of a script.

use crate::Doing;

/// A program that is spoken to in lines.
pub trait Talk: Send {
    /// Says something; every line ends with a line feed.
    fn say<'a>(&'a mut self, text: &'a str) -> Doing<'a, ()>;

    /// The next line it says, without its end. The future may be dropped: nothing is lost then.
    fn hear<'a>(&'a mut self) -> Doing<'a, String>;

    /// Ends the talk: what is said to it ends, and so does the program.
    fn hang_up<'a>(&'a mut self) -> Doing<'a, ()>;
}
