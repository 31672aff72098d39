//! The puzzle of the day: everybody has the same one, and each comes once before any comes again.

use std::time::{SystemTime, UNIX_EPOCH};

use schwarm_core::Rng;
use schwarm_play::{Moment, Puzzle};

const MILLIS_OF_DAY: i64 = 86_400_000;

/// The day of a moment, counted from 1970 in UTC, and its date.
pub fn day_of(millis: i64) -> (i64, String) {
    let day = millis.div_euclid(MILLIS_OF_DAY);
    (day, Moment::of_millis(day.saturating_mul(MILLIS_OF_DAY)).date())
}

/// The day it is now.
pub(crate) fn today() -> (i64, String) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day_of(i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}

/// The puzzle of a day: a function of the day and the set, in any order.
pub fn of_day(set: &[Puzzle], day: i64) -> Option<&Puzzle> {
    let mut order: Vec<&Puzzle> = set.iter().collect();
    order.sort_by(|a, b| a.id.cmp(&b.id));
    let length = i64::try_from(order.len()).ok().filter(|length| *length > 0)?;
    // Another order each time all have had their day.
    let mut rng = Rng::new(day.div_euclid(length) as u64);
    rng.shuffle(&mut order);
    order.get(usize::try_from(day.rem_euclid(length)).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use schwarm_play::Origin;

    use super::*;

    fn set(count: usize) -> Vec<Puzzle> {
        let puzzle = |number: usize| {
            let position = number.to_string();
            let (game, from) = ("hive".to_string(), Origin::default());
            let id = Puzzle::id_of(&game, &position);
            Puzzle { id, game, position, plies: 3, line: Vec::new(), rating: 0, from }
        };
        (0..count).map(puzzle).collect()
    }

    #[test]
    fn every_puzzle_has_its_day_before_any_comes_again() {
        let set = set(30);
        for cycle in [-2, 0, 5, 600] {
            let days = (0..30).map(|day| of_day(&set, cycle * 30 + day).expect("a puzzle").id.clone());
            assert_eq!(days.collect::<BTreeSet<_>>().len(), 30);
        }
        let of = |cycle: i64| (0..30).map(|day| of_day(&set, cycle * 30 + day).map(|it| &it.id)).collect::<Vec<_>>();
        assert_ne!(of(0), of(1), "another order each time");
    }

    #[test]
    fn the_order_of_the_set_does_not_matter_and_an_empty_one_has_none() {
        let (set, mut turned) = (set(9), set(9));
        turned.reverse();
        for day in 20_000..20_020 {
            assert_eq!(of_day(&set, day), of_day(&turned, day));
        }
        assert_eq!(of_day(&[], 7), None);
    }

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!(day_of(1_794_752_198_000), (20772, "2026-11-15".to_string()));
        assert_eq!(day_of(MILLIS_OF_DAY - 1).0, 0);
        assert_eq!(day_of(-1), (-1, "1969-12-31".to_string()));
    }
}
