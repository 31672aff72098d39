//! Taking messages apart: what is missing or cannot be read is said, never assumed.

use schwarm_core::error::shorten;

use crate::xml::Element;

/// Why a message says nothing the game can use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is no message of this kind: something is missing or cannot be read.
    #[error("{what}")]
    Shape {
        /// What is wrong.
        what: String,
        /// The element it is about, where that is known, without the elements inside.
        element: Option<Box<Element>>,
    },
    /// It is a move, but about something that does not exist, such as a cell off the board.
    #[error("{message}")]
    Illegal {
        /// Id of the broken rule.
        rule: &'static str,
        /// The rule in words.
        message: String,
    },
}

impl ReadError {
    pub(crate) fn shape(what: impl Into<String>) -> ReadError {
        ReadError::Shape { what: what.into(), element: None }
    }

    fn about(element: &Element, what: String) -> ReadError {
        let Element { name, attributes, text, .. } = element.clone();
        ReadError::Shape { what, element: Some(Box::new(Element { name, attributes, text, children: Vec::new() })) }
    }

    pub(crate) fn illegal(rule: &'static str, message: impl Into<String>) -> ReadError {
        ReadError::Illegal { rule, message: message.into() }
    }
}

/// The element of that name inside another, which must be there.
pub(crate) fn child<'a>(element: &'a Element, name: &'static str) -> Result<&'a Element, ReadError> {
    let missing = || ReadError::about(element, format!("<{}> has no <{name}>", shorten(&element.name)));
    element.child(name).ok_or_else(missing)
}

/// An attribute that must be there.
pub(crate) fn attribute<'a>(element: &'a Element, name: &'static str) -> Result<&'a str, ReadError> {
    let missing = || ReadError::about(element, format!("<{}> has no attribute {name}", shorten(&element.name)));
    element.attribute(name).ok_or_else(missing)
}

/// An attribute that must be a number.
pub(crate) fn number(element: &Element, name: &'static str) -> Result<i32, ReadError> {
    let text = attribute(element, name)?;
    text.trim().parse().map_err(|_| {
        ReadError::about(element, format!("<{}>: {name} is {:?}, no number", shorten(&element.name), shorten(text)))
    })
}

/// A word none of those that can stand there.
pub(crate) fn unknown(element: &Element, word: &str) -> ReadError {
    ReadError::about(element, format!("<{}>: {:?} is not known here", shorten(&element.name), shorten(word)))
}

/// That the element is a move message: its `class` is one of these. Only a state's `lastMove` may
/// lack it.
pub(crate) fn class<'a>(element: &'a Element, known: &[&str]) -> Result<&'a str, ReadError> {
    match element.attribute("class") {
        Some(class) if known.contains(&class) => Ok(class),
        Some(class) => Err(ReadError::shape(format!("{:?} is no move of this game", shorten(class)))),
        None if element.name == "lastMove" => Ok(""),
        None => Err(ReadError::shape("a move without a class")),
    }
}
