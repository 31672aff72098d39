//! How figures are written, in every kind of report.

use crate::stats::pool::Rating;
use crate::tournament::results::Sum;

/// A number with as many decimals as it needs, at most two.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_string() }
}

/// A figure that may not exist.
pub fn maybe(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), number)
}

/// A rating, such as `+34 ± 12`; whole numbers, as its error is never smaller than that.
pub fn rating(rating: &Rating) -> String {
    if rating.games == 0 {
        return "–".into();
    }
    let elo = format!("{:+.0}", rating.elo);
    let elo = if elo == "-0" || elo == "+0" { "0".into() } else { elo };
    format!("{elo} ± {:.0}", rating.error)
}

/// Points out of games, such as `3.5/6`; `None` without a game.
pub fn points(sum: &Sum) -> Option<String> {
    (sum.games() > 0).then(|| format!("{}/{}", number(sum.halves(0) as f64 / 2.0), sum.games()))
}

/// The share of the points, from 0 to 1.
pub fn share(sum: &Sum) -> f64 {
    sum.halves(0) as f64 / (2 * sum.games()).max(1) as f64
}
