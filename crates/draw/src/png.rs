//! SVG to PNG.
//!
//! What must hold: the same SVG gives the same pixels on every machine. No font is
//! loaded; the SVG of this crate draws its letters as strokes.
//! Not here: drawing (`svg`), files.

use resvg::tiny_skia::{Color, Paint, Pixmap, Rect, Shader, Transform};
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
    draw(&tree, width, None)?.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

/// Width and height of the picture of an SVG.
pub(crate) fn size(svg: &str, width: u32) -> Result<(u32, u32), PngError> {
    measure(&Tree::from_str(svg, &Options::default())?, width)
}

/// The pixels of an SVG, red, green, blue and alpha, on a sheet of at least this height, top to bottom.
pub(crate) fn pixels(svg: &str, width: u32, height: Option<u32>) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let pixmap = draw(&tree, width, height)?;
    Ok(pixmap
        .pixels()
        .iter()
        .map(|pixel| pixel.demultiply())
        .flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()])
        .collect())
}

fn measure(tree: &Tree, width: u32) -> Result<(u32, u32), PngError> {
    let size = tree.size();
    let height = (size.height() * (width as f32 / size.width())).round().max(1.0);
    if width == 0 || width as f32 > LONGEST_SIDE || height > LONGEST_SIDE {
        return Err(PngError::Size { width, height: height as u32 });
    }
    Ok((width, height as u32))
}

/// Draws; a sheet that is higher than the picture has its paper below, too.
fn draw(tree: &Tree, width: u32, sheet: Option<u32>) -> Result<Pixmap, PngError> {
    let (_, height) = measure(tree, width)?;
    let sheet = sheet.unwrap_or(height);
    let mut pixmap = Pixmap::new(width, sheet).ok_or(PngError::Size { width, height: sheet })?;
    let size = tree.size();
    let transform = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(tree, transform, &mut pixmap.as_mut());
    if sheet > height {
        let corner = pixmap.pixels()[0].demultiply();
        let paper = Color::from_rgba8(corner.red(), corner.green(), corner.blue(), corner.alpha());
        let below = Rect::from_xywh(0.0, height as f32, width as f32, (sheet - height) as f32);
        let paint = Paint { shader: Shader::SolidColor(paper), ..Paint::default() };
        if let Some(below) = below {
            pixmap.fill_rect(below, &paint, Transform::identity(), None);
        }
    }
    Ok(pixmap)
}
