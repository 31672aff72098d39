//! One state that somebody copied: alone, in its message, out of a log or a replay.

use crate::season::{ReadError, RuleStyle, Season};
use crate::wire::{self, Bounds, WireError};
use crate::xml::Element;

use super::read::season_of;

/// A position found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Whose state it is.
    pub season: Season,
    /// Whose rules it belongs to, where it shows.
    pub style: Option<RuleStyle>,
    /// The position in our own notation; the rules have not seen it.
    pub position: String,
}

/// Why no position was found in a text. Places are bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyError {
    /// There is no state in it.
    #[error("there is no <state> in the text")]
    NoState,
    /// The state is no XML, or is cut off.
    #[error("the state is no XML: {error}")]
    Malformed {
        /// Where the state begins.
        place: usize,
        /// What is wrong.
        error: WireError,
    },
    /// It is of no season known here.
    #[error("the state is of no season known here")]
    Season {
        /// Where the state begins.
        place: usize,
    },
    /// Something in it is missing or unknown.
    #[error("{error}")]
    Read {
        /// Where the element begins that is wrong, or else the state.
        place: usize,
        /// What is wrong.
        error: ReadError,
    },
}

/// Reads the last `state` element of a text; what is around it does not matter.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn read_state(text: &str) -> Result<Copied, CopyError> {
    const END: &str = "</state>";
    let place = starts(text, "state").last().ok_or(CopyError::NoState)?;
    let rest = &text[place..];
    let state = rest.find(END).map_or(rest, |end| &rest[..end + END.len()]);
    let element =
        wire::read_element(state, &Bounds::default()).map_err(|error| CopyError::Malformed { place, error })?;
    let season = season_of(&element).ok_or(CopyError::Season { place })?;
    let position = season.read_state(&element).map_err(|error| {
        let inside = match &error {
            ReadError::Shape { element: Some(element), .. } => find(state, element),
            _ => None,
        };
        CopyError::Read { place: place + inside.unwrap_or(0), error }
    })?;
    Ok(Copied { season, style: season.style_of(&element), position })
}

/// Where elements of a name begin.
fn starts<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_whole = move |place: &usize| {
        let behind = text[place + 1..].strip_prefix(name);
        behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_whitespace() || c == '>' || c == '/'))
    };
    text.match_indices('<').map(|(place, _)| place).filter(is_whole)
}

/// Where an element begins that has these attributes and this text.
fn find(text: &str, element: &Element) -> Option<usize> {
    let is_it = |&place: &usize| {
        let Some((tag, behind)) = text[place..].split_once('>') else { return false };
        let has = |(name, value): &(crate::xml::Text, crate::xml::Text)| {
            ['"', '\''].iter().any(|quote| tag.contains(&format!("{}={quote}{}{quote}", name.as_str(), value.as_str())))
        };
        element.attributes.iter().all(has) && behind.trim_start().starts_with(element.text.as_str())
    };
    starts(text, &element.name).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(season: Season) -> String {
        let rules = season.rulebook(RuleStyle::Server);
        let session = rules.start(schwarm_core::Setup::Default).expect("every game has a start");
        season.state(&*session, &[String::new(), String::new()], None).to_string()
    }

    #[test]
    fn a_state_is_found_whatever_is_around_it() {
        for season in Season::ALL {
            let rules = season.rulebook(RuleStyle::Server);
            let start = rules.start(schwarm_core::Setup::Default).expect("every game has a start").position();
            let alone = state(season);
            let room = format!(
                "<?xml version=\"1.0\"?>\n<protocol>\n<room roomId=\"x\"><data class=\"memento\">{alone}</data></room>"
            );
            for text in [&alone, &room, &format!("log: {alone} and so on"), &format!("{alone}\n{alone}")] {
                let copied = read_state(text).expect("there is a state");
                assert_eq!((copied.season, copied.position), (season, start.clone()));
            }
        }
        assert_eq!(read_state(&state(Season::Hive2020)).map(|copied| copied.style), Ok(Some(RuleStyle::Server)));
    }

    #[test]
    fn what_is_wrong_is_found_where_it_is() {
        let rest = |text: &str| match read_state(text) {
            Err(CopyError::Read { place, .. }) => text[place..].chars().take(30).collect::<String>(),
            other => panic!("{other:?}"),
        };
        let old = state(Season::Piranhas2019);
        let wrong = old.replacen("x=\"3\" y=\"4\" state=\"EMPTY\"", "x=\"3\" y=\"4\" state=\"REED\"", 1);
        assert!(rest(&wrong).starts_with("<field x=\"3\" y=\"4\" state="), "{}", rest(&wrong));
        let new = state(Season::Piranhas2026);
        let wrong = new.replacen("<field>EMPTY", "<field>REED", 1);
        assert!(rest(&wrong).starts_with("<field>REED</field>"), "{}", rest(&wrong));
        let turn = new.replacen("turn=\"0\"", "turn=\"x\"", 1);
        assert!(rest(&turn).starts_with("<state class=\"state\""), "{}", rest(&turn));
    }

    #[test]
    fn what_is_no_state_is_refused() {
        assert_eq!(read_state("<statement/>"), Err(CopyError::NoState));
        assert_eq!(read_state("<state><board/></state>"), Err(CopyError::Season { place: 0 }));
        let cut = &state(Season::Hive2020)[..200];
        assert!(matches!(read_state(cut), Err(CopyError::Malformed { place: 0, .. })));
        let deep = "<state>".repeat(10_000);
        assert!(read_state(&deep).is_err());
    }
}
