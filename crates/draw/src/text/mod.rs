//! Positions as text.
//!
//! A line with the turn, the board, the stacks from bottom to top, then what each side
//! has. Names carry the side, so colour is never needed to read a board.
//! What must hold: without `unicode` every byte is ASCII, without `colour` there is no
//! escape sequence, no line ends in a space, and a board too wide for any terminal
//! becomes a list.
//! Not here: what a terminal can do; the caller decides the style.

mod hex;
mod row;
mod square;

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Grid, ReserveView, Terrain};

use crate::words;
use row::{Paint, Row};

/// Longest name of a piece on a board.
const NAME: usize = 8;

/// How text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether characters beyond ASCII may be used.
    pub unicode: bool,
    /// Whether colours are set with ANSI escape sequences.
    pub colour: bool,
}

impl TextStyle {
    /// One of two spellings.
    fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }
}

/// Draws a position in lines of text; the last line ends with a line break.
pub fn text(view: &BoardView, style: TextStyle) -> String {
    let mut rows = vec![headline(view, style), Row::default()];
    let board = match &view.grid {
        Grid::Hex { bounded } => hex::rows(view, *bounded, style),
        Grid::Square { columns, rows } => square::rows(view, columns, rows, style),
    };
    rows.extend(board.unwrap_or_else(|| list(view)));
    rows.push(Row::default());
    rows.extend(stacks(view));
    rows.extend(Side::BOTH.map(|side| side_row(view, side, style)));
    rows.extend(last_move(view, style));
    rows.iter().map(|row| row.render(view, style) + "\n").collect()
}

/// What is seen of a cell.
struct Token {
    text: String,
    /// How much of the text is the name; the rest is the height of the pile.
    name: usize,
    paint: Paint,
}

impl Token {
    fn of(cell: &CellView, style: TextStyle) -> Token {
        let Some(top) = cell.stack.last() else {
            let (text, paint) = match cell.terrain {
                Terrain::Plain => (style.pick("·", "."), Paint::Dim),
                Terrain::Blackberry => ("#", Paint::Terrain),
                Terrain::Octopus => ("O", Paint::Terrain),
            };
            return Token { text: text.to_owned(), name: 1, paint };
        };
        let mut text = words::clean(if top.name.is_empty() { top.kind } else { &top.name }, NAME);
        let name = text.chars().count();
        match (cell.stack.len(), words::layers(&cell.stack)) {
            (1, 1) => {}
            // A tower without identities inside: the top piece followed by its height, as in position texts.
            (1, height) => text += &height.to_string(),
            (_, count) if style.unicode => text.extend(count.to_string().chars().map(superscript)),
            (_, count) => text += &format!("^{count}"),
        }
        Token { text, name, paint: Paint::Side(top.side) }
    }

    fn empty(style: TextStyle) -> Token {
        Token { text: style.pick("·", ".").to_owned(), name: 1, paint: Paint::Dim }
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Writes the token into a field of `width` that starts at `x`, its name in the middle; brackets mark a cell of
    /// the last move.
    fn put(&self, row: &mut Row, x: usize, width: usize, touched: bool) {
        let middle = width.saturating_sub(self.name) / 2;
        let start = x + middle.min(width.saturating_sub(self.width()));
        row.put(start, &self.text, self.paint);
        if touched {
            row.put(start.saturating_sub(1), "[", Paint::Mark);
            row.put(start + self.width(), "]", Paint::Mark);
        }
    }
}

fn superscript(digit: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    digit.to_digit(10).map_or(digit, |d| DIGITS[d as usize])
}

/// Whether the last move left or entered a cell.
fn touched(view: &BoardView, at: Cell) -> bool {
    view.last_move.is_some_and(|moved| moved.to == at || moved.from == Some(at))
}

fn headline(view: &BoardView, style: TextStyle) -> Row {
    let mut phrases = words::game_counters(view);
    phrases.push(format!("{} to move", words::side_name(view, view.to_move)));
    Row::of(&phrases.join(style.pick(" · ", ", ")), Paint::Plain)
}

/// Every occupied cell by name, for boards no terminal could show.
fn list(view: &BoardView) -> Vec<Row> {
    let cells = view.cells.iter().filter(|cell| !cell.stack.is_empty() || cell.terrain != Terrain::Plain);
    cells.map(|cell| Row::of(&entry(cell), Paint::Plain)).collect()
}

fn stacks(view: &BoardView) -> Option<Row> {
    let stacks: Vec<String> = view.cells.iter().filter(|cell| cell.stack.len() > 1).map(entry).collect();
    (!stacks.is_empty()).then(|| Row::of(&format!("stacks, bottom to top: {}", stacks.join("  ")), Paint::Plain))
}

/// `1,0=bS1+wB1`, as in position texts.
fn entry(cell: &CellView) -> String {
    let pieces: Vec<String> = cell
        .stack
        .iter()
        .map(|piece| {
            let height = if piece.height > 1 { piece.height.to_string() } else { String::new() };
            words::piece_name(piece) + &height
        })
        .collect();
    let ground = match cell.terrain {
        Terrain::Plain => "",
        Terrain::Blackberry => "#",
        Terrain::Octopus => "O",
    };
    format!("{}={ground}{}", words::label(cell), pieces.join("+"))
}

fn side_row(view: &BoardView, side: Side, style: TextStyle) -> Row {
    let moves = view.to_move == side;
    let mut row = Row::of(if moves { style.pick("▸ ", "> ") } else { "  " }, Paint::Mark);
    let name = words::side_name(view, side);
    let longest = Side::BOTH.map(|side| words::side_name(view, side).chars().count()).into_iter().max().unwrap_or(0);
    row.push(&name, Paint::Side(side));
    row.push(&" ".repeat(longest - name.chars().count()), Paint::Plain);
    if view.reserves.iter().any(|reserve| !reserve.is_empty()) {
        row.push("  in hand:", Paint::Plain);
        let hand: Vec<&ReserveView> = view.reserves[side.index()].iter().filter(|r| r.count > 0).collect();
        if hand.is_empty() {
            row.push(" nothing", Paint::Dim);
        }
        for reserve in hand {
            row.push(" ", Paint::Plain);
            row.push(&words::piece_name(&reserve.piece), Paint::Side(side));
            if reserve.count > 1 {
                row.push(&format!("{}{}", style.pick("×", "*"), reserve.count), Paint::Plain);
            }
        }
    }
    for phrase in words::counters(view, Some(side)) {
        row.push(&format!("  {phrase}"), Paint::Plain);
    }
    row
}

fn last_move(view: &BoardView, style: TextStyle) -> Option<Row> {
    let moved = view.last_move?;
    let to = words::cell_name(view, moved.to);
    let words = match moved.from {
        Some(from) => format!("last move: {} {} {to}", words::cell_name(view, from), style.pick("→", "->")),
        None => format!("last move: placed on {to}"),
    };
    Some(Row::of(&words, Paint::Dim))
}
