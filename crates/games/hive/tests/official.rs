//! The official rules, statement by statement: `facts/hive.md` 2.1 (pieces, placing, moving, the end) and 2.2
//! (repetition), with the settings of `rules/README.md`. The statements are quoted in the doc comments.

mod common;

#[path = "official/bugs.rs"]
mod bugs;
#[path = "official/end.rs"]
mod end;
#[path = "official/mosquito.rs"]
mod mosquito;
#[path = "official/moving.rs"]
mod moving;
#[path = "official/opening.rs"]
mod opening;
#[path = "official/pillbug.rs"]
mod pillbug;
#[path = "official/repetition.rs"]
mod repetition;

/// The base game.
const BASE: &str = "hive";
/// The game with all three expansions.
const MLP: &str = "hive+mlp";
