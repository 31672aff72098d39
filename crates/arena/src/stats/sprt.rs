//! The sequential probability ratio test: when to stop, and with which answer.

use std::fmt;
use std::str::FromStr;

use super::NORMALIZED;
use super::counts::Counts;
use super::likelihood::Observed;

/// The largest hypothesis, in Elo either way. The weaker side scores 3 games in 1000 there.
const FARTHEST: f64 = 1000.0;

/// The risks of a test that says nothing else about them.
const USUAL_RISK: f64 = 0.05;

/// What the hypotheses are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Model {
    /// Normalized Elo: the difference in standard deviations of a game. Test lengths do not depend on the draws.
    #[default]
    Normalized,
    /// Elo as usual: the logarithm of the odds.
    Logistic,
}

impl FromStr for Model {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Model, SprtError> {
        match text {
            "normalized" => Ok(Model::Normalized),
            "logistic" => Ok(Model::Logistic),
            _ => Err(SprtError::Model(text.chars().take(40).collect())),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        })
    }
}

/// Why there is no such test.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A hypothesis no match can tell from a bot that always wins, or no number at all.
    #[error("{name} is {value}: give a number from -{far} to {far}", far = FARTHEST)]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// Nothing lies between the hypotheses.
    #[error("elo0 is {elo0} and elo1 is {elo1}: elo0 must be the smaller one")]
    Order {
        /// Elo of H0.
        elo0: f64,
        /// Elo of H1.
        elo1: f64,
    },
    /// An error probability with which the bounds make no sense.
    #[error("{name} is {value}: give a probability above 0 and below 0.5, such as 0.05")]
    Risk {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// An unknown model.
    #[error("no model {0:?}: choose normalized or logistic")]
    Model(String),
    /// A part of the text that is not `key=value` with a known key.
    #[error("{0:?} is not understood: write for example elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized")]
    Text(String),
}

/// A test of H1 (the difference is `elo1`) against H0 (it is `elo0`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    model: Model,
    elo: [f64; 2],
    alpha: f64,
    beta: f64,
}

/// No part of a test can be something else than a number, so a test equals itself.
impl Eq for Sprt {}

/// Where a test stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// H0 is accepted: not better by `elo1`.
    H0,
    /// H1 is accepted: better than `elo0`.
    H1,
    /// Undecided.
    Open,
}

impl State {
    /// The stable id: `H0`, `H1` or `open`.
    pub fn id(self) -> &'static str {
        match self {
            State::H0 => "H0",
            State::H1 => "H1",
            State::Open => "open",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The answer of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// Log-likelihood ratio of H1 against H0.
    pub llr: f64,
    /// At or below this, H0 is accepted.
    pub lower: f64,
    /// At or above this, H1 is accepted.
    pub upper: f64,
    /// Where the test stands.
    pub state: State,
}

impl Sprt {
    /// A test; `alpha` is the risk of accepting H1 wrongly, `beta` that of accepting H0 wrongly.
    ///
    /// # Errors
    /// For hypotheses out of range or order and for risks that are no useful probability.
    pub fn new(model: Model, elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-FARTHEST..=FARTHEST).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Sprt { model, elo: [elo0, elo1], alpha, beta })
    }

    /// A test about normalized Elo with the usual risks of 5 %.
    ///
    /// # Errors
    /// For hypotheses out of range or order.
    pub fn usual(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        Sprt::new(Model::Normalized, elo0, elo1, USUAL_RISK, USUAL_RISK)
    }

    /// What the hypotheses are about.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Elo of H0 and of H1.
    pub fn hypotheses(&self) -> [f64; 2] {
        self.elo
    }

    /// The lower and the upper bound of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        // Differences of logarithms: the quotients overflow for tiny risks.
        (self.beta.ln() - (-self.alpha).ln_1p(), (-self.beta).ln_1p() - self.alpha.ln())
    }

    /// Where the test stands after these results. Before the first result it is open at 0.
    pub fn test(&self, counts: impl Into<Counts>) -> Verdict {
        let counts = counts.into();
        let (lower, upper) = self.bounds();
        let llr = Observed::new(&counts).map_or(0.0, |observed| self.llr(&observed, counts.games_per_unit()));
        let state = match llr {
            llr if llr >= upper => State::H1,
            llr if llr <= lower => State::H0,
            _ => State::Open,
        };
        Verdict { llr, lower, upper, state }
    }

    fn llr(&self, observed: &Observed, games_per_unit: u8) -> f64 {
        match self.model {
            Model::Normalized => {
                let [t0, t1] = self.elo.map(|elo| f64::from(games_per_unit).sqrt() * elo / NORMALIZED);
                observed.llr_of_deviations(t0, t1)
            }
            Model::Logistic => {
                let [s0, s1] = self.elo.map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
                observed.llr_of_means(s0, s1)
            }
        }
    }
}

/// As it is read.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { model, elo: [elo0, elo1], alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

/// Reads `elo0=0,elo1=10`, with `alpha`, `beta` (0.05 each) and `model` if wanted.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (mut model, mut elo0, mut elo1, mut alpha, mut beta) =
            (Model::default(), None, None, USUAL_RISK, USUAL_RISK);
        let complaint = |part: &str| SprtError::Text(part.chars().take(40).collect());
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| complaint(part))?;
            let number = || value.trim().parse::<f64>().map_err(|_| complaint(part));
            match key.trim() {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => model = value.trim().parse()?,
                _ => return Err(complaint(part)),
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else { return Err(complaint(text)) };
        Sprt::new(model, elo0, elo1, alpha, beta)
    }
}
