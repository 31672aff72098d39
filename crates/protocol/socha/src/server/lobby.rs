//! Who is here and which rooms there are.
//!
//! Invariant: a room is listed until it is over, then it is gone with its reservations. The lobby
//! is never held while a room is acted on, so a room that ends may always come back here.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use schwarm_core::{Rulebook, Session, Setup, Side};
use schwarm_play::{Ending, GameEvent};

use super::cell::Cell;
use super::outbox::Outbox;
use super::request::SlotRequest;
use super::room::{Peer, Plan, Refusal, Room, Slot, text};
use super::tally::Tally;
use super::{Config, RoomInfo};
use crate::season::Season;
use crate::xml::Element;

/// Why the lobby refuses something, in the words of the official servers where they have some.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LobbyError {
    #[error("sc.server.gaming.UnknownReservationException: Couldn't find a reservation for the provided token.")]
    NoReservation,
    #[error("sc.api.plugins.exceptions.GameRoomException: Couldn't find a room with id {0}")]
    NoRoom(String),
    #[error("sc.api.plugins.exceptions.GameRoomException: Room {0} has no free slot")]
    Full(String),
    #[error("sc.api.plugins.exceptions.GameRoomException: {0}")]
    Refused(#[from] Refusal),
    #[error("sc.api.plugins.exceptions.GameRoomException: This connection already plays in room {0}")]
    Seated(String),
    #[error("sc.api.plugins.exceptions.GameRoomException: A game has two slots, not {0}")]
    Slots(usize),
    #[error("sc.api.plugins.exceptions.GameRoomException: This server has as many rooms as it can hold")]
    Crowded,
    #[error("Unknown game type {given}; this server plays {known}")]
    GameType { given: String, known: String },
    #[error("sc.server.network.AuthenticationFailedException: Failed to authenticate as administrator")]
    WrongPassword,
    #[error("sc.server.network.UnauthenticatedException: Request {0} requires authentication")]
    Unauthenticated(String),
    #[error("nobody called {0} has played a game that was counted")]
    NoScore(String),
}

/// Everything the connections share.
pub(crate) struct Hub {
    pub config: Config,
    rules: [Arc<dyn Rulebook>; 4],
    lobby: Mutex<Lobby>,
    epoch: Instant,
    secret: RandomState,
}

#[derive(Default)]
struct Lobby {
    rooms: HashMap<String, Arc<Cell>>,
    /// Rooms that had a free slot when they were last seen, by season.
    open: [VecDeque<Weak<Cell>>; 4],
    reservations: HashMap<String, (Arc<Cell>, Side)>,
    connections: HashMap<Peer, Arc<Outbox>>,
    administrators: HashMap<Peer, Arc<Outbox>>,
    peers: u64,
    made: u64,
    /// Rooms made so far, by season.
    made_of: [u64; 4],
    tally: Option<Tally>,
}

/// The place of a season in a list of all.
fn index(season: Season) -> usize {
    Season::ALL.into_iter().position(|known| known == season).unwrap_or(0)
}

impl Hub {
    pub fn new(config: Config) -> Hub {
        let rules = Season::ALL.map(|season| Arc::from(season.rulebook(config.style)));
        Hub { config, rules, lobby: Mutex::default(), epoch: Instant::now(), secret: RandomState::new() }
    }

    /// Time since the server began.
    pub fn now(&self) -> Duration {
        self.epoch.elapsed()
    }

    pub fn rules(&self, season: Season) -> Arc<dyn Rulebook> {
        self.rules[index(season)].clone()
    }

    /// Hands an event on.
    pub fn tell(&self, room: &RoomInfo, event: &GameEvent) {
        if let Some(observer) = &self.config.observer {
            observer.event(room, event);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lobby> {
        self.lobby.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for a new connection; `None` if the house is full.
    pub fn welcome(&self, outbox: &Arc<Outbox>) -> Option<Peer> {
        let mut lobby = self.lock();
        if lobby.connections.len() >= self.config.connections {
            return None;
        }
        lobby.peers += 1;
        let peer = lobby.peers;
        lobby.connections.insert(peer, outbox.clone());
        Some(peer)
    }

    pub fn goodbye(&self, peer: Peer) {
        let mut lobby = self.lock();
        lobby.connections.remove(&peer);
        lobby.administrators.remove(&peer);
    }

    pub fn is_password(&self, given: &str) -> bool {
        // Compared through a keyed hash, so that the time taken tells nothing about the password.
        self.secret.hash_one(given) == self.secret.hash_one(&self.config.password) && given == self.config.password
    }

    pub fn add_administrator(&self, peer: Peer, outbox: &Arc<Outbox>) {
        self.lock().administrators.insert(peer, outbox.clone());
    }

    pub fn room(&self, id: &str) -> Result<Arc<Cell>, LobbyError> {
        self.lock().rooms.get(id).cloned().ok_or_else(|| LobbyError::NoRoom(id.chars().take(100).collect()))
    }

    /// A seat in any open room of the season, else in a new one.
    pub fn join(self: &Arc<Hub>, season: Season, who: (Peer, &Arc<Outbox>)) -> Result<Arc<Cell>, LobbyError> {
        loop {
            // Found or made in one go, so that two who come at once meet.
            let cell = {
                let mut lobby = self.lock();
                match lobby.find_open(season) {
                    Some(cell) => cell,
                    None => self.make_room(&mut lobby, season, [Slot::open(), Slot::open()], false, false)?,
                }
            };
            let seated = cell.enter(self, who, |room| match room.free_slot() {
                Some(side) => (room.sit(side, who.0, self.now()), true),
                None => Default::default(),
            });
            if seated {
                self.tell_administrators(&cell);
                return Ok(cell);
            }
        }
    }

    /// A seat in a known room.
    pub fn join_room(self: &Arc<Hub>, id: &str, who: (Peer, &Arc<Outbox>)) -> Result<Arc<Cell>, LobbyError> {
        let cell = self.room(id)?;
        let side = cell.look(Room::free_slot).ok_or_else(|| LobbyError::Full(cell.info().id.clone()))?;
        self.take(&cell, side, who).then_some(cell).ok_or_else(|| LobbyError::Full(id.chars().take(100).collect()))
    }

    /// The seat a code was made for.
    pub fn join_prepared(self: &Arc<Hub>, code: &str, who: (Peer, &Arc<Outbox>)) -> Result<Arc<Cell>, LobbyError> {
        let found = self.lock().reservations.get(code).cloned();
        let (cell, side) = found.ok_or(LobbyError::NoReservation)?;
        self.take(&cell, side, who).then_some(cell).ok_or(LobbyError::NoReservation)
    }

    fn take(self: &Arc<Hub>, cell: &Arc<Cell>, side: Side, who: (Peer, &Arc<Outbox>)) -> bool {
        if !cell.look(|room| room.is_empty(side)) {
            return false;
        }
        cell.enter(self, who, |room| match room.is_empty(side) {
            true => (room.sit(side, who.0, self.now()), true),
            false => Default::default(),
        })
    }

    /// A room with reservations; returns its id and the codes.
    pub fn prepare(
        &self,
        season: Season,
        wanted: Vec<SlotRequest>,
        paused: bool,
    ) -> Result<(Arc<Cell>, Vec<String>), LobbyError> {
        if wanted.len() > 2 {
            return Err(LobbyError::Slots(wanted.len()));
        }
        let mut lobby = self.lock();
        let paused = paused || wanted.iter().any(|slot| slot.paused);
        let mut slots = [Slot::open(), Slot::open()];
        for (slot, wanted) in slots.iter_mut().zip(wanted) {
            let reservation = wanted.reserved.then(|| self.code());
            *slot = Slot { name: wanted.name, can_timeout: wanted.can_timeout, reservation, peer: None };
        }
        let codes: Vec<_> = Side::BOTH.map(|side| slots[side.index()].reservation.clone()).to_vec();
        let cell = self.make_room(&mut lobby, season, slots, paused, true)?;
        for (side, code) in Side::BOTH.into_iter().zip(&codes) {
            if let Some(code) = code {
                lobby.reservations.insert(code.clone(), (cell.clone(), side));
            }
        }
        Ok((cell, codes.into_iter().flatten().collect()))
    }

    fn make_room(
        &self,
        lobby: &mut Lobby,
        season: Season,
        slots: [Slot; 2],
        paused: bool,
        prepared: bool,
    ) -> Result<Arc<Cell>, LobbyError> {
        if lobby.rooms.len() >= self.config.rooms {
            return Err(LobbyError::Crowded);
        }
        let (number, nth) = (lobby.made, lobby.made_of[index(season)]);
        lobby.made += 1;
        lobby.made_of[index(season)] += 1;
        let (id, rules) = (self.code(), self.rules(season));
        let start = self.start(season, number, nth).ok_or(LobbyError::Crowded)?;
        let time = self.config.time;
        let plan = Plan { id: id.clone(), season, rules, start, slots, paused, prepared, time };
        let cell = Cell::new(Room::new(plan), number);
        lobby.open[index(season)].push_back(Arc::downgrade(&cell));
        lobby.rooms.insert(id, cell.clone());
        Ok(cell)
    }

    /// The first position of a room: the given ones in turn, else one drawn by the seed. Given
    /// ones were tried when the server began.
    fn start(&self, season: Season, number: u64, nth: u64) -> Option<Box<dyn Session>> {
        let given: Vec<_> = self.config.starts.iter().filter(|(of, _)| *of == season).collect();
        let rules = self.rules(season);
        match given.len() {
            0 => rules.start(Setup::Seed(self.config.seed.wrapping_add(number))).ok(),
            many => given[(nth % many as u64) as usize].1.open(&*rules).ok(),
        }
    }

    /// A slot of a waiting room is free again.
    pub fn reopen(&self, cell: &Arc<Cell>) {
        let mut lobby = self.lock();
        let open = &mut lobby.open[index(cell.info().season)];
        if !open.iter().any(|known| known.as_ptr() == Arc::as_ptr(cell)) {
            open.push_back(Arc::downgrade(cell));
        }
    }

    /// Opens the slot of a reservation to everybody.
    pub fn free_reservation(self: &Arc<Hub>, code: &str) -> Result<(), LobbyError> {
        let (cell, _) = self.lock().reservations.remove(code).ok_or(LobbyError::NoReservation)?;
        let freed = cell.enter_quietly(|room| room.free_reservation(code));
        if freed {
            self.reopen(&cell);
        }
        Ok(())
    }

    /// A room is done for.
    pub fn room_over(&self, room: &RoomInfo, slots: &[Slot; 2], ending: Option<&Ending>) {
        let mut lobby = self.lock();
        lobby.rooms.remove(&room.id);
        for code in slots.iter().filter_map(|slot| slot.reservation.as_ref()) {
            lobby.reservations.remove(code);
        }
        if let (Some(tally), Some(ending)) = (&mut lobby.tally, ending) {
            tally.count(room.season, slots, ending);
        }
    }

    /// Counts the points of every player from now on, or no longer.
    pub fn set_test_mode(&self, on: bool) {
        self.lock().tally = on.then(Tally::default);
    }

    /// What a player has collected.
    pub fn score_of(&self, name: &str) -> Result<Element, LobbyError> {
        let lobby = self.lock();
        let score = lobby.tally.as_ref().and_then(|tally| tally.score_of(name));
        score.ok_or_else(|| LobbyError::NoScore(name.chars().take(100).collect()))
    }

    fn tell_administrators(&self, cell: &Cell) {
        let players = cell.look(|room| room.slots().iter().filter(|slot| slot.peer.is_some()).count());
        let notice = Element::new("joinedGameRoom").with("roomId", &cell.info().id).with("playerCount", players);
        let notice = text(notice);
        for outbox in self.lock().administrators.values() {
            outbox.send(&[&notice]);
        }
    }

    /// Everybody goes home.
    pub fn close_all(self: &Arc<Hub>) {
        let rooms: Vec<_> = self.lock().rooms.values().cloned().collect();
        for room in rooms {
            let aborted: Result<(), Refusal> = room.act(self, |room| Ok(room.abort()));
            debug_assert!(aborted.is_ok(), "a room can always be aborted");
        }
        for outbox in self.lock().connections.values() {
            outbox.close();
        }
    }

    /// Rooms that are not over, and connections.
    pub fn count(&self) -> (usize, usize) {
        let lobby = self.lock();
        (lobby.rooms.len(), lobby.connections.len())
    }

    fn code(&self) -> String {
        code(&self.secret)
    }
}

/// An id nobody can guess, in the form the official servers use.
pub(crate) fn code(secret: &RandomState) -> String {
    // SipHash under keys drawn by the operating system, of a number never used twice.
    static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let (high, low) = (secret.hash_one((number, 0)), secret.hash_one((number, 1)));
    let (a, b, c) = (high >> 32, (high >> 16) & 0xffff, high & 0xfff);
    format!("{a:08x}-{b:04x}-4{c:03x}-{:04x}-{:012x}", 0x8000 | (low >> 48) & 0x3fff, low & 0xffff_ffff_ffff)
}

impl Lobby {
    fn find_open(&mut self, season: Season) -> Option<Arc<Cell>> {
        let open = &mut self.open[index(season)];
        loop {
            match open.front()?.upgrade().filter(|cell| cell.look(|room| room.free_slot().is_some())) {
                Some(cell) => return Some(cell),
                None => drop(open.pop_front()),
            }
        }
    }
}
