//! How long a move is worth thinking about: arithmetic on durations, no clock.
//!
//! What must hold: the hard limit plus the margin never exceeds what the referee allows.

use std::time::Duration;

/// What is known of the time for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// The answer must come within this; `None` is as long as it takes.
    pub limit: Option<Duration>,
    /// Stock for the rest of the game, where there is one.
    pub left: Option<Duration>,
    /// Added to the stock after each move.
    pub increment: Duration,
    /// Own moves the stock has to last for, as far as that can be told.
    pub moves_left: Option<u32>,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// No new iteration begins after about this long.
    pub soft: Option<Duration>,
    /// The answer is given after this long, whatever was found.
    pub hard: Option<Duration>,
}

/// Moves a stock should last for where nobody knows.
const MOVES_UNKNOWN: u32 = 30;

/// Plans a move.
pub fn plan(allowance: &Allowance, latency: &Latency) -> Plan {
    let Some(limit) = allowance.limit else { return Plan { soft: None, hard: None } };
    let margin = latency.margin(limit);
    let most = limit.saturating_sub(margin);
    let Some(left) = allowance.left else {
        // The time of a move cannot be saved for the next one.
        return Plan { soft: None, hard: Some(most) };
    };
    let moves = allowance.moves_left.unwrap_or(MOVES_UNKNOWN).clamp(1, MOVES_UNKNOWN);
    // What comes in with each move is spent, the stock is spread; some of both is kept back.
    let share = left.saturating_sub(margin) / moves + allowance.increment.mul_f64(0.8);
    let soft = share.min(most);
    // A hard move may cost several shares, never so much that the later ones starve.
    let hard = (share * 4).min(left.mul_f64(0.35).max(allowance.increment.mul_f64(0.8))).min(most);
    Plan { soft: Some(soft.min(hard)), hard: Some(hard) }
}

/// How late answers are: what lies between the search's last look at the clock and the referee's.
///
/// Two things can be seen from inside: how long the search was kept from looking at the clock
/// (another program had the processor), and, where there is a stock, how much more the referee
/// took off than was thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Latency {
    worst: Duration,
}

/// Always kept back, for a call and a few switches of threads.
const LEAST_MARGIN: Duration = Duration::from_micros(1500);

/// Of a stock or a long limit never more than this is kept back.
const MOST_MARGIN: Duration = Duration::from_millis(250);

/// Of a limit at least this share is kept back, up to [`ENOUGH`]: the first surprise comes unannounced.
const LEAST_SHARE: f64 = 0.125;

/// What is enough where nothing was observed.
const ENOUGH: Duration = Duration::from_millis(25);

/// Of a short limit at most this share is kept back.
const MOST_SHARE: f64 = 0.85;

impl Default for Latency {
    fn default() -> Latency {
        // Until something was seen: what a busy machine takes for a few turns of its scheduler.
        Latency { worst: Duration::from_millis(10) }
    }
}

impl Latency {
    /// Something came so much later than it should have.
    pub fn observe(&mut self, late: Duration) {
        // Bad surprises are remembered, and forgotten over a hundred moves or so.
        self.worst = late.max(self.worst.mul_f64(0.99)).min(Duration::from_secs(2));
    }

    /// What is kept back of a limit.
    pub fn margin(&self, limit: Duration) -> Duration {
        let margin = (LEAST_MARGIN + self.worst.mul_f64(1.5)).max(limit.mul_f64(LEAST_SHARE).min(ENOUGH));
        // A busy machine takes the same time from a short limit as from a long one.
        margin.min(MOST_MARGIN).min(limit.mul_f64(MOST_SHARE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn allowance(left: u64, increment: u64) -> Allowance {
        Allowance { limit: Some(MS(left)), left: Some(MS(left)), increment: MS(increment), moves_left: None }
    }

    #[test]
    fn no_limit_is_no_plan() {
        assert_eq!(plan(&Allowance::default(), &Latency::default()), Plan { soft: None, hard: None });
    }

    #[test]
    fn the_time_of_a_move_is_used_up_but_for_the_margin() {
        let plan = plan(&Allowance { limit: Some(MS(2000)), ..Allowance::default() }, &Latency::default());
        assert_eq!(plan.soft, None);
        let hard = plan.hard.expect("a limit");
        assert!(hard >= MS(1970) && hard < MS(2000), "{hard:?}");
    }

    #[test]
    fn a_game_never_runs_out_of_its_stock() {
        for (base, increment, latency) in [(60_000, 0, 0), (10_000, 100, 2), (1000, 0, 0), (100, 10, 1), (20, 0, 0)] {
            let mut left = MS(base);
            let late = Latency { worst: MS(latency) };
            for ply in 0..200 {
                let hard = plan(&allowance(left.as_millis() as u64, increment), &late).hard.expect("a limit");
                assert!(hard + MS(latency) <= left, "ply {ply} of {base}+{increment}: {hard:?} of {left:?}");
                left = left - hard - MS(latency).min(left - hard) + MS(increment);
            }
        }
    }

    #[test]
    fn surprises_widen_the_margin_and_are_forgotten() {
        let mut latency = Latency::default();
        let before = latency.margin(MS(1000));
        latency.observe(MS(40));
        let after = latency.margin(MS(1000));
        assert!(after >= MS(60), "{after:?}");
        for _ in 0..600 {
            latency.observe(MS(0));
        }
        assert!(latency.margin(MS(1000)) <= before);
        assert!(latency.margin(MS(100)) < Latency::default().margin(MS(100)));
        assert!(latency.margin(MS(10)) <= MS(7), "some time is left for thinking");
    }
}
