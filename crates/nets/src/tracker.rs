//! Sums of rows, kept from one position to the next.
//!
//! A search looks at positions that differ little. The last position of each of a number of *places* is
//! remembered with its sums; the next one begins with the sums of the one it differs least from. What a place is, is
//! up to whoever asks: the turn of the game is a good one.

use std::sync::Arc;

use crate::change::Change;
use crate::file::Net;
use crate::layout::{Inputs, Layout};
use crate::views::Views;

/// The sums of a network for positions seen lately.
#[derive(Debug)]
pub struct Tracker<const W: usize, const S: usize> {
    views: Arc<Views>,
    /// Made when something is seen there: a short search sees few of them.
    places: Vec<Option<Box<Place<W, S>>>>,
    change: Change,
}

#[derive(Clone, Debug)]
struct Place<const W: usize, const S: usize> {
    /// What was last seen here, and room for what comes next.
    inputs: [Inputs<W, S>; 2],
    /// Which of both was last seen.
    last: usize,
    telling: [u64; TELLING],
    /// Those of the first view and those of the second.
    sums: Vec<i16>,
    /// Whether something was ever seen here.
    is_known: bool,
}

/// Words that tell how much two positions differ.
pub const TELLING: usize = 4;

/// A copy has seen nothing: what is remembered is quickly found anew, and copying it is not quick.
impl<const W: usize, const S: usize> Clone for Tracker<W, S> {
    fn clone(&self) -> Tracker<W, S> {
        Tracker::with(self.views.clone(), self.places.len())
    }
}

impl<const W: usize, const S: usize> Tracker<W, S> {
    /// Nothing seen yet.
    pub fn new(net: &Net, layout: &Layout, places: usize) -> Tracker<W, S> {
        Tracker::with(Arc::new(Views::new(net, layout)), places.max(1))
    }

    fn with(views: Arc<Views>, places: usize) -> Tracker<W, S> {
        Tracker { views, places: (0..places).map(|_| None).collect(), change: Change::default() }
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
        *self.room(place) = *inputs;
        self.see_written(net, layout, place, telling)
    }

    /// Room to write down a position before it is [seen](Tracker::see_written) at a place: all of it that ever is anything but zero.
    #[inline]
    pub fn room(&mut self, place: usize) -> &mut Inputs<W, S> {
        let here = place % self.places.len();
        let place = self.places[here].get_or_insert_with(|| Place::new(&self.views));
        &mut place.inputs[1 - place.last % 2]
    }

    /// As [`see`](Tracker::see), of the position that was written into the [room](Tracker::room) of the place.
    #[inline]
    pub fn see_written(&mut self, net: &Net, layout: &Layout, place: usize, telling: [u64; TELLING]) -> [&[i16]; 2] {
        let here = place % self.places.len();
        let before = (place + self.places.len() - 1) % self.places.len();
        let from = if self.distance(before, &telling) <= self.distance(here, &telling) { before } else { here };
        let (old, new) = pick(&mut self.places, from, here);
        let new = new.get_or_insert_with(|| Place::new(&self.views));
        let known = old.unwrap_or(&**new);
        let seen = known.is_known.then_some(&known.inputs[known.last % 2]);
        net.arithmetic.find_change(layout, seen, &new.inputs[1 - new.last % 2], &mut self.change);
        match old {
            Some(old) => net.arithmetic.change(&self.views, &old.sums, &self.change, &mut new.sums),
            None => net.arithmetic.change_in_place(&self.views, &self.change, &mut new.sums),
        }
        new.last = 1 - new.last % 2;
        new.telling = telling;
        new.is_known = true;
        let (first, second) = new.sums.split_at(self.views.width / 2);
        [first, second]
    }

    /// About how much a position differs from what is remembered at a place.
    #[inline]
    fn distance(&self, place: usize, telling: &[u64; TELLING]) -> u32 {
        let place = match &self.places[place] {
            Some(place) if place.is_known => place,
            _ => return u32::MAX,
        };
        let words = place.telling.iter().zip(telling);
        words.map(|(one, two)| (one ^ two).count_ones()).sum()
    }
}

impl<const W: usize, const S: usize> Place<W, S> {
    #[cold]
    fn new(views: &Views) -> Box<Place<W, S>> {
        Box::new(Place {
            inputs: [Inputs::default(); 2],
            last: 0,
            telling: [0; TELLING],
            sums: views.biases.clone(),
            is_known: false,
        })
    }
}

/// The remembered place to begin from, unless it is the one to be written, and the latter.
#[inline]
fn pick<const W: usize, const S: usize>(
    places: &mut [Option<Box<Place<W, S>>>],
    from: usize,
    to: usize,
) -> (Option<&Place<W, S>>, &mut Option<Box<Place<W, S>>>) {
    if from == to {
        return (None, &mut places[to]);
    }
    if from < to {
        let (low, high) = places.split_at_mut(to);
        (low[from].as_deref(), &mut high[0])
    } else {
        let (low, high) = places.split_at_mut(from);
        (high[0].as_deref(), &mut low[to])
    }
}
