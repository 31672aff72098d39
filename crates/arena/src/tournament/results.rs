//! The results of a tournament so far, by encounter and game.

use std::collections::BTreeMap;

use schwarm_play::Ending;

use super::format::Encounter;
use crate::matchup::MatchPlan;

/// What one game brought the two bots of its encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which of the two has won, 0 or 1; `None` is a draw.
    pub winner: Option<usize>,
    /// Whether it counts; one that was broken off for good does not.
    pub counts: bool,
    /// The secondary criterion of the game for both: the part of the score line after the victory
    /// points, such as ambers. `None` where the game has none.
    pub criterion: [Option<i16>; 2],
    /// Who of both lost through a fault: time, an illegal move, a crash.
    pub offender: Option<usize>,
}

impl Game {
    /// The result of the game with this place in its encounter.
    pub fn of(number: u64, ending: &Ending) -> Game {
        let first = MatchPlan::first_player(number);
        let criterion = |player: usize| ending.scores[player ^ first].parts().get(1).copied();
        Game {
            winner: ending.winner.map(|side| side.index() ^ first),
            counts: ending.counts(),
            criterion: [criterion(0), criterion(1)],
            offender: ending.termination.offender().map(|side| side.index() ^ first),
        }
    }
}

/// Everything that was played. The order in which results come in makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results(BTreeMap<String, BTreeMap<u64, Game>>);

impl Results {
    /// Adds the end of a game of an encounter; its place is counted from 0.
    pub fn add(&mut self, encounter: &str, number: u64, ending: &Ending) {
        self.add_game(encounter, number, Game::of(number, ending));
    }

    /// Adds what came of a game. A game has one result: the first one stays.
    pub fn add_game(&mut self, encounter: &str, number: u64, game: Game) {
        self.0.entry(encounter.to_string()).or_default().entry(number).or_insert(game);
    }

    /// The games of an encounter that are known, by their place. What lies beyond its end is no part of it.
    pub fn games(&self, encounter: &Encounter) -> impl Iterator<Item = (u64, &Game)> {
        let all = encounter.games();
        self.0
            .get(&encounter.key)
            .into_iter()
            .flat_map(move |games| games.range(..all))
            .map(|(place, game)| (*place, game))
    }

    /// The sum of an encounter.
    pub fn sum(&self, encounter: &Encounter) -> Sum {
        let mut sum = Sum::default();
        let mut half: Option<(u64, usize)> = None;
        for (number, game) in self.games(encounter) {
            sum.ended += 1;
            if !game.counts {
                continue;
            }
            match game.winner {
                Some(player) => sum.wins[player & 1] += 1,
                None => sum.draws += 1,
            }
            if let Some(player) = game.offender {
                sum.faults[player & 1] += 1;
            }
            for (total, part) in sum.criterion.iter_mut().zip(game.criterion) {
                if let Some(part) = part {
                    *total = (total.0 + i64::from(part), total.1 + 1);
                }
            }
            let points = match game.winner {
                Some(0) => 2,
                Some(_) => 0,
                None => 1,
            };
            match half.take() {
                Some((pair, before)) if pair == number / 2 => sum.pairs[before + points] += 1,
                Some((_, before)) => {
                    sum.singles[before] += 1;
                    half = Some((number / 2, points));
                }
                None => half = Some((number / 2, points)),
            }
        }
        if let Some((_, points)) = half {
            sum.singles[points] += 1;
        }
        sum.is_done = sum.ended == encounter.games();
        sum
    }
}

/// The sum of the games of an encounter, by its two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Games won by each.
    pub wins: [u64; 2],
    /// Games drawn.
    pub draws: u64,
    /// Games that have ended, those that do not count included.
    pub ended: u64,
    /// Whether all have.
    pub is_done: bool,
    /// Complete pairs by the half points of the first.
    pub pairs: [u64; 5],
    /// Games whose pair is not complete, by the half points of the first.
    pub singles: [u64; 3],
    /// Sum and number of the secondary criterion of each.
    pub criterion: [(i64, u64); 2],
    /// Games lost through a fault by each.
    pub faults: [u64; 2],
}

impl Sum {
    /// Games that count.
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    /// Half points of one of the two, 0 or 1.
    pub fn halves(&self, player: usize) -> u64 {
        2 * self.wins[player & 1] + self.draws
    }

    /// Who has won more games, 0 or 1; `None` is a tie.
    pub fn leader(&self) -> Option<usize> {
        match self.wins[0].cmp(&self.wins[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The sum with that of further games between the same two, in the same order.
    pub fn plus(&self, other: &Sum) -> Sum {
        let both = |a: [u64; 2], b: [u64; 2]| [a[0] + b[0], a[1] + b[1]];
        let criterion = [0, 1].map(|i| {
            let ((a, n), (b, m)) = (self.criterion[i], other.criterion[i]);
            (a + b, n + m)
        });
        Sum {
            wins: both(self.wins, other.wins),
            draws: self.draws + other.draws,
            ended: self.ended + other.ended,
            is_done: self.is_done && other.is_done,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
            singles: std::array::from_fn(|i| self.singles[i] + other.singles[i]),
            criterion,
            faults: both(self.faults, other.faults),
        }
    }

    /// The sum as the other player sees it.
    pub fn turned(&self) -> Sum {
        let turn = |pair: [u64; 2]| [pair[1], pair[0]];
        let (mut pairs, mut singles) = (self.pairs, self.singles);
        pairs.reverse();
        singles.reverse();
        Sum {
            wins: turn(self.wins),
            faults: turn(self.faults),
            criterion: [self.criterion[1], self.criterion[0]],
            pairs,
            singles,
            ..*self
        }
    }
}
