//! Ostseeschach as the server 22.final writes it: only the cells with pieces. There `x` is the
//! rank and `y` the file.

use schwarm_core::{Session, Side};

use crate::xml::Element;

use super::common::{check_start, number, read_side, roomy, team, turn_text};
use super::read::{self, ReadError};

const SIZE: usize = 8;

/// Kinds with the letters of our texts; red ones are upper case.
const KINDS: [(u8, &str); 4] = [(b'H', "Herzmuschel"), (b'M', "Moewe"), (b'S', "Seestern"), (b'R', "Robbe")];

/// The `state` element.
pub(super) fn state(session: &dyn Session, last: Option<&Element>) -> Element {
    let position = session.position();
    let mut state = roomy("state", 4).marked("class", "state").marked("turn", number(session.turn() as i32));
    state.children.push(Element::new("startTeam").marked("class", "team").saying("ONE"));
    state.children.push(Element::new("board").containing(pieces(&position)));
    if let Some(Step { from, to }) = last.and_then(|last| Step::read(last).ok()) {
        state.children.push(Element::new("lastMove").containing(cell("from", from)).containing(cell("to", to)));
    }
    state.children.push(ambers(&position, session.turn()));
    state
}

fn cell(name: &'static str, (x, y): (i32, i32)) -> Element {
    Element::new(name).marked("x", number(x)).marked("y", number(y))
}

fn pieces(position: &str) -> Element {
    let mut pieces = roomy("pieces", 2 * SIZE);
    let rows = position.split(' ').next().unwrap_or_default();
    for (x, row) in (0..SIZE as i32).rev().zip(rows.split('/')) {
        let mut y = 0;
        for letter in row.bytes() {
            if letter.is_ascii_digit() {
                if let Some(Element { children, .. }) = pieces.children.last_mut()
                    && let Some((_, count)) = children.last_mut().and_then(|piece| piece.attributes.last_mut())
                {
                    *count = number(i32::from(letter - b'0'));
                }
                continue;
            }
            if let Some((_, kind)) = KINDS.iter().find(|kind| kind.0 == letter.to_ascii_uppercase()) {
                let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
                let piece = Element::new("piece").marked("type", *kind).marked("team", team(side)).marked("count", "1");
                pieces.children.push(Element::new("entry").containing(cell("coordinates", (x, y))).containing(piece));
            }
            y += 1;
        }
    }
    pieces
}

/// A team is listed once it has moved.
fn ambers(position: &str, turn: u32) -> Element {
    let mut element = Element::new("ambers").marked("enum-type", "team");
    let text = position.rsplit(' ').next().unwrap_or_default();
    for (side, count) in Side::BOTH.into_iter().zip(text.split(':')).take(turn as usize) {
        let count = number(count.parse().unwrap_or_default());
        let team = Element::new("team").saying(team(side));
        element.children.push(Element::new("entry").containing(team).containing(Element::new("int").saying(count)));
    }
    element
}

/// The position text of a `state` element.
pub(super) fn read_state(state: &Element) -> Result<String, ReadError> {
    check_start(state.child("startTeam").map(|team| team.text.as_str()))?;
    let mut cells: [[Option<(u8, i32)>; SIZE]; SIZE] = [[None; SIZE]; SIZE];
    for entry in read::child(read::child(state, "board")?, "pieces")?.children_named("entry") {
        let at = read::child(entry, "coordinates")?;
        let (x, y) = (read::number(at, "x")?, read::number(at, "y")?);
        let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        let cell = cell.and_then(|(x, y)| cells.get_mut(x)?.get_mut(y));
        *cell.ok_or_else(|| ReadError::shape(format!("{x},{y} is off the board")))? =
            Some(read_piece(read::child(entry, "piece")?)?);
    }
    let mut text = String::with_capacity(96);
    for row in cells.iter().rev() {
        if !text.is_empty() {
            text.push('/');
        }
        for cell in row {
            text.push(cell.map_or('.', |(letter, _)| char::from(letter)));
            if let Some((_, height @ 2..)) = cell {
                text.push_str(&height.to_string());
            }
        }
    }
    let (_, turn) = turn_text(state)?;
    let [red, blue] = read_ambers(state)?;
    Ok(format!("{text} {turn} {red}:{blue}"))
}

fn read_piece(piece: &Element) -> Result<(u8, i32), ReadError> {
    let word = read::attribute(piece, "type")?;
    let kind = KINDS.iter().find(|kind| kind.1 == word).ok_or_else(|| read::unknown(piece, word))?;
    let team = read::attribute(piece, "team")?;
    let letter = match read_side(team).ok_or_else(|| read::unknown(piece, team))? {
        Side::One => kind.0,
        Side::Two => kind.0.to_ascii_lowercase(),
    };
    Ok((letter, read::number(piece, "count")?))
}

fn read_ambers(state: &Element) -> Result<[i32; 2], ReadError> {
    let mut ambers = [0; 2];
    let entries = state.child("ambers").into_iter().flat_map(|ambers| ambers.children_named("entry"));
    for entry in entries {
        let team = read::child(entry, "team")?;
        let side = read_side(&team.text).ok_or_else(|| read::unknown(team, &team.text))?;
        let count = read::child(entry, "int")?;
        ambers[side.index()] = count.text.parse().map_err(|_| read::unknown(count, &count.text))?;
    }
    Ok(ambers)
}

/// A move: rank and file of both cells.
struct Step {
    from: (i32, i32),
    to: (i32, i32),
}

impl Step {
    fn read(data: &Element) -> Result<Step, ReadError> {
        read::class(data, &["move"])?;
        let cell = |name| {
            let cell = read::child(data, name)?;
            Ok::<_, ReadError>((read::number(cell, "x")?, read::number(cell, "y")?))
        };
        Ok(Step { from: cell("from")?, to: cell("to")? })
    }
}

/// The move text of a message.
pub(super) fn read_move(data: &Element) -> Result<String, ReadError> {
    let Step { from, to } = Step::read(data)?;
    let text = |(x, y): (i32, i32)| match (u8::try_from(x), u8::try_from(y)) {
        (Ok(x @ 0..8), Ok(y @ 0..8)) => Ok(format!("{}{}", char::from(b'a' + y), x + 1)),
        _ => Err(ReadError::illegal("off-board", format!("[{x}|{y}] is not on the board"))),
    };
    Ok(format!("{}-{}", text(from)?, text(to)?))
}

/// The message of a move text.
pub(super) fn write_move(text: &str) -> Result<Element, ReadError> {
    let read_cell = |file: u8, rank: u8| {
        let file = file.to_ascii_lowercase();
        let is_cell = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        is_cell.then(|| (i32::from(rank - b'1'), i32::from(file - b'a')))
    };
    let cells = match text.as_bytes() {
        &[file, rank, b'-', to_file, to_rank] => read_cell(file, rank).zip(read_cell(to_file, to_rank)),
        _ => None,
    };
    match cells {
        Some((from, to)) => Ok(super::data("move").containing(cell("from", from)).containing(cell("to", to))),
        None => Err(ReadError::shape(format!("{:?} is no move", schwarm_core::error::shorten(text)))),
    }
}

/// The move in words, as the server says it.
pub(super) fn describe(data: &Element) -> Option<String> {
    let Step { from, to } = Step::read(data).ok()?;
    Some(format!("Zug von [{}|{}] zu [{}|{}]", from.0, from.1, to.0, to.1))
}
