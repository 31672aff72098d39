//! What the players' hands did, and which moves that makes.

use std::collections::BTreeMap;
use std::time::Duration;

use super::tree::{Property, Tree, Wrong};
use crate::PlayedMove;
use crate::foreign::draft::ToldMove;
use crate::foreign::names::{self, Direction, Piece};
use crate::foreign::{MOST_MOVES, Place, Remark};

/// The most remarks about one game.
const MOST_REMARKS: usize = 20;

/// The main line of a game.
pub(super) struct Line {
    /// The UHP game type.
    pub(super) game: String,
    pub(super) moves: Vec<ToldMove>,
    /// The seat that moved first.
    pub(super) first_mover: Option<usize>,
    /// The seat that gave up.
    pub(super) resigned: Option<usize>,
    /// Whether a draw was offered and taken.
    pub(super) agreed: bool,
    /// What is said before the first move.
    pub(super) comment: Option<String>,
    pub(super) remarks: Vec<Remark>,
}

/// A cell: column and row.
type Cell = (i32, i32);

/// A move that is not yet confirmed.
struct Pending {
    /// `None` is a pass.
    drop: Option<(Piece, Cell, Option<String>)>,
    place: Place,
    note: Option<String>,
}

struct Table {
    line: Line,
    pending: Option<Pending>,
    /// Whether something was said in this turn that is no move.
    talked: bool,
    /// Pieces by cell, from the bottom to the top; no stack is empty.
    stacks: BTreeMap<Cell, Vec<Piece>>,
    cells: BTreeMap<Piece, Cell>,
    /// Names of the file, and ours.
    known: BTreeMap<Piece, Piece>,
    /// Time used by each seat, in milliseconds.
    used: [u64; 2],
}

/// Reads the moves of a game.
pub(super) fn read(tree: &Tree) -> Result<Line, Wrong> {
    let mut table = Table {
        line: Line {
            game: game_type(tree)?,
            moves: Vec::new(),
            first_mover: None,
            resigned: None,
            agreed: false,
            comment: None,
            remarks: Vec::new(),
        },
        pending: None,
        talked: false,
        stacks: BTreeMap::new(),
        cells: BTreeMap::new(),
        known: BTreeMap::new(),
        used: [0; 2],
    };
    for node in tree.nodes.iter().skip(1) {
        table.node(node)?;
        if table.line.moves.len() > MOST_MOVES {
            let place = node.first().map_or(tree.place, |property| property.place);
            return Err((place, format!("a game of more than {MOST_MOVES} moves")));
        }
    }
    // The last turn of a broken game may lack its `done`.
    table.commit(None)?;
    Ok(table.line)
}

/// `hive`, `hive-plm`, `Hive-PLM 2 0 101`.
fn game_type(tree: &Tree) -> Result<String, Wrong> {
    let root = tree.nodes.first().map_or(&[][..], Vec::as_slice);
    let Some(setup) = root.iter().find(|property| property.name == "SU") else {
        return Err((tree.place, "nothing says which pieces are played; expected SU[hive] or SU[Hive-PLM]".into()));
    };
    let word = setup.value().split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let letters = match word.split_once('-') {
        None if word == "hive" => Some(""),
        Some(("hive", letters)) => Some(letters),
        _ => None,
    };
    let Some(letters) = letters.filter(|letters| letters.chars().all(|letter| "plm".contains(letter))) else {
        let shown = schwarm_core::error::shorten(setup.value());
        return Err((setup.place, format!("unknown set of pieces {shown:?}; expected hive, hive-p, … or hive-plm")));
    };
    let bugs: String = "MLP".chars().filter(|bug| letters.contains(bug.to_ascii_lowercase())).collect();
    Ok(if bugs.is_empty() { "Base".to_string() } else { format!("Base+{bugs}") })
}

impl Table {
    fn node(&mut self, node: &[Property]) -> Result<(), Wrong> {
        let millis =
            node.iter().find(|property| property.name == "TM").and_then(|time| time.value().trim().parse().ok());
        let mut done = None;
        for property in node {
            let seat = match property.name.as_str() {
                "P0" => 0,
                "P1" => 1,
                _ => continue,
            };
            for value in &property.values {
                let mut words = value.split_whitespace();
                // Only what is numbered is done by a hand.
                if words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
                    let words: Vec<&str> = words.collect();
                    if self.command(seat, &words, property.place)? {
                        done = Some((seat, property.place));
                    }
                }
            }
        }
        for comment in node.iter().filter(|property| property.name == "C") {
            self.comment(comment.value());
        }
        match done {
            Some((seat, place)) => self.done(seat, place, millis),
            None => Ok(()),
        }
    }

    /// Takes a command; says whether the turn is done.
    fn command(&mut self, seat: usize, words: &[&str], place: Place) -> Result<bool, Wrong> {
        let command = words.first().map_or(String::new(), |word| word.to_ascii_lowercase());
        let wrong = || {
            let shown = schwarm_core::error::shorten(&words.join(" "));
            (place, format!("cannot read {shown:?}; expected dropb wA1 N 13 wQ- or alike"))
        };
        match (command.as_str(), words) {
            ("start" | "pick" | "pickb", _) => {}
            // Put back where it was taken from.
            ("drop", _) => self.pending = None,
            ("move" | "pmove" | "movedone" | "pmovedone", [_, colour, piece, column, row, target @ ..]) => {
                let white = colour.eq_ignore_ascii_case("w");
                self.drop_piece(seat, Some(white), piece, [column, row], target, place).ok_or_else(wrong)?;
                return Ok(command.ends_with("done"));
            }
            ("dropb" | "pdropb", [_, piece, column, row, target @ ..]) => {
                self.drop_piece(seat, None, piece, [column, row], target, place).ok_or_else(wrong)?;
            }
            ("move" | "pmove" | "movedone" | "pmovedone" | "dropb" | "pdropb", _) => return Err(wrong()),
            ("pass" | "passdone", _) => {
                self.pending = Some(Pending { drop: None, place, note: None });
                return Ok(command == "passdone");
            }
            ("done", _) => return Ok(true),
            ("offerdraw" | "declinedraw", _) => self.talked = true,
            ("acceptdraw", _) => (self.talked, self.line.agreed) = (true, true),
            ("resign", _) => (self.talked, self.line.resigned) = (true, Some(seat)),
            _ if self.line.remarks.len() < MOST_REMARKS => {
                let command = schwarm_core::error::shorten(&words.join(" "));
                self.line.remarks.push(Remark::UnknownCommand { place, command });
            }
            _ => {}
        }
        Ok(false)
    }

    fn drop_piece(
        &mut self,
        seat: usize,
        white: Option<bool>,
        piece: &str,
        cell: [&str; 2],
        target: &[&str],
        place: Place,
    ) -> Option<()> {
        let first = *self.line.first_mover.get_or_insert(seat);
        let piece = Piece::read(piece, white.unwrap_or(first == seat))?;
        let cell = (column(cell[0])?, row(cell[1])?);
        let target = target.first().filter(|target| **target != ".").map(|target| target.to_string());
        self.pending = Some(Pending { drop: Some((piece, cell, target)), place, note: None });
        Some(())
    }

    fn comment(&mut self, text: &str) {
        let last = self.line.moves.last_mut().map(|told| &mut told.played.note);
        let note = match &mut self.pending {
            Some(pending) => &mut pending.note,
            None => last.unwrap_or(&mut self.line.comment),
        };
        match note {
            None => *note = Some(text.to_string()),
            Some(note) => {
                note.push('\n');
                note.push_str(text);
            }
        }
    }

    fn done(&mut self, seat: usize, place: Place, millis: Option<u64>) -> Result<(), Wrong> {
        let talked = std::mem::take(&mut self.talked);
        let spent = millis.map(|now| {
            let before = std::mem::replace(&mut self.used[seat], now);
            Duration::from_millis(now.saturating_sub(before))
        });
        if self.pending.is_none() && !talked && self.line.first_mover.is_some() {
            // Newer files do not write passes down.
            let played = PlayedMove { spent, ..PlayedMove::plain("pass") };
            self.line.moves.push(ToldMove { played, place: Some(place), maybe_pass: true });
            return Ok(());
        }
        self.commit(spent)
    }

    /// The pending move is played.
    fn commit(&mut self, spent: Option<Duration>) -> Result<(), Wrong> {
        let Some(Pending { drop, place, note }) = self.pending.take() else { return Ok(()) };
        let text = match drop {
            None => "pass".to_string(),
            Some((piece, cell, target)) => self.place(piece, cell, target.as_deref()).map_err(|what| (place, what))?,
        };
        let played = PlayedMove { spent, note, ..PlayedMove::plain(text) };
        self.line.moves.push(ToldMove { played, place: Some(place), maybe_pass: false });
        Ok(())
    }

    /// Puts a piece on the table; returns the move in UHP.
    fn place(&mut self, piece: Piece, cell: Cell, target: Option<&str>) -> Result<String, String> {
        let alone = self.stacks.is_empty();
        if let Some(from) = self.cells.insert(piece, cell)
            && let Some(stack) = self.stacks.get_mut(&from)
        {
            stack.retain(|other| *other != piece);
            if stack.is_empty() {
                self.stacks.remove(&from);
            }
        }
        let ours = self.our_name(piece);
        let target = match target {
            _ if alone => None,
            Some(text) => {
                let (direction, other) = names::target(text, piece.white).ok_or_else(|| {
                    let shown = schwarm_core::error::shorten(text);
                    format!("{shown:?} is no place beside a piece; expected wQ-, /wQ or alike")
                })?;
                Some(direction.of(self.known.get(&other).copied().unwrap_or(other)))
            }
            None => {
                let found =
                    self.found_at(cell).ok_or_else(|| format!("{piece} touches nothing where it is dropped"))?;
                Some(found)
            }
        };
        self.stacks.entry(cell).or_default().push(piece);
        Ok(target.map_or(ours.to_string(), |target| format!("{ours} {target}")))
    }

    /// The target that means a cell.
    fn found_at(&self, cell: Cell) -> Option<String> {
        let top = |cell: Cell| self.stacks.get(&cell).and_then(|stack| stack.last()).and_then(|p| self.known.get(p));
        if let Some(below) = top(cell) {
            return Some(Direction::Top.of(*below));
        }
        Direction::AROUND.into_iter().find_map(|direction| {
            // Seen from there, this cell lies in that direction.
            let (x, y) = direction.step();
            top((cell.0 - x, cell.1 - y)).map(|other| direction.of(*other))
        })
    }

    /// Pieces are numbered in the order in which they come.
    fn our_name(&mut self, piece: Piece) -> Piece {
        if let Some(known) = self.known.get(&piece) {
            return *known;
        }
        let kin = |other: &&Piece| (other.white, other.bug) == (piece.white, piece.bug);
        let before = self.known.keys().filter(kin).count() as u8;
        let number = if piece.number == 0 { 0 } else { before + 1 };
        let ours = Piece { number, ..piece };
        self.known.insert(piece, ours);
        ours
    }
}

/// `A` is 0, `Z` is 25, `AA` is 26.
fn column(text: &str) -> Option<i32> {
    if text.is_empty() || text.len() > 3 || !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let digit = |byte: u8| i32::from(byte.to_ascii_uppercase() - b'A') + 1;
    Some(text.bytes().fold(0, |sum, byte| sum * 26 + digit(byte)) - 1)
}

fn row(text: &str) -> Option<i32> {
    text.parse().ok().filter(|row| (-9999..=9999).contains(row))
}

/// The column with a number, as [`column`] reads it.
pub(super) fn column_name(index: i32) -> String {
    let mut rest = index + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_letters() {
        for (name, index) in [("A", 0), ("N", 13), ("Z", 25), ("AA", 26), ("AZ", 51), ("BA", 52), ("ZZ", 701)] {
            assert_eq!(column(name), Some(index));
            assert_eq!(column_name(index), name);
        }
        assert_eq!((column(""), column("N1"), column("ABCD"), column("é")), (None, None, None, None));
    }
}
