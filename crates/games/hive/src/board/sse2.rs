//! The 16x16 board in two 128-bit registers: what every x86-64 machine has.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::plain::{columns, ring16};
use super::{Board, CellIndex, Ring, SetBits};

/// Rows 0 to 7 and 8 to 15.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Sse2(__m128i, __m128i);

impl Sse2 {
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        // SAFETY: two registers are 32 bytes of plain data without padding.
        unsafe { std::mem::transmute::<[__m128i; 2], [u64; 4]>([self.0, self.1]) }
    }

    #[inline(always)]
    fn rows(&self) -> [u16; 16] {
        // SAFETY: two registers are 32 bytes of plain data without padding.
        unsafe { std::mem::transmute::<[__m128i; 2], [u16; 16]>([self.0, self.1]) }
    }

    #[inline(always)]
    fn both(self, f: impl Fn(__m128i) -> __m128i) -> Sse2 {
        Sse2(f(self.0), f(self.1))
    }

    #[inline(always)]
    fn zip(self, other: Sse2, f: impl Fn(__m128i, __m128i) -> __m128i) -> Sse2 {
        Sse2(f(self.0, other.0), f(self.1, other.1))
    }
}

impl PartialEq for Sse2 {
    fn eq(&self, other: &Sse2) -> bool {
        self.words() == other.words()
    }
}

impl Eq for Sse2 {}

impl std::fmt::Debug for Sse2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sse2({:?})", self.words())
    }
}

// SAFETY of every block below: SSE2 is part of x86-64.
impl Board for Sse2 {
    type Cells = SetBits<4>;
    const SHIFT: u32 = 4;

    #[inline(always)]
    fn empty() -> Sse2 {
        unsafe { Sse2(_mm_setzero_si128(), _mm_setzero_si128()) }
    }

    #[inline(always)]
    fn bit(cell: CellIndex) -> Sse2 {
        let mut words = [0i64; 4];
        words[(cell >> 6 & 3) as usize] = 1 << (cell & 63);
        unsafe { Sse2(_mm_set_epi64x(words[1], words[0]), _mm_set_epi64x(words[3], words[2])) }
    }

    #[inline(always)]
    fn and(self, other: Sse2) -> Sse2 {
        self.zip(other, |a, b| unsafe { _mm_and_si128(a, b) })
    }

    #[inline(always)]
    fn or(self, other: Sse2) -> Sse2 {
        self.zip(other, |a, b| unsafe { _mm_or_si128(a, b) })
    }

    #[inline(always)]
    fn xor(self, other: Sse2) -> Sse2 {
        self.zip(other, |a, b| unsafe { _mm_xor_si128(a, b) })
    }

    #[inline(always)]
    fn without(self, other: Sse2) -> Sse2 {
        self.zip(other, |a, b| unsafe { _mm_andnot_si128(b, a) })
    }

    #[inline(always)]
    fn not(self) -> Sse2 {
        self.both(|a| unsafe { _mm_xor_si128(a, _mm_set1_epi8(-1)) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        unsafe {
            let any = _mm_or_si128(self.0, self.1);
            _mm_movemask_epi8(_mm_cmpeq_epi8(any, _mm_setzero_si128())) == 0xffff
        }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn look_e(self) -> Sse2 {
        self.both(|a| unsafe { _mm_or_si128(_mm_srli_epi16::<1>(a), _mm_slli_epi16::<15>(a)) })
    }

    #[inline(always)]
    fn look_w(self) -> Sse2 {
        self.both(|a| unsafe { _mm_or_si128(_mm_slli_epi16::<1>(a), _mm_srli_epi16::<15>(a)) })
    }

    #[inline(always)]
    fn look_nw(self) -> Sse2 {
        let up = |a, before| unsafe { _mm_or_si128(_mm_slli_si128::<2>(a), _mm_srli_si128::<14>(before)) };
        Sse2(up(self.0, self.1), up(self.1, self.0))
    }

    #[inline(always)]
    fn look_se(self) -> Sse2 {
        let down = |a, after| unsafe { _mm_or_si128(_mm_srli_si128::<2>(a), _mm_slli_si128::<14>(after)) };
        Sse2(down(self.0, self.1), down(self.1, self.0))
    }

    #[inline(always)]
    fn empty_lines(self) -> Sse2 {
        let columns = !columns(self.words());
        self.both(|a| unsafe { _mm_or_si128(_mm_cmpeq_epi16(a, _mm_setzero_si128()), _mm_set1_epi16(columns as i16)) })
    }

    #[inline(always)]
    fn is_narrow(self) -> bool {
        let rows = |a| unsafe { _mm_movemask_epi8(_mm_cmpeq_epi16(a, _mm_setzero_si128())).count_ones() };
        rows(self.0) + rows(self.1) >= 4 && columns(self.words()).count_zeros() >= 2
    }

    #[inline(always)]
    fn lowest(self) -> Sse2 {
        Sse2::bit(super::plain::lowest_bit(self.words()))
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
