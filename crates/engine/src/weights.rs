//! The numbers of an evaluation: one table a game, with unit, range and origin of each.
//!
//! A table is a text file under `weights/`, one term a line:
//!
//! ```text
//! # name          early  late  low  high  unit          origin
//! queen-liberty      31    52    0   200  centi/cell    tuned-1
//! ```
//!
//! `early` counts at the beginning of a game, `late` at its end; in between they are mixed by
//! the phase. `low` and `high` bound what tuning may make of it. Lines that begin with `#` are
//! for readers.
//!
//! What must hold: the names of the file are those of the game's terms, in the same order.

use std::fmt::Write as _;

/// A term of an evaluation, as its game lists them.
pub trait Term: Copy + 'static {
    /// All terms of the game, in order.
    const ALL: &'static [Self];

    /// The name in the file.
    fn name(self) -> &'static str;

    /// The place in [`ALL`](Term::ALL).
    fn index(self) -> usize;
}

/// Declares the terms of a game: an enum, and its names in the file.
macro_rules! terms {
    ($(#[$meta:meta])* $kind:ident { $($(#[$doc:meta])+ $term:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind { $($(#[$doc])+ $term,)+ }

        impl $crate::weights::Term for $kind {
            const ALL: &'static [$kind] = &[$($kind::$term,)+];

            fn name(self) -> &'static str {
                match self { $($kind::$term => $name,)+ }
            }

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use terms;

/// One line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Which term.
    pub name: String,
    /// At the beginning of a game.
    pub early: i32,
    /// At its end.
    pub late: i32,
    /// The lowest it may become.
    pub low: i32,
    /// The highest.
    pub high: i32,
    /// What one of it is.
    pub unit: String,
    /// Where the value comes from.
    pub origin: String,
}

/// The numbers of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// One for each term, in order.
    pub all: Vec<Weight>,
    /// Early and late, ready for use.
    values: Vec<[i32; 2]>,
}

/// Why a text is no table of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A line that cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// Too few or too many.
    #[error("{found} terms where the game has {wanted}")]
    Count {
        /// In the text.
        found: usize,
        /// Of the game.
        wanted: usize,
    },
}

impl Weights {
    /// Reads a table.
    ///
    /// # Errors
    /// When a line cannot be read, is out of its own range, or names another term than the game's.
    pub fn parse<T: Term>(text: &str) -> Result<Weights, WeightsError> {
        let mut all = Vec::new();
        for (line, text) in text.lines().enumerate() {
            let fields: Vec<_> = text.split_whitespace().collect();
            if fields.is_empty() || fields[0].starts_with('#') {
                continue;
            }
            let weight = read(&fields).and_then(|weight: Weight| match T::ALL.get(all.len()) {
                Some(term) if term.name() == weight.name => Ok(weight),
                Some(term) => Err(format!("{} where {} was expected", weight.name, term.name())),
                None => Err(format!("{} is no term of this game", weight.name)),
            });
            all.push(weight.map_err(|why| WeightsError::Line { line: line + 1, why })?);
        }
        if all.len() != T::ALL.len() {
            return Err(WeightsError::Count { found: all.len(), wanted: T::ALL.len() });
        }
        Ok(Weights::new(all))
    }

    fn new(all: Vec<Weight>) -> Weights {
        let values = all.iter().map(|weight| [weight.early, weight.late]).collect();
        Weights { all, values }
    }

    /// The same table with other numbers, clipped to their ranges.
    #[must_use]
    pub fn with_values(&self, values: &[[i32; 2]], origin: &str) -> Weights {
        let mut all = self.all.clone();
        for (weight, [early, late]) in all.iter_mut().zip(values) {
            let (early, late) = (early.clamp(&weight.low, &weight.high), late.clamp(&weight.low, &weight.high));
            if (weight.early, weight.late) != (*early, *late) {
                weight.origin = origin.to_string();
            }
            (weight.early, weight.late) = (*early, *late);
        }
        Weights::new(all)
    }

    /// Early and late value of each term.
    pub fn values(&self) -> &[[i32; 2]] {
        &self.values
    }

    /// Writes the table as [`parse`](Weights::parse) reads it.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "# {:<28} {:>6} {:>6} {:>6} {:>6}  {:<20} {}\n",
            "name", "early", "late", "low", "high", "unit", "origin"
        );
        for weight in &self.all {
            let Weight { name, early, late, low, high, unit, origin } = weight;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name:<28} {early:>6} {late:>6} {low:>6} {high:>6}  {unit:<20} {origin}");
        }
        text
    }
}

fn read(fields: &[&str]) -> Result<Weight, String> {
    let [name, early, late, low, high, unit, origin] = fields else {
        return Err(format!("{} fields where seven are wanted: name early late low high unit origin", fields.len()));
    };
    let number = |text: &str| text.parse::<i32>().map_err(|_| format!("{text:?} is no whole number"));
    let (early, late, low, high) = (number(early)?, number(late)?, number(low)?, number(high)?);
    if [early, late].iter().any(|value| !(low..=high).contains(value)) {
        return Err(format!("{name} is outside of {low} to {high}"));
    }
    let [name, unit, origin] = [name, unit, origin].map(|text| text.to_string());
    Ok(Weight { name, early, late, low, high, unit, origin })
}

/// Where an evaluation puts what it counts: into a sum when playing, into a list when tuning.
pub trait Tally<T: Term> {
    /// The term applies so many times, above zero for the side to move.
    fn count(&mut self, term: T, times: i32);
}

/// The longest phase: the end of the game.
pub const LATE: i32 = 256;

/// Sums what is counted.
pub struct Sum<'w> {
    values: &'w [[i32; 2]],
    sums: [i32; 2],
}

impl<'w> Sum<'w> {
    /// Nothing counted yet.
    pub fn new(weights: &'w Weights) -> Sum<'w> {
        Sum { values: &weights.values, sums: [0; 2] }
    }

    /// The score at a phase from 0 (early) to [`LATE`].
    pub fn at(&self, phase: i32) -> i32 {
        (self.sums[0] * (LATE - phase) + self.sums[1] * phase) / LATE
    }
}

impl<T: Term> Tally<T> for Sum<'_> {
    #[inline(always)]
    fn count(&mut self, term: T, times: i32) {
        let [early, late] = self.values[term.index()];
        self.sums[0] += early * times;
        self.sums[1] += late * times;
    }
}

/// Lists what is counted, one number for each term.
pub struct Trace {
    /// How often each term applies.
    pub counts: Vec<i32>,
}

impl Trace {
    /// Nothing counted yet.
    pub fn new<T: Term>() -> Trace {
        Trace { counts: vec![0; T::ALL.len()] }
    }
}

impl<T: Term> Tally<T> for Trace {
    fn count(&mut self, term: T, times: i32) {
        self.counts[term.index()] += times;
    }
}

/// The linear part of an evaluation: what is counted in a position, and how late it is.
pub trait Evaluation<G> {
    /// The game's terms.
    type Term: Term;

    /// Counts everything that is worth something, seen by the side to move.
    fn judge<T: Tally<Self::Term>>(&mut self, state: &G, tally: &mut T);

    /// How late it is, 0 to [`LATE`].
    fn phase(&self, state: &G) -> i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    terms! {
        /// Two terms.
        Toy {
            /// One.
            One = "one",
            /// Another.
            Two = "two",
        }
    }

    const TABLE: &str = "# comment\n one 10 20 0 100 centi/x hand\n\n two -5 -5 -9 0 centi hand\n";

    #[test]
    fn a_table_is_read_back() {
        let weights = Weights::parse::<Toy>(TABLE).expect("a table");
        assert_eq!(Weights::parse::<Toy>(&weights.to_text()).as_ref(), Ok(&weights));
        let mut sum = Sum::new(&weights);
        sum.count(Toy::One, 3);
        sum.count(Toy::Two, 1);
        assert_eq!((sum.at(0), sum.at(LATE / 2), sum.at(LATE)), (25, 40, 55));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (table, said) in [
            ("one 1 1 0 9 x", "line 1: 6 fields"),
            ("one 1 x 0 9 x y", "\"x\" is no whole number"),
            ("one 1 10 0 9 x y", "outside of 0 to 9"),
            ("two 1 1 0 9 x y", "two where one was expected"),
            ("one 1 1 0 9 x y", "1 terms where the game has 2"),
        ] {
            let error = Weights::parse::<Toy>(table).expect_err(table).to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn new_values_stay_in_range_and_say_where_they_come_from() {
        let weights = Weights::parse::<Toy>(TABLE).expect("a table").with_values(&[[500, 20], [-5, -5]], "tuned");
        assert_eq!((weights.all[0].early, weights.all[0].origin.as_str()), (100, "tuned"));
        assert_eq!(weights.all[1].origin, "hand");
    }
}
