//! Positions set up by hand.
//!
//! Not here: which texts there are (`notation`).

use schwarm_core::draft::text::{self, Placed};
use schwarm_core::draft::{
    Draft, DraftCell, DraftPiece, Field, FieldKind, Offer, Palette, Piling, Problem, TerrainOffer,
};
use schwarm_core::view::{Cell, Terrain};
use schwarm_core::{Game, Side};

use crate::board::{Board, Content, Weight};
use crate::line::Axis;
use crate::notation::{MOST_FISH, MOST_OCTOPUSES, read_letter};
use crate::rules::{Edition, PLY_LIMIT, SIDES};
use crate::setup::is_inner;
use crate::square::{SIZE, Square};
use crate::state::State;
use crate::view;

/// Who first completed a swarm.
const FIRST_UNION: &str = "first-union";

/// What a position can be made of.
pub(crate) fn palette(edition: Edition) -> Palette {
    let weights: &[Weight] = if edition == Edition::Season2026 { &Weight::ALL } else { &[Weight::Small] };
    let offer = |side, &weight: &Weight| {
        let piece = view::piece(edition, side, weight);
        Offer { names: vec![piece.name.clone()], piece, most: MOST_FISH as u8 }
    };
    Palette {
        board: view::view(&State::new(edition, Board::empty(), 0, None)),
        pieces: Side::BOTH.into_iter().flat_map(|side| weights.iter().map(move |weight| offer(side, weight))).collect(),
        most_of_side: Some(MOST_FISH as u8),
        terrains: vec![TerrainOffer { terrain: Terrain::Octopus, most: MOST_OCTOPUSES as u8 }],
        piling: Piling::Replace,
        tallest: 1,
        first: Some(Side::One),
        most_turns: PLY_LIMIT,
        fields: match edition {
            Edition::Season2026 => {
                vec![Field { key: FIRST_UNION, id: FIRST_UNION, side: None, kind: FieldKind::Side }]
            }
            Edition::Sheet2019 | Edition::Server2019 => Vec::new(),
        },
    }
}

/// A state as somebody would set it up.
pub(crate) fn of_state(state: &State) -> Draft {
    let union = state.first_union().map_or("", |side| ["one", "two"][side.index()]);
    Draft::of_view(&view::view(state)).with(FIRST_UNION, union)
}

/// The state of a draft, or all that is wrong with it.
pub(crate) fn compose(edition: Edition, draft: &Draft) -> Result<State, Vec<Problem>> {
    let palette = palette(edition);
    let mut problems = palette.faults(draft);
    problems.extend(palette.surplus(draft));
    let union = match draft.side(FIRST_UNION) {
        Ok(union) if problems.is_empty() => union,
        _ => return Err(problems),
    };
    let mut board = Board::empty();
    for cell in &draft.cells {
        let Some(square) = Square::of_cell(cell.at) else { continue };
        if cell.terrain == Terrain::Octopus {
            board.put(square, Content::Octopus);
        }
        for piece in &cell.stack {
            board.put(square, Content::Fish(piece.side, weight(piece)));
        }
    }
    Ok(State::new(edition, board, draft.turn as u8, union))
}

fn weight(piece: &DraftPiece) -> Weight {
    match piece.kind.as_str() {
        "fish-3" => Weight::Large,
        "fish-2" => Weight::Medium,
        _ => Weight::Small,
    }
}

/// Why no game leads to a state.
pub(crate) fn doubts(state: &State) -> Vec<Problem> {
    let board = state.board();
    let mut doubts = Vec::new();
    for side in Side::BOTH {
        // Each ply eats one fish at most.
        let lost = MOST_FISH as u32 - board.fish_count(side);
        let plies = match side {
            Side::One => state.turn() / 2,
            Side::Two => state.turn().div_ceil(2),
        };
        if lost > plies {
            let name = SIDES[side.index()];
            let message = format!("{name} has lost {lost} fish in {plies} plies of the other side");
            doubts.push(Problem::new("fish-lost", message).with("side", name).with("n", lost).with("plies", plies));
        }
    }
    let octopuses: Vec<Square> = board.octopuses().collect();
    let cells = || octopuses.iter().map(|octopus| octopus.cell());
    if octopuses.len() < MOST_OCTOPUSES {
        let message = format!("a game has {MOST_OCTOPUSES} octopuses");
        doubts.push(Problem::new("octopuses", message).with("wanted", MOST_OCTOPUSES).at(cells()));
    }
    let share_a_line = matches!(octopuses[..], [one, two] if Axis::between(one, two).is_some());
    if share_a_line || !octopuses.iter().all(|&octopus| is_inner(octopus)) {
        let message = "octopuses are drawn within c2-h7, on no common row, column or diagonal";
        doubts.push(Problem::new("octopus-place", message).at(cells()));
    }
    let is_united = Side::BOTH.iter().any(|&side| state.is_united(side));
    if state.edition() == Edition::Season2026 && state.turn() > 0 && is_united && state.first_union().is_none() {
        doubts.push(Problem::new("union-unsaid", "a swarm is united, but nobody was the first to unite"));
    }
    doubts
}

/// Reads a position text, possible or not.
pub(crate) fn read(edition: Edition, position: &str) -> Result<Draft, Problem> {
    let size = usize::from(SIZE);
    let fields = if edition == Edition::Season2026 { 3 } else { 2 };
    let (rows, words) = text::rows_and_words(position, size, fields)?;
    let mut draft = Draft::empty(Side::One, 0);
    for (y, row) in (0..SIZE).rev().zip(rows) {
        let found = row.1.chars().count();
        if found != size {
            return Err(text::wrong_row(row, y, found, size));
        }
        for (x, (offset, sign)) in (0..SIZE).zip(row.1.char_indices()) {
            let place = (row.0 + offset, &row.1[offset..offset + sign.len_utf8()]);
            draft.cells.extend(read_cell(edition, Cell::new(x.into(), y.into()), place)?);
        }
    }
    draft.cells.sort_by_key(|cell| (cell.at.y, cell.at.x));
    (draft.to_move, draft.turn) = (text::side(words[0], ["r", "b"])?, text::number("text-turn", words[1])?);
    match words.get(2) {
        None | Some((_, "-")) => Ok(draft),
        Some((_, "r")) => Ok(draft.with(FIRST_UNION, "one")),
        Some((_, "b")) => Ok(draft.with(FIRST_UNION, "two")),
        Some(&word) => Err(text::unknown("text-union", word, "- / r / b")),
    }
}

fn read_cell(edition: Edition, at: Cell, place: Placed<'_>) -> Result<Option<DraftCell>, Problem> {
    let cell = |terrain, stack| Ok(Some(DraftCell { at, terrain, stack }));
    match place.1.chars().next().and_then(|sign| read_letter(edition, sign)) {
        None => Err(text::unknown("text-letter", place, letters(edition)).at([at])),
        Some(Content::Empty) => Ok(None),
        Some(Content::Octopus) => cell(Terrain::Octopus, Vec::new()),
        Some(Content::Fish(side, weight)) => {
            cell(Terrain::Plain, vec![DraftPiece::from(view::piece(edition, side, weight))])
        }
    }
}

const fn letters(edition: Edition) -> &'static str {
    match edition {
        Edition::Season2026 => "1 2 3 a b c O .",
        Edition::Sheet2019 | Edition::Server2019 => "r b O .",
    }
}
