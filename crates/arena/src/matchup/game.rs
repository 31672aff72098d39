//! One game of a match, from its draw to its place in the journal.

use std::time::{Duration, Instant};

use schwarm_core::Side;
use schwarm_play::{Attempt, Ending, GameEvent, Journal, JournalError, Playing, Seat, Termination};

use super::adjudication::Listener;
use super::plan::MatchPlan;
use super::stop::{Stage, StopSignal};
use super::times::Times;
use crate::referee;

/// Events of a game on their way into the journal. Nobody hears of an event that is not kept.
pub(super) struct Scribe<'a> {
    journal: &'a dyn Journal,
    attempt: Attempt,
    /// All events so far; the first is kept by the journal's `begin`.
    pub(super) events: Vec<GameEvent>,
    /// How many of them are kept.
    kept: usize,
    /// How long moves may wait to be kept together.
    wait: Duration,
    last: Instant,
}

impl<'a> Scribe<'a> {
    pub(super) fn new(journal: &'a dyn Journal, attempt: Attempt, started: GameEvent, wait: Duration) -> Scribe<'a> {
        Scribe { journal, attempt, events: vec![started], kept: 1, wait, last: Instant::now() }
    }

    /// Takes events; they are kept now if it is time or the game has ended. Returns what has become
    /// known by that.
    async fn write(&mut self, events: Vec<GameEvent>) -> Result<&[GameEvent], JournalError> {
        let ended = events.iter().any(|event| matches!(event, GameEvent::Ended { .. }));
        self.events.extend(events);
        let from = self.kept;
        if from == self.events.len() || !(ended || self.last.elapsed() >= self.wait) {
            return Ok(&[]);
        }
        let first = u32::try_from(from).unwrap_or(u32::MAX);
        self.journal.append(self.attempt, first, &self.events[from..]).await?;
        self.last = Instant::now();
        self.kept = self.events.len();
        Ok(&self.events[from..])
    }
}

/// How the bots and the referee spent the time of a game.
#[derive(Default)]
pub(super) struct Spent {
    /// Of each bot, by its number in the plan.
    pub(super) moves: [Times; 2],
    /// Between an answer and the next question: rules and journal.
    pub(super) between: Times,
}

/// Plays a game to its end, or `None` when it was to be broken off. `seats` are by sides.
pub(super) async fn play(
    plan: &MatchPlan,
    first: usize,
    playing: &mut Playing,
    seats: [&mut dyn Seat; 2],
    scribe: &mut Scribe<'_>,
    stop: &StopSignal,
    happened: &(dyn Fn(&GameEvent) + Sync),
) -> Result<Option<(Ending, Spent)>, JournalError> {
    let mut spent = Spent::default();
    let mut listener = Listener::new(plan.adjudication);
    let mut stopped = stop.listen();
    let mut answered: Option<Instant> = None;
    let mut plies = 0;
    let opening = playing.opening_events().split_off(1);
    scribe.write(opening).await?.iter().for_each(happened);
    while let Some(side) = playing.to_move() {
        let turned = tokio::select! {
            biased;
            // The sender lives as long as the signal, so this only ends when all is to end.
            _ = stopped.wait_for(|stage| *stage == Stage::Now) => return Ok(None),
            turned = referee::one_turn(playing, &mut *seats[side.index()], plan.margin()) => turned,
        };
        if let Some(answered) = answered {
            spent.between.record(turned.asked.duration_since(answered));
        }
        answered = Some(turned.asked + turned.spent);
        spent.moves[side.index() ^ first].record(turned.spent);
        plies += 1;
        let mut events = turned.events;
        events.extend(adjudicate(plan, playing, &mut listener, side, &events, plies));
        scribe.write(events).await?.iter().for_each(happened);
    }
    Ok(playing.ending().cloned().map(|ending| (ending, spent)))
}

/// The end the referee makes, if it is time for one.
fn adjudicate(
    plan: &MatchPlan,
    playing: &mut Playing,
    listener: &mut Listener,
    side: Side,
    events: &[GameEvent],
    plies: u32,
) -> Option<GameEvent> {
    let score = events.iter().find_map(|event| match event {
        GameEvent::Moved { played, .. } => played.score,
        _ => None,
    });
    if let Some((winner, agreed)) = listener.hear(side, score) {
        let what = if winner.is_some() { "a win" } else { "a draw" };
        let why = format!("both players agree on {what} (score {}, {} moves each)", agreed.score, agreed.moves);
        return playing.end_for(Termination::Adjudication { why }, winner);
    }
    match plan.ply_limit {
        Some(limit) if plies >= limit => {
            playing.end(Termination::Adjudication { why: format!("the limit of {limit} plies is reached") })
        }
        _ => None,
    }
}
