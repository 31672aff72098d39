//! The fish of one side, sorted into swarms, and the moves that make one swarm of them.
//!
//! Everything here depends on the fish of one side alone. A move changes the fish of one side, or
//! of both in a capture, so schools are remembered ([`Schools`]) from one position to the next.
//! Not here: what a school is worth (`evaluation`), how it is shaped (`shape`).

use schwarm_core::{Game, Side};
use schwarm_piranhas::swarm::{grown, is_united, swarm_of};
use schwarm_piranhas::{Board, Edition, Move, Squares, State};

use super::inputs::Portrait;
use super::shape::Shape;
use crate::machine::{Machine, Work};

/// The most swarms that one move can unite: a fish that was alone, and four that it touches.
const MOST_UNITED: usize = 5;

/// The swarms of a side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct School {
    /// All fish.
    pub fish: u128,
    /// Those that weigh more than one, medium and large.
    heavy: [u128; 2],
    /// The biggest swarm.
    pub biggest: u128,
    /// What the biggest swarm counts: fish in 2019, weight in 2026.
    pub biggest_size: i32,
    /// What all fish count together.
    pub size: i32,
    /// The number of swarms.
    pub count: usize,
    /// The first swarms.
    swarms: [u128; MOST_UNITED],
    /// For each of them where a fish that leaves it would touch all others; nothing where there are too many.
    meetings: [u128; MOST_UNITED],
    /// How the fish stand.
    pub shape: Shape,
    /// What a network is shown of them.
    pub portrait: Portrait,
}

impl School {
    /// The school of a side.
    pub fn of(state: &State, side: Side) -> School {
        let mut school = School::default();
        school.become_that_of(state, side);
        school
    }

    /// Forgets everything and becomes the school of a side.
    #[inline(always)]
    fn become_that_of(&mut self, state: &State, side: Side) {
        let fish = state.board().fish_set(side);
        let school = self;
        (school.fish, school.heavy) = (fish, heavy(state, fish));
        (school.biggest, school.biggest_size, school.size, school.count) = (0, 0, 0, 0);
        (school.swarms, school.meetings) = ([0; MOST_UNITED], [0; MOST_UNITED]);
        let mut left = fish;
        while left != 0 {
            let swarm = swarm_of(left, left & left.wrapping_neg());
            left &= !swarm;
            if let Some(place) = school.swarms.get_mut(school.count) {
                *place = swarm;
            }
            school.count += 1;
            let size = size(swarm, school.heavy);
            school.size += size;
            if size > school.biggest_size {
                (school.biggest, school.biggest_size) = (swarm, size);
            }
        }
        school.find_meetings();
        school.shape = Shape::of(fish, school.biggest);
        school.portrait = Portrait::of(school);
    }

    #[inline(always)]
    fn find_meetings(&mut self) {
        let Some(swarms) = self.swarms.get(..self.count) else { return };
        let mut before = Squares::ALL & !self.fish;
        for (meeting, &swarm) in self.meetings.iter_mut().zip(swarms) {
            *meeting = before;
            before &= grown(swarm);
        }
        let mut behind = u128::MAX;
        for (meeting, &swarm) in self.meetings[..self.count].iter_mut().zip(swarms).rev() {
            *meeting &= behind;
            behind &= grown(swarm);
        }
    }

    /// Those that weigh more than one, medium and large.
    #[inline]
    pub fn heavy(&self) -> [u128; 2] {
        self.heavy
    }

    /// Whether all fish are one swarm.
    #[inline]
    pub fn is_united(&self) -> bool {
        self.count == 1
    }

    /// The fish whose capture would make the rest one swarm: of two swarms one that is a single fish.
    #[inline]
    pub fn spoilers(&self) -> u128 {
        match self.count {
            2 => self.swarms[..2].iter().filter(|&&swarm| swarm & (swarm - 1) == 0).fold(0, |set, swarm| set | swarm),
            _ => 0,
        }
    }

    /// Calls `visit` with every move of the side after which all its fish are one swarm, until it
    /// says that this is enough.
    #[inline]
    pub fn each_union(&self, board: &Board, side: Side, mut visit: impl FnMut(Move) -> bool) {
        for (&swarm, &meeting) in self.swarms.iter().zip(&self.meetings) {
            if meeting == 0 {
                continue;
            }
            for from in Squares::of(swarm) {
                for to in Squares::of(board.targets(side, from).0 & meeting) {
                    if is_united(self.fish ^ from.bit() | to.bit()) && visit(Move { from, to }) {
                        return;
                    }
                }
            }
        }
    }

    /// Whether some move of the side makes one swarm of its fish, or leaves them one.
    #[inline]
    pub fn can_unite(&self, board: &Board, side: Side) -> bool {
        let mut found = false;
        self.each_union(board, side, |_| {
            found = true;
            true
        });
        found
    }
}

/// The fish that count for more than one: none in 2019.
#[inline]
fn heavy(state: &State, fish: u128) -> [u128; 2] {
    match state.edition() {
        Edition::Season2026 => state.board().heavy_sets().map(|set| set & fish),
        Edition::Sheet2019 | Edition::Server2019 => [0; 2],
    }
}

/// What a set of fish counts.
#[inline]
fn size(set: u128, [medium, large]: [u128; 2]) -> i32 {
    let count = |set: u128| set.count_ones() as i32;
    match medium | large {
        0 => count(set),
        _ => count(set) + count(set & medium) + 2 * count(set & large),
    }
}

/// Sorting the fish of a side.
struct Sorting<'a> {
    school: &'a mut School,
    state: &'a State,
    side: Side,
}

impl Work for Sorting<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.school.become_that_of(self.state, self.side);
    }
}

/// Schools seen lately.
#[derive(Clone, Debug)]
pub(super) struct Schools {
    machine: Machine,
    seen: [Vec<School>; 2],
}

impl Schools {
    /// How many are remembered: few enough to stay near the processor.
    const PLACES: usize = 128;

    /// None seen yet.
    pub fn new(machine: Machine) -> Schools {
        Schools { machine, seen: [(); 2].map(|()| vec![School::default(); Schools::PLACES]) }
    }

    /// Where the school of a side is remembered, made if it is not.
    #[inline]
    fn remember(&mut self, state: &State, side: Side) -> usize {
        let fish = state.board().fish_set(side);
        let place = Schools::place(fish);
        let school = &mut self.seen[side.index()][place];
        if school.fish != fish || school.heavy != heavy(state, fish) {
            Schools::sort(self.machine, state, side, school);
        }
        place
    }

    #[inline(never)]
    fn sort(machine: Machine, state: &State, side: Side, school: &mut School) {
        machine.run(Sorting { school, state, side });
    }

    /// Schools of the side to move and of the other one.
    #[inline]
    pub fn of_both(&mut self, state: &State) -> [&School; 2] {
        let places = [self.remember(state, Side::One), self.remember(state, Side::Two)];
        let mover = state.side_to_move();
        let school = |side: Side| &self.seen[side.index()][places[side.index()]];
        [school(mover), school(!mover)]
    }

    /// Where a school is remembered.
    #[inline]
    fn place(fish: u128) -> usize {
        // Multiplication by an odd number without pattern spreads the low bits over the high ones.
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (fish as u64 ^ (fish >> 64) as u64).wrapping_mul(SPREAD);
        (mixed >> 32) as usize % Schools::PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piranhas::tests::{each_random_state, state};

    #[test]
    fn swarms_are_all_fish_and_the_biggest_is_the_one_of_the_rules() {
        each_random_state(10, |state| {
            for side in Side::BOTH {
                let school = School::of(state, side);
                assert!(school.count > MOST_UNITED || school.swarms.iter().sum::<u128>() == school.fish);
                let biggest = state.biggest_swarm(side);
                let wanted = if state.edition() == Edition::Season2026 { biggest.weight } else { biggest.fish };
                assert_eq!(school.biggest_size, wanted as i32);
                assert_eq!(school.is_united(), is_united(school.fish));
            }
        });
    }

    #[test]
    fn unions_are_the_moves_after_which_a_side_is_united() {
        let (mut moves, mut found, mut unions) = (Vec::new(), Vec::new(), 0);
        each_random_state(150, |state| {
            let side = state.side_to_move();
            if state.winner().is_some() {
                return;
            }
            moves.clear();
            state.legal_moves(&mut moves);
            moves.retain(|mv| is_united(state.board().fish_set(side) ^ mv.from.bit() | mv.to.bit()));
            found.clear();
            School::of(state, side).each_union(state.board(), side, |mv| {
                found.push(mv);
                false
            });
            moves.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, moves, "{}", state.to_text());
            assert_eq!(School::of(state, side).can_unite(state.board(), side), !moves.is_empty());
            unions += moves.len();
        });
        assert!(unions > 50, "only {unions} unions seen");
    }

    #[test]
    fn one_fish_can_unite_five_swarms() {
        // Three fish on row 4, so the one on h4 goes to e4.
        let drawing = "
            5 ...r.r....
            4 bb.....r..
            3 ...r.r....
              abcdefghij";
        let state = state(Edition::Sheet2019, drawing, "r 10");
        let school = School::of(&state, Side::One);
        assert_eq!(school.count, MOST_UNITED);
        assert!(school.can_unite(state.board(), Side::One));
    }

    #[test]
    fn a_remembered_school_is_the_one_of_the_position() {
        let mut schools = Schools::new(Machine::detect());
        each_random_state(10, |state| {
            let mover = state.side_to_move();
            for (remembered, side) in schools.of_both(state).into_iter().zip([mover, !mover]) {
                let school = School::of(state, side);
                assert_eq!((remembered.fish, remembered.biggest), (school.fish, school.biggest));
                assert_eq!((remembered.size, remembered.biggest_size), (school.size, school.biggest_size));
                assert_eq!((remembered.count, remembered.shape), (school.count, school.shape));
            }
        });
    }
}
