//! The one list of games.
//!
//! A new game is one crate under `crates/games/` and one line in `FAMILIES`.

#[doc(hidden)]
pub mod fuzzing;

use schwarm_core::{Family, GameId, GameInfo, IdError, Rulebook};

/// Every family of games there is, one a line.
#[rustfmt::skip]
const FAMILIES: &[&dyn Family] = &[
    schwarm_hive::FAMILY,
    schwarm_piranhas::FAMILY,
    schwarm_ostseeschach::FAMILY,
];

/// Facts about every game, variants included, in the order they are shown.
pub fn games() -> Vec<&'static GameInfo> {
    FAMILIES.iter().flat_map(|family| family.games()).collect()
}

/// The rule set of a game id with options, such as `hive+mlp,repetition=off`.
///
/// ```
/// let rules = schwarm_catalog::open("piranhas-2019").unwrap();
/// let session = rules.start(schwarm_core::Setup::Seed(7)).unwrap();
/// assert!(session.legal_moves().contains(&"a4-c4".to_string()));
/// ```
///
/// # Errors
/// For an unknown id or option.
pub fn open(id: &str) -> Result<Box<dyn Rulebook>, IdError> {
    let parsed = GameId::parse(id);
    FAMILIES.iter().find_map(|family| family.open(&parsed)).unwrap_or_else(|| {
        let known: Vec<_> = games().iter().map(|info| info.id).collect();
        Err(IdError::Unknown { id: schwarm_core::error::shorten(&parsed.name), known: known.join(", ") })
    })
}
