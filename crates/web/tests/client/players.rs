//! Opponents and engines for tests: the house players, and one that thinks until it is stopped.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use schwarm_arena::transcript::Transcript;
use schwarm_core::{Rulebook, Session};
use schwarm_play::house::{Greedy, Random};
use schwarm_play::{
    Analysis, AnalysisError, Analyst, AnalystSeat, Choice, Doing, Ending, Finding, GameEvent, Limits, Seat, SeatFault,
    Stop, Turn,
};
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
        ["mine", "rude", "dying"].map(str::to_string).to_vec()
    }

    fn bot(&self, name: &str, _: &dyn Rulebook, transcript: &Transcript) -> Result<Box<dyn Seat>, String> {
        let greedy = AnalystSeat::new(Box::new(Greedy::new(1)));
        match name {
            "mine" => Ok(Box::new(greedy)),
            "rude" | "dying" => {
                let moves = if name == "dying" { 1 } else { usize::MAX };
                Ok(Box::new(Rude { seat: greedy, transcript: transcript.clone(), moves }))
            }
            _ => Err("no such bot".to_string()),
        }
    }
}

/// What the rude bot says.
pub const HOSTILE: &str = "</pre><script>alert(1)</script> & \u{1b}[2J\u{202e}";

/// Plays like another one, says odd things, and dies after so many moves.
struct Rude {
    seat: AnalystSeat,
    transcript: Transcript,
    moves: usize,
}

impl Seat for Rude {
    fn name(&self) -> &str {
        "rude"
    }

    fn begin<'a>(&'a mut self, started: &'a GameEvent, session: &'a dyn Session) -> Doing<'a, ()> {
        self.transcript.said("a game begins");
        self.seat.begin(started, session)
    }

    fn choose<'a>(&'a mut self, turn: Turn<'a>) -> Doing<'a, Choice> {
        self.transcript.said("your move");
        self.transcript.heard(HOSTILE);
        match self.moves.checked_sub(1) {
            Some(left) => {
                self.moves = left;
                self.seat.choose(turn)
            }
            None => Box::pin(async { Err(SeatFault::Crash("it died".to_string())) }),
        }
    }

    fn end<'a>(&'a mut self, ending: &'a Ending) -> Doing<'a, ()> {
        self.transcript.said("the game is over");
        self.seat.end(ending)
    }

    fn leave<'a>(&'a mut self) -> Doing<'a, ()> {
        self.seat.leave()
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
