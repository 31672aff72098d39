//! What the moves of both sides can do, and how that is kept from one position to the next.
//!
//! Moves and prey are sums over lines, of which a move changes few; [`Reaches`] remembers them for the last
//! position of every turn and begins with the one that differs least.
//! Not here: what it is worth (`evaluation`, `inputs`), moves that unite a school (`school`).

use schwarm_core::{Game, Side};
use schwarm_piranhas::swarm::grown;
use schwarm_piranhas::{LINE_COUNT, Squares, State, line_squares, lines_through};

use super::school::School;

/// What the moves of a side can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Their number.
    pub moves: i32,
    /// Enemies that can be captured.
    pub prey: u128,
    /// Fish outside of the biggest swarm that can join it.
    pub joins: i32,
    /// Fish outside of it that cannot move.
    pub stuck: i32,
}

impl Reach {
    /// Looks at all lines, for the side to move and the other one; so are the schools.
    pub fn of_both(state: &State, schools: [&School; 2]) -> [Reach; 2] {
        let mut sums = Sums::NONE;
        sums.become_those_of(state, schools)
    }
}

/// Positions of a line of play whose sums are remembered.
const PLACES: usize = 64;

/// Sums seen lately.
#[derive(Clone, Debug)]
pub(super) struct Reaches {
    places: Vec<Sums>,
}

impl Reaches {
    /// None seen yet.
    pub fn new() -> Reaches {
        Reaches { places: vec![Sums::NONE; PLACES] }
    }

    /// What the side to move and the other one can do; so are the schools.
    #[inline(always)]
    pub fn of_both(&mut self, state: &State, schools: [&School; 2]) -> [Reach; 2] {
        let here = state.turn() as usize % PLACES;
        let before = (here + PLACES - 1) % PLACES;
        let (near, far) = (self.places[before].distance(state), self.places[here].distance(state));
        let from = if near <= far { before } else { here };
        if from != here {
            self.places[here] = self.places[from];
        }
        self.places[here].become_those_of(state, schools)
    }
}

/// Moves and prey of both sides, as sums over lines.
#[derive(Clone, Copy, Debug)]
struct Sums {
    /// The position: its fish and its octopuses.
    fish: [u128; 2],
    octopuses: u128,
    /// Moves of each side, by lines and of all.
    along: [[u8; 2]; LINE_COUNT],
    moves: [i32; 2],
    /// Enemies that each side can capture, by the four axes.
    prey: [[u128; 2]; 4],
    /// The biggest swarms, and fish outside of them that can join them or cannot move.
    biggest: [u128; 2],
    joins: [u128; 2],
    stuck: [u128; 2],
}

impl Sums {
    /// The sums of the empty board.
    const NONE: Sums = Sums {
        fish: [0; 2],
        octopuses: 0,
        along: [[0; 2]; LINE_COUNT],
        moves: [0; 2],
        prey: [[0; 2]; 4],
        biggest: [0; 2],
        joins: [0; 2],
        stuck: [0; 2],
    };

    /// The squares on which another position differs.
    #[inline(always)]
    fn changed(&self, state: &State) -> u128 {
        let board = state.board();
        let [red, blue] = self.fish;
        board.fish_set(Side::One) ^ red | board.fish_set(Side::Two) ^ blue | board.octopus_set() ^ self.octopuses
    }

    #[inline(always)]
    fn distance(&self, state: &State) -> u32 {
        self.changed(state).count_ones()
    }

    /// Looks anew at all lines that changed, and at fish on them. The schools are those of the side to move and of the other one; so
    /// is what comes out.
    #[inline(always)]
    fn become_those_of(&mut self, state: &State, schools: [&School; 2]) -> [Reach; 2] {
        let board = state.board();
        let mut lines = lines_through(self.changed(state));
        let mut touched = 0;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize % LINE_COUNT;
            lines &= lines - 1;
            let along = board.along(line);
            let (squares, axis) = line_squares(line);
            touched |= squares;
            let prey = along.prey(line);
            for side in [0, 1] {
                self.moves[side] += i32::from(along.moves[side]) - i32::from(self.along[line][side]);
                self.prey[axis % 4][side] = self.prey[axis % 4][side] & !squares | prey[side];
            }
            self.along[line] = along.moves;
        }
        self.fish = [board.fish_set(Side::One), board.fish_set(Side::Two)];
        self.octopuses = board.octopus_set();
        let mover = state.side_to_move();
        [self.reach(state, mover, schools[0], touched), self.reach(state, !mover, schools[1], touched)]
    }

    /// With what depends on swarms, too: fish outside of the biggest one are looked at again if it is another one or something
    /// changed on a line through them.
    #[inline(always)]
    fn reach(&mut self, state: &State, side: Side, own: &School, touched: u128) -> Reach {
        let n = side.index();
        let outside = own.fish & !own.biggest;
        let again = if self.biggest[n] == own.biggest { outside & touched } else { outside };
        let (mut joins, mut stuck) = (self.joins[n] & outside & !again, self.stuck[n] & outside & !again);
        let rim = grown(own.biggest);
        for from in Squares::of(again) {
            let (anywhere, there) = state.board().can_go(side, from, rim);
            joins |= u128::from(there) << from.index();
            stuck |= u128::from(!anywhere) << from.index();
        }
        (self.biggest[n], self.joins[n], self.stuck[n]) = (own.biggest, joins, stuck);
        let prey = self.prey[0][n] | self.prey[1][n] | self.prey[2][n] | self.prey[3][n];
        let count = |set: u128| set.count_ones() as i32;
        Reach { moves: self.moves[n], prey, joins: count(joins), stuck: count(stuck) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piranhas::tests::each_random_state;

    /// Looks at the moves of every fish.
    fn by_fish(state: &State, side: Side) -> Reach {
        let (own, enemy) = (School::of(state, side), School::of(state, !side));
        let (mut all, mut reach) = (0, Reach { moves: 0, prey: 0, joins: 0, stuck: 0 });
        for from in Squares::of(own.fish) {
            let (targets, count) = state.board().targets(side, from);
            reach.moves += count as i32;
            all |= targets;
            if own.biggest & from.bit() == 0 {
                reach.joins += i32::from(targets & grown(own.biggest) != 0);
                reach.stuck += i32::from(targets == 0);
            }
        }
        Reach { prey: all & enemy.fish, ..reach }
    }

    #[test]
    fn kept_sums_are_those_of_the_moves_of_every_fish() {
        let (mut kept, mut moves, mut captures) = (Reaches::new(), Vec::new(), 0);
        let mut check = |state: &State| {
            let mover = state.side_to_move();
            let wanted = [by_fish(state, mover), by_fish(state, !mover)];
            let schools = [mover, !mover].map(|side| School::of(state, side));
            let schools = [&schools[0], &schools[1]];
            assert_eq!(kept.of_both(state, schools), wanted, "{}", state.to_text());
            assert_eq!(Reach::of_both(state, schools), wanted, "{}", state.to_text());
            captures += wanted[0].prey.count_ones();
        };
        each_random_state(6, |state| {
            check(state);
            moves.clear();
            state.legal_moves(&mut moves);
            for &mv in moves.iter().step_by(7) {
                check(&crate::piranhas::after(state, mv));
            }
        });
        assert!(captures > 1000, "only {captures} captures seen");
    }
}
