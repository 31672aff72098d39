//! The ladder: in each round neighbours meet, and a challenger who wins changes places.

use super::{Schedule, Tournament};
use crate::tournament::results::Results;

/// Odd rounds: 2 challenges 1, 4 challenges 3 and so on. Even rounds: 3 challenges 2, 5 challenges
/// 4. After a tie all stay where they are.
pub(super) fn schedule(tournament: &Tournament, rounds: u32, pairs: u64, results: &Results) -> Schedule {
    let mut ladder = tournament.order.clone();
    let mut schedule = Schedule { is_done: true, ..Schedule::default() };
    for round in 1..=rounds {
        // Between two bots there is only one challenge.
        let top = if ladder.len() == 2 { 0 } else { (round as usize + 1) % 2 };
        let mut climbed = Vec::new();
        for place in (top..ladder.len() - 1).step_by(2) {
            let players = [ladder[place], ladder[place + 1]];
            let key = tournament.key(&format!("round-{round}"), players);
            let encounter = tournament.encounter(round, key, players, pairs, 0);
            let sum = results.sum(&encounter);
            schedule.is_done &= sum.is_done;
            if sum.leader() == Some(1) {
                climbed.push(place);
            }
            schedule.encounters.push(encounter);
        }
        if !schedule.is_done {
            break;
        }
        climbed.into_iter().for_each(|place| ladder.swap(place, place + 1));
    }
    let mut places = vec![0; ladder.len()];
    for (place, &player) in (1..).zip(&ladder) {
        places[player] = place;
    }
    schedule.places = Some(places);
    schedule
}
