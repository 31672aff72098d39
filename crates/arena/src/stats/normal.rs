//! The normal distribution, to the precision of `f64`.

/// Half the width of the central 95 %, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Beyond this the tail is below the smallest step of `f64` at 1.
const FAR: f64 = 9.0;

/// Terms of the series; at `FAR` the last one is far below rounding.
const TERMS: u32 = 200;

/// The probability of a value below `x` standard deviations, from 0 to 1.
pub fn cdf(x: f64) -> f64 {
    if x > FAR {
        return 1.0;
    }
    if x < -FAR {
        return 0.0;
    }
    // 1/2 + density * (x + x^3/3 + x^5/(3*5) + ...): all terms have one sign, nothing cancels.
    let (mut term, mut sum) = (x, x);
    for k in 1..=TERMS {
        term *= x * x / f64::from(2 * k + 1);
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_of_the_normal_distribution_are_met() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (Z95, 0.975),
            (3.0, 0.998_650_101_968_369_9),
            (-6.0, 9.865_876_450_376_98e-10),
            (8.9, 1.0),
            (f64::INFINITY, 1.0),
            (f64::NEG_INFINITY, 0.0),
        ] {
            assert!((cdf(x) - expected).abs() < 1e-14, "{x}: {}", cdf(x));
        }
    }
}
