//! Checks the plain second implementation of the Hive rules by itself, before the fast one is compared
//! with it, in drawn positions: the rules that are easy to get wrong.
//!
//! Not here: published perft numbers (`plain_perft.rs`), the comparison with the fast rules.

mod plain;

use plain::board::{axial_from_xy, is_on_sc2020_board, neighbours, sc2020_cells, xy_from_axial};
use plain::drawing::Drawing;
use plain::{Action, Book, Bug, Cell, End, Plain};
use std::collections::BTreeSet;

const OFFICIAL: Book = Book::Official { mosquito: true, ladybug: true, pillbug: true, queen_first: false };
const CLASSIC: Book = Book::Classic { blue_first: false };
const SHEET: Book = Book::Sc2020 { server: false };
const SERVER: Book = Book::Sc2020 { server: true };
const MIDDLE: Cell = (0, 0);

#[test]
fn cells_of_2020_are_neighbours_in_both_coordinates() {
    assert_eq!(sc2020_cells().len(), 91);
    let east_north_east_and_round = [((1, -1), (1, 0)), ((1, 0), (1, -1)), ((0, 1), (0, -1))];
    for (xy, axial) in east_north_east_and_round {
        assert_eq!(axial_from_xy(xy), axial, "RIGHT is E, UPRIGHT is NE, UPLEFT is NW");
    }
    for cell in sc2020_cells() {
        assert_eq!(xy_from_axial(axial_from_xy(cell)), cell);
        assert!(is_on_sc2020_board(axial_from_xy(cell)), "the board is its own mirror image");
        let near: BTreeSet<Cell> = neighbours(cell).map(axial_from_xy).into();
        assert_eq!(near, neighbours(axial_from_xy(cell)).into());
    }
}

// Sliding.

#[test]
fn queen_does_not_fit_through_a_gate() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
              bA  bG
            bA  wQ! .
              bS  bQ
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn queen_may_not_lose_contact_on_the_way() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
                x   .
              bA  wQ! .
            bG  x   .
              bS  bQ
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn piece_that_holds_the_hive_together_may_not_move() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        Drawing::read(book, MIDDLE, "bA  wA! wQ", "").check();
        Drawing::read(book, MIDDLE, "bA  wG! wQ", "").check();
        Drawing::read(book, MIDDLE, "bA  wB! wQ", "").check();
    }
}

#[test]
fn beetle_on_a_stack_does_not_hold_the_hive_together() {
    let picture = r"
          x   x
        bA* 1!  wQ*
          x   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bG wB").check();
}

/// The lower two of the inner targets are two slides away by the short way and three by the long one.
#[test]
fn spider_counts_steps_of_a_path_not_of_the_shortest_way() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
              bA  bG  bA
            bA  wS! .   bG
              wQ  .   bQ
            x   x   x   x
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn ant_goes_all_round_but_not_into_a_closed_cell() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
                x   x   x
              x   bA  bG  x
            x   bS  .   wQ  x
              x   bA  bQ  wA!
                x   x   x
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

// Climbing.

#[test]
fn official_beetle_on_the_ground_obeys_the_gate() {
    let picture = r"
          bA* wQ*
        bA* wB! .
          bS* bQ*
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "").check();
}

#[test]
fn beetle_of_classic_and_2020_squeezes_through_a_gate() {
    for book in [CLASSIC, SHEET, SERVER] {
        let picture = r"
              bA* wQ*
            bA* wB! x
              bS* bQ*
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn beetle_may_not_lose_contact() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
              .   x
            .   wB! bA* wQ
              .   x
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn official_beetle_does_not_climb_between_two_higher_stacks() {
    let picture = r"
          x   1*
        .   wB! bA  wQ
          x   2*
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bG bB, 2=wA wB").check();
}

#[test]
fn official_beetle_climbs_beside_one_higher_stack() {
    let picture = r"
          x   1*
        .   wB! bA* wQ
          x   wA*
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bG bB").check();
}

#[test]
fn official_beetle_does_not_come_down_between_two_higher_stacks() {
    let picture = r"
          x   1*
        x   3!  .
          x   2*
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bG bB, 2=wA bB, 3=wQ wB").check();
}

#[test]
fn beetle_of_classic_and_2020_knows_no_height_gate() {
    for book in [CLASSIC, SHEET, SERVER] {
        let picture = r"
              x   1*
            x   3!  x
              x   2*
        ";
        Drawing::read(book, MIDDLE, picture, "1=bG bB, 2=wA bB, 3=wQ wB").check();
    }
}

#[test]
fn grasshopper_jumps_over_stacks_and_into_a_closed_cell() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
              x       x
                bA  wQ
              .   wG! 1   bA  x
                bS  bQ  bG
              x   bA  x   bA
                    bS  bB
        ";
        Drawing::read(book, MIDDLE, picture, "1=bG bB").check();
    }
}

#[test]
fn ladybug_may_not_return_to_where_it_began() {
    let picture = r"
          x   x
        x   bQ  x
          wL! wQ  x
            x   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "").check();
}

#[test]
fn ladybug_takes_exactly_two_steps_on_top() {
    let picture = r"
          .   .   x   x
        .   wL! bA  wQ  x
          .   .   x   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "").check();
}

/// It must go up a stack first, so it comes down only from the ant.
#[test]
fn ladybug_does_not_climb_between_two_higher_stacks() {
    let picture = r"
          .   .
        .   1   x
          wL! bA  x
        .   2   x
          .   .
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=wQ bB, 2=bG bB").check();
}

// Mosquito.

#[test]
fn mosquito_copies_what_it_touches_at_the_start() {
    let queen_like = r"
          .   x
        .   wM! wQ  bA
          .   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, queen_like, "").check();
    let ladybug_and_queen = r"
          x   x
        x   bL  x
          wM! wQ  x
            x   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, ladybug_and_queen, "").check();
}

#[test]
fn mosquito_copies_the_top_of_a_stack() {
    let picture = r"
          .   x
        .   wM! 1*  wQ
          .   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bA bB").check();
}

#[test]
fn mosquito_that_touches_mosquitoes_only_may_not_move() {
    Drawing::read(OFFICIAL, MIDDLE, "wM! bM  wQ", "").check();
    Drawing::read(OFFICIAL, MIDDLE, "wM! 1   wQ", "1=bA bM").check();
}

#[test]
fn mosquito_on_a_stack_is_a_beetle_and_nothing_else() {
    let picture = r"
          x   x
        x   1!  bA* wQ
          x   x
    ";
    Drawing::read(OFFICIAL, MIDDLE, picture, "1=bG wM").check();
}

// Pillbug. The marked piece is the one thrown.

/// Reads a drawing with white to move.
fn for_white(picture: &str, legend: &str) -> Drawing {
    let mut drawing = Drawing::read(OFFICIAL, MIDDLE, picture, legend);
    drawing.give_turn_to(0);
    drawing
}

const THROW_BY_PINNED_PILLBUG: &str = r"
          x   x
        bA! wP  wQ
          x   x
";
const EAST_OF_MIDDLE: Cell = (1, 0);

#[test]
fn pinned_pillbug_throws_friend_and_foe() {
    for_white(THROW_BY_PINNED_PILLBUG, "").check();
    let friend = r"
          x   x
        wG! wP  wQ  x
          x   x
    ";
    for_white(friend, "").check();
}

#[test]
fn piece_that_moved_last_may_not_be_thrown() {
    let mut drawing = for_white(THROW_BY_PINNED_PILLBUG, "");
    drawing.position.stunned = Some(drawing.marked);
    assert_eq!(drawing.reached(), BTreeSet::new());
}

#[test]
fn pillbug_that_was_thrown_last_may_not_throw() {
    let mut drawing = for_white(THROW_BY_PINNED_PILLBUG, "");
    drawing.position.stunned = Some(EAST_OF_MIDDLE);
    assert_eq!(drawing.reached(), BTreeSet::new());
}

#[test]
fn thrown_piece_rests_for_one_ply() {
    let mut drawing = for_white(THROW_BY_PINNED_PILLBUG, "");
    let (from, to) = (drawing.marked, (1, 1));
    drawing.position.put((3, 0), plain::Piece { side: 1, bug: Bug::Queen, number: 1 });
    drawing.position.play(Action::Move { from, to });
    let moves_of_ant = |position: &Plain| {
        let is_ant_move = |action: &Action| matches!(action, Action::Move { from, .. } if *from == to);
        position.legal().iter().any(is_ant_move)
    };
    assert!(!moves_of_ant(&drawing.position), "black may not move it now");
    let elsewhere = Action::Move { from: (3, 0), to: (2, 1) };
    drawing.position.play(elsewhere);
    assert!(moves_of_ant(&drawing.position), "white may throw it again");
    drawing.give_turn_to(1);
    assert!(moves_of_ant(&drawing.position), "black may move it again");
}

#[test]
fn pillbug_of_a_side_without_queen_may_not_throw() {
    let drawing = for_white(&THROW_BY_PINNED_PILLBUG.replace("wQ", "wA"), "");
    assert_eq!(drawing.reached(), BTreeSet::new());
}

#[test]
fn piece_that_holds_the_hive_together_may_not_be_thrown() {
    for_white("bG  bA! wP  wQ", "").check();
}

#[test]
fn stack_may_not_be_thrown_nor_a_covered_pillbug_throw() {
    for_white("1!  wP  wQ", "1=wA bB").check();
    for_white("bA! 1   wQ", "1=wP bB").check();
}

#[test]
fn throw_does_not_go_up_between_two_higher_stacks() {
    let picture = r"
          .   1
        .   wP  bA!
          .   2
    ";
    for_white(picture, "1=wQ bB, 2=bG bB").check();
}

#[test]
fn throw_does_not_go_down_between_two_higher_stacks() {
    let picture = r"
          x   1
        bA! wP  .
          x   2
    ";
    for_white(picture, "1=wQ bB, 2=bG bB").check();
}

#[test]
fn mosquito_throws_when_it_touches_a_pillbug_even_of_the_enemy() {
    let picture = r"
          x   x
        bA! wM  bP  wQ
          x   x
    ";
    for_white(picture, "").check();
}

#[test]
fn mosquito_on_a_stack_does_not_throw() {
    for_white("bA! 1   bP  wQ", "1=bG wM").check();
}

// The board of 2020.

#[test]
fn missing_cell_beyond_the_edge_neither_blocks_nor_gives_contact() {
    for book in [SHEET, SERVER] {
        let picture = r"
              ~   ~
            .   wQ! x
              x   bA
        ";
        Drawing::read(book, (2, 3), picture, "").check();
    }
}

#[test]
fn blackberry_closes_a_gate() {
    for book in [SHEET, SERVER] {
        let picture = r"
              .   #
            .   wQ! .
              x   bA
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn blackberries_give_no_contact() {
    for book in [SHEET, SERVER] {
        let picture = r"
              #   .
            .   wQ! bA
              .   x
        ";
        Drawing::read(book, MIDDLE, picture, "").check();
    }
}

#[test]
fn beetle_does_not_enter_a_blackberry_nor_leave_the_board() {
    for book in [SHEET, SERVER] {
        let picture = r"
              ~   ~
            .   wB! #
              x   bA* wQ
        ";
        Drawing::read(book, (2, 3), picture, "").check();
    }
}

#[test]
fn grasshopper_jumps_neither_over_a_blackberry_nor_off_the_board() {
    for book in [SHEET, SERVER] {
        let picture = r"
              ~   ~   ~
                bA  bQ
              #   wG! wQ  bA  x
                .   bS
                      #
        ";
        Drawing::read(book, (2, 2), picture, "").check();
    }
}

#[test]
fn queen_in_the_corner_is_surrounded_by_edge_blackberry_and_pieces() {
    let picture = r"
          ~   ~
        ~   wQ! bA
          #   bQ
    ";
    let verdict = |book, turn| {
        let mut position = Drawing::read(book, (0, 5), picture, "").position;
        (position.turn, position.side) = (turn, u8::from(turn % 2 == 1));
        assert_eq!(position.free_cells_round_queen(0), 0);
        assert_eq!(position.legal().is_empty(), position.outcome().is_some());
        position.outcome()
    };
    let blue_wins = Some((End::Win(1), "queen-surrounded"));
    assert_eq!(verdict(SHEET, 21), blue_wins, "the sheet ends at once");
    assert_eq!(verdict(SERVER, 21), None, "the server waits for the ply of blue");
    assert_eq!(verdict(SERVER, 22), blue_wins);
}

#[test]
fn after_sixty_plies_the_freer_queen_wins() {
    for book in [SHEET, SERVER] {
        let mut position = Drawing::read(book, MIDDLE, "bA  wQ! bQ", "").position;
        assert_eq!((position.free_cells_round_queen(0), position.free_cells_round_queen(1)), (4, 5));
        (position.turn, position.side) = (59, 1);
        assert_eq!(position.outcome(), None);
        (position.turn, position.side) = (60, 0);
        assert_eq!(position.outcome(), Some((End::Win(1), "round-limit")));
        position.lift((1, -1));
        assert_eq!(position.free_cells_round_queen(1), -1);
        assert_eq!(position.outcome(), Some((End::Win(0), "round-limit")));
    }
}

#[test]
fn queen_due_without_a_cell_for_it_passes() {
    for book in [SHEET, SERVER] {
        let picture = r"
              wQ  .
            .   bG! ~
              ~   ~
        ";
        let mut position = Drawing::read(book, (0, -5), picture, "").position;
        position.turn = 7;
        assert_eq!(position.legal(), BTreeSet::from([Action::Pass]));
    }
}

// Placing, passing and the end, in all books.

#[test]
fn queen_is_the_only_piece_to_place_on_the_fourth_turn() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let mut position = Drawing::read(book, MIDDLE, "wA! bA", "").position;
        position.turn = 4;
        assert_eq!(bugs_placed(&position).len(), if book == OFFICIAL { 8 } else { 5 });
        position.turn = 6;
        assert_eq!(bugs_placed(&position), BTreeSet::from([Bug::Queen]));
    }
}

#[test]
fn queen_as_first_piece_is_a_matter_of_the_book() {
    let free = Book::Official { mosquito: false, ladybug: false, pillbug: false, queen_first: true };
    for (book, allowed) in [(OFFICIAL, false), (free, true), (CLASSIC, true)] {
        let mut position = Plain::new(book, &[]);
        assert_eq!(bugs_placed(&position).contains(&Bug::Queen), allowed);
        position.play(Action::Place { bug: Bug::Ant, at: MIDDLE });
        assert_eq!(bugs_placed(&position).contains(&Bug::Queen), allowed);
    }
    assert_eq!(Plain::new(Book::Classic { blue_first: true }, &[]).side, 1);
}

#[test]
fn only_the_top_of_a_stack_counts_for_placing() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let mut drawing = Drawing::read(book, MIDDLE, "1!  wQ", "1=bA wB");
        let beside_the_stack = Action::Place { bug: Bug::Ant, at: (-1, 0) };
        assert!(drawing.position.legal().contains(&beside_the_stack));
        drawing.give_turn_to(1);
        assert_eq!(drawing.position.legal(), BTreeSet::from([Action::Pass]), "all of black is covered");
    }
}

#[test]
fn two_passes_in_a_row_are_a_draw_but_not_in_2020() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let mut drawing = Drawing::read(book, MIDDLE, "1!  wQ", "1=bQ wB");
        drawing.give_turn_to(1);
        let mut position = drawing.position;
        position.play(Action::Pass);
        assert_eq!((position.passes, position.outcome()), (1, None));
        position.apply(Action::Pass);
        let is_2020 = matches!(book, Book::Sc2020 { .. });
        assert_eq!(position.outcome(), if is_2020 { None } else { Some((End::Draw, "passes")) });
    }
}

#[test]
fn both_queens_surrounded_are_a_draw() {
    for book in [OFFICIAL, CLASSIC, SHEET, SERVER] {
        let picture = r"
              wA  bA  wA
            bG  wQ! bQ  wG
              bS  wS  bA
        ";
        let position = Drawing::read(book, MIDDLE, picture, "").position;
        assert_eq!(position.outcome(), Some((End::Draw, "both-surrounded")));
        assert_eq!(position.legal(), BTreeSet::new());
    }
}

fn bugs_placed(position: &Plain) -> BTreeSet<Bug> {
    let bug = |action| match action {
        Action::Place { bug, .. } => Some(bug),
        _ => None,
    };
    position.legal().into_iter().filter_map(bug).collect()
}
