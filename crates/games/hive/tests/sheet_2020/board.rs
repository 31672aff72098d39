//! The board, the sets, the aim, turns, the swarm, blackberries and the edge.

use crate::common::drawn::{NE, NW, W, draw, draw_at};
use crate::common::{
    allows, at, in_hand, play_all, position_error, rule, rules, setup_error, start_with, to_move, verdict,
};
use crate::{BOTH, SERVER, SHEET, cells_for, fresh, is_set};
use schwarm_core::view::Terrain;
use schwarm_core::{Setup, Side};
use std::collections::BTreeSet;

// Anfangsaufstellung

/// "Das Spielfeld hat die Kantenlänge n=6, der Durchmesser beträgt 11."
#[test]
fn board_is_a_hexagon_of_side_six_and_diameter_eleven() {
    for id in BOTH {
        let view = fresh(id).view();
        let row = |y: i32| view.cells.iter().filter(|cell| cell.at.y == y).count();
        assert_eq!((-5..=5).map(row).collect::<Vec<_>>(), [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
        assert_eq!(view.cells.len(), 91);
        assert_eq!(cells_for(&*fresh(id), 'A').len(), 88, "all but the three blackberries");
    }
}

/// "Es wird das kubische Koordinatensystem genutzt."
#[test]
fn cells_are_named_by_cube_coordinates() {
    for id in BOTH {
        let mut session = fresh(id);
        assert!(allows(&*session, "A@5,0") && allows(&*session, "A@-5,5") && allows(&*session, "A@2,3"));
        assert_eq!(rule(&mut *session, "A@3,3"), "off-board", "z would be -6");
        play_all(&mut *session, "A@0,0");
        let around = ["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"].map(String::from);
        assert_eq!(cells_for(&*session, 'A'), BTreeSet::from(around));
    }
}

/// "Zu Anfang ist das Spielfeld leer bis auf 3 Felder, die von Brombeeren blockiert sind."
#[test]
fn board_begins_empty_but_for_three_blackberries() {
    for id in BOTH {
        let seeds = (0..30).map(Setup::Seed).chain([Setup::Default]);
        let mut drawn = BTreeSet::new();
        for setup in seeds {
            let session = rules(id).start(setup).unwrap();
            let view = session.view();
            let berries = view.cells.iter().filter(|cell| cell.terrain == Terrain::Blackberry).count();
            assert_eq!(berries, 3, "{setup:?}");
            assert!(view.cells.iter().all(|cell| cell.stack.is_empty()));
            drawn.insert(session.position());
        }
        assert!(drawn.len() >= 30, "seeds draw different boards");
        assert_eq!(setup_error(id, "0,0 1,0").kind(), "setup");
        assert_eq!(setup_error(id, "0,0 1,0 2,0 3,0").kind(), "setup");
        assert_eq!(start_with(id, "-4,-1 0,-3 4,1").position(), "-4,-1=# 0,-3=# 4,1=# | r 0");
        assert_eq!(start_with(id, "-4,-1=# 0,-3=# 4,1=# | r 0").setup(), start_with(id, "4,1 -4,-1 0,-3").setup());
    }
}

/// "Ein Spieler spielt die roten Insekten, ein anderer die blauen."
#[test]
fn players_are_red_and_blue() {
    for id in BOTH {
        assert_eq!(fresh(id).info().sides, ["red", "blue"]);
    }
}

/// "Beide Spieler bekommen jeweils 11 Spielsteine: 1 Bienenkönigin, 2 Spinnen, 2 Käfer, 3 Grashüpfer, 3 Ameisen."
/// The server handed out 3 spiders and 2 grasshoppers.
#[test]
fn each_player_has_eleven_pieces_and_the_server_swaps_a_grasshopper_for_a_spider() {
    for (id, set) in [(SHEET, "Q1 S2 B2 G3 A3"), (SERVER, "Q1 S3 B2 G2 A3")] {
        for side in Side::BOTH {
            assert_eq!(in_hand(&*fresh(id), side), set);
        }
    }
    let two_spiders = "0,0=Q 1,0=q -1,0=S -2,0=S | r 8";
    assert_eq!(rule(&mut *at(SHEET, two_spiders), "S@-3,0"), "not-in-hand");
    assert!(allows(&*at(SERVER, two_spiders), "S@-3,0"));
    let two_grasshoppers = "0,0=Q 1,0=q -1,0=G -2,0=G | r 8";
    assert!(allows(&*at(SHEET, two_grasshoppers), "G@-3,0"));
    assert_eq!(rule(&mut *at(SERVER, two_grasshoppers), "G@-3,0"), "not-in-hand");
    let fewer = position_error(SHEET, "0,0=S 1,0=S 2,0=S | r 8");
    assert_eq!(fewer.kind(), "position-impossible");
    assert_eq!(position_error(SERVER, "0,0=G 1,0=G 2,0=G | r 8").kind(), "position-impossible");
}

// Ziel des Spieles

/// "… die gegnerische Bienenkönigin von allen 6 Seiten durch Spielsteine, blockierte Felder oder den Rand
/// einzuschließen."
#[test]
fn queen_is_enclosed_by_pieces_blackberries_and_the_edge() {
    let enclosed = r"
          ~   ~
        ~   wQ! bA
          #   bQ
    ";
    let one_cell_left = enclosed.replace('#', ".");
    for id in BOTH {
        assert_eq!(draw_at(id, (0, 5), enclosed, "").verdict(), "blue wins: queen-surrounded");
        assert_eq!(draw_at(id, (0, 5), &one_cell_left, "").verdict(), "open");
    }
}

/// "Ob die Spielsteine rot oder blau sind, spielt dabei keine Rolle."
#[test]
fn pieces_of_either_colour_enclose_a_queen() {
    for id in BOTH {
        for ring in ["bA bG bS bA bG bA", "wA wG wS wA wG wA", "bA wG bS wA bG wA"] {
            let [a, b, c, d, e, f] = ring.split(' ').collect::<Vec<_>>()[..] else { panic!("six pieces") };
            let picture = format!("  {a}  {b}\n{c}  wQ! {d}  bQ\n  {e}  {f}");
            assert_eq!(draw(id, &picture, "").verdict(), "blue wins: queen-surrounded", "{picture}");
        }
    }
}

const SUICIDE: &str = r"
          bA  bG
        bS  wQ  .
          bA  bQ  wA!
";

/// "Man könnte sich also auch selbst einschließen, … weil damit dem Gegner zum Sieg verholfen wird."
#[test]
fn player_who_encloses_the_own_queen_loses() {
    assert_eq!(verdict(&*draw(SHEET, SUICIDE, "").moved(NW)), "blue wins: queen-surrounded");
    let mut session = draw(SERVER, SUICIDE, "").moved(NW);
    assert_eq!(verdict(&*session), "open", "the server waits for blue's ply");
    let some_set = session.legal_moves().into_iter().find(|text| is_set(text)).unwrap();
    play_all(&mut *session, &some_set);
    assert_eq!(verdict(&*session), "blue wins: queen-surrounded");
}

// Züge

/// "Es wird abwechselnd gezogen, wobei Rot beginnt."
#[test]
fn red_begins_and_players_alternate() {
    for id in BOTH {
        let mut session = fresh(id);
        for (text, side) in [("Q@0,0", "red"), ("Q@1,0", "blue"), ("0,0>0,1", "red"), ("A@2,0", "blue")] {
            assert_eq!(to_move(&*session), side);
            play_all(&mut *session, text);
        }
        assert_eq!(rule(&mut *session, "2,0>2,1"), "not-yours", "blue's ant cannot be moved by red");
    }
}

/// "… entweder einen Spielstein bewegen, der sich bereits auf dem Spielfeld befindet, oder einen Spielstein aus seinem
/// Vorrat legen."
#[test]
fn player_moves_a_piece_or_sets_one() {
    for id in BOTH {
        let session = at(id, "0,0=Q 1,0=q | r 2");
        let (sets, moves): (Vec<_>, Vec<_>) = session.legal_moves().into_iter().partition(|text| is_set(text));
        assert_eq!(moves, ["0,0>0,1", "0,0>1,-1"]);
        assert_eq!(sets.len(), 4 * 3, "each kind in hand on each cell that touches red only");
    }
}

/// "Zu Beginn des Spiels darf jeder Spieler in seinem Zug nur jeweils einen Spielstein legen. Erst nachdem der Spieler
/// seine Königin gelegt hat, darf dieser Spieler … frei wählen."
#[test]
fn player_only_sets_pieces_before_the_own_queen_is_set() {
    for id in BOTH {
        let mut session = at(id, "0,0=A 1,0=q | r 2");
        assert!(session.legal_moves().iter().all(|text| is_set(text)));
        assert_eq!(rule(&mut *session, "0,0>0,1"), "queen-unplaced");
        play_all(&mut *session, "Q@-1,0; 1,0>0,1");
        assert!(allows(&*session, "-1,0>-1,1") && allows(&*session, "A@-2,0"), "red may choose now");
    }
}

/// "Insekten eines Spielers dürfen erst bewegt werden, nachdem der Spieler seine Königin gesetzt hat."
#[test]
fn the_other_players_queen_does_not_count() {
    for id in BOTH {
        let mut session = at(id, "0,0=Q 1,0=a | b 3");
        assert_eq!(rule(&mut *session, "1,0>0,1"), "queen-unplaced");
        assert!(allows(&*at(id, "0,0=Q 1,0=a 2,0=q | b 3"), "2,0>1,1"));
    }
}

// Der Schwarm

/// "Es dürfen also keine Spielsteine vom Schwarm getrennt werden."
#[test]
fn no_piece_may_leave_the_swarm_in_two() {
    for id in BOTH {
        for line in ["bA  wA! wQ  bQ", "bA  wG! wQ  bQ", "bA  wB! wQ  bQ", "bA  wS! wQ  bQ", "bA  wQ! wA  bQ"] {
            let drawn = draw(id, line, "");
            drawn.check_stuck();
            assert_eq!(drawn.rule_to(NE), "one-hive");
        }
    }
}

/// "Während eines Spiels darf es immer nur einen Schwarm auf dem Spielfeld geben."
#[test]
fn position_with_two_swarms_is_refused() {
    for id in BOTH {
        let split = position_error(id, "0,0=Q 2,0=q | r 2");
        assert_eq!(split.kind(), "position-impossible");
        assert!(split.to_string().contains("split"), "{split}");
    }
}

// Blockierte Felder

/// "Auf die blockierten Felder darf kein Stein gelegt oder bewegt werden."
#[test]
fn nothing_is_set_or_moved_onto_a_blackberry() {
    for id in BOTH {
        let mut first = start_with(id, "0,0 1,0 2,0");
        assert_eq!(rule(&mut *first, "Q@0,0"), "blackberry");
        for bug in ["wQ! bA", "wA! wQ", "wB! wQ", "wS! wQ"] {
            let picture = format!("#   .\n  {bug}  bQ");
            assert_eq!(draw(id, &picture, "").rule_to(NW), "blackberry", "{bug}");
        }
        let jump = draw(id, "wG! wQ  bQ  #", "");
        assert_eq!(jump.rule_to((3, 0)), "blackberry");
        jump.check_stuck();
        assert_eq!(draw(id, "#   wQ! bQ", "").rule_placing('A', W), "blackberry");
    }
}

/// "Für eine Königin wird ein benachbartes blockiertes Feld wie ein von einem Stein belegtes Feld gewertet."
#[test]
fn blackberry_beside_a_queen_counts_as_taken() {
    let picture = r"
          bA  #
        #   wQ! #
          bG  bQ
    ";
    for id in BOTH {
        assert_eq!(draw(id, picture, "").verdict(), "blue wins: queen-surrounded");
        assert_eq!(draw(id, &picture.replacen('#', ".", 1), "").verdict(), "open");
    }
}

// Der Rand

/// "Natürlich dürfen Spielsteine nur auf das Spielfeld gelegt werden …"
#[test]
fn nothing_is_set_outside_the_board() {
    for id in BOTH {
        for cell in ["6,0", "0,6", "-6,0", "3,3", "-3,-3", "5,1", "9999,0"] {
            assert_eq!(rule(&mut *fresh(id), &format!("Q@{cell}")), "off-board", "{cell}");
        }
        assert_eq!(position_error(id, "0,6=Q | b 1").kind(), "position-impossible");
    }
}

/// "… und auch während des Ziehens dürfen die Spielsteine nicht das Spielfeld verlassen."
#[test]
fn no_piece_leaves_the_board() {
    let corner = r"
          ~   ~
        ~   wA! bQ  x
          x   wQ  x
            x   x
    ";
    for id in BOTH {
        let drawn = draw_at(id, (0, 5), corner, "");
        drawn.check();
        for (text, why) in [("0,5>0,6", "north"), ("0,5>-1,6", "west")] {
            assert_eq!(drawn.rule(text), "off-board", "{why}");
        }
        let jump_off = draw_at(id, (1, 3), "~   ~   ~\n  bQ  wQ\n    wG!", "");
        assert_eq!(jump_off.rule("1,3>1,5"), "off-board");
        jump_off.check_stuck();
    }
}

/// "Für eine Königin werden Felder außerhalb des Spielfeldes wie belegte Felder gewertet."
#[test]
fn cells_outside_count_as_taken_round_a_queen() {
    let edge = r"
          ~   ~
        bA  wQ! wA
          bG  bQ
    ";
    for id in BOTH {
        assert_eq!(draw_at(id, (2, 3), edge, "").verdict(), "blue wins: queen-surrounded");
        assert_eq!(draw_at(id, (2, 2), &edge.replace('~', "."), "").verdict(), "open", "one row lower she is free");
    }
}
