//! What stands where, as sets of squares.
//!
//! A kind is two bits, spread over two sets: cockle 00, gull 01, starfish 10, seal 11.
//! Invariant: the two sides share no square; `low`, `high` and `towers` hold no square that
//! both sides leave empty.
//! Not here: what a move does (`state`).

use schwarm_core::Side;

use crate::piece::{Kind, Piece};
use crate::square::{Square, Squares};

/// A board with pieces on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    sides: [u64; 2],
    low: u64,
    high: u64,
    towers: u64,
}

impl Board {
    /// What stands on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()] & square.bit() != 0)?;
        Some(Piece { side, kind: self.kind_at(square), is_tower: self.towers & square.bit() != 0 })
    }

    /// The squares whose top piece belongs to a side.
    pub fn pieces(&self, side: Side) -> Squares {
        Squares::of(self.sides[side.index()])
    }

    /// The same as a set, bit [`Square::index`] for each.
    #[inline(always)]
    pub fn set(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// The squares of a side's top pieces of one kind, as a set.
    #[inline(always)]
    pub fn set_of(&self, side: Side, kind: Kind) -> u64 {
        let kinds = match kind {
            Kind::Cockle => !self.low & !self.high,
            Kind::Gull => self.low & !self.high,
            Kind::Starfish => !self.low & self.high,
            Kind::Seal => self.low & self.high,
        };
        self.sides[side.index()] & kinds
    }

    /// The squares of a side's light top pieces.
    pub fn light(&self, side: Side) -> Squares {
        Squares::of(self.light_set(side))
    }

    /// The same as a set.
    #[inline(always)]
    pub fn light_set(&self, side: Side) -> u64 {
        self.sides[side.index()] & !(self.low & self.high)
    }

    /// The squares with two pieces, as a set.
    #[inline(always)]
    pub fn tower_set(&self) -> u64 {
        self.towers
    }

    /// The kind of the top piece on a square that is not empty.
    #[inline(always)]
    pub fn kind_at(&self, square: Square) -> Kind {
        let bits = (self.low >> square.index() & 1) + 2 * (self.high >> square.index() & 1);
        Kind::ALL[bits as usize % 4]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.sides[piece.side.index()] |= square.bit();
        self.low |= (piece.kind as u64 & 1) << square.index();
        self.high |= (piece.kind as u64 >> 1) << square.index();
        self.towers |= u64::from(piece.is_tower) << square.index();
    }

    /// Empties squares.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: u64) {
        self.sides = self.sides.map(|set| set & !squares);
        self.low &= !squares;
        self.high &= !squares;
        self.towers &= !squares;
    }
}
