//! Random positions that need not be reachable: blobs, lines, rings and walks with stacks on top.

use super::compare::Trace;
use crate::common::plain::board::{DIRECTIONS, is_on_sc2020_board, neighbours, plus, sc2020_cells};
use crate::common::plain::{Book, Bug, Cell, Piece, Plain};
use crate::common::text::has_pillbug;
use schwarm_core::Rng;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A random position of a rule book.
pub fn random_position(book: Book, rng: &mut Rng) -> Plain {
    let (mut ground, climbers) = random_pieces(book, rng);
    let mut cells = random_cells(book, ground.len(), rng);
    // A bounded board may have had no room for all.
    ground.truncate(cells.len());
    rng.shuffle(&mut cells);
    let mut stacks: HashMap<Cell, Vec<Piece>> = HashMap::new();
    for (&cell, &piece) in cells.iter().zip(&ground) {
        stacks.insert(cell, vec![piece]);
    }
    for piece in climbers {
        let high: Vec<Cell> = cells.iter().copied().filter(|cell| stacks[cell].len() > 1).collect();
        let cell = match high[..] {
            // Tall stacks are rare by chance alone.
            [_, ..] if rng.below(3) == 0 => high[rng.below(high.len())],
            _ => cells[rng.below(cells.len())],
        };
        stacks.get_mut(&cell).expect("a cell with a piece").push(piece);
    }
    let berries = random_berries(book, &cells, rng);
    let (side, turn) = random_turn(book, rng);
    let stunned = (has_pillbug(book) && rng.below(3) == 0).then(|| cells[rng.below(cells.len())]);
    Plain::from_parts(book, stacks, berries, side, turn, stunned)
}

/// All pieces of a book in one straight row, in a random order, anywhere on the plane.
pub fn straight_row(book: Book, direction: Cell, rng: &mut Rng) -> Plain {
    let mut pieces = all_pieces(book);
    rng.shuffle(&mut pieces);
    let begin = (rng.below(60) as i32 - 30, rng.below(60) as i32 - 30);
    let place = |n: i32| (begin.0 + n * direction.0, begin.1 + n * direction.1);
    let stacks = (0..).map(place).zip(pieces.into_iter().map(|piece| vec![piece])).collect();
    let (side, turn) = random_turn(book, rng);
    Plain::from_parts(book, stacks, HashSet::new(), side, turn, None)
}

/// Pieces for the ground and pieces that climb, each with a random number of its kind.
fn random_pieces(book: Book, rng: &mut Rng) -> (Vec<Piece>, Vec<Piece>) {
    let mut pool = all_pieces(book);
    rng.shuffle(&mut pool);
    let with_queens = rng.below(10) != 0;
    let size = if rng.below(3) == 0 { pool.len() } else { 1 + rng.below(pool.len()) };
    if with_queens {
        // Queens first, then the others as they come.
        pool.sort_by_key(|piece| piece.bug != Bug::Queen);
    }
    pool.truncate(size);
    let share_on_top = rng.below(5);
    let climber = |piece: &Piece| matches!(piece.bug, Bug::Beetle | Bug::Mosquito);
    let (climbers, mut ground): (Vec<_>, Vec<_>) =
        pool.into_iter().partition(|piece| climber(piece) && rng.below(4) < share_on_top);
    let mut climbers = climbers;
    if ground.is_empty() {
        ground.extend(climbers.pop());
    }
    (ground, climbers)
}

pub fn all_pieces(book: Book) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for side in [0, 1] {
        for bug in Bug::ALL {
            pieces.extend((1..=book.pieces_of(bug) as u8).map(|number| Piece { side, bug, number }));
        }
    }
    pieces
}

/// Connected cells, at most as many as asked for.
fn random_cells(book: Book, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let centre = (rng.below(5) as i32 - 2, rng.below(5) as i32 - 2);
    let bounded = matches!(book, Book::Sc2020 { .. });
    let mut cells = match rng.below(if bounded { 4 } else { 6 }) {
        0 => grow(centre, 1, rng),
        1 => grow(centre, count / 2, rng),
        2 => ring(centre, 1 + rng.below(3) as i32, rng),
        3 => grow(centre, count, rng),
        4 => line(centre, count, rng),
        _ => walk(centre, count, rng),
    };
    cells.truncate(count);
    if bounded {
        keep_on_board(&mut cells);
    }
    // Fill up, with a liking for compact shapes, open ones or none.
    let liking = rng.below(3);
    while cells.len() < count {
        let rim: BTreeSet<Cell> = cells.iter().flat_map(|&cell| neighbours(cell)).collect();
        let free = |cell: &Cell| !cells.contains(cell) && (!bounded || is_on_sc2020_board(*cell));
        let mut free: Vec<Cell> = rim.into_iter().filter(free).collect();
        if free.is_empty() {
            break;
        }
        rng.shuffle(&mut free);
        let touching = |cell: &Cell| neighbours(*cell).iter().filter(|near| cells.contains(near)).count();
        let best = free.iter().copied().take(4).min_by_key(|cell| match liking {
            0 => touching(cell) as i32,
            1 => -(touching(cell) as i32),
            _ => 0,
        });
        cells.extend(best);
    }
    cells
}

/// Of a shape, the part that is on the board and connected with the first cell that is; the middle if none is.
fn keep_on_board(cells: &mut Vec<Cell>) {
    let first = cells.iter().copied().find(|&cell| is_on_sc2020_board(cell));
    let mut kept = vec![first.unwrap_or((0, 0))];
    let mut next = 0;
    while next < kept.len() {
        for near in neighbours(kept[next]) {
            if cells.contains(&near) && !kept.contains(&near) && is_on_sc2020_board(near) {
                kept.push(near);
            }
        }
        next += 1;
    }
    *cells = kept;
}

/// A random blob.
fn grow(centre: Cell, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let mut cells = vec![centre];
    while cells.len() < count {
        let from = cells[rng.below(cells.len())];
        let next = neighbours(from)[rng.below(6)];
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    cells
}

/// A ring round a centre, sometimes with one cell missing.
fn ring(centre: Cell, radius: i32, rng: &mut Rng) -> Vec<Cell> {
    let mut cell = (centre.0 + radius * DIRECTIONS[4].0, centre.1 + radius * DIRECTIONS[4].1);
    let mut cells = Vec::new();
    for direction in DIRECTIONS {
        for _ in 0..radius {
            cells.push(cell);
            cell = plus(cell, direction);
        }
    }
    let turn = rng.below(cells.len());
    cells.rotate_left(turn);
    if rng.below(2) == 0 {
        cells.pop();
    }
    cells
}

/// A straight line.
fn line(centre: Cell, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let direction = DIRECTIONS[rng.below(3)];
    let begin = -(rng.below(count) as i32);
    let place = |n: i32| (centre.0 + n * direction.0, centre.1 + n * direction.1);
    (begin..begin + count as i32).map(place).collect()
}

/// A walk that keeps its direction most of the time and never crosses itself.
fn walk(centre: Cell, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let mut cells = vec![centre];
    let mut heading = rng.below(6);
    for _ in 0..count * 4 {
        if rng.below(4) == 0 {
            heading = (heading + [1, 5][rng.below(2)]) % 6;
        }
        let next = plus(*cells.last().expect("a walk begins somewhere"), DIRECTIONS[heading]);
        if cells.contains(&next) {
            heading = rng.below(6);
        } else if cells.len() < count {
            cells.push(next);
        }
    }
    cells
}

/// Three blackberries, most of them beside the hive.
fn random_berries(book: Book, cells: &[Cell], rng: &mut Rng) -> HashSet<Cell> {
    let mut berries = HashSet::new();
    if matches!(book, Book::Sc2020 { .. }) {
        let free = |cell: &Cell| !cells.contains(cell);
        let mut anywhere: Vec<Cell> = sc2020_cells().into_iter().filter(free).collect();
        let mut near: Vec<Cell> =
            anywhere.iter().copied().filter(|&cell| neighbours(cell).iter().any(|near| cells.contains(near))).collect();
        rng.shuffle(&mut anywhere);
        rng.shuffle(&mut near);
        near.truncate(rng.below(4));
        berries.extend(near.into_iter().chain(anywhere).take(3));
    }
    berries
}

fn random_turn(book: Book, rng: &mut Rng) -> (u8, u32) {
    let turn = match (book, rng.below(6)) {
        (_, 0) => rng.below(9),
        (Book::Sc2020 { .. }, 1) => 58 + rng.below(3),
        (Book::Sc2020 { .. }, _) => rng.below(60),
        _ => rng.below(200),
    };
    let parity = (turn % 2) as u8;
    // In the classic game either colour may have begun.
    let side = if matches!(book, Book::Classic { .. }) && rng.below(2) == 0 { 1 - parity } else { parity };
    (side, turn as u32)
}

/// Takes pieces away as long as the start of the line still differs, for a report one can read.
pub fn shrink(id: &'static str, position: Plain) -> Plain {
    let differs = |position: &Plain| Trace::new(id, position.clone()).check().is_err();
    let mut smallest = position;
    let mut shrunk = true;
    while shrunk {
        shrunk = false;
        let cells: Vec<Cell> = smallest.stacks.keys().copied().collect();
        for cell in cells {
            let smaller = smallest.without_top(cell);
            if smaller.stunned != Some(cell) && smaller.is_connected() && differs(&smaller) {
                smallest = smaller;
                shrunk = true;
                break;
            }
        }
    }
    smallest
}
