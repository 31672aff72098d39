//! What an editor can offer for a game, and how a draft looks.

use serde::Serialize;

use super::{Draft, DraftPiece};
use crate::Side;
use crate::view::{BoardView, Cell, CellView, Grid, PieceView, ReserveView, Terrain};

/// Everything a position of a game can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Palette {
    /// The board with nothing on it.
    pub board: BoardView,
    /// The pieces, kind by kind.
    pub pieces: Vec<Offer>,
    /// Pieces a side has at most, of all kinds together; `None` where only kinds are counted.
    pub most_of_side: Option<u8>,
    /// What a cell can be by itself, besides plain.
    pub terrains: Vec<TerrainOffer>,
    /// What happens to a piece put where one stands.
    pub piling: Piling,
    /// Height of the tallest tower; 1 where there are none.
    pub tallest: u8,
    /// Who moves at even turns; `None` where either side may begin.
    pub first: Option<Side>,
    /// Plies a position can say that were played.
    pub most_turns: u32,
    /// What else the rules remember.
    pub fields: Vec<Field>,
}

/// Pieces of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// What they look like.
    pub piece: PieceView,
    /// Their names, in the order they are used; a single one where they are not told apart.
    pub names: Vec<String>,
    /// How many there are.
    pub most: u8,
}

/// A terrain an editor can paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TerrainOffer {
    /// Which.
    pub terrain: Terrain,
    /// How many there are.
    pub most: u8,
}

/// What happens to a piece put where one stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Piling {
    /// It takes its place.
    Replace,
    /// It stands on top.
    Stack,
    /// It becomes the top of a tower; what is below has no identity.
    Tower,
}

/// A value besides the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its key in a draft.
    pub key: &'static str,
    /// Stable id for its name.
    pub id: &'static str,
    /// Whose it is; `None` for the game's.
    pub side: Option<Side>,
    /// What it can be.
    pub kind: FieldKind,
}

/// What a field can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// A number up to this one.
    Number(u32),
    /// `one`, `two` or nothing.
    Side,
    /// The name of a piece on the board, or nothing.
    Piece,
}

impl Palette {
    /// The kind of pieces a piece of a draft belongs to.
    pub fn offer(&self, piece: &DraftPiece) -> Option<&Offer> {
        self.pieces.iter().find(|offer| offer.piece.side == piece.side && offer.piece.kind == piece.kind)
    }

    /// A draft as it is drawn, possible or not. Pieces no game of this kind has are left out.
    pub fn sketch(&self, draft: &Draft) -> BoardView {
        let mut view = BoardView { to_move: draft.to_move, turn: draft.turn, ..self.board.clone() };
        for cell in draft.cells.iter().filter(|cell| !cell.is_empty()) {
            let Some(place) = place(&mut view, cell.at) else { continue };
            if cell.terrain != Terrain::Plain {
                place.terrain = cell.terrain;
            }
            place.stack.extend(cell.stack.iter().filter_map(|piece| self.look(piece)));
        }
        view.reserves = Side::BOTH.map(|side| self.reserve(draft, side));
        view
    }

    /// How a piece of a draft looks.
    fn look(&self, piece: &DraftPiece) -> Option<PieceView> {
        let offer = self.offer(piece)?;
        let name = if piece.name.is_empty() { offer.piece.name.clone() } else { crate::error::shorten(&piece.name) };
        Some(PieceView { name, height: piece.height.max(1), ..offer.piece.clone() })
    }

    /// What is left in hand, in games with hands.
    fn reserve(&self, draft: &Draft, side: Side) -> Vec<ReserveView> {
        let hand = &self.board.reserves[side.index()];
        let placed: Vec<&DraftPiece> = draft.cells.iter().flat_map(|cell| &cell.stack).collect();
        let left = |reserve: &ReserveView| {
            let is_one = |piece: &&&DraftPiece| piece.side == side && piece.kind == reserve.piece.kind;
            let count =
                reserve.count.saturating_sub(u8::try_from(placed.iter().filter(is_one).count()).unwrap_or(u8::MAX));
            let offer =
                self.pieces.iter().find(|offer| offer.piece.side == side && offer.piece.kind == reserve.piece.kind);
            let is_free = |name: &&String| !placed.iter().any(|piece| piece.name == **name);
            let name = offer.filter(|offer| offer.names.len() > 1).and_then(|offer| offer.names.iter().find(is_free));
            let piece = PieceView { name: name.unwrap_or(&reserve.piece.name).clone(), ..reserve.piece.clone() };
            (count > 0).then_some(ReserveView { piece, count })
        };
        hand.iter().filter_map(left).collect()
    }
}

/// The cell of a view at a place; an unbounded board gets a new one, a bounded one has no other.
fn place(view: &mut BoardView, at: Cell) -> Option<&mut CellView> {
    let known = view.cells.iter().position(|cell| cell.at == at);
    let index = match (known, &view.grid) {
        (Some(index), _) => index,
        (None, Grid::Hex { bounded: false }) => {
            let cell = CellView { at, label: format!("{},{}", at.x, at.y), terrain: Terrain::Plain, stack: Vec::new() };
            view.cells.push(cell);
            view.cells.len() - 1
        }
        (None, _) => return None,
    };
    view.cells.get_mut(index)
}
