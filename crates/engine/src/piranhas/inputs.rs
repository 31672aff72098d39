//! What a network is shown of Piranhas: the inputs `piranhas-2019-1` and `piranhas-2026-1`.
//!
//! Bits: every fish on its square, by its weight, by what it swims in (the biggest swarm, another one, alone) and by whether it can
//! be captured; octopuses; and for each colour all windows of two by two squares, those over the rim included, by the
//! pattern of fish in them.
//! Values, for each side: what depends on swarms as a whole and cannot be seen by squares alone. And the turn.
//!
//! Blue sees the board mirrored at the diagonal a0-j9, so that both colours begin on the left and on the right.
//! Invariant: the eight images of a position under turning and mirroring the board show the moved bits and the same values, unless
//! two swarms are equally big and one of them is taken for the biggest.

use schwarm_core::{Game, Side};
use schwarm_nets::{Inputs, Layout};
use schwarm_piranhas::{Edition, PLY_LIMIT, Square, State};

use super::evaluation::{nearness_of_limit, union_wins};
use super::reach::Reach;
use super::school::School;
use crate::sight::{BUCKETS, Rows, Sight, bucket_of};

/// Weights of fish.
const WEIGHTS: usize = 3;

/// In the biggest swarm, in another one, alone; each free or in danger.
const STANDINGS: usize = 6;

/// Patterns of fish in a window, the empty one left out.
const PATTERNS: usize = 15;

/// Sets of squares: fish of both sides, octopuses, windows of both sides.
const FISH_SETS: usize = 2 * WEIGHTS * STANDINGS;
const SETS: usize = FISH_SETS + 1 + 2 * PATTERNS;

/// Every set is two words.
pub(crate) const WORDS: usize = 2 * SETS;

/// Values of a side, in the order in which they are shown, with the highest each can have.
const MOST: [u8; 21] = [
    8,  // swarms
    31, // size of the biggest
    16, // fish
    31, // size of all
    15, // fish outside of the biggest swarm
    31, // cells between it and them, halved
    31, // spread
    18, // extent
    9,  // off the centre
    7,  // alone
    7,  // bridges
    15, // pairs of neighbours, halved
    7,  // windows with three fish
    7,  // windows with four
    20, // moves, a quarter of them
    7,  // fish that can join the biggest swarm
    7,  // prey
    7,  // prey in the enemy's biggest swarm
    3,  // stuck
    2,  // a union: none, possible, possible and winning
    MOST_LEAD,
];

/// Those of both sides, and the turn.
pub(crate) const VALUES: usize = 2 * MOST.len() + 1;

/// Leads are told apart up to this.
const WIDEST_LEAD: i32 = 6;

/// Plies near the limit that are one step of nearness.
const NEARNESS_STEP: i32 = 6;

/// The highest lead: nothing, or one of thirteen at four steps of nearness.
const MOST_LEAD: u8 = (2 * WIDEST_LEAD as u8 + 1) * 4;

pub(crate) type PiranhasInputs = Inputs<WORDS, VALUES>;

/// What is seen of the fish of one side alone: kept with its [`School`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Portrait {
    /// The biggest swarm, others, those alone.
    swimming: [u128; STANDINGS / 2],
    /// Windows by their pattern, two words each.
    windows: [u64; 2 * PATTERNS],
    /// The first values, as far as they depend on nothing else.
    values: [u8; OF_SCHOOL],
}

impl Default for Portrait {
    fn default() -> Portrait {
        Portrait { swimming: [0; STANDINGS / 2], windows: [0; 2 * PATTERNS], values: [0; OF_SCHOOL] }
    }
}

/// Values that depend on the school alone come first.
const OF_SCHOOL: usize = 14;

impl Portrait {
    #[inline(always)]
    pub fn of(school: &School) -> Portrait {
        let mut portrait = Portrait::default();
        let loners = loners(school.fish);
        portrait.swimming = [school.biggest, school.fish & !school.biggest & !loners, loners & !school.biggest];
        let shape = &school.shape;
        let values = [
            school.count as i32,
            school.biggest_size,
            shape.fish,
            school.size,
            shape.outside,
            shape.gap / 2,
            shape.spread,
            shape.extent,
            shape.off_centre,
            shape.loners,
            shape.bridges,
            shape.links / 2,
            shape.quads[0],
            shape.quads[1],
        ];
        for n in 0..OF_SCHOOL {
            portrait.values[n] = values[n].clamp(0, MOST[n].into()) as u8;
        }
        look_at_windows(school.fish, &mut portrait.windows);
        portrait
    }
}

/// Writes down what is seen in a position; schools and reaches are those of the side to move and of the other one.
#[inline(always)]
pub(super) fn look(state: &State, schools: [&School; 2], reaches: &[Reach; 2], seen: &mut PiranhasInputs) {
    let mover = state.side_to_move();
    for side in Side::BOTH {
        let n = usize::from(side != mover);
        let (own, enemy) = (schools[n], schools[1 - n]);
        look_at_fish(state, side, own, reaches[1 - n].prey, seen);
        let first = 2 * (FISH_SETS + 1 + side.index() * PATTERNS);
        seen.bits[first..first + 2 * PATTERNS].copy_from_slice(&own.portrait.windows);
        look_at_side(state, side, own, enemy, &reaches[n], seen);
    }
    put(seen, FISH_SETS, state.board().octopus_set());
    seen.values[VALUES - 1] = state.turn().min(PLY_LIMIT - 1) as u8;
}

#[inline(always)]
fn put(seen: &mut PiranhasInputs, set: usize, squares: u128) {
    seen.bits[2 * set] = squares as u64;
    seen.bits[2 * set + 1] = (squares >> 64) as u64;
}

#[inline(always)]
fn look_at_fish(state: &State, side: Side, school: &School, in_danger: u128, seen: &mut PiranhasInputs) {
    let [medium, large] = school.heavy();
    let small = school.fish & !medium & !large;
    let weights = if state.edition() == Edition::Season2026 { WEIGHTS } else { 1 };
    for (weight, set) in [small, medium, large].into_iter().take(weights).enumerate() {
        let first = (side.index() * WEIGHTS + weight) * STANDINGS;
        for (n, swimming) in school.portrait.swimming.into_iter().enumerate() {
            put(seen, first + 2 * n, set & swimming & !in_danger);
            put(seen, first + 2 * n + 1, set & swimming & in_danger);
        }
    }
}

/// Fish without a neighbour.
#[inline(always)]
fn loners(fish: u128) -> u128 {
    let beside = fish << 1 | fish >> 1;
    let row = fish | beside;
    fish & !(beside | row << STRIDE | row >> STRIDE)
}

/// Windows of two by two squares, by the fish in them. A window stands where its upper right square does, and over the
/// rim as if the board went on.
#[inline(always)]
fn look_at_windows(fish: u128, windows: &mut [u64; 2 * PATTERNS]) {
    let corners = [fish, fish << 1, fish << STRIDE, fish << (STRIDE + 1)];
    let upper = pairs(corners[0], corners[1]);
    let lower = pairs(corners[2], corners[3]);
    for pattern in 1..=PATTERNS {
        let set = upper[pattern % 4] & lower[pattern / 4];
        windows[2 * pattern - 2] = set as u64;
        windows[2 * pattern - 1] = (set >> 64) as u64;
    }
}

/// Where neither is, the first alone, the second alone, both.
#[inline(always)]
fn pairs(first: u128, second: u128) -> [u128; 4] {
    [!first & !second, first & !second, !first & second, first & second]
}

/// Squares of a row in a set, and one that is none.
const STRIDE: usize = 11;

#[inline(always)]
fn look_at_side(state: &State, side: Side, own: &School, enemy: &School, reach: &Reach, seen: &mut PiranhasInputs) {
    let can_unite = own.is_united() || own.can_unite(state.board(), side);
    let union = if can_unite { 1 + i32::from(union_wins(state, own, enemy)) } else { 0 };
    let values = [
        reach.moves / 4,
        reach.joins,
        reach.prey.count_ones() as i32,
        (reach.prey & enemy.biggest).count_ones() as i32,
        reach.stuck,
        union,
        lead(state, own.biggest_size - enemy.biggest_size),
    ];
    let first = side.index() * MOST.len();
    seen.values[first..first + OF_SCHOOL].copy_from_slice(&own.portrait.values);
    for n in 0..MOST.len() - OF_SCHOOL {
        seen.values[first + OF_SCHOOL + n] = values[n].clamp(0, MOST[OF_SCHOOL + n].into()) as u8;
    }
}

/// A lead in the size of the biggest swarm and how near the limit is, as one number; 0 while it is far.
#[inline(always)]
fn lead(state: &State, margin: i32) -> i32 {
    match nearness_of_limit(state) {
        0 => 0,
        near => {
            let step = ((near - 1) / NEARNESS_STEP).min(3);
            1 + step * (2 * WIDEST_LEAD + 1) + margin.clamp(-WIDEST_LEAD, WIDEST_LEAD) + WIDEST_LEAD
        }
    }
}

/// Sets that differ little when positions do.
#[inline(always)]
pub(crate) fn telling(state: &State) -> [u64; 4] {
    let [red, blue] = Side::BOTH.map(|side| state.board().fish_set(side));
    [red as u64, (red >> 64) as u64, blue as u64, (blue >> 64) as u64]
}

/// Columns and rows of the board.
const SIZE: usize = 10;

/// Columns and rows of windows.
const WINDOWS: usize = 11;

/// Where the rows of the sets begin: those of one weight in 2019.
struct Plan {
    weights: usize,
}

impl Plan {
    fn of(edition: Edition) -> Plan {
        Plan { weights: if edition == Edition::Season2026 { WEIGHTS } else { 1 } }
    }

    fn fish_rows(&self) -> usize {
        2 * self.weights * STANDINGS * SIZE * SIZE
    }

    fn window_rows(&self) -> usize {
        self.fish_rows() + SIZE * SIZE
    }

    fn bit_rows(&self) -> usize {
        self.window_rows() + 2 * PATTERNS * WINDOWS * WINDOWS
    }

    /// The row of a bit in a view; bits that are never set have the first one.
    fn row(&self, bit: usize, view: usize) -> u16 {
        let (set, place) = (bit / 128, bit % 128);
        let (x, y) = (place % STRIDE, place / STRIDE);
        // The second side sees the mirrored board, its own pieces first.
        let (x, y) = if view == 0 { (x, y) } else { (y, x) };
        let own_first = |side: usize| side ^ view;
        let row = if set <= FISH_SETS {
            if x >= SIZE || y >= SIZE {
                return 0;
            }
            let square = y * SIZE + x;
            let (side, rest) = (set / (WEIGHTS * STANDINGS), set % (WEIGHTS * STANDINGS));
            match set {
                FISH_SETS => self.fish_rows() + square,
                _ if rest / STANDINGS >= self.weights => return 0,
                _ => ((own_first(side) * self.weights * STANDINGS) + rest) * SIZE * SIZE + square,
            }
        } else {
            if x >= WINDOWS || y >= WINDOWS {
                return 0;
            }
            let (side, pattern) = ((set - FISH_SETS - 1) / PATTERNS, (set - FISH_SETS - 1) % PATTERNS + 1);
            let pattern = if view == 0 { pattern } else { mirrored_pattern(pattern) };
            let set = own_first(side) * PATTERNS + pattern - 1;
            self.window_rows() + set * WINDOWS * WINDOWS + y * WINDOWS + x
        };
        row as u16
    }
}

/// The pattern of a window mirrored at its diagonal: the upper left and the lower right square change places.
fn mirrored_pattern(pattern: usize) -> usize {
    move_pattern(pattern, |x, y| (y, x))
}

/// The pattern of a window whose squares are moved; columns and rows are 0 and 1.
fn move_pattern(pattern: usize, to: impl Fn(usize, usize) -> (usize, usize)) -> usize {
    // The squares of the bits: upper right, upper left, lower right, lower left.
    const PLACES: [(usize, usize); 4] = [(1, 1), (0, 1), (1, 0), (0, 0)];
    let moved = |n: usize| {
        let (x, y) = PLACES[n];
        let place = to(x, y);
        PLACES.iter().position(|found| *found == place).unwrap_or(n)
    };
    (0..4).filter(|n| pattern >> n & 1 == 1).fold(0, |set, n| set | 1 << moved(n))
}

/// Which row everything belongs to.
pub(crate) fn layout(edition: Edition) -> Layout {
    let plan = Plan::of(edition);
    let [bits, others] = [0, 1].map(|view| (0..WORDS * 64).map(|bit| plan.row(bit, view)).collect::<Vec<_>>());
    let mut other_view: Vec<u16> = (0..plan.bit_rows() as u16).collect();
    for (&row, other) in bits.iter().zip(others) {
        // Bits that are never set have the first row, which the first bit has, too.
        if row != 0 {
            other_view[usize::from(row)] = other;
        }
    }
    other_view[0] = plan.row(0, 1);
    let mut rows = Rows::after(other_view);
    for most in MOST {
        rows.of_sides(most);
    }
    rows.of_game(PLY_LIMIT as u8 - 1);
    let mut layout = rows.layout(bits);
    layout.values = side_by_side(&layout.values);
    layout
}

/// Rows are handed out value by value, and values written down side by side.
fn side_by_side(rows: &[u16]) -> Vec<u16> {
    let of_side = |side: usize| rows[..VALUES - 1].iter().skip(side).step_by(2);
    of_side(0).chain(of_side(1)).chain(&rows[VALUES - 1..]).copied().collect()
}

/// The inputs as training sees them.
pub(crate) struct PiranhasSight {
    edition: Edition,
    layout: Layout,
}

impl PiranhasSight {
    pub fn new(edition: Edition) -> PiranhasSight {
        PiranhasSight { edition, layout: layout(edition) }
    }
}

impl Sight<State> for PiranhasSight {
    fn name(&self) -> &'static str {
        match self.edition {
            Edition::Season2026 => "piranhas-2026-1",
            Edition::Sheet2019 | Edition::Server2019 => "piranhas-2019-1",
        }
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn buckets(&self) -> usize {
        BUCKETS
    }

    fn look(&self, state: &State) -> Vec<u16> {
        let mover = state.side_to_move();
        let schools = [mover, !mover].map(|side| School::of(state, side));
        let schools = [&schools[0], &schools[1]];
        let mut seen = PiranhasInputs::default();
        look(state, schools, &Reach::of_both(state, schools), &mut seen);
        self.layout.rows_of(&seen, mover.index())
    }

    fn bucket(&self, state: &State) -> usize {
        bucket_of(state.turn(), PLY_LIMIT)
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        (0..8).map(|symmetry| self.turned_rows(symmetry)).collect()
    }
}

impl PiranhasSight {
    /// Where each row goes under one of the eight symmetries: mirrored at the diagonal (1), left and right (2), up and down (4).
    fn turned_rows(&self, symmetry: usize) -> Vec<u16> {
        let plan = Plan::of(self.edition);
        let turn = |x: usize, y: usize, size: usize| {
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
            let x = if symmetry & 2 == 0 { x } else { size - 1 - x };
            let y = if symmetry & 4 == 0 { y } else { size - 1 - y };
            (x, y)
        };
        let window_rows = plan.window_rows();
        let moved = |row: usize| {
            if row < window_rows {
                let (set, square) = (row / (SIZE * SIZE), row % (SIZE * SIZE));
                let (x, y) = turn(square % SIZE, square / SIZE, SIZE);
                set * SIZE * SIZE + y * SIZE + x
            } else if row < plan.bit_rows() {
                let within = row - window_rows;
                let (set, place) = (within / (WINDOWS * WINDOWS), within % (WINDOWS * WINDOWS));
                let (x, y) = turn(place % WINDOWS, place / WINDOWS, WINDOWS);
                let pattern = move_pattern(set % PATTERNS + 1, |x, y| turn(x, y, 2));
                let set = set / PATTERNS * PATTERNS + pattern - 1;
                window_rows + set * WINDOWS * WINDOWS + y * WINDOWS + x
            } else {
                row
            }
        };
        (0..self.layout.rows()).map(|row| moved(row) as u16).collect()
    }
}

/// Checks that a square has the place this file thinks.
const _: () = match Square::new(3, 2) {
    Some(square) => assert!(square.index() == 2 * STRIDE + 3),
    None => panic!("it is on the board"),
};
