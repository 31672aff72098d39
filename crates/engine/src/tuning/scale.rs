//! The scale of scores: which one means which chance to win.

use super::samples::Samples;

/// Where the scale is looked for.
const LEAST: f64 = 10.0;
const MOST: f64 = 10_000.0;

/// Narrowings of the range; each takes more than a third of it away.
const NARROWINGS: u32 = 40;

/// The scale at which the chances of the searches' scores fit the results of their games best. At this
/// score a side wins 73 of 100 games.
pub fn fit_scale(samples: &Samples, indices: &[u32]) -> f64 {
    let loss = |logarithm: f64| loss(samples, indices, logarithm.exp());
    // Golden section: the loss has one valley.
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (LEAST.ln(), MOST.ln());
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (loss(left), loss(right));
    for _ in 0..NARROWINGS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = loss(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = loss(right);
        }
    }
    ((low + high) / 2.0).exp()
}

fn loss(samples: &Samples, indices: &[u32], scale: f64) -> f64 {
    let of = |&index: &u32| {
        let sample = samples.get(index as usize);
        let result = f64::from(sample.result?);
        let x = f64::from(sample.score) / scale;
        Some(x.max(0.0) + (-x.abs()).exp().ln_1p() - result * x)
    };
    indices.iter().filter_map(of).sum()
}
