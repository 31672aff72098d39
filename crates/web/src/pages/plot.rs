//! The picture of ratings over games: lines with names at their ends.

use schwarm_arena::tournament::table::figures;

use crate::league::Curve;

/// Size of the picture and of the room for lines in it, in its own units.
const SIZE: [f64; 2] = [760.0, 300.0];
const LEFT: f64 = 56.0;
const RIGHT: f64 = 590.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 268.0;

/// The most characters of a name.
const LONGEST_NAME: usize = 18;

pub(super) struct Plot {
    pub(super) view_box: String,
    pub(super) lines: Vec<Drawn>,
    pub(super) ticks: Vec<Tick>,
    /// Games at the left and the right end.
    pub(super) games: usize,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) foot: f64,
    /// The same for those who do not see it.
    pub(super) words: String,
}

pub(super) struct Drawn {
    /// Decides its colour and its dashes.
    pub(super) style: usize,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) x: String,
    pub(super) y: String,
    pub(super) end: [String; 2],
}

pub(super) struct Tick {
    pub(super) y: String,
    pub(super) label: String,
    pub(super) is_zero: bool,
}

/// The picture of these bots; none before there is a line.
pub(super) fn plot(curve: &Curve, names: &[String], order: &[usize]) -> Option<Plot> {
    let scale = curve.scale(order);
    let strokes = curve.strokes(order, &scale);
    if curve.games.len() < 2 || strokes.is_empty() {
        return None;
    }
    let x = |share: f64| LEFT + share * (RIGHT - LEFT);
    let y = |share: f64| TOP + share * (BOTTOM - TOP);
    let place = |player: usize| order.iter().position(|other| *other == player).unwrap_or(0);
    let drawn = |stroke: &crate::league::Stroke| {
        let corners = stroke.points.iter().map(|(at, high)| format!("{:.1} {:.1}", x(*at), y(*high)));
        let end = stroke.points.last().copied().unwrap_or_default();
        Drawn {
            style: place(stroke.player) % 8,
            path: format!("M{}", corners.collect::<Vec<_>>().join("L")),
            name: names[stroke.player].chars().take(LONGEST_NAME).collect(),
            x: format!("{:.1}", RIGHT + 22.0),
            y: format!("{:.1}", y(stroke.label) + 4.0),
            end: [format!("{:.1}", x(end.0)), format!("{:.1}", y(end.1))],
        }
    };
    let tick = |elo: f64| Tick {
        y: format!("{:.1}", y(1.0 - scale.share(elo))),
        label: figures::number(elo),
        is_zero: elo == 0.0,
    };
    let words = strokes.iter().map(|stroke| format!("{}: {:+.0}", names[stroke.player], stroke.last));
    Some(Plot {
        view_box: format!("0 0 {} {}", SIZE[0], SIZE[1]),
        words: words.collect::<Vec<_>>().join("; "),
        lines: strokes.iter().map(drawn).collect(),
        ticks: scale.ticks().into_iter().map(tick).collect(),
        games: curve.games.last().copied().unwrap_or(0),
        left: LEFT,
        right: RIGHT,
        foot: BOTTOM + 20.0,
    })
}
