//! Games out of a file of any length, each with the place where it stands.
//!
//! Never more than one game is in memory, and none of more than [`pgn::LONGEST_GAME`] bytes. After a bad game comes
//! the next one. Not here: whether a game obeys the rules (`check`).

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use schwarm_play::{GameRecord, foreign, pgn};

use super::export::Format;
use super::words::clip;
use crate::replays;

/// How packed files (gzip) begin.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Whatever can be read.
type Input = Counted<BufReader<Box<dyn Read>>>;

/// A game, or what stands in its place.
pub struct Found {
    /// `game 3, lines 40 to 95`.
    pub place: String,
    /// The game, or what is wrong.
    pub record: Result<GameRecord, String>,
}

/// The games of a file.
pub enum Games {
    /// A file of PGN.
    Pgn { reader: Box<pgn::Reader<Input>>, at: Rc<Cell<At>>, count: usize },
    /// A file of another program's, read whole.
    Whole(std::vec::IntoIter<Found>),
    /// A file of JSON lines.
    Jsonl { input: Input, at: Rc<Cell<At>>, count: usize },
}

impl Games {
    /// Games of an input; without a format its first bytes decide.
    ///
    /// # Errors
    /// When nothing can be read.
    pub fn new(input: Box<dyn Read>, format: Option<Format>) -> io::Result<Games> {
        let mut input = BufReader::with_capacity(1 << 16, input);
        if input.fill_buf()?.starts_with(&PACKED) {
            let unpacked: Box<dyn Read> = Box::new(MultiGzDecoder::new(input));
            input = BufReader::with_capacity(1 << 16, unpacked);
        }
        let format = match format {
            Some(format) => format,
            None => {
                let start = input.fill_buf()?;
                if replays::is_replay(start) {
                    return replay(input);
                }
                if let Some(format) = foreign_format(start) {
                    return foreign(input, format);
                }
                guess(start)
            }
        };
        let at = Rc::new(Cell::new(At::default()));
        let input = Counted { input, at: at.clone() };
        Ok(match format {
            Format::Pgn => Games::Pgn { reader: Box::new(pgn::Reader::new(input)), at, count: 0 },
            Format::Jsonl => Games::Jsonl { input, at, count: 0 },
        })
    }
}

/// Formats of Hive programs that cannot be taken for ours.
fn foreign_format(start: &[u8]) -> Option<foreign::Format> {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start).trim_ascii_start();
    match start {
        [b'(', ..] => Some(foreign::Format::Sgf),
        _ if start.starts_with(b"Base") || start.starts_with(b"Classic") => Some(foreign::Format::Uhp),
        _ => None,
    }
}

fn foreign(input: impl Read, format: foreign::Format) -> io::Result<Games> {
    let mut text = String::new();
    // One byte more than is allowed, so that too much is seen to be too much.
    input.take(foreign::LONGEST_TEXT as u64 + 1).read_to_string(&mut text)?;
    let open = |id: &str| schwarm_catalog::open(id).map_err(|error| error.to_string());
    let games = foreign::read(&text, Some(format), &open).zip(1..).map(|(game, number)| Found {
        place: format!("game {number}"),
        record: game.map(|imported| imported.record).map_err(|error| error.to_string()),
    });
    Ok(Games::Whole(games.collect::<Vec<_>>().into_iter()))
}

/// A replay of the Software-Challenge is one game.
fn replay(input: impl Read) -> io::Result<Games> {
    let mut bytes = Vec::new();
    // One byte more than is allowed, so that too much is seen to be too much.
    input.take(foreign::LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    let found = Found { place: "game 1".to_string(), record: replays::read(&bytes) };
    Ok(Games::Whole(vec![found].into_iter()))
}

/// PGN may begin with a remark in braces; an object of JSON has a key in quotes there.
fn guess(start: &[u8]) -> Format {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let mut letters = start.iter().filter(|byte| !byte.is_ascii_whitespace());
    match (letters.next(), letters.next()) {
        (Some(b'{'), Some(b'"' | b'}')) => Format::Jsonl,
        _ => Format::Pgn,
    }
}

impl Iterator for Games {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        match self {
            Games::Whole(games) => games.next(),
            Games::Pgn { reader, at, count } => {
                at.set(At { first: 0, ..at.get() });
                let game = reader.next()?;
                *count += 1;
                let At { first, line, .. } = at.get();
                Some(match game {
                    Err(wrong) => {
                        let place = format!("game {}, line {}", wrong.game, wrong.line);
                        Found { place, record: Err(wrong.what) }
                    }
                    Ok(record) if first == 0 || first == line => {
                        Found { place: format!("game {count}, line {line}"), record: Ok(record) }
                    }
                    Ok(record) => Found { place: format!("game {count}, lines {first} to {line}"), record: Ok(record) },
                })
            }
            Games::Jsonl { input, at, count } => loop {
                let mut line = Vec::new();
                let read = input.by_ref().take(pgn::LONGEST_GAME as u64 + 1).read_until(b'\n', &mut line);
                let text = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).trim_ascii();
                if matches!(read, Ok(length) if length > 0) && text.is_empty() {
                    continue;
                }
                *count += 1;
                let place = format!("game {count}, line {}", at.get().line);
                let record = match read {
                    Ok(0) => return None,
                    Err(error) => {
                        // Nothing sensible comes after this.
                        input.input = BufReader::new(Box::new(io::empty()));
                        Err(format!("cannot read the file: {error}"))
                    }
                    Ok(_) if line.len() > pgn::LONGEST_GAME => {
                        // An input that cannot be read any more says so again at the next line.
                        let _ = input.skip_until(b'\n');
                        Err(format!("the line is longer than {} bytes", pgn::LONGEST_GAME))
                    }
                    Ok(_) => serde_json::from_slice(text).map_err(|error| {
                        let said = error.to_string().replace(" at line 1 column ", " at column ");
                        format!("no game: {}", clip(&said, 300))
                    }),
                };
                return Some(Found { place, record });
            },
        }
    }
}

/// How far an input has been read.
#[derive(Clone, Copy, Default)]
pub struct At {
    /// Number of the line, from 1.
    line: usize,
    /// The first line with anything in it since this was last set to 0.
    first: usize,
    /// Whether the line goes on.
    within: bool,
}

/// Counts the lines of what is read through it.
pub struct Counted<R> {
    input: R,
    at: Rc<Cell<At>>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut ready = self.fill_buf()?;
        let length = ready.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        let mut at = self.at.get();
        // What is consumed has been filled in before: this reads nothing.
        for byte in self.input.fill_buf().unwrap_or_default().iter().take(length) {
            if !at.within {
                at.line += 1;
            }
            at.within = *byte != b'\n';
            if at.first == 0 && !byte.is_ascii_whitespace() {
                at.first = at.line;
            }
        }
        self.at.set(at);
        self.input.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_boardspace_and_bare_game_texts_are_recognised() {
        let games = found("Base;InProgress;White[2];wS1;bS1 wS1-\nBase;InProgress;Black[1];wG1\n");
        assert_eq!(games, [("game 1".to_string(), Ok(2)), ("game 2".to_string(), Ok(1))]);
        let games = found("(;GM[27]VV[1]SU[hive]P0[id \"ann\"]P1[id \"bob\"])");
        assert_eq!(games.len(), 1, "{games:?}");
    }

    fn found(text: &'static str) -> Vec<(String, Result<usize, String>)> {
        let games = Games::new(Box::new(text.as_bytes()), None).expect("memory can be read");
        games.map(|found| (found.place, found.record.map(|record| record.moves.len()))).collect()
    }

    #[test]
    fn every_game_of_a_file_knows_its_lines() {
        let one = "[Game \"piranhas-2019\"]\n\n1. a4-c4\n2. b0-b2 *\n";
        let text: &'static str = format!("\n{one}\n\n{one}[Game \"x\n\n{one}").leak();
        let places: Vec<_> = found(text).into_iter().map(|(place, record)| (place, record.ok())).collect();
        let place = |text: &str, moves| (text.to_string(), moves);
        assert_eq!(
            places,
            [
                place("game 1, lines 2 to 5", Some(2)),
                place("game 2, lines 8 to 11", Some(2)),
                place("game 3, line 12", None),
                place("game 4, lines 14 to 17", Some(2)),
            ]
        );
    }

    #[test]
    fn lines_of_json_are_told_from_pgn_and_bad_ones_passed_over() {
        let line = r#"{"game":"hive","start":"default","players":["a","b"],"moves":[{"move":"wS1"}]}"#;
        let text: &'static str = format!("\u{feff}{line}\n\n{{\"game\":7}}\n[]\n{line}").leak();
        let found = found(text);
        let places: Vec<_> = found.iter().map(|(place, record)| (place.as_str(), record.is_ok())).collect();
        assert_eq!(
            places,
            [("game 1, line 1", true), ("game 2, line 3", false), ("game 3, line 4", false), ("game 4, line 5", true)]
        );
        let why = found[1].1.as_ref().expect_err("a number is no game");
        assert!(why.starts_with("no game: ") && why.contains(" at column "), "{why}");
    }

    #[test]
    fn a_remark_in_braces_is_still_pgn() {
        assert_eq!(guess(b"{ a remark }\n[Game \"hive\"]"), Format::Pgn);
        assert_eq!(guess(b" \n{ \"game\": \"hive\" }"), Format::Jsonl);
        assert_eq!(guess(b""), Format::Pgn);
        assert!(found("").is_empty() && found(" \n\n").is_empty());
    }
}
