//! Positions of the plain implementation as the texts that the fast one reads and writes.

use super::plain::{Action, Book, Bug, Cell, Piece, Plain};
use std::collections::BTreeSet;

/// The plain rule book of an id.
pub fn book_of(id: &str) -> Book {
    let (name, options) = id.split_once(',').unwrap_or((id, ""));
    match name {
        "hive-classic" => Book::Classic { blue_first: false },
        "hive-2020" => Book::Sc2020 { server: false },
        "hive-2020-server" => Book::Sc2020 { server: true },
        _ => {
            let with = name.strip_prefix("hive").expect("an id of Hive");
            Book::Official {
                mosquito: with.contains('m'),
                ladybug: with.contains('l'),
                pillbug: with.contains('p'),
                queen_first: options.contains("queen-first"),
            }
        }
    }
}

/// `wQ`, `bA1`: only kinds with several pieces have numbers.
pub fn piece_name(piece: Piece) -> String {
    let letters = format!("{}{}", if piece.side == 0 { 'w' } else { 'b' }, piece.bug.letter());
    let is_single = matches!(piece.bug, Bug::Queen | Bug::Mosquito | Bug::Ladybug | Bug::Pillbug);
    if is_single { letters } else { format!("{letters}{}", piece.number) }
}

/// The position text, as the fast implementation must write it too if it shows the hive at the same place.
pub fn position_text(position: &Plain) -> String {
    match position.book {
        Book::Sc2020 { .. } => bounded_text(position),
        Book::Official { .. } | Book::Classic { .. } => unbounded_text(position),
    }
}

fn unbounded_text(position: &Plain) -> String {
    let mut cells: Vec<_> = position.stacks.iter().collect();
    cells.sort_unstable();
    let mut text = String::new();
    for ((q, r), stack) in cells {
        let names: Vec<_> = stack.iter().map(|&piece| piece_name(piece)).collect();
        text.push_str(&format!("{q},{r}={} ", names.join("+")));
    }
    text.push_str(&format!("| {} {}", if position.side == 0 { 'w' } else { 'b' }, position.turn));
    if let Some(cell) = position.stunned.filter(|_| has_pillbug(position.book)) {
        let top = position.top(cell).expect("the piece that moved is on top");
        text.push_str(&format!(" | stun {}", piece_name(top)));
    }
    if position.passes >= 2 {
        text.push_str(" | passed twice");
    } else if position.passes == 1 && position.legal() == BTreeSet::from([Action::Pass]) {
        text.push_str(" | passed");
    }
    text
}

fn bounded_text(position: &Plain) -> String {
    let letter = |piece: &Piece| match piece.side {
        0 => piece.bug.letter(),
        _ => piece.bug.letter().to_ascii_lowercase(),
    };
    let mut cells: Vec<(Cell, String)> = position.berries.iter().map(|&cell| (cell, "#".to_string())).collect();
    cells.extend(position.stacks.iter().map(|(&cell, stack)| (cell, stack.iter().map(letter).collect())));
    cells.sort_unstable();
    let mut text = String::new();
    for ((x, y), stack) in cells {
        text.push_str(&format!("{x},{y}={stack} "));
    }
    text + &format!("| {} {}", if position.side == 0 { 'r' } else { 'b' }, position.turn)
}

/// Only with a pillbug in the set does it matter which piece moved last.
pub fn has_pillbug(book: Book) -> bool {
    book.pieces_of(Bug::Pillbug) > 0
}

/// Reads a board text of the unbounded books. Not here: checking; a text that is none panics.
pub fn parse_position(id: &str, text: &str) -> Plain {
    let mut fields = text.split('|').map(str::trim);
    let cells = fields.next().expect("cells");
    let (side, turn) = fields.next().and_then(|field| field.split_once(' ')).expect("a side and a turn");
    let mut position = Plain::new(book_of(id), &[]);
    position.side = u8::from(side == "b");
    position.turn = turn.parse().expect("a number");
    for entry in cells.split_whitespace() {
        let (cell, stack) = entry.split_once('=').expect("a cell and its pieces");
        let (q, r) = cell.split_once(',').expect("a cell q,r");
        let cell = (q.parse().expect("a number"), r.parse().expect("a number"));
        for name in stack.split('+') {
            position.put(cell, parse_piece(name));
        }
    }
    if let Some(name) = fields.next().and_then(|field| field.strip_prefix("stun ")) {
        let is_top = |cell: &Cell| position.top(*cell) == Some(parse_piece(name));
        position.stunned = position.stacks.keys().copied().find(is_top);
    }
    position
}

fn parse_piece(name: &str) -> Piece {
    let mut letters = name.chars();
    let side = u8::from(letters.next() == Some('b'));
    let bug = letters.next().and_then(Bug::from_letter).expect("a letter of a bug");
    Piece { side, bug, number: letters.as_str().parse().unwrap_or(1) }
}
