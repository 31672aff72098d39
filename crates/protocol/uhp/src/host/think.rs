//! How an engine is told when to answer.
//!
//! The protocol has one time for one move, and no clock. Officially it has whole seconds only;
//! engines disagree on fractions, so that plainer forms are tried where one is refused.

use std::time::Duration;

use schwarm_play::ThinkTime;

use super::HostConfig;
use crate::wire::Measure;

/// How an engine is told when to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// By the time it has: `bestmove time hh:mm:ss`, with a fraction where there is one. An engine
    /// that refuses the fraction is asked with `bestmove seconds`, then in whole seconds.
    #[default]
    Clock,
    /// By the time it has, as `bestmove seconds X`.
    Seconds,
    /// Always the same time.
    Fixed(Duration),
    /// Plies, whatever the time.
    Depth(u32),
}

/// Forms of a time that is no whole number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Fraction,
    Seconds,
    Whole,
}

/// Shares of a stock of time: a game is thought to last so many more moves.
const MOVES_TO_GO: u32 = 25;
/// The least time anybody is given.
const LEAST: Duration = Duration::from_millis(1);

pub(super) struct Thinker {
    thinking: Thinking,
    form: Form,
    margin: Duration,
    untimed: Duration,
}

impl Thinker {
    pub(super) fn new(config: &HostConfig) -> Thinker {
        Thinker { thinking: config.thinking, form: Form::Fraction, margin: config.margin, untimed: config.untimed }
    }

    /// What to ask for.
    pub(super) fn measure(&self, time: &ThinkTime) -> Measure {
        let span = match self.thinking {
            Thinking::Depth(depth) => return Measure::Depth(depth.max(1)),
            Thinking::Seconds => return Measure::Seconds(self.span(time)),
            Thinking::Fixed(span) => span,
            Thinking::Clock => self.span(time),
        };
        match self.form {
            Form::Fraction => Measure::Time(span),
            _ if span.subsec_millis() == 0 => Measure::Time(span),
            Form::Seconds => Measure::Seconds(span),
            Form::Whole => Measure::Time(Duration::from_secs(span.as_secs().max(1))),
        }
    }

    /// A question with this time was refused: whether there is a plainer way to ask.
    pub(super) fn speaks_plainer(&mut self, time: &ThinkTime) -> bool {
        let before = self.measure(time);
        let next = match (self.thinking, self.form) {
            (Thinking::Depth(_) | Thinking::Seconds, _) | (_, Form::Whole) => return false,
            (_, Form::Fraction) => Form::Seconds,
            (_, Form::Seconds) => Form::Whole,
        };
        let form = std::mem::replace(&mut self.form, next);
        let plainer = self.measure(time) != before;
        if !plainer {
            // Whole seconds were refused, so the form is not to blame.
            self.form = form;
        }
        plainer
    }

    /// The time for one move.
    fn span(&self, time: &ThinkTime) -> Duration {
        let Some(limit) = time.limit else { return self.untimed };
        let safe = limit - self.margin.min(limit / 4);
        let span = match time.left {
            Some(left) => safe.min(left / MOVES_TO_GO + time.increment * 3 / 4),
            None => safe,
        };
        Duration::from_millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)).max(LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn thinker(thinking: Thinking) -> Thinker {
        Thinker::new(&HostConfig { thinking, ..HostConfig::default() })
    }

    #[test]
    fn some_of_the_time_is_kept_for_the_way() {
        let thinker = thinker(Thinking::Clock);
        assert_eq!(thinker.measure(&ThinkTime::within(MS(2000))), Measure::Time(MS(1950)));
        assert_eq!(thinker.measure(&ThinkTime::within(MS(40))), Measure::Time(MS(30)));
        assert_eq!(thinker.measure(&ThinkTime::within(MS(0))), Measure::Time(MS(1)));
        assert_eq!(thinker.measure(&ThinkTime::default()), Measure::Time(MS(5000)));
    }

    #[test]
    fn a_stock_of_time_is_shared_out() {
        let left =
            |left, increment| ThinkTime { limit: Some(MS(left)), left: Some(MS(left)), increment: MS(increment) };
        let thinker = thinker(Thinking::Clock);
        assert_eq!(thinker.measure(&left(60_000, 1000)), Measure::Time(MS(3150)));
        assert_eq!(thinker.measure(&left(100, 1000)), Measure::Time(MS(75)));
    }

    #[test]
    fn plainer_forms_are_tried_and_whole_seconds_stay() {
        let (odd, whole) = (ThinkTime::within(MS(2550)), ThinkTime::within(MS(2050)));
        let mut thinker = thinker(Thinking::Clock);
        assert!(!thinker.speaks_plainer(&whole));
        assert_eq!(thinker.measure(&odd), Measure::Time(MS(2500)));
        assert!(thinker.speaks_plainer(&odd));
        assert_eq!(thinker.measure(&odd), Measure::Seconds(MS(2500)));
        assert_eq!(thinker.measure(&whole), Measure::Time(MS(2000)));
        assert!(thinker.speaks_plainer(&odd));
        assert_eq!(thinker.measure(&odd), Measure::Time(MS(2000)));
        assert!(!thinker.speaks_plainer(&odd));
    }

    #[test]
    fn a_given_measure_is_kept() {
        assert_eq!(thinker(Thinking::Depth(3)).measure(&ThinkTime::within(MS(10))), Measure::Depth(3));
        assert_eq!(thinker(Thinking::Fixed(MS(700))).measure(&ThinkTime::default()), Measure::Time(MS(700)));
        assert_eq!(thinker(Thinking::Seconds).measure(&ThinkTime::within(MS(400))), Measure::Seconds(MS(350)));
        assert!(!thinker(Thinking::Depth(3)).speaks_plainer(&ThinkTime::default()));
    }
}
