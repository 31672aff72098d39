//! Square boards.
//!
//! Columns run from the left, rows from the bottom; flipped, both turn round.
//! What must hold: upper rows are drawn first, so towers overlap the row above them.
//! Not here: tokens (`token`), the rest of the picture (`super`).

use schwarm_core::view::{BoardView, Cell, CellView};

use super::canvas::{Anchor, Canvas};
use super::theme::{CELL, CELL_ALT, CELL_LINE, QUIET, TINT};
use super::token::{self, Dress, Shape};
use super::{Frame, SvgStyle, open_cell};
use crate::words;

/// Side of a cell.
const SIDE: f64 = 100.0;
/// Room for the labels of rows and columns.
const MARGIN: f64 = 44.0;

/// The labels of a square grid.
#[derive(Clone, Copy)]
pub(super) struct Labels<'a> {
    pub columns: &'a [String],
    pub rows: &'a [String],
}

impl Labels<'_> {
    /// Where a cell is drawn, counted from the top left corner of the board.
    fn centre(self, at: Cell, flip: bool) -> (f64, f64) {
        let (last_column, last_row) = (self.columns.len() as f64 - 1.0, self.rows.len() as f64 - 1.0);
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        let (x, y) = if flip { (last_column - x, y) } else { (x, last_row - y) };
        ((x + 0.5) * SIDE, (y + 0.5) * SIDE)
    }
}

/// The room the board takes.
pub(super) fn frame(view: &BoardView, labels: Labels, style: &SvgStyle) -> Frame {
    let mut frame = Frame::EMPTY;
    frame.include(0.0, 0.0);
    frame.include(labels.columns.len() as f64 * SIDE, labels.rows.len() as f64 * SIDE);
    for cell in &view.cells {
        let (x, y) = labels.centre(cell.at, style.flip);
        frame.include(x - SIDE / 2.0, y - SIDE / 2.0 - (token::lift(&cell.stack) - 8.0).max(0.0));
        frame.include(x + SIDE / 2.0, y + SIDE / 2.0);
    }
    if style.coordinates {
        frame.left -= MARGIN;
        frame.right += MARGIN / 3.0;
        frame.bottom += MARGIN;
    }
    frame.grown(6.0).at_least((4.0 * SIDE, SIDE))
}

/// Draws the board.
pub(super) fn draw(canvas: &mut Canvas, view: &BoardView, labels: Labels, style: &SvgStyle, dots: &[Cell]) {
    let mut cells: Vec<&CellView> = view.cells.iter().collect();
    cells.sort_by_key(|cell| {
        let (x, y) = (i64::from(cell.at.x), i64::from(cell.at.y));
        if style.flip { (y, -x) } else { (-y, x) }
    });
    let (width, height) = (labels.columns.len() as f64 * SIDE, labels.rows.len() as f64 * SIDE);
    canvas.rect([-3.0, -3.0, width + 6.0, height + 6.0], 8.0, Some(CELL_LINE), None);
    for cell in cells {
        let ground = match super::touched(view, cell.at) {
            Some(_) => TINT,
            None if (i64::from(cell.at.x) + i64::from(cell.at.y)) % 2 == 0 => CELL_ALT,
            None => CELL,
        };
        open_cell(canvas, view, cell, labels.centre(cell.at, style.flip));
        canvas.rect([1.0 - SIDE / 2.0, 1.0 - SIDE / 2.0, SIDE - 2.0, SIDE - 2.0], 3.0, Some(ground), None);
        token::terrain(canvas, cell.terrain);
        let dress = Dress { shape: Shape::Disc, scale: 1.0, numbered: false, touched: None };
        token::stack(canvas, view, &cell.stack, (0.0, 0.0), dress);
        canvas.close();
    }
    for &at in dots {
        super::dot(canvas, view, at, labels.centre(at, style.flip));
    }
    if style.coordinates {
        coordinates(canvas, labels, style.flip, height);
    }
}

fn coordinates(canvas: &mut Canvas, labels: Labels, flip: bool, height: f64) {
    for (i, label) in labels.columns.iter().enumerate() {
        let (x, _) = labels.centre(Cell::new(i as i32, 0), flip);
        canvas.text(x, height + MARGIN - 10.0, 22.0, Anchor::Middle, &words::clean(label, 3), QUIET);
    }
    for (i, label) in labels.rows.iter().enumerate() {
        let (_, y) = labels.centre(Cell::new(0, i as i32), flip);
        canvas.text(-MARGIN / 2.0 - 2.0, y + 11.0, 22.0, Anchor::Middle, &words::clean(label, 3), QUIET);
    }
    canvas.newline();
}
