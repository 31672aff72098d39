//! From a file to a tournament that can be played.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use schwarm_arena::matchup::{MatchPlan, Openings, Restart, SeatFactory};
use schwarm_arena::tournament::config::{Config, OpeningSource};
use schwarm_arena::tournament::{Encounter, Results};
use schwarm_core::Rulebook;

use crate::bots::{self, Bot, Named, Terms};
use crate::contest::{self, MARGIN};
use crate::failure::Failure;
use crate::opening;

/// A tournament whose file has no mistake that can be found without starting anything.
pub struct Order {
    /// What the file says.
    pub config: Config,
    /// The rules.
    pub rules: Arc<dyn Rulebook>,
    /// The bots, by number.
    pub bots: Vec<Named>,
    /// What of the bots' sandboxes this machine does not have: a sentence each.
    pub missing_layers: Vec<String>,
    openings: Openings,
}

impl Order {
    /// Reads a file.
    ///
    /// # Errors
    /// All its mistakes, with their lines.
    pub fn read(file: &Path) -> Result<Order, Failure> {
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| {
            Failure::usage(format!("cannot read {name}: {error}"))
                .advise("`schwarm tournament --example > league.toml` writes a file to begin with.")
        })?;
        let mistakes = |problems: schwarm_arena::tournament::config::Problems| {
            Failure::usage(problems.in_file(&name).to_string())
                .advise("`schwarm tournament --example` explains every key.")
        };
        let config = Config::read(&text).map_err(mistakes)?;
        let complain = |place: &str, message: String| mistakes(config.complain(&text, place, message));
        let rules: Arc<dyn Rulebook> = schwarm_catalog::open(&config.game)
            .map_err(|error| complain("game", opening::explain(&config.game, &error)))?
            .into();
        let (mut bots, mut missing) = (Vec::new(), Vec::new());
        for (number, entry) in config.bots.iter().enumerate() {
            let command = format!("bot.{number}.command");
            let bot: Bot = entry.command.parse().map_err(|failure: Failure| complain(&command, failure.message))?;
            let named = Named { name: entry.name.clone(), bot };
            named.speaks(&*rules).map_err(|failure| complain(&command, failure.message))?;
            let terms = Terms { settings: entry.settings.clone(), sandbox: entry.sandbox, ..Terms::default() };
            let sandbox = terms.missing_layers(&named);
            missing.extend(sandbox.map_err(|failure| complain(&format!("bot.{number}.sandbox"), failure.message))?);
            let factory = bots::factory(&named, terms);
            drop(factory.map_err(|failure| complain(&format!("bot.{number}.settings"), failure.message))?);
            bots.push(named);
        }
        let openings = match &config.openings {
            OpeningSource::Seeds => opening::starts(&*rules),
            OpeningSource::Plies(plies) => Openings::Prefix { plies: *plies },
            OpeningSource::List(lines) => Openings::List(lines.clone()),
            OpeningSource::File(path) => {
                let path = file.parent().unwrap_or(Path::new("")).join(path);
                let text = fs::read_to_string(&path)
                    .map_err(|error| complain("openings", format!("cannot read {}: {error}", path.display())))?;
                Openings::from_text(&text)
            }
        };
        let order = Order { config: config.clone(), rules, bots, missing_layers: missing, openings };
        if let Some(encounter) = order.config.tournament.schedule(&Results::default()).encounters.first() {
            let checked = order.plan(encounter).check(&*order.rules);
            checked.map_err(|error| complain("openings", error.to_string()))?;
        }
        Ok(order)
    }

    /// The match of an encounter.
    pub fn plan(&self, encounter: &Encounter) -> MatchPlan {
        let config = &self.config;
        let players = encounter.players.map(|player| config.bots[player].name.clone());
        let mut settings = BTreeMap::new();
        for (player, key) in encounter.players.into_iter().zip(["one", "two"]) {
            // The command without the files it names: a bot that is mended in mid-season stays in the league.
            settings.insert(key.to_string(), self.bots[player].bot.to_string());
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

    /// How a bot is started.
    ///
    /// # Errors
    /// When it cannot play on its terms.
    pub fn factory(&self, player: usize) -> Result<SeatFactory<'static>, Failure> {
        bots::factory(&self.bots[player], self.terms(player))
    }

    fn terms(&self, player: usize) -> Terms {
        let entry = &self.config.bots[player];
        Terms { settings: entry.settings.clone(), sandbox: entry.sandbox, ..Terms::default() }
    }

    /// When a bot is started anew.
    pub fn restart(&self, player: usize) -> Restart {
        contest::restart(&self.bots[player].bot, self.config.restart)
    }

    /// What will be played, as far as that is certain before the first game.
    pub fn preview(&self) -> String {
        let config = &self.config;
        let schedule = config.tournament.schedule(&Results::default());
        let mut text = format!("{} ({}), {}, {} bots\n\n", config.title, config.name, self.rules.id(), self.bots.len());
        for (entry, named) in config.bots.iter().zip(&self.bots) {
            text.push_str(&format!("  {} ({}): {}\n", entry.name, entry.sandbox.name(), named.bot));
        }
        for sentence in &self.missing_layers {
            text.push_str(&format!("  {sentence}\n"));
        }
        text.push('\n');
        for encounter in &schedule.encounters {
            let [one, two] = encounter.players.map(|player| &config.bots[player].name);
            text.push_str(&format!("round {}: {one} against {two}, {} games\n", encounter.round, encounter.games()));
        }
        let games: u64 = schedule.encounters.iter().map(Encounter::games).sum();
        text.push_str(&format!("\n{games} games are certain before the first result is known.\n"));
        text
    }
}
