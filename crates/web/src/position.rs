//! A position as it is told to pages.

use schwarm_core::view::{BoardView, Gesture};
use schwarm_core::{Outcome, Session, Side};
use serde::Serialize;

/// The move that led to a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LastMove {
    /// In standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// In words.
    pub words: String,
}

/// A position with everything a page needs to show it and to let a person move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Position {
    /// Id of the rule set, options included.
    pub game: String,
    /// Plies played since the game began.
    pub ply: u32,
    /// Who moves; `None` once the game is over.
    pub to_move: Option<Side>,
    /// The position text.
    pub position: String,
    /// What it looks like.
    pub view: BoardView,
    /// The legal moves as they are made by hand; none once the game is over.
    pub gestures: Vec<Gesture>,
    /// The verdict of the rules, once there is one.
    pub outcome: Option<Outcome>,
    /// The move that led here.
    pub last: Option<LastMove>,
}

impl Position {
    /// Where a session stands after `ply` plies; `is_over` where it was ended otherwise than by the rules, too.
    pub fn of(session: &dyn Session, ply: u32, is_over: bool, last: Option<LastMove>) -> Position {
        let still = Position::still(session, ply, is_over);
        let gestures = if still.to_move.is_some() { session.gestures() } else { Vec::new() };
        Position { gestures, last, ..still }
    }

    /// The same without the legal moves, for those who only watch.
    pub fn still(session: &dyn Session, ply: u32, is_over: bool) -> Position {
        let outcome = session.outcome();
        let is_over = is_over || outcome.is_some();
        Position {
            game: session.id(),
            ply,
            to_move: (!is_over).then(|| session.side_to_move()),
            position: session.position(),
            view: session.view(),
            gestures: Vec::new(),
            outcome,
            last: None,
        }
    }
}
