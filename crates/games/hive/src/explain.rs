//! Which rule an illegal move breaks, in words, with the cells that cause it.
//!
//! Only called for moves that are not in the list, so nothing here decides legality; it
//! looks for the first rule a person would name. Speed does not matter.

use crate::board::dir;
use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::kernel::Kernel;
use crate::moves::Move;
use crate::notation::challenge::cell_text;
use crate::state::{Axial, Hive, hexagon_cells};
use crate::view::hand_name;
use schwarm_core::view::{Cell, Held};
use schwarm_core::{BrokenRule, Side};

/// The rule that `mv` breaks.
pub(crate) fn broken_rule<B: Kernel, L: Law>(state: &Hive<B, L>, mv: Move) -> BrokenRule {
    let case = Case::new(state, mv);
    if mv.is_pass() {
        return BrokenRule::new("pass", "a player who can move may not pass");
    }
    if state.is_stuck() {
        return BrokenRule::new("pass", "no piece can be placed or moved: `pass` is the only move");
    }
    let rule = if state.is_placed(mv.piece()) { case.movement() } else { case.placement() };
    case.with_facts(rule)
}

/// The move of whoever puts a piece down on a cell.
pub(crate) fn meant<B: Kernel, L: Law>(state: &Hive<B, L>, held: &Held, to: Cell) -> Result<Move, BrokenRule> {
    let piece = held_piece(state, held)?;
    // Cells far away from a hive have no place in a state.
    let axial = Axial::new(to.x, to.y);
    // On an empty board all cells but the first are alike.
    let is_aside = !L::BOUNDED && state.pieces_placed() == 0 && axial != Axial::new(0, 0);
    let cell = state.frame_cell(if is_aside { Axial::new(1, 0) } else { axial });
    if !L::BOUNDED && state.pieces_placed() > 0 && state.plane()(cell) != axial {
        return Err(BrokenRule::new("contact", "a piece must touch the hive"));
    }
    if L::BOUNDED && !hexagon_cells().any(|cell| cell == axial) {
        return Err(BrokenRule::new("off-board", "the board ends there"));
    }
    Ok(Move::new(piece, cell))
}

/// Why a piece cannot be placed or moved anywhere.
pub(crate) fn stuck<B: Kernel, L: Law>(state: &Hive<B, L>, held: &Held) -> BrokenRule {
    let piece = match held_piece(state, held) {
        Ok(piece) => piece,
        Err(rule) => return rule,
    };
    let is_placed = state.is_placed(piece);
    let cell = if is_placed { state.cells[piece.index()] } else { state.frame_cell(Axial::new(0, 0)) };
    let case = Case::new(state, Move::new(piece, cell));
    let rule = match is_placed {
        true => case.unmovable().or_else(|| case.pinned(case.to)).unwrap_or_else(|| {
            let beside = (0..6).map(|d| case.to.step(d)).filter(|&cell| case.height(cell) > 0);
            let message = format!("{} has no way out", case.name(piece));
            BrokenRule::new("stuck", message).at(beside.map(view))
        }),
        false => {
            case.unplaceable().unwrap_or_else(|| BrokenRule::new("no-place", "no free cell touches own pieces alone"))
        }
    };
    case.with_facts(rule)
}

/// The piece on top of a cell, or the next one of its kind in a hand.
fn held_piece<B: Kernel, L: Law>(state: &Hive<B, L>, held: &Held) -> Result<Piece, BrokenRule> {
    match held {
        Held::Cell(cell) => {
            let plane = state.plane();
            let at = |piece: &Piece| plane(state.cells[piece.index()]) == Axial::new(cell.x, cell.y);
            let found = state.placed_pieces().find(at).map(|piece| state.top(state.cells[piece.index()]));
            found.ok_or_else(|| BrokenRule::new("no-piece", "there is no piece to move").at([*cell]))
        }
        Held::Hand(name) => {
            let all = Side::BOTH.into_iter().flat_map(|side| Bug::ALL.map(|bug| (side, bug)));
            let mut in_hand = all.filter(|&(side, bug)| state.in_hand(side, bug) > 0);
            let found = in_hand.find(|&(side, bug)| hand_name(state, side, bug) == *name);
            let (side, bug) = found.ok_or_else(|| BrokenRule::new("not-in-hand", "that piece is not in hand"))?;
            let slots = state.hand(side) & bug.slot_mask();
            Ok(Piece((slots.trailing_zeros() + 16 * side.index() as u32) as u8))
        }
    }
}

struct Case<'a, B: Kernel, L: Law> {
    state: &'a Hive<B, L>,
    piece: Piece,
    to: Axial,
    /// Every cell with a piece, with its height.
    heights: Vec<(Axial, u32)>,
    tops: Vec<(Axial, Piece)>,
}

impl<'a, B: Kernel, L: Law> Case<'a, B, L> {
    fn new(state: &'a Hive<B, L>, mv: Move) -> Case<'a, B, L> {
        let plane = state.plane();
        let mut heights = Vec::new();
        let mut tops = Vec::new();
        for piece in state.placed_pieces().filter(|&piece| state.level(piece) == 0) {
            let cell = state.cells[piece.index()];
            heights.push((plane(cell), state.stack(cell).count() as u32));
            tops.push((plane(cell), state.top(cell)));
        }
        let to = if mv.is_pass() { Axial::new(0, 0) } else { plane(mv.cell()) };
        Case { state, piece: mv.piece(), to, heights, tops }
    }

    fn height(&self, cell: Axial) -> u32 {
        self.heights.iter().find(|known| known.0 == cell).map_or(0, |known| known.1)
    }

    fn top(&self, cell: Axial) -> Option<Piece> {
        self.tops.iter().find(|known| known.0 == cell).map(|known| known.1)
    }

    fn name(&self, piece: Piece) -> String {
        if L::BOUNDED {
            format!("the {} {}", side_name::<L>(piece.side()), piece.bug().name())
        } else if self.state.is_placed(piece) {
            self.state.uhp_name(piece)
        } else {
            format!("{piece:?}")
        }
    }

    fn cell(&self, cell: Axial) -> String {
        if L::BOUNDED { cell_text(cell) } else { format!("{},{}", cell.q, cell.r) }
    }

    fn closed_rule(&self) -> Option<BrokenRule> {
        let cell = self.state.frame_cell(self.to);
        if L::BOUNDED && self.state.closed.has(cell) {
            let berry = self.state.berries.has(cell);
            let (id, what) = if berry { ("blackberry", "a blackberry grows") } else { ("off-board", "the board ends") };
            return Some(BrokenRule::new(id, format!("on {} {what}", self.cell(self.to))).at([view(self.to)]));
        }
        None
    }

    /// What a page needs to tell the rule in its own words.
    fn with_facts(&self, rule: BrokenRule) -> BrokenRule {
        rule.with("piece", self.name(self.piece)).with("bug", self.piece.bug().name())
    }

    /// The pieces of the side to move that are on the board, as bits.
    fn own_on_board(&self) -> u32 {
        self.state.placed >> (16 * self.state.side().index()) & 0xffff
    }

    /// Why the piece may not be placed, wherever it were.
    fn unplaceable(&self) -> Option<BrokenRule> {
        let (state, piece) = (self.state, self.piece);
        let side = state.side();
        if piece.side() != side {
            return Some(BrokenRule::new("not-yours", format!("it is {}'s turn", side_name::<L>(side))));
        }
        let own_on_board = self.own_on_board();
        let queen_in_hand = own_on_board & 1 == 0;
        if queen_in_hand && state.queen_due() && piece.bug() != Bug::Queen {
            return Some(BrokenRule::new(
                "queen-due",
                "the queen must be placed now, in the fourth turn at the latest",
            ));
        }
        if piece.bug() == Bug::Queen && own_on_board == 0 && !state.book().queen_first {
            return Some(BrokenRule::new("queen-first", "the queen may not be a player's first piece"));
        }
        None
    }

    fn placement(&self) -> BrokenRule {
        if let Some(rule) = self.unplaceable().or_else(|| self.closed_rule()) {
            return rule;
        }
        let (side, own_on_board) = (self.state.side(), self.own_on_board());
        if self.height(self.to) > 0 {
            return BrokenRule::new(
                "occupied",
                format!("{} is occupied: new pieces go on empty cells", self.cell(self.to)),
            )
            .at([view(self.to)]);
        }
        let beside = (0..6).filter_map(|d| self.top(self.to.step(d)).map(|top| (self.to.step(d), top)));
        let (own, enemy): (Vec<_>, Vec<_>) = beside.partition(|(_, top)| top.side() == side);
        if own_on_board == 0 {
            return BrokenRule::new("first-touch", "the first piece must touch the piece already on the board");
        }
        if !enemy.is_empty() {
            let message = format!("a new piece may not touch {}", self.name(enemy[0].1));
            return BrokenRule::new("touches-enemy", message).at(enemy.into_iter().map(|(cell, _)| view(cell)));
        }
        if own.is_empty() {
            return BrokenRule::new("touches-own", "a new piece must touch an own piece that is not covered");
        }
        BrokenRule::new("placement", "the piece cannot be placed there")
    }

    /// Why the piece may not be moved now, wherever it went.
    fn unmovable(&self) -> Option<BrokenRule> {
        let (state, piece) = (self.state, self.piece);
        let cell = state.cells[piece.index()];
        let from = state.plane()(cell);
        let name = self.name(piece);
        let throws = state.book().count(Bug::Pillbug) > 0;
        if piece.side() != state.side() && !throws {
            return Some(BrokenRule::new("not-yours", format!("it is {}'s turn", side_name::<L>(state.side()))));
        }
        if self.own_on_board() & 1 == 0 {
            return Some(if state.queen_due() {
                BrokenRule::new("queen-due", "the queen must be placed now, in the fourth turn at the latest")
            } else {
                BrokenRule::new("queen-unplaced", "pieces may move only when the own queen is on the board")
            });
        }
        let top = state.top(cell);
        if top != piece {
            let message = format!("{name} is covered by {}", self.name(top));
            return Some(BrokenRule::new("covered", message).at([view(from)]));
        }
        if piece == state.stunned() {
            let message = format!("{name} moved in the last ply and may not be touched now");
            return Some(BrokenRule::new("just-moved", message).at([view(from)]));
        }
        None
    }

    /// Whether the piece holds the hive together.
    fn pinned(&self, from: Axial) -> Option<BrokenRule> {
        let message = || format!("without {} the hive would fall apart", self.name(self.piece));
        (self.height(from) == 1 && self.splits(from)).then(|| BrokenRule::new("one-hive", message()).at([view(from)]))
    }

    fn movement(&self) -> BrokenRule {
        let (state, piece) = (self.state, self.piece);
        let from = state.plane()(state.cells[piece.index()]);
        let name = self.name(piece);
        if let Some(rule) = self.unmovable() {
            return rule;
        }
        if from == self.to {
            return BrokenRule::new("no-move", format!("{name} already stands there"));
        }
        if let Some(rule) = self.closed_rule().or_else(|| self.pinned(from)) {
            return rule;
        }
        if piece.side() != state.side() {
            return BrokenRule::new(
                "not-yours",
                format!("it is {}'s turn, and nothing can throw {name} there", side_name::<L>(state.side())),
            );
        }
        let climbs = matches!(piece.bug(), Bug::Beetle | Bug::Mosquito);
        if self.height(self.to) > 0 && !climbs {
            return BrokenRule::new(
                "occupied",
                format!("{} is occupied, and the {} cannot climb", self.cell(self.to), piece.bug().name()),
            )
            .at([view(self.to)]);
        }
        self.manner(from)
    }

    /// Whether the hive falls apart without the only piece of a cell.
    fn splits(&self, without: Axial) -> bool {
        let rest: Vec<Axial> = self.heights.iter().map(|known| known.0).filter(|&cell| cell != without).collect();
        let Some(&first) = rest.first() else { return false };
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            for d in 0..6 {
                let cell = reached[next].step(d);
                if rest.contains(&cell) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
            next += 1;
        }
        reached.len() < rest.len()
    }

    /// What is wrong with the way the bug would have to go.
    fn manner(&self, from: Axial) -> BrokenRule {
        let name = self.name(self.piece);
        let far = from.distance(self.to) > 1;
        match self.piece.bug() {
            Bug::Queen | Bug::Pillbug if far => {
                BrokenRule::new("distance", format!("a {} moves one cell", self.piece.bug().name()))
            }
            Bug::Beetle if far => BrokenRule::new("distance", "a beetle moves one cell"),
            Bug::Queen | Bug::Pillbug | Bug::Beetle => self.narrow_step(from, &name),
            Bug::Spider => {
                BrokenRule::new("distance", format!("{name} must slide exactly three cells, none of them twice"))
            }
            Bug::Grasshopper => BrokenRule::new(
                "jump",
                format!("{name} jumps in a straight line over at least one piece to the first empty cell"),
            ),
            Bug::Ant => BrokenRule::new(
                "unreachable",
                format!("{name} cannot slide to {}: a gate or a gap is in the way", self.cell(self.to)),
            ),
            Bug::Ladybug => BrokenRule::new(
                "ladybug",
                format!("{name} must move two cells on top of the hive and then one down to an empty cell"),
            ),
            Bug::Mosquito => BrokenRule::new("mosquito", format!("none of the bugs {name} touches could move there")),
        }
    }

    /// A step to a neighbour fails by a gate or by losing contact.
    fn narrow_step(&self, from: Axial, name: &str) -> BrokenRule {
        let direction = (0..6).find(|&d| from.step(d) == self.to).unwrap_or(0);
        let (a, b) = dir::BESIDE[direction];
        let sides = [from.step(a), from.step(b)];
        let blocked =
            |cell: Axial| self.height(cell) > 0 || (L::BOUNDED && self.state.berries.has(self.state.frame_cell(cell)));
        let gated = L::GATED_BEETLE || self.piece.bug() != Bug::Beetle;
        if gated && sides.iter().all(|&cell| blocked(cell)) {
            BrokenRule::new(
                "gate",
                format!(
                    "{name} does not fit through the gate between {} and {}",
                    self.cell(sides[0]),
                    self.cell(sides[1])
                ),
            )
            .at(sides.map(view))
        } else {
            BrokenRule::new("contact", format!("{name} would lose contact with the hive on the way"))
        }
    }
}

fn view(cell: Axial) -> Cell {
    Cell::new(cell.q, cell.r)
}

fn side_name<L: Law>(side: Side) -> &'static str {
    match (L::BOUNDED, L::EXPANSIONS, side) {
        (true, _, Side::One) => "red",
        (true, _, Side::Two) | (false, false, Side::Two) => "blue",
        (false, _, Side::One) => "white",
        (false, true, Side::Two) => "black",
    }
}

/// Names of the sides under a law.
pub(crate) fn side_names<L: Law>() -> [&'static str; 2] {
    Side::BOTH.map(side_name::<L>)
}
