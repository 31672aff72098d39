//! Perft suites: the files `tests/perft/*.perft`.
//!
//! A file begins with a comment that names the source of its numbers. Entries are separated by
//! blank lines: `game ID`, then `setup TEXT` or `position TEXT` or neither for the default start,
//! then lines `DEPTH COUNT`. `#` begins a comment.

use schwarm_catalog::open;
use schwarm_core::{Session, Setup};

/// A position and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// File and line, for messages.
    pub place: String,
    pub game: String,
    pub from: From,
    /// Depth and count.
    pub counts: Vec<(u32, u64)>,
}

/// Where an entry begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    Default,
    Setup(String),
    Position(String),
}

impl Entry {
    /// A session at the entry's position.
    pub fn open(&self) -> Box<dyn Session> {
        let rules = open(&self.game).unwrap_or_else(|error| panic!("{}: {error}", self.place));
        match &self.from {
            From::Default => rules.start(Setup::Default),
            From::Setup(text) => rules.start(Setup::Text(text)),
            From::Position(text) => rules.from_position(text),
        }
        .unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }
}

/// All suites, in the order of their names.
pub fn read_all() -> Vec<Entry> {
    let folder = format!("{}/tests/perft", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "perft"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        parse(&name, &std::fs::read_to_string(path).unwrap()).unwrap_or_else(|error| panic!("{error}"))
    };
    paths.iter().flat_map(read).collect()
}

/// Reads the text of a suite.
pub fn parse(name: &str, text: &str) -> Result<Vec<Entry>, String> {
    if !text.starts_with('#') || !text.contains("# Source: ") {
        return Err(format!("{name}: the numbers have no source"));
    }
    let mut entries: Vec<Entry> = Vec::new();
    for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        let place = format!("{name}, line {}", line + 1);
        let wrong = || format!("{place}: {text:?} is no line of a suite");
        let (key, value) = text.split_once(' ').ok_or_else(wrong)?;
        if key == "game" {
            entries.push(Entry { place, game: value.to_string(), from: From::Default, counts: Vec::new() });
            continue;
        }
        let entry = entries.last_mut().ok_or_else(wrong)?;
        match key {
            "setup" => entry.from = From::Setup(value.to_string()),
            "position" => entry.from = From::Position(value.to_string()),
            depth => {
                let depth = depth.parse().map_err(|_| wrong())?;
                entry.counts.push((depth, value.parse().map_err(|_| wrong())?));
            }
        }
    }
    match entries.iter().find(|entry| entry.counts.is_empty()) {
        Some(empty) => Err(format!("{}: an entry without numbers", empty.place)),
        None => Ok(entries),
    }
}
