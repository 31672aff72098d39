//! Regions of empty cells, and the two facts about them that make generation fast.
//!
//! * **Pins.** Lifting a piece splits the hive iff its occupied neighbours form more arcs
//!   than there are different empty regions beside it. Without holes there is one empty
//!   region, so two arcs are a pin.
//! * **Ants.** Two empty cells are separated by a gate when both cells beside the two are
//!   occupied. For a connected hive, the cells an ant reaches from a cell of the rim are
//!   exactly the rim of that cell's gate-separated region.

use crate::board::{Board, dir};

/// Cells that split the hive when their only piece is lifted.
#[inline(always)]
pub(crate) fn pinned<B: Board>(occupied: B, looks: &[B; 6], holes: i32) -> B {
    let (mut one, mut two, mut three) = (B::empty(), B::empty(), B::empty());
    for i in 0..6 {
        let arc = looks[dir::CIRCLE[i]].without(looks[dir::CIRCLE[(i + 1) % 6]]);
        three = three.or(two.and(arc));
        two = two.or(one.and(arc));
        one = one.or(arc);
    }
    let two = two.and(occupied);
    if holes == 0 || two.is_empty() { two } else { pinned_with_holes(occupied, two, three, holes) }
}

#[inline(always)]
fn pinned_with_holes<B: Board>(occupied: B, two: B, three: B, holes: i32) -> B {
    let outside = flood(occupied.empty_lines(), occupied.not());
    let mut inside = occupied.or(outside).not();
    let (mut one_region, mut two_regions, mut three_regions) = (outside.spread(), B::empty(), B::empty());
    let mut left = holes;
    while !inside.is_empty() {
        // The last hole is whatever is left.
        let hole = if left == 1 { inside } else { flood(inside.lowest(), inside) };
        let beside = hole.spread();
        three_regions = three_regions.or(two_regions.and(beside));
        two_regions = two_regions.or(one_region.and(beside));
        one_region = one_region.or(beside);
        inside = inside.without(hole);
        left -= 1;
    }
    two.without(two_regions).or(three.and(occupied).without(three_regions))
}

/// All cells of `room` connected with `seed`.
#[inline(always)]
pub(crate) fn flood<B: Board>(seed: B, room: B) -> B {
    let mut reached = seed;
    loop {
        let next = reached.or(reached.spread().and(room));
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// For each direction a cell may be entered from: the empty cells where no gate is in the way.
#[inline(always)]
pub(crate) fn doors<B: Board>(occupied: B, looks: &[B; 6]) -> [B; 6] {
    let mut doors = [occupied.not(); 6];
    for (door, (a, b)) in doors.iter_mut().zip(dir::BESIDE) {
        *door = door.without(looks[a].and(looks[b]));
    }
    doors
}

/// All cells connected with `seed` through doors.
#[inline(always)]
pub(crate) fn flood_through<B: Board>(seed: B, doors: &[B; 6]) -> B {
    let mut reached = seed;
    loop {
        let next = spread_through(reached, doors);
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// One step of a flood through doors.
#[inline(always)]
pub(crate) fn spread_through<B: Board>(reached: B, doors: &[B; 6]) -> B {
    let looks = reached.looks();
    let mut next = reached;
    for d in 0..6 {
        next = next.or(looks[d].and(doors[d]));
    }
    next
}

/// The gate-separated empty region outside the hive.
#[inline(always)]
pub(crate) fn outside<B: Board>(occupied: B, looks: &[B; 6], holes: i32) -> B {
    let empty = occupied.not();
    let mut gates = B::empty();
    for d in [dir::E, dir::SE, dir::SW] {
        let (a, b) = dir::BESIDE[d];
        gates = gates.or(looks[a].and(looks[b]).without(looks[d]));
    }
    if holes == 0 && gates.without(occupied).is_empty() {
        return empty;
    }
    flood_through(occupied.empty_lines(), &doors(occupied, looks))
}

/// Whether some cell has two of these cells on both sides of a way out of it.
#[inline(always)]
pub(crate) fn has_gates<B: Board>(cells: B) -> bool {
    let looks = cells.looks();
    let mut gates = B::empty();
    for d in [dir::E, dir::SE, dir::SW] {
        let (a, b) = dir::BESIDE[d];
        gates = gates.or(looks[a].and(looks[b]));
    }
    !gates.is_empty()
}
