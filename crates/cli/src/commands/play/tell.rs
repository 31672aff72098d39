//! What is told at the board: moves, lists, positions, the end, and refusals.

use std::io;

use schwarm_play::Choice;

use super::talk::Talk;
use crate::failure::Failure;
use crate::mind::words;
use crate::terminal;
use crate::verdict;

impl Talk<'_> {
    pub(super) fn greet(&mut self) -> io::Result<()> {
        let info = self.table.info();
        let title = self.look.strong(info.title);
        writeln!(self.out, "{title} ({}), {} against {}.", self.table.session.id(), info.sides[0], info.sides[1])?;
        if !self.input.is_piped() {
            writeln!(self.out, "Type a move, or `moves`, `help`, `quit`.")?;
        }
        Ok(())
    }

    /// The plies since `before`, one line each.
    pub(super) fn tell_moves(&mut self, before: u32) -> io::Result<()> {
        let now = self.table.session.turn();
        if now <= before {
            return Ok(());
        }
        let history = self.table.history();
        let sides = self.table.info().sides;
        let new = (now - before) as usize;
        // Sides alternate, so the mover of each ply follows from who moves next.
        let last = self.table.session.side_to_move().other().index();
        for (place, mv) in history[history.len() - new..].iter().enumerate() {
            let side = sides[(last + new - 1 - place) % 2];
            writeln!(self.out, "{}. {side} {mv}", before as usize + place + 1)?;
        }
        Ok(())
    }

    /// What a bot thinks of the move it has just made.
    pub(super) fn tell_judgement(&mut self, choice: &Choice) -> io::Result<()> {
        let (Some(depth), Some(score)) = (choice.depth, choice.score) else { return Ok(()) };
        writeln!(self.out, "   (depth {depth}, {})", words::score_of_pawns(score))
    }

    pub(super) fn tell_end(&mut self) -> io::Result<()> {
        let sentence = self.look.strong(&self.table.standing());
        writeln!(self.out, "{sentence}")?;
        if let Some(outcome) = self.table.session.outcome() {
            for row in verdict::scores(self.table.info(), &outcome) {
                writeln!(self.out, "  {row}")?;
            }
        }
        writeln!(self.out, "`new` begins another game, `undo` takes back, `save FILE` keeps it.")
    }

    pub(super) fn tell_position(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.table.session.position())?;
        match self.table.session.board() {
            Some(board) => writeln!(self.out, "{board}"),
            None => Ok(()),
        }
    }

    pub(super) fn tell_loaded(&mut self) -> io::Result<()> {
        self.stale = true;
        self.greet()?;
        writeln!(self.out, "{}", self.table.standing())
    }

    pub(super) fn list_moves(&mut self, start: &str) -> io::Result<()> {
        let wanted = start.to_lowercase();
        let mut moves = self.table.session.legal_moves_in(self.table.notation);
        if self.table.resigned.is_some() {
            moves.clear();
        }
        let all = moves.len();
        moves.retain(|mv| mv.to_lowercase().starts_with(&wanted));
        write!(self.out, "{}", columns(&moves))?;
        match (all, start) {
            (0, _) => writeln!(self.out, "The game is over; there are no moves."),
            (_, "") => writeln!(self.out, "{all} legal moves."),
            _ => writeln!(self.out, "{} of {all} legal moves begin with {start}.", moves.len()),
        }
    }

    pub(super) fn list_history(&mut self) -> io::Result<()> {
        let history = self.table.history();
        let first = self.table.session.turn() as usize + 1 - history.len();
        for (place, mv) in history.iter().enumerate() {
            writeln!(self.out, "{}. {mv}", first + place)?;
        }
        writeln!(self.out, "{}", self.table.standing())
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        self.stale = false;
        let text = schwarm_draw::text(&self.table.session.view(), self.look.board());
        writeln!(self.out, "{}", text.trim_end_matches('\n'))
    }

    pub(super) fn refuse(&mut self, failure: &Failure) -> io::Result<()> {
        writeln!(self.out, "{} {}", self.look.alarm("error:"), failure.message)?;
        match &failure.advice {
            Some(advice) => writeln!(self.out, "  {advice}"),
            None => Ok(()),
        }
    }
}

/// Texts in columns as wide as the terminal.
fn columns(texts: &[String]) -> String {
    let widest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let per_row = (terminal::width() / widest).max(1);
    let row = |row: &[String]| {
        let cells: String = row.iter().map(|text| format!("{text:widest$}")).collect();
        format!("{}\n", cells.trim_end())
    };
    texts.chunks(per_row).map(row).collect()
}
