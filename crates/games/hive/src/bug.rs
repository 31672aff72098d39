//! Bugs and pieces.
//!
//! A [`Piece`] is one of at most thirty tokens: a side and a slot. Slots are laid out
//! so that every set of every rule book fits; which slots a book uses is its own affair.

use schwarm_core::Side;

/// The kinds of bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Bug {
    /// Queen bee.
    Queen = 0,
    /// Spider.
    Spider = 1,
    /// Beetle.
    Beetle = 2,
    /// Grasshopper.
    Grasshopper = 3,
    /// Soldier ant.
    Ant = 4,
    /// Mosquito.
    Mosquito = 5,
    /// Ladybug.
    Ladybug = 6,
    /// Pillbug.
    Pillbug = 7,
}

impl Bug {
    /// All kinds.
    pub const ALL: [Bug; 8] =
        [Bug::Queen, Bug::Spider, Bug::Beetle, Bug::Grasshopper, Bug::Ant, Bug::Mosquito, Bug::Ladybug, Bug::Pillbug];

    /// The letter used in every notation.
    pub const fn letter(self) -> char {
        ['Q', 'S', 'B', 'G', 'A', 'M', 'L', 'P'][self as usize]
    }

    /// The bug of a letter; lower case is read too.
    pub fn from_letter(letter: char) -> Option<Bug> {
        Bug::ALL.into_iter().find(|bug| bug.letter() == letter.to_ascii_uppercase())
    }

    /// The name of its silhouette, and in English.
    pub const fn name(self) -> &'static str {
        ["queen", "spider", "beetle", "grasshopper", "ant", "mosquito", "ladybug", "pillbug"][self as usize]
    }

    /// First slot of the kind.
    pub(crate) const fn first_slot(self) -> u8 {
        [0, 1, 4, 6, 9, 12, 13, 14][self as usize]
    }

    /// How many slots the kind has.
    pub(crate) const fn slots(self) -> u8 {
        [1, 3, 2, 3, 3, 1, 1, 1][self as usize]
    }

    /// The slots of the kind as a bit mask: the bits a side has for it in masks of pieces.
    pub const fn slot_mask(self) -> u32 {
        ((1 << self.slots()) - 1) << self.first_slot()
    }
}

/// One token: bit 4 is the side, the low bits are the slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece(pub(crate) u8);

/// The bug of each slot; slot 15 is never used.
const BUG_OF_SLOT: [Bug; 16] = [
    Bug::Queen,
    Bug::Spider,
    Bug::Spider,
    Bug::Spider,
    Bug::Beetle,
    Bug::Beetle,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Grasshopper,
    Bug::Ant,
    Bug::Ant,
    Bug::Ant,
    Bug::Mosquito,
    Bug::Ladybug,
    Bug::Pillbug,
    Bug::Pillbug,
];

/// The lower slots of the same kind, for each slot.
static LOWER_OF_KIND: [u16; 16] = {
    let mut lower = [0; 16];
    let mut slot = 0;
    while slot < 16 {
        lower[slot] = BUG_OF_SLOT[slot].slot_mask() as u16 & ((1 << slot) - 1) as u16;
        slot += 1;
    }
    lower
};

impl Piece {
    /// Marks "no piece" in grids.
    pub(crate) const NONE: Piece = Piece(0xff);

    /// The `number`th piece (from 1) of a kind.
    pub const fn new(side: Side, bug: Bug, number: u8) -> Piece {
        Piece((side as u8) << 4 | (bug.first_slot() + number - 1))
    }

    /// The queen of a side.
    pub const fn queen(side: Side) -> Piece {
        Piece((side as u8) << 4)
    }

    /// Its colour.
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 16 == 0 { Side::One } else { Side::Two }
    }

    /// Its kind.
    #[inline(always)]
    pub const fn bug(self) -> Bug {
        BUG_OF_SLOT[(self.0 & 15) as usize]
    }

    /// Its number among its kind, from 1.
    pub const fn number(self) -> u8 {
        (self.0 & 15) - self.bug().first_slot() + 1
    }

    /// The lower slots of its kind.
    #[inline(always)]
    pub(crate) const fn lower_of_kind(self) -> u16 {
        LOWER_OF_KIND[(self.0 & 15) as usize]
    }

    /// Index into arrays of 32: side `One` has 0 to 15, side `Two` 16 to 31.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Its bit in a mask of pieces, which is that of its [`index`](Piece::index).
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// Whether this is a piece at all.
    #[inline(always)]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != 0xff
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.is_some() {
            return f.write_str("none");
        }
        write!(f, "{}{}{}", if self.side() == Side::One { 'w' } else { 'b' }, self.bug().letter(), self.number())
    }
}

/// The pieces of a mask, lowest first.
pub fn pieces(mut mask: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let piece = Piece(mask.trailing_zeros() as u8);
        mask &= mask - 1;
        Some(piece)
    })
}
