//! Squares of the board and sets of them.
//!
//! A square is `rank * 8 + file`. Rank 0 is red's home line, printed as row 1 at the bottom;
//! file 0 is printed as column a. (The protocol of the season calls the rank x and the file y.)
//! Invariant: a [`Square`] is one of the 64 on the board.

use std::fmt;

use schwarm_core::Side;
use schwarm_core::view::Cell;

/// Ranks, and files, of the board.
pub(crate) const SIZE: u8 = 8;

/// A square of the board, `a1` at the bottom left to `h8` at the top right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both counted from 0.
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < SIZE && rank < SIZE { Some(Square(rank * SIZE + file)) } else { None }
    }

    /// The square with this [`index`](Square::index).
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// All squares, rank by rank from red's home line.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIZE * SIZE).map(Square)
    }

    /// The file, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 % SIZE
    }

    /// The rank, 0 for red's home line.
    pub const fn rank(self) -> u8 {
        self.0 / SIZE
    }

    /// The place of this square in sets and tables: below 64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 % 64) as usize
    }

    /// The set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// The ranks between this square and a side's home line.
    pub const fn distance_from_home(self, side: Side) -> u8 {
        match side {
            Side::One => self.rank(),
            Side::Two => SIZE - 1 - self.rank(),
        }
    }

    /// The square `offset` further on, beginning again at `a1` after `h8`.
    #[inline(always)]
    pub(crate) const fn offset_wrapping(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(offset) % 64)
    }

    /// A place for a square that is not known yet.
    pub(crate) const FIRST: Square = Square(0);

    /// The square at a cell of a view, if the board has it.
    pub fn of_cell(cell: Cell) -> Option<Square> {
        Square::new(u8::try_from(cell.x).ok()?, u8::try_from(cell.y).ok()?)
    }

    /// The same square as a view names it.
    pub fn cell(self) -> Cell {
        Cell::new(i32::from(self.file()), i32::from(self.rank()))
    }
}

/// The home line of a side as a set; the far line of the other one.
#[inline(always)]
pub const fn home_line(side: Side) -> u64 {
    match side {
        Side::One => 0xFF,
        Side::Two => 0xFF << 56,
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a set, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u64);

impl Squares {
    /// The squares whose bits are set.
    #[inline(always)]
    pub const fn of(set: u64) -> Squares {
        Squares(set)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square(lowest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_named_by_its_file_letter_and_row_number() {
        assert_eq!(Square::new(0, 0).unwrap().to_string(), "a1");
        assert_eq!(Square::new(7, 7).unwrap().to_string(), "h8");
        assert_eq!(Square::new(8, 0), None);
        assert_eq!(Square::new(0, 8), None);
        assert!(Square::all().all(|square| Square::from_index(square.index()) == Some(square)));
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn home_lines_are_the_first_and_the_last_row() {
        for square in Square::all() {
            assert_eq!(home_line(Side::One) & square.bit() != 0, square.to_string().ends_with('1'));
            assert_eq!(home_line(Side::Two) & square.bit() != 0, square.to_string().ends_with('8'));
            assert_eq!(square.distance_from_home(Side::One) + square.distance_from_home(Side::Two), 7);
        }
    }
}
