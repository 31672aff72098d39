//! Everything that happened in a game, so that any part of it can be told again.
//!
//! What is stored and what is not (offers, a friend who comes) have one order: the number of an event is the place of
//! the last stored event times [`STEP`], plus how many unstored ones came since. So numbers go on rising after
//! a restart that has forgotten the unstored ones. A game that others play and begin again goes on [`TRY`] higher.

use std::sync::Arc;

use schwarm_core::Session;
use schwarm_play::{Ending, RecordError, Start};

use super::frame::{self, Frame, Scene};
use super::state::{Clocks, Offers, Status};
use super::told::Told;
use crate::Position;

/// Numbers between two stored events.
pub(crate) const STEP: u64 = 1000;

/// Numbers between two tries at a game.
const TRY: u64 = 1_000_000_000;

/// The number before the first event of a try, counted from 1, at a game that others play.
pub(crate) fn number_of_try(attempt: u32) -> u64 {
    u64::from(attempt.saturating_sub(1)) * TRY
}

/// What happened.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// The game began, perhaps with a seat free.
    Started,
    /// A second person came.
    Joined,
    /// A move was played.
    Moved(Arc<Told>),
    /// Moves were taken back, so many are left.
    TakenBack(u32),
    /// Somebody offered something, or answered.
    Offer,
    /// The game ended.
    Ended(Arc<Ending>),
    /// Another game was begun.
    Rematch(String),
}

impl What {
    /// The id in JSON.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            What::Started | What::Joined => "joined",
            What::Moved(_) => "moved",
            What::TakenBack(_) => "taken-back",
            What::Offer => "offer",
            What::Ended(_) => "ended",
            What::Rematch(_) => "rematch",
        }
    }

    const fn is_stored(&self) -> bool {
        matches!(self, What::Started | What::Moved(_) | What::TakenBack(_) | What::Ended(_))
    }
}

/// Something that happened, and how things stood then.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    pub(crate) seq: u64,
    pub(crate) what: What,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) offers: Offers,
    pub(crate) status: Status,
}

/// Everything that happened in a game.
#[derive(Clone)]
pub(crate) struct History {
    game: String,
    start: Start,
    happenings: Vec<Happening>,
    /// The moves that stand.
    pub(crate) moves: Vec<Arc<Told>>,
    /// Stored events.
    stored: u32,
    /// Number of the first event.
    first: u64,
    seq: u64,
}

impl History {
    /// Nothing happened yet.
    pub(crate) fn new(game: String, start: Start) -> History {
        History::numbered(game, start, 0)
    }

    /// The same with a number for the first event.
    pub(crate) fn numbered(game: String, start: Start, first: u64) -> History {
        History { game, start, happenings: Vec::new(), moves: Vec::new(), stored: 0, first, seq: first }
    }

    /// Number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }

    /// Place of the next stored event.
    pub(crate) fn next_stored(&self) -> u32 {
        self.stored
    }

    /// Whether there is room for another event that is not stored.
    pub(crate) fn has_room(&self) -> bool {
        self.seq % STEP + 1 < STEP
    }

    /// Adds what happened.
    pub(crate) fn add(&mut self, what: What, clocks: Option<Clocks>, offers: Offers, status: Status) -> &Happening {
        match &what {
            What::Moved(told) => self.moves.push(told.clone()),
            What::TakenBack(ply) => self.moves.truncate(*ply as usize),
            _ => {}
        }
        if what.is_stored() {
            self.seq = self.first + u64::from(self.stored) * STEP;
            self.stored += 1;
        } else {
            self.seq += 1;
        }
        self.happenings.push(Happening { seq: self.seq, what, clocks, offers, status });
        &self.happenings[self.happenings.len() - 1]
    }

    /// How many events came after a number.
    pub(crate) fn count_after(&self, after: u64) -> usize {
        self.happenings.iter().rev().take_while(|happening| happening.seq > after).count()
    }

    /// Tells everything after a number again, from the start; `None` tells all.
    ///
    /// # Errors
    /// When the game cannot be played through, which it was once.
    pub(crate) fn replay(&self, after: Option<u64>) -> Result<Vec<Frame>, RecordError> {
        let mut session = schwarm_catalog::open(&self.game)
            .map_err(|_| RecordError::Order { index: 0, why: "nobody knows the game" })
            .and_then(|rules| self.start.open(&*rules).map_err(RecordError::Start))?;
        let (mut last, mut ending, mut frames): (Vec<Arc<Told>>, _, _) = (Vec::new(), None, Vec::new());
        for happening in &self.happenings {
            match &happening.what {
                What::Moved(told) => {
                    let failed = |error| RecordError::Move { ply: last.len() + 1, error };
                    session.play(&told.played.text).map_err(failed)?;
                    last.push(told.clone());
                }
                What::TakenBack(ply) => {
                    while last.len() > *ply as usize && session.undo() {
                        last.pop();
                    }
                }
                What::Ended(end) => ending = Some(end.clone()),
                _ => {}
            }
            if after.is_none_or(|after| happening.seq > after) {
                let scene = Scene { session: &*session, moves: &last, ending: ending.as_deref() };
                frames.push(frame::render(happening, &scene));
            }
        }
        Ok(frames)
    }
}

/// Where a session stands and what led there.
pub(crate) fn position_of(session: &dyn Session, moves: &[Arc<Told>], is_over: bool) -> Position {
    Position::of(session, u32::try_from(moves.len()).unwrap_or(u32::MAX), is_over, None)
}
