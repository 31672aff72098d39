//! Where a game begins: short setup texts, position texts of turn 0, and seeds.
//!
//! Red starts on a1-a8 and j1-j8, blue on b0-i0 and b9-i9. What differs from game to game are
//! the two octopuses and, in 2026, the weights of the fish.
//! Seeds are public: what `seed:N` means must never change.

use schwarm_core::error::shorten;
use schwarm_core::squares::SquareError;
use schwarm_core::{Game, PositionError, Rng, Side};

use crate::board::{Board, Content, Weight};
use crate::line::Axis;
use crate::notation;
use crate::rules::Edition;
use crate::square::Square;
use crate::state::State;

/// Weights of red's fish on a1-a8, then j1-j8. Blue's mirror them at the diagonal a0-j9: the
/// fish on b0 weighs as much as the one on a1, the fish on b9 as much as the one on j1.
type Weights = [Weight; 16];

/// The setup a seed draws, as the season did.
///
/// First (2026 only) the sixteen weights in the order of [`Weights`], small, medium and large in
/// the proportion 4:3:2; then one octopus on any of the 36 inner cells; then the other on any
/// inner cell that shares no row, column or diagonal with it. Cells count row by row from c2.
pub(crate) fn draw(edition: Edition, seed: u64) -> State {
    let mut rng = Rng::new(seed);
    let mut weights = [Weight::Small; 16];
    if edition == Edition::Season2026 {
        weights.fill_with(|| match rng.below(9) {
            0..4 => Weight::Small,
            4..7 => Weight::Medium,
            _ => Weight::Large,
        });
    }
    let inner: Vec<Square> = Square::all().filter(|&square| is_inner(square)).collect();
    let first = inner[rng.below(inner.len())];
    let apart: Vec<Square> =
        inner.into_iter().filter(|&square| square != first && Axis::between(first, square).is_none()).collect();
    let second = apart[rng.below(apart.len())];
    state(edition, &weights, [first, second])
}

/// Reads a setup text.
///
/// # Errors
/// For a text that is neither a short form nor a position text of turn 0.
pub(crate) fn read(edition: Edition, text: &str) -> Result<State, PositionError> {
    if text.contains('/') {
        let state = notation::read_position(edition, text)?;
        return match state.turn() {
            0 => Ok(state),
            turn => Err(PositionError::setup(text, format!("a setup is a position of turn 0, not {turn}"))),
        };
    }
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    match (edition, words.take(4).collect::<Vec<_>>().as_slice()) {
        (Edition::Season2026, &[weights, one, two]) => {
            let octopuses = read_octopuses(text, [one, two])?;
            Ok(state(edition, &read_weights(text, weights)?, octopuses))
        }
        (Edition::Sheet2019 | Edition::Server2019, &[one, two]) => {
            Ok(state(edition, &[Weight::Small; 16], read_octopuses(text, [one, two])?))
        }
        _ => Err(PositionError::setup(text, format!("expected {}", edition.info().setup))),
    }
}

/// Whether an octopus can begin there.
pub(crate) fn is_inner(square: Square) -> bool {
    (2..8).contains(&square.x()) && (2..8).contains(&square.y())
}

fn read_octopuses(text: &str, words: [&str; 2]) -> Result<[Square; 2], PositionError> {
    let read = |word: &str| match notation::read_square(word) {
        Ok(square) if is_inner(square) => Ok(square),
        Ok(_) | Err(SquareError::OffBoard) => {
            Err(PositionError::setup(text, format!("{word} is not one of the inner cells c2-h7")))
        }
        Err(SquareError::NoSquare) => Err(PositionError::setup(text, format!("{:?} is no cell", shorten(word)))),
    };
    let [one, two] = [read(words[0])?, read(words[1])?];
    if one == two {
        return Err(PositionError::setup(text, format!("both octopuses are on {one}")));
    }
    if let Some((axis, _)) = Axis::between(one, two) {
        let line = axis.line_name(one);
        return Err(PositionError::setup(text, format!("{one} and {two} are both on {line}")));
    }
    Ok([one, two])
}

fn read_weights(text: &str, word: &str) -> Result<Weights, PositionError> {
    let mut weights = [Weight::Small; 16];
    let digits = word.chars().count();
    if digits != weights.len() {
        return Err(PositionError::setup(text, format!("{digits} weights, and red has 16 fish (a1-a8, j1-j8)")));
    }
    for (place, digit) in word.chars().enumerate() {
        weights[place] = match digit {
            '1' => Weight::Small,
            '2' => Weight::Medium,
            '3' => Weight::Large,
            _ => {
                let why = format!("weight {} is {digit:?}; weights are 1, 2 and 3", place + 1);
                return Err(PositionError::setup(text, why));
            }
        };
    }
    Ok(weights)
}

/// The first position with these weights and octopuses.
fn state(edition: Edition, weights: &Weights, octopuses: [Square; 2]) -> State {
    let mut board = Board::empty();
    let mut put = |x: u8, y: u8, content| {
        if let Some(square) = Square::new(x, y) {
            board.put(square, content);
        }
    };
    for (place, &weight) in (0u8..).zip(weights) {
        let (edge, along) = (place / 8 * 9, place % 8 + 1);
        put(edge, along, Content::Fish(Side::One, weight));
        put(along, edge, Content::Fish(Side::Two, weight));
    }
    for octopus in octopuses {
        put(octopus.x(), octopus.y(), Content::Octopus);
    }
    State::new(edition, board, 0, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_setup_for_ever() {
        assert_eq!(
            draw(Edition::Sheet2019, 7).to_text(),
            ".bbbbbbbb./r........r/r........r/r........r/r........r/r...O....r/r........r/r..O.....r/r........r/.bbbbbbbb. r 0"
        );
        assert_eq!(
            draw(Edition::Season2026, 7).to_text(),
            ".aaaccccb./1........2/2..O.....3/1........3/2........3/2........3/3...O....1/1........1/1........1/.aacbbaba. r 0 -"
        );
    }

    #[test]
    fn every_seed_draws_octopuses_that_share_no_line() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..3000 {
            let octopuses: Vec<Square> = draw(Edition::Server2019, seed).board().octopuses().collect();
            assert!(octopuses.iter().all(|&octopus| is_inner(octopus)));
            assert_eq!(Axis::between(octopuses[0], octopuses[1]), None);
            seen.extend(octopuses);
        }
        assert_eq!(seen.len(), 36, "every inner cell is drawn sooner or later");
    }

    #[test]
    fn weights_are_drawn_four_to_three_to_two() {
        let mut counts = [0; 3];
        for seed in 0..10_000 {
            let state = draw(Edition::Season2026, seed);
            for square in state.board().fish(Side::One) {
                counts[state.board().weight_at(square).index()] += 1;
            }
        }
        let shares = counts.map(|count| (count as f64 / 160_000.0 * 9.0 * 10.0).round() / 10.0);
        assert_eq!(shares, [4.0, 3.0, 2.0]);
    }

    #[test]
    fn blue_mirrors_the_weights_of_red() {
        let state = draw(Edition::Season2026, 3);
        for square in state.board().fish(Side::One) {
            let mirrored = Square::new(square.y(), square.x()).unwrap();
            let weight = state.board().weight_at(square);
            assert_eq!(state.board().at(mirrored), Content::Fish(Side::Two, weight), "{square} {mirrored}");
        }
    }
}
