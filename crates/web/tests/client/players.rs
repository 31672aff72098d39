//! Opponents and engines for tests: the house players, and one that thinks until it is stopped.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use schwarm_core::{Rulebook, Session};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{Analysis, AnalysisError, Analyst, AnalystSeat, Finding, Limits, Seat, Stop};
use schwarm_web::{Analysts, Opponents};

pub const TOKEN: &str = "a-token-of-the-operator";

/// Reviews that were begun.
pub static REVIEWS: AtomicUsize = AtomicUsize::new(0);

/// The level that thinks until it is stopped.
pub const SLOW: u8 = 9;

/// Level 1 plays at random, 9 thinks until it is stopped, all others are greedy.
pub struct House;

impl Opponents for House {
    fn level(&self, level: u8, seed: u64) -> Box<dyn Analyst> {
        match level {
            1 => Box::new(Random::new(seed)),
            SLOW => Box::new(Slow(Greedy::new(seed), Duration::from_secs(10))),
            _ => Box::new(Greedy::new(seed)),
        }
    }

    fn bots(&self, _: &dyn Rulebook) -> Vec<String> {
        vec!["mine".to_string()]
    }

    fn bot(&self, name: &str, _: &dyn Rulebook) -> Result<Box<dyn Seat>, String> {
        match name {
            "mine" => Ok(Box::new(AnalystSeat::new(Box::new(Greedy::new(1))))),
            _ => Err("no such bot".to_string()),
        }
    }
}

/// Thinks for so long unless it is stopped.
struct Slow(Greedy, Duration);

impl Analyst for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn analyse(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Finding),
    ) -> Result<Analysis, AnalysisError> {
        let began = Instant::now();
        while !stop.is_stopped() && began.elapsed() < self.1 {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.0.analyse(session, limits, stop, found)
    }
}

/// Greedy looks at positions, depth after depth, until its time is over.
pub struct Minds;

impl Analysts for Minds {
    fn analyse(
        &self,
        session: &dyn Session,
        _: usize,
        limits: &Limits,
        stop: &Stop,
        found: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, AnalysisError> {
        let until = Instant::now() + limits.time.and_then(|time| time.limit).unwrap_or_default();
        loop {
            let analysis = Greedy::new(1).analyse(session, &Limits::default(), stop, &mut |_| {})?;
            found(&analysis);
            if stop.is_stopped() || Instant::now() >= until {
                return Ok(analysis);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn reviewer(&self) -> Box<dyn Analyst> {
        REVIEWS.fetch_add(1, Ordering::SeqCst);
        Box::new(Slow(Greedy::new(1), Duration::from_millis(50)))
    }
}
