//! Hive as the server 20.final writes it: every cell of the hexagon in a square of eleven by eleven.

use std::sync::LazyLock;

use schwarm_core::{Session, Side};

use crate::xml::{Attributes, Element, Text};

use super::RuleStyle;
use super::common::{check_start, colour, number, player, read_side, roomy, turn_text};
use super::read::{self, ReadError};

/// Distance of the edge from the middle.
const RADIUS: i32 = 5;

/// Pieces of one stack that are echoed; no stack is higher.
const HIGHEST: usize = 8;

/// Kinds in the order the server lists them, with the letters of our texts (red upper case) and
/// how many a player has by the server's and by the sheet's count.
const KINDS: [(u8, &str, usize, usize); 5] = [
    (b'Q', "BEE", 1, 1),
    (b'S', "SPIDER", 3, 2),
    (b'G', "GRASSHOPPER", 2, 3),
    (b'B', "BEETLE", 2, 2),
    (b'A', "ANT", 3, 3),
];

/// The `state` element.
pub(super) fn state(session: &dyn Session, players: &[String; 2], last: Option<&Element>) -> Element {
    let position = session.position();
    let is_server = session.info().id.ends_with("-server");
    let mut state = roomy("state", 6)
        .marked("class", "state")
        .marked("startPlayerColor", "RED")
        .marked("turn", number(session.turn() as i32))
        .marked("currentPlayerColor", colour(session.side_to_move()));
    state.children.push(player("red", Side::One, &players[0]));
    state.children.push(player("blue", Side::Two, &players[1]));
    state.children.push(board(&position));
    state.children.push(undeployed("undeployedRedPieces", Side::One, &position, is_server));
    state.children.push(undeployed("undeployedBluePieces", Side::Two, &position, is_server));
    if let Some(last) = last.and_then(echo) {
        state.children.push(last);
    }
    state
}

/// The contents of a position text with their cells.
fn contents(position: &str) -> impl Iterator<Item = (i32, i32, &str)> {
    let cells = position.split('|').next().unwrap_or_default();
    cells.split_whitespace().filter_map(|entry| {
        let (cell, content) = entry.split_once('=')?;
        let (x, y) = cell.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?, content))
    })
}

fn is_on_board(x: i32, y: i32) -> bool {
    let range = -RADIUS..=RADIUS;
    range.contains(&x) && range.contains(&y) && range.contains(&(x + y))
}

fn board(position: &str) -> Element {
    let mut cells = [[""; 11]; 11];
    for (x, y, content) in contents(position).filter(|&(x, y, _)| is_on_board(x, y)) {
        cells[(x + RADIUS) as usize][(y + RADIUS) as usize] = content;
    }
    let mut board = roomy("board", 11);
    for x in -RADIUS..=RADIUS {
        let mut fields = roomy("fields", 11);
        for y in -RADIUS..=RADIUS {
            fields.children.push(match is_on_board(x, y) {
                true => field(x, y, cells[(x + RADIUS) as usize][(y + RADIUS) as usize]),
                false => Element::new("null"),
            });
        }
        board.children.push(fields);
    }
    board
}

/// The attributes of a field.
type Marks = [(Text, Text); 4];

/// The attributes of every field there can be, free and obstructed, by x and y.
static FIELDS: LazyLock<Vec<[Marks; 2]>> = LazyLock::new(|| {
    let cells = (-RADIUS..=RADIUS).flat_map(|x| (-RADIUS..=RADIUS).map(move |y| (x, y)));
    let fields = cells.map(|(x, y)| {
        ["false", "true"].map(|obstructed| {
            let (x, y, z) = (number(x), number(y), number(-x - y));
            [("x", x), ("y", y), ("z", z), ("isObstructed", obstructed.into())]
                .map(|(name, value)| (name.into(), value))
        })
    });
    fields.collect()
});

fn field(x: i32, y: i32, content: &str) -> Element {
    let fields: &'static [[Marks; 2]] = &FIELDS;
    let index = (x + RADIUS) * 11 + y + RADIUS;
    let attributes = Attributes::shared(&fields[index as usize][usize::from(content == "#")]);
    let children = content.bytes().filter_map(piece).collect();
    Element { name: Text::word("field"), attributes, children, ..Element::default() }
}

fn piece(letter: u8) -> Option<Element> {
    let kind = KINDS.iter().find(|kind| kind.0 == letter.to_ascii_uppercase())?;
    let side = if letter.is_ascii_uppercase() { Side::One } else { Side::Two };
    Some(piece_of(side, kind.1))
}

fn piece_of(side: Side, kind: &'static str) -> Element {
    Element::new("piece").marked("owner", colour(side)).marked("type", kind)
}

fn undeployed(name: &'static str, side: Side, position: &str, is_server: bool) -> Element {
    let mut list = roomy(name, 11);
    // Cells hold digits and signs only, so that every letter before the bar is a piece.
    let pieces = position.split('|').next().unwrap_or_default();
    for (letter, kind, of_server, of_sheet) in KINDS {
        let letter = if side == Side::One { letter } else { letter.to_ascii_lowercase() };
        let placed = pieces.bytes().filter(|&b| b == letter).count();
        let owned = if is_server { of_server } else { of_sheet };
        for _ in placed..owned {
            list.children.push(piece_of(side, kind));
        }
    }
    list
}

/// Whose set the pieces of a `state` element are: the server gives three spiders, the sheet two.
pub(super) fn style_of(state: &Element) -> Option<RuleStyle> {
    let is_red_spider =
        |piece: &&Element| piece.attribute("owner") == Some("RED") && piece.attribute("type") == Some("SPIDER");
    let fields = state.child("board")?.children_named("fields").flat_map(|fields| fields.children_named("field"));
    let places = fields.chain(state.children_named("undeployedRedPieces"));
    let (_, _, of_server, of_sheet) = KINDS[1];
    match places.flat_map(|place| place.children_named("piece")).filter(is_red_spider).count() {
        count if count == of_server => Some(RuleStyle::Server),
        count if count == of_sheet => Some(RuleStyle::Sheet),
        _ => None,
    }
}

/// The position text of a `state` element.
pub(super) fn read_state(state: &Element) -> Result<String, ReadError> {
    check_start(state.attribute("startPlayerColor"))?;
    let mut cells = Vec::new();
    let fields = read::child(state, "board")?.children_named("fields");
    for field in fields.flat_map(|fields| fields.children_named("field")) {
        let (x, y) = read_cell(field)?;
        let mut content = String::new();
        if field.attribute("isObstructed") == Some("true") {
            content.push('#');
        }
        for piece in field.children_named("piece") {
            content.push(char::from(read_piece(piece)?.0));
        }
        if !content.is_empty() {
            cells.push((x, y, content));
        }
    }
    cells.sort_unstable();
    let mut text = String::new();
    for (x, y, content) in cells {
        text.push_str(&format!("{x},{y}={content} "));
    }
    let (_, turn) = turn_text(state)?;
    Ok(format!("{text}| {turn}"))
}

fn read_cell(cell: &Element) -> Result<(i32, i32), ReadError> {
    let (x, y) = (read::number(cell, "x")?, read::number(cell, "y")?);
    let sum = i64::from(x) + i64::from(y);
    match cell.attribute("z") {
        Some(_) if i64::from(read::number(cell, "z")?) != -sum => {
            Err(ReadError::shape(format!("x + y + z is not 0 in {x},{y}")))
        }
        _ => Ok((x, y)),
    }
}

/// The letter of a piece, its owner and its kind.
fn read_piece(piece: &Element) -> Result<(u8, Side, &'static str), ReadError> {
    let owner = read::attribute(piece, "owner")?;
    let side = read_side(owner).ok_or_else(|| read::unknown(piece, owner))?;
    let word = read::attribute(piece, "type")?;
    let kind = KINDS.iter().find(|kind| kind.1 == word).ok_or_else(|| read::unknown(piece, word))?;
    let letter = if side == Side::One { kind.0 } else { kind.0.to_ascii_lowercase() };
    Ok((letter, side, kind.1))
}

/// A move as the players say it.
enum Said {
    Set { letter: u8, owner: Side, kind: &'static str, to: (i32, i32) },
    Drag { from: (i32, i32), to: (i32, i32) },
    Skip,
}

fn read_said(data: &Element) -> Result<Said, ReadError> {
    let to = || read_cell(read::child(data, "destination")?);
    match read::class(data, &["setmove", "dragmove", "skipmove"])? {
        "setmove" => {
            let (letter, owner, kind) = read_piece(read::child(data, "piece")?)?;
            Ok(Said::Set { letter, owner, kind, to: to()? })
        }
        "dragmove" => Ok(Said::Drag { from: read_cell(read::child(data, "start")?)?, to: to()? }),
        "skipmove" => Ok(Said::Skip),
        _ => Err(ReadError::shape("a move without a class")),
    }
}

/// The move text of a message.
pub(super) fn read_move(data: &Element, session: &dyn Session) -> Result<String, ReadError> {
    match read_said(data)? {
        Said::Set { owner, kind, .. } if owner != session.side_to_move() => {
            let message = format!("the {} {kind} is not the mover's", colour(owner));
            Err(ReadError::illegal("not-yours", message))
        }
        Said::Set { letter, to: (x, y), .. } => Ok(format!("{}@{x},{y}", char::from(letter.to_ascii_uppercase()))),
        Said::Drag { from, to } => Ok(format!("{},{}>{},{}", from.0, from.1, to.0, to.1)),
        Said::Skip => Ok("pass".to_string()),
    }
}

/// The message of a move text.
pub(super) fn write_move(text: &str, mover: Side) -> Result<Element, ReadError> {
    let wrong = || ReadError::shape(format!("{:?} is no move", schwarm_core::error::shorten(text)));
    let cell = |name: &'static str, text: &str| {
        let (x, y) = text.split_once(',')?;
        let (x, y): (i32, i32) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
        is_on_board(x.clamp(-100, 100), y.clamp(-100, 100)).then(|| coordinates(name, x, y))
    };
    if text.eq_ignore_ascii_case("pass") {
        return Ok(super::data("skipmove"));
    }
    if let Some((letter, to)) = text.split_once('@') {
        let kind = KINDS.iter().find(|kind| letter.eq_ignore_ascii_case(char::from(kind.0).encode_utf8(&mut [0; 4])));
        let piece = piece_of(mover, kind.ok_or_else(wrong)?.1);
        let to = cell("destination", to).ok_or_else(wrong)?;
        return Ok(super::data("setmove").containing(piece).containing(to));
    }
    let (from, to) = text.split_once('>').ok_or_else(wrong)?;
    let (from, to) = cell("start", from).zip(cell("destination", to)).ok_or_else(wrong)?;
    Ok(super::data("dragmove").containing(from).containing(to))
}

fn coordinates(name: &'static str, x: i32, y: i32) -> Element {
    Element::new(name).marked("x", number(x)).marked("y", number(y)).marked("z", number(-x - y))
}

/// The last move of a state. Cells are echoed as the client wrote them, for it may send whole
/// fields; what has no meaning is left out, so that nobody can send anything to others.
fn echo(data: &Element) -> Option<Element> {
    let said = read_said(data).ok()?;
    let last = |class: &'static str| Element::new("lastMove").marked("class", class);
    Some(match said {
        Said::Set { owner, kind, .. } => {
            last("setmove").containing(piece_of(owner, kind)).containing(echo_cell(data, "destination")?)
        }
        Said::Drag { .. } => {
            last("dragmove").containing(echo_cell(data, "start")?).containing(echo_cell(data, "destination")?)
        }
        Said::Skip => last("skipmove"),
    })
}

fn echo_cell(data: &Element, name: &'static str) -> Option<Element> {
    let cell = data.child(name)?;
    let (x, y) = read_cell(cell).ok()?;
    let mut copy = Element::new(name);
    if cell.attribute("class") == Some("field") {
        copy = copy.marked("class", "field");
    }
    copy = copy.marked("x", number(x)).marked("y", number(y)).marked("z", number(x.saturating_add(y).saturating_neg()));
    match cell.attribute("isObstructed") {
        Some("true") => copy = copy.marked("isObstructed", "true"),
        Some("false") => copy = copy.marked("isObstructed", "false"),
        _ => {}
    }
    for piece in cell.children_named("piece").take(HIGHEST) {
        let (_, owner, kind) = read_piece(piece).ok()?;
        copy.children.push(piece_of(owner, kind));
    }
    Some(copy)
}

/// The move in words, as the server says it.
pub(super) fn describe(data: &Element) -> Option<String> {
    let cell = |(x, y): (i32, i32)| format!("({x},{y},{})", -(i64::from(x) + i64::from(y)));
    Some(match read_said(data).ok()? {
        Said::Set { owner, kind, to, .. } => format!("Set {} {kind} to {}", colour(owner), cell(to)),
        Said::Drag { from, to } => format!("Drag from {} to {}", cell(from), cell(to)),
        Said::Skip => "Skip".to_string(),
    })
}

/// Whether a message drags a piece while the mover's queen is not on the board.
pub(super) fn drags_too_early(data: &Element, session: &dyn Session) -> bool {
    let queen = if session.side_to_move() == Side::One { 'Q' } else { 'q' };
    let is_placed = contents(&session.position()).any(|(_, _, content)| content.contains(queen));
    !is_placed && matches!(read_said(data), Ok(Said::Drag { .. }))
}
