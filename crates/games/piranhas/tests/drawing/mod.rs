//! Boards drawn in tests, turned into position texts.
//!
//! A drawing has one line per row: the row's digit, then its ten cells. Rows that are not drawn
//! are empty; lines that do not begin with a row's digit are for the reader.

/// The position text of a drawing; `rest` is side to move and turn.
pub fn position(drawing: &str, rest: &str) -> String {
    let mut rows = vec!["..........".to_string(); 10];
    for (row, cells) in drawn_rows(drawing) {
        assert_eq!(cells.chars().count(), 10, "row {row} of the drawing");
        rows[9 - row] = cells;
    }
    format!("{} {rest}", rows.join("/"))
}

/// Takes marks off a drawing: each `(mark, meaning)` is replaced, and the cells that bore one
/// are returned, sorted.
#[allow(dead_code, reason = "not every test file marks cells")]
pub fn take_marks(drawing: &str, marks: &[(char, char)]) -> (String, Vec<String>) {
    let mut marked = Vec::new();
    let mut plain = String::new();
    for (row, cells) in drawn_rows(drawing) {
        plain.push_str(&format!("{row} "));
        for (column, cell) in ('a'..).zip(cells.chars()) {
            let meaning = marks.iter().find(|(mark, _)| *mark == cell).map(|(_, meaning)| *meaning);
            marked.extend(meaning.map(|_| format!("{column}{row}")));
            plain.push(meaning.unwrap_or(cell));
        }
        plain.push('\n');
    }
    marked.sort_unstable();
    (plain, marked)
}

fn drawn_rows(drawing: &str) -> impl Iterator<Item = (usize, String)> {
    drawing.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let row: usize = words.next().filter(|word| word.len() == 1)?.parse().ok()?;
        Some((row, words.collect()))
    })
}
