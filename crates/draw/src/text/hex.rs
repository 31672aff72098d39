//! Hexagonal boards in text.
//!
//! Every row is shifted by half a cell against the one above, so the six neighbours of a
//! piece stand to its left and right and at its four corners. Each row carries the names
//! of its first and last cell, in the notation of the game.
//! What must hold: a board wider or higher than [`MOST`] is not drawn at all.
//! Not here: the lines around the board (`super`).

use std::collections::BTreeMap;

use schwarm_core::view::{BoardView, Cell, CellView};

use super::row::{Paint, Row};
use super::{TextStyle, Token, touched};
use crate::{hex, words};

/// Rows, and cells side by side, that are drawn at most.
const MOST: i64 = 64;
/// Up to this many cells side by side there is room for wide gaps.
const ROOMY: i64 = 13;

/// The rows of the board; nothing when it is too large to show.
pub(super) fn rows(view: &BoardView, bounded: bool, style: TextStyle) -> Option<Vec<Row>> {
    let cells = cells(view, bounded);
    let half_steps = |at: &Cell| 2 * i64::from(at.x) + i64::from(at.y);
    let (west, east) = (cells.keys().map(half_steps).min()?, cells.keys().map(half_steps).max()?);
    let (north, south) = (cells.keys().map(|at| at.y).min()?, cells.keys().map(|at| at.y).max()?);
    let wide = (east - west) / 2 + 1;
    if wide > MOST || i64::from(south) - i64::from(north) >= MOST {
        return None;
    }

    let tokens: BTreeMap<Cell, Token> = cells
        .iter()
        .map(|(&at, cell)| (at, cell.map_or_else(|| Token::empty(style), |cell| Token::of(cell, style))))
        .collect();
    let longest = tokens.values().map(Token::width).max()?.max(3);
    let gap = if wide <= ROOMY { 3 } else { 1 };
    let half = (longest + gap).div_ceil(2);
    let name = |at: Cell| cells.get(&at).copied().flatten().map_or_else(|| words::axial(at), words::label);
    let margin = cells.keys().map(|&at| name(at).chars().count()).max()? + 2;

    let row = |y: i32| {
        let mut row = Row::default();
        let here: Vec<Cell> = cells.keys().copied().filter(|at| at.y == y).collect();
        let field = |at: &Cell| margin + (half_steps(at) - west) as usize * half;
        for at in &here {
            tokens[at].put(&mut row, field(at), 2 * half - 1, touched(view, *at));
        }
        if let (Some(first), Some(last)) = (here.first(), here.last()) {
            let label = name(*first);
            row.put(field(first) - 1 - label.chars().count(), &label, Paint::Dim);
            if first != last {
                row.put(field(last) + 2 * half, &name(*last), Paint::Dim);
            }
        }
        row
    };
    Some((north..=south).map(row).collect())
}

/// All cells to show: the listed ones, and on an unbounded board the rim around them.
fn cells(view: &BoardView, bounded: bool) -> BTreeMap<Cell, Option<&CellView>> {
    let mut cells = BTreeMap::new();
    if !bounded {
        cells.extend(hex::rim(view).into_iter().map(|at| (at, None)));
        let moved = view.last_move.into_iter().flat_map(|moved| moved.from.into_iter().chain([moved.to]));
        cells.extend(moved.map(|at| (at, None)));
    }
    cells.extend(view.cells.iter().map(|cell| (cell.at, Some(cell))));
    cells
}
