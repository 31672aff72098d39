//! Lines typed, pasted or piped.
//!
//! At a keyboard a thread reads ahead, so that a pasted block of lines is seen as one.

use std::io::{Read, stdin};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use crate::lines::{Line, Lines};

/// Lines that come faster than this after each other were pasted.
const PASTE_PAUSE: Duration = Duration::from_millis(30);

/// Where lines come from.
pub enum Input {
    /// A file or a pipe.
    Piped(Lines<Box<dyn Read>>),
    /// A person.
    Keyboard {
        /// The lines read ahead.
        lines: Receiver<String>,
        /// A line already taken out of the channel.
        next: Option<String>,
    },
}

impl Input {
    /// Lines of any reader.
    pub fn piped(input: impl Read + 'static) -> Input {
        Input::Piped(Lines::new(Box::new(input)))
    }

    /// Lines typed on stdin.
    pub fn keyboard() -> Input {
        let (sender, lines) = sync_channel(1024);
        thread::spawn(move || {
            let mut input = Lines::new(stdin());
            while let Some(line) = read(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Input::Keyboard { lines, next: None }
    }

    /// Whether nobody watches while lines are read.
    pub fn is_piped(&self) -> bool {
        matches!(self, Input::Piped(_))
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Option<String> {
        match self {
            Input::Piped(lines) => read(lines),
            Input::Keyboard { lines, next } => next.take().or_else(|| lines.recv().ok()),
        }
    }

    /// Whether more of a pasted block follows at once.
    pub fn more_follows(&mut self) -> bool {
        match self {
            Input::Piped(_) => true,
            Input::Keyboard { lines, next } => {
                if next.is_none() {
                    *next = lines.recv_timeout(PASTE_PAUSE).ok();
                }
                next.is_some()
            }
        }
    }

    /// Drops the lines of a pasted block as long as they are `unwanted`; how many those were.
    ///
    /// A pipe is a script, in which every line stands for itself: nothing is dropped there.
    pub fn drop_pasted(&mut self, unwanted: impl Fn(&str) -> bool) -> usize {
        let mut dropped = 0;
        while let Input::Keyboard { next, .. } = self {
            if next.as_deref().is_some_and(|line| !unwanted(line)) {
                break;
            }
            dropped += usize::from(next.take().is_some());
            if !self.more_follows() {
                break;
            }
        }
        dropped
    }
}

/// A line as text; bytes that are no UTF-8 are shown as such. Input that fails has ended.
fn read<R: Read>(lines: &mut Lines<R>) -> Option<String> {
    match lines.next() {
        Ok(Some(Line::Bytes(bytes))) => Some(String::from_utf8_lossy(bytes).trim().to_string()),
        Ok(Some(Line::TooLong)) => Some("(a line of more than a million characters)".to_string()),
        Ok(None) | Err(_) => None,
    }
}
