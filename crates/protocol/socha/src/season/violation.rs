//! What the official servers say about moves that are none.
//!
//! The words of the servers where they are known from recorded games; the message of our own rules
//! in the same frame where they are not.

use schwarm_core::{MoveError, Session, Side};

use crate::xml::Element;

use super::common::team;
use super::read::ReadError;
use super::{Season, hive2020, ostseeschach2022, piranhas2019, piranhas2026};

/// The words about a move that ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// In the error message to the player.
    pub message: String,
    /// In the error message to observers.
    pub observers: String,
    /// In the result; meant for `why` of an illegal move's termination.
    pub reason: String,
}

/// The rule a message breaks: id and words.
fn broken_rule(season: Season, data: &Element, session: &dyn Session) -> (String, String) {
    match season.read_move(data, session) {
        Ok(text) => match session.check(&text) {
            Err(MoveError::Illegal { rule, .. }) => (rule.id.to_string(), rule.message),
            Err(error) => (error.kind().to_string(), error.to_string()),
            Ok(_) => ("refused".to_string(), "the move was not accepted".to_string()),
        },
        Err(ReadError::Illegal { rule, message }) => (rule.to_string(), message),
        Err(ReadError::Shape { what, .. }) => ("syntax".to_string(), what),
    }
}

fn describe(season: Season, data: &Element) -> String {
    let known = match season {
        Season::Piranhas2019 => piranhas2019::describe(data),
        Season::Hive2020 => hive2020::describe(data),
        Season::Ostseeschach2022 => ostseeschach2022::describe(data),
        Season::Piranhas2026 => piranhas2026::describe(data),
    };
    known.unwrap_or_else(|| schwarm_core::error::shorten(data.attribute("class").unwrap_or("?")))
}

pub(super) fn illegal_move(season: Season, data: &Element, session: &dyn Session, player: &str) -> Violation {
    let (rule, words) = broken_rule(season, data, session);
    let what = describe(season, data);
    let name = if player.is_empty() { team(session.side_to_move()) } else { player };
    let said_to_player = |detail: &str| format!("Ungueltiger Zug von '{name}'.\n{detail}");
    match season {
        Season::Piranhas2019 => Violation { message: said_to_player(&words), observers: words.clone(), reason: words },
        Season::Hive2020 => {
            let words = match hive2020::drags_too_early(data, session) {
                true => "You have to place the Bee to be able to perform dragmoves".to_string(),
                false => words,
            };
            let detail = format!("{words}; move was {what}");
            Violation { message: said_to_player(&detail), observers: detail.clone(), reason: detail }
        }
        Season::Ostseeschach2022 => {
            let mistake = match rule.as_str() {
                "no-piece" | "not-yours" => "Nur eigene Spielfiguren können gezogen werden".to_string(),
                _ => words,
            };
            let message = said_to_player(&format!("InvalidMoveException(mistake={mistake}, move={what})"));
            Violation { observers: message.clone(), message, reason: format!("{mistake} bei Zug '{what}'") }
        }
        Season::Piranhas2026 => {
            let (id, mistake) = match rule.as_str() {
                "no-fish" | "not-yours" => {
                    ("WRONG_START".to_string(), "Das Startfeld ist kein Piranha des eigenen Teams".to_string())
                }
                _ => (rule.to_ascii_uppercase().replace('-', "_"), words),
            };
            let message = said_to_player(&format!("InvalidMoveException(mistake={id}, move={what})"));
            let reason = format!("Regelverletzung von {name}: {mistake} bei '{what}'");
            Violation { observers: message.clone(), message, reason }
        }
    }
}

pub(super) fn out_of_turn(season: Season, data: &Element, sender: Side, players: &[String; 2]) -> Violation {
    let who = |side: Side| match players[side.index()].as_str() {
        "" => team(side).to_string(),
        name => format!("{}({name})", team(side)),
    };
    let name = match players[sender.index()].as_str() {
        "" => team(sender),
        name => name,
    };
    let message = match season {
        Season::Piranhas2019 | Season::Hive2020 => "It's not your turn yet.".to_string(),
        Season::Ostseeschach2022 | Season::Piranhas2026 => format!(
            "It's not your turn yet; expected: {}, got {} (msg was {}).",
            who(sender.other()),
            who(sender),
            describe(season, data)
        ),
    };
    let reason = match season {
        Season::Piranhas2026 => format!("Missachtung des Spielablaufs von {name}: {message}"),
        _ => message.clone(),
    };
    Violation { observers: message.clone(), message, reason }
}
