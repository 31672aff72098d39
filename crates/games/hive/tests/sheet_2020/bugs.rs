//! The five bugs.

use crate::BOTH;
use crate::common::drawn::{E, NE, NW, SE, SW, W, draw, draw_at};
use crate::common::{allows, play_all};

/// "Die Königin darf … pro Zug nur ein Feld weit bewegt werden."
#[test]
fn queen_moves_one_cell() {
    let picture = r"
          .   x   .
        .   wQ! bA  bQ
          .   x   .
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        assert_eq!(drawn.rule_to((2, -1)), "distance");
    }
}

/// "Der Käfer darf pro Zug auch nur ein Feld weit laufen."
#[test]
fn beetle_moves_one_cell() {
    for id in BOTH {
        let drawn = draw(id, "wB! bQ  wQ", "");
        assert_eq!(drawn.rule_to((2, 0)), "distance");
        assert_eq!(drawn.rule_to((2, -1)), "distance");
        assert!(drawn.allows(&drawn.move_text(E)));
    }
}

/// "Allerdings ist der Käfer das einzige Insekt, das auf andere Insekten draufziehen darf."
#[test]
fn only_the_beetle_climbs() {
    for id in BOTH {
        for bug in ["wQ", "wA", "wS", "wG"] {
            let other = if bug == "wQ" { "wA" } else { "wQ" };
            assert_eq!(draw(id, &format!("{bug}! bQ  {other}"), "").rule_to(E), "occupied", "{bug}");
        }
        assert!(draw(id, "wB! bQ  wQ", "").allows(&draw(id, "wB! bQ  wQ", "").move_text(E)));
    }
}

/// "Das Insekt, auf dem der Käfer steht, ist blockiert und kann nicht verschoben werden."
#[test]
fn piece_under_a_beetle_cannot_move() {
    for id in BOTH {
        let covered = draw(id, "bQ  1!  wQ  wA", "1=wA bB").white_to_move();
        covered.check_stuck();
        assert_eq!(covered.rule_to(NE), "not-yours", "the top of that cell is blue's beetle");
    }
}

/// "Für das Legen neuer Steine zählt immer die Farbe des obersten Steins. Käfer können also auf einen gegnerischen Stein
/// klettern, was dem Spieler ermöglicht, eigene Steine auf benachbarte, freie Felder zu legen."
#[test]
fn colour_of_the_top_piece_counts_for_setting() {
    let picture = r"
              wB!
        bQ  bA  wQ
              .
    ";
    for id in BOTH {
        let before = draw(id, picture, "");
        assert_eq!(before.rule_placing('G', (-1, 2)), "touches-enemy");
        let mut after = before.moved(SW);
        play_all(&mut *after, "-2,1>-1,1");
        assert!(allows(&*after, "G@-1,-1"), "beside the climbed stack only red shows: {}", after.position());
        let blue = draw(id, "bQ  1!  wQ", "1=bA wB").black_to_move();
        assert_eq!(blue.rule_placing('G', NE), "touches-enemy", "blue's covered ant no longer helps");
    }
}

/// "Käfer können auch auf Käfer klettern, die auf anderen Steinen stehen, es gibt keine Höhenbegrenzung."
#[test]
fn stacks_have_no_height_limit() {
    for id in BOTH {
        let mut session = draw(id, "wB! 1   wQ", "1=bQ wB bB bB").moved(E);
        assert!(session.position().contains("=qBbbB"), "five pieces on one cell: {}", session.position());
        play_all(&mut *session, "pass");
        assert!(allows(&*session, "1,-1>2,-2"), "and the top one goes on");
    }
}

/// "Der Grashüpfer springt … über eine gerade Reihe miteinander verbundener Steine zum nächsten unbesetzten Feld."
#[test]
fn grasshopper_jumps_over_a_straight_row_to_the_next_free_cell() {
    let picture = r"
              x       x
                bA  bG
              .   wG! 1   bQ  x
                .   bS
                      wQ
                        x
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "1=bG bB");
        drawn.check();
        assert_eq!(drawn.rule_to((4, 0)), "jump", "not farther than the next free cell");
    }
}

/// "… über eine gerade Reihe miteinander verbundener Steine": a hole in the row stops the jump.
#[test]
fn grasshopper_does_not_jump_over_a_hole() {
    let picture = r"
            wQ  bG  bA  bA
              wG! bS  x   bQ  .
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        assert!(drawn.allows(&drawn.move_text((2, 0))));
        assert_eq!(drawn.rule_to((4, 0)), "jump");
    }
}

/// "Er muss immer über mindestens einen Stein springen."
#[test]
fn grasshopper_jumps_over_at_least_one_piece() {
    for id in BOTH {
        let drawn = draw(id, "wG! bQ  wQ", "");
        for beside in [NE, SE, NW, SW, W] {
            assert_eq!(drawn.rule_to(beside), "jump");
        }
    }
}

/// "Die Spinne bewegt sich immer genau 3 Felder weit."
#[test]
fn spider_moves_exactly_three_cells() {
    let picture = r"
            .   .   x   .
          wS! bA  bQ  wQ  .
            .   .   x   .
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        for (cell, steps) in [(NE, 1), ((2, -1), 2), ((4, -1), 4), ((4, 0), 5)] {
            assert_eq!(drawn.rule_to(cell), "distance", "{steps} steps");
        }
    }
}

/// "Während des Zuges darf sie allerdings nicht zweimal auf dasselbe Feld ziehen …"
#[test]
fn spider_enters_no_cell_twice() {
    // Three steps round the pocket lead back to the start.
    let pocket = r"
          bA  bG  bA
        bS  wS! .   bG
          bA  .   bB
            bQ  wQ
    ";
    // Two cells of the last row are two steps away by the short way and three by a detour.
    let detour = r"
          bA  bG  bA
        bA  wS! .   bG
          wQ  .   bQ
        x   x   x   x
    ";
    for id in BOTH {
        draw(id, pocket, "").check_stuck();
        draw(id, detour, "").check();
    }
}

/// "… und sie muss in Verbindung mit dem Schwarm bleiben."
#[test]
fn spider_keeps_contact_on_the_way() {
    // The cell beside her touches nothing; the one behind it is reached along the rim, in three steps.
    let gap = r"
    x   bA  wS! .   x   bG
          bG  .   .   bA
            bS  bQ  wQ
    ";
    for id in BOTH {
        let drawn = draw(id, gap, "");
        drawn.check();
        assert_eq!(drawn.rule_to(E), "distance");
    }
}

/// "Die Ameise darf beliebig viele Felder am Rand des Schwarms entlang gezogen werden."
#[test]
fn ant_goes_any_number_of_cells_round_the_swarm() {
    let picture = r"
            x   x   x
          x   bA  bG  x
        x   bS  .   wQ  x
          x   bA  bQ  wA!
            x   x   x
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        assert_eq!(drawn.rule_to((-1, -1)), "unreachable", "the hole in the middle");
    }
}

/// "Sie darf sich jedoch nicht über Lücken oder blockierte Felder hinweg bewegen."
#[test]
fn ant_does_not_pass_a_blackberry() {
    let along_the_edge = r"
          ~   ~   ~   ~   ~   ~
            wQ  bA  bG  bS  bQ
          x   wA! x   #   .   .
            .   .   .   .   .
    ";
    for id in BOTH {
        let drawn = draw_at(id, (0, 4), along_the_edge, "");
        drawn.check();
        assert_eq!(drawn.rule_to((3, 0)), "unreachable");
    }
}

/// "Sie darf sich jedoch nicht über Lücken … hinweg bewegen."
#[test]
fn ant_does_not_cross_a_gap() {
    // Between the two teeth hangs a blackberry, so nothing gives contact on the way across.
    let two_teeth = r"
          ~   ~   ~   ~   ~   ~
            wQ  bA  bG  bS  bQ
          x   bA  #   bG  .   .
            wA! x   .   .   .
    ";
    for id in BOTH {
        let drawn = draw_at(id, (-1, 4), two_teeth, "");
        drawn.check();
        assert_eq!(drawn.rule_to((2, 0)), "unreachable");
    }
}
