//! `schwarm sprt`: the sequential test over results counted elsewhere.
//!
//! Not here: the statistics (`schwarm_arena::stats`), playing the games.

use std::io::{Write, stdout};

use anyhow::anyhow;
use schwarm_arena::stats::{Counts, Estimate, Model, Pentanomial, Sprt, State, Trinomial, Verdict};
use serde::Serialize;

use crate::failure::Failure;

/// The arguments of `schwarm sprt`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Five numbers are pairs of games from the same start with sides swapped, by the points of the first
bot: both lost, one lost and one drawn, even (two draws, or one win and one loss), one won and one
drawn, both won. Three numbers are single games: WINS DRAWS LOSSES.

H0 says the difference is elo0, H1 says it is elo1. Normalized Elo measures in standard deviations
of a game, so that drawish games need no other bounds; logistic Elo is the usual one.

Examples:
  schwarm sprt 2 18 61 19 0 --elo0 0 --elo1 10
  schwarm sprt 379 10170 21828 10640 343 --elo0 0 --elo1 2 --json
  schwarm sprt 880 1863 759 --elo0 0 --elo1 5 --model logistic
  schwarm sprt 40 3 12 --elo0=-5 --elo1 5 --alpha 0.01 --beta 0.1

Exit codes: 0 H1 is accepted or the test is still open, 1 H0 is accepted, 2 wrong usage.")]
pub struct Args {
    /// LL LD DD WD WW for pairs (DD includes WL), or WINS DRAWS LOSSES for single games
    #[arg(required = true, num_args = 1.., value_name = "N")]
    counts: Vec<u64>,
    /// Elo of H0, from -1000 to 1000
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo0: f64,
    /// Elo of H1, more than that of H0
    #[arg(long, value_name = "ELO", allow_hyphen_values = true)]
    elo1: f64,
    /// Risk of accepting H1 wrongly, below 0.5
    #[arg(long, value_name = "RISK", default_value_t = 0.05, allow_hyphen_values = true)]
    alpha: f64,
    /// Risk of accepting H0 wrongly, below 0.5
    #[arg(long, value_name = "RISK", default_value_t = 0.05, allow_hyphen_values = true)]
    beta: f64,
    /// What elo0 and elo1 are
    #[arg(long, value_enum, default_value_t = ModelName::Normalized)]
    model: ModelName,
    /// Print one line of JSON: llr, lower, upper, state (H0, H1, open), elo, elo_error, nelo, los (0 to 1); null is undetermined
    #[arg(long)]
    json: bool,
}

/// The models as words of the command line.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum ModelName {
    Normalized,
    Logistic,
}

/// The report as JSON. Keys are public.
#[derive(Serialize)]
struct Report {
    llr: f64,
    lower: f64,
    upper: f64,
    state: &'static str,
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    los: Option<f64>,
}

/// Tests and reports.
///
/// # Errors
/// For numbers no test can be made of, and without words when H0 is accepted.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let counts = counts(&args.counts)?;
    let model = match args.model {
        ModelName::Normalized => Model::Normalized,
        ModelName::Logistic => Model::Logistic,
    };
    let sprt = Sprt::new(model, args.elo0, args.elo1, args.alpha, args.beta)
        .map_err(|error| Failure::usage(error.to_string()).advise("see `schwarm sprt --help`"))?;
    let (estimate, verdict) = (Estimate::new(counts), sprt.test(counts));
    let mut out = stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string(&report(&estimate, &verdict))?)?,
        false => write!(out, "{}", in_words(&counts, &sprt, &estimate, &verdict))?,
    }
    out.flush()?;
    match verdict.state {
        State::H0 => Err(anyhow!(Failure::told())),
        State::H1 | State::Open => Ok(()),
    }
}

fn counts(numbers: &[u64]) -> Result<Counts, Failure> {
    match *numbers {
        [ll, ld, dd, wd, ww] => Ok(Pentanomial([ll, ld, dd, wd, ww]).into()),
        [wins, draws, losses] => Ok(Trinomial { wins, draws, losses }.into()),
        _ => Err(Failure::usage(format!("{} numbers are neither pairs nor games", numbers.len()))
            .advise("give five (LL LD DD WD WW) for pairs or three (WINS DRAWS LOSSES) for single games")),
    }
}

fn report(estimate: &Estimate, verdict: &Verdict) -> Report {
    let Verdict { llr, lower, upper, state } = *verdict;
    let Estimate { elo, elo_error, nelo, los, .. } = *estimate;
    Report { llr, lower, upper, state: state.id(), elo, elo_error, nelo, los }
}

/// A table of the figures and a sentence.
fn in_words(counts: &Counts, sprt: &Sprt, estimate: &Estimate, verdict: &Verdict) -> String {
    let (units, results) = match counts {
        Counts::Pairs(Pentanomial([ll, ld, dd, wd, ww])) => {
            ("pairs", format!("LL {ll}, LD {ld}, DD+WL {dd}, WD {wd}, WW {ww}"))
        }
        Counts::Games(Trinomial { wins, draws, losses }) => {
            ("games", format!("wins {wins}, draws {draws}, losses {losses}"))
        }
    };
    let [elo0, elo1] = sprt.hypotheses();
    let mut rows = vec![
        (units, format!("{}: {results}", counts.units())),
        ("score", percent(estimate.score)),
        ("Elo", elo(estimate)),
        ("nElo", with_error(estimate.nelo, estimate.nelo_error)),
        ("LOS", percent(estimate.los)),
    ];
    if matches!(counts, Counts::Pairs(_)) {
        rows.push(("pairs ratio", estimate.pairs_ratio.map_or(UNKNOWN.into(), |ratio| format!("{ratio:.2}"))));
    }
    rows.push(("even", format!("{} of the {units}", percent(estimate.draw_rate))));
    rows.push(("LLR", format!("{:.2} between {:.2} and {:.2}", verdict.llr, verdict.lower, verdict.upper)));
    rows.push(("test", format!("{} Elo {elo0} against {elo1}", sprt.model())));
    let table: String = rows.iter().map(|(name, value)| format!("{name:11}  {value}\n")).collect();
    let sentence = match verdict.state {
        State::H0 => format!("H0 is accepted: the first bot is not better by {elo1} Elo."),
        State::H1 => format!("H1 is accepted: the first bot is better by more than {elo0} Elo."),
        State::Open => "The test is open: more games are needed.".into(),
    };
    format!("{table}\n{sentence}\n")
}

/// Said of what the counts do not determine.
const UNKNOWN: &str = "not determined";

/// A difference in Elo with its error, or the bound that is known.
pub fn elo(estimate: &Estimate) -> String {
    match (estimate.elo, estimate.elo_low, estimate.elo_high) {
        (None, Some(low), None) => format!("at least {low:.2} (95 %)"),
        (None, None, Some(high)) => format!("at most {high:.2} (95 %)"),
        (Some(elo), Some(low), None) => format!("{elo:.2}, at least {low:.2} (95 %)"),
        (Some(elo), None, Some(high)) => format!("{elo:.2}, at most {high:.2} (95 %)"),
        _ => with_error(estimate.elo, estimate.elo_error),
    }
}

/// A figure with its error.
pub fn with_error(value: Option<f64>, error: Option<f64>) -> String {
    match (value, error) {
        (Some(value), Some(error)) => format!("{value:.2} +/- {error:.2}"),
        (Some(value), None) => format!("{value:.2}, error {UNKNOWN}"),
        (None, _) => UNKNOWN.into(),
    }
}

/// A share in percent.
pub fn percent(share: Option<f64>) -> String {
    share.map_or(UNKNOWN.into(), |share| format!("{:.2} %", share * 100.0))
}
