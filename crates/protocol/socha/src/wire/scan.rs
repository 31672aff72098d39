//! Where messages begin and end in a stream of bytes.
//!
//! A little machine that sees every byte once and remembers where it stands between calls. It
//! knows tags, quotes, comments and depth, and nothing about names except `protocol`.
//! Invariant: what it calls a message has as many end tags as start tags; whether they match is
//! for `parse` to see.

use super::{Bounds, WireError};

/// What the bytes seen so far amount to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// More bytes are needed.
    Nothing,
    /// So many bytes mean nothing and are done with.
    Skip(usize),
    /// So many bytes are a message.
    Message(usize),
}

/// Where in the stream the machine stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// At the very first byte.
    #[default]
    Start,
    /// Behind the byte order mark, which may be followed by a declaration.
    Marked,
    /// Before `<protocol>`.
    Before,
    /// Between two messages.
    Between,
    /// Inside a message, below so many open elements.
    Inside(usize),
    /// Behind `</protocol>`.
    Closed,
}

/// What kind of thing the next byte belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Token {
    /// Text between tags.
    #[default]
    Text,
    /// Behind a `<`.
    Opened,
    /// Inside a start tag; the quote that is open or 0, and whether the last byte was a `/`.
    StartTag { quote: u8, slash: bool },
    /// Inside an end tag.
    EndTag,
    /// Behind `<!`, so many bytes of `--` or `[CDATA[` matched.
    Bang { comment: bool, matched: usize },
    /// Inside a comment; so many `-` came last.
    Comment { dashes: u8 },
    /// Inside a character section; so many `]` came last.
    CData { brackets: u8 },
    /// Inside the XML declaration; whether a `?` came last.
    Declaration { question: bool },
}

/// The machine.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    place: Place,
    token: Token,
    /// Where the token began.
    token_at: usize,
    /// Bytes seen since the last skip or message.
    seen: usize,
}

const CDATA: &[u8] = b"[CDATA[";
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Scanner {
    /// Whether the stream has ended.
    pub fn is_closed(&self) -> bool {
        self.place == Place::Closed
    }

    /// Looks at the bytes it has not seen yet; `bytes` begins where the last skip or message ended.
    pub fn scan(&mut self, bytes: &[u8], bounds: &Bounds) -> Result<Found, WireError> {
        if self.place == Place::Closed {
            return Ok(if bytes.is_empty() { Found::Nothing } else { self.skip(bytes.len()) });
        }
        while self.seen < bytes.len() {
            let byte = bytes[self.seen];
            if self.token == Token::Text && !matches!(self.place, Place::Inside(_)) && byte != b'<' {
                return self.outside(bytes);
            }
            if self.token == Token::Text && byte != b'<' {
                // Most of a message is blanks before tags: they are passed over at once.
                let end = bytes.len().min(bounds.message_bytes);
                let text = bytes.get(self.seen..end).unwrap_or_default();
                self.seen += text.iter().position(|&byte| byte == b'<').unwrap_or(text.len());
            } else {
                self.seen += 1;
                if let Some(found) = self.step(byte, bytes, bounds)? {
                    return Ok(found);
                }
            }
            if self.seen >= bounds.message_bytes {
                return Err(WireError::TooBig { what: "bytes", limit: bounds.message_bytes });
            }
        }
        Ok(Found::Nothing)
    }

    fn skip(&mut self, bytes: usize) -> Found {
        self.seen = 0;
        self.token = Token::Text;
        Found::Skip(bytes)
    }

    /// Blanks between messages, and the mark some programs put before everything.
    fn outside(&mut self, bytes: &[u8]) -> Result<Found, WireError> {
        if self.place == Place::Start && bytes[0] == BYTE_ORDER_MARK[0] {
            return match bytes.len() {
                0..3 if BYTE_ORDER_MARK.starts_with(bytes) => Ok(Found::Nothing),
                _ if bytes.starts_with(BYTE_ORDER_MARK) => {
                    self.place = Place::Marked;
                    Ok(self.skip(BYTE_ORDER_MARK.len()))
                }
                _ => Err(WireError::malformed("the stream does not begin with <protocol>")),
            };
        }
        match bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count() {
            0 if self.place == Place::Between => Err(WireError::malformed("text between two messages")),
            0 => Err(WireError::malformed("the stream does not begin with <protocol>")),
            blanks => Ok(self.skip(blanks)),
        }
    }

    fn step(&mut self, byte: u8, bytes: &[u8], bounds: &Bounds) -> Result<Option<Found>, WireError> {
        self.token = match (self.token, byte) {
            (Token::Text, b'<') => {
                self.token_at = self.seen - 1;
                Token::Opened
            }
            (Token::Text, _) => Token::Text,
            (Token::Opened, b'/') => Token::EndTag,
            (Token::Opened, b'!') => Token::Bang { comment: false, matched: 0 },
            (Token::Opened, b'?') if matches!(self.place, Place::Start | Place::Marked) => {
                Token::Declaration { question: false }
            }
            (Token::Opened, b'?') => return Err(WireError::Refused { what: "a processing instruction" }),
            (Token::Opened, b'>' | b'<' | b' ' | b'\t' | b'\r' | b'\n') => {
                return Err(WireError::malformed("a tag without a name"));
            }
            (Token::Opened, _) => Token::StartTag { quote: 0, slash: false },
            (Token::StartTag { quote: 0, slash }, b'>') => return self.start_tag(slash, bytes, bounds),
            (Token::StartTag { quote: 0, .. }, b'<') => return Err(WireError::malformed("a < inside a tag")),
            (Token::StartTag { quote: 0, .. }, b'"' | b'\'') => Token::StartTag { quote: byte, slash: false },
            (Token::StartTag { quote: 0, .. }, _) => Token::StartTag { quote: 0, slash: byte == b'/' },
            (Token::StartTag { quote, .. }, _) if byte == quote => Token::StartTag { quote: 0, slash: false },
            (tag @ Token::StartTag { .. }, _) => tag,
            (Token::EndTag, b'>') => return self.end_tag(bytes),
            (Token::EndTag, b'<') => return Err(WireError::malformed("a < inside a tag")),
            (Token::EndTag, _) => Token::EndTag,
            (Token::Bang { matched, comment }, _) => self.bang(byte, comment, matched)?,
            (Token::Comment { dashes: 2 }, b'>') => return Ok(self.comment_end()),
            (Token::Comment { dashes }, b'-') => Token::Comment { dashes: (dashes + 1).min(2) },
            (Token::Comment { .. }, _) => Token::Comment { dashes: 0 },
            (Token::CData { brackets: 2 }, b'>') => Token::Text,
            (Token::CData { brackets }, b']') => Token::CData { brackets: (brackets + 1).min(2) },
            (Token::CData { .. }, _) => Token::CData { brackets: 0 },
            (Token::Declaration { question: true }, b'>') => {
                if !bytes[..self.seen].starts_with(b"<?xml") {
                    return Err(WireError::Refused { what: "a processing instruction" });
                }
                self.place = Place::Before;
                return Ok(Some(self.skip(self.seen)));
            }
            (Token::Declaration { .. }, _) => Token::Declaration { question: byte == b'?' },
        };
        Ok(None)
    }

    fn bang(&self, byte: u8, comment: bool, matched: usize) -> Result<Token, WireError> {
        let is_inside = matches!(self.place, Place::Inside(_));
        match (byte, comment, matched) {
            (b'-', false, 0) => Ok(Token::Bang { comment: true, matched: 1 }),
            (b'-', true, 1) => Ok(Token::Comment { dashes: 0 }),
            (_, false, _) if is_inside && CDATA[matched] == byte => Ok(match matched + 1 == CDATA.len() {
                true => Token::CData { brackets: 0 },
                false => Token::Bang { comment: false, matched: matched + 1 },
            }),
            (b'D', false, 0) => Err(WireError::Refused { what: "a document type definition" }),
            _ => Err(WireError::malformed("neither a tag nor a comment behind <!")),
        }
    }

    fn comment_end(&mut self) -> Option<Found> {
        self.token = Token::Text;
        match self.place {
            Place::Inside(_) => None,
            _ => {
                if matches!(self.place, Place::Start | Place::Marked) {
                    self.place = Place::Before;
                }
                Some(self.skip(self.seen))
            }
        }
    }

    fn start_tag(&mut self, is_empty: bool, bytes: &[u8], bounds: &Bounds) -> Result<Option<Found>, WireError> {
        self.token = Token::Text;
        let depth = match self.place {
            Place::Start | Place::Marked | Place::Before => {
                if !is_named_protocol(&bytes[self.token_at + 1..self.seen]) {
                    return Err(WireError::malformed("the stream does not begin with <protocol>"));
                }
                self.place = if is_empty { Place::Closed } else { Place::Between };
                return Ok(Some(self.skip(self.seen)));
            }
            Place::Inside(depth) => depth,
            Place::Between | Place::Closed => 0,
        };
        if depth >= bounds.depth {
            return Err(WireError::TooBig { what: "levels", limit: bounds.depth });
        }
        match (is_empty, depth) {
            (true, 0) => Ok(Some(self.message())),
            (true, _) => Ok(None),
            (false, _) => {
                self.place = Place::Inside(depth + 1);
                Ok(None)
            }
        }
    }

    fn end_tag(&mut self, bytes: &[u8]) -> Result<Option<Found>, WireError> {
        self.token = Token::Text;
        match self.place {
            Place::Inside(1) => Ok(Some(self.message())),
            Place::Inside(depth) => {
                self.place = Place::Inside(depth - 1);
                Ok(None)
            }
            Place::Between if is_named_protocol(&bytes[self.token_at + 2..self.seen]) => {
                self.place = Place::Closed;
                Ok(Some(self.skip(self.seen)))
            }
            _ => Err(WireError::malformed("an end tag where nothing is open")),
        }
    }

    fn message(&mut self) -> Found {
        let bytes = self.seen;
        self.place = Place::Between;
        self.seen = 0;
        Found::Message(bytes)
    }
}

/// Whether a tag, read from behind its `<` or `</`, is the root's.
fn is_named_protocol(tag: &[u8]) -> bool {
    let name = tag.iter().position(|&byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    name.is_some_and(|end| &tag[..end] == b"protocol")
}
