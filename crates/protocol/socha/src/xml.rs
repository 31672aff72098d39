//! A small tree of XML elements and its printer.
//!
//! [`Element`] is all the protocol needs: a name, attributes, children and text. It is printed as
//! the official servers print it: every element on a line of its own, two blanks for each level.
//! Invariant: what is written can be read back by any XML reader; characters XML does not know are
//! replaced.
//! Not here: reading (`wire`), what the elements mean (`season`).

mod attributes;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

pub use attributes::Attributes;

/// A text that is often a word of the protocol, and then costs no memory.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(Cow<'static, str>);

impl Text {
    /// A word of the program.
    pub const fn word(word: &'static str) -> Text {
        Text(Cow::Borrowed(word))
    }

    /// A copy of a text from elsewhere.
    pub fn copied(text: &str) -> Text {
        Text(Cow::Owned(text.to_string()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<&'static str> for Text {
    fn from(word: &'static str) -> Text {
        Text::word(word)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(Cow::Owned(text))
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

/// An element with everything in it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Element {
    /// The name of the tag.
    pub name: Text,
    /// Names and values, in order.
    pub attributes: Attributes,
    /// The elements inside.
    pub children: Vec<Element>,
    /// The text inside, without the blanks around it.
    pub text: Text,
}

impl Element {
    /// An empty element.
    pub fn new(name: impl Into<Text>) -> Element {
        Element { name: name.into(), ..Element::default() }
    }

    /// The same with one more attribute.
    pub fn with(self, name: impl Into<Text>, value: impl ToString) -> Element {
        self.marked(name, value.to_string())
    }

    /// The same with one more attribute, which costs no memory if it is a word of the program.
    pub fn marked(mut self, name: impl Into<Text>, value: impl Into<Text>) -> Element {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// The same with one more element inside.
    pub fn containing(mut self, child: Element) -> Element {
        self.children.push(child);
        self
    }

    /// The same with a text inside.
    pub fn saying(mut self, text: impl Into<Text>) -> Element {
        self.text = text.into();
        self
    }

    /// The same under another name.
    pub fn named(mut self, name: impl Into<Text>) -> Element {
        self.name = name.into();
        self
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first element of that name inside.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All elements of that name inside.
    pub fn children_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Prints the element behind what stands in `out`: a line break, two blanks for each level of
    /// `indent`, the tag, and what is inside one level deeper.
    pub fn write(&self, out: &mut String, indent: usize) {
        new_line(out, indent);
        self.write_here(out, indent);
    }

    /// The same without the line break and the blanks before the tag.
    pub fn write_here(&self, out: &mut String, indent: usize) {
        out.push('<');
        out.push_str(&self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(out, value);
            out.push('"');
        }
        if self.children.is_empty() && self.text.is_empty() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        escape(out, &self.text);
        for child in &self.children {
            child.write(out, indent + 1);
        }
        if !self.children.is_empty() {
            new_line(out, indent);
        }
        out.push_str("</");
        out.push_str(&self.name);
        out.push('>');
    }
}

impl fmt::Debug for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Printed as on the wire, without the first line break.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_here(&mut text, 0);
        f.write_str(&text)
    }
}

/// Whether XML 1.0 knows the character at all.
pub(crate) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

fn new_line(out: &mut String, indent: usize) {
    const BLANKS: &str = "\n                                                                ";
    let wanted = 1 + 2 * indent;
    out.push_str(&BLANKS[..wanted.min(BLANKS.len())]);
    for _ in BLANKS.len()..wanted {
        out.push(' ');
    }
}

/// Writes a text so that it is read back as it was, line breaks in attributes included.
fn escape(out: &mut String, text: &str) {
    let is_plain = |b: u8| b >= b' ' && !matches!(b, b'&' | b'<' | b'>' | b'"' | b'\'' | 0x7f | 0xef);
    if text.bytes().all(is_plain) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#xa;"),
            '\r' => out.push_str("&#xd;"),
            '\t' => out.push_str("&#x9;"),
            c if is_xml_char(c) => out.push(c),
            _ => out.push('\u{fffd}'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_printed_as_the_official_servers_do() {
        let field = Element::new("field").saying("EMPTY");
        let row = Element::new("row").containing(field.clone()).containing(field);
        let state = Element::new("state").with("turn", 3).containing(row).containing(Element::new("null"));
        let mut out = String::from("<protocol>");
        state.write(&mut out, 1);
        assert_eq!(
            out,
            "<protocol>\n  <state turn=\"3\">\n    <row>\n      <field>EMPTY</field>\n      <field>EMPTY</field>\n    \
             </row>\n    <null/>\n  </state>"
        );
    }

    #[test]
    fn what_would_be_markup_is_escaped() {
        let element = Element::new("a").with("b", "'\"<&>\n\u{1}∅").saying("1 < 2");
        assert_eq!(element.to_string(), "<a b=\"&apos;&quot;&lt;&amp;&gt;&#xa;\u{fffd}∅\">1 &lt; 2</a>");
    }

    #[test]
    fn a_deep_tree_is_indented_to_the_end() {
        let tree = (0..40).fold(Element::new("x"), |inner, _| Element::new("x").containing(inner));
        let text = tree.to_string();
        assert!(text.contains(&format!("\n{}<x/>\n", " ".repeat(80))), "{text}");
    }
}
