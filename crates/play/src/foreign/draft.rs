//! From what a foreign file tells to a record that holds by the rules.
//!
//! The moves are played. Where the file breaks a rule that is an option of the game, the option is
//! set and the game is played again; every other broken rule is an error.

use std::collections::BTreeMap;

use schwarm_core::{MoveError, Outcome, Reason, Rulebook, Session, Side};

use super::{ImportError, Imported, MOST_MOVES, Open, Place, Remark};
use crate::{Ending, GameRecord, PlayedMove, Start, Termination, TimeControl};

/// The grounds of an ending of which a file tells no more than who won.
pub(super) const RESULT_ONLY: &str = "the record says no more than the result";

/// A game as a file tells it.
pub(super) struct Draft {
    /// Id or game type, without the options the file cannot say.
    pub(super) game: String,
    pub(super) start: Start,
    pub(super) players: [String; 2],
    pub(super) time: Option<TimeControl>,
    pub(super) tags: BTreeMap<String, String>,
    pub(super) moves: Vec<ToldMove>,
    pub(super) result: Told,
    /// How it ended, where the file says that too.
    pub(super) how: Option<Termination>,
    pub(super) remarks: Vec<Remark>,
}

/// A move as a file tells it.
pub(super) struct ToldMove {
    pub(super) played: PlayedMove,
    pub(super) place: Option<Place>,
    /// A pass nobody wrote down: it counts only where a pass is forced.
    pub(super) maybe_pass: bool,
}

/// What a file says of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Nothing,
    GoesOn,
    Over(Option<Side>),
}

/// The options of Hive a file can only show by breaking the rule.
#[derive(Default)]
struct Options {
    repetition_off: bool,
    queen_first: bool,
}

impl Options {
    fn id(&self, game: &str) -> String {
        let mut id = game.to_string();
        if self.repetition_off {
            id.push_str(",repetition=off");
        }
        if self.queen_first {
            id.push_str(",queen-first");
        }
        id
    }
}

impl Draft {
    /// Plays the game through; `game` is its number in the file.
    pub(super) fn settle(mut self, game: usize, open: &Open<'_>) -> Result<Imported, ImportError> {
        if self.moves.len() > MOST_MOVES {
            return Err(ImportError::TooManyMoves { game });
        }
        let mut options = Options::default();
        // Each round sets an option, so there are three at most.
        let (rules, session, moves) = loop {
            let id = options.id(&self.game);
            let rules = open(&id).map_err(|why| ImportError::Rules { game, id, why })?;
            let mut session =
                self.start.open(&*rules).map_err(|error| ImportError::Start { game, error: Box::new(error) })?;
            let mut moves = Vec::with_capacity(self.moves.len());
            let Err((place, error)) = self.play(&mut *session, &mut moves) else {
                if !options.repetition_off && self.ignores_repetition(session.outcome()) {
                    options.repetition_off = true;
                    self.remarks.push(Remark::PlayedOn { plies: moves.len() });
                    continue;
                }
                break (rules, session, moves);
            };
            match &error {
                MoveError::GameOver { reason, .. } if *reason == Reason::Repetition.id() && !options.repetition_off => {
                    options.repetition_off = true;
                    self.remarks.push(Remark::PlayedOn { plies: moves.len() });
                }
                MoveError::Illegal { rule, .. } if rule.id == "queen-first" && !options.queen_first => {
                    options.queen_first = true;
                    self.remarks.push(Remark::QueenFirst { ply: moves.len() + 1 });
                }
                _ => {
                    let (ply, id) = (moves.len() + 1, rules.id());
                    return Err(ImportError::Move { game, ply, id, place, error: Box::new(error) });
                }
            }
        };
        Ok(self.finish(&*rules, &*session, moves))
    }

    fn play(&self, session: &mut dyn Session, moves: &mut Vec<PlayedMove>) -> Result<(), (Option<Place>, MoveError)> {
        for told in &self.moves {
            if told.maybe_pass && session.check(&told.played.text).is_err() {
                continue;
            }
            let text = session.play(&told.played.text).map_err(|error| (told.place, error))?;
            moves.push(PlayedMove { text, ..told.played.clone() });
        }
        Ok(())
    }

    /// Whether the last move repeats a position for the third time, and nobody minded.
    fn ignores_repetition(&self, outcome: Option<Outcome>) -> bool {
        outcome.is_some_and(|outcome| outcome.reason == Reason::Repetition)
            && matches!(self.result, Told::GoesOn | Told::Over(Some(_)))
    }

    fn finish(mut self, rules: &dyn Rulebook, session: &dyn Session, moves: Vec<PlayedMove>) -> Imported {
        let ending = match (self.result, session.outcome()) {
            (Told::GoesOn, None) if matches!(self.how, Some(Termination::Abort { .. })) => {
                self.how.map(|how| by_players(session, how, None, None))
            }
            (Told::Nothing | Told::GoesOn, None) => None,
            (Told::Nothing | Told::GoesOn, Some(outcome)) => Some(by_rules(outcome)),
            (Told::Over(winner), Some(outcome)) if winner == outcome.winner => Some(by_rules(outcome)),
            (Told::Over(winner), outcome) => {
                if let Some(outcome) = outcome {
                    self.remarks.push(Remark::OtherResult { rules: outcome.reason.id() });
                }
                let how = self.how.filter(|how| *how != Termination::Rules);
                let how = how.unwrap_or_else(|| Termination::Adjudication { why: RESULT_ONLY.to_string() });
                Some(by_players(session, how, winner, outcome))
            }
        };
        let record = GameRecord {
            game: rules.id(),
            start: self.start,
            players: self.players,
            time: self.time,
            moves,
            ending,
            tags: self.tags,
        };
        Imported { record, remarks: self.remarks }
    }
}

fn by_rules(outcome: Outcome) -> Ending {
    Ending { termination: Termination::Rules, winner: outcome.winner, scores: outcome.scores, outcome: Some(outcome) }
}

/// The scores are counted as [`Playing`](crate::Playing) counts them.
fn by_players(
    session: &dyn Session,
    termination: Termination,
    winner: Option<Side>,
    outcome: Option<Outcome>,
) -> Ending {
    let mut scores = session.scores(winner);
    let aborted = matches!(termination, Termination::Abort { .. });
    for side in Side::BOTH.into_iter().filter(|side| aborted || termination.offender() == Some(*side)) {
        scores[side.index()] = scores[side.index()].zeroed();
    }
    Ending { termination, winner, scores, outcome }
}

/// Checks a record that says everything itself; it stays as it is.
pub(super) fn check(record: GameRecord, game: usize, open: &Open<'_>) -> Result<Imported, ImportError> {
    use crate::RecordError;
    if record.moves.len() > MOST_MOVES {
        return Err(ImportError::TooManyMoves { game });
    }
    let id = || record.game.clone();
    let rules = open(&record.game).map_err(|why| ImportError::Rules { game, id: id(), why })?;
    match record.replay(&*rules) {
        Ok(_) => Ok(Imported { record, remarks: Vec::new() }),
        Err(RecordError::Move { ply, error }) => {
            Err(ImportError::Move { game, ply, id: id(), place: None, error: Box::new(error) })
        }
        Err(RecordError::Start(error)) => Err(ImportError::Start { game, error: Box::new(error) }),
        // Only events can be out of order.
        Err(error @ RecordError::Order { .. }) => Err(ImportError::Rules { game, id: id(), why: error.to_string() }),
    }
}
