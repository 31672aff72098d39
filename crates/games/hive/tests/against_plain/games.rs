//! Random games that lean towards something, so that rare situations occur.

use super::compare::Trace;
use super::seen::{enclosed_cells, extent};
use crate::common::plain::board::neighbours;
use crate::common::plain::{Action, Bug, Plain};
use schwarm_core::Rng;

/// What the players of a game like.
#[derive(Clone, Copy, Debug)]
pub enum Taste {
    /// Nothing in particular.
    Any,
    /// Climbing: beetles and mosquitoes come out early and go up.
    Climb,
    /// Throwing: queen, pillbug and mosquito come out early.
    Throw,
    /// Long hives.
    Snake,
    /// Enclosed empty cells.
    Hole,
    /// Cells beside queens, so that games end.
    Attack,
    /// Going east for ever, so that the hive leaves where it began.
    Travel,
}

impl Taste {
    pub const ALL: [Taste; 6] = [Taste::Any, Taste::Climb, Taste::Throw, Taste::Snake, Taste::Hole, Taste::Attack];
}

/// Plays a game from a position until it is over or has gone on for so many plies.
pub fn play(id: &'static str, start: Plain, plies: usize, taste: Taste, rng: &mut Rng) -> Trace {
    let mut trace = Trace::new(id, start);
    while trace.actions.len() < plies && !trace.last().legal.is_empty() {
        let legal: Vec<Action> = trace.last().legal.iter().copied().collect();
        let action = choose(&trace.last().position, &legal, taste, rng);
        trace.play(action);
    }
    trace
}

fn choose(position: &Plain, legal: &[Action], taste: Taste, rng: &mut Rng) -> Action {
    // One ply in five is played without a thought.
    let likes = if rng.below(5) == 0 && !matches!(taste, Taste::Travel) { Taste::Any } else { taste };
    let liked: Vec<Action> = match likes {
        Taste::Any => Vec::new(),
        Taste::Climb => liked_by(legal, |action| climbs(position, action)),
        Taste::Throw => liked_by(legal, |action| throws(position, action)),
        Taste::Attack => liked_by(legal, |action| attacks(position, action)),
        Taste::Travel => travel(position, legal, rng),
        Taste::Snake => best_by(legal, |action| extent(&after(position, action))),
        Taste::Hole => {
            let some: Vec<Action> = (0..6).map(|_| legal[rng.below(legal.len())]).collect();
            best_by(&some, |action| enclosed_cells(&after(position, action)))
        }
    };
    let from = if liked.is_empty() { legal } else { &liked };
    from[rng.below(from.len())]
}

fn liked_by(legal: &[Action], like: impl Fn(Action) -> bool) -> Vec<Action> {
    legal.iter().copied().filter(|&action| like(action)).collect()
}

fn best_by<T: Ord>(legal: &[Action], value: impl Fn(Action) -> T) -> Vec<Action> {
    let valued: Vec<(T, Action)> = legal.iter().map(|&action| (value(action), action)).collect();
    let best = valued.iter().map(|(value, _)| value).max().expect("a legal action");
    valued.iter().filter(|(value, _)| value == best).map(|&(_, action)| action).collect()
}

/// Once both queens are out nothing is placed any more, and mostly the rearmost piece goes ahead.
fn travel(position: &Plain, legal: &[Action], rng: &mut Rng) -> Vec<Action> {
    let queens_are_out = [0, 1].into_iter().all(|side| position.queen_cell(side).is_some());
    let moves = liked_by(legal, |action| matches!(action, Action::Move { .. }));
    if !queens_are_out {
        return liked_by(legal, |action| matches!(action, Action::Place { bug: Bug::Queen | Bug::Ant, .. }));
    }
    if moves.is_empty() || rng.below(8) == 0 {
        return moves;
    }
    best_by(&moves, |action| {
        let next = after(position, action);
        let columns: Vec<i32> = next.stacks.keys().map(|cell| cell.0).collect();
        (columns.iter().copied().min(), columns.iter().sum::<i32>())
    })
}

fn after(position: &Plain, action: Action) -> Plain {
    let mut next = position.clone();
    next.apply(action);
    next
}

fn climbs(position: &Plain, action: Action) -> bool {
    match action {
        Action::Place { bug, .. } => matches!(bug, Bug::Beetle | Bug::Mosquito | Bug::Queen),
        Action::Move { to, .. } => position.is_occupied(to),
        Action::Pass => false,
    }
}

fn throws(position: &Plain, action: Action) -> bool {
    match action {
        Action::Place { bug, .. } => matches!(bug, Bug::Pillbug | Bug::Mosquito | Bug::Queen),
        Action::Move { .. } => position.throws().contains(&action),
        Action::Pass => false,
    }
}

fn attacks(position: &Plain, action: Action) -> bool {
    let queens = [0, 1].map(|side| position.queen_cell(side));
    let beside_queen = |cell| queens.into_iter().flatten().any(|queen| neighbours(queen).contains(&cell));
    match action {
        Action::Place { bug, .. } => bug == Bug::Queen,
        Action::Move { from, to } => beside_queen(to) && !beside_queen(from),
        Action::Pass => false,
    }
}
