//! Playing and taking back.

use super::Hive;
use super::key::piece_key;
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
    from: CellIndex,
    was_placed: bool,
    was_wide: bool,
    chi: i8,
    stacks: u8,
    passes: u8,
    base: (u8, u8),
    stunned: Piece,
}

/// Cells a connected hive may have before it can be too long for the narrow frame.
const ALWAYS_NARROW: u32 = 14;

impl<B: Kernel, L: Law> Hive<B, L> {
    /// Plays a legal move.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move) -> Undo {
        let piece = mv.piece();
        let undo = Undo {
            key: self.key,
            from: self.cells[piece.index()],
            was_placed: self.placed & piece.bit() != 0,
            was_wide: self.wide,
            chi: self.chi,
            stacks: self.stacks,
            passes: self.passes,
            base: self.base,
            stunned: self.stunned,
        };
        self.turn += 1;
        self.side = self.side.other();
        self.stunned = Piece::NONE;
        if mv.is_pass() {
            self.passes = u8::from(!L::BOUNDED) * if self.passes == 1 { 2 } else { u8::from(self.is_stuck()) };
            return undo;
        }
        self.passes = 0;
        if !L::BOUNDED && self.wide {
            self.make_wide(piece, mv.cell(), undo.was_placed);
            return undo;
        }
        if undo.was_placed {
            self.shift(piece, undo.from, mv.cell());
            if self.stun_matters() {
                self.stunned = piece;
            }
        } else {
            self.number(piece);
            self.put(piece, mv.cell());
        }
        if !L::BOUNDED {
            self.slide_window(mv.cell());
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
        self.side = self.side.other();
        if !mv.is_pass() {
            let piece = mv.piece();
            if !L::BOUNDED && (self.wide || undo.was_wide) {
                self.unmake_wide(piece, &undo);
            } else if undo.was_placed {
                self.shift(piece, mv.cell(), undo.from);
            } else {
                self.take(piece, mv.cell());
            }
        }
        self.key = undo.key;
        self.chi = undo.chi;
        self.stacks = undo.stacks;
        self.passes = undo.passes;
        self.base = undo.base;
        self.stunned = undo.stunned;
    }

    /// Whether the side to move can only pass.
    #[cold]
    pub(crate) fn is_stuck(&self) -> bool {
        B::count_moves(self) == 0
    }

    /// A new piece on an empty cell.
    #[inline(always)]
    fn put(&mut self, piece: Piece, cell: CellIndex) {
        let bit = B::bit(cell);
        let side = piece.side().index();
        self.chi += 1 - ARCS[usize::from(self.occupied.ring(cell))] as i8;
        self.occupied = self.occupied.or(bit);
        self.tops[side] = self.tops[side].or(bit);
        self.grid[usize::from(cell & 255)] = piece;
        self.cells[piece.index()] = cell;
        self.under[piece.index()] = Piece::NONE;
        self.placed |= piece.bit();
        self.key ^= piece_key(piece, cell, 0);
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
    fn shift(&mut self, piece: Piece, from: CellIndex, to: CellIndex) {
        let side = piece.side().index();
        let below = self.under[piece.index()];
        let onto = self.grid[usize::from(to & 255)];
        let (here, there) = (B::bit(from), B::bit(to));
        self.cells[piece.index()] = to;
        self.grid[usize::from(from & 255)] = below;
        self.grid[usize::from(to & 255)] = piece;
        self.under[piece.index()] = onto;
        if !below.is_some() && !onto.is_some() {
            // Along the ground, the common case: both ends change by one board each.
            let both = here.or(there);
            self.chi -= 1 - ARCS[usize::from(self.occupied.ring(from))] as i8;
            self.occupied = self.occupied.xor(both);
            self.chi += 1 - ARCS[usize::from(self.occupied.ring(to))] as i8;
            self.tops[side] = self.tops[side].xor(both);
            self.key ^= piece_key(piece, from, 0) ^ piece_key(piece, to, 0);
        } else {
            self.climb(piece, below, onto, from, to);
        }
    }

    #[inline(never)]
    fn climb(&mut self, piece: Piece, below: Piece, onto: Piece, from: CellIndex, to: CellIndex) {
        let side = piece.side().index();
        let (here, there) = (B::bit(from), B::bit(to));
        self.tops[side] = self.tops[side].without(here).or(there);
        let mut level_below = 0;
        if below.is_some() {
            let side = below.side().index();
            self.tops[side] = self.tops[side].or(here);
            level_below = 1 + self.level(below);
            if level_below == 1 {
                self.high = self.high.without(here);
                self.stacks -= 1;
            }
        } else {
            self.chi -= 1 - ARCS[usize::from(self.occupied.ring(from))] as i8;
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
                self.stacks += 1;
            }
        } else {
            self.chi += 1 - ARCS[usize::from(self.occupied.ring(to))] as i8;
            self.occupied = self.occupied.or(there);
        }
        self.key ^= piece_key(piece, from, level_below) ^ piece_key(piece, to, level_onto);
    }

    /// Gives a piece that is about to be placed the lowest free UHP number of its kind.
    ///
    /// Placed in order, a piece's number is its slot's. Only the sandbox notation places
    /// pieces out of order; from then on numbers are kept beside the slots.
    #[inline(always)]
    fn number(&mut self, piece: Piece) {
        let kind = piece.bug().slot_mask() << (16 * piece.side().index());
        let lower_in_hand = kind & (piece.bit() - 1) & !self.placed;
        if lower_in_hand != 0 || self.renumbered {
            self.renumber(piece, kind);
        }
    }

    #[cold]
    fn renumber(&mut self, piece: Piece, kind: u32) {
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

    /// Keeps every piece at least one line away from the edge of the narrow frame.
    #[inline(always)]
    fn slide_window(&mut self, cell: CellIndex) {
        let turned = |n: CellIndex, base: u8| (n as u8).wrapping_sub(base) & 15;
        let (row, column) = (turned(cell >> 4, self.base.0), turned(cell & 15, self.base.1));
        // 0 becomes one line less, 15 one more.
        let nudge = |n: u8| match n {
            0 => 31,
            15 => 1,
            _ => 0,
        };
        self.base.0 = (self.base.0 + nudge(row)) & 31;
        self.base.1 = (self.base.1 + nudge(column)) & 31;
    }

    #[cold]
    fn widen(&mut self) {
        let cells = self.true_cell_array();
        self.reframe(&cells);
        self.key = self.computed_pieces_key();
    }

    /// Plays on a hive that is wide already: only lists are kept, the rest is built anew.
    #[cold]
    fn make_wide(&mut self, piece: Piece, to: CellIndex, was_placed: bool) {
        let onto = self.top(to);
        self.under[piece.index()] = onto;
        self.cells[piece.index()] = to;
        if was_placed {
            if self.stun_matters() {
                self.stunned = piece;
            }
        } else {
            self.number(piece);
            self.placed |= piece.bit();
        }
        let cells = self.true_cell_array();
        self.reframe(&cells);
        self.key = self.computed_pieces_key();
    }

    #[cold]
    fn unmake_wide(&mut self, piece: Piece, undo: &Undo) {
        let mut cells = self.true_cell_array();
        if undo.was_placed {
            // The old frame says what `from` meant.
            let frame = Hive { wide: undo.was_wide, base: undo.base, ..*self };
            let from = frame.to_true(undo.from);
            self.placed ^= piece.bit();
            let below = self.top_of_true(&cells, from);
            self.placed ^= piece.bit();
            cells[piece.index()] = from;
            self.under[piece.index()] = below;
        } else {
            self.placed ^= piece.bit();
        }
        self.reframe(&cells);
    }

    /// Top piece of a true cell, by looking through all pieces.
    fn top_of_true(&self, cells: &[CellIndex; 32], cell: CellIndex) -> Piece {
        let covered = self.placed_pieces().fold(0, |all, piece| {
            let below = self.under[piece.index()];
            if below.is_some() { all | below.bit() } else { all }
        });
        crate::bug::pieces(self.placed & !covered).find(|piece| cells[piece.index()] == cell).unwrap_or(Piece::NONE)
    }
}
