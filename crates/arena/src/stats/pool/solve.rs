//! The most likely strengths, by Newton's method.
//!
//! The logarithm of the likelihood with the prior is strictly concave, so there is one best
//! answer, and a step that is shortened until it gains something gets there.

use super::Anchor;

/// Newton's method doubles the digits at each step; far starts need a few more.
const STEPS: usize = 100;

/// The longest step of one strength, on the logistic scale.
const LONGEST: f64 = 4.0;

/// Strengths further out than this would be 17000 Elo.
const FURTHEST: f64 = 100.0;

/// Points between two players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel {
    pub(super) a: usize,
    pub(super) b: usize,
    /// Points of `a`.
    pub(super) won: f64,
    /// Points of `b`.
    pub(super) lost: f64,
}

impl Duel {
    pub(super) fn games(&self) -> f64 {
        self.won + self.lost
    }
}

/// Strengths on the logistic scale, with the curvature around them.
pub(super) struct Solved {
    pub(super) strengths: Vec<f64>,
    /// The Cholesky factor of the curvature, row by row.
    factor: Vec<f64>,
}

/// The most likely strengths. `prior` games were drawn by everybody against strength 0.
pub(super) fn solve(players: usize, duels: &[Duel], prior: f64, start: Option<&[f64]>) -> Solved {
    let mut strengths = start.map_or_else(|| vec![0.0; players], <[f64]>::to_vec);
    let mut value = likelihood(&strengths, duels, prior);
    for _ in 0..STEPS {
        let (gradient, curvature) = derivatives(&strengths, duels, prior);
        let step = back_substitute(&factorize(curvature, players), gradient);
        let size = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        let mut length = if size > LONGEST { LONGEST / size } else { 1.0 };
        let (better, found) = loop {
            let tried: Vec<_> = strengths
                .iter()
                .zip(&step)
                .map(|(strength, part)| (strength + length * part).clamp(-FURTHEST, FURTHEST))
                .collect();
            let found = likelihood(&tried, duels, prior);
            if found >= value || length < 1e-6 {
                break (tried, found);
            }
            length /= 2.0;
        };
        if found < value {
            break;
        }
        (strengths, value) = (better, found);
        if size < 1e-10 {
            break;
        }
    }
    let (_, curvature) = derivatives(&strengths, duels, prior);
    Solved { factor: factorize(curvature, players), strengths }
}

impl Solved {
    /// Standard deviations relative to the anchor.
    pub(super) fn errors(&self, anchor: Anchor) -> Vec<f64> {
        let players = self.strengths.len();
        // The variance of a combination c of strengths is |L^-1 c|^2.
        let spread = |combination: Vec<f64>| {
            let solved = substitute(&self.factor, combination);
            solved.iter().map(|part| part * part).sum::<f64>().sqrt()
        };
        (0..players)
            .map(|player| {
                let mut combination = match anchor {
                    Anchor::Mean => vec![-1.0 / players as f64; players],
                    Anchor::Player(anchor, _) => {
                        let mut one = vec![0.0; players];
                        one[anchor] = -1.0;
                        one
                    }
                };
                combination[player] += 1.0;
                spread(combination)
            })
            .collect()
    }
}

/// The logarithm of the chance to win with this lead.
fn ln_chance(lead: f64) -> f64 {
    if lead >= 0.0 { -(-lead).exp().ln_1p() } else { lead - lead.exp().ln_1p() }
}

fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn likelihood(strengths: &[f64], duels: &[Duel], prior: f64) -> f64 {
    let played: f64 = duels
        .iter()
        .map(|duel| {
            let lead = strengths[duel.a] - strengths[duel.b];
            duel.won * ln_chance(lead) + duel.lost * ln_chance(-lead)
        })
        .sum();
    let held: f64 = strengths.iter().map(|&strength| ln_chance(strength) + ln_chance(-strength)).sum();
    played + prior / 2.0 * held
}

/// The gradient, and minus the matrix of second derivatives, row by row.
fn derivatives(strengths: &[f64], duels: &[Duel], prior: f64) -> (Vec<f64>, Vec<f64>) {
    let players = strengths.len();
    let (mut gradient, mut curvature) = (vec![0.0; players], vec![0.0; players * players]);
    for (player, &strength) in strengths.iter().enumerate() {
        gradient[player] = prior * (0.5 - chance(strength));
        curvature[player * players + player] = prior * chance(strength) * chance(-strength);
    }
    for &Duel { a, b, won, lost } in duels {
        let lead = strengths[a] - strengths[b];
        // Each part by itself: near 1 the difference to it would be lost.
        let pull = won * chance(-lead) - lost * chance(lead);
        let bend = (won + lost) * chance(lead) * chance(-lead);
        gradient[a] += pull;
        gradient[b] -= pull;
        curvature[a * players + a] += bend;
        curvature[b * players + b] += bend;
        curvature[a * players + b] -= bend;
        curvature[b * players + a] -= bend;
    }
    (gradient, curvature)
}

/// Cholesky's factor, in the lower triangle. A pivot that rounding has eaten is lifted to where it can be divided by.
fn factorize(mut matrix: Vec<f64>, n: usize) -> Vec<f64> {
    for column in 0..n {
        let (before, rest) = matrix.split_at_mut((column + 1) * n);
        let head = &mut before[column * n..];
        let whole = head[column];
        let pivot = whole - head[..column].iter().map(|part| part * part).sum::<f64>();
        let pivot = pivot.max(whole * 1e-14).max(1e-14).sqrt();
        head[column] = pivot;
        for row in rest.chunks_exact_mut(n) {
            let dot: f64 = row[..column].iter().zip(&head[..column]).map(|(a, b)| a * b).sum();
            row[column] = (row[column] - dot) / pivot;
        }
    }
    matrix
}

/// Solves L x = b.
fn substitute(factor: &[f64], mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for row in 0..n {
        let dot: f64 = factor[row * n..row * n + row].iter().zip(&b).map(|(a, x)| a * x).sum();
        b[row] = (b[row] - dot) / factor[row * n + row];
    }
    b
}

/// Solves L L' x = b.
fn back_substitute(factor: &[f64], b: Vec<f64>) -> Vec<f64> {
    let mut x = substitute(factor, b);
    let n = x.len();
    for row in (0..n).rev() {
        let dot: f64 = (row + 1..n).map(|below| factor[below * n + row] * x[below]).sum();
        x[row] = (x[row] - dot) / factor[row * n + row];
    }
    x
}
