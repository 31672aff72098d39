//! Drawn positions played through sessions. How to draw: `plain/drawing.rs`.
//!
//! Pieces are numbered in reading order, so the first white ant of a picture is `wA1`.

use super::plain::board::{DIRECTIONS, axial_from_xy, plus, xy_from_axial};
use super::plain::drawing::Drawing;
use super::plain::{Book, Bug, Cell, Piece};
use super::text::{book_of, piece_name, position_text};
use schwarm_core::Session;
use std::collections::BTreeSet;

/// Axial offsets as a picture shows them, in every rule book.
pub const E: Cell = DIRECTIONS[0];
pub const SE: Cell = DIRECTIONS[1];
pub const SW: Cell = DIRECTIONS[2];
pub const W: Cell = DIRECTIONS[3];
pub const NW: Cell = DIRECTIONS[4];
pub const NE: Cell = DIRECTIONS[5];

/// A drawn position of a game.
pub struct Drawn {
    id: String,
    drawing: Drawing,
}

/// Reads a picture; the marked piece stands on 0,0 and its owner moves. The legend is like `1=wQ bB, 2=bA wB`.
pub fn draw(id: &str, picture: &str, legend: &str) -> Drawn {
    draw_at(id, (0, 0), picture, legend)
}

/// Reads a picture whose marked piece stands on a given cell, `x,y` on the board of 2020.
pub fn draw_at(id: &str, anchor: Cell, picture: &str, legend: &str) -> Drawn {
    Drawn { id: id.to_string(), drawing: Drawing::read(book_of(id), anchor, picture, legend) }
}

impl Drawn {
    /// White or red moves.
    pub fn white_to_move(mut self) -> Drawn {
        self.drawing.give_turn_to(0);
        self
    }

    /// Black or blue moves.
    pub fn black_to_move(mut self) -> Drawn {
        self.drawing.give_turn_to(1);
        self
    }

    /// So many plies were played; who moves follows from it.
    pub fn after_plies(mut self, plies: u32) -> Drawn {
        self.drawing.position.turn = plies;
        self.drawing.position.side = u8::from(plies % 2 == 1);
        self
    }

    /// The piece of that name moved last.
    pub fn just_moved(mut self, name: &str) -> Drawn {
        let position = &mut self.drawing.position;
        let is_top = |cell: &Cell| position.top(*cell).is_some_and(|piece| piece_name(piece) == name);
        let cell = position.stacks.keys().copied().find(is_top);
        position.stunned = Some(cell.unwrap_or_else(|| panic!("no {name} is on top")));
        self
    }

    /// The text of the position.
    pub fn text(&self) -> String {
        position_text(&self.drawing.position)
    }

    /// A game at this position.
    pub fn session(&self) -> Box<dyn Session> {
        super::at(&self.id, &self.text())
    }

    /// Where the legal moves take the marked piece.
    pub fn reached(&self) -> BTreeSet<Cell> {
        let session = self.session();
        let moves = session.legal_moves().into_iter().filter(|text| text != "pass");
        let touched = moves.map(|text| super::cells_of(&*session, &text));
        let cell = |cell: schwarm_core::view::Cell| self.book_cell((cell.x, cell.y));
        touched.filter(|cells| cells.from.map(cell) == Some(self.drawing.marked)).map(|cells| cell(cells.to)).collect()
    }

    /// Checks that the marked piece reaches the cells marked for it and no others.
    #[track_caller]
    pub fn check(&self) {
        assert_eq!(self.reached(), self.drawing.expected, "{} {}: reached (left), drawn (right)", self.id, self.text());
    }

    /// Checks that the marked piece cannot be moved at all.
    #[track_caller]
    pub fn check_stuck(&self) {
        assert_eq!(self.reached(), BTreeSet::new(), "{} {}", self.id, self.text());
    }

    /// The text of the marked piece's move to the cell at an offset.
    pub fn move_text(&self, offset: Cell) -> String {
        let (from, to) = (self.drawing.marked, self.cell_at(offset));
        let mover = self.drawing.position.top(from).expect("a marked piece");
        match self.is_2020() {
            true => format!("{},{}>{},{}", from.0, from.1, to.0, to.1),
            false => format!("{} {}", piece_name(mover), self.target_text(to, mover)),
        }
    }

    /// The text that places a bug on the cell at an offset from the marked piece.
    pub fn place_text(&self, letter: char, offset: Cell) -> String {
        let (bug, to) = (Bug::from_letter(letter).expect("a bug"), self.cell_at(offset));
        if self.is_2020() {
            return format!("{letter}@{},{}", to.0, to.1);
        }
        let position = &self.drawing.position;
        let same = position.pieces().filter(|piece| piece.side == position.side && piece.bug == bug).count();
        let piece = Piece { side: position.side, bug, number: same as u8 + 1 };
        format!("{} {}", piece_name(piece), self.target_text(to, piece))
    }

    /// The game after the marked piece went to the cell at an offset, which must be legal.
    #[track_caller]
    pub fn moved(&self, offset: Cell) -> Box<dyn Session> {
        let mut session = self.session();
        super::play_all(&mut *session, &self.move_text(offset));
        session
    }

    /// The rule that the marked piece would break by going to the cell at an offset.
    #[track_caller]
    pub fn rule_to(&self, offset: Cell) -> &'static str {
        super::rule(&mut *self.session(), &self.move_text(offset))
    }

    /// The rule that a new piece would break on the cell at an offset from the marked piece.
    #[track_caller]
    pub fn rule_placing(&self, letter: char, offset: Cell) -> &'static str {
        super::rule(&mut *self.session(), &self.place_text(letter, offset))
    }

    /// Whether a bug may be placed on the cell at an offset from the marked piece.
    pub fn allows_placing(&self, letter: char, offset: Cell) -> bool {
        self.allows(&self.place_text(letter, offset))
    }

    /// The rule a move breaks here.
    #[track_caller]
    pub fn rule(&self, text: &str) -> &'static str {
        super::rule(&mut *self.session(), text)
    }

    /// Whether a move is legal here.
    pub fn allows(&self, text: &str) -> bool {
        super::allows(&*self.session(), text)
    }

    /// The verdict here.
    pub fn verdict(&self) -> String {
        super::verdict(&*self.session())
    }

    fn is_2020(&self) -> bool {
        matches!(self.drawing.position.book, Book::Sc2020 { .. })
    }

    /// A cell as the rule book names it.
    fn book_cell(&self, cell: Cell) -> Cell {
        if self.is_2020() { xy_from_axial(cell) } else { cell }
    }

    fn cell_at(&self, offset: Cell) -> Cell {
        let marked = self.drawing.marked;
        if self.is_2020() { xy_from_axial(plus(axial_from_xy(marked), offset)) } else { plus(marked, offset) }
    }

    /// A UHP target: on top, or beside some piece; beside the mover itself only if it must be.
    fn target_text(&self, to: Cell, mover: Piece) -> String {
        let position = &self.drawing.position;
        if let Some(below) = position.top(to) {
            return piece_name(below);
        }
        let beside = DIRECTIONS.into_iter().filter_map(|d| position.top(plus(to, d)).map(|piece| (piece, d)));
        let (reference, direction) =
            beside.max_by_key(|(piece, _)| *piece != mover).expect("a piece beside the target cell");
        let name = piece_name(reference);
        // The direction leads from the target cell to the piece it is named after.
        match DIRECTIONS.iter().position(|d| *d == direction) {
            Some(0) => format!("-{name}"),
            Some(1) => format!("\\{name}"),
            Some(2) => format!("{name}/"),
            Some(3) => format!("{name}-"),
            Some(4) => format!("{name}\\"),
            _ => format!("/{name}"),
        }
    }
}
