//! What becomes of the moves a generator finds.

use super::list::{Gaps, Room, Template, push_cells, push_product, push_steps, push_template};
use super::region;
use crate::board::{Board, CellIndex, Ring};
use crate::bug::Piece;
use crate::field::Field;
use crate::moves::Move;

/// Takes the moves of a position, as sets of target cells.
pub(crate) trait Receiver<B: Board> {
    /// Whether only the number of moves matters.
    const COUNTS_ONLY: bool = false;

    /// Each of the pieces can be placed on each of the cells.
    fn place(&mut self, pieces: u32, cells: B);
    /// A piece can go to the cells beside it in these directions.
    fn steps(&mut self, piece: Piece, from: CellIndex, directions: Ring);
    /// A piece can go to these cells.
    fn targets(&mut self, piece: Piece, cells: B);
    /// An ant can go round the hive, except to the cells beside it that only it touches.
    fn roam(&mut self, piece: Piece, from: CellIndex, roam: &mut Roam<B>, alone: Ring);
    /// So many moves; only called where `COUNTS_ONLY`.
    fn count(&mut self, moves: u32);
    /// All moves were named.
    fn finish(&mut self);
}

/// Where ants go, worked out once per position and only if there is an ant.
pub(crate) struct Roam<B: Board> {
    ready: bool,
    /// The gate-separated region round the hive.
    pub outside: B,
    /// The cells of it that touch the hive.
    pub rim: B,
    /// Empty cells that touch exactly one piece.
    pub alone: B,
    /// Cells beside a part of the rim that is not outside.
    beside_pocket: B,
    has_pockets: bool,
    /// 0 until it is asked for; a rim is never empty.
    rim_count: u32,
}

impl<B: Board> Roam<B> {
    #[inline(always)]
    pub fn new() -> Roam<B> {
        let none = B::empty();
        Roam {
            ready: false,
            outside: none,
            rim: none,
            alone: none,
            beside_pocket: none,
            has_pockets: false,
            rim_count: 0,
        }
    }

    /// Works everything out, the first time it is asked.
    #[inline(always)]
    pub fn prepare(&mut self, field: &Field<B>, looks: &[B; 6], near: B) {
        if self.ready {
            return;
        }
        self.ready = true;
        self.outside = region::outside(*field.occupied, looks, field.holes);
        let rim = near.without(*field.occupied);
        self.rim = rim.and(self.outside);
        let (mut one, mut two) = (B::empty(), B::empty());
        for look in looks {
            two = two.or(one.and(*look));
            one = one.or(*look);
        }
        self.alone = rim.without(two);
        let pockets = rim.without(self.outside);
        self.has_pockets = !pockets.is_empty();
        if self.has_pockets {
            self.beside_pocket = pockets.spread();
        }
    }

    /// Whether an ant on `cell` touches an empty cell that is not outside.
    #[inline(always)]
    pub fn is_beside_pocket(&self, cell: CellIndex) -> bool {
        self.has_pockets && self.beside_pocket.has(cell)
    }

    #[inline(always)]
    fn rim_count(&mut self) -> u32 {
        if self.rim_count == 0 {
            self.rim_count = self.rim.count();
        }
        self.rim_count
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Counter(pub u64);

impl<B: Board> Receiver<B> for Counter {
    const COUNTS_ONLY: bool = true;

    #[inline(always)]
    fn place(&mut self, pieces: u32, cells: B) {
        self.0 += u64::from(pieces.count_ones() * cells.count());
    }

    #[inline(always)]
    fn steps(&mut self, _: Piece, _: CellIndex, directions: Ring) {
        self.0 += u64::from(directions.count_ones());
    }

    #[inline(always)]
    fn targets(&mut self, _: Piece, cells: B) {
        self.0 += u64::from(cells.count());
    }

    #[inline(always)]
    fn roam(&mut self, _: Piece, _: CellIndex, roam: &mut Roam<B>, alone: Ring) {
        self.0 += u64::from(roam.rim_count() - alone.count_ones());
    }

    #[inline(always)]
    fn count(&mut self, moves: u32) {
        self.0 += u64::from(moves);
    }

    #[inline(always)]
    fn finish(&mut self) {}
}

/// Lists moves. Those that share their targets (placements, and ants round the hive) are
/// written at the end, see [`Template`].
pub(crate) struct Lister<'a> {
    moves: &'a mut Vec<Move>,
    /// Pieces to place, and where.
    kinds: u32,
    ground: Template<'a>,
    /// The rim, once the first ant has asked for it.
    rim: Template<'a>,
    /// Ants on their way round, each with what it cannot reach.
    ants: [(Piece, Gaps); ANTS],
    ant_count: usize,
}

/// Ants of a side.
const ANTS: usize = 3;

impl<'a> Lister<'a> {
    #[inline(always)]
    pub(crate) fn new(moves: &'a mut Vec<Move>, [ground, rim]: &'a mut [Room; 2]) -> Lister<'a> {
        Lister {
            moves,
            kinds: 0,
            ground: Template::new(ground),
            rim: Template::new(rim),
            ants: [(Piece::NONE, Gaps::NONE); ANTS],
            ant_count: 0,
        }
    }
}

impl<B: Board> Receiver<B> for Lister<'_> {
    #[inline(always)]
    fn place(&mut self, kinds: u32, cells: B) {
        self.kinds = kinds;
        self.ground.fill(cells);
    }

    #[inline(always)]
    fn steps(&mut self, piece: Piece, from: CellIndex, directions: Ring) {
        push_steps::<B>(self.moves, piece, from, directions);
    }

    #[inline(always)]
    fn targets(&mut self, piece: Piece, cells: B) {
        push_cells(self.moves, piece, cells);
    }

    #[inline(always)]
    fn roam(&mut self, piece: Piece, from: CellIndex, roam: &mut Roam<B>, alone: Ring) {
        if self.ant_count == 0 {
            self.rim.fill(roam.rim);
        }
        self.ants[self.ant_count] = (piece, Gaps::new(&roam.rim, from, alone));
        self.ant_count += 1;
    }

    #[inline(always)]
    fn count(&mut self, _: u32) {}

    #[inline(always)]
    fn finish(&mut self) {
        for (piece, gaps) in &self.ants[..self.ant_count] {
            push_template(self.moves, *piece, &self.rim, gaps);
        }
        push_product(self.moves, self.kinds, &self.ground);
    }
}

/// The target cells of each piece, for evaluations: how far it can go, and where.
#[derive(Clone, Default)]
pub struct Reach {
    moves: Vec<Move>,
    /// Range of each piece's moves in the list.
    spans: [(u16, u16); 32],
    /// The moves that are placements come first.
    placements: u16,
}

impl Reach {
    /// Number of cells a piece on the board can go to.
    pub fn mobility(&self, piece: Piece) -> usize {
        let (start, end) = self.spans[piece.index()];
        usize::from(end - start)
    }

    /// The moves of a piece on the board.
    pub fn moves(&self, piece: Piece) -> &[Move] {
        let (start, end) = self.spans[piece.index()];
        &self.moves[usize::from(start)..usize::from(end)]
    }

    /// The placements.
    pub fn placements(&self) -> &[Move] {
        &self.moves[..usize::from(self.placements)]
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.spans = [(0, 0); 32];
        self.placements = 0;
    }

    /// Says that all moves since `start` belong to a piece.
    #[inline(always)]
    fn span(&mut self, piece: Piece, start: usize) {
        self.spans[piece.index()] = (start as u16, self.moves.len() as u16);
    }
}

impl<B: Board> Receiver<B> for Reach {
    #[inline(always)]
    fn place(&mut self, kinds: u32, cells: B) {
        let mut rooms = [Room::new(), Room::new()];
        let mut lister = Lister::new(&mut self.moves, &mut rooms);
        lister.place(kinds, cells);
        Receiver::<B>::finish(&mut lister);
        self.placements = self.moves.len() as u16;
    }

    #[inline(always)]
    fn steps(&mut self, piece: Piece, from: CellIndex, directions: Ring) {
        let start = self.moves.len();
        push_steps::<B>(&mut self.moves, piece, from, directions);
        self.span(piece, start);
    }

    #[inline(always)]
    fn targets(&mut self, piece: Piece, cells: B) {
        let start = self.moves.len();
        push_cells(&mut self.moves, piece, cells);
        self.span(piece, start);
    }

    #[inline(always)]
    fn roam(&mut self, piece: Piece, from: CellIndex, roam: &mut Roam<B>, alone: Ring) {
        let start = self.moves.len();
        let mut rooms = [Room::new(), Room::new()];
        let mut lister = Lister::new(&mut self.moves, &mut rooms);
        lister.roam(piece, from, roam, alone);
        Receiver::<B>::finish(&mut lister);
        self.span(piece, start);
    }

    #[inline(always)]
    fn count(&mut self, _: u32) {}

    #[inline(always)]
    fn finish(&mut self) {}
}
