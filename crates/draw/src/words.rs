//! Names and sentences shared by the renderers.
//!
//! What must hold: whatever a game calls its pieces and cells, [`clean`] makes it safe to
//! print (no control, format or bidirectional characters) and short.
//! Not here: XML escaping (`svg::canvas`) and layout.

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Counter, PieceView, ReserveView, Terrain};

/// Longest name of a piece or cell that is drawn; the rest is cut.
pub(crate) const NAME: usize = 12;
/// Longest label or value of a counter.
const PHRASE: usize = 40;

/// `text` without characters that act on a terminal or an XML parser, at most `limit` long.
pub(crate) fn clean(text: &str, limit: usize) -> String {
    text.chars().take(limit).map(|c| if is_printable(c) { c } else { '?' }).collect()
}

/// Control, format and direction characters, and what XML 1.0 cannot carry.
fn is_printable(c: char) -> bool {
    !(c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}'))
}

/// The name of a piece as it is drawn.
pub(crate) fn piece_name(piece: &PieceView) -> String {
    clean(&piece.name, NAME)
}

/// The name of a side.
pub(crate) fn side_name(view: &BoardView, side: Side) -> String {
    clean(view.sides[side.index()], NAME)
}

/// The name of a cell in the game's notation; its coordinates where the view does not list it.
pub(crate) fn cell_name(view: &BoardView, at: Cell) -> String {
    view.cell(at).map_or_else(|| axial(at), label)
}

/// The name of a listed cell.
pub(crate) fn label(cell: &CellView) -> String {
    if cell.label.is_empty() { axial(cell.at) } else { clean(&cell.label, NAME) }
}

/// `x,y`.
pub(crate) fn axial(at: Cell) -> String {
    format!("{},{}", at.x, at.y)
}

/// How high a cell is built: pieces of a stack, layers of a tower.
pub(crate) fn layers(stack: &[PieceView]) -> usize {
    stack.iter().map(|piece| usize::from(piece.height.max(1))).sum()
}

/// A counter as one phrase, such as `round 3`.
pub(crate) fn counter(counter: &Counter) -> String {
    format!("{} {}", clean(counter.label, PHRASE).to_lowercase(), clean(&counter.value, PHRASE))
}

/// The counters of `side`, or of the game.
pub(crate) fn counters(view: &BoardView, side: Option<Side>) -> Vec<String> {
    view.counters.iter().filter(|c| c.side == side).map(counter).collect()
}

/// The game's numbers, the turn first unless a counter says it already.
pub(crate) fn game_counters(view: &BoardView) -> Vec<String> {
    let mut phrases = counters(view, None);
    if !view.counters.iter().any(|c| c.id == "turn") {
        phrases.insert(0, format!("turn {}", view.turn));
    }
    phrases
}

/// One line that names the picture.
pub(crate) fn title(view: &BoardView) -> String {
    format!("Board at turn {}, {} to move", view.turn, side_name(view, view.to_move))
}

/// The position in sentences, for those who hear the picture.
pub(crate) fn describe(view: &BoardView) -> String {
    let mut sentences = Vec::new();
    for side in Side::BOTH {
        let name = side_name(view, side);
        let on_top: Vec<String> = view.cells.iter().filter_map(|cell| phrase(view, cell, side)).collect();
        sentences.push(if on_top.is_empty() {
            format!("{name} has nothing on top of the board.")
        } else {
            format!("{name}: {}.", on_top.join(", "))
        });
    }
    for (terrain, word) in [(Terrain::Blackberry, "Blackberries"), (Terrain::Octopus, "Octopuses")] {
        let at: Vec<String> = view.cells.iter().filter(|c| c.terrain == terrain).map(label).collect();
        if !at.is_empty() {
            sentences.push(format!("{word} at {}.", at.join(", ")));
        }
    }
    for side in Side::BOTH {
        let hand: Vec<String> = view.reserves[side.index()].iter().map(in_hand).collect();
        if !hand.is_empty() {
            sentences.push(format!("{} in hand: {}.", side_name(view, side), hand.join(", ")));
        }
        for phrase in counters(view, Some(side)) {
            sentences.push(format!("{}: {phrase}.", side_name(view, side)));
        }
    }
    for phrase in counters(view, None) {
        sentences.push(format!("{phrase}."));
    }
    if let Some(moved) = view.last_move {
        let to = cell_name(view, moved.to);
        sentences.push(match moved.from {
            Some(from) => format!("Last move from {} to {to}.", cell_name(view, from)),
            None => format!("Last move: placed on {to}."),
        });
    }
    sentences.join(" ")
}

/// What stands on a cell, from the top down: `bB1 beetle at 0,0 on white wQ queen`.
pub(crate) fn describe_cell(view: &BoardView, cell: &CellView) -> Option<String> {
    let top = cell.stack.last()?;
    phrase(view, cell, top.side).map(|words| format!("{} {words}", side_name(view, top.side)))
}

fn phrase(view: &BoardView, cell: &CellView, side: Side) -> Option<String> {
    let top = cell.stack.last().filter(|top| top.side == side)?;
    let mut words = format!("{} {} at {}", piece_name(top), clean(top.kind, NAME), label(cell));
    if top.height > 1 {
        words += &format!(", tower of {}", top.height);
    }
    for piece in cell.stack.iter().rev().skip(1) {
        words += &format!(" on {} {} {}", side_name(view, piece.side), piece_name(piece), clean(piece.kind, NAME));
    }
    Some(words)
}

fn in_hand(reserve: &ReserveView) -> String {
    format!("{} {}", reserve.count, clean(reserve.piece.kind, NAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_acts_on_a_terminal_survives() {
        assert_eq!(clean("a\x1b[2J\u{202e}b\0\u{ffff}", 40), "a?[2J?b??");
        assert_eq!(clean("abcdef", 3), "abc");
        assert_eq!(clean("Möwe ♕", 40), "Möwe ♕");
    }
}
