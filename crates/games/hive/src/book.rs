//! Rule books: which pieces there are, when the game ends, what is allowed at the start.
//!
//! What changes the inner loops is a type ([`Law`]); everything else is data ([`Book`]).

use crate::bug::Bug;
use schwarm_core::Side;

/// What the move generator must know at compile time.
pub trait Law: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The board is the hexagon of 91 cells with blackberries.
    const BOUNDED: bool;
    /// Beetles obey gates, on the ground and above it.
    const GATED_BEETLE: bool;
    /// Mosquito, ladybug and pillbug may be in the set.
    const EXPANSIONS: bool;
}

/// Official Hive with its expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Official;

impl Law for Official {
    const BOUNDED: bool = false;
    const GATED_BEETLE: bool = true;
    const EXPANSIONS: bool = true;
}

/// The classic sheet: base set, beetle free of gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

impl Law for Classic {
    const BOUNDED: bool = false;
    const GATED_BEETLE: bool = false;
    const EXPANSIONS: bool = false;
}

/// Software-Challenge 2020: bounded board, beetle free of gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge;

impl Law for Challenge {
    const BOUNDED: bool = true;
    const GATED_BEETLE: bool = false;
    const EXPANSIONS: bool = false;
}

/// The data of a rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Book {
    /// Slots of the pieces each side has.
    pub(crate) set: u16,
    /// The queen may be a side's first piece.
    pub(crate) queen_first: bool,
    /// Surrounded queens are looked at only after blue's ply.
    pub(crate) full_rounds: bool,
    /// Plies after which free cells round the queens decide.
    pub(crate) ply_limit: Option<u32>,
    /// Who moves at even turns.
    pub(crate) first: Side,
}

/// Plies of a Software-Challenge game.
pub(crate) const PLY_LIMIT: u32 = 60;

impl Book {
    /// Official Hive with some of the expansions.
    pub fn official(mosquito: bool, ladybug: bool, pillbug: bool, queen_first: bool) -> Book {
        let mut set = BASE;
        for (with, bug) in [(mosquito, Bug::Mosquito), (ladybug, Bug::Ladybug), (pillbug, Bug::Pillbug)] {
            if with {
                set |= slots(bug, 1);
            }
        }
        Book { set, queen_first, full_rounds: false, ply_limit: None, first: Side::One }
    }

    /// The classic sheet; either colour may begin.
    pub fn classic(first: Side) -> Book {
        Book { set: BASE, queen_first: true, full_rounds: false, ply_limit: None, first }
    }

    /// Software-Challenge 2020 as printed, or as the server played it.
    pub fn challenge(server: bool) -> Book {
        let set = if server { CHALLENGE_SERVER } else { BASE };
        Book { set, queen_first: true, full_rounds: server, ply_limit: Some(PLY_LIMIT), first: Side::One }
    }

    /// Plies after which the game is over at the latest.
    #[inline]
    pub fn ply_limit(&self) -> Option<u32> {
        self.ply_limit
    }

    /// How many pieces of a kind each side has.
    pub fn count(&self, bug: Bug) -> u8 {
        (u32::from(self.set) & bug.slot_mask()).count_ones() as u8
    }
}

/// One queen, two spiders, two beetles, three grasshoppers, three ants.
const BASE: u16 = slots(Bug::Queen, 1)
    | slots(Bug::Spider, 2)
    | slots(Bug::Beetle, 2)
    | slots(Bug::Grasshopper, 3)
    | slots(Bug::Ant, 3);

/// The released server's constant: three spiders, two grasshoppers.
const CHALLENGE_SERVER: u16 = slots(Bug::Queen, 1)
    | slots(Bug::Spider, 3)
    | slots(Bug::Beetle, 2)
    | slots(Bug::Grasshopper, 2)
    | slots(Bug::Ant, 3);

const fn slots(bug: Bug, count: u8) -> u16 {
    ((1 << count) - 1) << bug.first_slot()
}
