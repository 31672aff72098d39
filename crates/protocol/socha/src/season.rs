//! What the messages of each season mean.
//!
//! A [`Season`] knows the words of its server: how a state, a move and a result are written, and
//! what is said about an illegal move. Positions and moves cross the border as the texts of our own
//! notation, so that the rules stay where they are.
//! Invariant: nothing read here panics or is believed; the rules judge every move.
//! Not here: rooms, clocks and connections (`server`, `client`), bytes (`wire`).

mod board;
mod common;
mod hive2020;
mod ostseeschach2022;
mod piranhas2019;
mod piranhas2026;
mod read;
mod result;
mod violation;

use schwarm_core::{GameId, Rulebook, Session, Side};
use schwarm_play::Ending;

use crate::xml::Element;

pub use read::ReadError;
pub use result::{Cause, ReadResult};
pub use violation::Violation;

/// A year of the Software-Challenge whose protocol is spoken here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Season {
    /// Piranhas, as the server 19.2.1 speaks.
    Piranhas2019,
    /// Hive, as the server 20.final speaks.
    Hive2020,
    /// Ostseeschach, as the server 22.final speaks.
    Ostseeschach2022,
    /// Piranhas with weights, as the server 26.1.0 speaks.
    Piranhas2026,
}

/// Which rules are played where sheet and server differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleStyle {
    /// As printed.
    Sheet,
    /// As the official server played; what the bots of the season expect.
    #[default]
    Server,
}

impl Season {
    /// Every season, in order of time.
    pub const ALL: [Season; 4] =
        [Season::Piranhas2019, Season::Hive2020, Season::Ostseeschach2022, Season::Piranhas2026];

    /// The name of the game in the protocol.
    pub const fn game_type(self) -> &'static str {
        match self {
            Season::Piranhas2019 => "swc_2019_piranhas",
            Season::Hive2020 => "swc_2020_hive",
            Season::Ostseeschach2022 => "swc_2022_ostseeschach",
            Season::Piranhas2026 => "swc_2026_piranhas",
        }
    }

    /// The season of a name in the protocol.
    pub fn of_game_type(text: &str) -> Option<Season> {
        Season::ALL.into_iter().find(|season| season.game_type() == text)
    }

    /// The season whose server plays a game of ours.
    pub fn of_game(id: &str) -> Option<Season> {
        let name = GameId::parse(id).name;
        let plays = |season: &Season| {
            [RuleStyle::Sheet, RuleStyle::Server].iter().any(|&style| season.game(style).eq_ignore_ascii_case(&name))
        };
        Season::ALL.into_iter().find(plays).or_else(|| Season::of_game_type(&name))
    }

    /// The id of the game. Piranhas 2026 has one set of rules.
    pub const fn game(self, style: RuleStyle) -> &'static str {
        match (self, style) {
            (Season::Piranhas2019, RuleStyle::Sheet) => "piranhas-2019",
            (Season::Piranhas2019, RuleStyle::Server) => "piranhas-2019-server",
            (Season::Hive2020, RuleStyle::Sheet) => "hive-2020",
            (Season::Hive2020, RuleStyle::Server) => "hive-2020-server",
            (Season::Ostseeschach2022, RuleStyle::Sheet) => "ostseeschach-2022",
            (Season::Ostseeschach2022, RuleStyle::Server) => "ostseeschach-2022-server",
            (Season::Piranhas2026, _) => "piranhas-2026",
        }
    }

    /// The rules of the game.
    pub fn rulebook(self, style: RuleStyle) -> Box<dyn Rulebook> {
        let family = match self {
            Season::Piranhas2019 | Season::Piranhas2026 => schwarm_piranhas::FAMILY,
            Season::Hive2020 => schwarm_hive::FAMILY,
            Season::Ostseeschach2022 => schwarm_ostseeschach::FAMILY,
        };
        let opened = family.open(&GameId::parse(self.game(style)));
        opened.and_then(Result::ok).expect("the family knows its own games")
    }

    /// The `state` element of a position. `last` is the `data` element of the move that led to it,
    /// as it came; without it the last move of the session is written.
    pub fn state(self, session: &dyn Session, players: &[String; 2], last: Option<&Element>) -> Element {
        if last.is_some() {
            return self.state_after(session, players, last);
        }
        let mover = session.side_to_move().other();
        let last = session.moves().pop().and_then(|text| self.move_of(&text, mover).ok());
        self.state_after(session, players, last.as_ref())
    }

    /// As [`state`](Season::state), but without `last` there is no last move.
    pub(crate) fn state_after(self, session: &dyn Session, players: &[String; 2], last: Option<&Element>) -> Element {
        match self {
            Season::Piranhas2019 => piranhas2019::state(session, players, last),
            Season::Hive2020 => hive2020::state(session, players, last),
            Season::Ostseeschach2022 => ostseeschach2022::state(session, last),
            Season::Piranhas2026 => piranhas2026::state(session, last),
        }
    }

    /// The position text of a `state` element.
    ///
    /// # Errors
    /// When something is missing in it or cannot be read.
    pub fn read_state(self, state: &Element) -> Result<String, ReadError> {
        match self {
            Season::Piranhas2019 => piranhas2019::read_state(state),
            Season::Hive2020 => hive2020::read_state(state),
            Season::Ostseeschach2022 => ostseeschach2022::read_state(state),
            Season::Piranhas2026 => piranhas2026::read_state(state),
        }
    }

    /// Whose rules a `state` element belongs to, where it shows: in Hive the sets differ.
    pub fn style_of(self, state: &Element) -> Option<RuleStyle> {
        match self {
            Season::Hive2020 => hive2020::style_of(state),
            Season::Piranhas2019 | Season::Ostseeschach2022 | Season::Piranhas2026 => None,
        }
    }

    /// The move text of a `data` or `lastMove` element. Whether the move is legal is for the rules
    /// to say.
    ///
    /// # Errors
    /// [`ReadError::Shape`] when it is no move message of this season; [`ReadError::Illegal`] when
    /// it is one, but about something our notation cannot even name, such as a cell off the board.
    pub fn read_move(self, data: &Element, session: &dyn Session) -> Result<String, ReadError> {
        match self {
            Season::Piranhas2019 => piranhas2019::read_move(data, session),
            Season::Hive2020 => hive2020::read_move(data, session),
            Season::Ostseeschach2022 => ostseeschach2022::read_move(data),
            Season::Piranhas2026 => piranhas2026::read_move(data, session),
        }
    }

    /// The `data` element a client sends for a move that is to be played now.
    ///
    /// # Errors
    /// When the text is no move of the game's notation.
    pub fn write_move(self, text: &str, session: &dyn Session) -> Result<Element, ReadError> {
        self.move_of(text, session.side_to_move())
    }

    pub(crate) fn move_of(self, text: &str, mover: Side) -> Result<Element, ReadError> {
        match self {
            Season::Piranhas2019 => piranhas2019::write_move(text),
            Season::Hive2020 => hive2020::write_move(text, mover),
            Season::Ostseeschach2022 => ostseeschach2022::write_move(text),
            Season::Piranhas2026 => piranhas2026::write_move(text),
        }
    }

    /// The message that carries a state.
    pub fn memento(self, state: Element) -> Element {
        data("memento").containing(state)
    }

    /// The state in a message that carries one.
    pub fn read_memento(self, data: &Element) -> Option<&Element> {
        (data.attribute("class") == Some("memento")).then(|| data.child("state")).flatten()
    }

    /// The message that tells a player its colour.
    pub fn welcome(self, side: Side) -> Element {
        data("welcomeMessage").marked("color", common::welcome_colour(self, side))
    }

    /// The colour in a welcome message.
    pub fn read_welcome(self, data: &Element) -> Option<Side> {
        let colour = data.attribute("color").filter(|_| data.attribute("class") == Some("welcomeMessage"))?;
        common::read_side(colour)
    }

    /// The message that asks for a move.
    pub fn move_request(self) -> Element {
        data(self.move_request_class())
    }

    /// Whether a message asks for a move.
    pub fn is_move_request(self, data: &Element) -> bool {
        data.attribute("class") == Some(self.move_request_class())
    }

    const fn move_request_class(self) -> &'static str {
        match self {
            Season::Piranhas2019 | Season::Hive2020 => "sc.framework.plugins.protocol.MoveRequest",
            Season::Ostseeschach2022 | Season::Piranhas2026 => "moveRequest",
        }
    }

    /// The message that carries the result. For a player who left, `why` of the termination is the
    /// official cause (`LOST_CONNECTION`, `PROTOCOL_ERROR`, `RECEIVED_DISCONNECT`) where it is one
    /// of these; for an illegal move it is the `reason` of a [`Violation`].
    pub fn result(self, ending: &Ending, session: &dyn Session, players: &[String; 2]) -> Element {
        result::write(self, ending, session, players)
    }

    /// What a result message says; `None` if it is none.
    pub fn read_result(self, data: &Element) -> Option<ReadResult> {
        result::read(self, data)
    }

    /// The message that says what was wrong with a message.
    pub fn error(self, message: &str, original: &Element) -> Element {
        let name = match self {
            Season::Piranhas2019 | Season::Hive2020 => "originalRequest",
            Season::Ostseeschach2022 | Season::Piranhas2026 => "originalMessage",
        };
        data("error").with("message", message).containing(original.clone().named(name))
    }

    /// What the official server says about an illegal move, in the message to the player and in the
    /// result. `session` stands where the move was to be played.
    pub fn rule_violation(self, data: &Element, session: &dyn Session, player: &str) -> Violation {
        violation::illegal_move(self, data, session, player)
    }

    /// What the official server says about a move of the side whose turn it is not.
    pub fn out_of_turn(self, data: &Element, sender: Side, players: &[String; 2]) -> Violation {
        violation::out_of_turn(self, data, sender, players)
    }

    /// The last message before the stream is closed.
    pub fn close(self) -> Element {
        Element::new(match self {
            Season::Piranhas2019 | Season::Hive2020 => "sc.protocol.responses.CloseConnection",
            Season::Ostseeschach2022 => "sc.protocol.CloseConnection",
            Season::Piranhas2026 => "close",
        })
    }
}

fn data(class: &'static str) -> Element {
    Element::new("data").marked("class", class)
}
