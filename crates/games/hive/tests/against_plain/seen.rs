//! Which situations were met, so that a run that meets none of them fails.

use super::compare::{Point, Trace};
use crate::common::plain::board::neighbours;
use crate::common::plain::{Action, Cell, Plain};
use std::collections::{BTreeMap, BTreeSet};

/// Rows or columns beyond which the fast state changes its representation.
const NARROW: i32 = 14;

/// How often each situation was met.
#[derive(Default)]
pub struct Seen(pub BTreeMap<&'static str, u64>);

impl Seen {
    pub fn count(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    pub fn add(&mut self, trace: &Trace) {
        for point in &trace.points {
            self.add_point(point);
        }
        for (pair, action) in trace.points.windows(2).zip(&trace.actions) {
            if is_wide(&pair[0].position) != is_wide(&pair[1].position) {
                self.count("wide and narrow change", 1);
            }
            if *action == Action::Pass {
                self.count("passes played", 1);
            }
            if pair[0].position.throws().contains(action) && !pair[0].position.movements().contains(action) {
                self.count("throws played", 1);
            }
        }
    }

    fn add_point(&mut self, point: &Point) {
        let position = &point.position;
        self.count("positions", 1);
        self.count("moves", point.legal.len() as u64);
        let highest = position.stacks.values().map(Vec::len).max().unwrap_or(0);
        let situations = [
            ("stacks of 2 and more", highest >= 2),
            ("stacks of 3 and more", highest >= 3),
            ("stacks of 5 and more", highest >= 5),
            ("wide hives", is_wide(position)),
            ("holes", enclosed_cells(position) > 0),
            ("pockets", has_pocket(position)),
            ("throws possible", point.outcome.is_none() && !position.throws().is_empty()),
            ("forced passes", point.legal.contains(&Action::Pass)),
            ("wins by the next move", point.wins),
        ];
        for (what, met) in situations {
            self.count(what, u64::from(met));
        }
        if let Some((_, reason)) = point.outcome {
            self.count(reason, 1);
        }
    }

    /// Fails unless each of the situations was met so often.
    pub fn demand(&self, demands: &[(&str, u64)]) {
        println!("{:#?}", self.0);
        for (what, times) in demands {
            let met = self.0.get(what).copied().unwrap_or(0);
            assert!(met >= *times, "{what}: met {met} times, wanted {times}");
        }
    }
}

/// Longest row or column of the hive.
pub fn extent(position: &Plain) -> i32 {
    let span = |along: fn(&Cell) -> i32| {
        let least = position.stacks.keys().map(along).min().unwrap_or(0);
        let most = position.stacks.keys().map(along).max().unwrap_or(-1);
        most - least + 1
    };
    span(|cell| cell.0).max(span(|cell| cell.1))
}

fn is_wide(position: &Plain) -> bool {
    extent(position) > NARROW
}

/// Empty cells that the hive encloses.
pub fn enclosed_cells(position: &Plain) -> usize {
    let beside = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
        cells.iter().flat_map(|&cell| neighbours(cell)).filter(|&cell| !position.is_occupied(cell)).collect()
    };
    // Everything empty that touches the hive, or touches such a cell: the outside of it is connected.
    let rim = beside(&position.stacks.keys().copied().collect());
    let near: BTreeSet<Cell> = beside(&rim).union(&rim).copied().collect();
    let Some(&far) = near.iter().next() else { return 0 };
    let mut outside = BTreeSet::from([far]);
    let mut waiting = vec![far];
    while let Some(cell) = waiting.pop() {
        for next in neighbours(cell) {
            if near.contains(&next) && outside.insert(next) {
                waiting.push(next);
            }
        }
    }
    near.len() - outside.len()
}

/// An empty cell that nothing can slide into: five or six of its neighbours hold pieces.
fn has_pocket(position: &Plain) -> bool {
    let taken = |cell: Cell| neighbours(cell).into_iter().filter(|&near| position.is_occupied(near)).count();
    position.free_cells_touching_hive().into_iter().any(|cell| taken(cell) >= 5)
}
