//! Where each bug can go, given that it may be lifted.
//!
//! Nothing here asks whether a piece is pinned, covered or stunned: callers do.

use super::region;
use crate::board::{Board, CellIndex, Directions, Ring, dir};
use crate::book::Law;
use crate::field::Field;
use crate::tables::{SLIDES, TOUCHES};

/// The cells beside `from` in the given directions.
#[inline(always)]
pub(crate) fn beside<B: Board>(from: CellIndex, directions: Ring) -> B {
    let mut cells = B::empty();
    for d in Directions(directions) {
        cells = cells.or(B::bit(B::step(from, d)));
    }
    cells
}

/// One slide along the ground from `cell`, with the pieces of `others` standing.
#[inline(always)]
pub(crate) fn slides<B: Board, L: Law>(field: &Field<B>, others: &B, cell: CellIndex) -> Ring {
    let ring = others.ring(cell);
    if !L::BOUNDED {
        return SLIDES[usize::from(ring)];
    }
    let (berries, closed) = (field.berries.ring(cell), field.closed.ring(cell));
    if berries == 0 {
        return SLIDES[usize::from(ring)] & !closed;
    }
    // A piece and a blackberry close a gate, but a blackberry gives no contact.
    let mut open = 0;
    for d in 0..6 {
        let (a, b) = dir::BESIDE[d];
        let has = |ring: Ring, d: usize| ring >> d & 1 != 0;
        let contact = has(ring, a) || has(ring, b);
        let shut = has(ring | berries, a) && has(ring | berries, b);
        open |= Ring::from(contact && !shut) << d;
    }
    open & !ring & !closed
}

/// Exactly three slides without touching a cell twice.
#[inline(always)]
pub(crate) fn spider<B: Board, L: Law>(field: &Field<B>, from: CellIndex) -> B {
    let others = field.occupied.without(B::bit(from));
    let mut targets = B::empty();
    for d in Directions(slides::<B, L>(field, &others, from)) {
        let first = B::step(from, d);
        // Not straight back to where it came from.
        for d in Directions(slides::<B, L>(field, &others, first) & !(1 << dir::opposite(d))) {
            let second = B::step(first, d);
            let last = slides::<B, L>(field, &others, second) & !(1 << dir::opposite(d));
            targets = targets.or(beside(second, last));
        }
    }
    // Three steps in a circle lead back to the start.
    targets.without(B::bit(from))
}

/// Straight over a row of pieces to the first cell behind it.
#[inline(always)]
pub(crate) fn grasshopper<B: Board, L: Law>(field: &Field<B>, from: CellIndex, ring: Ring) -> B {
    let mut targets = B::empty();
    for d in Directions(ring) {
        let mut cell = B::step(from, d);
        while field.occupied.has(cell) {
            cell = B::step(cell, d);
        }
        if !L::BOUNDED || !field.closed.has(cell) {
            targets = targets.or(B::bit(cell));
        }
    }
    targets
}

/// One step in any direction, up, down or along.
#[inline(always)]
pub(crate) fn beetle<B: Board, L: Law>(field: &Field<B>, from: CellIndex, ring: Ring) -> Ring {
    let on_top = field.high.has(from);
    if !L::GATED_BEETLE {
        let directions = if on_top { 63 } else { TOUCHES[usize::from(ring)] };
        return if L::BOUNDED { directions & !field.closed.ring(from) } else { directions };
    }
    let directions = if on_top { 63 } else { SLIDES[usize::from(ring)] | ring };
    if !field.high_gates { directions } else { without_high_gates(field, from, directions, on_top) }
}

/// Removes the steps between two stacks that are both higher than start and target.
#[inline(always)]
fn without_high_gates<B: Board>(field: &Field<B>, from: CellIndex, directions: Ring, on_top: bool) -> Ring {
    let level = if on_top { field.height(from) - 1 } else { 0 };
    let mut heights = [0; 6];
    for (d, height) in heights.iter_mut().enumerate() {
        *height = field.height(B::step(from, d));
    }
    let mut open = directions;
    for d in Directions(directions) {
        let (a, b) = dir::BESIDE[d];
        let most = level.max(heights[d]);
        // On the ground the slide rule has already decided.
        if most > 0 && heights[a] > most && heights[b] > most {
            open &= !(1 << d);
        }
    }
    open
}

/// Two steps on top of the hive, then one down.
#[inline(always)]
pub(crate) fn ladybug<B: Board>(field: &Field<B>, from: CellIndex) -> B {
    let start = B::bit(from);
    let others = field.occupied.without(start);
    if field.high_gates {
        return ladybug_among_stacks(field, from).without(start);
    }
    let first = start.spread().and(others);
    let second = first.spread().and(others);
    second.spread().without(*field.occupied)
}

fn ladybug_among_stacks<B: Board>(field: &Field<B>, from: CellIndex) -> B {
    // With the ladybug lifted, its cell is empty ground.
    let height = |cell: CellIndex| if cell == from { 0 } else { field.height(cell) };
    let open = |a: CellIndex, d: usize| {
        let most = height(a).max(height(B::step(a, d)));
        let (left, right) = dir::BESIDE[d];
        !(height(B::step(a, left)) > most && height(B::step(a, right)) > most)
    };
    let mut targets = B::empty();
    for d1 in 0..6 {
        let first = B::step(from, d1);
        if height(first) == 0 || !open(from, d1) {
            continue;
        }
        for d2 in 0..6 {
            let second = B::step(first, d2);
            if height(second) == 0 || !open(first, d2) {
                continue;
            }
            for d3 in 0..6 {
                let third = B::step(second, d3);
                if height(third) == 0 && open(second, d3) {
                    targets = targets.or(B::bit(third));
                }
            }
        }
    }
    targets
}

/// Any number of slides, on the unbounded board, for an ant beside a pocket or hole.
#[inline(always)]
pub(crate) fn ant_from_pocket<B: Board>(field: &Field<B>, from: CellIndex, outside: B) -> B {
    let start = B::bit(from);
    let others = field.occupied.without(start);
    let looks = others.looks();
    let doors = region::doors(others, &looks);
    let mut reached = start;
    loop {
        let mut next = region::spread_through(reached, &doors);
        if next == reached {
            break;
        }
        if !next.and(outside).is_empty() {
            next = next.or(outside);
        }
        reached = next;
    }
    reached.and(others.spread()).without(start)
}

/// Any number of slides on the bounded board.
#[inline(always)]
pub(crate) fn ant_bounded<B: Board>(field: &Field<B>, from: CellIndex) -> B {
    let start = B::bit(from);
    let others = field.occupied.without(start);
    let pieces = others.looks();
    let berries = field.berries.looks();
    let room = others.or(*field.closed).not();
    let mut doors = [room; 6];
    for (door, (a, b)) in doors.iter_mut().zip(dir::BESIDE) {
        let contact = pieces[a].or(pieces[b]);
        let shut = pieces[a].or(berries[a]).and(pieces[b].or(berries[b]));
        *door = room.and(contact).without(shut);
    }
    region::flood_through(start, &doors).without(start)
}
