//! Scores as chances to win, and back.

use schwarm_search::{PROVEN, Score};

/// The chance to win that a score means, a draw counted half; `scale` is the score that means 73 %.
pub(crate) fn chance(score: Score, scale: f64) -> f64 {
    match score {
        score if score >= PROVEN => 1.0,
        score if score <= -PROVEN => 0.0,
        score => 1.0 / (1.0 + (-f64::from(score) / scale).exp()),
    }
}

/// The score that means a chance, never a proven one.
pub(crate) fn score(chance: f64, scale: f64) -> Score {
    let chance = chance.clamp(0.001, 0.999);
    (scale * (chance / (1.0 - chance)).ln()).round() as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_means_a_chance_and_the_chance_means_the_score() {
        for scale in [73.0, 157.0, 468.0] {
            for wanted in [-300, -41, 0, 7, 299] {
                assert_eq!(score(chance(wanted, scale), scale), wanted);
            }
        }
        assert_eq!((chance(PROVEN, 100.0), chance(-PROVEN, 100.0)), (1.0, 0.0));
        assert!(score(1.0, 468.0) < PROVEN && score(0.0, 468.0) > -PROVEN);
    }
}
