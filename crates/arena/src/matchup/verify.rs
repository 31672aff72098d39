//! Whether a game somebody hands in is one of the plan: it is played again, move by move, by the rules, the clock and the
//! referee's own bounds, and every event must come out as it was told.
//!
//! What cannot be seen from here: how long a bot took, and whether its program failed. Such an end is believed if it can have
//! been: the one to blame was to move, an illegal answer is illegal.

use std::time::Duration;

use schwarm_core::Rulebook;
use schwarm_play::{Choice, Ending, GameEvent, Playing, Termination, TimeControl};

use super::adjudication::Listener;
use super::game::adjudicate;
use super::openings;
use super::plan::{MatchPlan, PlanError};

/// Why a game is none of the plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forgery {
    /// The plan itself cannot be played.
    #[error("{0}")]
    Plan(#[from] PlanError),
    /// It begins otherwise.
    #[error("the game does not begin as the plan says")]
    Start,
    /// Something cannot have happened.
    #[error("event {event}: {why}")]
    Event {
        /// Counted from 0.
        event: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It has no end that counts.
    #[error("the game has no end that counts")]
    NoEnd,
}

/// Plays a game of a plan again, under a clock that may be another one than the plan's; its end.
///
/// # Errors
/// The first thing that cannot have happened.
pub fn verify(
    plan: &MatchPlan,
    rules: &dyn Rulebook,
    number: u64,
    time: TimeControl,
    events: &[GameEvent],
) -> Result<Ending, Forgery> {
    let session = openings::opening(plan, rules, number / 2).map_err(PlanError::Opening)?;
    let first = MatchPlan::first_player(number);
    let players = [plan.players[first].clone(), plan.players[1 - first].clone()];
    let mut playing = Playing::new(rules, session, players, time);
    if events.first() != Some(playing.started()) {
        return Err(Forgery::Start);
    }
    let mut expected: std::collections::VecDeque<GameEvent> = playing.opening_events().into_iter().skip(1).collect();
    let mut listener = Listener::new(plan.adjudication);
    let mut plies = 0;
    for (event, told) in events.iter().enumerate().skip(1) {
        let wrong = |why: String| Forgery::Event { event, why };
        if let Some(expected) = expected.pop_front() {
            if expected != *told {
                return Err(wrong("the game was over here, and otherwise".into()));
            }
            continue;
        }
        match told {
            GameEvent::Moved { side, played, .. } => {
                let choice = Choice {
                    text: played.text.clone(),
                    score: played.score,
                    depth: played.depth,
                    nodes: played.nodes,
                    note: played.note.clone(),
                };
                let spent = played.spent.unwrap_or(Duration::MAX);
                let came = playing.play(choice, spent).map_err(|error| wrong(error.to_string()))?;
                plies += 1;
                let end = adjudicate(plan, &mut playing, &mut listener, *side, &came, plies);
                expected.extend(came.into_iter().chain(end));
                if expected.pop_front().as_ref() != Some(told) {
                    return Err(wrong(
                        "the move, its side, its time or its spelling is not as it would have been".into(),
                    ));
                }
            }
            GameEvent::Ended { ending } => {
                let is_believed = can_have_ended(&playing, &ending.termination);
                let came = is_believed.then(|| playing.end(ending.termination.clone())).flatten();
                if came.as_ref() != Some(told) {
                    return Err(wrong(format!("the game cannot have ended so: {}", ending.termination.id())));
                }
            }
            GameEvent::Started { .. } | GameEvent::TakenBack { .. } => {
                return Err(wrong("nothing of the kind happens in a match".into()));
            }
        }
    }
    match playing.ending().filter(|ending| ending.counts() && expected.is_empty()) {
        Some(ending) => Ok(ending.clone()),
        None => Err(Forgery::NoEnd),
    }
}

/// Whether a game can have ended so where it stands, by something other than the rules or the referee's bounds.
fn can_have_ended(playing: &Playing, termination: &Termination) -> bool {
    let Some(to_move) = playing.to_move() else { return false };
    match termination {
        Termination::Time { side, .. } => *side == to_move && playing.patience().is_some(),
        Termination::IllegalMove { side, text, .. } => {
            *side == to_move && playing.session().clone_box().play(text).is_err()
        }
        // Before the first move either may be missing.
        Termination::Crash { side, .. } | Termination::Silence { side, .. } | Termination::Left { side, .. } => {
            *side == to_move || playing.session().moves().is_empty()
        }
        Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => false,
    }
}
