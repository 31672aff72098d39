//! Everybody against everybody, and some against the others: nothing depends on results.

use std::collections::BTreeSet;

use super::{Bye, Schedule, Tournament};
use crate::tournament::results::Results;

/// Rounds by the circle: one bot stays, the others move on by one place each round.
pub(super) fn everybody(tournament: &Tournament, cycles: u32, pairs: u64, results: &Results) -> Schedule {
    let n = tournament.order.len();
    let seats = n + n % 2;
    let mut schedule = Schedule::default();
    for round in 0..cycles * (seats as u32 - 1) {
        let turn = round as usize % (seats - 1);
        let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + turn) % (seats - 1) };
        let number = round + 1;
        for seat in 0..seats / 2 {
            let (low, high) = (at(seat).min(at(seats - 1 - seat)), at(seat).max(at(seats - 1 - seat)));
            // With an odd number the last seat is nobody.
            if high >= n {
                schedule.byes.push(Bye { round: number, player: tournament.order[low] });
                continue;
            }
            let players = [tournament.order[low], tournament.order[high]];
            let key = tournament.key(&format!("round-{number}"), players);
            schedule.encounters.push(tournament.encounter(number, key, players, pairs, 0));
        }
    }
    finish(schedule, results)
}

/// Each challenger against all who are none; a cycle is a round.
pub(super) fn gauntlet(
    tournament: &Tournament,
    challengers: &[usize],
    cycles: u32,
    pairs: u64,
    results: &Results,
) -> Schedule {
    let challengers: BTreeSet<_> = challengers.iter().copied().collect();
    let mut schedule = Schedule::default();
    for round in 1..=cycles {
        for &other in tournament.order.iter().filter(|player| !challengers.contains(player)) {
            for &challenger in &challengers {
                let key = tournament.key(&format!("round-{round}"), [challenger, other]);
                schedule.encounters.push(tournament.encounter(round, key, [challenger, other], pairs, 0));
            }
        }
    }
    finish(schedule, results)
}

fn finish(mut schedule: Schedule, results: &Results) -> Schedule {
    let is_done = schedule.open(results).next().is_none();
    schedule.is_done = is_done;
    schedule
}
