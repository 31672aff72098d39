//! Positions as SVG.
//!
//! The picture from top to bottom: the strip of one side, the board, the strip of the
//! other side, one quiet line with the numbers of the game.
//! What must hold: valid XML with a title and a description in words; nothing in it
//! needs a font, a script or another file.
//! Not here: pixels (`png`), rules.

mod canvas;
mod glyphs;
mod hex;
mod pieces;
mod square;
mod strip;
mod symbols;
mod theme;
mod token;

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Grid};

use canvas::{Anchor, Canvas, escape, n, place};
use square::Labels;
use strip::Strip;
pub use symbols::{colours, symbols};
pub use theme::Theme;
use theme::{ACCENT, PAPER, QUIET};

use crate::words;

/// Radius of the mark on an empty cell, which is 100 high.
const DOT: f64 = 16.0;
/// Radius of the mark round a piece.
const RING: f64 = 40.0;

/// How an SVG looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SvgStyle {
    /// Light, dark, or what the reader's system prefers.
    pub theme: Theme,
    /// Whether cells are labelled.
    pub coordinates: bool,
    /// Width in pixels; without it the picture takes the room it is given.
    pub size: Option<u32>,
    /// Whether the board is turned round, the second side at the bottom.
    pub flip: bool,
}

/// Whether pieces of this kind have a silhouette; others are drawn as their name.
pub fn is_known_kind(kind: &str) -> bool {
    pieces::silhouette(kind).is_some()
}

/// Draws a position.
pub fn svg(view: &BoardView, style: &SvgStyle) -> String {
    dotted(view, style, &[])
}

/// Draws a position with marks on some of its cells: a dot on an empty one, a ring round a piece.
pub fn dotted(view: &BoardView, style: &SvgStyle, dots: &[Cell]) -> String {
    let board = match &view.grid {
        Grid::Hex { bounded } => hex::frame(view, *bounded, style, dots),
        Grid::Square { columns, rows } => square::frame(view, Labels { columns, rows }, style),
    };
    let unit = unit(&board, style.size);
    let (above, below) = if style.flip { (Side::One, Side::Two) } else { (Side::Two, Side::One) };
    let [above, below] = [above, below].map(|side| Strip::new(view, side, board.width() - unit * 0.6, unit));
    let (line, pad) = (unit * 1.1, unit * 0.4);

    let mut canvas = Canvas::new(style.theme);
    let top = board.top - above.height() - pad;
    let bottom = board.bottom + below.height() + line + pad * 0.5;
    let outer = [board.left, top, board.width(), bottom - top];
    canvas.rect(outer, 0.0, Some(PAPER), None);
    canvas.newline();
    above.draw(&mut canvas, board.left + unit * 0.5, top + pad * 0.5);
    canvas.open(r#" data-part="board""#);
    canvas.newline();
    match &view.grid {
        Grid::Hex { bounded } => hex::draw(&mut canvas, view, *bounded, style, dots),
        Grid::Square { columns, rows } => square::draw(&mut canvas, view, Labels { columns, rows }, style, dots),
    }
    canvas.close();
    below.draw(&mut canvas, board.left + unit * 0.5, board.bottom);
    let numbers = words::game_counters(view).join(" · ");
    let base = board.bottom + below.height() + line * 0.62;
    canvas.text(board.left + unit * 0.5, base, unit * 0.34, Anchor::Start, &numbers, QUIET);

    let [x, y, width, height] = outer.map(n);
    let size = style.size.map_or_else(String::new, |pixels| {
        let high = (f64::from(pixels) * outer[3] / outer[2]).round().max(1.0);
        format!(r#" width="{pixels}" height="{high}""#)
    });
    let head =
        format!("<title>{}</title>\n<desc>{}</desc>\n", escape(&words::title(view)), escape(&words::describe(view)));
    canvas.finish(&format!(r#" role="img" viewBox="{x} {y} {width} {height}"{size}"#), &head)
}

/// Height of a line beside the board: a share of the picture, larger in small pictures, so that it can be read.
fn unit(board: &Frame, pixels: Option<u32>) -> f64 {
    let share = if pixels.is_some_and(|pixels| pixels < 400) { 13.5 } else { 19.0 };
    (board.width() / share).min(board.height() / 5.0).clamp(26.0, 160.0)
}

/// Whether the last move touched a cell: `Some(true)` where it arrived, `Some(false)` where it left.
fn touched(view: &BoardView, at: Cell) -> Option<bool> {
    let moved = view.last_move?;
    if moved.to == at {
        Some(true)
    } else if moved.from == Some(at) {
        Some(false)
    } else {
        None
    }
}

/// Opens the group of a listed cell, inside which the centre of the cell is `0,0`.
fn open_cell(canvas: &mut Canvas, view: &BoardView, cell: &CellView, centre: (f64, f64)) {
    let label = escape(&words::label(cell));
    let place = place(centre, 1.0);
    canvas.open(&format!(r#" data-cell="{},{}" data-label="{label}"{place}"#, cell.at.x, cell.at.y));
    if let Some(words) = words::describe_cell(view, cell) {
        canvas.title(&words);
    }
}

/// Marks a cell that is drawn already.
fn dot(canvas: &mut Canvas, view: &BoardView, at: Cell, centre: (f64, f64)) {
    let stack = view.cell(at).map_or(&[][..], |cell| &cell.stack);
    let (x, y) = (centre.0, centre.1 - token::lift(stack));
    if stack.is_empty() {
        canvas.circle(x, y, DOT, Some(ACCENT), Some((PAPER, 3.0)));
    } else {
        canvas.circle(x, y, RING, None, Some((PAPER, 11.0)));
        canvas.circle(x, y, RING, None, Some((ACCENT, 7.0)));
    }
}

/// A growing rectangle.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Frame {
    const EMPTY: Frame =
        Frame { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };

    fn include(&mut self, x: f64, y: f64) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
    }

    fn width(&self) -> f64 {
        self.right - self.left
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// With `by` more room on every side; an empty frame becomes a small one around the origin.
    fn grown(self, by: f64) -> Frame {
        let around = if self.left > self.right { Frame { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 } } else { self };
        Frame { left: around.left - by, top: around.top - by, right: around.right + by, bottom: around.bottom + by }
    }

    /// Not smaller than `least`, around the same centre.
    fn at_least(self, least: (f64, f64)) -> Frame {
        let dx = ((least.0 - self.width()) / 2.0).max(0.0);
        let dy = ((least.1 - self.height()) / 2.0).max(0.0);
        Frame { left: self.left - dx, top: self.top - dy, right: self.right + dx, bottom: self.bottom + dy }
    }
}
