//! Moves and positions as texts.
//!
//! A move is `a1-b2`. A position is eight rows from the top of the board down, joined by `/`, the
//! side to move (`r` or `b`), the turn, and the ambers `red:blue`. Cells: `.` empty, `H M S R` red
//! and `h m s r` blue; a tower is its top piece followed by its height, always 2.
//! Invariant: what is written reads back as the same state; no text makes this panic.
//! Not here: the short form of a setup (`setup`).

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use schwarm_core::error::shorten;
use schwarm_core::squares::{SquareBoard, read_turn};
use schwarm_core::{Game, MoveError, PositionError, Side};

use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Kind, Piece};
use crate::rules::{MOST_AMBERS, PLY_LIMIT};
use crate::square::{SIZE, Square};
use crate::state::State;

/// The longest position text that is looked at; a real one has some 90 characters.
const LONGEST_TEXT: usize = 1000;

/// How squares are named.
const BOARD: SquareBoard = SquareBoard { size: SIZE, first_row: 1, example: "a1-b2" };

/// The position in one line.
pub(crate) fn write_position(state: &State) -> String {
    let mut text = String::with_capacity(96);
    for rank in (0..SIZE).rev() {
        for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
            let piece = state.board().at(square);
            text.push(piece.map_or('.', Piece::letter));
            if piece.is_some_and(|piece| piece.is_tower) {
                text.push('2');
            }
        }
        text.push(if rank == 0 { ' ' } else { '/' });
    }
    let side = ['r', 'b'][state.side_to_move().index()];
    let [red, blue] = Side::BOTH.map(|side| state.ambers(side));
    write!(text, "{side} {} {red}:{blue}", state.turn()).expect("a string takes every text");
    text
}

/// Reads a position, reachable or not.
///
/// # Errors
/// For a text that is no position, or an impossible one; the error says what is wrong where.
pub(crate) fn read_position(text: &str) -> Result<State, PositionError> {
    if text.len() > LONGEST_TEXT {
        return Err(PositionError::syntax("the whole text", format!("{} bytes are no position", text.len())));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[rows, side, turn, ambers] = fields.as_slice() else {
        let why = format!("{} fields separated by blanks, not 4 (rows, side to move, turn, ambers)", fields.len());
        return Err(PositionError::syntax("the whole text", why));
    };
    Ok(State::new(read_board(rows)?, read_turn(side, turn, PLY_LIMIT)? as u8, read_ambers(ambers)?))
}

fn read_board(text: &str) -> Result<Board, PositionError> {
    let rows = text.split('/').count();
    if rows != usize::from(SIZE) {
        return Err(PositionError::syntax("the rows", format!("{rows} rows, the board has {SIZE}")));
    }
    let mut board = Board::default();
    for (rank, row) in (0..SIZE).rev().zip(text.split('/')) {
        let cells = row.chars().filter(|letter| !letter.is_ascii_digit()).count();
        if cells != usize::from(SIZE) {
            let place = format!("row {}", rank + 1);
            return Err(PositionError::syntax(place, format!("{cells} cells, the board has {SIZE}")));
        }
        let mut letters = row.chars().peekable();
        if let Some(digit) = letters.peek().filter(|letter| letter.is_ascii_digit()) {
            let place = format!("row {}", rank + 1);
            return Err(PositionError::syntax(place, format!("the height {digit} follows no piece")));
        }
        for square in (0..SIZE).filter_map(|file| Square::new(file, rank)) {
            if let Some(piece) = read_cell(square, &mut letters)? {
                board.put(square, piece);
            }
        }
    }
    Ok(board)
}

/// Reads one cell: a dot, or a piece and the height that may follow it.
fn read_cell(square: Square, letters: &mut Peekable<Chars<'_>>) -> Result<Option<Piece>, PositionError> {
    let fail = |why: String| {
        let place = format!("{square} (row {}, column {})", square.rank() + 1, char::from(b'a' + square.file()));
        Err(PositionError::syntax(place, why))
    };
    let letter = letters.next().unwrap_or(' ');
    let mut height = None;
    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
        if height.replace(digit).is_some() {
            return fail("a height of more than one digit".to_string());
        }
    }
    let kind = match Kind::from_letter(letter) {
        Some(kind) => kind,
        None if letter != '.' => {
            return fail(format!("unknown character {letter:?}, expected H M S R (red), h m s r (blue) or ."));
        }
        None if height.is_some() => return fail("an empty cell has no height".to_string()),
        None => return Ok(None),
    };
    let is_tower = match height {
        None | Some('1') => false,
        Some('2') => true,
        Some('0') => return fail("a tower of height 0".to_string()),
        Some(height) => return fail(format!("a tower of height {height}; from height 3 on a tower leaves the board")),
    };
    let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
    Ok(Some(Piece { side, kind, is_tower }))
}

fn read_ambers(text: &str) -> Result<[u8; 2], PositionError> {
    let number = |part: &str| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u8>().ok().filter(|&ambers| is_number && ambers <= MOST_AMBERS)
    };
    let ambers = text.split_once(':').and_then(|(red, blue)| Some([number(red)?, number(blue)?]));
    ambers.ok_or_else(|| {
        let why = format!("{:?}, not red:blue with two numbers up to {MOST_AMBERS}", shorten(text));
        PositionError::syntax("the ambers", why)
    })
}

/// Reads a move such as `a1-b2`, in upper or lower case. It need not be legal.
pub(crate) fn read_move(text: &str) -> Result<Move, MoveError> {
    let [from, to] = BOARD
        .read_move(text)?
        .map(|(file, rank)| Square::new(file, rank).expect("the reader of squares knows the size of the board"));
    Ok(Move { from, to })
}
