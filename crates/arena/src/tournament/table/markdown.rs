//! The report as Markdown.

use super::{Report, figures};

pub(super) fn page(report: &Report) -> String {
    let heading = &report.heading;
    let mut page = format!(
        "# {}\n\n{}. {}. {}\n\n## Standings\n\n",
        escape(&heading.title),
        escape(&heading.game),
        escape(&report.format),
        report.progress()
    );
    let columns = report.standings.columns.len();
    let mut heads = vec!["#".to_string(), "Bot".into()];
    heads.extend((0..columns).map(|column| escape(&report.label(column))));
    heads.extend(["Games", "Won", "Drawn", "Lost", "Rating"].map(String::from));
    page += &head(&heads);
    for row in &report.standings.rows {
        let mut cells = vec![row.rank.to_string(), escape(&report.names[row.player])];
        cells.extend(row.values.iter().map(|value| figures::maybe(*value)));
        cells.extend([row.games, row.wins, row.draws, row.losses].map(|count| count.to_string()));
        cells.push(report.ratings.players.get(row.player).map_or_else(String::new, figures::rating));
        page += &line(&cells);
    }
    page += "\n## Crosstable\n\n";
    let order: Vec<_> = report.standings.rows.iter().map(|row| row.player).collect();
    let mut heads = vec!["#".to_string(), "Bot".into()];
    heads.extend((1..=order.len()).map(|place| place.to_string()));
    page += &head(&heads);
    for (place, &a) in (1..).zip(&order) {
        let mut cells = vec![place.to_string(), escape(&report.names[a])];
        cells.extend(order.iter().map(|&b| {
            let points = figures::points(&report.cross[a][b]);
            points.unwrap_or_else(|| if a == b { "×".into() } else { String::new() })
        }));
        page += &line(&cells);
    }
    if !report.notes.is_empty() {
        page.push('\n');
    }
    for note in &report.notes {
        page += &format!("- {}\n", escape(note));
    }
    page
}

fn head(cells: &[String]) -> String {
    let rule: Vec<_> = (0..cells.len()).map(|column| if column == 1 { "---" } else { "--:" }.to_string()).collect();
    line(cells) + &line(&rule)
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A text that means nothing but itself.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' => escaped.extend(['\\', c]),
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}
