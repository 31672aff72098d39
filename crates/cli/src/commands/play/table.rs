//! The table: a game in progress, who sits at it, and what can be done to it.
//!
//! Invariant: what fails leaves the game as it was, except that a list of moves stays played up
//! to its first bad one. Not here: words typed and printed (`talk`).

use std::fs;
use std::io::Read;
use std::path::Path;

use schwarm_core::{GameInfo, Notation, Session, Side};
use schwarm_play::{Choice, Start};

use super::rival::Rival;
use crate::failure::Failure;
use crate::movelist::{self, Stopped};
use crate::opening::{Opening, Placed};
use crate::record;
use crate::verdict;

/// Who plays against the person at the keyboard.
pub enum Opponent {
    /// Another person at the same keyboard.
    Person,
    /// A bot for one side.
    Bot(Rival),
}

/// A game in progress.
pub struct Table {
    /// Which game, and where it began.
    pub opening: Opening,
    /// The line played.
    pub session: Box<dyn Session>,
    /// Who moves besides the person.
    pub opponent: Opponent,
    /// Who gave up.
    pub resigned: Option<Side>,
    /// How moves are shown.
    pub notation: Notation,
}

impl Table {
    /// Facts about the game.
    pub fn info(&self) -> &'static GameInfo {
        self.session.info()
    }

    /// Name of the side to move.
    pub fn side_name(&self) -> &'static str {
        self.info().sides[self.session.side_to_move().index()]
    }

    /// Whether nobody moves any more.
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.session.outcome().is_some()
    }

    /// How the game stands, in one sentence.
    pub fn standing(&self) -> String {
        let info = self.info();
        let plies = match self.session.turn() {
            1 => "1 ply".to_string(),
            turn => format!("{turn} plies"),
        };
        match (self.session.outcome(), self.resigned) {
            (Some(outcome), _) => verdict::sentence(info, &outcome),
            (None, Some(side)) => {
                let (loser, winner) = (info.sides[side.index()], info.sides[side.other().index()]);
                format!("{} wins: {loser} has resigned.", verdict::capital(winner))
            }
            (None, None) => format!("{} to move after {plies}.", verdict::capital(self.side_name())),
        }
    }

    /// Moves played, as they are shown.
    pub fn history(&self) -> Vec<String> {
        self.session.moves_in(self.notation)
    }

    /// Plays a move or a list of moves and returns how many were played.
    ///
    /// # Errors
    /// The first move that could not be played.
    pub fn play(&mut self, text: &str) -> (usize, Result<(), Stopped>) {
        let (played, result) = movelist::play(&mut *self.session, text);
        (played.len(), result)
    }

    /// Lets the opponent answer if it is its turn and it is no person; what it has played.
    ///
    /// # Errors
    /// When the bot fails. It leaves the table then, and its side is the person's.
    pub fn answer(&mut self) -> Result<Option<Choice>, Failure> {
        let over = self.is_over();
        let Opponent::Bot(rival) = &mut self.opponent else { return Ok(None) };
        if over || self.session.side_to_move() != rival.side {
            return Ok(None);
        }
        let played = rival.choose(&*self.session).and_then(|choice| {
            let played = self.session.play(&choice.text);
            played.map(|_| Some(choice)).map_err(|error| Failure::from(&error).at("the bot's answer"))
        });
        played.map_err(|failure| {
            self.opponent = Opponent::Person;
            failure.advise("The bot leaves the table. Play on for both sides, or `undo` and `save FILE`.")
        })
    }

    /// The line on the table is not the one the bot knows.
    fn tell_rival(&mut self) {
        if let Opponent::Bot(rival) = &mut self.opponent {
            rival.begin_anew();
        }
    }

    /// Takes back moves of the person, with the opponent's answers; the number of plies undone.
    pub fn undo(&mut self, count: usize) -> usize {
        let resigned = self.resigned.take().is_some();
        self.tell_rival();
        let mut undone = 0;
        // Taking back a resignation is taking back something already.
        for _ in usize::from(resigned)..count {
            if !self.session.undo() {
                break;
            }
            undone += 1;
            while self.is_opponents_turn() && self.session.undo() {
                undone += 1;
            }
        }
        undone
    }

    fn is_opponents_turn(&self) -> bool {
        matches!(&self.opponent, Opponent::Bot(rival) if rival.side == self.session.side_to_move())
    }

    /// Begins again: the same opening, another game, or another setup.
    ///
    /// # Errors
    /// For a text that is neither a game nor a setup.
    pub fn begin(&mut self, what: &str) -> Result<(), Failure> {
        let opening = match what {
            "" => self.opening.clone(),
            id if schwarm_catalog::open(id).is_ok() => Opening::of_game(id)?,
            text => {
                let start = Start::Setup(text.to_string());
                let same = Opening { rules: self.opening.rules.clone(), start };
                if same.session().is_err() && !text.contains([':', ' ', '/']) { Opening::of_game(text)? } else { same }
            }
        };
        let session = opening.session()?;
        self.put((opening, session));
        Ok(())
    }

    /// Puts another game on the table.
    pub fn put(&mut self, (opening, session): Placed) {
        (self.opening, self.session, self.resigned) = (opening, session, None);
        self.tell_rival();
        if !self.info().notations.contains(&self.notation) {
            self.notation = Notation::Standard;
        }
    }

    /// Writes the game to a file. Only a game saved before is overwritten.
    ///
    /// # Errors
    /// When the file cannot be written or is something else.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let failed = |error: std::io::Error| Failure::usage(format!("cannot write {}: {error}", path.display()));
        if path.exists() && !begins_with_header(path) {
            let failure = Failure::usage(format!("{} exists and is no saved game", path.display()));
            return Err(failure.advise("Choose another name."));
        }
        let text = record::write(&*self.opening.rules, &*self.session, &self.standing());
        fs::write(path, text).map_err(failed)
    }

    /// Reads a game from a file.
    ///
    /// # Errors
    /// When the file cannot be read or holds no game; the table is as it was.
    pub fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let failed = |why: &dyn std::fmt::Display| Failure::usage(format!("cannot read {}: {why}", path.display()));
        let file = fs::File::open(path).map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        file.take(record::LARGEST + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > record::LARGEST {
            return Err(failed(&"it is larger than a game can be (1 MiB)"));
        }
        let text = String::from_utf8(bytes).map_err(|_| failed(&"it is no text (UTF-8)"))?;
        let game = record::read(&text, &self.opening).map_err(|failure| failure.at(path.display()))?;
        self.put(game);
        Ok(())
    }
}

fn begins_with_header(path: &Path) -> bool {
    let mut start = Vec::new();
    let limit = record::HEADER.len() as u64;
    fs::File::open(path).is_ok_and(|file| file.take(limit).read_to_end(&mut start).is_ok())
        && start == record::HEADER.as_bytes()
}
