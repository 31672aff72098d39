//! Games brought back from their events, at once or one after the other.

use std::sync::Arc;
use std::time::Duration;

use schwarm_core::view::BoardView;
use schwarm_core::{Rulebook, Side};
use schwarm_play::{Choice, Clock, GameEvent, Playing, RecordError, TimeControl};

use super::history::{Happening, History, What};
use super::state::{Clocks, Offers, Status};
use super::told::Told;

const NO_START: RecordError = RecordError::Order { index: 0, why: "a game begins with its start" };

/// Where a game stands by its events; nothing is put into words.
pub(crate) struct Line {
    pub(crate) playing: Playing,
    /// As the events tell of it.
    clock: Clock,
    /// Events so far.
    count: usize,
}

impl Line {
    /// A game that has begun.
    fn begin(rules: &dyn Rulebook, started: Option<&GameEvent>) -> Result<Line, RecordError> {
        let Some(GameEvent::Started { start, players, time, .. }) = started else { return Err(NO_START) };
        let session = start.open(rules).map_err(RecordError::Start)?;
        let playing = Playing::new(rules, session, players.clone(), *time);
        Ok(Line { playing, clock: Clock::new(*time), count: 1 })
    }

    /// A game brought back from its events.
    ///
    /// # Errors
    /// When they are no game by the rules.
    pub(crate) fn of(rules: &dyn Rulebook, events: &[GameEvent]) -> Result<Line, RecordError> {
        let mut line = Line::begin(rules, events.first())?;
        events.iter().skip(1).try_for_each(|event| line.add(event))?;
        Ok(line)
    }

    /// Another event.
    ///
    /// # Errors
    /// When it cannot have happened.
    pub(crate) fn add(&mut self, event: &GameEvent) -> Result<(), RecordError> {
        let index = self.count;
        let wrong = |why| RecordError::Order { index, why };
        match event {
            GameEvent::Started { .. } => return Err(wrong("a game starts once")),
            GameEvent::Moved { played, left, .. } => {
                // Its time was judged when it was played.
                let choice = Choice::plain(&played.text);
                let failed = |error| RecordError::Move { ply: index, error };
                self.playing.play(choice, Duration::ZERO).map_err(failed)?;
                for (side, left) in Side::BOTH.into_iter().zip(left.iter().flatten()) {
                    self.clock.restore(side, *left);
                }
            }
            GameEvent::TakenBack { ply } => {
                self.playing.take_back(*ply).ok_or_else(|| wrong("nothing is taken back"))?;
            }
            GameEvent::Ended { ending } => drop(self.playing.end_for(ending.termination.clone(), ending.winner)),
        }
        for side in Side::BOTH.into_iter().filter(|_| matches!(self.clock.control(), TimeControl::Total { .. })) {
            self.playing.clock_mut().restore(side, self.clock.left(side).unwrap_or_default());
        }
        self.count += 1;
        Ok(())
    }

    /// The clocks when the player to move has thought for so long; they stand still where nobody says how long.
    pub(crate) fn clocks(&self, thought: Option<Duration>) -> Option<Clocks> {
        let running = self.playing.to_move().filter(|_| thought.is_some());
        Clocks::of(&self.clock, running, thought.unwrap_or_default())
    }
}

/// What happened in a game, in words.
pub(crate) struct Telling {
    pub(crate) history: History,
    before: BoardView,
    way: Way,
}

/// How a game is told.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    /// Number of its first event.
    pub(crate) first: u64,
    /// Whether its clocks run.
    pub(crate) is_live: bool,
}

impl Telling {
    /// Puts another event into words, when the line has it already.
    pub(crate) fn add(&mut self, line: &Line, event: &GameEvent) -> &Happening {
        let after = line.playing.session().view();
        let (what, status) = match event {
            GameEvent::Started { .. } => (What::Started, Status::Playing),
            GameEvent::Moved { ply, played, .. } => {
                let told = Told::new(&self.before, &after, *ply, played.clone());
                (What::Moved(Arc::new(told)), Status::Playing)
            }
            GameEvent::TakenBack { ply } => (What::TakenBack(*ply), Status::Playing),
            GameEvent::Ended { ending } => (What::Ended(Arc::new(ending.clone())), Status::Over),
        };
        self.before = after;
        let clocks = line.clocks(self.way.is_live.then_some(Duration::ZERO));
        self.history.add(what, clocks, Offers::default(), status)
    }
}

/// A game brought back from its events.
pub(crate) struct Revived {
    pub(crate) line: Line,
    pub(crate) telling: Telling,
}

/// Brings a game back from its events, all of them in words.
///
/// # Errors
/// When they are no game by the rules.
pub(crate) fn revive(rules: &dyn Rulebook, events: &[GameEvent], way: Way) -> Result<Revived, RecordError> {
    let Some(started @ GameEvent::Started { game, start, .. }) = events.first() else { return Err(NO_START) };
    let mut line = Line::begin(rules, Some(started))?;
    let history = History::numbered(game.clone(), start.clone(), way.first);
    let mut telling = Telling { history, before: line.playing.session().view(), way };
    telling.add(&line, started);
    for event in events.iter().skip(1) {
        line.add(event)?;
        telling.add(&line, event);
    }
    Ok(Revived { line, telling })
}
