//! One line of JSON taken apart, and everything that can be wrong with it.
//!
//! Invariant: the `id` is found wherever it stands, so that a complaint about any other key
//! carries it; only a line that is no JSON object has none.

use std::fmt;

use schwarm_core::Notation;
use schwarm_core::error::shorten;
use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use schwarm_play::Start;

use crate::suggest;

/// The most moves a request may carry.
pub const MOST_MOVES: usize = 10_000;
/// The deepest nesting of a line.
const DEEPEST: usize = 128;

const KEYS: [&str; 6] = ["id", "game", "setup", "position", "moves", "notation"];

/// A question about a position.
#[derive(Debug)]
pub struct Request {
    /// Id of the game with options.
    pub game: String,
    /// Where the game begins.
    pub start: Start,
    /// Moves played from there.
    pub moves: Vec<String>,
    /// How moves are written in the answer.
    pub notation: Notation,
}

/// What is wrong with a request. The keys are public.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// Stable id of the kind of problem.
    pub kind: &'static str,
    /// The problem in words.
    pub message: String,
    /// Number of the bad move in `moves`, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// Id of the rule an illegal move breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl Problem {
    /// A problem that is not about a move.
    pub fn new(kind: &'static str, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), ply: None, rule: None }
    }
}

/// The raw values of a line's keys.
#[derive(Debug, Default)]
pub struct Keys<'a> {
    values: [Option<&'a RawValue>; KEYS.len()],
    problem: Option<String>,
}

impl<'a> Keys<'a> {
    /// Takes a line apart.
    ///
    /// # Errors
    /// When the line is no JSON object.
    pub fn read(line: &'a [u8]) -> Result<Keys<'a>, Problem> {
        let text = std::str::from_utf8(line).map_err(|error| {
            Problem::new("json", format!("the line is not UTF-8 at byte {}", error.valid_up_to() + 1))
        })?;
        if depth(line) > DEEPEST {
            return Err(Problem::new("json", format!("nested deeper than {DEEPEST} levels")));
        }
        serde_json::from_str(text).map_err(|error| complaint(&error, "the line"))
    }

    /// The `id` to echo.
    pub fn id(&self) -> Option<&'a RawValue> {
        self.values[0]
    }

    /// The request these keys make.
    ///
    /// # Errors
    /// For missing, unknown, repeated, contradictory and ill-typed keys.
    pub fn request(&self) -> Result<Request, Problem> {
        if let Some(problem) = &self.problem {
            return Err(Problem::new("request", problem.clone()));
        }
        let game = self.value::<String>("game", "a text")?;
        let game = game.ok_or_else(|| Problem::new("request", "the key \"game\" is missing"))?;
        let setup = self.value::<String>("setup", "a text")?;
        let position = self.value::<String>("position", "a text")?;
        let start = match (setup, position) {
            (Some(_), Some(_)) => {
                return Err(Problem::new("request", "give \"setup\" or \"position\", not both"));
            }
            (Some(text), None) => Start::Setup(text),
            (None, Some(text)) => Start::Position(text),
            (None, None) => Start::Default,
        };
        let moves = self.value::<Vec<String>>("moves", "a list of texts")?.unwrap_or_default();
        if moves.len() > MOST_MOVES {
            let message = format!("\"moves\" has {} moves, at most {MOST_MOVES} are taken", moves.len());
            return Err(Problem::new("request", message));
        }
        let notation = match self.value::<String>("notation", "a text")?.as_deref() {
            None | Some("standard") => Notation::Standard,
            Some("sandbox") => Notation::Sandbox,
            Some(other) => {
                let message = format!("unknown notation {:?}; known: standard, sandbox", shorten(other));
                return Err(Problem::new("request", message));
            }
        };
        Ok(Request { game, start, moves, notation })
    }

    fn value<T: DeserializeOwned>(&self, key: &str, wanted: &str) -> Result<Option<T>, Problem> {
        let place = KEYS.iter().position(|known| *known == key);
        let Some(raw) = place.and_then(|place| self.values[place]) else { return Ok(None) };
        serde_json::from_str(raw.get()).map(Some).map_err(|error| match error.is_data() {
            true => Problem::new("request", format!("the value of {key:?} must be {wanted}")),
            false => complaint(&error, &format!("the value of {key:?}")),
        })
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Keys<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys<'a>, D::Error> {
        deserializer.deserialize_map(KeysVisitor)
    }
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request, which is an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys<'de>, A::Error> {
        let mut keys = Keys::default();
        while let Some(key) = map.next_key::<String>()? {
            let problem = match KEYS.iter().position(|known| *known == key) {
                None => {
                    map.next_value::<IgnoredAny>()?;
                    let hint = suggest::did_you_mean(&key, KEYS).map_or_else(String::new, |hint| format!("; {hint}"));
                    Some(format!("unknown key {:?}{hint}", shorten(&key)))
                }
                Some(place) => {
                    let again = keys.values[place].replace(map.next_value()?).is_some();
                    again.then(|| format!("the key {key:?} is given twice"))
                }
            };
            keys.problem = keys.problem.or(problem);
        }
        Ok(keys)
    }
}

fn complaint(error: &serde_json::Error, what: &str) -> Problem {
    let kind = if error.is_data() { "request" } else { "json" };
    // Every line is line 1 to the JSON reader; only the column helps.
    let message = error.to_string().replace("at line 1 column", "at column");
    Problem::new(kind, format!("cannot read {what}: {}", shorten(&message)))
}

/// How deep arrays and objects are nested; brackets inside texts do not count.
fn depth(line: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0usize, 0usize);
    let (mut in_text, mut escaped) = (false, false);
    for &byte in line {
        match (in_text, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'[' | b'{') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: &str) -> Problem {
        Keys::read(line.as_bytes()).and_then(|keys| keys.request()).unwrap_err()
    }

    #[test]
    fn every_fault_of_form_has_its_kind() {
        for (line, kind) in [
            ("{", "json"),
            ("nonsense", "json"),
            ("{\"game\":\"a\"} x", "json"),
            ("{\"game\":\"\\ud800\"}", "json"),
            ("[1]", "request"),
            ("null", "request"),
            ("{}", "request"),
            ("{\"game\":1}", "request"),
            ("{\"game\":\"a\",\"moves\":\"b\"}", "request"),
            ("{\"game\":\"a\",\"moves\":[1]}", "request"),
            ("{\"game\":\"a\",\"setup\":null}", "request"),
            ("{\"game\":\"a\",\"game\":\"a\"}", "request"),
            ("{\"game\":\"a\",\"setup\":\"x\",\"position\":\"y\"}", "request"),
            ("{\"game\":\"a\",\"notation\":\"x\"}", "request"),
        ] {
            assert_eq!(problem(line).kind, kind, "{line}");
        }
        assert_eq!(problem("{\"game\":\"a\",\"move\":[]}").message, "unknown key \"move\"; did you mean moves?");
    }

    #[test]
    fn the_id_is_found_behind_a_fault_and_kept_to_the_letter() {
        let keys = Keys::read(br#"{"games":1,"id":12345678901234567890.50}"#).unwrap();
        assert!(keys.request().is_err());
        assert_eq!(keys.id().unwrap().get(), "12345678901234567890.50");
    }

    #[test]
    fn nesting_is_bounded_outside_of_texts() {
        let deep = format!("{{\"id\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Keys::read(deep.as_bytes()).unwrap_err().kind, "json");
        assert_eq!(depth(br#"{"a":"[[[\"[[","b":[1]}"#), 2);
    }
}
