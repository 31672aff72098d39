//! Which rule a move breaks, in words and with the squares that cause it.
//!
//! Ids: `no-piece`, `not-yours`, `movement`, `own-piece`, `stuck`, `off-board`.

use schwarm_core::view::{Cell, Held};
use schwarm_core::{BrokenRule, Game};

use crate::moves::Move;
use crate::piece::{Piece, targets};
use crate::rules::SIDES;
use crate::square::{Square, Squares};
use crate::state::State;

/// The rule that a move breaks. For a move that breaks none the game must be over.
pub(crate) fn broken_rule(state: &State, mv: Move) -> BrokenRule {
    let Move { from, to } = mv;
    let Some(piece) = state.board().at(from) else {
        return broken("no-piece", format!("there is no piece on {from}"), [from]);
    };
    let side = state.side_to_move();
    let (owner, to_move) = (SIDES[piece.side.index()], SIDES[side.index()]);
    if piece.side != side {
        let message = format!("the {} on {from} is {owner}, and {to_move} is to move", piece.kind.name());
        return broken("not-yours", message, [from]);
    }
    if targets(side, piece.kind, from) & to.bit() == 0 {
        return broken("movement", movement_message(piece, mv), [from, to]).with("kind", piece.kind.name());
    }
    match state.board().at(to) {
        Some(other) if other.side == side => {
            let message =
                format!("an own {} is on {to}; a move ends on an empty square or an enemy", other.kind.name());
            broken("own-piece", message, [to])
        }
        _ => BrokenRule::new("game-over", "the game is over"),
    }
}

/// The move of whoever puts a piece down on a cell.
pub(crate) fn meant(held: &Held, to: Cell) -> Result<Move, BrokenRule> {
    Ok(Move { from: taken(held)?, to: on_board(to)? })
}

fn taken(held: &Held) -> Result<Square, BrokenRule> {
    match held {
        Held::Cell(from) => on_board(*from),
        Held::Hand(_) => Err(BrokenRule::new("no-piece", "nobody has pieces in hand")),
    }
}

fn on_board(cell: Cell) -> Result<Square, BrokenRule> {
    Square::of_cell(cell).ok_or_else(|| BrokenRule::new("off-board", "the board ends there"))
}

/// Why a piece cannot move at all.
pub(crate) fn stuck(state: &State, held: &Held) -> BrokenRule {
    let from = match taken(held) {
        Ok(from) => from,
        Err(rule) => return rule,
    };
    let side = state.side_to_move();
    let Some(piece) = state.board().at(from).filter(|piece| piece.side == side) else {
        return broken_rule(state, Move { from, to: from });
    };
    let in_the_way = Squares::of(targets(side, piece.kind, from)).map(Square::cell);
    let message = format!("own pieces stand wherever the {} on {from} could go", piece.kind.name());
    BrokenRule::new("stuck", message).at(in_the_way).with("kind", piece.kind.name())
}

fn broken<const N: usize>(id: &'static str, message: String, squares: [Square; N]) -> BrokenRule {
    BrokenRule::new(id, message).at(squares.map(Square::cell))
}

/// "a gull moves one step straight, not from a1 to b2"
fn movement_message(piece: Piece, mv: Move) -> String {
    let tower = if piece.is_tower { ", and so does a tower with one on top" } else { "" };
    format!("{}{tower}, not from {} to {}", piece.kind.movement(), mv.from, mv.to)
}
