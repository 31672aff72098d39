//! The game as a guest sees it: states that come, and the line of play they make.

use schwarm_core::{Rulebook, Session, Side};
use schwarm_play::{Ending, GameEvent, Start, TimeControl};

use super::{ClientConfig, ClientError};
use crate::season::{ReadResult, RuleStyle, Season};
use crate::xml::Element;

pub(super) struct Table {
    pub season: Option<Season>,
    pub room: String,
    pub side: Option<Side>,
    style: RuleStyle,
    time: TimeControl,
    rules: Option<Box<dyn Rulebook>>,
    session: Option<Box<dyn Session>>,
}

impl Table {
    pub fn new(config: &ClientConfig) -> Table {
        let room = config.room.clone().unwrap_or_default();
        let time = TimeControl::per_move(config.time);
        // The season is only believed when a state shows it: a room may be of any.
        Table { season: None, room, side: None, style: config.style, time, rules: None, session: None }
    }

    pub fn has_begun(&self) -> bool {
        self.session.is_some()
    }

    pub fn session(&self) -> Option<&dyn Session> {
        self.session.as_deref()
    }

    pub fn moves(&self) -> Vec<String> {
        self.session.as_ref().map(|session| session.moves()).unwrap_or_default()
    }

    /// Takes a state; `true` if it is the first one.
    pub fn follow(&mut self, state: &Element) -> Result<bool, ClientError> {
        let season = season_of(state).ok_or(ClientError::Odd { what: "a state of no season this program knows" })?;
        if self.season != Some(season) {
            // What the server shows counts more than what it was thought to play.
            self.rules = Some(season.rulebook(season.style_of(state).unwrap_or(self.style)));
            self.season = Some(season);
            self.session = None;
        }
        let rules = self.rules.as_deref().ok_or(ClientError::Odd { what: "a state of no rules" })?;
        let fresh = rules.from_position(&season.read_state(state)?)?;
        let first = self.session.is_none();
        self.session = Some(match self.session.take() {
            Some(session) => continued(season, session, state, fresh),
            None => fresh,
        });
        Ok(first)
    }

    /// The first event of the game. Nobody tells a guest who the others are.
    pub fn started(&self, name: &str) -> GameEvent {
        let mut players = [String::new(), String::new()];
        if let Some(side) = self.side {
            players[side.index()] = name.to_string();
        }
        let start = match (&self.rules, &self.session) {
            (Some(rules), Some(session)) => Start::of(&**rules, &**session),
            _ => Start::Default,
        };
        let game = self.session.as_ref().map(|session| session.id()).unwrap_or_default();
        GameEvent::Started { game, start, players, time: self.time }
    }

    pub fn ending(&self, result: &ReadResult) -> Option<Ending> {
        self.session.as_deref().map(|session| result.ending(session))
    }
}

/// The line of play with the last move added where that leads to the new state; else the new
/// state alone, without a history.
fn continued(season: Season, session: Box<dyn Session>, state: &Element, fresh: Box<dyn Session>) -> Box<dyn Session> {
    // Paused games send a state twice.
    if bare(&*session) == bare(&*fresh) {
        return session;
    }
    let mut next = session;
    let played = state.child("lastMove").and_then(|last| season.read_move(last, &*next).ok());
    match played {
        Some(text) if next.play(&text).is_ok() && bare(&*next) == bare(&*fresh) => next,
        _ => fresh,
    }
}

fn bare(session: &dyn Session) -> String {
    session.board().unwrap_or_else(|| session.position())
}

/// Which season a state is from.
fn season_of(state: &Element) -> Option<Season> {
    if state.attribute("class") == Some("sc.plugin2019.GameState") {
        return Some(Season::Piranhas2019);
    }
    if state.attribute("currentPlayerColor").is_some() {
        return Some(Season::Hive2020);
    }
    if state.child("startTeam").is_some() {
        return Some(Season::Ostseeschach2022);
    }
    state.attribute("startTeam").map(|_| Season::Piranhas2026)
}
