//! The 16x16 board on four plain 64-bit words: any machine, and the model for the others.

use super::{Board, CellIndex, Ring, SetBits, ring_of_rows};

/// Rows of sixteen bits, four to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Plain([u64; 4]);

impl Plain {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Plain {
        Plain(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(u64, u64) -> u64) -> Plain {
        Plain(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn row(&self, row: u32) -> u16 {
        (self.0[(row >> 2 & 3) as usize] >> (16 * (row & 3))) as u16
    }
}

/// Bit 0 of each row.
const FIRST: u64 = 0x0001_0001_0001_0001;

impl Board for Plain {
    type Cells = SetBits<4>;
    const SHIFT: u32 = 4;

    #[inline(always)]
    fn empty() -> Plain {
        Plain([0; 4])
    }

    #[inline(always)]
    fn bit(cell: CellIndex) -> Plain {
        let mut words = [0; 4];
        words[(cell >> 6 & 3) as usize] = 1 << (cell & 63);
        Plain(words)
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn not(self) -> Plain {
        self.map(|a| !a)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |a, b| a | b) == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn look_e(self) -> Plain {
        self.map(|a| (a >> 1 & !(FIRST << 15)) | (a & FIRST) << 15)
    }

    #[inline(always)]
    fn look_w(self) -> Plain {
        self.map(|a| (a << 1 & !FIRST) | (a >> 15 & FIRST))
    }

    #[inline(always)]
    fn look_nw(self) -> Plain {
        let [a, b, c, d] = self.0;
        Plain([a << 16 | d >> 48, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48])
    }

    #[inline(always)]
    fn look_se(self) -> Plain {
        let [a, b, c, d] = self.0;
        Plain([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16 | a << 48])
    }

    #[inline(always)]
    fn empty_lines(self) -> Plain {
        let columns = u64::from(columns(self.0)) * FIRST;
        let mut words = [0; 4];
        for row in 0..16 {
            if self.row(row) == 0 {
                words[(row >> 2) as usize] |= 0xffff << (16 * (row & 3));
            }
        }
        Plain(words.map(|word| word | !columns))
    }

    #[inline(always)]
    fn is_narrow(self) -> bool {
        let rows = (0..16).filter(|&row| self.row(row) == 0).count();
        rows >= 2 && columns(self.0).count_zeros() >= 2
    }

    #[inline(always)]
    fn lowest(self) -> Plain {
        Plain::bit(lowest_bit(self.0))
    }

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline(always)]
    fn cells(self) -> SetBits<4> {
        SetBits::new(self.0)
    }

    #[inline(always)]
    fn has(&self, cell: CellIndex) -> bool {
        self.0[(cell >> 6 & 3) as usize] >> (cell & 63) & 1 != 0
    }

    #[inline(always)]
    fn ring(&self, cell: CellIndex) -> Ring {
        ring16(cell, |row| self.row(row))
    }
}

/// The columns that hold a cell.
#[inline(always)]
pub(super) fn columns(words: [u64; 4]) -> u16 {
    let all = words[0] | words[1] | words[2] | words[3];
    let half = all | all >> 32;
    (half | half >> 16) as u16
}

/// The ring of a cell of a 16x16 board, given its rows.
#[inline(always)]
pub(super) fn ring16(cell: CellIndex, row: impl Fn(u32) -> u16) -> Ring {
    let (r, shift) = (u32::from(cell) >> 4, (u32::from(cell).wrapping_sub(1)) & 15);
    let turned = |r: u32| u32::from(row(r & 15).rotate_right(shift));
    ring_of_rows(turned(r.wrapping_sub(1)), turned(r), turned(r + 1))
}

/// The index of the lowest set bit; 0 if there is none.
#[inline(always)]
pub(super) fn lowest_bit(words: [u64; 4]) -> CellIndex {
    let index = words.iter().position(|&word| word != 0).unwrap_or(0);
    ((index as u32 * 64 + words[index].trailing_zeros()) & 255) as CellIndex
}
