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
        let seat = &mut seats[side.index()];
        let ready = timeout(patience.begin, seat.begin(playing.started(), playing.session())).await;
        let fault = match ready {
            Ok(Ok(())) => continue,
            Ok(Err(fault)) => fault,
            Err(_) => SeatFault::Silence(format!("{} was not ready after {:?}", seat.name(), patience.begin)),
        };
        if let Some(event) = playing.end(Termination::of_fault(side, fault)) {
            happened(&event);
        }
    }
    while let Some(side) = playing.to_move() {
        let seat = &mut seats[side.index()];
        for event in one_turn(playing, &mut **seat).await {
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

/// Asks the player to move once.
async fn one_turn(playing: &mut Playing, seat: &mut dyn Seat) -> Vec<GameEvent> {
    let asked = Instant::now();
    let answer = {
        let choice = seat.choose(Turn { session: playing.session(), time: playing.think_time() });
        match playing.patience() {
            Some(patience) => timeout(patience, choice).await.ok(),
            None => Some(choice.await),
        }
    };
    match answer {
        Some(answer) => playing.answer(answer, asked.elapsed()),
        None => playing.out_of_time().into_iter().collect(),
    }
}
