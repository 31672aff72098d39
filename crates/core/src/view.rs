//! What a position looks like, without knowing its rules.
//!
//! Renderers and pages draw a [`BoardView`]; nobody but the games builds one. A new
//! game on a hexagonal or square grid needs no new drawing code: pieces without a
//! silhouette in the `draw` crate are drawn as a disc with their name.

use serde::{Deserialize, Serialize};

use crate::Side;

/// A cell of a grid.
///
/// Hexagonal grids are axial, pointy top: `x` grows to the east, `y` to the
/// south-east. Square grids count columns from the left and rows from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Column, or axial q.
    pub x: i32,
    /// Row from the bottom, or axial r.
    pub y: i32,
}

impl Cell {
    /// The cell at `x`, `y`.
    pub const fn new(x: i32, y: i32) -> Cell {
        Cell { x, y }
    }
}

/// The kind of grid a board has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Grid {
    /// Hexagons. Unbounded boards list only the cells with something on them.
    Hex {
        /// Whether the board has an edge.
        bounded: bool,
    },
    /// Squares; every cell is listed.
    Square {
        /// Labels of the columns, left to right.
        columns: Vec<String>,
        /// Labels of the rows, bottom to top.
        rows: Vec<String>,
    },
}

/// One piece as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceView {
    /// Its colour.
    pub side: Side,
    /// Which silhouette: `queen`, `ant`, `fish-2`, `seal` …
    pub kind: &'static str,
    /// The short name in the game's notation, such as `wA1`, `R` or `r`.
    pub name: String,
    /// Height of a tower whose lower pieces have no identity; 1 otherwise.
    pub height: u8,
}

/// What a cell is by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// An ordinary cell.
    #[default]
    Plain,
    /// A blackberry: nothing may stand there.
    Blackberry,
    /// An octopus: may be passed, not entered.
    Octopus,
}

impl Terrain {
    /// Stable id, as in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Terrain::Plain => "plain",
            Terrain::Blackberry => "blackberry",
            Terrain::Octopus => "octopus",
        }
    }
}

/// One cell of the board with what stands on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellView {
    /// Where it is.
    pub at: Cell,
    /// Its name in the game's notation.
    pub label: String,
    /// What the cell is by itself.
    pub terrain: Terrain,
    /// The pieces on it, bottom to top.
    pub stack: Vec<PieceView>,
}

/// Pieces of one kind still in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReserveView {
    /// The piece that would be placed next.
    pub piece: PieceView,
    /// How many of the kind are left.
    pub count: u8,
}

/// A labelled number beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Stable id, such as `round` or `ambers`.
    pub id: &'static str,
    /// The label in English.
    pub label: &'static str,
    /// Whose number it is; `None` for the game's.
    pub side: Option<Side>,
    /// The value as shown.
    pub value: String,
}

/// The cells the last move touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MoveCells {
    /// Where the piece came from; `None` for a placement.
    pub from: Option<Cell>,
    /// Where it went.
    pub to: Cell,
}

/// Something a player should see at once: a queen with one free side, a swarm one move from union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Stable id, such as `queen-danger`.
    pub id: &'static str,
    /// Whose pieces are marked.
    pub side: Side,
    /// Where they stand.
    pub cells: Vec<Cell>,
}

/// What a player takes up to move it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// The uppermost piece of a cell.
    Cell(Cell),
    /// A piece in hand, by the name its [`ReserveView`] shows.
    Hand(String),
}

/// A legal move as it is made by hand. The pass holds nothing and goes nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gesture {
    /// The move in standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// What is taken up.
    pub held: Option<Held>,
    /// Where it is put down.
    pub to: Option<Cell>,
}

/// A position as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView {
    /// Kind and size of the grid.
    pub grid: Grid,
    /// Names of the two sides, such as `white` and `black`.
    pub sides: [&'static str; 2],
    /// Who moves now.
    pub to_move: Side,
    /// Plies played.
    pub turn: u32,
    /// The cells, in a stable order.
    pub cells: Vec<CellView>,
    /// What each side has in hand.
    pub reserves: [Vec<ReserveView>; 2],
    /// Numbers beside the board.
    pub counters: Vec<Counter>,
    /// The last move, if it touched the board.
    pub last_move: Option<MoveCells>,
    /// What a player should see at once.
    pub marks: Vec<Mark>,
}

impl BoardView {
    /// The cell at `at`, if it is listed.
    pub fn cell(&self, at: Cell) -> Option<&CellView> {
        self.cells.iter().find(|cell| cell.at == at)
    }
}
