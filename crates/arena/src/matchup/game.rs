//! One game of a match, from its draw to its place in the journal.

use std::pin::pin;
use std::time::{Duration, Instant};

use schwarm_core::Side;
use schwarm_play::{Attempt, Ending, GameEvent, Journal, JournalError, Playing, Seat, SeatFault, Termination};

use super::adjudication::Listener;
use super::plan::MatchPlan;
use super::stop::{Stage, StopSignal};
use super::times::Times;
use crate::referee;
use crate::transcript::Transcript;

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
    /// Hears of what is kept.
    happened: &'a (dyn Fn(&GameEvent) + Sync),
}

impl<'a> Scribe<'a> {
    pub(super) fn new(
        journal: &'a dyn Journal,
        attempt: Attempt,
        started: GameEvent,
        wait: Duration,
        happened: &'a (dyn Fn(&GameEvent) + Sync),
    ) -> Scribe<'a> {
        Scribe { journal, attempt, events: vec![started], kept: 1, wait, last: Instant::now(), happened }
    }

    /// Keeps the events that came in, if it is time or the game has ended.
    async fn keep(&mut self, now: Instant) -> Result<(), JournalError> {
        let from = self.kept;
        let ended = matches!(self.events.last(), Some(GameEvent::Ended { .. }));
        if from == self.events.len() || !(ended || now.duration_since(self.last) >= self.wait) {
            return Ok(());
        }
        let first = u32::try_from(from).unwrap_or(u32::MAX);
        self.journal.append(self.attempt, first, &self.events[from..]).await?;
        self.last = now;
        self.kept = self.events.len();
        self.events[from..].iter().for_each(self.happened);
        Ok(())
    }
}

/// How the bots and the referee spent the time of games.
#[derive(Default)]
pub(super) struct Spent {
    /// Of each bot, by its number in the plan.
    pub(super) moves: [Times; 2],
    /// By how much answers of each bot came after the clock's limit and were forgiven.
    pub(super) late: [Times; 2],
    /// Between an answer and the next question: rules and journal.
    pub(super) between: Times,
}

impl Spent {
    /// Adds all of another.
    pub(super) fn merge(&mut self, other: &Spent) {
        let mine = self.moves.iter_mut().chain(&mut self.late).chain([&mut self.between]);
        let theirs = other.moves.iter().chain(&other.late).chain([&other.between]);
        mine.zip(theirs).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

/// Who plays, by sides.
pub(super) struct Table<'a> {
    pub(super) seats: [&'a mut dyn Seat; 2],
    /// What is said with them.
    pub(super) transcripts: &'a [Option<Transcript>; 2],
}

/// Plays a game to its end, or `None` when it was to be broken off. `table` is by sides; the times go
/// to `spent`.
pub(super) async fn play(
    plan: &MatchPlan,
    first: usize,
    playing: &mut Playing,
    table: Table<'_>,
    scribe: &mut Scribe<'_>,
    stop: &StopSignal,
    spent: &mut Spent,
) -> Result<Option<Ending>, JournalError> {
    let Table { seats, transcripts } = table;
    let mut listener = Listener::new(plan.adjudication);
    let mut stopped = stop.listen();
    // The sender lives as long as the signal, so this only ends when all is to end.
    let mut stopped = pin!(stopped.wait_for(|stage| *stage == Stage::Now));
    let mut answered: Option<Instant> = None;
    let mut plies = 0;
    scribe.events.extend(playing.opening_events().into_iter().skip(1));
    scribe.keep(Instant::now()).await?;
    while let Some(side) = playing.to_move() {
        // Bots of this program answer at once: only the others are waited for together with the signal.
        if stop.stage() == Stage::Now {
            return Ok(None);
        }
        let turned = tokio::select! {
            biased;
            turned = referee::one_turn(playing, &mut *seats[side.index()], plan.margin()) => turned,
            _ = &mut stopped => return Ok(None),
        };
        if let Some(answered) = answered {
            spent.between.record(turned.asked.duration_since(answered));
        }
        let now = turned.asked + turned.spent;
        answered = Some(now);
        let player = side.index() ^ first;
        spent.moves[player].record(turned.spent);
        if let Some(late) = turned.forgiven {
            spent.late[player].record(late);
        }
        plies += 1;
        transcripts.iter().flatten().for_each(|transcript| transcript.at_ply(plies));
        let end = adjudicate(plan, playing, &mut listener, side, &turned.events, plies);
        scribe.events.extend(turned.events.into_iter().chain(end));
        scribe.keep(now).await?;
    }
    Ok(playing.ending().cloned())
}

/// The end of a game one side of which, by its index, did not come.
pub(super) async fn forfeit(
    playing: &mut Playing,
    scribe: &mut Scribe<'_>,
    side: usize,
    why: String,
) -> Result<Option<Ending>, JournalError> {
    let side = Side::BOTH[side & 1];
    let why = format!("it could not be started: {why}");
    scribe.events.extend(playing.end(Termination::of_fault(side, SeatFault::Crash(why))));
    scribe.keep(Instant::now()).await?;
    Ok(playing.ending().cloned())
}

/// The end the referee makes, if it is time for one.
pub(super) fn adjudicate(
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
