//! The pieces as one sheet of symbols for pages that draw their boards themselves.
//!
//! Each kind is drawn once; whose piece it is, and whether the paper is dark, is said by
//! CSS variables, which reach into `<use href="pieces.svg#queen">`. [`colours`] gives the
//! style sheet that sets them: the colours of the paper for the whole page, and a coat
//! for every element of the class `white`, `black`, `red` or `blue`.
//! What must hold: every kind with a silhouette has its symbol, and every variable the
//! sheet uses is set for every coat.
//! Not here: numbers, names, stacks, badges; a page adds them.

use std::fmt::Write;

use super::canvas::{Canvas, place};
use super::pieces::{SILHOUETTES, Stand};
use super::theme::{self, COATS, Coat, Colour, Hint, PAPERS};
use super::token::{self, Shape};
use schwarm_core::Side;
use schwarm_core::view::Terrain;

/// Half the side of a symbol: the grid of the silhouettes with room for the edge of a tile.
const HALF: u8 = 60;

/// All pieces as `<symbol>`s of an SVG file.
///
/// `queen`, `fish-2` … are the silhouettes of [`is_known_kind`](super::is_known_kind) without their tile, a fish
/// looking right; `tile-hex` and `tile-disc` the tiles; `octopus` and `blackberry` the terrains. The centre of a
/// cell is the centre of the symbol, whose side is 1.2 of a cell that is 100 high.
pub fn symbols() -> String {
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
    );
    for (id, shape) in [("tile-hex", Shape::Hexagon), ("tile-disc", Shape::Disc)] {
        symbol(&mut out, id, |canvas| token::chip(canvas, Coat::VARIABLES, shape, (0.0, 0.0), 1.0));
    }
    for drawing in SILHOUETTES {
        symbol(&mut out, drawing.kind, |canvas| match drawing.stand {
            Stand::Tile => token::figure(canvas, drawing, Coat::VARIABLES, 0.0, 1.0),
            Stand::Bare => token::fish(canvas, drawing, Coat::VARIABLES, Side::One),
        });
    }
    for (id, terrain) in [("octopus", Terrain::Octopus), ("blackberry", Terrain::Blackberry)] {
        symbol(&mut out, id, |canvas| token::terrain(canvas, terrain));
    }
    out + "</svg>\n"
}

fn symbol(out: &mut String, id: &str, draw: impl FnOnce(&mut Canvas)) {
    let mut canvas = Canvas::with_variables();
    canvas.open(&place((0.0, 0.0), 1.0));
    draw(&mut canvas);
    canvas.close();
    let (low, size) = (-i16::from(HALF), 2 * u16::from(HALF));
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<symbol id=\"{id}\" viewBox=\"{low} {low} {size} {size}\" fill=\"none\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">{}</symbol>",
        canvas.into_text().trim_end()
    );
}

/// The style sheet for [`symbols`]: light, dark by the reader's system, or by `data-theme` of the root.
pub fn colours() -> String {
    let all = || PAPERS.iter().copied().chain(COATS.iter().flat_map(|(_, coat)| coat.colours().map(|(_, it)| it)));
    let light = all().fold(String::new(), |css, it| css + &set(it.name, it.light));
    let dark =
        all().filter(|it| it.light != it.dark).fold(String::new(), |css, it: Colour| css + &set(it.name, it.dark));
    let mut css = format!(
        ":root{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         :root[data-theme=dark]{{{dark}}}\n"
    );
    for (name, coat) in COATS {
        let _ = write!(css, ".{name}{{");
        for (role, colour) in coat.colours() {
            css += &set(role, &format!("var(--{})", colour.name));
        }
        if coat.ring.is_none() {
            css += &set(theme::RING, "transparent");
        }
        for hint in Hint::ALL {
            css += &set(hint.on(theme::Hints::Variable).name, hint.on(coat.hints).light);
        }
        css += "}\n";
    }
    css
}

fn set(name: &str, value: &str) -> String {
    format!("--{name}:{value};")
}
