//! Pieces as things: tiles, fish, stacks, towers, and what grows on a cell.
//!
//! A tile has a thickness, so the edges of hidden pieces show below the piece on top.
//! What must hold: a kind without a silhouette is drawn as its name; however high a
//! stack claims to be, at most [`MOST_LAYERS`] are drawn and the badge says the truth.
//! Not here: where cells are (`hex`, `square`).

use schwarm_core::Side;
use schwarm_core::view::{BoardView, PieceView, Terrain};

use super::canvas::{Anchor, Canvas, hexagon, place};
use super::glyphs;
use super::pieces::{BERRIES, Ink, LEAVES, LINE, Octopus, Silhouette, Stand, silhouette};
use super::theme::{BADGE, BADGE_INK, BERRY, BERRY_LINE, BERRY_SHINE, Coat, LEAF, OCTOPUS, TINT_LINE, coat as coat_of};
use crate::words;

/// Layers drawn at most.
pub(super) const MOST_LAYERS: usize = 8;
/// How much higher each layer lies.
const STEP: f64 = 8.5;
/// Height of the whole visible pile at most.
const PILE: f64 = 36.0;
/// Thickness of a tile.
const THICK: f64 = 5.0;

/// The outline of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A hexagon that fills its cell.
    Hexagon,
    /// A round token.
    Disc,
}

/// How far the top of a stack is lifted above its cell.
pub(super) fn lift(stack: &[PieceView]) -> f64 {
    let hidden = words::layers(stack).clamp(1, MOST_LAYERS) - 1;
    step(hidden) * hidden as f64
}

fn step(hidden: usize) -> f64 {
    STEP.min(PILE / hidden.max(1) as f64)
}

/// How a stack is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dress {
    pub shape: Shape,
    /// Size, where 1 fills a cell.
    pub scale: f64,
    /// Whether bugs carry their number.
    pub numbered: bool,
    /// A ring of the last move: `true` where it arrived, `false` where it left.
    pub touched: Option<bool>,
}

/// Draws what stands on a cell with its centre at `at`.
pub(super) fn stack(canvas: &mut Canvas, view: &BoardView, stack: &[PieceView], at: (f64, f64), dress: Dress) {
    let Some(top) = stack.last() else { return };
    canvas.open(&place(at, dress.scale));
    let total = words::layers(stack);
    let sides = stack.iter().flat_map(|piece| std::iter::repeat_n(piece.side, usize::from(piece.height.max(1))));
    let visible: Vec<Side> = sides.skip(total.saturating_sub(MOST_LAYERS)).collect();
    let hidden = visible.len() - 1;
    let drawing = silhouette(top.kind);
    let bare = drawing.is_some_and(|drawing| drawing.stand == Stand::Bare) && total == 1;
    if !bare {
        for (level, &side) in visible.iter().enumerate() {
            tile(canvas, coat_of(view, side), dress.shape, -step(hidden) * level as f64);
        }
    }
    let y = -lift(stack) - THICK / 2.0;
    let coat = coat_of(view, top.side);
    if let Some(arrived) = dress.touched {
        ring(canvas, y, arrived);
    }
    match drawing {
        Some(drawing) if bare => fish(canvas, drawing, coat, top.side),
        Some(drawing) if dress.numbered && drawing.hint.is_some() => {
            numbered(canvas, drawing, coat, number(&top.name), y);
        }
        Some(drawing) => figure(canvas, drawing, coat, y, 0.94),
        None => name(canvas, coat, top, y),
    }
    if total > 1 {
        badge(canvas, total, y, dress.shape);
    }
    canvas.close();
}

/// The ring of the last move around a hexagonal tile or cell.
pub(super) fn ring(canvas: &mut Canvas, y: f64, arrived: bool) {
    let outline = hexagon(y, 46.5, 6.0);
    if arrived {
        canvas.path(&outline, None, Some((TINT_LINE, 4.5)));
    } else {
        canvas.dashed(&outline, (TINT_LINE, 3.5), 7.5);
    }
}

/// An empty tile in a side's coat, for the name of the side.
pub(super) fn chip(canvas: &mut Canvas, coat: Coat, shape: Shape, at: (f64, f64), scale: f64) {
    canvas.open(&place(at, scale));
    tile(canvas, coat, shape, 0.0);
    canvas.close();
}

/// What a cell is by itself.
pub(super) fn terrain(canvas: &mut Canvas, terrain: Terrain) {
    if terrain == Terrain::Plain {
        return;
    }
    canvas.open(&place((0.0, 0.0), 1.1));
    if terrain == Terrain::Octopus {
        canvas.path(Octopus::ARMS, None, Some((OCTOPUS, 7.0)));
        canvas.path(Octopus::HEAD, Some(OCTOPUS), None);
        for x in [-Octopus::EYES.0, Octopus::EYES.0] {
            canvas.circle(x, Octopus::EYES.1, 6.5, Some(BADGE), None);
            canvas.circle(x * 0.88, Octopus::EYES.1 + 0.5, 3.0, Some(BADGE_INK), None);
        }
        canvas.path(Octopus::MOUTH, None, Some((BADGE, 2.5)));
    } else {
        for &(x, y, r) in BERRIES {
            canvas.circle(x, y, r, Some(BERRY), Some((BERRY_LINE, 1.8)));
            canvas.circle(x - r * 0.3, y - r * 0.35, r * 0.22, Some(BERRY_SHINE), None);
        }
        canvas.path(LEAVES, Some(LEAF), Some((BERRY_LINE, 1.8)));
    }
    canvas.close();
}

fn tile(canvas: &mut Canvas, coat: Coat, shape: Shape, y: f64) {
    let (face, base) = (y - THICK / 2.0, y + THICK / 2.0);
    match shape {
        Shape::Hexagon => {
            canvas.path(&hexagon(base, 46.0, 6.0), Some(coat.edge), Some((coat.edge, 1.5)));
            canvas.path(&hexagon(face, 46.0, 6.0), Some(coat.face), Some((coat.rim, 1.5)));
            if let Some(ring) = coat.ring {
                canvas.path(&hexagon(face, 42.0, 5.5), None, Some((ring, 2.5)));
            }
        }
        Shape::Disc => {
            canvas.circle(0.0, base, 40.0, Some(coat.edge), Some((coat.edge, 1.5)));
            canvas.circle(0.0, face, 40.0, Some(coat.face), Some((coat.rim, 1.5)));
            if let Some(ring) = coat.ring {
                canvas.circle(0.0, face, 36.5, None, Some((ring, 2.5)));
            }
        }
    }
}

/// A bug with its number in the lower corner of the tile, for which it makes room.
fn numbered(canvas: &mut Canvas, drawing: &Silhouette, coat: Coat, number: &str, y: f64) {
    if number.is_empty() {
        return figure(canvas, drawing, coat, y, 0.94);
    }
    figure(canvas, drawing, coat, y - 4.0, 0.86);
    canvas.text(0.0, y + 36.5, 9.0, Anchor::Middle, number, coat.line);
}

/// A silhouette alone.
pub(super) fn figure(canvas: &mut Canvas, drawing: &Silhouette, coat: Coat, y: f64, scale: f64) {
    let body = drawing.hint.map_or(coat.body, |hint| hint.on(coat.hints));
    canvas.open(&place((0.0, y), scale));
    for part in drawing.parts {
        let paint = |canvas: &mut Canvas| match part.ink {
            Ink::Body => canvas.path(part.d, Some(body), Some((coat.line, LINE))),
            Ink::Wing => canvas.path(part.d, Some(coat.face), Some((coat.line, LINE))),
            Ink::Line => canvas.path(part.d, None, Some((coat.line, LINE))),
            Ink::Mark => canvas.path(part.d, None, Some((coat.mark, LINE))),
            Ink::Dot => canvas.path(part.d, Some(coat.mark), None),
        };
        paint(canvas);
        if part.mirrored {
            canvas.open(r#" transform="scale(-1 1)""#);
            paint(canvas);
            canvas.close();
        }
    }
    canvas.close();
}

/// A fish: red looks right, blue looks left and wears a light line.
pub(super) fn fish(canvas: &mut Canvas, drawing: &Silhouette, coat: Coat, side: Side) {
    canvas.open(if side == Side::One { "" } else { r#" transform="scale(-1 1)""# });
    for part in drawing.parts {
        match part.ink {
            Ink::Body => {
                canvas.path(part.d, Some(coat.face), Some((coat.face, 10.0)));
                if let Some(ring) = coat.ring {
                    canvas.path(part.d, None, Some((ring, 2.5)));
                }
            }
            Ink::Dot => canvas.path(part.d, Some(coat.line), None),
            _ => canvas.path(part.d, None, Some((coat.line, LINE * 1.15))),
        }
    }
    canvas.close();
}

/// A piece nobody has drawn yet.
fn name(canvas: &mut Canvas, coat: Coat, piece: &PieceView, y: f64) {
    let words = words::piece_name(piece);
    let words = if words.is_empty() { words::clean(piece.kind, words::NAME) } else { words };
    let size = (54.0 / glyphs::width(&words, 1.0).max(0.1)).min(26.0);
    canvas.circle(0.0, y, 33.0, None, Some((coat.line, 2.0)));
    canvas.text(0.0, y + size / 2.0, size, Anchor::Middle, &words, coat.line);
}

/// How high a pile is, in a corner where it hides little.
fn badge(canvas: &mut Canvas, count: usize, y: f64, shape: Shape) {
    let (x, y) = (28.0, y + if shape == Shape::Hexagon { -27.0 } else { 27.0 });
    let words = count.to_string();
    let half = (glyphs::width(&words, 13.0) / 2.0 + 5.0).max(11.5);
    canvas.rect([x - half, y - 11.5, half * 2.0, 23.0], 11.5, Some(BADGE), Some((BADGE_INK, 2.0)));
    canvas.text(x, y + 6.5, 13.0, Anchor::Middle, &words, BADGE_INK);
}

/// The digits at the end of a name such as `wA2`; nothing for `wQ`, or for a name that is only digits.
fn number(name: &str) -> &str {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[letters.len()..];
    if letters.is_empty() || digits.len() > 2 { "" } else { digits }
}
