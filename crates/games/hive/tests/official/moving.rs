//! What all movements obey: one hive, freedom to move.

use crate::common::drawn::{E, NE, NW, SE, SW, W, draw};
use crate::{BASE, MLP};

/// "Lifting a height-1 piece must leave the rest connected …"
#[test]
fn piece_that_holds_the_hive_together_stays() {
    for bug in ["wA", "wG", "wB", "wS", "wL", "wP", "wM"] {
        let drawn = draw(MLP, &format!("bA  {bug}! wQ  bQ"), "");
        drawn.check_stuck();
        assert_eq!(drawn.rule_to(NE), "one-hive", "{bug}");
    }
    draw(BASE, "bA  wQ! wA  bQ", "").check_stuck();
}

/// "… also during the move."
#[test]
fn hive_stays_one_during_the_move() {
    let would_touch_both_again = r"
        bQ  wA!
          .   bA  wQ
    ";
    assert_eq!(draw(BASE, would_touch_both_again, "").rule_to(SW), "one-hive");
}

/// A piece on a ring is no cut piece.
#[test]
fn piece_on_a_ring_may_leave() {
    let ring = r"
          bA  wQ
        bG  .   wA!
          bS  bQ
    ";
    assert!(!draw(BASE, ring, "").reached().is_empty());
}

/// "A piece on top of a stack may always be lifted."
#[test]
fn piece_on_top_may_always_be_lifted() {
    let picture = r"
          x   x
        bA* 1!  wQ*
          x   x
    ";
    draw(BASE, picture, "1=bG wB").check();
}

/// "Between adjacent ground hexes exactly ONE of the two common neighbours is occupied (0 = loses contact …"
#[test]
fn slide_keeps_contact() {
    let picture = r"
            x   .
          bA  wQ! .
        bG  x   .
          bS  bQ
    ";
    let drawn = draw(BASE, picture, "");
    drawn.check();
    for away in [E, NE, SE] {
        assert_eq!(drawn.rule_to(away), "contact");
    }
}

/// "… 2 = gate)."
#[test]
fn slide_does_not_fit_through_a_gate() {
    let picture = r"
          bA  bG
        bA  .   bG
      x   wQ! bQ
        .   x
    ";
    let drawn = draw(BASE, picture, "");
    drawn.check();
    assert_eq!(drawn.rule_to(NE), "gate");
    for bug in ["wA", "wS", "wP", "wB"] {
        let locked_in = format!("  bA  bG\nbS  {bug}! .\n  bQ  wQ");
        assert!(!draw(MLP, &locked_in, "").reached().contains(&E), "{bug}");
    }
}

/// "The lifted piece itself never counts as contact."
#[test]
fn moving_piece_gives_itself_no_contact() {
    let picture = r"
          .   x
        .   wA! bQ  wQ
          .   x
    ";
    let drawn = draw(BASE, picture, "");
    for behind in [W, NW, SW] {
        assert_eq!(drawn.rule_to(behind), "unreachable");
    }
}

/// "Covered pieces cannot move."
#[test]
fn covered_piece_stays() {
    for (bug, name) in
        [("wQ", "wQ"), ("wA", "wA1"), ("wG", "wG1"), ("wS", "wS1"), ("wL", "wL"), ("wP", "wP"), ("wM", "wM")]
    {
        let queen = if bug == "wQ" { "wA" } else { "wQ" };
        let drawn = draw(MLP, &format!("bQ  1!  {queen}  wG"), &format!("1={bug} bB")).white_to_move();
        drawn.check_stuck();
        assert_eq!(drawn.rule(&format!(r"{name} \bB1")), "covered");
    }
    let by_the_own = draw(BASE, "bQ  1!  wQ  wG", "1=wA wB");
    assert_eq!(by_the_own.rule(r"wA1 \wB1"), "covered", "by the own beetle too");
}
