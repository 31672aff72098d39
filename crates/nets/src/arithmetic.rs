//! The sums of a network, by whatever the machine has.

use crate::change::Change;
use crate::layout::{Inputs, Layout};
use crate::plain;
use crate::views::Views;

/// How sums are reckoned. All of them give the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arithmetic(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Arithmetic {
    /// The plain one, which works everywhere.
    pub const PLAIN: Arithmetic = Arithmetic(Kind::Plain);

    /// The fastest one of this machine.
    pub fn detect() -> Arithmetic {
        Arithmetic::all().pop().unwrap_or(Arithmetic::PLAIN)
    }

    /// All that work on this machine, the slowest first.
    pub fn all() -> Vec<Arithmetic> {
        let mut all = vec![Arithmetic::PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            if has_avx2 {
                all.push(Arithmetic(Kind::Avx2));
            }
        }
        all
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
        }
    }

    /// Finds out which rows are gained and lost from an old position to a new one, or from nothing.
    #[inline]
    pub(crate) fn find_change<const W: usize, const S: usize>(
        self,
        layout: &Layout,
        old: Option<&Inputs<W, S>>,
        new: &Inputs<W, S>,
        change: &mut Change,
    ) {
        match self.0 {
            Kind::Plain => crate::change::find(layout, old, new, change, plain::OneByOne),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => crate::avx2::find_change(layout, old, new, change),
        }
    }

    /// The sums `old` with rows gained and lost, as `new`.
    #[inline]
    pub(crate) fn change(self, views: &Views, old: &[i16], change: &Change, new: &mut [i16]) {
        match self.0 {
            Kind::Plain => {
                new.copy_from_slice(old);
                plain::change(views, change, new);
            }
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => crate::avx2::change(views, old, change, new),
        }
    }

    /// Sums with rows gained and lost.
    #[inline]
    pub(crate) fn change_in_place(self, views: &Views, change: &Change, sums: &mut [i16]) {
        match self.0 {
            Kind::Plain => plain::change(views, change, sums),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => crate::avx2::change_in_place(views, change, sums),
        }
    }

    /// The activations of some sums, squared and weighed.
    #[inline]
    pub(crate) fn weigh(self, sums: &[i16], weights: &[i16]) -> i64 {
        match self.0 {
            Kind::Plain => plain::weigh(sums, weights),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => crate::avx2::weigh(sums, weights),
        }
    }
}
