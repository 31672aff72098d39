//! The plain second implementation of the Hive rules counts what others have counted.
//!
//! Not here: single rules in drawn positions (`plain_selftest.rs`), the fast rules.

mod plain;

use plain::{Action, Book, Bug, Plain, uhp};

/// Leaves at exactly `depth`, the last ply counted and not played.
fn perft(position: &Plain, depth: u32) -> usize {
    let legal = position.legal();
    if depth == 1 {
        return legal.len();
    }
    let after = |action| {
        let mut next = position.clone();
        next.apply(action);
        perft(&next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}

/// Source: the perft tables of Mzinga and nokamute, which agree (tournament opening, a walk and a throw with
/// the same result counted once). Bugs move from ply 5 on.
#[test]
fn perft_of_the_eight_official_sets() {
    let table: [(&str, &[usize]); 8] = [
        ("Base", &[4, 96, 1440, 21600, 516_240]),
        ("Base+M", &[5, 150, 2610, 45414, 1_252_800]),
        ("Base+L", &[5, 150, 2610, 45414, 1_252_800]),
        ("Base+P", &[5, 150, 2610, 45414, 1_255_932]),
        ("Base+ML", &[6, 216, 4320, 86400]),
        ("Base+MP", &[6, 216, 4320, 86400]),
        ("Base+LP", &[6, 216, 4320, 86400]),
        ("Base+MLP", &[7, 294, 6678, 151_686, 5_427_108]),
    ];
    for (game_type, counts) in table {
        let start = Plain::new(uhp::book(game_type), &[]);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{game_type} depth {depth}");
        }
    }
}

/// Source: nokamute 1.0.3 and the published numbers of Intsect.jl, which agree.
#[test]
fn perft_of_official_positions_with_all_bugs_in_play() {
    let table = [
        (r"Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ", 3, 44307),
        (
            r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1",
            2,
            12814,
        ),
        (
            r"Base+MLP;InProgress;Black[10];wL;bL wL\;wM \wL;bM bL\;wA1 /wM;bA1 /bL;wQ wM/;bQ bM-;wA2 wQ\;bA2 bA1\;wA2 /bA2;bA1 /wA1;wB1 wQ\;bP bA2-;wM wB1\;bB1 \bA2;wA3 -wQ;bS1 /bA1;wA3 -bS1",
            2,
            6929,
        ),
    ];
    for (game, depth, count) in table {
        assert_eq!(perft(&uhp::position(game), depth), count, "{game} depth {depth}");
    }
}

/// Source: the rule code of the Software-Challenge backend, tag 20.final, positions start0 and mid3.
#[test]
fn perft_of_the_server_of_2020() {
    let server = Book::Sc2020 { server: true };
    let start = Plain::new(server, &[(0, -2), (0, 0), (2, -1)]);
    assert_eq!(perft(&start, 1), 440);
    assert_eq!(perft(&start, 2), 11100);

    let mut position = Plain::new(server, &[(-1, -1), (0, -1), (0, 2)]);
    for action in [
        Action::Place { bug: Bug::Queen, at: (1, -3) },
        Action::Place { bug: Bug::Queen, at: (1, -4) },
        Action::Move { from: (1, -3), to: (0, -3) },
        Action::Place { bug: Bug::Spider, at: (1, -5) },
        Action::Move { from: (0, -3), to: (1, -3) },
    ] {
        position.play(action);
    }
    for (depth, count) in (1..).zip([14, 176, 2973, 47021]) {
        assert_eq!(perft(&position, depth), count, "mid3 depth {depth}");
    }
}
