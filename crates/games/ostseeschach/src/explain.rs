//! Which rule a move breaks, in words and with the squares that cause it.
//!
//! Ids: `no-piece`, `not-yours`, `movement`, `own-piece`; a square beside the board
//! (`off-board`) is found while reading the move (`notation`).

use schwarm_core::{BrokenRule, Game};

use crate::moves::Move;
use crate::piece::{Piece, targets};
use crate::rules::SIDES;
use crate::square::Square;
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
        return broken("movement", movement_message(piece, mv), [from, to]);
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

fn broken<const N: usize>(id: &'static str, message: String, squares: [Square; N]) -> BrokenRule {
    BrokenRule::new(id, message).at(squares.map(Square::cell))
}

/// "a gull moves one step straight, not from a1 to b2"
fn movement_message(piece: Piece, mv: Move) -> String {
    let tower = if piece.is_tower { ", and so does a tower with one on top" } else { "" };
    format!("{}{tower}, not from {} to {}", piece.kind.movement(), mv.from, mv.to)
}
