//! Placeholder while this crate is being written.

use schwarm_core::{Family, GameId, GameInfo, IdError, Rulebook};

/// The games of this crate.
pub const FAMILY: &dyn Family = &Empty;

struct Empty;

impl Family for Empty {
    fn games(&self) -> Vec<&'static GameInfo> {
        Vec::new()
    }

    fn open(&self, _: &GameId) -> Option<Result<Box<dyn Rulebook>, IdError>> {
        None
    }
}
