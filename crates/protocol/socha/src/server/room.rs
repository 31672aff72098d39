//! One room: two slots, observers, a game, told as a machine without sockets.
//!
//! Everything that happens comes in as a call with the time it happened at; everything that
//! follows goes out as [`Effects`]. The game itself is judged by [`Playing`] alone; this module
//! knows what each season's server tells whom, and when.
//!
//! Not here: sockets and timers (`cell`), who may do what (`connection`), texts of states and
//! results (`season`).

mod parts;

use std::sync::Arc;
use std::time::Duration;

use schwarm_core::{Rulebook, Session, Side};
use schwarm_play::{Choice, Playing, Termination, TimeControl};

pub(crate) use parts::{Effects, Leaving, Peer, Plan, Refusal, Slot};

use super::wording;
use crate::season::{ReadError, Season};
use crate::xml::Element;

enum Phase {
    Waiting(Box<dyn Session>),
    Playing(Box<Playing>),
    Over,
}

/// A room. See the module.
pub(crate) struct Room {
    id: String,
    season: Season,
    rules: Arc<dyn Rulebook>,
    slots: [Slot; 2],
    observers: Vec<Peer>,
    prepared: bool,
    paused: bool,
    time: TimeControl,
    phase: Phase,
    /// Who was asked for a move, and when.
    asked: Option<(Side, Duration)>,
    /// The state as it is sent, written once for everybody.
    memento: Option<Arc<str>>,
}

impl Room {
    /// A room that waits for its players.
    pub fn new(plan: Plan) -> Room {
        let Plan { id, season, rules, start, slots, paused, prepared, time } = plan;
        let phase = Phase::Waiting(start);
        let observers = Vec::new();
        Room { id, season, rules, slots, observers, prepared, paused, time, phase, asked: None, memento: None }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn season(&self) -> Season {
        self.season
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    pub fn slots(&self) -> &[Slot; 2] {
        &self.slots
    }

    /// The game, once it has begun and until it is over.
    pub fn playing(&self) -> Option<&Playing> {
        match &self.phase {
            Phase::Playing(playing) => Some(playing),
            _ => None,
        }
    }

    /// A slot anybody may take.
    pub fn free_slot(&self) -> Option<Side> {
        let waits = matches!(self.phase, Phase::Waiting(_));
        let free = |side: &Side| {
            let slot = &self.slots[side.index()];
            waits && slot.peer.is_none() && slot.reservation.is_none()
        };
        Side::BOTH.into_iter().find(free)
    }

    /// Whether a slot still waits for its player.
    pub fn is_empty(&self, side: Side) -> bool {
        matches!(self.phase, Phase::Waiting(_)) && self.slots[side.index()].peer.is_none()
    }

    pub fn side_of(&self, peer: Peer) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.slots[side.index()].peer == Some(peer))
    }

    /// When to look at the clock.
    pub fn deadline(&self) -> Option<Duration> {
        let (_, since) = self.asked?;
        Some(since + self.playing()?.patience()?)
    }

    /// A player takes a slot. The caller has seen that it is empty.
    pub fn sit(&mut self, side: Side, peer: Peer, now: Duration) -> Effects {
        let mut effects = Effects::default();
        self.slots[side.index()].peer = Some(peer);
        let joined: Arc<str> = text(Element::new("joined").with("roomId", &self.id));
        let full = self.slots.iter().all(|slot| slot.peer.is_some());
        // The older servers tell players of a prepared game only when both are there.
        match self.prepared && is_old(self.season) {
            false => effects.sends.push((peer, joined)),
            true if full => effects.sends.extend(self.peers().map(|peer| (peer, joined.clone()))),
            true => {}
        }
        if full {
            self.start(&mut effects, now);
        }
        effects
    }

    fn start(&mut self, effects: &mut Effects, now: Duration) {
        let Phase::Waiting(session) = std::mem::replace(&mut self.phase, Phase::Over) else { return };
        let players = [0, 1].map(|slot| self.slots[slot].name.clone());
        let mut playing = Playing::new(&*self.rules, session, players, self.time);
        for side in Side::BOTH {
            playing.clock_mut().set_exempt(side, !self.slots[side.index()].can_timeout);
        }
        effects.events.extend(playing.opening_events());
        self.phase = Phase::Playing(Box::new(playing));
        for side in Side::BOTH {
            if let Some(peer) = self.slots[side.index()].peer {
                effects.sends.push((peer, self.wrap(self.season.welcome(side))));
            }
        }
        self.renew_memento(None);
        self.go_on(effects, now);
    }

    /// A player sends something.
    ///
    /// # Errors
    /// When the sender has no game here.
    pub fn message(&mut self, peer: Peer, data: &Element, now: Duration) -> Result<Effects, Refusal> {
        let side = self.side_of(peer).ok_or_else(|| Refusal::Stranger(self.id.clone()))?;
        let Phase::Playing(playing) = &mut self.phase else { return Err(Refusal::NotBegun(self.id.clone())) };
        let mut effects = Effects::default();
        let since = match self.asked {
            Some((asked, since)) if asked == side => since,
            _ => {
                self.out_of_turn(side, peer, data, &mut effects);
                return Ok(effects);
            }
        };
        let spent = now.saturating_sub(since);
        let session = playing.session();
        // A late answer is late, whatever it says.
        let late = playing.clock().clone().spend(side, spent).is_err();
        let text = match self.season.read_move(data, session) {
            Ok(text) => Some(text),
            Err(ReadError::Shape { .. }) => return Err(Refusal::Nonsense(wording::shown(data))),
            Err(_) => late.then(String::new),
        };
        let Some(events) = text.and_then(|text| playing.play(Choice::plain(text), spent).ok()) else {
            self.illegal(side, peer, data, &mut effects);
            return Ok(effects);
        };
        effects.events = events;
        self.asked = None;
        if !late {
            self.renew_memento(Some(data));
        }
        self.go_on_after(&mut effects, now, late);
        Ok(effects)
    }

    /// The rules are broken: the sender is told, then the game ends.
    fn illegal(&mut self, side: Side, peer: Peer, data: &Element, effects: &mut Effects) {
        let Phase::Playing(playing) = &mut self.phase else { return };
        let name = &self.slots[side.index()].name;
        let violation = self.season.rule_violation(data, playing.session(), wording::player(side, name));
        let told = self.season.error(&violation.message, data);
        let seen = self.season.error(&violation.observers, data);
        let termination = Termination::IllegalMove { side, text: wording::shown(data), why: violation.reason };
        effects.events.extend(playing.end(termination));
        effects.sends.push((peer, self.wrap(told)));
        let seen = self.wrap(seen);
        effects.sends.extend(self.observers.iter().map(|&observer| (observer, seen.clone())));
        self.finish(effects);
        if is_old(self.season) {
            effects.closes.push(peer);
        }
    }

    /// A move nobody asked for: the sender is told and loses.
    fn out_of_turn(&mut self, side: Side, peer: Peer, data: &Element, effects: &mut Effects) {
        let Phase::Playing(playing) = &mut self.phase else { return };
        let players = [0, 1].map(|slot| self.slots[slot].name.clone());
        let mut violation = self.season.out_of_turn(data, side, &players);
        if playing.session().side_to_move() == side {
            violation.reason = violation.reason.replace(&violation.message, wording::NOT_REQUESTED);
            violation.message = wording::NOT_REQUESTED.to_string();
        }
        let (error, why) = (self.season.error(&violation.message, data), violation.reason);
        effects.events.extend(playing.end(Termination::IllegalMove { side, text: wording::shown(data), why }));
        effects.sends.push((peer, self.wrap(error)));
        self.finish(effects);
        if is_old(self.season) {
            effects.closes.push(peer);
        }
    }

    /// The time came that [`deadline`](Room::deadline) named.
    pub fn tick(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.deadline().is_none_or(|deadline| deadline > now) {
            return effects;
        }
        if let Phase::Playing(playing) = &mut self.phase {
            effects.events.extend(playing.out_of_time());
            self.finish(&mut effects);
        }
        effects
    }

    /// A connection is gone, player or observer.
    pub fn leave(&mut self, peer: Peer, how: Leaving) -> Effects {
        let mut effects = Effects::default();
        self.observers.retain(|&observer| observer != peer);
        let Some(side) = self.side_of(peer) else { return effects };
        self.slots[side.index()].peer = None;
        let deserted = self.peers().next().is_none();
        match &mut self.phase {
            Phase::Playing(playing) => {
                effects.events.extend(playing.end(Termination::Left { side, why: how.word().to_string() }));
                self.finish(&mut effects);
            }
            // Nobody waits in a room that somebody made by joining it.
            Phase::Waiting(_) if !self.prepared && deserted => {
                self.phase = Phase::Over;
                effects.over = true;
            }
            _ => {}
        }
        effects
    }

    /// Somebody watches from now on, and sees at once how the game stands.
    pub fn observe(&mut self, peer: Peer) -> Effects {
        let mut effects = Effects::default();
        if !self.observers.contains(&peer) {
            self.observers.push(peer);
        }
        effects.sends.push((peer, text(Element::new("observed").with("roomId", &self.id))));
        effects.sends.extend(self.memento.clone().map(|memento| (peer, memento)));
        effects
    }

    /// Pauses the game after the ply that is asked for, or lets it go on.
    pub fn pause(&mut self, pause: bool, now: Duration) -> Effects {
        let mut effects = Effects::default();
        if self.paused == pause {
            return effects;
        }
        self.paused = pause;
        if !is_old(self.season) {
            let notice = self.wrap(Element::new("data").with("class", "paused").with("paused", pause));
            effects.sends.extend(self.observers.iter().map(|&observer| (observer, notice.clone())));
        }
        if !pause && self.asked.is_none() {
            self.present(&mut effects, now);
        }
        effects
    }

    /// One ply of a paused game. A forced step breaks off a game that lacks players.
    ///
    /// # Errors
    /// When there is nothing to step.
    pub fn step(&mut self, forced: bool, now: Duration) -> Result<Effects, Refusal> {
        match &self.phase {
            Phase::Waiting(_) if forced => return Ok(self.cancel()),
            Phase::Playing(_) => {}
            _ => return Err(Refusal::NotBegun(self.id.clone())),
        }
        if !self.paused {
            return Err(Refusal::NotPaused(self.id.clone()));
        }
        if self.asked.is_some() {
            return Err(Refusal::Asked(self.id.clone()));
        }
        let mut effects = Effects::default();
        self.present(&mut effects, now);
        Ok(effects)
    }

    /// Breaks the game off.
    pub fn cancel(&mut self) -> Effects {
        let mut effects = Effects::default();
        if let Phase::Playing(playing) = &mut self.phase {
            let why = "cancelled by an administrator".to_string();
            effects.events.extend(playing.end(match self.season {
                // That server ends the game as if its last round had been played.
                Season::Piranhas2026 => Termination::Adjudication { why },
                _ => Termination::Abort { why },
            }));
        }
        self.finish(&mut effects);
        effects
    }

    /// Ends everything without a verdict, for a server that goes down.
    pub fn abort(&mut self) -> Effects {
        let mut effects = Effects::default();
        if let Phase::Playing(playing) = &mut self.phase {
            effects.events.extend(playing.end(Termination::Abort { why: "the server stops".to_string() }));
        }
        self.finish(&mut effects);
        effects
    }

    /// Switches the clock of a slot on or off.
    ///
    /// # Errors
    /// When there is no such slot.
    pub fn set_timeout(&mut self, slot: usize, active: bool) -> Result<(), Refusal> {
        let side = match slot {
            0 => Side::One,
            1 => Side::Two,
            _ => return Err(Refusal::NoSlot(self.id.clone(), slot)),
        };
        self.slots[slot].can_timeout = active;
        if let Phase::Playing(playing) = &mut self.phase {
            playing.clock_mut().set_exempt(side, !active);
        }
        Ok(())
    }

    /// Opens a reserved slot to everybody; `false` if no slot has this code.
    pub fn free_reservation(&mut self, code: &str) -> bool {
        let slot = self.slots.iter_mut().find(|slot| slot.reservation.as_deref() == Some(code));
        slot.map(|slot| slot.reservation = None).is_some()
    }

    /// After the start of the game.
    fn go_on(&mut self, effects: &mut Effects, now: Duration) {
        self.go_on_after(effects, now, false);
    }

    /// After a ply: the next request, the pause, or the end. After a late answer no state is
    /// sent, for nothing changed.
    fn go_on_after(&mut self, effects: &mut Effects, now: Duration, late: bool) {
        let Some(playing) = self.playing() else { return };
        if playing.ending().is_some() {
            if !late {
                self.send_memento(effects, true);
            }
            return self.finish(effects);
        }
        match self.paused {
            false => self.present(effects, now),
            // Only the newer servers show observers what was played before a pause.
            true if !is_old(self.season) => self.send_memento(effects, false),
            true => {}
        }
    }

    /// Everybody sees the state, the one to move is asked.
    fn present(&mut self, effects: &mut Effects, now: Duration) {
        let Some(side) = self.playing().and_then(Playing::to_move) else { return };
        self.send_memento(effects, true);
        if let Some(peer) = self.slots[side.index()].peer {
            effects.sends.push((peer, self.wrap(self.season.move_request())));
        }
        self.asked = Some((side, now));
    }

    fn send_memento(&self, effects: &mut Effects, players: bool) {
        let Some(memento) = &self.memento else { return };
        let players = self.peers().filter(|_| players);
        effects.sends.extend(self.observers.iter().copied().chain(players).map(|peer| (peer, memento.clone())));
    }

    /// The result, and goodbye.
    fn finish(&mut self, effects: &mut Effects) {
        if self.is_over() {
            return;
        }
        self.asked = None;
        effects.over = true;
        let everybody: Vec<Peer> = self.peers().chain(self.observers.iter().copied()).collect();
        if let Phase::Playing(playing) = &self.phase
            && let Some(ending) = playing.ending()
            // The older servers have no word for a cancelled game.
            && (ending.counts() || !is_old(self.season))
        {
            let players = [0, 1].map(|slot| self.slots[slot].name.clone());
            let result = self.wrap(self.season.result(ending, playing.session(), &players));
            effects.sends.extend(everybody.iter().map(|&peer| (peer, result.clone())));
        }
        let left: Arc<str> = text(Element::new("left").with("roomId", &self.id));
        effects.sends.extend(everybody.into_iter().map(|peer| (peer, left.clone())));
        self.phase = Phase::Over;
        self.memento = None;
    }

    fn renew_memento(&mut self, last: Option<&Element>) {
        let Some(playing) = self.playing() else { return };
        let players = [0, 1].map(|slot| self.slots[slot].name.clone());
        let state = self.season.memento(self.season.state(playing.session(), &players, last));
        // One state is about as long as the one before.
        let mut out = String::with_capacity(self.memento.as_ref().map_or(4096, |memento| memento.len() + 256));
        Element::new("room").with("roomId", &self.id).containing(state).write(&mut out, 1);
        self.memento = Some(out.into());
    }

    fn wrap(&self, data: Element) -> Arc<str> {
        text(Element::new("room").with("roomId", &self.id).containing(data))
    }

    fn peers(&self) -> impl Iterator<Item = Peer> {
        self.slots.iter().filter_map(|slot| slot.peer)
    }
}

/// Whether a season's server is one of the first generation, before the rewrite of 2021.
pub(crate) fn is_old(season: Season) -> bool {
    matches!(season, Season::Piranhas2019 | Season::Hive2020)
}

/// A message as it is sent.
pub(crate) fn text(message: Element) -> Arc<str> {
    let mut out = String::with_capacity(256);
    message.write(&mut out, 1);
    out.into()
}

#[cfg(test)]
mod tests;
