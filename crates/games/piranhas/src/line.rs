//! The 58 lines of the board: ten rows, ten columns, nineteen diagonals each way.
//!
//! Every square lies on four of them. The tables here say on which, and at which place,
//! counted from the end where the axis begins.
//! Not here: what stands on a line (`board`).

use crate::square::{SIZE, STRIDE, Square};

/// Lines of the board.
pub(crate) const LINES: usize = 58;

/// The four axes a fish can move along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Left to right.
    Row,
    /// Bottom to top.
    Column,
    /// From the lower left to the upper right.
    Rising,
    /// From the lower right to the upper left.
    Falling,
}

impl Axis {
    /// All axes.
    pub const ALL: [Axis; 4] = [Axis::Row, Axis::Column, Axis::Rising, Axis::Falling];

    /// What one step along the axis adds to a square's index.
    #[inline(always)]
    pub(crate) const fn step(self) -> i8 {
        match self {
            Axis::Row => 1,
            Axis::Column => STRIDE as i8,
            Axis::Rising => STRIDE as i8 + 1,
            Axis::Falling => STRIDE as i8 - 1,
        }
    }

    /// The axis on which both squares lie, with the steps from one to the other (negative
    /// against the axis); `None` for squares on no common line, or one square twice.
    pub fn between(from: Square, to: Square) -> Option<(Axis, i8)> {
        let (dx, dy) = (to.x() as i8 - from.x() as i8, to.y() as i8 - from.y() as i8);
        match (dx, dy) {
            (0, 0) => None,
            (_, 0) => Some((Axis::Row, dx)),
            (0, _) => Some((Axis::Column, dy)),
            _ if dx == dy => Some((Axis::Rising, dy)),
            _ if dx == -dy => Some((Axis::Falling, dy)),
            _ => None,
        }
    }

    /// The name of the line through a square: `row 4`, `column a`, `the diagonal a1-i9`.
    pub fn line_name(self, through: Square) -> String {
        match self {
            Axis::Row => format!("row {}", through.y()),
            Axis::Column => format!("column {}", char::from(b'a' + through.x())),
            Axis::Rising | Axis::Falling => {
                let spot = spot(through, self);
                let first = through.offset_unchecked(-self.step() * spot.place() as i8);
                let length = LENGTH[spot.line as usize] as i8;
                format!("the diagonal {first}-{}", first.offset_unchecked(self.step() * (length - 1)))
            }
        }
    }
}

/// Where a square lies on one of its lines.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    /// Which line, below [`LINES`].
    pub line: u8,
    /// Sixteen times the place: where the table of ways in `board` speaks of it.
    pub row_of_ways: u8,
}

impl Spot {
    const fn new(line: u8, place: u8) -> Spot {
        Spot { line, row_of_ways: place * 16 }
    }

    /// Which cell of the line it is, 0 where the axis begins.
    #[inline(always)]
    pub const fn place(self) -> u32 {
        self.row_of_ways as u32 / 16
    }
}

/// The place of a square on its line along an axis.
#[inline(always)]
pub(crate) const fn spot(square: Square, axis: Axis) -> Spot {
    SPOTS[square.index() % SPOTS.len()][axis as usize]
}

/// The four places of every square, by its index.
static SPOTS: [[Spot; 4]; 128] = {
    let mut table = [[Spot::new(0, 0); 4]; 128];
    let mut index = 0;
    while index < 100 {
        let (x, y) = (index as u8 % SIZE, index as u8 / SIZE);
        let lowest = if x < y { x } else { y };
        // A falling line begins on the bottom edge, or on the right one.
        let falling_from = if x + y < SIZE { 0 } else { x + y + 1 - SIZE };
        table[(y * STRIDE + x) as usize] = [
            Spot::new(y, x),
            Spot::new(SIZE + x, y),
            Spot::new(2 * SIZE + x + SIZE - 1 - y, lowest),
            Spot::new(4 * SIZE - 1 + x + y, y - falling_from),
        ];
        index += 1;
    }
    table
};

/// The number of cells of every line.
pub(crate) static LENGTH: [u8; LINES] = {
    let mut lengths = [0; LINES];
    let mut index = 0;
    while index < 100 {
        let square = (index as u8 / SIZE * STRIDE + index as u8 % SIZE) as usize;
        let mut axis = 0;
        while axis < 4 {
            lengths[SPOTS[square][axis].line as usize] += 1;
            axis += 1;
        }
        index += 1;
    }
    lengths
};

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        let bytes = text.as_bytes();
        Square::new(bytes[0] - b'a', bytes[1] - b'0').unwrap()
    }

    #[test]
    fn the_board_has_rows_columns_and_diagonals_of_every_length() {
        let mut lengths = LENGTH.to_vec();
        lengths.sort_unstable();
        assert_eq!(lengths[..18], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]);
        assert_eq!(lengths.iter().filter(|&&length| length == 10).count(), 22);
        assert_eq!(lengths.iter().map(|&length| u32::from(length)).sum::<u32>(), 400);
    }

    #[test]
    fn a_step_along_an_axis_keeps_the_line_and_advances_the_place() {
        for from in Square::all() {
            for to in Square::all() {
                let Some((axis, steps)) = Axis::between(from, to) else { continue };
                assert_eq!(spot(from, axis).line, spot(to, axis).line, "{from} {to}");
                assert_eq!(spot(from, axis).place() as i8 + steps, spot(to, axis).place() as i8, "{from} {to}");
                assert_eq!(from.offset_unchecked(axis.step() * steps), to, "{from} {to}");
            }
        }
    }

    #[test]
    fn lines_are_named_for_people() {
        assert_eq!(Axis::Row.line_name(square("d4")), "row 4");
        assert_eq!(Axis::Column.line_name(square("d4")), "column d");
        assert_eq!(Axis::Rising.line_name(square("c4")), "the diagonal a2-h9");
        assert_eq!(Axis::Falling.line_name(square("d4")), "the diagonal h0-a7");
    }
}
