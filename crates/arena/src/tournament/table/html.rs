//! The report as one page of HTML that needs nothing from elsewhere.
//!
//! The page allows itself no scripts and no addresses (`Content-Security-Policy`). Pictures stand in it as data of
//! images, in which nothing can run either, whatever their text is.

use super::{Picture, Report, chart, figures};

const STYLE: &str = include_str!("page.css");

pub(super) fn page(report: &Report, pictures: &[Picture]) -> String {
    let heading = &report.heading;
    let title = escape(&heading.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n<p>{}. {}. <strong>{}</strong></p>\n</header>\n<main>\n",
        escape(&heading.game),
        escape(&report.format),
        report.progress()
    );
    page += &standings(report);
    if report.ratings.players.iter().any(|rating| rating.games > 0) {
        page += &chart::figure(report);
    }
    page += &crosstable(report);
    page += &notes(report);
    page += &encounters(report);
    if !pictures.is_empty() {
        page += "<section aria-labelledby=\"pictures\">\n<h2 id=\"pictures\">Final positions</h2>\n<div class=\"pictures\">\n";
        pictures.iter().for_each(|picture| page += &figure(picture));
        page += "</div>\n</section>\n";
    }
    page + "</main>\n</body>\n</html>\n"
}

fn standings(report: &Report) -> String {
    let mut html = String::from(
        "<section aria-labelledby=\"standings\">\n<h2 id=\"standings\">Standings</h2>\n<div class=\"wide\" role=\"region\" \
         aria-labelledby=\"standings\" tabindex=\"0\">\n<table>\n<caption>Bots by place, with what decides it first. Ratings in Elo \
         with the error of 95 %.</caption>\n<thead><tr><th scope=\"col\">Place</th><th scope=\"col\" class=\"name\">Bot</th>",
    );
    let decisive = (0..report.standings.columns.len()).map(|column| report.label(column));
    for label in decisive.chain(["Rating", "Games", "Won", "Drawn", "Lost", "Faults"].map(String::from)) {
        html += &format!("<th scope=\"col\">{}</th>", escape(&label));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &report.standings.rows {
        let name = escape(&report.names[row.player]);
        html += &format!("<tr><td>{}</td><th scope=\"row\" class=\"name\">{name}</th>", row.rank);
        row.values.iter().for_each(|value| html += &cell(&figures::maybe(*value)));
        html += &cell(&report.ratings.players.get(row.player).map_or_else(String::new, figures::rating));
        let counts = [row.games, row.wins, row.draws, row.losses, row.faults];
        counts.iter().for_each(|count| html += &cell(&count.to_string()));
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n</section>\n"
}

fn crosstable(report: &Report) -> String {
    let order: Vec<_> = report.standings.rows.iter().map(|row| row.player).collect();
    let mut html = String::from(
        "<section aria-labelledby=\"crosstable\">\n<h2 id=\"crosstable\">Crosstable</h2>\n<div class=\"wide\" role=\"region\" \
         aria-labelledby=\"crosstable\" tabindex=\"0\">\n<table class=\"cross\">\n<caption>Points of the bot of the row out of the games \
         against the bot of the column, which is given by its line.</caption>\n<thead><tr><th scope=\"col\">Line</th>\
         <th scope=\"col\" class=\"name\">Bot</th>",
    );
    for (line, &player) in (1..).zip(&order) {
        let name = escape(&report.names[player]);
        html += &format!("<th scope=\"col\"><abbr title=\"{name}\">{line}</abbr></th>");
    }
    html += "</tr></thead>\n<tbody>\n";
    for (line, &a) in (1..).zip(&order) {
        let name = escape(&report.names[a]);
        html += &format!("<tr><td>{line}</td><th scope=\"row\" class=\"name\">{name}</th>");
        for &b in &order {
            let sum = &report.cross[a][b];
            html += &match figures::points(sum) {
                _ if a == b => "<td class=\"self\"><span aria-label=\"itself\">×</span></td>".to_string(),
                // Five shades; the figure says the same.
                Some(points) => format!("<td class=\"s{}\">{points}</td>", (figures::share(sum) * 4.0).round()),
                None => "<td><span aria-label=\"not met\">–</span></td>".into(),
            };
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n</section>\n"
}

fn notes(report: &Report) -> String {
    if report.notes.is_empty() {
        return String::new();
    }
    let items: String = report.notes.iter().map(|note| format!("<li>{}</li>\n", escape(note))).collect();
    format!("<section aria-labelledby=\"notes\">\n<h2 id=\"notes\">To be noted</h2>\n<ul>\n{items}</ul>\n</section>\n")
}

fn encounters(report: &Report) -> String {
    let mut html = String::from(
        "<section aria-labelledby=\"encounters\">\n<h2 id=\"encounters\">Encounters</h2>\n<details>\n\
         <summary>All encounters</summary>\n<div class=\"wide\" role=\"region\" aria-labelledby=\"encounters\" tabindex=\"0\">\n<table>\n\
         <caption>Every encounter with the games won by the first bot, drawn, and won by the second.</caption>\n<thead><tr>",
    );
    for head in ["Encounter", "Won", "Drawn", "Lost", "Games"] {
        let class = if head == "Encounter" { " class=\"name\"" } else { "" };
        html += &format!("<th scope=\"col\"{class}>{head}</th>");
    }
    html += "</tr></thead>\n<tbody>\n";
    for (encounter, sum) in &report.encounters {
        html += &format!("<tr><th scope=\"row\" class=\"name\">{}</th>", escape(&encounter.key));
        [sum.wins[0], sum.draws, sum.wins[1]].iter().for_each(|count| html += &cell(&count.to_string()));
        html += &cell(&format!("{}/{}", sum.ended, encounter.games()));
        html += "</tr>\n";
    }
    html += "</tbody>\n</table>\n</div>\n</details>\n";
    for bye in &report.byes {
        html += &format!("<p>Round {}: {} had it off.</p>\n", bye.round, escape(&report.names[bye.player]));
    }
    html + "</section>\n"
}

fn figure(picture: &Picture) -> String {
    let caption = escape(&picture.caption);
    let mut data = String::new();
    for byte in picture.svg.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b' ' | b'=' | b':' | b'/' | b',' => {
                data.push(char::from(byte));
            }
            _ => data += &format!("%{byte:02X}"),
        }
    }
    format!(
        "<figure><img alt=\"{caption}\" src=\"data:image/svg+xml,{data}\"><figcaption>{caption}</figcaption></figure>\n"
    )
}

fn cell(text: &str) -> String {
    format!("<td>{}</td>", escape(text))
}

/// A text that means nothing but itself, in text and in attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}
