//! The board both Piranhas share, read from a position text, and the eight directions.

use crate::xml::Element;

use super::read::{self, ReadError};

/// Cells of a row, and rows.
pub(super) const SIZE: usize = 10;

/// Names as both seasons write them, and the step.
pub(super) const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("UP", 0, 1),
    ("UP_RIGHT", 1, 1),
    ("RIGHT", 1, 0),
    ("DOWN_RIGHT", 1, -1),
    ("DOWN", 0, -1),
    ("DOWN_LEFT", -1, -1),
    ("LEFT", -1, 0),
    ("UP_LEFT", -1, 1),
];

/// The letters of a position text, row 0 (the lowest) first.
pub(super) struct Letters([[u8; SIZE]; SIZE]);

impl Letters {
    /// The letters of a text the rules wrote.
    pub fn of(position: &str) -> Letters {
        let mut letters = [[b'.'; SIZE]; SIZE];
        let rows = position.split(' ').next().unwrap_or_default();
        for (row, text) in letters.iter_mut().rev().zip(rows.split('/')) {
            for (cell, letter) in row.iter_mut().zip(text.bytes()) {
                *cell = letter;
            }
        }
        Letters(letters)
    }

    /// The letter of a cell; `None` off the board.
    pub fn at(&self, x: i32, y: i32) -> Option<u8> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        self.0.get(y)?.get(x).copied()
    }

    /// Fish of both colours on the whole line through a cell.
    fn fish_on_line(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> i32 {
        let size = SIZE as i32;
        let letters = (1 - size..size).filter_map(|n| self.at(x + n * dx, y + n * dy));
        letters.filter(|letter| !matches!(letter, b'.' | b'O')).count() as i32
    }
}

/// The rows of a position text, from the top down.
pub(super) fn write_rows(letters: &[[u8; SIZE]; SIZE]) -> String {
    let mut text = String::with_capacity(SIZE * (SIZE + 1) + 8);
    for row in letters.iter().rev() {
        if !text.is_empty() {
            text.push('/');
        }
        text.extend(row.iter().map(|&letter| char::from(letter)));
    }
    text
}

/// A move as the players say it: a cell and a direction.
pub(super) struct Swim<'a> {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// One of [`DIRECTIONS`].
    pub direction: &'a (&'static str, i32, i32),
}

impl Swim<'_> {
    /// Reads the cell from one element and the direction from a word.
    pub fn read(cell: &Element, word: &str) -> Result<Swim<'static>, ReadError> {
        let direction = DIRECTIONS.iter().find(|direction| direction.0 == word);
        let direction = direction.ok_or_else(|| read::unknown(cell, word))?;
        Ok(Swim { x: read::number(cell, "x")?, y: read::number(cell, "y")?, direction })
    }

    /// The move as a text of our notation, which names the target.
    pub fn text(&self, position: &str) -> Result<String, ReadError> {
        let letters = Letters::of(position);
        let Swim { x, y, direction: &(name, dx, dy) } = *self;
        let Some(start) = letters.at(x, y) else {
            return Err(ReadError::illegal("off-board", format!("[{x}|{y}] is not on the board")));
        };
        let steps = letters.fish_on_line((x, y), (dx, dy));
        let (to_x, to_y) = (x + steps * dx, y + steps * dy);
        if letters.at(to_x, to_y).is_none() {
            // Whose fish it is matters more than where it would go.
            return match matches!(start, b'.' | b'O') {
                true => Ok(format!("{0}-{0}", cell_text(x, y))),
                false if self.is_foreign(start, position) => Ok(format!("{0}-{0}", cell_text(x, y))),
                false => Err(ReadError::illegal(
                    "off-board",
                    format!("{steps} cells {name} of [{x}|{y}] the board has ended"),
                )),
            };
        }
        Ok(format!("{}-{}", cell_text(x, y), cell_text(to_x, to_y)))
    }

    fn is_foreign(&self, letter: u8, position: &str) -> bool {
        let red_moves = position.split(' ').nth(1) == Some("r");
        matches!(letter, b'r' | b'1' | b'2' | b'3') != red_moves
    }

    /// The move of a text of our notation.
    pub fn of_text(text: &str) -> Result<Swim<'static>, ReadError> {
        let read = || {
            let &[x, y, b'-', to_x, to_y] = text.as_bytes() else { return None };
            let (x, y) = read_cell(x, y)?;
            let (to_x, to_y) = read_cell(to_x, to_y)?;
            let step = ((to_x - x).signum(), (to_y - y).signum());
            let direction = DIRECTIONS.iter().find(|direction| (direction.1, direction.2) == step)?;
            Some(Swim { x, y, direction })
        };
        read().ok_or_else(|| ReadError::shape(format!("{:?} is no move", schwarm_core::error::shorten(text))))
    }
}

fn cell_text(x: i32, y: i32) -> String {
    let letter = u8::try_from(x).map_or('?', |x| char::from(b'a' + x));
    format!("{letter}{y}")
}

fn read_cell(x: u8, y: u8) -> Option<(i32, i32)> {
    let x = x.to_ascii_lowercase();
    ((b'a'..=b'j').contains(&x) && y.is_ascii_digit()).then(|| (i32::from(x - b'a'), i32::from(y - b'0')))
}
