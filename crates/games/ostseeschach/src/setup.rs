//! Where a game begins: the order of the first rank, position texts of turn 0, and seeds.
//!
//! Red's pieces stand on row 1; blue's are red's turned by half a turn of the board.
//! Seeds are public: what `seed:N` means must never change.

use schwarm_core::{Game, PositionError, Rng, Side};

use crate::board::Board;
use crate::notation;
use crate::piece::{Kind, Piece};
use crate::square::{SIZE, Square};
use crate::state::State;

/// Red's pieces on row 1, from a to h.
type FirstRank = [Kind; SIZE as usize];

/// Two pieces of each kind, in the order that is shuffled.
const PIECES: FirstRank =
    [Kind::Cockle, Kind::Cockle, Kind::Gull, Kind::Gull, Kind::Starfish, Kind::Starfish, Kind::Seal, Kind::Seal];

/// The setup a seed draws, as the season did: two pieces of each kind in any order.
pub(crate) fn draw(seed: u64) -> State {
    let mut order = PIECES;
    Rng::new(seed).shuffle(&mut order);
    state(&order)
}

/// Reads a setup text.
///
/// # Errors
/// For a text that is neither the order of the first rank nor a position text of turn 0.
pub(crate) fn read(text: &str) -> Result<State, PositionError> {
    if text.contains('/') {
        let state = notation::read_position(text)?;
        return match state.turn() {
            0 => Ok(state),
            turn => Err(PositionError::setup(text, format!("a setup is a position of turn 0, not {turn}"))),
        };
    }
    Ok(state(&read_order(text.trim()).map_err(|why| PositionError::setup(text, why))?))
}

fn read_order(text: &str) -> Result<FirstRank, String> {
    let letters = text.chars().count();
    if letters != usize::from(SIZE) {
        return Err(format!("{letters} letters, not the {SIZE} pieces of row 1, such as HMSMRHSR"));
    }
    let mut order = PIECES;
    for (place, letter) in order.iter_mut().zip(text.chars()) {
        *place = Kind::from_letter(letter).ok_or_else(|| format!("{letter:?} is none of H, M, S and R"))?;
    }
    for kind in Kind::ALL {
        let count = order.iter().filter(|&&other| other == kind).count();
        if count != 2 {
            return Err(format!("{count} times {}; each side has two pieces of each kind", kind.letter()));
        }
    }
    Ok(order)
}

/// The first position with this first rank.
fn state(order: &FirstRank) -> State {
    let mut board = Board::default();
    for (file, &kind) in (0..SIZE).zip(order) {
        for (side, file, rank) in [(Side::One, file, 0), (Side::Two, SIZE - 1 - file, SIZE - 1)] {
            if let Some(square) = Square::new(file, rank) {
                board.put(square, Piece { side, kind, is_tower: false });
            }
        }
    }
    State::new(board, 0, [0; 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_setup_for_ever() {
        let text = "mhsmhrsr/......../......../......../......../......../......../RSRHMSHM r 0 0:0";
        assert_eq!(draw(7).to_text(), text);
    }

    #[test]
    fn blue_is_red_turned_by_half_a_turn() {
        let state = draw(7);
        for square in state.board().pieces(Side::One) {
            let turned = Square::new(7 - square.file(), 7 - square.rank()).unwrap();
            let red = state.board().at(square).unwrap();
            assert_eq!(state.board().at(turned), Some(Piece { side: Side::Two, ..red }));
        }
    }
}
