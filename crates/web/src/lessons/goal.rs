//! What a move of a lesson has to reach. Everything is asked of the rules.

use schwarm_core::view::{BoardView, Cell, Gesture};
use schwarm_core::{Outcome, Session, Side};

use super::place::{cell_at, held_at};

/// How a game ends for the one who learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// Neither.
    Draw,
}

/// What must hold after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// This piece was moved or placed.
    Piece(&'static str),
    /// The move ended here.
    Cell(&'static str),
    /// A counter of the mover has risen by so much.
    Gains(&'static str, i64),
    /// The move ended on an enemy, or on any piece of a hive.
    Takes,
    /// The stack or tower where it ended has this height.
    Height(usize),
    /// After the answers the game is over, with this result for the mover and for this reason.
    Ends(Result, &'static str),
    /// After the answers the game is not over.
    GoesOn,
}

/// A move and what came of it.
pub(super) struct Scene<'a> {
    pub before: &'a BoardView,
    pub gesture: &'a Gesture,
    /// After the move.
    pub after: &'a BoardView,
    /// After the answers.
    pub end: &'a dyn Session,
}

impl Goal {
    /// Whether it is reached.
    pub(super) fn is_met(&self, scene: &Scene<'_>) -> bool {
        let Scene { before, gesture, after, end } = scene;
        let mover = before.to_move;
        match self {
            Goal::Piece(name) => gesture.held.is_some() && gesture.held == held_at(before, name),
            Goal::Cell(name) => gesture.to.is_some() && gesture.to == cell_at(before, name),
            Goal::Gains(id, by) => counter(after, id, mover)
                .zip(counter(before, id, mover))
                .is_some_and(|(after, before)| after - before == *by),
            Goal::Takes => gesture.to.and_then(|to| before.cell(to)).is_some_and(|cell| !cell.stack.is_empty()),
            Goal::Height(wanted) => gesture.to.is_some_and(|to| height(after, to) == *wanted),
            Goal::Ends(result, reason) => {
                end.outcome().is_some_and(|outcome| outcome.reason.id() == *reason && of(mover, &outcome) == *result)
            }
            Goal::GoesOn => end.outcome().is_none(),
        }
    }
}

/// The result for a side.
fn of(side: Side, outcome: &Outcome) -> Result {
    match outcome.winner {
        None => Result::Draw,
        Some(winner) if winner == side => Result::Win,
        Some(_) => Result::Loss,
    }
}

fn counter(view: &BoardView, id: &str, side: Side) -> Option<i64> {
    view.counters.iter().find(|counter| counter.id == id && counter.side == Some(side))?.value.parse().ok()
}

/// Pieces on a cell: a hive lists them all, a tower says its height.
fn height(view: &BoardView, at: Cell) -> usize {
    view.cell(at).map_or(0, |cell| cell.stack.iter().map(|piece| usize::from(piece.height)).sum())
}
