//! A record from elsewhere against the rules, before it is stored.
//!
//! Always true of a record that has passed: its id and moves are in standard spelling, every move is
//! legal where it stands, and an end by the rules is the one the rules give.

use schwarm_core::{Outcome, Rulebook, Side};

use crate::{Ending, GameRecord, Termination};

/// What a reader of PGN says of a result without grounds.
const BARE: &str = "the record says no more than the result";

/// Checks a record by its rules and brings it into standard form.
///
/// # Errors
/// What is wrong with it, in words.
pub fn check(record: &mut GameRecord, rules: &dyn Rulebook) -> Result<(), String> {
    let mut session = record.start.open(rules).map_err(|error| format!("start of the game: {error}"))?;
    for (index, played) in record.moves.iter_mut().enumerate() {
        let ply = index + 1;
        played.text = session.play(&played.text).map_err(|error| format!("move {ply}: {error}"))?;
        // JSON knows finite numbers only.
        played.score = played.score.filter(|score| score.is_finite());
    }
    record.game = rules.id();
    let sides = rules.info().sides;
    if let Some(ending) = &mut record.ending {
        settle(ending, session.outcome(), sides)?;
    }
    Ok(())
}

/// Compares an ending with the verdict of the rules.
fn settle(ending: &mut Ending, verdict: Option<Outcome>, sides: [&str; 2]) -> Result<(), String> {
    let is_bare = ending.termination == Termination::Adjudication { why: BARE.into() } && ending.outcome.is_none();
    if ending.termination != Termination::Rules && !is_bare {
        return Ok(());
    }
    let won = |winner: Option<Side>| winner.map_or("a draw", |winner| sides[winner.index()]);
    match (verdict, &ending.outcome) {
        (None, Some(stated)) => {
            Err(format!("the record says that the rules ended it ({}), but the game goes on", stated.reason.id()))
        }
        // Other programs call every end a normal one, a resignation too.
        (None, None) => {
            ending.termination = Termination::Adjudication { why: BARE.into() };
            Ok(())
        }
        (Some(verdict), _) if verdict.winner != ending.winner => {
            let (said, right) = (won(ending.winner), won(verdict.winner));
            Err(format!("the record says {said}, the rules say {right} ({})", verdict.reason.id()))
        }
        (Some(verdict), None) => {
            let winner = verdict.winner;
            *ending =
                Ending { termination: Termination::Rules, winner, scores: verdict.scores, outcome: Some(verdict) };
            Ok(())
        }
        (Some(verdict), Some(stated)) if verdict != *stated || verdict.scores != ending.scores => {
            let told = |outcome: &Outcome| format!("{} {:?}", outcome.reason.id(), outcome.scores);
            Err(format!("the record ends by {}, the rules by {}", told(stated), told(&verdict)))
        }
        _ => Ok(()),
    }
}
