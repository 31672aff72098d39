//! Positions of any game as text, SVG and PNG, games as GIF.
//!
//! One renderer per medium, from [`BoardView`] alone: [`text()`] for terminals, [`svg()`] for
//! pages and files, [`png()`] and [`gif()`] for everything that wants pixels. The output is a pure
//! function of its arguments, without fonts, clocks, files or the order of a hash map.
//!
//! What must hold: a view made by anyone (unknown kinds, hostile names, cells far
//! apart) is drawn without a panic, and the size of the output is bounded by the size of
//! the view. Names never reach the output raw: control characters are replaced, XML is
//! escaped.
//!
//! Not here: rules, legal moves, interaction. Pages hook on to the `data-cell="x,y"` of
//! the cell groups, or draw boards of their own from [`symbols()`] and [`colours()`].
//!
//! ```
//! use schwarm_core::{Side, view::{BoardView, Grid}};
//! use schwarm_draw::{SvgStyle, TextStyle};
//!
//! let view = BoardView {
//!     grid: Grid::Hex { bounded: false },
//!     sides: ["white", "black"],
//!     to_move: Side::One,
//!     turn: 0,
//!     cells: vec![],
//!     reserves: [vec![], vec![]],
//!     counters: vec![],
//!     last_move: None,
//!     marks: Vec::new(),
//! };
//! assert!(schwarm_draw::text(&view, TextStyle::default()).contains("white to move"));
//! assert!(schwarm_draw::svg(&view, &SvgStyle::default()).starts_with("<svg"));
//! ```
//!
//! [`BoardView`]: schwarm_core::view::BoardView

#![forbid(unsafe_code)]

#[cfg(feature = "gif")]
mod gif;
mod hex;
#[cfg(feature = "png")]
mod png;
mod svg;
mod table;
mod text;
mod words;

#[cfg(feature = "gif")]
pub use gif::{GifError, MOST_FRAMES, Pace, gif};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use svg::{SvgStyle, Theme, colours, dotted, is_known_kind, svg, symbols};
pub use table::Table;
pub use text::{TextStyle, text};
