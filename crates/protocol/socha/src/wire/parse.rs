//! One whole message becomes an element.
//!
//! quick-xml reads the tokens. Only the five entities of XML itself and character references are
//! resolved, so that nothing can grow; names and characters are checked, so that an element can be
//! sent on as it came.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::xml::{Element, Text, is_xml_char};

use super::{Bounds, WireError};

/// Reads a message.
pub(super) fn message(bytes: &[u8], bounds: &Bounds) -> Result<Element, WireError> {
    let text = std::str::from_utf8(bytes).map_err(|_| WireError::malformed("not UTF-8"))?;
    let mut parser = Parser { bounds, elements: 0, attributes: 0, open: Vec::new(), done: None };
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().map_err(|error| WireError::malformed(error.to_string()))? {
            Event::Start(tag) => parser.start(&tag)?,
            Event::Empty(tag) => {
                parser.start(&tag)?;
                parser.end()?;
            }
            Event::End(_) => parser.end()?,
            Event::Text(text) => parser.text(&text)?,
            Event::CData(text) => parser.text(&text)?,
            Event::GeneralRef(reference) => parser.reference(&reference)?,
            Event::Comment(_) => {}
            Event::Decl(_) | Event::PI(_) => return Err(WireError::Refused { what: "a processing instruction" }),
            Event::DocType(_) => return Err(WireError::Refused { what: "a document type definition" }),
            Event::Eof => break,
        }
    }
    match parser {
        Parser { done: Some(element), open, .. } if open.is_empty() => Ok(element),
        _ => Err(WireError::malformed("an element is not closed")),
    }
}

struct Parser<'a> {
    bounds: &'a Bounds,
    elements: usize,
    attributes: usize,
    /// Elements not yet closed, the outermost first, with the text in them as it came.
    open: Vec<(Element, String)>,
    done: Option<Element>,
}

impl Parser<'_> {
    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), WireError> {
        if self.done.is_some() {
            return Err(WireError::malformed("more than one element"));
        }
        count(&mut self.elements, self.bounds.elements, "elements")?;
        if self.open.len() >= self.bounds.depth {
            return Err(WireError::TooBig { what: "levels", limit: self.bounds.depth });
        }
        let mut element = Element::new(name(tag.name().as_ref())?);
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| WireError::malformed(error.to_string()))?;
            count(&mut self.attributes, self.bounds.attributes, "attributes")?;
            let raw: &str = &attribute.value;
            if raw.contains('<') {
                return Err(WireError::malformed("a < inside an attribute"));
            }
            let value = match raw.contains('&') {
                true => unescape(raw).map_err(|error| WireError::malformed(error.to_string()))?,
                false => Cow::Borrowed(raw),
            };
            element.attributes.push((name(attribute.key.as_ref())?, checked(&value)?));
        }
        self.open.push((element, String::new()));
        Ok(())
    }

    fn end(&mut self) -> Result<(), WireError> {
        let Some((mut element, text)) = self.open.pop() else {
            return Err(WireError::malformed("an end tag where nothing is open"));
        };
        element.text = checked(text.trim())?;
        match self.open.last_mut() {
            Some((parent, _)) => parent.children.push(element),
            None => self.done = Some(element),
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), WireError> {
        match self.open.last_mut() {
            // Blanks between elements say nothing; most texts of a message are such.
            Some((_, known)) if known.is_empty() => known.push_str(text.trim_start()),
            Some((_, known)) => known.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err(WireError::malformed("text between two messages")),
        }
        Ok(())
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), WireError> {
        let character = reference.resolve_char_ref().map_err(|error| WireError::malformed(error.to_string()))?;
        let Some((_, text)) = self.open.last_mut() else {
            return Err(WireError::malformed("text between two messages"));
        };
        match character {
            Some(character) => text.push(character),
            None => match resolve_xml_entity(reference) {
                Some(known) => text.push_str(known),
                None => return Err(WireError::Refused { what: "an entity that is not one of XML itself" }),
            },
        }
        Ok(())
    }
}

fn count(counter: &mut usize, limit: usize, what: &'static str) -> Result<(), WireError> {
    *counter += 1;
    if *counter > limit { Err(WireError::TooBig { what, limit }) } else { Ok(()) }
}

/// A text with nothing in it that XML does not know.
fn checked(text: &str) -> Result<Text, WireError> {
    if let Some(known) = word(text) {
        return Ok(Text::word(known));
    }
    match text.chars().all(is_xml_char) {
        true => Ok(Text::copied(text)),
        false => Err(WireError::malformed("a character that XML does not know")),
    }
}

fn name(text: &str) -> Result<Text, WireError> {
    let is_first = |c: char| c.is_alphabetic() || c == '_' || c == ':';
    let is_later = |c: char| is_first(c) || c.is_ascii_digit() || c == '-' || c == '.';
    match text.starts_with(is_first) && text.chars().all(is_later) {
        true => Ok(word(text).map_or_else(|| Text::copied(text), Text::word)),
        false => Err(WireError::malformed(format!("{:?} is no name", schwarm_core::error::shorten(text)))),
    }
}

/// Words that boards are full of; they are not copied.
fn word(text: &str) -> Option<&'static str> {
    // By length: a word is looked for among few.
    const WORDS: [&[&str]; 13] = [
        &[""],
        &["x", "y", "z", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        &["-1", "-2", "-3", "-4", "-5", "UP", "to"],
        &["RED", "ONE", "TWO", "row", "ANT", "BEE"],
        &["null", "true", "BLUE", "team", "type", "from", "data", "room", "DOWN", "LEFT"],
        &[
            "field", "EMPTY", "false", "state", "ONE_S", "ONE_M", "ONE_L", "TWO_S", "TWO_M", "TWO_L", "piece", "count",
            "SQUID", "entry", "owner", "class", "RIGHT",
        ],
        &["fields", "roomId", "SPIDER", "BEETLE"],
        &["UP_LEFT"],
        &["UP_RIGHT"],
        &["direction", "DOWN_LEFT"],
        &["OBSTRUCTED", "DOWN_RIGHT"],
        &["coordinates", "GRASSHOPPER"],
        &["isObstructed"],
    ];
    WORDS.get(text.len())?.iter().find(|word| **word == text).copied()
}
