//! What a capture is worth once the square is quiet again.
//!
//! A fight for one square is short: a capture that makes three or four pieces high clears the
//! square, and the only capture that does not makes a tower, which the next one clears. So the
//! worth of a capture is exact after looking at one reply.
//! Not here: replies on other squares; the search looks at those.

use schwarm_core::{Game, Side};
use schwarm_ostseeschach::{Board, Kind, Move, Piece, Square, Squares, State, home_line};

use super::attacks::attackers;
use super::evaluation::OstseeTerm;
use crate::weights::{Term, Weights};

/// What pieces and ambers are worth in an exchange, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prices {
    /// By height and kind.
    pieces: [[i32; 4]; 2],
    amber: i32,
}

impl Prices {
    /// The prices the evaluation has early in the game.
    pub fn of(weights: &Weights) -> Prices {
        let early = |term: OstseeTerm| weights.values()[term.index()][0];
        let kinds = |first: OstseeTerm| [0, 1, 2, 3].map(|n| early(OstseeTerm::ALL[first.index() + n]));
        Prices { pieces: [kinds(OstseeTerm::Cockle), kinds(OstseeTerm::CockleTower)], amber: early(OstseeTerm::Amber) }
    }

    fn of_piece(&self, piece: Piece) -> i32 {
        self.pieces[usize::from(piece.is_tower)][piece.kind as usize]
    }

    /// What the side to move wins by a capture, or a step onto the far line, and the best reply on
    /// the same square. Zero for quiet moves that stay on the board.
    pub fn gain(&self, state: &State, mv: Move) -> i32 {
        let (board, side) = (state.board(), state.side_to_move());
        let (Some(mover), victim) = (board.at(mv.from), board.at(mv.to)) else { return 0 };
        let ambers = ambers(mover, victim, mv.to);
        let taken = victim.map_or(0, |victim| self.of_piece(victim));
        if ambers > 0 {
            return taken + self.amber * ambers - self.of_piece(mover);
        }
        if victim.is_none() {
            return 0;
        }
        let tower = Piece { is_tower: true, ..mover };
        taken + self.of_piece(tower) - self.of_piece(mover) - self.best_reply(board, !side, tower, mv.to)
    }

    /// What a side wins by capturing a fresh tower; nothing if it cannot or had better not.
    fn best_reply(&self, board: &Board, side: Side, tower: Piece, square: Square) -> i32 {
        Squares::of(attackers(board, side, square))
            .filter_map(|from| board.at(from))
            .map(|reply| self.of_piece(tower) + self.amber * ambers(reply, Some(tower), square) - self.of_piece(reply))
            .fold(0, i32::max)
    }
}

/// The ambers a move onto a square wins.
fn ambers(mover: Piece, victim: Option<Piece>, to: Square) -> i32 {
    let is_high = victim.is_some_and(|victim| victim.is_tower || mover.is_tower);
    let is_home = mover.kind != Kind::Seal && home_line(!mover.side) & to.bit() != 0;
    i32::from(is_high) + i32::from(is_home)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ostseeschach::tests::{each_random_state, state, weights};

    /// The balance of a board for a side at these prices.
    fn balance(prices: &Prices, state: &State, side: Side) -> i32 {
        let of = |side: Side| {
            let pieces: i32 = state
                .board()
                .pieces(side)
                .filter_map(|square| state.board().at(square))
                .map(|p| prices.of_piece(p))
                .sum();
            pieces + prices.amber * i32::from(state.ambers(side))
        };
        of(side) - of(!side)
    }

    /// The best balance for `side` when both may go on capturing on one square, or stop.
    fn fight(prices: &Prices, state: &State, square: Square, side: Side) -> i32 {
        let mover = state.side_to_move();
        let sign = if mover == side { 1 } else { -1 };
        let mut best = sign * balance(prices, state, side);
        for from in Square::all() {
            let mv = Move { from, to: square };
            if state.is_legal(mv) && state.board().set(!mover) & square.bit() != 0 {
                let mut next = *state;
                next.play(mv);
                best = best.max(sign * fight(prices, &next, square, side));
            }
        }
        sign * best
    }

    #[test]
    fn a_gain_is_what_fighting_for_the_square_gives() {
        let prices = Prices::of(&weights());
        let mut captures = 0;
        each_random_state(200, |state| {
            let side = state.side_to_move();
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            for mv in moves {
                let mut next = *state;
                next.play(mv);
                if next.winner().is_some() || state.board().set(!side) & mv.to.bit() == 0 {
                    continue;
                }
                let wanted = fight(&prices, &next, mv.to, side) - balance(&prices, state, side);
                assert_eq!(prices.gain(state, mv), wanted, "{mv:?} in {}", state.to_text());
                captures += 1;
            }
        });
        assert!(captures > 1000, "only {captures} captures seen");
    }

    #[test]
    fn a_guarded_single_piece_must_not_be_captured_by_a_single_one() {
        let prices = Prices::of(&weights());
        let gain = |drawing: &str, text: &str| {
            let state = state(drawing, "r 10 0:0");
            prices.gain(&state, state.parse_move(text).expect("a move"))
        };
        let guarded = "6 . . . m . . . .\n5 . . . h . . . .\n4 . . . M . . . .";
        assert!(gain(guarded, "d4-d5") < 0, "the fresh tower falls");
        assert!(gain("5 . . . h . . . .\n4 . . . M . . . .", "d4-d5") > 0);
        assert!(gain(&guarded.replace("4 . . . M ", "4 . . . M2"), "d4-d5") > 0, "a tower clears the square");
        assert!(gain("8 . . . h . . . .\n7 . . . M . . . .", "d7-d8") > 0, "the far line clears the square");
        assert_eq!(gain(guarded, "d4-c4"), 0);
    }
}
