//! What a position of Ostseeschach is worth: everything that is counted, and nothing else.
//!
//! A term that is counted for both sides is counted with the sign of the side to move. What
//! depends on who moves next has two terms: of the *mover*, and of the side that *waits*.
//! Invariant: the left-right mirror image of a position counts the same; so does the half-turned
//! one with colours swapped, but for who closes the round.
//! Not here: the numbers (`weights/ostseeschach.txt`), proven scores (the brain).

use schwarm_core::{Game, Side};
use schwarm_ostseeschach::{Board, Kind, PLY_LIMIT, Square, Squares, State, targets};

use super::attacks::{Attacks, advances, steps};
use crate::weights::{Evaluation, LATE, Tally, Term, terms};

terms! {
    /// What is counted in Ostseeschach.
    OstseeTerm {
        /// To be on the move.
        Tempo = "tempo",
        /// To be blue, whose move ends the round.
        ClosesRound = "closes-round",
        /// An amber.
        Amber = "amber",
        /// More ambers than the enemy, for each ply nearer to the limit.
        AmberLead = "amber-lead",
        /// Ahead in light pieces at equal ambers, for each ply nearer to the limit.
        LightLead = "light-lead",
        /// Rows of the most advanced light piece.
        Furthest = "furthest-light",
        /// A cockle.
        Cockle = "cockle",
        /// A gull.
        Gull = "gull",
        /// A starfish.
        Starfish = "starfish",
        /// A seal.
        Seal = "seal",
        /// A tower with a cockle on top.
        CockleTower = "cockle-tower",
        /// A tower with a gull on top.
        GullTower = "gull-tower",
        /// A tower with a starfish on top.
        StarfishTower = "starfish-tower",
        /// A tower with a seal on top.
        SealTower = "seal-tower",
        /// A cockle one row from home.
        CockleRow1 = "cockle-row-1",
        /// A cockle two rows from home.
        CockleRow2 = "cockle-row-2",
        /// A cockle three rows from home.
        CockleRow3 = "cockle-row-3",
        /// A cockle four rows from home.
        CockleRow4 = "cockle-row-4",
        /// A cockle five rows from home.
        CockleRow5 = "cockle-row-5",
        /// A cockle six rows from home.
        CockleRow6 = "cockle-row-6",
        /// A gull one row from home.
        GullRow1 = "gull-row-1",
        /// A gull two rows from home.
        GullRow2 = "gull-row-2",
        /// A gull three rows from home.
        GullRow3 = "gull-row-3",
        /// A gull four rows from home.
        GullRow4 = "gull-row-4",
        /// A gull five rows from home.
        GullRow5 = "gull-row-5",
        /// A gull six rows from home.
        GullRow6 = "gull-row-6",
        /// A starfish one row from home.
        StarfishRow1 = "starfish-row-1",
        /// A starfish two rows from home.
        StarfishRow2 = "starfish-row-2",
        /// A starfish three rows from home.
        StarfishRow3 = "starfish-row-3",
        /// A starfish four rows from home.
        StarfishRow4 = "starfish-row-4",
        /// A starfish five rows from home.
        StarfishRow5 = "starfish-row-5",
        /// A starfish six rows from home.
        StarfishRow6 = "starfish-row-6",
        /// A cockle on the files a and h, where it has one step instead of two.
        CockleRim = "cockle-rim",
        /// A gull on the files a and h.
        GullRim = "gull-rim",
        /// A starfish on the files a and h.
        StarfishRim = "starfish-rim",
        /// Rings between a seal and the rim of the board.
        SealRing = "seal-ring",
        /// Rows between a seal and its home line.
        SealRow = "seal-row",
        /// A square a single cockle can go to without being lost there.
        CockleSafe = "cockle-safe-step",
        /// A square a single gull can go to without being lost there.
        GullSafe = "gull-safe-step",
        /// A square a single starfish can go to without being lost there.
        StarfishSafe = "starfish-safe-step",
        /// A square a single seal can go to without being lost there.
        SealSafe = "seal-safe-step",
        /// A square a tower can go to without being attacked there.
        TowerSafe = "tower-safe-step",
        /// A piece that cannot move.
        Stuck = "stuck",
        /// A single piece guarded by another one.
        Guarded = "guarded",
        /// A guarded single piece that only single enemies attack.
        Standoff = "standoff",
        /// A square attacked by this side alone.
        Control = "control",
        /// An attacked square among the three rows nearest to home.
        HomeControl = "home-control",
        /// An attacked square among the three rows furthest from home.
        FarControl = "far-control",
        /// The mover's pieces that the enemy could capture for nothing.
        MoverHanging = "mover-hanging",
        /// The same of the side that waits.
        WaiterHanging = "waiter-hanging",
        /// The mover can win its first amber.
        MoverFirst = "mover-first-amber",
        /// The mover can win its first amber in more than one place.
        MoverFirstTwice = "mover-first-amber-twice",
        /// The mover can win its second amber.
        MoverSecond = "mover-second-amber",
        /// The side that waits threatens to win its first amber.
        WaiterFirst = "waiter-first-amber",
        /// The side that waits threatens to win its first amber in more than one place.
        WaiterFirstTwice = "waiter-first-amber-twice",
        /// The side that waits threatens to win its second amber.
        WaiterSecond = "waiter-second-amber",
        /// The side that waits threatens to win its second amber in more than one place.
        WaiterSecondTwice = "waiter-second-amber-twice",
        /// A light piece of the mover that reaches the far line in one step, uncaught.
        MoverRunner1 = "mover-runner-1",
        /// In two steps.
        MoverRunner2 = "mover-runner-2",
        /// In three steps.
        MoverRunner3 = "mover-runner-3",
        /// In four steps.
        MoverRunner4 = "mover-runner-4",
        /// A light piece of the side that waits that reaches the far line in one step, uncaught.
        WaiterRunner1 = "waiter-runner-1",
        /// In two steps.
        WaiterRunner2 = "waiter-runner-2",
        /// In three steps.
        WaiterRunner3 = "waiter-runner-3",
    }
}

/// Plies before the limit from which on a lead counts.
const LEAD_PLIES: u32 = 24;

/// Steps of the longest run that is followed, when the runner is on the move.
const LONGEST_RUN: u32 = 4;

/// The evaluation of Ostseeschach.
#[derive(Clone, Copy, Debug, Default)]
pub struct OstseeEvaluation;

impl Evaluation<State> for OstseeEvaluation {
    type Term = OstseeTerm;

    fn judge<T: Tally<OstseeTerm>>(&mut self, state: &State, tally: &mut T) {
        let mover = state.side_to_move();
        let attacks = [mover, !mover].map(|side| Attacks::of(state.board(), side));
        judge(state, attacks, tally);
    }

    fn phase(&self, state: &State) -> i32 {
        state.turn().min(PLY_LIMIT) as i32 * LATE / PLY_LIMIT as i32
    }
}

/// Counts everything; `attacks` are those of the side to move and of the other one.
#[inline]
pub(crate) fn judge<T: Tally<OstseeTerm>>(state: &State, attacks: [Attacks; 2], tally: &mut T) {
    let mover = state.side_to_move();
    tally.count(OstseeTerm::Tempo, 1);
    tally.count(OstseeTerm::ClosesRound, if mover == Side::Two { 1 } else { -1 });
    judge_lead(state, tally);
    judge_threats(state, &attacks, tally);
    for (side, sign) in [(mover, 1), (!mover, -1)] {
        let (own, enemy) = if sign > 0 { (&attacks[0], &attacks[1]) } else { (&attacks[1], &attacks[0]) };
        let mut tally = Signed { tally, sign };
        tally.count(OstseeTerm::Amber, i32::from(state.ambers(side)));
        tally.count(OstseeTerm::Furthest, i32::from(state.furthest_light(side)));
        judge_pieces(state.board(), side, own, enemy, &mut tally);
        judge_squares(state.board(), side, own, enemy, &mut tally);
        judge_runners(state, side, &mut tally);
    }
}

/// Counts for one side: what is good for the enemy of the side to move has a minus.
struct Signed<'t, T> {
    tally: &'t mut T,
    sign: i32,
}

impl<T: Tally<OstseeTerm>> Signed<'_, T> {
    #[inline(always)]
    fn count(&mut self, term: OstseeTerm, times: i32) {
        self.tally.count(term, self.sign * times);
    }

    /// Counts one of a row of terms, a later one by its distance from the first.
    #[inline(always)]
    fn count_nth(&mut self, first: OstseeTerm, n: usize, times: i32) {
        self.count(OstseeTerm::ALL[first.index() + n], times);
    }
}

/// Who would win at the limit, the nearer it is.
#[inline]
fn judge_lead<T: Tally<OstseeTerm>>(state: &State, tally: &mut T) {
    let nearness = nearness_of_limit(state);
    if nearness == 0 {
        return;
    }
    let mover = state.side_to_move();
    let sign = state.leader().map_or(0, |leader| if leader == mover { 1 } else { -1 });
    let is_even = state.ambers(mover) == state.ambers(!mover);
    tally.count(if is_even { OstseeTerm::LightLead } else { OstseeTerm::AmberLead }, sign * nearness);
}

/// Plies nearer to the limit than those from which on a lead counts.
#[inline]
pub(super) fn nearness_of_limit(state: &State) -> i32 {
    LEAD_PLIES.saturating_sub(PLY_LIMIT.saturating_sub(state.turn())) as i32
}

/// Ambers that can be won with the next move, and with the one after it.
#[inline]
fn judge_threats<T: Tally<OstseeTerm>>(state: &State, attacks: &[Attacks; 2], tally: &mut T) {
    let mover = state.side_to_move();
    let threats = |n: usize| attacks[n].amber_threats() as i32;
    let (now, next) = (threats(0), threats(1));
    if state.ambers(mover) == 0 {
        tally.count(OstseeTerm::MoverFirst, now.min(1));
        tally.count(OstseeTerm::MoverFirstTwice, (now - 1).clamp(0, 1));
    } else {
        tally.count(OstseeTerm::MoverSecond, now.min(1));
    }
    let waiter = match state.ambers(!mover) {
        0 => [OstseeTerm::WaiterFirst, OstseeTerm::WaiterFirstTwice],
        _ => [OstseeTerm::WaiterSecond, OstseeTerm::WaiterSecondTwice],
    };
    tally.count(waiter[0], -next.min(1));
    tally.count(waiter[1], -(next - 1).clamp(0, 1));
    let hanging = |side: Side, own: usize| hanging(state.board(), side, &attacks[own], &attacks[1 - own]);
    tally.count(OstseeTerm::MoverHanging, -hanging(mover, 0));
    tally.count(OstseeTerm::WaiterHanging, hanging(!mover, 1));
}

/// Single pieces that a single enemy can capture without being captured for it.
#[inline]
pub(super) fn hanging(board: &Board, side: Side, own: &Attacks, enemy: &Attacks) -> i32 {
    let singles = board.set(side) & !board.tower_set();
    (singles & enemy.by_single & !enemy.by_tower & !own.any).count_ones() as i32
}

/// Where a tower is not lost, and where a single piece is not.
#[inline]
pub(super) fn safe_squares(own: &Attacks, enemy: &Attacks) -> [u64; 2] {
    // A tower is lost where it is attacked. A single piece is, too, unless another one guards
    // it; no guard helps against a tower.
    let for_tower = !enemy.any;
    [for_tower, for_tower | own.twice & !enemy.by_tower]
}

/// Each piece by itself: what it is, where it stands, where it can go.
#[inline]
fn judge_pieces<T>(board: &Board, side: Side, own: &Attacks, enemy: &Attacks, tally: &mut Signed<'_, T>)
where
    T: Tally<OstseeTerm>,
{
    let towers = board.tower_set();
    let [safe_for_tower, safe_for_single] = safe_squares(own, enemy);
    for kind in Kind::ALL {
        for square in Squares::of(board.set_of(side, kind)) {
            let steps = targets(side, kind, square) & !board.set(side);
            tally.count(OstseeTerm::Stuck, i32::from(steps == 0));
            if towers & square.bit() != 0 {
                tally.count_nth(OstseeTerm::CockleTower, kind as usize, 1);
                tally.count(OstseeTerm::TowerSafe, (steps & safe_for_tower).count_ones() as i32);
            } else {
                tally.count_nth(OstseeTerm::Cockle, kind as usize, 1);
                tally.count_nth(OstseeTerm::CockleSafe, kind as usize, (steps & safe_for_single).count_ones() as i32);
            }
            judge_place(side, kind, square, tally);
        }
    }
}

/// Where a piece stands.
#[inline]
fn judge_place<T: Tally<OstseeTerm>>(side: Side, kind: Kind, square: Square, tally: &mut Signed<'_, T>) {
    let row = usize::from(square.distance_from_home(side));
    if kind == Kind::Seal {
        tally.count(OstseeTerm::SealRing, i32::from(RINGS[square.index()]));
        tally.count(OstseeTerm::SealRow, row as i32);
        return;
    }
    let is_on_rim = matches!(square.file(), 0 | 7);
    tally.count_nth(OstseeTerm::CockleRim, kind as usize, i32::from(is_on_rim));
    // At home there is nothing to count, and on the far line no light piece ever stands in a game.
    if (1..=ROWS).contains(&row) {
        tally.count_nth(OstseeTerm::CockleRow1, kind as usize * ROWS + row - 1, 1);
    }
}

/// Rows of the board between the home lines.
const ROWS: usize = 6;

/// Rings between a square and the rim.
static RINGS: [u8; 64] = {
    let mut rings = [0; 64];
    let mut n = 0;
    while n < 64 {
        let (file, rank) = (n % 8, n / 8);
        let across = if file < 4 { file } else { 7 - file };
        let along = if rank < 4 { rank } else { 7 - rank };
        rings[n] = if across < along { across as u8 } else { along as u8 };
        n += 1;
    }
    rings
};

/// What a side's pieces do together.
#[inline]
fn judge_squares<T>(board: &Board, side: Side, own: &Attacks, enemy: &Attacks, tally: &mut Signed<'_, T>)
where
    T: Tally<OstseeTerm>,
{
    let guarded = board.set(side) & !board.tower_set() & own.any;
    let (home, far) = match side {
        Side::One => (LOW_ROWS, HIGH_ROWS),
        Side::Two => (HIGH_ROWS, LOW_ROWS),
    };
    let mut count = |term, set: u64| tally.count(term, set.count_ones() as i32);
    count(OstseeTerm::Guarded, guarded);
    count(OstseeTerm::Standoff, guarded & enemy.by_single & !enemy.by_tower);
    count(OstseeTerm::Control, own.any & !enemy.any);
    count(OstseeTerm::HomeControl, own.any & home);
    count(OstseeTerm::FarControl, own.any & far);
}

/// Ranks 1 to 3.
const LOW_ROWS: u64 = 0x00FF_FFFF;
/// Ranks 6 to 8.
const HIGH_ROWS: u64 = LOW_ROWS << 40;

/// Light pieces that no enemy can catch on their way to the far line.
#[inline]
fn judge_runners<T: Tally<OstseeTerm>>(state: &State, side: Side, tally: &mut Signed<'_, T>) {
    let first = match state.side_to_move() == side {
        true => OstseeTerm::MoverRunner1,
        false => OstseeTerm::WaiterRunner1,
    };
    each_runner(state, side, |rows| tally.count_nth(first, rows as usize - 1, 1));
}

/// Calls `visit` with the steps that every such piece needs: up to four on the move, three else.
#[inline]
pub(super) fn each_runner(state: &State, side: Side, mut visit: impl FnMut(u32)) {
    let (board, is_mover) = (state.board(), state.side_to_move() == side);
    let plies = PLY_LIMIT.saturating_sub(state.turn());
    let most = match is_mover {
        true => LONGEST_RUN.min(plies.div_ceil(2)),
        false => (LONGEST_RUN - 1).min(plies / 2),
    };
    let near = match side {
        Side::One => HIGH_ROWS | HIGH_ROWS >> 16,
        Side::Two => LOW_ROWS | LOW_ROWS << 16,
    };
    if board.light_set(side) & near == 0 {
        return;
    }
    let dangers = dangers(board, !side);
    // Who waits may be caught before the first step.
    let dangers = if is_mover { &dangers[..] } else { &dangers[1..] };
    for kind in [Kind::Cockle, Kind::Gull, Kind::Starfish] {
        for square in Squares::of(board.set_of(side, kind) & near) {
            let rows = u32::from(square.distance_from_home(!side));
            if (1..=most).contains(&rows) && gets_through(board, side, kind, square, rows, dangers) {
                visit(rows);
            }
        }
    }
}

/// Squares where a side could capture with its next move (1), the one after that (2) and so on;
/// with none (0) it captures nowhere. Pieces in the way are overlooked, so this is too much rather than too little.
#[inline]
fn dangers(board: &Board, side: Side) -> [u64; LONGEST_RUN as usize] {
    let mut dangers = [0; LONGEST_RUN as usize];
    for kind in Kind::ALL {
        let mut places = board.set_of(side, kind);
        for danger in &mut dangers[1..] {
            let attacked = steps(side, kind, places);
            *danger |= attacked;
            places |= attacked;
        }
    }
    dangers
}

/// Whether a light piece reaches the far line in so many steps while the enemy chases it;
/// `dangers` are the squares it must not stand on before its first step, after it, and so on.
#[inline]
fn gets_through(board: &Board, side: Side, kind: Kind, from: Square, rows: u32, dangers: &[u64]) -> bool {
    let mut reached = from.bit();
    for danger in &dangers[..rows as usize] {
        reached = advances(side, kind, reached & !danger) & !board.set(side);
    }
    reached != 0
}
