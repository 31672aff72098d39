//! The 32x32 board for hives too long for 16x16. Right, not fast.

use super::{Board, CellIndex, Ring, SetBits, ring_of_rows};

/// Thirty-two rows of thirty-two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Wide([u32; 32]);

impl Wide {
    fn zip(self, other: Wide, f: impl Fn(u32, u32) -> u32) -> Wide {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Rows and columns that hold a cell.
    pub(crate) fn lines(&self) -> (u32, u32) {
        let rows = self.0.iter().enumerate().fold(0, |all, (i, row)| all | u32::from(*row != 0) << i);
        (rows, self.0.iter().fold(0, |all, row| all | row))
    }
}

impl Board for Wide {
    type Cells = SetBits<16>;
    const SHIFT: u32 = 5;

    fn empty() -> Wide {
        Wide([0; 32])
    }

    fn bit(cell: CellIndex) -> Wide {
        let mut rows = [0; 32];
        rows[(cell >> 5 & 31) as usize] = 1 << (cell & 31);
        Wide(rows)
    }

    fn and(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }

    fn or(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }

    fn xor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }

    fn without(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & !b)
    }

    fn not(self) -> Wide {
        Wide(self.0.map(|row| !row))
    }

    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |a, b| a | b) == 0
    }

    fn count(self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    fn look_e(self) -> Wide {
        Wide(self.0.map(|row| row.rotate_right(1)))
    }

    fn look_w(self) -> Wide {
        Wide(self.0.map(|row| row.rotate_left(1)))
    }

    fn look_nw(self) -> Wide {
        Wide(std::array::from_fn(|i| self.0[(i + 31) & 31]))
    }

    fn look_se(self) -> Wide {
        Wide(std::array::from_fn(|i| self.0[(i + 1) & 31]))
    }

    fn empty_lines(self) -> Wide {
        let (_, columns) = self.lines();
        Wide(self.0.map(|row| if row == 0 { !0 } else { !columns }))
    }

    fn is_narrow(self) -> bool {
        false
    }

    fn lowest(self) -> Wide {
        let row = self.0.iter().position(|&row| row != 0).unwrap_or(0);
        Wide::bit(((row as u32 * 32 + self.0[row].trailing_zeros()) & 1023) as CellIndex)
    }

    fn word(self, index: usize) -> u64 {
        u64::from(self.0[2 * index]) | u64::from(self.0[2 * index + 1]) << 32
    }

    fn cells(self) -> SetBits<16> {
        SetBits::new(std::array::from_fn(|index| self.word(index)))
    }

    fn has(&self, cell: CellIndex) -> bool {
        self.0[(cell >> 5 & 31) as usize] >> (cell & 31) & 1 != 0
    }

    fn ring(&self, cell: CellIndex) -> Ring {
        let (r, shift) = (usize::from(cell) >> 5, u32::from(cell).wrapping_sub(1) & 31);
        let turned = |r: usize| self.0[r & 31].rotate_right(shift);
        ring_of_rows(turned(r + 31), turned(r), turned(r + 1))
    }
}
