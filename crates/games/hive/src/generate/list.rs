//! Writing many moves quickly.
//!
//! Most of the time of listing goes into writing, so moves are written past the end of the
//! list in blocks, without asking for room at each one.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use crate::board::{Board, CellIndex, Directions, Ring};
use crate::bug::Piece;
use crate::moves::Move;
use crate::tables::DIRECTIONS;

/// Moves written beyond the last one that counts; every writer makes room for them.
const SLACK: usize = 16;

/// A set of cells written out once, to be copied for several pieces.
///
/// Cells are written one by one and copied in blocks. A block cannot be read before the
/// last of its cells has left the processor, so let time pass between the two.
pub(crate) struct Template<'a> {
    /// The first `len` and the slack after them are written.
    cells: &'a mut Room,
    len: usize,
}

/// Memory for a template. It lies apart because a template made in one piece is cleared
/// first, at each node, for nothing.
pub(crate) struct Room(MaybeUninit<[u16; Room::SIZE + SLACK]>);

impl Room {
    /// More cells than a hive of thirty pieces can touch (at most four each and two), or a
    /// bounded board has.
    const SIZE: usize = 128;

    #[inline(always)]
    pub(crate) fn new() -> Room {
        Room(MaybeUninit::uninit())
    }
}

impl<'a> Template<'a> {
    #[inline(always)]
    pub(crate) fn new(cells: &'a mut Room) -> Template<'a> {
        // SAFETY: there is room for the slack.
        unsafe { cells.0.as_mut_ptr().cast::<[u16; SLACK]>().write([0; SLACK]) };
        Template { cells, len: 0 }
    }

    /// Writes the cells of a set that fits.
    #[inline(always)]
    pub(crate) fn fill<B: Board>(&mut self, cells: B) {
        let count = cells.count() as usize;
        assert!(count <= Room::SIZE, "thirty pieces touch at most 122 empty cells");
        let to: *mut u16 = self.cells.0.as_mut_ptr().cast();
        // SAFETY: there is room for `count` cells and the slack.
        unsafe {
            to.add(count).cast::<[u16; SLACK]>().write_unaligned([0; SLACK]);
            write_cells(to, 0, cells);
        }
        self.len = count;
    }
}

/// Appends a move of `piece` to each of the cells.
#[inline(always)]
pub(crate) fn push_cells<B: Board>(moves: &mut Vec<Move>, piece: Piece, cells: B) {
    let count = cells.count() as usize;
    let start = moves.len();
    moves.reserve(count + SLACK);
    // SAFETY: there is room for `count` moves and the slack, and `write_cells` writes exactly
    // `count` moves that count, overshooting by less than the slack.
    unsafe {
        write_cells(moves.as_mut_ptr().add(start).cast(), Move::tag(piece), cells);
        moves.set_len(start + count);
    }
}

/// Appends a move to each cell of a template for each of the pieces.
#[inline(always)]
pub(crate) fn push_product(moves: &mut Vec<Move>, mut pieces: u32, template: &Template<'_>) {
    let count = template.len;
    let start = moves.len();
    let kinds = pieces.count_ones() as usize;
    moves.reserve(count * kinds + SLACK);
    // SAFETY: there is room for `count * kinds` moves and the slack; each copy overshoots by
    // less than the slack, and the template is written that far beyond its length.
    unsafe {
        let mut block: *mut u16 = moves.as_mut_ptr().add(start).cast();
        while pieces != 0 {
            let tag = Move::tag(Piece(pieces.trailing_zeros() as u8));
            pieces &= pieces - 1;
            copy_xor(template.cells.0.as_ptr().cast(), block, count, tag);
            block = block.add(count);
        }
        moves.set_len(start + count * kinds);
    }
}

/// Places of a template that are left out for one piece, the last one first.
#[derive(Clone, Copy)]
pub(crate) struct Gaps {
    places: [u8; 6],
    len: u8,
}

impl Gaps {
    pub(crate) const NONE: Gaps = Gaps { places: [0; 6], len: 0 };

    /// The places of the cells beside `from` that `except` names. All of these must be in the
    /// set the template holds.
    #[inline(always)]
    pub(crate) fn new<B: Board>(cells: &B, from: CellIndex, except: Ring) -> Gaps {
        let mut gaps = Gaps::NONE;
        for d in Directions(except) {
            let rank = cells.rank(B::step(from, d)) as u8;
            let mut place = usize::from(gaps.len);
            while place > 0 && gaps.places[place - 1] < rank {
                gaps.places[place] = gaps.places[place - 1];
                place -= 1;
            }
            gaps.places[place] = rank;
            gaps.len += 1;
        }
        gaps
    }
}

/// Appends a move of `piece` to each cell of a template but the gaps.
#[inline(always)]
pub(crate) fn push_template(moves: &mut Vec<Move>, piece: Piece, template: &Template<'_>, gaps: &Gaps) {
    let start = moves.len();
    push_product(moves, piece.bit(), template);
    // Highest first: what is swapped into a gap then ranks above all gaps to come.
    for &place in &gaps.places[..usize::from(gaps.len)] {
        moves.swap_remove(start + usize::from(place));
    }
}

/// Appends a move of `piece` to the cells beside `from` in these directions.
#[inline(always)]
pub(crate) fn push_steps<B: Board>(moves: &mut Vec<Move>, piece: Piece, from: CellIndex, directions: Ring) {
    let start = moves.len();
    moves.reserve(SLACK);
    // SAFETY: there is room for six moves; those that count are written first.
    unsafe {
        let to: *mut Move = moves.as_mut_ptr().add(start);
        for (place, &direction) in DIRECTIONS[usize::from(directions)].iter().enumerate() {
            to.add(place).write(Move::new(piece, B::step(from, usize::from(direction))));
        }
        moves.set_len(start + directions.count_ones() as usize);
    }
}

/// Writes the cells of a set, each with a tag, from `to` on. Overshoots by at most three.
#[inline(always)]
unsafe fn write_cells<B: Board>(mut to: *mut u16, tag: u16, cells: B) {
    let mut base = tag;
    for index in 0..B::WORDS {
        let mut word = cells.word(index);
        let count = word.count_ones() as usize;
        let mut written = 0;
        while written < count {
            for i in 0..4 {
                // An exhausted word gives 64 here, which lands in the slack.
                // SAFETY: the caller has room for all cells and the slack.
                unsafe { to.add(written + i).write(base.wrapping_add(word.trailing_zeros() as u16)) };
                word &= word.wrapping_sub(1);
            }
            written += 4;
        }
        // SAFETY: as above.
        to = unsafe { to.add(count) };
        base = base.wrapping_add(64);
    }
}

/// Copies `count` moves, each changed by XOR, in blocks. Overshoots by less than a block.
#[inline(always)]
unsafe fn copy_xor(from: *const u16, to: *mut u16, count: usize, change: u16) {
    let mut done = 0;
    while done < count {
        // SAFETY: the caller has room for the moves and a block of slack on both sides.
        let block = unsafe { from.add(done).cast::<[u16; SLACK]>().read_unaligned() };
        let mut changed = block;
        for mv in &mut changed {
            *mv ^= change;
        }
        // SAFETY: as above.
        unsafe { to.add(done).cast::<[u16; SLACK]>().write_unaligned(changed) };
        done += SLACK;
    }
}
