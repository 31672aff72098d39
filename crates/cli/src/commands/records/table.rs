//! Tables that fit into 100 columns.

use std::io::{self, Write};

use super::words::clip;

/// The widest a line gets.
const WIDEST: usize = 100;

/// A column of a table.
pub struct Column {
    title: &'static str,
    kind: Kind,
}

enum Kind {
    /// Flush right, never cut.
    Number,
    /// Flush left, cut down to a width if need be.
    Text { narrowest: usize, cut: fn(&str, usize) -> String },
}

impl Column {
    /// A column of figures.
    pub const fn number(title: &'static str) -> Column {
        Column { title, kind: Kind::Number }
    }

    /// A column of words; it may be cut down to a width.
    pub const fn text(title: &'static str, narrowest: usize) -> Column {
        Column { title, kind: Kind::Text { narrowest, cut: clip } }
    }

    /// A column of names with a number, `name#7`: the number is kept.
    pub const fn numbered(title: &'static str, narrowest: usize) -> Column {
        Column { title, kind: Kind::Text { narrowest, cut: cut_name } }
    }

    /// A column of two names, `ann - bob`: something of both is kept.
    pub const fn pair(title: &'static str, narrowest: usize) -> Column {
        Column { title, kind: Kind::Text { narrowest, cut: cut_pair } }
    }
}

/// A table written piece by piece. Its first piece decides the widths: later cells are cut to them.
pub struct Table {
    columns: &'static [Column],
    widths: Vec<usize>,
}

impl Table {
    /// A table of which nothing is written.
    pub fn new(columns: &'static [Column]) -> Table {
        Table { columns, widths: Vec::new() }
    }

    /// Writes lines, below the titles if they are the first.
    ///
    /// # Errors
    /// When nothing can be written.
    pub fn write(&mut self, out: &mut dyn Write, lines: &[Vec<String>]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if self.widths.is_empty() {
            self.widths = widths(self.columns, lines);
            let titles: Vec<String> = self.columns.iter().map(|column| column.title.to_string()).collect();
            writeln!(out, "{}", self.line(&titles))?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "{}", self.line(line)))
    }

    fn line(&self, cells: &[String]) -> String {
        let mut line = String::new();
        for ((column, cell), &width) in self.columns.iter().zip(cells).zip(&self.widths) {
            match column.kind {
                Kind::Number => line.push_str(&format!("{cell:>width$}  ")),
                Kind::Text { cut, .. } => line.push_str(&format!("{:<width$}  ", cut(cell, width))),
            }
        }
        line.trim_end().to_string()
    }
}

fn widths(columns: &[Column], lines: &[Vec<String>]) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.title.len()).collect();
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let spare = |(column, &width): (&Column, &usize)| match column.kind {
        Kind::Number => 0,
        Kind::Text { narrowest, .. } => width.saturating_sub(narrowest),
    };
    while widths.iter().sum::<usize>() + 2 * (columns.len() - 1) > WIDEST {
        let spares: Vec<usize> = columns.iter().zip(&widths).map(spare).collect();
        match (0..columns.len()).max_by_key(|&at| spares[at]).filter(|&at| spares[at] > 0) {
            Some(widest) => widths[widest] -= 1,
            None => break,
        }
    }
    widths
}

fn cut_name(cell: &str, width: usize) -> String {
    match cell.rfind('#').map(|at| cell.split_at(at)) {
        Some((name, number)) if number.len() < width => format!("{}{number}", clip(name, width - number.len())),
        _ => clip(cell, width),
    }
}

fn cut_pair(cell: &str, width: usize) -> String {
    const BETWEEN: &str = " - ";
    if cell.chars().count() <= width || width <= BETWEEN.len() {
        return clip(cell, width);
    }
    let Some((one, two)) = cell.split_once(BETWEEN) else { return clip(cell, width) };
    let room = width - BETWEEN.len();
    let [first, second] = [one, two].map(|name| name.chars().count());
    // A short name leaves its room to the other one.
    let first = first.min(room.saturating_sub(second).max(room - room / 2));
    format!("{}{BETWEEN}{}", clip(one, first), clip(two, room - first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_of_a_cell_survives_the_cut() {
        assert_eq!(cut_name("a-long-match#12", 9), "a-lon~#12");
        assert_eq!(cut_name("m#123456", 5), "m#12~");
        assert_eq!(cut_pair("alpha-centauri - beta-pictoris", 15), "alpha~ - beta-~");
        assert_eq!(cut_pair("ann - beta-pictoris", 15), "ann - beta-pic~");
        assert_eq!(cut_pair("alpha-centauri - bob", 15), "alpha-ce~ - bob");
        assert_eq!(cut_pair("ann - bob", 15), "ann - bob");
    }

    const COLUMNS: [Column; 3] = [Column::number("id"), Column::text("who", 10), Column::text("what", 20)];

    fn written(pieces: &[&[[&str; 3]]]) -> Vec<String> {
        let (mut table, mut out) = (Table::new(&COLUMNS), Vec::new());
        for piece in pieces {
            let lines: Vec<Vec<String>> = piece.iter().map(|line| line.map(str::to_string).to_vec()).collect();
            table.write(&mut out, &lines).expect("memory takes everything");
        }
        String::from_utf8(out).expect("a text").lines().map(str::to_string).collect()
    }

    #[test]
    fn cells_stand_below_their_titles() {
        let lines = written(&[&[["7", "ann", "won"], ["12", "", ""]], &[["13", "a long name", "lost"]], &[]]);
        assert_eq!(lines, ["id  who  what", " 7  ann  won", "12", "13  a ~  lost"]);
        assert_eq!(written(&[&[]]), Vec::<String>::new());
    }

    #[test]
    fn long_cells_are_cut_until_the_line_fits() {
        let long = "x".repeat(300);
        let lines = written(&[&[["123456", &long, &long], ["1", "a", "b"]]]);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDEST), "{lines:#?}");
        assert_eq!(lines[1].matches('~').count(), 2);
        assert!(lines[1].starts_with("123456  x"));
    }
}
