//! Writing many moves quickly.
//!
//! Most of the time of listing goes into writing, so moves are written past the end of the
//! list in blocks, without asking for room at each one.
#![allow(unsafe_code)]

use crate::board::{Board, CellIndex, Directions, Ring};
use crate::bug::Piece;
use crate::moves::Move;

/// Moves written beyond the last one that counts; every writer makes room for them.
const SLACK: usize = 16;

/// A set of cells written out once, to be copied for several pieces.
pub(crate) struct Template {
    cells: [u16; Template::ROOM + SLACK],
    len: usize,
}

impl Template {
    /// More cells than a hive of thirty pieces can touch (at most four each and two).
    const ROOM: usize = 128;

    #[inline(always)]
    pub(crate) const fn new() -> Template {
        Template { cells: [0; Template::ROOM + SLACK], len: 0 }
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes the cells of a set that fits.
    #[inline(always)]
    pub(crate) fn fill<B: Board>(&mut self, cells: B) {
        let count = cells.count() as usize;
        assert!(count <= Template::ROOM, "thirty pieces touch at most 122 empty cells");
        // SAFETY: there is room for `count` cells and the slack.
        unsafe { write_cells(self.cells.as_mut_ptr(), 0, cells) };
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

/// Appends a move to each of the cells for each of the pieces.
#[inline(always)]
pub(crate) fn push_product<B: Board>(moves: &mut Vec<Move>, mut pieces: u32, cells: B) {
    let count = cells.count() as usize;
    if pieces == 0 || count == 0 {
        return;
    }
    let start = moves.len();
    let kinds = pieces.count_ones() as usize;
    moves.reserve(count * kinds + SLACK);
    // SAFETY: there is room for `count * kinds` moves and the slack. The first block is written
    // whole before it is copied; each copy overshoots by less than the slack.
    unsafe {
        let first: *mut u16 = moves.as_mut_ptr().add(start).cast();
        let tag = Move::tag(Piece(pieces.trailing_zeros() as u8));
        pieces &= pieces - 1;
        write_cells(first, tag, cells);
        let mut block = first;
        while pieces != 0 {
            block = block.add(count);
            let change = tag ^ Move::tag(Piece(pieces.trailing_zeros() as u8));
            pieces &= pieces - 1;
            copy_xor(first, block, count, change);
        }
        moves.set_len(start + count * kinds);
    }
}

/// Appends a move of `piece` to each cell of a template, which holds the set `cells`, but not
/// to those cells beside `from` that `except` names. All of these must be in the set.
#[inline(always)]
pub(crate) fn push_template<B: Board>(
    moves: &mut Vec<Move>,
    piece: Piece,
    template: &Template,
    cells: &B,
    from: CellIndex,
    except: Ring,
) {
    let start = moves.len();
    moves.reserve(template.len + SLACK);
    // SAFETY: there is room for the template and the slack; the template is initialised
    // beyond its length by the slack.
    unsafe {
        let block: *mut u16 = moves.as_mut_ptr().add(start).cast();
        copy_xor(template.cells.as_ptr(), block, template.len, Move::tag(piece));
        moves.set_len(start + template.len);
    }
    // Highest rank first: what is swapped into a gap then ranks above all gaps to come.
    let mut ranks = [0; 6];
    let mut gaps = 0;
    for d in Directions(except) {
        let rank = cells.rank(B::step(from, d));
        let mut place = gaps;
        while place > 0 && ranks[place - 1] < rank {
            ranks[place] = ranks[place - 1];
            place -= 1;
        }
        ranks[place] = rank;
        gaps += 1;
    }
    for &rank in &ranks[..gaps] {
        moves.swap_remove(start + rank);
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
