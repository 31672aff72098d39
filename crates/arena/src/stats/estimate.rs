//! How much stronger the first bot is, with the error of saying so.
//!
//! Intervals hold 95 % and take the mean of the units as normally distributed, as fastchess does.

use super::NORMALIZED;
use super::counts::{Counts, scores};
use super::normal::{Z95, cdf};

/// What the bound of a match without a single point given away is allowed to miss.
const MISS: f64 = 0.05;

/// The figures of a match. `None` is what the counts do not determine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Points of the first bot per game, from 0 to 1.
    pub score: Option<f64>,
    /// Difference in Elo; none when one side has all points.
    pub elo: Option<f64>,
    /// Half the width of the interval of `elo`; none without spread or when an end is missing.
    pub elo_error: Option<f64>,
    /// Lower end of the interval of Elo. After nothing but wins, a one-sided bound of 95 %.
    pub elo_low: Option<f64>,
    /// Upper end of the interval of Elo. After nothing but losses, a one-sided bound of 95 %.
    pub elo_high: Option<f64>,
    /// Normalized Elo: the difference in standard deviations of a game; none without spread.
    pub nelo: Option<f64>,
    /// Half the width of the interval of `nelo`.
    pub nelo_error: Option<f64>,
    /// Likelihood that the first bot is the stronger one, from 0 to 1.
    pub los: Option<f64>,
    /// Pairs won per pair lost; none for single games and before the first lost pair.
    pub pairs_ratio: Option<f64>,
    /// Share of drawn units: games, or pairs that brought both bots the same.
    pub draw_rate: Option<f64>,
}

impl Estimate {
    /// The figures of these counts.
    pub fn new(counts: impl Into<Counts>) -> Estimate {
        let counts = counts.into();
        let pairs_ratio = match &counts {
            Counts::Pairs(pairs) => pairs.pairs_ratio(),
            Counts::Games(_) => None,
        };
        let Some(mean) = Mean::of(&counts.cells()) else { return Estimate { pairs_ratio, ..NOTHING } };
        let (elo_low, elo_high) = mean.elo_interval();
        let nelo = mean.deviations().map(|t| t / f64::from(counts.games_per_unit()).sqrt() * NORMALIZED);
        Estimate {
            score: Some(mean.won),
            elo: elo(mean.won, mean.lost),
            elo_error: mean.spread.and(elo_low.zip(elo_high)).map(|(low, high)| (high - low) / 2.0),
            elo_low,
            elo_high,
            nelo,
            nelo_error: nelo.map(|_| Z95 * NORMALIZED / (counts.games() as f64).sqrt()),
            los: Some(mean.superiority()),
            pairs_ratio,
            draw_rate: Some(mean.even),
        }
    }
}

/// The estimate of no games.
const NOTHING: Estimate = Estimate {
    score: None,
    elo: None,
    elo_error: None,
    elo_low: None,
    elo_high: None,
    nelo: None,
    nelo_error: None,
    los: None,
    pairs_ratio: None,
    draw_rate: None,
};

/// The mean of the units. Won and lost points are summed apart: near 1 their difference to 1 would be lost.
struct Mean {
    units: f64,
    won: f64,
    lost: f64,
    even: f64,
    /// Standard deviation of one unit; none when all units ended alike.
    spread: Option<f64>,
}

impl Mean {
    fn of(cells: &[u64]) -> Option<Mean> {
        let units: f64 = cells.iter().map(|&count| count as f64).sum();
        if units == 0.0 {
            return None;
        }
        let share = |count: u64| count as f64 / units;
        let sum = |weight: &dyn Fn(f64) -> f64| -> f64 {
            cells.iter().zip(scores(cells.len())).map(|(&count, score)| share(count) * weight(score)).sum()
        };
        let (won, lost) = (sum(&|score| score), sum(&|score| 1.0 - score));
        let spread = (cells.iter().filter(|&&count| count > 0).count() > 1)
            .then(|| sum(&|score| (score - won) * (score - won)).sqrt())
            .filter(|&spread| spread > 0.0);
        Some(Mean { units, won, lost, even: share(cells[cells.len() / 2]), spread })
    }

    /// How far the mean lies above a half, in standard deviations of one unit.
    fn deviations(&self) -> Option<f64> {
        self.spread.map(|spread| (self.won - self.lost) / 2.0 / spread)
    }

    fn elo_interval(&self) -> (Option<f64>, Option<f64>) {
        if let Some(spread) = self.spread {
            let half = Z95 * spread / self.units.sqrt();
            return (elo(self.won - half, self.lost + half), elo(self.won + half, self.lost - half));
        }
        // All units won: they are won with a chance p of at least MISS^(1/units), or this was a rarer accident.
        let rest = -(MISS.ln() / self.units).exp_m1();
        match (self.won == 0.0, self.lost == 0.0) {
            (false, true) => (elo(1.0 - rest, rest), None),
            (true, false) => (None, elo(rest, 1.0 - rest)),
            _ => (None, None),
        }
    }

    /// Without spread there is no normal distribution to ask. Then each unit is a won or a lost one,
    /// and a uniform prior over their share gives 1 - 2^-(units + 1).
    fn superiority(&self) -> f64 {
        match self.deviations() {
            Some(t) => cdf(t * self.units.sqrt()),
            None if self.won == self.lost => 0.5,
            None if self.won > self.lost => 1.0 - (-self.units - 1.0).exp2(),
            None => (-self.units - 1.0).exp2(),
        }
    }
}

/// Elo of a score, given as points won and lost; none unless both are above zero.
fn elo(won: f64, lost: f64) -> Option<f64> {
    // A difference of logarithms cannot overflow as the quotient can. Adding zero turns -0 into 0.
    (won > 0.0 && lost > 0.0).then(|| 400.0 * (won.log10() - lost.log10()) + 0.0)
}
