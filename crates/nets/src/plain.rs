//! The arithmetic in plain Rust: what the others are compared with.

use crate::change::{Change, Changed, Compare};
use crate::file::ACTIVATION_ONE;
use crate::views::Views;

pub(crate) fn change(views: &Views, change: &Change, sums: &mut [i16]) {
    for &row in change.gained() {
        for (sum, weight) in sums.iter_mut().zip(views.pair(row)) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &row in change.lost() {
        for (sum, weight) in sums.iter_mut().zip(views.pair(row)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

pub(crate) fn weigh(sums: &[i16], weights: &[i16]) -> i64 {
    let activation = |sum: i16| i32::from(sum).clamp(0, ACTIVATION_ONE);
    let weighed = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let activation = activation(sum);
        i64::from(activation * activation * i32::from(weight))
    });
    weighed.sum()
}

/// Looks at one word after the other.
pub(crate) struct OneByOne;

impl Compare for OneByOne {
    #[inline(always)]
    fn words<const W: usize>(&self, old: &[u64; W], new: &[u64; W]) -> Changed {
        let mut changed = Changed::default();
        for word in 0..W {
            changed[word / 64] |= u64::from(old[word] != new[word]) << (word % 64);
        }
        changed
    }

    #[inline(always)]
    fn values<const S: usize>(&self, old: &[u8; S], new: &[u8; S]) -> u128 {
        (0..S).fold(0, |changed, value| changed | u128::from(old[value] != new[value]) << value)
    }
}
