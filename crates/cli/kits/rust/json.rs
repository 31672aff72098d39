//! A small reader and writer of JSON, which the standard library does not have. You need not change this file.

use std::collections::HashMap;
use std::fmt::Write;

/// A value.
#[allow(dead_code)] // not every bot looks at truth values
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    /// Reads a value; `None` if the text is no JSON.
    pub fn read(text: &str) -> Option<Json> {
        Reader { rest: text }.value()
    }

    /// The value of a key; `Null` if there is none.
    pub fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(object) => object.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    /// The text; empty if it is none.
    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Json::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Json::List(list) => list.iter().map(|value| value.text().to_string()).collect(),
            _ => Vec::new(),
        }
    }
}

/// A text in quotes.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\0'..='\x1f' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<Json> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '"' => self.string().map(Json::Text),
            '[' => self.list().map(Json::List),
            '{' => self.object().map(Json::Object),
            _ => {
                let end = self.rest.find([',', ']', '}', ' ', '\n']).unwrap_or(self.rest.len());
                let word;
                (word, self.rest) = self.rest.split_at(end);
                match word {
                    "null" => Some(Json::Null),
                    "true" => Some(Json::Bool(true)),
                    "false" => Some(Json::Bool(false)),
                    _ => word.parse().ok().map(Json::Number),
                }
            }
        }
    }

    /// Passes over a sign, if it comes next.
    fn pass(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn list(&mut self) -> Option<Vec<Json>> {
        let mut list = Vec::new();
        self.pass('[');
        while !self.pass(']') {
            list.push(self.value()?);
            self.pass(',');
        }
        Some(list)
    }

    fn object(&mut self) -> Option<HashMap<String, Json>> {
        let mut object = HashMap::new();
        self.pass('{');
        while !self.pass('}') {
            let key = self.string()?;
            self.pass(':');
            object.insert(key, self.value()?);
            self.pass(',');
        }
        Some(object)
    }

    fn string(&mut self) -> Option<String> {
        let mut string = String::new();
        if !self.pass('"') {
            return None;
        }
        let mut letters = self.rest.chars();
        loop {
            let letter = match letters.next()? {
                '"' => break,
                '\\' => match letters.next()? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'b' => '\x08',
                    'f' => '\x0c',
                    'u' => {
                        let digits: String = letters.by_ref().take(4).collect();
                        char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or('?')
                    }
                    sign => sign,
                },
                letter => letter,
            };
            string.push(letter);
        }
        self.rest = letters.as_str();
        Some(string)
    }
}
