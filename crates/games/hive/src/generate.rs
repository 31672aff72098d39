//! The move generator: one for every board, every law and every receiver.
//!
//! It finds sets of target cells; a [`Receiver`] counts them, lists them or keeps them per
//! piece. Nothing here plays a move or asks whether the game is over.

pub(crate) mod list;
pub(crate) mod receiver;
pub(crate) mod region;
pub(crate) mod steps;

use crate::board::{Board, CellIndex, Directions, Ring, dir};
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::field::Field;
use crate::tables::SLIDES;
use receiver::{Receiver, Roam};
use schwarm_core::Side;

/// What the generator needs to know beside the board.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    /// Who moves.
    pub side: Side,
    /// Pieces on the board, both sides.
    pub placed: u32,
    /// Slots of the set.
    pub set: u16,
    /// The piece that may not be touched: it moved in the last ply.
    pub stunned: Piece,
    /// The queen must be placed now if she is in hand.
    pub queen_due: bool,
    /// The queen may be a side's first piece.
    pub queen_first: bool,
    /// The cell of the very first piece of an unbounded game.
    pub origin: CellIndex,
}

impl Turn {
    /// Own slots on the board.
    #[inline(always)]
    pub(crate) fn own_slots(&self) -> u32 {
        self.placed >> (16 * self.side.index()) & 0xffff
    }
}

/// Finds all moves but the pass.
#[inline(always)]
pub(crate) fn generate<B: Board, L: Law, R: Receiver<B>>(
    field: &Field<B>,
    looks: &[B; 6],
    turn: &Turn,
    receiver: &mut R,
) {
    let own = turn.own_slots();
    let queen_placed = own & 1 != 0;
    let near = near(looks);
    place::<B, L, R>(field, near, turn, own, queen_placed, receiver);
    if queen_placed {
        travel::<B, L, R>(field, looks, near, turn, receiver);
    }
    receiver.finish();
}

/// Cells beside a piece.
#[inline(always)]
pub(crate) fn near<B: Board>(looks: &[B; 6]) -> B {
    let [a, b, c, d, e, f] = *looks;
    a.or(b).or(c.or(d)).or(e.or(f))
}

/// Placements: an empty cell beside an own piece and beside no enemy's. A side without any
/// piece on the board puts its first one beside the enemy, or anywhere if there is none.
#[inline(always)]
pub(crate) fn place<B: Board, L: Law, R: Receiver<B>>(
    field: &Field<B>,
    near: B,
    turn: &Turn,
    own: u32,
    queen_placed: bool,
    receiver: &mut R,
) {
    let in_hand = u32::from(turn.set) & !own;
    if in_hand == 0 {
        return;
    }
    let cells = if turn.placed == 0 {
        if L::BOUNDED { field.closed.not() } else { B::bit(turn.origin) }
    } else {
        let free = near.without(*field.occupied);
        let free = if L::BOUNDED { free.without(*field.closed) } else { free };
        if own == 0 { free } else { free.without(field.tops[turn.side.other().index()].spread()) }
    };
    let mut kinds = next_of_each_kind(in_hand);
    if !queen_placed {
        if turn.queen_due {
            kinds = 1;
        } else if own == 0 && !turn.queen_first {
            kinds &= !1;
        }
    }
    receiver.place(kinds << (16 * turn.side.index()), cells);
}

/// The lowest slot in hand of each kind.
#[inline(always)]
pub(crate) fn next_of_each_kind(in_hand: u32) -> u32 {
    // A slot is the next one unless a lower slot of its kind is in hand too.
    const SECOND: u32 = 1 << 2 | 1 << 5 | 1 << 7 | 1 << 10;
    const THIRD: u32 = 1 << 3 | 1 << 8 | 1 << 11;
    in_hand & !(in_hand << 1 & (SECOND | THIRD)) & !(in_hand << 2 & THIRD)
}

/// Movements of own pieces, and throws of any.
#[inline(always)]
fn travel<B: Board, L: Law, R: Receiver<B>>(field: &Field<B>, looks: &[B; 6], near: B, turn: &Turn, receiver: &mut R) {
    let pinned = pinned(field, looks);
    let throws = if L::EXPANSIONS { throws::<B>(field, pinned, turn) } else { Throws::none() };
    let mut roam = Roam::new();
    travel_with::<B, L, R>(field, looks, near, pinned, &throws, &mut roam, turn, receiver);
}

/// Cells whose piece may not be lifted: the hive would split.
#[inline(always)]
pub(crate) fn pinned<B: Board>(field: &Field<B>, looks: &[B; 6]) -> B {
    region::pinned(*field.occupied, looks, field.holes).without(*field.high)
}

/// Movements and throws, given what does not depend on the side to move.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // Two call sites, inlined; a struct would only rename it.
pub(crate) fn travel_with<B: Board, L: Law, R: Receiver<B>>(
    field: &Field<B>,
    looks: &[B; 6],
    near: B,
    pinned: B,
    throws: &Throws<B>,
    roam: &mut Roam<B>,
    turn: &Turn,
    receiver: &mut R,
) {
    let own = *field.tops[turn.side.index()];
    let mobile = own.without(pinned);
    for index in 0..B::WORDS {
        let mut word = mobile.word(index);
        while word != 0 {
            let cell = (index as u32 * 64 + word.trailing_zeros()) as CellIndex;
            word &= word - 1;
            let piece = field.top(cell);
            if L::EXPANSIONS && piece == turn.stunned {
                continue;
            }
            let thrown = if L::EXPANSIONS && throws.any { throws.of(cell) } else { None };
            walk::<B, L, R>(field, looks, near, roam, cell, piece, thrown, receiver);
        }
    }
    if L::EXPANSIONS && throws.any {
        // Own pieces were thrown above, together with their walks.
        for cell in throws.cells().without(own).cells() {
            if let Some(landing) = throws.of(cell) {
                receiver.targets(field.top(cell), landing);
            }
        }
    }
}

/// The moves of one piece that may be lifted.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // One call site, inlined; a struct would only rename it.
fn walk<B: Board, L: Law, R: Receiver<B>>(
    field: &Field<B>,
    looks: &[B; 6],
    near: B,
    roam: &mut Roam<B>,
    cell: CellIndex,
    piece: Piece,
    thrown: Option<B>,
    receiver: &mut R,
) {
    let ring = field.occupied.ring(cell);
    let bug = piece.bug();
    if L::EXPANSIONS && (bug == Bug::Mosquito || thrown.is_some()) {
        let mut cells = if bug == Bug::Mosquito && !field.high.has(cell) {
            mosquito::<B, L>(field, looks, near, roam, cell, ring)
        } else {
            reach::<B, L>(field, looks, near, roam, cell, ring, if bug == Bug::Mosquito { Bug::Beetle } else { bug })
        };
        if let Some(thrown) = thrown {
            cells = cells.or(thrown);
        }
        return receiver.targets(piece, cells);
    }
    match bug {
        Bug::Queen | Bug::Pillbug => receiver.steps(piece, cell, steps::slides::<B, L>(field, field.occupied, cell)),
        Bug::Beetle | Bug::Mosquito => receiver.steps(piece, cell, steps::beetle::<B, L>(field, cell, ring)),
        Bug::Spider => receiver.targets(piece, steps::spider::<B, L>(field, cell)),
        Bug::Grasshopper if R::COUNTS_ONLY && !L::BOUNDED => receiver.count(ring.count_ones()),
        Bug::Grasshopper => receiver.targets(piece, steps::grasshopper::<B, L>(field, cell, ring)),
        Bug::Ladybug => receiver.targets(piece, steps::ladybug(field, cell)),
        Bug::Ant if L::BOUNDED => receiver.targets(piece, steps::ant_bounded(field, cell)),
        // An ant that cannot leave its cell goes nowhere, whatever lies beside it.
        Bug::Ant if SLIDES[usize::from(ring)] == 0 => {}
        Bug::Ant => {
            roam.prepare(field, looks, near);
            if roam.is_beside_pocket(cell) {
                receiver.targets(piece, steps::ant_from_pocket(field, cell, roam.outside));
            } else {
                receiver.roam(piece, cell, roam, roam.alone.ring(cell));
            }
        }
    }
}

/// The target cells of one bug as a set.
#[inline(always)]
fn reach<B: Board, L: Law>(
    field: &Field<B>,
    looks: &[B; 6],
    near: B,
    roam: &mut Roam<B>,
    cell: CellIndex,
    ring: Ring,
    bug: Bug,
) -> B {
    match bug {
        Bug::Queen | Bug::Pillbug => steps::beside(cell, steps::slides::<B, L>(field, field.occupied, cell)),
        Bug::Beetle => steps::beside(cell, steps::beetle::<B, L>(field, cell, ring)),
        Bug::Spider => steps::spider::<B, L>(field, cell),
        Bug::Grasshopper => steps::grasshopper::<B, L>(field, cell, ring),
        Bug::Ladybug => steps::ladybug(field, cell),
        Bug::Ant if L::BOUNDED => steps::ant_bounded(field, cell),
        Bug::Ant if SLIDES[usize::from(ring)] == 0 => B::empty(),
        Bug::Ant => {
            roam.prepare(field, looks, near);
            if roam.is_beside_pocket(cell) {
                steps::ant_from_pocket(field, cell, roam.outside)
            } else {
                roam.rim.without(steps::beside(cell, roam.alone.ring(cell)))
            }
        }
        Bug::Mosquito => B::empty(),
    }
}

/// A mosquito on the ground moves like any bug beside it.
#[inline(always)]
fn mosquito<B: Board, L: Law>(
    field: &Field<B>,
    looks: &[B; 6],
    near: B,
    roam: &mut Roam<B>,
    cell: CellIndex,
    ring: Ring,
) -> B {
    let mut kinds = kinds_beside(field, cell, ring) & !(1 << Bug::Mosquito as u8);
    // A pillbug steps like a queen.
    if kinds & 1 << Bug::Pillbug as u8 != 0 {
        kinds = kinds & !(1 << Bug::Pillbug as u8) | 1 << Bug::Queen as u8;
    }
    // An ant and a beetle together can do what a queen can.
    if kinds & (1 << Bug::Ant as u8 | 1 << Bug::Beetle as u8) != 0 {
        kinds &= !(1 << Bug::Queen as u8);
    }
    // An ant reaches wherever three slides lead.
    if kinds & 1 << Bug::Ant as u8 != 0 {
        kinds &= !(1 << Bug::Spider as u8);
    }
    let mut cells = B::empty();
    while kinds != 0 {
        let bug = Bug::ALL[kinds.trailing_zeros() as usize];
        cells = cells.or(reach::<B, L>(field, looks, near, roam, cell, ring, bug));
        kinds &= kinds - 1;
    }
    cells
}

/// The kinds of the top pieces beside a cell, one bit each.
#[inline(always)]
fn kinds_beside<B: Board>(field: &Field<B>, cell: CellIndex, ring: Ring) -> u8 {
    let mut kinds = 0;
    for d in Directions(ring) {
        kinds |= 1 << field.top(B::step(cell, d)).bug() as u8;
    }
    kinds
}

/// Who can be thrown where: at most two pieces can throw, each to the cells round it.
pub(crate) struct Throws<B: Board> {
    /// Cells of pieces each can throw.
    thrown: [B; 2],
    /// Where each can put them.
    landing: [B; 2],
    /// Whether a piece that can throw is there at all.
    pub any: bool,
}

impl<B: Board> Throws<B> {
    #[inline(always)]
    pub fn none() -> Throws<B> {
        let none = B::empty();
        Throws { thrown: [none; 2], landing: [none; 2], any: false }
    }

    /// Cells of all pieces that can be thrown.
    #[inline(always)]
    pub fn cells(&self) -> B {
        self.thrown[0].or(self.thrown[1])
    }

    /// Where the piece of a cell can be thrown.
    #[inline(always)]
    pub fn of(&self, cell: CellIndex) -> Option<B> {
        match (self.thrown[0].has(cell), self.thrown[1].has(cell)) {
            (false, false) => None,
            (true, false) => Some(self.landing[0]),
            (false, true) => Some(self.landing[1]),
            (true, true) => Some(self.landing[0].or(self.landing[1])),
        }
    }
}

/// All throws by the own pillbug, and by the own mosquito beside any pillbug. A pinned
/// pillbug may throw; a stunned or covered one may not.
#[inline(always)]
pub(crate) fn throws<B: Board>(field: &Field<B>, pinned: B, turn: &Turn) -> Throws<B> {
    let mut throws = Throws::none();
    let mut thrower = 0;
    const POWERS: u32 = 1 << 14 | 1 << 12;
    let mut powers = turn.own_slots() & POWERS;
    while powers != 0 {
        let slot = powers.trailing_zeros();
        powers &= powers - 1;
        let piece = Piece((slot + 16 * turn.side.index() as u32) as u8);
        if piece == turn.stunned {
            continue;
        }
        let Some(cell) = field.cell_of(piece) else { continue };
        if field.high.has(cell) {
            continue;
        }
        let ring = field.occupied.ring(cell);
        if piece.bug() == Bug::Mosquito && kinds_beside(field, cell, ring) & 1 << Bug::Pillbug as u8 == 0 {
            continue;
        }
        (throws.thrown[thrower], throws.landing[thrower]) = throws_by(field, pinned, turn, cell, ring);
        throws.any = true;
        thrower += 1;
    }
    throws
}

/// The pieces that can be thrown over `cell`, and where to.
#[inline(always)]
fn throws_by<B: Board>(field: &Field<B>, pinned: B, turn: &Turn, cell: CellIndex, ring: Ring) -> (B, B) {
    // Over the pillbug a piece is on level one: two stacks beside each other bar the way.
    let high = field.high.ring(cell);
    let passable = if !field.high_gates { 63 } else { without_gates(high) };
    let thrown = ring & !high & !pinned.ring(cell) & passable;
    let landing = !ring & 63 & passable;
    if landing == 0 {
        return (B::empty(), B::empty());
    }
    let mut thrown: B = steps::beside(cell, thrown);
    if turn.stunned.is_some() {
        thrown = thrown.without(B::bit(field.cells[turn.stunned.index()]));
    }
    (thrown, steps::beside(cell, landing))
}

/// Directions that are not between two of the given ones.
#[inline(always)]
fn without_gates(high: Ring) -> Ring {
    let mut open = 63;
    for d in 0..6 {
        let (a, b) = dir::BESIDE[d];
        if high >> a & high >> b & 1 != 0 {
            open &= !(1 << d);
        }
    }
    open
}
