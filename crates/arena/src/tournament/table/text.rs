//! The report for a terminal.

use super::{Report, figures};

/// No report is narrower.
const NARROWEST: usize = 40;

/// Blanks between columns.
const GAP: usize = 2;

pub(super) fn page(report: &Report, width: usize) -> String {
    let width = width.max(NARROWEST);
    let mut page = String::new();
    let heading = &report.heading;
    for line in [&heading.title, &heading.game, &report.format, &report.progress()] {
        fold(&mut page, line, width);
    }
    page.push('\n');
    standings(report, width, &mut page);
    page.push('\n');
    crosstable(report, width, &mut page);
    for note in &report.notes {
        page.push('\n');
        fold(&mut page, note, width);
    }
    page
}

fn standings(report: &Report, width: usize, page: &mut String) {
    let mut table = vec![vec!["#".to_string(), "Bot".into()]];
    table[0].extend((0..report.standings.columns.len()).map(|column| report.label(column)));
    table[0].extend(["Games", "W", "D", "L", "Rating"].map(String::from));
    for row in &report.standings.rows {
        let mut cells = vec![row.rank.to_string(), report.names[row.player].clone()];
        cells.extend(row.values.iter().map(|value| figures::maybe(*value)));
        cells.extend([row.games, row.wins, row.draws, row.losses].map(|count| count.to_string()));
        cells.push(report.ratings.players.get(row.player).map_or_else(String::new, figures::rating));
        table.push(cells);
    }
    // Names give way first, then columns from the right of what decides.
    let needed = |table: &[Vec<String>]| {
        let columns = table[0].len();
        (0..columns).map(|i| if i == 1 { 8 } else { widest(table, i) } + GAP).sum::<usize>() - GAP
    };
    let keep = 3;
    while needed(&table) > width && table[0].len() > keep {
        // The rating stays as long as it can: it is what most look for.
        let drop = if table[0].len() > keep + 1 { table[0].len() - 2 } else { keep };
        table.iter_mut().for_each(|row| drop_cell(row, drop));
    }
    write(table, width, page);
}

fn drop_cell(row: &mut Vec<String>, at: usize) {
    row.remove(at);
}

/// In blocks of as many columns as there is room for.
fn crosstable(report: &Report, width: usize, page: &mut String) {
    let order: Vec<_> = report.standings.rows.iter().map(|row| row.player).collect();
    let cell = |row: usize, column: usize| match figures::points(&report.cross[order[row]][order[column]]) {
        _ if row == column => "x".to_string(),
        Some(points) => points,
        None => "-".into(),
    };
    let all = || (0..order.len()).flat_map(|row| (0..order.len()).map(move |column| (row, column)));
    let cell_width = all().map(|(row, column)| cell(row, column).len()).max().unwrap_or(1).max(3);
    let longest = order.iter().map(|&player| report.names[player].chars().count()).max().unwrap_or(0);
    let name = longest.min(width / 3).max(8);
    let columns = ((width.saturating_sub(4 + GAP + name)) / (cell_width + GAP)).max(1);
    let places: Vec<_> = (0..order.len()).collect();
    for block in places.chunks(columns) {
        let mut table = vec![vec!["".to_string(), "Against".into()]];
        table[0].extend(block.iter().map(|column| (column + 1).to_string()));
        for (row, &player) in order.iter().enumerate() {
            let mut cells = vec![(row + 1).to_string(), clip(&report.names[player], name)];
            cells.extend(block.iter().map(|&column| cell(row, column)));
            table.push(cells);
        }
        write(table, width, page);
    }
}

/// Columns under each other; the second one is to the left and takes what the others leave.
fn write(table: Vec<Vec<String>>, width: usize, page: &mut String) {
    let mut widths: Vec<_> = (0..table[0].len()).map(|column| widest(&table, column)).collect();
    let others = widths.iter().sum::<usize>() - widths[1] + GAP * (widths.len() - 1);
    widths[1] = widths[1].min(width.saturating_sub(others).max(3));
    for row in table {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let cell = clip(cell, widths[column]);
            let blank = " ".repeat(widths[column] - cell.chars().count());
            let gap = if column > 0 { " ".repeat(GAP) } else { String::new() };
            line += &if column == 1 { format!("{gap}{cell}{blank}") } else { format!("{gap}{blank}{cell}") };
        }
        *page += line.trim_end();
        page.push('\n');
    }
}

fn widest(table: &[Vec<String>], column: usize) -> usize {
    table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
}

fn clip(text: &str, width: usize) -> String {
    // A control character could move the cursor anywhere.
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() <= width {
        return text;
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Writes words in lines of at most this width.
fn fold(page: &mut String, text: &str, width: usize) {
    let mut used = 0;
    for word in text.split_whitespace() {
        let word = clip(word, width);
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            page.push('\n');
            used = 0;
        }
        if used > 0 {
            page.push(' ');
            used += 1;
        }
        *page += &word;
        used += length;
    }
    page.push('\n');
}
