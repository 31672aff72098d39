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
    /// Calls `f` with each cell in ascending order.
    fn for_each(self, f: impl FnMut(CellIndex));
    /// Appends the cells in ascending order, each combined with `tag` by OR.
    fn push_cells(self, tag: u16, out: &mut Vec<u16>);
    /// Whether a cell is in the set. Reads memory: keep the set stored.
    fn has(&self, cell: CellIndex) -> bool;
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

/// Calls `f` with each direction of a ring.
#[inline(always)]
pub(crate) fn for_each_direction(mut ring: Ring, mut f: impl FnMut(usize)) {
    while ring != 0 {
        f(ring.trailing_zeros() as usize);
        ring &= ring - 1;
    }
}

/// Six bits out of three rows, each rotated so that the column before the cell comes first.
#[inline(always)]
pub(crate) fn ring_of_rows(north: u32, here: u32, south: u32) -> Ring {
    ((north >> 1 & 3) | (here & 1) << 2 | (here & 4) << 1 | (south & 3) << 4) as Ring
}
