//! "Spielende".

use crate::common::drawn::{Drawn, NW, draw, draw_at};
use crate::common::{free_cells, play_all, refusal, verdict};
use crate::{BOTH, SHEET};

/// "Wird die Bienenkönigin eines Spielers von allen Seiten … eingeschlossen, so gewinnt der andere Spieler."
#[test]
fn player_with_the_enclosed_queen_loses() {
    for id in BOTH {
        let ring = "  wA  bG\nbS  bQ! wG  wQ\n  wS  bA";
        assert_eq!(draw(id, ring, "").after_plies(20).verdict(), "red wins: queen-surrounded");
        let session = draw(id, ring, "").after_plies(20).session();
        assert_eq!(session.legal_moves(), Vec::<String>::new());
        assert_eq!(refusal(&mut *session.clone_box(), "pass").kind(), "game-over");
    }
}

/// A queen on its own side of a line: red has four free cells, blue five.
fn limit(id: &str) -> Drawn {
    draw(id, "bA  wQ! bQ", "")
}

/// "Wird die 31. Runde erreicht, so gewinnt derjenige Spieler, dessen Bienenkönigin die meisten freien angrenzende Felder
/// hat …"
#[test]
fn after_sixty_plies_the_freer_queen_wins() {
    for id in BOTH {
        assert_eq!(limit(id).after_plies(59).verdict(), "open");
        assert_eq!(limit(id).after_plies(60).verdict(), "blue wins: round-limit");
        let mut session = limit(id).after_plies(59).session();
        play_all(&mut *session, "A@2,-2");
        assert_eq!(verdict(&*session), "draw: round-limit", "blue's sixtieth ply took a cell from its own queen");
        let mirrored = draw(id, "wA  bQ! wQ", "").after_plies(60);
        assert_eq!(mirrored.verdict(), "red wins: round-limit");
        assert_eq!(free_cells(&*mirrored.session()), [5, 4]);
    }
}

/// "… wobei blockierte Felder oder Felder außerhalb des Spielfeldes nicht als freie Felder zählen."
#[test]
fn blackberries_and_the_outside_are_not_free() {
    let berry = "#   wQ! bQ  .";
    let edge = "~   ~\n  wQ! bQ";
    for id in BOTH {
        let beside_berry = draw(id, berry, "").after_plies(60);
        assert_eq!(
            (beside_berry.verdict().as_str(), free_cells(&*beside_berry.session())),
            ("blue wins: round-limit", [4, 5])
        );
        let corner = draw_at(id, (0, 5), edge, "").after_plies(60);
        assert_eq!((corner.verdict().as_str(), free_cells(&*corner.session())), ("blue wins: round-limit", [2, 3]));
    }
}

/// All round two queens but one cell that touches both.
pub const BOTH_BY_ONE_PLY: &str = r"
          wS  bG  wG
        bA  bQ  wQ  bB
          wB  .   bS
        .   .   wA! .
";

/// "Sofern der Fall eintritt, dass beide Königinnen mit demselben Zug eingeschlossen werden …, endet das Spiel
/// unentschieden."
#[test]
fn both_queens_enclosed_by_one_ply_are_a_draw() {
    assert_eq!(verdict(&*draw(SHEET, BOTH_BY_ONE_PLY, "").moved(NW)), "draw: both-surrounded");
    let by_blue = BOTH_BY_ONE_PLY.replace("wA!", "bA!").replace("bA  bQ", "wA  bQ");
    for id in BOTH {
        assert_eq!(verdict(&*draw(id, &by_blue, "").moved(NW)), "draw: both-surrounded");
    }
}

/// "… oder die 31. Runde erreicht wird und die Anzahl der freien Nachbarfelder für beide Bienenköniginnen gleich ist."
#[test]
fn equally_free_queens_after_sixty_plies_are_a_draw() {
    for id in BOTH {
        assert_eq!(draw(id, "wQ! bQ", "").after_plies(60).verdict(), "draw: round-limit");
    }
}
