//! A tournament that can be played: what its file says, the rules, and how each bot is started.
//!
//! Not here: reading files and finding bots by their commands. Whoever knows protocols makes an [`Order`].

use std::collections::BTreeMap;
use std::sync::Arc;

use schwarm_core::Rulebook;

use super::config::Config;
use super::format::{Encounter, Format};
use crate::matchup::{MatchPlan, Openings, Restart, SeatFactory};

/// Milliseconds by which an answer may be late without losing, where a file does not say.
pub const MARGIN: u64 = 200;

/// Starts seats of a bot.
pub type Hiring = Arc<dyn Fn() -> Result<SeatFactory<'static>, String> + Send + Sync>;

/// Says what a bot's program is made of now: `files`, `program` or `version`, and which. Nothing where that is not known.
pub type Making = Arc<dyn Fn() -> Option<(&'static str, String)> + Send + Sync>;

/// A bot that takes part.
#[derive(Clone)]
pub struct Entrant {
    /// How it is started, as the plans of its matches tell: `line:./bot`.
    pub label: String,
    /// The command of a program, to be tried by hand.
    pub command: Option<String>,
    /// What its program is made of.
    pub made_of: Making,
    /// When it is started anew.
    pub restart: Restart,
    /// How it is started.
    pub hire: Hiring,
}

/// A tournament whose file has no mistake that can be found without starting anything.
#[derive(Clone)]
pub struct Order {
    /// What the file says.
    pub config: Config,
    /// The rules.
    pub rules: Arc<dyn Rulebook>,
    /// The bots, by number.
    pub entrants: Vec<Entrant>,
    /// Where games begin.
    pub openings: Openings,
    /// What of the bots' sandboxes this machine does not have: a sentence each.
    pub missing_layers: Vec<String>,
}

impl Order {
    /// The match of an encounter.
    pub fn plan(&self, encounter: &Encounter) -> MatchPlan {
        let config = &self.config;
        let players = encounter.players.map(|player| config.bots[player].name.clone());
        let mut settings = BTreeMap::new();
        for (player, key) in encounter.players.into_iter().zip(["one", "two"]) {
            settings.insert(key.to_string(), self.entrants[player].label.clone());
            // Not elsewhere: a bot that is mended in mid-season stays in the league. A match is about this very program.
            if matches!(config.tournament.format(), Format::Match { .. })
                && let Some((what, made)) = (self.entrants[player].made_of)()
            {
                settings.insert(format!("{key}-{what}"), made);
            }
            for (name, value) in &config.bots[player].settings {
                settings.insert(format!("{key}.{name}"), value.clone());
            }
        }
        MatchPlan {
            seed: encounter.seed,
            time: config.time,
            margin_ms: config.margin_ms.unwrap_or(MARGIN),
            openings: self.openings.clone(),
            ply_limit: config.ply_limit,
            adjudication: config.adjudication,
            settings,
            ..MatchPlan::new(self.rules.id(), players, encounter.pairs)
        }
    }
}
