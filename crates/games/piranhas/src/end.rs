//! When a game is over and who has won.
//!
//! What the end of a round or the last ply decides ([`round_end`]) is found out once, when the
//! ply is played, and kept in the state. Only if the game goes on, a side to move without a
//! move ends it ([`blocked`]). The three editions differ here and nowhere else.
//! Not here: score lines (`state`).

use std::cmp::Ordering;

use schwarm_core::{Game, Reason, Side};

use crate::board::Board;
use crate::moves;
use crate::rules::{Edition, PLY_LIMIT};
use crate::state::State;
use crate::swarm::{self, Swarm};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: Reason,
}

/// The biggest swarm of a side: by fish in 2019, by weight in 2026.
pub(crate) fn biggest(edition: Edition, board: &Board, side: Side) -> Swarm {
    let size = |swarm: &Swarm| if edition == Edition::Season2026 { swarm.weight } else { swarm.fish };
    swarm::swarms(board, side).max_by_key(size).unwrap_or_default()
}

/// What a side's biggest swarm counts in the score line.
///
/// The server of 2026 gives a side without fish -1, the one of 2019 gave it 0.
pub(crate) fn size(edition: Edition, board: &Board, side: Side) -> i16 {
    match edition {
        Edition::Sheet2019 | Edition::Server2019 => biggest(edition, board, side).fish as i16,
        Edition::Season2026 if board.fish_set(side) == 0 => -1,
        Edition::Season2026 => biggest(edition, board, side).weight as i16,
    }
}

/// Whether all fish of a side are one swarm.
///
/// A side without fish is not united, except for the server of 2019, which compared the
/// size of the biggest swarm (0) with the number of fish (0).
#[inline]
pub(crate) fn is_united(edition: Edition, board: &Board, side: Side) -> bool {
    let fish = board.fish_set(side);
    swarm::is_united(fish) || (edition == Edition::Server2019 && fish == 0)
}

/// The verdict of a full round, the last one included; none in the middle of a round.
///
/// A position of turn 0 counts as the end of a round, as it did for the servers.
#[inline]
pub(crate) fn round_end(state: &State, united: [bool; 2]) -> Option<Ending> {
    let is_last = state.turn() >= PLY_LIMIT;
    if state.side_to_move() == Side::Two || (united == [false, false] && !is_last) {
        return None;
    }
    match state.edition() {
        Edition::Sheet2019 => Some(sheet_2019(state, united)),
        Edition::Server2019 => server_2019(state, united, is_last),
        Edition::Season2026 => Some(season_2026(state, united)),
    }
}

/// The verdict on a side to move that has no move.
///
/// In 2026 a swarm united in the middle of the round decides by weight instead.
pub(crate) fn blocked(state: &State) -> Ending {
    let is_weighed = state.edition() == Edition::Season2026 && Side::BOTH.iter().any(|&side| state.is_united(side));
    match is_weighed {
        true => heaviest(state),
        false => Ending { winner: Some(!state.side_to_move()), reason: Reason::NoMove },
    }
}

/// "Falls beim Spielende die Fische nur eines Spielers zu einem einzigen zusammenhängenden
/// Schwarm verbunden sind, hat dieser Spieler gewonnen; anderenfalls derjenige Spieler mit dem
/// größeren Schwarm."
fn sheet_2019(state: &State, united: [bool; 2]) -> Ending {
    match united {
        [true, false] => Ending { winner: Some(Side::One), reason: Reason::SwarmUnited },
        [false, true] => Ending { winner: Some(Side::Two), reason: Reason::SwarmUnited },
        [true, true] => Ending { winner: larger(state), reason: Reason::SwarmUnited },
        [false, false] => Ending { winner: larger(state), reason: Reason::RoundLimit },
    }
}

/// As the sheet, but two united swarms of equal size play on until the last ply.
fn server_2019(state: &State, united: [bool; 2], is_last: bool) -> Option<Ending> {
    if united == [true, true] && larger(state).is_none() {
        return is_last.then_some(Ending { winner: None, reason: Reason::RoundLimit });
    }
    Some(sheet_2019(state, united))
}

/// Somebody united: weights decide. Otherwise this is the last ply, and a side to move without a
/// move has lost even here; the server looked for that before the round limit.
fn season_2026(state: &State, united: [bool; 2]) -> Ending {
    if united != [false, false] {
        heaviest(state)
    } else if moves::any(state.board(), state.side_to_move()) {
        Ending { winner: larger(state), reason: Reason::RoundLimit }
    } else {
        blocked(state)
    }
}

/// The heavier biggest swarm wins, united or not; of equal ones the side that first completed one.
fn heaviest(state: &State) -> Ending {
    Ending { winner: larger(state).or(state.first_union()), reason: Reason::SwarmUnited }
}

/// The side with the bigger biggest swarm.
fn larger(state: &State) -> Option<Side> {
    let [red, blue] = Side::BOTH.map(|side| size(state.edition(), state.board(), side));
    match red.cmp(&blue) {
        Ordering::Greater => Some(Side::One),
        Ordering::Less => Some(Side::Two),
        Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use schwarm_core::{Game, Outcome, Reason, Side};

    use crate::drawing::position;
    use crate::notation::read_position;
    use crate::rules::Edition;

    const BOTH_2019: [Edition; 2] = [Edition::Sheet2019, Edition::Server2019];

    fn outcome(edition: Edition, drawing: &str, rest: &str) -> Option<Outcome> {
        read_position(edition, &position(drawing, rest)).unwrap().outcome()
    }

    /// Winner, reason and what the biggest swarms count.
    fn verdict(edition: Edition, drawing: &str, rest: &str) -> Option<(Option<Side>, Reason, [i16; 2])> {
        let outcome = outcome(edition, drawing, rest)?;
        Some((outcome.winner, outcome.reason, outcome.scores.map(|score| score.parts()[1])))
    }

    const RED: Option<Side> = Some(Side::One);
    const BLUE: Option<Side> = Some(Side::Two);

    const BOTH_UNITED_EQUAL: &str = "
        5 rr........
        4 ....bb....
          abcdefghij";

    #[test]
    fn both_united_and_equal_is_a_draw_on_the_sheet_and_plays_on_at_the_server() {
        let draw = Some((None, Reason::SwarmUnited, [2, 2]));
        assert_eq!(verdict(Edition::Sheet2019, BOTH_UNITED_EQUAL, "r 20"), draw);
        assert_eq!(verdict(Edition::Server2019, BOTH_UNITED_EQUAL, "r 20"), None);
        assert_eq!(verdict(Edition::Server2019, BOTH_UNITED_EQUAL, "r 60"), Some((None, Reason::RoundLimit, [2, 2])));
    }

    #[test]
    fn both_united_the_larger_swarm_wins() {
        let drawing = "
            5 rr........
            4 ....bbb...
              abcdefghij";
        for edition in BOTH_2019 {
            assert_eq!(verdict(edition, drawing, "r 20"), Some((BLUE, Reason::SwarmUnited, [2, 3])));
        }
    }

    #[test]
    fn a_united_swarm_beats_a_larger_one_that_is_not_all() {
        let drawing = "
            5 rr........
            4 ....bbb..b
              abcdefghij";
        for edition in BOTH_2019 {
            assert_eq!(verdict(edition, drawing, "r 20"), Some((RED, Reason::SwarmUnited, [2, 3])));
            assert_eq!(verdict(edition, drawing, "b 21"), None, "a round has two plies");
            assert_eq!(verdict(edition, drawing, "r 60"), Some((RED, Reason::SwarmUnited, [2, 3])));
        }
    }

    const RED_IS_EATEN: &str = "
        5 ..........
        4 ....bbb..b
          abcdefghij";

    #[test]
    fn a_side_without_fish_has_lost_on_the_sheet_and_is_united_at_the_server() {
        assert_eq!(verdict(Edition::Sheet2019, RED_IS_EATEN, "r 20"), Some((BLUE, Reason::NoMove, [0, 3])));
        assert_eq!(verdict(Edition::Server2019, RED_IS_EATEN, "r 20"), Some((RED, Reason::SwarmUnited, [0, 3])));
        assert_eq!(verdict(Edition::Season2026, &to_2026(RED_IS_EATEN), "r 20 -").map(|v| v.0), Some(BLUE));
    }

    #[test]
    fn an_empty_board_is_lost_for_the_side_to_move_and_drawn_at_the_limit() {
        for edition in BOTH_2019 {
            assert_eq!(verdict(edition, "", "r 20"), Some((BLUE, Reason::NoMove, [0, 0])));
            assert_eq!(verdict(edition, "", "b 21"), Some((RED, Reason::NoMove, [0, 0])));
            assert_eq!(verdict(edition, "", "r 60"), Some((None, Reason::RoundLimit, [0, 0])));
        }
        assert_eq!(verdict(Edition::Season2026, "", "r 60 b"), Some((BLUE, Reason::NoMove, [-1, -1])));
    }

    #[test]
    fn without_a_united_swarm_the_last_ply_decides_by_size() {
        let drawing = "
            5 rrr...r...
            4 ....bb...b
              abcdefghij";
        let equal = "
            5 rr....r...
            4 ....bb...b
              abcdefghij";
        for edition in BOTH_2019 {
            assert_eq!(verdict(edition, drawing, "r 58"), None);
            assert_eq!(verdict(edition, drawing, "r 60"), Some((RED, Reason::RoundLimit, [3, 2])));
            assert_eq!(verdict(edition, equal, "r 60"), Some((None, Reason::RoundLimit, [2, 2])));
        }
    }

    #[test]
    fn in_2026_the_heavier_swarm_wins_even_against_a_united_one() {
        let drawing = "
            5 11........
            4 ....cc...a
              abcdefghij";
        assert_eq!(verdict(Edition::Season2026, drawing, "r 20 r"), Some((BLUE, Reason::SwarmUnited, [2, 6])));
        assert_eq!(verdict(Edition::Season2026, drawing, "b 21 r"), None);
    }

    #[test]
    fn in_2026_the_first_union_breaks_a_tie_of_united_swarms_only() {
        let united = "
            5 33........
            4 ....cc...a
              abcdefghij";
        let loose = "
            5 33..1.....
            4 ....cc...a
              abcdefghij";
        let edition = Edition::Season2026;
        assert_eq!(verdict(edition, united, "r 20 b"), Some((BLUE, Reason::SwarmUnited, [6, 6])));
        assert_eq!(verdict(edition, united, "r 60 b"), Some((BLUE, Reason::SwarmUnited, [6, 6])));
        assert_eq!(verdict(edition, united, "r 20 -"), Some((None, Reason::SwarmUnited, [6, 6])));
        assert_eq!(verdict(edition, loose, "r 60 b"), Some((None, Reason::RoundLimit, [6, 6])));
    }

    #[test]
    fn in_2026_a_blocked_side_is_weighed_in_the_middle_of_a_round_if_somebody_is_united() {
        // Blue's fish in the corner would have to jump red ones: no move.
        let united = "
            2 111.......
            1 222.......
            0 c22.......
              abcdefghij";
        assert_eq!(verdict(Edition::Season2026, united, "b 21 -"), Some((RED, Reason::SwarmUnited, [13, 3])));
        let nobody = "
            2 1........1
              abcdefghij";
        assert_eq!(verdict(Edition::Season2026, nobody, "b 21 -"), Some((RED, Reason::NoMove, [1, -1])));
    }

    #[test]
    fn in_2026_a_blocked_side_loses_even_after_the_last_ply() {
        let drawing = "
            2 a........a
              abcdefghij";
        assert_eq!(verdict(Edition::Season2026, drawing, "r 60 -"), Some((BLUE, Reason::NoMove, [-1, 1])));
    }

    #[test]
    fn in_2026_the_first_union_is_noted_after_each_ply_and_kept() {
        let before = "
            5 1.........
            4 ..1.......
            3 ...a....b.
              abcdefghij";
        let mut state = read_position(Edition::Season2026, &position(before, "r 20 -")).unwrap();
        let key = state.key();
        let mv = state.parse_move("a5-b5").unwrap();
        let undo = state.play(mv);
        assert_eq!(state.first_union(), RED);
        state.undo(mv, undo);
        assert_eq!((state.first_union(), state.key()), (None, key));
    }

    fn to_2026(drawing: &str) -> String {
        drawing.replace('b', "a").replace('r', "1")
    }
}
