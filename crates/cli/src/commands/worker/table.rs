//! Playing one job, on the thread that asks.

use std::path::{Path, PathBuf};

use schwarm_arena::matchup::{
    Match, MatchError, MatchPlan, Notebook, Options, Progress, Restart, SeatFactory, StopSignal,
};
use schwarm_arena::referee::Patience;
use schwarm_arena::sandbox::Level;
use schwarm_web::fleet::wire::{MatchSpec, Work};

use super::kit;
use crate::bots::{self, Named, Terms};
use crate::commands::datagen;
use crate::contest::{READY, restart};

/// What became of a job.
pub enum Played {
    /// It is done.
    Done(Work),
    /// It was to stop.
    Stopped,
    /// It cannot be played here; what is known of it.
    Failed(String),
}

/// A pair of a match.
pub struct Pair<'a> {
    pub name: &'a str,
    pub plan: &'a str,
    pub spec: &'a MatchSpec,
    pub pair: u64,
    pub bots: &'a [Named; 2],
    /// Positions a second of this machine.
    pub speed: u64,
    /// How far programs are trusted at most.
    pub least: Level,
    /// Where folders about failures go.
    pub failures: &'a Path,
}

impl Pair<'_> {
    /// Plays both games.
    pub fn play(&self, stop: &StopSignal) -> Played {
        self.try_play(stop).unwrap_or_else(Played::Failed)
    }

    fn try_play(&self, stop: &StopSignal) -> Result<Played, String> {
        let mut plan = MatchPlan::from_json(self.plan).map_err(|error| error.to_string())?;
        if let Some(reference) = self.spec.speed {
            plan.time = plan.time.scaled(reference, self.speed);
        }
        let rules = schwarm_catalog::open(&plan.game).map_err(|error| error.to_string())?;
        let sandbox = kit::level(&self.spec.sandbox, self.least);
        let hire = |player: usize| -> Result<SeatFactory<'static>, String> {
            let settings = self.spec.settings[player].clone();
            let terms = Terms { effort: self.spec.effort(), settings, sandbox };
            terms.missing_layers(&self.bots[player]).map_err(|failure| failure.message)?;
            bots::factory(&self.bots[player], terms).map_err(|failure| failure.message)
        };
        let options = Options {
            pair: Some(self.pair),
            restart: self.bots.each_ref().map(|named| restart(&named.bot, Restart::AfterFault)),
            patience: Patience { begin: READY, ..Patience::default() },
            bundles: Some(PathBuf::from(self.failures)),
            forfeit: self.spec.forfeit,
            ..Options::default()
        };
        let notebook = Notebook::default();
        let observer = |progress: &Progress<'_>| {
            if let Progress::Warning(why) = progress {
                eprintln!("note: {}: {why}", self.name);
            }
        };
        let run = Match {
            name: self.name,
            plan: &plan,
            rules: &*rules,
            bots: [hire(0)?, hire(1)?],
            journal: &notebook,
            options: &options,
            stop,
            observer: &observer,
        };
        match run.run() {
            Ok(_) => {}
            Err(MatchError::CannotStart { name, tries, why, .. }) => {
                return Err(format!("{name} cannot be started ({tries} tries): {why}"));
            }
            Err(error) => return Err(error.to_string()),
        }
        let mut games = notebook.finished_games();
        match (games.remove(&(2 * self.pair)), games.remove(&(2 * self.pair + 1))) {
            (Some(one), Some(two)) => Ok(Played::Done(Work::Games(Box::new([one, two])))),
            _ => Ok(Played::Stopped),
        }
    }
}

/// A pair of games to learn from.
pub fn make_data(plan: &str, pair: u64, stop: &StopSignal) -> Played {
    match datagen::shared::make(plan, pair, stop) {
        Ok(Some(bytes)) => Played::Done(Work::Data(schwarm_web::fleet::wire::to_hex(&bytes))),
        Ok(None) => Played::Stopped,
        Err(why) => Played::Failed(why),
    }
}
