//! The referee: asks the players in turn, keeps the time, hands out what happens.

use std::time::{Duration, Instant};

use schwarm_play::{Ending, GameEvent, Playing, Seat, SeatFault, Termination, Turn};
use tokio::time::timeout;

/// How patient the referee is outside of moves.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a player to be ready for a new game.
    pub begin: Duration,
    /// For a player to take notice of the end.
    pub end: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { begin: Duration::from_secs(10), end: Duration::from_secs(2) }
    }
}

/// Plays a game to its end. Every event goes to `happened` before the next thing is done.
///
/// A player that is not ready in time, or fails, loses. Both players are told of the end.
pub async fn play(
    playing: &mut Playing,
    seats: [&mut dyn Seat; 2],
    patience: Patience,
    happened: &mut (dyn FnMut(&GameEvent) + Send),
) -> Ending {
    let mut seats = seats;
    for event in playing.opening_events() {
        happened(&event);
    }
    for side in schwarm_core::Side::BOTH {
        let Err(fault) = ready(playing, &mut *seats[side.index()], patience).await else { continue };
        if let Some(event) = playing.end(Termination::of_fault(side, fault)) {
            happened(&event);
        }
    }
    while let Some(side) = playing.to_move() {
        let seat = &mut seats[side.index()];
        for event in one_turn(playing, &mut **seat, Duration::ZERO).await.events {
            happened(&event);
        }
    }
    let Some(ending) = playing.ending().cloned() else {
        unreachable!("nobody is to move only when the game has ended")
    };
    for seat in &mut seats {
        // The game is over whatever a player makes of it.
        let _ = timeout(patience.end, seat.end(&ending)).await;
    }
    ending
}

/// Tells a player of a new game and waits until it is ready.
pub(crate) async fn ready(playing: &Playing, seat: &mut dyn Seat, patience: Patience) -> Result<(), SeatFault> {
    match timeout(patience.begin, seat.begin(playing.started(), playing.session())).await {
        Ok(answer) => answer,
        Err(_) => Err(SeatFault::Silence(format!("{} was not ready after {:?}", seat.name(), patience.begin))),
    }
}

/// One turn: what came of it, and when.
pub(crate) struct Turned {
    pub(crate) events: Vec<GameEvent>,
    /// When the player was asked.
    pub(crate) asked: Instant,
    /// How long it took to answer or was waited for.
    pub(crate) spent: Duration,
    /// By how much the answer came after the clock's limit, where that was forgiven.
    pub(crate) forgiven: Option<Duration>,
}

/// Asks the player to move once. An answer that is late by no more than `margin` is in time.
pub(crate) async fn one_turn(playing: &mut Playing, seat: &mut dyn Seat, margin: Duration) -> Turned {
    let time = playing.think_time();
    let asked = Instant::now();
    let answer = {
        let choice = seat.choose(Turn { session: playing.session(), time });
        match playing.patience() {
            Some(patience) => timeout(patience.saturating_add(margin), choice).await.ok(),
            None => Some(choice.await),
        }
    };
    let spent = asked.elapsed();
    let forgiven = match (&answer, time.limit) {
        (Some(_), Some(limit)) => spent.checked_sub(limit).filter(|late| !late.is_zero() && *late <= margin),
        _ => None,
    };
    let events = match answer {
        // What was forgiven does not go by the clock.
        Some(answer) => playing.answer(answer, spent - forgiven.unwrap_or_default()),
        None => playing.out_of_time().into_iter().collect(),
    };
    Turned { events, asked, spent, forgiven }
}
