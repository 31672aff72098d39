//! The rows of `rules/README.md`: where the sheet and the server differ, and where both fill a gap of the text.

use crate::common::drawn::{E, NE, NW, SW, W, draw, draw_at};
use crate::common::{at, both_stuck_2020, free_cells, play_all, refusal, verdict};
use crate::end::BOTH_BY_ONE_PLY;
use crate::{BOTH, SERVER, SHEET, is_set};

/// Both queens lack one cell; red's ant closes blue's, blue's ant closes red's.
const TWO_PLIES: &str = r"
          wS  bG  wG  bA
        .   bQ  wQ  .
      wA! bS  wB  bB
";

/// README: "queen surrounded: ends at once, after any ply" against "looked at only after blue's ply".
#[test]
fn sheet_ends_at_once_and_the_server_after_blues_ply() {
    let red_closes = |id| draw_at(id, (-2, 1), TWO_PLIES, "").moved(NE);
    assert_eq!(verdict(&*red_closes(SHEET)), "red wins: queen-surrounded");
    let mut server = red_closes(SERVER);
    assert_eq!(verdict(&*server), "open");
    play_all(&mut *server, "A@4,-3");
    assert_eq!(verdict(&*server), "red wins: queen-surrounded");
    for id in BOTH {
        let blue_closes = draw_at(id, (3, -2), &TWO_PLIES.replace('!', " ").replace("bA", "bA!"), "").moved(SW);
        assert_eq!(verdict(&*blue_closes), "blue wins: queen-surrounded", "blue's ply ends the round in both");
    }
}

/// README: blue's answer may open its queen again before the server looks.
#[test]
fn on_the_server_blue_may_free_its_queen() {
    let mut server = draw_at(SERVER, (-2, 1), TWO_PLIES, "").moved(NE);
    play_all(&mut *server, "1,0>-1,2");
    assert_eq!(verdict(&*server), "open", "the grasshopper made room: {}", server.position());
}

/// README: "both by the same ply = draw" against "both at that moment = draw".
#[test]
fn two_plies_of_one_round_are_a_draw_on_the_server_only() {
    let mut server = draw_at(SERVER, (-2, 1), TWO_PLIES, "").moved(NE);
    play_all(&mut *server, "3,-2>2,-2");
    assert_eq!(verdict(&*server), "draw: both-surrounded");
    let mut sheet = draw_at(SHEET, (-2, 1), TWO_PLIES, "").moved(NE);
    assert_eq!(refusal(&mut *sheet, "3,-2>2,-2").kind(), "game-over");
}

/// README: on the server even red's own double closing waits for blue.
#[test]
fn on_the_server_both_enclosed_by_red_waits_for_blue() {
    let mut server = draw(SERVER, BOTH_BY_ONE_PLY, "").moved(NW);
    assert_eq!(verdict(&*server), "open");
    let set = server.legal_moves().into_iter().find(|text| is_set(text)).unwrap();
    play_all(&mut *server, &set);
    assert_eq!(verdict(&*server), "draw: both-surrounded");
}

/// README: "queen not on the board = -1".
#[test]
fn queen_in_hand_counts_minus_one_at_the_limit() {
    for id in BOTH {
        let one_queen = draw(id, "bA  wQ! bG", "").after_plies(60);
        assert_eq!(
            (one_queen.verdict().as_str(), free_cells(&*one_queen.session())),
            ("red wins: round-limit", [4, -1])
        );
        assert_eq!(draw(id, "bA  wA! bG", "").after_plies(60).verdict(), "draw: round-limit");
    }
}

/// README, order of verdicts: "what the end of a round or the last ply decides comes first".
#[test]
fn enclosed_queen_comes_before_the_round_limit() {
    for id in BOTH {
        let drawn = draw(id, "  wA  bG\nbS  bQ! wG  wQ\n  wS  bA", "").after_plies(60);
        assert_eq!(drawn.verdict(), "red wins: queen-surrounded");
    }
}

/// README: "queen due, no cell for it: `pass` is the only move".
#[test]
fn queen_due_without_a_cell_for_it_is_a_pass() {
    let picture = r"
          wQ  .
        .   bG! ~
          ~   ~
    ";
    for id in BOTH {
        let drawn = draw_at(id, (0, -5), picture, "").after_plies(7);
        assert_eq!(drawn.session().legal_moves(), ["pass"]);
        assert_eq!(drawn.rule_placing('Q', NE), "pass");
    }
}

/// README: "piece + blackberry close a gate".
#[test]
fn piece_and_blackberry_close_a_gate() {
    let picture = r"
          .   #
        .   wQ! .
          x   bA  bQ
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        assert_eq!(drawn.rule_to(E), "gate");
    }
}

/// software-challenge.md 1.3: "two blackberries or two empty cells give no contact".
#[test]
fn blackberries_give_no_contact() {
    let one = r"
          #   .
        .   wQ! bA  bQ
          .   x
    ";
    let two = r"
          #   .
        .   wQ! bA  bQ
          #   .
    ";
    for id in BOTH {
        let drawn = draw(id, one, "");
        drawn.check();
        assert_eq!(drawn.rule_to(W), "contact");
        draw(id, two, "").check_stuck();
    }
}

/// README: "at the edge the missing cell never blocks".
#[test]
fn missing_cell_beyond_the_edge_neither_blocks_nor_gives_contact() {
    let picture = r"
          ~   ~
        .   wQ! x
          x   bA  bQ
    ";
    for id in BOTH {
        let drawn = draw_at(id, (2, 3), picture, "");
        drawn.check();
        assert_eq!(drawn.rule_to(W), "contact");
    }
}

/// README: "the beetle knows no gate"; what stops it between two blackberries is the lost contact.
#[test]
fn beetle_between_two_blackberries_loses_contact_not_room() {
    let picture = r"
          #   x
        .   wB! bA* bQ  wQ
          #   x
    ";
    for id in BOTH {
        let drawn = draw(id, picture, "");
        drawn.check();
        assert_eq!(drawn.rule_to(W), "contact");
    }
}

/// README: "the grasshopper jumps pieces only".
#[test]
fn grasshopper_does_not_jump_a_blackberry() {
    for id in BOTH {
        let drawn = draw(id, "bQ  wQ  wG! #   .", "");
        assert_eq!(drawn.rule_to((2, 0)), "jump");
        assert_eq!(drawn.reached().len(), 1, "it still jumps over the pieces");
    }
}

/// README: "All own pieces covered by enemy beetles: no placement is possible, so move or pass."
#[test]
fn player_whose_pieces_are_all_covered_sets_nothing() {
    for id in BOTH {
        let drawn = draw(id, "1!  wQ", "1=bQ wB").black_to_move();
        assert_eq!(drawn.session().legal_moves(), ["pass"]);
    }
}

/// README: "`pass` exactly when nothing else is legal"; passes end nothing here.
#[test]
fn two_passes_in_a_row_do_not_end_the_game() {
    for id in BOTH {
        let mut session = at(id, &both_stuck_2020(id));
        for _ in 0..4 {
            assert_eq!(session.legal_moves(), ["pass"], "{}", session.position());
            play_all(&mut *session, "pass");
        }
        assert_eq!(verdict(&*session), "open");
        while session.outcome().is_none() {
            play_all(&mut *session, "pass");
        }
        assert_eq!((session.turn(), verdict(&*session).as_str()), (60, "red wins: round-limit"));
    }
}
