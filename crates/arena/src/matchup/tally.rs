//! The result of a match so far: the fold of the results of its games.

use std::collections::BTreeMap;

use schwarm_core::Side;
use schwarm_play::{Ending, Termination};
use serde::Serialize;

use super::plan::MatchPlan;

/// How often a bot lost through its own fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// Overstepped the time.
    pub time: u64,
    /// Played something that is no legal move.
    pub illegal: u64,
    /// Its program ended or failed.
    pub crash: u64,
    /// Said nothing that can be understood.
    pub silence: u64,
    /// Resigned or went away.
    pub left: u64,
}

/// Results of a match, seen by the first bot. A game is counted once; a pair only when both of
/// its games count. The order in which games come in makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their half points, from two losses (0) to two wins (4).
    pub pairs: [u64; 5],
    /// Games ended by the referee.
    pub adjudicated: u64,
    /// Games that were broken off for good and count for nothing.
    pub aborted: u64,
    /// Faults of both bots.
    pub faults: [Faults; 2],
    /// The one known game of each pair that is not complete: which of the two, and its half points.
    #[serde(skip)]
    halves: BTreeMap<u64, (bool, usize)>,
}

impl Tally {
    /// Adds the result of a game. Every game may be added once.
    pub fn add(&mut self, game: u64, ending: &Ending) {
        if !ending.counts() {
            self.aborted += 1;
            return;
        }
        let first = MatchPlan::first_player(game);
        let player_of = |side: Side| side.index() ^ first;
        let half_points = match ending.winner.map(player_of) {
            Some(0) => 2,
            Some(_) => 0,
            None => 1,
        };
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        self.adjudicated += u64::from(matches!(ending.termination, Termination::Adjudication { .. }));
        if let Some(side) = ending.termination.offender() {
            self.faults[player_of(side)].add(&ending.termination);
        }
        let second = game % 2 == 1;
        match self.halves.remove(&(game / 2)) {
            Some((other, points)) if other != second => self.pairs[points + half_points] += 1,
            _ => drop(self.halves.insert(game / 2, (second, half_points))),
        }
    }

    /// Games that count.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Complete pairs.
    pub fn complete_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }
}

impl Faults {
    fn add(&mut self, termination: &Termination) {
        match termination {
            Termination::Time { .. } => self.time += 1,
            Termination::IllegalMove { .. } => self.illegal += 1,
            Termination::Crash { .. } => self.crash += 1,
            Termination::Silence { .. } => self.silence += 1,
            Termination::Left { .. } => self.left += 1,
            Termination::Rules | Termination::Adjudication { .. } | Termination::Abort { .. } => {}
        }
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.crash + self.silence + self.left
    }
}
