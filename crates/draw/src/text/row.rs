//! One line of text with colours.
//!
//! Characters are placed by column, then rendered once, so drawing code never counts
//! escape sequences.
//! What must hold: a rendered row keeps the promises of [`TextStyle`].
//! Not here: what is written.

use schwarm_core::Side;
use schwarm_core::view::BoardView;

use super::TextStyle;

/// The colour of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Paint {
    /// As the terminal writes.
    #[default]
    Plain,
    /// Labels and empty cells.
    Dim,
    /// What the eye shall find: the last move, who moves.
    Mark,
    /// Berries and octopuses.
    Terrain,
    /// A piece or the name of a side.
    Side(Side),
}

/// A line being written.
#[derive(Clone, Debug, Default)]
pub(super) struct Row(Vec<(char, Paint)>);

impl Row {
    /// A line of one paint.
    pub fn of(text: &str, paint: Paint) -> Row {
        Row(text.chars().map(|c| (c, paint)).collect())
    }

    /// Adds to the end.
    pub fn push(&mut self, text: &str, paint: Paint) {
        self.0.extend(text.chars().map(|c| (c, paint)));
    }

    /// Writes over the columns from `x` on.
    pub fn put(&mut self, x: usize, text: &str, paint: Paint) {
        for (column, c) in (x..).zip(text.chars()) {
            if self.0.len() <= column {
                self.0.resize(column + 1, (' ', Paint::Plain));
            }
            self.0[column] = (c, paint);
        }
    }

    /// The line without trailing spaces.
    pub fn render(&self, view: &BoardView, style: TextStyle) -> String {
        let end = self.0.iter().rposition(|(c, _)| *c != ' ').map_or(0, |last| last + 1);
        let mut out = String::new();
        let mut current = "";
        for &(c, paint) in &self.0[..end] {
            let wanted = if style.colour { code(view, paint) } else { "" };
            if wanted != current {
                if !current.is_empty() {
                    out.push_str("\x1b[0m");
                }
                if !wanted.is_empty() {
                    out.push_str(&format!("\x1b[{wanted}m"));
                }
                current = wanted;
            }
            out.push(if c.is_ascii() || style.unicode { c } else { '?' });
        }
        if !current.is_empty() {
            out.push_str("\x1b[0m");
        }
        out
    }
}

/// The SGR parameters of a paint; colours of the 256 that are readable on light and dark terminals.
fn code(view: &BoardView, paint: Paint) -> &'static str {
    match paint {
        Paint::Plain => "",
        Paint::Dim => "2",
        Paint::Mark => "1;33",
        Paint::Terrain => "35",
        Paint::Side(side) => match (view.sides[side.index()], side) {
            ("red", _) => "1;38;5;202",
            ("blue", _) => "1;38;5;33",
            ("black", _) | (_, Side::Two) => "38;5;255;48;5;236",
            (_, Side::One) => "38;5;16;48;5;255",
        },
    }
}
