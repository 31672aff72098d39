//! "Einen neuen Spielstein legen".

use crate::common::drawn::{E, NE, SE, SW, W, draw};
use crate::common::{allows, at, play_all, rule};
use crate::{BOTH, cells_for, fresh, is_set};

const SETTING: &str = r"
      .   .   .
    .   wQ! bQ  .
      .   .   .
";

/// "Ein Spielstein darf nur auf ein freies Feld gelegt werden."
#[test]
fn new_piece_goes_on_a_free_cell() {
    for id in BOTH {
        assert_eq!(draw(id, SETTING, "").rule_placing('B', E), "occupied");
        assert_eq!(draw(id, SETTING, "").rule_placing('B', (0, 0)), "occupied", "a beetle is not set on a piece");
        assert!(draw(id, SETTING, "").allows_placing('B', W));
    }
}

/// "Dieses freie Feld muss mit mindestens einem Feld benachbart sein, auf dem ein Spielstein der eigenen Farbe liegt."
#[test]
fn new_piece_touches_an_own_piece() {
    for id in BOTH {
        assert!(draw(id, SETTING, "").allows_placing('A', SW));
        assert_eq!(draw(id, SETTING, "").rule_placing('A', (-2, 0)), "touches-own");
    }
}

/// "Es darf zu keinem Feld benachbart sein, auf dem ein gegnerischer Spielstein zu oberst liegt."
#[test]
fn new_piece_touches_no_enemy_on_top() {
    for id in BOTH {
        for cell in [NE, SE, (2, 0)] {
            assert_eq!(draw(id, SETTING, "").rule_placing('A', cell), "touches-enemy");
        }
        let covered = draw(id, "wQ! 1", "1=bQ wB");
        assert!(covered.allows_placing('A', (2, 0)) && covered.allows_placing('A', NE), "the enemy is covered");
    }
}

/// "Der erste rote Spielstein darf auf ein beliebiges freies Feld gesetzt werden …"
#[test]
fn first_red_piece_goes_anywhere() {
    for id in BOTH {
        for letter in "QSBGA".chars() {
            assert_eq!(cells_for(&*fresh(id), letter).len(), 88, "{letter}");
        }
        assert!(fresh(id).legal_moves().iter().all(|text| is_set(text)));
    }
}

/// "… der erste blaue Spielstein muss direkt daran angelegt werden."
#[test]
fn first_blue_piece_touches_the_first_red_one() {
    for id in BOTH {
        let mut session = fresh(id);
        play_all(&mut *session, "S@0,0");
        assert_eq!(rule(&mut *session, "Q@2,0"), "first-touch");
        for letter in "QSBGA".chars() {
            assert_eq!(cells_for(&*session, letter).len(), 6, "{letter}: the exception from touching no enemy");
        }
        play_all(&mut *session, "Q@1,0");
        assert_eq!(rule(&mut *session, "A@0,1"), "touches-enemy", "red's second piece is no exception");
    }
}

/// "Innerhalb der ersten vier Runden müssen beide Spieler ihre Königin setzen."
#[test]
fn queen_is_set_within_the_first_four_rounds() {
    for id in BOTH {
        let mut session = fresh(id);
        play_all(&mut *session, "A@0,0; A@1,0; A@-1,0; A@2,0; A@-2,0; A@3,0");
        for (queen, other, onward) in [("Q@-3,0", "S@-3,0", "-2,0>-2,1"), ("Q@4,0", "S@4,0", "3,0>3,1")] {
            assert!(session.legal_moves().iter().all(|text| text.starts_with("Q@")), "{:?}", session.legal_moves());
            assert_eq!(rule(&mut *session, other), "queen-due");
            assert_eq!(rule(&mut *session, onward), "queen-due");
            play_all(&mut *session, queen);
        }
        assert!(allows(&*session, "S@-4,0"), "afterwards anything goes");
        let third_round = at(id, "0,0=A 1,0=a -1,0=A 2,0=a | r 4");
        assert!(allows(&*third_round, "S@-2,0"), "in the third round she may still wait");
    }
}
