//! When a game is over and who has won.
//!
//! The end of a round decides first: two ambers, or the last round. Only if the game goes on,
//! a side to move without a move has lost.
//! Not here: how ambers are won (`state`).

use std::cmp::Ordering;

use schwarm_core::{Game, Reason, Side};

use crate::moves;
use crate::rules::PLY_LIMIT;
use crate::state::State;

/// Ambers that end the game with the round.
const AMBERS_TO_WIN: u8 = 2;

/// Why the round just played ended the game, if it did.
#[inline(always)]
pub(crate) fn round_end(state: &State) -> Option<Reason> {
    if state.side_to_move() == Side::Two {
        None
    } else if Side::BOTH.iter().any(|&side| state.ambers(side) >= AMBERS_TO_WIN) {
        Some(Reason::Ambers)
    } else if state.turn() >= PLY_LIMIT {
        Some(Reason::RoundLimit)
    } else {
        None
    }
}

/// Winner and reason, if the game is over.
#[inline]
pub(crate) fn ending(state: &State) -> Option<(Option<Side>, Reason)> {
    if let Some(reason) = round_end(state) {
        return Some((leader(state), reason));
    }
    let side = state.side_to_move();
    if moves::any(state.board(), side) { None } else { Some((Some(!side), Reason::NoMove)) }
}

/// The side with more ambers, or else with the more advanced light pieces.
///
/// "Bei Gleichstand wird die jeweils darauffolgende Leichtfigur verglichen, bis bei mindestens
/// einem Spieler keine Leichtfigur mehr übrig ist": having more of them is no advantage.
#[inline]
pub(crate) fn leader(state: &State) -> Option<Side> {
    let [red, blue] = Side::BOTH.map(|side| state.ambers(side));
    match red.cmp(&blue).then_with(|| more_advanced(state)) {
        Ordering::Greater => Some(Side::One),
        Ordering::Less => Some(Side::Two),
        Ordering::Equal => None,
    }
}

/// Compares red's light pieces with blue's, each from the most advanced down.
#[inline]
fn more_advanced(state: &State) -> Ordering {
    // Squares ascend by rank: red's furthest are the highest bits. Turned upside down, blue's are, too.
    let [mut red, blue] = Side::BOTH.map(|side| state.board().light_set(side));
    let mut blue = blue.reverse_bits();
    while red != 0 && blue != 0 {
        let [red_first, blue_first] = [red, blue].map(|set| 63 - set.leading_zeros());
        match (red_first / 8).cmp(&(blue_first / 8)) {
            Ordering::Equal => {}
            order => return order,
        }
        red ^= 1 << red_first;
        blue ^= 1 << blue_first;
    }
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::position;
    use crate::notation::read_position;

    fn verdict(drawing: &str, rest: &str) -> Option<(Option<Side>, Reason)> {
        ending(&read_position(&position(drawing, rest)).unwrap())
    }

    const RED: Option<Side> = Some(Side::One);
    const BLUE: Option<Side> = Some(Side::Two);

    const EVEN: &str = "
        5 . . . m . . . .
        4 . . . . . M . .
          a b c d e f g h";

    #[test]
    fn two_ambers_end_the_game_with_the_round() {
        assert_eq!(verdict(EVEN, "b 11 2:0"), None);
        assert_eq!(verdict(EVEN, "r 12 2:0"), Some((RED, Reason::Ambers)));
        assert_eq!(verdict(EVEN, "r 12 2:3"), Some((BLUE, Reason::Ambers)));
        assert_eq!(verdict(EVEN, "r 60 0:2"), Some((BLUE, Reason::Ambers)));
    }

    #[test]
    fn the_last_round_is_decided_by_ambers_first() {
        assert_eq!(verdict(EVEN, "r 58 1:0"), None);
        assert_eq!(verdict(EVEN, "r 60 1:0"), Some((RED, Reason::RoundLimit)));
        assert_eq!(verdict(EVEN, "r 60 1:1"), Some((None, Reason::RoundLimit)));
    }

    #[test]
    fn light_pieces_are_compared_from_the_most_advanced_down() {
        // Red is 6 and 4 rows from home, blue 6 and 3.
        let drawing = "
            7 H . . . . . . .
            6 . . . . . . . .
            5 . S s . . . . .
            4 . . . . . . . .
            3 . . . . . . . .
            2 . . . m . . . .
              a b c d e f g h";
        assert_eq!(verdict(drawing, "r 60 0:0"), Some((RED, Reason::RoundLimit)));
    }

    #[test]
    fn a_further_light_piece_without_counterpart_is_no_advantage() {
        // Both are 6 and 4 rows from home, and blue has a third.
        let drawing = "
            7 H . . . . . . .
            6 . . . . h . . .
            5 . S . . . . . .
            4 . . s . . . . .
            3 . . . . . . . .
            2 . . . m . . . .
              a b c d e f g h";
        assert_eq!(verdict(drawing, "r 60 0:0"), Some((None, Reason::RoundLimit)));
    }

    #[test]
    fn seals_do_not_count_and_towers_count_for_their_top_piece() {
        let drawing = "
            8 R . . . . . . .
            5 . . . m2 . . . .
            2 . . . . M . . .
              a b c d e f g h";
        assert_eq!(verdict(drawing, "r 60 0:0"), Some((BLUE, Reason::RoundLimit)));
    }

    #[test]
    fn without_light_pieces_nothing_is_compared_and_the_score_is_0() {
        let drawing = "
            8 R . . . . . . .
            2 . . . m . . . .
              a b c d e f g h";
        let outcome = read_position(&position(drawing, "r 60 1:1")).unwrap().outcome().unwrap();
        assert_eq!(outcome.winner, None);
        assert_eq!(outcome.scores.map(|score| score.parts().to_vec()), [vec![1, 1, 0], vec![1, 1, 6]]);
    }

    #[test]
    fn a_side_to_move_without_a_move_has_lost_unless_the_round_decided() {
        let drawing = "
            8 H . . . . . . .
            5 . . . m . . . .
              a b c d e f g h";
        assert_eq!(verdict(drawing, "r 10 1:0"), Some((BLUE, Reason::NoMove)));
        assert_eq!(verdict(drawing, "r 10 2:0"), Some((RED, Reason::Ambers)));
        assert_eq!(verdict(drawing, "r 60 0:0"), Some((RED, Reason::RoundLimit)));
        assert_eq!(verdict("", "b 11 0:3"), Some((RED, Reason::NoMove)));
    }
}
