//! How the fish of one side stand: numbers that depend on nothing but where they are.
//!
//! Not here: what these numbers are worth (`evaluation`).

use schwarm_piranhas::swarm::grown;
use schwarm_piranhas::{Square, Squares};

/// The most fish of a side.
const MOST_FISH: usize = 16;

/// Parts of a cell in which the mean distance from the centre of mass is measured.
const SPREAD_UNIT: i32 = 8;

/// The form of a school.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of fish.
    pub fish: i32,
    /// Fish outside of the biggest swarm.
    pub outside: i32,
    /// The cells between the biggest swarm and each fish outside of it.
    pub gap: i32,
    /// Fish without a neighbour.
    pub loners: i32,
    /// Fish that alone hold their neighbours together, as far as these show.
    pub bridges: i32,
    /// Pairs of neighbours.
    pub links: i32,
    /// Two by two cells with three fish, and with four.
    pub quads: [i32; 2],
    /// Fish on the rim and on the three rings inside of it.
    pub rings: [i32; 4],
    /// Fish in corners.
    pub corners: i32,
    /// Sums of columns and rows.
    pub sums: (i32, i32),
    /// Mean distance from the centre of mass in eighths of a cell, beyond what so many fish need.
    pub spread: i32,
    /// Distance of the centre of mass from the middle of the board, in half cells.
    pub off_centre: i32,
    /// Columns and rows between the outermost fish.
    pub extent: i32,
}

impl Shape {
    /// The form of these fish.
    #[inline(always)]
    pub fn of(fish: u128, biggest: u128) -> Shape {
        let outside = fish & !biggest;
        let mut shape = Shape { outside: outside.count_ones() as i32, gap: gap(biggest, outside), ..Shape::default() };
        if fish != 0 {
            let places = shape.look_at_fish(fish);
            shape.measure(fish, &places);
        }
        shape
    }

    /// Looks at every fish and its neighbours; hands back columns and rows.
    #[inline(always)]
    fn look_at_fish(&mut self, fish: u128) -> [[i16; MOST_FISH]; 2] {
        let windows = Windows::of(fish);
        let mut at = [[0; MOST_FISH]; 2];
        let (mut places, mut patterns, mut count) = (0, 0, 0);
        for (half, first) in [(fish as u64, 0), ((fish >> 64) as u64, 64)] {
            let mut left = half;
            while left != 0 && count < MOST_FISH {
                let square = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let place = PLACES[square % PLACES.len()];
                at[0][count] = (place >> (8 * COLUMN) & 0xFF) as i16;
                at[1][count] = (place >> (8 * ROW) & 0xFF) as i16;
                count += 1;
                places += place;
                patterns += PATTERNS[windows.neighbours(square)];
            }
        }
        let field = |packed: u64, n: u32| (packed >> (8 * n) & 0xFF) as i32;
        self.fish = count as i32;
        self.rings = [field(places, 0), field(places, 1), field(places, 2), field(places, 3)];
        self.corners = field(places, CORNER);
        self.sums = (field(places, COLUMN), field(places, ROW));
        self.loners = field(patterns, LONER);
        self.bridges = field(patterns, BRIDGE);
        // Each pair was seen by two fish, each window by all of its fish.
        self.links = field(patterns, NEIGHBOURS) / 2;
        self.quads = [field(patterns, QUAD3) / 3, field(patterns, QUAD4) / 4];
        at
    }

    /// Measures how far fish are apart. All distances are multiplied by the number of fish, to
    /// stay with whole numbers.
    #[inline(always)]
    fn measure(&mut self, fish: u128, at: &[[i16; MOST_FISH]; 2]) {
        let [count, across, along] = [self.fish, self.sums.0, self.sums.1].map(|number| number as i16);
        let mut distances: i16 = 0;
        // All places, and not only those of fish, so that the machine takes many at a time.
        for (n, (column, row)) in at[0].iter().zip(at[1]).enumerate() {
            let far = (column * count - across).abs().max((row * count - along).abs());
            distances += if (n as i16) < count { far } else { 0 };
        }
        let least = LEAST_SPREAD[self.fish as usize];
        self.spread = i32::from(distances) * SPREAD_UNIT / (self.fish * self.fish) - least;
        let middle = 9 * self.fish;
        self.off_centre = (2 * self.sums.0 - middle).abs().max((2 * self.sums.1 - middle).abs()) / self.fish;
        let rows = (fish.ilog2() / 11 - fish.trailing_zeros() / 11) as i32;
        // All rows laid over each other.
        let two = fish | fish >> 11;
        let four = two | two >> 22;
        let eight = four | four >> 44;
        let all = (eight | two >> 88) as u32 & 0x3FF;
        self.extent = rows + (all.ilog2() - all.trailing_zeros()) as i32;
    }

    /// The cells between a place and the centre of mass, times the number of fish.
    #[inline]
    pub fn distance_from_centre(&self, column: i32, row: i32) -> i32 {
        let (across, along) = (column * self.fish - self.sums.0, row * self.fish - self.sums.1);
        across.abs().max(along.abs())
    }
}

/// The sum of the cells between a swarm and each fish outside of it.
#[inline(always)]
fn gap(swarm: u128, mut outside: u128) -> i32 {
    // Fish next to the swarm belong to it, so the first ring is always free.
    let mut reached = grown(swarm);
    let mut sum = 0;
    while outside != 0 && reached != 0 {
        sum += outside.count_ones() as i32;
        reached = grown(reached & Squares::ALL);
        outside &= !reached;
    }
    sum
}

/// In how many groups the neighbours of a square fall if nothing stands on it.
#[inline(always)]
pub(crate) fn groups_beside(fish: u128, square: Square) -> u8 {
    GROUPS[neighbours(fish, square)]
}

/// A set, ready to be asked for the neighbours of many squares.
struct Windows([u8; 24]);

impl Windows {
    #[inline(always)]
    fn of(fish: u128) -> Windows {
        let mut bytes = [0; 24];
        bytes[..16].copy_from_slice(&(fish << 12).to_le_bytes());
        Windows(bytes)
    }

    /// As [`neighbours`].
    #[inline(always)]
    fn neighbours(&self, square: usize) -> usize {
        let first = square / 8 % 16;
        let bytes = self.0[first..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        neighbours_in((bytes >> (square % 8)) as u32)
    }
}

/// Which of the eight neighbours of a square are in a set, as eight bits, row by row.
#[inline(always)]
pub(crate) fn neighbours(fish: u128, square: Square) -> usize {
    // The window of three rows of eleven squares whose middle is the square.
    neighbours_in((fish << 12 >> square.index()) as u32)
}

/// The neighbours in such a window.
#[inline(always)]
fn neighbours_in(window: u32) -> usize {
    (window & 0b111 | window >> 8 & 0b1000 | window >> 9 & 0b1_0000 | window >> 17 & 0b1110_0000) as usize
}

/// Fields of a packed sum, eight bits each. Sixteen fish do not overflow any.
const LONER: u32 = 0;
const BRIDGE: u32 = 1;
const NEIGHBOURS: u32 = 2;
const QUAD3: u32 = 3;
const QUAD4: u32 = 4;
const CORNER: u32 = 4;
const COLUMN: u32 = 5;
const ROW: u32 = 6;

/// What each square adds: its ring (fields 0 to 3), whether it is a corner, column and row.
static PLACES: [u64; 128] = {
    let mut places = [0; 128];
    let mut n = 0;
    while n < 100 {
        let (x, y) = (n % 10, n / 10);
        let across = if x < 5 { x } else { 9 - x };
        let along = if y < 5 { y } else { 9 - y };
        let ring = if across < along { across } else { along };
        let mut packed = (x as u64) << (8 * COLUMN) | (y as u64) << (8 * ROW);
        if ring < 4 {
            packed |= 1 << (8 * ring);
        }
        if across + along == 0 {
            packed |= 1 << (8 * CORNER);
        }
        places[y * 11 + x] = packed;
        n += 1;
    }
    places
};

/// What each set of neighbours adds.
static PATTERNS: [u64; 256] = {
    // The neighbours that make two by two cells with the fish in the middle.
    const QUADS: [usize; 4] = [0b0000_1011, 0b0001_0110, 0b0110_1000, 0b1101_0000];
    let mut patterns = [0; 256];
    let mut set: usize = 0;
    while set < 256 {
        let mut packed = (set.count_ones() as u64) << (8 * NEIGHBOURS);
        packed |= ((set == 0) as u64) << (8 * LONER);
        packed |= ((GROUPS[set] > 1) as u64) << (8 * BRIDGE);
        let mut n = 0;
        while n < 4 {
            match (set & QUADS[n]).count_ones() {
                2 => packed += 1 << (8 * QUAD3),
                3 => packed += 1 << (8 * QUAD4),
                _ => {}
            }
            n += 1;
        }
        patterns[set] = packed;
        set += 1;
    }
    patterns
};

/// In how many groups neighbours fall, for every set of them.
static GROUPS: [u8; 256] = {
    // Columns and rows of the eight neighbours.
    const PLACES: [(i8, i8); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    let mut groups = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut left = set;
        while left != 0 {
            groups[set] += 1;
            let mut group = left & left.wrapping_neg();
            let mut before = 0;
            while before != group {
                before = group;
                let mut n = 0;
                while n < 64 {
                    let (one, two) = (PLACES[n / 8], PLACES[n % 8]);
                    let are_near = (one.0 - two.0).abs() <= 1 && (one.1 - two.1).abs() <= 1;
                    if are_near && group >> (n / 8) & 1 == 1 {
                        group |= left & 1 << (n % 8);
                    }
                    n += 1;
                }
            }
            left &= !group;
        }
        set += 1;
    }
    groups
};

/// The spread of so many fish when they sit round one of them.
static LEAST_SPREAD: [i32; MOST_FISH + 1] = {
    let mut least = [0; MOST_FISH + 1];
    let mut fish = 1;
    let mut sum = 0;
    while fish <= MOST_FISH {
        sum += match fish {
            1 => 0,
            2..=9 => 1,
            _ => 2,
        };
        least[fish] = sum * SPREAD_UNIT / fish as i32;
        fish += 1;
    }
    least
};

#[cfg(test)]
mod tests {
    use schwarm_core::Side;
    use schwarm_piranhas::Edition;

    use super::*;
    use crate::piranhas::school::School;
    use crate::piranhas::tests::{each_random_state, state};

    /// Red's shape in a drawing.
    fn shape(drawing: &str) -> Shape {
        School::of(&state(Edition::Sheet2019, drawing, "r 10"), Side::One).shape
    }

    #[test]
    fn pairs_windows_and_bridges_are_counted() {
        let shape = shape(
            "
            6 .r........
            5 ..r......r
            4 ...rr.....
            3 ...rr.....
            2 ....r.....
              abcdefghij",
        );
        assert_eq!((shape.fish, shape.outside, shape.loners), (8, 1, 1));
        // b6-c5, c5-d4, six within the block, e2 with both above it.
        assert_eq!(shape.links, 10);
        // The window d2-e3 has three fish, d3-e4 four.
        assert_eq!(shape.quads, [1, 1]);
        assert_eq!(shape.bridges, 2, "c5 and d4");
    }

    #[test]
    fn gaps_are_cells_between_the_biggest_swarm_and_the_others() {
        let shape = shape(
            "
            9 r.........
            5 ..r......r
            4 ...rr.....
              abcdefghij",
        );
        // a9 is four rows from c5, j5 five columns from e4.
        assert_eq!(shape.gap, 3 + 4);
        assert_eq!(shape.extent, 9 + 5);
        assert_eq!((shape.corners, shape.rings[0]), (1, 2));
    }

    #[test]
    fn fish_round_one_of_them_are_not_spread() {
        let ball = shape("5 ...rrr....\n4 ...rrr....\n3 ...rrr....");
        assert_eq!((ball.spread, ball.off_centre), (0, 1));
        let line = shape("5 .rrrrrrrrr");
        assert!(line.spread > ball.spread);
    }

    #[test]
    fn neighbours_and_sums_are_those_of_the_board() {
        each_random_state(2, |state| {
            let fish = state.board().fish_set(Side::One);
            for square in Square::all() {
                let near = (grown(square.bit()) & fish & !square.bit()).count_ones();
                assert_eq!(neighbours(fish, square).count_ones(), near, "{square}");
            }
            let shape = School::of(state, Side::One).shape;
            assert_eq!(shape.fish as u32, fish.count_ones());
            assert_eq!(shape.sums.0, Squares::of(fish).map(|square| i32::from(square.x())).sum());
            assert_eq!(shape.sums.1, Squares::of(fish).map(|square| i32::from(square.y())).sum());
            let columns = Squares::of(fish).map(|square| i32::from(square.x()));
            let rows = Squares::of(fish).map(|square| i32::from(square.y()));
            let range =
                |values: Vec<i32>| values.iter().max().zip(values.iter().min()).map_or(0, |(max, min)| max - min);
            assert_eq!(shape.extent, range(columns.collect()) + range(rows.collect()));
        });
    }
}
