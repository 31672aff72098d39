//! The strips above and below the board: whose side, what is in hand, the numbers.
//!
//! Items flow from left to right and wrap; nothing is cut off.
//! What must hold: heights are known before anything is drawn, so the board never moves.
//! Not here: the board.

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Grid, ReserveView};

use super::canvas::{Anchor, Canvas, n, place};
use super::glyphs;
use super::theme::{self, ACCENT, INK, QUIET};
use super::token::{self, Dress, Shape};
use crate::words;

/// Reserve entries drawn at most; a real game has eight kinds.
const MOST_RESERVES: usize = 64;

/// One thing in a strip.
enum Item<'a> {
    Name,
    Reserve(&'a ReserveView),
    Phrase(String),
}

/// The strip of one side.
pub(super) struct Strip<'a> {
    view: &'a BoardView,
    side: Side,
    /// Height of a line; everything in a strip is measured in it.
    unit: f64,
    /// Items with their left edge and line.
    items: Vec<(Item<'a>, f64, usize)>,
    lines: usize,
}

impl<'a> Strip<'a> {
    /// Lays the strip of `side` out on `width`.
    pub fn new(view: &'a BoardView, side: Side, width: f64, unit: f64) -> Strip<'a> {
        let mut strip = Strip { view, side, unit, items: Vec::new(), lines: 1 };
        let reserves = view.reserves[side.index()].iter().filter(|r| r.count > 0).take(MOST_RESERVES);
        let phrases = words::counters(view, Some(side)).into_iter();
        let wanted = std::iter::once(Item::Name).chain(reserves.map(Item::Reserve)).chain(phrases.map(Item::Phrase));
        let (mut x, mut indent) = (0.0, 0.0);
        for item in wanted {
            let room = strip.room(&item);
            // Reserves shrink during a game of hexagons; a line of their own keeps the numbers in place.
            let follows_phrase = matches!(strip.items.last(), Some((Item::Phrase(_), ..)));
            let own_line = matches!(item, Item::Phrase(_)) && !follows_phrase && strip.shape() == Shape::Hexagon;
            if own_line || x > indent && x + room > width {
                strip.lines += 1;
                x = indent;
            }
            if matches!(item, Item::Name) {
                // Further lines start below the first thing after the name, if that leaves room.
                indent = if room < width / 2.0 { room } else { 0.0 };
            }
            strip.items.push((item, x, strip.lines - 1));
            x += room;
        }
        strip
    }

    /// How high the strip is.
    pub fn height(&self) -> f64 {
        self.lines as f64 * self.unit * 1.35
    }

    /// Draws the strip with its upper left corner at `x`, `y`.
    pub fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let u = self.unit;
        canvas.open(&format!(r#" data-side="{}"{}"#, self.side.index(), place((x, y), 1.0)));
        for (item, x, line) in &self.items {
            let (x, middle) = (*x, (*line as f64 + 0.5) * u * 1.35);
            match item {
                Item::Name => self.draw_name(canvas, x, middle),
                Item::Reserve(reserve) => self.draw_reserve(canvas, reserve, x, middle),
                Item::Phrase(words) => canvas.text(x, middle + 0.2 * u, 0.4 * u, Anchor::Start, words, QUIET),
            }
        }
        canvas.close();
    }

    fn draw_name(&self, canvas: &mut Canvas, x: f64, middle: f64) {
        let u = self.unit;
        let moves = self.view.to_move == self.side;
        if moves {
            let d = format!(
                "M{} {}l{} {}l{} {}Z",
                n(x),
                n(middle - 0.26 * u),
                n(0.36 * u),
                n(0.26 * u),
                n(-0.36 * u),
                n(0.26 * u)
            );
            canvas.path(&d, Some(ACCENT), Some((ACCENT, 0.08 * u)));
        }
        let coat = theme::coat(self.view, self.side);
        token::chip(canvas, coat, self.shape(), (x + 0.98 * u, middle), u / 140.0);
        let name = words::side_name(self.view, self.side);
        canvas.text(x + 1.5 * u, middle + 0.2 * u, 0.42 * u, Anchor::Start, &name, if moves { INK } else { QUIET });
    }

    fn draw_reserve(&self, canvas: &mut Canvas, reserve: &ReserveView, x: f64, middle: f64) {
        let u = self.unit;
        let dress = Dress { shape: self.shape(), scale: u / 84.0, numbered: false, touched: None };
        token::stack(canvas, self.view, std::slice::from_ref(&reserve.piece), (x + 0.6 * u, middle), dress);
        let count = count(reserve);
        canvas.text(x + 1.25 * u, middle + 0.17 * u, 0.34 * u, Anchor::Start, &count, QUIET);
    }

    fn room(&self, item: &Item) -> f64 {
        let u = self.unit;
        match item {
            Item::Name => 1.5 * u + glyphs::width(&words::side_name(self.view, self.side), 0.42 * u) + 0.7 * u,
            Item::Reserve(reserve) if reserve.count == 1 => 1.4 * u,
            Item::Reserve(reserve) => 1.6 * u + glyphs::width(&count(reserve), 0.34 * u),
            Item::Phrase(words) => glyphs::width(words, 0.4 * u) + 0.8 * u,
        }
    }

    fn shape(&self) -> Shape {
        if matches!(self.view.grid, Grid::Hex { .. }) { Shape::Hexagon } else { Shape::Disc }
    }
}

/// How many of a kind are in hand; one piece needs no number.
fn count(reserve: &ReserveView) -> String {
    if reserve.count == 1 { String::new() } else { format!("×{}", reserve.count) }
}
