//! Hexagonal boards.
//!
//! A bounded board draws all its cells; an unbounded one only what lies on the table,
//! with a faint rim of labelled cells around it when coordinates are asked for.
//! What must hold: southern cells are drawn after northern ones, so piles overlap the
//! right way; the cell the last move left is shown even where nothing is listed.
//! Not here: tiles (`token`), the rest of the picture (`super`).

use std::collections::BTreeSet;

use schwarm_core::view::{BoardView, Cell, CellView, Terrain};

use super::canvas::{Anchor, Canvas, hexagon, place};
use super::theme::{CELL, CELL_LINE, Colour, FAINT, GHOST, QUIET, TINT};
use super::token::{self, Dress, Shape};
use super::{Frame, SvgStyle, open_cell};
use crate::{hex, words};

/// Centre of a cell to its corner.
const RADIUS: f64 = 50.0;
/// Half the width of a cell.
const HALF: f64 = 43.301_270_189;
/// An unbounded board is drawn at least this large, so that the first tiles are no giants.
const LEAST: (f64, f64) = (760.0, 420.0);

/// Where a cell is drawn.
fn centre(at: Cell, flip: bool) -> (f64, f64) {
    let (x, y) = (f64::from(at.x), f64::from(at.y));
    let sign = if flip { -1.0 } else { 1.0 };
    (sign * HALF * (2.0 * x + y), sign * RADIUS * 1.5 * y)
}

/// Cells that are drawn without being listed: the rim, where the last move came from, and those with marks.
fn ghosts(view: &BoardView, bounded: bool, style: &SvgStyle, dots: &[Cell]) -> BTreeSet<Cell> {
    let mut ghosts = BTreeSet::new();
    if !bounded && (style.coordinates || view.cells.is_empty()) {
        ghosts = hex::rim(view);
    }
    if let Some(moved) = view.last_move {
        ghosts.extend(moved.from.into_iter().chain([moved.to]).filter(|&at| view.cell(at).is_none()));
    }
    ghosts.extend(dots.iter().filter(|&&at| view.cell(at).is_none()));
    ghosts
}

/// The room the board takes.
pub(super) fn frame(view: &BoardView, bounded: bool, style: &SvgStyle, dots: &[Cell]) -> Frame {
    let mut frame = Frame::EMPTY;
    for cell in &view.cells {
        let (x, y) = centre(cell.at, style.flip);
        frame.include(x - HALF, y - RADIUS - token::lift(&cell.stack));
        frame.include(x + HALF, y + RADIUS);
    }
    for at in ghosts(view, bounded, style, dots) {
        let (x, y) = centre(at, style.flip);
        frame.include(x - HALF, y - RADIUS);
        frame.include(x + HALF, y + RADIUS);
    }
    if bounded { frame.grown(8.0).at_least((400.0, 200.0)) } else { frame.grown(14.0).at_least(LEAST) }
}

/// Draws the board.
pub(super) fn draw(canvas: &mut Canvas, view: &BoardView, bounded: bool, style: &SvgStyle, dots: &[Cell]) {
    for at in ghosts(view, bounded, style, dots) {
        ghost(canvas, view, at, style);
    }
    let mut cells: Vec<&CellView> = view.cells.iter().collect();
    let sign = if style.flip { -1 } else { 1 };
    cells.sort_by_key(|cell| (sign * i64::from(cell.at.y), sign * i64::from(cell.at.x)));
    for cell in cells {
        open_cell(canvas, view, cell, centre(cell.at, style.flip));
        let touched = super::touched(view, cell.at);
        if bounded {
            let fill = if touched.is_some() { TINT } else { CELL };
            canvas.path(&hexagon(0.0, RADIUS - 1.0, 4.0), Some(fill), Some((CELL_LINE, 1.5)));
        }
        token::terrain(canvas, cell.terrain);
        let scale = if bounded { 0.9 } else { 1.0 };
        if cell.stack.is_empty()
            && let Some(arrived) = touched
        {
            token::ring(canvas, 0.0, arrived);
        }
        let dress = Dress { shape: Shape::Hexagon, scale, numbered: true, touched };
        token::stack(canvas, view, &cell.stack, (0.0, 0.0), dress);
        if bounded && style.coordinates && cell.stack.is_empty() && cell.terrain == Terrain::Plain {
            canvas.text(0.0, 5.5, 11.0, Anchor::Middle, &words::label(cell), ink(touched));
        }
        canvas.close();
    }
    for &at in dots {
        super::dot(canvas, view, at, centre(at, style.flip));
    }
}

/// A cell of the table that is not listed.
fn ghost(canvas: &mut Canvas, view: &BoardView, at: Cell, style: &SvgStyle) {
    let touched = super::touched(view, at);
    canvas.open(&format!(r#" data-cell="{},{}"{}"#, at.x, at.y, place(centre(at, style.flip), 1.0)));
    match touched {
        Some(arrived) => {
            canvas.path(&hexagon(0.0, RADIUS - 4.0, 6.0), Some(TINT), None);
            token::ring(canvas, 0.0, arrived);
        }
        None => canvas.path(&hexagon(0.0, RADIUS - 3.0, 6.0), None, Some((GHOST, 2.0))),
    }
    if style.coordinates {
        canvas.text(0.0, 5.5, 11.0, Anchor::Middle, &words::axial(at), ink(touched));
    }
    canvas.close();
}

/// Labels are faint, but not on a tinted cell, where faint would vanish.
fn ink(touched: Option<bool>) -> Colour {
    if touched.is_some() { QUIET } else { FAINT }
}
