//! What a match has come to, in words, in a table and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use schwarm_arena::matchup::{Faults, MatchReport, Tally, TimeSummary};
use schwarm_arena::stats::{Counts, Estimate, Pentanomial, Sprt, State, Trinomial, Verdict};
use serde::Serialize;

use super::order::Order;
use crate::commands::sprt::{elo, percent, with_error};

/// Width of the bar between the bounds of a test.
const BAR: usize = 24;

/// The figures of a match, seen by the first bot. Keys are public.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    pentanomial: [u64; 5],
    elo: Option<f64>,
    elo_error: Option<f64>,
    los: Option<f64>,
    sprt: Option<Test>,
    #[serde(skip)]
    estimate: Estimate,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, Serialize)]
struct Test {
    llr: f64,
    lower: f64,
    upper: f64,
    #[serde(serialize_with = "id")]
    state: State,
}

fn id<S: serde::Serializer>(state: &State, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state.id())
}

impl Score {
    /// The figures of results. Pairs are the unit as soon as there is one: games from one start are not independent.
    pub fn new(tally: &Tally, sprt: Option<&Sprt>) -> Score {
        let pairs = Pentanomial(tally.pairs);
        let counts: Counts = match tally.complete_pairs() {
            0 => Trinomial { wins: tally.wins, draws: tally.draws, losses: tally.losses }.into(),
            _ => pairs.into(),
        };
        let estimate = Estimate::new(counts);
        let test = sprt.map(|sprt| {
            let Verdict { llr, lower, upper, state } = sprt.test(Pentanomial(tally.pairs));
            Test { llr, lower, upper, state }
        });
        Score {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: tally.pairs,
            elo: estimate.elo,
            elo_error: estimate.elo_error,
            los: estimate.los,
            sprt: test,
            estimate,
        }
    }

    /// The answer of the test, if there is a test.
    pub fn state(&self) -> Option<State> {
        self.sprt.map(|test| test.state)
    }

    /// Whether the test has an answer.
    pub fn is_decided(&self) -> bool {
        matches!(self.state(), Some(State::H0 | State::H1))
    }

    /// One line of JSON.
    ///
    /// # Errors
    /// Never, in practice: all of it can be written.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    /// Everything in one line.
    pub fn line(&self, tally: &Tally) -> String {
        let Tally { wins, draws, losses, .. } = tally;
        let mut line = format!("{wins} won, {draws} drawn, {losses} lost, Elo {}", elo(&self.estimate));
        if let Some(test) = &self.sprt {
            let _ = write!(line, ", LLR {:.2} between {:.2} and {:.2}", test.llr, test.lower, test.upper);
        }
        line
    }
}

/// The table above the progress bar; ends with a line feed.
pub fn live(players: &[String; 2], tally: &Tally, score: &Score) -> String {
    let mut text = String::new();
    for (name, value) in rows(players, tally, score) {
        let _ = writeln!(text, "{name:8}  {value}");
    }
    text
}

/// What is always worth showing.
fn rows(players: &[String; 2], tally: &Tally, score: &Score) -> Vec<(&'static str, String)> {
    let Tally { wins, draws, losses, pairs: [ll, ld, dd, wd, ww], .. } = tally;
    let estimate = &score.estimate;
    let mut rows = vec![
        ("games", format!("{}: {} won {wins}, drawn {draws}, {} won {losses}", score.games, players[0], players[1])),
        ("pairs", format!("{}: LL {ll}, LD {ld}, DD+WL {dd}, WD {wd}, WW {ww}", tally.complete_pairs())),
        ("score", format!("{} for {}", percent(estimate.score), players[0])),
        ("Elo", format!("{}, LOS {}", elo(estimate), percent(estimate.los))),
    ];
    if let Some(test) = &score.sprt {
        let Test { llr, lower, upper, .. } = *test;
        rows.push(("SPRT", format!("LLR {llr:.2}  {lower:.2} [{}] {upper:.2}", bar(llr, lower, upper))));
    }
    for (faults, name) in tally.faults.iter().zip(players).filter(|(faults, _)| faults.total() > 0) {
        rows.push(("faults", format!("{name}: {}", fault_words(faults))));
    }
    rows
}

/// Where the ratio stands between its bounds.
fn bar(llr: f64, lower: f64, upper: f64) -> String {
    let share = ((llr - lower) / (upper - lower)).clamp(0.0, 1.0);
    let at = ((BAR - 1) as f64 * share).round() as usize;
    (0..BAR).map(|cell| if cell == at { '|' } else { '-' }).collect()
}

fn fault_words(faults: &Faults) -> String {
    let Faults { time, illegal, crash, silence, left } = *faults;
    let kinds = [
        (time, "on time"),
        (illegal, "by an illegal move"),
        (crash, "by a crash"),
        (silence, "silent"),
        (left, "resigned or left"),
    ];
    let words: Vec<String> = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!("{n} {kind}")).collect();
    words.join(", ")
}

/// The whole report.
pub fn in_words(order: &Order, report: &MatchReport, score: &Score, took: Duration) -> String {
    let players = &order.plan.players;
    let mut text = format!("{}\n\n", order.name);
    let mut rows = rows(players, &report.tally, score);
    if report.tally.adjudicated > 0 {
        rows.push(("judged", format!("{} games were ended by the referee", report.tally.adjudicated)));
    }
    rows.push(("nElo", with_error(score.estimate.nelo, score.estimate.nelo_error)));
    for (name, times) in players.iter().zip(&report.times).filter(|(_, times)| times.count > 0) {
        rows.push(("a move", format!("{name}: {}", times_words(times))));
    }
    for (name, late) in players.iter().zip(&report.late).filter(|(_, late)| late.count > 0) {
        rows.push(("late", format!("{name}: {} answers, forgiven; {}", late.count, times_words(late))));
    }
    if report.between.count > 0 {
        rows.push(("referee", times_words(&report.between)));
    }
    let before = if report.found > 0 { format!(", {} before", report.found) } else { String::new() };
    rows.push(("played", format!("{} games in {}{before}", report.played, time_words(took))));
    for (name, value) in rows {
        let _ = writeln!(text, "{name:8}  {value}");
    }
    text.push('\n');
    text.push_str(&sentence(order, report, score));
    text.push('\n');
    if let Some(folder) = report.bundles.first().and_then(|folder| folder.parent()) {
        let _ = writeln!(text, "Games lost through faults, with all that was said: {}", folder.display());
    }
    if report.tally.losses > 0 {
        let quoted = |name: &str| format!("'{}'", name.replace('\'', "'\\''"));
        let (name, of_match) = (quoted(&players[0]), quoted(&order.name));
        let _ = writeln!(text, "Why was it lost? schwarm records list --lost-by {name} --match {of_match}");
    }
    text
}

/// The answer to the question whether it is better.
fn sentence(order: &Order, report: &MatchReport, score: &Score) -> String {
    let [one, two] = &order.plan.players;
    if let (Some(state), Some(sprt)) = (score.state(), &order.sprt) {
        let [elo0, elo1] = sprt.hypotheses();
        match state {
            State::H1 => return format!("H1 is accepted: {one} is better than {two} by more than {elo0} Elo."),
            State::H0 => return format!("H0 is accepted: {one} is not better than {two} by {elo1} Elo."),
            State::Open => {}
        }
    }
    let left = match report.left {
        0 => String::new(),
        left => format!(" {left} games are left: the same command plays them."),
    };
    let open = if score.sprt.is_some() { "The test is open. " } else { "" };
    let answer = match score.los {
        None => format!("Nothing can be said about {one} and {two} yet."),
        Some(los) if los >= 0.975 => format!("{one} is better than {two}: {} sure.", percent(Some(los))),
        Some(los) if los <= 0.025 => format!("{two} is better than {one}: {} sure.", percent(Some(1.0 - los))),
        Some(_) => format!("These games do not show which of {one} and {two} is better."),
    };
    format!("{open}{answer}{left}")
}

/// Times in a few words.
fn times_words(times: &TimeSummary) -> String {
    let [p50, p99, most] = [times.p50_us, times.p99_us, times.max_us].map(micros);
    format!("half within {p50}, 99 % within {p99}, longest {most}")
}

fn micros(micros: u64) -> String {
    match micros {
        0..1_000 => format!("{micros} us"),
        1_000..1_000_000 => format!("{:.1} ms", micros as f64 / 1e3),
        _ => format!("{:.2} s", micros as f64 / 1e6),
    }
}

fn time_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
