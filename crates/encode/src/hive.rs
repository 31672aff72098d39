//! Hive: `hive-v1` on the board without edge, `hive-2020-v1` on the hexagon of the Software-Challenge.

mod bounded;
mod open;

use schwarm_core::Side;
use schwarm_hive::{Hive, Kernel, Law, Move};

use crate::encode::{Encode, Form};
use crate::ways;

impl<B: Kernel, L: Law> Encode for Hive<B, L> {
    const WINDOWS: Option<(usize, usize)> =
        if L::BOUNDED { None } else { Some((open::SMALLEST_WINDOW, open::LARGEST_WINDOW)) };

    fn form(window: usize) -> Form {
        if L::BOUNDED { bounded::FORM } else { open::form(window) }
    }

    fn won(&self) -> Option<Option<Side>> {
        self.winner()
    }

    fn observe(&self, form: &Form, repeats: u8, out: &mut [u8]) {
        if L::BOUNDED { bounded::observe(self, form, out) } else { open::observe(self, form, repeats, out) }
    }

    fn number(&self, moves: &[Move], out: &mut Vec<u16>) {
        if L::BOUNDED { bounded::number(self, moves, out) } else { open::number(self, moves, out) }
    }

    fn turn_cell(&self, way: usize, cell: (i32, i32)) -> (i32, i32) {
        ways::hex(way, cell)
    }

    fn turn_action(way: usize, action: u16) -> u16 {
        if L::BOUNDED { bounded::turn_action(way, action) } else { open::turn_action(way, action) }
    }

    fn turn_place(way: usize, place: (usize, usize)) -> (usize, usize) {
        bounded::turn_place(way, place)
    }

    fn turn(form: &Form, way: usize, observation: &[u8], out: &mut [u8]) {
        if L::BOUNDED {
            bounded::turn(form, way, observation, out);
        } else {
            open::turn(form, way, observation, out);
        }
    }
}
