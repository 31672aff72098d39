//! From a file to a tournament that can be played.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use schwarm_arena::matchup::Openings;
use schwarm_arena::tournament::config::{Config, OpeningSource, Problems};
use schwarm_arena::tournament::{Encounter, Entrant, Order, Results};
use schwarm_core::Rulebook;

use crate::bots::{self, Bot, Named, Terms};
use crate::contest;
use crate::failure::Failure;
use crate::opening;

/// Reads a file; also gives its text.
///
/// # Errors
/// All its mistakes, with their lines.
pub fn read(file: &Path) -> Result<(Order, String), Failure> {
    read_with(file, &Here)
}

/// The same where bots play elsewhere.
///
/// # Errors
/// All its mistakes, with their lines.
pub fn read_with(file: &Path, finder: &dyn Finder) -> Result<(Order, String), Failure> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| {
        Failure::usage(format!("cannot read {name}: {error}"))
            .advise("`schwarm tournament --example > league.toml` writes a file to begin with.")
    })?;
    let order = of_text_with(&text, file.parent().unwrap_or(Path::new("")), finder).map_err(|problems| {
        Failure::usage(problems.in_file(&name).to_string()).advise("`schwarm tournament --example` explains every key.")
    })?;
    Ok((order, text))
}

/// Reads the text of a file that lies in a folder.
///
/// # Errors
/// All its mistakes, with their lines.
pub fn of_text(text: &str, folder: &Path) -> Result<Order, Problems> {
    of_text_with(text, folder, &Here)
}

/// Says which bot a command of a file means.
pub trait Finder {
    /// The bot of a command.
    ///
    /// # Errors
    /// When nobody is meant.
    fn find(&self, command: &str) -> Result<Bot, Failure>;

    /// Whether its program is started on this machine.
    fn is_here(&self) -> bool;
}

/// Bots of this machine.
struct Here;

impl Finder for Here {
    fn find(&self, command: &str) -> Result<Bot, Failure> {
        command.parse()
    }

    fn is_here(&self) -> bool {
        true
    }
}

fn of_text_with(text: &str, folder: &Path, finder: &dyn Finder) -> Result<Order, Problems> {
    let config = Config::read(text)?;
    let complain = |place: &str, message: String| config.complain(text, place, message);
    let rules: Arc<dyn Rulebook> = schwarm_catalog::open(&config.game)
        .map_err(|error| complain("game", opening::explain(&config.game, &error)))?
        .into();
    let (mut entrants, mut missing) = (Vec::new(), Vec::new());
    for (number, entry) in config.bots.iter().enumerate() {
        let command = format!("bot.{number}.command");
        let bot = finder.find(&entry.command).map_err(|failure| complain(&command, failure.message))?;
        let named = Named { name: entry.name.clone(), bot };
        named.speaks(&*rules).map_err(|failure| complain(&command, failure.message))?;
        let terms = Terms { settings: entry.settings.clone(), sandbox: entry.sandbox, ..Terms::default() };
        let sandbox = if finder.is_here() { terms.missing_layers(&named) } else { Ok(Vec::new()) };
        missing.extend(sandbox.map_err(|failure| complain(&format!("bot.{number}.sandbox"), failure.message))?);
        let factory = bots::factory(&named, terms.clone());
        drop(factory.map_err(|failure| complain(&format!("bot.{number}.settings"), failure.message))?);
        entrants.push(Entrant {
            label: named.bot.to_string(),
            command: named.bot.command().map(str::to_string),
            made_of: {
                let bot = named.bot.clone();
                Arc::new(move || bots::made_of(&bot))
            },
            restart: contest::restart(&named.bot, config.restart),
            hire: Arc::new(move || bots::factory(&named, terms.clone()).map_err(|failure| failure.to_string())),
        });
    }
    let openings = match &config.openings {
        OpeningSource::Seeds => opening::starts(&*rules),
        OpeningSource::Plies(plies) => Openings::Prefix { plies: *plies },
        OpeningSource::List(lines) => Openings::List(lines.clone()),
        OpeningSource::File(path) => {
            let path = folder.join(path);
            let text = fs::read_to_string(&path)
                .map_err(|error| complain("openings", format!("cannot read {}: {error}", path.display())))?;
            Openings::from_text(&text)
        }
    };
    let order = Order { config: config.clone(), rules, entrants, missing_layers: missing, openings };
    if let Some(encounter) = order.config.tournament.schedule(&Results::default()).encounters.first() {
        let checked = order.plan(encounter).check(&*order.rules);
        checked.map_err(|error| complain("openings", error.to_string()))?;
    }
    Ok(order)
}

/// What will be played, as far as that is certain before the first game.
pub fn preview(order: &Order) -> String {
    let config = &order.config;
    let schedule = config.tournament.schedule(&Results::default());
    let mut text = format!("{} ({}), {}, {} bots\n\n", config.title, config.name, order.rules.id(), config.bots.len());
    for (entry, entrant) in config.bots.iter().zip(&order.entrants) {
        text.push_str(&format!("  {} ({}): {}\n", entry.name, entry.sandbox.name(), entrant.label));
    }
    for sentence in &order.missing_layers {
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
