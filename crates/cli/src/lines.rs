//! Lines of bounded length from any reader.
//!
//! Invariant: never more than [`LONGEST`] bytes of a line are kept, however long it is;
//! the rest of an over-long line is read and dropped.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The longest line that is taken, in bytes without its end.
pub const LONGEST: usize = 1 << 20;

/// What was found up to the next line end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The bytes of a line, without its `\n`.
    Bytes(&'a [u8]),
    /// A line of more than [`LONGEST`] bytes, which was skipped.
    TooLong,
}

/// Reads lines.
pub struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// Lines of `input`.
    pub fn new(input: R) -> Lines<R> {
        Lines { reader: BufReader::with_capacity(1 << 16, input), line: Vec::new() }
    }

    /// The next line; `None` at the end of the input. A last line needs no line end.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut any, mut too_long) = (false, false);
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            any |= !chunk.is_empty();
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= self.line.len() + part.len() > LONGEST;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let at_end_of_input = chunk.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() || at_end_of_input {
                break;
            }
        }
        Ok(match (any, too_long) {
            (false, _) => None,
            (true, true) => Some(Line::TooLong),
            (true, false) => Some(Line::Bytes(&self.line)),
        })
    }

    /// Whether a whole further line can be had without waiting.
    pub fn has_line_buffered(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_line_needs_no_end() {
        let mut lines = Lines::new(&b"a\n\nb"[..]);
        assert_eq!(lines.next().unwrap(), Some(Line::Bytes(b"a")));
        assert!(lines.has_line_buffered());
        assert_eq!(lines.next().unwrap(), Some(Line::Bytes(b"")));
        assert!(!lines.has_line_buffered());
        assert_eq!(lines.next().unwrap(), Some(Line::Bytes(b"b")));
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn a_long_line_is_skipped_whole() {
        let mut input = vec![b'x'; LONGEST];
        input.extend_from_slice(b"\n");
        input.extend(vec![b'y'; LONGEST + 1]);
        input.extend_from_slice(b"\nz\n");
        let mut lines = Lines::new(&input[..]);
        assert!(matches!(lines.next().unwrap(), Some(Line::Bytes(bytes)) if bytes.len() == LONGEST));
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().unwrap(), Some(Line::Bytes(b"z")));
        assert_eq!(lines.next().unwrap(), None);
    }
}
