//! A record from elsewhere against the rules, before it is stored.
//!
//! Always true of a record that has passed: its id and moves are in standard spelling, every move is
//! legal where it stands, and an end by the rules is the one the rules give.

use schwarm_core::{MoveError, Outcome, PositionError, Rulebook, Side};

use crate::{Ending, GameRecord, Termination};

/// What a reader of PGN says of a result without grounds.
const BARE: &str = "the record says no more than the result";

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// It begins nowhere.
    #[error("start of the game: {0}")]
    Start(Box<PositionError>),
    /// A move is not legal.
    #[error("move {ply}: {error}")]
    Move {
        /// Number of the move, counted from 1.
        ply: usize,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
    /// The rules are said to have ended it, and have not.
    #[error("the record says that the rules ended it ({}), but the game goes on", said.reason.id())]
    GoesOn {
        /// What the record says.
        said: Outcome,
    },
    /// Somebody else has won.
    #[error("the record says {}, the rules say {} ({})", won(*said, sides), won(rules.winner, sides), rules.reason.id())]
    Winner {
        /// What the record says; `None` is a draw.
        said: Option<Side>,
        /// The verdict of the rules.
        rules: Outcome,
        /// What the sides are called.
        sides: [&'static str; 2],
    },
    /// It has ended otherwise.
    #[error("the record ends by {}, the rules by {}", told(said), told(rules))]
    Ending {
        /// What the record says.
        said: Outcome,
        /// The verdict of the rules.
        rules: Outcome,
        /// What the sides are called.
        sides: [&'static str; 2],
    },
}

fn won(winner: Option<Side>, sides: &[&'static str; 2]) -> &'static str {
    winner.map_or("a draw", |winner| sides[winner.index()])
}

fn told(outcome: &Outcome) -> String {
    format!("{} {:?}", outcome.reason.id(), outcome.scores)
}

/// Checks a record by its rules and brings it into standard form.
///
/// # Errors
/// What is wrong with it.
pub fn check(record: &mut GameRecord, rules: &dyn Rulebook) -> Result<(), CheckError> {
    let mut session = record.start.open(rules).map_err(|error| CheckError::Start(Box::new(error)))?;
    for (index, played) in record.moves.iter_mut().enumerate() {
        let wrong = |error| CheckError::Move { ply: index + 1, error: Box::new(error) };
        played.text = session.play(&played.text).map_err(wrong)?;
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
fn settle(ending: &mut Ending, verdict: Option<Outcome>, sides: [&'static str; 2]) -> Result<(), CheckError> {
    let is_bare = ending.termination == Termination::Adjudication { why: BARE.into() } && ending.outcome.is_none();
    if ending.termination != Termination::Rules && !is_bare {
        return Ok(());
    }
    match (verdict, ending.outcome) {
        (None, Some(said)) => Err(CheckError::GoesOn { said }),
        // Other programs call every end a normal one, a resignation too.
        (None, None) => {
            ending.termination = Termination::Adjudication { why: BARE.into() };
            Ok(())
        }
        (Some(rules), _) if rules.winner != ending.winner => {
            Err(CheckError::Winner { said: ending.winner, rules, sides })
        }
        (Some(verdict), None) => {
            let winner = verdict.winner;
            *ending =
                Ending { termination: Termination::Rules, winner, scores: verdict.scores, outcome: Some(verdict) };
            Ok(())
        }
        (Some(rules), Some(said)) if rules != said || rules.scores != ending.scores => {
            Err(CheckError::Ending { said, rules, sides })
        }
        _ => Ok(()),
    }
}
