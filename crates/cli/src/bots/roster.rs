//! Bots with names of their own: `NAME=BOT` on the command line, or a name in `bots.toml`.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use schwarm_core::Rulebook;
use schwarm_socha::season::Season;
use serde::Deserialize;

use super::{Bot, NAMES, register};
use crate::failure::Failure;
use crate::suggest;

/// The file in which bots have names, in the folder one is in.
const FILE: &str = "bots.toml";

/// A bot and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// As it stands in records and tables.
    pub name: String,
    /// Who it is.
    pub bot: Bot,
}

/// What `bots.toml` holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    #[serde(default)]
    bot: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: String,
}

impl Named {
    /// Reads `kind:command`, `NAME=kind:command`, or a name in the `bots.toml` of the folder one is in.
    ///
    /// # Errors
    /// When nobody is meant.
    pub fn find(text: &str) -> Result<Named, Failure> {
        let in_file = |text: &str| roster(Path::new(FILE)).and_then(|roster| find(text, &roster));
        let (label, rest) = match text.split_once('=') {
            Some((label, rest)) if is_label(label) => (Some(label.trim()), rest),
            _ => (None, text),
        };
        let found = match rest.contains(':') {
            true => Named { name: rest.trim().to_string(), bot: rest.trim().parse()? },
            false => in_file(rest.trim())?,
        };
        Ok(match label {
            Some(label) => Named { name: label.to_string(), ..found },
            None => found,
        })
    }
}

impl Named {
    /// All bots of the `bots.toml` of the folder one is in; none where there is no such file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn roster() -> Result<Vec<Named>, Failure> {
        roster(Path::new(FILE))
    }

    /// Checks that the bot's protocol has the game.
    ///
    /// # Errors
    /// When it has not.
    pub fn speaks(&self, rules: &dyn Rulebook) -> Result<(), Failure> {
        let id = rules.id();
        let id = id.split(',').next().unwrap_or_default();
        let knows = match &self.bot {
            Bot::BuiltIn(_) | Bot::Line(_) => true,
            Bot::Uhp(_) => id == "hive" || id.starts_with("hive+"),
            Bot::Sc(_) => Season::of_game(id).is_some(),
        };
        if knows {
            return Ok(());
        }
        let failure = Failure::usage(format!("{} cannot play {id}: its protocol does not have that game", self.name));
        Err(failure.advise("`schwarm games` lists all games; the line protocol (line:COMMAND) has every one."))
    }
}

/// Adds a bot to the `bots.toml` of the folder one is in; all bots that are there then.
///
/// # Errors
/// When it is no bot, there is one of that name, or the file cannot be read or written.
pub fn add(named: &Named) -> Result<Vec<Named>, Failure> {
    register::add(Path::new(FILE), named)
}

/// Takes a bot out of it.
///
/// # Errors
/// When there is none of that name, or the file cannot be read or written.
pub fn remove(name: &str) -> Result<Vec<Named>, Failure> {
    register::remove(Path::new(FILE), name)
}

/// Whether the part before a `=` is a name and not the beginning of a command.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_. ".contains(c))
}

fn find(name: &str, roster: &[Named]) -> Result<Named, Failure> {
    if let Some(named) = roster.iter().find(|named| named.name == name) {
        return Ok(named.clone());
    }
    match name.parse::<Bot>() {
        Ok(bot) => return Ok(Named { name: bot.to_string(), bot }),
        Err(failure) if super::is_number(name) => return Err(failure),
        Err(_) => {}
    }
    let known = roster.iter().map(|named| named.name.as_str()).chain(super::BUILT_IN);
    let hint = suggest::did_you_mean(name, known).map_or_else(String::new, |hint| format!("; {hint}"));
    Err(Failure::usage(format!("no bot is named {name:?}{hint}")).advise(format!("A bot is {NAMES}.")))
}

/// The bots of a file; none where there is no file.
fn roster(path: &Path) -> Result<Vec<Named>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::usage(format!("cannot read {}: {error}", path.display()))),
    };
    read(&text).map_err(|failure| failure.at(path.display()))
}

pub(super) fn read(text: &str) -> Result<Vec<Named>, Failure> {
    const EXAMPLE: &str =
        "A bot stands there as\n    [[bot]]\n    name = \"mine\"\n    command = \"line:python3 bot.py\"";
    let roster: Roster = toml::from_str(text).map_err(|error| Failure::usage(error.to_string()).advise(EXAMPLE))?;
    let mut bots: Vec<Named> = Vec::new();
    for Entry { name, command } in roster.bot {
        if !is_label(&name) {
            return Err(Failure::usage(format!("{name:?} is no name for a bot"))
                .advise("Letters, digits, - _ . and spaces are."));
        }
        if bots.iter().any(|other| other.name == name) {
            return Err(Failure::usage(format!("two bots are named {name:?}")));
        }
        let bot = command.parse::<Bot>().map_err(|failure| failure.at(format_args!("bot {name:?}")))?;
        bots.push(Named { name, bot });
    }
    Ok(bots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BuiltIn;

    #[test]
    fn a_bot_is_found_by_its_command_its_label_or_its_name() {
        let named = |text| Named::find(text).map(|named| (named.name, named.bot.to_string())).expect(text);
        assert_eq!(named("greedy"), ("builtin:greedy".into(), "builtin:greedy".into()));
        assert_eq!(named("line:./a --x=3"), ("line:./a --x=3".into(), "line:./a --x=3".into()));
        assert_eq!(named("v2 = line:./a --x=3"), ("v2".into(), "line:./a --x=3".into()));
        assert_eq!(named("old=random"), ("old".into(), "builtin:random".into()));
        let roster = read("[[bot]]\nname = \"mine\"\ncommand = \"line:./a\"\n").expect("a good file");
        assert_eq!(find("mine", &roster).map(|named| named.bot).ok(), Some(Bot::Line("./a".into())));
        assert_eq!(find("random", &roster).map(|named| named.bot).ok(), Some(Bot::BuiltIn(BuiltIn::Random)));
        assert_eq!(find("4", &roster).map(|named| named.name).ok().as_deref(), Some("builtin:4"));
        assert!(find("12", &roster).expect_err("no level").message.contains("to 10"));
        assert!(find("mine2", &roster).expect_err("a typo").message.contains("did you mean mine?"));
    }

    #[test]
    fn a_file_with_a_mistake_is_told_where() {
        for (text, said) in [
            ("[[bot]]\nname = \"a\"\ncomand = \"line:x\"\n", "line 3"),
            ("[[bot]]\nname = \"a\"\ncommand = \"lime:x\"\n", "bot \"a\""),
            ("[[bot]]\nname = \"a=b\"\ncommand = \"line:x\"\n", "no name"),
            ("[[bot]]\nname=\"a\"\ncommand=\"line:x\"\n[[bot]]\nname=\"a\"\ncommand=\"line:y\"\n", "two bots"),
        ] {
            let failure = read(text).expect_err(text);
            assert!(failure.message.contains(said), "{failure}");
        }
    }
}
