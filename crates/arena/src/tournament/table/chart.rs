//! The picture of the ratings: a dot for each bot, with a bar for its error.

use super::html::escape;
use super::{Report, figures};

const LINE: f64 = 28.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 620.0;
const TOP: f64 = 10.0;

/// The figure as HTML. It has its own words for those who do not see it.
pub(super) fn figure(report: &Report) -> String {
    let mut order: Vec<_> = (0..report.ratings.players.len()).collect();
    order.retain(|&player| report.ratings.players[player].games > 0);
    order.sort_by(|&a, &b| report.ratings.players[b].elo.total_cmp(&report.ratings.players[a].elo).then(a.cmp(&b)));
    let scale = Scale::of(report);
    let height = TOP + LINE * order.len() as f64 + 24.0;
    let mut svg = format!(
        "<svg viewBox=\"0 0 640 {height}\" role=\"img\" aria-labelledby=\"chart-title chart-words\">\n\
         <title id=\"chart-title\">Ratings in Elo</title>\n<desc id=\"chart-words\">{}</desc>\n",
        escape(&in_words(report, &order))
    );
    let bottom = height - 20.0;
    for tick in scale.ticks() {
        let x = x_of(&scale, tick);
        let zero = if tick == 0.0 { " zero" } else { "" };
        svg += &format!("<line class=\"tick{zero}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>");
        let label = figures::number(tick);
        svg += &format!(
            "<text class=\"label\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>\n",
            height - 4.0
        );
    }
    for (line, &player) in order.iter().enumerate() {
        let rating = &report.ratings.players[player];
        let y = TOP + LINE * (line as f64 + 0.5);
        let (low, x, high) = (
            x_of(&scale, rating.elo - rating.error),
            x_of(&scale, rating.elo),
            x_of(&scale, rating.elo + rating.error),
        );
        let name: String = report.names[player].chars().take(20).collect();
        svg += &format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path class=\"error\" d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n",
            LEFT - 10.0,
            y + 5.0,
            escape(&name),
            y - 4.0,
            y - 4.0
        );
    }
    format!(
        "<section aria-labelledby=\"ratings\">\n<h2 id=\"ratings\">Ratings</h2>\n<figure>\n{svg}</svg>\n\
         <figcaption>Elo; the bars hold 95 %. Differences within the bars may be chance.</figcaption>\n</figure>\n</section>\n"
    )
}

fn in_words(report: &Report, order: &[usize]) -> String {
    let each: Vec<_> = order
        .iter()
        .map(|&player| format!("{}: {}", report.names[player], figures::rating(&report.ratings.players[player])))
        .collect();
    each.join("; ")
}

/// Where a rating stands in the picture.
fn x_of(scale: &Scale, elo: f64) -> f64 {
    LEFT + scale.share(elo) * (RIGHT - LEFT)
}

/// A scale that has room for all ratings and their errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// The scale of a report.
    pub fn of(report: &Report) -> Scale {
        let rated = report.ratings.players.iter().filter(|rating| rating.games > 0);
        Scale::around(rated.flat_map(|rating| [rating.elo - rating.error, rating.elo + rating.error]))
    }

    /// A scale that has room for all these numbers and for 0.
    pub fn around(values: impl Iterator<Item = f64>) -> Scale {
        let (low, high) = values.fold((0.0f64, 0.0f64), |(low, high), end| (low.min(end), high.max(end)));
        // Never without width: a single point has no scale.
        Scale { low: low - 5.0, high: high + 5.0 }
    }

    /// Where a number stands, from 0 to 1.
    pub fn share(&self, elo: f64) -> f64 {
        (elo - self.low) / (self.high - self.low)
    }

    /// Round numbers, at most ten or so of them.
    pub fn ticks(&self) -> Vec<f64> {
        let width = self.high - self.low;
        let steps = [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0];
        let step = steps.into_iter().find(|step| width / step <= 8.0).unwrap_or(width / 4.0);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|tick| tick as f64 * step).take_while(|&tick| tick <= self.high).take(12).collect()
    }
}
