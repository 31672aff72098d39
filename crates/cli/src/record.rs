//! A game in a small text file, for `save` and `load` of the terminal.
//!
//! ```text
//! # schwarm game
//! game piranhas-2019
//! setup seed:7
//! a4-c4
//! b0-b2
//! ```
//!
//! Lines that begin with `#` are remarks. `game` comes first, then at most one of `setup` and
//! `position`, then moves, one or many in a line. Every part may be missing: a bare list of moves
//! and a bare position (or UHP GameString) are read too.
//! Not here: PGN and foreign formats.

use std::sync::Arc;

use schwarm_core::{Rulebook, Session};
use schwarm_play::Start;

use crate::failure::Failure;
use crate::movelist;
use crate::opening::{Opening, Placed};

/// The first line of a saved game.
pub const HEADER: &str = "# schwarm game";

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// Writes a game down; `remark` tells how it stands.
pub fn write(rules: &dyn Rulebook, session: &dyn Session, remark: &str) -> String {
    let mut text = format!("{HEADER}\ngame {}\n", session.id());
    text.push_str(&start_line(rules, session));
    for mv in session.moves() {
        text.push_str(&mv);
        text.push('\n');
    }
    text.push_str(&format!("# {remark}\n"));
    text
}

/// The line that says where the game began; nothing where that is the default start.
fn start_line(rules: &dyn Rulebook, session: &dyn Session) -> String {
    match Start::of(rules, session) {
        Start::Default => String::new(),
        Start::Setup(text) => format!("setup {text}\n"),
        Start::Position(text) => format!("position {text}\n"),
    }
}

/// Reads a game; what the file does not say is taken from `table`, the game played now.
///
/// # Errors
/// The first bad line, by its number. Nothing is changed then.
pub fn read(text: &str, table: &Opening) -> Result<Placed, Failure> {
    let mut reader = Reader { opening: table.clone(), session: None };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        reader.line(line.trim()).map_err(|failure| failure.at(format_args!("line {}", index + 1)))?;
    }
    let session = match reader.session {
        Some(session) => session,
        None => reader.opening.session()?,
    };
    Ok((reader.opening, session))
}

struct Reader {
    opening: Opening,
    session: Option<Box<dyn Session>>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Failure> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        match line.split_once(char::is_whitespace) {
            Some(("game", id)) => {
                self.must_be_new("game")?;
                self.opening = Opening::of_game(id)?;
            }
            Some(("setup", setup)) => {
                self.must_be_new("setup")?;
                self.begin(Start::Setup(setup.trim().to_string()))?;
            }
            Some(("position", position)) => {
                self.must_be_new("position")?;
                self.begin(Start::Position(position.trim().to_string()))?;
            }
            _ => self.moves_or_position(line)?,
        }
        Ok(())
    }

    fn must_be_new(&self, key: &str) -> Result<(), Failure> {
        match self.session {
            None => Ok(()),
            Some(_) => Err(Failure::usage(format!("`{key}` must stand before the start and the moves, and only once"))),
        }
    }

    fn begin(&mut self, start: Start) -> Result<(), Failure> {
        self.opening.start = start;
        self.session = Some(self.opening.session()?);
        Ok(())
    }

    fn moves_or_position(&mut self, line: &str) -> Result<(), Failure> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => match position(line, &self.opening) {
                Some(read) => {
                    let (opening, session) = read?;
                    (self.opening, self.session) = (opening, Some(session));
                    return Ok(());
                }
                None => self.opening.session()?,
            },
        };
        let (_, result) = movelist::play(&mut *session, line);
        self.session = Some(session);
        result.map_err(|stopped| Failure { advice: None, ..stopped.failure() })
    }
}

/// Reads a line as a position of the game at the table, or as a UHP GameString of any game.
///
/// `None` means the line is no position at all; a GameString with a fault is one.
pub fn position(line: &str, table: &Opening) -> Option<Result<Placed, Failure>> {
    let start = Start::Position(line.to_string());
    let (kind, rest) = line.split_once(';').unwrap_or((line, ""));
    if rest.contains(';')
        && let Ok(rules) = schwarm_catalog::open(kind)
    {
        // The game at the table may carry options the GameString does not know.
        let same = rules.info().id == table.info().id;
        let rules = if same { Arc::clone(&table.rules) } else { Arc::from(rules) };
        let opening = Opening { rules, start };
        return Some(opening.session().map(|session| (opening, session)));
    }
    let opening = Opening { rules: Arc::clone(&table.rules), start };
    let session = opening.session().ok()?;
    Some(Ok((opening, session)))
}
