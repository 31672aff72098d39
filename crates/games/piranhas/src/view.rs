//! The position as it is drawn: all hundred cells, and the numbers beside the board.

use schwarm_core::view::{BoardView, CellView, Counter, Grid, Mark, PieceView, Terrain};
use schwarm_core::{Game, Side};

use crate::board::{Content, Weight};
use crate::notation;
use crate::rules::{Edition, PLY_LIMIT, SIDES};
use crate::square::{SIZE, Square, Squares};
use crate::state::State;
use crate::swarm;

/// The view of a state.
pub(crate) fn view(state: &State) -> BoardView {
    BoardView {
        grid: Grid::Square {
            columns: (0..SIZE).map(|x| char::from(b'a' + x).to_string()).collect(),
            rows: (0..SIZE).map(|y| y.to_string()).collect(),
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

fn cell(state: &State, square: Square) -> CellView {
    let content = state.board().at(square);
    let stack = match content {
        Content::Empty | Content::Octopus => Vec::new(),
        Content::Fish(side, weight) => vec![piece(state.edition(), side, weight)],
    };
    let terrain = if content == Content::Octopus { Terrain::Octopus } else { Terrain::Plain };
    CellView { at: square.cell(), label: square.to_string(), terrain, stack }
}

/// A fish as it is shown.
pub(crate) fn piece(edition: Edition, side: Side, weight: Weight) -> PieceView {
    let kind = match (edition, weight) {
        (Edition::Sheet2019 | Edition::Server2019, _) => "fish",
        (Edition::Season2026, Weight::Small) => "fish-1",
        (Edition::Season2026, Weight::Medium) => "fish-2",
        (Edition::Season2026, Weight::Large) => "fish-3",
    };
    PieceView { side, kind, name: notation::letter(edition, Content::Fish(side, weight)).to_string(), height: 1 }
}

/// Schools that one move would unite. A red move is answered, so both sides are looked at.
fn marks(state: &State) -> Vec<Mark> {
    let board = state.board();
    let near = |&side: &Side| {
        let fish = board.fish_set(side);
        let unites = |from: Square, to: Square| swarm::is_united(fish & !from.bit() | to.bit());
        !swarm::is_united(fish)
            && board.fish(side).any(|from| Squares::of(board.targets(side, from).0).any(|to| unites(from, to)))
    };
    let mark = |side| Mark { id: "swarm-danger", side, cells: board.fish(side).map(Square::cell).collect() };
    Side::BOTH.into_iter().filter(near).map(mark).collect()
}

fn counters(state: &State) -> Vec<Counter> {
    let rounds = PLY_LIMIT / 2;
    let round = (state.turn() / 2 + 1).min(rounds);
    let mut counters = vec![Counter { id: "round", label: "Round", side: None, value: format!("{round} / {rounds}") }];
    for side in Side::BOTH {
        let (biggest, fish) = (state.biggest_swarm(side), state.board().fish_count(side));
        let value = format!("{} of {fish}", biggest.fish);
        counters.push(Counter { id: "swarm", label: "Biggest swarm", side: Some(side), value });
        if state.edition() == Edition::Season2026 {
            let weight: u32 = swarm::swarms(state.board(), side).map(|swarm| swarm.weight).sum();
            let value = format!("{} of {weight}", biggest.weight);
            counters.push(Counter { id: "weight", label: "Its weight", side: Some(side), value });
        }
    }
    if state.edition() == Edition::Season2026 {
        let value = state.first_union().map_or("-", |side| SIDES[side.index()]).to_string();
        counters.push(Counter { id: "first-union", label: "First united", side: None, value });
    }
    counters
}

#[cfg(test)]
mod tests {
    use schwarm_core::view::Cell;

    use super::*;
    use crate::drawing::position;
    use crate::notation::read_position;

    fn shown(view: &BoardView) -> Vec<(&'static str, Option<Side>, &str)> {
        view.counters.iter().map(|counter| (counter.id, counter.side, counter.value.as_str())).collect()
    }

    #[test]
    fn fish_and_octopuses_are_shown_where_they_are() {
        let text = position("5 rr....O..b\n4 ...r......", "b 5");
        let view = view(&read_position(Edition::Sheet2019, &text).unwrap());
        assert_eq!((view.cells.len(), view.to_move, view.turn), (100, Side::Two, 5));
        let fish = view.cell(Cell::new(9, 5)).unwrap();
        assert_eq!((fish.label.as_str(), fish.stack[0].kind, fish.stack[0].side), ("j5", "fish", Side::Two));
        assert_eq!(view.cell(Cell::new(6, 5)).unwrap().terrain, Terrain::Octopus);
        assert_eq!(
            shown(&view),
            [("round", None, "3 / 30"), ("swarm", Some(Side::One), "2 of 3"), ("swarm", Some(Side::Two), "1 of 1")]
        );
    }

    #[test]
    fn weights_and_the_first_union_are_shown_in_2026() {
        let text = position("5 13.2......\n4 .........c", "r 60 b");
        let view = view(&read_position(Edition::Season2026, &text).unwrap());
        let kinds: Vec<_> = view.cells.iter().flat_map(|cell| &cell.stack).map(|piece| piece.kind).collect();
        assert_eq!(kinds, ["fish-3", "fish-1", "fish-3", "fish-2"]);
        assert_eq!(
            shown(&view),
            [
                ("round", None, "30 / 30"),
                ("swarm", Some(Side::One), "2 of 3"),
                ("weight", Some(Side::One), "4 of 6"),
                ("swarm", Some(Side::Two), "1 of 1"),
                ("weight", Some(Side::Two), "3 of 3"),
                ("first-union", None, "blue"),
            ]
        );
    }
}
