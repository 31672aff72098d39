//! Reading one stream of messages: bytes in, elements out.
//!
//! A peer opens `<protocol>` once and never closes it before it goes; every element in it is a
//! message. Bytes may come split anywhere, also inside a character. Each byte is looked at once to
//! find where a message ends (`scan`); a whole message is then read at once (`parse`).
//! Invariants: nothing here waits or panics; memory stays within the [`Bounds`]; an error is final.
//! Not here: sockets, and what messages mean (`season`).

mod parse;
mod scan;

use crate::xml::Element;

use scan::{Found, Scanner};

/// How much a peer may say in one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Elements inside each other.
    pub depth: usize,
    /// Elements of one message.
    pub elements: usize,
    /// Attributes of one message.
    pub attributes: usize,
}

impl Default for Bounds {
    /// Four times what the longest message of any season needs.
    fn default() -> Bounds {
        Bounds { message_bytes: 64 * 1024, depth: 32, elements: 1024, attributes: 1024 }
    }
}

/// Why a stream cannot be read any further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The bytes are no XML.
    #[error("malformed XML: {why}")]
    Malformed {
        /// What is wrong.
        why: String,
    },
    /// XML, but none this protocol has any use for.
    #[error("refused: {what}")]
    Refused {
        /// What was found.
        what: &'static str,
    },
    /// A message is bigger than it may be.
    #[error("a message has more than {limit} {what}")]
    TooBig {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
}

impl WireError {
    pub(crate) fn malformed(why: impl Into<String>) -> WireError {
        WireError::Malformed { why: why.into() }
    }
}

/// A reader of one stream.
#[derive(Debug)]
pub struct Wire {
    bounds: Bounds,
    buffer: Vec<u8>,
    /// Bytes of the buffer that are done with.
    used: usize,
    scanner: Scanner,
    fault: Option<WireError>,
}

/// Room that a stream keeps while it has nothing to say.
const IDLE_ROOM: usize = 1024;

impl Wire {
    /// A reader at the start of a stream.
    pub fn new(bounds: Bounds) -> Wire {
        Wire { bounds, buffer: Vec::new(), used: 0, scanner: Scanner::default(), fault: None }
    }

    /// Takes bytes as they came. Call [`next`](Wire::next) until it has nothing more before feeding
    /// again, so that no more than one message and one piece is held.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.fault.is_some() || self.is_closed() {
            return;
        }
        // Moving the rest to the front once half is used keeps the work linear.
        if self.used > 0 && self.used * 2 >= self.buffer.len() {
            self.forget_used();
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole message; `None` until more bytes come.
    ///
    /// # Errors
    /// When the stream cannot be read any further; every later call says the same.
    #[expect(clippy::should_implement_trait, reason = "an answer, or a fault, or nothing yet: no iterator")]
    pub fn next(&mut self) -> Result<Option<Element>, WireError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let found = self.find();
        if found.is_err() {
            self.fault = found.as_ref().err().cloned();
            self.buffer = Vec::new();
            self.used = 0;
        }
        found
    }

    fn find(&mut self) -> Result<Option<Element>, WireError> {
        loop {
            match self.scanner.scan(&self.buffer[self.used..], &self.bounds)? {
                Found::Nothing => {
                    if self.used == self.buffer.len() {
                        self.forget_used();
                    }
                    return Ok(None);
                }
                Found::Skip(bytes) => self.used += bytes,
                Found::Message(bytes) => {
                    let message = &self.buffer[self.used..self.used + bytes];
                    let element = parse::message(message, &self.bounds)?;
                    self.used += bytes;
                    return Ok(Some(element));
                }
            }
        }
    }

    fn forget_used(&mut self) {
        self.buffer.drain(..self.used);
        self.used = 0;
        if self.buffer.is_empty() && self.buffer.capacity() > IDLE_ROOM {
            self.buffer = Vec::new();
        }
    }

    /// Whether the peer has said its last word: `</protocol>` came.
    pub fn is_closed(&self) -> bool {
        self.scanner.is_closed()
    }

    /// Whether the stream stops inside a message.
    pub fn is_inside_message(&self) -> bool {
        self.fault.is_none() && self.used < self.buffer.len()
    }

    /// Bytes of memory held for this stream.
    pub fn held(&self) -> usize {
        self.buffer.capacity()
    }
}

/// Reads a text that is one element and nothing else.
///
/// # Errors
/// When it is none, or breaks the bounds.
pub fn read_element(text: &str, bounds: &Bounds) -> Result<Element, WireError> {
    if text.len() > bounds.message_bytes {
        return Err(WireError::TooBig { what: "bytes", limit: bounds.message_bytes });
    }
    parse::message(text.as_bytes(), bounds)
}

#[cfg(test)]
mod tests;
