//! A small reader of XML: enough for the messages of the Software-Challenge. You need not change this file.

use std::collections::HashMap;
use std::io::{self, BufRead};

/// An element with everything in it.
#[derive(Clone, Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: HashMap<String, String>,
    pub children: Vec<Element>,
    #[allow(dead_code)] // not every season writes texts
    pub text: String,
}

impl Element {
    /// An attribute; empty if there is none.
    pub fn get(&self, attribute: &str) -> &str {
        self.attributes.get(attribute).map_or("", String::as_str)
    }

    /// The first element of a name inside of this one, at any depth.
    pub fn find(&self, name: &str) -> Option<&Element> {
        self.find_all(name).into_iter().next()
    }

    /// All elements of a name inside of this one, at any depth.
    pub fn find_all(&self, name: &str) -> Vec<&Element> {
        let mut found = Vec::new();
        for child in &self.children {
            if child.name == name {
                found.push(child);
            } else {
                found.extend(child.find_all(name));
            }
        }
        found
    }
}

/// Reads the next element that is complete inside of `<protocol>`; `None` when the stream ends.
pub fn next_message(server: &mut impl BufRead) -> io::Result<Option<Element>> {
    let mut open: Vec<Element> = Vec::new(); // the elements we are in, the outermost first
    loop {
        let mut bytes = Vec::new();
        server.read_until(b'>', &mut bytes)?;
        let piece = String::from_utf8_lossy(&bytes);
        // Before the tag there may be a text.
        let Some((text, tag)) = piece.strip_suffix('>').and_then(|piece| piece.split_once('<')) else {
            return Ok(None);
        };
        if tag.starts_with(['?', '!']) || tag == "protocol" {
            continue;
        }
        if let Some(inside) = open.last_mut() {
            inside.text += &unescape(text.trim());
        }
        if !tag.starts_with('/') {
            open.push(read_tag(tag));
            if !tag.ends_with('/') {
                continue;
            }
        }
        // An element is complete.
        match (open.pop(), open.last_mut()) {
            (Some(closed), Some(parent)) => parent.children.push(closed),
            (closed, _) => return Ok(closed), // without any: </protocol>
        }
    }
}

/// The element of a tag such as `from x="1" y="2"/`.
fn read_tag(tag: &str) -> Element {
    let mut rest = tag.trim_end_matches('/');
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let mut element = Element { name: rest[..end].to_string(), ..Element::default() };
    rest = &rest[end..];
    while let Some((name, value)) = rest.split_once('=') {
        let mark = if value.starts_with('\'') { '\'' } else { '"' };
        let mut parts = value.splitn(3, mark).skip(1);
        let (Some(value), Some(after)) = (parts.next(), parts.next()) else { break };
        element.attributes.insert(name.trim().to_string(), unescape(value));
        rest = after;
    }
    element
}

fn unescape(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&#xa;", "\n").replace("&amp;", "&")
}
