//! Playing and taking back.

use super::key::piece_key;
use super::{Facts, Hive};
use crate::board::CellIndex;
use crate::book::Law;
use crate::bug::Piece;
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::tables::ARCS;

/// What taking back needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    key: u64,
    facts: Facts,
    /// Where the piece came from, or [`HAND`].
    from: CellIndex,
}

/// Marks a piece that came from the hand.
const HAND: CellIndex = CellIndex::MAX;

/// Cells a connected hive may have before it can be too long for the narrow frame.
const ALWAYS_NARROW: u32 = 14;

impl<B: Kernel, L: Law> Hive<B, L> {
    /// Plays a legal move.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move) -> Undo {
        let piece = mv.piece();
        let before = self.facts;
        let mut undo = Undo { key: self.key, facts: before, from: HAND };
        self.turn += 1;
        let mut facts = before.with_other_side().with_stunned(Piece::NONE);
        if mv.is_pass() {
            self.facts = facts.with_passes(0);
            let passes = if before.passes() == 1 { 2 } else { u8::from(self.is_stuck()) };
            self.facts = self.facts.with_passes(if L::BOUNDED { 0 } else { passes });
            return undo;
        }
        facts = facts.with_passes(0);
        let was_placed = self.placed & piece.bit() != 0;
        if was_placed {
            undo.from = self.cells[piece.index()];
            if self.stun_matters() {
                facts = facts.with_stunned(piece);
            }
        } else {
            self.number(piece);
        }
        if !L::BOUNDED && before.is_wide() {
            self.facts = facts;
            self.make_wide(piece, mv.cell());
            return undo;
        }
        facts =
            if was_placed { self.shift(facts, piece, undo.from, mv.cell()) } else { self.put(facts, piece, mv.cell()) };
        if L::BOUNDED {
            self.facts = facts;
        } else {
            self.facts = slide_window(facts, mv.cell());
            if self.placed.count_ones() > ALWAYS_NARROW && !self.occupied.is_narrow() {
                self.widen();
            }
        }
        undo
    }

    /// Takes back the move just played.
    #[inline(always)]
    pub(crate) fn unmake(&mut self, mv: Move, undo: Undo) {
        self.turn -= 1;
        if !mv.is_pass() {
            let piece = mv.piece();
            if !L::BOUNDED && (self.is_wide() || undo.facts.is_wide()) {
                self.unmake_wide(piece, &undo);
            } else if undo.from == HAND {
                self.take(piece, mv.cell());
            } else {
                self.unshift(piece, mv.cell(), undo.from);
            }
        }
        self.key = undo.key;
        self.facts = undo.facts;
    }

    /// The same position with the other side to move, as if a move could be given up: nothing
    /// is stunned, and the turn counts. `None` if the game is over before that or by it.
    pub fn passed(&self) -> Option<Self> {
        let facts = self.facts.with_other_side().with_stunned(Piece::NONE).with_passes(0);
        let next = Hive { turn: self.turn + 1, facts, ..*self };
        (self.verdict_now().is_none() && next.verdict_now().is_none()).then_some(next)
    }

    /// Whether the side to move can only pass.
    #[cold]
    pub(crate) fn is_stuck(&self) -> bool {
        B::count_moves(self) == 0
    }

    /// A new piece on an empty cell.
    #[inline(always)]
    fn put(&mut self, facts: Facts, piece: Piece, cell: CellIndex) -> Facts {
        let bit = B::bit(cell);
        let side = piece.side().index();
        let arcs = ARCS[usize::from(self.occupied.ring(cell))] as i8;
        self.occupied = self.occupied.or(bit);
        self.tops[side] = self.tops[side].or(bit);
        self.grid[usize::from(cell & 255)] = piece;
        self.cells[piece.index()] = cell;
        self.under[piece.index()] = Piece::NONE;
        self.placed |= piece.bit();
        self.key ^= piece_key(piece, cell, 0);
        facts.with_chi(facts.chi() + 1 - arcs)
    }

    /// Takes a piece back into the hand.
    #[inline(always)]
    fn take(&mut self, piece: Piece, cell: CellIndex) {
        let bit = B::bit(cell);
        let side = piece.side().index();
        self.occupied = self.occupied.xor(bit);
        self.tops[side] = self.tops[side].xor(bit);
        self.grid[usize::from(cell & 255)] = Piece::NONE;
        self.placed ^= piece.bit();
    }

    /// The top piece of `from` goes to `to`.
    #[inline(always)]
    fn shift(&mut self, facts: Facts, piece: Piece, from: CellIndex, to: CellIndex) -> Facts {
        if self.under[piece.index()].is_some() || self.grid[usize::from(to & 255)].is_some() {
            return self.climb(facts, piece, from, to);
        }
        // Along the ground, the common case: both ends change by one board each.
        let side = piece.side().index();
        let both = B::bit(from).or(B::bit(to));
        let arcs_before = ARCS[usize::from(self.occupied.ring(from))] as i8;
        self.occupied = self.occupied.xor(both);
        let arcs_after = ARCS[usize::from(self.occupied.ring(to))] as i8;
        self.tops[side] = self.tops[side].xor(both);
        self.cells[piece.index()] = to;
        self.grid[usize::from(from & 255)] = Piece::NONE;
        self.grid[usize::from(to & 255)] = piece;
        self.key ^= piece_key(piece, from, 0) ^ piece_key(piece, to, 0);
        facts.with_chi(facts.chi() + arcs_before - arcs_after)
    }

    /// Back along the way it came; facts and key are restored by the caller.
    #[inline(always)]
    fn unshift(&mut self, piece: Piece, from: CellIndex, to: CellIndex) {
        if self.under[piece.index()].is_some() || self.grid[usize::from(to & 255)].is_some() {
            self.climb(self.facts, piece, from, to);
            return;
        }
        let side = piece.side().index();
        let both = B::bit(from).or(B::bit(to));
        self.occupied = self.occupied.xor(both);
        self.tops[side] = self.tops[side].xor(both);
        self.cells[piece.index()] = to;
        self.grid[usize::from(from & 255)] = Piece::NONE;
        self.grid[usize::from(to & 255)] = piece;
    }

    /// The top piece of `from` goes to `to`, with something below it at either end.
    #[inline(always)]
    fn climb(&mut self, facts: Facts, piece: Piece, from: CellIndex, to: CellIndex) -> Facts {
        let below = self.under[piece.index()];
        let onto = self.grid[usize::from(to & 255)];
        let (mut chi, mut stacks) = (facts.chi(), facts.stacks());
        let side = piece.side().index();
        let (here, there) = (B::bit(from), B::bit(to));
        self.cells[piece.index()] = to;
        self.grid[usize::from(from & 255)] = below;
        self.grid[usize::from(to & 255)] = piece;
        self.under[piece.index()] = onto;
        self.tops[side] = self.tops[side].without(here).or(there);
        let mut level_below = 0;
        if below.is_some() {
            let side = below.side().index();
            self.tops[side] = self.tops[side].or(here);
            level_below = 1 + self.level(below);
            if level_below == 1 {
                self.high = self.high.without(here);
                stacks -= 1;
            }
        } else {
            chi -= 1 - ARCS[usize::from(self.occupied.ring(from))] as i8;
            self.occupied = self.occupied.without(here);
        }
        let level_onto = self.level(piece);
        if onto.is_some() {
            if onto.side() != piece.side() {
                let side = onto.side().index();
                self.tops[side] = self.tops[side].without(there);
            }
            if level_onto == 1 {
                self.high = self.high.or(there);
                stacks += 1;
            }
        } else {
            chi += 1 - ARCS[usize::from(self.occupied.ring(to))] as i8;
            self.occupied = self.occupied.or(there);
        }
        self.key ^= piece_key(piece, from, level_below) ^ piece_key(piece, to, level_onto);
        facts.with_chi(chi).with_stacks(stacks)
    }

    /// Gives a piece that is about to be placed the lowest free UHP number of its kind.
    ///
    /// Placed in order, a piece's number is its slot's. Only the sandbox notation places
    /// pieces out of order; from then on numbers are kept beside the slots.
    #[inline(always)]
    fn number(&mut self, piece: Piece) {
        let lower_in_hand = u32::from(piece.lower_of_kind()) & !(self.placed >> (piece.0 & 16));
        if lower_in_hand != 0 || self.renumbered {
            self.renumber(piece);
        }
    }

    #[cold]
    fn renumber(&mut self, piece: Piece) {
        let kind = piece.bug().slot_mask() << (16 * piece.side().index());
        if !self.renumbered {
            self.renumbered = true;
            for other in self.placed_pieces() {
                self.numbers[other.index()] = other.number();
            }
        }
        let used =
            crate::bug::pieces(self.placed & kind).fold(0u8, |used, other| used | 1 << self.numbers[other.index()]);
        self.numbers[piece.index()] = 1 + (used >> 1).trailing_ones() as u8;
    }

    /// The UHP number of a piece on the board.
    pub(crate) fn uhp_number(&self, piece: Piece) -> u8 {
        if self.renumbered { self.numbers[piece.index()] } else { piece.number() }
    }

    #[cold]
    fn widen(&mut self) {
        let cells = self.true_cell_array();
        self.reframe(&cells);
        self.key = self.computed_pieces_key();
    }

    /// Plays on a hive that is wide already: only lists are kept, the rest is built anew.
    #[cold]
    fn make_wide(&mut self, piece: Piece, to: CellIndex) {
        self.under[piece.index()] = self.top(to);
        self.cells[piece.index()] = to;
        self.placed |= piece.bit();
        let cells = self.true_cell_array();
        self.reframe(&cells);
        self.key = self.computed_pieces_key();
    }

    #[cold]
    fn unmake_wide(&mut self, piece: Piece, undo: &Undo) {
        let mut cells = self.true_cell_array();
        self.placed ^= piece.bit();
        if undo.from != HAND {
            // The old frame says what `from` meant.
            let from = Hive { facts: undo.facts, ..*self }.unfold(undo.from);
            self.under[piece.index()] = self.top_of_true(&cells, from);
            self.placed ^= piece.bit();
            cells[piece.index()] = from;
        }
        self.reframe(&cells);
    }

    /// Top piece of a true cell, by looking through all pieces.
    fn top_of_true(&self, cells: &[CellIndex; 32], cell: CellIndex) -> Piece {
        crate::bug::pieces(self.placed & !self.covered_pieces())
            .find(|piece| cells[piece.index()] == cell)
            .unwrap_or(Piece::NONE)
    }
}

/// Keeps every piece at least one line away from the edge of the narrow frame.
#[inline(always)]
fn slide_window(facts: Facts, cell: CellIndex) -> Facts {
    let (row, column) = facts.base();
    let nudged = |n: u8, base: u8| match n.wrapping_sub(base) & 15 {
        0 => (base + 31) & 31,
        15 => (base + 1) & 31,
        _ => base,
    };
    let (new_row, new_column) = (nudged((cell >> 4) as u8, row), nudged(cell as u8 & 15, column));
    if (new_row, new_column) == (row, column) { facts } else { facts.with_base((new_row, new_column)) }
}
