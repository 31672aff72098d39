//! Sums of rows, kept from one position to the next.
//!
//! A search looks at positions that differ little. The last position of each of a number of *places* is
//! remembered with its sums; the next one begins with the sums of the one it differs least from. What a place is, is
//! up to whoever asks: the turn of the game is a good one.

use crate::change::{Change, View};
use crate::file::Net;
use crate::layout::{Inputs, Layout};

/// The sums of a network for positions seen lately.
#[derive(Clone, Debug)]
pub struct Tracker<const W: usize, const S: usize> {
    places: Vec<Place<W, S>>,
    change: Change,
}

#[derive(Clone, Debug)]
struct Place<const W: usize, const S: usize> {
    inputs: Inputs<W, S>,
    telling: [u64; TELLING],
    /// One for each view.
    sums: [Sums; 2],
    /// Whether something was ever seen here.
    is_known: bool,
}

/// One accumulator.
type Sums = Vec<i16>;

/// Words that tell how much two positions differ.
pub const TELLING: usize = 4;

impl<const W: usize, const S: usize> Tracker<W, S> {
    /// Nothing seen yet.
    pub fn new(net: &Net, places: usize) -> Tracker<W, S> {
        let place = Place {
            inputs: Inputs::default(),
            telling: [0; TELLING],
            sums: [(); 2].map(|()| net.biases.clone()),
            is_known: false,
        };
        Tracker { places: vec![place; places.max(1)], change: Change::default() }
    }

    /// The sums of a position from both views, remembered at a place. It is compared with what was last seen there and
    /// at the place before it; `telling` are words that differ the less the less the positions do.
    #[inline]
    pub fn see(
        &mut self,
        net: &Net,
        layout: &Layout,
        place: usize,
        telling: [u64; TELLING],
        inputs: &Inputs<W, S>,
    ) -> [&[i16]; 2] {
        let here = place % self.places.len();
        let before = (place + self.places.len() - 1) % self.places.len();
        let from = if self.distance(before, &telling) <= self.distance(here, &telling) { before } else { here };
        let known = &self.places[from];
        let old = known.is_known.then_some(&known.inputs);
        net.arithmetic.find_change(layout, old, inputs, &mut self.change);
        let (change, views) = (&self.change, [View(None), View(Some(&layout.other_view))]);
        let (old, new) = pick(&mut self.places, from, here);
        for (n, view) in views.into_iter().enumerate() {
            match &old {
                Some(old) => net.arithmetic.change(net, &old.sums[n], change, view, &mut new.sums[n]),
                None => net.arithmetic.change_in_place(net, change, view, &mut new.sums[n]),
            }
        }
        new.inputs = *inputs;
        new.telling = telling;
        new.is_known = true;
        [&new.sums[0], &new.sums[1]]
    }

    /// About how much a position differs from what is remembered at a place.
    #[inline]
    fn distance(&self, place: usize, telling: &[u64; TELLING]) -> u32 {
        let place = &self.places[place];
        if !place.is_known {
            return u32::MAX;
        }
        let words = place.telling.iter().zip(telling);
        words.map(|(one, two)| (one ^ two).count_ones()).sum()
    }
}

/// The remembered place to begin from, unless it is the one to be written, and the latter.
fn pick<const W: usize, const S: usize>(
    places: &mut [Place<W, S>],
    from: usize,
    to: usize,
) -> (Option<&Place<W, S>>, &mut Place<W, S>) {
    if from == to {
        return (None, &mut places[to]);
    }
    if from < to {
        let (low, high) = places.split_at_mut(to);
        (Some(&low[from]), &mut high[0])
    } else {
        let (low, high) = places.split_at_mut(from);
        (Some(&high[0]), &mut low[to])
    }
}
