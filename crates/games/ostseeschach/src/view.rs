//! The position as it is drawn: all 64 squares, and the numbers beside the board.

use schwarm_core::view::{BoardView, CellView, Counter, Grid, Mark, PieceView, Terrain};
use schwarm_core::{Game, Side};

use crate::piece::{Piece, targets};
use crate::rules::{PLY_LIMIT, SIDES};
use crate::square::{SIZE, Square, home_line};
use crate::state::State;

/// The view of a state.
pub(crate) fn view(state: &State) -> BoardView {
    BoardView {
        grid: Grid::Square {
            columns: (0..SIZE).map(|file| char::from(b'a' + file).to_string()).collect(),
            rows: (1..=SIZE).map(|row| row.to_string()).collect(),
        },
        sides: SIDES,
        to_move: state.side_to_move(),
        turn: state.turn(),
        cells: Square::all().map(|square| cell(state, square)).collect(),
        reserves: [Vec::new(), Vec::new()],
        counters: counters(state),
        last_move: None,
        marks: marks(state),
    }
}

/// A tower is shown as its top piece with a height: what it covers never comes back.
fn cell(state: &State, square: Square) -> CellView {
    CellView {
        at: square.cell(),
        label: square.to_string(),
        terrain: Terrain::Plain,
        stack: state.board().at(square).map(piece).into_iter().collect(),
    }
}

/// A piece or tower as it is shown.
pub(crate) fn piece(piece: Piece) -> PieceView {
    PieceView { side: piece.side, kind: piece.kind.name(), name: piece.letter().to_string(), height: piece.height() }
}

/// Pieces that would collect an amber with their next move.
fn marks(state: &State) -> Vec<Mark> {
    let board = state.board();
    let mark = |side: Side| {
        let collects = |from: &Square| {
            let (kind, is_tower) = (board.kind_at(*from), board.tower_set() & from.bit() != 0);
            let home = if kind.is_light() { home_line(!side) } else { 0 };
            let towers = board.set(!side) & if is_tower { u64::MAX } else { board.tower_set() };
            targets(side, kind, *from) & !board.set(side) & (home | towers) != 0
        };
        Mark { id: "amber-danger", side, cells: board.pieces(side).filter(collects).map(Square::cell).collect() }
    };
    Side::BOTH.into_iter().map(mark).filter(|mark| !mark.cells.is_empty()).collect()
}

fn counters(state: &State) -> Vec<Counter> {
    let rounds = PLY_LIMIT / 2;
    let round = (state.turn() / 2 + 1).min(rounds);
    let mut counters = vec![Counter { id: "round", label: "Round", side: None, value: format!("{round} / {rounds}") }];
    for side in Side::BOTH {
        let value = state.ambers(side).to_string();
        counters.push(Counter { id: "ambers", label: "Ambers", side: Some(side), value });
    }
    counters
}

#[cfg(test)]
mod tests {
    use schwarm_core::view::Cell;

    use super::*;
    use crate::drawing::position;
    use crate::notation::read_position;

    #[test]
    fn pieces_towers_and_ambers_are_shown() {
        let text = position("8 . . . . . . . r2\n1 H M S . . . . .", "b 5 1:0");
        let view = view(&read_position(&text).unwrap());
        assert_eq!((view.cells.len(), view.to_move, view.turn), (64, Side::Two, 5));
        let kinds: Vec<_> = view.cells.iter().flat_map(|cell| &cell.stack).map(|piece| piece.kind).collect();
        assert_eq!(kinds, ["cockle", "gull", "starfish", "seal"]);
        let corner = view.cell(Cell::new(7, 7)).unwrap();
        assert_eq!((corner.label.as_str(), corner.stack[0].height, corner.stack[0].name.as_str()), ("h8", 2, "r"));
        let counters: Vec<_> =
            view.counters.iter().map(|counter| (counter.id, counter.side, counter.value.as_str())).collect();
        assert_eq!(
            counters,
            [("round", None, "3 / 30"), ("ambers", Some(Side::One), "1"), ("ambers", Some(Side::Two), "0")]
        );
    }
}
