//! The boards of a game in one drawing, one group a ply, and the better moves as marks over them.

use std::collections::BTreeMap;
use std::fmt::Write;

use schwarm_core::Rulebook;
use schwarm_core::view::{BoardView, Grid, MoveCells};
use schwarm_draw::{SvgStyle, Table, svg};
use schwarm_play::GameRecord;
use schwarm_play::review::Review;

use super::sprites::{self, Sprites};

/// Radius of a mark, in units of the drawing, where a cell is a hundred high.
const MARK: f64 = 38.0;

/// All boards of a game.
pub(super) struct Boards {
    /// Groups `p0`, `p1`, … for the boards and `b1`, `b2`, … for better moves, and everything they use.
    pub defs: String,
    /// Colours on dark paper.
    pub dark: String,
    /// Left, top, width, height of a frame that holds every board.
    pub frame: [f64; 4],
    /// Every position in words, escaped.
    pub words: Vec<String>,
}

impl Boards {
    /// The boards of a game.
    ///
    /// # Errors
    /// When the record is no game; a review of it shows that it is.
    pub fn of(review: &Review, record: &GameRecord, rules: &dyn Rulebook) -> anyhow::Result<Boards> {
        let (views, others) = views(review, record, rules)?;
        let table = Table::of(views.iter().chain(others.values()));
        let is_open = views.iter().any(|view| matches!(view.grid, Grid::Hex { bounded: false }));
        let style = SvgStyle { coordinates: !is_open, ..SvgStyle::default() };
        let draw = |view: &BoardView| svg(&table.set(view), &style);
        let mut sprites = Sprites::default();
        let mut boards = Boards { defs: String::new(), dark: String::new(), frame: [0.0; 4], words: Vec::new() };
        let mut groups = String::new();
        for (ply, view) in views.iter().enumerate() {
            let taken = sprites.take(&draw(view));
            boards.frame = if ply == 0 { taken.frame } else { around(boards.frame, taken.frame) };
            groups += &format!("<g id=\"p{ply}\">{}</g>\n", taken.body);
            boards.words.push(taken.words);
        }
        for (ply, view) in &others {
            if let Some(mark) = view.last_move.and_then(|cells| mark(&draw(view), cells)) {
                groups += &format!("<g id=\"b{ply}\">{mark}</g>\n");
            }
        }
        boards.defs = sprites.defs + &groups;
        boards.dark = sprites.dark.into_iter().collect();
        Ok(boards)
    }
}

/// The positions of the game, and by its ply what the better move would have led to.
fn views(
    review: &Review,
    record: &GameRecord,
    rules: &dyn Rulebook,
) -> anyhow::Result<(Vec<BoardView>, BTreeMap<usize, BoardView>)> {
    let mut session = record.start.open(rules)?;
    let mut views = vec![session.view()];
    let mut others = BTreeMap::new();
    for mv in &review.moves {
        if let Some(better) = mv.better() {
            let mut other = session.clone_box();
            other.play(better)?;
            others.insert(mv.ply, other.view());
        }
        session.play(&mv.played)?;
        views.push(session.view());
    }
    Ok((views, others))
}

fn around(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let (left, top) = (a[0].min(b[0]), a[1].min(b[1]));
    let (right, bottom) = ((a[0] + a[2]).max(b[0] + b[2]), (a[1] + a[3]).max(b[1] + b[3]));
    [left, top, right - left, bottom - top]
}

/// Rings where a move leaves and arrives, and an arrow between them.
fn mark(svg: &str, cells: MoveCells) -> Option<String> {
    let to = sprites::centre(svg, cells.to.x, cells.to.y)?;
    let mut mark = format!("<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{MARK}\"/>", to.0, to.1);
    let Some(from) = cells.from.and_then(|from| sprites::centre(svg, from.x, from.y)) else { return Some(mark) };
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    // Writing to a String cannot fail.
    let _ = write!(mark, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{MARK}\" stroke-dasharray=\"9 11\"/>", from.0, from.1);
    if length > 2.0 * MARK {
        let (dx, dy) = (dx / length, dy / length);
        let (tail, tip) = ((from.0 + dx * MARK, from.1 + dy * MARK), (to.0 - dx * MARK, to.1 - dy * MARK));
        let (back, wing) = ((tip.0 - dx * 16.0, tip.1 - dy * 16.0), (-dy * 10.0, dx * 10.0));
        let _ = write!(
            mark,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}\"/>",
            tail.0,
            tail.1,
            tip.0,
            tip.1,
            back.0 + wing.0,
            back.1 + wing.1,
            tip.0,
            tip.1,
            back.0 - wing.0,
            back.1 - wing.1
        );
    }
    Some(mark)
}
