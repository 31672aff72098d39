//! The arithmetic in registers of 256 bits.
//!
//! A value of [`Arithmetic`](crate::Arithmetic) that leads here is made only after the machine was asked
//! whether it has the instructions.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::change::{self, Change, Changed, Compare};
use crate::file::{ACTIVATION_ONE, LANES};
use crate::layout::{Inputs, Layout};
use crate::plain;
use crate::views::Views;

/// Numbers in a register.
const WIDTH: usize = 16;

/// Registers that hold a part of the sums while all rows pass by.
const HELD: usize = 4;

/// Numbers of that part: both views have as many of whole vectors.
const PART: usize = WIDTH * HELD;

const _: () = assert!(PART == 2 * LANES);

pub(crate) fn change(views: &Views, old: &[i16], change: &Change, new: &mut [i16]) {
    assert!(old.len() == views.width && new.len() == views.width && views.width.is_multiple_of(PART));
    // SAFETY: the instructions are there (see above); both slices are as long as a pair, as asserted.
    unsafe { pass_rows(views, old.as_ptr(), change, new.as_mut_ptr()) }
}

pub(crate) fn change_in_place(views: &Views, change: &Change, sums: &mut [i16]) {
    assert!(sums.len() == views.width && views.width.is_multiple_of(PART));
    let sums = sums.as_mut_ptr();
    // SAFETY: as above; every part of the sums is read before it is written.
    unsafe { pass_rows(views, sums, change, sums) }
}

/// # Safety
/// The machine has the instructions; `old` and `new` are as long as a pair of rows, a multiple of `PART`.
#[target_feature(enable = "avx2")]
unsafe fn pass_rows(views: &Views, old: *const i16, change: &Change, new: *mut i16) {
    for begin in (0..views.width).step_by(PART) {
        // SAFETY: every part from `begin` on is inside of a pair of rows.
        unsafe {
            let at = |data: *const i16, n: usize| _mm256_loadu_si256(data.add(begin + n * WIDTH).cast());
            let mut held: [__m256i; HELD] = std::array::from_fn(|n| at(old, n));
            for &row in change.gained() {
                let row = views.pair(row).as_ptr();
                for (n, held) in held.iter_mut().enumerate() {
                    *held = _mm256_add_epi16(*held, at(row, n));
                }
            }
            for &row in change.lost() {
                let row = views.pair(row).as_ptr();
                for (n, held) in held.iter_mut().enumerate() {
                    *held = _mm256_sub_epi16(*held, at(row, n));
                }
            }
            for (n, held) in held.into_iter().enumerate() {
                _mm256_storeu_si256(new.add(begin + n * WIDTH).cast(), held);
            }
        }
    }
}

pub(crate) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
    assert!(sums.len() == weights.len() && sums.len().is_multiple_of(LANES));
    // SAFETY: the instructions are there (see above).
    unsafe { weigh_all(sums, weights) }
}

/// # Safety
/// The machine has the instructions; both slices have the same length, a multiple of `LANES`.
#[target_feature(enable = "avx2")]
unsafe fn weigh_all(sums: &[i16], weights: &[i16]) -> i64 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ACTIVATION_ONE as i16));
    // An activation times a weight fits sixteen bits, as no weight exceeds 127; times the activation again, in pairs,
    // thirty-two; and a lane gets at most 64 such pairs.
    let mut total = zero;
    for begin in (0..sums.len()).step_by(WIDTH) {
        // SAFETY: the length is a multiple of LANES, and so of WIDTH.
        unsafe {
            let sums = _mm256_loadu_si256(sums.as_ptr().add(begin).cast());
            let weights = _mm256_loadu_si256(weights.as_ptr().add(begin).cast());
            let activations = _mm256_min_epi16(_mm256_max_epi16(sums, zero), one);
            let weighed = _mm256_mullo_epi16(activations, weights);
            total = _mm256_add_epi32(total, _mm256_madd_epi16(weighed, activations));
        }
    }
    let mut lanes = [0_i32; 8];
    // SAFETY: the array has the size of the register.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total) };
    lanes.iter().map(|&lane| i64::from(lane)).sum()
}

pub(crate) fn find_change<const W: usize, const S: usize>(
    layout: &Layout,
    old: Option<&Inputs<W, S>>,
    new: &Inputs<W, S>,
    change: &mut Change,
) {
    // SAFETY: the instructions are there (see above).
    unsafe { find_all(layout, old, new, change) }
}

/// # Safety
/// The machine has the instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn find_all<const W: usize, const S: usize>(
    layout: &Layout,
    old: Option<&Inputs<W, S>>,
    new: &Inputs<W, S>,
    change: &mut Change,
) {
    change::find(layout, old, new, change, ByVectors);
}

/// Looks at whole vectors; made only where the machine has the instructions.
struct ByVectors;

impl Compare for ByVectors {
    #[inline(always)]
    fn words<const W: usize>(&self, old: &[u64; W], new: &[u64; W]) -> Changed {
        // SAFETY: the instructions are there, or this would not exist.
        unsafe { changed_words(old, new) }
    }

    #[inline(always)]
    fn values<const S: usize>(&self, old: &[u8; S], new: &[u8; S]) -> u128 {
        // SAFETY: as above.
        unsafe { changed_values(old, new) }
    }
}

/// Which values differ, thirty-two at a time; the last ones together with some that were looked at before.
///
/// # Safety
/// The machine has the instructions.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn changed_values<const S: usize>(old: &[u8; S], new: &[u8; S]) -> u128 {
    const BYTES: usize = 32;
    if S < BYTES {
        return plain::OneByOne.values(old, new);
    }
    (0..S.div_ceil(BYTES)).map(|n| (n * BYTES).min(S - BYTES)).fold(0, |changed, begin| {
        // SAFETY: from `begin` on there are at least as many values as a register has.
        let same = unsafe {
            let [old, new] = [old, new].map(|values| _mm256_loadu_si256(values.as_ptr().add(begin).cast()));
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(old, new))
        };
        changed | u128::from(!same as u32) << begin
    })
}

/// Which words differ, four at a time.
///
/// # Safety
/// The machine has the instructions.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn changed_words<const W: usize>(old: &[u64; W], new: &[u64; W]) -> Changed {
    let mut changed = Changed::default();
    for (part, changed) in changed.iter_mut().enumerate().take(W.div_ceil(64)) {
        let (first, end) = (part * 64, W.min((part + 1) * 64));
        let mut set = 0;
        for word in (first..first + (end - first) / 4 * 4).step_by(4) {
            // SAFETY: four words from here on are there, as long as a register.
            let same = unsafe {
                let [old, new] = [old, new].map(|words| _mm256_loadu_si256(words.as_ptr().add(word).cast()));
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(old, new)))
            };
            set |= (!same as u64 & 15) << (word - first);
        }
        for word in first + (end - first) / 4 * 4..end {
            set |= u64::from(old[word] != new[word]) << (word - first);
        }
        *changed = set;
    }
    changed
}
