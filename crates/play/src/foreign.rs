//! Game records in the formats of others, and ours: read, checked, and written.
//!
//! [`read`](fn@read) takes a text of any [`Format`] and gives records. Every game is played through
//! the rules, move by move. What a file breaks is kept: a game played on after a third occurrence
//! gets the option `repetition=off`, a queen placed first `queen-first`, and a resignation, an
//! agreed draw or a lost clock become its ending. [`write`](fn@write) gives a text and says what of
//! the record the format could not hold; it finds out by reading its own text again.
//!
//! Rule sets come from the caller, by id (see [`Open`]). Texts, games and variations have limits.
//! Not here: files, compressed texts, and the replays of the Software-Challenge.

mod date;
mod draft;
mod error;
mod jsonl;
mod loss;
mod names;
mod pgns;
mod sgf;
mod sniff;
mod uhp;

use std::fmt;
use std::str::FromStr;

use schwarm_core::Rulebook;

use crate::{GameRecord, pgn};

pub use error::{ImportError, Place, WriteError};
pub use loss::Loss;
pub use sgf::DEEPEST;

/// Finds the rule set of an id such as `hive+mlp`, `Base+MLP` or `hive,repetition=off`, or says
/// why there is none.
pub type Open<'a> = dyn Fn(&str) -> Result<Box<dyn Rulebook>, String> + 'a;

/// The most bytes a text may have.
pub const LONGEST_TEXT: usize = 64 << 20;

/// The most moves one game may have.
pub const MOST_MOVES: usize = 20_000;

/// A way to write games down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our PGN: all games, nothing is lost.
    Pgn,
    /// The PGN of the Hive viewers: `[GameType "Base+MLP"]`, one ply a line, `WhiteWins`.
    ViewerPgn,
    /// SGF as boardspace.net writes it for Hive.
    Sgf,
    /// UHP GameStrings, one a line.
    Uhp,
    /// Records as JSON, one a line.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] = [Format::Pgn, Format::ViewerPgn, Format::Sgf, Format::Uhp, Format::Json];

    /// The stable id.
    pub const fn id(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::ViewerPgn => "viewer-pgn",
            Format::Sgf => "sgf",
            Format::Uhp => "uhp",
            Format::Json => "jsonl",
        }
    }

    /// The format of a text, by its content.
    ///
    /// # Errors
    /// When it is none of these; the error says what it looks like, and where.
    pub fn detect(text: &str) -> Result<Format, ImportError> {
        sniff::detect(text)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Why a word is no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {0:?}; expected pgn, viewer-pgn, sgf, uhp or jsonl")]
pub struct FormatError(pub String);

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Format, FormatError> {
        let known = Format::ALL.into_iter().find(|format| format.id().eq_ignore_ascii_case(text));
        let known = known.or_else(|| text.eq_ignore_ascii_case("json").then_some(Format::Json));
        known.ok_or_else(|| FormatError(schwarm_core::error::shorten(text)))
    }
}

/// A game that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The game; it can be played through.
    pub record: GameRecord,
    /// What was strange about it.
    pub remarks: Vec<Remark>,
}

/// Something strange in a file that did not stop it from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// The game went on after the third occurrence of a position.
    PlayedOn {
        /// Plies after which the position came for the third time.
        plies: usize,
    },
    /// A queen was the first piece of its side.
    QueenFirst {
        /// Number of the move, counted from 1.
        ply: usize,
    },
    /// The file's result is not what the rules say.
    OtherResult {
        /// Id of the reason for which the rules end the game.
        rules: &'static str,
    },
    /// A command of the file was passed over, as nobody knows what it does.
    UnknownCommand {
        /// Where it stands.
        place: Place,
        /// The command.
        command: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::PlayedOn { plies } => {
                write!(f, "played on after a third occurrence (ply {plies}): kept as repetition=off")
            }
            Remark::QueenFirst { ply } => write!(f, "move {ply} places a queen first: kept as queen-first"),
            Remark::OtherResult { rules } => write!(f, "the result is not that of the rules ({rules}): both are kept"),
            Remark::UnknownCommand { place, command } => write!(f, "{place}: unknown command {command:?} passed over"),
        }
    }
}

/// Games one after the other. A bad game does not hide the good ones after it, as long as its end
/// can be found.
pub type Games<'a> = Box<dyn Iterator<Item = Result<Imported, ImportError>> + 'a>;

/// Reads the games of a text. Without a format, [`Format::detect`] finds it. A text that holds no
/// game at all gives one error.
pub fn read<'a>(text: &'a str, format: Option<Format>, open: &'a Open<'a>) -> Games<'a> {
    let failed = |error| -> Games<'a> { Box::new(std::iter::once(Err(error))) };
    if text.len() > LONGEST_TEXT {
        return failed(ImportError::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut games: std::iter::Peekable<Games<'a>> = match format.map_or_else(|| sniff::detect(text), Ok) {
        Err(error) => return failed(error),
        Ok(Format::Pgn) => pgns::read_own(text, open),
        Ok(Format::ViewerPgn) => pgns::read_viewer(text, open),
        Ok(Format::Sgf) => sgf::read(text, open),
        Ok(Format::Uhp) => uhp::read(text, open),
        Ok(Format::Json) => jsonl::read(text, open),
    }
    .peekable();
    match games.peek() {
        Some(_) => Box::new(games),
        None => {
            let place = Place { line: 1, column: 1 };
            failed(ImportError::Unknown { place, what: "the text holds no game".to_string() })
        }
    }
}

/// A game that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text; it ends with a line end, and texts of several games may follow each other.
    pub text: String,
    /// What the text does not hold.
    pub losses: Vec<Loss>,
}

/// Writes a game in a format.
///
/// # Errors
/// When the format cannot hold such a game at all, or the record is no game by the rules.
pub fn write(record: &GameRecord, format: Format, open: &Open<'_>) -> Result<Written, WriteError> {
    let text = match format {
        Format::Pgn => pgn::write(record),
        Format::ViewerPgn => pgns::write_viewer(record, open)?,
        Format::Sgf => sgf::write(record, open)?,
        Format::Uhp => uhp::write(record, open)?,
        Format::Json => jsonl::write(record)?,
    };
    let mut again = read(&text, Some(format), open);
    let losses = match (again.next(), again.next()) {
        (Some(Ok(back)), None) => loss::between(record, &back.record),
        (Some(Err(error)), _) => return Err(WriteError::Back { format, error: Box::new(error) }),
        _ => return Err(WriteError::Torn { format }),
    };
    drop(again);
    Ok(Written { text, losses })
}

/// A game as a UHP GameString, without a line end. Shorthand for [`write`](fn@write).
///
/// # Errors
/// As [`write`](fn@write).
pub fn to_uhp(record: &GameRecord, open: &Open<'_>) -> Result<String, WriteError> {
    uhp::write(record, open).map(|text| text.trim_end().to_string())
}
