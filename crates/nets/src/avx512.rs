//! The arithmetic in registers of 512 bits.
//!
//! A value of [`Arithmetic`](crate::Arithmetic) that leads here is made only after the machine was asked
//! whether it has the instructions.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::change::{Change, View};
use crate::file::{ACTIVATION_ONE, LANES, Net};

/// Numbers in a register.
const WIDTH: usize = 32;

/// Registers that hold a part of the sums while all rows pass by.
const HELD: usize = 1;

const _: () = assert!(WIDTH * HELD == LANES);

pub(crate) fn change(net: &Net, old: &[i16], change: &Change, view: View<'_>, new: &mut [i16]) {
    let width = net.card().width;
    assert!(old.len() == width && new.len() == width);
    // SAFETY: the instructions are there (see above); both slices are as long as a row, as asserted.
    unsafe { pass_rows(net, old.as_ptr(), change, view, new.as_mut_ptr()) }
}

pub(crate) fn change_in_place(net: &Net, change: &Change, view: View<'_>, sums: &mut [i16]) {
    assert!(sums.len() == net.card().width);
    let sums = sums.as_mut_ptr();
    // SAFETY: as above; every part of the sums is read before it is written.
    unsafe { pass_rows(net, sums, change, view, sums) }
}

/// # Safety
/// The machine has the instructions; `old` and `new` are as long as a row of the network.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn pass_rows(net: &Net, old: *const i16, change: &Change, view: View<'_>, new: *mut i16) {
    let width = net.card().width;
    for begin in (0..width).step_by(LANES) {
        // SAFETY: the width is a multiple of LANES, so that every part from `begin` on is inside of a row.
        unsafe {
            let at = |data: *const i16, n: usize| _mm512_loadu_si512(data.add(begin + n * WIDTH).cast());
            let mut held: [__m512i; HELD] = std::array::from_fn(|n| at(old, n));
            for &row in change.gained() {
                let row = net.row(view.row(row)).as_ptr();
                for (n, held) in held.iter_mut().enumerate() {
                    *held = _mm512_add_epi16(*held, at(row, n));
                }
            }
            for &row in change.lost() {
                let row = net.row(view.row(row)).as_ptr();
                for (n, held) in held.iter_mut().enumerate() {
                    *held = _mm512_sub_epi16(*held, at(row, n));
                }
            }
            for (n, held) in held.into_iter().enumerate() {
                _mm512_storeu_si512(new.add(begin + n * WIDTH).cast(), held);
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
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn weigh_all(sums: &[i16], weights: &[i16]) -> i64 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(ACTIVATION_ONE as i16));
    // An activation times a weight fits sixteen bits, as no weight exceeds 127; times the activation again, in pairs,
    // thirty-two; and a lane gets at most 64 such pairs.
    let mut total = zero;
    for begin in (0..sums.len()).step_by(WIDTH) {
        // SAFETY: the length is a multiple of LANES, and so of WIDTH.
        unsafe {
            let sums = _mm512_loadu_si512(sums.as_ptr().add(begin).cast());
            let weights = _mm512_loadu_si512(weights.as_ptr().add(begin).cast());
            let activations = _mm512_min_epi16(_mm512_max_epi16(sums, zero), one);
            let weighed = _mm512_mullo_epi16(activations, weights);
            total = _mm512_add_epi32(total, _mm512_madd_epi16(weighed, activations));
        }
    }
    let mut lanes = [0_i32; 16];
    // SAFETY: the array has the size of the register.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), total) };
    lanes.iter().map(|&lane| i64::from(lane)).sum()
}
