//! Whom a person plays against.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::words::Lang;

/// What a person is called in records.
pub(crate) const GUEST: &str = "guest";

/// The longest name of a bot.
const LONGEST_NAME: usize = 100;

/// Whom a person plays against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Opponent {
    /// An engine of this program, from 1 to 10.
    Level(u8),
    /// Another person.
    Person,
    /// A bot of the operator.
    Bot(String),
}

impl Opponent {
    /// What it is called in records.
    pub(crate) fn name(&self) -> String {
        match self {
            Opponent::Level(level) => format!("level-{level}"),
            Opponent::Person => GUEST.to_string(),
            Opponent::Bot(name) => name.clone(),
        }
    }
}

/// The name of a player as it is told; records have names that no language owns.
pub(crate) fn shown_name(lang: Lang, name: &str, is_own: bool) -> String {
    let level = name.strip_prefix("level-").filter(|level| level.parse::<u8>().is_ok());
    match level {
        _ if is_own => lang.say("player.you", &[]),
        Some(level) => lang.say("player.level", &[("level", level)]),
        None if name == GUEST => lang.say("player.guest", &[]),
        None => name.to_string(),
    }
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Opponent, String> {
        let level = |text: &str| text.parse().ok().filter(|level| (1..=10).contains(level)).map(Opponent::Level);
        let bot = |name: &str| {
            let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
            fits.then(|| Opponent::Bot(name.to_string()))
        };
        let found = match text.split_once(':') {
            Some(("level", number)) => level(number),
            Some(("bot", name)) => bot(name),
            _ => (text == "person").then_some(Opponent::Person),
        };
        found.ok_or_else(|| "an opponent is level:1 to level:10, person or bot:NAME".to_string())
    }
}

impl TryFrom<String> for Opponent {
    type Error = String;

    fn try_from(text: String) -> Result<Opponent, String> {
        text.parse()
    }
}

impl From<Opponent> for String {
    fn from(opponent: Opponent) -> String {
        opponent.to_string()
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Level(level) => write!(f, "level:{level}"),
            Opponent::Person => f.write_str("person"),
            Opponent::Bot(name) => write!(f, "bot:{name}"),
        }
    }
}
