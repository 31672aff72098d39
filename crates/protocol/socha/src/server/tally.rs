//! Points of players over many games, as the servers of 2019 and 2020 count them in test mode.

use std::collections::BTreeMap;

use schwarm_core::{Aggregation, Side};
use schwarm_play::Ending;

use super::room::Slot;
use crate::season::{RuleStyle, Season};
use crate::xml::Element;

/// How many names are counted; more are ignored, so that nobody can fill the memory.
const NAMES: usize = 1000;

/// The points of everybody.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<String, Points>);

struct Points {
    season: Season,
    games: u32,
    sums: Vec<i64>,
}

impl Tally {
    /// Counts a finished game.
    pub fn count(&mut self, season: Season, slots: &[Slot; 2], ending: &Ending) {
        if !ending.counts() {
            return;
        }
        for side in Side::BOTH {
            let (name, parts) = (&slots[side.index()].name, ending.scores[side.index()].parts());
            if name.is_empty() || (self.0.len() >= NAMES && !self.0.contains_key(name)) {
                continue;
            }
            let points = self.0.entry(name.clone()).or_insert(Points { season, games: 0, sums: Vec::new() });
            // Points of two games cannot be added up: the newer game counts.
            if points.season != season {
                *points = Points { season, games: 0, sums: Vec::new() };
            }
            points.games += 1;
            points.sums.resize(parts.len(), 0);
            points.sums.iter_mut().zip(parts).for_each(|(sum, part)| *sum += i64::from(*part));
        }
    }

    /// The answer to `scoreForPlayer`.
    pub fn score_of(&self, name: &str) -> Option<Element> {
        let points = self.0.get(name)?;
        let parts = points.season.rulebook(RuleStyle::Server).info().score_parts;
        let mut score = Element::new("score").with("displayName", name).with("numberOfTests", points.games);
        for (sum, part) in points.sums.iter().zip(parts) {
            let (aggregation, value) = match part.aggregation {
                Aggregation::Sum => ("SUM", *sum as f64),
                Aggregation::Average => ("AVERAGE", *sum as f64 / f64::from(points.games)),
            };
            let fragment = Element::new("fragment").with("name", part.name);
            let fragment = fragment.containing(Element::new("aggregation").saying(aggregation));
            let value = Element::new("value").saying(value.to_string());
            score = score.containing(Element::new("values").containing(fragment).containing(value));
        }
        Some(Element::new("playerScore").containing(score))
    }
}
