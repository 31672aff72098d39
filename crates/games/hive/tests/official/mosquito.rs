//! "M: copies the movement of any adjacent top piece (either colour) at the start of its turn."

use crate::MLP;
use crate::common::drawn::{E, NE, draw};

/// Beside one enemy bug it moves exactly as that bug would from its place.
#[test]
fn mosquito_moves_as_the_bug_it_touches() {
    for bug in ["bA", "bB", "bG", "bS", "bQ", "bL", "bP"] {
        let picture = |mover: &str, queen: &str| format!("      bA  bG\n{mover}! {bug}  wG  {queen}");
        let mosquito = draw(MLP, &picture("wM", "wQ"), "").reached();
        let bug_itself = bug.replace('b', "w");
        let queen = if bug == "bQ" { "wA" } else { "wQ" };
        let copied = draw(MLP, &picture(&bug_itself, queen), "").reached();
        assert!(!mosquito.is_empty(), "{bug}");
        assert_eq!(mosquito, copied, "{bug}");
    }
}

/// Either colour counts, and several neighbours add up.
#[test]
fn mosquito_adds_up_what_it_touches() {
    let ladybug_and_queen = r"
          x   x
        x   bL  x
          wM! wQ  x
            x   x
    ";
    draw(MLP, ladybug_and_queen, "").check();
    let beetle_and_grasshopper = r"
          .   x
        .   wM! bG* bQ  x
          x   wB* wQ
        .       x
    ";
    let reached = draw(MLP, beetle_and_grasshopper, "").reached();
    assert!(reached.contains(&E), "climbs like the beetle");
    assert!(reached.contains(&(3, 0)), "jumps like the grasshopper");
}

/// "Adjacent only to mosquitoes (or nothing usable) => cannot move."
#[test]
fn mosquito_touching_mosquitoes_only_cannot_move() {
    for (line, legend) in [("wM! bM  wQ  bQ", ""), ("wM! 1   wQ  bQ", "1=bA bM")] {
        let drawn = draw(MLP, line, legend);
        drawn.check_stuck();
        assert_eq!(drawn.rule_to(NE), "mosquito");
    }
    let one_more = "  bA\nwM! bM  wQ  bQ";
    assert!(!draw(MLP, one_more, "").reached().is_empty(), "with anything else it can");
}

/// "From the ground it may climb only if it touches a beetle."
#[test]
fn mosquito_on_the_ground_climbs_only_beside_a_beetle() {
    let without = draw(MLP, "wM! bA  wQ  bQ", "");
    assert_eq!(without.rule_to(E), "mosquito");
    assert!(draw(MLP, "wM! bB  wQ  bQ", "").allows("wM bB1"));
    let beetle_elsewhere = "  bB\nwM! bA  wQ  bQ";
    assert!(draw(MLP, beetle_elsewhere, "").allows("wM bA1"), "onto any neighbour");
}

/// "While on top of a stack it is a beetle and nothing else …"
#[test]
fn mosquito_on_a_stack_is_a_beetle() {
    let picture = r"
          x   x
        x   1!  bA* wQ
          x   x
    ";
    draw(MLP, picture, "1=bG wM").check();
    let beside_mosquitoes_too = r"
          x   x
        x   1!  bM* wQ
          x   x
    ";
    draw(MLP, beside_mosquitoes_too, "1=bG wM").check();
}

/// "… (no pillbug power) …"
#[test]
fn mosquito_on_a_stack_does_not_throw() {
    let drawn = draw(MLP, "bA! 1   bP  wQ", "1=bG wM").white_to_move();
    drawn.check_stuck();
    assert_eq!(drawn.rule(r"bA1 \wM"), "not-yours");
}

/// "… until it comes down."
#[test]
fn mosquito_that_came_down_copies_again() {
    let mut session = draw(MLP, "bQ  1!  bA  wQ", "1=bG wM").moved(NE);
    crate::common::play_all(&mut *session, r"bQ \bG1");
    let far = session.legal_moves().into_iter().filter(|text| text.starts_with("wM ")).count();
    assert!(far > 6, "like the ant it touches now: {:?}", session.legal_moves());
}

/// "A neighbouring stack counts as its top piece."
#[test]
fn mosquito_copies_the_top_of_a_stack() {
    let picture = r"
          .   x
        .   wM! 1*  wQ
          .   x
    ";
    draw(MLP, picture, "1=bA bB").check();
    draw(MLP, "wM! 1   wQ  bQ", "1=bA bM").check_stuck();
}

const THROW: &str = r"
          x   x
        bA! wM  bP  wQ
          x   x
";

/// "Touching a pillbug gives the queen-like step AND the throwing power …"
#[test]
fn mosquito_beside_a_pillbug_steps_and_throws() {
    draw(MLP, THROW, "").white_to_move().check();
    let step = r"
          .   x
        .   wM! bP  wQ
          .   x
    ";
    draw(MLP, step, "").check();
    let own = THROW.replace("bP", "wP");
    assert!(draw(MLP, &own, "").white_to_move().reached().len() >= 4, "beside the own pillbug too");
}

/// "… also when that pillbug is itself immobilised": pinned, or the last to be moved.
#[test]
fn mosquito_throws_although_the_pillbug_is_immobilised() {
    draw(MLP, THROW, "").white_to_move().just_moved("bP").check();
    let stunned = THROW.replace("bP", "wP");
    draw(MLP, &stunned, "").white_to_move().just_moved("wP").check();
}

/// A covered pillbug is no pillbug to the mosquito.
#[test]
fn mosquito_beside_a_covered_pillbug_does_not_throw() {
    draw(MLP, "bA! wM  1   wQ", "1=bP bB").white_to_move().check_stuck();
}

/// A mosquito that was the last to be moved has no power at all.
#[test]
fn stunned_mosquito_neither_moves_nor_throws() {
    let drawn = draw(MLP, THROW, "").white_to_move().just_moved("wM");
    drawn.check_stuck();
    let mosquito = draw(MLP, "wM! bP  wQ  bQ", "").just_moved("wM");
    assert_eq!(mosquito.rule_to(NE), "just-moved");
    mosquito.check_stuck();
}
