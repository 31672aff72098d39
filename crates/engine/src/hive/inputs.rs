//! What a network is shown of Hive: the inputs `hive-1`, and `hive-2020-1` for the bounded board.
//!
//! *Status*: bits for every piece, by its kind: where it waits, what holds it, whether it can move, stands beside a queen, can fill a cell
//! beside one or can be thrown. Pieces of a kind share rows, so a row may be seen more than once. Values for each queen: the pattern of free
//! cells round her, how many the enemy can fill, how many from the hand; and for each side its room and its mobile pieces.
//!
//! *Places*: where every piece stands, seen from each queen: on which cell up to five steps away, or in which of twelve directions. The board may
//! be turned and mirrored in twelve ways; a network learns from all of them. (Turning it so that one queen always sees the other in the
//! same direction made weaker networks: docs/nets/hive.md.)
//!
//! Invariant: nothing depends on where the hive lies, or which of several pieces of a kind is which; the status does not depend on
//! how the hive is turned either.

use schwarm_core::{Game, Side};
use schwarm_hive::{Axial, Bug, Hive, Kernel, Law, Piece, Survey, pieces, ring_class};
use schwarm_nets::{Inputs, Layout};

use crate::sight::{BUCKETS, Rows, Sight, bucket_of};

/// Sets of pieces, in the order of [`look_at_pieces`]: two to a word.
const SETS: usize = 18;

pub(super) const WORDS: usize = SETS / 2;

/// Slots that pieces of both sides have.
const PIECES: usize = 32;

/// Values before those of places.
pub(super) const STATUS: usize = 2 * 9 + 2;

/// The places of all pieces from both queens.
pub(super) const VALUES: usize = STATUS + 2 * PIECES;

pub(super) type HiveInputs = Inputs<WORDS, VALUES>;

/// The highest each value can be, in the order in which they are shown.
mod most {
    /// Thirteen patterns, and that she is in hand.
    pub const PATTERN: u8 = 13;
    /// Free cells times cells that can be filled, and that she is in hand.
    pub const SIEGE: u8 = 49;
    pub const GUARDED: u8 = 6;
    pub const DROPS: u8 = 6;
    pub const SPARE: u8 = 7;
    pub const ROOM: u8 = 15;
    pub const MOBILE: u8 = 11;
    pub const CLOSED: u8 = 6;
    pub const FROM_MIDDLE: u8 = 5;
    /// Steps between the queens; 0 while one is in hand.
    pub const APART: u8 = 8;
    /// The turn of a game with a limit, the pieces on the board of another.
    pub const CLOCK: u8 = 59;
}

/// What is seen in a position.
#[inline(always)]
pub(super) fn look<B: Kernel, L: Law>(state: &Hive<B, L>, survey: &Survey) -> HiveInputs {
    let mut seen = HiveInputs::default();
    look_at_pieces(survey, &mut seen);
    look_at_sides(state, survey, &mut seen);
    look_from_queens(state, survey, &mut seen);
    seen
}

#[inline(always)]
fn look_at_pieces(survey: &Survey, seen: &mut HiveInputs) {
    let Survey { placed, hand, covered, raised, pinned, mobile, throwable, queens, .. } = *survey;
    let [one, two] = queens;
    let sets: [u32; SETS] = [
        hand,
        pinned,
        mobile & !raised,
        mobile & raised,
        covered,
        placed & !(mobile | pinned | covered),
        one.beside & mobile,
        two.beside & mobile,
        one.beside & !mobile,
        two.beside & !mobile,
        one.above,
        two.above,
        one.fillers[0],
        two.fillers[1],
        one.fillers[1],
        two.fillers[0],
        throwable[0],
        throwable[1],
    ];
    for (word, pair) in seen.bits.iter_mut().zip(sets.chunks_exact(2)) {
        *word = u64::from(pair[0]) | u64::from(pair[1]) << 32;
    }
}

/// The set in which the other side finds what this one finds in a set.
fn other_set(set: usize) -> usize {
    if set < 6 { set } else { set ^ 1 }
}

#[inline(always)]
fn look_at_sides<B: Kernel, L: Law>(state: &Hive<B, L>, survey: &Survey, seen: &mut HiveInputs) {
    for side in Side::BOTH {
        let (n, enemy) = (side.index(), side.other().index());
        let siege = &survey.queens[n];
        let is_here = survey.placed & Piece::queen(side).bit() != 0;
        let free = siege.liberties();
        let cells = (siege.reached[enemy] | siege.drops[enemy]).count_ones();
        let attackers = siege.fillers[enemy].count_ones() + u32::from(siege.drops[enemy] != 0);
        // Each piece fills one cell, and each cell takes one piece.
        let fills = attackers.min(cells);
        let (mut closed, mut from_middle) = (0, 0);
        if let (true, Some(cell)) = (L::BOUNDED, state.cell_of(Piece::queen(side))) {
            closed = 6 - free - siege.beside.count_ones();
            from_middle = radius(state.layout().at(cell));
        }
        let mobile = (survey.mobile >> (16 * n) & 0xffff).count_ones();
        let values = [
            if is_here { ring_class(siege.free) } else { most::PATTERN },
            if is_here { (free * 7 + fills) as u8 } else { most::SIEGE },
            (siege.reached[n] | siege.drops[n]).count_ones() as u8,
            siege.drops[enemy].count_ones() as u8,
            (attackers - fills).min(most::SPARE.into()) as u8,
            survey.placements[n].min(most::ROOM.into()) as u8,
            mobile.min(most::MOBILE.into()) as u8,
            closed as u8,
            from_middle.min(most::FROM_MIDDLE.into()) as u8,
        ];
        for (at, value) in values.into_iter().enumerate() {
            seen.values[2 * at + n] = value;
        }
    }
    let clock = if L::BOUNDED { state.turn() } else { state.pieces_placed() };
    seen.values[STATUS - 1] = clock.min(most::CLOCK.into()) as u8;
}

#[inline(always)]
fn look_from_queens<B: Kernel, L: Law>(state: &Hive<B, L>, survey: &Survey, seen: &mut HiveInputs) {
    let layout = state.layout();
    let at = |piece: Piece| layout.at(state.cell_of(piece).unwrap_or(0));
    let queens = Side::BOTH.map(Piece::queen);
    let both = queens[0].bit() | queens[1].bit();
    let [one, two] = queens.map(at);
    if survey.placed & both == both {
        let apart = radius(Axial { q: two.q - one.q, r: two.r - one.r });
        seen.values[STATUS - 2] = apart.min(most::APART.into()) as u8;
    }
    for (n, from) in [one, two].into_iter().enumerate() {
        if survey.placed & queens[n].bit() == 0 {
            continue;
        }
        let values = &mut seen.values[STATUS + n * PIECES..][..PIECES];
        for piece in pieces(survey.placed & !queens[n].bit()) {
            values[piece.index()] = PLACE_OF[offset(from, at(piece))];
        }
    }
}

/// Steps from the middle.
#[inline(always)]
const fn radius(cell: Axial) -> u32 {
    let Axial { q, r } = cell;
    (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
}

/// Offsets are looked up by their two parts, each from -16 to 15.
const OFFSETS: usize = 32 * 32;

/// The index of an offset; what is farther away than fifteen lines counts as fifteen.
#[inline(always)]
fn offset(from: Axial, to: Axial) -> usize {
    let part = |n: i32| (n.clamp(-15, 15) + 16) as usize;
    part(to.r - from.r) * 32 + part(to.q - from.q)
}

/// The offset of an index.
const fn offset_at(index: usize) -> Axial {
    Axial { q: index as i32 % 32 - 16, r: index as i32 / 32 - 16 }
}

/// Steps up to which every cell has a place of its own; beyond there are twelve directions.
const NEAR: i32 = 5;

/// Cells within so many steps.
const NEAR_CELLS: u8 = (3 * NEAR * (NEAR + 1) + 1) as u8;

/// Places a piece can have: nowhere, near cells, far directions.
const PLACES: u8 = 1 + NEAR_CELLS + 12;

/// The place of each offset.
static PLACE_OF: [u8; OFFSETS] = places();

const fn places() -> [u8; OFFSETS] {
    let (mut places, mut next, mut index) = ([0; OFFSETS], 1, 0);
    while index < OFFSETS {
        let at = offset_at(index);
        if radius(at) <= NEAR as u32 {
            places[index] = next;
            next += 1;
        } else {
            places[index] = 1 + NEAR_CELLS + direction(at);
        }
        index += 1;
    }
    places
}

/// The direction of an offset: six lines, and what lies between them.
const fn direction(at: Axial) -> u8 {
    let (mut cell, mut sixth) = (at, 0);
    // Turned back until it lies on the first line or between it and the next.
    while !(cell.q > 0 && cell.r >= 0) {
        cell = Axial { q: cell.q + cell.r, r: -cell.q };
        sixth += 1;
    }
    2 * sixth + (cell.r > 0) as u8
}

/// Ways to turn and mirror the board.
const TURNS: usize = 12;

/// Where a cell goes by one of them; the first leaves all as it is.
pub(super) fn turned(turn: usize, cell: Axial) -> Axial {
    let mirrored = if turn >= 6 { Axial { q: cell.r, r: cell.q } } else { cell };
    (0..turn % 6).fold(mirrored, |cell, _| Axial { q: -cell.r, r: cell.q + cell.r })
}

/// Sets that differ little when positions do.
#[inline(always)]
pub(super) fn telling(survey: &Survey) -> [u64; 4] {
    let pair = |a: u32, b: u32| u64::from(a) | u64::from(b) << 32;
    let [one, two] = survey.queens;
    [
        pair(survey.mobile, survey.pinned),
        pair(one.beside, two.beside),
        pair(one.fillers[1], two.fillers[0]),
        pair(survey.placed, survey.covered),
    ]
}

/// Which second layer judges a position.
#[inline(always)]
pub(super) fn bucket<B: Kernel, L: Law>(state: &Hive<B, L>) -> usize {
    match state.book().ply_limit() {
        Some(limit) => bucket_of(state.turn(), limit),
        None => bucket_of(state.pieces_placed(), ALL_PIECES),
    }
}

/// Pieces on the board in the last part of a game without limit.
const ALL_PIECES: u32 = 24;

/// Which row everything belongs to.
pub(super) fn layout() -> Layout {
    let bugs = Bug::ALL.len() as u16;
    let row = |set: usize, side: usize, bug: u16| (set * 2 + side) as u16 * bugs + bug;
    let sets = || (0..SETS).flat_map(|set| (0..2).map(move |side| (set, side)));
    let other = sets().flat_map(|(set, side)| (0..bugs).map(move |bug| row(other_set(set), 1 - side, bug)));
    let mut rows = Rows::after(other.collect());
    for most in [
        most::PATTERN,
        most::SIEGE,
        most::GUARDED,
        most::DROPS,
        most::SPARE,
        most::ROOM,
        most::MOBILE,
        most::CLOSED,
        most::FROM_MIDDLE,
    ] {
        rows.of_sides(most);
    }
    rows.of_game(most::APART);
    rows.of_game(most::CLOCK);
    // What one queen sees of a side the other one sees of the other side: a block of places for each kind, of the own side and the other.
    let blocks = Bug::ALL.map(|_| [rows.pair(PLACES - 1), rows.pair(PLACES - 1)]);
    let all: Vec<(usize, usize)> = pieces(u32::MAX).map(|piece| (piece.side().index(), piece.bug() as usize)).collect();
    for queen in 0..2 {
        rows.extend(all.iter().map(|&(side, bug)| blocks[bug][usize::from(side != queen)][queen]));
    }
    let bits = (0..SETS).flat_map(|set| all.iter().map(move |&(side, bug)| row(set, side, bug as u16)));
    rows.layout(bits.collect())
}

/// The inputs as training sees them.
pub(crate) struct HiveSight {
    layout: Layout,
}

impl HiveSight {
    pub fn new() -> HiveSight {
        HiveSight { layout: layout() }
    }

    /// Every row with something done to the place it stands for; rows of the status stay as they are. The block of rows it belongs to comes first.
    fn of_places(&self, change: impl Fn(u16, u16) -> u16) -> Vec<u16> {
        let first = self.layout.values[STATUS..].iter().copied().min().unwrap_or(0);
        let size = u16::from(PLACES);
        let changed = |row: u16| match row.checked_sub(first) {
            None => row,
            Some(row) => first + change(row / size, row % size),
        };
        (0..self.layout.rows() as u16).map(changed).collect()
    }
}

impl<B: Kernel, L: Law> Sight<Hive<B, L>> for HiveSight {
    fn name(&self) -> &'static str {
        if L::BOUNDED { "hive-2020-1" } else { "hive-1" }
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn look(&self, state: &Hive<B, L>) -> Vec<u16> {
        let seen = look(state, &state.survey());
        self.layout.rows_of(&seen, state.side_to_move().index())
    }

    fn bucket(&self, state: &Hive<B, L>) -> usize {
        bucket(state)
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        let of_turn = |turn: usize| {
            let mut goes_to: Vec<u16> = (0..u16::from(PLACES)).collect();
            for (index, &place) in PLACE_OF.iter().enumerate() {
                let to = turned(turn, offset_at(index));
                // What is turned off the table has a direction, which others on the table have, too.
                if radius(to) <= 15 {
                    goes_to[usize::from(place)] = PLACE_OF[offset(Axial { q: 0, r: 0 }, to)].into();
                }
            }
            self.of_places(|block, place| block * u16::from(PLACES) + goes_to[usize::from(place)])
        };
        (0..TURNS).map(of_turn).collect()
    }

    fn families(&self) -> Vec<u16> {
        // A place belongs with all that are as far from the queen.
        let mut far = [0; PLACES as usize];
        for (index, &place) in PLACE_OF.iter().enumerate() {
            far[usize::from(place)] = 1 + radius(offset_at(index)).min(NEAR as u32 + 1) as u16;
        }
        let distances = NEAR as u16 + 3;
        self.of_places(|block, place| block * distances + far[usize::from(place)])
    }
}
