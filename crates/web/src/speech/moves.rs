//! A move in a sentence.
//!
//! What happened is found by comparing the position before with the one after it: no rule is asked.

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, Grid, MoveCells, PieceView};

use super::nouns::{Case, one, own, sided};
use crate::words::Lang;

/// The six directions from a hexagon to its neighbours, with the key that tells them.
const DIRECTIONS: [(i32, i32, &str); 6] = [
    (1, 0, "place.right"),
    (-1, 0, "place.left"),
    (1, -1, "place.upper-right"),
    (0, -1, "place.upper-left"),
    (0, 1, "place.lower-right"),
    (-1, 1, "place.lower-left"),
];

/// A move as somebody would tell it who looks at the board.
pub fn move_words(lang: Lang, before: &BoardView, after: &BoardView, text: &str) -> String {
    let who = lang.say(&format!("side.{}", before.sides[before.to_move.index()]), &[]);
    let scene = Scene { lang, before, after, text, mover: before.to_move };
    let deeds = match after.last_move {
        None => vec![lang.say("do.pass", &[])],
        Some(cells) => scene.deeds(cells).unwrap_or_else(|| vec![lang.say("do.play", &[("move", text)])]),
    };
    lang.say("move.sentence", &[("who", &who), ("deeds", &listed(lang, &deeds))])
}

/// `a, b and c`
fn listed(lang: Lang, parts: &[String]) -> String {
    let (last, first) = match parts {
        [] => return String::new(),
        [only] => return only.clone(),
        [first @ .., last] => (last, first),
    };
    lang.say("list.and", &[("first", &first.join(", ")), ("last", last)])
}

struct Scene<'a> {
    lang: Lang,
    before: &'a BoardView,
    after: &'a BoardView,
    text: &'a str,
    mover: Side,
}

impl Scene<'_> {
    /// What the mover did, one phrase for each deed.
    fn deeds(&self, cells: MoveCells) -> Option<Vec<String>> {
        let piece = match cells.from {
            Some(from) => top(self.before, from)?,
            None => top(self.after, cells.to)?,
        };
        let mut deeds = vec![match self.before.grid {
            Grid::Hex { bounded: false } => self.beside(piece, cells),
            _ => self.by_name(piece, cells),
        }];
        if !matches!(self.before.grid, Grid::Hex { bounded: false }) {
            deeds.extend(self.meeting(cells.to));
            deeds.extend(self.tower(piece, cells.to));
        }
        deeds.extend(self.ambers());
        Some(deeds)
    }

    /// A move on a board without names for its cells: told by a neighbour.
    fn beside(&self, piece: &PieceView, cells: MoveCells) -> String {
        let place = self.place(cells.to);
        let (key, named) = match cells.from {
            None => ("do.put", own(self.lang, piece, self.before.sides, Case::Object)),
            Some(_) if piece.side != self.mover => {
                ("do.throw", sided(self.lang, piece, self.before.sides, Case::Object))
            }
            Some(_) => ("do.move", own(self.lang, piece, self.before.sides, Case::Object)),
        };
        self.lang.say(key, &[("piece", &named), ("place", &place)])
    }

    /// Where a cell is, seen from something that stands there.
    fn place(&self, to: Cell) -> String {
        let say = |key: &str, piece: &PieceView, case| {
            self.lang.say(key, &[("piece", &sided(self.lang, piece, self.before.sides, case))])
        };
        if let Some(below) = top(self.before, to) {
            return say("place.onto", below, Case::Object);
        }
        match self.neighbour(to) {
            Some((key, piece)) => say(key, piece, Case::Beside),
            None => self.lang.say("place.table", &[]),
        }
    }

    /// The neighbour that tells a place best: the one the move itself names, or else a queen.
    fn neighbour(&self, to: Cell) -> Option<(&'static str, &PieceView)> {
        let named = self.text.split_whitespace().nth(1).unwrap_or_default();
        let named = named.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let beside = |&(x, y, key): &(i32, i32, &'static str)| {
            // The piece at `to` is to the right of its neighbour on the left.
            top(self.after, Cell::new(to.x - x, to.y - y)).map(|piece| (key, piece))
        };
        let worth = |piece: &PieceView| match piece {
            piece if piece.name == named => 0,
            piece if piece.kind == "queen" => 1,
            _ => 2,
        };
        DIRECTIONS.iter().filter_map(beside).min_by_key(|(_, piece)| worth(piece))
    }

    /// A move on a board whose cells have names.
    fn by_name(&self, piece: &PieceView, cells: MoveCells) -> String {
        let named = own(self.lang, piece, self.before.sides, Case::Object);
        let to = label(self.before, cells.to);
        match cells.from {
            None => self.lang.say("do.put-on", &[("piece", &named), ("cell", &to)]),
            Some(from) => {
                let from = label(self.before, from);
                self.lang.say("do.go", &[("piece", &named), ("from", &from), ("to", &to)])
            }
        }
    }

    /// What stood where the piece went: it is taken, or climbed on to.
    fn meeting(&self, to: Cell) -> Option<String> {
        let met = top(self.before, to)?;
        let named = one(self.lang, met, self.before.sides, Case::Object);
        let key = match self.before.grid {
            Grid::Hex { .. } => "do.climb",
            Grid::Square { .. } => "do.take",
        };
        Some(self.lang.say(key, &[("piece", &named)]))
    }

    fn tower(&self, piece: &PieceView, to: Cell) -> Option<String> {
        let higher = top(self.after, to)?.height > piece.height;
        higher.then(|| self.lang.say("do.tower", &[]))
    }

    fn ambers(&self) -> Option<String> {
        let count = |view: &BoardView| -> Option<u64> {
            let own = view.counters.iter().find(|counter| counter.id == "ambers" && counter.side == Some(self.mover));
            own?.value.parse().ok()
        };
        let won = count(self.after)?.checked_sub(count(self.before)?).filter(|won| *won > 0)?;
        Some(self.lang.count("do.amber", won, &[]))
    }
}

fn top(view: &BoardView, at: Cell) -> Option<&PieceView> {
    view.cell(at)?.stack.last()
}

fn label(view: &BoardView, at: Cell) -> String {
    view.cell(at).map_or_else(|| format!("{},{}", at.x, at.y), |cell| cell.label.clone())
}
