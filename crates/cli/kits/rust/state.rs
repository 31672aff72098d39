//! What a state and a move look like: the server's XML on one side, our texts on the other.

use crate::xml::Element;

// [[piranhas-2019]]
/// The position text of the server's state; see `thinking.rs`.
pub fn read(state: &Element) -> Option<String> {
    let mut rows = vec![['.'; 10]; 10];
    for field in state.find_all("field") {
        let (x, y): (usize, usize) = (field.get("x").parse().ok()?, field.get("y").parse().ok()?);
        *rows.get_mut(y)?.get_mut(x)? = match field.get("state") {
            "RED" => 'r',
            "BLUE" => 'b',
            "OBSTRUCTED" => 'O',
            _ => '.',
        };
    }
    let rows: Vec<String> = rows.iter().rev().map(|row| row.iter().collect()).collect();
    Some(format!("{} {}", rows.join("/"), side_and_turn(state)?))
}

// [[/]]
// [[piranhas-2026]]
/// The position text of the server's state; see `thinking.rs`.
pub fn read(state: &Element) -> Option<String> {
    let mut rows: Vec<String> = Vec::new();
    for row in state.find_all("row") {
        rows.push(row.find_all("field").into_iter().map(|field| letter(&field.text)).collect());
    }
    rows.reverse();
    let union = match state.get("firstUnion") {
        "ONE" => "r",
        "TWO" => "b",
        _ => "-",
    };
    Some(format!("{} {} {union}", rows.join("/"), side_and_turn(state)?))
}

fn letter(field: &str) -> char {
    match field {
        "SQUID" => 'O',
        "ONE_S" => '1',
        "ONE_M" => '2',
        "ONE_L" => '3',
        "TWO_S" => 'a',
        "TWO_M" => 'b',
        "TWO_L" => 'c',
        _ => '.',
    }
}

// [[/]]
// [[piranhas]]
/// A move like `a4-c4` as the server wants it: a square and a direction.
pub fn write_move(_state: &Element, text: &str) -> Option<String> {
    let &[column, row, _, to_column, to_row] = text.as_bytes() else { return None };
    let (x, y) = (column - b'a', row - b'0');
    let way = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum();
    let direction = match (way(column, to_column), way(row, to_row)) {
        (0, 1) => "UP",
        (1, 1) => "UP_RIGHT",
        (1, 0) => "RIGHT",
        (1, -1) => "DOWN_RIGHT",
        (0, -1) => "DOWN",
        (-1, -1) => "DOWN_LEFT",
        (-1, 0) => "LEFT",
        (-1, 1) => "UP_LEFT",
        _ => return None,
    };
    // [[/]]
    // [[piranhas-2019]]
    Some(format!("<data class=\"move\" x=\"{x}\" y=\"{y}\" direction=\"{direction}\"/>"))
    // [[/]]
    // [[piranhas-2026]]
    Some(format!("<data class=\"move\"><from x=\"{x}\" y=\"{y}\"/><direction>{direction}</direction></data>"))
    // [[/]]
    // [[piranhas]]
}
// [[/]]
// [[hive-2020]]
const KINDS: [(&str, &str); 5] = [("BEE", "Q"), ("SPIDER", "S"), ("GRASSHOPPER", "G"), ("BEETLE", "B"), ("ANT", "A")];

/// The position text of the server's state; see `thinking.rs`.
pub fn read(state: &Element) -> Option<String> {
    let mut text = String::new();
    for field in state.find("board")?.find_all("field") {
        let mut content = String::new();
        if field.get("isObstructed") == "true" {
            content.push('#');
        }
        for piece in field.find_all("piece") {
            let letter = KINDS.iter().find(|kind| kind.0 == piece.get("type"))?.1;
            content += &if piece.get("owner") == "RED" { letter.to_string() } else { letter.to_lowercase() };
        }
        if !content.is_empty() {
            text += &format!("{},{}={content} ", field.get("x"), field.get("y"));
        }
    }
    Some(format!("{text}| {}", side_and_turn(state)?))
}

/// A move like `A@2,-1`, `1,-3>2,-3` or `pass` as the server wants it.
pub fn write_move(state: &Element, text: &str) -> Option<String> {
    if text == "pass" {
        return Some("<data class=\"skipmove\"/>".to_string());
    }
    if let Some((start, target)) = text.split_once('>') {
        let (start, target) = (cell("start", start)?, cell("destination", target)?);
        return Some(format!("<data class=\"dragmove\">{start}{target}</data>"));
    }
    let (letter, target) = text.split_once('@')?;
    let kind = KINDS.iter().find(|kind| kind.1 == letter)?.0;
    let owner = state.get("currentPlayerColor");
    let target = cell("destination", target)?;
    Some(format!("<data class=\"setmove\"><piece owner=\"{owner}\" type=\"{kind}\"/>{target}</data>"))
}

fn cell(name: &str, text: &str) -> Option<String> {
    let (x, y) = text.split_once(',')?;
    let (x, y): (i32, i32) = (x.parse().ok()?, y.parse().ok()?);
    Some(format!("<{name} x=\"{x}\" y=\"{y}\" z=\"{}\"/>", -x - y))
}
// [[/]]
// [[ostseeschach]]
/// The position text of the server's state; see `thinking.rs`. The server calls the row x and the column y.
pub fn read(state: &Element) -> Option<String> {
    let mut rows = vec![vec![".".to_string(); 8]; 8];
    for entry in state.find("board")?.find_all("entry") {
        let (at, piece) = (entry.find("coordinates")?, entry.find("piece")?);
        let (x, y): (usize, usize) = (at.get("x").parse().ok()?, at.get("y").parse().ok()?);
        let letter = match piece.get("type") {
            "Herzmuschel" => "H",
            "Moewe" => "M",
            "Seestern" => "S",
            _ => "R",
        };
        let letter = if piece.get("team") == "ONE" { letter.to_string() } else { letter.to_lowercase() };
        let height = piece.get("count").trim_start_matches('1');
        *rows.get_mut(x)?.get_mut(y)? = letter + height;
    }
    let rows: Vec<String> = rows.iter().rev().map(|row| row.concat()).collect();
    let mut ambers = ["0", "0"];
    for entry in state.find("ambers")?.find_all("entry") {
        let team = if entry.find("team")?.text == "ONE" { 0 } else { 1 };
        ambers[team] = &entry.find("int")?.text;
    }
    Some(format!("{} {} {}:{}", rows.join("/"), side_and_turn(state)?, ambers[0], ambers[1]))
}

/// A move like `b1-c3` as the server wants it.
pub fn write_move(_state: &Element, text: &str) -> Option<String> {
    let (start, target) = text.split_once('-')?;
    Some(format!("<data class=\"move\">{}{}</data>", cell("from", start)?, cell("to", target)?))
}

fn cell(name: &str, square: &str) -> Option<String> {
    let &[column, row] = square.as_bytes() else { return None };
    Some(format!("<{name} x=\"{}\" y=\"{}\"/>", row - b'1', column - b'a'))
}
// [[/]]

fn side_and_turn(state: &Element) -> Option<String> {
    let turn: u32 = state.get("turn").parse().ok()?;
    Some(format!("{} {turn}", if turn % 2 == 0 { 'r' } else { 'b' }))
}
