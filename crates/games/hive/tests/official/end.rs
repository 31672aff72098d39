//! Passing and the end.

use crate::common::drawn::{NW, draw};
use crate::common::{BOTH_STUCK, at, free_cells, play_all, refusal, rule, to_move, verdict};
use crate::{BASE, MLP};

/// "Pass: forced, and only legal, when no placement and no movement exists."
#[test]
fn pass_is_forced_and_only_legal_without_a_move() {
    for id in [BASE, MLP] {
        let mut session = draw(id, "1!  wQ", "1=bQ wB").black_to_move().session();
        assert_eq!(session.legal_moves(), ["pass"]);
        assert_eq!(rule(&mut *session, "bA1 -bQ"), "pass");
        assert_eq!(rule(&mut *session, r"bQ \wQ"), "pass");
        play_all(&mut *session, "pass");
        assert_eq!((to_move(&*session), session.turn()), ("white", 22));
        assert_eq!(verdict(&*session), "open");
        assert_eq!(rule(&mut *session, "pass"), "pass");
    }
}

/// A player whose queen is due and finds no cell passes as well.
#[test]
fn player_whose_queen_finds_no_cell_passes() {
    let session = draw(BASE, "wQ  bA! wA", "").after_plies(7).session();
    assert_eq!(session.legal_moves(), ["pass"]);
}

/// README: "Two passes in a row = draw."
#[test]
fn two_passes_in_a_row_are_a_draw() {
    let mut session = at(BASE, BOTH_STUCK);
    play_all(&mut *session, "pass");
    assert_eq!(verdict(&*session), "open");
    assert_eq!(session.legal_moves(), ["pass"], "the other side is stuck too");
    play_all(&mut *session, "pass");
    assert_eq!(verdict(&*session), "draw: passes");
    assert_eq!(session.legal_moves(), Vec::<String>::new());
    assert_eq!(refusal(&mut *session, "pass").kind(), "game-over");
    assert!(session.undo());
    assert_eq!((verdict(&*session).as_str(), session.legal_moves()), ("open", vec!["pass".to_string()]));
}

/// The pass before is part of the position text, where it matters.
#[test]
fn board_text_remembers_a_pass_where_it_matters() {
    let mut session = at(BASE, BOTH_STUCK);
    play_all(&mut *session, "pass");
    let text = session.board().unwrap();
    assert!(text.ends_with("| b 21 | passed"), "{text}");
    let mut again = at(BASE, &text);
    play_all(&mut *again, "pass");
    assert_eq!(verdict(&*again), "draw: passes");
    let over = again.board().unwrap();
    assert_eq!(verdict(&*at(BASE, &over)), "draw: passes", "{over}");

    let mut free = draw(BASE, "1!  wQ", "1=bQ wB").black_to_move().session();
    play_all(&mut *free, "pass");
    assert!(free.board().unwrap().ends_with("| w 22"), "white can move, so the pass means nothing");
}

/// Passes of one player with moves of the other between them end nothing.
#[test]
fn passes_of_one_side_are_no_draw() {
    let mut session = draw(BASE, "1!  wQ", "1=bQ wB").black_to_move().session();
    play_all(&mut *session, "pass; wA1 wQ-; pass; wA2 wA1-; pass");
    assert_eq!(verdict(&*session), "open");
}

/// "End: a queen with 6 occupied neighbours loses (any colours …"
#[test]
fn queen_with_six_neighbours_loses() {
    for (queen, other, winner) in [("wQ!", "bQ", "black"), ("bQ!", "wQ", "white")] {
        let picture = |last: &str| format!("  wA  bG\nbS  {queen} {last}\n  wS  bA  {other}");
        assert_eq!(draw(BASE, &picture("wG"), "").verdict(), format!("{winner} wins: queen-surrounded"));
        assert_eq!(draw(BASE, &picture("bG"), "").verdict(), format!("{winner} wins: queen-surrounded"));
        assert_eq!(draw(BASE, &picture("."), "").verdict(), "open", "five are not enough");
    }
}

/// A covered queen is surrounded like any other.
#[test]
fn covered_queen_is_surrounded_too() {
    let picture = "  wA  bG\nbS  1!  wG  wQ\n  wS  bA";
    assert_eq!(draw(BASE, picture, "1=bQ bB").verdict(), "white wins: queen-surrounded");
}

/// "… own suicide included)."
#[test]
fn suicide_loses() {
    let picture = r"
          bA  bG
        bS  wQ  .
          bA  bQ  wA!
    ";
    let session = draw(BASE, picture, "").moved(NW);
    assert_eq!(verdict(&*session), "black wins: queen-surrounded");
    assert_eq!(session.legal_moves(), Vec::<String>::new());
    assert_eq!(free_cells(&*session), [0, 3]);
}

/// "Both at once = draw."
#[test]
fn both_queens_surrounded_at_once_are_a_draw() {
    let picture = r"
          wS  bG  wG
        bA  bQ  wQ  bB
          wB  .   bS
        .   .   wA! .
    ";
    let session = draw(BASE, picture, "").moved(NW);
    assert_eq!(verdict(&*session), "draw: both-surrounded");
    assert_eq!(session.outcome().unwrap().scores.map(|score| score.parts()[0]), [1, 1]);
}

/// A finished game takes no moves, whatever they are.
#[test]
fn finished_game_takes_no_moves() {
    let mut over = draw(BASE, "  wA  bG\nbS  bQ! wG  wQ\n  wS  bA", "").session();
    for text in ["pass", "wQ wG1/", "nonsense"] {
        let error = refusal(&mut *over, text);
        assert_eq!(error.kind(), "game-over");
        assert!(error.to_string().contains("queen-surrounded"), "{error}");
    }
}
