//! What a network is shown of Ostseeschach: the inputs `ostseeschach-1`.
//!
//! Bits: every piece on its square, by its kind, whether it is a tower, and its *safety*: what attacks and guards it. Where
//! pieces could step need not be shown, because it depends on their squares alone.
//! Values, for each side: ambers, ambers within reach, the nearest piece that runs through, a lead near the limit, hanging pieces,
//! squares its pieces can go to without being lost, squares it alone attacks. And the turn.
//!
//! Blue sees the board turned by half. Invariant: the left-right mirror image shows the mirrored bits and the same values.

use schwarm_core::{Game, Side};
use schwarm_nets::{Inputs, Layout};
use schwarm_ostseeschach::{Kind, PLY_LIMIT, State};

use super::attacks::Attacks;
use super::evaluation::{each_runner, hanging, nearness_of_limit, safe_squares};
use crate::sight::{BUCKETS, Rows, Sight, bucket_of};

/// Two sides, four kinds, single pieces and towers, four safeties.
pub(crate) const WORDS: usize = 2 * 4 * 2 * SAFETIES;

/// How safe a piece is: quiet, quiet and guarded, in a standoff, lost if it stays.
const SAFETIES: usize = 4;

/// Nine of each side, and the turn.
pub(crate) const VALUES: usize = 2 * 9 + 1;

pub(crate) type OstseeInputs = Inputs<WORDS, VALUES>;

/// The highest each value of a side can be, in the order in which they are shown.
mod most {
    pub const AMBERS: u8 = 3;
    pub const THREATS: u8 = 3;
    pub const DOUBLE: u8 = 1;
    /// Of the mover 1 to 4 steps, of the side that waits 4 more.
    pub const RUNNER: u8 = 8;
    pub const LEAD: u8 = 24;
    pub const HANGING: u8 = 4;
    pub const SAFE_SQUARES: u8 = 15;
    pub const SAFE_TOWER_SQUARES: u8 = 7;
    pub const CONTROL: u8 = 15;
}

/// What is seen in a position; the attacks are those of the side to move and of the other one.
#[inline]
pub(crate) fn look(state: &State, attacks: &[Attacks; 2]) -> OstseeInputs {
    let mut seen = OstseeInputs::default();
    let mover = state.side_to_move();
    for side in Side::BOTH {
        let n = usize::from(side != mover);
        let (own, enemy) = (&attacks[n], &attacks[1 - n]);
        look_at_pieces(state, side, own, enemy, &mut seen);
        look_at_side(state, side, own, enemy, &mut seen);
    }
    seen.values[VALUES - 1] = state.turn().min(PLY_LIMIT - 1) as u8;
    seen
}

#[inline]
fn look_at_pieces(state: &State, side: Side, own: &Attacks, enemy: &Attacks, seen: &mut OstseeInputs) {
    let board = state.board();
    let towers = board.tower_set();
    let standoff = own.any & enemy.by_single & !enemy.by_tower;
    for kind in Kind::ALL {
        let pieces = board.set_of(side, kind);
        for (is_tower, set) in [(0, pieces & !towers), (1, pieces & towers)] {
            let first = ((side.index() * 4 + kind as usize) * 2 + is_tower) * SAFETIES;
            let held = if is_tower == 0 { standoff } else { 0 };
            seen.bits[first] = set & !enemy.any & !own.any;
            seen.bits[first + 1] = set & !enemy.any & own.any;
            seen.bits[first + 2] = set & held;
            seen.bits[first + 3] = set & enemy.any & !held;
        }
    }
}

#[inline]
fn look_at_side(state: &State, side: Side, own: &Attacks, enemy: &Attacks, seen: &mut OstseeInputs) {
    let board = state.board();
    let is_mover = state.side_to_move() == side;
    let mut runner = 0;
    each_runner(state, side, |rows| {
        let found = rows as u8 + if is_mover { 0 } else { 4 };
        runner = if runner == 0 { found } else { runner.min(found) };
    });
    let lead = if state.leader() == Some(side) { nearness_of_limit(state) as u8 } else { 0 };
    let ([for_tower, for_single], free) = (safe_squares(own, enemy), !board.set(side));
    let values = [
        state.ambers(side).min(most::AMBERS),
        own.amber_threats().min(most::THREATS.into()) as u8,
        u8::from(own.has_double),
        runner,
        lead.min(most::LEAD),
        hanging(board, side, own, enemy).min(most::HANGING.into()) as u8,
        ((own.by_single & free & for_single).count_ones() / 2).min(most::SAFE_SQUARES.into()) as u8,
        (own.by_tower & free & for_tower).count_ones().min(most::SAFE_TOWER_SQUARES.into()) as u8,
        ((own.any & !enemy.any).count_ones() / 2).min(most::CONTROL.into()) as u8,
    ];
    for (n, value) in values.into_iter().enumerate() {
        seen.values[2 * n + side.index()] = value;
    }
}

/// Sets that differ little when positions do.
#[inline]
pub(crate) fn telling(state: &State) -> [u64; 4] {
    let board = state.board();
    [board.set(Side::One), board.set(Side::Two), board.tower_set(), 0]
}

/// Which row everything belongs to.
pub(crate) fn layout() -> Layout {
    let bits = WORDS as u16 * 64;
    // Own pieces first, and the board turned by half.
    let mut rows = Rows::after((0..bits).map(|row| ((row + bits / 2) % bits) ^ 63).collect());
    for most in [
        most::AMBERS,
        most::THREATS,
        most::DOUBLE,
        most::RUNNER,
        most::LEAD,
        most::HANGING,
        most::SAFE_SQUARES,
        most::SAFE_TOWER_SQUARES,
        most::CONTROL,
    ] {
        rows.of_sides(most);
    }
    rows.of_game(PLY_LIMIT as u8 - 1);
    rows.layout((0..bits).collect())
}

/// The inputs as training sees them.
pub(crate) struct OstseeSight {
    layout: Layout,
}

impl OstseeSight {
    pub fn new() -> OstseeSight {
        OstseeSight { layout: layout() }
    }
}

impl Sight<State> for OstseeSight {
    fn name(&self) -> &'static str {
        "ostseeschach-1"
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn look(&self, state: &State) -> Vec<u16> {
        let mover = state.side_to_move();
        let attacks = [mover, !mover].map(|side| Attacks::of(state.board(), side));
        let seen = look(state, &attacks);
        self.layout.rows_of(&seen, mover.index())
    }

    fn bucket(&self, state: &State) -> usize {
        bucket_of(state.turn(), PLY_LIMIT)
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        let rows = self.layout.rows() as u16;
        let bits = WORDS as u16 * 64;
        let mirrored = |row: u16| if row < bits { row ^ 7 } else { row };
        vec![(0..rows).collect(), (0..rows).map(mirrored).collect()]
    }
}
