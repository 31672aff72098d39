//! Pictures of positions. They carry their colours in themselves: the policy of our pages allows no styles inside.

use std::sync::LazyLock;

use axum::extract::{Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schwarm_core::view::{BoardView, Cell, Grid};
use schwarm_core::{Rng, Session, Setup};
use schwarm_draw::{SvgStyle, Theme};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::slim::{cropped, lighter};
use crate::{Kind, Trouble};

/// Width of a picture in pixels.
const WIDTH: u32 = 960;

/// Room around the centre of an outer cell, which is 100 high: for the cell, for a stack on it, for names of rows beside it.
const ROOM: f64 = 56.0;
const ROOM_FOR_STACKS: f64 = 72.0;
const ROOM_FOR_NAMES: f64 = 98.0;

/// Moves of the games on the pictures of empty boards.
const SHOWN_MOVES: usize = 12;

/// The luck of these games: with this one the hives are compact.
const SEED: u64 = 11;

/// Pictures in pixels are drawn by so many threads at once.
pub(super) static DRAWING: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)));

/// How a picture is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    theme: Colours,
    #[serde(default)]
    flip: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colours {
    #[default]
    Light,
    Dark,
}

impl Wish {
    fn style(self) -> SvgStyle {
        let theme = match self.theme {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        SvgStyle { theme, flip: self.flip, coordinates: true, size: None }
    }
}

/// A position as SVG.
pub(super) fn svg(view: &BoardView, wish: Wish) -> Response {
    ([(CONTENT_TYPE, "image/svg+xml")], lighter(&schwarm_draw::svg(view, &wish.style()))).into_response()
}

/// The board of a position alone, with marks on some of its cells. Squares have their names, hexagons none.
pub(super) fn marked(view: BoardView, marks: &[Cell], wish: Wish) -> Response {
    let is_square = matches!(view.grid, Grid::Square { .. });
    let style = SvgStyle { coordinates: is_square, ..wish.style() };
    let picture = schwarm_draw::dotted(&bare(view), &style, marks);
    let room = if is_square { ROOM_FOR_NAMES } else { ROOM_FOR_STACKS };
    let head = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=3600")];
    (head, lighter(&cropped(&picture, room).unwrap_or(picture))).into_response()
}

/// A position as PNG.
pub(super) async fn png(view: BoardView, wish: Wish) -> Result<Response, Trouble> {
    let pixels = drawn(move || schwarm_draw::png(&schwarm_draw::svg(&view, &wish.style()), WIDTH)).await?;
    Ok(([(CONTENT_TYPE, "image/png")], pixels).into_response())
}

/// Draws on a thread of its own, when one is free.
pub(super) async fn drawn<T, E>(draw: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T, Trouble>
where
    T: Send + 'static,
    E: std::fmt::Display + Send + 'static,
{
    let _turn = DRAWING.acquire().await.map_err(|error| Trouble::failed("drawing", &error))?;
    let drawn = tokio::task::spawn_blocking(draw).await.map_err(|error| Trouble::failed("drawing", &error))?;
    drawn.map_err(|error| Trouble::failed("drawing", &error))
}

/// What a game looks like, for those who choose one: `/boards/hive.svg`.
pub(super) async fn sample(Path(file): Path<String>, Query(wish): Query<Wish>) -> Result<Response, Trouble> {
    let id = file.strip_suffix(".svg").ok_or(Kind::Unknown)?;
    let view = bare(example(id).ok_or(Kind::Unknown)?.view());
    let picture = schwarm_draw::svg(&view, &SvgStyle { coordinates: false, flip: false, ..wish.style() });
    let head = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=3600")];
    Ok((head, lighter(&cropped(&picture, ROOM).unwrap_or(picture))).into_response())
}

/// A game that has just begun: a board that begins empty is shown with something on it.
fn example(id: &str) -> Option<Box<dyn Session>> {
    let mut session = schwarm_catalog::open(id).ok()?.start(Setup::Default).ok()?;
    if session.view().reserves.iter().any(|hand| !hand.is_empty()) {
        let mut rng = Rng::new(SEED);
        for _ in 0..SHOWN_MOVES {
            let Some(mv) = session.random_move(&mut rng) else { break };
            session.play(&mv).ok()?;
        }
    }
    Some(session)
}

/// The board without anything beside it.
fn bare(view: BoardView) -> BoardView {
    BoardView { reserves: [Vec::new(), Vec::new()], counters: Vec::new(), last_move: None, marks: Vec::new(), ..view }
}
