//! Whether a bot grows from game to game.
//!
//! Only the peak of a running process is known. So a bot is let grow at first, as tables are filled and
//! code is compiled, and is ill only if it grows through every part of what follows.

use super::finding::{Diagnosis, Ill, fine, skipped};
use super::ward::Ward;

/// Parts in which the bot must grow every time.
const PARTS: usize = 4;
/// Growth in a part that counts, in KiB.
const PART_KIB: u64 = 512;
/// Growth in all that counts, in KiB.
const WHOLE_KIB: u64 = 8 << 10;

/// The memory of a bot over its games.
#[derive(Default)]
pub struct Watch(Vec<u64>);

impl Watch {
    /// Looks at the process after a game.
    pub fn look(&mut self, ward: &Ward<'_>) {
        let resources = ward.transcript().process().and_then(|notes| notes.resources());
        self.0.extend(resources.map(|resources| resources.peak_kib));
    }

    /// What it means.
    pub fn diagnosis(&self) -> Diagnosis {
        let Watch(peaks) = self;
        if peaks.is_empty() {
            return skipped("this system does not say how much memory a process has");
        }
        if peaks.len() < 2 * PARTS {
            return skipped("too few games were played in the time there was");
        }
        let settled = &peaks[peaks.len() / 3..];
        let (from, to) = (settled[0], settled[settled.len() - 1]);
        let mib = |kib: u64| format!("{:.1} MiB", kib as f64 / 1024.0);
        let ends = (1..=PARTS).map(|part| settled[(settled.len() - 1) * part / PARTS]);
        let mut last = from;
        let grows_on = ends.fold(true, |grows, peak| {
            let grew = peak.saturating_sub(last) >= PART_KIB;
            last = peak;
            grows && grew
        });
        if grows_on && to - from >= WHOLE_KIB {
            let per_game = (to - from) / (settled.len() as u64 - 1).max(1);
            return Err(Ill::new(format!("memory grows without end: about {per_game} KiB a game")).with(format!(
                "{} after {} games, {} after {}",
                mib(from),
                peaks.len() / 3 + 1,
                mib(to),
                peaks.len()
            )));
        }
        fine(format!("{} at most over {} games, and no growth that goes on", mib(to), peaks.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Healthy;
    use super::*;

    fn is_ill(peaks: impl Iterator<Item = u64>) -> bool {
        Watch(peaks.collect()).diagnosis().is_err()
    }

    #[test]
    fn steady_growth_is_a_leak_and_a_plateau_is_none() {
        assert!(is_ill((0..24).map(|game| 20_000 + game * 2048)));
        assert!(!is_ill((0..24).map(|_| 20_000)));
        // A table that is filled in the first half.
        assert!(!is_ill((0..24u64).map(|game| 20_000 + game.min(12) * 10_000)));
        // A little each game is within what an allocator does.
        assert!(!is_ill((0..24).map(|game| 20_000 + game * 100)));
    }

    #[test]
    fn nothing_known_is_nothing_said() {
        assert!(matches!(Watch::default().diagnosis(), Ok(Healthy::Skipped(_))));
        assert!(matches!(Watch(vec![1; 3]).diagnosis(), Ok(Healthy::Skipped(_))));
    }
}
