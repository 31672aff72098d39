//! Just enough UHP to replay the published perft positions.
//!
//! Not here: checking. A text that names no piece or place of the position panics.

use super::board::plus;
use super::{Action, Book, Bug, Cell, Plain};

/// `Base` or `Base+MLP`, with the tournament rule for the first piece.
pub fn book(game_type: &str) -> Book {
    let expansions = game_type.strip_prefix("Base").expect("a game type").trim_start_matches('+');
    Book::Official {
        mosquito: expansions.contains('M'),
        ladybug: expansions.contains('L'),
        pillbug: expansions.contains('P'),
        queen_first: false,
    }
}

/// The position after a game string `Type;State;Turn;move;move...`; every move must be legal.
pub fn position(game: &str) -> Plain {
    let mut fields = game.split(';');
    let mut position = Plain::new(book(fields.next().expect("a game type")), &[]);
    for text in fields.skip(2) {
        let action = action(&position, text);
        position.play(action);
    }
    position
}

/// Reads `pass`, `wB1`, `wB1 -bQ`, `wB1 bQ/`, `wB1 bQ` and the like.
pub fn action(position: &Plain, text: &str) -> Action {
    if text == "pass" {
        return Action::Pass;
    }
    let (piece, to) = match text.split_once(' ') {
        Some((piece, target)) => (piece, target_cell(position, target)),
        None => (text, (0, 0)),
    };
    match cell_of(position, piece) {
        Some(from) => Action::Move { from, to },
        None => Action::Place { bug: parse_piece(piece).1, at: to },
    }
}

fn target_cell(position: &Plain, target: &str) -> Cell {
    let name = target.trim_matches(['-', '/', '\\']);
    let offset = match (target.strip_suffix(name), target.strip_prefix(name)) {
        (Some(""), Some("")) => (0, 0),
        (Some("-"), _) => (-1, 0),
        (Some("\\"), _) => (0, -1),
        (Some("/"), _) => (-1, 1),
        (_, Some("/")) => (1, -1),
        (_, Some("-")) => (1, 0),
        (_, Some("\\")) => (0, 1),
        _ => panic!("no direction in {target:?}"),
    };
    plus(cell_of(position, name).expect("the piece named is in play"), offset)
}

fn cell_of(position: &Plain, name: &str) -> Option<Cell> {
    let (side, bug, number) = parse_piece(name);
    let wanted = super::Piece { side, bug, number };
    position.stacks.iter().find(|(_, stack)| stack.contains(&wanted)).map(|(&cell, _)| cell)
}

/// `wQ` has number 1.
fn parse_piece(name: &str) -> (u8, Bug, u8) {
    let mut letters = name.chars();
    let side = u8::from(letters.next() == Some('b'));
    let bug = letters.next().and_then(Bug::from_letter).expect("a letter of a bug");
    let number = letters.as_str().parse().unwrap_or(1);
    (side, bug, number)
}
