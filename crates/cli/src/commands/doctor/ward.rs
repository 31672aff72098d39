//! Where the bot lies: how it is started, how patient everybody is, what was said.
//!
//! Invariant: whatever is started here is ended when its talk is dropped.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use schwarm_arena::process::Process;
use schwarm_arena::transcript::{Recorded, Transcript};
use schwarm_play::{Talk, TimeControl};

use super::finding::Ill;
use crate::bots::Named;
use crate::failure::Failure;

/// How much is tried, and how long anything is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Dose {
    /// What the dose is called.
    pub name: &'static str,
    /// For an answer that needs no thinking.
    pub answer: Duration,
    /// Random games for each game that is examined.
    pub games: usize,
    /// Plies of each of them.
    pub plies: usize,
    /// Plies of a long game.
    pub long: usize,
    /// After so long a check of many positions has seen enough.
    pub budget: Duration,
    /// Games over which the memory is watched.
    pub watched: usize,
}

impl Dose {
    /// `--quick`
    pub const QUICK: Dose = Dose {
        name: "quick",
        answer: Duration::from_secs(3),
        games: 1,
        plies: 40,
        long: 200,
        budget: Duration::from_secs(10),
        watched: 24,
    };
    /// Without an option.
    pub const USUAL: Dose = Dose {
        name: "usual",
        answer: Duration::from_secs(10),
        games: 3,
        plies: 120,
        long: 250,
        budget: Duration::from_secs(40),
        watched: 60,
    };
    /// `--long`
    pub const LONG: Dose = Dose {
        name: "long",
        answer: Duration::from_secs(30),
        games: 20,
        plies: 300,
        long: 600,
        budget: Duration::from_secs(300),
        watched: 400,
    };

    /// No check takes longer.
    pub fn limit(&self) -> Duration {
        self.budget * 2 + self.answer * 10
    }
}

/// A bot and how it is to be treated.
pub struct Ward<'a> {
    /// The bot.
    pub named: &'a Named,
    /// Its command.
    pub command: &'a str,
    /// How much is tried.
    pub dose: Dose,
    /// The clock, where the user has said so.
    pub time: Option<TimeControl>,
    /// Seed of all games.
    pub seed: u64,
    /// Whether it says something before it is asked, once that is known.
    pub greets: Cell<Option<bool>>,
    transcript: RefCell<Transcript>,
}

impl<'a> Ward<'a> {
    /// A ward with one bot.
    pub fn new(named: &'a Named, command: &'a str, dose: Dose, time: Option<TimeControl>, seed: u64) -> Ward<'a> {
        Ward { named, command, dose, time, seed, greets: Cell::new(None), transcript: RefCell::default() }
    }

    /// Starts the bot anew and begins a new transcript.
    ///
    /// # Errors
    /// When it cannot be started any longer.
    pub fn start(&self) -> Result<Box<dyn Talk>, Ill> {
        let process = Process::start(self.command).map_err(|error| Ill::new(error.to_string()))?;
        Ok(Box::new(Recorded::process(process, &self.new_transcript())))
    }

    /// Whether it can be started at all; otherwise there is nobody to examine.
    ///
    /// # Errors
    /// When it cannot.
    pub async fn admit(&self) -> Result<(), Failure> {
        let mut process = Process::start(self.command).map_err(|error| Failure::usage(error.to_string()))?;
        let _ = process.hang_up().await;
        Ok(())
    }

    /// A fresh transcript, for the process that is started next.
    pub fn new_transcript(&self) -> Transcript {
        self.transcript.replace(Transcript::default());
        self.transcript()
    }

    /// Takes an earlier talk for the one to be shown.
    pub fn show(&self, transcript: &Transcript) {
        self.transcript.replace(transcript.clone());
    }

    /// What was said with the process that was started last.
    pub fn transcript(&self) -> Transcript {
        self.transcript.borrow().clone()
    }

    /// Whether the last process ended by itself once nobody spoke to it any longer.
    ///
    /// # Errors
    /// When it had to be killed; `why` is what it should have left for.
    pub fn left(&self, why: &str) -> Result<(), Ill> {
        let exit = self.transcript().process().and_then(|notes| notes.exit()).unwrap_or_default();
        match exit.is_empty() || exit.contains("signal: 9") {
            true => Err(Ill::new(format!("did not end within half a second after {why}, and was killed"))),
            false => Ok(()),
        }
    }

    /// Time for one move, and the clock it is part of.
    pub fn clock(&self, usual: TimeControl) -> (TimeControl, Duration) {
        let time = self.time.unwrap_or(usual);
        let limit = match time {
            TimeControl::None => self.dose.answer,
            TimeControl::PerMove { limit, .. } => limit,
            TimeControl::Total { base, .. } => base,
        };
        (time, limit)
    }
}
