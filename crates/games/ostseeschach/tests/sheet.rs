//! The rule sheet of 2022 (`rules/ostseeschach-2022.de.txt`), sentence by sentence.
//!
//! Every sentence that states a rule is quoted above the test that holds the crate to it. Left
//! out is the ranking of teams over many games, which no single game can break; the number it
//! needs is in the score line, which is tested.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::{position, take_marks};
use schwarm_core::view::BoardView;
use schwarm_core::{GameId, Reason, Rulebook, Session, Setup, Side};
use schwarm_ostseeschach::FAMILY;

fn rules() -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse("ostseeschach-2022")).unwrap().unwrap()
}

fn start() -> Box<dyn Session> {
    rules().start(Setup::Text("HMSMRHSR")).unwrap()
}

fn at(drawing: &str, rest: &str) -> Box<dyn Session> {
    rules().from_position(&position(drawing, rest)).unwrap()
}

fn verdict(session: &dyn Session) -> Option<(Option<Side>, Reason)> {
    session.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// The piece on `from` can go to the cells marked `x` (empty) and `!` (an enemy).
fn check_targets(drawing: &str, rest: &str, from: &str) {
    let (drawing, marked) = take_marks(drawing);
    let moves = at(&drawing, rest).legal_moves();
    let targets: Vec<&str> = moves.iter().filter(|mv| mv.starts_with(from)).map(|mv| &mv[3..]).collect();
    assert_eq!(targets, marked);
}

/// Red plays a move; then the board and the ambers are as given.
fn check_play(before: &str, mv: &str, after: &str, ambers: &str) {
    let mut session = at(before, "r 10 0:0");
    session.play(mv).unwrap();
    assert_eq!(session.position(), position(after, &format!("b 11 {ambers}")), "{mv}");
}

const RED: Option<Side> = Some(Side::One);
const BLUE: Option<Side> = Some(Side::Two);

// Spielaufbau

/// "… das mit Figuren auf einem Schachbrett (8x8) gespielt wird."
#[test]
fn the_board_is_a_chess_board() {
    let view = start().view();
    assert_eq!(view.cells.len(), 64);
    assert_eq!((view.cells[0].label.as_str(), view.cells[63].label.as_str()), ("a1", "h8"));
}

/// "Jeder Spieler hat acht Figuren", "Jeder Spieler startet mit zwei Figuren jeder Art."
#[test]
fn each_side_starts_with_two_pieces_of_each_kind() {
    let count = |view: &BoardView, side, kind| {
        view.cells.iter().flat_map(|cell| &cell.stack).filter(|piece| piece.side == side && piece.kind == kind).count()
    };
    for seed in 0..100 {
        let view = rules().start(Setup::Seed(seed)).unwrap().view();
        for side in Side::BOTH {
            for kind in ["cockle", "gull", "starfish", "seal"] {
                assert_eq!(count(&view, side, kind), 2);
            }
        }
    }
    assert!(rules().start(Setup::Text("HHHMRSSR")).is_err());
}

/// "Herzmuschel: jeweils ein Feld schräg nach vorne (so wie ein Schach-Bauer schlagen kann)"
#[test]
fn a_cockle_moves_diagonally_forward() {
    let red = "
        5 . . x . m! . . .
        4 . . . H . . . .
          a b c d e f g h";
    check_targets(red, "r 10 0:0", "d4");
    let blue = "
        4 . . . h . . . .
        3 . . x . M! . . .
          a b c d e f g h";
    check_targets(blue, "b 11 0:0", "d4");
}

/// "Möwe: kann auf ein in horizontaler oder vertikaler Richtung benachbartes Feld ziehen"
#[test]
fn a_gull_moves_to_a_straight_neighbour() {
    let drawing = "
        5 . . . x . . . .
        4 . . x M x . . .
        3 . . . x . . . .
          a b c d e f g h";
    check_targets(drawing, "r 10 0:0", "d4");
}

/// "Seestern: einen Schritt nach vorne oder in eine der vier Diagonalrichtungen"
#[test]
fn a_starfish_moves_forward_or_diagonally() {
    let red = "
        5 . . x x x . . .
        4 . . . S . . . .
        3 . . x . x . . .
          a b c d e f g h";
    check_targets(red, "r 10 0:0", "d4");
    let blue = "
        5 . . x . x . . .
        4 . . . s . . . .
        3 . . x x x . . .
          a b c d e f g h";
    check_targets(blue, "b 11 0:0", "d4");
}

/// "Robbe: kann zwei Schritte in eine (horizontale oder vertikale) Richtung und ein Feld senkrecht zu
/// dieser Richtung springen (wie ein Springer beim Schach)"
#[test]
fn a_seal_jumps_like_a_knight() {
    let drawing = "
        6 . . x . x . . .
        5 . x m m m x . .
        4 . . H R H . . .
        3 . x M M M x . .
        2 . . x . x . . .
          a b c d e f g h";
    check_targets(drawing, "r 10 0:0", "d4");
}

/// "Die Robbe ist die mächtigste Figur … Die anderen Figuren bezeichnet man daher als
/// „Leichtfiguren“."
#[test]
fn all_pieces_but_the_seal_are_light() {
    for (piece, score) in [("H", 4), ("M", 4), ("S", 4), ("R", 0)] {
        let session = at(&format!("5 {piece} . . . . . . ."), "r 60 0:0");
        assert_eq!(session.outcome().unwrap().scores[0].parts()[2], score, "{piece}");
    }
}

/// "Zu Beginn des Spiels werden die roten Figuren zufällig auf der Linie 1 des Schachfeldes verteilt,
/// die blauen Figuren werden drehsymmetrisch dazu auf der Linie 8 aufgestellt."
#[test]
fn red_stands_on_row_1_at_random_and_blue_turned_on_row_8() {
    let drawn = position(
        "
        8 r s h r m s m h
        1 H M S M R H S R
          a b c d e f g h",
        "r 0 0:0",
    );
    assert_eq!(start().position(), drawn);
    let texts: Vec<String> = (0..50).map(|seed| rules().start(Setup::Seed(seed)).unwrap().position()).collect();
    for text in &texts {
        let (blue, red) = (&text[..8], &text[63..71]);
        assert_eq!(blue.chars().rev().collect::<String>().to_ascii_uppercase(), red);
    }
    let different: std::collections::HashSet<&String> = texts.iter().collect();
    assert!(different.len() > 40);
}

/// "Rot hat den ersten Zug."
#[test]
fn red_moves_first() {
    assert_eq!(start().side_to_move(), Side::One);
}

// Spielablauf

/// "Es wird abwechselnd jeweils eine Figur bewegt."
#[test]
fn the_sides_take_turns() {
    let mut session = start();
    assert!(session.play("h8-g7").is_err(), "blue has to wait");
    session.play("a1-b2").unwrap();
    assert!(session.play("b2-c3").is_err(), "red has moved");
    session.play("h8-g7").unwrap();
    assert_eq!((session.side_to_move(), session.turn()), (Side::One, 2));
}

/// "Eine Bewegung muss entweder auf einem freien Feld oder einer gegnerischen Figur enden."
#[test]
fn a_move_ends_on_a_free_square_or_an_enemy() {
    let drawing = "
        5 . . . m! . . . .
        4 . . H M x . . .
        3 . . . m2! . . . .
          a b c d e f g h";
    check_targets(drawing, "r 10 0:0", "d4");
}

/// "In letzterem Fall wird die Figur auf die dortige gelegt, wodurch ein Turm entsteht."
#[test]
fn a_piece_landing_on_an_enemy_makes_a_tower() {
    let before = "
        5 . . . m . . . .
        4 . . . M . . . .
          a b c d e f g h";
    let after = "
        5 . . . M2 . . . .
          a b c d e f g h";
    check_play(before, "d4-d5", after, "0:0");
}

/// "Ein Turm zieht immer wie die Figur, die oben liegt."
#[test]
fn a_tower_moves_like_its_top_piece() {
    let mut session = at(
        "
        7 m . . . . . . .
        5 . . . h . . . .
        4 . . . M . . . .
          a b c d e f g h",
        "r 10 0:0",
    );
    session.play("d4-d5").unwrap();
    session.play("a7-a6").unwrap();
    let moves = session.legal_moves();
    assert_eq!(moves, ["d5-c5", "d5-d4", "d5-d6", "d5-e5"]);
}

/// "Wenn eine der beiden am Schlagen beteiligten Figuren bereits ein Turm ist, so erhält der schlagende
/// Spieler einen Bernstein und alle beteiligten Figuren werden vom Feld entfernt."
/// "einen Turm der Höhe drei oder vier erreichen"
#[test]
fn a_tower_of_three_or_four_wins_an_amber_and_leaves_the_board() {
    for (victim, mover) in [("m2", "M"), ("m", "M2"), ("m2", "M2")] {
        let before = format!("5 . . . {victim} . . . .\n4 . . . {mover} . . . .");
        check_play(&before, "d4-d5", "", "1:0");
    }
}

/// "Man kann ebenfalls einen Bernstein bekommen, indem man eine der Leichtfiguren (Herzmuschel, Seestern
/// oder Möwe) bis zur gegnerischen Startlinie bewegt."
/// "Die Figur, für die man einen Bernstein bekommt, wird vom Spielfeld genommen."
#[test]
fn a_light_piece_that_reaches_the_far_line_wins_an_amber_and_leaves_the_board() {
    check_play("7 . . . H . . . .", "d7-c8", "", "1:0");
    check_play("7 . . . S . . . .", "d7-d8", "", "1:0");
    check_play("7 . . . M . . . .", "d7-d8", "", "1:0");
    check_play("6 . . . R . . . .", "d6-c8", "8 . . R . . . . .", "0:0");
    let mut session = at("2 . . . m . . . .", "b 11 0:0");
    session.play("d2-d1").unwrap();
    assert_eq!(session.position(), position("", "r 12 0:1"));
}

/// "Wenn man beide Bedingungen in einem Zug erfüllt, erhält man zwei Bernsteine."
#[test]
fn both_in_one_move_win_two_ambers() {
    let before = "
        8 . . . m2 . . . .
        7 . . . M . . . .
          a b c d e f g h";
    check_play(before, "d7-d8", "", "2:0");
}

/// "Aussetzen ist nicht erlaubt."
#[test]
fn nobody_may_pass() {
    let mut session = start();
    for text in ["pass", "a1-a1", ""] {
        assert!(session.play(text).is_err(), "{text}");
    }
}

/// "Sollte es vorkommen, dass kein Zug möglich ist, führt dies automatisch zum Verlust des Spiels."
#[test]
fn a_side_without_a_move_has_lost() {
    let drawing = "
        8 H . . . . . . .
        5 . . . m . . . .
        1 . . . . h . . .
          a b c d e f g h";
    assert_eq!(verdict(&*at(drawing, "r 10 1:0")), Some((BLUE, Reason::NoMove)));
    let only_cockle = "
        8 H . . . . . . .
        1 . . . . h . . .
          a b c d e f g h";
    assert_eq!(verdict(&*at(only_cockle, "b 11 0:1")), Some((RED, Reason::NoMove)));
}

// Wertung

/// "Das Spiel endet nach einer Runde, in der ein Spieler zwei Bernsteine erreicht"
/// "Ziel des Spiels ist, zwei Bernsteine zu erlangen."
#[test]
fn two_ambers_end_the_game_after_the_round() {
    let mut session = at(
        "
        7 . . . M . . . .
        5 . . . . . m . M
          a b c d e f g h",
        "r 10 1:0",
    );
    session.play("d7-d8").unwrap();
    assert_eq!(verdict(&*session), None, "blue still has its ply of the round");
    session.play("f5-f4").unwrap();
    assert_eq!(verdict(&*session), Some((RED, Reason::Ambers)));
    assert!(session.legal_moves().is_empty());
}

const EVEN: &str = "
    5 . . . m . . . .
    4 . . . . . M . .
      a b c d e f g h";

/// "… spätestens jedoch nach 30 Runden."
#[test]
fn the_game_ends_after_thirty_rounds() {
    let mut session = at(EVEN, "r 58 0:0");
    session.play("f4-g4").unwrap();
    assert_eq!(verdict(&*session), None);
    session.play("d5-c5").unwrap();
    assert_eq!(session.turn(), 60);
    assert_eq!(verdict(&*session), Some((None, Reason::RoundLimit)));
}

/// "Es gewinnt, wer mehr Bernsteine hat."
#[test]
fn more_ambers_win() {
    assert_eq!(verdict(&*at(EVEN, "r 12 2:3")), Some((BLUE, Reason::Ambers)));
    assert_eq!(verdict(&*at(EVEN, "r 60 1:0")), Some((RED, Reason::RoundLimit)));
}

/// "Haben beide Spieler gleich viele Bernsteine, gewinnt der Spieler mit der Leichtfigur, die den
/// größten Abstand zur eigenen Startlinie hat."
#[test]
fn with_equal_ambers_the_most_advanced_light_piece_wins() {
    let drawing = "
        8 . . . . . . . R
        6 . . . . . M . .
        4 . . . m . . . .
          a b c d e f g h";
    assert_eq!(verdict(&*at(drawing, "r 60 1:1")), Some((RED, Reason::RoundLimit)));
    assert_eq!(verdict(&*at(drawing, "r 12 2:2")), Some((RED, Reason::Ambers)));
}

/// "Bei Gleichstand wird die jeweils darauffolgende Leichtfigur verglichen"
#[test]
fn then_the_next_light_pieces_are_compared() {
    let drawing = "
        6 . . . . . M . .
        5 . . s . . . . .
        3 . . H m . . . .
          a b c d e f g h";
    assert_eq!(verdict(&*at(drawing, "r 60 0:0")), Some((BLUE, Reason::RoundLimit)), "5 and 2 rows against 5 and 3");
}

/// "… bis bei mindestens einem Spieler keine Leichtfigur mehr übrig ist. Wenn sich auf diese Weise keine
/// Entscheidung ergibt, endet das Spiel unentschieden."
#[test]
fn nothing_left_to_compare_is_a_draw() {
    let drawing = "
        6 . . . . . M . .
        3 . . H m . . . R
          a b c d e f g h";
    assert_eq!(verdict(&*at(drawing, "r 60 0:0")), Some((None, Reason::RoundLimit)));
    assert_eq!(verdict(&*at("5 R . . . . . m .", "r 60 1:1")), Some((None, Reason::RoundLimit)));
}

/// "In der Meisterschaftsphase und in der Champions League ist die Anzahl der Bernsteine nachrangiges
/// Kriterium"
#[test]
fn the_score_line_is_victory_points_ambers_and_the_most_advanced_light_piece() {
    let scores = at(EVEN, "r 12 1:2").outcome().unwrap().scores;
    assert_eq!(scores.map(|score| score.parts().to_vec()), [vec![0, 1, 3], vec![2, 2, 3]]);
}
