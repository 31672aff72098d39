//! The 16x16 board in one 256-bit register.
//!
//! Every method is inlined into the entry points of [`kernel`](crate::kernel), which are
//! compiled for AVX2. A value of this type is made only after the machine was asked
//! whether it has AVX2 (`kernel::Backend::detect`), so the intrinsics are always available.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::plain::{columns, ring16};
use super::{Board, CellIndex, Ring, SetBits};

/// Sixteen rows of sixteen bits in a register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Avx2(__m256i);

/// The board with one cell, for every cell.
#[repr(align(32))]
struct Bits([[u16; 16]; 256]);

static BITS: Bits = Bits(single_bits());

const fn single_bits() -> [[u16; 16]; 256] {
    let mut bits = [[0; 16]; 256];
    let mut cell = 0;
    while cell < 256 {
        bits[cell][cell >> 4] = 1 << (cell & 15);
        cell += 1;
    }
    bits
}

impl Avx2 {
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes of plain data without padding.
        unsafe { std::mem::transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn rows(&self) -> &[u16; 16] {
        // SAFETY: an `Avx2` is 32 bytes of plain data, aligned more strictly than `u16`.
        unsafe { &*std::ptr::from_ref(self).cast::<[u16; 16]>() }
    }
}

impl PartialEq for Avx2 {
    fn eq(&self, other: &Avx2) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Avx2 {}

impl std::fmt::Debug for Avx2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Avx2({:?})", self.words())
    }
}

// SAFETY of every block below: the machine has AVX2, see the header.
impl Board for Avx2 {
    type Cells = SetBits<4>;
    const SHIFT: u32 = 4;

    #[inline(always)]
    fn empty() -> Avx2 {
        unsafe { Avx2(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    fn bit(cell: CellIndex) -> Avx2 {
        unsafe { Avx2(_mm256_load_si256(BITS.0[(cell & 255) as usize].as_ptr().cast())) }
    }

    #[inline(always)]
    fn and(self, other: Avx2) -> Avx2 {
        unsafe { Avx2(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Avx2) -> Avx2 {
        unsafe { Avx2(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Avx2) -> Avx2 {
        unsafe { Avx2(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        unsafe { Avx2(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn not(self) -> Avx2 {
        unsafe { Avx2(_mm256_xor_si256(self.0, _mm256_set1_epi8(-1))) }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // Shorter than what becomes of `_mm256_testz_si256`.
        unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, _mm256_setzero_si256())) == -1 }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        unsafe {
            let (low, high) = (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            (_mm_cvtsi128_si64(low) as u64).count_ones()
                + (_mm_extract_epi64::<1>(low) as u64).count_ones()
                + (_mm_cvtsi128_si64(high) as u64).count_ones()
                + (_mm_extract_epi64::<1>(high) as u64).count_ones()
        }
    }

    #[inline(always)]
    fn look_e(self) -> Avx2 {
        unsafe { Avx2(_mm256_or_si256(_mm256_srli_epi16::<1>(self.0), _mm256_slli_epi16::<15>(self.0))) }
    }

    #[inline(always)]
    fn look_w(self) -> Avx2 {
        unsafe { Avx2(_mm256_or_si256(_mm256_slli_epi16::<1>(self.0), _mm256_srli_epi16::<15>(self.0))) }
    }

    #[inline(always)]
    fn look_nw(self) -> Avx2 {
        unsafe {
            let swapped = _mm256_permute2x128_si256::<0x01>(self.0, self.0);
            Avx2(_mm256_alignr_epi8::<14>(self.0, swapped))
        }
    }

    #[inline(always)]
    fn look_se(self) -> Avx2 {
        unsafe {
            let swapped = _mm256_permute2x128_si256::<0x01>(self.0, self.0);
            Avx2(_mm256_alignr_epi8::<2>(swapped, self.0))
        }
    }

    #[inline(always)]
    fn empty_lines(self) -> Avx2 {
        unsafe {
            let rows = _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256());
            let columns = _mm256_set1_epi16(!self.columns() as i16);
            Avx2(_mm256_or_si256(rows, columns))
        }
    }

    #[inline(always)]
    fn is_narrow(self) -> bool {
        unsafe {
            let rows = _mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) as u32;
            rows.count_ones() >= 4 && self.columns().count_zeros() >= 2
        }
    }

    #[inline(always)]
    fn lowest(self) -> Avx2 {
        Avx2::bit(super::plain::lowest_bit(self.words()))
    }

    #[inline(always)]
    fn word(self, index: usize) -> u64 {
        self.words()[index]
    }

    #[inline(always)]
    fn cells(self) -> SetBits<4> {
        SetBits::new(self.words())
    }

    #[inline(always)]
    fn has(&self, cell: CellIndex) -> bool {
        self.rows()[(cell >> 4 & 15) as usize] >> (cell & 15) & 1 != 0
    }

    #[inline(always)]
    fn ring(&self, cell: CellIndex) -> Ring {
        let rows = self.rows();
        ring16(cell, |row| rows[(row & 15) as usize])
    }
}

impl Avx2 {
    #[inline(always)]
    fn columns(self) -> u16 {
        columns(self.words())
    }
}
