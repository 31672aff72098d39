//! Moves and positions as texts.
//!
//! A move is `a4-c4`. A position is ten rows from the top of the board down, joined by `/`, the
//! side to move (`r` or `b`), the turn, and in 2026 who first completed a swarm (`-`, `r`, `b`).
//! Cells: `.` empty, `O` octopus, fish `r b` in 2019, `1 2 3` (red) and `a b c` (blue) in 2026.
//! Invariant: what is written reads back as the same state; no text makes this panic.
//! Not here: the short forms of a setup (`setup`).

use std::fmt::Write;

use schwarm_core::error::shorten;
use schwarm_core::squares::{SquareBoard, SquareError, read_turn};
use schwarm_core::{Game, MoveError, PositionError, Side};

use crate::board::{Board, Content, Weight};
use crate::moves::Move;
use crate::rules::{Edition, PLY_LIMIT};
use crate::square::{SIZE, Square};
use crate::state::State;

/// The longest position text that is looked at; a real one has some 120 characters.
const LONGEST_TEXT: usize = 1000;

/// How squares are named.
const BOARD: SquareBoard = SquareBoard { size: SIZE, first_row: 0, example: "a4-c4" };

/// Fish of a side at the start, and so at most.
pub(crate) const MOST_FISH: usize = 16;

/// Octopuses of a game; a position set up by hand may have fewer.
pub(crate) const MOST_OCTOPUSES: usize = 2;

/// The letter of a cell's content.
pub(crate) fn letter(edition: Edition, content: Content) -> char {
    match (edition, content) {
        (_, Content::Empty) => '.',
        (_, Content::Octopus) => 'O',
        (Edition::Season2026, Content::Fish(side, weight)) => {
            char::from([b'1', b'a'][side.index()] + weight.index() as u8)
        }
        (_, Content::Fish(side, _)) => ['r', 'b'][side.index()],
    }
}

/// The position in one line.
pub(crate) fn write_position(state: &State) -> String {
    let mut text = String::with_capacity(128);
    for y in (0..SIZE).rev() {
        for square in (0..SIZE).filter_map(|x| Square::new(x, y)) {
            text.push(letter(state.edition(), state.board().at(square)));
        }
        text.push(if y == 0 { ' ' } else { '/' });
    }
    let side = ['r', 'b'][state.side_to_move().index()];
    write!(text, "{side} {}", state.turn()).expect("a string takes every text");
    if state.edition() == Edition::Season2026 {
        text.push_str(match state.first_union() {
            None => " -",
            Some(Side::One) => " r",
            Some(Side::Two) => " b",
        });
    }
    text
}

/// Reads a position, reachable or not.
///
/// # Errors
/// For a text that is no position, or an impossible one; the error says what is wrong where.
pub(crate) fn read_position(edition: Edition, text: &str) -> Result<State, PositionError> {
    if text.len() > LONGEST_TEXT {
        return Err(PositionError::syntax("the whole text", format!("{} bytes are no position", text.len())));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (rows, side, turn, first_union) = match (edition, fields.as_slice()) {
        (Edition::Season2026, &[rows, side, turn, first_union]) => (rows, side, turn, Some(first_union)),
        (Edition::Sheet2019 | Edition::Server2019, &[rows, side, turn]) => (rows, side, turn, None),
        _ => return Err(wrong_fields(edition, fields.len())),
    };
    let board = read_board(edition, rows)?;
    let turn = read_turn(side, turn, PLY_LIMIT)? as u8;
    let first_union = first_union.map(read_first_union).transpose()?.flatten();
    Ok(State::new(edition, board, turn, first_union))
}

fn wrong_fields(edition: Edition, found: usize) -> PositionError {
    let wanted = match edition {
        Edition::Season2026 => "4 fields (rows, side to move, turn, first union)",
        Edition::Sheet2019 | Edition::Server2019 => "3 fields (rows, side to move, turn)",
    };
    PositionError::syntax("the whole text", format!("{found} fields separated by blanks, not {wanted}"))
}

fn read_board(edition: Edition, text: &str) -> Result<Board, PositionError> {
    let rows = text.split('/').count();
    if rows != usize::from(SIZE) {
        return Err(PositionError::syntax("the rows", format!("{rows} rows, the board has {SIZE}")));
    }
    let mut board = Board::empty();
    for (y, row) in (0..SIZE).rev().zip(text.split('/')) {
        let cells = row.chars().count();
        if cells != usize::from(SIZE) {
            return Err(PositionError::syntax(format!("row {y}"), format!("{cells} cells, the board has {SIZE}")));
        }
        for (square, letter) in (0..SIZE).filter_map(|x| Square::new(x, y)).zip(row.chars()) {
            let content = read_letter(edition, letter).ok_or_else(|| unknown_letter(edition, square, letter))?;
            board.put(square, content);
            check_numbers(&board, square, content)?;
        }
    }
    Ok(board)
}

/// What a letter stands for.
pub(crate) fn read_letter(edition: Edition, letter: char) -> Option<Content> {
    let fish = Side::BOTH.into_iter().flat_map(|side| Weight::ALL.map(|weight| Content::Fish(side, weight)));
    [Content::Empty, Content::Octopus].into_iter().chain(fish).find(|&content| self::letter(edition, content) == letter)
}

fn unknown_letter(edition: Edition, square: Square, letter: char) -> PositionError {
    let known = match edition {
        Edition::Season2026 => "1 2 3 (red), a b c (blue), O (octopus) or .",
        Edition::Sheet2019 | Edition::Server2019 => "r, b, O (octopus) or .",
    };
    let place = format!("{square} (row {}, column {})", square.y(), char::from(b'a' + square.x()));
    PositionError::syntax(place, format!("unknown character {letter:?}, expected {known}"))
}

/// Refuses the first piece that is one too many.
fn check_numbers(board: &Board, square: Square, content: Content) -> Result<(), PositionError> {
    let (count, most, what) = match content {
        Content::Empty => return Ok(()),
        Content::Octopus => (board.octopuses().count(), MOST_OCTOPUSES, "octopuses at most"),
        Content::Fish(side, _) => (
            board.fish(side).count(),
            MOST_FISH,
            if side == Side::One { "red fish at most" } else { "blue fish at most" },
        ),
    };
    match count <= most {
        true => Ok(()),
        false => Err(PositionError::impossible(format!("there are {most} {what}, and {square} is one more"))),
    }
}

fn read_first_union(text: &str) -> Result<Option<Side>, PositionError> {
    match text {
        "-" => Ok(None),
        "r" => Ok(Some(Side::One)),
        "b" => Ok(Some(Side::Two)),
        _ => Err(PositionError::syntax("the first union", format!("{:?}, not -, r or b", shorten(text)))),
    }
}

/// Reads a move such as `a4-c4`, in upper or lower case. It need not be legal.
pub(crate) fn read_move(text: &str) -> Result<Move, MoveError> {
    let [from, to] = BOARD.read_move(text)?.map(on_board);
    Ok(Move { from, to })
}

/// Reads a square such as `a4` or `A4`.
pub(crate) fn read_square(text: &str) -> Result<Square, SquareError> {
    BOARD.read_square(text).map(on_board)
}

fn on_board((x, y): (u8, u8)) -> Square {
    Square::new(x, y).expect("the reader of squares knows the size of the board")
}
