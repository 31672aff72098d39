//! Positions set up by hand.
//!
//! Any number of pieces can be played with, as texts always could; that no game has so many is a doubt.
//! Not here: which texts there are (`notation`).

use schwarm_core::draft::text::{self, Placed};
use schwarm_core::draft::{Draft, DraftCell, DraftPiece, Field, FieldKind, Offer, Palette, Piling, Problem};
use schwarm_core::view::{Cell, Terrain};
use schwarm_core::{Game, Side};

use crate::board::Board;
use crate::piece::{Kind, Piece};
use crate::rules::{MOST_AMBERS, PLY_LIMIT, SIDES};
use crate::square::{SIZE, Square, home_line};
use crate::state::State;
use crate::view;

/// The ambers of each side.
const AMBERS: [&str; 2] = ["ambers-one", "ambers-two"];

/// Pieces of a kind a side begins with.
const OF_A_KIND: u8 = 2;

/// Pieces on the board at the start, which no tower can add to.
const MOST_PIECES: u32 = 16;

/// Ambers a side can have in a game: one, and two with one move.
const MOST_IN_GAME: u8 = 3;

/// What a position can be made of.
pub(crate) fn palette() -> Palette {
    let offer = |side, kind| {
        let piece = view::piece(Piece { side, kind, is_tower: false });
        Offer { names: vec![piece.name.clone()], piece, most: OF_A_KIND }
    };
    let ambers = |side: Side| Field {
        key: AMBERS[side.index()],
        id: "ambers",
        side: Some(side),
        kind: FieldKind::Number(MOST_AMBERS.into()),
    };
    Palette {
        board: view::view(&State::new(Board::default(), 0, [0; 2])),
        pieces: Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| offer(side, kind))).collect(),
        most_of_side: None,
        terrains: Vec::new(),
        piling: Piling::Tower,
        tallest: 2,
        first: Some(Side::One),
        most_turns: PLY_LIMIT,
        fields: Side::BOTH.map(ambers).to_vec(),
    }
}

/// A state as somebody would set it up.
pub(crate) fn of_state(state: &State) -> Draft {
    let draft = Draft::of_view(&view::view(state));
    Side::BOTH.into_iter().fold(draft, |draft, side| draft.with(AMBERS[side.index()], state.ambers(side)))
}

/// The state of a draft, or all that is wrong with it.
pub(crate) fn compose(draft: &Draft) -> Result<State, Vec<Problem>> {
    let problems = palette().faults(draft);
    let ambers = AMBERS.map(|key| draft.number(key, MOST_AMBERS.into()));
    let [Ok(red), Ok(blue)] = ambers else { return Err(problems) };
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut board = Board::default();
    for cell in &draft.cells {
        let square = Square::of_cell(cell.at);
        for (square, piece) in square.into_iter().flat_map(|square| cell.stack.iter().map(move |piece| (square, piece)))
        {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == piece.kind);
            let piece = kind.map(|kind| Piece { side: piece.side, kind, is_tower: piece.height > 1 });
            piece.into_iter().for_each(|piece| board.put(square, piece));
        }
    }
    Ok(State::new(board, draft.turn as u8, [red as u8, blue as u8]))
}

/// Why no game leads to a state.
pub(crate) fn doubts(state: &State) -> Vec<Problem> {
    let board = state.board();
    let mut doubts = palette().surplus(&of_state(state));
    let occupied = board.set(Side::One) | board.set(Side::Two);
    let pieces = occupied.count_ones() + board.tower_set().count_ones();
    if pieces > MOST_PIECES {
        let message = format!("{pieces} pieces, towers counted by their height; a game begins with {MOST_PIECES}");
        doubts.push(Problem::new("pieces", message).with("n", pieces).with("most", MOST_PIECES));
    }
    for side in Side::BOTH {
        let name = SIDES[side.index()];
        let arrived: Vec<Cell> =
            board.light(side).filter(|square| home_line(!side) & square.bit() != 0).map(Square::cell).collect();
        if !arrived.is_empty() {
            let message = "a light piece on the far line has won its amber and left";
            doubts.push(Problem::new("light-arrived", message).with("side", name).at(arrived));
        }
        let (ambers, plies) = (state.ambers(side), (state.turn() + u32::from(side == Side::One)) / 2);
        if ambers > MOST_IN_GAME || u32::from(ambers) > 2 * plies {
            let message = format!("{name} cannot have won {ambers} ambers in {plies} plies");
            doubts.push(Problem::new("ambers", message).with("side", name).with("n", ambers).with("plies", plies));
        }
    }
    doubts
}

/// Reads a position text, possible or not.
pub(crate) fn read(position: &str) -> Result<Draft, Problem> {
    let (rows, words) = text::rows_and_words(position, SIZE.into(), 3)?;
    let mut draft = Draft::empty(Side::One, 0);
    for (rank, row) in (0..SIZE).rev().zip(rows) {
        let found = row.1.chars().filter(|sign| !sign.is_ascii_digit()).count();
        if found != usize::from(SIZE) {
            return Err(text::wrong_row(row, rank + 1, found, SIZE.into()));
        }
        for (file, cell) in (0..).zip(cells(row)?) {
            draft.cells.extend(read_cell(Cell::new(file, rank.into()), cell)?);
        }
    }
    draft.cells.sort_by_key(|cell| (cell.at.y, cell.at.x));
    (draft.to_move, draft.turn) = (text::side(words[0], ["r", "b"])?, text::number("text-turn", words[1])?);
    let ambers: Vec<Placed<'_>> = text::parts(words[2], ':').collect();
    let &[red, blue] = ambers.as_slice() else { return Err(text::unknown("text-ambers", words[2], "0:0")) };
    for (key, part) in AMBERS.into_iter().zip([red, blue]) {
        draft = draft.with(key, text::number("text-ambers", part)?);
    }
    Ok(draft)
}

/// The cells of a row: a sign and the digits behind it.
fn cells((start, row): Placed<'_>) -> Result<Vec<Placed<'_>>, Problem> {
    let starts: Vec<usize> =
        row.char_indices().filter(|(_, sign)| !sign.is_ascii_digit()).map(|(index, _)| index).collect();
    if starts.first() != Some(&0) {
        return Err(text::unknown("text-height", (start, row.get(..1).unwrap_or_default()), LETTERS));
    }
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    Ok(starts.iter().zip(ends).map(|(&from, to)| (start + from, &row[from..to])).collect())
}

const LETTERS: &str = "H M S R h m s r .";

fn read_cell(at: Cell, cell: Placed<'_>) -> Result<Option<DraftCell>, Problem> {
    let mut signs = cell.1.chars();
    let (sign, height) = (signs.next().unwrap_or(' '), signs.as_str());
    let digit = (cell.0 + sign.len_utf8(), height);
    let Some(kind) = Kind::from_letter(sign) else {
        return match (sign, height) {
            ('.', "") => Ok(None),
            ('.', _) => Err(text::unknown("text-height", digit, LETTERS).at([at])),
            _ => Err(text::unknown("text-letter", cell, LETTERS).at([at])),
        };
    };
    let height = match height {
        "" => 1,
        _ if height.len() > 1 || height == "0" => return Err(text::unknown("text-height", digit, "1 / 2").at([at])),
        _ => text::number("text-height", digit)? as u8,
    };
    let side = if sign.is_ascii_uppercase() { Side::One } else { Side::Two };
    let piece = view::piece(Piece { side, kind, is_tower: false });
    let stack = vec![DraftPiece { height, ..DraftPiece::from(piece) }];
    Ok(Some(DraftCell { at, terrain: Terrain::Plain, stack }))
}
