//! What is wrong with a position, and where.

use crate::view::Cell;

/// Something that is wrong with a position or with a text that should be one. Ids are stable; pages translate them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Stable id such as `too-many`, `split` or `text-row`.
    pub id: &'static str,
    /// The problem in words, with what it is about.
    pub message: String,
    /// The cells it is about, for marking on a board; may be empty.
    pub cells: Vec<Cell>,
    /// What this case is about (`side`, `kind`, `most` …), for telling it in another language.
    pub facts: Vec<(&'static str, String)>,
    /// Where it stands in the text that was read, in bytes.
    pub place: Option<usize>,
}

impl Problem {
    /// A problem of the position as a whole.
    pub fn new(id: &'static str, message: impl Into<String>) -> Problem {
        Problem { id, message: message.into(), cells: Vec::new(), facts: Vec::new(), place: None }
    }

    /// The same with a fact of this case.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Problem {
        self.facts.push((name, value.to_string()));
        self
    }

    /// The same with the cells it is about.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Problem {
        self.cells.extend(cells);
        self
    }

    /// The same with its place in a text.
    #[must_use]
    pub fn found_at(mut self, place: usize) -> Problem {
        self.place = Some(place);
        self
    }
}
