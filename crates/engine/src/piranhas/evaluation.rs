//! What a position of Piranhas is worth: everything that is counted, and nothing else.
//!
//! The features are those that made programs for Lines of Action strong (concentration, centre,
//! quads, connectedness, mobility), and what this game adds: the biggest swarm decides at the limit,
//! and red's union can be answered while blue's cannot. *Size* is fish in 2019 and weight in 2026.
//! A term that is counted for both sides is counted with the sign of the side to move.
//! Invariant: the eight images of a position under turning and mirroring the board count the same,
//! unless two swarms are equally big and one of them is taken for the biggest.
//! Not here: the numbers (`weights/piranhas-*.txt`), proven scores (the brain).

use schwarm_core::{Game, Side};
use schwarm_piranhas::{Edition, PLY_LIMIT, State};

use super::reach::Reach;
use super::school::School;
use crate::weights::{Evaluation, LATE, Tally, Term, terms};

terms! {
    /// What is counted in Piranhas.
    PiranhasTerm {
        /// To be on the move.
        Tempo = "tempo",
        /// To be blue, whose move ends the round.
        ClosesRound = "closes-round",
        /// A fish.
        Fish = "fish",
        /// Size of all fish.
        Size = "size",
        /// Size of the biggest swarm.
        Biggest = "biggest",
        /// Ahead in the size of the biggest swarm, for each ply nearer to the limit.
        BiggestLead = "biggest-lead",
        /// The difference of the biggest swarms, for each eight plies nearer to the limit.
        BiggestMargin = "biggest-margin",
        /// Two swarms.
        Swarms2 = "swarms-2",
        /// Three swarms.
        Swarms3 = "swarms-3",
        /// Four swarms.
        Swarms4 = "swarms-4",
        /// Five swarms.
        Swarms5 = "swarms-5",
        /// Six swarms or more.
        Swarms6 = "swarms-6",
        /// Each swarm beyond the sixth.
        SwarmsMore = "swarms-more",
        /// A fish outside of the biggest swarm.
        Outside = "outside",
        /// A cell between the biggest swarm and a fish outside of it.
        Gap = "gap",
        /// A fish without a neighbour of its colour.
        Loner = "loner",
        /// How far fish are from their centre of mass on average, beyond what so many fish need.
        Spread = "spread",
        /// Columns and rows the school stretches over.
        Extent = "extent",
        /// How far the centre of mass is from that of the board.
        OffCentre = "off-centre",
        /// A fish in a corner.
        Corner = "corner",
        /// A fish on the rim.
        Ring0 = "ring-0",
        /// A fish one ring inside of the rim.
        Ring1 = "ring-1",
        /// A fish two rings inside of the rim.
        Ring2 = "ring-2",
        /// A fish three rings inside of the rim; the four cells in the middle count nothing.
        Ring3 = "ring-3",
        /// Two by two cells with three fish.
        Quad3 = "quad-3",
        /// Two by two cells with four fish.
        Quad4 = "quad-4",
        /// A pair of neighbours.
        Link = "link",
        /// A fish that alone holds its neighbours together.
        Bridge = "bridge",
        /// A cell or an enemy a fish can go to.
        Mobility = "mobility",
        /// A fish outside of the biggest swarm that cannot move.
        Stuck = "stuck",
        /// A fish of the mover that can join the biggest swarm with one move.
        MoverJoins = "mover-joins",
        /// The same of the side that waits.
        WaiterJoins = "waiter-joins",
        /// A fish the mover can capture.
        MoverPrey = "mover-prey",
        /// One of them in the enemy's biggest swarm.
        MoverSwarmPrey = "mover-swarm-prey",
        /// A fish the side that waits could capture.
        WaiterPrey = "waiter-prey",
        /// One of them in the enemy's biggest swarm.
        WaiterSwarmPrey = "waiter-swarm-prey",
        /// Red is on the move and can unite all fish to its advantage.
        RedUnites = "red-unites",
        /// Red could do so if it were on the move.
        RedThreatens = "red-threatens",
        /// Blue could do so if it were on the move.
        BlueThreatens = "blue-threatens",
        /// Red is united and blue has to answer.
        RedUnited = "red-united",
    }
}

/// Plies before the limit from which on the biggest swarms count as a result.
const LEAD_PLIES: u32 = 24;

/// The evaluation of Piranhas.
#[derive(Clone, Copy, Debug, Default)]
pub struct PiranhasEvaluation;

impl Evaluation<State> for PiranhasEvaluation {
    type Term = PiranhasTerm;

    fn judge<T: Tally<PiranhasTerm>>(&mut self, state: &State, tally: &mut T) {
        let mover = state.side_to_move();
        let [own, enemy] = [mover, !mover].map(|side| School::of(state, side));
        let schools = [&own, &enemy];
        judge(state, schools, &Reach::of_both(state, schools), tally);
    }

    fn phase(&self, state: &State) -> i32 {
        state.turn().min(PLY_LIMIT) as i32 * LATE / PLY_LIMIT as i32
    }
}

/// Counts everything; schools and reaches are those of the side to move and of the other one.
#[inline]
pub(super) fn judge<T: Tally<PiranhasTerm>>(state: &State, schools: [&School; 2], reaches: &[Reach; 2], tally: &mut T) {
    let mover = state.side_to_move();
    tally.count(PiranhasTerm::Tempo, 1);
    tally.count(PiranhasTerm::ClosesRound, if mover == Side::Two { 1 } else { -1 });
    judge_lead(state, schools, tally);
    judge_unions(state, schools, tally);
    for (own, sign) in [(0, 1), (1, -1)] {
        let mut tally = Signed { tally, sign };
        judge_shape(schools[own], &mut tally);
        judge_moves(own == 0, &reaches[own], schools[1 - own], &mut tally);
    }
}

/// Counts for one side: what is good for the enemy of the side to move has a minus.
struct Signed<'t, T> {
    tally: &'t mut T,
    sign: i32,
}

impl<T: Tally<PiranhasTerm>> Signed<'_, T> {
    #[inline(always)]
    fn count(&mut self, term: PiranhasTerm, times: i32) {
        self.tally.count(term, self.sign * times);
    }

    /// Counts one of a row of terms, a later one by its distance from the first.
    #[inline(always)]
    fn count_nth(&mut self, first: PiranhasTerm, n: usize, times: i32) {
        self.count(PiranhasTerm::ALL[first.index() + n], times);
    }
}

/// Who would win at the limit, the nearer it is.
#[inline]
fn judge_lead<T: Tally<PiranhasTerm>>(state: &State, schools: [&School; 2], tally: &mut T) {
    let nearness = nearness_of_limit(state);
    let margin = schools[0].biggest_size - schools[1].biggest_size;
    tally.count(PiranhasTerm::BiggestLead, margin.signum() * nearness);
    tally.count(PiranhasTerm::BiggestMargin, margin * (nearness / 8));
}

/// Plies nearer to the limit than those from which on the biggest swarms count as a result.
#[inline]
pub(super) fn nearness_of_limit(state: &State) -> i32 {
    LEAD_PLIES.saturating_sub(PLY_LIMIT.saturating_sub(state.turn())) as i32
}

/// Unions that the next plies could bring. What blue can do at once is proven, not judged.
#[inline]
fn judge_unions<T: Tally<PiranhasTerm>>(state: &State, schools: [&School; 2], tally: &mut T) {
    let board = state.board();
    let mover = state.side_to_move();
    let can = |n: usize, side: Side| union_wins(state, schools[n], schools[1 - n]) && schools[n].can_unite(board, side);
    if mover == Side::One {
        tally.count(PiranhasTerm::RedUnites, i32::from(can(0, Side::One)));
        tally.count(PiranhasTerm::BlueThreatens, -i32::from(can(1, Side::Two)));
    } else if schools[1].is_united() {
        tally.count(PiranhasTerm::RedUnited, -i32::from(union_wins(state, schools[1], schools[0])));
    } else {
        tally.count(PiranhasTerm::RedThreatens, -i32::from(can(1, Side::One)));
    }
}

/// Whether a side that unites all its fish wins, as things stand: in 2026 they must outweigh the
/// enemy's biggest swarm.
#[inline]
pub(super) fn union_wins(state: &State, own: &School, enemy: &School) -> bool {
    state.edition() != Edition::Season2026 || own.size >= enemy.biggest_size
}

/// How many swarms there are, and how they and their fish stand.
#[inline]
fn judge_shape<T: Tally<PiranhasTerm>>(school: &School, tally: &mut Signed<'_, T>) {
    let shape = &school.shape;
    if school.count >= 2 {
        tally.count_nth(PiranhasTerm::Swarms2, school.count.min(MANY_SWARMS) - 2, 1);
        tally.count(PiranhasTerm::SwarmsMore, school.count.saturating_sub(MANY_SWARMS) as i32);
    }
    tally.count(PiranhasTerm::Fish, shape.fish);
    tally.count(PiranhasTerm::Size, school.size);
    tally.count(PiranhasTerm::Biggest, school.biggest_size);
    tally.count(PiranhasTerm::Outside, shape.outside);
    tally.count(PiranhasTerm::Gap, shape.gap);
    tally.count(PiranhasTerm::Loner, shape.loners);
    tally.count(PiranhasTerm::Spread, shape.spread);
    tally.count(PiranhasTerm::Extent, shape.extent);
    tally.count(PiranhasTerm::OffCentre, shape.off_centre);
    tally.count(PiranhasTerm::Corner, shape.corners);
    for (ring, &count) in shape.rings.iter().enumerate() {
        tally.count_nth(PiranhasTerm::Ring0, ring, count);
    }
    tally.count(PiranhasTerm::Quad3, shape.quads[0]);
    tally.count(PiranhasTerm::Quad4, shape.quads[1]);
    tally.count(PiranhasTerm::Link, shape.links);
    tally.count(PiranhasTerm::Bridge, shape.bridges);
}

/// From this number of swarms on each one more counts the same.
const MANY_SWARMS: usize = 6;

/// Where fish can go, and what they can capture.
#[inline]
fn judge_moves<T>(is_mover: bool, reach: &Reach, enemy: &School, tally: &mut Signed<'_, T>)
where
    T: Tally<PiranhasTerm>,
{
    let &Reach { moves, prey, joins, stuck } = reach;
    let pick = |mover, waiter| if is_mover { mover } else { waiter };
    let count_of = |set: u128| set.count_ones() as i32;
    tally.count(PiranhasTerm::Mobility, moves);
    tally.count(PiranhasTerm::Stuck, stuck);
    tally.count(pick(PiranhasTerm::MoverJoins, PiranhasTerm::WaiterJoins), joins);
    tally.count(pick(PiranhasTerm::MoverPrey, PiranhasTerm::WaiterPrey), count_of(prey));
    tally.count(pick(PiranhasTerm::MoverSwarmPrey, PiranhasTerm::WaiterSwarmPrey), count_of(prey & enemy.biggest));
}
