//! Lines of the base game that lead to a forced pass and to each kind of end.
//!
//! Found by random play; that they lead there by our rules is tested here.

/// After this Black has no move but to pass.
#[rustfmt::skip]
pub const PASS: &[&str] = &[
    "wB1", "bB1 -wB1", "wB2 wB1\\", "bA1 /bB1", "wG1 wB2\\", "bQ /bA1", "wQ /wB2", "bQ bA1\\", "wG2 wB1/", "bA1 bQ\\",
    "wG1 -bQ", "bA1 wQ\\", "wS1 wG2/", "bA1 bQ\\", "wG3 wS1\\", "bA1 \\wS1", "wA1 wQ\\", "bA1 wG3-", "wS2 /wA1",
    "bA1 bQ\\", "wA1 -bB1",
];

/// The last move of each line ends the game.
#[rustfmt::skip]
pub const ENDS: [(&str, &[&str]); 3] = [
    ("WhiteWins", &[
        "wS1", "bG1 wS1\\", "wG1 -wS1", "bQ bG1\\", "wA1 -wG1", "bG2 bQ/", "wQ \\wG1", "bG3 /bQ", "wA1 /bG1",
        "bA1 bQ\\", "wA2 \\wS1", "bS1 bA1-", "wA2 bG2\\",
    ]),
    ("BlackWins", &[
        "wS1", "bS1 wS1-", "wS2 /wS1", "bQ bS1\\", "wQ wS2\\", "bA1 bQ\\", "wQ wS1\\", "bA2 bQ/", "wB1 wS2\\",
        "bA2 wQ\\",
    ]),
    ("Draw", &[
        "wA1", "bG1 \\wA1", "wQ wA1-", "bQ bG1/", "wG1 wQ-", "bQ \\wQ", "wG2 wQ\\", "bS1 \\bQ", "wA1 wG1/",
        "bS2 bQ/", "wG3 /wQ", "bG2 -bS1", "wA2 wG1\\", "bG3 \\bS1", "wA1 \\bG3", "bA1 bS2-", "wA1 /wG3", "bG2 bG1\\",
        "wB1 wA1\\", "bA2 -bG1", "wA2 /bG3", "bA1 bS2\\",
    ]),
];

#[cfg(test)]
mod tests {
    use schwarm_uhp::wire::Expansions;

    use super::super::board::Board;
    use super::*;

    fn after(moves: &[&str]) -> Board {
        let mut board = Board::new(Expansions::default()).unwrap();
        moves.iter().for_each(|mv| board.play(mv).unwrap());
        board
    }

    #[test]
    fn only_a_pass_is_left_after_the_first_line() {
        assert_eq!(after(PASS).session().legal_moves(), ["pass"]);
    }

    #[test]
    fn the_other_lines_end_as_they_say_and_not_before() {
        for (state, moves) in ENDS {
            assert_eq!(after(moves).text().split(';').nth(1), Some(state));
            assert_eq!(after(&moves[..moves.len() - 1]).session().outcome(), None, "{state}");
        }
    }
}
