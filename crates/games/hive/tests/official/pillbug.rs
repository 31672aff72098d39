//! "P: 1 slide, OR throw: pick an adjacent height-1 piece of either colour, lift it onto the pillbug, set it on an empty
//! hex adjacent to the pillbug." In these pictures the marked piece is the one thrown.

use crate::MLP;
use crate::common::drawn::{Drawn, E, NE, draw};
use crate::common::{allows, at, play_all, played, rule, verdict};

/// A drawn position with white to move.
fn for_white(picture: &str, legend: &str) -> Drawn {
    draw(MLP, picture, legend).white_to_move()
}

const THROW: &str = r"
          x   x
        bA! wP  wQ
          x   x
";

#[test]
fn pillbug_slides_once() {
    let picture = r"
          .   x   .
        .   wP! bA  wQ
          .   x   .
    ";
    draw(MLP, picture, "").check();
    assert_eq!(draw(MLP, picture, "").rule_to((2, -1)), "distance");
    assert_eq!(draw(MLP, picture, "").rule_to(E), "occupied", "it does not climb");
}

/// "Of either colour."
#[test]
fn pillbug_throws_friend_and_foe() {
    for_white(THROW, "").check();
    let friend = r"
          x   x
        wG! wP  wQ  x
          x   x
    ";
    for_white(friend, "").check();
    let own_queen = r"
          x   x
        wQ! wP  wA
          x   x
    ";
    for_white(own_queen, "").check();
}

/// "Set it on an empty hex adjacent to the pillbug."
#[test]
fn thrown_piece_lands_on_an_empty_cell_beside_the_pillbug() {
    let drawn = for_white(THROW, "");
    assert_eq!(drawn.rule("bA1 wQ"), "not-yours", "not on a piece");
    assert_eq!(drawn.rule("bA1 wQ-"), "not-yours", "not farther away");
    assert_eq!(drawn.rule("bA1 -wP"), "no-move", "not back to where it was");
}

/// "Adjacent height-1 piece."
#[test]
fn stack_is_not_thrown() {
    for_white("1!  wP  wQ", "1=wA bB").check_stuck();
}

/// "Thrown piece not the one moved (or thrown) by the opponent in the immediately preceding turn": moved.
#[test]
fn piece_the_opponent_just_moved_is_not_thrown() {
    let drawn = for_white(THROW, "").just_moved("bA1");
    drawn.check_stuck();
    assert_eq!(drawn.rule(r"bA1 wP\"), "just-moved");
    let mut session = played(MLP, r"wP; bG1 wP-; wQ -wP; bQ bG1-; wA1 \wQ; bA1 bQ-; wA2 \wA1; bA1 wP/");
    assert_eq!(rule(&mut *session, r"bA1 wP\"), "just-moved");
    play_all(&mut *session, r"wA3 \wA2; bA2 bQ-");
    assert!(allows(&*session, r"bA1 wP\"), "one round later it may be thrown");
}

/// The same, thrown: black's pillbug puts a grasshopper beside white's.
#[test]
fn piece_the_opponent_just_threw_is_not_thrown_back() {
    let picture = r"
              .
        wG! bP  wP  wQ  bQ
    ";
    let mut session = draw(MLP, picture, "").black_to_move().session();
    play_all(&mut *session, "wG1 bP/");
    assert_eq!(rule(&mut *session, "wG1 /wP"), "just-moved");
    play_all(&mut *session, r"wA1 wP\; bQ wQ/");
    assert!(allows(&*session, "wG1 /wP"), "one round later it may be thrown");
}

/// A piece that was only placed may be thrown at once.
#[test]
fn placing_a_piece_does_not_stun_it() {
    let session = played(MLP, "wA1; bA1 wA1-; wP -wA1; bQ bA1-; wQ -wP");
    assert!(!session.board().unwrap().contains("stun"), "{:?}", session.board());
    let moved = played(MLP, r"wA1; bA1 wA1-; wP -wA1; bQ bA1-; wQ -wP; bQ bA1/");
    assert!(moved.board().unwrap().ends_with("| w 6 | stun bQ"), "{:?}", moved.board());
}

/// "Thrown piece not a cut piece."
#[test]
fn piece_that_holds_the_hive_together_is_not_thrown() {
    let drawn = for_white("bG  bA! wP  wQ", "");
    drawn.check_stuck();
    assert_eq!(drawn.rule(r"bA1 wP\"), "one-hive");
}

/// "Both legs (up and down) obey the height gate with level 1": up.
#[test]
fn throw_does_not_go_up_between_two_higher_stacks() {
    let picture = r"
          .   1
        .   wP  bA!
          .   2
    ";
    for_white(picture, "1=wQ bB, 2=bG bB").check_stuck();
    let one_stack_only = r"
          x   1
        x   wP  bA!
          x   bG
    ";
    for_white(one_stack_only, "1=wQ bB").check();
}

/// The same, down.
#[test]
fn throw_does_not_go_down_between_two_higher_stacks() {
    let picture = r"
          x   1
        bA! wP  .
          x   2
    ";
    for_white(picture, "1=wQ bB, 2=bG bB").check();
}

/// "Pillbug not covered."
#[test]
fn covered_pillbug_does_not_throw() {
    for_white("bA! 1   wQ", "1=wP bB").check_stuck();
    for_white("bA! 1   wQ", "1=wP wB").check_stuck();
}

/// "A PINNED pillbug may throw."
#[test]
fn pinned_pillbug_throws_but_does_not_move() {
    for_white(THROW, "").check();
    let pillbug = draw(MLP, "bA  wP! wQ", "");
    pillbug.check_stuck();
    assert_eq!(pillbug.rule_to(NE), "one-hive");
}

/// "A pillbug that itself was moved last turn by the opponent may neither move nor throw."
#[test]
fn stunned_pillbug_neither_moves_nor_throws() {
    for_white(THROW, "").just_moved("wP").check_stuck();
    let pillbug = draw(MLP, "wP! bA  wQ", "").just_moved("wP");
    pillbug.check_stuck();
    assert_eq!(pillbug.rule_to(NE), "just-moved");
}

/// "After a throw the thrown piece may not move, be thrown or use a power on the next turn."
#[test]
fn thrown_piece_rests_for_one_turn() {
    let picture = r"
          .   .
        bA! wP  wQ  bQ
          .   .
    ";
    let mut session = for_white(picture, "").session();
    play_all(&mut *session, r"bA1 wP\");
    assert!(session.board().unwrap().ends_with("| stun bA1"));
    assert_eq!(rule(&mut *session, "bA1 -wP"), "just-moved", "black may not move it now");
    assert!(session.legal_moves().iter().all(|text| !text.starts_with("bA1")));
    play_all(&mut *session, "bQ wQ/");
    assert!(allows(&*session, "bA1 -wP"), "white may throw it again");
    play_all(&mut *session, "wG1 -wP");
    assert!(allows(&*session, "bA1 /wP"), "black may move it again");
}

/// The same for a power: a thrown pillbug does not throw, a thrown mosquito neither.
#[test]
fn thrown_pillbug_has_no_power_on_the_next_turn() {
    for thrown in ["bP", "bM"] {
        let mut session = for_white(&format!("      wG  bQ\n{thrown}! wP  wQ"), "").session();
        play_all(&mut *session, &format!(r"{thrown} wP\"));
        let board = session.board().unwrap();
        assert!(board.ends_with(&format!("| stun {thrown}")), "{board}");
        let texts = session.legal_moves();
        assert!(texts.iter().all(|text| !text.starts_with('w')), "no white piece is thrown: {texts:?}");
        assert!(texts.iter().all(|text| !text.starts_with(thrown)), "and it stays: {texts:?}");
    }
}

/// "The thrower counts as not moved."
#[test]
fn thrower_may_be_thrown_at_once() {
    let picture = r"
          wA  bQ
        wG! wP  bP
          .   wQ
    ";
    let mut session = for_white(picture, "").session();
    play_all(&mut *session, r"wG1 /wP");
    assert!(session.board().unwrap().ends_with("| stun wG1"));
    let thrower = session.legal_moves().into_iter().filter(|text| text.starts_with("wP ")).count();
    assert!(thrower > 0, "black's pillbug throws white's: {:?}", session.legal_moves());
}

/// "The same (piece,destination) reachable by own movement and by throw(s) is ONE move."
#[test]
fn walk_and_throw_to_one_cell_are_one_move() {
    let picture = r"
          x   x   x
        wA! wP  wQ  x
          x   x   x
    ";
    let drawn = for_white(picture, "");
    drawn.check();
    let session = drawn.session();
    let texts = session.legal_moves();
    let unique: std::collections::BTreeSet<_> = texts.iter().collect();
    assert_eq!(unique.len(), texts.len());
    let moves = texts.iter().filter(|text| text.starts_with("wA1 ")).count();
    assert_eq!(moves, 7, "once each: {texts:?}");
    assert_eq!(session.perft(1, 1, &|_, _| {}), texts.len() as u64);
}

/// A throw can end the game like any other move.
#[test]
fn throw_can_surround_a_queen() {
    let picture = r"
          wA  bG
        bS  bQ  .
          bA  wP  wG!
                wQ
    ";
    let mut session = for_white(picture, "").session();
    play_all(&mut *session, r"wG1 wP/");
    assert_eq!(verdict(&*session), "white wins: queen-surrounded");
}

/// Without a pillbug in the set nothing rests.
#[test]
fn without_a_pillbug_in_the_set_nothing_is_stunned() {
    let session = played("hive+ml", "wA1; bA1 wA1-; wQ -wA1; bQ bA1-; wQ \\wA1; bQ bA1/");
    assert!(!session.board().unwrap().contains("stun"));
    let ignored = at("hive", "0,0=wQ 1,0=bQ 2,0=bA1 | b 9 | stun bA1");
    assert!(ignored.legal_moves().iter().any(|text| text.starts_with("bA1 ")));
}
