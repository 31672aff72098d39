//! One game that others play, as the store tells of it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use schwarm_core::Rulebook;
use schwarm_play::{Attempt, GameEvent, RecordError};
use tokio::sync::broadcast;

use super::frame::{self, Frame, Scene};
use super::hall::Listening;
use super::history::{STEP, What, number_of_try};
use super::revive::{Line, Telling, Way, revive};
use super::state::{Clocks, Status};
use super::wall::{Running, Wall};
use crate::{Bounds, Position};

/// Events a slow listener may be behind: those of fast games come many at a time.
const BEHIND: usize = 256;

/// A game that others play.
pub(super) struct Followed {
    pub(super) attempt: Attempt,
    /// Name of its match.
    of_match: Option<String>,
    rules: Box<dyn Rulebook>,
    events: Vec<GameEvent>,
    /// Where it stands, for the wall.
    line: Line,
    /// Every event in words, for whoever listens to it.
    telling: Option<Telling>,
    /// When its last event came.
    heard: Instant,
    frames: broadcast::Sender<Arc<Frame>>,
}

impl Followed {
    /// A game with the events so far, the last of them heard of at that moment.
    ///
    /// # Errors
    /// When they are no game that we know.
    pub(super) fn new(
        attempt: Attempt,
        of_match: Option<String>,
        events: Vec<GameEvent>,
        heard: Instant,
    ) -> Result<Followed, RecordError> {
        let unknown = RecordError::Order { index: 0, why: "nobody knows the game" };
        let Some(GameEvent::Started { game, .. }) = events.first() else { return Err(unknown) };
        let rules = schwarm_catalog::open(game).map_err(|_| unknown)?;
        let line = Line::of(&*rules, &events)?;
        let frames = broadcast::Sender::new(BEHIND);
        Ok(Followed { attempt, of_match, rules, events, line, telling: None, heard, frames })
    }

    /// The place of the next event.
    pub(super) fn next(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// Number of the last event.
    pub(super) fn seq(&self) -> u64 {
        number_of_try(self.attempt.number) + (self.events.len() as u64).saturating_sub(1) * STEP
    }

    /// Takes in what happened and tells whoever listens.
    ///
    /// # Errors
    /// When it cannot have happened.
    pub(super) fn add(&mut self, events: Vec<GameEvent>) -> Result<(), RecordError> {
        self.heard = Instant::now();
        for event in events {
            self.line.add(&event)?;
            if let Some(telling) = &mut self.telling {
                // Nobody listens any more: nobody is to be told.
                let _ = self.frames.send(Arc::new(told(&self.line, telling, &event)));
            }
            self.events.push(event);
        }
        Ok(())
    }

    /// What a listener hears who has heard of everything up to an event; without one, how it stands.
    ///
    /// # Errors
    /// When the game cannot be played through, which it was once.
    pub(super) fn listen(&mut self, after: Option<u64>) -> Result<Listening, RecordError> {
        let way = Way { first: number_of_try(self.attempt.number), is_live: true };
        let telling = match &mut self.telling {
            Some(telling) => telling,
            none => none.insert(revive(&*self.rules, &self.events, way)?.telling),
        };
        let after = after.or(telling.history.seq().checked_sub(1));
        let missed = Some((telling.history.clone(), after));
        Ok(Listening { past: Vec::new(), missed, live: Some(self.frames.subscribe()) })
    }

    /// Whether somebody listens to this game.
    pub(super) fn is_listened_to(&self) -> bool {
        self.frames.receiver_count() > 0
    }

    /// Puts nothing into words that nobody hears.
    pub(super) fn rest(&mut self) {
        if !self.is_listened_to() {
            self.telling = None;
        }
    }

    /// Whether its end is known.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.events.last(), Some(GameEvent::Ended { .. }))
    }

    /// Whether nothing came for so long that whoever plays it must have gone.
    pub(super) fn is_silent_after(&self, silence: Duration, bounds: &Bounds) -> bool {
        let patience = self.line.playing.patience();
        let most = patience.map_or(bounds.silence_untimed, |patience| patience.saturating_add(bounds.silence));
        silence > most
    }

    /// The clocks as they stand now.
    pub(super) fn clocks(&self) -> Option<Clocks> {
        self.line.clocks(Some(self.heard.elapsed()))
    }

    /// Hangs it on the wall; one that is over is taken down.
    pub(super) fn show(&self, wall: &Wall) {
        wall.show(self.running());
    }

    fn running(&self) -> Running {
        let playing = &self.line.playing;
        let players = match playing.started() {
            GameEvent::Started { players, .. } => players.clone(),
            _ => Default::default(),
        };
        let moved = |count: u32, event: &GameEvent| match event {
            GameEvent::Moved { .. } => count + 1,
            GameEvent::TakenBack { ply } => *ply,
            _ => count,
        };
        let plies = self.events.iter().fold(0, moved);
        let shown = Position::still(playing.session(), plies, self.is_over());
        let status = if self.is_over() { Status::Over } else { Status::Playing };
        Running { id: self.attempt.id, of_match: self.of_match.clone(), players, status, shown }
    }
}

/// Another event as it goes over the wire.
fn told(line: &Line, telling: &mut Telling, event: &GameEvent) -> Frame {
    let happening = telling.add(line, event).clone();
    let ending = match &happening.what {
        What::Ended(ending) => Some(&**ending),
        _ => None,
    };
    let scene = Scene { session: line.playing.session(), moves: &telling.history.moves, ending };
    frame::render(&happening, &scene)
}
