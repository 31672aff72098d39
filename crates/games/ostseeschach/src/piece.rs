//! The four kinds of pieces and how each one steps.
//!
//! Not here: what stands in the way (`moves`); a piece is only stopped by its target.

use schwarm_core::Side;

use crate::square::{SIZE, Square};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Herzmuschel, `H`: one step diagonally forward.
    Cockle,
    /// Möwe, `M`: one step straight.
    Gull,
    /// Seestern, `S`: one step forward or diagonally.
    Starfish,
    /// Robbe, `R`: jumps like a knight. The only piece that is not light.
    Seal,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Cockle, Kind::Gull, Kind::Starfish, Kind::Seal];

    /// The letter in texts, upper case.
    pub const fn letter(self) -> char {
        ['H', 'M', 'S', 'R'][self as usize]
    }

    /// The kind with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The name in English, which is also the id of its silhouette.
    pub const fn name(self) -> &'static str {
        ["cockle", "gull", "starfish", "seal"][self as usize]
    }

    /// Whether it is a light piece: one that earns an amber on the far line.
    pub const fn is_light(self) -> bool {
        !matches!(self, Kind::Seal)
    }

    /// How it moves, in words.
    pub(crate) const fn movement(self) -> &'static str {
        match self {
            Kind::Cockle => "a cockle moves one step diagonally forward",
            Kind::Gull => "a gull moves one step straight",
            Kind::Starfish => "a starfish moves one step forward or diagonally",
            Kind::Seal => "a seal jumps two steps straight and one to the side",
        }
    }

    /// The steps of a red piece as (files, ranks); a blue one goes the other way up.
    const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Kind::Cockle => &[(-1, 1), (1, 1)],
            Kind::Gull => &[(0, -1), (-1, 0), (1, 0), (0, 1)],
            Kind::Starfish => &[(-1, -1), (1, -1), (-1, 1), (0, 1), (1, 1)],
            Kind::Seal => &[(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)],
        }
    }
}

/// What stands on a square: the top piece of a tower, or a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Whether it sits on another piece. Towers of more than two leave the board at once.
    pub is_tower: bool,
}

impl Piece {
    /// How many pieces stand on the square.
    pub const fn height(self) -> u8 {
        1 + self.is_tower as u8
    }

    /// The letter in texts: upper case red, lower case blue.
    pub const fn letter(self) -> char {
        match self.side {
            Side::One => self.kind.letter(),
            Side::Two => self.kind.letter().to_ascii_lowercase(),
        }
    }
}

/// Where a piece could go on an empty board, as a set.
#[inline(always)]
pub fn targets(side: Side, kind: Kind, from: Square) -> u64 {
    TARGETS[side.index()][kind as usize][from.index()]
}

/// What each step of a piece adds to a square's index.
///
/// No two differ by 64, so a step over the edge never lands on the target of another one.
#[inline(always)]
pub(crate) const fn offsets(side: Side, kind: Kind) -> &'static [i8] {
    match (side, kind) {
        (Side::One, Kind::Cockle) => &[7, 9],
        (Side::Two, Kind::Cockle) => &[-9, -7],
        (_, Kind::Gull) => &[-8, -1, 1, 8],
        (Side::One, Kind::Starfish) => &[-9, -7, 7, 8, 9],
        (Side::Two, Kind::Starfish) => &[-9, -8, -7, 7, 9],
        (_, Kind::Seal) => &[-17, -15, -10, -6, 6, 10, 15, 17],
    }
}

static TARGETS: [[[u64; 64]; 4]; 2] = {
    let mut table = [[[0; 64]; 4]; 2];
    let mut n = 0;
    while n < 2 * 4 * 64 {
        let (side, kind, square) = (n / 256, n / 64 % 4, n % 64);
        let steps = Kind::ALL[kind].steps();
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            let file = square as i8 % SIZE as i8 + files;
            let rank = square as i8 / SIZE as i8 + if side == 0 { ranks } else { -ranks };
            if file >= 0 && file < SIZE as i8 && rank >= 0 && rank < SIZE as i8 {
                table[side][kind][square] |= 1 << (rank * SIZE as i8 + file);
            }
            step += 1;
        }
        n += 1;
    }
    table
};
