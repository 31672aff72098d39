//! Squares of the board and sets of them.
//!
//! A square is `row * 11 + column`: the eleventh column does not exist, so that a step over
//! the left or right edge of a set of squares falls on nothing.
//! Invariant: a [`Square`] handed to anybody is one of the hundred on the board.
//! Not here: lines through a square (`line`), neighbours (`swarm`).

use std::fmt;

use schwarm_core::view::Cell;

/// Columns, and rows, of the board.
pub(crate) const SIZE: u8 = 10;

/// Distance of two squares of the same column in neighbouring rows.
pub(crate) const STRIDE: u8 = SIZE + 1;

/// A square of the board, `a0` at the bottom left to `j9` at the top right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square in column `x` and row `y`, both counted from 0.
    pub const fn new(x: u8, y: u8) -> Option<Square> {
        if x < SIZE && y < SIZE { Some(Square(y * STRIDE + x)) } else { None }
    }

    /// The square with this [`index`](Square::index).
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Square> {
        let (x, y) = (index % STRIDE as usize, index / STRIDE as usize);
        if x < SIZE as usize && y < SIZE as usize { Some(Square(index as u8)) } else { None }
    }

    /// All squares, row by row from the bottom.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Square(y * STRIDE + x)))
    }

    /// The column, 0 for `a`.
    pub const fn x(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, 0 at the bottom.
    pub const fn y(self) -> u8 {
        self.0 / STRIDE
    }

    /// The place of this square in sets and tables: below 110, with gaps.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this square alone.
    #[inline(always)]
    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The square at a cell of a view, if the board has it.
    pub fn of_cell(cell: Cell) -> Option<Square> {
        Square::new(u8::try_from(cell.x).ok()?, u8::try_from(cell.y).ok()?)
    }

    /// The same square as a view names it.
    pub fn cell(self) -> Cell {
        Cell::new(i32::from(self.x()), i32::from(self.y()))
    }

    /// The square `offset` further on. Only the caller knows whether that is on the board.
    #[inline(always)]
    pub(crate) const fn offset_unchecked(self, offset: i8) -> Square {
        Square(self.0.wrapping_add_signed(offset))
    }

    /// A place for a square that is not known yet.
    pub(crate) const FIRST: Square = Square(0);
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The squares of a set, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u128);

impl Squares {
    /// The set of all squares.
    pub const ALL: u128 = {
        let mut set = 0;
        let mut y = 0;
        while y < SIZE {
            set |= ((1 << SIZE) - 1) << (y * STRIDE);
            y += 1;
        }
        set
    };

    /// The squares whose bits are set. Bits beside the board must not be.
    #[inline(always)]
    pub const fn of(set: u128) -> Squares {
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
    fn a_square_is_named_by_its_column_letter_and_row_digit() {
        assert_eq!(Square::new(0, 0).unwrap().to_string(), "a0");
        assert_eq!(Square::new(9, 9).unwrap().to_string(), "j9");
        assert_eq!(Square::new(3, 5).unwrap().to_string(), "d5");
        assert_eq!(Square::new(10, 0), None);
        assert_eq!(Square::new(0, 10), None);
        let indexed: Vec<Square> = (0..1000).filter_map(Square::from_index).collect();
        assert_eq!(indexed, Square::all().collect::<Vec<_>>());
        assert!(indexed.iter().all(|&square| Square::from_index(square.index()) == Some(square)));
    }

    #[test]
    fn a_set_lists_its_squares_and_nothing_else() {
        let all = Square::all().fold(0, |set, square| set | square.bit());
        assert_eq!(all, Squares::ALL);
        assert_eq!(Squares::of(all).collect::<Vec<_>>(), Square::all().collect::<Vec<_>>());
        assert_eq!(Squares::of(0).next(), None);
    }
}
