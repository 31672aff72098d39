//! "Voraussetzungen für das Bewegen eines Spielsteins".

use crate::BOTH;
use crate::common::drawn::{NE, NW, SE, SW, W, draw, draw_at};
use crate::common::{play_all, rule, to_move};

/// "Alle Steine müssen also immer (auch während eines Zuges) miteinander verbunden sein. Während ein Stein bewegt wird,
/// zählt dieser nicht als Verbindung des Schwarms."
#[test]
fn piece_on_the_move_does_not_hold_the_swarm_together() {
    let would_touch_both_again = r"
        bQ  wB!
          .   bA  wQ
    ";
    for id in BOTH {
        let drawn = draw(id, would_touch_both_again, "");
        assert_eq!(drawn.rule_to(SW), "one-hive");
        drawn.check_stuck();
    }
}

/// "Sind also die Felder rechts und oben links von unserem Stein (der Biene auf (-1,1)) belegt, so dürften wir nicht auf
/// das Feld oben rechts (0,1) von unserem Stein ziehen."
#[test]
fn bee_of_the_sheet_does_not_fit_between_two_pieces() {
    let picture = r"
          bA  bG
        bA  .   bG
      x   wQ! bQ
        .   x
    ";
    for id in BOTH {
        let drawn = draw_at(id, (-1, 1), picture, "");
        drawn.check();
        assert_eq!(drawn.move_text(NE), "-1,1>0,1");
        assert_eq!(drawn.rule_to(NE), "gate");
    }
}

/// "Ein Spielstein kann nur auf das nächste Feld gezogen werden, wenn dafür keine Steine beiseite geschoben werden
/// müssen."
#[test]
fn gate_stops_ants_and_spiders_too() {
    for id in BOTH {
        for bug in ["wA", "wS"] {
            let locked_in = format!("  bA  bG\nbS  {bug}! .\n  bQ  wQ");
            draw(id, &locked_in, "").check_stuck();
        }
    }
}

/// "(Ausnahmen: Grashüpfer, Käfer)."
#[test]
fn grasshopper_and_beetle_are_exempt_from_the_gate() {
    let beetle = r"
          bA* bG*
        bS* wB! x
          bQ* wQ*
    ";
    let grasshopper = r"
              x       x
                bA  bG
          x   bS  wG! .
                bQ  wQ
              x       x
    ";
    for id in BOTH {
        draw(id, beetle, "").check();
        draw(id, grasshopper, "").check();
    }
}

/// "Steine dürfen trotzdem auf eingeschlossene Felder gelegt werden."
#[test]
fn piece_may_be_set_into_an_enclosed_cell() {
    let ring = r"
          wA  wA
        wG  .   wG
          wS  wQ! bQ
    ";
    for id in BOTH {
        assert!(draw(id, ring, "").allows_placing('B', NW));
    }
}

/// "Abgesehen vom Grashüpfer müssen sich die Steine immer am Rand des Schwarms entlang bewegen."
#[test]
fn piece_keeps_contact_on_the_way() {
    let across_the_gap = r"
            x   .
          bA  wQ! .
        bG  x   .
          bS  bQ
    ";
    for id in BOTH {
        let drawn = draw(id, across_the_gap, "");
        drawn.check();
        assert_eq!(drawn.rule_to(SE), "contact");
        draw(id, "wG! bA  bQ  wQ  x", "").check();
    }
}

/// "Der Käfer im unteren Bild darf sich also nicht nach unten rechts bewegen."
#[test]
fn beetle_keeps_contact_on_the_way() {
    let picture = r"
          .   x
        .   wB! bQ* wQ
          .   x
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        for away in [W, SW, NW] {
            assert_eq!(drawn.rule_to(away), "contact");
        }
    }
}

/// "Zusätzlich dürfen sich Käfer über andere Steine bewegen."
#[test]
fn beetle_walks_over_other_pieces() {
    let on_top = r"
          x   x
        bA* 1!  wQ*
          x   x
    ";
    for id in BOTH {
        draw(id, on_top, "1=bQ wB").check();
    }
}

/// "Kann ein Spieler nicht ziehen, so muss er die Runde aussetzen!"
#[test]
fn player_without_a_move_passes_and_nobody_else_does() {
    for id in BOTH {
        let stuck = draw(id, "1!  wQ", "1=bQ wB").black_to_move();
        assert_eq!(stuck.session().legal_moves(), ["pass"]);
        assert_eq!(stuck.rule_placing('A', W), "pass");
        let mut session = stuck.session();
        play_all(&mut *session, "pass");
        assert_eq!((to_move(&*session), session.turn()), ("red", 22));
        assert_eq!(rule(&mut *session, "pass"), "pass", "red can move");
    }
}
