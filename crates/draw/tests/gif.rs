//! A game as an animation: every position one frame, the same table in all of them.
#![cfg(feature = "gif")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Grid, PieceView, Terrain};
use schwarm_draw::{Pace, SvgStyle, gif};

/// Pieces in a row, one more in each view.
fn row(length: i32) -> BoardView {
    let cells = (0..length).map(|x| CellView {
        at: Cell { x, y: 0 },
        label: String::new(),
        terrain: Terrain::Plain,
        stack: vec![PieceView { kind: "queen", side: Side::One, name: "wQ".into(), height: 1 }],
    });
    BoardView {
        grid: Grid::Hex { bounded: false },
        sides: ["white", "black"],
        to_move: Side::One,
        turn: length.cast_unsigned(),
        cells: cells.collect(),
        reserves: [vec![], vec![]],
        counters: vec![],
        last_move: None,
        marks: Vec::new(),
    }
}

#[test]
fn every_position_is_a_frame_and_the_last_one_stays() {
    let views: Vec<BoardView> = (0..5).map(row).collect();
    let mut file = Vec::new();
    gif(&views, &SvgStyle::default(), 200, Pace { frame: 50, last: 300 }, &mut file).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
    let (width, height) = (decoder.width(), decoder.height());
    let mut delays = Vec::new();
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height), (width, height));
        delays.push(frame.delay);
        pictures.push(frame.buffer.to_vec());
    }
    assert_eq!((width, delays), (200, vec![50, 50, 50, 50, 300]));
    assert!(pictures.windows(2).all(|two| two[0] != two[1]), "every move is seen");
}

#[test]
fn nothing_and_far_too_much_are_refused() {
    let mut file = Vec::new();
    for views in [vec![], vec![row(1); 5001]] {
        assert!(gif(&views, &SvgStyle::default(), 100, Pace::default(), &mut file).is_err());
    }
    assert!(gif(&[row(1)], &SvgStyle::default(), 0, Pace::default(), &mut file).is_err());
}
