//! Positions drawn as text, so that a reader sees the case.
//!
//! A cell takes four columns, the next row is shifted by two. In a cell:
//! `wQ` or `bA` a piece (w = white or red, b = black or blue), a digit a stack named in the legend,
//! `#` a blackberry, `.` an empty cell (need not be drawn), `~` a cell outside the board.
//! Marks: `!` after a piece names the piece the test is about, `*` after a piece and a bare `x` are the
//! cells it is expected to reach, and no others.

use super::board::{axial_from_xy, xy_from_axial};
use super::{Action, Book, Bug, Cell, Piece, Plain};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A drawing read: the position with the owner of the marked piece to move, and what is expected of it.
pub struct Drawing {
    pub position: Plain,
    pub marked: Cell,
    pub expected: BTreeSet<Cell>,
}

impl Drawing {
    /// The marked piece stands on `anchor`. The legend is like `1=wQ bB, 2=bA wB`, bottom first.
    pub fn read(book: Book, anchor: Cell, picture: &str, legend: &str) -> Drawing {
        let legend = read_legend(legend);
        let tokens = read_tokens(book, anchor, picture);
        let position = Plain::from_parts(book, HashMap::new(), HashSet::new(), 0, 20, None);
        let mut drawing = Drawing { position, marked: anchor, expected: BTreeSet::new() };
        for (cell, token) in tokens {
            drawing.add(cell, token, &legend);
        }
        drawing.give_turn_to(drawing.position.top(anchor).expect("a marked piece").side);
        drawing
    }

    pub fn give_turn_to(&mut self, side: u8) {
        self.position.side = side;
        self.position.turn = 20 + u32::from(side);
    }

    /// Where the legal actions take the marked piece.
    pub fn reached(&self) -> BTreeSet<Cell> {
        let target = |action| match action {
            Action::Move { from, to } if from == self.marked => Some(to),
            _ => None,
        };
        self.position.legal().into_iter().filter_map(target).collect()
    }

    /// Checks that the marked piece reaches the cells marked for it.
    pub fn check(&self) {
        assert_eq!(self.reached(), self.expected, "reached (left), drawn (right)");
    }

    fn add(&mut self, cell: Cell, token: &str, legend: &HashMap<String, Vec<(u8, Bug)>>) {
        let name = token.trim_end_matches(['!', '*']);
        if token == "x" || token.ends_with('*') {
            self.expected.insert(cell);
        }
        match name {
            "." | "x" => assert!(self.position.is_on_board(cell), "{cell:?} is outside"),
            "~" => assert!(!self.position.is_on_board(cell), "{cell:?} is on the board"),
            "#" => assert!(self.position.berries.insert(cell)),
            _ => {
                for (side, bug) in legend.get(name).cloned().unwrap_or_else(|| vec![read_piece(name)]) {
                    self.add_piece(cell, side, bug);
                }
            }
        }
    }

    fn add_piece(&mut self, cell: Cell, side: u8, bug: Bug) {
        let same = self.position.pieces().filter(|piece| piece.side == side && piece.bug == bug).count();
        let number = u8::try_from(same + 1).expect("a drawing is small");
        self.position.put(cell, Piece { side, bug, number });
    }
}

/// The words of a picture with their cells, found from their distance to the marked piece.
fn read_tokens(book: Book, anchor: Cell, picture: &str) -> Vec<(Cell, &str)> {
    let mut places = Vec::new();
    for (row, line) in picture.lines().enumerate() {
        for token in line.split_whitespace() {
            let column = token.as_ptr() as usize - line.as_ptr() as usize;
            places.push((column, row, token));
        }
    }
    let marked = places.iter().find(|(_, _, token)| token.ends_with('!'));
    let &(marked_column, marked_row, _) = marked.expect("one piece is marked");
    let number = |place: usize| i32::try_from(place).expect("a drawing is small");
    let with_cell = |(column, row, token)| {
        let down = number(row) - number(marked_row);
        let right = number(column) - number(marked_column) - 2 * down;
        assert_eq!(right % 4, 0, "{token:?} in row {row} is not on the grid");
        (offset_in_book(book, anchor, (right / 4, down)), token)
    };
    places.into_iter().map(with_cell).collect()
}

/// The cell at an axial offset; the coordinates of 2020 need a conversion.
fn offset_in_book(book: Book, anchor: Cell, (q, r): Cell) -> Cell {
    match book {
        Book::Sc2020 { .. } => {
            let (anchor_q, anchor_r) = axial_from_xy(anchor);
            xy_from_axial((anchor_q + q, anchor_r + r))
        }
        _ => (anchor.0 + q, anchor.1 + r),
    }
}

fn read_legend(legend: &str) -> HashMap<String, Vec<(u8, Bug)>> {
    let read = |entry: &str| {
        let (name, stack) = entry.trim().split_once('=').expect("an entry like 1=wQ bB");
        (name.to_string(), stack.split_whitespace().map(read_piece).collect())
    };
    legend.split(',').filter(|entry| !entry.is_empty()).map(read).collect()
}

fn read_piece(name: &str) -> (u8, Bug) {
    match name.chars().collect::<Vec<_>>()[..] {
        ['w', letter] => (0, Bug::from_letter(letter).expect("a bug")),
        ['b', letter] => (1, Bug::from_letter(letter).expect("a bug")),
        _ => panic!("{name:?} is neither a piece nor in the legend"),
    }
}
