//! Where the thinking goes: `choose` gets a turn and returns a move.

// [[hive hive-2020 ostseeschach]]
use std::collections::HashMap;
// [[/]]
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::Duration;

/// What the bot knows when it is to move.
#[allow(dead_code)] // use what you need
pub struct Turn {
    /// Who we are: {{sides}}.
    pub side: String,
    /// The board as a text, see below.
    pub position: String,
    /// All legal moves, as texts; never empty.
    pub legal: Vec<String>,
    /// How many moves were played before, by both sides.
    pub number: u32,
    /// How long we may think; `None`: as long as we like.
    pub time: Option<Duration>,
}

/// Rates every legal move and returns the best one.
///
/// What to do next:
/// 1. Improve `rate`: which moves do you like when you play yourself?
/// 2. Look ahead: which answers does the opponent have to a move, and how bad is the worst of them?
///    (`schwarm query` can tell what a move leads to; or write the rules yourself, that is faster.)
/// 3. Use the time: look deeper while `turn.time` is not used up. Stop early enough!
pub fn choose(turn: &Turn) -> String {
    let mut best_moves = Vec::new();
    let mut best_value = f64::NEG_INFINITY;
    for text in &turn.legal {
        let value = rate(turn, text);
        if value > best_value {
            best_moves.clear();
            best_value = value;
        }
        if value == best_value {
            best_moves.push(text);
        }
    }
    best_moves[die(best_moves.len())].clone() // equally good: throw a die
}

/// A random number below `sides`. The standard library has no dice, but it draws keys for hashing.
fn die(sides: usize) -> usize {
    RandomState::new().build_hasher().finish() as usize % sides
}

// [[hive]]
// A position is like "0,0=wQ 1,0=bS1+wB1 | w 12": cells with their pieces, from the bottom to the top.
// A move is like "wA1 -bQ": the white ant 1 goes to the west of the black queen.

/// The idea: go to the enemy's queen. How many cells nearer does this move bring us?
fn rate(turn: &Turn, text: &str) -> f64 {
    let cells = read_cells(&turn.position);
    let (me, enemy_queen) = if turn.side == "white" { ("w", "bQ") } else { ("b", "wQ") };
    let (Some(&queen), Some((piece, target))) = (cells.get(enemy_queen), text.split_once(' ')) else {
        return 0.0; // nothing to attack yet
    };
    if !piece.starts_with(me) || piece.ends_with('Q') {
        return 0.0; // our own queen stays away from the fight
    }
    // A new piece counts as one that comes from four cells away.
    let before = cells.get(piece).map_or(4, |&cell| distance(cell, queen));
    let Some(target) = target_cell(&cells, target) else { return 0.0 };
    f64::from(before - distance(target, queen))
}

/// Where each piece is.
fn read_cells(position: &str) -> HashMap<&str, Cell> {
    let mut cells = HashMap::new();
    for word in position.split('|').next().unwrap_or("").split_whitespace() {
        if let Some((cell, stack)) = word.split_once('=') {
            for piece in stack.split('+') {
                cells.insert(piece, read_cell(cell));
            }
        }
    }
    cells
}

/// The cell a target such as `-bQ`, `bQ/` or `bQ` (on top) means.
fn target_cell(cells: &HashMap<&str, Cell>, target: &str) -> Option<Cell> {
    let is_sign = |letter: char| "-/\\".contains(letter);
    let &(q, r) = cells.get(target.trim_matches(is_sign))?;
    Some(match (target.chars().next()?, target.chars().last()?) {
        ('-', _) => (q - 1, r),      // west
        ('\\', _) => (q, r - 1),     // north-west
        ('/', _) => (q - 1, r + 1),  // south-west
        (_, '-') => (q + 1, r),      // east
        (_, '/') => (q + 1, r - 1),  // north-east
        (_, '\\') => (q, r + 1),     // south-east
        _ => (q, r),
    })
}
// [[/]]
// [[hive-2020]]
// A position is like "-4,-1=# 1,-4=q 1,-3=Qb | b 5": cells with their pieces, from the bottom to the top.
// Red pieces are Q S B G A, blue ones q s b g a, # is a blackberry.
// A move is like "A@2,-1" (a new ant), "1,-3>2,-3" (from, to) or "pass".

/// The idea: go to the enemy's queen. How many cells nearer does this move bring us?
fn rate(turn: &Turn, text: &str) -> f64 {
    let (own_queen, enemy_queen) = if turn.side == "red" { ('Q', 'q') } else { ('q', 'Q') };
    let cells = turn.position.split('|').next().unwrap_or("").split_whitespace();
    let contents: HashMap<Cell, &str> =
        cells.filter_map(|word| word.split_once('=')).map(|(cell, content)| (read_cell(cell), content)).collect();
    let queen = contents.iter().find(|(_, content)| content.contains(enemy_queen));
    let Some((&queen, _)) = queen else {
        return 0.0; // nothing to attack yet
    };
    if let Some((piece, target)) = text.split_once('@') {
        // A new piece counts as one that comes from four cells away.
        return if piece == "Q" { 0.0 } else { f64::from(4 - distance(read_cell(target), queen)) };
    }
    let Some((start, target)) = text.split_once('>') else {
        return 0.0; // a pass
    };
    let (start, target) = (read_cell(start), read_cell(target));
    if contents.get(&start).is_some_and(|content| content.ends_with(own_queen)) {
        return 0.0; // our own queen stays away from the fight
    }
    f64::from(distance(start, queen) - distance(target, queen))
}
// [[/]]
// [[hive hive-2020]]

/// A cell of the hexagonal board.
type Cell = (i32, i32);

/// Reads a cell like `1,-3`.
fn read_cell(text: &str) -> Cell {
    let (x, y) = text.split_once(',').unwrap_or(("0", "0"));
    (x.parse().unwrap_or(0), y.parse().unwrap_or(0))
}

/// Steps from one cell to another.
fn distance(a: Cell, b: Cell) -> i32 {
    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
    dx.abs().max(dy.abs()).max((dx + dy).abs())
}
// [[/]]
// [[piranhas]]
// A position is like ".bbbbbbbb./r........r/... r 0": the rows from the top down, who is to move, moves played.
// {{letters}}
// A move is like "a4-c4": from column a, row 4 to column c, row 4. Rows are counted from the bottom, from 0.

/// The idea: gather in the middle of our own fish. How much nearer does this move bring us?
fn rate(turn: &Turn, text: &str) -> f64 {
    let own = if turn.side == "red" { "r123" } else { "abc" };
    let (mut fish, mut sum_x, mut sum_y) = (0.0, 0.0, 0.0);
    for (line, row) in turn.position.split([' ', '/']).take(10).enumerate() {
        for (x, _) in row.chars().enumerate().filter(|(_, letter)| own.contains(*letter)) {
            fish += 1.0;
            sum_x += x as f64;
            sum_y += 9.0 - line as f64;
        }
    }
    let middle = (sum_x / fish, sum_y / fish);
    let (start, target) = text.split_once('-').unwrap_or((text, text));
    distance(square(start), middle) - distance(square(target), middle)
}

/// The square `c4` as numbers: (2, 4).
fn square(text: &str) -> (f64, f64) {
    let bytes = text.as_bytes();
    (f64::from(bytes[0] - b'a'), f64::from(bytes[1] - b'0'))
}

/// Steps from one place to another, diagonally too.
fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}
// [[/]]
// [[ostseeschach]]
// A position is like "rshrmsmh/......../.../HMSMRHSR r 0 0:0": rows from the top, who is to move, moves played, ambers.
// Red pieces are H M S R (cockle, gull, starfish, seal), blue ones h m s r; a 2 behind a piece: a tower of two.
// A move is like "b1-c3": from column b, row 1 to column c, row 3.

/// The idea: ambers first, then pieces of the enemy, then forward with the light pieces.
fn rate(turn: &Turn, text: &str) -> f64 {
    let board = read_board(&turn.position);
    let red = turn.side == "red";
    let (start, target) = text.split_once('-').unwrap_or((text, text));
    let row = |square: &str| square[1..].parse().unwrap_or(0);
    let Some(&(piece, height)) = board.get(start) else { return 0.0 };
    let mut value = 0;
    // Never one of our own: that would not be legal.
    if let Some(&(_, below)) = board.get(target) {
        value += 5;
        if height + below >= 3 {
            value += 20; // a tower of three: an amber
        }
    }
    if "HMShms".contains(piece) {
        let forward: i32 = row(target) - row(start);
        value += if red { forward } else { -forward };
        if row(target) == if red { 8 } else { 1 } {
            value += 20; // a light piece has arrived: an amber
        }
    }
    f64::from(value)
}

/// The pieces by square, such as `a1`, with the height of their tower.
fn read_board(position: &str) -> HashMap<String, (char, u32)> {
    let mut board = HashMap::new();
    for (line, row) in position.split([' ', '/']).take(8).enumerate() {
        let mut columns = 'a'..='h';
        let mut square = String::new();
        for letter in row.chars() {
            if let Some(height) = letter.to_digit(10) {
                // It belongs to the piece before it.
                board.entry(square.clone()).and_modify(|piece: &mut (char, u32)| piece.1 = height);
                continue;
            }
            square = format!("{}{}", columns.next().unwrap_or('h'), 8 - line);
            if letter != '.' {
                board.insert(square.clone(), (letter, 1));
            }
        }
    }
    board
}
// [[/]]
// [[other]]
/// No idea yet: every move is as good as any other. Begin here.
fn rate(_turn: &Turn, _text: &str) -> f64 {
    0.0
}
// [[/]]
