//! Queen, ant, spider, grasshopper, beetle, ladybug.

use crate::common::drawn::{E, NE, SW, draw};
use crate::{BASE, MLP};

/// "Q: 1 slide."
#[test]
fn queen_slides_once() {
    let picture = r"
          .   x   .
        .   wQ! bA  bQ
          .   x   .
    ";
    draw(BASE, picture, "").check();
    assert_eq!(draw(BASE, picture, "").rule_to((2, -1)), "distance");
    assert_eq!(draw(BASE, picture, "").rule_to(E), "occupied");
}

/// "A: any number of slides …"
#[test]
fn ant_slides_any_number_of_times() {
    let picture = r"
            x   x   x
          x   bA  bG  x
        x   bS  .   wQ  x
          x   bA  bQ  wA!
            x   x   x
    ";
    draw(BASE, picture, "").check();
    assert_eq!(draw(BASE, picture, "").rule_to((-1, -1)), "unreachable", "the closed cell");
    assert_eq!(draw(BASE, picture, "").rule_to((-1, 0)), "occupied");
}

/// "… must end elsewhere."
#[test]
fn ant_ends_elsewhere() {
    assert_eq!(draw(BASE, "wA! bQ  wQ", "").rule("wA1 -bQ"), "no-move");
}

/// An ant with a single free neighbour cell behind a gate goes nowhere, however open the rest is.
#[test]
fn ant_locked_in_by_five_pieces_stays() {
    draw(BASE, "  bA  bG\nbS  wA! .\n  bQ  wQ", "").check_stuck();
}

/// An ant inside a ring with a gate stays inside.
#[test]
fn ant_in_a_closed_yard_stays_inside() {
    let yard = r"
          bA  bG  bA
        bS  wA! x   bG
          bA  x   bB
            bQ  wQ
    ";
    draw(BASE, yard, "").check();
}

/// "S: exactly 3 slides …"
#[test]
fn spider_slides_three_times() {
    let picture = r"
            .   .   x   .
          wS! bA  bQ  wQ  .
            .   .   x   .
    ";
    draw(BASE, picture, "").check();
    for (cell, steps) in [(NE, 1), ((2, -1), 2), ((4, -1), 4)] {
        assert_eq!(draw(BASE, picture, "").rule_to(cell), "distance", "{steps} steps");
    }
}

/// "… no hex visited twice."
#[test]
fn spider_visits_no_cell_twice() {
    let yard = r"
          bA  bG  bA
        bS  wS! .   bG
          bA  .   bB
            bQ  wQ
    ";
    draw(BASE, yard, "").check_stuck();
}

/// "Path enumeration, not BFS layers: a hex that is 2 slides away by one route can still be a legal 3-slide target by
/// another."
#[test]
fn spider_counts_steps_of_a_path_not_of_the_shortest_way() {
    let picture = r"
          bA  bG  bA
        bA  wS! .   bG
          wQ  .   bQ
        x   x   x   x
    ";
    draw(BASE, picture, "").check();
}

/// "G: straight line over >= 1 contiguous occupied hexes (stacks of any height count as one) to the first empty hex."
#[test]
fn grasshopper_jumps_straight_over_pieces_and_stacks() {
    let picture = r"
              x       x
                bA  bG
              .   wG! 1   bQ  x
                .   bS
                      wQ
                        x
    ";
    draw(BASE, picture, "1=bG bB wB bB").check();
    assert_eq!(draw(BASE, "wG! bQ  wQ", "").rule_to(NE), "jump", "over nothing");
    let hole = "  wQ  bG  bA  bA\n    wG! bS  x   bQ  .";
    assert_eq!(draw(BASE, hole, "").rule_to((4, 0)), "jump", "past the first empty cell");
}

/// "May jump into/out of surrounded hexes."
#[test]
fn grasshopper_jumps_into_and_out_of_surrounded_cells() {
    let into = r"
          bA  bG
        bS  x   bB  wG! bQ
          bA  wQ  bG  wA
    ";
    assert!(draw(BASE, into, "").reached().contains(&(-2, 0)));
    let out_of = r"
              x       x
                bA  bG
          x   bS  wG! bB  x
                bQ  wQ
              x       x
    ";
    draw(BASE, out_of, "").check();
}

/// "B: 1 step in any direction incl. onto stacks."
#[test]
fn beetle_steps_once_in_any_direction() {
    let picture = r"
          .   x
        .   wB! 1*  wQ
          .   x
    ";
    draw(BASE, picture, "1=bQ bB").check();
    assert_eq!(draw(BASE, picture, "1=bQ bB").rule_to((2, 0)), "distance");
    assert_eq!(draw(BASE, picture, "1=bQ bB").rule_to(SW), "contact");
}

/// "Unlimited height."
#[test]
fn stacks_grow_without_limit() {
    let session = draw("hive+m", "wB! 1   wQ", "1=bQ wB bB bB wM bM").moved(E);
    assert!(session.board().unwrap().contains("1,0=bQ+wB2+bB1+bB2+wM+bM+wB1"), "all six climbers on one queen");
}

/// "When that max is 0 the normal ground slide rule applies."
#[test]
fn beetle_on_the_ground_obeys_the_gate() {
    let picture = r"
          bA* wQ*
        bA* wB! .
          bS* bQ*
    ";
    draw(BASE, picture, "").check();
    assert_eq!(draw(BASE, picture, "").rule_to(E), "gate");
}

/// "Height gate: step from X to Y is blocked iff BOTH common neighbours have height > max(height(X) after lifting,
/// height(Y))": going up.
#[test]
fn beetle_does_not_climb_between_two_higher_stacks() {
    let picture = r"
          x   1*
        .   wB! bA  wQ
          x   2*
    ";
    draw(BASE, picture, "1=bG bB, 2=wA wB").check();
    assert_eq!(draw(BASE, picture, "1=bG bB, 2=wA wB").rule_to(E), "gate");
    let beside_one_stack = picture.replace("bA  wQ", "bA* wQ");
    draw(BASE, &beside_one_stack, "1=bG bB, 2=wA").check();
}

/// The same going down.
#[test]
fn beetle_does_not_come_down_between_two_higher_stacks() {
    let picture = r"
          x   1*
        x   3!  .
          x   2*
    ";
    let legend = "1=bG bB, 2=wA bB, 3=wQ wB";
    draw(BASE, picture, legend).check();
    assert_eq!(draw(BASE, picture, legend).rule_to(E), "gate");
}

/// The same on top: stacks as high as the target are no gate, higher ones are.
#[test]
fn height_gate_compares_with_the_higher_end_of_the_step() {
    let onto_the_lower = r"
          x   1*
        x   3!  bQ
          x   2*
    ";
    draw(BASE, onto_the_lower, "1=bG bB, 2=bA bB, 3=wQ wB").check();
    let onto_the_equal = r"
          x   1*
        x   3!  4*
          x   2*
    ";
    draw(BASE, onto_the_equal, "1=bG bB, 2=bA bB, 3=wQ wB, 4=bQ wB").check();
}

/// "L: exactly 3 steps: two on top of the hive, then down to an empty hex."
#[test]
fn ladybug_takes_two_steps_on_top_and_one_down() {
    let picture = r"
          .   .   x   x
        .   wL! bA  wQ  x
          .   .   x   x
    ";
    let drawn = draw(MLP, picture, "");
    drawn.check();
    assert_eq!(drawn.rule_to(NE), "ladybug", "one step on top is too few");
    assert_eq!(drawn.rule_to((2, 0)), "occupied", "it ends on the ground");
}

/// "May not return to its start."
#[test]
fn ladybug_does_not_return_to_where_it_began() {
    let picture = r"
          x   x
        x   bQ  x
          wL! wQ  x
            x   x
    ";
    draw(MLP, picture, "").check();
}

/// "Height gate applies to each step": up.
#[test]
fn ladybug_does_not_climb_between_two_higher_stacks() {
    let picture = r"
          .   .
        .   1   x
          wL! bA  x
        .   2   x
          .   .
    ";
    draw(MLP, picture, "1=wQ bB, 2=bG bB").check();
}

/// "Height gate applies to each step": down.
#[test]
fn ladybug_does_not_come_down_between_two_higher_stacks() {
    let picture = r"
                x   1
          wL! bA  wQ  .
                x   2
    ";
    draw(MLP, picture, "1=bG bB, 2=bS bB").check();
}

/// Ladybugs go down into closed cells, where no slide leads.
#[test]
fn ladybug_enters_a_closed_cell() {
    let picture = r"
          bA  bG
        bS  x   bB  wL!
          bA  wQ  bQ
    ";
    assert!(draw(MLP, picture, "").reached().contains(&(-2, 0)));
}
