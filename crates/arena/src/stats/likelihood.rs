//! The generalized likelihood ratio of two hypotheses about a distribution over cells.
//!
//! Each hypothesis is represented by the most likely distribution that fulfils it. Method:
//! M. Van den Bergh, "Comments on normalized Elo", propositions 1.1 and section 4.1. Empty cells
//! count as [`EMPTY`], as in fastchess and fishtest.

use super::counts::{Counts, scores};

/// What an empty cell counts, so that no logarithm of zero is taken.
const EMPTY: f64 = 1e-3;
/// Rounds of the normalized model; a handful is the rule.
const ROUNDS: u32 = 60;
/// The normalized model has settled when no probability moves by more.
const SETTLED: f64 = 1e-10;
/// Halvings of the bracket of a root; `f64` is exhausted before.
const HALVINGS: u32 = 200;

/// An observed distribution.
pub struct Observed {
    total: f64,
    shares: Vec<f64>,
    scores: Vec<f64>,
}

/// For each cell: observed share by share under the hypothesis. It is never below the observed share.
type Ratios = Vec<f64>;

impl Observed {
    /// The observed distribution; none of no games.
    pub fn new(counts: &Counts) -> Option<Observed> {
        let cells = counts.cells();
        if cells.iter().all(|&count| count == 0) {
            return None;
        }
        let filled: Vec<f64> = cells.iter().map(|&count| if count == 0 { EMPTY } else { count as f64 }).collect();
        let total: f64 = filled.iter().sum();
        let shares = filled.iter().map(|count| count / total).collect();
        Some(Observed { total, shares, scores: scores(cells.len()).collect() })
    }

    /// Log-likelihood ratio of mean score `s1` against `s0`, both inside 0 and 1.
    pub fn llr_of_means(&self, s0: f64, s1: f64) -> f64 {
        self.llr(&self.with_mean(s0), &self.with_mean(s1))
    }

    /// Log-likelihood ratio of a mean `t1` standard deviations above a half against `t0`.
    pub fn llr_of_deviations(&self, t0: f64, t1: f64) -> f64 {
        self.llr(&self.with_deviations(t0), &self.with_deviations(t1))
    }

    fn llr(&self, zero: &Ratios, one: &Ratios) -> f64 {
        let each = self.shares.iter().zip(zero.iter().zip(one));
        self.total * each.map(|(share, (zero, one))| share * (zero.ln() - one.ln())).sum::<f64>() + 0.0
    }

    fn with_mean(&self, mean: f64) -> Ratios {
        let excess: Vec<f64> = self.scores.iter().map(|score| score - mean).collect();
        self.without(&excess).unwrap_or_else(|| self.untouched())
    }

    fn with_deviations(&self, t: f64) -> Ratios {
        let mut guess = self.some_with_deviations(t);
        let mut ratios = self.untouched();
        for _ in 0..ROUNDS {
            // To first order around the guess, the hypothesis says that this has expectation zero.
            let Some(next) = self.without(&self.excess_deviations(&guess, t)) else { break };
            ratios = next;
            let likely: Vec<f64> = self.shares.iter().zip(&ratios).map(|(share, ratio)| share / ratio).collect();
            let sum: f64 = likely.iter().sum();
            let moved = likely.iter().zip(&guess).map(|(new, old)| (new / sum - old).abs()).fold(0.0, f64::max);
            guess = likely.iter().map(|share| share / sum).collect();
            if moved < SETTLED {
                break;
            }
        }
        ratios
    }

    fn excess_deviations(&self, guess: &[f64], t: f64) -> Vec<f64> {
        let mean: f64 = guess.iter().zip(&self.scores).map(|(share, score)| share * score).sum();
        let variance: f64 = guess.iter().zip(&self.scores).map(|(share, score)| share * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt().max(f64::MIN_POSITIVE);
        let bend = |score: f64| 1.0 + ((score - mean) / deviation).powi(2);
        self.scores.iter().map(|&score| score - 0.5 - 0.5 * t * deviation * bend(score)).collect()
    }

    /// A distribution that fulfils the hypothesis, to start from: uniform with weight added at one end.
    /// A plain uniform start has no next step when `t` is large.
    fn some_with_deviations(&self, t: f64) -> Vec<f64> {
        let cells = self.scores.len();
        let uniform = 1.0 / cells as f64;
        let variance: f64 = self.scores.iter().map(|score| uniform * (score - 0.5).powi(2)).sum();
        // With weight w the mean is 1/2 + w/2 and the variance (1 - w)(variance + w/4): a quadratic equation.
        let (a, b, c) = (0.25 * (1.0 + t * t), -t * t * (0.25 - variance), -t * t * variance);
        let weight = (-b + (b * b - 4.0 * a * c).sqrt()) / (2.0 * a);
        let mut start = vec![(1.0 - weight) * uniform; cells];
        start[if t > 0.0 { cells - 1 } else { 0 }] += weight;
        start
    }

    /// The most likely distribution under which `excess` has expectation zero; none if there is none.
    fn without(&self, excess: &[f64]) -> Option<Ratios> {
        let cells = || self.shares.iter().zip(excess);
        let ratio = |theta: f64, share: f64, excess: f64| (1.0 + theta * excess).max(share);
        // No probability exceeds 1, which brackets theta more tightly than positive probabilities do.
        let end = |share: &f64, excess: &f64| (share - 1.0) / excess;
        let mut low = cells().filter(|(_, excess)| **excess > 0.0).map(|(s, e)| end(s, e)).reduce(f64::max)?;
        let mut high = cells().filter(|(_, excess)| **excess < 0.0).map(|(s, e)| end(s, e)).reduce(f64::min)?;
        for _ in 0..HALVINGS {
            let theta = low + (high - low) / 2.0;
            if theta <= low || theta >= high {
                break;
            }
            match cells().map(|(&s, &e)| s * e / ratio(theta, s, e)).sum::<f64>() > 0.0 {
                true => low = theta,
                false => high = theta,
            }
        }
        let theta = low + (high - low) / 2.0;
        Some(cells().map(|(&share, &excess)| ratio(theta, share, excess)).collect())
    }

    /// The observed distribution itself.
    fn untouched(&self) -> Ratios {
        vec![1.0; self.shares.len()]
    }
}
