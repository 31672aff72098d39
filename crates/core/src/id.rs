//! Game ids with their options: `hive+mlp,repetition=off,queen-first`.

use crate::{GameInfo, IdError};

/// A game id taken apart, before anybody asked whether such a game exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameId {
    /// The part before the first comma.
    pub name: String,
    /// `(name, value)` of each option; switches have no value.
    pub options: Vec<(String, Option<String>)>,
}

impl GameId {
    /// Takes an id apart. Every text is some id; whether it exists is the catalog's question.
    pub fn parse(text: &str) -> GameId {
        let mut parts = text.trim().split(',').map(str::trim);
        let name = parts.next().unwrap_or_default().to_string();
        let options = parts
            .map(|option| match option.split_once('=') {
                Some((name, value)) => (name.trim().to_string(), Some(value.trim().to_string())),
                None => (option.to_string(), None),
            })
            .collect();
        GameId { name, options }
    }

    /// Whether the name is the game's id or one of its aliases, whatever the case.
    pub fn names(&self, info: &GameInfo) -> bool {
        self.name.eq_ignore_ascii_case(info.id)
            || info.aliases.iter().any(|alias| self.name.eq_ignore_ascii_case(alias))
    }

    /// Checks the options against what the game offers, and returns them completed by defaults
    /// in the order of `info.options`. A switch has the value `on` or `off`.
    ///
    /// # Errors
    /// For an unknown option, a value it does not take, or an option given twice.
    pub fn resolve(&self, info: &GameInfo) -> Result<Vec<&'static str>, IdError> {
        let mut values: Vec<Option<&'static str>> = vec![None; info.options.len()];
        for (name, value) in &self.options {
            let fail =
                |why: String| IdError::Option { id: info.id.to_string(), option: crate::error::shorten(name), why };
            let Some(place) = info.options.iter().position(|option| option.name == name) else {
                return Err(fail(match info.options {
                    [] => "this game has no options".to_string(),
                    known => {
                        let names: Vec<_> = known.iter().map(|option| option.name).collect();
                        format!("unknown; this game knows {}", names.join(", "))
                    }
                }));
            };
            let option = &info.options[place];
            let allowed = if option.values.is_empty() { &["on", "off"] } else { option.values };
            let given = match value {
                None if option.values.is_empty() => "on",
                None => return Err(fail(format!("wants a value: {}", allowed.join(" or ")))),
                Some(value) => value,
            };
            let Some(value) = allowed.iter().find(|allowed| **allowed == given) else {
                return Err(fail(format!("takes {}", allowed.join(" or "))));
            };
            if values[place].replace(value).is_some() {
                return Err(fail("given twice".to_string()));
            }
        }
        Ok(values.iter().zip(info.options).map(|(value, option)| value.unwrap_or(option.default)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_a_name_and_options() {
        let id = GameId::parse(" hive+mlp , repetition = off,queen-first ");
        assert_eq!(id.name, "hive+mlp");
        assert_eq!(
            id.options,
            [("repetition".to_string(), Some("off".to_string())), ("queen-first".to_string(), None)]
        );
    }
}
