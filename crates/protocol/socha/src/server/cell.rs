//! A room with its connections and its timer: effects become bytes, events and wake-ups.
//!
//! Lock order: the lobby before a room, a room before an outbox. Nobody waits while holding one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use schwarm_play::{GameEvent, GameRecord};
use tokio::sync::Notify;

use super::lobby::Hub;
use super::outbox::Outbox;
use super::room::{Effects, Leaving, Peer, Refusal, Room};
use super::{RoomInfo, replays};
use crate::xml::Element;

/// A room others may reach.
pub(crate) struct Cell {
    info: RoomInfo,
    inner: Mutex<Inner>,
    /// The deadline came nearer than the timer knows.
    sooner: Notify,
}

struct Inner {
    room: Room,
    outboxes: Vec<(Peer, Arc<Outbox>)>,
    /// Until when the timer sleeps; `None` if there is no timer.
    timer: Option<Duration>,
    /// The game so far, where replays are saved.
    events: Vec<GameEvent>,
}

impl Cell {
    pub fn new(room: Room, number: u64) -> Arc<Cell> {
        let info = RoomInfo { id: room.id().to_string(), number, season: room.season() };
        let inner = Inner { room, outboxes: Vec::new(), timer: None, events: Vec::new() };
        Arc::new(Cell { info, inner: Mutex::new(inner), sooner: Notify::new() })
    }

    pub fn info(&self) -> &RoomInfo {
        &self.info
    }

    /// Looks at the room.
    pub fn look<T>(&self, look: impl FnOnce(&Room) -> T) -> T {
        look(&self.lock().room)
    }

    /// Brings a connection in, then does something with the room.
    pub fn enter<T>(
        self: &Arc<Cell>,
        hub: &Arc<Hub>,
        who: (Peer, &Arc<Outbox>),
        act: impl FnOnce(&mut Room) -> (Effects, T),
    ) -> T {
        let mut inner = self.lock();
        if !inner.outboxes.iter().any(|(peer, _)| *peer == who.0) {
            inner.outboxes.push((who.0, who.1.clone()));
        }
        let (effects, answer) = act(&mut inner.room);
        self.carry_out(hub, inner, effects);
        answer
    }

    /// Does something with the room.
    pub fn act<E>(
        self: &Arc<Cell>,
        hub: &Arc<Hub>,
        act: impl FnOnce(&mut Room) -> Result<Effects, E>,
    ) -> Result<(), E> {
        let mut inner = self.lock();
        let effects = act(&mut inner.room)?;
        self.carry_out(hub, inner, effects);
        Ok(())
    }

    /// Changes something nobody needs to hear of.
    pub fn enter_quietly<T>(&self, act: impl FnOnce(&mut Room) -> T) -> T {
        act(&mut self.lock().room)
    }

    /// A player has sent something.
    pub fn message(self: &Arc<Cell>, hub: &Arc<Hub>, peer: Peer, data: &Element) -> Result<(), Refusal> {
        let mut inner = self.lock();
        // The time counts from when the message is looked at, as with the official servers.
        let effects = inner.room.message(peer, data, hub.now())?;
        self.carry_out(hub, inner, effects);
        Ok(())
    }

    /// A connection is gone.
    pub fn leave(self: &Arc<Cell>, hub: &Arc<Hub>, peer: Peer, how: Leaving) {
        let mut inner = self.lock();
        inner.outboxes.retain(|(known, _)| *known != peer);
        let effects = inner.room.leave(peer, how);
        self.carry_out(hub, inner, effects);
    }

    fn carry_out(self: &Arc<Cell>, hub: &Arc<Hub>, mut inner: MutexGuard<'_, Inner>, effects: Effects) {
        let Effects { sends, closes, events, over } = effects;
        // Whoever keeps events has them before any client sees what follows from them.
        let mut ending = None;
        for event in events {
            hub.tell(&self.info, &event);
            if let GameEvent::Ended { ending: how } = &event {
                ending = Some(how.clone());
            }
            if hub.config.replays.is_some() {
                inner.events.push(event);
            }
        }
        for (peer, outbox) in &inner.outboxes {
            // A turn has at most four messages for one recipient.
            let messages: Vec<&str> = sends.iter().filter(|(to, _)| to == peer).map(|(_, text)| &**text).collect();
            for batch in messages.chunks(6) {
                outbox.send(batch);
            }
            if closes.contains(peer) {
                let mut close = String::new();
                self.info.season.close().write(&mut close, 1);
                outbox.send(&[&close]);
                outbox.close();
            }
        }
        if over {
            inner.outboxes.clear();
            inner.timer = None;
            self.sooner.notify_one();
            let (slots, events) = (inner.room.slots().clone(), std::mem::take(&mut inner.events));
            drop(inner);
            hub.room_over(&self.info, &slots, ending.as_ref());
            if let (Some(folder), Ok(record)) = (&hub.config.replays, GameRecord::from_events(&events)) {
                replays::save(folder, &self.info, record, hub.rules(self.info.season));
            }
            return;
        }
        let Some(deadline) = inner.room.deadline() else { return };
        match inner.timer {
            // The timer looks again when it wakes, so a later deadline needs no call.
            Some(until) if until <= deadline => {}
            Some(_) => {
                inner.timer = Some(deadline);
                self.sooner.notify_one();
            }
            None => {
                inner.timer = Some(deadline);
                tokio::spawn(watch(self.clone(), hub.clone(), deadline));
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches the clock of a room as long as it has a deadline.
async fn watch(cell: Arc<Cell>, hub: Arc<Hub>, mut until: Duration) {
    loop {
        let rest = until.saturating_sub(hub.now());
        if !rest.is_zero() {
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = cell.sooner.notified() => {}
            }
        }
        let mut inner = cell.lock();
        if inner.room.is_over() {
            return;
        }
        let effects = inner.room.tick(hub.now());
        match inner.room.deadline() {
            Some(deadline) => {
                inner.timer = Some(deadline);
                until = deadline;
            }
            None => inner.timer = None,
        }
        let (over, watched) = (effects.over, inner.timer.is_some());
        if over {
            cell.carry_out(&hub, inner, effects);
        } else {
            drop(inner);
        }
        if over || !watched {
            return;
        }
    }
}
