//! What both sides can do along a line, all its fish at once.
//!
//! For who keeps such sums from one position to the next: a move changes seven or eight of the 58 lines.
//! Not here: single moves (`moves`), what stands on a line (`board`).

use crate::line::{Axis, LINES, spot};
use crate::square::{Square, Squares};

/// The lines of the board are numbered below this.
pub const LINE_COUNT: usize = LINES;

/// The moves of both sides along one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along {
    /// How many each side has.
    pub moves: [u8; 2],
    /// The places of fish that each side can capture, the second side's in the upper half.
    prey: u64,
}

/// How far the second side's half is shifted.
const HALF: u32 = 32;

/// The places of a line, of both halves.
const PLACES: u64 = 0x3FF | 0x3FF << HALF;

impl Along {
    /// Looks along a line, as both sides see it: where moves of each cannot end, and its enemies.
    #[inline(always)]
    pub(crate) fn of(ends: [u32; 2], enemies: [u32; 2], fish: u8) -> Along {
        let both = |first: u32, second: u32| u64::from(first) | u64::from(second) << HALF;
        let own = both(enemies[1], enemies[0]);
        let enemies = both(enemies[0], enemies[1]);
        let free = !both(ends[0], ends[1]) & PLACES;
        let [one, two, three, four, last] = STEPS[usize::from(fish) % STEPS.len()];
        // Behind an enemy no move can end that passes it: all places nearer to it than a move is long.
        let mut above = enemies;
        above |= above << one;
        above |= above << two;
        above |= above << three;
        above |= above << four;
        let mut below = enemies;
        below |= below >> one;
        below |= below >> two;
        below |= below >> three;
        below |= below >> four;
        let forward = own << (fish % 16) & free & !(above << last);
        let backward = own >> (fish % 16) & free & !(below >> last);
        let count = |set: u64| set.count_ones() as u8;
        let low = u64::from(u32::MAX);
        Along {
            moves: [count(forward & low) + count(backward & low), count(forward & !low) + count(backward & !low)],
            prey: (forward | backward) & enemies,
        }
    }

    /// The fish that each side can capture along the line.
    #[inline(always)]
    pub fn prey(self, line: usize) -> [u128; 2] {
        let mut prey = [0; 2];
        let mut left = self.prey;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let (first, step) = BEGINS[line % LINES];
            prey[(place / HALF) as usize] |= 1 << (u32::from(first) + u32::from(step) * (place % HALF));
        }
        prey
    }
}

/// The lines through some squares: bit n for line n.
#[inline(always)]
pub fn lines_through(squares: u128) -> u64 {
    Squares::of(squares).fold(0, |lines, square| lines | THROUGH[square.index() % THROUGH.len()])
}

/// The squares of a line, and the number of its axis.
#[inline(always)]
pub fn line_squares(line: usize) -> (u128, usize) {
    let axis = usize::from(line >= 10) + usize::from(line >= 20) + usize::from(line >= 39);
    (SQUARES[line % LINES], axis)
}

/// How to mark all places that are at least one and less than so many steps behind a place: by which shifts, each
/// of which adds the marks of the one before it; the last one adds nothing and moves them all. A move of
/// one step passes nothing, so that all marks are moved away.
static STEPS: [[u8; 5]; 16] = {
    let mut steps = [[0, 0, 0, 0, 63]; 16];
    let mut fish = 2;
    while fish < 16 {
        let (wanted, mut marked) = (fish - 1, 1);
        let mut n = 0;
        while n < 4 {
            let next = if 2 * marked < wanted { 2 * marked } else { wanted };
            steps[fish][n] = (next - marked) as u8;
            marked = next;
            n += 1;
        }
        steps[fish][4] = 1;
        fish += 1;
    }
    steps
};

/// The lines through every square.
static THROUGH: [u64; 128] = {
    let mut through = [0; 128];
    let mut index = 0;
    while index < 128 {
        if let Some(square) = Square::from_index(index) {
            let mut axis = 0;
            while axis < 4 {
                through[index] |= 1 << spot(square, Axis::ALL[axis]).line;
                axis += 1;
            }
        }
        index += 1;
    }
    through
};

/// The squares of every line.
static SQUARES: [u128; LINES] = {
    let mut squares = [0; LINES];
    let mut index = 0;
    while index < 128 {
        let mut line = 0;
        while line < LINES {
            if THROUGH[index] >> line & 1 == 1 {
                squares[line] |= 1 << index;
            }
            line += 1;
        }
        index += 1;
    }
    squares
};

/// The first square of every line, and what a step along it adds.
static BEGINS: [(u8, u8); LINES] = {
    let mut begins = [(0, 0); LINES];
    let mut line = 0;
    while line < LINES {
        let axis = if line < 10 {
            0
        } else if line < 20 {
            1
        } else if line < 39 {
            2
        } else {
            3
        };
        begins[line] = (SQUARES[line].trailing_zeros() as u8, Axis::ALL[axis].step() as u8);
        line += 1;
    }
    begins
};

#[cfg(test)]
mod tests {
    use schwarm_core::{Game, Rng, Ruleset, Setup, Side};

    use super::*;
    use crate::{Edition, Piranhas};

    #[test]
    fn lines_together_are_the_moves_of_every_fish() {
        let (mut moves, mut captures) = (Vec::new(), 0);
        for (edition, seed) in Edition::ALL.into_iter().flat_map(|edition| (0..20).map(move |seed| (edition, seed))) {
            let mut rng = Rng::new(seed);
            let mut state = Piranhas::new(edition).start(Setup::Seed(seed)).unwrap();
            while state.outcome().is_none() {
                let board = state.board();
                for side in Side::BOTH {
                    let (mut count, mut all) = (0, 0);
                    for from in board.fish(side) {
                        let (targets, number) = board.targets(side, from);
                        count += number;
                        all |= targets;
                        for set in [all, Squares::ALL, board.fish_set(!side)] {
                            assert_eq!(board.can_go(side, from, set), (targets != 0, targets & set != 0));
                        }
                    }
                    let lines = (0..LINE_COUNT).map(|line| (board.along(line), line));
                    let (mut found, mut prey) = (0, 0);
                    for (along, line) in lines {
                        found += u32::from(along.moves[side.index()]);
                        let squares = along.prey(line)[side.index()];
                        assert_eq!(squares & !line_squares(line).0, 0, "prey is on its line");
                        prey |= squares;
                    }
                    assert_eq!((found, prey), (count, all & board.fish_set(!side)), "{}", state.to_text());
                    captures += prey.count_ones();
                }
                moves.clear();
                state.legal_moves(&mut moves);
                state.play(moves[rng.below(moves.len())]);
            }
        }
        assert!(captures > 1000, "only {captures} captures seen");
    }

    #[test]
    fn every_square_is_on_four_lines_of_four_axes() {
        for square in Square::all() {
            let lines = lines_through(square.bit());
            assert_eq!(lines.count_ones(), 4, "{square}");
            let mut axes: Vec<usize> =
                (0..LINE_COUNT).filter(|line| lines >> line & 1 == 1).map(|line| line_squares(line).1).collect();
            axes.sort_unstable();
            assert_eq!(axes, [0, 1, 2, 3], "{square}");
        }
    }
}
