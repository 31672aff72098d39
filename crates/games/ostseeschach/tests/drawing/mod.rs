//! Boards drawn in tests, turned into position texts.
//!
//! A drawing has one line per row: the row's digit, then its eight cells; a tower is a letter and
//! a 2. Rows that are not drawn are empty; lines that do not begin with a row's digit are for the
//! reader.

/// The position text of a drawing; `rest` is side to move, turn and ambers.
pub fn position(drawing: &str, rest: &str) -> String {
    let mut rows = vec!["........".to_string(); 8];
    for (row, cells) in drawn_rows(drawing) {
        assert_eq!(cells.len(), 8, "row {row} of the drawing");
        rows[8 - row] = cells.concat();
    }
    format!("{} {rest}", rows.join("/"))
}

/// Takes marks off a drawing: a cell `x` is empty, and a cell that ends in `!` is what stands
/// before it. The marked cells are returned, sorted.
#[allow(dead_code, reason = "not every test file marks cells")]
pub fn take_marks(drawing: &str) -> (String, Vec<String>) {
    let mut marked = Vec::new();
    let mut plain = String::new();
    for (row, cells) in drawn_rows(drawing) {
        plain.push_str(&format!("{row}"));
        for (column, cell) in ('a'..).zip(&cells) {
            let bare = if cell == "x" { "." } else { cell.trim_end_matches('!') };
            if bare != cell {
                marked.push(format!("{column}{row}"));
            }
            plain.push_str(&format!(" {bare}"));
        }
        plain.push('\n');
    }
    marked.sort_unstable();
    (plain, marked)
}

fn drawn_rows(drawing: &str) -> impl Iterator<Item = (usize, Vec<String>)> {
    drawing.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let row: usize = words.next().filter(|word| word.len() == 1)?.parse().ok()?;
        Some((row, words.map(str::to_string).collect()))
    })
}
