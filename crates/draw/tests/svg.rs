//! Boards in SVG and PNG, through the public face only.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod fixtures;

use resvg::usvg::roxmltree::Document;
use schwarm_core::Side;
use schwarm_core::view::{BoardView, Cell, CellView, Grid, MoveCells, PieceView, Terrain};
use schwarm_draw::{SvgStyle, Theme, is_known_kind, svg};

/// Every combination of the switches.
fn styles() -> Vec<SvgStyle> {
    let mut styles = Vec::new();
    for theme in [Theme::Light, Theme::Dark, Theme::Auto] {
        for coordinates in [false, true] {
            for flip in [false, true] {
                styles.push(SvgStyle { theme, coordinates, size: flip.then_some(300), flip });
            }
        }
    }
    styles
}

/// Parses a drawing as XML and as SVG and hands its text back.
fn check(view: &BoardView, style: &SvgStyle) -> String {
    let drawn = svg(view, style);
    let document = Document::parse(&drawn).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let child = |name: &str| root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
    assert!(child("title").is_some_and(|title| title.text().is_some()));
    assert!(child("desc").is_some_and(|desc| desc.text().is_some()));
    assert!(document.descendants().all(|node| !matches!(node.tag_name().name(), "text" | "image" | "script" | "use")));
    resvg::usvg::Tree::from_str(&drawn, &resvg::usvg::Options::default()).unwrap();
    drawn
}

fn light() -> SvgStyle {
    SvgStyle { theme: Theme::Light, ..SvgStyle::default() }
}

/// A view with one piece of a kind.
fn single(kind: &'static str, name: &str, height: u8) -> BoardView {
    let mut view = fixtures::hive("0,0=wQ");
    view.cells[0].stack = vec![PieceView { side: Side::One, kind, name: name.into(), height }];
    view
}

#[test]
fn all_boards_are_well_formed_in_all_styles_and_need_no_font() {
    for (_, view) in fixtures::all() {
        for style in styles() {
            assert_eq!(check(&view, &style), svg(&view, &style), "the same twice");
        }
    }
}

#[test]
fn every_listed_cell_has_a_hook() {
    for (name, view) in fixtures::all() {
        let drawn = svg(&view, &light());
        for cell in &view.cells {
            let hook = format!("data-cell=\"{},{}\"", cell.at.x, cell.at.y);
            assert_eq!(drawn.matches(&hook).count(), 1, "{name}: {hook}");
        }
    }
}

#[test]
fn the_description_tells_the_position() {
    let drawn = svg(&fixtures::hive_middle(), &light());
    let desc = drawn.split("<desc>").nth(1).unwrap().split("</desc>").next().unwrap();
    for words in ["wB1 beetle at 2,-1 on black bQ queen", "black in hand: 1 spider", "Last move from 3,-2 to 2,-1."] {
        assert!(desc.contains(words), "{words}: {desc}");
    }
    assert!(drawn.contains("<title>Board at turn 31, black to move</title>"));
}

#[test]
fn the_cell_a_piece_left_is_drawn_where_nothing_is_listed() {
    let view = fixtures::hive_middle();
    assert!(svg(&view, &light()).contains("data-cell=\"3,-2\""));
}

#[test]
fn marked_cells_have_dots_and_marked_pieces_rings() {
    let view = fixtures::hive_middle();
    let plain = svg(&view, &light());
    let (far, piece) = (Cell::new(9, -4), view.cells[0].at);
    let marked = schwarm_draw::dotted(&view, &light(), &[far, piece]);
    assert!(
        !plain.contains("data-cell=\"9,-4\"") && marked.contains("data-cell=\"9,-4\""),
        "an unlisted cell is drawn"
    );
    let count = |drawn: &str| drawn.matches("<circle ").count();
    assert_eq!(count(&marked), count(&plain) + 3, "one dot, one ring with its rim");
    assert_eq!(schwarm_draw::dotted(&view, &light(), &[]), plain);
    let board = fixtures::piranhas_middle();
    assert_eq!(count(&schwarm_draw::dotted(&board, &light(), &[Cell::new(4, 4)])), count(&svg(&board, &light())) + 1);
}

#[test]
fn an_unknown_kind_is_drawn_as_its_name() {
    assert!(!is_known_kind("dragonfly") && is_known_kind("queen"));
    let [a, b] = ["wD1", "wD2"].map(|name| check(&single("dragonfly", name, 1), &light()));
    assert_ne!(drawing(&a), drawing(&b));
    check(&single("dragonfly", "", 1), &light());
    check(&single("", "", 0), &light());
}

/// The part of an SVG that is seen.
fn drawing(svg: &str) -> String {
    svg.split("data-part=\"board\"").nth(1).unwrap().split("</title>").nth(1).unwrap().to_owned()
}

#[test]
fn known_kinds_differ_in_shape_and_red_differs_from_blue_without_colour() {
    let kinds = ["queen", "spider", "beetle", "grasshopper", "ant", "mosquito", "ladybug", "pillbug"];
    let sea = ["cockle", "gull", "starfish", "seal", "fish", "fish-1", "fish-2", "fish-3"];
    let mut seen: Vec<String> =
        kinds.into_iter().chain(sea).map(|kind| shapes(&drawing(&svg(&single(kind, "x", 1), &light())))).collect();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 16);

    for kind in ["queen", "seal", "fish-2"] {
        let of = |side| {
            let mut view = single(kind, "x", 1);
            view.sides = ["red", "blue"];
            view.cells[0].stack[0].side = side;
            shapes(&drawing(&svg(&view, &light())))
        };
        assert_ne!(of(Side::One), of(Side::Two), "{kind}");
    }
}

/// A drawing without its colours.
fn shapes(drawing: &str) -> String {
    drawing.split('"').filter(|part| !part.starts_with('#')).collect()
}

#[test]
fn hostile_names_are_escaped() {
    let evil = "\"/><script>alert('&')</script>\0\u{1b}\u{ffff}]]>";
    for kind in ["queen", "fish", "dragonfly"] {
        let mut view = single(kind, evil, 1);
        view.cells[0].label = evil.into();
        view.sides = ["<b>", "&amp;"];
        view.counters = fixtures::hive_2020().counters;
        view.counters[0].value = evil.into();
        for style in styles() {
            check(&view, &style);
        }
    }
    let mut view = fixtures::ostsee_start();
    view.grid = Grid::Square { columns: vec![evil.into(); 8], rows: vec![evil.into(); 8] };
    check(&view, &SvgStyle { coordinates: true, ..light() });
}

#[test]
fn boards_without_cells_are_drawn() {
    let mut view = fixtures::hive_empty();
    for grid in
        [Grid::Hex { bounded: false }, Grid::Hex { bounded: true }, Grid::Square { columns: vec![], rows: vec![] }]
    {
        view.grid = grid;
        for style in styles() {
            check(&view, &style);
        }
    }
}

#[test]
fn the_size_of_the_drawing_follows_the_size_of_the_view() {
    let corners = [(i32::MIN, i32::MIN), (i32::MAX, i32::MAX), (i32::MIN, i32::MAX), (0, 0)];
    let mut view = fixtures::hive("");
    let piece = PieceView { side: Side::Two, kind: "queen", name: "q".repeat(100_000), height: 255 };
    view.cells = corners
        .iter()
        .map(|&(x, y)| CellView {
            at: Cell::new(x, y),
            label: "l".repeat(100_000),
            terrain: Terrain::Octopus,
            stack: vec![piece.clone(); 3],
        })
        .collect();
    view.last_move = Some(MoveCells { from: Some(Cell::new(i32::MAX, i32::MIN)), to: Cell::new(1, 1) });
    let columns = vec!["a".into(); 3];
    for grid in
        [Grid::Hex { bounded: false }, Grid::Hex { bounded: true }, Grid::Square { rows: columns.clone(), columns }]
    {
        view.grid = grid;
        for style in styles() {
            assert!(check(&view, &style).len() < 500_000);
        }
    }
}

#[test]
fn only_the_automatic_theme_carries_a_style_sheet() {
    let view = fixtures::hive_2020();
    let of = |theme| svg(&view, &SvgStyle { theme, ..SvgStyle::default() });
    assert!(of(Theme::Auto).contains("prefers-color-scheme:dark"));
    assert!(!of(Theme::Light).contains("<style") && !of(Theme::Dark).contains("<style"));
    assert_ne!(of(Theme::Light), of(Theme::Dark));
}

#[test]
fn flipping_turns_the_board_and_swaps_the_strips() {
    let of = |flip| svg(&fixtures::ostsee_towers(), &SvgStyle { flip, ..light() });
    let first = |drawn: &str| drawn.split("data-side=\"").nth(1).unwrap()[..1].to_owned();
    assert_eq!((first(&of(false)), first(&of(true))), ("1".into(), "0".into()));
}

#[cfg(feature = "png")]
mod png {
    use super::*;
    use schwarm_draw::{PngError, png};

    /// Width and height as the header says them.
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (word(16), word(20))
    }

    #[test]
    fn a_picture_has_the_asked_width() {
        for (name, view) in fixtures::all() {
            let drawn = svg(&view, &SvgStyle::default());
            for width in [1, 20, 333] {
                let (wide, high) = size(&png(&drawn, width).unwrap());
                assert_eq!(wide, width, "{name}");
                assert!(high >= 1);
            }
        }
    }

    #[test]
    fn light_and_dark_pictures_differ_and_automatic_is_light() {
        let of = |theme| png(&svg(&fixtures::hive_classic(), &SvgStyle { theme, ..SvgStyle::default() }), 100).unwrap();
        assert_ne!(of(Theme::Light), of(Theme::Dark));
        assert_eq!(of(Theme::Light), of(Theme::Auto));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let drawn = svg(&fixtures::hive_empty(), &SvgStyle::default());
        assert!(matches!(png(&drawn, 0), Err(PngError::Size { width: 0, .. })));
        assert!(matches!(png(&drawn, 1_000_000), Err(PngError::Size { .. })));
        assert!(matches!(png("<svg", 10), Err(PngError::Svg(_))));
        let tall = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 100000\"/>";
        assert!(matches!(png(tall, 100), Err(PngError::Size { .. })));
    }
}
