//! What can be seen of a match while it runs: a table on a terminal, and events as JSON lines.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use schwarm_arena::matchup::{MatchPlan, MatchReport, Progress, Tally};
use schwarm_arena::stats::Sprt;
use schwarm_play::{Ending, GameEvent};
use serde::Serialize;

use super::Args;
use super::order::Order;
use super::report::{Score, live};
use crate::contest::{self, PAUSE};
use crate::events::Events;
use crate::failure::Failure;
use crate::verdict;
use crate::voice::Voice;

/// Watches a match.
pub struct Watch {
    players: [String; 2],
    sprt: Option<Sprt>,
    games: u64,
    bar: ProgressBar,
    events: Events,
    /// When it was last told how things stand, where there is no terminal.
    told: Mutex<Instant>,
}

/// One line of `--events`. `number` is the place of a game in the match, from 0.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Match {
        event: &'static str,
        name: &'a str,
        plan: &'a MatchPlan,
    },
    Opened {
        event: &'static str,
        tally: &'a Tally,
    },
    Game {
        number: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        attempt: Option<u32>,
        #[serde(flatten)]
        event: &'a GameEvent,
    },
    Counted {
        event: &'static str,
        number: u64,
        tally: &'a Tally,
        #[serde(flatten)]
        score: &'a Score,
        #[serde(skip_serializing_if = "Option::is_none")]
        bundle: Option<&'a Path>,
    },
    Absent {
        event: &'static str,
        player: usize,
        failures: u32,
        why: &'a str,
    },
    Warning {
        event: &'static str,
        why: &'a str,
    },
    Report {
        event: &'static str,
        #[serde(flatten)]
        report: &'a MatchReport,
        score: &'a Score,
    },
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// When the file for events cannot be written.
    pub fn new(args: &Args, order: &Order) -> Result<Watch, Failure> {
        let games = order.plan.games();
        let bar = contest::bar(games);
        let watch = Watch {
            players: order.plan.players.clone(),
            sprt: order.sprt,
            games,
            bar,
            events: Events::to(args.events.as_deref())?,
            told: Mutex::new(Instant::now()),
        };
        watch.events.tell(&Told::Match { event: "match", name: &order.name, plan: &order.plan });
        Ok(watch)
    }

    /// Where remarks go.
    pub fn voice(&self) -> Voice {
        Voice::new(&self.bar)
    }

    /// Takes the table away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// The last event.
    pub fn finished(&self, report: &MatchReport, score: &Score) {
        self.events.tell(&Told::Report { event: "report", report, score });
    }

    /// Something happened.
    pub fn see(&self, progress: &Progress<'_>) {
        match *progress {
            Progress::Opened { tally } => {
                self.events.tell(&Told::Opened { event: "opened", tally });
                self.bar.set_position(tally.games());
                self.bar.reset_eta();
                if tally.games() > 0 {
                    self.voice().say(&format!("{} games were played before; the match goes on", tally.games()));
                }
                self.show(tally);
            }
            Progress::Started { game, attempt, event } => {
                self.events.tell(&Told::Game { number: game, attempt: Some(attempt), event });
            }
            Progress::Happened { game, event } => self.events.tell(&Told::Game { number: game, attempt: None, event }),
            Progress::Ended { game, ending, tally, bundle } => {
                let score = Score::new(tally, self.sprt.as_ref());
                self.events.tell(&Told::Counted { event: "counted", number: game, tally, score: &score, bundle });
                if let Some(folder) = bundle {
                    self.voice().say(&self.fault(game, ending, folder));
                }
                self.bar.set_position(tally.games() + tally.aborted);
                self.show(tally);
            }
            Progress::Absent { player, failures, why } => {
                self.events.tell(&Told::Absent { event: "absent", player, failures, why });
                self.voice().say(&format!("{} did not come ({failures}): {why}", self.players[player]));
            }
            Progress::Warning(why) => {
                self.events.tell(&Told::Warning { event: "warning", why });
                self.voice().say(&format!("warning: {why}"));
            }
        }
    }

    /// A game lost through a fault.
    fn fault(&self, game: u64, ending: &Ending, folder: &Path) -> String {
        let first = MatchPlan::first_player(game);
        let names = [0, 1].map(|side: usize| self.players[side ^ first].as_str());
        format!("game {}: {}\n  see {}", game + 1, verdict::of_ending(ending, names), folder.display())
    }

    /// Shows where the match stands.
    fn show(&self, tally: &Tally) {
        let score = Score::new(tally, self.sprt.as_ref());
        if !self.bar.is_hidden() {
            self.bar.set_message(live(&self.players, tally, &score));
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.elapsed() >= PAUSE {
            *told = Instant::now();
            eprintln!("{} of {} games: {}", tally.games(), self.games, score.line(tally));
        }
    }
}
