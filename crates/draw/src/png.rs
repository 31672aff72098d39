//! SVG to PNG.
//!
//! What must hold: the same SVG gives the same pixels on every machine. No font is
//! loaded; the SVG of this crate draws its letters as strokes.
//! Not here: drawing (`svg`), files.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Longest side of a picture, in pixels.
const LONGEST_SIDE: f32 = 16_384.0;

/// Why an SVG did not become a PNG.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// The text is no SVG that resvg reads.
    #[error("cannot read the SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture would have no pixels, or more than a picture should.
    #[error("cannot draw a picture of {width} x {height} pixels")]
    Size {
        /// Asked width.
        width: u32,
        /// Height that follows from the shape of the drawing.
        height: u32,
    },
    /// The pixels could not be encoded.
    #[error("cannot encode the picture: {0}")]
    Encode(String),
}

/// Rasterises `svg` to a PNG of `width` pixels; the height follows from the drawing.
///
/// # Errors
///
/// When `svg` is not readable, or the picture would be empty or longer than 16384 pixels.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round().max(1.0);
    let refused = PngError::Size { width, height: height as u32 };
    if width == 0 || width as f32 > LONGEST_SIDE || height > LONGEST_SIDE {
        return Err(refused);
    }
    let Some(mut pixmap) = Pixmap::new(width, height as u32) else {
        return Err(refused);
    };
    let transform = Transform::from_scale(scale, height / size.height());
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}
