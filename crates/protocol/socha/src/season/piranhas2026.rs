//! Piranhas as the server 26.1.0 writes it: rows of words, the lowest first.

use schwarm_core::Session;

use crate::xml::Element;

use super::board::{Letters, SIZE, Swim, write_rows};
use super::common::{check_start, number, read_side, roomy, turn_text};
use super::read::{self, ReadError};

/// What can be on a cell, with the letters of our texts.
const CONTENTS: [(u8, &str); 8] = [
    (b'.', "EMPTY"),
    (b'O', "SQUID"),
    (b'1', "ONE_S"),
    (b'2', "ONE_M"),
    (b'3', "ONE_L"),
    (b'a', "TWO_S"),
    (b'b', "TWO_M"),
    (b'c', "TWO_L"),
];

/// The `state` element.
pub(super) fn state(session: &dyn Session, last: Option<&Element>) -> Element {
    let position = session.position();
    let mut state = roomy("state", 2)
        .marked("class", "state")
        .marked("startTeam", "ONE")
        .marked("turn", number(session.turn() as i32));
    let first_union = match position.rsplit(' ').next() {
        Some("r") => Some("ONE"),
        Some("b") => Some("TWO"),
        _ => None,
    };
    if let Some(first_union) = first_union {
        state = state.marked("firstUnion", first_union);
    }
    if let Some(swim) = last.and_then(|last| read_swim(last).ok()) {
        state.children.push(write_swim(Element::new("lastMove"), &swim));
    }
    state.children.push(board(&Letters::of(&position)));
    state
}

fn board(letters: &Letters) -> Element {
    let mut board = roomy("board", SIZE);
    for y in 0..SIZE as i32 {
        let mut row = roomy("row", SIZE);
        for x in 0..SIZE as i32 {
            let letter = letters.at(x, y).unwrap_or(b'.');
            let word = CONTENTS.iter().find(|content| content.0 == letter).map_or("EMPTY", |content| content.1);
            row.children.push(Element::new("field").saying(word));
        }
        board.children.push(row);
    }
    board
}

/// The position text of a `state` element.
pub(super) fn read_state(state: &Element) -> Result<String, ReadError> {
    check_start(state.attribute("startTeam"))?;
    let mut letters = [[b'.'; SIZE]; SIZE];
    let rows: Vec<&Element> = read::child(state, "board")?.children_named("row").collect();
    if rows.len() != SIZE {
        return Err(ReadError::shape(format!("{} rows, the board has {SIZE}", rows.len())));
    }
    for (cells, row) in letters.iter_mut().zip(rows) {
        let fields = row.children_named("field").count();
        if fields != SIZE {
            return Err(ReadError::shape(format!("a row of {fields} fields, the board has {SIZE}")));
        }
        for (cell, field) in cells.iter_mut().zip(row.children_named("field")) {
            let content = CONTENTS.iter().find(|content| field.text == content.1);
            *cell = content.ok_or_else(|| read::unknown(field, &field.text))?.0;
        }
    }
    let first_union = match state.attribute("firstUnion") {
        None => '-',
        Some(text) => match read_side(text).ok_or_else(|| read::unknown(state, text))? {
            schwarm_core::Side::One => 'r',
            schwarm_core::Side::Two => 'b',
        },
    };
    let (_, turn) = turn_text(state)?;
    Ok(format!("{} {turn} {first_union}", write_rows(&letters)))
}

fn read_swim(data: &Element) -> Result<Swim<'static>, ReadError> {
    read::class(data, &["move"])?;
    Swim::read(read::child(data, "from")?, &read::child(data, "direction")?.text)
}

fn write_swim(element: Element, swim: &Swim<'_>) -> Element {
    let from = Element::new("from").marked("x", number(swim.x)).marked("y", number(swim.y));
    element.containing(from).containing(Element::new("direction").saying(swim.direction.0))
}

/// The move text of a message.
pub(super) fn read_move(data: &Element, session: &dyn Session) -> Result<String, ReadError> {
    read_swim(data)?.text(&session.position())
}

/// The message of a move text.
pub(super) fn write_move(text: &str) -> Result<Element, ReadError> {
    Ok(write_swim(super::data("move"), &Swim::of_text(text)?))
}

/// The move in words, as the server says it.
pub(super) fn describe(data: &Element) -> Option<String> {
    let swim = read_swim(data).ok()?;
    Some(format!("Schwimme von [{}|{}] in Richtung {}", swim.x, swim.y, swim.direction.0))
}
