//! The game as the client is told of it, and what its messages mean in it.
//!
//! Messages come out as texts; nobody here waits or sends. A client sees what the season's server
//! would show it: a welcome, the state after every ply, a request when it is to move, the result.
//!
//! Not here: sockets (`guest`), and whether a move is legal in the end (whoever runs the game).

use std::sync::Arc;

use schwarm_core::{Session, Side};
use schwarm_play::{Choice, Ending, SeatFault};

use crate::season::Season;
use crate::server::request::Request;
use crate::server::room::{is_old, text};
use crate::server::wording::{player, shown};
use crate::xml::Element;

/// Plies the client may lag behind and still be shown one by one.
const LAG: usize = 4;

/// Where a line of play stands: the ply, and the position.
type Place = (u32, u64);

fn place(session: &dyn Session) -> Place {
    (session.turn(), session.key())
}

pub(super) struct Table {
    pub season: Season,
    pub room: String,
    players: [String; 2],
    /// The last position that is known here.
    session: Box<dyn Session>,
    /// The side the client was told that it plays.
    welcomed: Option<Side>,
    /// The last state the client was shown.
    seen: Option<Place>,
    /// What the client was last asked about.
    asked: Option<Place>,
    /// Requests that it has not answered.
    owed: u32,
}

/// What a message is in the middle of a game.
#[derive(Debug)]
pub(super) enum Meaning {
    /// A move, or what the client takes for one.
    Move(Element),
    /// Nothing that matters here.
    Nothing,
    /// The client goes.
    Goodbye,
    /// Nothing that can be understood; the text says why.
    Nonsense(String),
}

impl Table {
    pub fn new(season: Season, room: String, players: &[String; 2], session: &dyn Session) -> Table {
        // Names go into every state.
        let players = players.each_ref().map(|name| name.chars().take(100).collect());
        let session = session.clone_box();
        Table { season, room, players, session, welcomed: None, seen: None, asked: None, owed: 0 }
    }

    /// The answer to a join.
    pub fn joined(&self) -> Arc<str> {
        text(Element::new("joined").with("roomId", &self.room))
    }

    /// What the client has to know before it can play this side here.
    pub fn news(&mut self, side: Side, session: &dyn Session) -> Vec<Arc<str>> {
        let mut messages = Vec::new();
        if self.welcomed != Some(side) {
            self.welcomed = Some(side);
            messages.push(self.wrap(self.season.welcome(side)));
        }
        for state in self.unseen(session) {
            messages.push(self.memento(&*state, None));
        }
        self.session = session.clone_box();
        messages
    }

    /// The positions since the last one the client has seen. If the line was left, as when moves are
    /// taken back, that is only the last one.
    fn unseen(&self, session: &dyn Session) -> Vec<Box<dyn Session>> {
        let mut line = vec![session.clone_box()];
        match self.seen {
            None => return line,
            Some(seen) if seen == place(session) => return Vec::new(),
            Some(_) => {}
        }
        let mut earlier = session.clone_box();
        while line.len() < LAG && earlier.undo() {
            if Some(place(&*earlier)) == self.seen {
                line.reverse();
                return line;
            }
            line.push(earlier.clone_box());
        }
        line.truncate(1);
        line
    }

    fn memento(&mut self, session: &dyn Session, last: Option<&Element>) -> Arc<str> {
        self.seen = Some(place(session));
        self.wrap(self.season.memento(self.season.state(session, &self.players, last)))
    }

    /// The request for a move; nothing if the client was asked the same already and still owes the
    /// answer.
    pub fn request(&mut self, session: &dyn Session) -> Option<Arc<str>> {
        if self.owed > 0 && self.asked == Some(place(session)) {
            return None;
        }
        self.asked = Some(place(session));
        self.owed = self.owed.saturating_add(1);
        Some(self.wrap(self.season.move_request()))
    }

    /// What a message means. `last_room` is the one of the game before, whose late moves are
    /// nothing to anybody.
    pub fn meaning(&self, message: &Element, last_room: &str) -> Meaning {
        if message.name != "room" {
            return match Request::read(message, Some(self.season)) {
                Some(Request::Close) => Meaning::Goodbye,
                Some(_) => Meaning::Nothing,
                None => Meaning::Nonsense(format!(
                    "<{}> is no message a client sends here",
                    schwarm_core::error::shorten(&message.name)
                )),
            };
        }
        match (message.attribute("roomId"), message.child("data")) {
            (Some(room), Some(data)) if room == self.room => Meaning::Move(data.clone()),
            (Some(room), Some(_)) if room == last_room => Meaning::Nothing,
            (Some(room), Some(_)) => Meaning::Nonsense(format!(
                "a message for the room {:?}, but the game is in {:?}",
                schwarm_core::error::shorten(room),
                self.room
            )),
            _ => Meaning::Nonsense("a room message wants a roomId and a data element".to_string()),
        }
    }

    /// Counts a move as an answer; whether it answers the last request.
    pub fn is_answer(&mut self) -> bool {
        self.owed = self.owed.saturating_sub(1);
        self.owed == 0
    }

    /// Whether a move could be the answer to anything that was asked.
    pub fn is_owed(&self) -> bool {
        self.owed > 0
    }

    /// What follows from an answer: the choice or the fault, and what the client is told at once. A
    /// move that came in time is shown on the board; nobody else judges it here.
    pub fn judge(
        &mut self,
        data: &Element,
        session: &dyn Session,
        in_time: bool,
    ) -> (Result<Choice, SeatFault>, Option<Arc<str>>) {
        let text = match self.season.read_move(data, session) {
            Ok(text) => text,
            Err(error) => {
                let fault = SeatFault::Nonsense { text: shown(data), why: error.to_string() };
                return (Err(fault), Some(self.violation(data, session)));
            }
        };
        let mut next = session.clone_box();
        let told = match next.play(&text) {
            Ok(_) if in_time => {
                let told = self.memento(&*next, Some(data));
                self.session = next;
                Some(told)
            }
            // A server does not play a late move.
            Ok(_) => None,
            Err(_) => Some(self.violation(data, session)),
        };
        (Ok(Choice { note: hints(data), ..Choice::plain(text) }), told)
    }

    fn violation(&self, data: &Element, session: &dyn Session) -> Arc<str> {
        let side = session.side_to_move();
        let name = player(side, &self.players[side.index()]);
        let violation = self.season.rule_violation(data, session, name);
        self.wrap(self.season.error(&violation.message, data))
    }

    /// A move that nobody has asked for: the fault, and what the client is told.
    pub fn unasked(&self, data: &Element, side: Side) -> (SeatFault, Arc<str>) {
        let violation = self.season.out_of_turn(data, side, &self.players);
        let why = "a move came that nobody had asked for; answer every request once".to_string();
        let told = self.wrap(self.season.error(&violation.message, data));
        (SeatFault::Nonsense { text: shown(data), why }, told)
    }

    /// The result, and goodbye.
    pub fn end(&self, ending: &Ending) -> Vec<Arc<str>> {
        let mut messages = Vec::new();
        // The older servers have no word for a cancelled game.
        if ending.counts() || !is_old(self.season) {
            messages.push(self.wrap(self.season.result(ending, &*self.session, &self.players)));
        }
        messages.push(text(Element::new("left").with("roomId", &self.room)));
        messages
    }

    fn wrap(&self, data: Element) -> Arc<str> {
        text(Element::new("room").with("roomId", &self.room).containing(data))
    }
}

/// What a client has to say about its move: seasons until 2020 let it.
fn hints(data: &Element) -> Option<String> {
    let hints = data.children_named("hint").map(|hint| hint.attribute("content").unwrap_or(&hint.text).trim());
    let hints = hints.collect::<Vec<_>>().join("; ");
    (!hints.is_empty()).then_some(hints)
}
