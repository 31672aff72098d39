//! Positions put together by hand: what they are made of, and what is wrong with them.
//!
//! A [`Draft`] is plain data that nobody has checked. The rules turn it into a state or say which [`Problem`]s it
//! has and where; a [`Palette`] tells an editor what it can offer, so that editors know no rules.
//!
//! What must hold: the draft of a state composes to the same state; nothing in a draft makes the rules panic
//! (both by [`conformance`](crate::conformance)).
//! Not here: texts of positions; a rule set reads and writes them.

mod check;
mod palette;
mod problem;
pub(crate) mod shape;
pub mod text;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use palette::{Field, FieldKind, Offer, Palette, Piling, TerrainOffer};
pub use problem::Problem;
pub use shape::Symmetry;

use crate::Side;
use crate::view::{Cell, PieceView, Terrain};

/// A position as it is set up, possible or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// Who moves now.
    pub to_move: Side,
    /// Plies played.
    pub turn: u32,
    /// Cells with something on them.
    #[serde(default)]
    pub cells: Vec<DraftCell>,
    /// What else the rules remember, by the keys of the palette's fields. What is left out has its plain value.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
}

/// A cell with something on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftCell {
    /// Where it is.
    pub at: Cell,
    /// What the cell is by itself.
    #[serde(default)]
    pub terrain: Terrain,
    /// The pieces on it, bottom to top.
    #[serde(default)]
    pub stack: Vec<DraftPiece>,
}

/// A piece of a draft. It is meant by its side and kind; the name tells alike ones apart where a game does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftPiece {
    /// Its colour.
    pub side: Side,
    /// The kind, as views name it.
    pub kind: String,
    /// The short name, as views write it; empty leaves it to the rules.
    #[serde(default)]
    pub name: String,
    /// Height of a tower whose lower pieces have no identity; 1 otherwise.
    #[serde(default = "one")]
    pub height: u8,
}

const fn one() -> u8 {
    1
}

impl From<PieceView> for DraftPiece {
    fn from(piece: PieceView) -> DraftPiece {
        DraftPiece { side: piece.side, kind: piece.kind.to_string(), name: piece.name, height: piece.height }
    }
}

impl Draft {
    /// An empty board.
    pub fn empty(to_move: Side, turn: u32) -> Draft {
        Draft { to_move, turn, cells: Vec::new(), fields: BTreeMap::new() }
    }

    /// The same with a field, unless it has its plain value.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl ToString) -> Draft {
        let value = value.to_string();
        if !value.is_empty() && value != "0" {
            self.fields.insert(key.to_string(), value);
        }
        self
    }

    /// The cells with something on them, as a view lists them.
    pub fn of_view(view: &crate::view::BoardView) -> Draft {
        let cells = view.cells.iter().filter(|cell| !cell.stack.is_empty() || cell.terrain != Terrain::Plain);
        let cells = cells.map(|cell| DraftCell {
            at: cell.at,
            terrain: cell.terrain,
            stack: cell.stack.iter().cloned().map(DraftPiece::from).collect(),
        });
        Draft { to_move: view.to_move, turn: view.turn, cells: cells.collect(), fields: BTreeMap::new() }
    }

    /// Who began, as side and turn say it.
    pub fn first(&self) -> Side {
        if self.turn.is_multiple_of(2) { self.to_move } else { self.to_move.other() }
    }

    /// The value of a field; empty if it is not given.
    pub fn field(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }

    /// A field that is a number.
    ///
    /// # Errors
    /// When it is none, or too large.
    pub fn number(&self, key: &'static str, most: u32) -> Result<u32, Problem> {
        let text = self.field(key);
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if text.is_empty() { Some(0) } else { text.parse().ok() };
        number.filter(|&number| is_number && number <= most).ok_or_else(|| {
            let message = format!("{key} is {:?}, not a number up to {most}", crate::error::shorten(text));
            Problem::new("field-number", message).with("field", key).with("most", most)
        })
    }

    /// A field that is a side, or nobody.
    ///
    /// # Errors
    /// When it is something else.
    pub fn side(&self, key: &'static str) -> Result<Option<Side>, Problem> {
        match self.field(key) {
            "" => Ok(None),
            "one" => Ok(Some(Side::One)),
            "two" => Ok(Some(Side::Two)),
            other => {
                let message = format!("{key} is {:?}, not one, two or nothing", crate::error::shorten(other));
                Err(Problem::new("field-side", message).with("field", key))
            }
        }
    }
}

impl DraftCell {
    /// Whether there is nothing on it after all.
    pub fn is_empty(&self) -> bool {
        self.stack.is_empty() && self.terrain == Terrain::Plain
    }
}
