//! Brackets: the knockout and the Final Eight.
//!
//! The best two seeds can meet only in the final; where bots are missing to a power of two, the best
//! seeds have the first round off. An encounter waits for nothing but the two that lead to it.

use super::{Bye, Encounter, Format, Schedule, Tournament};
use crate::tournament::results::{Results, Sum};

/// Who stands at a place of the bracket; bots by their seed, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Player(usize),
    /// Nobody, and nobody will come.
    Empty,
    /// Not known yet.
    Open,
    /// Never to be known, as an encounter before it is undecided.
    Blocked,
}

struct Bracket<'a> {
    tournament: &'a Tournament,
    results: &'a Results,
    schedule: Schedule,
    /// By seed.
    places: Vec<u32>,
}

/// Both formats.
pub(super) fn schedule(tournament: &Tournament, results: &Results) -> Schedule {
    let players = tournament.order.len();
    let schedule = Schedule { is_done: true, ..Schedule::default() };
    let mut bracket = Bracket { tournament, results, schedule, places: vec![1; players] };
    bracket.play();
    let mut places = vec![0; players];
    for (seed, place) in bracket.places.into_iter().enumerate() {
        places[tournament.order[seed]] = place;
    }
    bracket.schedule.places = Some(places);
    bracket.schedule
}

/// Seeds in the order in which they stand in a bracket of this size, a power of two.
fn order(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let next = 2 * seeds.len();
        seeds = seeds.into_iter().flat_map(|seed| [seed, next - 1 - seed]).collect();
    }
    seeds
}

impl Bracket<'_> {
    fn play(&mut self) {
        let players = self.tournament.order.len();
        let seat = |seed: usize| if seed < players { Slot::Player(seed) } else { Slot::Empty };
        let mut slots: Vec<_> = order(players.next_power_of_two()).into_iter().map(seat).collect();
        let mut round = 1;
        while slots.len() > 1 {
            let stage = format!("round-{round}");
            let left = slots.len() / 2;
            let ended: Vec<_> =
                slots.chunks_exact(2).map(|pair| self.meet(round, &stage, [pair[0], pair[1]], left as u32)).collect();
            if left == 2 && self.has_third_place() {
                // Named before the final, so that it is played before or beside it.
                self.third_place(round + 1, [ended[0].1, ended[1].1]);
            }
            slots = ended.into_iter().map(|(winner, _)| winner).collect();
            round += 1;
        }
    }

    fn third_place(&mut self, round: u32, losers: [Slot; 2]) {
        if losers.contains(&Slot::Empty) {
            // Among three only one loses a semi-final, and is third without a game.
            return;
        }
        let (winner, _) = self.meet(round, "third-place", losers, 3);
        for slot in losers {
            if let Slot::Player(seed) = slot {
                // Whoever has lost it got place 4 from there.
                let decided = matches!(winner, Slot::Player(_));
                self.places[seed] = if decided && winner != slot { 4 } else { 3 };
            }
        }
    }

    /// Winner and loser of two slots; `left` are still in after the round.
    fn meet(&mut self, round: u32, stage: &str, slots: [Slot; 2], left: u32) -> (Slot, Slot) {
        let [a, b] = match slots {
            [Slot::Player(a), Slot::Player(b)] => [a.min(b), a.max(b)],
            [Slot::Player(seed), Slot::Empty] | [Slot::Empty, Slot::Player(seed)] => {
                self.schedule.byes.push(Bye { round, player: self.tournament.order[seed] });
                return (Slot::Player(seed), Slot::Empty);
            }
            [Slot::Empty, Slot::Empty] => return (Slot::Empty, Slot::Empty),
            _ if slots.contains(&Slot::Open) => return (Slot::Open, Slot::Open),
            _ => return (Slot::Blocked, Slot::Blocked),
        };
        let players = [a, b].map(|seed| self.tournament.order[seed]);
        match self.decide(round, stage, players) {
            Decision::Won(which) => {
                let (winner, loser) = if which == 0 { (a, b) } else { (b, a) };
                self.places[loser] = left + 1;
                (Slot::Player(winner), Slot::Player(loser))
            }
            Decision::Open => {
                self.schedule.is_done = false;
                (Slot::Open, Slot::Open)
            }
            Decision::Never => {
                [a, b].into_iter().for_each(|seed| self.places[seed] = left);
                (Slot::Blocked, Slot::Blocked)
            }
        }
    }

    /// Plays an encounter and what follows it while it is tied.
    fn decide(&mut self, round: u32, stage: &str, players: [usize; 2]) -> Decision {
        let tournament = self.tournament;
        let key = tournament.key(stage, players);
        let (pairs, extras, word) = match &tournament.format {
            Format::FinalEight { least_games, most_games, .. } => {
                (least_games / 2, (most_games - least_games) / 2, "extra")
            }
            Format::Knockout { pairs, replays, .. } => (*pairs, u64::from(*replays), "replay"),
            _ => unreachable!("only brackets are played here"),
        };
        let first = tournament.encounter(round, key.clone(), players, pairs, 0);
        let mut sum = self.add(first.clone());
        let mut extra = 0;
        loop {
            if !sum.is_done {
                return Decision::Open;
            }
            if let Some(leader) = sum.leader() {
                return Decision::Won(leader);
            }
            if u64::from(extra) == extras {
                break;
            }
            extra += 1;
            let key = format!("{key}/{word}-{extra}");
            sum = sum.plus(&self.add(tournament.encounter(round, key, players, 1, extra)));
        }
        match &tournament.format {
            // The better seed comes first.
            Format::Knockout { .. } => Decision::Won(0),
            Format::FinalEight { decisions, .. } => {
                let said = decisions.get(&key).and_then(|winner| players.iter().position(|player| player == winner));
                if said.is_none() {
                    self.schedule.undecided.push(first);
                }
                said.map_or(Decision::Never, Decision::Won)
            }
            _ => Decision::Never,
        }
    }

    fn add(&mut self, encounter: Encounter) -> Sum {
        let sum = self.results.sum(&encounter);
        self.schedule.encounters.push(encounter);
        sum
    }

    fn has_third_place(&self) -> bool {
        match &self.tournament.format {
            Format::Knockout { third_place, .. } | Format::FinalEight { third_place, .. } => *third_place,
            _ => false,
        }
    }
}

enum Decision {
    /// By the first or the second.
    Won(usize),
    /// Not yet.
    Open,
    /// Nobody has, and nothing more is played.
    Never,
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn the_best_seeds_stand_as_far_apart_as_they_can() {
        assert_eq!(order(2), [0, 1]);
        assert_eq!(order(4), [0, 3, 1, 2]);
        assert_eq!(order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
