//! The file that describes a tournament.
//!
//! Every problem of a file is found at once, with its line and what was meant. `example.toml` beside this module
//! explains every key. Not here: whether the game exists and the bots can be started. Whoever
//! finds out otherwise says so through [`Config::complain`].

mod format;
mod problem;
mod section;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;

use schwarm_play::TimeControl;
use toml::de::{DeTable, DeValue};

use super::format::{FormatError, MOST_PLAYERS, Seeding, Tournament};
use crate::matchup::{Adjudication, Agreement, Restart};
pub use crate::sandbox::Level as Sandbox;
pub use problem::{Problem, Problems};
use section::Section;

/// A file that explains every key.
pub const EXAMPLE: &str = include_str!("example.toml");

/// The longest file, in bytes.
const LONGEST: usize = 4 << 20;

/// The most openings written into the file itself.
const MOST_OPENINGS: usize = 100_000;

/// What a file says, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The title, for people.
    pub title: String,
    /// The name its matches are kept under; made of the title where the file gives none.
    pub name: String,
    /// Id of the rule set.
    pub game: String,
    /// What everything random is drawn by.
    pub seed: u64,
    /// The clock.
    pub time: TimeControl,
    /// Milliseconds by which an answer may be late; `None` leaves it to the program.
    pub margin_ms: Option<u64>,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Plies after which a game is adjudicated.
    pub ply_limit: Option<u32>,
    /// When games are ended because both bots agree.
    pub adjudication: Adjudication,
    /// Games played at the same time.
    pub concurrency: NonZeroUsize,
    /// When bots are started anew.
    pub restart: Restart,
    /// The bot that has the rating 0; `None` is the mean of all.
    pub anchor: Option<usize>,
    /// Who plays; by number as in `tournament`.
    pub bots: Vec<Bot>,
    /// Who plays whom.
    pub tournament: Tournament,
    /// Where things stand in the text.
    places: BTreeMap<String, Range<usize>>,
}

/// A bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// Its name in tables and records.
    pub name: String,
    /// How it is started: `kind:…`.
    pub command: String,
    /// How far it is trusted.
    pub sandbox: Sandbox,
    /// Settings, as it is told them.
    pub settings: BTreeMap<String, String>,
}

/// Where the games of a tournament begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningSource {
    /// The rule set's own starts, drawn by seed.
    #[default]
    Seeds,
    /// So many random legal plies.
    Plies(u32),
    /// The lines of a file, which the caller reads; relative to the tournament's own.
    File(String),
    /// These.
    List(Vec<String>),
}

impl Config {
    /// Reads a file's text.
    ///
    /// # Errors
    /// All problems of it, in the order of their lines.
    pub fn read(text: &str) -> Result<Config, Problems> {
        let mut problems = Problems::new(text);
        if text.len() > LONGEST {
            problems.add(0..0, format!("the file has {} bytes, more than {LONGEST}", text.len()));
            return Err(problems);
        }
        match DeTable::parse(text) {
            Ok(table) => {
                let config = read(table.get_ref(), &mut problems);
                config.filter(|_| problems.is_empty()).ok_or_else(|| problems.sorted())
            }
            Err(error) => {
                problems.add(error.span().unwrap_or(0..0), format!("this is no TOML: {}", error.message()));
                Err(problems)
            }
        }
    }

    /// A problem that only the caller could find, at its place in the text. Places are `game`, `openings`,
    /// `format` and `bot.0.command`, `bot.0.sandbox` and so on, the bots counted from 0.
    pub fn complain(&self, text: &str, place: &str, message: impl Into<String>) -> Problems {
        let mut problems = Problems::new(text);
        problems.add(self.places.get(place).cloned().unwrap_or(0..0), message.into());
        problems
    }
}

fn read(table: &DeTable<'_>, problems: &mut Problems) -> Option<Config> {
    let mut top = Section::new("the file", table, 0..0);
    let mut places = BTreeMap::new();
    let title = top.text("title", problems);
    let name = top.text("name", problems);
    let game = top.text("game", problems);
    for (key, found) in [("title", title.is_some()), ("game", game.is_some())] {
        if !found && !top.has(key) {
            problems.add(0..0, format!("`{key}` is missing; every tournament has one"));
        }
    }
    let seed = top.number("seed", 0..=i64::MAX as u64, problems).unwrap_or(1);
    let time = top.parsed("time", problems).unwrap_or(TimeControl::SOFTWARE_CHALLENGE);
    let margin_ms = top.number("margin_ms", 0..=60_000, problems);
    let ply_limit = top.number("ply_limit", 1..=1_000_000, problems).map(|plies| plies as u32);
    let concurrency = top.number("concurrency", 1..=1024, problems).unwrap_or(1);
    let restart = [("never", Restart::Never), ("after-fault", Restart::AfterFault), ("each-game", Restart::EachGame)];
    let restart = top.choice("restart", &restart, problems).unwrap_or_default();
    let seeding = [("listed", Seeding::Listed), ("drawn", Seeding::Drawn)];
    let seeding = top.choice("seeding", &seeding, problems).unwrap_or_default();
    let anchor = top.text("anchor", problems);
    let openings = openings(&mut top, problems);
    let adjudication = adjudication(&mut top, problems);
    let bots = bots(&mut top, &mut places, problems);
    let names: Vec<_> = bots.iter().map(|bot| bot.name.clone()).collect();
    let format = format::read(&mut top, &names, problems);
    for key in ["game", "openings", "format"] {
        places.extend(top.place(key).map(|place| (key.to_string(), place)));
    }
    let name = match name {
        Some((name, span)) => checked_name(name, span, problems),
        None => slug(title.as_ref().map_or("", |(title, _)| title)),
    };
    let anchor = anchor.and_then(|(anchor, span)| {
        let found = names.iter().position(|name| *name == anchor);
        if found.is_none() {
            let message = section::unknown("bot", &anchor, names.iter().map(String::as_str));
            problems.add(span, message);
        }
        found
    });
    top.finish(problems);
    let (format, spans) = format?;
    let tournament = match Tournament::new(names, format, seeding, seed) {
        Ok(tournament) => tournament,
        // A bot without a name was complained of already.
        Err(_) if !problems.is_empty() => return None,
        Err(error) => {
            problems.add(place_of(&error, &bots, &places, &spans), error.to_string());
            return None;
        }
    };
    Some(Config {
        title: title?.0,
        name,
        game: game?.0,
        seed,
        time,
        margin_ms,
        openings,
        ply_limit,
        adjudication,
        concurrency: NonZeroUsize::new(concurrency as usize)?,
        restart,
        anchor,
        bots,
        tournament,
        places,
    })
}

/// Where in the text the reason for an error stands.
fn place_of(
    error: &FormatError,
    bots: &[Bot],
    places: &BTreeMap<String, Range<usize>>,
    spans: &BTreeMap<String, Range<usize>>,
) -> Range<usize> {
    let found = match error {
        FormatError::Name { name, .. } => {
            // The last one of that name: a name given twice is wrong where it is repeated.
            let number = bots.iter().rposition(|bot| bot.name == *name);
            number.and_then(|number| places.get(&format!("bot.{number}.name")))
        }
        FormatError::Range { what, .. } | FormatError::Odd { what, .. } => spans.get(*what),
        FormatError::NobodyLeft | FormatError::Player(_) => spans.get("challengers"),
        FormatError::TooLong(_) => spans.get("cycles").or_else(|| spans.get("rounds")),
    };
    found.or_else(|| spans.get("kind")).cloned().unwrap_or(0..0)
}

fn openings(top: &mut Section<'_, '_>, problems: &mut Problems) -> OpeningSource {
    let Some(value) = top.take("openings") else { return OpeningSource::Seeds };
    let span = value.span();
    match value.get_ref() {
        DeValue::String(word) if word == "seeds" => OpeningSource::Seeds,
        DeValue::Array(lines) => {
            let texts: Vec<_> = lines.iter().filter_map(|line| line.get_ref().as_str()).map(str::to_string).collect();
            if texts.len() != lines.len() || texts.is_empty() || texts.len() > MOST_OPENINGS {
                problems.add(span, format!("a list of openings has 1 to {MOST_OPENINGS} texts and nothing else"));
            }
            OpeningSource::List(texts)
        }
        DeValue::Table(table) => {
            let mut inner = Section::new("openings", table, span.clone());
            let plies = inner.number("plies", 1..=100, problems);
            let file = inner.text("file", problems);
            let known = inner.finish(problems);
            match (plies, file) {
                (Some(plies), None) => OpeningSource::Plies(plies as u32),
                (None, Some((file, _))) => OpeningSource::File(file),
                _ => {
                    if known {
                        problems.add(span, "write either { plies = 8 } or { file = \"openings.txt\" }");
                    }
                    OpeningSource::Seeds
                }
            }
        }
        _ => {
            let want = "openings are \"seeds\", { plies = 8 }, { file = \"openings.txt\" } or a list of texts";
            problems.add(span, want);
            OpeningSource::Seeds
        }
    }
}

fn adjudication(top: &mut Section<'_, '_>, problems: &mut Problems) -> Adjudication {
    let Some(mut inner) = top.section("adjudication", problems) else { return Adjudication::default() };
    let mut agreement = |key, problems: &mut Problems| {
        let mut agreed = inner.section(key, problems)?;
        let (score, moves) = (agreed.decimal("score", problems), agreed.number("moves", 1..=10_000, problems));
        let known = agreed.finish(problems);
        if known && (score.is_none() || moves.is_none()) {
            problems.add(agreed.span(), "write both: { score = 5.0, moves = 4 }");
        }
        Some(Agreement { score: score?, moves: moves? as u32 })
    };
    let (win, draw) = (agreement("win", problems), agreement("draw", problems));
    inner.finish(problems);
    Adjudication { win, draw }
}

fn bots(top: &mut Section<'_, '_>, places: &mut BTreeMap<String, Range<usize>>, problems: &mut Problems) -> Vec<Bot> {
    let mut bots = Vec::new();
    let tables = top.sections("bot", MOST_PLAYERS, problems);
    if tables.is_empty() && !top.has("bot") {
        problems.add(0..0, "no bots; each one is a section that begins with [[bot]]");
    }
    for mut section in tables {
        let number = bots.len();
        let levels = [("trusted", Sandbox::Trusted), ("guarded", Sandbox::Guarded), ("jailed", Sandbox::Jailed)];
        let (name, command) = (section.text("name", problems), section.text("command", problems));
        let sandbox = section.choice("sandbox", &levels, problems).unwrap_or_default();
        let settings = section.settings("settings", problems);
        for key in ["name", "command"] {
            if !section.has(key) {
                problems.add(section.span(), format!("this bot has no `{key}`"));
            }
        }
        if let Some((command, span)) = &command
            && !command.split_once(':').is_some_and(|(kind, rest)| !kind.is_empty() && !rest.trim().is_empty())
        {
            let want = "a command says first how the bot is spoken with, such as line:./my-bot or builtin:greedy";
            problems.add(span.clone(), want);
        }
        for key in ["name", "command", "sandbox", "settings"] {
            places.extend(section.place(key).map(|place| (format!("bot.{number}.{key}"), place)));
        }
        section.finish(problems);
        let [name, command] = [name, command].map(|text| text.map_or_else(String::new, |(text, _)| text));
        bots.push(Bot { name, command, sandbox, settings });
    }
    bots
}

fn checked_name(name: String, span: Range<usize>, problems: &mut Problems) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.len() > 60 || !name.chars().all(plain) {
        problems.add(span, "a name has 1 to 60 letters a to z, digits, -, _ and .; matches are kept under it");
    }
    name
}

/// A title as a name: small letters and digits, everything else a hyphen.
fn slug(title: &str) -> String {
    let mut slug = String::new();
    for c in title.chars().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            'ä' => slug.push_str("ae"),
            'ö' => slug.push_str("oe"),
            'ü' => slug.push_str("ue"),
            'ß' => slug.push_str("ss"),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
        if slug.len() >= 58 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "tournament".into() } else { slug.to_string() }
}
