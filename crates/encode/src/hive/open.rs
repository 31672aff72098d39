//! `hive-v1`: Hive without an edge, official with any expansions and classic.
//!
//! The window shows the hive in its middle, wherever it has wandered; the largest one holds every hive there can be. Actions
//! do not depend on the window: a piece goes beside or onto another one. Of the pieces beside the target the one with
//! the lowest number is named, so that a turned board has turned actions. Any spelling of that kind is read by the notation.

use schwarm_core::Game;
use schwarm_hive::{Axial, Bug, Hive, Kernel, Law, Move, Piece, pieces};

use crate::encode::{Form, capped, fill};
use crate::ways;

/// A window that shows most hives of short games.
pub(super) const SMALLEST_WINDOW: usize = 8;
/// Twenty-eight pieces in a row.
pub(super) const LARGEST_WINDOW: usize = 28;

/// Pieces of a side.
const PIECES: usize = 14;
/// Pieces of both sides.
const ALL: usize = 2 * PIECES;
/// Six directions, and on top.
const DIRECTIONS: usize = 7;
/// The last of them.
const ON_TOP: usize = 6;
/// The number of the pass, the last one.
const PASS: u16 = (ALL * ALL * DIRECTIONS) as u16;

/// Planes that hold something on single cells only; the others hold one number each.
const SPARSE: usize = 24;
/// Beetles and mosquitoes above the ground: own beetle, own mosquito, and the enemy's.
const RAISED: usize = 16;
const OWN_TOP: usize = 20;
const HEIGHT: usize = 22;
const STUNNED: usize = 23;
const HANDS: usize = 24;
const TURN: usize = 40;
const REPEATS: usize = 41;
const PASSES: usize = 42;
const PLANES: usize = 43;

/// Steps `(q, r)` in the order of [`Hive::cells_beside`]: north-west, north-east, west, east, south-west, south-east.
const STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];

/// No piece, no reference.
const NOBODY: u16 = u16::MAX;

pub(super) const fn form(window: usize) -> Form {
    Form {
        name: "hive-v1",
        planes: PLANES,
        rows: window,
        columns: window,
        actions: PASS as usize + 1,
        ways: ways::HEX,
        most: u8::MAX,
    }
}

/// The number of the first piece of each kind among those of its side.
const FIRST: [u8; 8] = [0, 1, 3, 5, 8, 11, 12, 13];

/// The number of every piece as a side sees them, own ones first.
fn codes<B: Kernel, L: Law>(state: &Hive<B, L>) -> [u8; 32] {
    const PLAIN: [u8; 16] = [0, 1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0];
    let mover = state.side_to_move();
    let mut codes = [0; 32];
    for (index, code) in codes.iter_mut().enumerate() {
        *code = PLAIN[index & 15] + if index >> 4 == mover.index() { 0 } else { PIECES as u8 };
    }
    if !state.has_plain_numbers() {
        renumber(state, &mut codes);
    }
    codes
}

/// Pieces that were placed out of order are called by the numbers that texts show.
#[cold]
fn renumber<B: Kernel, L: Law>(state: &Hive<B, L>, codes: &mut [u8; 32]) {
    let mover = state.side_to_move();
    for piece in pieces(0x7fff_7fff) {
        let other = if piece.side() == mover { 0 } else { PIECES as u8 };
        codes[piece.index()] = other + FIRST[piece.bug() as usize] + state.number_of(piece).saturating_sub(1);
    }
}

/// What stands where, as far as action numbers need it.
struct Ground {
    /// Index of the top piece of each cell of the frame.
    tops: [u8; 1024],
    codes: [u8; 32],
}

const EMPTY: u8 = u8::MAX;

impl Ground {
    fn new<B: Kernel, L: Law>(state: &Hive<B, L>) -> Ground {
        let mut tops = [EMPTY; 1024];
        let placed = state.placed_mask();
        for piece in pieces(placed & !covered(state)) {
            if let Some(cell) = state.cell_of(piece) {
                tops[usize::from(cell & 1023)] = piece.index() as u8;
            }
        }
        Ground { tops, codes: codes(state) }
    }

    /// The lowest number of a piece that a target is beside of, or the one it is on top of, with the direction. The mover
    /// is as good as lifted.
    fn reference<B: Kernel, L: Law>(&self, state: &Hive<B, L>, target: u16, mover: Option<Piece>) -> u16 {
        let standing = |cell: u16| match self.tops[usize::from(cell & 1023)] {
            EMPTY => None,
            top => match mover {
                Some(mover) if mover.index() == usize::from(top) => state.below(mover).map(|below| below.index()),
                _ => Some(usize::from(top)),
            },
        };
        let named =
            |index: usize, direction: usize| u16::from(self.codes[index]) * DIRECTIONS as u16 + direction as u16;
        if let Some(below) = standing(target) {
            return named(below, ON_TOP);
        }
        let mut lowest = NOBODY;
        for (beside, cell) in state.cells_beside(target).into_iter().enumerate() {
            if let Some(other) = standing(cell) {
                // Seen from the other piece, the target lies in the opposite direction.
                lowest = lowest.min(named(other, 5 - beside));
            }
        }
        lowest
    }
}

/// Pieces with another one on them.
fn covered<B: Kernel, L: Law>(state: &Hive<B, L>) -> u32 {
    pieces(state.placed_mask()).filter_map(|piece| state.below(piece)).fold(0, |all, below| all | below.bit())
}

pub(super) fn number<B: Kernel, L: Law>(state: &Hive<B, L>, moves: &[Move], out: &mut Vec<u16>) {
    let ground = Ground::new(state);
    let of_piece = |piece: Piece| u16::from(ground.codes[piece.index()]) * (ALL * DIRECTIONS) as u16;
    if state.pieces_placed() == 0 {
        // The first piece of a game has nobody beside it: it is named itself.
        let itself = |piece: Piece| u16::from(ground.codes[piece.index()]) * DIRECTIONS as u16 + ON_TOP as u16;
        out.extend(moves.iter().map(|mv| of_piece(mv.piece()) + itself(mv.piece())));
        return;
    }
    // Many pieces go to the same cells.
    let mut known = [NOBODY; 1024];
    for mv in moves {
        if mv.is_pass() {
            out.push(PASS);
            continue;
        }
        let (piece, target) = (mv.piece(), mv.cell());
        let place = &mut known[usize::from(target & 1023)];
        if *place == NOBODY {
            *place = ground.reference(state, target, None);
        }
        let is_itself = *place / DIRECTIONS as u16 == u16::from(ground.codes[piece.index()]);
        let is_raised = state.is_placed(piece) && state.is_raised(piece);
        let reference = if is_itself || is_raised { ground.reference(state, target, Some(piece)) } else { *place };
        out.push(of_piece(piece) + reference);
    }
}

/// The place of a hive in a window: what is added to its rows and columns.
struct Frame {
    window: i32,
    row: i32,
    column: i32,
}

impl Frame {
    /// The window with the box of these cells in its middle; without cells the middle of the window is 0,0.
    fn around(window: usize, cells: &[Axial]) -> Frame {
        let window = window as i32;
        let shift = |line: fn(&Axial) -> i32| {
            let (mut least, mut most) = (0, 0);
            if let Some(first) = cells.first() {
                (least, most) = (line(first), line(first));
            }
            for cell in cells {
                least = least.min(line(cell));
                most = most.max(line(cell));
            }
            (window - (most - least + 1)).div_euclid(2) - least
        };
        Frame { window, row: shift(|cell| cell.r), column: shift(|cell| cell.q) }
    }

    /// The place of a cell in a plane, unless it is outside.
    #[inline(always)]
    fn place(&self, cell: Axial) -> Option<usize> {
        let (row, column) = (cell.r + self.row, cell.q + self.column);
        let inside = (0..self.window).contains(&row) && (0..self.window).contains(&column);
        inside.then(|| (row * self.window + column) as usize)
    }
}

pub(super) fn observe<B: Kernel, L: Law>(state: &Hive<B, L>, form: &Form, repeats: u8, out: &mut [u8]) {
    let cells = form.cells();
    let mover = state.side_to_move();
    out[..SPARSE * cells].fill(0);
    let (layout, covered) = (state.layout(), covered(state));
    let mut spots = [Axial::new(0, 0); ALL + 4];
    let mut count = 0;
    for piece in pieces(state.placed_mask()) {
        if let Some(cell) = state.cell_of(piece) {
            spots[count] = layout.at(cell);
            count += 1;
        }
    }
    let frame = Frame::around(form.rows, &spots[..count]);
    for (piece, spot) in pieces(state.placed_mask()).zip(spots) {
        let Some(place) = frame.place(spot) else { continue };
        let other = usize::from(piece.side() != mover);
        let mut level = 0;
        let mut below = state.below(piece);
        while let Some(lower) = below {
            level += 1;
            below = state.below(lower);
        }
        match level {
            0 => out[(piece.bug() as usize + 8 * other) * cells + place] = 1,
            // Nothing but beetles and mosquitoes climbs to stay.
            _ => {
                let plane = RAISED + 2 * other + usize::from(piece.bug() == Bug::Mosquito);
                out[plane * cells + place] |= 1 << (level - 1);
            }
        }
        out[HEIGHT * cells + place] += 1;
        if covered & piece.bit() == 0 {
            out[(OWN_TOP + other) * cells + place] = 1;
        }
        if state.stunned_piece() == Some(piece) {
            out[STUNNED * cells + place] = 1;
        }
    }
    for (other, side) in [mover, mover.other()].into_iter().enumerate() {
        for bug in Bug::ALL {
            fill(out, form, HANDS + 8 * other + bug as usize, state.in_hand(side, bug));
        }
    }
    fill(out, form, TURN, capped(state.turn()));
    fill(out, form, REPEATS, repeats);
    fill(out, form, PASSES, state.passes());
}

pub(super) fn turn_action(way: usize, action: u16) -> u16 {
    let direction = usize::from(action) % DIRECTIONS;
    if action >= PASS || direction == ON_TOP {
        return action;
    }
    let turned = ways::hex(way, STEPS[direction]);
    let direction_then = STEPS.iter().position(|step| *step == turned).unwrap_or(direction);
    action - direction as u16 + direction_then as u16
}

/// Turning moves the hive, so it is put into the middle of the window again.
pub(super) fn turn(form: &Form, way: usize, observation: &[u8], out: &mut [u8]) {
    let cells = form.cells();
    out[..SPARSE * cells].fill(0);
    out[SPARSE * cells..].copy_from_slice(&observation[SPARSE * cells..]);
    let taken = (0..cells).filter(|place| observation[HEIGHT * cells + place] != 0);
    let (places, turned): (Vec<usize>, Vec<Axial>) = taken
        .map(|place| {
            let (q, r) = ways::hex(way, ((place % form.columns) as i32, (place / form.columns) as i32));
            (place, Axial::new(q, r))
        })
        .unzip();
    let frame = Frame::around(form.rows, &turned);
    for (from, cell) in places.into_iter().zip(turned) {
        let Some(to) = frame.place(cell) else { continue };
        for plane in 0..SPARSE {
            out[plane * cells + to] = observation[plane * cells + from];
        }
    }
}
