//! The printed rules of the Software-Challenge 2020, sentence by sentence (`rules/hive-2020.de.txt`), and the rows
//! in which the server differed from the sheet (`rules/README.md`). Every doc comment quotes its sentence.
//!
//! In pictures `w` is red and `b` is blue. Texts of cells are `x,y` of the cube coordinate.

mod common;

#[path = "sheet_2020/board.rs"]
mod board;
#[path = "sheet_2020/bugs.rs"]
mod bugs;
#[path = "sheet_2020/end.rs"]
mod end;
#[path = "sheet_2020/moving.rs"]
mod moving;
#[path = "sheet_2020/placing.rs"]
mod placing;
#[path = "sheet_2020/server.rs"]
mod server;

use schwarm_core::Session;
use std::collections::BTreeSet;

const SHEET: &str = "hive-2020";
const SERVER: &str = "hive-2020-server";
const BOTH: [&str; 2] = [SHEET, SERVER];

/// Blackberries in three corners, out of the way.
const CORNERS: &str = "-5,0 0,5 5,-5";

fn fresh(id: &str) -> Box<dyn Session> {
    common::start_with(id, CORNERS)
}

/// The cells on which a bug can be set.
fn cells_for(session: &dyn Session, letter: char) -> BTreeSet<String> {
    let set = format!("{letter}@");
    session.legal_moves().iter().filter_map(|text| text.strip_prefix(&set).map(str::to_string)).collect()
}

fn is_set(text: &str) -> bool {
    text.contains('@')
}
