//! Which rule a move breaks, in words and with the squares that cause it.
//!
//! Ids: `no-fish`, `not-yours`, `direction`, `distance`, `blocked`, `own-fish`, `octopus`, `stuck`, `off-board`.

use schwarm_core::view::{Cell, Held};
use schwarm_core::{BrokenRule, Game, Side};

use crate::board::Content;
use crate::line::Axis;
use crate::moves::Move;
use crate::rules::SIDES;
use crate::square::Square;
use crate::state::State;

/// The rule that a move breaks. For a move that breaks none the game must be over.
pub(crate) fn broken_rule(state: &State, mv: Move) -> BrokenRule {
    let Move { from, to } = mv;
    let side = state.side_to_move();
    match state.board().at(from) {
        Content::Empty => return broken("no-fish", format!("there is no fish on {from}"), [from]),
        Content::Octopus => return broken("no-fish", format!("on {from} is an octopus, not a fish"), [from]),
        Content::Fish(owner, _) if owner != side => {
            let message = format!("the fish on {from} is {}, and {} is to move", name(owner), name(side));
            return broken("not-yours", message, [from]);
        }
        Content::Fish(..) => {}
    }
    let Some((axis, steps)) = Axis::between(from, to) else {
        let message = match from == to {
            true => format!("a fish must move, and {from} is where it is"),
            false => format!("a fish moves along a row, a column or a diagonal, and {from} and {to} share none"),
        };
        return broken("direction", message, [from, to]);
    };
    let (fish, cells) = (state.board().fish_on_line(from, axis), steps.unsigned_abs());
    if fish != cells {
        let rule = broken("distance", distance_message(axis, from, fish, cells), [from, to]);
        return rule.with("fish", fish).with("cells", cells);
    }
    if let Some(enemy) = first_enemy(state, from, axis, steps) {
        let message = format!("the {} fish on {enemy} is in the way from {from} to {to}", name(!side));
        return broken("blocked", message, [enemy]);
    }
    match state.board().at(to) {
        Content::Octopus => broken("octopus", format!("no move may end on the octopus on {to}"), [to]),
        Content::Fish(owner, _) if owner == side => {
            broken("own-fish", format!("an own fish is on {to}; a move ends on an empty cell or an enemy"), [to])
        }
        _ => BrokenRule::new("game-over", "the game is over"),
    }
}

/// The move of whoever puts a fish down on a cell.
pub(crate) fn meant(held: &Held, to: Cell) -> Result<Move, BrokenRule> {
    Ok(Move { from: taken(held)?, to: on_board(to)? })
}

fn taken(held: &Held) -> Result<Square, BrokenRule> {
    match held {
        Held::Cell(from) => on_board(*from),
        Held::Hand(_) => Err(BrokenRule::new("no-fish", "nobody has fish in hand")),
    }
}

fn on_board(cell: Cell) -> Result<Square, BrokenRule> {
    Square::of_cell(cell).ok_or_else(|| BrokenRule::new("off-board", "the board ends there"))
}

/// Why a fish cannot move in any direction, with everything that is in its way.
pub(crate) fn stuck(state: &State, held: &Held) -> BrokenRule {
    let from = match taken(held) {
        Ok(from) => from,
        Err(rule) => return rule,
    };
    if !matches!(state.board().at(from), Content::Fish(owner, _) if owner == state.side_to_move()) {
        return broken_rule(state, Move { from, to: from });
    }
    let rules = Square::all().filter(|&to| to != from).map(|to| broken_rule(state, Move { from, to }));
    let in_the_way = rules.filter(|rule| !matches!(rule.id, "direction" | "distance"));
    let message = format!("every way of the fish on {from} is blocked or leads off the board");
    BrokenRule::new("stuck", message).at(in_the_way.flat_map(|rule| rule.cells))
}

fn broken<const N: usize>(id: &'static str, message: String, squares: [Square; N]) -> BrokenRule {
    BrokenRule::new(id, message).at(squares.map(Square::cell))
}

/// "on row 4 there are 3 fish, so a4 moves exactly 3 cells, not 2"
fn distance_message(axis: Axis, from: Square, fish: u8, cells: u8) -> String {
    let line = axis.line_name(from);
    match fish {
        1 => format!("on {line} there is 1 fish, so {from} moves exactly 1 cell, not {cells}"),
        _ => format!("on {line} there are {fish} fish, so {from} moves exactly {fish} cells, not {cells}"),
    }
}

/// The first enemy strictly between the ends of a move.
fn first_enemy(state: &State, from: Square, axis: Axis, steps: i8) -> Option<Square> {
    let enemies = state.board().fish_set(!state.side_to_move());
    let step = axis.step() * steps.signum();
    (1..steps.abs()).map(|n| from.offset_unchecked(step * n)).find(|square| enemies & square.bit() != 0)
}

fn name(side: Side) -> &'static str {
    SIDES[side.index()]
}
