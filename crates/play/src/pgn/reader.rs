//! Games one after the other, out of a file of any length.
//!
//! Never more than one line and the games it ends are in memory, and no game is longer than
//! [`LONGEST_GAME`]. After a bad game the reader goes on with the next one.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use super::lexer::{Lexer, Token};
use super::tags::{self, Tag, Wrong};
use super::{PgnError, comment, words};
use crate::{GameRecord, PlayedMove};

/// The most bytes one game may have.
pub const LONGEST_GAME: usize = 64 << 20;

/// Reads games from anything that has lines.
pub struct Reader<R> {
    input: R,
    lexer: Lexer,
    game: Draft,
    /// Games that are complete but not yet taken.
    ready: VecDeque<Result<GameRecord, PgnError>>,
    /// Games begun so far.
    games: usize,
    line: usize,
    /// Bytes of this game.
    bytes: usize,
    /// Whether the rest of a bad game is being passed over.
    skipping: bool,
    after_blank: bool,
    done: bool,
}

/// A game being read.
#[derive(Default)]
struct Draft {
    tags: Vec<Tag>,
    /// Known once the moves begin.
    record: Option<GameRecord>,
    /// Words that are not yet a move.
    words: Vec<String>,
    /// What is said before the first move.
    preface: Option<String>,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the beginning of a file.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            input,
            lexer: Lexer::default(),
            game: Draft::default(),
            ready: VecDeque::new(),
            games: 0,
            line: 0,
            bytes: 0,
            skipping: false,
            after_blank: true,
            done: false,
        }
    }

    /// Reads one line; at the end of the file the last game is finished.
    fn step(&mut self) {
        let mut bytes = Vec::new();
        let left = (LONGEST_GAME - self.bytes) as u64 + 1;
        let read = self.input.by_ref().take(left).read_until(b'\n', &mut bytes);
        self.line += 1;
        match read {
            Err(error) => {
                self.skipping = false;
                self.fail((self.line, format!("cannot read the file: {error}")));
                self.done = true;
            }
            Ok(0) => {
                self.done = true;
                self.line = (self.line - 1).max(1);
                if self.lexer.in_comment() && !self.skipping {
                    return self.fail((self.line, "the file ends within a comment; expected }".to_string()));
                }
                self.finish(None);
            }
            Ok(length) => {
                self.bytes += length;
                if self.bytes > LONGEST_GAME {
                    self.fail((self.line, format!("the game is longer than {LONGEST_GAME} bytes")));
                    // What is left of this line is passed over piece by piece.
                    self.after_blank = false;
                    return;
                }
                match std::str::from_utf8(&bytes) {
                    Ok(line) => self.read_line(line.trim_end_matches(['\n', '\r'])),
                    Err(_) => self.fail((self.line, "the line is not UTF-8".to_string())),
                }
            }
        }
    }

    fn read_line(&mut self, line: &str) {
        let line = if self.line == 1 { line.trim_start_matches('\u{feff}') } else { line };
        let blank = line.trim().is_empty();
        let begins = self.after_blank && line.starts_with('[');
        self.after_blank = blank;
        if self.skipping {
            if !begins {
                self.bytes = 0;
                return;
            }
            self.skipping = false;
        }
        let mut tokens = Vec::new();
        let lexed = self.lexer.line(line, &mut tokens);
        for token in tokens {
            if let Err(wrong) = self.take(token, begins) {
                return self.fail(wrong);
            }
        }
        if let Err(what) = lexed {
            self.fail((self.line, what));
        }
    }

    fn take(&mut self, token: Token, begins: bool) -> Result<(), Wrong> {
        let line = self.line;
        match token {
            Token::Tag(name, value) => {
                // A file may hold games without moves, and without results in their place.
                let again = begins && name != "Tag" && self.game.tags.iter().any(|tag| tag.name == name);
                if self.game.has_moves() || again {
                    self.finish(None);
                }
                self.game.tags.push(Tag { name, value, line });
            }
            Token::Comment(text) => {
                if self.game.is_empty() {
                    // A remark between games belongs to none.
                    return Ok(());
                }
                self.game.flush()?;
                match self.game.record.as_mut().and_then(|record| record.moves.last_mut()) {
                    Some(played) => comment::read_into(&text, played),
                    None => {
                        let mut said = PlayedMove::default();
                        comment::read_into(&text, &mut said);
                        if let Some(note) = said.note {
                            comment::add_note(&mut self.game.preface, &note);
                        }
                    }
                }
            }
            Token::Quoted(text) => {
                self.game.flush()?;
                self.game.record()?.moves.push(PlayedMove::plain(text));
            }
            Token::Word(word) => self.take_word(&word)?,
        }
        Ok(())
    }

    fn take_word(&mut self, word: &str) -> Result<(), Wrong> {
        if words::is_result(word) {
            self.game.flush()?;
            self.finish(Some(Tag { name: "Result".to_string(), value: word.to_string(), line: self.line }));
            return Ok(());
        }
        if word.starts_with('$') {
            return Ok(());
        }
        let word = match words::behind_number(word) {
            Some(rest) => {
                self.game.flush()?;
                rest
            }
            None => word,
        };
        let word = word.trim_end_matches(['!', '?']);
        if !word.is_empty() {
            // The game must be known by now; asking here names the right line.
            self.game.record().map_err(|(_, what)| (self.line, what))?;
            self.game.words.push(word.to_string());
        }
        Ok(())
    }

    /// The game is complete.
    fn finish(&mut self, result: Option<Tag>) {
        let game = std::mem::take(&mut self.game);
        self.lexer.reset();
        self.bytes = 0;
        if game.is_empty() {
            return;
        }
        self.games += 1;
        let finished = game.finish(result);
        self.ready.push_back(finished.map_err(|(line, what)| PgnError { game: self.games, line, what }));
    }

    /// The game is none; what is left of it is passed over.
    fn fail(&mut self, (line, what): Wrong) {
        self.game = Draft::default();
        self.lexer.reset();
        self.bytes = 0;
        if self.skipping {
            return;
        }
        self.games += 1;
        self.skipping = true;
        self.ready.push_back(Err(PgnError { game: self.games, line, what }));
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.done {
            self.step();
        }
        self.ready.pop_front()
    }
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.has_moves()
    }

    fn has_moves(&self) -> bool {
        self.record.is_some()
    }

    /// The record, as far as it is known; made from the tags when the moves begin.
    fn record(&mut self) -> Result<&mut GameRecord, Wrong> {
        if self.record.is_none() {
            let (game, start) = (tags::game(&self.tags)?, tags::start(&self.tags));
            self.record = Some(GameRecord { game, start, ..GameRecord::default() });
        }
        Ok(self.record.get_or_insert_default())
    }

    /// Turns the words at hand into moves.
    fn flush(&mut self) -> Result<(), Wrong> {
        if self.words.is_empty() {
            return Ok(());
        }
        let words = std::mem::take(&mut self.words);
        let record = self.record()?;
        let bare_first = record.moves.is_empty() && tags::begins_empty(&record.start);
        let moves = words::moves(&words, words::is_hive(&record.game), bare_first);
        record.moves.extend(moves.into_iter().map(PlayedMove::plain));
        Ok(())
    }

    fn finish(mut self, result: Option<Tag>) -> Result<GameRecord, Wrong> {
        self.flush()?;
        self.record()?;
        let Draft { tags, record, preface, .. } = self;
        let mut record = record.unwrap_or_default();
        tags::fill(&mut record, &tags, result)?;
        if let Some(preface) = preface {
            let mut comment = record.tags.remove("Comment");
            comment::add_note(&mut comment, &preface);
            record.tags.extend(comment.map(|comment| ("Comment".to_string(), comment)));
        }
        Ok(record)
    }
}
