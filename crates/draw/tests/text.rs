//! Boards in text: what a reader sees, in Unicode and in ASCII.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod fixtures;

use schwarm_core::Side;
use schwarm_core::view::{Cell, Grid, MoveCells};
use schwarm_draw::{TextStyle, text};

const UNICODE: TextStyle = TextStyle { unicode: true, colour: false };
const ASCII: TextStyle = TextStyle { unicode: false, colour: false };
const COLOUR: TextStyle = TextStyle { unicode: true, colour: true };

#[test]
fn boards_look_as_they_did() {
    for (name, view) in fixtures::all() {
        insta::assert_snapshot!(format!("{name}-unicode"), text(&view, UNICODE));
        insta::assert_snapshot!(format!("{name}-ascii"), text(&view, ASCII));
    }
}

#[test]
fn colours_look_as_they_did() {
    for (name, view) in [("hive-middle", fixtures::hive_middle()), ("hive-2020", fixtures::hive_2020())] {
        insta::assert_snapshot!(format!("{name}-colour"), text(&view, COLOUR).replace('\x1b', "ESC"));
    }
}

#[test]
fn ascii_style_emits_only_ascii() {
    let mut strange = fixtures::hive("0,0=wQ");
    strange.cells[0].stack[0].name = "wß♕".into();
    strange.cells[0].label = "ä".into();
    strange.sides = ["weiß", "schwarz"];
    for view in fixtures::all().into_iter().map(|(_, view)| view).chain([strange]) {
        assert!(text(&view, ASCII).is_ascii());
        assert!(text(&view, TextStyle { unicode: false, colour: true }).is_ascii());
    }
}

#[test]
fn without_colour_there_is_no_escape_sequence_and_with_colour_nothing_else_changes() {
    for (name, view) in fixtures::all() {
        let plain = text(&view, UNICODE);
        assert!(!plain.contains('\x1b'), "{name}");
        let coloured = text(&view, COLOUR);
        assert!(coloured.contains("\x1b["), "{name}");
        assert_eq!(without_escapes(&coloured), plain, "{name}");
    }
}

fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').unwrap().1)
}

#[test]
fn no_line_ends_in_a_space() {
    for (name, view) in fixtures::all() {
        assert!(text(&view, UNICODE).lines().all(|line| !line.ends_with(' ')), "{name}");
    }
}

#[test]
fn a_name_cannot_write_to_the_terminal() {
    let mut view = fixtures::hive("0,0=wQ 1,0=bQ");
    view.cells[0].stack[0].name = "\x1b[2J\r\n\u{202e}x".into();
    view.cells[1].label = "\x07\n".into();
    let drawn = text(&view, UNICODE);
    assert!(drawn.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(!drawn.contains('\u{202e}'));
    assert_eq!(drawn.lines().count(), text(&fixtures::hive("0,0=wQ 1,0=bQ"), UNICODE).lines().count());
}

#[test]
fn a_board_no_terminal_can_show_becomes_a_list() {
    let far = format!("0,0=wQ {},{}=bQ", i32::MAX, i32::MIN);
    let drawn = text(&fixtures::hive(&far), UNICODE);
    assert!(drawn.len() < 400, "{drawn}");
    assert!(drawn.contains("0,0=wQ") && drawn.contains("=bQ"), "{drawn}");

    let mut wide = fixtures::ostsee_start();
    wide.grid = Grid::Square { columns: vec!["a".into(); 100_000], rows: vec!["1".into(); 100_000] };
    assert!(text(&wide, UNICODE).len() < 1_000);
}

#[test]
fn the_cell_a_piece_left_is_shown_even_far_from_the_hive() {
    let mut view = fixtures::hive("0,0=wQ 1,0=bQ");
    view.last_move = Some(MoveCells { from: Some(Cell::new(4, 0)), to: Cell::new(1, 0) });
    let drawn = text(&view, UNICODE);
    assert!(drawn.contains("[·]") && drawn.contains("[bQ]"), "{drawn}");
}

#[test]
fn boards_without_cells_still_say_who_moves() {
    let mut view = fixtures::hive("");
    for grid in
        [Grid::Hex { bounded: false }, Grid::Hex { bounded: true }, Grid::Square { columns: vec![], rows: vec![] }]
    {
        view.grid = grid;
        view.to_move = Side::Two;
        assert!(text(&view, UNICODE).contains("black to move"));
    }
}
