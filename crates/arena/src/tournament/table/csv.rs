//! The report as CSV (RFC 4180).

use super::{Report, figures};

pub(super) fn standings(report: &Report) -> String {
    let columns = report.standings.columns.iter().map(|column| column.id.to_string());
    let mut heads: Vec<String> = vec!["rank".into(), "bot".into()];
    heads.extend(columns);
    heads.extend(["games", "won", "drawn", "lost", "faults", "elo", "elo_error"].map(String::from));
    let mut text = line(&heads);
    for row in &report.standings.rows {
        let mut cells = vec![row.rank.to_string(), report.names[row.player].clone()];
        cells.extend(row.values.iter().map(|value| value.map_or_else(String::new, |value| value.to_string())));
        cells.extend([row.games, row.wins, row.draws, row.losses, row.faults].map(|count| count.to_string()));
        let rating = report.ratings.players.get(row.player).filter(|rating| rating.games > 0);
        let figure = |value: f64| format!("{:.1}", value + 0.0);
        cells.extend(rating.map_or([String::new(), String::new()], |r| [figure(r.elo), figure(r.error)]));
        text += &line(&cells);
    }
    text
}

pub(super) fn crosstable(report: &Report) -> String {
    let mut text = line(&["bot", "opponent", "won", "drawn", "lost", "points", "games"].map(String::from));
    let order: Vec<_> = report.standings.rows.iter().map(|row| row.player).collect();
    for &a in &order {
        for &b in order.iter().filter(|&&b| report.cross[a][b].games() > 0) {
            let sum = &report.cross[a][b];
            let names = [report.names[a].clone(), report.names[b].clone()];
            let counts = [sum.wins[0], sum.draws, sum.wins[1]].map(|count| count.to_string());
            let points = [figures::number(sum.halves(0) as f64 / 2.0), sum.games().to_string()];
            text += &line(&[&names[..], &counts[..], &points[..]].concat());
        }
    }
    text
}

fn line(cells: &[String]) -> String {
    let quoted: Vec<_> = cells
        .iter()
        .map(|cell| {
            // A program that opens the file must not take a name for a formula.
            let cell = if cell.starts_with(['=', '+', '@', '\t', '\r']) { format!("'{cell}") } else { cell.clone() };
            if cell.contains(['"', ',', '\n', '\r', ';']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        })
        .collect();
    quoted.join(",") + "\r\n"
}
