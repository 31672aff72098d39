//! The rule sheet of 2019 (`rules/piranhas-2019.de.txt`), sentence by sentence.
//!
//! Every sentence that states a rule is quoted above the test that holds the crate to it. Left
//! out are the sentences about the competition (Final Eight), which no single game can break.

#![allow(clippy::unwrap_used, reason = "in a test, an unwrap is an assertion")]

mod drawing;

use drawing::{position, take_marks};
use schwarm_core::view::Terrain;
use schwarm_core::{GameId, Reason, Rulebook, Session, Setup, Side};
use schwarm_piranhas::FAMILY;

fn rules() -> Box<dyn Rulebook> {
    FAMILY.open(&GameId::parse("piranhas-2019")).unwrap().unwrap()
}

/// A game that begins with octopuses on d5 and h6.
fn start() -> Box<dyn Session> {
    rules().start(Setup::Text("d5 h6")).unwrap()
}

fn at(drawing: &str, rest: &str) -> Box<dyn Session> {
    rules().from_position(&position(drawing, rest)).unwrap()
}

fn verdict(session: &dyn Session) -> Option<(Option<Side>, Reason)> {
    session.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

/// Red to move: the fish on `from` can go to the cells marked `x` (empty) and `B` (a blue fish).
fn check_targets(drawing: &str, from: &str) {
    let (drawing, marked) = take_marks(drawing, &[('x', '.'), ('B', 'b')]);
    let moves = at(&drawing, "r 10").legal_moves();
    let targets: Vec<&str> = moves.iter().filter(|mv| mv.starts_with(from)).map(|mv| &mv[3..]).collect();
    assert_eq!(targets, marked);
}

const RED: Option<Side> = Some(Side::One);
const BLUE: Option<Side> = Some(Side::Two);

// The board

/// "Das Spielfeld ist ein Aquarium (10x10 Schachbrett mit Spalten A-J und Zeilen 0-9)"
#[test]
fn the_board_has_columns_a_to_j_and_rows_0_to_9() {
    let view = start().view();
    assert_eq!(view.cells.len(), 100);
    assert_eq!((view.cells[0].label.as_str(), view.cells[99].label.as_str()), ("a0", "j9"));
}

/// "ein Spieler spielt die roten, der andere die blauen Fische"
#[test]
fn one_player_has_the_red_fish_the_other_the_blue_ones() {
    assert_eq!(rules().info().sides, ["red", "blue"]);
}

// Anfangsaufstellung

/// "8 rote Fische auf den (Schachbrett-)Feldern A1-A8", "8 rote Fische auf den Feldern J1-J8",
/// "8 blaue Fische auf den Feldern B0-I0", "8 blaue Fische auf den Feldern B9-I9"
#[test]
fn each_side_starts_with_eight_fish_on_each_of_two_edges() {
    let drawn = position(
        "
        9 .bbbbbbbb.
        8 r........r
        7 r........r
        6 r......O.r
        5 r..O.....r
        4 r........r
        3 r........r
        2 r........r
        1 r........r
        0 .bbbbbbbb.
          abcdefghij",
        "r 0",
    );
    assert_eq!(start().position(), drawn);
}

/// "Auf dem Spielfeld gibt es im inneren 6x6-Bereich zwei zufällig generierte Kraken-Felder …"
/// "Die beiden zufällig generierten Felder befinden sich weder in derselben Zeile noch in derselben
/// Spalte, noch in derselben Diagonale."
#[test]
fn two_random_octopuses_lie_in_the_inner_field_on_no_common_line() {
    for seed in 0..500 {
        let view = rules().start(Setup::Seed(seed)).unwrap().view();
        let octopuses: Vec<_> = view.cells.iter().filter(|cell| cell.terrain == Terrain::Octopus).collect();
        assert_eq!(octopuses.len(), 2);
        let [one, two] = [octopuses[0].at, octopuses[1].at];
        for cell in [one, two] {
            assert!((2..=7).contains(&cell.x) && (2..=7).contains(&cell.y), "{cell:?}");
        }
        let (dx, dy) = ((one.x - two.x).abs(), (one.y - two.y).abs());
        assert!(dx != 0 && dy != 0 && dx != dy, "{one:?} {two:?}");
    }
    for setup in ["b5 h6", "d5 h5", "d5 d7", "d5 f7", "d5 f3"] {
        assert!(rules().start(Setup::Text(setup)).is_err(), "{setup}");
    }
}

/// "… die zwar durchschwommen werden können, auf denen jedoch kein Zug enden darf."
#[test]
fn an_octopus_can_be_swum_through_but_not_landed_on() {
    check_targets(
        "
        9 ....b.....
        4 xx........
        3 rOx......r
        2 xx........
        0 ....b.....
          abcdefghij",
        "a3",
    );
    check_targets(
        "
        9 ....b.....
        4 xx........
        3 r.O......r
        2 xx........
        0 ....b.....
          abcdefghij",
        "a3",
    );
}

// Ziel des Spieles

/// "Alle Fische der eigenen Farbe sollen zu einem Schwarm verbunden werden, … wobei senkrecht,
/// waagerecht und diagonal nebeneinanderliegende Felder als zusammenhängend gelten."
#[test]
fn neighbours_in_rows_columns_and_diagonals_are_connected() {
    let united =
        ["5 rr........", "5 r.........\n4 r.........", "5 r.........\n4 .r........", "5 .r........\n4 r........."];
    for red in united {
        let session = at(&format!("{red}\n1 b........b"), "r 10");
        assert_eq!(verdict(&*session), Some((RED, Reason::SwarmUnited)), "{red}");
    }
    let apart = ["5 r.r.......", "5 r.........\n3 r.........", "5 r.........\n4 ..r.......", "5 r........r"];
    for red in apart {
        assert_eq!(verdict(&*at(&format!("{red}\n1 b........b"), "r 10")), None, "{red}");
    }
}

// Züge

/// "Es wird abwechselnd gezogen, wobei Rot beginnt. Jede Runde macht jeder Spieler einen Zug."
#[test]
fn red_begins_and_the_sides_take_turns() {
    let mut session = start();
    assert_eq!(session.side_to_move(), Side::One);
    assert!(session.play("b0-b2").is_err(), "blue has to wait");
    session.play("a4-c4").unwrap();
    assert_eq!(session.side_to_move(), Side::Two);
    assert!(session.play("a6-c6").is_err(), "red has moved");
    session.play("b0-b2").unwrap();
    assert_eq!((session.side_to_move(), session.turn()), (Side::One, 2));
}

/// "In jedem Zug muss man einen eigenen Fisch … bewegen"
#[test]
fn a_move_moves_an_own_fish_and_nobody_may_pass() {
    let mut session = start();
    for text in ["pass", "a4-a4", "e5-e6", "b0-b2"] {
        assert!(session.play(text).is_err(), "{text}");
    }
    for mv in session.legal_moves() {
        assert!(mv.starts_with(['a', 'j']), "red's fish are in columns a and j: {mv}");
    }
}

/// "… auf einer senkrechten, waagerechten oder diagonalen Linie genau so viele Felder in eine
/// Richtung bewegen, wie insgesamt Fische (beider Farben) auf dieser Linie sind."
#[test]
fn a_fish_moves_as_far_as_there_are_fish_of_both_colours_on_the_line() {
    // Row 5 holds two fish, column e three, both diagonals only the mover.
    check_targets(
        "
        9 ....r....b
        8 ....x.....
        6 ...x.x....
        5 b.x.r.x...
        4 ...x.x....
        2 ....B.....
          abcdefghij",
        "e5",
    );
}

/// "Dabei muss man auf einem leeren Feld oder auf einem vom Gegner besetzten Feld landen."
#[test]
fn a_move_ends_on_an_empty_cell_or_an_enemy() {
    check_targets(
        "
        9 ......b...
        6 xx........
        5 r.r.......
        4 xx........
        0 ......b...
          abcdefghij",
        "a5",
    );
    check_targets(
        "
        9 ......b...
        6 xx........
        5 r.B.......
        4 xx........
        0 ......b..r
          abcdefghij",
        "a5",
    );
}

const JUMP: &str = "
    9 ......b...
    6 xx........
    5 rrOx.....b
    4 xx........
    1 ......r...
      abcdefghij";

/// "Beim Zug darf man Felder mit eigenen Fischen sowie Kraken überspringen"
#[test]
fn own_fish_and_octopuses_are_jumped() {
    check_targets(JUMP, "a5");
}

/// "Bei der Anzahl der zu ziehenden Felder werden übersprungene Felder mitgezählt."
#[test]
fn jumped_cells_count_towards_the_distance() {
    let mut session = at(&take_marks(JUMP, &[('x', '.')]).0, "r 10");
    for (text, is_legal) in [("a5-e5", false), ("a5-f5", false), ("a5-d5", true)] {
        assert_eq!(session.play(text).is_ok(), is_legal, "{text}");
    }
}

/// "… nicht aber Felder mit gegnerischen Fischen. Sollte ein gegnerischer Fisch im Weg sein, ist der
/// entsprechende Zug ungültig."
#[test]
fn an_enemy_in_the_way_makes_the_move_illegal() {
    check_targets(
        "
        9 ......b...
        6 xx........
        5 rb.......r
        4 xx........
        1 ......b...
          abcdefghij",
        "a5",
    );
}

/// "Wenn man auf einem Feld ankommt, auf dem ein gegnerischer Fisch schwimmt, wird dieser gefressen
/// (ersatzlos vom Spielfeld entfernt)."
#[test]
fn an_enemy_on_the_target_is_eaten() {
    let mut session = at(
        "
        9 ......b...
        5 r.b.......
        0 ......b..r
          abcdefghij",
        "r 10",
    );
    session.play("a5-c5").unwrap();
    let after = "
        9 ......b...
        5 ..r.......
        0 ......b..r
          abcdefghij";
    assert_eq!(session.position(), position(after, "b 11"));
}

/// "Zum Beispiel kann Rot im 1. Zug einen beliebigen roten Fisch zwei Felder in Richtung der
/// Spielfeldmitte bewegen, z.B. von A4 nach C4."
#[test]
fn first_example_every_red_fish_can_move_two_cells_inwards() {
    let legal = start().legal_moves();
    for row in 1..=8 {
        assert!(legal.contains(&format!("a{row}-c{row}")));
        assert_eq!(legal.contains(&format!("j{row}-h{row}")), row != 6, "on h6 is an octopus");
    }
}

/// "Eine andere Möglichkeit für den 1. Zug wäre, einen Fisch von A1 nach A9 zu ziehen."
#[test]
fn second_example_a1_can_jump_its_own_column_to_a9() {
    start().play("a1-a9").unwrap();
}

/// "Man könnte auch mit dem Fisch auf A2 den gegnerischen Fisch auf C0 fressen."
#[test]
fn third_example_a2_can_eat_c0() {
    let mut session = start();
    session.play("a2-c0").unwrap();
    assert!(session.position().ends_with("/.........r/r........r/.brbbbbbb. b 1"), "{}", session.position());
}

// Spielende

/// "Das Spiel endet, wenn am Ende einer Runde alle auf dem Spielfeld verbliebenen Fische einer Farbe
/// zu einem einzigen zusammenhängenden Schwarm verbunden sind"
#[test]
fn a_swarm_united_at_the_end_of_a_round_ends_the_game() {
    let mut session = at(
        "
        6 ...r......
        5 rr........
        1 b...b....b
          abcdefghij",
        "r 10",
    );
    session.play("d6-c6").unwrap();
    assert_eq!(verdict(&*session), None, "blue still has its ply of the round");
    session.play("e1-e2").unwrap();
    assert_eq!(verdict(&*session), Some((RED, Reason::SwarmUnited)));
    assert!(session.legal_moves().is_empty());
}

/// "(Blau könnte also einen roten Schwarm noch in der 2. Hälfte einer Runde wieder zerstören.)"
#[test]
fn blue_can_destroy_a_red_swarm_in_the_second_half_of_the_round() {
    let mut session = at(
        "
        9 ....b.....
        6 ...r......
        5 rr........
        3 ...b......
        1 .........b
          abcdefghij",
        "r 10",
    );
    session.play("d6-c6").unwrap();
    session.play("d3-b5").unwrap();
    assert_eq!(verdict(&*session), None);
}

const NOBODY_UNITED: &str = "
    9 ....b.....
    5 r........r
    1 .........b
      abcdefghij";

/// "… spätestens jedoch nach 30 Runden."
#[test]
fn the_game_ends_after_thirty_rounds() {
    let mut session = at(NOBODY_UNITED, "r 58");
    session.play("a5-c5").unwrap();
    assert_eq!(verdict(&*session), None);
    session.play("e9-e8").unwrap();
    assert_eq!(session.turn(), 60);
    assert_eq!(verdict(&*session), Some((None, Reason::RoundLimit)));
}

/// "Das Spiel endet ebenfalls, wenn einer der Spieler keinen regulären Zug machen kann. In diesem
/// Fall hat dieser Spieler verloren."
#[test]
fn a_side_without_a_legal_move_has_lost() {
    let blue_is_stuck = "
        5 r.........
        1 rr........
        0 br........
          abcdefghij";
    assert_eq!(verdict(&*at(blue_is_stuck, "b 11")), Some((RED, Reason::NoMove)));
    let red_is_stuck = "
        5 .........b
        1 bb........
        0 rb........
          abcdefghij";
    // A single fish is a united swarm, which the end of the round decides first.
    assert_eq!(verdict(&*at(red_is_stuck, "r 10")), Some((RED, Reason::SwarmUnited)));
    let two_reds_are_stuck = "
        9 ........br
        8 ........bb
        1 bb........
        0 rb........
          abcdefghij";
    assert_eq!(verdict(&*at(two_reds_are_stuck, "r 10")), Some((BLUE, Reason::NoMove)));
}

// Gewinner

/// "Falls beim Spielende die Fische nur eines Spielers zu einem einzigen zusammenhängenden Schwarm
/// verbunden sind, hat dieser Spieler gewonnen"
#[test]
fn the_only_united_side_wins_however_small_its_swarm() {
    let drawing = "
        5 rr........
        1 bbbbb....b
          abcdefghij";
    assert_eq!(verdict(&*at(drawing, "r 10")), Some((RED, Reason::SwarmUnited)));
    assert_eq!(verdict(&*at(drawing, "r 60")), Some((RED, Reason::SwarmUnited)));
}

/// "anderenfalls derjenige Spieler mit dem größeren Schwarm"
#[test]
fn otherwise_the_larger_swarm_wins() {
    let both_united = "
        5 rr........
        1 bbb.......
          abcdefghij";
    assert_eq!(verdict(&*at(both_united, "r 10")), Some((BLUE, Reason::SwarmUnited)));
    let nobody_united = "
        5 rrr....r..
        1 bb..bb....
          abcdefghij";
    assert_eq!(verdict(&*at(nobody_united, "r 60")), Some((RED, Reason::RoundLimit)));
}

/// "Falls nach den vorgenannten Kriterien kein Gewinner ermittelt werden kann, endet das Spiel
/// unentschieden."
#[test]
fn equal_swarms_are_a_draw() {
    let both_united = "
        5 rr........
        1 bb........
          abcdefghij";
    assert_eq!(verdict(&*at(both_united, "r 10")), Some((None, Reason::SwarmUnited)));
    assert_eq!(verdict(&*at(NOBODY_UNITED, "r 60")), Some((None, Reason::RoundLimit)));
}

/// "Nachrangiges Kriterium für das Ranking im Wettkampfsystem: Anzahl der Fische im größten Schwarm
/// des Spielers."
#[test]
fn the_score_line_is_victory_points_and_fish_in_the_biggest_swarm() {
    let session = at(
        "
        5 rr........
        1 bbbbb....b
          abcdefghij",
        "r 10",
    );
    let scores = session.outcome().unwrap().scores;
    assert_eq!(scores.map(|score| score.parts().to_vec()), [vec![2, 2], vec![0, 5]]);
}
