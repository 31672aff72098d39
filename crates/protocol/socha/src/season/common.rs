//! Words the seasons share: colours, teams, numbers.

use schwarm_core::Side;

use crate::xml::{Element, Text};

use super::Season;
use super::read::{self, ReadError};

/// `RED` or `BLUE`.
pub(super) const fn colour(side: Side) -> &'static str {
    match side {
        Side::One => "RED",
        Side::Two => "BLUE",
    }
}

/// `ONE` or `TWO`.
pub(super) const fn team(side: Side) -> &'static str {
    match side {
        Side::One => "ONE",
        Side::Two => "TWO",
    }
}

/// A side by any of its names.
pub(super) fn read_side(text: &str) -> Option<Side> {
    match text {
        "RED" | "red" | "ONE" => Some(Side::One),
        "BLUE" | "blue" | "TWO" => Some(Side::Two),
        _ => None,
    }
}

pub(super) const fn welcome_colour(season: Season, side: Side) -> &'static str {
    match (season, side) {
        (Season::Piranhas2019 | Season::Hive2020, Side::One) => "red",
        (Season::Piranhas2019 | Season::Hive2020, Side::Two) => "blue",
        (Season::Ostseeschach2022 | Season::Piranhas2026, side) => team(side),
    }
}

/// A number; the small ones that boards are full of cost no memory.
pub(super) fn number(value: i32) -> Text {
    const SMALL: [&str; 16] = ["-5", "-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    match usize::try_from(value.saturating_add(5)).ok().and_then(|index| SMALL.get(index)) {
        Some(word) => Text::word(word),
        None => Text::from(value.to_string()),
    }
}

/// An element with room for what it will hold.
pub(super) fn roomy(name: &'static str, children: usize) -> Element {
    Element { name: Text::word(name), children: Vec::with_capacity(children), ..Element::default() }
}

/// The `red` and `blue` elements that states of 2019 and 2020 carry.
pub(super) fn player(name: &'static str, side: Side, display_name: &str) -> Element {
    let element = Element::new(name).marked("color", colour(side));
    if display_name.is_empty() { element } else { element.with("displayName", display_name) }
}

/// The turn of a state, and the side and number as position texts write them.
pub(super) fn turn_text(state: &Element) -> Result<(i32, String), ReadError> {
    let turn = read::number(state, "turn")?;
    let side = if turn % 2 == 0 { 'r' } else { 'b' };
    Ok((turn, format!("{side} {turn}")))
}

/// Whether the first side begins; the servers can say otherwise, but never do.
pub(super) fn check_start(text: Option<&str>) -> Result<(), ReadError> {
    match text.map(read_side) {
        None | Some(Some(Side::One)) => Ok(()),
        Some(_) => Err(ReadError::shape("a game that red does not begin cannot be read")),
    }
}
