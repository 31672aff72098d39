//! `piranhas-v1`: all three editions of Piranhas.
//!
//! Blue sees the board mirrored at the diagonal a0-j9, so that both colours begin on the left and on the right. A fish can go
//! one distance only in each direction: an action is a square and a direction.

use schwarm_core::{Game, Side};
use schwarm_piranhas::{Move, Square, State};

use crate::encode::{Encode, Form, capped, fill};
use crate::ways;

/// Rows and columns.
const SIZE: usize = 10;
/// Directions of a fish.
const DIRECTIONS: usize = 8;

const OCTOPUSES: usize = 6;
const UNIONS: usize = 7;
const TURN: usize = 9;
const PLANES: usize = 10;

/// Steps `(x, y)`: up, and on clockwise.
const STEPS: [(i32, i32); DIRECTIONS] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A square as a side sees it.
fn seen(side: Side, square: Square) -> (usize, usize) {
    let (x, y) = (usize::from(square.x()), usize::from(square.y()));
    if side == Side::One { (x, y) } else { (y, x) }
}

/// The place of a square in a plane.
fn place(side: Side, square: Square) -> usize {
    let (x, y) = seen(side, square);
    y * SIZE + x
}

impl Encode for State {
    fn form(_: usize) -> Form {
        Form {
            name: "piranhas-v1",
            planes: PLANES,
            rows: SIZE,
            columns: SIZE,
            actions: SIZE * SIZE * DIRECTIONS,
            ways: ways::SQUARE,
            most: 60,
        }
    }

    fn won(&self) -> Option<Option<Side>> {
        self.winner()
    }

    fn observe(&self, form: &Form, _: u8, out: &mut [u8]) {
        let (mover, cells, board) = (self.side_to_move(), form.cells(), self.board());
        out.fill(0);
        let [medium, large] = board.heavy_sets();
        for (other, side) in [mover, mover.other()].into_iter().enumerate() {
            for square in board.fish(side) {
                let weight = usize::from(medium & square.bit() != 0) + 2 * usize::from(large & square.bit() != 0);
                out[(3 * other + weight) * cells + place(mover, square)] = 1;
            }
            fill(out, form, UNIONS + other, u8::from(self.first_union() == Some(side)));
        }
        for square in board.octopuses() {
            out[OCTOPUSES * cells + place(mover, square)] = 1;
        }
        fill(out, form, TURN, capped(self.turn()));
    }

    fn number(&self, moves: &[Move], out: &mut Vec<u16>) {
        // Indexed by the signs of a step, each one more than it is.
        const DIRECTION: [[u16; 3]; 3] = [[5, 6, 7], [4, 0, 0], [3, 2, 1]];
        let mover = self.side_to_move();
        for mv in moves {
            let (from, to) = (seen(mover, mv.from), seen(mover, mv.to));
            let sign = |from: usize, to: usize| (to.cmp(&from) as i8 + 1) as usize;
            let direction = DIRECTION[sign(from.0, to.0)][sign(from.1, to.1)];
            out.push((from.1 * SIZE + from.0) as u16 * DIRECTIONS as u16 + direction);
        }
    }

    fn turn_cell(&self, way: usize, (x, y): (i32, i32)) -> (i32, i32) {
        match self.side_to_move() {
            Side::One => ways::square_cell(way, SIZE as i32, (x, y)),
            Side::Two => {
                let (y, x) = ways::square_cell(way, SIZE as i32, (y, x));
                (x, y)
            }
        }
    }

    fn turn_action(way: usize, action: u16) -> u16 {
        let (place, direction) = (usize::from(action) / DIRECTIONS, usize::from(action) % DIRECTIONS);
        let (row, column) = Self::turn_place(way, (place / SIZE, place % SIZE));
        let turned = ways::square(way, STEPS[direction]);
        let direction = STEPS.iter().position(|step| *step == turned).unwrap_or(direction);
        ((row * SIZE + column) * DIRECTIONS + direction) as u16
    }

    fn turn_place(way: usize, (row, column): (usize, usize)) -> (usize, usize) {
        let (x, y) = ways::square_cell(way, SIZE as i32, (column as i32, row as i32));
        (y as usize, x as usize)
    }
}
