//! Counting lines of play, so that another engine's numbers can be compared.
//!
//! One line per depth: `perft(D) = N in M ms`, printed as soon as it is known. A count of many
//! hours ends with the input like any other search: the outer plies look at the stop signal.

use std::time::Instant;

use schwarm_core::{Rulebook, Session};
use schwarm_play::Stop;

use super::Voice;

/// Depth when none is given.
const USUAL: u32 = 5;
/// Nobody waits for more: nine plies are trillions of lines.
const DEEPEST: u32 = 9;
/// Plies that are counted without a look at the stop signal, some milliseconds.
const AT_ONCE: u32 = 3;

/// Counts depth 1, 2, … and says each.
pub(super) fn count_up(
    rules: &dyn Rulebook,
    session: &dyn Session,
    depth: Option<u32>,
    stop: &Stop,
    voice: &mut dyn Voice,
) -> Result<(), String> {
    let depth = depth.unwrap_or(USUAL);
    if depth > DEEPEST {
        return Err(format!("perft counts {DEEPEST} plies at most"));
    }
    // Perft counts from the bare position: what was played before ends no line by repetition.
    let bare =
        session.board().and_then(|board| rules.from_position(&board).ok()).unwrap_or_else(|| session.clone_box());
    for depth in 1..=depth {
        let started = Instant::now();
        let Some(lines) = count(&*bare, depth, stop) else {
            return Err(format!("stopped while counting depth {depth}"));
        };
        voice.early(&format!("perft({depth}) = {lines} in {} ms", started.elapsed().as_millis()));
    }
    Ok(())
}

fn count(session: &dyn Session, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(session.perft(depth, 1, &|_, _| {}));
    }
    session.legal_moves().iter().try_fold(0u64, |sum, mv| {
        let mut after = session.clone_box();
        after.play(mv).ok()?;
        Some(sum + count(&*after, depth - 1, stop)?)
    })
}
