//! Why a game ended as it did, in words.

use schwarm_core::Side;

use super::{Class, EVEN, INACCURACY, Judged, MISTAKE, Review, Seen, Turning};
use crate::{Ending, Termination};

/// Plies of a better line that are told.
const TOLD: usize = 6;

/// The move that decided: the largest loss of the loser since it was last at least even. In a game nobody has lost
/// on the board it is the largest loss of anybody, if that is a mistake.
pub(super) fn turning_point(
    positions: &[Seen],
    moves: &[Judged],
    ending: Option<&Ending>,
    sides: [&str; 2],
) -> Option<Turning> {
    let chance = |seen: &Seen, side: Side| if side == Side::One { seen.chance } else { 1.0 - seen.chance };
    let largest = |moves: &[Judged], side: Option<Side>, least: f64| -> Option<Judged> {
        let losses = moves.iter().filter(|mv| side.is_none_or(|side| mv.side == side) && mv.loss >= least);
        // Of equal losses the first one counts.
        losses.reduce(|most, mv| if mv.loss > most.loss { mv } else { most }).cloned()
    };
    let turning = match ending.and_then(|ending| ending.winner) {
        Some(winner) => {
            let loser = winner.other();
            if chance(positions.last()?, loser) >= EVEN {
                return None;
            }
            let even = positions.iter().rposition(|seen| chance(seen, loser) >= EVEN).unwrap_or(0);
            largest(&moves[even.min(moves.len())..], Some(loser), INACCURACY)
        }
        None => largest(moves, None, MISTAKE),
    }?;
    Some(Turning { ply: turning.ply, side: turning.side, text: told(&turning, sides[turning.side.index()]) })
}

/// A fault in a sentence.
fn told(mv: &Judged, side: &str) -> String {
    let mut text = format!(
        "Move {} ({side}, {}): {side}'s chances fell from {} to {}",
        mv.ply,
        mv.played,
        percent(mv.before),
        percent(mv.after)
    );
    if let Some(better) = mv.better() {
        let was = match mv.class {
            Class::MissedWin => "would have won",
            _ if mv.before >= EVEN => "would have held",
            _ => "was better",
        };
        text += &format!("; {better} {was}");
        if mv.line.len() > 1 {
            let line: Vec<&str> = mv.line.iter().take(TOLD).map(String::as_str).collect();
            // Moves may hold blanks and commas.
            text += &format!(": {}", line.join("; "));
        }
    }
    text + "."
}

/// A chance as people read it.
fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// The whole verdict.
pub(super) fn verdict(review: &Review) -> String {
    let Some(ending) = review.ending.as_ref().filter(|ending| ending.counts()) else { return unfinished(review) };
    let turning = review.turning_point.as_ref().map(|turning| turning.text.clone());
    let last = review.positions.last().map_or(EVEN, |seen| seen.chance);
    let Some(winner) = ending.winner else {
        let turning = turning.map_or_else(String::new, |text| format!(" {text}"));
        return format!("A draw.{turning}");
    };
    let loser = winner.other();
    let left = if loser == Side::One { last } else { 1.0 - last };
    let name = review.sides[loser.index()];
    match fault(&ending.termination).filter(|_| ending.termination.offender() == Some(loser)) {
        Some(fault) if left >= EVEN => {
            format!("{} {fault} in a position worth {}: the position did not lose it.", capital(name), percent(left))
        }
        Some(fault) => {
            let why = turning.unwrap_or_else(|| slide(review, loser));
            format!("{} {fault} in a position worth {}. {why}", capital(name), percent(left))
        }
        None if left >= EVEN => {
            format!("{} lost in a position worth {}: the position did not lose it.", capital(name), percent(left))
        }
        None => turning.unwrap_or_else(|| slide(review, loser)),
    }
}

fn unfinished(review: &Review) -> String {
    let last = review.positions.last().map_or(EVEN, |seen| seen.chance);
    let (plies, name) = (review.moves.len(), review.sides[0]);
    let plies = if plies == 1 { "1 ply".to_string() } else { format!("{plies} plies") };
    let text = format!("Unfinished after {plies}: {name}'s chances are {}.", percent(last));
    review.turning_point.as_ref().map_or_else(|| text.clone(), |turning| format!("{text} {}", turning.text))
}

/// How a game goes that no single move has lost.
fn slide(review: &Review, loser: Side) -> String {
    let name = review.sides[loser.index()];
    let own = || review.moves.iter().filter(|mv| mv.side == loser);
    let Some(first) = own().next() else { return format!("{} had no move to make.", capital(name)) };
    let most = own().map(|mv| mv.loss).fold(0.0, f64::max);
    let last = own().next_back().unwrap_or(first);
    format!(
        "No single move lost it: {name}'s chances went from {} to {}, never by more than {} at once.",
        percent(first.before),
        percent(last.after),
        percent(most)
    )
}

/// What an offender did, if the game ended by that.
fn fault(termination: &Termination) -> Option<&'static str> {
    match termination {
        Termination::Time { .. } => Some("lost on time"),
        Termination::IllegalMove { .. } => Some("lost by an illegal move"),
        Termination::Crash { .. } => Some("lost by a crash"),
        Termination::Silence { .. } => Some("lost by silence"),
        Termination::Left { .. } => Some("gave up"),
        Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => None,
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
