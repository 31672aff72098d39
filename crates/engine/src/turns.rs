//! Numbers that mix the turn into the hash of a position.
//!
//! Games with a limit of plies are not the same position at different turns: what a search
//! found out at one must not be believed at another.

use schwarm_core::Rng;

/// The random number of a turn.
#[inline]
pub(crate) fn number(turn: u32) -> u64 {
    Rng::new(u64::from(turn)).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_its_own_number() {
        let numbers: std::collections::HashSet<u64> = (0..1000).map(number).collect();
        assert_eq!(numbers.len(), 1000);
    }
}
