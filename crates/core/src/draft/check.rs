//! What can be wrong with a draft in any game, judged from the palette alone.
//!
//! Not here: what only the rules of one game know, such as what may stand on what.

use super::{Draft, DraftCell, DraftPiece, FieldKind, Offer, Palette, Piling, Problem};
use crate::Side;
use crate::error::shorten;
use crate::view::{Cell, Grid, Terrain};

/// Cells of an unbounded board farther out than this have no name.
const FARTHEST: u32 = 9999;

impl Palette {
    /// What is wrong with the shape of a draft: pieces, cells and values no position of the game has.
    pub fn faults(&self, draft: &Draft) -> Vec<Problem> {
        let cells = || draft.cells.iter().filter(|cell| !cell.is_empty());
        let mut problems = Vec::new();
        let mut note = |id, message: &str, bad: Vec<Cell>| {
            if !bad.is_empty() {
                problems.push(Problem::new(id, message).at(bad));
            }
        };
        let at =
            |is_bad: &dyn Fn(&DraftCell) -> bool| cells().filter(|cell| is_bad(cell)).map(|cell| cell.at).collect();
        note("off-board", "a cell the board does not have", at(&|cell| !self.has_cell(cell.at)));
        note("cell-twice", "a cell is listed twice", twice(cells().map(|cell| cell.at)));
        note("unknown-terrain", "a cell of a kind this game has not", at(&|cell| !self.has_terrain(cell.terrain)));
        let has_unknown = |cell: &DraftCell| cell.stack.iter().any(|piece| self.offer(piece).is_none());
        note("unknown-piece", "a piece this game has not", at(&has_unknown));
        let is_blocked = |cell: &DraftCell| cell.terrain != Terrain::Plain && !cell.stack.is_empty();
        note("blocked-cell", "a piece stands where nothing may stand", at(&is_blocked));
        if self.piling != Piling::Stack {
            note("stacked", "more than one piece on a cell", at(&|cell| cell.stack.len() > 1));
        }
        let is_high = |piece: &DraftPiece| !(1..=self.tallest).contains(&piece.height);
        let high = at(&|cell| cell.stack.iter().any(is_high));
        if !high.is_empty() {
            let message = format!("a tower is 1 to {} high", self.tallest);
            problems.push(Problem::new("tower-height", message).with("most", self.tallest).at(high));
        }
        problems.extend(self.turn_problem(draft));
        problems.extend(self.fields.iter().filter_map(|field| match field.kind {
            FieldKind::Number(most) => draft.number(field.key, most).err(),
            FieldKind::Side => draft.side(field.key).err(),
            FieldKind::Piece => None,
        }));
        let unknown = draft.fields.keys().find(|key| !self.fields.iter().any(|field| field.key == key.as_str()));
        problems.extend(unknown.map(|key| {
            let key = shorten(key);
            Problem::new("field-unknown", format!("this game knows no {key:?}")).with("field", key)
        }));
        problems
    }

    /// Pieces and terrains a draft has too many of; the last ones are those that are too many.
    pub fn surplus(&self, draft: &Draft) -> Vec<Problem> {
        let mut problems = Vec::new();
        for side in Side::BOTH {
            let name = self.board.sides[side.index()];
            let beyond = |most: u8, kind: Option<&str>| {
                let pieces = draft.cells.iter().flat_map(|cell| cell.stack.iter().map(|piece| (cell.at, piece)));
                let alike =
                    pieces.filter(|(_, piece)| piece.side == side && kind.is_none_or(|kind| piece.kind == kind));
                distinct(alike.map(|(at, _)| at).skip(most.into()))
            };
            if let Some(most) = self.most_of_side
                && let cells @ [_, ..] = &beyond(most, None)[..]
            {
                let problem = Problem::new("too-many-pieces", format!("{name} has more than {most} pieces"));
                problems.push(problem.with("side", name).with("most", most).at(cells.iter().copied()));
                continue;
            }
            for Offer { piece, most, .. } in self.pieces.iter().filter(|offer| offer.piece.side == side) {
                let cells = beyond(*most, Some(piece.kind));
                if !cells.is_empty() {
                    let message = format!("{name} has more than {most} of its kind: {}", piece.kind);
                    let problem = Problem::new("too-many", message).with("side", name).with("kind", piece.kind);
                    problems.push(problem.with("most", most).at(cells));
                }
            }
        }
        for offer in &self.terrains {
            let alike = draft.cells.iter().filter(|cell| cell.terrain == offer.terrain);
            let beyond = distinct(alike.map(|cell| cell.at).skip(offer.most.into()));
            if !beyond.is_empty() {
                let message = format!("there are at most {} of {:?}", offer.most, offer.terrain);
                let problem = Problem::new("too-many-terrain", message).with("terrain", offer.terrain.id());
                problems.push(problem.with("most", offer.most).at(beyond));
            }
        }
        problems
    }

    /// What is wrong with side and turn.
    fn turn_problem(&self, draft: &Draft) -> Option<Problem> {
        let (turn, most) = (draft.turn, self.most_turns);
        if turn > most {
            let message = format!("turn {turn}: a game ends after {most} plies");
            return Some(Problem::new("turn-limit", message).with("turn", turn).with("most", most));
        }
        let first = self.first.filter(|&first| first != draft.first())?;
        let mover = self.board.sides[if turn.is_multiple_of(2) { first } else { first.other() }.index()];
        let message = format!("after {turn} plies it is {mover}'s turn");
        Some(Problem::new("turn-side", message).with("turn", turn).with("side", mover))
    }

    fn has_cell(&self, at: Cell) -> bool {
        match self.board.grid {
            Grid::Hex { bounded: false } => at.x.unsigned_abs() <= FARTHEST && at.y.unsigned_abs() <= FARTHEST,
            _ => self.board.cell(at).is_some(),
        }
    }

    fn has_terrain(&self, terrain: Terrain) -> bool {
        terrain == Terrain::Plain || self.terrains.iter().any(|offer| offer.terrain == terrain)
    }
}

/// Cells that come more than once.
fn twice(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    distinct(cells.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]))
}

/// Each cell once.
fn distinct(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
