//! What can be seen of a tournament while it runs: a table on a terminal, and events as JSON lines.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use schwarm_arena::matchup::{MatchPlan, Progress};
use schwarm_arena::tournament::hall::Audience;
use schwarm_arena::tournament::{Encounter, Order, Results, Standings, Tournament};
use schwarm_play::{Ending, GameEvent};
use serde::Serialize;

use crate::contest::{self, PAUSE};
use crate::events::Events;
use crate::failure::Failure;
use crate::verdict;
use crate::voice::Voice;

/// Bots in the table of a running tournament.
const SHOWN: usize = 12;

/// Watches a tournament.
pub struct Watch {
    tournament: Tournament,
    bar: ProgressBar,
    events: Events,
    told: Mutex<Instant>,
}

/// One line of `--events`. `number` is the place of a game in its encounter, from 0.
#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Game {
        encounter: &'a str,
        number: u64,
        #[serde(flatten)]
        event: &'a GameEvent,
    },
    Counted {
        event: &'static str,
        encounter: &'a str,
        number: u64,
        ending: &'a Ending,
        #[serde(skip_serializing_if = "Option::is_none")]
        bundle: Option<&'a Path>,
    },
    Remark {
        event: &'static str,
        encounter: &'a str,
        why: &'a str,
    },
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// When the file for events cannot be written.
    pub fn new(order: &Order, events: Option<&Path>) -> Result<Watch, Failure> {
        let bar = contest::bar(0);
        let tournament = order.config.tournament.clone();
        Ok(Watch { tournament, bar, events: Events::to(events)?, told: Mutex::new(Instant::now()) })
    }

    /// Where remarks go.
    pub fn voice(&self) -> Voice {
        Voice::new(&self.bar)
    }

    /// Takes the table away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Audience for Watch {
    fn stands(&self, results: &Results) {
        let schedule = self.tournament.schedule(results);
        let all: u64 = schedule.encounters.iter().map(Encounter::games).sum();
        let ended: u64 = schedule.encounters.iter().map(|encounter| results.sum(encounter).ended).sum();
        self.bar.set_length(all);
        self.bar.set_position(ended);
        let standings = Standings::of(&self.tournament, &schedule, results);
        let names = self.tournament.names();
        let table = standings.rows.iter().take(SHOWN).zip(1..);
        let table: String = table
            .map(|(row, place)| format!("{place:>3}  {}\n", names.get(row.player).map_or("", String::as_str)))
            .collect();
        self.bar.set_message(table);
    }

    /// The table is made anew now and then.
    fn ended(&self, results: &Results) {
        self.bar.inc(1);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let pause = if self.bar.is_hidden() { PAUSE } else { Duration::from_millis(500) };
        if told.elapsed() < pause {
            return;
        }
        *told = Instant::now();
        self.stands(results);
        if self.bar.is_hidden() {
            eprintln!("{} of {} games", self.bar.position(), self.bar.length().unwrap_or(0));
        }
    }

    fn sees(&self, encounter: &Encounter, plan: &MatchPlan, progress: &Progress<'_>) {
        let key = encounter.key.as_str();
        match *progress {
            Progress::Opened { .. } => {}
            Progress::Started { game, event, .. } | Progress::Happened { game, event } => {
                self.events.tell(&Told::Game { encounter: key, number: game, event });
            }
            Progress::Ended { game, ending, bundle, .. } => {
                self.events.tell(&Told::Counted { event: "counted", encounter: key, number: game, ending, bundle });
                if ending.termination.offender().is_some() {
                    let first = MatchPlan::first_player(game);
                    let names = [0, 1].map(|side: usize| plan.players[side ^ first].as_str());
                    self.voice().say(&format!("{key}, game {}: {}", game + 1, verdict::of_ending(ending, names)));
                }
            }
            Progress::Absent { player, why, .. } => {
                self.events.tell(&Told::Remark { event: "absent", encounter: key, why });
                self.voice().say(&format!("{key}: {} did not come: {why}", plan.players[player]));
            }
            Progress::Warning(why) => {
                self.events.tell(&Told::Remark { event: "warning", encounter: key, why });
                self.voice().say(&format!("{key}: warning: {why}"));
            }
        }
    }
}
