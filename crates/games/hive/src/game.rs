//! The static face of every Hive rule book.

use std::hash::{Hash, Hasher};

use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::generate::receiver::Reach;
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::notation;
use crate::state::{Axial, Hive, Undo};
use schwarm_core::view::{BoardView, Cell, Held, MoveCells};
use schwarm_core::{BrokenRule, Game, MoveError, Notation, Outcome, Reason, Side};

impl<B: Kernel, L: Law> Game for Hive<B, L> {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline]
    fn turn(&self) -> u32 {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.full_key()
    }

    fn compute_key(&self) -> u64 {
        Hive { key: self.computed_pieces_key(), ..*self }.full_key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.verdict_now().map(|(winner, reason)| self.score(winner, reason))
    }

    fn verdict(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        self.score(winner, reason)
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        B::list_moves(self, moves);
        if moves.len() == before && self.verdict_now().is_none() {
            moves.push(Move::PASS);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> u64 {
        match B::count_moves(self) {
            0 => u64::from(self.verdict_now().is_none()),
            count => count,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves(&mut moves);
        moves.contains(&self.in_order(mv))
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Undo {
        B::make(self, mv)
    }

    #[inline]
    fn undo(&mut self, mv: Move, undo: Undo) {
        B::unmake(self, mv, undo);
    }

    fn explain_illegal(&self, mv: Move) -> BrokenRule {
        crate::explain::broken_rule(self, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        if L::BOUNDED { notation::challenge::parse_move(self, text) } else { notation::parse_move(self, text) }
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        match notation {
            _ if L::BOUNDED => notation::challenge::move_text(self, mv),
            Notation::Standard => notation::uhp::move_text(self, mv),
            Notation::Sandbox => notation::sandbox::move_text(self, mv),
        }
    }

    fn move_cells(&self, mv: Move) -> Option<MoveCells> {
        if mv.is_pass() {
            return None;
        }
        let plane = self.plane();
        let cell = |cell: Axial| Cell::new(cell.q, cell.r);
        let from = self.is_placed(mv.piece()).then(|| cell(plane(self.cells[mv.piece().index()])));
        Some(MoveCells { from, to: cell(plane(mv.cell())) })
    }

    fn taken_from_hand(&self, mv: Move) -> Option<String> {
        let piece = mv.piece();
        (!mv.is_pass() && !self.is_placed(piece)).then(|| crate::view::hand_name(self, piece.side(), piece.bug()))
    }

    fn meant(&self, held: &Held, to: Cell) -> Result<Move, BrokenRule> {
        crate::explain::meant(self, held, to)
    }

    fn explain_stuck(&self, held: &Held) -> BrokenRule {
        crate::explain::stuck(self, held)
    }

    fn to_text(&self) -> String {
        if L::BOUNDED { notation::challenge::position_text(self) } else { notation::board::position_text(self) }
    }

    fn view(&self) -> BoardView {
        crate::view::view(self)
    }
}

impl<B: Kernel, L: Law> Hive<B, L> {
    /// The target cells of every piece of the side to move, for an evaluation. `reach` is
    /// cleared first and may be used again.
    pub fn reach(&self, reach: &mut Reach) {
        reach.clear();
        B::collect_reach(self, reach);
    }

    /// The placement of the lowest piece in hand of the same kind: the one in the list of
    /// legal moves. Other moves are as they are.
    pub(crate) fn in_order(&self, mv: Move) -> Move {
        let piece = mv.piece();
        if mv.is_pass() || self.is_placed(piece) {
            return mv;
        }
        let in_hand = self.hand(piece.side()) & piece.bug().slot_mask();
        if in_hand == 0 {
            return mv;
        }
        Move::new(Piece((in_hand.trailing_zeros() + 16 * piece.side().index() as u32) as u8), mv.cell())
    }

    /// What equal positions have in common. Numbers of pieces count only where texts show them.
    fn likeness(&self) -> Likeness {
        let mut pieces: Vec<_> = self
            .placed_pieces()
            .map(|piece| {
                let number = if L::BOUNDED { 0 } else { self.uhp_number(piece) };
                (self.unfold(self.cells[piece.index()]), self.level(piece), piece.side(), piece.bug(), number)
            })
            .collect();
        pieces.sort_unstable();
        let stunned = self.stunned();
        Likeness {
            turn: self.turn,
            side: self.side(),
            passes: self.facts.passes(),
            pieces,
            stunned: stunned.is_some().then(|| self.unfold(self.cells[stunned.index()])),
            berries: self.berries.cells().collect(),
        }
    }
}

/// A position without the details that two equal ones may differ in.
#[derive(PartialEq, Eq)]
struct Likeness {
    turn: u32,
    side: Side,
    passes: u8,
    /// True cell, level, colour, kind and number of each piece.
    pieces: Vec<(u16, u32, Side, Bug, u8)>,
    stunned: Option<u16>,
    berries: Vec<u16>,
}

impl<B: Kernel, L: Law> PartialEq for Hive<B, L> {
    fn eq(&self, other: &Self) -> bool {
        self.book == other.book && self.likeness() == other.likeness()
    }
}

impl<B: Kernel, L: Law> Eq for Hive<B, L> {}

impl<B: Kernel, L: Law> Hash for Hive<B, L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.full_key());
    }
}

impl<B: Kernel, L: Law> std::fmt::Debug for Hive<B, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Hive({})", self.to_text())
    }
}
