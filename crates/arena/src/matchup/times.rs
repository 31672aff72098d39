//! How long things took, in bounded memory.

use std::time::Duration;

use serde::Serialize;

/// Steps per doubling: a percentile is at most a sixteenth too high.
const STEPS: u64 = 16;

/// Doublings of a microsecond that are told apart: up to about 12 days.
const DOUBLINGS: u64 = 36;

/// A histogram of durations in microseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times {
    counts: Vec<u64>,
    count: u64,
    sum: u128,
    most: u64,
}

/// What there is to know about many durations, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TimeSummary {
    /// How many.
    pub count: u64,
    /// On average.
    pub mean_us: u64,
    /// Half of them took no longer.
    pub p50_us: u64,
    /// Nine of ten took no longer.
    pub p90_us: u64,
    /// 99 of 100 took no longer.
    pub p99_us: u64,
    /// 999 of 1000 took no longer.
    pub p999_us: u64,
    /// The longest.
    pub max_us: u64,
}

impl Default for Times {
    fn default() -> Times {
        Times { counts: vec![0; ((DOUBLINGS + 1) * STEPS) as usize], count: 0, sum: 0, most: 0 }
    }
}

impl Times {
    /// Adds one.
    pub fn record(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.counts[bucket(micros)] += 1;
        self.count += 1;
        self.sum += u128::from(micros);
        self.most = self.most.max(micros);
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Times) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, theirs)| *mine += theirs);
        self.count += other.count;
        self.sum += other.sum;
        self.most = self.most.max(other.most);
    }

    /// So many of a thousand took no longer than this.
    pub fn per_mille(&self, share: u64) -> Duration {
        let wanted = (u128::from(self.count) * u128::from(share.min(1000))).div_ceil(1000).max(1);
        let mut seen = 0_u128;
        for (index, &count) in self.counts.iter().enumerate() {
            seen += u128::from(count);
            if seen >= wanted {
                return Duration::from_micros(highest(index as u64).min(self.most));
            }
        }
        Duration::from_micros(self.most)
    }

    /// All there is to know.
    pub fn summary(&self) -> TimeSummary {
        let micros = |share| u64::try_from(self.per_mille(share).as_micros()).unwrap_or(u64::MAX);
        TimeSummary {
            count: self.count,
            mean_us: u64::try_from(self.sum / u128::from(self.count.max(1))).unwrap_or(u64::MAX),
            p50_us: micros(500),
            p90_us: micros(900),
            p99_us: micros(990),
            p999_us: micros(999),
            max_us: self.most,
        }
    }
}

/// Below [`STEPS`] every microsecond has its own bucket, above it each doubling has so many.
fn bucket(micros: u64) -> usize {
    if micros < STEPS {
        return micros as usize;
    }
    let doubling = u64::from(micros.ilog2() - STEPS.ilog2());
    let index = doubling * STEPS + (micros >> doubling);
    index.min((DOUBLINGS + 1) * STEPS - 1) as usize
}

/// The longest time of a bucket.
fn highest(index: u64) -> u64 {
    if index < 2 * STEPS {
        return index;
    }
    let doubling = index / STEPS - 1;
    ((index % STEPS + STEPS + 1) << doubling) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_lies_in_its_bucket_and_not_far_from_its_end() {
        for micros in (0..5000).chain((0..36).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1])) {
            let end = highest(bucket(micros) as u64);
            assert!(micros <= end && end <= micros + micros / 16, "{micros} ends at {end}");
        }
    }

    #[test]
    fn nothing_and_everything_can_be_summed_up() {
        let mut times = Times::default();
        assert_eq!(times.summary(), TimeSummary::default());
        (1..=1000).for_each(|micros| times.record(Duration::from_micros(micros)));
        let summary = times.summary();
        assert_eq!((summary.count, summary.mean_us, summary.max_us), (1000, 500, 1000));
        assert!((500..=531).contains(&summary.p50_us) && (990..=1000).contains(&summary.p99_us), "{summary:?}");
        times.record(Duration::MAX);
        assert_eq!(times.summary().max_us, u64::MAX);
        let mut twice = times.clone();
        twice.merge(&times);
        assert_eq!(twice.summary().count, 2002);
    }
}
