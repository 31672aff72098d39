//! The match itself: workers that take games from a queue until there are none.
//!
//! A worker is a thread with its own small runtime and its own two bots, so that all of a game can
//! stay on one core.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schwarm_core::Rulebook;
use schwarm_play::{Attempt, Ending, GameEvent, Journal, JournalError, Playing};
use serde::Serialize;
use tokio::runtime::{Builder, Runtime};

use super::bundle::{self, Case};
use super::chairs::{Absent, Chairs, Restart, SeatFactory};
use super::game::{self, Scribe, Spent, Table};
use super::plan::{MatchPlan, PlanError};
use super::stop::{Stage, StopSignal};
use super::tally::Tally;
use super::times::TimeSummary;
use super::{openings, pinning};
use crate::referee::Patience;
use crate::transcript::Transcript;

/// Failures in a row after which a bot is no longer started.
const START_TRIES: u32 = 3;

/// The pause before a bot that did not come is called again.
const START_PAUSE: Duration = Duration::from_millis(50);

/// How long a bot that has failed is listened to before all is written down.
const LAST_WORDS: Duration = Duration::from_millis(10);

/// Of which games it is kept what was said with the bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptTalk {
    /// Of all.
    #[default]
    All,
    /// Of those that ended through a fault of a bot.
    Faults,
}

impl KeptTalk {
    /// Whether it is kept of a game that ended so.
    pub fn wants(self, ending: &Ending) -> bool {
        self == KeptTalk::All || bundle::is_wanted(ending)
    }
}

/// How a match is played; nothing here changes its games.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only one pair of the plan, whatever else the plan has.
    pub pair: Option<u64>,
    /// Games at once.
    pub concurrency: NonZeroUsize,
    /// When each bot is started anew.
    pub restart: [Restart; 2],
    /// How patient the referee is outside of moves.
    pub patience: Patience,
    /// Cores to play on, one for each game at once, in turn; empty leaves that to the system.
    pub cpus: Vec<usize>,
    /// Where folders about failures go; a match has its own, for games are numbered.
    pub bundles: Option<PathBuf>,
    /// Of which games the talk with the bots goes into the journal.
    pub talk: KeptTalk,
    /// Whether a bot that cannot be started loses the game it was called for, as in a tournament, where others want to go on.
    /// Else the match ends with an error.
    pub forfeit: bool,
    /// How long moves may wait to be written down together. Zero writes each ply at once; bots in the
    /// same program play faster than that. The end of a game never waits.
    pub batch: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pair: None,
            concurrency: NonZeroUsize::MIN,
            restart: [Restart::default(); 2],
            patience: Patience::default(),
            cpus: Vec::new(),
            bundles: None,
            talk: KeptTalk::default(),
            forfeit: false,
            batch: Duration::ZERO,
        }
    }
}

/// What a match tells on its way. All of it is in the journal already.
#[derive(Debug)]
pub enum Progress<'a> {
    /// The match is open; this was played before. Comes once, before any game.
    Opened {
        /// All results of earlier runs.
        tally: &'a Tally,
    },
    /// A game begins.
    Started {
        /// Its place in the match, from 0.
        game: u64,
        /// Which try at it, from 1.
        attempt: u32,
        /// Its first event.
        event: &'a GameEvent,
    },
    /// Something happened in a game; its end comes as [`Ended`](Progress::Ended) too.
    Happened {
        /// Its place in the match.
        game: u64,
        /// What.
        event: &'a GameEvent,
    },
    /// A game has ended and counts. These come one after the other, never at once.
    Ended {
        /// Its place in the match.
        game: u64,
        /// How.
        ending: &'a Ending,
        /// All results so far, this one included.
        tally: &'a Tally,
        /// The folder about the failure, if there was one.
        bundle: Option<&'a Path>,
    },
    /// A bot could not be started or was not ready; it is tried again.
    Absent {
        /// Which bot of the plan.
        player: usize,
        /// Failures in a row.
        failures: u32,
        /// What was seen.
        why: &'a str,
    },
    /// Something went wrong that costs no game.
    Warning(&'a str),
}

/// What a match has come to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MatchReport {
    /// Results of all games, those of earlier runs included.
    pub tally: Tally,
    /// Games the plan has.
    pub games: u64,
    /// Games that were finished before this run.
    pub found: u64,
    /// Games finished in this run.
    pub played: u64,
    /// Games that were broken off in this run.
    pub broken_off: u64,
    /// Games still to be played.
    pub left: u64,
    /// Time of each bot for a move, in this run.
    pub times: [TimeSummary; 2],
    /// By how much answers of each bot came after the clock's limit and were forgiven, in this run: what the
    /// margin was needed for.
    pub late: [TimeSummary; 2],
    /// Time between an answer and the next question, in this run: rules and journal.
    pub between: TimeSummary,
    /// Whether each game had a core of its own.
    pub pinned: bool,
    /// Folders about failures, in this run.
    pub bundles: Vec<PathBuf>,
}

/// Why a match did not go on. What was played is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The plan cannot be played.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// Nothing can be written down.
    #[error("{0}")]
    Journal(#[from] JournalError),
    /// A bot does not come.
    #[error("{name} cannot be started ({tries} failures in a row): {why}")]
    CannotStart {
        /// Which bot of the plan.
        player: usize,
        /// What it is called.
        name: String,
        /// How often it was tried.
        tries: u32,
        /// What was seen the last time.
        why: String,
    },
    /// A core cannot be used.
    #[error("{0}")]
    Cpu(String),
    /// The system has no means for another worker.
    #[error("cannot run a worker: {0}")]
    Worker(std::io::Error),
}

/// A match, ready to be played.
pub struct Match<'a> {
    /// Its name in the journal.
    pub name: &'a str,
    /// What is played.
    pub plan: &'a MatchPlan,
    /// The rules of the plan's game.
    pub rules: &'a dyn Rulebook,
    /// How the bots are started.
    pub bots: [SeatFactory<'a>; 2],
    /// Where games are written down. Its futures are awaited in other runtimes than the caller's.
    pub journal: &'a dyn Journal,
    /// How it is played.
    pub options: &'a Options,
    /// Ends it early. After an error it stands at [`Stage::Now`].
    pub stop: &'a StopSignal,
    /// Hears of everything, from the threads of the workers. It may stop the match.
    pub observer: &'a (dyn Fn(&Progress<'_>) + Sync),
}

/// What the workers share.
struct Shared {
    of_match: i64,
    /// The next game to look at, and where there are none any more.
    next: u64,
    end: u64,
    /// Games that are not to be played.
    finished: HashSet<u64>,
    report: MatchReport,
    spent: Spent,
    error: Option<MatchError>,
}

impl Match<'_> {
    /// Plays all games that the journal does not hold yet. The thread waits until that is done or
    /// the match is stopped; it may be one of a runtime.
    ///
    /// # Errors
    /// When the plan cannot be played, a bot does not come, or nothing can be written down.
    pub fn run(&self) -> Result<MatchReport, MatchError> {
        match self.options.pair {
            None => self.plan.check(self.rules)?,
            Some(pair) => self.plan.check_some(self.rules, pair..pair.saturating_add(1))?,
        }
        let plan = self.plan.to_json()?;
        // Not on this thread: it may belong to a runtime, and those do not wait inside of each other.
        let open = || -> Result<Shared, MatchError> { runtime()?.block_on(self.open(&plan)) };
        let shared = Mutex::new(std::thread::scope(|scope| joined(scope.spawn(open)))?);
        (self.observer)(&Progress::Opened { tally: &lock(&shared).report.tally });
        let work = |number| {
            if let Err(error) = self.work(number, &shared) {
                lock(&shared).error.get_or_insert(error);
                self.stop.now();
            }
        };
        std::thread::scope(|scope| {
            for number in 0..self.options.concurrency.get() {
                let worker = std::thread::Builder::new().name(format!("game-{number}"));
                if let Err(error) = worker.spawn_scoped(scope, move || work(number)) {
                    lock(&shared).error.get_or_insert(MatchError::Worker(error));
                    self.stop.now();
                }
            }
        });
        shared.into_inner().unwrap_or_else(PoisonError::into_inner).close()
    }

    /// Looks up what was played before.
    async fn open(&self, plan: &str) -> Result<Shared, MatchError> {
        let of_match = self.journal.open_match(self.name, plan).await?;
        let games = self.options.pair.map_or(0..self.plan.games(), |pair| 2 * pair..2 * pair + 2);
        let mut report = MatchReport { games: games.end - games.start, ..MatchReport::default() };
        let mut finished = HashSet::new();
        for before in self.journal.finished(of_match).await? {
            if games.contains(&before.game) && finished.insert(before.game) {
                report.tally.add(before.game, &before.ending);
                report.found += 1;
            }
        }
        Ok(Shared {
            of_match,
            next: games.start,
            end: games.end,
            finished,
            report,
            spent: Spent::default(),
            error: None,
        })
    }

    /// What one worker does.
    fn work(&self, number: usize, shared: &Mutex<Shared>) -> Result<(), MatchError> {
        let cpus = &self.options.cpus;
        if let Some(&cpu) = cpus.get(number % cpus.len().max(1)) {
            let pinned = pinning::pin(cpu).map_err(MatchError::Cpu)?;
            lock(shared).report.pinned = pinned && self.options.concurrency.get() <= cpus.len();
        }
        let mut spent = Spent::default();
        let played = runtime()?.block_on(async {
            let mut chairs = Chairs::default();
            while self.stop.stage() == Stage::Running {
                // On its own line, so that the lock is free while the game is played.
                let game = lock(shared).take();
                let Some(game) = game else { break };
                self.play(game, shared, &mut chairs, &mut spent).await?;
            }
            if self.stop.stage() != Stage::Now {
                chairs.leave(self.options.patience).await;
            }
            Ok(())
        });
        lock(shared).spent.merge(&spent);
        played
    }

    /// Plays one game, or breaks it off when all is to end.
    async fn play(
        &self,
        number: u64,
        shared: &Mutex<Shared>,
        chairs: &mut Chairs,
        spent: &mut Spent,
    ) -> Result<(), MatchError> {
        let plan = self.plan;
        let session = openings::opening(plan, self.rules, number / 2).map_err(PlanError::Opening)?;
        let first = MatchPlan::first_player(number);
        let players = [plan.players[first].clone(), plan.players[1 - first].clone()];
        let mut playing = Playing::new(self.rules, session, players.clone(), plan.time);
        let mut stopped = self.stop.listen();
        let absent = tokio::select! {
            biased;
            _ = stopped.wait_for(|stage| *stage == Stage::Now) => {
                chairs.clear();
                return Ok(());
            }
            came = self.gather(number, &playing, chairs) => match came {
                Err(MatchError::CannotStart { player, why, .. }) if self.options.forfeit => Some((player, why)),
                came => {
                    came?;
                    None
                }
            },
        };
        let of_match = lock(shared).of_match;
        let Some(attempt) = self.journal.begin(of_match, number, playing.started()).await? else {
            return self.found_elsewhere(of_match, number, shared).await;
        };
        let started = playing.started().clone();
        (self.observer)(&Progress::Started { game: number, attempt: attempt.number, event: &started });
        let happened = |event: &GameEvent| (self.observer)(&Progress::Happened { game: number, event });
        let mut scribe = Scribe::new(self.journal, attempt, started, self.options.batch, &happened);
        let transcripts = chairs.transcripts(first);
        let played = match (absent, chairs.seats(first)) {
            (None, Some(seats)) => {
                let table = Table { seats, transcripts: &transcripts };
                game::play(plan, first, &mut playing, table, &mut scribe, self.stop, spent).await?
            }
            (None, None) => unreachable!("both have said that they are ready"),
            (Some((player, why)), _) => game::forfeit(&mut playing, &mut scribe, player ^ first, why).await?,
        };
        let Some(ending) = played else {
            chairs.clear();
            lock(shared).report.broken_off += 1;
            return Ok(());
        };
        if bundle::is_wanted(&ending) {
            // What it wrote to its standard error just before may still be on its way.
            tokio::time::sleep(LAST_WORDS).await;
        }
        let case = Case {
            number,
            attempt: attempt.number,
            first,
            players,
            playing: &playing,
            events: &scribe.events,
            ending: &ending,
            chairs,
        };
        let bundle = self.bundle(&case);
        self.keep_talk(attempt, &ending, &transcripts, number).await;
        self.count(number, &ending, bundle, shared);
        chairs.after_game(first, &ending, self.options.restart, self.options.patience).await;
        Ok(())
    }

    /// Calls both bots until they are ready.
    async fn gather(&self, game: u64, playing: &Playing, chairs: &mut Chairs) -> Result<(), MatchError> {
        let mut failures = [0; 2];
        chairs.new_game();
        loop {
            let ready = chairs.make_ready(self.plan, game, playing, &self.bots, self.options.patience).await;
            let Err(Absent { player, why }) = ready else { return Ok(()) };
            failures[player] += 1;
            (self.observer)(&Progress::Absent { player, failures: failures[player], why: &why });
            if failures[player] >= START_TRIES {
                let name = self.plan.players[player].clone();
                return Err(MatchError::CannotStart { player, name, tries: START_TRIES, why });
            }
            tokio::time::sleep(START_PAUSE).await;
        }
    }

    /// Another run of the same match has finished this game in the meantime: its result counts.
    async fn found_elsewhere(&self, of_match: i64, game: u64, shared: &Mutex<Shared>) -> Result<(), MatchError> {
        let finished = self.journal.finished(of_match).await?;
        if let Some(found) = finished.into_iter().find(|found| found.game == game) {
            let mut shared = lock(shared);
            shared.report.tally.add(game, &found.ending);
            shared.report.found += 1;
        }
        Ok(())
    }

    /// The folder about a failure. A match does not end because there is none.
    fn bundle(&self, case: &Case<'_>) -> Option<PathBuf> {
        let root = self.options.bundles.as_deref().filter(|_| bundle::is_wanted(case.ending))?;
        let written = case.write(root);
        if let Err(error) = &written {
            let root = root.display();
            (self.observer)(&Progress::Warning(&format!("cannot write about game {} in {root}: {error}", case.number)));
        }
        written.ok()
    }

    /// What was said with the bots. A match does not end because it is not kept.
    async fn keep_talk(&self, attempt: Attempt, ending: &Ending, said: &[Option<Transcript>; 2], number: u64) {
        if !self.options.talk.wants(ending) {
            return;
        }
        let dialogues = said.each_ref().map(|transcript| transcript.as_ref()?.dialogue());
        if dialogues.iter().all(Option::is_none) {
            return;
        }
        if let Err(error) = self.journal.keep_dialogues(attempt, &dialogues).await {
            let why = format!("what was said in game {number} is not kept: {error}");
            (self.observer)(&Progress::Warning(&why));
        }
    }

    /// Adds a game that is kept to the results. Whoever watches hears of them in this order.
    fn count(&self, game: u64, ending: &Ending, bundle: Option<PathBuf>, shared: &Mutex<Shared>) {
        let mut shared = lock(shared);
        let shared = &mut *shared;
        shared.report.tally.add(game, ending);
        shared.report.played += 1;
        let tally = &shared.report.tally;
        (self.observer)(&Progress::Ended { game, ending, tally, bundle: bundle.as_deref() });
        shared.report.bundles.extend(bundle);
    }
}

impl Shared {
    /// The next game to play.
    fn take(&mut self) -> Option<u64> {
        let game = (self.next..self.end).find(|game| !self.finished.contains(game))?;
        self.next = game + 1;
        Some(game)
    }

    fn close(mut self) -> Result<MatchReport, MatchError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.report.left = self.report.games - self.report.found - self.report.played;
        let Spent { moves, late, between } = self.spent;
        self.report.times = moves.map(|times| times.summary());
        self.report.late = late.map(|times| times.summary());
        self.report.between = between.summary();
        Ok(self.report)
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn runtime() -> Result<Runtime, MatchError> {
    Builder::new_current_thread().enable_all().build().map_err(MatchError::Worker)
}

/// The result of a thread; its panic goes on here.
fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
