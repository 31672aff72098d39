//! A position as it is drawn.

use crate::book::Law;
use crate::bug::{Bug, Piece};
use crate::explain::side_names;
use crate::kernel::Kernel;
use crate::notation::challenge::{cell_text, letter};
use crate::notation::side_letter;
use crate::state::{Axial, Hive, hexagon_cells};
use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Counter, Grid, Mark, PieceView, ReserveView, Terrain};

/// The view of a state.
pub(crate) fn view<B: Kernel, L: Law>(state: &Hive<B, L>) -> BoardView {
    let plane = state.plane();
    let cells: Vec<CellView> = if L::BOUNDED {
        hexagon_cells().map(|cell| cell_view(state, cell)).collect()
    } else {
        let mut cells: Vec<Axial> = state
            .placed_pieces()
            .filter(|&piece| state.level(piece) == 0)
            .map(|piece| plane(state.cells[piece.index()]))
            .collect();
        cells.sort_unstable_by_key(|cell| (cell.r, cell.q));
        cells.into_iter().map(|cell| cell_view(state, cell)).collect()
    };
    BoardView {
        grid: Grid::Hex { bounded: L::BOUNDED },
        sides: side_names::<L>(),
        to_move: state.side(),
        turn: state.turn,
        cells,
        reserves: Side::BOTH.map(|side| reserve(state, side)),
        counters: counters(state),
        last_move: None,
        marks: marks(state),
    }
}

fn cell_view<B: Kernel, L: Law>(state: &Hive<B, L>, cell: Axial) -> CellView {
    let index = state.frame_cell(cell);
    let mut stack: Vec<PieceView> = state.stack(index).map(|piece| piece_view(state, piece)).collect();
    stack.reverse();
    let berry = L::BOUNDED && state.berries.has(index);
    CellView {
        at: Cell::new(cell.q, cell.r),
        label: if L::BOUNDED { cell_text(cell) } else { format!("{},{}", cell.q, cell.r) },
        terrain: if berry { Terrain::Blackberry } else { Terrain::Plain },
        stack,
    }
}

fn piece_view<B: Kernel, L: Law>(state: &Hive<B, L>, piece: Piece) -> PieceView {
    let name = if L::BOUNDED { letter(piece).to_string() } else { state.uhp_name(piece) };
    PieceView { side: piece.side(), kind: piece.bug().name(), name, height: 1 }
}

fn reserve<B: Kernel, L: Law>(state: &Hive<B, L>, side: Side) -> Vec<ReserveView> {
    Bug::ALL
        .into_iter()
        .filter(|&bug| state.in_hand(side, bug) > 0)
        .map(|bug| {
            let piece = PieceView { side, kind: bug.name(), name: hand_name(state, side, bug), height: 1 };
            ReserveView { piece, count: state.in_hand(side, bug) }
        })
        .collect()
}

/// The name of the next piece of a kind in a side's hand.
pub(crate) fn hand_name<B: Kernel, L: Law>(state: &Hive<B, L>, side: Side, bug: Bug) -> String {
    if L::BOUNDED {
        letter(Piece::new(side, bug, 1)).to_string()
    } else if Hive::<B, L>::is_numbered(bug) {
        format!("{}{}{}", side_letter(side), bug.letter(), state.next_uhp_number(side, bug))
    } else {
        format!("{}{}", side_letter(side), bug.letter())
    }
}

/// Queens with one free side, or none.
fn marks<B: Kernel, L: Law>(state: &Hive<B, L>) -> Vec<Mark> {
    let plane = state.plane();
    let in_danger = |side: &Side| (0..=1).contains(&state.free_cells_round_queen(*side));
    let mark = |side| {
        let queen = plane(state.cells[Piece::new(side, Bug::Queen, 1).index()]);
        Mark { id: "queen-danger", side, cells: vec![Cell::new(queen.q, queen.r)] }
    };
    Side::BOTH.into_iter().filter(in_danger).map(mark).collect()
}

fn counters<B: Kernel, L: Law>(state: &Hive<B, L>) -> Vec<Counter> {
    let round = state.turn / 2 + 1;
    let value = match state.book().ply_limit {
        Some(limit) => format!("{} / {}", round.min(limit / 2), limit / 2),
        None => round.to_string(),
    };
    let mut counters = vec![Counter { id: "round", label: "Round", side: None, value }];
    for side in Side::BOTH {
        let free = state.free_cells_round_queen(side);
        let value = if free < 0 { "in hand".to_string() } else { free.to_string() };
        counters.push(Counter { id: "queen-free", label: "Queen free", side: Some(side), value });
    }
    counters
}
