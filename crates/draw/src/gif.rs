//! A game as an animated GIF.
//!
//! What must hold: all frames show the same part of the table, so that the board does not jump. Frames are
//! drawn and written one after the other; memory does not grow with the length of the game.
//! Not here: drawing a position (`svg`), pixels (`png`).

use std::io::Write;

use schwarm_core::view::BoardView;

use crate::png::{PngError, pixels, size};
use crate::{SvgStyle, Table, svg};

/// Most frames of an animation.
pub const MOST_FRAMES: usize = 5000;

/// How long frames stay, in hundredths of a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Each one.
    pub frame: u16,
    /// The last one, before it begins again.
    pub last: u16,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { frame: 80, last: 400 }
    }
}

/// Why positions did not become a GIF.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GifError {
    /// A position could not be drawn.
    #[error("{0}")]
    Draw(#[from] PngError),
    /// There is nothing to show, or too much.
    #[error("an animation has 1 to {MOST_FRAMES} frames, not {0}")]
    Frames(usize),
    /// The file could not be written.
    #[error("cannot write the animation: {0}")]
    Write(String),
}

/// Writes positions as an animation of `width` pixels.
///
/// # Errors
/// When there are no positions or too many, the picture has no sensible size, or nothing can be written.
pub fn gif(views: &[BoardView], style: &SvgStyle, width: u32, pace: Pace, out: &mut dyn Write) -> Result<(), GifError> {
    if views.is_empty() || views.len() > MOST_FRAMES {
        return Err(GifError::Frames(views.len()));
    }
    let table = Table::of(views);
    let frame = |view: &BoardView| svg(&table.set(view), style);
    let mut height = 1;
    for view in views {
        height = height.max(size(&frame(view), width)?.1);
    }
    let side = |length: u32| u16::try_from(length).map_err(|_| PngError::Size { width, height });
    let (columns, rows) = (side(width)?, side(height)?);
    let wrong = |error: gif::EncodingError| GifError::Write(error.to_string());
    let mut encoder = gif::Encoder::new(out, columns, rows, &[]).map_err(wrong)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(wrong)?;
    for (index, view) in views.iter().enumerate() {
        let mut pixels = pixels(&frame(view), width, Some(height))?;
        let mut picture = gif::Frame::from_rgba_speed(columns, rows, &mut pixels, 10);
        picture.delay = if index + 1 == views.len() { pace.last } else { pace.frame };
        encoder.write_frame(&picture).map_err(wrong)?;
    }
    Ok(())
}
