//! The answer to a request. Keys and their order are public.

use schwarm_core::{Outcome, Score, Session};
use serde::Serialize;
use serde_json::value::RawValue;

use super::request::{Problem, Request};

/// A line that answers.
#[derive(Serialize)]
pub struct Answer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    to_move: &'static str,
    turn: u32,
    legal: Vec<String>,
    outcome: Option<Verdict>,
}

impl<'a> Answer<'a> {
    /// The answer about the position a session has reached.
    pub fn new(id: Option<&'a RawValue>, session: &dyn Session, request: &Request) -> Answer<'a> {
        let sides = session.info().sides;
        Answer {
            id,
            position: session.position(),
            board: session.board(),
            to_move: sides[session.side_to_move().index()],
            turn: session.turn(),
            legal: session.legal_moves_in(request.notation),
            outcome: session.outcome().map(|outcome| Verdict::new(&outcome, sides)),
        }
    }
}

/// A line that refuses.
#[derive(Serialize)]
pub struct Refusal<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a RawValue>,
    pub error: Problem,
}

#[derive(Serialize)]
struct Verdict {
    winner: Option<&'static str>,
    reason: &'static str,
    scores: [Score; 2],
}

impl Verdict {
    fn new(outcome: &Outcome, sides: [&'static str; 2]) -> Verdict {
        Verdict {
            winner: outcome.winner.map(|side| sides[side.index()]),
            reason: outcome.reason.id(),
            scores: outcome.scores,
        }
    }
}
