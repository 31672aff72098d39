//! `ostseeschach-v1`: both editions of Ostseeschach.
//!
//! Blue sees the board turned by half, so that both colours go up. An action is a square and one of sixteen steps.

use schwarm_core::{Game, Side};
use schwarm_ostseeschach::{Kind, Move, Square, State};

use crate::encode::{Encode, Form, capped, fill};
use crate::ways;

/// Ranks and files.
const SIZE: usize = 8;

const TOWERS: usize = 8;
const AMBERS: usize = 10;
const TURN: usize = 12;
const PLANES: usize = 13;

/// Steps `(file, rank)`: to the eight squares around, up first and on clockwise, then the jumps of a seal.
const STEPS: [(i32, i32); 16] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The number of a step by its files and ranks, each two more than it is.
static NUMBER: [[u8; 5]; 5] = {
    let mut numbers = [[0; 5]; 5];
    let mut step = 0;
    while step < STEPS.len() {
        numbers[(STEPS[step].0 + 2) as usize][(STEPS[step].1 + 2) as usize] = step as u8;
        step += 1;
    }
    numbers
};

/// The place of a square in a plane as a side sees it.
fn place(side: Side, square: Square) -> usize {
    if side == Side::One { square.index() } else { 63 - square.index() }
}

impl Encode for State {
    fn form(_: usize) -> Form {
        Form {
            name: "ostseeschach-v1",
            planes: PLANES,
            rows: SIZE,
            columns: SIZE,
            actions: SIZE * SIZE * STEPS.len(),
            ways: ways::MIRROR,
            most: 99,
        }
    }

    fn won(&self) -> Option<Option<Side>> {
        self.winner()
    }

    fn observe(&self, form: &Form, _: u8, out: &mut [u8]) {
        let (mover, cells, board) = (self.side_to_move(), form.cells(), self.board());
        out.fill(0);
        for (other, side) in [mover, mover.other()].into_iter().enumerate() {
            for square in board.pieces(side) {
                let place = place(mover, square);
                out[(4 * other + board.kind_at(square) as usize) * cells + place] = 1;
                out[(TOWERS + other) * cells + place] = u8::from(board.tower_set() & square.bit() != 0);
            }
            fill(out, form, AMBERS + other, self.ambers(side));
        }
        fill(out, form, TURN, capped(self.turn()));
    }

    fn number(&self, moves: &[Move], out: &mut Vec<u16>) {
        let mover = self.side_to_move();
        for mv in moves {
            let (from, to) = (place(mover, mv.from), place(mover, mv.to));
            let step = |from: usize, to: usize| (to as i32 - from as i32 + 2).clamp(0, 4) as usize;
            let step = NUMBER[step(from % SIZE, to % SIZE)][step(from / SIZE, to / SIZE)];
            out.push((from * STEPS.len()) as u16 + u16::from(step));
        }
    }

    fn turn_cell(&self, way: usize, (file, rank): (i32, i32)) -> (i32, i32) {
        if way == 0 { (file, rank) } else { (SIZE as i32 - 1 - file, rank) }
    }

    fn turn_action(way: usize, action: u16) -> u16 {
        if way == 0 {
            return action;
        }
        let (place, step) = (usize::from(action) / STEPS.len(), STEPS[usize::from(action) % STEPS.len()]);
        let step = NUMBER[(2 - step.0) as usize][(step.1 + 2) as usize];
        let (row, column) = Self::turn_place(way, (place / SIZE, place % SIZE));
        ((row * SIZE + column) * STEPS.len()) as u16 + u16::from(step)
    }

    fn turn_place(way: usize, (row, column): (usize, usize)) -> (usize, usize) {
        if way == 0 { (row, column) } else { (row, SIZE - 1 - column) }
    }
}

/// Planes count kinds in this order.
const _: () = assert!(Kind::Cockle as usize == 0 && Kind::Seal as usize == 3);
