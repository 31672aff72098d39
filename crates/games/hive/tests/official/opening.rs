//! Pieces, the first turns, placing.

use crate::common::drawn::{E, NE, SE, SW, W, draw};
use crate::common::{allows, at, in_hand, play_all, played, refusal, rule, start, to_move};
use crate::{BASE, MLP};
use schwarm_core::Side;

/// "Pieces per side: Q1 S2 B2 G3 A3 (+M1 +L1 +P1 optional)."
#[test]
fn pieces_of_the_eight_sets() {
    let base = "Q1 S2 B2 G3 A3";
    for (id, more) in [
        ("hive", ""),
        ("hive+m", " M1"),
        ("hive+l", " L1"),
        ("hive+p", " P1"),
        ("hive+ml", " M1 L1"),
        ("hive+mp", " M1 P1"),
        ("hive+lp", " L1 P1"),
        ("hive+mlp", " M1 L1 P1"),
    ] {
        for side in Side::BOTH {
            assert_eq!(in_hand(&*start(id), side), format!("{base}{more}"), "{id}");
        }
    }
    for (id, missing) in [("hive+lp", "wM"), ("hive+mp", "wL"), ("hive+ml", "wP")] {
        assert_eq!(rule(&mut *start(id), missing), "not-in-set");
    }
}

/// "White starts."
#[test]
fn white_starts_and_sides_alternate() {
    let mut session = start(BASE);
    assert_eq!(to_move(&*session), "white");
    assert_eq!(rule(&mut *session, "bA1"), "not-yours");
    play_all(&mut *session, "wA1");
    assert_eq!(to_move(&*session), "black");
    play_all(&mut *session, "bA1 wA1-");
    assert_eq!(to_move(&*session), "white");
    assert_eq!(rule(&mut *session, "bA2 bA1-"), "not-yours");
}

/// "First black piece touches the first white piece."
#[test]
fn first_black_piece_touches_the_first_white_one() {
    let session = played(BASE, "wA1");
    assert_eq!(session.legal_moves().len(), 4 * 6, "four kinds without the queen on six cells");
    let far = at(BASE, "0,0=wA1 1,0=wA2 | b 1");
    assert_eq!(far.legal_moves().len(), 4 * 8, "all round the hive");
}

const PLACING: &str = r"
      .   .   .
    .   wQ! bQ  .
      .   .   .
";

/// "Placement (from own 2nd piece on): empty hex touching >= 1 own and 0 enemy pieces."
#[test]
fn new_piece_touches_own_and_no_enemy_pieces() {
    let drawn = draw(BASE, PLACING, "");
    assert!(drawn.allows_placing('A', W) && drawn.allows_placing('A', SW));
    for enemy in [NE, SE, (2, 0)] {
        assert_eq!(drawn.rule_placing('A', enemy), "touches-enemy");
    }
    assert_eq!(drawn.rule_placing('A', E), "occupied");
}

/// "Only the TOP piece of a stack counts for colour."
#[test]
fn only_the_top_of_a_stack_counts_for_placing() {
    let white = draw(BASE, "wQ! 1", "1=bQ wB");
    assert!(white.allows_placing('A', (2, 0)) && white.allows_placing('A', NE));
    let black = draw(BASE, "wQ! 1   bA", "1=bQ wB").black_to_move();
    assert_eq!(black.rule_placing('G', (1, 1)), "touches-enemy");
    assert!(black.allows_placing('G', (3, 0)));
    let all_covered = draw(BASE, "1!  wQ", "1=bQ wB").black_to_move();
    assert_eq!(all_covered.session().legal_moves(), ["pass"]);
}

/// Identical bugs in hand are one move: the next number only.
#[test]
fn equal_pieces_in_hand_are_one_move() {
    let session = played(BASE, "wG1; bG1 wG1-; wQ -wG1; bQ bG1-");
    let texts = session.legal_moves();
    assert!(texts.contains(&"wG2 -wQ".to_string()) && !texts.iter().any(|text| text.starts_with("wG3")));
}

/// "Queen must be in play by the owner's 4th turn (on turn 4 only queen placements are legal if it is not)."
#[test]
fn queen_is_placed_by_the_fourth_turn() {
    let mut session = played(BASE, "wA1; bA1 wA1-; wA2 -wA1; bA2 bA1-");
    assert!(allows(&*session, "wA3 -wA2"), "in the third turn she may still wait");
    play_all(&mut *session, "wA3 -wA2; bA3 bA2-");
    for (queen, other, onward) in [("wQ -wA3", "wG1 -wA3", r"wA3 wA2\"), ("bQ bA3-", "bG1 bA3-", r"bA3 bA2\")] {
        assert!(session.legal_moves().iter().all(|text| text.starts_with(&queen[..2])));
        assert_eq!(rule(&mut *session, other), "queen-due");
        assert_eq!(rule(&mut *session, onward), "queen-due");
        play_all(&mut *session, queen);
    }
    assert!(allows(&*session, "wG1 -wQ"));
}

/// "No movement or pillbug power for a player before his own queen is placed."
#[test]
fn nothing_moves_before_the_own_queen_is_placed() {
    let mut session = played(BASE, "wA1; bA1 wA1-; wA2 -wA1; bQ bA1-");
    assert_eq!(rule(&mut *session, r"wA2 \wA1"), "queen-unplaced");
    play_all(&mut *session, "wA3 -wA2");
    assert!(allows(&*session, r"bQ bA1/"), "black's queen is on the board");
    let throw = r"
          x   x
        bA! wP  wG
          x   x
    ";
    let drawn = draw(MLP, throw, "").white_to_move().after_plies(4);
    drawn.check_stuck();
    assert_eq!(drawn.rule(r"bA1 \wP"), "queen-unplaced");
    assert_eq!(draw(MLP, &throw.replace("wG", "wQ"), "").after_plies(4).reached().len(), 4);
}

/// "Tournament opening rule: queen not as the very first piece of either side."
#[test]
fn queen_is_nobodys_first_piece() {
    let mut session = start(BASE);
    assert_eq!(session.legal_moves(), ["wA1", "wB1", "wG1", "wS1"]);
    assert_eq!(rule(&mut *session, "wQ"), "queen-first");
    play_all(&mut *session, "wA1");
    assert_eq!(rule(&mut *session, "bQ wA1-"), "queen-first");
    play_all(&mut *session, "bA1 wA1-");
    assert!(allows(&*session, "wQ -wA1"), "from the second turn on");
}

/// README: "the option `queen-first` allows it".
#[test]
fn option_queen_first_lets_the_queen_begin() {
    for id in ["hive,queen-first", "hive+mlp,queen-first", "hive,queen-first=on"] {
        let mut session = start(id);
        assert!(session.legal_moves().contains(&"wQ".to_string()));
        play_all(&mut *session, "wQ; bQ wQ-");
        assert_eq!(session.turn(), 2);
    }
    assert_eq!(rule(&mut *start("hive,queen-first=off"), "wQ"), "queen-first");
    assert_eq!(start("hive+mlp,queen-first").id(), "hive+mlp,queen-first");
    assert_eq!(start("hive,queen-first=off").id(), "hive");
    assert_eq!(refusal(&mut *start(BASE), "wQ bQ-").kind(), "syntax", "and nothing is there to touch");
}
