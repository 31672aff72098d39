//! Time for thinking, as arithmetic on durations.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schwarm_core::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How much time the players have.
///
/// Texts: `none`; `2/move` and `2..10/move` (seconds; an answer after 2 s loses, after 10 s
/// nobody waits any longer); `60` and `60+0.5` (seconds for the whole game, and for each move).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// The same for every move.
    PerMove {
        /// An answer that took longer loses.
        limit: Duration,
        /// After this long nobody waits any longer; at least the limit.
        patience: Duration,
    },
    /// A stock for the whole game.
    Total {
        /// At the start.
        base: Duration,
        /// Added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// What the Software-Challenge gives: two seconds, and ten until the server gives up.
    pub const SOFTWARE_CHALLENGE: TimeControl =
        TimeControl::PerMove { limit: Duration::from_secs(2), patience: Duration::from_secs(10) };

    /// The same time for every move.
    pub const fn per_move(limit: Duration) -> TimeControl {
        TimeControl::PerMove { limit, patience: limit }
    }

    /// The same for a machine of another speed: all times by `of / to`, in whole milliseconds and never below one.
    #[must_use]
    pub fn scaled(self, of: u64, to: u64) -> TimeControl {
        let scale = |time: Duration| {
            let millis = time.as_millis() * u128::from(of) / u128::from(to.max(1));
            let least = u128::from(!time.is_zero());
            Duration::from_millis(u64::try_from(millis.max(least)).unwrap_or(u64::MAX))
        };
        match self {
            TimeControl::None => TimeControl::None,
            TimeControl::PerMove { limit, patience } => {
                TimeControl::PerMove { limit: scale(limit), patience: scale(patience) }
            }
            TimeControl::Total { base, increment } => {
                TimeControl::Total { base: scale(base), increment: scale(increment) }
            }
        }
    }
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot read time control {text:?}: write none, 2/move, 2..10/move, 60 or 60+0.5 (seconds, at most {MOST} each)"
)]
pub struct TimeControlError {
    /// The text as given.
    pub text: String,
}

/// The longest time anybody may ask for: a year.
const MOST: u64 = 366 * 24 * 3600;

/// Reads seconds with up to nine decimals, exactly.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 9 {
        return None;
    }
    let nanos = format!("{part:0<9}").parse().ok()?;
    Some(Duration::new(whole.parse().ok()?, nanos))
}

/// Writes seconds as [`seconds`] reads them.
pub(crate) fn seconds_text(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => time.as_secs().to_string(),
        nanos => format!("{}.{nanos:09}", time.as_secs()).trim_end_matches('0').to_string(),
    }
}

impl TimeControl {
    /// Reads a text without asking whether anybody could play by it.
    pub(crate) fn read(text: &str) -> Option<TimeControl> {
        let text = text.trim();
        if text == "none" || text == "-" {
            return Some(TimeControl::None);
        }
        if let Some(times) = text.strip_suffix("/move") {
            let (limit, patience) = times.split_once("..").unwrap_or((times, times));
            return Some(TimeControl::PerMove { limit: seconds(limit)?, patience: seconds(patience)? });
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Some(TimeControl::Total { base: seconds(base)?, increment: seconds(increment)? })
    }

    /// Whether a game can be played by it.
    fn is_sound(&self) -> bool {
        const LONGEST: Duration = Duration::from_secs(MOST);
        match self {
            TimeControl::None => true,
            TimeControl::PerMove { limit, patience } => !limit.is_zero() && limit <= patience && *patience <= LONGEST,
            TimeControl::Total { base, increment } => !base.is_zero() && *base <= LONGEST && *increment <= LONGEST,
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        TimeControl::read(text)
            .filter(TimeControl::is_sound)
            .ok_or_else(|| TimeControlError { text: text.chars().take(80).collect() })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = |time: &Duration| seconds_text(*time);
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::PerMove { limit, patience } if limit == patience => write!(f, "{}/move", s(limit)),
            TimeControl::PerMove { limit, patience } => write!(f, "{}..{}/move", s(limit), s(patience)),
            TimeControl::Total { base, increment } if increment.is_zero() => write!(f, "{}", s(base)),
            TimeControl::Total { base, increment } => write!(f, "{}+{}", s(base), s(increment)),
        }
    }
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a player may know about the time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ThinkTime {
    /// The answer must come within this; `None` is as long as it takes.
    pub limit: Option<Duration>,
    /// Own stock left, where the game has one.
    pub left: Option<Duration>,
    /// Added after each own move, where the game has a stock.
    pub increment: Duration,
}

impl ThinkTime {
    /// So long for this move.
    pub fn within(limit: Duration) -> ThinkTime {
        ThinkTime { limit: Some(limit), ..ThinkTime::default() }
    }
}

/// How a player overstepped the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeFault {
    /// The answer came, but too late.
    Late,
    /// No answer came for as long as anybody waits.
    None,
}

/// The clocks of both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: [Duration; 2],
    /// Players whose clock does not run.
    exempt: [bool; 2],
}

impl Clock {
    /// Full clocks.
    pub fn new(control: TimeControl) -> Clock {
        let base = match control {
            TimeControl::Total { base, .. } => base,
            _ => Duration::ZERO,
        };
        Clock { control, left: [base; 2], exempt: [false; 2] }
    }

    /// Frees a player from the clock, or not.
    pub fn set_exempt(&mut self, side: Side, exempt: bool) {
        self.exempt[side.index()] = exempt;
    }

    /// The control the clocks run by.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Stock left, where there is one.
    pub fn left(&self, side: Side) -> Option<Duration> {
        matches!(self.control, TimeControl::Total { .. }).then(|| self.left[side.index()])
    }

    /// What the player to move may know.
    pub fn think_time(&self, side: Side) -> ThinkTime {
        if self.exempt[side.index()] {
            return ThinkTime::default();
        }
        match self.control {
            TimeControl::None => ThinkTime::default(),
            TimeControl::PerMove { limit, .. } => ThinkTime::within(limit),
            TimeControl::Total { increment, .. } => {
                let left = self.left[side.index()];
                ThinkTime { limit: Some(left), left: Some(left), increment }
            }
        }
    }

    /// How long to wait for an answer before giving up.
    pub fn patience(&self, side: Side) -> Option<Duration> {
        if self.exempt[side.index()] {
            return None;
        }
        match self.control {
            TimeControl::None => None,
            TimeControl::PerMove { patience, .. } => Some(patience),
            TimeControl::Total { .. } => Some(self.left[side.index()]),
        }
    }

    /// A player has thought for so long and has answered.
    ///
    /// # Errors
    /// When that was too long. The stock is then empty.
    pub fn spend(&mut self, side: Side, spent: Duration) -> Result<(), TimeFault> {
        if self.exempt[side.index()] {
            return Ok(());
        }
        match self.control {
            TimeControl::None => Ok(()),
            TimeControl::PerMove { limit, .. } if spent <= limit => Ok(()),
            TimeControl::PerMove { patience, .. } if spent < patience => Err(TimeFault::Late),
            TimeControl::PerMove { .. } => Err(TimeFault::None),
            TimeControl::Total { increment, .. } => {
                let left = &mut self.left[side.index()];
                match left.checked_sub(spent) {
                    Some(rest) => {
                        *left = rest.saturating_add(increment);
                        Ok(())
                    }
                    None => {
                        *left = Duration::ZERO;
                        Err(TimeFault::Late)
                    }
                }
            }
        }
    }

    /// Gives back what a taken-back move had cost.
    pub fn restore(&mut self, side: Side, left: Duration) {
        self.left[side.index()] = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: fn(u64) -> Duration = Duration::from_secs;

    #[test]
    fn texts_are_read_back() {
        for text in ["none", "2/move", "2..10/move", "60", "60+0.5", "0.05/move"] {
            assert_eq!(text.parse::<TimeControl>().expect(text).to_string(), text);
        }
        assert_eq!("2..10/move".parse(), Ok(TimeControl::SOFTWARE_CHALLENGE));
    }

    #[test]
    fn nonsense_is_refused_and_says_what_is_wanted() {
        for text in ["", "fast", "-1", "1e9", "10..2/move", "0/move", "0", "1+", "+1", "inf", "99999999999", "2/moves"]
        {
            let error = text.parse::<TimeControl>().expect_err(text);
            assert!(error.to_string().contains("2/move"), "{error}");
        }
    }

    #[test]
    fn a_stock_runs_down_and_is_filled_up() {
        let mut clock = Clock::new(TimeControl::Total { base: S(10), increment: S(2) });
        assert_eq!(clock.spend(Side::One, S(4)), Ok(()));
        assert_eq!((clock.left(Side::One), clock.left(Side::Two)), (Some(S(8)), Some(S(10))));
        assert_eq!(clock.spend(Side::One, S(9)), Err(TimeFault::Late));
        assert_eq!(clock.left(Side::One), Some(S(0)));
    }

    #[test]
    fn the_exact_limit_is_in_time() {
        let mut clock = Clock::new(TimeControl::SOFTWARE_CHALLENGE);
        assert_eq!(clock.spend(Side::One, S(2)), Ok(()));
        assert_eq!(clock.spend(Side::One, S(2) + Duration::from_millis(1)), Err(TimeFault::Late));
        assert_eq!(clock.spend(Side::One, S(10)), Err(TimeFault::None));
        let mut clock = Clock::new(TimeControl::Total { base: S(1), increment: S(0) });
        assert_eq!(clock.spend(Side::One, S(1)), Ok(()));
    }

    #[test]
    fn an_exempt_player_has_all_the_time() {
        let mut clock = Clock::new(TimeControl::SOFTWARE_CHALLENGE);
        clock.set_exempt(Side::Two, true);
        assert_eq!(clock.spend(Side::Two, S(1000)), Ok(()));
        assert_eq!((clock.patience(Side::Two), clock.patience(Side::One)), (None, Some(S(10))));
        assert_eq!(clock.think_time(Side::Two), ThinkTime::default());
    }
}
