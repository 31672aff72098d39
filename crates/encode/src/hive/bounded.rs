//! `hive-2020-v1`: the hexagon of 91 cells of the Software-Challenge 2020.

use schwarm_core::Game;
use schwarm_hive::{Bug, Hive, Kernel, Law, Move, pieces};

use crate::encode::{Form, capped, fill};
use crate::ways;

/// Rows and columns of the hexagon.
const SIZE: usize = 11;
/// Cells from its middle to the edge.
const RADIUS: i32 = 5;
/// Cells of the hexagon.
const CELLS: usize = 91;
/// Kinds of bugs.
const KINDS: usize = 5;
/// The number of the pass, the last one.
const PASS: u16 = (KINDS * CELLS + CELLS * CELLS) as u16;

const RAISED: usize = 10;
const OWN_TOP: usize = 12;
const HEIGHT: usize = 14;
const BOARD: usize = 15;
const BERRIES: usize = 16;
const HANDS: usize = 17;
const TURN: usize = 27;
const PLANES: usize = 28;

pub(super) const FORM: Form = Form {
    name: "hive-2020-v1",
    planes: PLANES,
    rows: SIZE,
    columns: SIZE,
    actions: PASS as usize + 1,
    ways: ways::HEX,
    most: 63,
};

/// Marks a place of a plane that is no cell.
const OUTSIDE: u8 = u8::MAX;

/// The number of the cell at each place of a plane, row by row.
static NUMBER: [u8; SIZE * SIZE] = {
    let mut numbers = [OUTSIDE; SIZE * SIZE];
    let (mut place, mut next) = (0, 0);
    while place < SIZE * SIZE {
        let (q, r) = ((place % SIZE) as i32 - RADIUS, (place / SIZE) as i32 - RADIUS);
        if (q + r).abs() <= RADIUS {
            numbers[place] = next;
            next += 1;
        }
        place += 1;
    }
    numbers
};

/// The place of each cell in a plane.
static PLACE: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut place = 0;
    while place < SIZE * SIZE {
        if NUMBER[place] != OUTSIDE {
            places[NUMBER[place] as usize] = place as u8;
        }
        place += 1;
    }
    places
};

/// The place of a cell of the frame in a plane.
fn place<B: Kernel, L: Law>(state: &Hive<B, L>, cell: u16) -> usize {
    let at = state.layout().at(cell);
    ((at.r + RADIUS) * SIZE as i32 + at.q + RADIUS) as usize % (SIZE * SIZE)
}

pub(super) fn number<B: Kernel, L: Law>(state: &Hive<B, L>, moves: &[Move], out: &mut Vec<u16>) {
    let of_cell = |cell: u16| u16::from(NUMBER[place(state, cell)]);
    for mv in moves {
        out.push(if mv.is_pass() {
            PASS
        } else if let Some(from) = state.cell_of(mv.piece()) {
            (KINDS * CELLS) as u16 + of_cell(from) * CELLS as u16 + of_cell(mv.cell())
        } else {
            mv.piece().bug() as u16 * CELLS as u16 + of_cell(mv.cell())
        });
    }
}

pub(super) fn observe<B: Kernel, L: Law>(state: &Hive<B, L>, form: &Form, out: &mut [u8]) {
    let cells = form.cells();
    let mover = state.side_to_move();
    out.fill(0);
    let mut covered = 0;
    for piece in pieces(state.placed_mask()) {
        covered |= state.below(piece).map_or(0, |below| below.bit());
    }
    for piece in pieces(state.placed_mask()) {
        let Some(cell) = state.cell_of(piece) else { continue };
        let place = place(state, cell);
        let other = usize::from(piece.side() != mover);
        let level = std::iter::successors(state.below(piece), |lower| state.below(*lower)).count();
        match level {
            0 => out[(piece.bug() as usize + KINDS * other) * cells + place] = 1,
            _ => out[(RAISED + other) * cells + place] |= 1 << (level - 1),
        }
        out[HEIGHT * cells + place] += 1;
        if covered & piece.bit() == 0 {
            out[(OWN_TOP + other) * cells + place] = 1;
        }
    }
    for place in PLACE {
        out[BOARD * cells + usize::from(place)] = 1;
    }
    for cell in state.blackberries() {
        out[BERRIES * cells + place(state, cell)] = 1;
    }
    for (other, side) in [mover, mover.other()].into_iter().enumerate() {
        for bug in Bug::ALL.into_iter().take(KINDS) {
            fill(out, form, HANDS + KINDS * other + bug as usize, state.in_hand(side, bug));
        }
    }
    fill(out, form, TURN, capped(state.turn()));
}

/// The number of a cell on the turned board.
fn turn_number(way: usize, number: usize) -> usize {
    let place = usize::from(PLACE[number]);
    let (row, column) = turn_place(way, (place / SIZE, place % SIZE));
    usize::from(NUMBER[row * SIZE + column])
}

pub(super) fn turn_action(way: usize, action: u16) -> u16 {
    if action >= PASS {
        return action;
    }
    let action = usize::from(action);
    let turned = match action.checked_sub(KINDS * CELLS) {
        None => action / CELLS * CELLS + turn_number(way, action % CELLS),
        Some(mv) => KINDS * CELLS + turn_number(way, mv / CELLS) * CELLS + turn_number(way, mv % CELLS),
    };
    turned as u16
}

/// Places beside the hexagon stay where they are.
pub(super) fn turn_place(way: usize, (row, column): (usize, usize)) -> (usize, usize) {
    if NUMBER[row * SIZE + column] == OUTSIDE {
        return (row, column);
    }
    let (q, r) = ways::hex(way, (column as i32 - RADIUS, row as i32 - RADIUS));
    ((r + RADIUS) as usize, (q + RADIUS) as usize)
}

pub(super) fn turn(form: &Form, way: usize, observation: &[u8], out: &mut [u8]) {
    let cells = form.cells();
    for from in 0..cells {
        let (row, column) = turn_place(way, (from / SIZE, from % SIZE));
        for plane in 0..form.planes {
            out[plane * cells + row * SIZE + column] = observation[plane * cells + from];
        }
    }
}
