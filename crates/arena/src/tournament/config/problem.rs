//! What is wrong in a file, and where.

use std::fmt;
use std::ops::Range;

/// The most problems kept; whoever has more begins with these.
const MOST: usize = 50;

/// The most characters shown of a line.
const WIDEST: usize = 120;

/// Something wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters of the line it is about, at least 1.
    pub length: usize,
    /// What is wrong and what to do.
    pub message: String,
    /// The line itself.
    pub source: String,
}

/// Everything wrong in a file. Written out, every problem has its line with a mark below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    text: String,
    found: Vec<Problem>,
    file: Option<String>,
}

impl std::error::Error for Problems {}

impl Problems {
    pub(super) fn new(text: &str) -> Problems {
        Problems { text: text.to_string(), found: Vec::new(), file: None }
    }

    /// The same with the name of the file before each line number.
    pub fn in_file(mut self, file: impl Into<String>) -> Problems {
        self.file = Some(file.into());
        self
    }

    /// The problems, in the order of their lines.
    pub fn list(&self) -> &[Problem] {
        &self.found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn sorted(mut self) -> Problems {
        self.found.sort_by_key(|problem| (problem.line, problem.column));
        self
    }

    /// Adds a problem about these bytes of the text.
    pub(super) fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        if self.found.len() >= MOST {
            return;
        }
        let boundary = |at: usize| (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at));
        let (start, end) = (boundary(span.start).unwrap_or(0), boundary(span.end).unwrap_or(0));
        let begin = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[..start].matches('\n').count() + 1;
        let source = self.text[begin..].lines().next().unwrap_or("");
        let column = self.text[begin..start].chars().count() + 1;
        let rest = source.chars().count().saturating_sub(column - 1);
        let length = self.text[start..end.max(start)].chars().count().min(rest).max(1);
        let source = source.to_string();
        self.found.push(Problem { line, column, length, message: message.into(), source });
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.found.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let file = self.file.as_deref().unwrap_or("line");
            writeln!(f, "{file}:{}:{}: {}", problem.line, problem.column, problem.message)?;
            let number = problem.line.to_string();
            let blank = " ".repeat(number.len());
            // Tabs and other control characters would put the mark in the wrong place, or worse.
            let source: String = problem.source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let shown: String = source.chars().take(WIDEST).collect();
            write!(f, " {number} | {shown}")?;
            if problem.column <= WIDEST {
                let length = problem.length.min(WIDEST + 1 - problem.column);
                write!(f, "\n {blank} | {}{}", " ".repeat(problem.column - 1), "^".repeat(length))?;
            }
        }
        Ok(())
    }
}
