//! One connection: what a client sends, whether it may, and what the lobby answers.
//!
//! The season of a connection is that of the game it plays in. Refusals are worded and acted on
//! as that season's server does: the older ones close the connection, the newer ones answer with
//! an `errorpacket`. Whoever has no season yet is answered like the newer ones do.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::task::{Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::Instant;

use super::cell::Cell;
use super::lobby::{Hub, LobbyError};
use super::outbox::{Duty, Outbox};
use super::request::Request;
use super::room::{Leaving, Peer, Refusal, is_old, text};
use super::wording;
use crate::season::Season;
use crate::wire::Wire;
use crate::xml::Element;

/// How many wrong passwords a connection may send.
const WRONG_PASSWORDS: u32 = 10;

/// How long the rest of a closed connection may take.
const GOODBYE: Duration = Duration::from_secs(2);

type Flow = ControlFlow<Leaving>;
const GO_ON: Flow = ControlFlow::Continue(());

struct Connection {
    hub: Arc<Hub>,
    peer: Peer,
    outbox: Arc<Outbox>,
    /// Set by the game it plays in.
    season: Option<Season>,
    administrator: bool,
    /// It authenticated as administrators did in 2019.
    old_administrator: bool,
    wrong_passwords: u32,
    seat: Weak<Cell>,
    observed: Vec<Weak<Cell>>,
}

/// Serves one client until it goes.
pub(crate) async fn serve(hub: Arc<Hub>, stream: TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection went before it was served");
        return;
    }
    let (mut reading, writing) = stream.into_split();
    let outbox = Arc::new(Outbox::new(writing, hub.config.outbox_bytes));
    let Some(peer) = hub.welcome(&outbox) else {
        tracing::warn!("too many connections: one was turned away");
        return;
    };
    let mut connection = Connection {
        hub: hub.clone(),
        peer,
        outbox: outbox.clone(),
        season: None,
        administrator: false,
        old_administrator: false,
        wrong_passwords: 0,
        seat: Weak::new(),
        observed: Vec::new(),
    };
    let how = connection.listen(&mut reading).await;
    tracing::debug!(peer, how = how.word(), "a connection ends");
    connection.leave(how);
    drop(connection);
    hub.goodbye(peer);
    outbox.close();
    // Nobody is waited for that does not read.
    let _ = tokio::time::timeout(GOODBYE, flush(&outbox)).await;
    // The last owner of the writing half says goodbye to the other side.
    drop(outbox);
    // Closing with unread bytes would take back what was just sent.
    let _ = tokio::time::timeout(GOODBYE, drain(&mut reading)).await;
}

/// Sends what still waits, as long as the socket lives.
pub(crate) async fn flush(outbox: &Outbox) {
    while outbox.duty() == Duty::Flush {
        outbox.writable().await;
        outbox.flush();
    }
}

/// Passes over everything until the other side closes.
pub(crate) async fn drain(reading: &mut OwnedReadHalf) {
    while read(reading, |_| ()).await {}
}

/// Reads what there is and shows it; `false` at the end. Nothing is held while waiting.
pub(crate) async fn read(reading: &mut OwnedReadHalf, mut show: impl FnMut(&[u8])) -> bool {
    poll_fn(|context| {
        let mut space = [0; 8 * 1024];
        let mut buffer = ReadBuf::new(&mut space);
        let read = ready!(Pin::new(&mut *reading).poll_read(context, &mut buffer));
        let alive = read.is_ok() && !buffer.filled().is_empty();
        if alive {
            show(buffer.filled());
        }
        Poll::Ready(alive)
    })
    .await
}

impl Connection {
    async fn listen(&mut self, reading: &mut OwnedReadHalf) -> Leaving {
        let mut wire = Wire::new(self.hub.config.bounds);
        // Only whoever has said nothing at all is sent away for it.
        let mut silent_until = Some(Instant::now() + self.hub.config.silence);
        let outbox = self.outbox.clone();
        loop {
            let flushing = match outbox.duty() {
                Duty::Rest => false,
                Duty::Flush => true,
                Duty::Close => return Leaving::Closed,
            };
            let silence = async {
                match silent_until {
                    Some(until) => tokio::time::sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            let mut heard = false;
            tokio::select! {
                alive = read(reading, |bytes| { heard |= bytes.contains(&b'>'); wire.feed(bytes); }) => {
                    if !alive {
                        return Leaving::Lost;
                    }
                }
                () = outbox.changed.notified() => continue,
                () = outbox.writable(), if flushing => {
                    outbox.flush();
                    continue;
                }
                () = silence => return Leaving::Lost,
            }
            if heard {
                silent_until = None;
            }
            loop {
                match wire.next() {
                    Ok(Some(message)) => {
                        if let ControlFlow::Break(how) = self.handle(&message) {
                            return how;
                        }
                    }
                    Ok(None) => break,
                    Err(error) => return self.nonsense(&error.to_string()),
                }
            }
            if wire.is_closed() {
                return Leaving::Lost;
            }
        }
    }

    /// The client cannot be understood. Newcomers are told why; players know from their season.
    fn nonsense(&self, why: &str) -> Leaving {
        tracing::debug!(peer = self.peer, why, "a client cannot be understood");
        if self.season.is_none() && !self.old_administrator {
            let error = Element::new("errorpacket").with("message", why);
            self.outbox.send(&[&text(error)]);
        }
        Leaving::Nonsense
    }

    fn handle(&mut self, message: &Element) -> Flow {
        if message.name == "room" {
            return self.room_message(message);
        }
        // Administrators speak to rooms of every season.
        let season = self.season.filter(|_| !self.administrator);
        let Some(request) = Request::read(message, season) else {
            let name: String = message.name.chars().take(80).collect();
            let why = format!("{name:?} is no message of this protocol, or lacks an attribute or has a wrong one");
            return ControlFlow::Break(self.nonsense(&why));
        };
        if self.needs_administrator(&request) && !self.administrator {
            return self.unauthenticated(&request, message);
        }
        match self.fulfil(request) {
            Ok(flow) => flow,
            Err((error, hint)) => self.refuse(&error, hint, message),
        }
    }

    fn needs_administrator(&self, request: &Request) -> bool {
        !matches!(
            request,
            Request::Join { .. }
                | Request::JoinPrepared { .. }
                | Request::JoinRoom { .. }
                | Request::Authenticate { .. }
                | Request::Close
        )
    }

    fn unauthenticated(&mut self, request: &Request, message: &Element) -> Flow {
        let hint = match request {
            Request::Prepare { game_type, .. } => Season::of_game_type(game_type),
            Request::Observe { room } | Request::Pause { room, .. } | Request::Step { room, .. } => {
                self.hub.room(room).ok().map(|cell| cell.info().season)
            }
            // Only the older servers know these.
            Request::Timeout { .. } | Request::FreeReservation { .. } | Request::TestMode { .. } => {
                Some(Season::Hive2020)
            }
            _ => None,
        };
        if self.is_old(hint) {
            return GO_ON;
        }
        self.refuse(&LobbyError::Unauthenticated(wording::request(message)), hint, message)
    }

    fn fulfil(&mut self, request: Request) -> Result<Flow, (LobbyError, Option<Season>)> {
        let hub = self.hub.clone();
        let plain = |error: LobbyError| (error, None);
        match request {
            Request::Join { game_type } => {
                let season = self.game_type(&game_type).map_err(plain)?;
                self.sit(|hub, who| hub.join(season, who)).map_err(|error| (error, Some(season)))?;
            }
            Request::JoinPrepared { code } => self.sit(|hub, who| hub.join_prepared(&code, who)).map_err(plain)?,
            Request::JoinRoom { room } => self.sit(|hub, who| hub.join_room(&room, who)).map_err(plain)?,
            Request::Authenticate { password, old } => {
                self.old_administrator |= old;
                if !hub.is_password(&password) {
                    self.wrong_passwords += 1;
                    return Err(plain(LobbyError::WrongPassword));
                }
                self.administrator = true;
                hub.add_administrator(self.peer, &self.outbox);
            }
            Request::Prepare { game_type, slots, pause } => {
                let season = self.game_type(&game_type).map_err(plain)?;
                let (cell, codes) = hub.prepare(season, slots, pause).map_err(|error| (error, Some(season)))?;
                let prepared = Element::new("prepared").with("roomId", &cell.info().id);
                let add = |all: Element, code: String| all.containing(Element::new("reservation").saying(code));
                self.outbox.send(&[&text(codes.into_iter().fold(prepared, add))]);
            }
            Request::Observe { room } => {
                let cell = hub.room(&room).map_err(plain)?;
                self.observed.retain(|known| known.strong_count() > 0);
                self.observed.push(Arc::downgrade(&cell));
                cell.enter(&hub, (self.peer, &self.outbox), |room| (room.observe(self.peer), ()));
            }
            Request::Pause { room, pause } => self.on_room(&room, |room, now| Ok(room.pause(pause, now)))?,
            Request::Step { room, forced } => self.on_room(&room, |room, now| room.step(forced, now))?,
            Request::Cancel { room } => self.on_room(&room, |room, _| Ok(room.cancel()))?,
            Request::Timeout { room, activate, slot } => {
                self.on_room(&room, |room, _| room.set_timeout(slot, activate).map(|()| Default::default()))?;
            }
            Request::FreeReservation { code } => hub.free_reservation(&code).map_err(plain)?,
            Request::TestMode { on } => {
                hub.set_test_mode(on);
                self.outbox.send(&[&text(Element::new("testing").with("testMode", on))]);
            }
            Request::ScoreForPlayer { name } => {
                let score = hub.score_of(&name).map_err(plain)?;
                self.outbox.send(&[&text(score)]);
            }
            Request::Close => return Ok(ControlFlow::Break(Leaving::Closed)),
        }
        Ok(GO_ON)
    }

    fn on_room(
        &self,
        id: &str,
        act: impl FnOnce(&mut super::room::Room, Duration) -> Result<super::room::Effects, Refusal>,
    ) -> Result<(), (LobbyError, Option<Season>)> {
        let cell = self.hub.room(id).map_err(|error| (error, None))?;
        let now = self.hub.now();
        cell.act(&self.hub, |room| act(room, now)).map_err(|refusal| (refusal.into(), Some(cell.info().season)))
    }

    fn game_type(&self, given: &str) -> Result<Season, LobbyError> {
        Season::of_game_type(given).ok_or_else(|| LobbyError::GameType {
            given: given.chars().take(80).collect(),
            known: Season::ALL.map(Season::game_type).join(", "),
        })
    }

    /// One connection plays one game at a time.
    fn sit(
        &mut self,
        join: impl FnOnce(&Arc<Hub>, (Peer, &Arc<Outbox>)) -> Result<Arc<Cell>, LobbyError>,
    ) -> Result<(), LobbyError> {
        if let Some(seat) = self.seat.upgrade().filter(|seat| !seat.look(super::room::Room::is_over)) {
            return Err(LobbyError::Seated(seat.info().id.clone()));
        }
        let cell = join(&self.hub, (self.peer, &self.outbox))?;
        self.season = Some(cell.info().season);
        self.seat = Arc::downgrade(&cell);
        Ok(())
    }

    fn room_message(&mut self, message: &Element) -> Flow {
        let (Some(id), Some(data)) = (message.attribute("roomId"), message.child("data")) else {
            return ControlFlow::Break(self.nonsense("a room message wants a roomId and a data element"));
        };
        let seat = self.seat.upgrade().filter(|seat| seat.info().id == id);
        let cell = match seat.map_or_else(|| self.hub.room(id), Ok) {
            Ok(cell) => cell,
            Err(error) => return self.refuse(&error, None, message),
        };
        match cell.message(&self.hub, self.peer, data) {
            Ok(()) => GO_ON,
            Err(Refusal::Nonsense(why)) => ControlFlow::Break(self.nonsense(&why)),
            // The game ended while the move was on its way.
            Err(Refusal::NotBegun(_)) if cell.look(super::room::Room::is_over) => {
                self.refuse(&LobbyError::NoRoom(cell.info().id.clone()), None, message)
            }
            Err(refusal) => self.refuse(&refusal.into(), Some(cell.info().season), message),
        }
    }

    fn is_old(&self, hint: Option<Season>) -> bool {
        self.season.or(hint).map_or(self.old_administrator, is_old)
    }

    /// Says no as the season's server does.
    fn refuse(&mut self, error: &LobbyError, hint: Option<Season>, request: &Element) -> Flow {
        tracing::debug!(peer = self.peer, %error, "a request was refused");
        if self.is_old(hint) {
            let season = self.season.or(hint).unwrap_or(Season::Piranhas2019);
            self.outbox.send(&[&text(season.close())]);
            return ControlFlow::Break(Leaving::Nonsense);
        }
        self.outbox.send(&[&text(wording::error_packet(&error.to_string(), request))]);
        match error {
            LobbyError::GameType { .. } => ControlFlow::Break(Leaving::Nonsense),
            LobbyError::WrongPassword if self.wrong_passwords >= WRONG_PASSWORDS => {
                ControlFlow::Break(Leaving::Nonsense)
            }
            _ => GO_ON,
        }
    }

    fn leave(&mut self, how: Leaving) {
        let rooms = std::mem::take(&mut self.observed);
        for cell in rooms.iter().chain([&self.seat]).filter_map(Weak::upgrade) {
            cell.leave(&self.hub, self.peer, how);
            if cell.look(|room| room.free_slot().is_some()) {
                self.hub.reopen(&cell);
            }
        }
    }
}
