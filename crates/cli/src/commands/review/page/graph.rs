//! The chances over the game: an area over a centre line, faults as marks one can click.

use std::fmt::Write;

use schwarm_play::review::{Class, Judged, Review};

use schwarm_arena::tournament::table::escape;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 180.0;
/// Room around the curve, so that marks at its ends are whole.
const MARGIN: f64 = 12.0;

/// The graph as SVG.
pub(super) fn graph(review: &Review) -> String {
    let last = (review.positions.len() - 1).max(1) as f64;
    let x = |ply: usize| ply as f64 / last * WIDTH;
    let y = |chance: f64| (1.0 - chance) * HEIGHT;
    let mut curve = String::new();
    for seen in &review.positions {
        // Writing to a String cannot fail.
        let _ = write!(curve, "L{:.1} {:.1}", x(seen.ply), y(seen.chance));
    }
    let end = x(review.positions.len() - 1);
    let middle = HEIGHT / 2.0;
    let [left, top, width, height] = [-MARGIN, -MARGIN, WIDTH + 2.0 * MARGIN, HEIGHT + 2.0 * MARGIN];
    let mut svg = format!(
        "<svg id=\"graph\" class=\"graph\" viewBox=\"{left} {top} {width} {height}\" role=\"group\" \
         aria-label=\"Chances of {side} over the game\" data-last=\"{}\">\n\
         <rect class=\"frame\" x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <path class=\"area\" d=\"M0 {middle}{curve}L{end:.1} {middle}Z\"/>\n\
         <path class=\"middle\" d=\"M0 {middle}H{WIDTH}\"/>\n\
         <path class=\"curve\" d=\"M{}\"/>\n\
         <path id=\"cursor\" class=\"cursor\" d=\"M0 0V{HEIGHT}\"/>\n",
        review.moves.len(),
        curve.trim_start_matches('L'),
        side = review.sides[0],
    );
    for mv in review.moves.iter().filter(|mv| mv.class.is_fault()) {
        svg += &fault(mv, review.sides[mv.side.index()], (x(mv.ply), y(review.positions[mv.ply].chance)));
    }
    svg + "</svg>\n"
}

/// A fault; its shape tells the class without colour.
fn fault(mv: &Judged, side: &str, (x, y): (f64, f64)) -> String {
    let shape = match mv.class {
        Class::Inaccuracy => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"),
        Class::Mistake => format!("<path d=\"M{x:.1} {:.1}l7 7l-7 7l-7 -7Z\"/>", y - 7.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l9 16h-18Z\"/>", y - 10.0),
    };
    let words = format!("Move {}, {side}, {}: {}", mv.ply, escape(&mv.played), mv.class.name());
    format!(
        "<a href=\"#m{ply}\" data-ply=\"{ply}\" class=\"{}\" aria-label=\"{words}\"><title>{words}</title>{shape}</a>\n",
        super::class_name(mv.class),
        ply = mv.ply
    )
}
