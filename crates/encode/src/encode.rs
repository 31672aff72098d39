//! What a state must tell to be encoded.

use schwarm_core::{Game, Side};

/// An encoding in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its name and version, such as `hive-v1`.
    pub name: &'static str,
    /// Planes of an observation.
    pub planes: usize,
    /// Rows of a plane.
    pub rows: usize,
    /// Columns of a plane.
    pub columns: usize,
    /// How many action numbers there are.
    pub actions: usize,
    /// In how many ways a board can be turned and mirrored without changing the game; way 0 leaves it as it is.
    pub ways: usize,
    /// The largest value in an observation.
    pub most: u8,
}

impl Form {
    /// Cells of a plane.
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Numbers of an observation.
    pub const fn size(&self) -> usize {
        self.planes * self.cells()
    }
}

/// A state that can be encoded.
pub trait Encode: Game {
    /// The sizes of windows that can be chosen, where the board has no edge: the largest is the usual one.
    const WINDOWS: Option<(usize, usize)> = None;

    /// The encoding, with a window of so many rows and columns where there is a choice.
    fn form(window: usize) -> Form;

    /// The winner, once the game is over by the rules; repetition is not looked at.
    fn won(&self) -> Option<Option<Side>>;

    /// Writes the observation of the side to move: [`Form::size`] numbers. The position occurred `repeats` times before.
    fn observe(&self, form: &Form, repeats: u8, out: &mut [u8]);

    /// Appends the action number of each legal move, in their order.
    fn number(&self, moves: &[Self::Move], out: &mut Vec<u16>);

    /// Where a cell of the board goes when it is turned in one of the ways of [`Form::ways`], as the side to move sees
    /// the board.
    fn turn_cell(&self, way: usize, cell: (i32, i32)) -> (i32, i32);

    /// The number of the same action on the turned board.
    fn turn_action(way: usize, action: u16) -> u16;

    /// Where a row and column of a plane go when the board is turned.
    fn turn_place(way: usize, place: (usize, usize)) -> (usize, usize);

    /// Writes the observation of the turned board.
    fn turn(form: &Form, way: usize, observation: &[u8], out: &mut [u8]) {
        let cells = form.cells();
        for row in 0..form.rows {
            for column in 0..form.columns {
                let (to_row, to_column) = Self::turn_place(way, (row, column));
                let (from, to) = (row * form.columns + column, to_row * form.columns + to_column);
                for plane in 0..form.planes {
                    out[plane * cells + to] = observation[plane * cells + from];
                }
            }
        }
    }
}

/// Fills a plane with one number.
pub(crate) fn fill(out: &mut [u8], form: &Form, plane: usize, value: u8) {
    out[plane * form.cells()..(plane + 1) * form.cells()].fill(value);
}

/// A number of plies as a plane holds it.
pub(crate) fn capped(turn: u32) -> u8 {
    u8::try_from(turn).unwrap_or(u8::MAX)
}
