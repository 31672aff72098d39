//! A guest at somebody else's table: plays one game on an official server or on this one.
//!
//! The season is given, or seen from the first state where a reservation or a room decides it.
//! A [`Seat`] chooses the moves; the line of play is kept as long as the states fit it.
//!
//! Not here: engines, and how often to play.

mod stream;
mod table;

use std::time::Duration;

use schwarm_core::Side;
use schwarm_play::{Seat, SeatFault, ThinkTime, Turn};

use crate::season::{ReadError, ReadResult, RuleStyle, Season};
use crate::wire::WireError;
use crate::xml::Element;
use stream::Stream;
use table::Table;

/// Which game to play, and where.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Host and port.
    pub addr: String,
    /// The season to join; may be left out with a reservation or a room.
    pub game: Option<Season>,
    /// The code an administrator has handed out.
    pub reservation: Option<String>,
    /// A room to join, on servers since 2022.
    pub room: Option<String>,
    /// Whose rules the player thinks by. Official servers play by their own.
    pub style: RuleStyle,
    /// Time for each move, as the player is told.
    pub time: Duration,
}

impl ClientConfig {
    /// Plain defaults for an address: the server's rules, and a little less than two seconds.
    pub fn new(addr: impl Into<String>) -> ClientConfig {
        ClientConfig {
            addr: addr.into(),
            game: None,
            reservation: None,
            room: None,
            style: RuleStyle::Server,
            // The way there and back takes time, too.
            time: Duration::from_millis(1800),
        }
    }
}

/// What is known after the game.
#[derive(Clone, Debug)]
pub struct ClientReport {
    /// What was played.
    pub season: Season,
    /// The room it was played in.
    pub room: String,
    /// The side this player had, where the server said.
    pub side: Option<Side>,
    /// The result as the server reported it.
    pub result: ReadResult,
    /// The moves of the line that was followed without a break to the end.
    pub moves: Vec<String>,
    /// What the server complained about.
    pub complaints: Vec<String>,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nothing says what to play.
    #[error("say what to play: a season, a reservation or a room")]
    NothingToJoin,
    /// The server cannot be reached.
    #[error("cannot reach {addr}: {source}")]
    Connect {
        /// Where it should be.
        addr: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The server said no.
    #[error("the server refused: {message}")]
    Refused {
        /// Its words.
        message: String,
    },
    /// The server closed the connection without a result.
    #[error("the server closed the connection {when}")]
    Closed {
        /// What was going on.
        when: &'static str,
    },
    /// The game was broken off without a result.
    #[error("the game was cancelled: the server sent no result")]
    Cancelled,
    /// The server sent something that is no XML.
    #[error("cannot understand the server: {0}")]
    Wire(#[from] WireError),
    /// The server sent a state or result that cannot be read.
    #[error("cannot understand the server: {0}")]
    Read(#[from] ReadError),
    /// The server sent a position that cannot be.
    #[error("the server sent an odd position: {0}")]
    Position(#[from] schwarm_core::PositionError),
    /// The server sent something out of place.
    #[error("the server sent {what}")]
    Odd {
        /// What it sent.
        what: &'static str,
    },
    /// The player failed; the server counts that as leaving.
    #[error("the player failed: {0}")]
    Seat(SeatFault),
}

/// How long the server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// Plays one game.
///
/// # Errors
/// When there is no result in the end. A lost game is no error.
pub async fn play(config: ClientConfig, seat: &mut dyn Seat) -> Result<ClientReport, ClientError> {
    let join = if let Some(code) = &config.reservation {
        Element::new("joinPrepared").with("reservationCode", code)
    } else if let Some(room) = &config.room {
        Element::new("joinRoom").with("roomId", room)
    } else {
        let season = config.game.ok_or(ClientError::NothingToJoin)?;
        Element::new("join").with("gameType", season.game_type())
    };
    let stream = Stream::connect(&config.addr).await;
    let mut stream = stream.map_err(|source| ClientError::Connect { addr: config.addr.clone(), source })?;
    stream.send("<protocol>", &[&join]).await;
    let mut guest = Guest { table: Table::new(&config), config, result: None, complaints: Vec::new() };
    let played = guest.sit_through(&mut stream, seat).await;
    // Servers of any season understand their own word for goodbye; others hear the stream end.
    let goodbye = guest.table.season.map(Season::close);
    stream.send("", &goodbye.iter().collect::<Vec<_>>()).await;
    stream.finish(GOODBYE).await;
    played?;
    guest.report()
}

struct Guest {
    config: ClientConfig,
    table: Table,
    result: Option<ReadResult>,
    complaints: Vec<String>,
}

enum Step {
    GoOn,
    Answer,
    Done,
}

impl Guest {
    async fn sit_through(&mut self, stream: &mut Stream, seat: &mut dyn Seat) -> Result<(), ClientError> {
        loop {
            // After the result nothing but a goodbye is worth waiting for, and not every server sends one.
            let message = match self.result {
                None => stream.next().await?,
                Some(_) => match tokio::time::timeout(GOODBYE, stream.next()).await {
                    Ok(Ok(message)) => message,
                    Ok(Err(_)) | Err(_) => return Ok(()),
                },
            };
            let Some(message) = message else {
                return match (&self.result, self.table.has_begun()) {
                    (Some(_), _) => Ok(()),
                    (None, true) => Err(ClientError::Closed { when: "in the middle of the game" }),
                    (None, false) => Err(ClientError::Closed {
                        when: "before the game began: check the reservation, room or game type",
                    }),
                };
            };
            match self.hear(&message, seat).await? {
                Step::GoOn => {}
                Step::Answer => self.answer(stream, seat).await?,
                Step::Done => return Ok(()),
            }
        }
    }

    async fn hear(&mut self, message: &Element, seat: &mut dyn Seat) -> Result<Step, ClientError> {
        match message.name.as_str() {
            "joined" => self.table.room = message.attribute("roomId").unwrap_or_default().to_string(),
            "room" => {
                let data = message.child("data").ok_or(ClientError::Odd { what: "a room message without data" })?;
                return self.hear_data(data, seat).await;
            }
            "left" if self.result.is_some() => return Ok(Step::Done),
            "left" => return Err(ClientError::Cancelled),
            "errorpacket" => {
                let message = message.attribute("message").unwrap_or("no reason given").to_string();
                // A complaint during the game, as about a late move, does not end it.
                if !self.table.has_begun() {
                    return Err(ClientError::Refused { message });
                }
                self.complain(message);
            }
            // What servers tell administrators, and words for goodbye, need no answer.
            _ => {}
        }
        Ok(Step::GoOn)
    }

    async fn hear_data(&mut self, data: &Element, seat: &mut dyn Seat) -> Result<Step, ClientError> {
        match data.attribute("class") {
            Some("welcomeMessage") => {
                self.table.side = Season::Piranhas2026.read_welcome(data).or(Season::Hive2020.read_welcome(data));
            }
            Some("memento") => {
                let state = data.child("state").ok_or(ClientError::Odd { what: "a memento without state" })?;
                if self.table.follow(state)? {
                    let started = self.table.started(seat.name());
                    let session = self.table.session().ok_or(ClientError::Odd { what: "no position" })?;
                    seat.begin(&started, session).await.map_err(ClientError::Seat)?;
                }
            }
            Some("error") => self.complain(data.attribute("message").unwrap_or_default().to_string()),
            Some("result") => {
                let season = self.table.season.ok_or(ClientError::Odd { what: "a result before any state" })?;
                let result = season.read_result(data).ok_or(ClientError::Odd { what: "an unreadable result" })?;
                if let Some(ending) = self.table.ending(&result) {
                    seat.end(&ending).await.map_err(ClientError::Seat)?;
                }
                self.result = Some(result);
            }
            _ if self.table.season.is_some_and(|season| season.is_move_request(data)) => return Ok(Step::Answer),
            _ => {}
        }
        Ok(Step::GoOn)
    }

    fn complain(&mut self, message: String) {
        if self.complaints.len() < 100 {
            self.complaints.push(message);
        }
    }

    /// Lets the player think, with an ear on the server: the game may end meanwhile.
    async fn answer(&mut self, stream: &mut Stream, seat: &mut dyn Seat) -> Result<(), ClientError> {
        let (Some(season), Some(session)) = (self.table.season, self.table.session()) else {
            return Err(ClientError::Odd { what: "a request before any state" });
        };
        let turn = Turn { session, time: ThinkTime::within(self.config.time) };
        let choice = tokio::select! {
            choice = seat.choose(turn) => choice.map_err(ClientError::Seat)?,
            () = stream.hear_of_the_end() => return Ok(()),
        };
        let nonsense = |why: String| ClientError::Seat(SeatFault::Nonsense { text: choice.text.clone(), why });
        let spelt = session.check(&choice.text).map_err(|error| nonsense(error.to_string()))?;
        let data = season.write_move(&spelt, session).map_err(|error| nonsense(error.to_string()))?;
        let message = Element::new("room").with("roomId", &self.table.room).containing(data);
        stream.send("", &[&message]).await;
        Ok(())
    }

    fn report(self) -> Result<ClientReport, ClientError> {
        let closed = || ClientError::Closed { when: "without a result" };
        let (season, result) = (self.table.season.ok_or_else(closed)?, self.result.ok_or_else(closed)?);
        let (moves, Table { room, side, .. }) = (self.table.moves(), self.table);
        Ok(ClientReport { season, room, side, result, moves, complaints: self.complaints })
    }
}
