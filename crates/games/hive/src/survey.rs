//! What an evaluation asks of a position: who can move, who is held, and how near each queen
//! is to her end, for both sides at once.
//!
//! Pieces are bits of a mask ([`Piece::bit`]), cells beside a queen are bits of a ring. The same
//! generator that lists moves finds them; nothing is listed and nothing allocated.
//!
//! What must hold: [`Survey::wins`] is true exactly when a legal move ends the game in favour
//! of the side to move.
//!
//! Not here: what any of it is worth.

use crate::board::{Board, CellIndex, Directions, Ring};
use crate::book::Law;
use crate::bug::Piece;
use crate::field::Field;
use crate::generate::receiver::{Receiver, Roam};
use crate::generate::steps::beside;
use crate::generate::{Throws, Turn, near, pinned, place, throws, travel_with};
use crate::kernel::Kernel;
use crate::state::Hive;
use schwarm_core::{Game, Side};

/// The facts of a position, seen by nobody in particular.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Pieces on the board.
    pub placed: u32,
    /// Pieces in hand.
    pub hand: u32,
    /// Pieces with another one on them.
    pub covered: u32,
    /// Pieces that stand on another one.
    pub raised: u32,
    /// Single pieces that hold the hive together and so may not be lifted.
    pub pinned: u32,
    /// Pieces their own side could move if it were its turn and its queen on the board.
    pub mobile: u32,
    /// For each side, the pieces of either colour it could throw.
    pub throwable: [u32; 2],
    /// For each side, the cells it could place pieces on; 0 with an empty hand.
    pub placements: [u32; 2],
    /// What is round each side's queen.
    pub queens: [Siege; 2],
    /// Whether the side to move has a move that wins at once.
    pub wins: bool,
}

/// What is round a queen; all empty while she is in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Siege {
    /// The free cells beside her. The edge of a bounded board and blackberries are not free.
    pub free: u8,
    /// The top pieces of the cells beside her.
    pub beside: u32,
    /// The piece on top of her, as a mask of one; 0 if she is not covered.
    pub above: u32,
    /// For each side, the free cells beside her that one move of a piece on the board can fill.
    pub reached: [u8; 2],
    /// For each side, the pieces that can fill one without opening another.
    pub fillers: [u32; 2],
    /// For each side, the free cells beside her where it can place a piece.
    pub drops: [u8; 2],
}

impl Siege {
    /// How many cells beside her are free.
    #[inline(always)]
    pub const fn liberties(&self) -> u32 {
        self.free.count_ones()
    }
}

impl Survey {
    /// Whether a side, were it its turn, could fill the last free cell beside the enemy queen.
    /// Right but for moves that surround both queens or throw one.
    #[inline(always)]
    pub fn could_win(&self, side: Side) -> bool {
        let siege = &self.queens[side.other().index()];
        siege.liberties() == 1 && (siege.fillers[side.index()] != 0 || siege.drops[side.index()] != 0)
    }
}

impl<B: Kernel, L: Law> Hive<B, L> {
    /// Surveys a position of a game that is not over.
    #[inline]
    pub fn survey(&self) -> Survey {
        let (mut survey, win) = B::survey(self);
        survey.wins = match win {
            Win::No => false,
            Win::Yes => true,
            Win::Perhaps => self.has_winning_move(),
        };
        survey
    }

    /// Tries all moves.
    #[cold]
    fn has_winning_move(&self) -> bool {
        let (mut next, mut moves) = (*self, Vec::new());
        self.legal_moves(&mut moves);
        moves.into_iter().any(|mv| {
            let undo = next.play(mv);
            let won = next.winner() == Some(Some(self.side()));
            next.undo(mv, undo);
            won
        })
    }
}

/// What can be told about a win by the next move without trying it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// There is none.
    No,
    /// There is one.
    Yes,
    /// Only trying tells.
    Perhaps,
}

/// Surveys a field. The win is that of the side to move, if the rules look at the board after its ply.
#[inline(always)]
pub(crate) fn look<B: Board, L: Law>(field: &Field<B>, turn: &Turn) -> (Survey, Win) {
    let looks = field.occupied.looks();
    let near = near(&looks);
    let pinned = pinned(field, &looks);
    let mut roam = Roam::new();
    let hand = (u32::from(turn.set) | u32::from(turn.set) << 16) & !turn.placed;
    let mut survey = Survey { placed: turn.placed, hand, pinned: tops(field, pinned), ..Survey::default() };
    (survey.covered, survey.raised) = stacked(field);
    for side in Side::BOTH {
        survey.queens[side.index()] = siege::<B, L>(field, Piece::queen(side), turn.placed);
    }
    let mut throws_queen = false;
    for side in Side::BOTH {
        let mover = side == turn.side;
        let turn = Turn { side, stunned: if mover { turn.stunned } else { Piece::NONE }, ..*turn };
        let throws = if L::EXPANSIONS { throws::<B>(field, pinned, &turn) } else { Throws::none() };
        if L::EXPANSIONS && throws.any {
            survey.throwable[side.index()] = tops(field, throws.cells());
            throws_queen |= mover && throws_queen_into_hole(field, &looks, &throws, Piece::queen(side.other()));
        }
        let own = turn.own_slots();
        let mut surveyor = Surveyor::new(field, &mut survey, side, own & 1 != 0);
        place::<B, L, _>(field, near, &turn, own, own & 1 != 0, &mut surveyor);
        travel_with::<B, L, _>(field, &looks, near, pinned, &throws, &mut roam, &turn, &mut surveyor);
    }
    let win = if throws_queen { Win::Perhaps } else { win(&survey, turn.side) };
    (survey, win)
}

/// The win of a side that may move, where a surrounded queen ends the game at once.
#[inline(always)]
fn win(survey: &Survey, side: Side) -> Win {
    if !survey.could_win(side) {
        return Win::No;
    }
    let (own, enemy) = (&survey.queens[side.index()], &survey.queens[side.other().index()]);
    let queen = Piece::queen(side).bit();
    let safe = survey.placed & queen != 0 && own.liberties() >= 2;
    let others = enemy.fillers[side.index()] & !queen != 0 || enemy.drops[side.index()] != 0;
    if safe && others { Win::Yes } else { Win::Perhaps }
}

/// Whether the enemy queen can be thrown onto a cell with six neighbours.
#[inline(always)]
fn throws_queen_into_hole<B: Board>(field: &Field<B>, looks: &[B; 6], throws: &Throws<B>, queen: Piece) -> bool {
    let Some(cell) = field.cell_of(queen) else { return false };
    let Some(landing) = throws.of(cell) else { return false };
    let [a, b, c, d, e, f] = *looks;
    !a.and(b).and(c.and(d)).and(e.and(f)).and(landing).is_empty()
}

/// The top pieces of cells.
#[inline(always)]
fn tops<B: Board>(field: &Field<B>, cells: B) -> u32 {
    let mut mask = 0;
    for index in 0..B::WORDS {
        let mut word = cells.word(index);
        while word != 0 {
            mask |= field.top((index as u32 * 64 + word.trailing_zeros()) as CellIndex).bit();
            word &= word - 1;
        }
    }
    mask
}

/// The pieces below another one, and those above one.
#[inline(always)]
fn stacked<B: Board>(field: &Field<B>) -> (u32, u32) {
    let (mut covered, mut raised) = (0, 0);
    for index in 0..B::WORDS {
        let mut word = field.high.word(index);
        while word != 0 {
            let mut piece = field.top((index as u32 * 64 + word.trailing_zeros()) as CellIndex);
            word &= word - 1;
            let mut below = field.under[piece.index()];
            while below.is_some() {
                raised |= piece.bit();
                covered |= below.bit();
                piece = below;
                below = field.under[piece.index()];
            }
        }
    }
    (covered, raised)
}

/// What stands round a queen; who could come is found later.
#[inline(always)]
fn siege<B: Board, L: Law>(field: &Field<B>, queen: Piece, placed: u32) -> Siege {
    if placed & queen.bit() == 0 {
        return Siege::default();
    }
    let cell = field.cells[queen.index()];
    let ring = field.occupied.ring(cell);
    let mut siege = Siege { free: !ring & 63, ..Siege::default() };
    if L::BOUNDED {
        siege.free &= !field.closed.ring(cell);
    }
    for d in Directions(ring) {
        siege.beside |= field.top(B::step(cell, d)).bit();
    }
    let top = field.top(cell);
    if top != queen {
        siege.above = top.bit();
    }
    siege
}

/// Takes the moves of one side.
struct Surveyor<'a, B: Board> {
    survey: &'a mut Survey,
    side: usize,
    /// The cells of the queens.
    queens: [CellIndex; 2],
    /// The free cells beside any queen.
    free: B,
    /// Which of those beside each queen an ant reaches that goes round the hive.
    rim: Option<[Ring; 2]>,
}

impl<'a, B: Board> Surveyor<'a, B> {
    #[inline(always)]
    fn new(field: &Field<B>, survey: &'a mut Survey, side: Side, may_move: bool) -> Surveyor<'a, B> {
        let queens = [field.cells[Piece::queen(Side::One).index()], field.cells[Piece::queen(Side::Two).index()]];
        let mut free = B::empty();
        if may_move {
            free = beside::<B>(queens[0], survey.queens[0].free).or(beside(queens[1], survey.queens[1].free));
        }
        Surveyor { survey, side: side.index(), queens, free, rim: None }
    }

    /// A piece can move.
    #[inline(always)]
    fn moves(&mut self, piece: Piece) {
        if piece.side().index() == self.side {
            self.survey.mobile |= piece.bit();
        }
    }

    /// A piece can go to these of the cells round the queens.
    #[inline(always)]
    fn fills(&mut self, piece: Piece, rings: [Ring; 2]) {
        for (index, ring) in rings.into_iter().enumerate() {
            let siege = &mut self.survey.queens[index];
            let ring = ring & siege.free;
            if ring == 0 || piece == Piece::queen(Side::BOTH[index]) {
                continue;
            }
            siege.reached[self.side] |= ring;
            // Who leaves a cell beside her opens it, unless something stands below.
            if piece.bit() & siege.beside & !self.survey.raised == 0 {
                siege.fillers[self.side] |= piece.bit();
            }
        }
    }
}

impl<B: Board> Receiver<B> for Surveyor<'_, B> {
    #[inline(always)]
    fn place(&mut self, pieces: u32, cells: B) {
        if pieces == 0 {
            return;
        }
        self.survey.placements[self.side] = cells.count();
        for index in 0..2 {
            let siege = &mut self.survey.queens[index];
            siege.drops[self.side] = cells.ring(self.queens[index]) & siege.free;
        }
    }

    #[inline(always)]
    fn steps(&mut self, piece: Piece, from: CellIndex, directions: Ring) {
        self.targets(piece, beside::<B>(from, directions));
    }

    #[inline(always)]
    fn targets(&mut self, piece: Piece, cells: B) {
        if cells.is_empty() {
            return;
        }
        self.moves(piece);
        let near = cells.and(self.free);
        if !near.is_empty() {
            self.fills(piece, [near.ring(self.queens[0]), near.ring(self.queens[1])]);
        }
    }

    #[inline(always)]
    fn roam(&mut self, piece: Piece, _: CellIndex, roam: &mut Roam<B>, _: Ring) {
        self.moves(piece);
        let rings = match self.rim {
            Some(rings) => rings,
            None => {
                let near = roam.rim.and(self.free);
                [near.ring(self.queens[0]), near.ring(self.queens[1])]
            }
        };
        self.rim = Some(rings);
        // Cells that only the ant touches are not beside a queen, who touches them too.
        self.fills(piece, rings);
    }

    #[inline(always)]
    fn count(&mut self, _: u32) {}

    #[inline(always)]
    fn finish(&mut self) {}
}
