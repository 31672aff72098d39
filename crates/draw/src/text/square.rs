//! Square boards in text.
//!
//! Column labels above and below, row labels left and right, the top row first.
//! What must hold: a board with more than [`MOST`] rows or columns is not drawn at all;
//! cells outside the labelled grid are not part of the board.
//! Not here: the lines around the board (`super`).

use std::collections::BTreeMap;

use schwarm_core::view::{BoardView, Cell};

use super::row::{Paint, Row};
use super::{TextStyle, Token, touched};
use crate::words;

/// Rows or columns that are drawn at most.
const MOST: usize = 64;

/// The rows of the board; nothing when it is too large to show.
pub(super) fn rows(view: &BoardView, columns: &[String], rows: &[String], style: TextStyle) -> Option<Vec<Row>> {
    if columns.len() > MOST || rows.len() > MOST {
        return None;
    }
    let short = |label: &String| words::clean(label, 4);
    let columns: Vec<String> = columns.iter().map(short).collect();
    let rows: Vec<String> = rows.iter().map(short).collect();
    let length = |label: &String| label.chars().count();

    let tokens: BTreeMap<Cell, Token> = view.cells.iter().map(|cell| (cell.at, Token::of(cell, style))).collect();
    let labels = columns.iter().map(length);
    // Two more than the longest name leave room for the brackets of the last move.
    let field = tokens.values().map(Token::width).chain(labels).max().unwrap_or(1) + 2;
    let margin = rows.iter().map(length).max().unwrap_or(0);
    let inner = columns.len() * field;

    let header = || {
        let mut row = Row::default();
        for (x, label) in columns.iter().enumerate() {
            row.put(margin + 2 + x * field + (field - length(label)) / 2, label, Paint::Dim);
        }
        row
    };
    let [horizontal, vertical] = [style.pick("─", "-"), style.pick("│", "|")];
    let edge = |left, right| {
        let mut row = Row::default();
        row.put(margin + 1, &format!("{left}{}{right}", horizontal.repeat(inner)), Paint::Dim);
        row
    };
    let line = |(y, label): (usize, &String)| {
        let mut row = Row::default();
        row.put(margin - length(label), label, Paint::Dim);
        row.put(margin + 1, vertical, Paint::Dim);
        for x in 0..columns.len() {
            let at = Cell::new(x as i32, y as i32);
            if let Some(token) = tokens.get(&at) {
                token.put(&mut row, margin + 2 + x * field, field, touched(view, at));
            }
        }
        row.put(margin + 2 + inner, vertical, Paint::Dim);
        row.put(margin + 4 + inner, label, Paint::Dim);
        row
    };

    let mut drawn = vec![header(), edge(style.pick("┌", "+"), style.pick("┐", "+"))];
    drawn.extend(rows.iter().enumerate().rev().map(line));
    drawn.extend([edge(style.pick("└", "+"), style.pick("┘", "+")), header()]);
    Some(drawn)
}
