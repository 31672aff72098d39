//! Piranhas as the server 19.2.1 writes it: every cell an element with its coordinates, columns first.

use std::sync::LazyLock;

use schwarm_core::{Session, Side};

use crate::xml::{Attributes, Element, Text};

use super::board::{Letters, SIZE, Swim, write_rows};
use super::common::{check_start, colour, number, player, roomy, turn_text};
use super::read::{self, ReadError};

/// The `state` element.
pub(super) fn state(session: &dyn Session, players: &[String; 2], last: Option<&Element>) -> Element {
    let mut state = roomy("state", 4)
        .marked("class", "sc.plugin2019.GameState")
        .marked("startPlayerColor", "RED")
        .marked("currentPlayerColor", colour(session.side_to_move()))
        .marked("turn", number(session.turn() as i32));
    if let Some(swim) = last.and_then(|last| read_swim(last).ok()) {
        state.children.push(write_swim("lastMove", &swim));
    }
    state.children.push(player("red", Side::One, &players[0]));
    state.children.push(player("blue", Side::Two, &players[1]));
    state.children.push(board(&Letters::of(&session.position())));
    state
}

/// What can be on a cell, with the letters of our texts.
const CONTENTS: [(u8, &str); 4] = [(b'.', "EMPTY"), (b'r', "RED"), (b'b', "BLUE"), (b'O', "OBSTRUCTED")];

/// The attributes of every field there can be, by column, row and content.
static FIELDS: LazyLock<Vec<[(Text, Text); 3]>> = LazyLock::new(|| {
    let size = SIZE as i32;
    let cells = (0..size).flat_map(|x| (0..size).map(move |y| (x, y)));
    let fields = cells.flat_map(|(x, y)| {
        CONTENTS.map(|(_, content)| {
            [("x", number(x)), ("y", number(y)), ("state", Text::word(content))]
                .map(|(name, value)| (name.into(), value))
        })
    });
    fields.collect()
});

fn board(letters: &Letters) -> Element {
    let fields_there_are: &'static [[(Text, Text); 3]] = &FIELDS;
    let mut cells = fields_there_are.chunks_exact(CONTENTS.len());
    let mut board = roomy("board", SIZE + 1);
    for x in 0..SIZE as i32 {
        let mut fields = roomy("fields", SIZE);
        for (y, there_are) in (0..SIZE as i32).zip(&mut cells) {
            let letter = letters.at(x, y).unwrap_or(b'.');
            let content = CONTENTS.iter().position(|content| content.0 == letter).unwrap_or_default();
            let attributes = Attributes::shared(&there_are[content]);
            fields.children.push(Element { name: Text::word("field"), attributes, ..Element::default() });
        }
        board.children.push(fields);
    }
    // The official server sends this line too; it has no meaning.
    board.containing(Element::new("line").saying("------------"))
}

/// The position text of a `state` element.
pub(super) fn read_state(state: &Element) -> Result<String, ReadError> {
    check_start(state.attribute("startPlayerColor"))?;
    let mut letters = [[b'.'; SIZE]; SIZE];
    for fields in read::child(state, "board")?.children_named("fields") {
        for field in fields.children_named("field") {
            let (x, y) = (read::number(field, "x")?, read::number(field, "y")?);
            let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
            let cell = cell.and_then(|(x, y)| letters.get_mut(y)?.get_mut(x));
            *cell.ok_or_else(|| ReadError::shape(format!("field {x},{y} is off the board")))? = read_content(field)?;
        }
    }
    let (_, turn) = turn_text(state)?;
    Ok(format!("{} {turn}", write_rows(&letters)))
}

fn read_content(field: &Element) -> Result<u8, ReadError> {
    let word = read::attribute(field, "state")?;
    let content = CONTENTS.iter().find(|content| content.1 == word);
    Ok(content.ok_or_else(|| read::unknown(field, word))?.0)
}

fn read_swim(data: &Element) -> Result<Swim<'static>, ReadError> {
    read::class(data, &["move"])?;
    Swim::read(data, read::attribute(data, "direction")?)
}

fn write_swim(name: &'static str, swim: &Swim<'_>) -> Element {
    Element::new(name)
        .marked("class", "move")
        .marked("x", number(swim.x))
        .marked("y", number(swim.y))
        .marked("direction", swim.direction.0)
}

/// The move text of a message.
pub(super) fn read_move(data: &Element, session: &dyn Session) -> Result<String, ReadError> {
    read_swim(data)?.text(&session.position())
}

/// The message of a move text.
pub(super) fn write_move(text: &str) -> Result<Element, ReadError> {
    Ok(write_swim("data", &Swim::of_text(text)?))
}

/// The move in words, for messages.
pub(super) fn describe(data: &Element) -> Option<String> {
    let swim = read_swim(data).ok()?;
    Some(format!("({},{}) {}", swim.x, swim.y, swim.direction.0))
}
