//! What the texts of games on square boards have in common: squares named by a column letter
//! and a row number, a red and a blue side, and turns that count plies.

use crate::error::shorten;
use crate::{BrokenRule, MoveError, PositionError, Side};

/// A board of squares as its texts name it.
#[derive(Clone, Copy, Debug)]
pub struct SquareBoard {
    /// Columns, named by letters from `a` on, and rows.
    pub size: u8,
    /// The number of the bottom row.
    pub first_row: u8,
    /// A move, for messages.
    pub example: &'static str,
}

/// Why a text is no square of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareError {
    /// It is not a letter and a number.
    NoSquare,
    /// It is one, but no such column or row exists.
    OffBoard,
}

impl SquareBoard {
    /// Reads a square such as `a4` or `A4` as column and row, both counted from 0.
    ///
    /// # Errors
    /// When it is none, or not on the board.
    pub fn read_square(self, text: &str) -> Result<(u8, u8), SquareError> {
        let (&column, row) = text.as_bytes().split_first().ok_or(SquareError::NoSquare)?;
        let is_number = (1..=3).contains(&row.len()) && row.iter().all(u8::is_ascii_digit);
        if !column.is_ascii_alphabetic() || !is_number {
            return Err(SquareError::NoSquare);
        }
        let &[digit] = row else { return Err(SquareError::OffBoard) };
        let column = column.to_ascii_lowercase() - b'a';
        let row = (digit - b'0').checked_sub(self.first_row);
        row.filter(|&row| column < self.size && row < self.size).map(|row| (column, row)).ok_or(SquareError::OffBoard)
    }

    /// Reads a move such as `a4-c4`, in upper or lower case, as two squares.
    ///
    /// # Errors
    /// When it is none; a square beside the board is a broken rule, not a wrong spelling.
    pub fn read_move(self, text: &str) -> Result<[(u8, u8); 2], MoveError> {
        let why = format!("a move is written as two squares, such as {}", self.example);
        let (from, to) = text.trim().split_once('-').ok_or_else(|| MoveError::syntax(text, why.as_str()))?;
        let square = |part: &str| match self.read_square(part) {
            Ok(square) => Ok(square),
            Err(SquareError::NoSquare) => {
                Err(MoveError::syntax(text, format!("{:?} is no square; {why}", shorten(part))))
            }
            Err(SquareError::OffBoard) => {
                let message = format!(
                    "{} is not on the board, which has columns a-{} and rows {}-{}",
                    shorten(part),
                    char::from(b'a' + self.size - 1),
                    self.first_row,
                    self.first_row + self.size - 1
                );
                Err(MoveError::illegal(text, BrokenRule::new("off-board", message)))
            }
        };
        Ok([square(from)?, square(to)?])
    }
}

/// Reads the side to move (`r` or `b`) and the turn of a game in which red moves at even turns;
/// the two must agree.
///
/// # Errors
/// When one of them is none, or they contradict each other, or the game would be over.
pub fn read_turn(side: &str, turn: &str, ply_limit: u32) -> Result<u32, PositionError> {
    let (side, name) = match side {
        "r" => (Side::One, "red"),
        "b" => (Side::Two, "blue"),
        _ => return Err(PositionError::syntax("the side to move", format!("{:?}, not r or b", shorten(side)))),
    };
    if turn.is_empty() || !turn.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PositionError::syntax("the turn", format!("{:?} is no number", shorten(turn))));
    }
    let number = match turn.parse::<u32>() {
        Ok(number) if number <= ply_limit => number,
        _ => {
            let why = format!("turn {}, and the game ends after {ply_limit} plies", shorten(turn));
            return Err(PositionError::impossible(why));
        }
    };
    match Side::from_parity(number) == side {
        true => Ok(number),
        false => Err(PositionError::impossible(format!(
            "{name} to move at turn {number}; red moves at even turns, blue at odd ones"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: SquareBoard = SquareBoard { size: 10, first_row: 0, example: "a4-c4" };
    const EIGHT: SquareBoard = SquareBoard { size: 8, first_row: 1, example: "a1-b2" };

    #[test]
    fn squares_are_read_in_both_cases_and_counted_from_zero() {
        assert_eq!(TEN.read_square("a0"), Ok((0, 0)));
        assert_eq!(TEN.read_square("J9"), Ok((9, 9)));
        assert_eq!(EIGHT.read_square("h8"), Ok((7, 7)));
    }

    #[test]
    fn beside_the_board_is_not_the_same_as_no_square() {
        for text in ["a0", "i1", "a9", "a10", "a100"] {
            assert_eq!(EIGHT.read_square(text), Err(SquareError::OffBoard), "{text}");
        }
        for text in ["", "a", "4a", "a-1", "ä1", "a1000", "a1 "] {
            assert_eq!(EIGHT.read_square(text), Err(SquareError::NoSquare), "{text}");
        }
        assert_eq!(EIGHT.read_move("a1-b9").map_err(|error| error.kind()), Err("illegal"));
        assert_eq!(EIGHT.read_move("a1b2").map_err(|error| error.kind()), Err("syntax"));
    }

    #[test]
    fn turn_and_side_must_agree() {
        assert_eq!(read_turn("r", "12", 60), Ok(12));
        assert_eq!(read_turn("b", "59", 60), Ok(59));
        for (side, turn) in
            [("r", "1"), ("b", "0"), ("x", "0"), ("r", "62"), ("r", "-2"), ("r", ""), ("r", "99999999999")]
        {
            assert!(read_turn(side, turn, 60).is_err(), "{side} {turn}");
        }
    }
}
