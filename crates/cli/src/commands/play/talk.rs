//! The conversation at the board: a line in, what it did out.

use std::io::{self, Write};
use std::path::Path;

use super::input::Input;
use super::order::{self, Order};
use super::table::Table;
use crate::failure::Failure;
use crate::opening::Placed;
use crate::record;
use crate::terminal::Look;

/// Every position text has one of these; without this test a word could clear the board.
const POSITION_MARKS: [char; 4] = [';', '=', '/', '|'];

/// What can still be done with a finished game.
const AFTER_THE_END: &str = "`new`, `undo` and `save FILE` are possible.";

/// The talk about one table.
pub struct Talk<'a> {
    /// The table.
    pub table: Table,
    /// Where lines come from.
    pub input: Input,
    /// Where answers go.
    pub out: &'a mut dyn Write,
    /// What the output can show.
    pub look: Look,
    /// Whether the board changed since it was last drawn.
    pub stale: bool,
}

/// Whether the talk goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
}

impl Talk<'_> {
    /// Talks until the input ends or the user leaves.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn run(&mut self) -> io::Result<()> {
        self.greet()?;
        loop {
            self.let_opponent_answer()?;
            if self.stale && self.table.is_over() {
                self.draw()?;
                self.tell_end()?;
            } else if self.stale && !self.input.more_follows() {
                self.draw()?;
            }
            self.prompt()?;
            let Some(line) = self.input.next() else { break };
            if self.obey(&line)? == Next::Leave {
                return writeln!(self.out, "Goodbye.");
            }
        }
        self.end_of_input()
    }

    fn let_opponent_answer(&mut self) -> io::Result<()> {
        let before = self.table.session.turn();
        let choice = match self.table.answer() {
            Ok(choice) => choice,
            Err(failure) => return self.refuse(&failure),
        };
        self.stale |= choice.is_some();
        self.tell_moves(before)?;
        choice.map_or(Ok(()), |choice| self.tell_judgement(&choice))
    }

    fn prompt(&mut self) -> io::Result<()> {
        if !self.input.is_piped() && !self.input.more_follows() {
            let who = if self.table.is_over() { "over" } else { self.table.side_name() };
            write!(self.out, "{} ", self.look.strong(&format!("{who}>")))?;
        }
        self.out.flush()
    }

    fn end_of_input(&mut self) -> io::Result<()> {
        if !self.input.is_piped() {
            writeln!(self.out)?;
        } else if self.stale {
            self.draw()?;
        }
        if !self.table.is_over() {
            writeln!(self.out, "{}", self.table.standing())?;
        }
        self.out.flush()
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        match Order::read(line) {
            Order::Text("") => {}
            Order::Help => write!(self.out, "{}", order::help())?,
            Order::Moves(start) => self.list_moves(start)?,
            Order::Board => self.draw()?,
            Order::History => self.list_history()?,
            Order::Undo(count) => self.undo(count)?,
            Order::Position("") => self.tell_position()?,
            Order::Position(text) => match record::position(text, &self.table.opening) {
                Some(read) => self.put(read)?,
                None => self.refuse(&Failure::usage("this is no position of this game"))?,
            },
            Order::New(what) => {
                let result = self.table.begin(what);
                self.told(result, Talk::tell_loaded)?;
            }
            Order::Save("") => self.refuse(&Failure::usage("save wants the name of a file"))?,
            Order::Save(file) => {
                let result = self.table.save(Path::new(file));
                self.told(result, |talk| writeln!(talk.out, "Saved to {file}."))?;
            }
            Order::Load("") => self.refuse(&Failure::usage("load wants the name of a file"))?,
            Order::Load(file) => {
                let result = self.table.load(Path::new(file));
                self.told(result, Talk::tell_loaded)?;
            }
            Order::Resign if self.table.is_over() => self.refuse(&over())?,
            Order::Resign => {
                self.table.resigned = Some(self.table.session.side_to_move());
                self.stale = true;
            }
            Order::Quit => return Ok(Next::Leave),
            Order::Text(text) => self.play(text)?,
        }
        Ok(Next::Go)
    }

    fn play(&mut self, text: &str) -> io::Result<()> {
        if self.table.resigned.is_some() {
            return self.refuse(&over());
        }
        if text.contains(POSITION_MARKS)
            && self.table.session.check(text).is_err()
            && let Some(read) = record::position(text, &self.table.opening)
        {
            return self.put(read);
        }
        let before = self.table.session.turn();
        let (played, result) = self.table.play(text);
        self.stale |= played > 0;
        self.tell_moves(before)?;
        let Err(stopped) = result else { return Ok(()) };
        let failure = stopped.failure();
        match order::did_you_mean(text).filter(|_| !stopped.in_list) {
            Some(hint) => self.refuse(&failure.advise(format!("A command? {hint}")))?,
            None if failure.advice.is_some() => self.refuse(&failure)?,
            None if self.table.is_over() => self.refuse(&failure.advise(AFTER_THE_END))?,
            None => self.refuse(&failure.advise("`moves` lists the legal moves."))?,
        }
        self.drop_pasted_moves()
    }

    /// Moves pasted behind a bad one were meant for another position.
    fn drop_pasted_moves(&mut self) -> io::Result<()> {
        match self.input.drop_pasted(|line| matches!(Order::read(line), Order::Text(_))) {
            0 => Ok(()),
            1 => writeln!(self.out, "  The line pasted after it is left out."),
            count => writeln!(self.out, "  The {count} lines pasted after it are left out."),
        }
    }

    fn undo(&mut self, count: &str) -> io::Result<()> {
        let count = match count {
            "" => 1,
            text => match text.parse() {
                Ok(count) => count,
                Err(_) => return self.refuse(&Failure::usage("undo wants a number of moves, such as `undo 2`")),
            },
        };
        let resigned = self.table.resigned.is_some();
        let undone = self.table.undo(count);
        self.stale |= resigned || undone > 0;
        match undone {
            0 if resigned => writeln!(self.out, "The resignation is taken back."),
            0 => self.refuse(&Failure::usage("there is nothing to take back")),
            1 => writeln!(self.out, "Took back one ply."),
            plies => writeln!(self.out, "Took back {plies} plies."),
        }
    }

    fn put(&mut self, read: Result<Placed, Failure>) -> io::Result<()> {
        match read {
            Ok(game) => {
                self.table.put(game);
                self.tell_loaded()
            }
            Err(failure) => self.refuse(&failure),
        }
    }

    fn told(&mut self, result: Result<(), Failure>, tell: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        match result {
            Ok(()) => tell(self),
            Err(failure) => self.refuse(&failure),
        }
    }
}

fn over() -> Failure {
    Failure::usage("the game is over").advise(AFTER_THE_END)
}
