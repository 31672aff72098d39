//! Sets of cells as one bit per cell, on a torus of hexagons.
//!
//! Rows run along the axial coordinate `r`, columns along `q`. A board of 16x16 cells is
//! exact while the hive leaves two rows and two columns empty; longer hives use 32x32
//! ([`wide::Wide`]). The 16x16 board exists three times: AVX2, two SSE2 halves, and plain
//! integers; they must agree bit for bit (`tests` below compare them).
//!
//! Not here: pieces, rules.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod plain;
#[cfg(target_arch = "x86_64")]
pub mod sse2;
pub mod wide;

use std::fmt::Debug;

/// The six directions, in the order of the bits of a [`Ring`].
pub mod dir {
    pub const NW: usize = 0;
    pub const NE: usize = 1;
    pub const W: usize = 2;
    pub const E: usize = 3;
    pub const SW: usize = 4;
    pub const SE: usize = 5;

    /// `(column, row)` steps.
    pub const STEP: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    /// The directions clockwise from east.
    pub const CIRCLE: [usize; 6] = [E, SE, SW, W, NW, NE];
    /// The two neighbours of a direction on the circle.
    pub const BESIDE: [(usize, usize); 6] = [(W, NE), (NW, E), (SW, NW), (NE, SE), (SE, W), (E, SW)];

    /// The direction back.
    pub const fn opposite(d: usize) -> usize {
        5 - d
    }
}

/// A set of the six directions round a cell, bit `d` for direction `d`.
pub type Ring = u8;

/// Index of a cell: row times columns plus column.
pub type CellIndex = u16;

/// A set of cells on a torus.
///
/// `look_*` answer for every cell at once what lies beside it: `b.look_e()` holds a cell
/// if `b` holds its eastern neighbour.
pub trait Board: Copy + Eq + Debug + Send + Sync + 'static {
    /// Walks through a set.
    type Cells: Iterator<Item = CellIndex>;
    /// log2 of the number of columns (and rows).
    const SHIFT: u32;
    /// Cells of the torus.
    const CELLS: usize = 1 << (2 * Self::SHIFT);
    /// Low bits of a column or row.
    const MASK: u32 = (1 << Self::SHIFT) - 1;

    fn empty() -> Self;
    fn bit(cell: CellIndex) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self` without `other`.
    fn without(self, other: Self) -> Self;
    fn not(self) -> Self;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    fn look_e(self) -> Self;
    fn look_w(self) -> Self;
    /// The row to the north at the same column, which is north-west.
    fn look_nw(self) -> Self;
    /// The row to the south at the same column, which is south-east.
    fn look_se(self) -> Self;
    /// All cells of the rows and columns without a cell of this set.
    fn empty_lines(self) -> Self;
    /// Whether at least two rows and two columns have no cell of this set.
    fn is_narrow(self) -> bool;
    /// The lowest cell of a set that is not empty.
    fn lowest(self) -> Self;
    /// Words of 64 cells in a set.
    const WORDS: usize = Self::CELLS / 64;
    /// Cells 64 times `index` and on.
    fn word(self, index: usize) -> u64;
    /// The cells in ascending order.
    fn cells(self) -> Self::Cells;
    /// Whether a cell is in the set. Reads memory: keep the set stored.
    fn has(&self, cell: CellIndex) -> bool;
    /// How many cells of the set come before a cell.
    #[inline(always)]
    fn rank(&self, cell: CellIndex) -> usize {
        let (last, bit) = (usize::from(cell) / 64, cell % 64);
        let mut rank = (self.word(last) & ((1 << bit) - 1)).count_ones();
        for index in 0..last {
            rank += self.word(index).count_ones();
        }
        rank as usize
    }

    /// Which neighbours of a cell are in the set. Reads memory: keep the set stored.
    fn ring(&self, cell: CellIndex) -> Ring;

    #[inline(always)]
    fn looks(self) -> [Self; 6] {
        let (e, w) = (self.look_e(), self.look_w());
        [self.look_nw(), e.look_nw(), w, e, w.look_se(), self.look_se()]
    }

    /// All cells beside a cell of this set.
    #[inline(always)]
    fn spread(self) -> Self {
        let sides = self.look_e().or(self.look_w());
        let up = self.or(self.look_e()).look_nw();
        let down = self.or(self.look_w()).look_se();
        sides.or(up).or(down)
    }

    /// The neighbour of a cell.
    #[inline(always)]
    fn step(cell: CellIndex, direction: usize) -> CellIndex {
        let (dx, dy) = dir::STEP[direction];
        let column = (cell as u32).wrapping_add(dx as u32) & Self::MASK;
        let row = ((cell as u32) >> Self::SHIFT).wrapping_add(dy as u32) & Self::MASK;
        (row << Self::SHIFT | column) as CellIndex
    }
}

/// The directions of a ring, one after the other.
///
/// An iterator and not a callback: closures are compiled without the machine's features,
/// so the inner loops use none.
#[derive(Clone, Copy)]
pub(crate) struct Directions(pub Ring);

impl Iterator for Directions {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let direction = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(direction)
    }
}

/// Walks through the set bits of words.
#[derive(Clone, Copy)]
pub struct SetBits<const N: usize> {
    words: [u64; N],
    index: usize,
}

impl<const N: usize> SetBits<N> {
    #[inline(always)]
    pub(crate) fn new(words: [u64; N]) -> SetBits<N> {
        SetBits { words, index: 0 }
    }
}

impl<const N: usize> Iterator for SetBits<N> {
    type Item = CellIndex;

    #[inline(always)]
    fn next(&mut self) -> Option<CellIndex> {
        while self.index < N {
            let word = self.words[self.index];
            if word != 0 {
                self.words[self.index] = word & (word - 1);
                return Some((self.index as u32 * 64 + word.trailing_zeros()) as CellIndex);
            }
            self.index += 1;
        }
        None
    }
}

/// Six bits out of three rows, each rotated so that the column before the cell comes first.
#[inline(always)]
pub(crate) fn ring_of_rows(north: u32, here: u32, south: u32) -> Ring {
    ((north >> 1 & 3) | (here & 1) << 2 | (here & 4) << 1 | (south & 3) << 4) as Ring
}
