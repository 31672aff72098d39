//! The state: a hive, who moves, and what the rules remember.
//!
//! Pieces stand on cells of a *frame*. In the narrow frame a cell is an index of a 16x16
//! torus and all sets of cells are kept up to date; its base says which true cells the frame
//! shows. A hive that leaves fewer than two rows or columns of it empty is *wide*: its
//! pieces stand on true cells of a 32x32 torus, and sets are built when they are needed.
//! Which frame a position has depends on the position alone.
//!
//! What must hold: in the narrow frame every piece lies in rows and columns 1 to 14 of the
//! frame counted from the base; `chi` is the Euler characteristic of the occupied cells.
//!
//! Not here: how bugs move (`gen`), when a game ends (`end`), texts (`notation`).

mod facts;
mod frame;
mod key;
mod play;
mod tell;

use std::marker::PhantomData;

use crate::board::wide::Wide;
use crate::board::{Board, CellIndex};
use crate::book::{Book, Law};
use crate::bug::{Bug, Piece, pieces};
use crate::field::Field;
use crate::generate::Turn;
use crate::generate::region::has_gates;
use schwarm_core::Side;

pub(crate) use facts::Facts;
pub use frame::{Axial, Layout};
pub(crate) use frame::{ORIGIN, RADIUS, hexagon_cells, true_cell};
pub use play::Undo;

/// A position of any Hive rule book, on a board type and under a law.
#[derive(Clone, Copy)]
pub struct Hive<B, L> {
    pub(crate) occupied: B,
    pub(crate) tops: [B; 2],
    pub(crate) high: B,
    pub(crate) berries: B,
    pub(crate) closed: B,
    /// Top piece of each cell of the narrow frame.
    pub(crate) grid: [Piece; 256],
    /// Cell of each placed piece, in the frame.
    pub(crate) cells: [CellIndex; 32],
    /// The piece below each placed piece.
    pub(crate) under: [Piece; 32],
    /// The number each placed piece has in UHP, once that is not its slot's number.
    pub(crate) numbers: [u8; 32],
    pub(crate) renumbered: bool,
    pub(crate) key: u64,
    pub(crate) placed: u32,
    pub(crate) turn: u32,
    pub(crate) facts: Facts,
    pub(crate) book: Book,
    pub(crate) law: PhantomData<L>,
}

impl<B: Board, L: Law> Hive<B, L> {
    /// The empty board of a rule book.
    pub(crate) fn empty(book: Book) -> Hive<B, L> {
        let mut closed = B::empty();
        if L::BOUNDED {
            closed = frame::hexagon::<B>().not();
        }
        Hive {
            occupied: B::empty(),
            tops: [B::empty(); 2],
            high: B::empty(),
            berries: B::empty(),
            closed,
            grid: [Piece::NONE; 256],
            cells: [0; 32],
            under: [Piece::NONE; 32],
            numbers: [0; 32],
            renumbered: false,
            key: 0,
            placed: 0,
            turn: 0,
            facts: Facts::new(book.first),
            book,
            law: PhantomData,
        }
    }

    /// The rule book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Who moves.
    #[inline(always)]
    pub(crate) fn side(&self) -> Side {
        self.facts.side()
    }

    /// The piece that moved in the last ply, where that matters.
    #[inline(always)]
    pub(crate) fn stunned(&self) -> Piece {
        self.facts.stunned()
    }

    /// Whether the hive is too long for the narrow frame.
    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        self.facts.is_wide()
    }

    /// Whether a piece is on the board.
    #[inline(always)]
    pub fn is_placed(&self, piece: Piece) -> bool {
        self.placed & piece.bit() != 0
    }

    /// How many pieces are on the board.
    #[inline(always)]
    pub fn pieces_placed(&self) -> u32 {
        self.placed.count_ones()
    }

    /// Pieces of a kind a side still has in hand.
    pub fn in_hand(&self, side: Side, bug: Bug) -> u8 {
        (self.hand(side) & bug.slot_mask()).count_ones() as u8
    }

    /// Slots a side has in hand.
    #[inline(always)]
    pub(crate) fn hand(&self, side: Side) -> u32 {
        u32::from(self.book.set) & !(self.placed >> (16 * side.index()))
    }

    /// The pieces on the board, lowest first.
    pub(crate) fn placed_pieces(&self) -> impl Iterator<Item = Piece> + use<B, L> {
        pieces(self.placed)
    }

    /// Pieces with another piece on them.
    pub(crate) fn covered_pieces(&self) -> u32 {
        self.placed_pieces().fold(0, |all, piece| {
            let below = self.under[piece.index()];
            if below.is_some() { all | below.bit() } else { all }
        })
    }

    /// Top piece of a cell of the frame.
    #[inline(always)]
    pub(crate) fn top(&self, cell: CellIndex) -> Piece {
        if !self.is_wide() {
            return self.grid[usize::from(cell & 255)];
        }
        pieces(self.placed & !self.covered_pieces())
            .find(|piece| self.cells[piece.index()] == cell)
            .unwrap_or(Piece::NONE)
    }

    /// The cell of a piece on the board, in the frame.
    #[inline(always)]
    pub fn cell_of(&self, piece: Piece) -> Option<CellIndex> {
        self.is_placed(piece).then_some(self.cells[piece.index()])
    }

    /// The top piece of a cell of the frame.
    #[inline(always)]
    pub fn top_at(&self, cell: CellIndex) -> Option<Piece> {
        Some(self.top(cell)).filter(|piece| piece.is_some())
    }

    /// Whether a piece on the board stands on another one.
    #[inline(always)]
    pub fn is_raised(&self, piece: Piece) -> bool {
        self.under[piece.index()].is_some()
    }

    /// The six cells beside a cell of the frame, in the order of a ring's bits.
    #[inline(always)]
    pub fn cells_beside(&self, cell: CellIndex) -> [CellIndex; 6] {
        let mut cells = [0; 6];
        for (d, beside) in cells.iter_mut().enumerate() {
            *beside = if self.is_wide() { Wide::step(cell, d) } else { B::step(cell, d) };
        }
        cells
    }

    /// Steps between two cells of the frame; in a hive too long for the narrow frame the shorter
    /// way round the torus.
    #[inline(always)]
    pub fn distance(&self, a: CellIndex, b: CellIndex) -> u32 {
        let (column, row) = if self.is_wide() {
            let wrapped = |a: CellIndex, b: CellIndex| ((i32::from(a) - i32::from(b) + 16) & 31) - 16;
            (wrapped(a & 31, b & 31), wrapped(a >> 5, b >> 5))
        } else {
            let base = self.facts.base();
            let line = |n: CellIndex, base: u8| i32::from(n.wrapping_sub(CellIndex::from(base)) & 15);
            (line(a, base.1) - line(b, base.1), line(a >> 4, base.0) - line(b >> 4, base.0))
        };
        // Column and row of opposite signs go together in one step.
        if column.signum() == -row.signum() {
            column.abs().max(row.abs()) as u32
        } else {
            (column + row).unsigned_abs()
        }
    }

    /// The pieces of a cell of the frame, top to bottom.
    pub(crate) fn stack(&self, cell: CellIndex) -> impl Iterator<Item = Piece> + '_ {
        std::iter::successors(Some(self.top(cell)).filter(|top| top.is_some()), |piece| {
            Some(self.under[piece.index()]).filter(|below| below.is_some())
        })
    }

    /// The queen must be placed now if she is still in hand: from the own fourth turn on.
    #[inline(always)]
    pub(crate) fn queen_due(&self) -> bool {
        self.turn >= 6
    }

    /// What the generator needs beside the board.
    #[inline(always)]
    pub(crate) fn turn_facts(&self) -> Turn {
        Turn {
            side: self.side(),
            placed: self.placed,
            set: self.book.set,
            stunned: self.stunned(),
            queen_due: self.queen_due(),
            queen_first: self.book.queen_first,
            origin: ORIGIN,
        }
    }

    /// The board in the narrow frame.
    #[inline(always)]
    pub(crate) fn narrow_field(&self) -> Field<'_, B> {
        Field {
            occupied: &self.occupied,
            tops: [&self.tops[0], &self.tops[1]],
            high: &self.high,
            berries: &self.berries,
            closed: &self.closed,
            grid: &self.grid,
            cells: &self.cells,
            under: &self.under,
            high_gates: self.facts.stacks() >= 2 && L::GATED_BEETLE && has_gates(self.high),
            holes: self.holes(),
        }
    }

    /// Empty regions enclosed by the hive.
    #[inline(always)]
    pub(crate) fn holes(&self) -> i32 {
        1 - i32::from(self.facts.chi())
    }
}

/// The sets of a wide hive, built from its pieces.
pub(crate) struct WideBoards {
    occupied: Wide,
    tops: [Wide; 2],
    high: Wide,
    none: Wide,
    grid: [Piece; 1024],
}

impl WideBoards {
    pub(crate) fn new<B: Board, L: Law>(state: &Hive<B, L>) -> WideBoards {
        let none = Wide::empty();
        let mut boards = WideBoards { occupied: none, tops: [none; 2], high: none, none, grid: [Piece::NONE; 1024] };
        let covered = state.covered_pieces();
        for piece in state.placed_pieces() {
            let cell = state.cells[piece.index()];
            let bit = Wide::bit(cell);
            boards.occupied = boards.occupied.or(bit);
            if state.under[piece.index()].is_some() {
                boards.high = boards.high.or(bit);
            }
            if covered & piece.bit() == 0 {
                boards.grid[usize::from(cell)] = piece;
                boards.tops[piece.side().index()] = boards.tops[piece.side().index()].or(bit);
            }
        }
        boards
    }

    pub(crate) fn field<'a, B: Board, L: Law>(&'a self, state: &'a Hive<B, L>) -> Field<'a, Wide> {
        Field {
            occupied: &self.occupied,
            tops: [&self.tops[0], &self.tops[1]],
            high: &self.high,
            berries: &self.none,
            closed: &self.none,
            grid: &self.grid,
            cells: &state.cells,
            under: &state.under,
            high_gates: has_gates(self.high),
            holes: state.holes(),
        }
    }
}
