//! Learning weights from games: logistic regression on what an evaluation counts.
//!
//! Read in this order: `samples` (positions out of recorded games), `scale` (the score that turns into a
//! chance), this file (the fit). A position is worth the sum of what is counted there times the
//! weights; that sum, turned into a chance to win, is to come near the target: a mix of the chance that a search
//! saw there and of how the game ended.
//!
//! What must hold: the same samples and settings give the same weights, whatever the number of
//! threads; weights stay in the ranges of their table.
//! Not here: files, printing.

mod samples;
mod scale;
#[cfg(test)]
mod tests;

use schwarm_core::{IdError, Rng};

use crate::house::{self, House};
use crate::weights::{Evaluation, LATE, Weights, WeightsError};
pub use samples::{CollectError, Collected, Sample, Samples, collect};

pub use crate::lessons::Filter;
pub use scale::fit_scale;

/// What is tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the table of weights.
    pub table: &'static str,
    /// The weights to begin with.
    pub weights: Weights,
}

/// Why there is nothing to tune.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SubjectError {
    /// No engine plays this game.
    #[error(transparent)]
    Game(#[from] IdError),
    /// The weights given are none of this game.
    #[error("the weights cannot be used: {0}")]
    Weights(#[from] WeightsError),
}

impl Subject {
    /// The table of a game: the house's own weights, or those of a text.
    ///
    /// # Errors
    /// When no engine plays the game, or the text is none of its tables.
    pub fn of(game: &str, text: Option<&str>) -> Result<Subject, SubjectError> {
        Ok(house::visit(game, FindSubject { text })??)
    }
}

struct FindSubject<'a> {
    text: Option<&'a str>,
}

impl house::Visit for FindSubject<'_> {
    type Output = Result<Subject, WeightsError>;

    fn visit<H: House>(self, rules: H::Rules) -> Self::Output {
        let weights = match self.text {
            Some(text) => Weights::parse::<<H::Evaluation as Evaluation<H::State>>::Term>(text)?,
            None => H::weights(&rules),
        };
        Ok(Subject { table: H::table(&rules), weights })
    }
}

/// How weights are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How much the result of the game counts beside the score of the search, 0 to 1.
    pub result_share: f32,
    /// How far a weight is expected to move, in its own unit: the less, the more it stays where it was.
    pub prior: f32,
    /// Greatest step of a weight in a batch.
    pub rate: f32,
    /// Passes over all positions at most.
    pub passes: u32,
    /// Passes without a better held-out loss after which it ends.
    pub patience: u32,
    /// Positions a step.
    pub batch: usize,
    /// One game in so many is held out.
    pub held_out: u64,
    /// Chooses the games held out and the order of positions.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            result_share: 0.5,
            prior: 100.0,
            rate: 1.0,
            passes: 60,
            patience: 6,
            batch: 16_384,
            held_out: 10,
            seed: 1,
            threads: 1,
        }
    }
}

/// What a fit has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The score that means a chance of 73 %.
    pub scale: f64,
    /// Games and positions learned from.
    pub learned: (usize, usize),
    /// Games and positions held out.
    pub held_out: (usize, usize),
    /// Loss on the positions learned from and on those held out, with the weights it began with.
    pub before: [f64; 2],
    /// The same with the new weights.
    pub after: [f64; 2],
    /// Passes until the best weights were found.
    pub passes: u32,
    /// The new weights.
    pub weights: Weights,
}

/// Why there is nothing to fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Too little data.
    #[error("{games} games with {positions} quiet positions are too few to learn from")]
    TooFew {
        /// Games with at least one position.
        games: usize,
        /// Positions.
        positions: usize,
    },
}

/// The least number of games a fit makes sense for: some are held out.
const LEAST_GAMES: usize = 20;

/// Adam's memory of the gradient and of its square, and what keeps it from dividing by zero.
const MEMORY: [f32; 2] = [0.9, 0.999];
const LITTLE: f32 = 1e-8;

/// What the rate has shrunk to in the last pass.
const LAST_RATE: f32 = 0.02;

/// Parts of a batch that are summed apart, so that threads change nothing.
const PARTS: usize = 16;

/// Early and late value of each term, while they are being fitted.
type Values = Vec<[f32; 2]>;

/// Fits the weights of a table to samples. `news` hears the held-out loss after every pass.
///
/// # Errors
/// When there is too little to learn from.
pub fn fit(
    samples: &Samples,
    weights: &Weights,
    origin: &str,
    settings: &Settings,
    news: &mut dyn FnMut(u32, f64),
) -> Result<Fit, FitError> {
    let [mut learned, held] = split(samples, settings);
    let games = [&learned, &held].map(|part| samples.games_of(part));
    if games[0] + games[1] < LEAST_GAMES || learned.is_empty() || held.is_empty() {
        return Err(FitError::TooFew { games: games[0] + games[1], positions: samples.len() });
    }
    let scale = fit_scale(samples, &learned);
    let problem = Problem { samples, scale: scale as f32, settings };
    let start: Values = weights.values().iter().map(|value| value.map(|value| value as f32)).collect();
    let before = [&learned, &held].map(|part| problem.loss(&start, part));
    let mut descent = Descent::new(&start, weights, games[0], settings);
    let mut best = (before[1], 0, start.clone());
    let mut rng = Rng::new(settings.seed);
    for pass in 1..=settings.passes {
        rng.shuffle(&mut learned);
        descent.rate = rate_of(pass, settings);
        for batch in learned.chunks(settings.batch.max(1)) {
            let gradient = problem.gradient(&descent.values, batch);
            descent.step(&gradient);
        }
        let loss = problem.loss(&descent.values, &held);
        news(pass, loss);
        if loss < best.0 {
            best = (loss, pass, descent.values.clone());
        } else if pass >= best.1 + settings.patience {
            break;
        }
    }
    let values: Vec<[i32; 2]> = best.2.iter().map(|value| value.map(|value| value.round() as i32)).collect();
    let new = weights.with_values(&values, origin);
    let rounded: Values = new.values().iter().map(|value| value.map(|value| value as f32)).collect();
    Ok(Fit {
        scale,
        learned: (games[0], learned.len()),
        held_out: (games[1], held.len()),
        before,
        after: [&learned, &held].map(|part| problem.loss(&rounded, part)),
        passes: best.1,
        weights: new,
    })
}

/// Positions to learn from and those held out, by whole games.
fn split(samples: &Samples, settings: &Settings) -> [Vec<u32>; 2] {
    let is_held =
        |game: u32| Rng::new(settings.seed ^ u64::from(game) << 20).next_u64().is_multiple_of(settings.held_out.max(2));
    let (held, learned) = (0..samples.len() as u32).partition(|&index| is_held(samples.game(index as usize)));
    [learned, held]
}

/// The rate falls from its greatest value along a cosine.
fn rate_of(pass: u32, settings: &Settings) -> f32 {
    let way = (pass - 1) as f32 / (settings.passes.max(2) - 1) as f32;
    let share = (1.0 + (way * std::f32::consts::PI).cos()) / 2.0;
    settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * share)
}

/// Samples and what is asked of weights there.
struct Problem<'a> {
    samples: &'a Samples,
    scale: f32,
    settings: &'a Settings,
}

impl Problem<'_> {
    /// What the chance at a position should be.
    fn target(&self, sample: &Sample<'_>) -> f32 {
        let seen = chance(f32::from(sample.score) / self.scale);
        match sample.result {
            Some(result) => seen + self.settings.result_share * (result - seen),
            None => seen,
        }
    }

    /// The mean cross entropy of the chances that values give.
    fn loss(&self, values: &Values, indices: &[u32]) -> f64 {
        let loss = |part: &[u32]| {
            let of = |&index: &u32| {
                let sample = self.samples.get(index as usize);
                let x = worth(values, &sample) / self.scale;
                // The logarithm of 1 + e^x without overflow.
                let softplus = x.max(0.0) + (-x.abs()).exp().ln_1p();
                f64::from(softplus - self.target(&sample) * x)
            };
            part.iter().map(of).sum::<f64>()
        };
        self.in_parts(indices, loss).into_iter().sum::<f64>() / (indices.len() as f64).max(1.0)
    }

    /// The mean gradient of the loss.
    fn gradient(&self, values: &Values, indices: &[u32]) -> Values {
        let gradient = |part: &[u32]| {
            let mut sum = vec![[0.0; 2]; values.len()];
            for &index in part {
                let sample = self.samples.get(index as usize);
                let miss = chance(worth(values, &sample) / self.scale) - self.target(&sample);
                let [early, late] = shares(sample.phase);
                for &(term, count) in sample.counts {
                    let pull = miss * f32::from(count);
                    let cell: &mut [f32; 2] = &mut sum[usize::from(term)];
                    cell[0] += pull * early;
                    cell[1] += pull * late;
                }
            }
            sum
        };
        let mut total = vec![[0.0; 2]; values.len()];
        for part in self.in_parts(indices, gradient) {
            for (sum, part) in total.iter_mut().zip(part) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        let mean = 1.0 / (self.scale * indices.len() as f32);
        total.iter().map(|sum| sum.map(|sum| sum * mean)).collect()
    }

    /// Does something for parts of the positions, on threads, with the answers in order.
    fn in_parts<T: Send>(&self, indices: &[u32], work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
        let parts: Vec<&[u32]> = indices.chunks(indices.len().div_ceil(PARTS).max(1)).collect();
        let threads = self.settings.threads.clamp(1, PARTS);
        if threads == 1 {
            return parts.into_iter().map(work).collect();
        }
        let share = |parts: &[&[u32]]| -> Vec<T> { parts.iter().map(|part| work(part)).collect() };
        let (share, portion) = (&share, parts.len().div_ceil(threads).max(1));
        std::thread::scope(|scope| {
            let handles: Vec<_> = parts.chunks(portion).map(|parts| scope.spawn(move || share(parts))).collect();
            handles.into_iter().flat_map(|handle| handle.join().expect("sums do not fail")).collect()
        })
    }
}

/// The chance to win that a score means, in units of the scale.
fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How much early and late values count at a phase.
fn shares(phase: u16) -> [f32; 2] {
    let late = f32::from(phase) / LATE as f32;
    [1.0 - late, late]
}

/// What values make of a position.
fn worth(values: &Values, sample: &Sample<'_>) -> f32 {
    let mut sums = [0.0; 2];
    for &(term, count) in sample.counts {
        let [early, late] = values[usize::from(term)];
        sums[0] += early * f32::from(count);
        sums[1] += late * f32::from(count);
    }
    let [early, late] = shares(sample.phase);
    sums[0] * early + sums[1] * late
}

/// Adam: every value moves by about the rate, less where its gradient keeps changing.
struct Descent {
    values: Values,
    start: Values,
    bounds: Vec<[f32; 2]>,
    /// How strongly a value is drawn to where it was.
    pull: f32,
    rate: f32,
    mean: Values,
    square: Values,
    steps: i32,
}

impl Descent {
    fn new(start: &Values, weights: &Weights, games: usize, settings: &Settings) -> Descent {
        let nothing = vec![[0.0; 2]; start.len()];
        // As if each game were one observation and each value had a bell-shaped prior: the positions of a game
        // tell much the same.
        let pull = 1.0 / (settings.prior * settings.prior * games as f32);
        Descent {
            values: start.clone(),
            start: start.clone(),
            bounds: weights.all.iter().map(|weight| [weight.low as f32, weight.high as f32]).collect(),
            pull,
            rate: settings.rate,
            mean: nothing.clone(),
            square: nothing,
            steps: 0,
        }
    }

    fn step(&mut self, gradient: &Values) {
        self.steps += 1;
        let young = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        for (term, gradient) in gradient.iter().enumerate() {
            let [low, high] = self.bounds[term];
            for (end, &gradient) in gradient.iter().enumerate() {
                let value = &mut self.values[term][end];
                let slope = gradient + self.pull * (*value - self.start[term][end]);
                let (mean, square) = (&mut self.mean[term][end], &mut self.square[term][end]);
                *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
                *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
                let step = self.rate * (*mean / young[0]) / ((*square / young[1]).sqrt() + LITTLE);
                *value = (*value - step).clamp(low, high);
            }
        }
    }
}
