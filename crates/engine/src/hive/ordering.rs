//! Which moves of Hive are worth trying first.
//!
//! What matters is where a piece comes from and where it goes, seen from the queens: cells
//! beside a queen are marked once per position, then each move costs two looks.

use schwarm_core::{Game, Side};
use schwarm_hive::{Bug, Hive, Kernel, Law, Move, Piece};
use schwarm_search::Rated;

/// What is known about a cell, as bits.
mod mark {
    /// Beside the enemy queen.
    pub const GOAL: u8 = 1;
    /// Beside the own queen.
    pub const HOME: u8 = 2;
    /// Two steps from the enemy queen.
    pub const NEAR: u8 = 4;
    /// The enemy queen's own cell.
    pub const TARGET: u8 = 8;
}

/// Orders of moves, in the unit of history scores.
mod order {
    /// The last free cell beside the enemy queen is filled: the game is won.
    pub const WIN: i32 = 40_000;
    /// A cell beside the enemy queen is filled, by the number of those that were free.
    pub const FILL: [i32; 7] = [0, 8000, 9000, 6000, 4000, 3000, 2000];
    /// A cell beside the enemy queen is opened.
    pub const UNFILL: i32 = -6000;
    /// A cell beside the own queen is opened, by the number of those that were free.
    pub const FREE: [i32; 7] = [12_000, 10_000, 5000, 1500, 500, 0, 0];
    /// A cell beside the own queen is filled, by the number of those that were free.
    pub const CROWD: [i32; 7] = [0, -16_000, -8000, -3000, -1500, -1000, -500];
    /// The own queen moves, by the number of free cells she has.
    pub const FLEE: [i32; 7] = [12_000, 9000, 5000, 1000, -500, -1000, -1000];
    /// A beetle climbs onto the enemy queen.
    pub const LID: i32 = 9000;
    /// A beetle climbs onto an enemy piece.
    pub const COVER: i32 = 1500;
    /// A piece comes near the enemy queen.
    pub const NEAR: i32 = 800;
    /// An ant goes somewhere else: there are many such moves, and few matter.
    pub const STROLL: i32 = -1500;
    /// The queen is placed.
    pub const PLACE_QUEEN: i32 = 3000;
    /// Another piece is placed, by its kind.
    pub const PLACE: [i32; 8] = [0, 0, 600, 300, 900, 700, 600, 700];
}

/// Filling a cell beside the enemy queen is a threat with so many free, counted before.
const FEW_TO_FILL: i32 = 3;

/// Opening a cell beside the own queen is a defence with so few free.
const FEW_TO_FREE: i32 = 2;

/// Room for the cells of any frame.
const CELLS: usize = 1024;

/// The marked cells of a position.
#[derive(Clone)]
pub(super) struct Marks {
    bits: Box<[u8; CELLS]>,
    marked: Vec<u16>,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { bits: Box::new([0; CELLS]), marked: Vec::with_capacity(64) }
    }

    #[inline]
    fn mark(&mut self, cell: u16, bit: u8) {
        self.bits[usize::from(cell) % CELLS] |= bit;
        self.marked.push(cell);
    }

    #[inline]
    fn of(&self, cell: u16) -> u8 {
        self.bits[usize::from(cell) % CELLS]
    }

    /// Marks the cells round the queens afresh.
    fn look<B: Kernel, L: Law>(&mut self, state: &Hive<B, L>, own: Side) {
        for cell in self.marked.drain(..) {
            self.bits[usize::from(cell) % CELLS] = 0;
        }
        if let Some(queen) = state.cell_of(Piece::queen(own)) {
            for cell in state.cells_beside(queen) {
                self.mark(cell, mark::HOME);
            }
        }
        if let Some(queen) = state.cell_of(Piece::queen(own.other())) {
            self.mark(queen, mark::TARGET);
            for cell in state.cells_beside(queen) {
                self.mark(cell, mark::GOAL);
                for next in state.cells_beside(cell) {
                    self.mark(next, mark::NEAR);
                }
            }
        }
    }
}

/// Rates moves, one answer for each.
#[inline(always)]
pub(super) fn rate<B: Kernel, L: Law>(marks: &mut Marks, state: &Hive<B, L>, moves: &[Move], rated: &mut Vec<Rated>) {
    let own = state.side_to_move();
    marks.look(state, own);
    let scene = Scene {
        marks,
        own,
        home_free: state.free_cells_round_queen(own),
        goal_free: state.free_cells_round_queen(own.other()),
    };
    rated.extend(moves.iter().map(|&mv| scene.rate_one(state, mv)));
}

/// Whether a move fills a cell beside the enemy queen without opening another, or covers her.
pub(super) fn attacks<B: Kernel, L: Law>(state: &Hive<B, L>, queen: u16, round: &[u16; 6], mv: Move) -> bool {
    if mv.is_pass() {
        return false;
    }
    if mv.cell() == queen {
        return true;
    }
    let opens = || {
        let from = state.cell_of(mv.piece()).filter(|_| !state.is_raised(mv.piece()));
        from.is_some_and(|from| round.contains(&from))
    };
    round.contains(&mv.cell()) && state.top_at(mv.cell()).is_none() && !opens()
}

/// What rating moves has to know about a position.
struct Scene<'a> {
    marks: &'a Marks,
    own: Side,
    /// Free cells beside the own queen, -1 while she is in hand.
    home_free: i32,
    /// Free cells beside the enemy queen.
    goal_free: i32,
}

impl Scene<'_> {
    #[inline]
    fn rate_one<B: Kernel, L: Law>(&self, state: &Hive<B, L>, mv: Move) -> Rated {
        if mv.is_pass() {
            return Rated::default();
        }
        let (piece, to) = (mv.piece(), self.marks.of(mv.cell()));
        let from = state.cell_of(piece);
        let onto = state.top_at(mv.cell());
        // What the cell the piece leaves was worth, unless something stands below it.
        let left = from.filter(|_| !state.is_raised(piece)).map_or(0, |cell| self.marks.of(cell));
        let filled = if onto.is_none() { to } else { 0 };
        let (mut order, mut is_tactical) = (0, false);
        if filled & mark::GOAL != 0 && left & mark::GOAL == 0 {
            if self.goal_free == 1 {
                return Rated { order: order::WIN, is_tactical: true };
            }
            order += at(&order::FILL, self.goal_free);
            is_tactical |= self.goal_free <= FEW_TO_FILL;
        }
        if left & mark::GOAL != 0 && filled & mark::GOAL == 0 {
            order += order::UNFILL;
        }
        if piece == Piece::queen(self.own) && from.is_some() {
            order += at(&order::FLEE, self.home_free);
            is_tactical |= self.home_free <= FEW_TO_FREE;
        } else if left & mark::HOME != 0 && filled & mark::HOME == 0 {
            order += at(&order::FREE, self.home_free);
            is_tactical |= self.home_free <= FEW_TO_FREE;
        } else if filled & mark::HOME != 0 && left & mark::HOME == 0 {
            order += at(&order::CROWD, self.home_free);
        }
        if to & mark::TARGET != 0 && onto.is_some() {
            order += order::LID;
            is_tactical = true;
        } else if onto.is_some_and(|below| below.side() != self.own) {
            order += order::COVER;
        }
        order += match from {
            None if piece.bug() == Bug::Queen => order::PLACE_QUEEN,
            None => order::PLACE[piece.bug() as usize],
            Some(_) if to & mark::NEAR != 0 && left & mark::NEAR == 0 => order::NEAR,
            Some(_) if piece.bug() == Bug::Ant => order::STROLL,
            Some(_) => 0,
        };
        Rated { order, is_tactical: is_tactical && order >= 0 }
    }
}

/// The entry for a number of free cells; a queen in hand is as one with all cells free.
#[inline]
fn at(by_free: &[i32; 7], free: i32) -> i32 {
    by_free[usize::try_from(free).unwrap_or(6).min(6)]
}
