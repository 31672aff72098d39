//! The Swiss system: each round pairs bots of about the same score.
//!
//! An encounter won brings two half points, a tied one one; so does a bye bring two. The pairing of a
//! round is the best of all: fewest repeats first, then the smallest differences of score, then
//! the upper half of each score group against the lower one.

use super::matching;
use super::{Bye, Encounter, Schedule, Tournament};
use crate::tournament::results::Results;

/// A repeat outweighs everything else in a pairing.
const REPEAT: i64 = 1_000_000_000_000;

/// A difference of score outweighs the places within score groups.
const SCORE: i64 = 256;

/// Scores of the bots, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tournament) struct Scores {
    /// Half points from encounters and byes.
    pub(in crate::tournament) halves: Vec<u64>,
    /// Half points from games.
    pub(in crate::tournament) game_halves: Vec<u64>,
    /// Half points of all opponents, each as often as met.
    pub(in crate::tournament) buchholz: Vec<u64>,
}

impl Scores {
    /// The scores after the encounters that were played to their end.
    pub(in crate::tournament) fn of(players: usize, schedule: &Schedule, results: &Results) -> Scores {
        let zero = || vec![0; players];
        let mut scores = Scores { halves: zero(), game_halves: zero(), buchholz: zero() };
        let mut met = Vec::new();
        for encounter in &schedule.encounters {
            let sum = results.sum(encounter);
            for (which, &player) in encounter.players.iter().enumerate() {
                scores.game_halves[player] += sum.halves(which);
                if sum.is_done {
                    scores.halves[player] += sum.leader().map_or(1, |leader| if leader == which { 2 } else { 0 });
                }
            }
            if sum.is_done {
                met.push(encounter.players);
            }
        }
        for bye in &schedule.byes {
            scores.halves[bye.player] += 2;
        }
        for [a, b] in met {
            scores.buchholz[a] += scores.halves[b];
            scores.buchholz[b] += scores.halves[a];
        }
        scores
    }
}

pub(super) fn schedule(tournament: &Tournament, rounds: u32, pairs: u64, results: &Results) -> Schedule {
    let mut schedule = Schedule { is_done: true, ..Schedule::default() };
    for round in 1..=rounds {
        let (couples, bye) = pair(tournament, &schedule, results);
        let before = schedule.encounters.len();
        for players in couples {
            let key = tournament.key(&format!("round-{round}"), players);
            schedule.encounters.push(tournament.encounter(round, key, players, pairs, 0));
        }
        // Named last: a bye counts from the moment its round is known.
        schedule.byes.extend(bye.map(|player| Bye { round, player }));
        schedule.is_done = schedule.encounters[before..].iter().all(|encounter| results.sum(encounter).is_done);
        if !schedule.is_done {
            break;
        }
    }
    schedule
}

/// The couples of the next round, those at the top first, and who has it off.
fn pair(tournament: &Tournament, schedule: &Schedule, results: &Results) -> (Vec<[usize; 2]>, Option<usize>) {
    let n = tournament.order.len();
    let scores = Scores::of(n, schedule, results);
    let mut ranked = tournament.order.clone();
    // A stable sort: equal bots stay in the order of their seeds.
    ranked.sort_by_key(|&player| std::cmp::Reverse((scores.halves[player], scores.game_halves[player])));
    let score: Vec<_> = ranked.iter().map(|&player| scores.halves[player] as i64).collect();
    let met = Met::of(n, schedule);
    let seats = n + n % 2;
    let cost = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        if b == n {
            // The seat of nobody: once for each, and the weakest first.
            let above = score[a] - score[n - 1];
            return met.byes[ranked[a]] * REPEAT + above * above * SCORE + (n - 1 - a) as i64;
        }
        let away = score[a] - score[b];
        let group = score.iter().filter(|&&other| other == score[a]).count();
        let fold = if away == 0 { group / 2 } else { 1 };
        let places = (b - a).abs_diff(fold) as i64;
        met.times[ranked[a]][ranked[b]] * REPEAT + away * away * SCORE + places
    };
    let mates = matching::cheapest(seats, cost);
    let (mut couples, mut bye) = (Vec::new(), None);
    for (a, &b) in mates.iter().enumerate().filter(|&(a, &b)| a < b) {
        if b == n { bye = Some(ranked[a]) } else { couples.push([ranked[a], ranked[b]]) }
    }
    (couples, bye)
}

/// How often bots have met, and how often they had a round off.
struct Met {
    times: Vec<Vec<i64>>,
    byes: Vec<i64>,
}

impl Met {
    fn of(n: usize, schedule: &Schedule) -> Met {
        let mut met = Met { times: vec![vec![0; n]; n], byes: vec![0; n] };
        for Encounter { players: [a, b], .. } in &schedule.encounters {
            met.times[*a][*b] += 1;
            met.times[*b][*a] += 1;
        }
        schedule.byes.iter().for_each(|bye| met.byes[bye.player] += 1);
        met
    }
}
